/** Gates that the processes of a program share through Redis or Valkey. */
import type { SharedGates } from "./gate-store.js";
import type { RedisClient } from "../../shared/redis-client.js";
import { redisStates, type RedisStatesOptions } from "./redis-states.js";
import { sharedGates } from "./shared-gates.js";

/**
 * What a client takes as `gateStore`, so that all processes with one credential together keep to its limits.
 *
 * ```ts
 * const redis = new Redis(process.env.REDIS_URL);     // of ioredis; or of redis: await createClient({ url }).connect()
 * const petstore = createPetstoreClient({
 *   auth: { bearerAuth: key },
 *   gateStore: redisGateStore(redis),
 * });
 * ```
 *
 * Redis holds the state of a gate under a hash of its origin and credential, for as long as the state matters. While Redis is down, each
 * process continues alone. That is reported once through `onLimit`, and needs no restart.
 */
export function redisGateStore(redis: RedisClient, options: RedisStatesOptions = {}): SharedGates {
  return sharedGates(redisStates(redis, options));
}
