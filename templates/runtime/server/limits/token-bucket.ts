/** Policies of buckets: so much at once, and then as it comes back. A spacing is a bucket of one. */
import type { CounterState, PolicyKind } from "./policy-kinds.js";
import type { LimitPolicy } from "./limit-store.js";

/**
 * Sums of fractions are a little off, so levels are compared in parts of this many: who comes back at the moment that was told is not turned
 * away, and that moment is not a millisecond later because of it. What is held is not rounded.
 */
const fractions = 1e9;

/** The state is the level, and when that was. */
export const bucketKind: PolicyKind = {
  look(policy, state, now, cost) {
    const { quota, window } = policy;
    const level = levelAt(policy, state, now);
    const until = (wanted: number): number => now + Math.max(0, Math.ceil(((wanted - level - 0.1 / fractions) * window * 1000) / quota));
    const remaining = Math.round(level * fractions) / fractions;
    return { remaining, resetAt: until(quota), availableAt: remaining >= cost ? now : until(Math.min(cost, quota)) };
  },
  take: (policy, state, now, cost) => [levelAt(policy, state, now) - cost, now],
  lua: `
kinds.bucket = {}
function kinds.bucket.level(state, quota, length, now)
  -- What was counted later than an empty one takes to be full was counted by a clock that has been set back since.
  if not state[1] or state[2] > now + length then return quota end
  return math.min(quota, state[1] + math.max(0, now - state[2]) * quota / length)
end
function kinds.bucket.look(state, quota, length, now, cost)
  local level = kinds.bucket.level(state, quota, length, now)
  local function ends(wanted) return now + math.max(0, math.ceil((wanted - level - 0.1 / ${fractions}) * length / quota)) end
  local remaining = math.floor(level * ${fractions} + 0.5) / ${fractions}
  return remaining, ends(quota), remaining >= cost and now or ends(math.min(cost, quota))
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
  return Math.min(quota, held + (Math.max(0, now - at) * quota) / (window * 1000));
}
