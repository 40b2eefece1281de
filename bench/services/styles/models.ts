/** Services of language models: buckets of requests and of tokens, and headers for each of them. */
import { bucket } from "../limiters.js";
import { common, costOne, onlyOne, type CounterState, type Style } from "../style.js";

/** As Go writes a duration: `6m0s`, `1.5s`, `120ms`. */
export function goDuration(ms: number): string {
  const whole = Math.ceil(ms);
  if (whole === 0) return "0s";
  if (whole < 1000) return `${whole}ms`;
  const [hours, minutes, rest] = [Math.floor(whole / 3_600_000), Math.floor(whole / 60_000) % 60, (whole % 60_000) / 1000];
  const long = hours > 0 ? `${hours}h${minutes}m` : minutes > 0 ? `${minutes}m` : "";
  return `${long}${rest}s`;
}

const tokensOfCall = 500;

function openaiHeaders(states: readonly CounterState[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const { name, limit, left, resetIn } of states) {
    headers[`x-ratelimit-limit-${name}`] = String(limit);
    headers[`x-ratelimit-remaining-${name}`] = String(left);
    headers[`x-ratelimit-reset-${name}`] = goDuration(resetIn);
  }
  return headers;
}

const openaiNames = (unit: string) =>
  ({
    policy: unit,
    limit: `x-ratelimit-limit-${unit}`,
    remaining: `x-ratelimit-remaining-${unit}`,
    reset: { name: `x-ratelimit-reset-${unit}`, format: "duration" },
    refill: 60,
  }) as const;

/**
 * Requests and tokens in a minute, which come back all the time; the reset is how long until all of it is there again.
 * @see https://platform.openai.com/docs/guides/rate-limits
 */
export const openai: Style = {
  name: "openai",
  source: "Rate limits in headers",
  ...onlyOne({ id: "createChatCompletion", method: "POST", path: "/chat/completions" }),
  calls: 200,
  handler: [60, 60],
  key: "credential",
  headersAt: "arrival",
  counters: common(() => [
    { name: "requests", limiter: bucket(60, 1), window: 60_000, costOf: costOne },
    { name: "tokens", limiter: bucket(150_000, 2500), window: 60_000, costOf: () => tokensOfCall },
  ]),
  headers: openaiHeaders,
  rejection: ({ wait, counter }) => ({
    status: 429,
    told: wait,
    headers: { "retry-after-ms": String(Math.ceil(wait)), "retry-after": String(Math.ceil(wait / 1000)), ...openaiHeaders([counter]) },
    body: {
      error: {
        message: `Rate limit reached on ${counter.name} per min. Please try again in ${goDuration(wait)}.`,
        type: counter.name,
        code: "rate_limit_exceeded",
      },
    },
  }),
  known: {
    described: {
      key: { credential: true },
      plans: { tier: { policies: { requests: { rate: 1, burst: 60 }, tokens: { rate: 2500, burst: 150_000, unit: "tokens" } } } },
      defaultPlan: "tier",
      headers: [openaiNames("requests"), { ...openaiNames("tokens"), unit: "tokens" }],
      retryAfter: { name: "retry-after-ms", formats: ["delta-millis"] },
    },
    byDescription: true,
    byHeaders: false,
    figures: [{ burst: 60, rate: 1 }],
    statuses: [429],
  },
};

const anthropicHeaders = (states: readonly CounterState[], now: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    states.flatMap(({ name, limit, left, resetIn }) => [
      [`anthropic-ratelimit-${name}-limit`, String(limit)],
      [`anthropic-ratelimit-${name}-remaining`, String(left)],
      [`anthropic-ratelimit-${name}-reset`, new Date(Math.ceil((now + resetIn) / 1000) * 1000).toISOString().replace(".000Z", "Z")],
    ]),
  );

const anthropicNames = (unit: string) =>
  ({
    policy: unit,
    limit: `anthropic-ratelimit-${unit}-limit`,
    remaining: `anthropic-ratelimit-${unit}-remaining`,
    reset: { name: `anthropic-ratelimit-${unit}-reset`, format: "date-time" },
    refill: 60,
  }) as const;

/**
 * Token buckets of requests, and of tokens that go in and come out. Resets are RFC 3339 moments, of when all is there again.
 * @see https://docs.anthropic.com/en/api/rate-limits
 */
export const anthropic: Style = {
  name: "anthropic",
  source: "Rate limits, response headers",
  ...onlyOne({ id: "messagesPost", method: "POST", path: "/v1/messages" }),
  calls: 150,
  handler: [60, 60],
  key: "credential",
  headersAt: "answer",
  counters: common(() => [
    { name: "requests", limiter: bucket(50, 50 / 60), window: 60_000, costOf: costOne },
    { name: "input-tokens", limiter: bucket(50_000, 50_000 / 60), window: 60_000, costOf: () => tokensOfCall },
    { name: "output-tokens", limiter: bucket(10_000, 10_000 / 60), window: 60_000, costOf: () => tokensOfCall / 10 },
  ]),
  headers: anthropicHeaders,
  rejection: ({ wait, counter }, now) => ({
    status: 429,
    told: Math.ceil(wait / 1000) * 1000,
    headers: { "retry-after": String(Math.ceil(wait / 1000)), ...anthropicHeaders([counter], now) },
    body: { type: "error", error: { type: "rate_limit_error", message: `This request would exceed your rate limit of ${counter.name}.` } },
  }),
  known: {
    described: {
      key: { credential: true },
      plans: {
        tier: {
          policies: {
            requests: { rate: 50 / 60, burst: 50 },
            "input-tokens": { rate: 50_000 / 60, burst: 50_000, unit: "input tokens" },
            "output-tokens": { rate: 10_000 / 60, burst: 10_000, unit: "output tokens" },
          },
        },
      },
      defaultPlan: "tier",
      headers: [
        anthropicNames("requests"),
        { ...anthropicNames("input-tokens"), unit: "input tokens" },
        { ...anthropicNames("output-tokens"), unit: "output tokens" },
      ],
    },
    byDescription: true,
    byHeaders: false,
    figures: [{ burst: 50, rate: 50 / 60 }],
    statuses: [429],
  },
};
