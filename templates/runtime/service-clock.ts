import type { ServiceClock } from "./limit-reading.js";

/** A clock that knows nothing yet: until the first `Date`, it takes ours for the service's. */
export function serviceClock(): ServiceClock {
  return { learn: () => true, until: (time, at) => time - at };
}
