/**
 * Policies of sliding windows: in no span of the window's length is more taken than the quota, wherever that span begins.
 *
 * What was taken is kept with its time, exactly, for up to 64 moments: a quota of 64 or less is always exact. Where there are more, what comes
 * within a 64th of the window of each other is kept as one, with the time of the last of it. So some of it comes back later than it might,
 * by a 64th of the window at most, nothing comes back earlier, and a counter never has more than 129 entries.
 */
import type { CounterState, PolicyKind } from "./policy-kinds.js";
import type { LimitPolicy } from "./limit-store.js";

/** Moments that are kept apart, and parts of the window. */
const parts = 64;

/** The state has three numbers for each entry: when the first of it was taken, when the last was, and how much it is. Oldest first. */
export const slidingKind: PolicyKind = {
  look(policy, state, now, cost) {
    const length = policy.window * 1000;
    const kept = keptOf(policy, state, now);
    const remaining = policy.quota - sumOf(kept);
    let [left, availableAt, resetAt] = [remaining, now, now + length];
    for (let index = 0; index < kept.length; index += 3) {
      resetAt = Math.max(index === 0 ? 0 : resetAt, (kept[index + 1] ?? 0) + length);
      if (left < cost) availableAt = resetAt;
      left += kept[index + 2] ?? 0;
    }
    // More than there ever is: who asks for that waits for all there is.
    return { remaining, resetAt, availableAt: left < cost ? resetAt : availableAt };
  },
  take(policy, state, now, cost) {
    const kept = keptOf(policy, state, now);
    const last = kept.length - 3;
    const isNear = kept[last + 1] === now || (kept.length >= 3 * parts && now - (kept[last] ?? 0) <= (policy.window * 1000) / parts);
    if (last < 0 || !isNear) return [...kept, now, now, cost];
    kept[last + 1] = Math.max(now, kept[last + 1] ?? 0);
    kept[last + 2] = (kept[last + 2] ?? 0) + cost;
    return kept;
  },
  lua: `
kinds.sliding = {}
-- What still counts. What comes after the end of a window that begins now was counted by a clock that has been set back since.
function kinds.sliding.kept(state, length, now)
  local kept, used = {}, 0
  for i = 1, #state, 3 do
    if math.abs(now - state[i + 1]) < length then
      for j = i, i + 2 do kept[#kept + 1] = state[j] end
      used = used + state[i + 2]
    end
  end
  return kept, used
end
function kinds.sliding.look(state, quota, length, now, cost)
  local kept, used = kinds.sliding.kept(state, length, now)
  local left, available, reset = quota - used, now, now + length
  for i = 1, #kept, 3 do
    reset = math.max(i == 1 and 0 or reset, kept[i + 1] + length)
    if left < cost then available = reset end
    left = left + kept[i + 2]
  end
  if left < cost then available = reset end
  return quota - used, reset, available
end
function kinds.sliding.take(state, quota, length, now, cost)
  local kept = kinds.sliding.kept(state, length, now)
  local size = #kept
  if size > 0 and (kept[size - 1] == now or size >= ${3 * parts} and now - kept[size - 2] <= length / ${parts}) then
    kept[size - 1], kept[size] = math.max(now, kept[size - 1]), kept[size] + cost
  else
    kept[size + 1], kept[size + 2], kept[size + 3] = now, now, cost
  end
  return kept, kept[#kept - 1] + length
end
`,
};

/** What still counts. What comes after the end of a window that begins now was counted by a clock that has been set back since. */
function keptOf({ window }: LimitPolicy, state: CounterState, now: number): number[] {
  const kept: number[] = [];
  for (let index = 0; index < state.length; index += 3) {
    const [begin = 0, last = 0, amount = 0] = [state[index], state[index + 1], state[index + 2]];
    if (Math.abs(now - last) < window * 1000) kept.push(begin, last, amount);
  }
  return kept;
}

function sumOf(kept: CounterState): number {
  let sum = 0;
  for (let index = 2; index < kept.length; index += 3) sum += kept[index] ?? 0;
  return sum;
}
