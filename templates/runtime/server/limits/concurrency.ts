/** Policies of calls under way at once. */
import type { PolicyKind } from "./policy-kinds.js";

/** Nobody knows when a call ends: who is turned away is told to come back after so many milliseconds. */
const assumedWait = 1000;

/**
 * The state is how many calls are under way. On Redis it is a sorted set besides, of calls by the time when their lease ends: a process that
 * crashes gives nothing back, and its calls count no longer than that.
 */
export const concurrencyKind: PolicyKind = {
  look: ({ quota }, [underWay = 0], now) => ({
    remaining: quota - underWay,
    resetAt: now + assumedWait,
    availableAt: now + assumedWait,
  }),
  take: (_policy, [underWay = 0]) => [underWay + 1],
  lua: `
kinds.concurrency = {}
function kinds.concurrency.look(state, quota, length, now, cost, key)
  return quota - redis.call('zcount', key, '(' .. string.format('%.0f', now), '+inf'), now + ${assumedWait}, now + ${assumedWait}
end
function kinds.concurrency.take(state, quota, length, now, cost, key)
  redis.call('zremrangebyscore', key, '-inf', string.format('%.0f', now))
  redis.call('zadd', key, string.format('%.0f', now + lease), call)
  redis.call('pexpire', key, lease)
end
`,
};
