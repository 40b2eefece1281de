/** Whether a value is a promise, of this realm or another. Awaiting what is none costs a turn of the event loop's queue. */
export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/** What `next` makes of a value: at once where the value is there. */
export function chain<A, B>(value: A | Promise<A>, next: (value: A) => B | Promise<B>): B | Promise<B> {
  return isPromiseLike(value) ? value.then(next) : next(value);
}
