import { Redis } from "ioredis";
import { createClient } from "redis";
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract } from "rate-limiter-flexible";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { flexibleLimits } from "../../templates/runtime/server/limits/flexible-limits.js";
import type { Consumption, LimitStore, LimitWindow } from "../../templates/runtime/server/limits/limit-store.js";
import { describeRedis, redisUrl, removeKeys, uniquePrefix } from "./redis.js";

const minute: LimitWindow = { name: "minute", quota: 3, window: 60 };
const day: LimitWindow = { name: "day", quota: 5, window: 86_400 };
const remaining = ({ windows }: Consumption): readonly number[] => windows.map((window) => window.remaining);
const repeat = (times: number, store: LimitStore, key: string, windows: readonly LimitWindow[]): Promise<readonly Consumption[]> =>
  Promise.all(Array.from({ length: times }, async () => store.consume(key, windows, 1)));

/** What the adapter promises, whatever the limiters count in. */
function behaves(make: () => (window: LimitWindow) => RateLimiterAbstract): void {
  let store: LimitStore;
  beforeAll(() => {
    store = flexibleLimits(make());
  });

  it("counts all windows, and leaves them alone when one of them is spent", async () => {
    const seen: Consumption[] = [];
    for (let call = 0; call < 5; call++) seen.push(await store.consume("spent", [minute, day], 1));
    expect(seen.map(({ allowed }) => allowed)).toEqual([true, true, true, false, false]);
    expect(seen.map(remaining)).toEqual([
      [2, 4],
      [1, 3],
      [0, 2],
      [0, 2],
      [0, 2],
    ]);
  });

  it("tells when a window ends", async () => {
    const first = await store.consume("reset", [minute], 1);
    const [state] = first.windows;
    expect(Math.abs((state?.resetAt ?? 0) - first.now - 60_000)).toBeLessThan(20_000);
  });

  it("lets a burst pass no more often than the smallest quota, and gives back what the rest consumed", async () => {
    const windows = [day, minute];
    const allowed = (await repeat(200, store, "burst", windows)).filter((each) => each.allowed);
    expect(allowed).toHaveLength(3);
    expect(remaining(await store.consume("burst", windows, 0))).toEqual([2, 0]);
  });

  it("tells who is rejected in a burst of the window that is spent only", async () => {
    const rejected = (await repeat(50, store, "told", [minute, day])).filter((each) => !each.allowed);
    expect(rejected.filter(({ windows: [, of] }) => (of?.remaining ?? 0) < 1)).toEqual([]);
    expect(rejected.filter(({ windows: [of] }) => (of?.remaining ?? 0) >= 1)).toEqual([]);
  });

  it("only looks at a cost of 0, and takes a higher one as a whole", async () => {
    expect(await store.consume("cost", [day], 0)).toMatchObject({ allowed: true, windows: [{ remaining: 5 }] });
    expect(remaining(await store.consume("cost", [day], 4))).toEqual([1]);
    expect(await store.consume("cost", [day], 2)).toMatchObject({ allowed: false, windows: [{ remaining: 1 }] });
  });
}

describe("limits through rate-limiter-flexible, in memory", () => {
  behaves(
    () =>
      ({ name, quota, window }) =>
        new RateLimiterMemory({ keyPrefix: `${name}:${window}`, points: quota, duration: window }),
  );

  it("reject whom a limiter holds blocked, without giving back what it has not counted", async () => {
    const made: RateLimiterMemory[] = [];
    const store = flexibleLimits(({ name, quota, window }) => {
      const limiter = new RateLimiterMemory({ keyPrefix: name, points: quota, duration: window, blockDuration: 600 });
      made.push(limiter);
      return limiter;
    });
    await store.consume("blocked", [minute], 1);
    await made[0]?.block("blocked", 600);
    const [state] = (await store.consume("blocked", [minute], 1)).windows;
    expect(state?.remaining).toBe(0);
    expect((state?.resetAt ?? 0) - Date.now()).toBeGreaterThan(500_000);
  });
});

describeRedis("limits through rate-limiter-flexible, on Redis", () => {
  const prefix = uniquePrefix();
  const ioredis = new Redis(redisUrl, { lazyConnect: true });
  const redis = createClient({ url: redisUrl });
  beforeAll(() => redis.connect());
  afterAll(async () => {
    ioredis.disconnect();
    redis.destroy();
    await removeKeys(redisUrl, prefix);
  });

  const limiters =
    (storeClient: unknown, useRedisPackage: boolean, part: string) =>
    ({ name, quota, window }: LimitWindow): RateLimiterRedis =>
      new RateLimiterRedis({
        storeClient,
        useRedisPackage,
        keyPrefix: `${prefix}${part}:${name}:${window}`,
        points: quota,
        duration: window,
      });

  describe("through ioredis", () => {
    behaves(() => limiters(ioredis, false, "ioredis"));
  });
  describe("through redis", () => {
    behaves(() => limiters(redis, true, "redis"));
  });

  it("hold what is counted against a quota that changes in mid-window", async () => {
    const store = flexibleLimits(limiters(ioredis, false, "upgraded"));
    await repeat(3, store, "key", [minute]);
    expect(await store.consume("key", [{ ...minute, quota: 300 }], 1)).toMatchObject({ allowed: true, windows: [{ remaining: 296 }] });
  });

  it("fail with the error of the store, and are not taken for a rejection", async () => {
    const closed = new Redis(redisUrl, { lazyConnect: true, enableOfflineQueue: false });
    closed.on("error", () => undefined);
    const store = flexibleLimits(limiters(closed, false, "closed"));
    await expect(store.consume("key", [minute], 1)).rejects.toThrow(Error);
    closed.disconnect();
  });

  it("give back what a call consumed before a later window failed", async () => {
    const working = limiters(ioredis, false, "half");
    const store = flexibleLimits((window) => {
      if (window.name === "minute") return working(window);
      return {
        get: () => Promise.resolve(null),
        consume: () => Promise.reject(new Error("connection lost")),
        reward: () => Promise.reject(new Error("connection lost")),
      };
    });
    await expect(store.consume("key", [minute, day], 1)).rejects.toThrow("connection lost");
    expect((await working(minute).get("key"))?.consumedPoints).toBe(0);
  });
});
