/** Whether a value is a promise, of this realm or another. Awaiting what is none costs a turn of the event loop's queue. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
