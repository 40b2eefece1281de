/** Counters of requests on Redis or Valkey, shared by every instance of a server. */
import type { Consumption, LimitCall, LimitStore, LimitWindow } from "./limit-store.js";
import { consumeAllScript, extendScript, releaseScript } from "./redis-scripts.js";
import { costIn, counterName } from "./policy-kinds.js";
import { evaluate, type RedisClient, type RedisScript } from "../../shared/redis-client.js";

export interface RedisLimitsOptions {
  /** What the keys in Redis begin with: `sundial:limits:` when absent. Two services that share a Redis have one each. */
  readonly prefix?: string | undefined;
  /**
   * Seconds after which the calls of a process that has crashed are no longer under way, for policies of concurrency. A process that lives
   * says so three times in that time. Default: 30.
   */
  readonly lease?: number | undefined;
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
 * Each key is one hash with a field per policy, which goes with the last of them; calls under way are in a sorted set beside it. Where a
 * description limits keys and addresses both, a call counts under two keys. All keys of a prefix are then in one slot of a cluster: only there
 * can they be taken of together. A quota that changes in mid-window, as when a plan is
 * upgraded, applies to what is already counted. The wait for an answer is not bounded here: the server does that, see `limitFailover`.
 *
 * Throws a `TypeError` where `lease` is no number of seconds.
 *
 * @throws what the client throws while Redis is away
 */
export function redisLimits(redis: RedisClient, options: RedisLimitsOptions = {}): LimitStore {
  const { prefix = "sundial:limits:", lease = 30 } = options;
  if (!(lease > 0 && lease < Infinity)) throw new TypeError("`lease` is a number of seconds");
  const nextCall = callNames();
  return {
    // The braces keep what belongs to one counter in one slot of a cluster.
    consume: async (key, windows, cost) =>
      consumptionOf(await evaluate(redis, consumeScript, [`${prefix}{${key}}`], parametersOf(windows, cost)), windows),
    async consumeAll(call) {
      const name = nextCall();
      const { keys, parameters, held } = requestOf(call, prefix);
      const reply = await evaluate(redis, consumeAllScript, keys, [
        String(Math.round(lease * 1000)),
        name,
        String(call.cost),
        ...parameters,
      ]);
      const consumption = consumptionOfAll(reply, call);
      if (!consumption.allowed || held.length === 0 || call.cost === 0) return consumption;
      return { ...consumption, release: hold(redis, held, name, lease * 1000) };
    },
  };
}

/** Names of calls, which no other process gives. */
function callNames(): () => string {
  let [own, count] = ["", 0];
  return () => {
    own ||= Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36)).join("");
    return `${own}.${(count++).toString(36)}`;
  };
}

/** The keys in Redis of a call, what the script needs to know of each policy, and the keys that hold calls under way. */
function requestOf({ groups, cost, together }: LimitCall, prefix: string) {
  const keys: string[] = [];
  const parameters: string[] = [];
  const held: string[] = [];
  for (const { key, policies } of groups) {
    // What is in the braces says which slot of a cluster it is.
    const hash = together === true ? `${prefix}{all:${prefix}}${key}` : `${prefix}{${key}}`;
    const place = keys.push(hash);
    for (const policy of policies) {
      const { kind = "fixed", name, quota, window } = policy;
      const length = kind === "fixed" ? Math.round(window * 1000) : window * 1000;
      if (kind === "concurrency") held.push(`${hash}:${name}`);
      parameters.push(
        kind,
        String(kind === "concurrency" ? keys.push(`${hash}:${name}`) : place),
        kind === "fixed" ? `${name}:${length}` : counterName(policy),
        String(quota),
        String(length),
        String(costIn(policy, cost)),
      );
    }
  }
  return { keys, parameters, held };
}

function consumptionOfAll(reply: unknown, { groups, cost }: LimitCall): Consumption {
  const [allowed, now = 0, ...counts] = String(reply).split(" ").map(Number);
  const policies = groups.flatMap((group) => group.policies);
  return {
    allowed: allowed === 1,
    now,
    windows: policies.map((policy, index) => {
      const [remaining = 0, resetAt = now, availableAt = now] = counts.slice(index * 3, index * 3 + 3);
      const isLacking = allowed !== 1 && remaining < costIn(policy, cost);
      return { ...policy, remaining: Math.max(0, remaining), resetAt, ...(isLacking && { availableAt }) };
    }),
  };
}

/** Keeps a call under way, and gives the function that ends it. What does not arrive ends with its lease, and needs no more than that. */
function hold(redis: RedisClient, keys: readonly string[], name: string, lease: number): () => void {
  const send = (script: RedisScript, parameters: readonly string[]): void => {
    evaluate(redis, script, keys, parameters).catch((): void => undefined);
  };
  // One for each call: on some platforms a timer belongs to a request.
  const timer = setInterval(() => {
    send(extendScript, [name, String(Math.round(lease))]);
  }, lease / 3);
  // Node's keeps a process from ending, which has nothing else to do.
  const { unref } = timer as { readonly unref?: () => unknown };
  if (unref !== undefined) Reflect.apply(unref, timer, []);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    clearInterval(timer);
    send(releaseScript, [name]);
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
