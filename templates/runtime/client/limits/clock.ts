/**
 * Time for gates and retries: a clock that never goes back, and waits of any length.
 */

import { orAborted } from "../call/or-aborted.js";
import { hasRequestContexts } from "../../shared/request-contexts.js";

export interface Clock {
  /** Whether each request has a context of its own, in which alone its promises and timers may be touched. */
  readonly perRequest: boolean;
  /** Milliseconds since the epoch. Never goes back when the machine's clock is set, and continues while the machine is suspended. */
  now(): number;
  /** Runs `action` once, not before `ms` milliseconds have passed on this clock. Returns what calls it off. */
  after(ms: number, action: () => void): () => void;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Timers of a platform. */
export interface Timers {
  readonly wall: () => number;
  readonly monotonic: () => number;
  readonly start: (action: () => void, ms: number) => unknown;
  readonly stop: (timer: unknown) => void;
  readonly perRequest?: boolean;
}

/**
 * A timer over 2^31-1 ms fires at once, and on most platforms timers do not count the time that a machine is suspended. So no wait is
 * longer than this at a time; and none that is short itself is longer than an eighth of it, or than `shortPiece` where that is more.
 */
const longestTimer = 5_000;
const shortPiece = 1000;

const piece = (ms: number): number => Math.ceil(Math.min(longestTimer, Math.max(ms / 8, Math.min(ms, shortPiece))));

/** The wall clock moves in steps and is put right by small amounts: only more than this, in milliseconds, counts as a jump. */
const clockJump = 1000;

/** No program looks at its clock so seldom. Milliseconds: a year. */
const longestPause = 31_622_400_000;

/**
 * A clock on the timers of a platform. It looks at them when it is asked for the first time: before the first request, those of Workers
 * may stand at 0.
 */
export function clockOf({ wall, monotonic, start, stop, perRequest = false }: Timers): Clock {
  let time = -Infinity;
  let last = 0;

  // The wall clock leaps ahead when the machine has slept, for the other one stands still meanwhile. It may also be set back, and forward
  // again. The other one may begin anew, or jump from 0 to the epoch.
  function now(): number {
    const seen = monotonic();
    const passed = seen - last;
    last = seen;
    if (passed > 0 && passed < longestPause) time += passed;
    const today = wall();
    if (today - time > clockJump) time = today;
    return time;
  }

  function after(ms: number, action: () => void): () => void {
    const end = now() + ms;
    const look = (): void => {
      const rest = end - now();
      // Timers may fire up to a millisecond early.
      if (rest > 0) timer = start(look, piece(rest));
      else action();
    };
    let timer = start(look, piece(ms));
    return () => {
      stop(timer);
    };
  }

  return { perRequest, now, after, wait: (ms, signal) => waitOn(after, ms, signal) };
}

/** What `Clock.wait` is, for a clock that has `after`. */
export function waitOn(after: Clock["after"], ms: number, signal?: AbortSignal): Promise<void> {
  let cancel = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    cancel = after(ms, resolve);
  });
  return orAborted(over, signal).finally(cancel);
}

const timers: Timers = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
  start: (action, ms) => setTimeout(action, ms),
  stop: (timer) => {
    clearTimeout(timer as number); // what `start` gave
  },
};

/** The platform's own time, for whoever waits by a timer of its own wherever it runs: `perRequest` says nothing. */
export const plainClock: Clock = /* @__PURE__ */ clockOf(timers);

/** The platform's own time. */
export const realClock: Clock = /* @__PURE__ */ requestClock();

// Where requests have contexts of their own, `performance.now()` may be the epoch, the time of a request, or 0: that differs from version to version.
function requestClock(): Clock {
  const perRequest = hasRequestContexts();
  return clockOf({ ...timers, monotonic: perRequest ? timers.wall : timers.monotonic, perRequest });
}
