/** Services of shops, payments and chats. */
import { bucket, fixedWindow, slidingLog } from "../limiters.js";
import { common, costOne, onlyOne, seconds, type CounterState, type Style, type StyleOperation } from "../style.js";

/**
 * 25 in a second in a sandbox, and no header that says so: a 429 names the kind of limit, and no time.
 * @see https://docs.stripe.com/rate-limits
 */
export const stripe: Style = {
  name: "stripe",
  source: "Rate limits",
  ...onlyOne({ id: "getCustomers", method: "GET", path: "/v1/customers" }),
  calls: 300,
  handler: [60, 60],
  key: "credential",
  headersAt: "arrival",
  counters: common(() => [{ name: "api", limiter: bucket(25, 25), costOf: costOne }]),
  headers: () => ({}),
  rejection: () => ({
    status: 429,
    headers: { "stripe-rate-limited-reason": "global-rate" },
    body: { error: { message: "Request rate limit exceeded.", type: "invalid_request_error", code: "rate_limit" } },
  }),
  known: {
    described: {
      key: { credential: true },
      plans: { sandbox: { policies: { api: { rate: 25, burst: 25 } } } },
      defaultPlan: "sandbox",
    },
    byDescription: true,
    byHeaders: false,
    figures: [{ quota: 25, window: 1000 }],
    statuses: [429],
  },
};

const shopifyHeaders = ([bucketState]: readonly CounterState[]): Readonly<Record<string, string>> =>
  bucketState === undefined ? {} : { "x-shopify-shop-api-call-limit": `${bucketState.limit - bucketState.left}/${bucketState.limit}` };

/**
 * A leaky bucket of 40 from which 2 leak in a second; the header says how full it is.
 * @see https://shopify.dev/docs/api/admin-rest/usage/rate-limits
 */
export const shopify: Style = {
  name: "shopify",
  source: "REST Admin API rate limits",
  ...onlyOne({ id: "getProducts", method: "GET", path: "/admin/api/products.json" }),
  calls: 200,
  handler: [60, 60],
  key: "credential",
  headersAt: "arrival",
  counters: common(() => [{ name: "bucket", limiter: bucket(40, 2), costOf: costOne }]),
  headers: shopifyHeaders,
  rejection: ({ counter }) => ({
    status: 429,
    told: 2000,
    headers: { "retry-after": "2.0", ...shopifyHeaders([counter]) },
    body: { errors: "Exceeded 2 calls per second for api client. Reduce request rates to resume uninterrupted service." },
  }),
  known: {
    described: {
      key: { credential: true },
      plans: { standard: { policies: { bucket: { rate: 2, burst: 40 } } } },
      defaultPlan: "standard",
      headers: { policy: "bucket", fraction: "x-shopify-shop-api-call-limit", refill: 20 },
    },
    byDescription: true,
    byHeaders: false,
    figures: [{ burst: 40, rate: 2 }],
    statuses: [429],
  },
};

/**
 * 50 in a minute for each method (tier 3); nothing tells of it but `Retry-After`.
 * @see https://docs.slack.dev/apis/web-api/rate-limits
 */
export const slack: Style = {
  name: "slack",
  source: "Rate limits, tier 3",
  ...onlyOne({ id: "conversationsHistory", method: "GET", path: "/api/conversations.history" }),
  calls: 200,
  handler: [60, 60],
  key: "credential",
  headersAt: "arrival",
  counters: common(() => [{ name: "tier3", limiter: fixedWindow(50, 60_000), window: 60_000, costOf: costOne }]),
  headers: () => ({}),
  rejection: ({ wait }) => ({
    status: 429,
    told: Math.ceil(wait / 1000) * 1000,
    headers: { "retry-after": seconds(wait) },
    body: { ok: false, error: "ratelimited" },
  }),
  known: {
    described: {
      key: { credential: true },
      plans: { tier3: { policies: { tier3: { quota: 50, window: 60, per: "operation" } } } },
      defaultPlan: "tier3",
    },
    byDescription: true,
    byHeaders: false,
    figures: [{ quota: 50, window: 60_000 }],
    statuses: [429],
  },
};

const quarter = 15 * 60_000;

const twitterHeaders = ([window]: readonly CounterState[], now: number): Readonly<Record<string, string>> =>
  window === undefined
    ? {}
    : {
        "x-rate-limit-limit": String(window.limit),
        "x-rate-limit-remaining": String(window.left),
        "x-rate-limit-reset": seconds(now + window.resetIn),
      };

/**
 * 60 in fifteen minutes, which slide; for each address here, as where a proxy counts in front of it.
 * @see https://docs.x.com/x-api/fundamentals/rate-limits
 */
export const twitter: Style = {
  name: "twitter",
  source: "Rate limits, response headers",
  ...onlyOne({ id: "tweetsRecentSearch", method: "GET", path: "/2/tweets/search/recent" }),
  calls: 200,
  handler: [60, 60],
  key: "address",
  headersAt: "arrival",
  counters: common(() => [{ name: "endpoint", limiter: slidingLog(60, quarter), window: quarter, costOf: costOne }]),
  headers: twitterHeaders,
  rejection: ({ wait, counter }, now) => ({
    status: 429,
    told: wait,
    headers: twitterHeaders([{ ...counter, left: 0, resetIn: wait }], now),
    body: { title: "Too Many Requests", detail: "Too Many Requests", type: "about:blank", status: 429 },
  }),
  known: {
    described: {
      key: { address: true },
      plans: { basic: { policies: { endpoint: { quota: 60, window: 900, sliding: true, per: "operation" } } } },
      defaultPlan: "basic",
      headers: {
        policy: "endpoint",
        limit: "x-rate-limit-limit",
        remaining: "x-rate-limit-remaining",
        reset: { name: "x-rate-limit-reset", format: "unix-seconds" },
      },
    },
    byDescription: true,
    byHeaders: true,
    figures: [{ quota: 60, window: quarter }],
    statuses: [429],
  },
};

const discordWindow = 5000;

const discordHeaders = (state: CounterState | undefined, now: number): Readonly<Record<string, string>> =>
  state === undefined
    ? {}
    : {
        "x-ratelimit-limit": String(state.limit),
        "x-ratelimit-remaining": String(state.left),
        "x-ratelimit-reset": ((now + state.resetIn) / 1000).toFixed(3),
        "x-ratelimit-reset-after": (state.resetIn / 1000).toFixed(3),
        "x-ratelimit-bucket": `bucket-of-${state.name}`,
      };

function discordStyle(name: string, calls: number, operationOf: Style["operationOf"]): Style {
  const operations: readonly StyleOperation[] = ["channels", "guilds", "members", "roles"].map((route) => ({
    id: route,
    method: "GET",
    path: `/api/v10/${route}`,
  }));
  return {
    name,
    source: "Rate limits, per route and global",
    operations,
    calls,
    operationOf,
    handler: [60, 60],
    key: "credential",
    headersAt: "arrival",
    counters: () => {
      const global = { name: "global", limiter: fixedWindow(50, 1000), window: 1000, costOf: costOne };
      const routes = new Map(
        operations.map(({ id }) => [id, { name: id, limiter: fixedWindow(5, discordWindow), window: discordWindow, costOf: costOne }]),
      );
      return ({ id }) => [routes.get(id) ?? global, global];
    },
    headers: ([route], now) => discordHeaders(route, now),
    rejection: ({ counter, wait }, now) => ({
      status: 429,
      told: wait,
      headers: {
        "retry-after": seconds(wait),
        ...(counter.name === "global"
          ? { "x-ratelimit-global": "true", "x-ratelimit-scope": "global" }
          : { ...discordHeaders({ ...counter, left: 0 }, now), "x-ratelimit-scope": "user" }),
      },
      body: { message: "You are being rate limited.", retry_after: wait / 1000, global: counter.name === "global" },
    }),
    known: {
      described: {
        key: { credential: true },
        plans: { bot: { policies: { global: { quota: 50, window: 1 }, route: { quota: 5, window: 5, per: "operation" } } } },
        defaultPlan: "bot",
        headers: {
          policy: "route",
          limit: "x-ratelimit-limit",
          remaining: "x-ratelimit-remaining",
          reset: { name: "x-ratelimit-reset-after", format: "delta-seconds" },
          bucket: "x-ratelimit-bucket",
        },
        globalHeader: "x-ratelimit-global",
      },
      byDescription: true,
      byHeaders: false,
      figures: [{ quota: 5, window: discordWindow }],
      perOperation: true,
      statuses: [429],
    },
  };
}

/**
 * Each route has a counter of its own, with headers of its own; all together 50 in a second.
 * @see https://discord.com/developers/docs/topics/rate-limits
 */
export const discordRoutes = discordStyle("discord routes", 200, (call) => call % 4);

/** Most calls are of one route. */
export const discordHot = discordStyle("discord hot", 200, (call) => (call % 20 === 0 ? 1 + ((call / 20) % 3) : 0));
