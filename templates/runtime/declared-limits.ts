/**
 * Reads the limits of a service as its description declares them.
 */
import type { ReadPolicies } from "./limit-reader.js";
import { limitReader } from "./limit-reader.js";
import type { ReadLimits } from "./limit-reading.js";
import type { RateLimits } from "./rate-limits.js";

/**
 * Reads the headers that a description names, and `Retry-After`. `ietf` is `ietfLimits` where the service sends the IETF's
 * fields besides, which then count instead: they name their policies. Other services' clients carry no parser for them.
 */
export function declaredLimits({ headers, retryAfter, plans }: RateLimits, ietf?: ReadPolicies): ReadLimits {
  // The longest of a quota, which plans may have for several windows.
  const windows = new Map<number | undefined, number>();
  for (const plan of Object.values(plans)) {
    for (const { quota, window } of Object.values("policies" in plan ? plan.policies : {})) {
      windows.set(quota, Math.max(window * 1000, windows.get(quota) ?? 0));
    }
  }
  return limitReader(
    (look) => {
      const named = ietf?.(look) ?? [];
      return named.length > 0 || !headers ? named : look.trio(headers, windows);
    },
    retryAfter,
    Math.max(0, ...windows.values()),
  );
}
