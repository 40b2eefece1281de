/**
 * Virtual time: hours of it pass in milliseconds, and always in the same order.
 */
import { waitOn, type Clock } from "../../templates/runtime/clock.js";

export interface FakeClock extends Clock {
  /** How many actions wait for their time. */
  readonly timers: number;
  /** Lets time pass until then, action by action; without an end, until nothing waits any more. */
  runUntil(end?: number): Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly action: () => void;
}

/** A clock that stands at `start`, in milliseconds since the epoch, and moves only when it is told to. */
export function fakeClock(start = Date.UTC(2030, 0, 1)): FakeClock {
  let time = start;
  let order = 0;
  const timers = new Set<Timer>();

  const after: Clock["after"] = (ms, action) => {
    if (!(ms < 8.64e15)) throw new Error(`A timer of ${ms} ms`);
    const timer = { at: time + Math.max(ms, 0), order: (order += 1), action };
    timers.add(timer);
    return () => {
      timers.delete(timer);
    };
  };

  async function runUntil(end = Infinity): Promise<void> {
    for (;;) {
      await settled();
      let next: Timer | undefined;
      for (const timer of timers) {
        if (next === undefined || timer.at < next.at || (timer.at === next.at && timer.order < next.order)) next = timer;
      }
      if (next === undefined || next.at > end) break;
      timers.delete(next);
      time = Math.max(time, next.at);
      next.action();
    }
    if (end < Infinity) time = Math.max(time, end);
  }

  return {
    now: () => time,
    after,
    wait: (ms, signal) => waitOn(after, ms, signal),
    runUntil,
    get timers() {
      return timers.size;
    },
  };
}

/** When all that follows from what has happened so far has happened. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
