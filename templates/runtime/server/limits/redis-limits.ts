/** Counters of requests on Redis or Valkey, shared by every instance of a server. */
import type { Consumption, LimitStore, LimitWindow } from "./limit-store.js";
import { evaluate, type RedisClient, type RedisScript } from "../../shared/redis-client.js";

export interface RedisLimitsOptions {
  /** What the keys in Redis begin with: `sundial:limits:` when absent. Two services that share a Redis have one each. */
  readonly prefix?: string | undefined;
}

/**
 * Counts on Redis 6.2 and later or Valkey, single or cluster: one script per request, which takes the time from the server. A script runs
 * alone, so that a burst over many instances passes exactly as many requests as the fullest window has room for.
 *
 * ```ts
 * const redis = new Redis(process.env.REDIS_URL);     // of ioredis; or of redis: await createClient({ url }).connect()
 * const server = createPetstoreServer({
 *   handlers, authenticate, plan: (principal) => principal.plan,
 *   limits: redisLimits(redis),
 * });
 * ```
 *
 * Each key is one hash with a field per window, which goes with the last of them. A quota that changes in mid-window, as when a plan is
 * upgraded, applies to what is already counted. The wait for an answer is not bounded here: the server does that, see `limitFailover`.
 *
 * @throws what the client throws while Redis is away
 */
export function redisLimits(redis: RedisClient, options: RedisLimitsOptions = {}): LimitStore {
  const prefix = options.prefix ?? "sundial:limits:";
  return {
    // The braces keep what belongs to one counter in one slot of a cluster.
    consume: async (key, windows, cost) =>
      consumptionOf(await evaluate(redis, consumeScript, [`${prefix}{${key}}`], parametersOf(windows, cost)), windows),
  };
}

function parametersOf(windows: readonly LimitWindow[], cost: number): readonly string[] {
  return [
    String(cost),
    ...windows.flatMap(({ name, quota, window }) => {
      const length = String(Math.round(window * 1000));
      return [`${name}:${length}`, String(quota), length];
    }),
  ];
}

function consumptionOf(reply: unknown, windows: readonly LimitWindow[]): Consumption {
  // One text, because clients can be set to give the numbers of an array as something else.
  const [allowed, now = 0, ...counts] = String(reply).split(" ").map(Number);
  return {
    allowed: allowed === 1,
    now,
    windows: windows.map(({ name, quota, window }, index) => {
      const [used = 0, resetAt = now] = counts.slice(index * 2, index * 2 + 2);
      return { name, quota, window, remaining: Math.max(0, quota - used), resetAt };
    }),
  };
}

/**
 * Parameters: the cost, then for each window its field, its quota and its length in milliseconds. A field holds `used resetAt`.
 * Reply: `allowed now used resetAt used resetAt …`, times in milliseconds since the epoch.
 */
export const consumeScript: RedisScript = {
  sha1: "884c53dc23f6fdf27a7ffd55e731c60c79195874",
  text: `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local cost = tonumber(ARGV[1])
local names = {}
for i = 2, #ARGV, 3 do names[#names + 1] = ARGV[i] end
local fields = #names > 0 and redis.call('hmget', KEYS[1], unpack(names)) or {}

local used, reset, last, allowed = {}, {}, 0, 1
for i = 1, #names do
  local quota, length = tonumber(ARGV[3 * i]), tonumber(ARGV[3 * i + 1])
  local gap = fields[i] and string.find(fields[i], ' ', 1, true)
  local ends = gap and tonumber(string.sub(fields[i], gap + 1)) or 0
  -- A window that ends later than one that begins now was begun by a clock that has been set back since.
  if ends > now and ends <= now + length then
    used[i], reset[i] = tonumber(string.sub(fields[i], 1, gap - 1)), ends
  else
    used[i], reset[i] = 0, now + length
    last = math.max(last, reset[i])
  end
  if cost > 0 and used[i] + cost > quota then allowed = 0 end
end

if allowed == 1 and cost > 0 and #names > 0 then
  local changes = {}
  for i = 1, #names do
    used[i] = used[i] + cost
    changes[2 * i - 1], changes[2 * i] = names[i], used[i] .. ' ' .. reset[i]
  end
  redis.call('hset', KEYS[1], unpack(changes))
  -- The key stays for the windows that begin now, and for those that last longer.
  if last > 0 and redis.call('pttl', KEYS[1]) < last - now then redis.call('pexpireat', KEYS[1], last) end
end

local reply = { allowed, now }
for i = 1, #names do
  reply[2 * i + 1], reply[2 * i + 2] = used[i], reset[i]
end
return table.concat(reply, ' ')
`,
};
