/** Sundial's client as a user has it: generated from `spec/petstore.yaml`, told its plan, and that its calls may wait for hours. */
import { Redis } from "ioredis";
import { createPetstoreClient, listPets, type PetstoreClient } from "../../generated/petstore/index.js";
import { redisGateStore } from "../../templates/runtime/client/limits/redis-gate-store.js";
import type { IoRedis } from "../../templates/runtime/shared/redis-client.js";
import type { MakeCall, Target } from "./caller.js";
import { timeScale } from "./messages.js";

const maxWait = 24 * 3_600_000;

export async function sundialClient(target: Target): Promise<MakeCall> {
  const petstore = await createSundialClient(target);
  return async (call) => (await listPets(petstore, {}, { headers: { "X-Call": String(call) } })).status;
}

export async function createSundialClient({ baseUrl, key, redis }: Target): Promise<PetstoreClient> {
  const shared = redis === undefined ? {} : { gateStore: redisGateStore(withScaledTime(await connected(redis))) };
  return createPetstoreClient({ baseUrl, auth: { bearerAuth: key }, plan: "free", maxWait, ...shared });
}

async function connected(url: string): Promise<Redis> {
  const redis = new Redis(url);
  await redis.ping();
  return redis;
}

/** Redis cannot load `scaled-time.mjs`: its scripts are given a clock that runs as everybody else's does. */
function withScaledTime(redis: Redis): IoRedis {
  const begin = process.env["BENCH_TIME_START"] ?? "0";
  const clock = `
local function scaled_time()
  local time = redis.call('time')
  local real = time[1] * 1000000 + time[2]
  local scaled = ${begin} * 1000 + (real - ${begin} * 1000) * ${String(timeScale())}
  return { math.floor(scaled / 1000000), scaled % 1000000 }
end
`;
  const evaluate = (script: string, keys: number, ...given: string[]): Promise<unknown> =>
    redis.eval(clock + script.replaceAll("redis.call('time')", "scaled_time()"), keys, ...given);
  return {
    // Scripts go by their text, since that is where the clock is.
    evalsha: () => Promise.reject(new Error("NOSCRIPT")),
    eval: evaluate,
  };
}
