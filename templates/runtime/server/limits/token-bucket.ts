/** Policies of buckets: so much at once, and then as it comes back. A spacing is a bucket of one. */
import type { CounterState, PolicyKind } from "./policy-kinds.js";
import type { LimitPolicy } from "./limit-store.js";

/**
 * Sums of fractions are a little off. What is this near to a whole number is that number, so that who comes back at the moment that was told
 * is not turned away.
 */
const tolerance = 1e-9;

/** The state is the level, and when that was. */
export const bucketKind: PolicyKind = {
  look(policy, state, now, cost) {
    const { quota, window } = policy;
    const level = levelAt(policy, state, now);
    const until = (wanted: number): number => now + Math.ceil(((wanted - level) * window * 1000) / quota);
    return { remaining: level, resetAt: until(quota), availableAt: level >= cost ? now : until(Math.min(cost, quota)) };
  },
  take: (policy, state, now, cost) => [levelAt(policy, state, now) - cost, now],
  lua: `
kinds.bucket = {}
function kinds.bucket.level(state, quota, length, now)
  -- What was counted later than an empty one takes to be full was counted by a clock that has been set back since.
  if not state[1] or state[2] > now + length then return quota end
  local level = math.min(quota, state[1] + math.max(0, now - state[2]) * quota / length)
  local whole = math.floor(level + 0.5)
  return math.abs(level - whole) < 1e-9 and whole or level
end
function kinds.bucket.look(state, quota, length, now, cost)
  local level = kinds.bucket.level(state, quota, length, now)
  local function ends(wanted) return now + math.ceil((wanted - level) * length / quota) end
  return level, ends(quota), level >= cost and now or ends(math.min(cost, quota))
end
function kinds.bucket.take(state, quota, length, now, cost)
  local level = kinds.bucket.level(state, quota, length, now) - cost
  return { level, now }, now + math.ceil((quota - level) * length / quota)
end
kinds.spacing = kinds.bucket
`,
};

function levelAt({ quota, window }: LimitPolicy, [held, at]: CounterState, now: number): number {
  // What was counted later than an empty one takes to be full was counted by a clock that has been set back since.
  if (held === undefined || at === undefined || at > now + window * 1000) return quota;
  const level = Math.min(quota, held + (Math.max(0, now - at) * quota) / (window * 1000));
  const whole = Math.round(level);
  return Math.abs(level - whole) < tolerance ? whole : level;
}
