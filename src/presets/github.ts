import type { LimitsConfig } from "./limits-config.js";

const shared = {
  core: { q: 5_000, w: 3_600 },
  search: { q: 30, w: 60 },
  code_search: { q: 9, w: 60 },
  // Secondary limits, "subject to change without notice".
  points: { q: 900, w: 60 },
  content: { q: 80, w: 60 },
  contentHour: { q: 500, w: 3_600 },
  concurrent: { concurrency: 100 },
} as const;

const headers = {
  limit: "x-ratelimit-limit",
  remaining: "x-ratelimit-remaining",
  reset: { name: "x-ratelimit-reset", format: "unix-seconds" },
  // "core", "search", …: the policies above are called as it calls them.
  bucket: "x-ratelimit-resource",
} as const;

/** What primary and secondary limits say. */
const limited = { pointer: "/message", contains: "rate limit" } as const;

/**
 * GitHub's REST API, as documented in 2025 and 2026.
 * @see "Rate limits for the REST API", https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 * @see "REST API endpoints for rate limits", https://docs.github.com/en/rest/rate-limit/rate-limit (the resources and their names)
 * @see "REST API endpoints for search", https://docs.github.com/en/rest/search/search#rate-limit (30 and 9 a minute, 10 without a token)
 *
 * Uncertain: by which windows the secondary limits are counted, whether the 900 points of a minute are of all endpoints together (which is assumed),
 * and which calls create content (all that write are taken for such). The 90 seconds of processor time per minute are not told, and not kept:
 * who exceeds them sends nothing for a minute. Headers of other resources, such as `graphql`, are not read.
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
    content: { paths: "/**", methods: ["post", "put", "patch"], policies: ["core", "content", "contentHour"], costs: { points: 5 } },
    deletions: { paths: "/**", methods: ["delete"], policies: ["core"], costs: { points: 5 } },
    others: { paths: "/**", policies: ["core"] },
  },
  // Of a secondary limit no header tells.
  headers: [
    { policy: "core", ...headers },
    { policy: "search", ...headers },
    { policy: "code_search", ...headers },
  ],
  // "Otherwise, wait for at least one minute before retrying."
  rejections: [
    { status: 403, body: limited, wait: 60 },
    { status: 429, body: limited, wait: 60 },
  ],
  banRisk: true,
} as const satisfies LimitsConfig;
