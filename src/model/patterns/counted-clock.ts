/**
 * Calls something that looks at the clock now and then, to end after some time, with a clock that goes on by a millisecond each time it is
 * looked at: it ends after as many steps on every machine. Nothing else runs meanwhile, so nothing else sees this clock.
 */
export function withCountedClock<T>(run: () => T, onTick: () => number): T {
  const own = Object.getOwnPropertyDescriptor(performance, "now");
  Object.defineProperty(performance, "now", { configurable: true, writable: true, value: onTick });
  try {
    return run();
  } finally {
    if (own === undefined) Reflect.deleteProperty(performance, "now");
    else Object.defineProperty(performance, "now", own);
  }
}
