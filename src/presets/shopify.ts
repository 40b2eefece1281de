import type { LimitsConfig } from "./limits-config.js";

/**
 * Shopify's Admin API for REST, as documented in 2025.
 * @see "Shopify API limits", https://shopify.dev/docs/api/usage/limits (rates by plan of the shop)
 * @see "REST Admin API rate limits", https://shopify.dev/docs/api/admin-rest/usage/rate-limits (leaky bucket, header, `Retry-After` as in `2.0`)
 *
 * A bucket is of an app and a shop. Each empties in twenty seconds. Uncertain: the sizes of the buckets of the plans between; they are taken from their
 * rates. Limits of single resources, such as new variants of a shop with very many, are not kept.
 */
export const shopify = {
  plans: {
    standard: { policies: { bucket: { rate: 2, burst: 40 } } },
    advanced: { policies: { bucket: { rate: 4, burst: 80 } } },
    plus: { policies: { bucket: { rate: 20, burst: 400 } } },
  },
  defaultPlan: "standard",
  headers: { policy: "bucket", fraction: "X-Shopify-Shop-Api-Call-Limit", refill: 20 },
  retryAfter: { name: "Retry-After", formats: ["delta-seconds"] },
} as const satisfies LimitsConfig;
