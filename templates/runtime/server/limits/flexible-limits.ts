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
  readonly now?: (() => number) | undefined;
}

/** A window, what counts it, and what was left of it at first sight. */
interface FlexibleCounter {
  readonly window: LimitWindow;
  readonly limiter: FlexibleLimiter;
  readonly state: WindowState;
}

/**
 * Counts through limiters of `rate-limiter-flexible`, one for each window. Their prefixes tell the windows apart; what a limiter with another
 * quota has counted under a prefix stays counted.
 *
 * ```ts
 * const limits = flexibleLimits(({ name, quota, window }) =>
 *   new RateLimiterPostgres({ storeClient: pool, keyPrefix: `${name}:${window}`, points: quota, duration: window, tableCreated: true }),
 * );
 * const server = createPetstoreServer({ handlers, authenticate, limits });
 * ```
 *
 * Tables are to be there before the first call: while they are being made, that library fails, and each process counts alone.
 *
 * That library consumes one window at a time, and counts what it rejects. So all windows are looked at first and then consumed in turn,
 * and what a rejected call consumed is given back. A window never passes more than its quota. Of several calls of one key at once, some
 * may be rejected although there was room. What is given back too late counts for the next window, and a process that dies in between
 * gives nothing back. `redisLimits` has none of these faults. Windows of these limiters are whole seconds.
 *
 * @throws the error of the store while it is away
 */
export function flexibleLimits(limiterFor: (window: LimitWindow) => FlexibleLimiter, options: FlexibleLimitsOptions = {}): LimitStore {
  const { now = Date.now } = options;
  const limiterOf = keep(limiterFor);
  return {
    async consume(key, windows, cost) {
      const look = async (window: LimitWindow): Promise<FlexibleCounter> => {
        const limiter = limiterOf(window);
        return { window, limiter, state: stateOf(window, (await limiter.get(key)) ?? undefined, now()) };
      };
      const counters = await Promise.all(windows.map(look));
      if (cost > 0 && counters.every(({ state }) => state.remaining >= cost)) return consumeInTurn(counters, key, cost, now);
      return { allowed: cost === 0, windows: counters.map(({ state }) => state), now: now() };
    },
  };
}

/** Consumes window by window. At the first that rejects or fails, what was consumed is given back. */
async function consumeInTurn(counters: readonly FlexibleCounter[], key: string, cost: number, now: () => number): Promise<Consumption> {
  const results = new Map<FlexibleCounter, FlexibleResult>();
  const giveBack = async (): Promise<void> => {
    // A limiter that holds a key blocked rejects without counting.
    const taken = [...results].flatMap(([{ limiter }, { consumedPoints }]) => (consumedPoints > 0 ? [limiter] : []));
    await Promise.all(taken.map((limiter) => limiter.reward(key, cost)));
  };
  // The shortest first: it rejects the most, and its rejections must not fill a longer one, be it for a moment.
  for (const counter of [...counters].sort((one, other) => one.window.window - other.window.window)) {
    const outcome = await attempt(counter, key, cost);
    if ("result" in outcome) results.set(counter, outcome.result);
    if ("result" in outcome && !outcome.rejected) continue;
    await giveBack();
    if ("error" in outcome) throw outcome.error;
    const time = now();
    return { allowed: false, windows: counters.map((each) => givenBack(each, results.get(each), cost, time)), now: time };
  }
  const time = now();
  return { allowed: true, windows: counters.map((each) => stateOf(each.window, results.get(each), time)), now: time };
}

/** What became of one window: its limiter counted or rejected the call, or it failed. */
type Attempt = { readonly result: FlexibleResult; readonly rejected: boolean } | { readonly error: unknown };

async function attempt({ window, limiter }: FlexibleCounter, key: string, cost: number): Promise<Attempt> {
  try {
    const result = copyOf(await limiter.consume(key, cost));
    return { result, rejected: result.consumedPoints > window.quota };
  } catch (error) {
    return isResult(error) ? { result: copyOf(error), rejected: true } : { error };
  }
}

/** A window after a rejection; as it was at first sight where its turn did not come. */
function givenBack({ window, state }: FlexibleCounter, result: FlexibleResult | undefined, cost: number, now: number): WindowState {
  if (result === undefined) return state;
  const { consumedPoints, msBeforeNext } = result;
  const left = stateOf(window, { consumedPoints: consumedPoints - cost, msBeforeNext }, now);
  return consumedPoints === 0 ? { ...left, remaining: 0 } : left;
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
