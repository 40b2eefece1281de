/**
 * The ways in which services limit, as the services themselves count: no part of sundial, and written apart from it. Moments and
 * durations are milliseconds.
 */

/** One counter of a service. */
export interface Limiter {
  /** What it allows at once, when nothing is used. */
  readonly limit: number;
  /** Milliseconds until so much more fits in; 0 where it does now, Infinity where nobody can say. */
  wait(now: number, cost: number): number;
  take(now: number, cost: number): void;
  /** What is left at that moment. */
  left(now: number): number;
  /** Milliseconds until all of it is there again, where that is known. */
  resetIn(now: number): number;
  /** A call is over. */
  release(cost: number): void;
}

const nothing = (): void => undefined;

/** Windows of a length, each with its beginning. */
function windows(limit: number, window: number, begin: (now: number) => number): Limiter {
  let [used, end] = [0, -Infinity];
  const roll = (now: number): void => {
    if (now >= end) [used, end] = [0, -Infinity];
  };
  return {
    limit,
    wait(now, cost) {
      roll(now);
      return cost > limit ? Infinity : used + cost <= limit ? 0 : end - now;
    },
    take(now, cost) {
      roll(now);
      if (end === -Infinity) end = begin(now) + window;
      used += cost;
    },
    left(now) {
      roll(now);
      return limit - used;
    },
    resetIn(now) {
      roll(now);
      return Math.max(0, end === -Infinity ? begin(now) + window - now : end - now);
    },
    release: nothing,
  };
}

/** A window begins with the first call in it. */
export const fixedWindow = (limit: number, window: number): Limiter => windows(limit, window, (now) => now);

/** Windows begin with the minute, or the hour, of the clock. */
export const alignedWindow = (limit: number, window: number): Limiter => windows(limit, window, (now) => Math.floor(now / window) * window);

/** What was counted leaves as long after it came as the window is. */
export function slidingLog(limit: number, window: number): Limiter {
  let log: { readonly at: number; readonly cost: number }[] = [];
  const used = (now: number): number => {
    log = log.filter(({ at }) => at + window > now);
    return log.reduce((sum, { cost }) => sum + cost, 0);
  };
  return {
    limit,
    wait(now, cost) {
      if (cost > limit) return Infinity;
      let over = used(now) + cost - limit;
      for (const entry of log) {
        if (over <= 0) break;
        over -= entry.cost;
        if (over <= 0) return entry.at + window - now;
      }
      return 0;
    },
    take(now, cost) {
      log.push({ at: now, cost });
    },
    left: (now) => limit - used(now),
    resetIn(now) {
      used(now);
      return (log[0]?.at ?? now) + window - now;
    },
    release: nothing,
  };
}

/** Sums of parts of tokens are not exact. */
const rounding = 1e-9;

/** A token or leaky bucket: `burst` at once, and then `rate` for each second. */
export function bucket(burst: number, rate: number): Limiter {
  let [tokens, seen] = [burst, 0];
  const fill = (now: number): number => {
    tokens = Math.min(burst, tokens + (Math.max(0, now - seen) * rate) / 1000);
    seen = Math.max(seen, now);
    return tokens;
  };
  return {
    limit: burst,
    wait(now, cost) {
      if (cost > burst) return Infinity;
      const lacking = cost - fill(now);
      // Of a moment that only seems to come, the next whole millisecond.
      return lacking <= rounding ? 0 : Math.max(1, Math.ceil((lacking * 1000) / rate - rounding));
    },
    take(now, cost) {
      tokens = fill(now) - cost;
    },
    left: (now) => Math.floor(fill(now) + rounding),
    resetIn: (now) => ((burst - fill(now)) * 1000) / rate,
    release: nothing,
  };
}

/** So many calls under way at once. */
export function concurrency(limit: number): Limiter {
  let active = 0;
  return {
    limit,
    wait: (_, cost) => (active + cost <= limit ? 0 : Infinity),
    take(_, cost) {
      active += cost;
    },
    left: () => limit - active,
    resetIn: () => 0,
    release(cost) {
      active -= cost;
    },
  };
}
