/** Ways of limiting that are no single service's. */
import { bucket, concurrency, fixedWindow, alignedWindow } from "../limiters.js";
import { common, costOne, onlyOne, seconds, tightest, type CounterState, type Style, type StyleOperation } from "../style.js";

const minute = 60_000;

const listThings: StyleOperation = { id: "listThings", method: "GET", path: "/things" };

const told = (wait: number): { readonly status: number; readonly told: number; readonly headers: Readonly<Record<string, string>> } => ({
  status: 429,
  told: Math.ceil(wait / 1000) * 1000,
  headers: { "retry-after": seconds(wait) },
});

const trio = (state: CounterState | undefined, now: number): Readonly<Record<string, string>> =>
  state === undefined
    ? {}
    : {
        "x-ratelimit-limit": String(state.limit),
        "x-ratelimit-remaining": String(state.left),
        "x-ratelimit-reset": seconds(now + state.resetIn),
      };

const trioNames = {
  limit: "x-ratelimit-limit",
  remaining: "x-ratelimit-remaining",
  reset: { name: "x-ratelimit-reset", format: "unix-seconds" },
} as const;

/**
 * Two windows, both told in the fields of the IETF's draft.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export const ietf: Style = {
  name: "ietf",
  source: "draft 10, RateLimit and RateLimit-Policy",
  ...onlyOne(listThings),
  calls: 400,
  handler: [60, 60],
  key: "credential",
  headersAt: "arrival",
  counters: common(() => [
    { name: "burst", limiter: fixedWindow(60, minute), window: minute, costOf: costOne },
    { name: "daily", limiter: fixedWindow(1000, 1440 * minute), window: 1440 * minute, costOf: costOne },
  ]),
  headers: (states) => ({
    "ratelimit-policy": states.map(({ name, limit, window = 0 }) => `"${name}";q=${limit};w=${window / 1000}`).join(", "),
    ratelimit: states.map(({ name, left, resetIn }) => `"${name}";r=${left};t=${seconds(resetIn)}`).join(", "),
  }),
  rejection: ({ wait }) => told(wait),
  known: {
    described: {
      key: { credential: true },
      plans: { free: { policies: { burst: { quota: 60, window: 60 }, daily: { quota: 1000, window: 86_400 } } } },
      defaultPlan: "free",
      ietf: true,
    },
    byDescription: true,
    byHeaders: true,
    figures: [
      { quota: 60, window: minute },
      { quota: 1000, window: 1440 * minute },
    ],
    statuses: [429],
  },
};

/** What is told to be left is 20 too much, and the clock that the reset is of is 45 s off. */
export const wrongHeaders: Style = {
  name: "headers wrong",
  source: "found in the open",
  ...onlyOne(listThings),
  calls: 200,
  handler: [60, 60],
  key: "credential",
  ahead: 45_000,
  headersAt: "arrival",
  counters: common(() => [{ name: "minute", limiter: fixedWindow(60, minute), window: minute, costOf: costOne }]),
  headers: ([state], now) => trio(state && { ...state, left: Math.min(state.limit, state.left + 20) }, now),
  rejection: ({ wait, counter }, now) => ({ ...told(wait), headers: { ...told(wait).headers, ...trio(counter, now) } }),
  known: {
    described: {
      key: { credential: true },
      plans: { free: { policies: { minute: { quota: 60, window: 60 } } } },
      defaultPlan: "free",
      headers: { policy: "minute", ...trioNames },
    },
    byDescription: true,
    byHeaders: false,
    figures: [{ quota: 60, window: minute }],
    statuses: [429],
  },
};

/** A bucket of 10 that gets 1 in a second, and a 429 that says nothing. */
export const smallBucket: Style = {
  name: "bucket 10 + 1/s",
  source: "nginx: limit_req with burst and nodelay",
  ...onlyOne(listThings),
  calls: 100,
  handler: [60, 60],
  key: "credential",
  headersAt: "arrival",
  counters: common(() => [{ name: "bucket", limiter: bucket(10, 1), costOf: costOne }]),
  headers: () => ({}),
  rejection: () => ({ status: 429, headers: {} }),
  known: {
    described: {
      key: { credential: true },
      plans: { free: { policies: { bucket: { rate: 1, burst: 10 } } } },
      defaultPlan: "free",
    },
    byDescription: true,
    byHeaders: false,
    figures: [{ burst: 10, rate: 1 }],
    statuses: [429],
  },
};

/** Five calls under way at once, each of half a second; a sixth gets a 429 that says nothing. */
export const fiveAtOnce: Style = {
  name: "concurrency 5",
  source: "nginx: limit_conn",
  ...onlyOne(listThings),
  calls: 200,
  handler: [500, 500],
  key: "credential",
  headersAt: "arrival",
  counters: common(() => [{ name: "atOnce", limiter: concurrency(5), costOf: costOne }]),
  headers: () => ({}),
  rejection: () => ({ status: 429, headers: {} }),
  known: {
    described: { key: { credential: true }, plans: { free: { policies: { atOnce: { concurrency: 5 } } } }, defaultPlan: "free" },
    byDescription: true,
    byHeaders: false,
    figures: [{ concurrency: 5 }],
    statuses: [429],
  },
};

/** Calls that count for 1, 2, 5 or 10, by their operation, of 300 in a minute of the clock. */
export const costs: Style = {
  name: "costs",
  source: "quota units, as of Google's APIs",
  operations: [1, 2, 5, 10].map((cost) => ({ id: `things${cost}`, method: "GET", path: `/things/${cost}`, cost })),
  calls: 200,
  operationOf: (call) => (call * 7) % 4,
  handler: [3000, 4000],
  key: "credential",
  headersAt: "arrival",
  counters: common(() => [
    { name: "minute", limiter: alignedWindow(300, minute), window: minute, costOf: ({ cost = 1 }: StyleOperation) => cost },
  ]),
  headers: ([state], now) => trio(state, now),
  rejection: ({ wait, counter }, now) => ({ ...told(wait), headers: { ...told(wait).headers, ...trio(counter, now) } }),
  known: {
    described: {
      key: { credential: true },
      plans: { free: { policies: { minute: { quota: 300, window: 60 } } } },
      defaultPlan: "free",
      headers: { policy: "minute", ...trioNames },
    },
    byDescription: true,
    byHeaders: false,
    figures: [{ quota: 300, window: minute }],
    statuses: [429],
  },
};

/** 60 in a minute and 150 in ten; the headers are of the one that is nearer to its end, without a name. */
export const twoWindows: Style = {
  name: "60/min, 150/10 min",
  source: "found in the open",
  ...onlyOne(listThings),
  calls: 200,
  handler: [60, 60],
  key: "credential",
  headersAt: "arrival",
  counters: common(() => [
    { name: "minute", limiter: fixedWindow(60, minute), window: minute, costOf: costOne },
    { name: "ten", limiter: fixedWindow(150, 10 * minute), window: 10 * minute, costOf: costOne },
  ]),
  headers: (states, now) => trio(tightest(states), now),
  rejection: ({ wait, counter }, now) => ({ ...told(wait), headers: { ...told(wait).headers, ...trio(counter, now) } }),
  known: {
    described: {
      key: { credential: true },
      plans: { free: { policies: { minute: { quota: 60, window: 60 }, ten: { quota: 150, window: 600 } } } },
      defaultPlan: "free",
      headers: trioNames,
    },
    byDescription: true,
    byHeaders: true,
    figures: [
      { quota: 60, window: minute },
      { quota: 150, window: 10 * minute },
    ],
    statuses: [429],
  },
};
