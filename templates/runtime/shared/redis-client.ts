/**
 * Scripts on a Redis or Valkey server, through whichever client the program already has: nothing is imported from either.
 */

/** A client of `ioredis` (5 and later) or of `redis` (node-redis, 4 and later), single or cluster, as it comes. */
export type RedisClient = IoRedis | NodeRedis;

/** What is used of a client of `ioredis`, or of one of its descendants. */
export interface IoRedis {
  evalsha(sha1: string, keyCount: number, ...keysAndArguments: string[]): Promise<unknown>;
  eval(script: string, keyCount: number, ...keysAndArguments: string[]): Promise<unknown>;
}

/** What is used of a client of `redis`: of a single one, a pool, a sentinel or a cluster. */
export interface NodeRedis {
  evalSha(sha1: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** A script in Lua and the SHA-1 of its text in hexadecimal: written down, because not every platform can reckon it. */
export interface RedisScript {
  readonly text: string;
  readonly sha1: string;
}

/**
 * Runs a script by its hash, and by its text where the server does not know it yet: after a restart, a failover or a flush.
 * All keys must live in one slot of a cluster.
 *
 * ```ts
 * const redis = new Redis();               // of ioredis, or: await createClient().connect() of redis
 * const text = "return redis.call('incrby', KEYS[1], ARGV[1])";
 * const add = { text, sha1: createHash("sha1").update(text).digest("hex") };
 * const sum = await evaluate(redis, add, ["total"], ["5"]);
 * ```
 *
 * @throws what the client throws: a reply that is an error, or a server that is away
 * @see https://redis.io/docs/latest/commands/evalsha/
 */
export async function evaluate(
  redis: RedisClient,
  script: RedisScript,
  keys: readonly string[],
  parameters: readonly string[],
): Promise<unknown> {
  try {
    return await ("evalSha" in redis
      ? redis.evalSha(script.sha1, { keys: [...keys], arguments: [...parameters] })
      : redis.evalsha(script.sha1, keys.length, ...keys, ...parameters));
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
    return "evalSha" in redis
      ? redis.eval(script.text, { keys: [...keys], arguments: [...parameters] })
      : redis.eval(script.text, keys.length, ...keys, ...parameters);
  }
}
