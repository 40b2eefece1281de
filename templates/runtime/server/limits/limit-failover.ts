/** What a server does with its limits while the store that counts is away. */
import { withTimeout } from "../../shared/with-timeout.js";
import type { Consumption, LimitCall, LimitPolicy, LimitStore, WindowState } from "./limit-store.js";
import { costIn } from "./policy-kinds.js";
import { memoryLimits } from "./memory-limits.js";
import { ProblemError } from "../route/problem.js";
import { hasRequestContexts } from "../../shared/request-contexts.js";
import { isPromiseLike } from "../../shared/is-promise-like.js";

export interface FailoverOptions {
  /**
   * "local" (default) counts in this process, with the quotas divided by `instances`; "open" lets every call pass; "closed" throws the
   * `ProblemError` of a 503, with `Retry-After`.
   */
  readonly onStoreError?: "local" | "open" | "closed" | undefined;
  /** How many processes share the store. Default: 1. */
  readonly instances?: number | undefined;
  /** Milliseconds after which a store that does not answer is away. Default: 250. */
  readonly timeout?: number | undefined;
  /** Told at most once a minute that the store is away, and then that it is back. Default: a warning on the console. */
  readonly onStore?: ((event: StoreEvent) => void) | undefined;
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

export type StoreEvent =
  | { readonly store: "away"; readonly error: unknown; readonly onStoreError: "local" | "open" | "closed" }
  /** After so many milliseconds, and so many calls that were decided without the store. */
  | { readonly store: "back"; readonly after: number; readonly calls: number };

/** Milliseconds from a failure to the next attempt: the first, twice as long after each further failure, and the longest. */
const rests = { first: 100, longest: 2000 };
const reportInterval = 60_000;

interface Outage {
  readonly since: number;
  calls: number;
  /** How long it is to rest after a failure. */
  rest: number;
  /** The next attempt is made `pause` milliseconds after that. While one is under way, it is until that one must be over. */
  from: number;
  pause: number;
}

/**
 * Bounds the wait for a store, decides without it while it is away, and returns to it by itself.
 *
 * ```ts
 * const limits = limitFailover(redisLimits(redis), {
 *   onStoreError: "local",
 *   instances: 4,
 *   onStore: (event) => log.warn(event),
 * });
 * ```
 *
 * After the first failure no call waits for the store any more. Now and then a call is also counted there, and the first success brings
 * all calls back to the store. What passed in the meantime is not carried over: each outage may add one quota to a window.
 *
 * Where a request has a context of its own (`perRequest`), its work ends with its answer. There such a call waits, and the store decides
 * after all if it is back. One that is cancelled meanwhile holds up nobody.
 *
 * Throws a `TypeError` where `timeout` or `instances` is no number that can be kept: after `NaN` milliseconds every store is away.
 */
export function limitFailover(store: LimitStore, options: FailoverOptions = {}, perRequest: boolean = hasRequestContexts()): LimitStore {
  const { timeout = 250, instances = 1, now = Date.now } = options;
  if (!isNumber(timeout) || timeout <= 0 || timeout === Infinity)
    throw new TypeError(`\`timeout\` must be a number of milliseconds above 0, not ${shown(timeout)}`);
  if (!isNumber(instances) || instances < 1) throw new TypeError(`\`instances\` must be a number from 1 on, not ${shown(instances)}`);
  const decide = decideWithout(options);
  const report = outageReporter(options, now);
  let outage: Outage | undefined;

  const failed = (error: unknown): void => {
    const time = now();
    // Many calls may be waiting when the store goes away: together they are one failure.
    outage ??= { since: time, calls: 0, rest: rests.first, from: time, pause: rests.first };
    report({ store: "away", error, onStoreError: options.onStoreError ?? "local" });
  };
  const askAgain = async (current: Outage, ask: () => Answer): Promise<Consumption | undefined> => {
    const rest = Math.min(2 * current.rest, rests.longest);
    Object.assign(current, { rest, from: now(), pause: timeout + rest } satisfies Partial<Outage>);
    try {
      const answer = await bounded(ask());
      if (outage === current) {
        outage = undefined;
        report({ store: "back", after: now() - current.since, calls: current.calls });
      }
      return answer;
    } catch (error) {
      if (outage === current) {
        Object.assign(current, { from: now(), pause: rest } satisfies Partial<Outage>);
        failed(error);
      }
      return undefined;
    }
  };
  /** Of an answer that comes too late, what it has taken is given back: the call was decided without it. */
  const bounded = (answer: Answer): Promise<Consumption> => {
    let isLate = false;
    Promise.resolve(answer).then(
      (late) => {
        if (isLate) late.release?.();
      },
      (): void => undefined, // told by the other promise
    );
    return withTimeout(answer, timeout).catch((error: unknown) => {
      isLate = true;
      throw error;
    });
  };
  const rested = (): number => {
    if (outage !== undefined) outage.calls++;
    return outage?.rest ?? rests.first;
  };

  const decided = (ask: () => Answer, without: (rest: number) => Answer): Answer => {
    if (outage !== undefined) {
      // The distance both ways: a clock that was put back must not keep the store away.
      if (Math.abs(now() - outage.from) < outage.pause) return without(rested());
      const asked = askAgain(outage, ask);
      if (perRequest) return asked.then((answer) => answer ?? without(rested()));
      void asked.then((answer) => answer?.release?.());
      return without(rested());
    }
    try {
      const answer = ask();
      if (!isPromiseLike(answer)) return answer;
      return bounded(answer).catch((error: unknown) => {
        failed(error);
        return without(rested());
      });
    } catch (error) {
      failed(error);
      return without(rested());
    }
  };

  return {
    consume: (key, windows, cost) =>
      decided(
        () => store.consume(key, windows, cost),
        (rest) => decide.one(rest, key, windows, cost),
      ),
    ...(store.consumeAll && {
      consumeAll: (call) =>
        decided(
          () => store.consumeAll?.(call) ?? decide.all(rests.first, call),
          (rest) => decide.all(rest, call),
        ),
    }),
  };
}

type Answer = Consumption | Promise<Consumption>;

const isNumber = (value: unknown): value is number => typeof value === "number" && !Number.isNaN(value);
const shown = (value: unknown): string => (typeof value === "number" ? String(value) : typeof value);

/** How a call is decided while the store is away; `rest` is what a rejected caller should at least wait, in milliseconds. */
function decideWithout({ onStoreError = "local", instances = 1, now = Date.now }: FailoverOptions) {
  const memory = memoryLimits({ now });
  const refused = (rest: number): never => {
    const headers = ["Retry-After", String(Math.ceil(rest / 1000))];
    throw new ProblemError("unavailable", "Requests cannot be counted at the moment.", { headers });
  };
  const all = (rest: number, { groups, cost }: LimitCall): Answer => {
    if (onStoreError === "closed") return refused(rest);
    const policies = groups.flatMap((group) => group.policies);
    if (onStoreError === "open") return untouched(policies, cost, now());
    const parts = groups.map(({ key, policies: whole }) => ({ key, policies: whole.map((policy) => partOf(policy, cost, instances)) }));
    return asTold(policies, memory.consumeAll?.({ groups: parts, cost }) ?? untouched(policies, cost, now()));
  };
  const one = (rest: number, ...[key, windows, cost]: Parameters<LimitStore["consume"]>): Answer => {
    if (onStoreError === "closed") return refused(rest);
    if (onStoreError === "open") return untouched(windows, cost, now());
    const parts = windows.map((window) => partOf(window, cost, instances));
    return asTold(windows, memory.consume(key, parts, cost));
  };
  return { one, all };
}

/** Policies of which nobody else takes anything. */
function untouched(policies: readonly LimitPolicy[], cost: number, now: number): Consumption {
  const windows = policies.map((policy) => ({
    ...policy,
    remaining: Math.max(0, policy.quota - costIn(policy, cost)),
    resetAt: now + policy.window * 1000,
  }));
  return { allowed: true, windows, now };
}

/** What one of several instances may pass. A part that is smaller than the cost of one call would keep that call away for good. */
function partOf(policy: LimitPolicy, cost: number, instances: number): LimitPolicy {
  const { quota, window, kind } = policy;
  const part = Math.min(quota, Math.max(costIn(policy, cost), 1, Math.floor(quota / instances)));
  // Of a bucket, what comes back in a time is divided, however little it holds.
  return kind === "bucket" || kind === "spacing"
    ? { ...policy, quota: part, window: (window * instances * part) / quota }
    : { ...policy, quota: part };
}

/** Callers know the policies by their whole quotas. */
function asTold(policies: readonly LimitPolicy[], consumption: Answer): Answer {
  const told = (counted: Consumption): Consumption => ({
    ...counted,
    windows: counted.windows.map((state, index): WindowState => ({ ...state, ...policies[index] })),
  });
  return isPromiseLike(consumption) ? consumption.then(told) : told(consumption);
}

/** Reports an outage once a minute, and its end where the outage was reported. */
function outageReporter({ onStore = warn }: FailoverOptions, now: () => number): (event: StoreEvent) => void {
  const tell: (event: StoreEvent) => unknown = onStore; // whose type allows a promise
  // A hook that fails must not fail the request that happened to call it, nor end the process.
  const failed = (error: unknown): void => {
    console.error(error);
  };
  let reportedAt = -Infinity;
  let isReported = false;
  return (event) => {
    const time = now();
    if (event.store === "back" ? !isReported : Math.abs(time - reportedAt) < reportInterval) return;
    isReported = event.store === "away";
    if (isReported) reportedAt = time;
    try {
      const result = tell(event);
      if (isPromiseLike(result)) result.then(undefined, failed);
    } catch (error) {
      failed(error);
    }
  };
}

function warn(event: StoreEvent): void {
  console.warn(
    event.store === "away"
      ? `The store of limits is away (onStoreError: "${event.onStoreError}"): ${event.error instanceof Error ? event.error.message : String(event.error)}`
      : `The store of limits is back after ${event.after} ms; ${event.calls} calls were decided without it.`,
  );
}
