/** Waits for an answer from outside this process, but not for ever. */

/** A wait is this many timers. */
const timersPerWait = 4;

/** A timer of more milliseconds fires at once. */
const longestTimer = 2_147_483_647;

/**
 * What a promise comes to, or a rejection with an `Error` when that takes longer than `timeout` milliseconds. Time in which this process
 * itself was too busy to look counts in part only: an answer that is there already must not come too late.
 */
export function withTimeout<T>(answer: T | PromiseLike<T>, timeout: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let left = timersPerWait;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      if (left === 0) reject(new Error(`There was no answer within ${timeout} ms.`));
      else timer = setTimeout(wait, Math.min(timeout / timersPerWait, longestTimer));
      left--;
    };
    const settled =
      <V>(end: (value: V) => void) =>
      (value: V): void => {
        if (timer !== undefined) clearTimeout(timer);
        end(value);
      };
    if (timeout !== Infinity) wait();
    Promise.resolve(answer).then(settled(resolve), settled(reject));
  });
}
