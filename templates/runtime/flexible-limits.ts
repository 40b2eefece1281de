/** Counters of requests in the stores of `rate-limiter-flexible`: PostgreSQL, MySQL, MongoDB, DynamoDB, Memcached and more. */
import type { Consumption, LimitStore, LimitWindow, WindowState } from "./limit-store.js";

/** What is used of a limiter of `rate-limiter-flexible`, of any store. */
export interface FlexibleLimiter {
  get(key: string): Promise<FlexibleResult | null>;
  consume(key: string, points: number): Promise<FlexibleResult>;
  reward(key: string, points: number): Promise<unknown>;
}

/** What it answers, and what it rejects with when there are not enough points; a failure of the store is an `Error` instead. */
export interface FlexibleResult {
  readonly consumedPoints: number;
  readonly msBeforeNext: number;
}

export interface FlexibleLimitsOptions {
  /** Milliseconds since the epoch: the limiters themselves tell durations only. Default: `Date.now`. */
  readonly now?: () => number;
}

/** A window and what counts it. */
interface Counter {
  readonly window: LimitWindow;
  readonly limiter: FlexibleLimiter;
}

/**
 * Counts through limiters of `rate-limiter-flexible`, one for each window. Their prefixes tell the windows apart; what a limiter with another
 * quota has counted under a prefix stays counted.
 *
 * ```ts
 * const limits = flexibleLimits(({ name, quota, window }) =>
 *   new RateLimiterPostgres({ storeClient: pool, keyPrefix: `${name}:${window}`, points: quota, duration: window }),
 * );
 * const server = createPetstoreServer({ handlers, authenticate, limits });
 * ```
 *
 * That library consumes one window at a time, and counts what it rejects. So all windows are looked at first and then consumed together, and
 * what a rejected call consumed is given back. Never does a window pass more than its quota; but of calls of one key at once, some may be
 * rejected that had room, what is given back too late counts for the next window, and a process that dies in between gives nothing back.
 * `redisLimits` has none of these faults. Windows of these limiters are whole seconds.
 *
 * @throws the error of the store while it is away
 */
export function flexibleLimits(limiterFor: (window: LimitWindow) => FlexibleLimiter, options: FlexibleLimitsOptions = {}): LimitStore {
  const { now = Date.now } = options;
  const limiterOf = keep(limiterFor);
  return {
    async consume(key, windows, cost) {
      const counters = windows.map((window): Counter => ({ window, limiter: limiterOf(window) }));
      const found = await Promise.all(counters.map(({ limiter }) => limiter.get(key)));
      const time = now();
      const states = counters.map(({ window }, index) => stateOf(window, found[index] ?? undefined, time));
      if (cost === 0 || states.some(({ remaining }) => remaining < cost)) return { allowed: cost === 0, windows: states, now: time };
      return consumeAll(counters, key, cost, now);
    },
  };
}

/** What became of one window: the limiter counted and perhaps rejected the call, or it failed. */
type Attempt = { readonly counter: Counter; readonly result: FlexibleResult; readonly rejected: boolean } | { readonly error: unknown };

/** Consumes all windows, and gives all of it back where one of them rejects or fails. */
async function consumeAll(counters: readonly Counter[], key: string, cost: number, now: () => number): Promise<Consumption> {
  const attempts = await Promise.all(counters.map((counter) => attempt(counter, key, cost)));
  const counted = attempts.flatMap((each) => ("result" in each ? [each] : []));
  const allowed = counted.length === attempts.length && !counted.some(({ rejected }) => rejected);
  if (!allowed) {
    // A limiter that holds a key blocked rejects without counting.
    const taken = counted.filter(({ result }) => result.consumedPoints > 0);
    await Promise.all(taken.map(({ counter }) => counter.limiter.reward(key, cost)));
    for (const each of attempts) if ("error" in each) throw each.error;
  }
  const time = now();
  const windows = counted.map(({ counter: { window }, result, rejected }): WindowState => {
    const { consumedPoints, msBeforeNext } = result;
    const state = stateOf(window, { consumedPoints: allowed ? consumedPoints : consumedPoints - cost, msBeforeNext }, time);
    return rejected && consumedPoints === 0 ? { ...state, remaining: 0 } : state;
  });
  return { allowed, windows, now: time };
}

async function attempt(counter: Counter, key: string, cost: number): Promise<Attempt> {
  try {
    const result = copyOf(await counter.limiter.consume(key, cost));
    return { counter, result, rejected: result.consumedPoints > counter.window.quota };
  } catch (error) {
    return isResult(error) ? { counter, result: copyOf(error), rejected: true } : { error };
  }
}

/** As it is now: the limiter in memory changes what it has handed out. */
const copyOf = ({ consumedPoints, msBeforeNext }: FlexibleResult): FlexibleResult => ({ consumedPoints, msBeforeNext });

/** By its shape: a program may hold two copies of the library. */
function isResult(reason: unknown): reason is FlexibleResult {
  return (
    typeof reason === "object" && reason !== null && !(reason instanceof Error) && "consumedPoints" in reason && "msBeforeNext" in reason
  );
}

function stateOf({ name, quota, window }: LimitWindow, result: FlexibleResult | undefined, now: number): WindowState {
  const begun = result !== undefined && result.msBeforeNext > 0;
  return {
    name,
    quota,
    window,
    remaining: Math.max(0, quota - (begun ? Math.max(0, result.consumedPoints) : 0)),
    resetAt: now + (begun ? result.msBeforeNext : window * 1000),
  };
}

/** Plans with figures of their own could otherwise make limiters without end. */
const mostLimiters = 1000;

/** The same limiter for the same window: most of them remember something, if only that they have connected. */
function keep(limiterFor: (window: LimitWindow) => FlexibleLimiter): (window: LimitWindow) => FlexibleLimiter {
  const limiters = new Map<string, FlexibleLimiter>();
  return (window) => {
    const id = `${window.quota}/${window.window}/${window.name}`;
    const known = limiters.get(id);
    if (known !== undefined) return known;
    const [oldest] = limiters.size < mostLimiters ? [] : limiters.keys();
    if (oldest !== undefined) limiters.delete(oldest);
    const made = limiterFor(window);
    limiters.set(id, made);
    return made;
  };
}
