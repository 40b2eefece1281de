import type { LimitsConfig } from "./limits-config.js";

/**
 * OpenAI's API, as documented in 2025.
 * @see "Rate limits", https://platform.openai.com/docs/guides/rate-limits (headers, units, what quotas depend on)
 * @see "Error codes", https://platform.openai.com/docs/guides/error-codes (429 for a limit, and 429 for spent credit)
 *
 * Quotas depend on the tier of the organization and on the model, and the headers tell them. Uncertain: `retry-after-ms`, which is sent and read by
 * the official clients, and is not documented. Where a quota of requests is per day, an empty bucket takes a day to fill instead of a minute; each
 * answer tells when it is full, and that wins. Models have quotas of their own, which one key cannot tell apart: calls of several models at once are
 * paced by the answer that came last. What a call will use of the tokens is in its body, which nobody reads: calls that differ much are turned away.
 */
export const openai = {
  plans: { tier: { custom: true } },
  headers: [
    {
      policy: "requests",
      limit: "x-ratelimit-limit-requests",
      remaining: "x-ratelimit-remaining-requests",
      reset: { name: "x-ratelimit-reset-requests", format: "duration" },
      refill: 60,
    },
    {
      policy: "tokens",
      unit: "tokens",
      limit: "x-ratelimit-limit-tokens",
      remaining: "x-ratelimit-remaining-tokens",
      reset: { name: "x-ratelimit-reset-tokens", format: "duration" },
      refill: 60,
    },
  ],
  retryAfter: { name: "retry-after-ms", formats: ["delta-millis"] },
  // No wait brings spent credit back.
  rejections: [{ status: 429, body: { pointer: "/error/code", contains: "insufficient_quota" }, final: true }],
} as const satisfies LimitsConfig;
