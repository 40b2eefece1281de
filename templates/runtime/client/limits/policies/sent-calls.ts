/** What was sent, by its moments: few enough to be kept as text. */

/** Moments in their order, and what was sent at each. */
export type SentCalls = [moment: number, cost: number][];

/** More moments than this are kept as fewer. */
const mostMoments = 200;

/**
 * Adds a call, without those that are not after `oldest`. Each moment stands there once: where states are merged, what both have of a moment is the
 * same calls. Moments that are less than `distance` apart become the later of them where there are too many.
 */
export function addCall(sent: SentCalls, moment: number, cost: number, oldest: number, distance: number): SentCalls {
  const calls = sent.filter(([at]) => at > oldest);
  let place = calls.length;
  while ((calls[place - 1]?.[0] ?? 0) > moment) place -= 1;
  const same = calls[place - 1];
  if (same?.[0] === moment) calls[place - 1] = [moment, same[1] + cost];
  else calls.splice(place, 0, [moment, cost]);
  return calls.length > mostMoments ? merged(calls, distance) : calls;
}

/** Takes out what a call counted for that was sent at a moment: less than `distance` later, where moments have become one. */
export function takeOut(sent: SentCalls, moment: number, cost: number, distance: number): SentCalls {
  const found = sent.find(([at, spent]) => at >= moment && at - moment <= distance && spent >= cost);
  if (found !== undefined) found[1] -= cost;
  return found?.[1] === 0 ? sent.filter((call) => call !== found) : sent;
}

function merged(calls: SentCalls, distance: number): SentCalls {
  const fewer: SentCalls = [];
  let first = 0;
  for (const [at, cost] of calls) {
    const last = fewer[fewer.length - 1];
    if (last !== undefined && at - first < distance) fewer[fewer.length - 1] = [at, last[1] + cost];
    else {
      first = at;
      fewer.push([at, cost]);
    }
  }
  return fewer;
}

/** What was sent at moments that fit. */
export const sentAt = (calls: SentCalls, fits: (moment: number) => boolean): number =>
  calls.reduce((sum, [at, cost]) => (fits(at) ? sum + cost : sum), 0);
