/** Nanoseconds per request of the limiter: in memory, and on Redis one after the other and many at once. */
import { Redis } from "ioredis";
import { createClient } from "redis";
import { RateLimiterMemory, RateLimiterUnion } from "rate-limiter-flexible";
import { memoryLimits } from "../../templates/runtime/server/limits/memory-limits.js";
import { redisLimits } from "../../templates/runtime/server/limits/redis-limits.js";
import type { LimitStore } from "../../templates/runtime/server/limits/limit-store.js";
import { policies } from "./petstore.js";
import { compare, type Figure } from "./rounds.js";

const windows = Object.entries(policies).map(([name, figures]) => ({ name, ...figures }));

/** Requests of so many callers, in turn. */
function inTurn(store: LimitStore, requests: number, callers: number): () => Promise<void> {
  const keys = Array.from({ length: callers }, (_, index) => `caller-${String(index)}`);
  return async () => {
    for (let request = 0; request < requests; request += 1) {
      const consumption = store.consume(keys[request % callers] ?? "", windows, 1);
      if (consumption instanceof Promise) await consumption;
    }
  };
}

function atOnce(store: LimitStore, requests: number, width: number): () => Promise<void> {
  return async () => {
    for (let request = 0; request < requests; request += width) {
      await Promise.all(Array.from({ length: width }, async (_, index) => store.consume(`caller-${String(index)}`, windows, 1)));
    }
  };
}

function flexible(requests: number): () => Promise<void> {
  const limiters = windows.map(({ name, quota, window }) => new RateLimiterMemory({ keyPrefix: name, points: quota, duration: window }));
  const union = new RateLimiterUnion(...limiters);
  return async () => {
    for (let request = 0; request < requests; request += 1) await union.consume("caller-0");
  };
}

export function measureMemory(rounds: number): Promise<readonly Figure[]> {
  const requests = 200_000;
  return compare("limiter in memory, two windows", requests, rounds, [
    { name: "sundial, one caller", run: inTurn(memoryLimits(), requests, 1) },
    { name: "sundial, 10,000 callers", run: inTurn(memoryLimits(), requests, 10_000) },
    { name: "rate-limiter-flexible, one caller", run: flexible(requests) },
  ]);
}

export async function measureRedis(rounds: number, url: string): Promise<readonly Figure[]> {
  const requests = 4096;
  const ioredis = new Redis(url);
  const nodeRedis = await createClient({ url }).connect();
  try {
    return await compare("limiter on Redis, two windows", requests, rounds, [
      {
        name: "a ping, one by one (ioredis)",
        run: async () => {
          for (let request = 0; request < requests; request += 1) await ioredis.ping();
        },
      },
      { name: "sundial, one by one (ioredis)", run: inTurn(redisLimits(ioredis), requests, 1) },
      { name: "sundial, 64 at once (ioredis)", run: atOnce(redisLimits(ioredis), requests, 64) },
      { name: "sundial, one by one (redis)", run: inTurn(redisLimits(nodeRedis), requests, 1) },
      { name: "sundial, 64 at once (redis)", run: atOnce(redisLimits(nodeRedis), requests, 64) },
    ]);
  } finally {
    ioredis.disconnect();
    nodeRedis.destroy();
  }
}
