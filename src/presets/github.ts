import type { LimitsConfig } from "./limits-config.js";

const shared = {
  core: { q: 5_000, w: 3_600 },
  search: { q: 30, w: 60 },
  code_search: { q: 10, w: 60 },
  // Secondary limits, "subject to change without notice".
  points: { q: 900, w: 60 },
  content: { q: 80, w: 60 },
  contentHour: { q: 500, w: 3_600 },
  concurrent: { concurrency: 100 },
} as const;

/**
 * GitHub's REST API, as documented in 2025.
 * @see "Rate limits for the REST API", https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 * @see "REST API endpoints for rate limits", https://docs.github.com/en/rest/rate-limit/rate-limit (the resources and their names)
 *
 * Uncertain: by which windows the secondary limits are counted, whether the 900 points of a minute are of all endpoints together (which is assumed),
 * and which calls create content (all that write are taken for such). A call that writes costs five points there: one number of calls cannot say
 * that, so the clients of many writes meet the limit of content first. The 90 seconds of processor time per minute are not told, and not kept.
 */
export const github = {
  plans: {
    // A personal access token, an OAuth app, or a GitHub App on behalf of a user.
    token: { policies: shared },
    // The same, where the app belongs to an organization on GitHub Enterprise Cloud.
    enterprise: { policies: { ...shared, core: { q: 15_000, w: 3_600 } } },
    // Without a token, by address.
    anonymous: { policies: { ...shared, core: { q: 60, w: 3_600 }, search: { q: 10, w: 60 } } },
  },
  defaultPlan: "token",
  groups: {
    codeSearch: { paths: "/search/code", policies: ["code_search"] },
    search: { paths: "/search/**", policies: ["search"] },
    unlimited: { paths: "/rate_limit", exempt: true },
    content: { paths: "/**", methods: ["post", "put", "patch"], policies: ["core", "content", "contentHour"] },
    others: { paths: "/**", policies: ["core"] },
  },
  headers: {
    limit: "x-ratelimit-limit",
    remaining: "x-ratelimit-remaining",
    reset: { name: "x-ratelimit-reset", format: "unix-seconds" },
    // "core", "search", …: the policies above are called as it calls them.
    bucket: "x-ratelimit-resource",
  },
  // Secondary limits answer 403 or 429, some without `Retry-After`.
  rejections: [{ status: 403, body: { pointer: "/message", contains: "secondary rate limit" } }],
  banRisk: true,
} as const satisfies LimitsConfig;
