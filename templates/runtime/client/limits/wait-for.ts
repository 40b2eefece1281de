/**
 * Waiting for what another request brings about: a condition variable whose waiters wake by themselves.
 *
 * Some platforms give each request a context of its own, in which alone its promises and timers may be touched, and cancel who waits
 * for another's. So nothing of one request is kept where another finds it: who waits has a timer, and looks at state that all can see.
 * Where all requests have one context, one may wake another as soon as there is something to see.
 */
import type { Clock } from "./clock.js";

/** The result of a poll: the awaited value, which is no number, or the time of the next poll in milliseconds since the epoch. */
export type PollResult<T extends object | undefined> = T | number;

/** Wakes who waits. Not to be kept where `clock.perRequest`. */
export interface Waiter {
  /** Looks now. */
  wake(): void;
  /** Looks then, unless it looks earlier anyway. */
  wakeBy(moment: number): void;
}

/**
 * What `poll` gives in the end; what it throws is what this rejects with. It is called at once, then whenever the time has come that it
 * gave. `aborted` makes of the signal's reason what this rejects with then.
 */
export function waitFor<T extends object | undefined>(
  clock: Clock,
  poll: (waiter: Waiter) => PollResult<T>,
  signal?: AbortSignal,
  aborted = (reason: unknown): Error => reason as Error, // what the caller gave
): Promise<T> {
  return new Promise((resolve, reject) => {
    let cancel: (() => void) | undefined;
    let next = Infinity;
    let isBusy = false;
    let isOver = false;
    const end = (): void => {
      isOver = true;
      cancel?.();
      signal?.removeEventListener("abort", abort);
    };
    const abort = (): void => {
      end();
      reject(aborted(signal?.reason));
    };
    const wakeBy = (moment: number): void => {
      if (isOver || moment >= next) return;
      cancel?.();
      next = moment;
      cancel = clock.after(moment - clock.now(), wake);
    };
    const wake = (): void => {
      // Who is just looking will see it.
      if (isOver || isBusy) return;
      isBusy = true;
      cancel?.();
      next = Infinity;
      try {
        const seen = poll({ wake, wakeBy });
        isBusy = false;
        if (typeof seen === "number") wakeBy(seen);
        else {
          end();
          resolve(seen);
        }
      } catch (error) {
        end();
        const failed = error as Error; // what `poll` has thrown
        reject(failed);
      }
    };
    signal?.addEventListener("abort", abort, { once: true });
    wake();
  });
}
