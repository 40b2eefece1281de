import type { ServiceClock } from "./limit-header-types.js";

/** Bounds of how far the service's clock is ahead of ours, in milliseconds. */
interface Offset {
  readonly low: number;
  readonly high: number;
}

/** How much a single `Date` that contradicts those before it can make a wait longer, in milliseconds. Clocks of one service's machines are not further apart. */
const trust = 60_000;

/**
 * A clock that knows nothing yet: until the first `Date`, it takes ours for the service's. Each `Date` tells, for a moment between
 * sending and receiving, the service's time to the second; what all of them allow becomes narrow with time. Waits are counted from
 * the end of it at which they are longest.
 *
 * A `Date` that contradicts the others changes waits by at most a minute, and makes them only longer. When a second one of another moment
 * confirms it, a clock has been set, and both replace what was known.
 */
export function serviceClock(): ServiceClock {
  let known: Offset | undefined;
  let odd: (Offset & { readonly date: number }) | undefined;
  let learned = 0;
  return {
    learn(date, { sent, received }) {
      const seen = { low: date - received, high: date + 1000 - sent, date };
      // Clocks run apart: by less than a thousandth, even while they are being corrected.
      const drift = Math.max(0, received - learned) / 1000;
      learned = received;
      const wide = known ? { low: known.low - drift, high: known.high + drift } : seen;
      const agreed = meet(wide, seen) ? wide : odd && odd.date !== date && meet(odd, seen) ? odd : undefined;
      known = agreed ? both(agreed, seen) : wide;
      odd = agreed ? undefined : seen;
      return !odd || seen.low > known.low;
    },
    until: (time, at) => time - at - (known ? Math.min(known.low, Math.max((odd ?? known).low, known.low - trust)) : 0),
  };
}

/** A service that is busy writes a `Date` that is a little old; and the clocks of its machines are a little apart. */
const meet = (one: Offset, other: Offset): boolean => one.low <= other.high + 2000 && other.low <= one.high + 2000;

/** What both allow; where they just miss each other, what either does. */
function both(one: Offset, other: Offset): Offset {
  const low = Math.max(one.low, other.low);
  const high = Math.min(one.high, other.high);
  return low <= high ? { low, high } : { low: Math.min(one.low, other.low), high: Math.max(one.high, other.high) };
}
