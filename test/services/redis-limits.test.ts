import { Redis } from "ioredis";
import { RESP_TYPES, createClient } from "redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Consumption, LimitStore, LimitWindow } from "../../templates/runtime/server/limits/limit-store.js";
import { redisLimits } from "../../templates/runtime/server/limits/redis-limits.js";
import {
  clientNames,
  clients,
  type Connection,
  describeRedis,
  describeRedisServer,
  keysOf,
  ownServer,
  redisUrl,
  removeKeys,
  sleep,
  uniquePrefix,
  until,
} from "./redis.js";

const minute: LimitWindow = { name: "minute", quota: 3, window: 60 };
const day: LimitWindow = { name: "day", quota: 5, window: 86_400 };
const remaining = ({ windows }: Consumption): readonly number[] => windows.map((window) => window.remaining);

for (const client of clientNames) {
  describeRedis(`limits on Redis through ${client}`, () => {
    const prefix = uniquePrefix();
    const watcher = new Redis(redisUrl, { lazyConnect: true });
    let connection: Connection;
    let store: LimitStore;

    beforeAll(async () => {
      connection = await clients[client](redisUrl);
      store = redisLimits(connection.redis, { prefix });
    });
    afterAll(async () => {
      await connection.close();
      watcher.disconnect();
      await removeKeys(redisUrl, prefix);
    });

    it("count all windows of a key, and reject when one of them is spent", async () => {
      const outcomes: Consumption[] = [];
      for (let call = 0; call < 4; call++) outcomes.push(await store.consume("spent", [minute, day], 1));
      expect(outcomes.map(({ allowed }) => allowed)).toEqual([true, true, true, false]);
      expect(outcomes.map(remaining)).toEqual([
        [2, 4],
        [1, 3],
        [0, 2],
        [0, 2],
      ]);
    });

    it("begin a window with the first call that counts in it, by the clock of Redis", async () => {
      const first = await store.consume("anchor", [minute, day], 1);
      await sleep(20);
      const second = await store.consume("anchor", [minute, day], 1);
      expect(first.windows.map(({ resetAt }) => resetAt - first.now)).toEqual([60_000, 86_400_000]);
      expect(second.windows.map(({ resetAt }) => resetAt)).toEqual(first.windows.map(({ resetAt }) => resetAt));
      expect(second.now).toBeGreaterThan(first.now);
      const [seconds] = await watcher.time();
      expect(Math.abs(second.now / 1000 - Number(seconds))).toBeLessThan(60);
    });

    it("leave every byte of a counter as it was when they reject", async () => {
      const key = `${prefix}{bytes}`;
      for (let call = 0; call < 3; call++) await store.consume("bytes", [minute, day], 1);
      const before = [await watcher.dumpBuffer(key), await watcher.pexpiretime(key)];
      for (let call = 0; call < 20; call++) expect((await store.consume("bytes", [minute, day], 1)).allowed).toBe(false);
      expect([await watcher.dumpBuffer(key), await watcher.pexpiretime(key)]).toEqual(before);
    });

    it("do not begin a window that is over for a call that another one rejects", async () => {
      const second: LimitWindow = { name: "second", quota: 1, window: 0.05 };
      const hour: LimitWindow = { name: "hour", quota: 1, window: 3600 };
      await store.consume("over", [second, hour], 1);
      await sleep(80);
      const before = await watcher.hgetall(`${prefix}{over}`);
      const rejected = await store.consume("over", [second, hour], 1);
      expect([rejected.allowed, remaining(rejected)]).toEqual([false, [1, 0]]);
      expect(await watcher.hgetall(`${prefix}{over}`)).toEqual(before);
    });

    it("renew a quota when its window is over", async () => {
      const short: LimitWindow = { name: "short", quota: 2, window: 0.1 };
      // Sent together, so that no window ends between them.
      const calls = await Promise.all([1, 2, 3].map(async () => store.consume("renewed", [short], 1)));
      expect(calls.map(({ allowed }) => allowed)).toEqual([true, true, false]);
      await sleep(130);
      expect(remaining(await store.consume("renewed", [short], 1))).toEqual([1]);
    });

    it("only look at a cost of 0, and allow that", async () => {
      expect(await store.consume("looked", [minute], 0)).toMatchObject({ allowed: true, windows: [{ remaining: 3 }] });
      expect(await watcher.exists(`${prefix}{looked}`)).toBe(0);
      for (let call = 0; call < 3; call++) await store.consume("looked", [minute], 1);
      expect(await store.consume("looked", [minute], 0)).toMatchObject({ allowed: true, windows: [{ remaining: 0 }] });
    });

    it("take a cost as a whole or not at all", async () => {
      expect(remaining(await store.consume("cost", [day], 4))).toEqual([1]);
      expect(await store.consume("cost", [day], 2)).toMatchObject({ allowed: false, windows: [{ remaining: 1 }] });
      expect(remaining(await store.consume("cost", [day], 1))).toEqual([0]);
    });

    it("hold what is counted against a quota that changes in mid-window", async () => {
      for (let call = 0; call < 3; call++) await store.consume("upgraded", [minute], 1);
      const upgraded = await store.consume("upgraded", [{ ...minute, quota: 300 }], 1);
      expect([upgraded.allowed, remaining(upgraded)]).toEqual([true, [296]]);
      expect(await store.consume("upgraded", [minute], 1)).toMatchObject({ allowed: false, windows: [{ remaining: 0 }] });
    });

    it("begin a counter of its own for a window of another length", async () => {
      for (let call = 0; call < 3; call++) await store.consume("length", [minute], 1);
      expect(remaining(await store.consume("length", [{ ...minute, window: 30 }], 1))).toEqual([2]);
      expect((await store.consume("length", [minute], 1)).allowed).toBe(false);
    });

    it("take a window that a clock far ahead has begun for one that is over", async () => {
      const [seconds] = await watcher.time();
      await watcher.hset(`${prefix}{ahead}`, "minute:60000", `3 ${(Number(seconds) + 3600) * 1000}`);
      expect(remaining(await store.consume("ahead", [minute], 1))).toEqual([2]);
    });

    it("keep the windows that an operation does not count in", async () => {
      await store.consume("some", [minute, day], 1);
      await store.consume("some", [minute], 1);
      expect(remaining(await store.consume("some", [minute, day], 0))).toEqual([1, 4]);
    });

    it("are gone with the last window of a key, and not before", async () => {
      await store.consume("gone", [{ name: "long", quota: 5, window: 1000 }], 1);
      await store.consume("gone", [{ name: "short", quota: 5, window: 0.1 }], 1);
      const left = await watcher.pttl(`${prefix}{gone}`);
      expect(left).toBeGreaterThan(900_000);
      expect(left).toBeLessThanOrEqual(1_000_000);
    });

    it("pass a burst of one key exactly as often as there is room", async () => {
      const windows = [
        { ...minute, quota: 60 },
        { ...day, quota: 50 },
      ];
      const outcomes = await Promise.all(Array.from({ length: 500 }, async () => store.consume("burst", windows, 1)));
      expect(outcomes.filter(({ allowed }) => allowed)).toHaveLength(50);
      expect(await watcher.hgetall(`${prefix}{burst}`)).toEqual({
        "minute:60000": expect.stringMatching(/^50 \d+$/) as string,
        "day:86400000": expect.stringMatching(/^50 \d+$/) as string,
      });
    });

    it("take no more than one key of Redis for each key", async () => {
      for (const key of ["one", "two"]) await store.consume(key, [minute, day], 1);
      const keys = await keysOf(watcher, `${prefix}{`);
      expect(keys.filter((key) => /\{(?:one|two)\}/.test(key))).toEqual([`${prefix}{one}`, `${prefix}{two}`]);
    });
  });
}

describeRedis("limits on Redis", () => {
  const prefix = uniquePrefix();
  afterAll(() => removeKeys(redisUrl, prefix));

  it("are read from replies of any form that a client can be set to", async () => {
    const plain = new Redis(redisUrl, { stringNumbers: true, protocol: 3, replyMapping: "resp3" });
    const mapped = createClient({ url: redisUrl }).withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer, [RESP_TYPES.NUMBER]: String });
    await mapped.connect();
    for (const redis of [plain, mapped]) {
      const { allowed, windows } = await redisLimits(redis, { prefix }).consume("forms", [day], 1);
      expect({ allowed, quota: windows[0]?.quota }).toEqual({ allowed: true, quota: 5 });
    }
    expect(remaining(await redisLimits(plain, { prefix }).consume("forms", [day], 0))).toEqual([3]);
    plain.disconnect();
    mapped.destroy();
  });
});

describeRedisServer("a Redis that has lost its scripts", () => {
  describe.each(clientNames)("is given them again through %s", (client) => {
    it("without a call that fails", async () => {
      const server = await ownServer();
      const connection = await clients[client](server.url);
      try {
        const store = redisLimits(connection.redis);
        expect(remaining(await store.consume("key", [day], 1))).toEqual([4]);
        const admin = new Redis(server.url);
        await admin.script("FLUSH");
        const outcomes = await Promise.all([1, 2, 3].map(async () => store.consume("key", [day], 1)));
        expect(outcomes.map(remaining)).toEqual([[3], [2], [1]]);
        expect(await admin.info("commandstats")).toMatch(/cmdstat_evalsha:calls=4,.*rejected_calls=0/);
        admin.disconnect();
      } finally {
        await connection.close();
        await server.remove();
      }
    });
  });
});

describeRedisServer("a Redis with a replica", () => {
  it("hands on what was counted, to the byte", async () => {
    const main = await ownServer(["--repl-diskless-sync-delay", "0"]);
    const replica = await ownServer(["--replicaof", "127.0.0.1", String(main.port)]);
    const [one, other] = [new Redis(main.url), new Redis(replica.url)];
    try {
      await until(async () => (await other.info("replication")).includes("master_link_status:up"));
      const store = redisLimits(one, { prefix: "" });
      for (let call = 0; call < 5; call++) await store.consume("key", [minute, day], 1);
      expect(await one.wait(1, 30_000)).toBe(1);
      expect(await other.dumpBuffer("{key}")).toEqual(await one.dumpBuffer("{key}"));
      expect(await other.pexpiretime("{key}")).toBe(await one.pexpiretime("{key}"));
    } finally {
      one.disconnect();
      other.disconnect();
      await replica.remove();
      await main.remove();
    }
  });
});
