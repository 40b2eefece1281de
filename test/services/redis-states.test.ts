import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, it } from "vitest";
import { realClock } from "../../templates/runtime/client/limits/clock.js";
import type { GateStore } from "../../templates/runtime/client/limits/gate-store.js";
import { redisStates } from "../../templates/runtime/client/limits/redis-states.js";
import {
  clientNames,
  clients,
  type Connection,
  describeRedis,
  describeRedisServer,
  ownServer,
  type OwnServer,
  redisUrl,
  removeKeys,
  sleep,
  uniquePrefix,
  until,
} from "./redis.js";
import type { UpdateOrder, UpdateOutcome } from "./update-worker.js";
import { runTogether } from "./workers.js";

const increment = (text: string | undefined): { state: string; ttl: number; value: number } => {
  const value = Number(text ?? 0) + 1;
  return { state: String(value), ttl: 60_000, value };
};

for (const client of clientNames) {
  describeRedis(`a text that is shared on Redis through ${client}`, () => {
    const prefix = uniquePrefix();
    const watcher = new Redis(redisUrl, { lazyConnect: true });
    let connection: Connection;
    let states: GateStore;

    beforeAll(async () => {
      connection = await clients[client](redisUrl);
      states = redisStates(connection.redis, { prefix, timeout: 60_000 });
    });
    afterAll(async () => {
      await connection.close();
      watcher.disconnect();
      await removeKeys(redisUrl, prefix);
    });

    it("is not written by a process in the time of its own clock, when that has leapt", async () => {
      let leapt = 0;
      const clock = { ...realClock, now: () => realClock.now() + leapt };
      const leaping = redisStates(connection.redis, { prefix, timeout: 60_000, clock });
      const remember = (_: string | undefined, now: number) => ({ state: String(now), ttl: 60_000, value: now });
      await leaping.update("leap", remember);
      leapt = 3_600_000;
      expect(Math.abs((await leaping.update("leap", remember)) - Date.now())).toBeLessThan(60_000);
      await states.update("leap", (text) => {
        expect(Math.abs(Number(text) - Date.now())).toBeLessThan(60_000);
        return { state: "", ttl: 60_000, value: undefined };
      });
    });

    it("is absent at first, and then what the last change made of it", async () => {
      const seen: (string | undefined)[] = [];
      for (const state of ["one", "", 'two words, ünd {"more": [1]}', "last"])
        await states.update("text", (text) => {
          seen.push(text);
          return { state, ttl: 60_000, value: undefined };
        });
      expect(seen).toEqual([undefined, "one", "", 'two words, ünd {"more": [1]}']);
    });

    it("is forgotten after its time, and begins anew", async () => {
      await states.update("short", () => ({ state: "kept", ttl: 60, value: 0 }));
      expect(await watcher.pttl(`${prefix}{short}`)).toBeLessThanOrEqual(60);
      await sleep(90);
      const seen = await states.update("short", (text) => ({ state: "new", ttl: 1000, value: text }));
      expect(seen).toBeUndefined();
    });

    it("is not taken for the one that was forgotten in between", async () => {
      const other = redisStates(connection.redis, { prefix, timeout: 60_000 });
      await states.update("reborn", () => ({ state: "first", ttl: 60_000, value: 0 }));
      await watcher.del(`${prefix}{reborn}`);
      await other.update("reborn", () => ({ state: "of another", ttl: 60_000, value: 0 }));
      expect(await states.update("reborn", (text) => ({ state: "third", ttl: 1000, value: text }))).toBe("of another");
    });

    it("is changed with the time of Redis", async () => {
      const milliseconds = async (): Promise<number> => {
        const [seconds, microseconds] = await watcher.time();
        return Number(seconds) * 1000 + Number(microseconds) / 1000;
      };
      const before = await milliseconds();
      await states.update("time", increment);
      const now = await states.update("time", (text, time) => ({ ...increment(text), value: time }));
      // Reckoned from the answer to the first update, in whole milliseconds.
      expect(now).toBeGreaterThan(before - 2);
      expect(now).toBeLessThanOrEqual(await milliseconds());
    });

    it("loses no update that this process makes at once", async () => {
      const sums = await Promise.all(Array.from({ length: 10 }, () => states.update("at once", increment)));
      expect(sums.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 10 }, (_, index) => index + 1));
    });
  });
}

describeRedis("a text that four processes change", () => {
  const prefix = uniquePrefix();
  afterAll(() => removeKeys(redisUrl, prefix));

  it("loses no update, and its time never goes back", async () => {
    const orders = (["ioredis", "redis", "ioredis", "redis"] as const).map((client): UpdateOrder => ({
      client,
      url: redisUrl,
      prefix,
      key: "sum",
      lines: 3,
      updatesPerLine: 100,
    }));
    const outcomes = await runTogether<UpdateOutcome>("./update-worker.ts", orders);
    const sums = outcomes.flatMap((outcome) => outcome.sums).sort((one, other) => one - other);
    expect(sums).toEqual(Array.from({ length: 1200 }, (_, index) => index + 1));
    expect(outcomes.map(({ backwards }) => backwards)).toEqual([0, 0, 0, 0]);
  });
});

describeRedisServer("a shared text on a server of its own", () => {
  let server: OwnServer;
  let admin: Redis;
  beforeAll(async () => {
    server = await ownServer();
    admin = new Redis(server.url, { retryStrategy: () => 50 });
    admin.on("error", () => undefined);
  });
  afterAll(async () => {
    admin.disconnect();
    await server.remove();
  });

  for (const client of clientNames) {
    it(`takes one round trip for each change through ${client}, and one more for the first`, async () => {
      const connection = await clients[client](server.url);
      const states = redisStates(connection.redis, { timeout: 60_000 });
      await admin.config("RESETSTAT");
      for (let count = 0; count < 20; count++) await states.update(client, increment);
      const calls = /cmdstat_evalsha:calls=(\d+)/.exec(await admin.info("commandstats"))?.[1];
      expect(Number(calls)).toBe(21);
      await connection.close();
    });

    it(`is refused in time while Redis hangs or is away, and comes back by itself, through ${client}`, async () => {
      const connection = await clients[client](server.url);
      const states = redisStates(connection.redis, { timeout: 400, prefix: `${client}:` });
      await states.update("key", increment);

      server.pause();
      const ends: number[] = [];
      const hanging = await Promise.allSettled(
        [1, 2, 3].map(() => states.update("key", increment).finally(() => ends.push(performance.now()))),
      );
      expect(hanging.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
      // Not one after the other.
      expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(400);
      server.resume();
      // The first of them reached the server, which takes it as soon as it goes on.
      await until(() =>
        states
          .update("key", (text) => increment(text))
          .then(
            (sum) => sum >= 2,
            () => false,
          ),
      );

      await server.kill();
      await expect(states.update("key", increment)).rejects.toThrow();
      await server.start();
      await until(() =>
        states.update("key", increment).then(
          () => true,
          () => false,
        ),
      );
      const sum = await states.update("key", increment);
      expect(await states.update("key", increment)).toBe(sum + 1);
      await connection.close();
    });
  }
});
