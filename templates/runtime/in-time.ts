/** What a promise comes to, or a rejection with an `Error` when that takes longer than `timeout` milliseconds. */
export function inTime<T>(answer: T | PromiseLike<T>, timeout: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`There was no answer within ${timeout} ms.`));
    }, timeout);
    const settled =
      <V>(end: (value: V) => void) =>
      (value: V): void => {
        clearTimeout(timer);
        end(value);
      };
    Promise.resolve(answer).then(settled(resolve), settled(reject));
  });
}
