import { Redis } from "ioredis";
import { afterAll, expect, it } from "vitest";
import type { LimitWindow } from "../../templates/runtime/server/limits/limit-store.js";
import type { Order, Outcome } from "./consume-worker.js";
import { describeRedis, redisUrl, removeKeys, uniquePrefix } from "./redis.js";
import { runTogether } from "./workers.js";

describeRedis("50,000 calls at once from 4 processes", () => {
  const prefix = uniquePrefix();
  const watcher = new Redis(redisUrl, { lazyConnect: true });
  afterAll(async () => {
    watcher.disconnect();
    await removeKeys(redisUrl, prefix);
  });

  const minute: LimitWindow = { name: "minute", quota: 30_000, window: 600 };
  const day: LimitWindow = { name: "day", quota: 20_000, window: 86_400 };

  const burst = (key: string, costs: readonly number[]): Promise<readonly Outcome[]> =>
    runTogether<Outcome>(
      "./consume-worker.ts",
      (["ioredis", "redis", "ioredis", "redis"] as const).map((client) => ({
        client,
        url: redisUrl,
        prefix,
        key,
        windows: [minute, day],
        costs,
      })) satisfies readonly Order[],
    );
  const sum = (outcomes: readonly Outcome[], part: keyof Outcome): number => outcomes.reduce((total, outcome) => total + outcome[part], 0);

  it("pass exactly as often as the smallest quota has room, and the rest changes no counter", async () => {
    const costs = Array<number>(12_500).fill(1);
    expect(sum(await burst("ones", costs), "allowed")).toBe(20_000);
    const held = await watcher.hgetall(`${prefix}{ones}`);
    expect(Object.values(held).map((field) => field.split(" ")[0])).toEqual(["20000", "20000"]);

    const bytes = await watcher.dumpBuffer(`${prefix}{ones}`);
    expect(sum(await burst("ones", costs), "allowed")).toBe(0);
    expect(await watcher.dumpBuffer(`${prefix}{ones}`)).toEqual(bytes);
  });

  it("pass for no more than the smallest quota when they cost more than one", async () => {
    const outcomes = await burst(
      "costs",
      Array.from({ length: 12_500 }, (_, index) => 1 + (index % 3)),
    );
    // As long as something is left, a call of cost 1 takes it.
    expect(sum(outcomes, "consumed")).toBe(20_000);
    const held = await watcher.hgetall(`${prefix}{costs}`);
    expect(Object.values(held).map((field) => field.split(" ")[0])).toEqual(["20000", "20000"]);
  });
});
