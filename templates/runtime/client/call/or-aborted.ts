/**
 * What a promise gives, unless the signal is aborted before: it may take long, or forever. Rejects with the signal's reason then; not every
 * platform knows reasons.
 */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (signal == null) return promise;
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      const reason = (signal.reason ?? Object.assign(Error("Aborted"), { name: "AbortError" })) as Error; // what the caller gave
      reject(reason);
    };
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener("abort", abort);
    });
  });
}
