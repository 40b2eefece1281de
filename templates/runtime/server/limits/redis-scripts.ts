/** The scripts that count policies of all kinds on Redis, made of those of the kinds. */
import { policyKinds } from "./policy-kinds.js";
import type { RedisScript } from "../../shared/redis-client.js";

/** Each once: a spacing is a bucket. */
const kindsInLua = [...new Set(Object.values(policyKinds).map(({ lua }) => lua))].join("");

/**
 * Parameters: milliseconds of a lease, the name of the call, and its cost; then for each policy its kind, which key it is under, its field, its
 * quota, its length in milliseconds, and what the call costs there. A field holds the numbers of its state. A key that a policy of concurrency
 * names is a sorted set.
 * Reply: `allowed now remaining resetAt availableAt remaining resetAt availableAt …`, times in milliseconds since the epoch.
 */
export const consumeAllScript: RedisScript = {
  sha1: "2efdb156089c17abcf8c8759720570f63a494cfe",
  text: `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local lease, call = tonumber(ARGV[1]), ARGV[2]
local kinds = {}
${kindsInLua}
kinds.fixed = {}
function kinds.fixed.look(state, quota, length, now, cost)
  local used, ends = state[1], state[2]
  -- A window that ends later than one that begins now was begun by a clock that has been set back since.
  if not ends or ends <= now or ends > now + length then used, ends = 0, now + length end
  return quota - used, ends, ends
end
function kinds.fixed.take(state, quota, length, now, cost)
  local left, ends = kinds.fixed.look(state, quota, length, now, 0)
  return { quota - left + cost, ends }, ends
end

local function text(number)
  if number == math.floor(number) and math.abs(number) < 1e15 then return string.format('%.0f', number) end
  return string.format('%.17g', number)
end

local policies, allowed = {}, 1
for i = 4, #ARGV, 6 do
  local policy = {
    kind = kinds[ARGV[i]], key = KEYS[tonumber(ARGV[i + 1])], field = ARGV[i + 2],
    quota = tonumber(ARGV[i + 3]), length = tonumber(ARGV[i + 4]), cost = tonumber(ARGV[i + 5]), state = {}
  }
  local held = ARGV[i] ~= 'concurrency' and redis.call('hget', policy.key, policy.field)
  if held then
    for number in string.gmatch(held, '%S+') do policy.state[#policy.state + 1] = tonumber(number) end
  end
  policies[#policies + 1] = policy
  local left = policy.kind.look(policy.state, policy.quota, policy.length, now, policy.cost, policy.key)
  if policy.cost > 0 and left < policy.cost then allowed = 0 end
end

if allowed == 1 and tonumber(ARGV[3]) > 0 then
  for _, policy in ipairs(policies) do
    local state, ends = policy.kind.take(policy.state, policy.quota, policy.length, now, policy.cost, policy.key)
    if state then
      policy.state = state
      local numbers = {}
      for i = 1, #state do numbers[i] = text(state[i]) end
      redis.call('hset', policy.key, policy.field, table.concat(numbers, ' '))
      -- The key stays for the policy of which something is known the longest.
      if redis.call('pttl', policy.key) < ends - now then redis.call('pexpireat', policy.key, text(math.ceil(ends))) end
    end
  end
end

local reply = { allowed, text(now) }
for _, policy in ipairs(policies) do
  local left, reset, available = policy.kind.look(policy.state, policy.quota, policy.length, now, policy.cost, policy.key)
  reply[#reply + 1] = text(left) .. ' ' .. text(reset) .. ' ' .. text(available)
end
return table.concat(reply, ' ')
`,
};

/**
 * Parameters: the name of a call, and milliseconds of its lease. A call that is not there is put back: a Redis that has lost its data knows
 * after a third of a lease what is under way.
 */
export const extendScript: RedisScript = {
  sha1: "2b464d298212c9dde0d552ece2b059f1895fee49",
  text: `
local time = redis.call('time')
local ends = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2])
for i = 1, #KEYS do
  redis.call('zadd', KEYS[i], ends, ARGV[1])
  redis.call('pexpire', KEYS[i], ARGV[2])
end
`,
};

/** Parameter: the name of a call. */
export const releaseScript: RedisScript = {
  sha1: "f557544d9e245a0dde606824ed626de7dbecf24a",
  text: `
for i = 1, #KEYS do redis.call('zrem', KEYS[i], ARGV[1]) end
`,
};
