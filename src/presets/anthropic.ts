import type { LimitsConfig } from "./limits-config.js";

/**
 * Anthropic's API, as documented in 2025.
 * @see "Rate limits", https://platform.claude.com/docs/en/api/rate-limits (token bucket, headers, `retry-after`)
 * @see "Errors", https://docs.anthropic.com/en/api/errors (529, "overloaded_error")
 *
 * Quotas are per minute, depend on the tier of the organization and on the class of the model, and the headers tell them. The documentation says that
 * the buckets fill all the time, and that a quota of 60 a minute may be kept as one a second: a burst may be turned away all the same.
 */
export const anthropic = {
  plans: { tier: { custom: true } },
  headers: [
    {
      policy: "requests",
      limit: "anthropic-ratelimit-requests-limit",
      remaining: "anthropic-ratelimit-requests-remaining",
      reset: { name: "anthropic-ratelimit-requests-reset", format: "date-time" },
      refill: 60,
    },
    {
      policy: "input-tokens",
      unit: "input tokens",
      limit: "anthropic-ratelimit-input-tokens-limit",
      remaining: "anthropic-ratelimit-input-tokens-remaining",
      reset: { name: "anthropic-ratelimit-input-tokens-reset", format: "date-time" },
      refill: 60,
    },
    {
      policy: "output-tokens",
      unit: "output tokens",
      limit: "anthropic-ratelimit-output-tokens-limit",
      remaining: "anthropic-ratelimit-output-tokens-remaining",
      reset: { name: "anthropic-ratelimit-output-tokens-reset", format: "date-time" },
      refill: 60,
    },
  ],
  retryAfter: { name: "retry-after", formats: ["delta-seconds"] },
  rejections: [{ status: 529 }],
} as const satisfies LimitsConfig;
