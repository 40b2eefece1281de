/**
 * Reads the limits of a service as its description declares them.
 */
import type { ParsePolicies } from "./limit-header-parser.js";
import { limitHeaderParser, readHeaderTriple } from "./limit-header-parser.js";
import type { ReadLimits } from "./limit-header-types.js";
import type { RateLimits } from "../../shared/rate-limits.js";

/**
 * Reads the headers that a description names, and `Retry-After`. `ietf` is `ietfLimits` where the service sends the IETF's fields
 * besides, which then count instead: they name their policies. Other services' clients carry no parser for them.
 */
export function declaredLimitHeaders({ headers = {}, retryAfter }: RateLimits, ietf?: ParsePolicies): ReadLimits {
  return limitHeaderParser((look) => {
    const named = ietf?.(look) ?? [];
    return named.length > 0 ? named : [headers].flat().flatMap((triple) => readHeaderTriple(look, triple));
  }, retryAfter);
}
