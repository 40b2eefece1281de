import type { LimitsConfig } from "./limits-config.js";

/**
 * The API of X, formerly Twitter, version 2, as documented in 2025.
 * @see "Rate limits", https://docs.x.com/x-api/fundamentals/rate-limits (windows of 15 minutes or a day per endpoint, `x-rate-limit-*`)
 *
 * Each endpoint has a limit of its own, by user or by app, that depends on what was bought; the headers tell it. Fifteen calls are the least that an
 * endpoint of the usual window has; an endpoint is taken to have as many until its first answer. Uncertain: limits of a day have headers of their own
 * on some endpoints, which are not documented and not read.
 */
export const twitter = {
  plans: { account: { policies: { endpoint: { q: 15, w: 900, per: "operation" } } } },
  defaultPlan: "account",
  headers: {
    policy: "endpoint",
    limit: "x-rate-limit-limit",
    remaining: "x-rate-limit-remaining",
    reset: { name: "x-rate-limit-reset", format: "unix-seconds" },
  },
} as const satisfies LimitsConfig;
