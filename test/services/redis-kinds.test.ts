/** Policies of all kinds on a real Redis: as in memory, call by call, and over crashes, failovers and restarts. */
import { Redis } from "ioredis";
import { afterAll, expect, it } from "vitest";
import type { Consumption, LimitCall, LimitPolicy, LimitStore } from "../../templates/runtime/server/limits/limit-store.js";
import { memoryLimits } from "../../templates/runtime/server/limits/memory-limits.js";
import { redisLimits } from "../../templates/runtime/server/limits/redis-limits.js";
import type { RedisClient } from "../../templates/runtime/shared/redis-client.js";
import fc from "../support/property.js";
import type { KindsOrder } from "./consume-kinds-worker.js";
import {
  clientNames,
  clients,
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
import { runTogether } from "./workers.js";

const sliding: LimitPolicy = { name: "minute", quota: 5, window: 60, kind: "sliding" };
const many: LimitPolicy = { name: "many", quota: 200, window: 60, kind: "sliding" };
const bucket: LimitPolicy = { name: "burst", quota: 4, window: 3, kind: "bucket" };
const gap: LimitPolicy = { name: "gap", quota: 1, window: 0.25, kind: "spacing" };
const calls: LimitPolicy = { name: "calls", quota: 2, window: 0, kind: "concurrency" };
const fixed: LimitPolicy = { name: "minute", quota: 6, window: 60 };
const dear: LimitPolicy = { name: "dear", quota: 9, window: 60, cost: 4 };
const points: LimitPolicy = { name: "points", quota: 9, window: 60, kind: "sliding", cost: 5 };

const ask = async (store: LimitStore, call: LimitCall): Promise<Consumption> => {
  if (store.consumeAll === undefined) throw new Error("It counts policies of all kinds");
  return store.consumeAll(call);
};
const one = (store: LimitStore, key: string, policies: readonly LimitPolicy[], cost = 1) =>
  ask(store, { groups: [{ key, policies }], cost });

/** A client whose scripts take the time from a key, so that a test can set the clock. */
function clientAt(redis: Redis, clock: string): RedisClient {
  const known = new Map<string, string>();
  const evaluate = (text: string, keyCount: number, ...rest: string[]): Promise<unknown> => {
    const own = known.get(text) ?? text.replace("redis.call('time')", `redis.call('lrange', '${clock}', 0, 1)`);
    known.set(text, own);
    return redis.eval(own, keyCount, ...rest);
  };
  return { evalsha: () => Promise.reject(new Error("NOSCRIPT")), eval: evaluate };
}

describeRedis("policies of all kinds on Redis", () => {
  const prefix = uniquePrefix();
  const redis = new Redis(redisUrl, { lazyConnect: true });
  const store = redisLimits(redis, { prefix });
  afterAll(async () => {
    redis.disconnect();
    await removeKeys(redisUrl, prefix);
  });

  it("are counted as in memory, call by call, in 10,000 sequences", async () => {
    const step = fc.record({
      policies: fc.subarray([fixed, dear, points, sliding, many, bucket, gap], { minLength: 1 }),
      second: fc.subarray([sliding, bucket]),
      cost: fc.integer({ min: 0, max: 3 }),
      pause: fc.constantFrom(0, 0, 0, 1, 30, 250, 700, 1_001, 20_000, 59_999, 60_000),
      burst: fc.constantFrom(1, 1, 1, 8),
    });
    const sequences = fc.sample(fc.array(step, { minLength: 1, maxLength: 8, size: "max" }), { numRuns: 10_000, seed: 20_301_205 });
    const clock = { now: 0 };
    const key = `${prefix}clock`;
    const remote = redisLimits(clientAt(redis, key), { prefix });
    const differences: unknown[] = [];
    const compare = async (sequence: (typeof sequences)[number], index: number): Promise<void> => {
      const local = memoryLimits({ now: () => clock.now });
      for (const { policies, second, cost, pause, burst } of sequence) {
        clock.now += pause;
        void redis.eval(
          "redis.call('del', KEYS[1]) redis.call('rpush', KEYS[1], ARGV[1], ARGV[2])",
          1,
          key,
          Math.floor(clock.now / 1000),
          (clock.now % 1000) * 1000,
        );
        const call: LimitCall = {
          groups: [
            { key: `one ${index}`, policies },
            { key: `two ${index}`, policies: second },
          ],
          cost,
        };
        for (let time = 0; time < burst; time++) {
          const [here, there] = await Promise.all([ask(local, call), ask(remote, call)]);
          const told = ({ allowed, windows }: Consumption) => [
            allowed,
            ...windows.map(({ name, kind = "", remaining, resetAt, availableAt = 0 }) => [
              ...[name, kind, remaining, resetAt],
              // Of fixed windows, and of what is not lacking, a store need not say it.
              !allowed && kind !== "" && remaining < (kind === "spacing" ? Math.min(cost, 1) : cost) ? availableAt : 0,
            ]),
          ];
          const [mine, other] = [JSON.stringify(told(here)), JSON.stringify(told(there))];
          if (mine !== other) differences.push([index, mine, other]);
        }
      }
    };
    // In years to come: Redis itself forgets what is over by its own clock.
    clock.now = 4_000_000_000_000;
    for (const [index, sequence] of sequences.entries()) {
      await compare(sequence, index);
      clock.now += 200_000;
    }
    expect(differences.slice(0, 3)).toEqual([]);
  }, 1_500_000);

  it("a large sliding window has a bounded field, and goes when it says nothing any more", async () => {
    const large: LimitPolicy = { name: "large", quota: 100_000, window: 2, kind: "sliding" };
    for (let round = 0; round < 40; round++) {
      await Promise.all(Array.from({ length: 50 }, () => one(store, "large", [large])));
    }
    const held = await redis.hget(`${prefix}{large}`, "large:2000:sliding");
    expect(held?.split(" ").length).toBeLessThanOrEqual(3 * 129);
    expect(await redis.pttl(`${prefix}{large}`)).toBeLessThanOrEqual(2_000);
    await sleep(2_100);
    expect(await redis.exists(`${prefix}{large}`)).toBe(0);
  });

  it("a call that a policy under another key rejects changes no byte", async () => {
    await one(store, "whole", [sliding, bucket]);
    for (let call = 0; call < 5; call++) await one(store, "spent", [sliding]);
    const bytes = await redis.dumpBuffer(`${prefix}{whole}`);
    const rejected = await ask(store, {
      groups: [
        { key: "whole", policies: [sliding, bucket, calls] },
        { key: "spent", policies: [sliding] },
      ],
      cost: 1,
    });
    expect([rejected.allowed, rejected.release]).toEqual([false, undefined]);
    expect(await redis.dumpBuffer(`${prefix}{whole}`)).toEqual(bytes);
    expect(await redis.exists(`${prefix}{whole}:calls`)).toBe(0);
  });

  it("a fixed window is the same counter in both scripts", async () => {
    await store.consume("same", [fixed], 2);
    expect((await one(store, "same", [fixed])).windows[0]?.remaining).toBe(3);
    expect((await store.consume("same", [fixed], 0)).windows[0]?.remaining).toBe(3);
  });

  it("calls are under way until they are released", async () => {
    const [first, second, third] = [await one(store, "way", [calls]), await one(store, "way", [calls]), await one(store, "way", [calls])];
    expect([first.allowed, second.allowed, third.allowed]).toEqual([true, true, false]);
    first.release?.();
    first.release?.();
    await until(async () => (await redis.zcard(`${prefix}{way}:calls`)) === 1);
    expect((await one(store, "way", [calls])).allowed).toBe(true);
    expect((await one(store, "way", [calls])).allowed).toBe(false);
    second.release?.();
  });

  it("calls of a process that has crashed end with their lease, and those of one that lives do not", async () => {
    const short = redisLimits(redis, { prefix, lease: 0.6 });
    // As a process leaves it that is gone: nobody extends it.
    await redis.zadd(`${prefix}{lease}:calls`, Date.now() + 600, "gone");
    const living = await one(short, "lease", [calls]);
    expect((await one(short, "lease", [calls])).allowed).toBe(false);
    await sleep(1_500);
    expect(await redis.zcount(`${prefix}{lease}:calls`, Date.now(), "+inf")).toBe(1);
    const next = await one(short, "lease", [calls]);
    expect([next.allowed, (await one(short, "lease", [calls])).allowed]).toEqual([true, false]);
    living.release?.();
    next.release?.();
    await until(async () => (await redis.exists(`${prefix}{lease}:calls`)) === 0);
  });

  it("refuses a lease that is no time", () => {
    for (const lease of [0, -1, NaN, Infinity]) expect(() => redisLimits(redis, { lease })).toThrow(TypeError);
  });

  it("pass from 4 processes exactly as often as there is room, with two keys each, and give every place back", async () => {
    const policies: readonly LimitPolicy[] = [
      { name: "all", quota: 3_000, window: 600, kind: "sliding" },
      { name: "bucket", quota: 2_500, window: 2_500_000, kind: "bucket" },
      { name: "calls", quota: 100_000, window: 0, kind: "concurrency" },
    ];
    const address: readonly LimitPolicy[] = [{ name: "day", quota: 2_000, window: 86_400 }];
    const outcomes = await runTogether<{ readonly allowed: number }>(
      "./consume-kinds-worker.ts",
      (["ioredis", "redis", "ioredis", "redis"] as const).map((client, index) => ({
        client,
        url: redisUrl,
        prefix,
        calls: 1_500,
        call: {
          groups: [
            { key: `load ${index % 2}`, policies },
            { key: "load address", policies: address },
          ],
          cost: 1,
          together: true,
        },
      })) satisfies readonly KindsOrder[],
    );
    expect(outcomes.reduce((sum, { allowed }) => sum + allowed, 0)).toBe(2_000);
    const found = await keysOf(redis, `${prefix}{all:`);
    const keyOf = (key: string): string => `${prefix}{all:${prefix}}${key}`;
    // Where two of the processes are so late that the others have taken all of the address, nothing is counted for their key.
    expect(found.filter((key) => key !== keyOf("load 0") && key !== keyOf("load 1"))).toEqual([keyOf("load address")]);
    expect(found.length).toBeGreaterThan(1);
  }, 120_000);
});

describeRedisServer("policies of all kinds over the failures of a Redis", () => {
  for (const client of clientNames)
    it(`${client}: goes on with what was counted after its scripts are gone and its connections cut, and anew after a restart`, async () => {
      const server = await ownServer();
      const connection = await clients[client](server.url);
      const admin = new Redis(server.url, { retryStrategy: () => 20 });
      admin.on("error", () => undefined);
      const store = redisLimits(connection.redis, { prefix: "", lease: 0.9 });
      const left = async (): Promise<readonly number[]> =>
        (await one(store, "key", [sliding, bucket, calls], 0)).windows.map(({ remaining }) => Math.floor(remaining));
      try {
        const held = await one(store, "key", [sliding, bucket, calls], 2);
        expect(await left()).toEqual([3, 2, 1]);
        await admin.script("FLUSH");
        expect((await one(store, "key", [sliding], 1)).windows[0]?.remaining).toBe(2);
        await admin.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
        await until(async () => (await left().catch(() => [0]))[0] === 2);
        await server.kill();
        await server.start();
        await until(async () => (await left().catch(() => [0]))[0] === 5);
        // The call is still under way, and its process says so.
        await until(async () => (await left()).at(-1) === 1);
        held.release?.();
        await until(async () => (await left()).at(-1) === 2);
      } finally {
        await connection.close();
        admin.disconnect();
        await server.remove();
      }
    }, 60_000);

  it("never passes more than there is room for while 4 processes call, scripts are lost and connections cut", async () => {
    const server = await ownServer();
    const admin = new Redis(server.url, { retryStrategy: () => 20 });
    admin.on("error", () => undefined);
    const policies: readonly LimitPolicy[] = [
      { name: "all", quota: 900, window: 600, kind: "sliding" },
      { name: "bucket", quota: 800, window: 8_000_000, kind: "bucket" },
    ];
    try {
      const load = runTogether<{ readonly allowed: number }>(
        "./consume-kinds-worker.ts",
        clientNames.concat(clientNames).map((client) => ({
          ...{ client, url: server.url, prefix: "", calls: 600, spread: 1_500 },
          call: { groups: [{ key: "load", policies }], cost: 1 },
        })) satisfies readonly KindsOrder[],
      );
      await until(async () => (await admin.exists("{load}")) === 1);
      for (let round = 0; round < 5; round++) {
        await admin.script("FLUSH");
        await admin.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
        await sleep(150);
      }
      const allowed = (await load).reduce((sum, outcome) => sum + outcome.allowed, 0);
      const { windows } = await one(redisLimits(admin, { prefix: "" }), "load", policies, 0);
      expect(windows.map(({ remaining }) => Math.floor(remaining))).toEqual([100, 0]);
      // With a connection answers may be lost, and clients may send again what was counted: that passes fewer, never more.
      expect(allowed).toBeLessThanOrEqual(800);
      expect(allowed).toBeGreaterThan(600);
    } finally {
      admin.disconnect();
      await server.remove();
    }
  }, 60_000);

  it("hands on what was counted to a replica that is promoted, to the number", async () => {
    const main = await ownServer(["--repl-diskless-sync-delay", "0"]);
    const replica = await ownServer(["--replicaof", "127.0.0.1", String(main.port)]);
    const [first, second] = [new Redis(main.url), new Redis(replica.url)];
    first.on("error", () => undefined);
    const all = [sliding, many, { ...bucket, window: 30_000 }, calls];
    try {
      await until(async () => (await second.info("replication")).includes("master_link_status:up"));
      const before = redisLimits(first, { prefix: "" });
      for (let call = 0; call < 2; call++) await one(before, "key", all, 2);
      expect(await first.wait(1, 30_000)).toBe(1);
      await main.kill();
      await second.call("REPLICAOF", "NO", "ONE");
      const after = await one(redisLimits(second, { prefix: "" }), "key", all, 0);
      expect(after.windows.map(({ remaining }) => Math.floor(remaining))).toEqual([1, 196, 0, 0]);
    } finally {
      first.disconnect();
      second.disconnect();
      await replica.remove();
      await main.remove();
    }
  }, 60_000);
});
