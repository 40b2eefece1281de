import type { LimitsConfig } from "./limits-config.js";

/**
 * Discord's HTTP API, as documented in 2025 and 2026.
 * @see "Rate Limits", https://docs.discord.com/developers/topics/rate-limits (headers, the global limit, invalid requests)
 *
 * Discord asks not to write the limits of routes down: the headers tell them, and name the bucket that routes have in common. Five calls in five
 * seconds are only what a route is taken to have until its first answer. A bucket is one for each channel, guild or webhook, which its name leaves
 * out: calls are told apart by what their path begins with. Uncertain: limits that a path tells apart by more than that. Ten thousand answers 401,
 * 403 and 429 within ten minutes are a ban of the address.
 */
export const discord = {
  plans: {
    bot: { policies: { global: { q: 50, w: 1 }, route: { q: 5, w: 5, per: "operation" } } },
  },
  defaultPlan: "bot",
  groups: {
    // "Interaction endpoints are not bound to the bot's Global Rate Limit."
    interactions: { paths: "/interactions/**", policies: ["route"] },
    others: { paths: "/**", policies: ["global", "route"] },
  },
  headers: {
    policy: "route",
    limit: "X-RateLimit-Limit",
    remaining: "X-RateLimit-Remaining",
    reset: { name: "X-RateLimit-Reset-After", format: "delta-seconds" },
    bucket: "X-RateLimit-Bucket",
  },
  retryAfter: { name: "Retry-After", formats: ["delta-seconds"], body: "/retry_after" },
  globalHeader: "X-RateLimit-Global",
  banRisk: true,
} as const satisfies LimitsConfig;
