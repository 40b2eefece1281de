import type { LimitsConfig } from "./limits-config.js";

const shared = {
  endpoint: { q: 25, w: 1, per: "operation" },
  files: { q: 20, w: 1 },
  search: { q: 20, w: 1 },
  payouts: { q: 15, w: 1 },
  payoutsAtOnce: { concurrency: 30 },
} as const;

/**
 * Stripe's API, as documented in 2025 and 2026.
 * @see "Rate limits", https://docs.stripe.com/rate-limits (figures of live mode and of sandboxes, `Stripe-Rate-Limited-Reason`, the concurrency limiter)
 *
 * No header tells what is left, and a 429 need not have `Retry-After`; `Stripe-Should-Retry` of an answer is a hint that the client reads by itself.
 * Uncertain: endpoints have 25 a second "by default", which is taken for each operation. How many calls may be under way at once is published for
 * payouts only.
 */
export const stripe = {
  plans: {
    live: { policies: { all: { q: 100, w: 1 }, ...shared } },
    // Sandboxes, which were called test mode.
    test: { policies: { all: { q: 25, w: 1 }, ...shared } },
  },
  defaultPlan: "live",
  groups: {
    files: { paths: "/v1/files/**", policies: ["files"] },
    search: { paths: "/v1/*/search", policies: ["search"] },
    payouts: { operations: "POST /v1/payouts", policies: ["payouts", "payoutsAtOnce"] },
  },
} as const satisfies LimitsConfig;
