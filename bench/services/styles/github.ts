/**
 * GitHub's two kinds of limits.
 * @see https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
import { fixedWindow } from "../limiters.js";
import { common, costOne, onlyOne, seconds, type CounterState, type Style } from "../style.js";

const minute = 60_000;
const hour = 60 * minute;

const primaryHeaders = (state: CounterState | undefined, now: number): Readonly<Record<string, string>> =>
  state === undefined
    ? {}
    : {
        "x-ratelimit-limit": String(state.limit),
        "x-ratelimit-remaining": String(state.left),
        "x-ratelimit-used": String(state.limit - state.left),
        "x-ratelimit-reset": seconds(now + state.resetIn),
        "x-ratelimit-resource": "core",
      };

const headerNames = {
  limit: "x-ratelimit-limit",
  remaining: "x-ratelimit-remaining",
  reset: { name: "x-ratelimit-reset", format: "unix-seconds" },
} as const;

/** Without a credential: 60 in an hour for each address. Who goes on gets 403 or 429, with nothing left, and the reset is when to come again. */
export const githubPrimary: Style = {
  name: "github primary",
  source: "Primary rate limit for unauthenticated users",
  ...onlyOne({ id: "reposGet", method: "GET", path: "/repos/octocat/hello" }),
  calls: 200,
  handler: [60, 60],
  key: "address",
  headersAt: "answer",
  counters: common(() => [{ name: "core", limiter: fixedWindow(60, hour), window: hour, costOf: costOne }]),
  headers: ([core], now) => primaryHeaders(core, now),
  rejection: ({ counter, wait }, now) => ({
    status: 403,
    told: wait,
    headers: primaryHeaders({ ...counter, left: 0 }, now),
    body: { message: "API rate limit exceeded for 203.0.113.7.", documentation_url: "https://docs.github.com/rest" },
  }),
  known: {
    described: {
      key: { address: true },
      plans: { anonymous: { policies: { core: { quota: 60, window: 3600 } } } },
      defaultPlan: "anonymous",
      headers: { policy: "core", ...headerNames },
    },
    byDescription: true,
    byHeaders: true,
    figures: [{ quota: 60, window: hour }],
    statuses: [403, 429],
  },
};

/**
 * Requests that make content: 80 in a minute and 500 in an hour, besides the 5,000 in an hour of the credential, which alone the headers
 * tell. The answer is a 403 with `Retry-After`.
 */
export const githubSecondary: Style = {
  name: "github secondary",
  source: "Secondary rate limits",
  ...onlyOne({ id: "issuesCreate", method: "POST", path: "/repos/octocat/hello/issues" }),
  calls: 200,
  handler: [60, 60],
  key: "credential",
  headersAt: "answer",
  counters: common(() => [
    { name: "core", limiter: fixedWindow(5000, hour), window: hour, costOf: costOne },
    { name: "content", limiter: fixedWindow(80, minute), window: minute, costOf: costOne },
    { name: "contentHour", limiter: fixedWindow(500, hour), window: hour, costOf: costOne },
  ]),
  headers: ([core], now) => primaryHeaders(core, now),
  rejection: ({ wait }) => ({
    status: 403,
    told: Math.ceil(wait / 1000) * 1000,
    headers: { "retry-after": seconds(wait) },
    body: { message: "You have exceeded a secondary rate limit.", documentation_url: "https://docs.github.com/rest" },
  }),
  known: {
    described: {
      key: { credential: true },
      plans: {
        user: {
          policies: {
            core: { quota: 5000, window: 3600 },
            content: { quota: 80, window: 60 },
            contentHour: { quota: 500, window: 3600 },
          },
        },
      },
      defaultPlan: "user",
      headers: { policy: "core", ...headerNames },
    },
    byDescription: true,
    byHeaders: false,
    figures: [
      { quota: 80, window: minute },
      { quota: 500, window: hour },
    ],
    statuses: [403, 429],
  },
};
