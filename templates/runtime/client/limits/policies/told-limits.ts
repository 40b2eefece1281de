import type { RateLimits } from "../../../shared/rate-limits.js";

/** Whether headers tell what is left of a policy, as far as the description says. */
export const isTold = (limits: RateLimits | undefined, name: string): boolean =>
  limits === undefined || limits.ietf === true || [limits.headers ?? []].flat().some(({ policy = name }) => policy === name);
