/** What services really send, and what it means: each with the document that shows it. */
import type { LimitReading, PolicyReading } from "../../../../../templates/runtime/client/limits/limit-header-types.js";

export const sent = Date.UTC(2026, 10, 20, 12);
const seconds = sent / 1000;
const utc = (after: number): string => new Date(sent + after).toUTCString();
const iso = (after: number): string => new Date(sent + after).toISOString();
const whole = (after: number): string => iso(after).replace(".000Z", "Z");

/** A warning tells that the reset of a header was a guess. */
export interface RealHeaders {
  readonly of: string;
  readonly in: string;
  readonly status?: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly policies: readonly PolicyReading[];
  readonly more?: Pick<LimitReading, "retryIn" | "isRejection" | "isGlobal" | "isFinal">;
  /** Names of headers whose reset is a guess, and of those that make no sense. */
  readonly guessed?: readonly string[];
  readonly senseless?: readonly string[];
}

const trio = (limit: string, remaining: string, reset: string, prefix = "x-ratelimit"): Readonly<Record<string, string>> => ({
  [`${prefix}-limit`]: limit,
  [`${prefix}-remaining`]: remaining,
  [`${prefix}-reset`]: reset,
});
const unix = (after: number): string => String(seconds + after);
const guess = ["x-ratelimit-reset"];
const gitHub = "GitHub Docs, Rate limits for the REST API";
const openAi = "OpenAI Platform, Rate limits";
const anthropic = "Claude Docs, Rate limits";
const discord = "Discord Developer Docs, Rate Limits";
const stripe = "Stripe Docs, Rate limits";
const draft = (number: number): string => `draft-ietf-httpapi-ratelimit-headers-${String(number).padStart(2, "0")}`;

const codeHosts: readonly RealHeaders[] = [
  {
    of: "GitHub",
    in: gitHub,
    fields: { ...trio("5000", "4987", unix(1800)), "x-ratelimit-used": "13", "x-ratelimit-resource": "core" },
    policies: [{ limit: 5000, remaining: 4987, resetIn: 1_801_000, bucket: "core" }],
    guessed: guess,
  },
  {
    of: "GitHub's search",
    in: "GitHub Docs, REST API endpoints for search",
    fields: { ...trio("30", "18", unix(40)), "x-ratelimit-used": "12", "x-ratelimit-resource": "search" },
    policies: [{ limit: 30, remaining: 18, resetIn: 41_000, bucket: "search" }],
    guessed: guess,
  },
  {
    of: "GitHub, spent",
    in: gitHub,
    status: 403,
    fields: { ...trio("60", "0", unix(1800)), "x-ratelimit-resource": "core" },
    policies: [{ limit: 60, remaining: 0, resetIn: 1_801_000, bucket: "core" }],
    more: { isRejection: true },
    guessed: guess,
  },
  {
    of: "GitHub's secondary limit",
    in: gitHub,
    status: 403,
    fields: { "retry-after": "60", ...trio("5000", "4200", unix(1800)) },
    policies: [{ limit: 5000, remaining: 4200, resetIn: 1_801_000 }],
    more: { isRejection: true, retryIn: 60_000 },
    guessed: guess,
  },
  {
    of: "GitHub, a resource without permission",
    in: "GitHub Docs, Troubleshooting the REST API",
    status: 403,
    fields: { ...trio("5000", "4200", unix(1800)), "x-accepted-github-permissions": "contents=write" },
    policies: [{ limit: 5000, remaining: 4200, resetIn: 1_801_000 }],
    guessed: guess,
  },
  {
    of: "GitLab",
    in: "GitLab Docs, User and IP rate limits",
    status: 429,
    fields: {
      ...trio("60", "0", unix(30), "ratelimit"),
      "ratelimit-name": "throttle_authenticated_web",
      "ratelimit-observed": "67",
      "ratelimit-resettime": utc(30_000),
      "retry-after": "30",
    },
    policies: [{ limit: 60, remaining: 0, resetIn: 31_000, bucket: "throttle_authenticated_web" }],
    more: { retryIn: 30_000 },
    guessed: ["ratelimit-reset"],
  },
  {
    of: "Bitbucket Cloud: a limit alone",
    in: "Bitbucket Support, API request limits",
    fields: { "x-ratelimit-limit": "1000", "x-ratelimit-resource": "api", "x-ratelimit-nearlimit": "false" },
    policies: [],
  },
  {
    of: "Docker Hub",
    in: "Docker Docs, Pull usage and limits",
    fields: { "ratelimit-limit": "100;w=21600", "ratelimit-remaining": "76;w=21600", "docker-ratelimit-source": "192.0.2.1" },
    policies: [{ limit: 100, remaining: 76, window: 21_600_000 }],
  },
  {
    of: "Heroku: what is left alone",
    in: "Heroku Dev Center, Platform API Reference",
    fields: { "ratelimit-remaining": "2400" },
    policies: [{ remaining: 2400 }],
  },
  {
    of: "DigitalOcean",
    in: "DigitalOcean API Reference, Rate Limit",
    fields: trio("5000", "4816", unix(900), "ratelimit"),
    policies: [{ limit: 5000, remaining: 4816, resetIn: 901_000 }],
    guessed: ["ratelimit-reset"],
  },
  {
    of: "Vercel",
    in: "Vercel REST API, Errors and rate limits",
    status: 429,
    fields: trio("100", "0", unix(60)),
    policies: [{ limit: 100, remaining: 0, resetIn: 61_000 }],
    guessed: guess,
  },
  {
    of: "Cloudflare",
    in: "Cloudflare Docs, API rate limits",
    fields: { "ratelimit-policy": '"default";q=1200;w=300', ratelimit: '"default";r=1199;t=1' },
    policies: [{ name: "default", limit: 1200, remaining: 1199, window: 300_000, resetIn: 2000 }],
  },
];

const openAiFields = (requestReset: string, tokenReset: string): Readonly<Record<string, string>> => ({
  "x-ratelimit-limit-requests": "60",
  "x-ratelimit-limit-tokens": "150000",
  "x-ratelimit-remaining-requests": "59",
  "x-ratelimit-remaining-tokens": "149984",
  "x-ratelimit-reset-requests": requestReset,
  "x-ratelimit-reset-tokens": tokenReset,
});
const openAiPolicies = (requestReset: number, tokenReset: number): readonly PolicyReading[] => [
  { name: "requests", limit: 60, remaining: 59, resetIn: requestReset },
  { name: "tokens", unit: "tokens", limit: 150_000, remaining: 149_984, resetIn: tokenReset },
];

const models: readonly RealHeaders[] = [
  { of: "OpenAI", in: openAi, fields: openAiFields("1s", "6m0s"), policies: openAiPolicies(2000, 361_000) },
  { of: "OpenAI, in milliseconds", in: openAi, fields: openAiFields("120ms", "6ms"), policies: openAiPolicies(121, 7) },
  { of: "OpenAI, in fractions", in: openAi, fields: openAiFields("8.64s", "1m26.4s"), policies: openAiPolicies(8650, 86_500) },
  { of: "OpenAI, a limit of a day", in: openAi, fields: openAiFields("23h59m51.36s", "0s"), policies: openAiPolicies(86_391_370, 1000) },
  { of: "OpenAI, in microseconds", in: openAi, fields: openAiFields("75.999us", "1.5ms"), policies: openAiPolicies(1, 2) },
  { of: "OpenAI, in microseconds of UTF-8", in: openAi, fields: openAiFields("75.999Âµs", "42ns"), policies: openAiPolicies(1, 1) },
  {
    of: "OpenAI, not to be sent again",
    in: "openai-node, src/client.ts",
    status: 429,
    fields: { "x-should-retry": "false", "retry-after-ms": "1500", "retry-after": "2" },
    policies: [],
    more: { isFinal: true, retryIn: 1500 },
  },
  {
    of: "OpenAI, to be sent again",
    in: "openai-node, src/client.ts",
    status: 429,
    fields: { "x-should-retry": "true", "retry-after": "2" },
    policies: [],
    more: { retryIn: 2000 },
  },
  {
    of: "Azure OpenAI: what is left alone",
    in: "Microsoft Learn, Manage Azure OpenAI quota",
    fields: { "x-ratelimit-remaining-requests": "119", "x-ratelimit-remaining-tokens": "119200" },
    policies: [
      { name: "requests", remaining: 119 },
      { name: "tokens", unit: "tokens", remaining: 119_200 },
    ],
  },
  {
    of: "Azure OpenAI, spent",
    in: "Microsoft Learn, Azure OpenAI quotas and limits",
    status: 429,
    fields: { "retry-after": "24", "retry-after-ms": "24000", "x-ratelimit-reset-requests": "24" },
    policies: [{ name: "requests", resetIn: 25_000 }],
    more: { retryIn: 24_000 },
    guessed: ["x-ratelimit-reset-requests"],
  },
  {
    of: "Groq",
    in: "GroqDocs, Rate Limits",
    fields: {
      "x-ratelimit-limit-requests": "14400",
      "x-ratelimit-limit-tokens": "18000",
      "x-ratelimit-remaining-requests": "14370",
      "x-ratelimit-remaining-tokens": "17997",
      "x-ratelimit-reset-requests": "2m59.56s",
      "x-ratelimit-reset-tokens": "7.66s",
    },
    policies: [
      { name: "requests", limit: 14_400, remaining: 14_370, resetIn: 179_570 },
      { name: "tokens", unit: "tokens", limit: 18_000, remaining: 17_997, resetIn: 7670 },
    ],
  },
  {
    of: "Mistral",
    in: "mistralai/client-ts, issue 169",
    fields: {
      "x-ratelimit-limit-tokens-minute": "5000000",
      "x-ratelimit-remaining-tokens-minute": "4999911",
      "x-ratelimit-tokens-query-cost": "52",
      "x-ratelimit-limit-req-minute": "720",
      "x-ratelimit-remaining-req-minute": "717",
    },
    policies: [
      { name: "req-minute", limit: 720, remaining: 717, window: 60_000 },
      { name: "tokens-minute", unit: "tokens", limit: 5_000_000, remaining: 4_999_911, window: 60_000 },
    ],
  },
  {
    of: "Cerebras",
    in: "Cerebras Inference Docs, Rate Limits",
    fields: {
      "x-ratelimit-limit-requests-day": "1000000000",
      "x-ratelimit-limit-tokens-minute": "1000000000",
      "x-ratelimit-remaining-requests-day": "999997455",
      "x-ratelimit-remaining-tokens-minute": "999998298",
      "x-ratelimit-reset-requests-day": "33011.382867097855",
      "x-ratelimit-reset-tokens-minute": "11.382867097854614",
    },
    policies: [
      { name: "requests-day", limit: 1e9, remaining: 999_997_455, resetIn: 33_011_383, window: 86_400_000 },
      { name: "tokens-minute", unit: "tokens", limit: 1e9, remaining: 999_998_298, resetIn: 11_383, window: 60_000 },
    ],
    guessed: ["x-ratelimit-reset-requests-day", "x-ratelimit-reset-tokens-minute"],
  },
  {
    of: "Anthropic",
    in: anthropic,
    fields: {
      ...{ "anthropic-ratelimit-requests-limit": "50", "anthropic-ratelimit-requests-remaining": "49" },
      ...{ "anthropic-ratelimit-requests-reset": whole(2000), "anthropic-ratelimit-tokens-limit": "50000" },
      ...{ "anthropic-ratelimit-tokens-remaining": "49500", "anthropic-ratelimit-tokens-reset": whole(60_000) },
    },
    policies: [
      { name: "requests", limit: 50, remaining: 49, resetIn: 3000 },
      { name: "tokens", unit: "tokens", limit: 50_000, remaining: 49_500, resetIn: 61_000 },
    ],
  },
  {
    of: "Anthropic, tokens of both kinds",
    in: anthropic,
    fields: {
      ...trio("30000", "29000", whole(5000), "anthropic-ratelimit-input-tokens"),
      ...trio("8000", "8000", whole(0), "anthropic-ratelimit-output-tokens"),
    },
    policies: [
      { name: "input-tokens", unit: "input-tokens", limit: 30_000, remaining: 29_000, resetIn: 6000 },
      { name: "output-tokens", unit: "output-tokens", limit: 8000, remaining: 8000, resetIn: 1000 },
    ],
  },
  {
    of: "Anthropic, spent",
    in: anthropic,
    status: 429,
    fields: { ...trio("50", "0", iso(20_250), "anthropic-ratelimit-requests"), "retry-after": "21", "x-should-retry": "true" },
    policies: [{ name: "requests", limit: 50, remaining: 0, resetIn: 20_251 }],
    more: { retryIn: 21_000 },
  },
  {
    of: "Anthropic, windows of a subscription",
    in: "claude-code, issues",
    fields: { "anthropic-ratelimit-unified-status": "allowed", "anthropic-ratelimit-unified-5h-utilization": "0.12" },
    policies: [],
  },
  {
    of: "Together AI",
    in: "Together AI Docs, Rate limits",
    fields: { ...trio("10", "9", "1"), "x-tokenlimit-limit": "3000", "x-tokenlimit-remaining": "2900" },
    policies: [{ limit: 10, remaining: 9, resetIn: 2000 }],
    guessed: guess,
  },
  {
    of: "Cohere: no words of limits",
    in: "Cohere Docs, Rate limits",
    fields: { "trial-endpoint-call-limit": "40", "trial-endpoint-call-remaining": "39" },
    policies: [],
  },
];

const discordFields = { ...trio("5", "0", `${unix(1)}.250`), "x-ratelimit-reset-after": "1.250", "x-ratelimit-bucket": "abcd1234" };
const discordPolicy = { limit: 5, remaining: 0, resetIn: 1251, bucket: "abcd1234" };

const messages: readonly RealHeaders[] = [
  { of: "Discord", in: discord, fields: discordFields, policies: [discordPolicy] },
  {
    of: "Discord, spent",
    in: discord,
    status: 429,
    fields: { ...discordFields, "retry-after": "65", "x-ratelimit-scope": "user" },
    policies: [discordPolicy],
    more: { retryIn: 65_000 },
  },
  {
    of: "Discord's global limit",
    in: discord,
    status: 429,
    fields: { "retry-after": "65", "x-ratelimit-global": "true", "x-ratelimit-scope": "global" },
    policies: [],
    more: { retryIn: 65_000, isGlobal: true },
  },
  {
    of: "Discord, a shared resource",
    in: discord,
    status: 429,
    fields: { ...discordFields, "retry-after": "1336", "x-ratelimit-scope": "shared" },
    policies: [discordPolicy],
    more: { retryIn: 1_336_000 },
  },
  {
    of: "Slack",
    in: "Slack Developer Docs, Rate limits",
    status: 429,
    fields: { "retry-after": "30" },
    policies: [],
    more: { retryIn: 30_000 },
  },
  {
    of: "X",
    in: "X Developer Platform, Rate limits",
    fields: trio("900", "847", unix(600), "x-rate-limit"),
    policies: [{ limit: 900, remaining: 847, resetIn: 601_000 }],
    guessed: ["x-rate-limit-reset"],
  },
  {
    of: "Reddit, in fractions",
    in: "Reddit Data API Wiki",
    fields: { "x-ratelimit-used": "2", "x-ratelimit-remaining": "98.0", "x-ratelimit-reset": "540" },
    policies: [{ remaining: 98, resetIn: 541_000 }],
    guessed: guess,
  },
  {
    of: "Twitch",
    in: "Twitch Developers, Twitch API Guide",
    fields: trio("800", "799", unix(30), "ratelimit"),
    policies: [{ limit: 800, remaining: 799, resetIn: 31_000 }],
    guessed: ["ratelimit-reset"],
  },
  {
    of: "Intercom",
    in: "Intercom Docs, Rate Limiting",
    fields: trio("166", "165", unix(10)),
    policies: [{ limit: 166, remaining: 165, resetIn: 11_000 }],
    guessed: guess,
  },
  {
    of: "SendGrid",
    in: "Twilio Docs, SendGrid rate limits",
    fields: trio("500", "499", unix(60)),
    policies: [{ limit: 500, remaining: 499, resetIn: 61_000 }],
    guessed: guess,
  },
  {
    of: "Mailgun, in milliseconds",
    in: "Mailgun API Reference",
    fields: trio("2500", "1202", String(sent + 86_000)),
    policies: [{ limit: 2500, remaining: 1202, resetIn: 86_001 }],
    guessed: guess,
  },
  { of: "Notion", in: "Notion API, Request limits", status: 429, fields: { "retry-after": "5" }, policies: [], more: { retryIn: 5000 } },
  { of: "Telegram: in the body alone", in: "Telegram Bots FAQ", status: 429, fields: {}, policies: [] },
];

const shopify = "Shopify Docs, API limits";
const shop = "x-shopify-shop-api-call-limit";

const shops: readonly RealHeaders[] = [
  { of: "Shopify", in: shopify, fields: { [shop]: "32/40" }, policies: [{ limit: 40, remaining: 8, refill: 20_000 }] },
  { of: "Shopify Plus", in: shopify, fields: { [shop]: "1/400" }, policies: [{ limit: 400, remaining: 399, refill: 20_000 }] },
  {
    of: "Shopify, spent",
    in: shopify,
    status: 429,
    fields: { [shop]: "40/40", "retry-after": "2.0" },
    policies: [{ limit: 40, remaining: 0, refill: 20_000 }],
    more: { retryIn: 2000 },
  },
  { of: "Shopify twice", in: shopify, fields: { [shop]: "12/40, 32/40" }, policies: [{ limit: 40, remaining: 8, refill: 20_000 }] },
  { of: "Shopify, in words", in: shopify, fields: { [shop]: "many" }, policies: [], senseless: [shop] },
  { of: "Shopify, beyond it", in: shopify, fields: { [shop]: "41/40" }, policies: [{ limit: 40, remaining: 0, refill: 20_000 }] },
  {
    of: "BigCommerce",
    in: "BigCommerce Docs, API rate limits",
    fields: {
      "x-rate-limit-requests-left": "6",
      "x-rate-limit-requests-quota": "25",
      "x-rate-limit-time-reset-ms": "3000",
      "x-rate-limit-time-window-ms": "5000",
    },
    policies: [{ name: "requests", limit: 25, remaining: 6, resetIn: 3001, window: 5000 }],
  },
  {
    of: "Stripe",
    in: stripe,
    status: 429,
    fields: { "stripe-rate-limited-reason": "global-rate", "stripe-should-retry": "true" },
    policies: [],
    more: { isGlobal: true },
  },
  {
    of: "Stripe's concurrency",
    in: stripe,
    status: 429,
    fields: { "stripe-rate-limited-reason": "endpoint-concurrency", "stripe-should-retry": "true" },
    policies: [],
  },
  {
    of: "Stripe, of a resource",
    in: stripe,
    status: 429,
    fields: { "stripe-rate-limited-reason": "resource-specific", "stripe-should-retry": "false" },
    policies: [],
    more: { isFinal: true },
  },
  {
    of: "Stripe, another failure",
    in: "stripe-node, src/RequestSender.ts",
    status: 409,
    fields: { "stripe-should-retry": "false" },
    policies: [],
    more: { isFinal: true },
  },
  {
    of: "Amazon's Selling Partner API: a rate per second",
    in: "SP-API Docs, Usage plans and rate limits",
    fields: { "x-amzn-ratelimit-limit": "0.0167" },
    policies: [],
  },
  {
    of: "Square",
    in: "Square Developer, Handling errors",
    status: 429,
    fields: { "retry-after": utc(90_000) },
    policies: [],
    more: { retryIn: 91_000 },
  },
];

const clouds: readonly RealHeaders[] = [
  {
    of: "AWS, by a status of its own",
    in: "AWS Docs, CommonErrors",
    status: 400,
    fields: { "x-amzn-errortype": "ThrottlingException" },
    policies: [],
    more: { isRejection: true },
  },
  {
    of: "AWS, with an address",
    in: "Smithy, AWS restJson1 protocol",
    status: 400,
    fields: { "x-amzn-errortype": "ThrottlingException:http://internal.amazon.com/coral/com.amazon.coral.availability/" },
    policies: [],
    more: { isRejection: true },
  },
  {
    of: "DynamoDB",
    in: "AWS Docs, DynamoDB error handling",
    status: 400,
    fields: { "x-amzn-errortype": "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException" },
    policies: [],
    more: { isRejection: true },
  },
  {
    of: "AWS Lambda",
    in: "AWS Docs, Lambda Invoke",
    status: 429,
    fields: { "x-amzn-errortype": "TooManyRequestsException", "retry-after": "1" },
    policies: [],
    more: { retryIn: 1000 },
  },
  {
    of: "AWS, while it is busy",
    in: "AWS SDK reference guide, Retry behavior",
    status: 503,
    fields: { "x-amzn-errortype": "RequestLimitExceeded", "x-amz-retry-after": "1500" },
    policies: [],
    more: { isRejection: true, retryIn: 1500 },
  },
  {
    of: "AWS, another mistake",
    in: "AWS Docs, CommonErrors",
    status: 400,
    fields: { "x-amzn-errortype": "ValidationException:http://throttling.example/" },
    policies: [],
  },
  {
    of: "AWS, a quota of things",
    in: "AWS Docs, DynamoDB CreateTable",
    status: 400,
    fields: { "x-amzn-errortype": "LimitExceededException" },
    policies: [],
  },
  {
    of: "Azure Resource Manager",
    in: "Microsoft Learn, Understand how Azure Resource Manager throttles requests",
    fields: { "x-ms-ratelimit-remaining-subscription-reads": "11999" },
    policies: [{ name: "subscription-reads", unit: "reads", remaining: 11_999 }],
  },
  {
    of: "Azure Resource Manager, writes",
    in: "Microsoft Learn, Understand how Azure Resource Manager throttles requests",
    fields: { "x-ms-ratelimit-remaining-subscription-global-writes": "2999", "x-ms-ratelimit-remaining-tenant-writes": "1199" },
    policies: [
      { name: "subscription-global-writes", unit: "writes", remaining: 2999 },
      { name: "tenant-writes", unit: "writes", remaining: 1199 },
    ],
  },
  {
    of: "Azure Compute: many in one",
    in: "Microsoft Learn, Troubleshooting API throttling errors",
    fields: { "x-ms-ratelimit-remaining-resource": "Microsoft.Compute/HighCostGet3Min;159,Microsoft.Compute/HighCostGet30Min;777" },
    policies: [],
  },
  {
    of: "Azure Cosmos DB",
    in: "Microsoft Learn, Cosmos DB REST response headers",
    status: 429,
    fields: { "x-ms-retry-after-ms": "59" },
    policies: [],
    more: { retryIn: 59 },
  },
  {
    of: "SharePoint",
    in: "Microsoft Learn, Avoid getting throttled in SharePoint Online",
    fields: trio("1200", "120", "5", "ratelimit"),
    policies: [{ limit: 1200, remaining: 120, resetIn: 6000 }],
    guessed: ["ratelimit-reset"],
  },
  {
    of: "Microsoft Graph",
    in: "Microsoft Learn, Graph throttling guidance",
    status: 429,
    fields: { "retry-after": "2" },
    policies: [],
    more: { retryIn: 2000 },
  },
  {
    of: "Google Cloud, for maintenance",
    in: "RFC 9110, 10.2.3",
    status: 503,
    fields: { "retry-after": "120" },
    policies: [],
    more: { retryIn: 120_000, isRejection: true },
  },
  {
    of: "Okta",
    in: "Okta Developer, Rate limits best practices",
    fields: trio("600", "598", unix(20), "x-rate-limit"),
    policies: [{ limit: 600, remaining: 598, resetIn: 21_000 }],
    guessed: ["x-rate-limit-reset"],
  },
  {
    of: "Auth0",
    in: "Auth0 Docs, Rate limit use cases",
    fields: trio("10", "9", unix(1)),
    policies: [{ limit: 10, remaining: 9, resetIn: 2000 }],
    guessed: guess,
  },
  {
    of: "Datadog",
    in: "Datadog Docs, Rate limits",
    fields: { ...trio("100", "99", "7"), "x-ratelimit-period": "10", "x-ratelimit-name": "api_v1_query" },
    policies: [{ limit: 100, remaining: 99, resetIn: 8000, bucket: "api_v1_query" }],
    guessed: guess,
  },
  {
    of: "Sentry",
    in: "Sentry Docs, API rate limits",
    fields: { ...trio("40", "39", unix(1), "x-sentry-rate-limit"), "x-sentry-rate-limit-concurrentlimit": "25" },
    policies: [{ limit: 40, remaining: 39, resetIn: 2000 }],
    guessed: ["x-sentry-rate-limit-reset"],
  },
  {
    of: "PagerDuty",
    in: "PagerDuty Developer Docs, REST API rate limits",
    fields: trio("960", "957", "43", "ratelimit"),
    policies: [{ limit: 960, remaining: 957, resetIn: 44_000 }],
    guessed: ["ratelimit-reset"],
  },
];

const products: readonly RealHeaders[] = [
  {
    of: "HubSpot",
    in: "HubSpot Docs, API usage guidelines",
    fields: {
      "x-hubspot-ratelimit-daily": "250000",
      "x-hubspot-ratelimit-daily-remaining": "249000",
      "x-hubspot-ratelimit-interval-milliseconds": "10000",
      "x-hubspot-ratelimit-max": "100",
      "x-hubspot-ratelimit-remaining": "98",
    },
    policies: [
      { limit: 100, remaining: 98, window: 10_000 },
      { name: "daily", remaining: 249_000, window: 86_400_000 },
    ],
  },
  {
    of: "Trello",
    in: "Atlassian Developer, Trello rate limits",
    fields: {
      "x-rate-limit-api-token-interval-ms": "10000",
      "x-rate-limit-api-token-max": "100",
      "x-rate-limit-api-token-remaining": "99",
      "x-rate-limit-api-key-interval-ms": "10000",
      "x-rate-limit-api-key-max": "300",
      "x-rate-limit-api-key-remaining": "298",
    },
    policies: [
      { name: "api-key", limit: 300, remaining: 298, window: 10_000 },
      { name: "api-token", limit: 100, remaining: 99, window: 10_000 },
    ],
  },
  {
    of: "Contentful",
    in: "Contentful Docs, Content Management API",
    fields: {
      "x-contentful-ratelimit-hour-limit": "36000",
      "x-contentful-ratelimit-hour-remaining": "35883",
      "x-contentful-ratelimit-second-limit": "10",
      "x-contentful-ratelimit-second-remaining": "9",
      "x-contentful-ratelimit-reset": "0",
    },
    policies: [
      { resetIn: 1000 },
      { name: "hour", limit: 36_000, remaining: 35_883, window: 3_600_000 },
      { name: "second", limit: 10, remaining: 9, window: 1000 },
    ],
    guessed: ["x-contentful-ratelimit-reset"],
  },
  {
    of: "Linear",
    in: "Linear Developers, Rate limiting",
    fields: {
      ...trio("1500", "1499", String(sent + 3_600_000), "x-ratelimit-requests"),
      ...trio("250000", "249000", String(sent + 3_600_000), "x-ratelimit-complexity"),
      "x-complexity": "1000",
    },
    policies: [
      { name: "complexity", unit: "complexity", limit: 250_000, remaining: 249_000, resetIn: 3_600_001 },
      { name: "requests", limit: 1500, remaining: 1499, resetIn: 3_600_001 },
    ],
    guessed: ["x-ratelimit-complexity-reset", "x-ratelimit-requests-reset"],
  },
  {
    of: "Zendesk",
    in: "Zendesk Developer Docs, Rate limits",
    fields: { "x-rate-limit": "700", "x-rate-limit-remaining": "699", ...trio("700", "699", "41", "ratelimit") },
    policies: [{ limit: 700, remaining: 699, resetIn: 42_000 }],
    guessed: ["ratelimit-reset"],
  },
  {
    of: "Jira",
    in: "Atlassian Developer, Jira Cloud rate limiting",
    status: 429,
    fields: { "retry-after": "1847", ...trio("40000", "0", whole(1_847_000)), "ratelimit-reason": "jira-quota-global-based" },
    policies: [{ limit: 40_000, remaining: 0, resetIn: 1_848_000 }],
    more: { retryIn: 1_847_000 },
  },
  {
    of: "Vimeo",
    in: "Vimeo Developer, Rate limits",
    fields: trio("100", "99", whole(60_000).replace("Z", "+00:00")),
    policies: [{ limit: 100, remaining: 99, resetIn: 61_000 }],
  },
  {
    of: "Pipedrive",
    in: "Pipedrive Developers, Rate limiting",
    fields: trio("80", "79", "2"),
    policies: [{ limit: 80, remaining: 79, resetIn: 3000 }],
    guessed: guess,
  },
  {
    of: "Strava: pairs",
    in: "Strava Developers, Rate limits",
    fields: { "x-ratelimit-limit": "200,2000", "x-ratelimit-usage": "36,178" },
    policies: [],
  },
  {
    of: "Salesforce: what is used",
    in: "Salesforce REST API Developer Guide, Limit Info Header",
    fields: { "sforce-limit-info": "api-usage=18/5000" },
    policies: [],
  },
  {
    of: "Figma",
    in: "Figma Developer Docs, Rate limits",
    status: 429,
    fields: { "retry-after": "54", "x-figma-plan-tier": "org", "x-figma-rate-limit-type": "low" },
    policies: [],
    more: { retryIn: 54_000 },
  },
  {
    of: "Dropbox",
    in: "Dropbox Developers, Error handling",
    status: 429,
    fields: { "retry-after": "300" },
    policies: [],
    more: { retryIn: 300_000 },
  },
  {
    of: "Spotify",
    in: "Spotify for Developers, Rate limits",
    status: 429,
    fields: { "retry-after": "9" },
    policies: [],
    more: { retryIn: 9000 },
  },
  {
    of: "Riot: pairs of counts and windows",
    in: "Riot Developer Portal, Rate limiting",
    fields: { "x-app-rate-limit": "100:1,1000:10", "x-app-rate-limit-count": "1:1,1:10" },
    policies: [],
  },
  {
    of: "Binance: weights",
    in: "Binance Open Platform, Limits",
    fields: { "x-mbx-used-weight-1m": "120" },
    policies: [],
  },
];

const gateways: readonly RealHeaders[] = [
  {
    of: "Kong",
    in: "Kong Docs, Rate Limiting plugin",
    fields: {
      ...{ "x-ratelimit-limit-minute": "60", "x-ratelimit-remaining-minute": "57" },
      ...{ "x-ratelimit-limit-hour": "1000", "x-ratelimit-remaining-hour": "997" },
      ...trio("60", "57", "41", "ratelimit"),
    },
    policies: [
      { name: "minute", limit: 60, remaining: 57, window: 60_000, resetIn: 42_000 },
      { name: "hour", limit: 1000, remaining: 997, window: 3_600_000 },
    ],
    guessed: ["ratelimit-reset"],
  },
  {
    of: "Envoy",
    in: "Envoy Docs, Rate limit filter",
    fields: trio("10, 10;w=1;name=foo, 1000;w=3600", "9", "1"),
    policies: [{ limit: 10, remaining: 9, resetIn: 2000 }],
    guessed: guess,
  },
  {
    of: "RapidAPI",
    in: "RapidAPI Docs, Response headers",
    fields: trio("500", "499", "2591999", "x-ratelimit-requests"),
    policies: [{ name: "requests", limit: 500, remaining: 499, resetIn: 86_460_000 }],
    guessed: ["x-ratelimit-requests-reset"],
  },
  {
    of: "Bucket4j",
    in: "Bucket4j Spring Boot starter",
    status: 429,
    fields: { "x-rate-limit-remaining": "0", "x-rate-limit-retry-after-seconds": "7" },
    policies: [{ remaining: 0 }],
    more: { retryIn: 7000 },
  },
  {
    of: "Tyk",
    in: "Tyk Docs, Request quotas",
    fields: trio("100", "99", unix(3000)),
    policies: [{ limit: 100, remaining: 99, resetIn: 3_001_000 }],
    guessed: guess,
  },
  {
    of: "express-rate-limit, the old headers",
    in: "express-rate-limit, source/headers.ts",
    fields: trio("5", "4", unix(60)),
    policies: [{ limit: 5, remaining: 4, resetIn: 61_000 }],
    guessed: guess,
  },
  {
    of: "express-rate-limit, draft 6",
    in: "express-rate-limit, source/headers.ts",
    fields: { "ratelimit-policy": "5;w=60", ...trio("5", "4", "60", "ratelimit") },
    policies: [{ limit: 5, remaining: 4, window: 60_000, resetIn: 61_000 }],
    guessed: ["ratelimit-reset"],
  },
  {
    of: "express-rate-limit, draft 7",
    in: "express-rate-limit, source/headers.ts",
    fields: { "ratelimit-policy": "5;w=60", ratelimit: "limit=5, remaining=4, reset=60" },
    policies: [{ limit: 5, remaining: 4, window: 60_000, resetIn: 61_000 }],
  },
  {
    of: "express-rate-limit, draft 8",
    in: "express-rate-limit, source/headers.ts",
    fields: { "ratelimit-policy": '"5-in-1min"; q=5; w=60; pk=:NDY2NzQ2:', ratelimit: '"5-in-1min"; r=4; t=60' },
    policies: [{ name: "5-in-1min", limit: 5, remaining: 4, window: 60_000, resetIn: 61_000 }],
  },
  {
    of: "@fastify/rate-limit",
    in: "@fastify/rate-limit, README",
    fields: trio("3", "2", "60"),
    policies: [{ limit: 3, remaining: 2, resetIn: 61_000 }],
    guessed: guess,
  },
  {
    of: "Laravel",
    in: "Laravel, ThrottleRequests",
    status: 429,
    fields: { ...trio("60", "0", unix(58)), "retry-after": "58" },
    policies: [{ limit: 60, remaining: 0, resetIn: 59_000 }],
    more: { retryIn: 58_000 },
    guessed: guess,
  },
  {
    of: "Flask-Limiter, with the end of a second",
    in: "Flask-Limiter, Rate-limiting headers",
    fields: { ...trio("50", "49", unix(3600)), "retry-after": "3600" },
    policies: [{ limit: 50, remaining: 49, resetIn: 3_601_000 }],
    more: { retryIn: 3_600_000 },
    guessed: guess,
  },
  {
    of: "Zalando's guidelines",
    in: "Zalando RESTful API Guidelines, rule 153",
    fields: trio("3000", "2970", "60"),
    policies: [{ limit: 3000, remaining: 2970, resetIn: 61_000 }],
    guessed: guess,
  },
  {
    of: "a gateway before a service, joined by a comma",
    in: "RFC 9110, 5.3",
    fields: trio("100, 60", "99, 12", "30, 40"),
    policies: [{ limit: 60, remaining: 12, resetIn: 41_000 }],
    guessed: guess,
  },
  {
    of: "a cache's age of nothing",
    in: "RFC 9111, 5.1",
    fields: { ...trio("60", "12", "30"), age: "0" },
    policies: [{ limit: 60, remaining: 12, resetIn: 31_000 }],
    guessed: guess,
  },
];

const drafts: readonly RealHeaders[] = [
  {
    of: "the first draft",
    in: draft(0),
    fields: { "ratelimit-limit": "100", "ratelimit-remaining": "50", "ratelimit-reset": "50" },
    policies: [{ limit: 100, remaining: 50, resetIn: 51_000 }],
    guessed: ["ratelimit-reset"],
  },
  {
    of: "policies beside the limit",
    in: draft(3),
    fields: { "ratelimit-limit": "10, 10;w=1, 50;w=60, 1000;w=3600, 5000;w=86400", "ratelimit-remaining": "9", "ratelimit-reset": "1" },
    policies: [
      { limit: 10, remaining: 9, window: 1000, resetIn: 2000 },
      { limit: 50, window: 60_000 },
      { limit: 1000, window: 3_600_000 },
      { limit: 5000, window: 86_400_000 },
    ],
    guessed: ["ratelimit-reset"],
  },
  {
    of: "policies with comments",
    in: draft(4),
    fields: { "ratelimit-limit": '100, 100;w=60;burst=1000;comment="sliding window", 5000;w=3600;burst=0', "ratelimit-remaining": "60" },
    policies: [
      { limit: 100, remaining: 60, window: 60_000 },
      { limit: 5000, window: 3_600_000 },
    ],
  },
  {
    of: "a field of policies",
    in: draft(6),
    fields: { "ratelimit-limit": "100", "ratelimit-remaining": "50", "ratelimit-reset": "50", "ratelimit-policy": "100;w=60" },
    policies: [{ limit: 100, remaining: 50, window: 60_000, resetIn: 51_000 }],
    guessed: ["ratelimit-reset"],
  },
  {
    of: "one dictionary",
    in: draft(7),
    fields: { ratelimit: "limit=100, remaining=50, reset=50", "ratelimit-policy": "10;w=1, 100;w=60" },
    policies: [
      { limit: 100, remaining: 50, window: 60_000, resetIn: 51_000 },
      { limit: 10, window: 1000 },
    ],
  },
  {
    of: "lists of policies",
    in: draft(10),
    fields: { "ratelimit-policy": '"permin";q=50;w=60,"perhr";q=1000;w=3600', ratelimit: '"permin";r=49;t=60, "perhr";r=999;t=3600' },
    policies: [
      { name: "permin", limit: 50, remaining: 49, window: 60_000, resetIn: 61_000 },
      { name: "perhr", limit: 1000, remaining: 999, window: 3_600_000, resetIn: 3_601_000 },
    ],
  },
  {
    of: "a partition",
    in: draft(11),
    fields: { "ratelimit-policy": '"peruser";q=100;w=60;pk=:cHsdsRa894==:', ratelimit: '"peruser";r=99;t=3;pk=:cHsdsRa894==:' },
    policies: [{ name: "peruser", limit: 100, remaining: 99, window: 60_000, resetIn: 4000, bucket: ":cHsdsRa894==:" }],
  },
  {
    of: "partitions of one policy",
    in: draft(11),
    fields: { "ratelimit-policy": '"p";q=100;w=60', ratelimit: '"p";r=99;pk=:YQ==:, "p";r=3;pk=:Yg==:' },
    policies: [
      { name: "p", limit: 100, remaining: 99, window: 60_000, bucket: ":YQ==:" },
      { name: "p", limit: 100, remaining: 3, window: 60_000, bucket: ":Yg==:" },
    ],
  },
  {
    of: "bytes of a partition",
    in: draft(11),
    fields: { "ratelimit-policy": '"peruser";q=65535;qu="content-bytes";w=10;pk=:sdfjLJUOUH==:' },
    policies: [{ name: "peruser", limit: 65_535, unit: "content-bytes", window: 10_000, bucket: ":sdfjLJUOUH==:" }],
  },
  {
    of: "calls under way",
    in: draft(11),
    fields: { "ratelimit-policy": '"c";q=10;qu="concurrent-requests"', ratelimit: '"c";r=4' },
    policies: [{ name: "c", limit: 10, remaining: 4, unit: "concurrent-requests" }],
  },
  {
    of: "no policy",
    in: draft(11),
    fields: { ratelimit: '"default";r=999;pk=:dHJpYWwxMjEzMjM=:' },
    policies: [{ name: "default", remaining: 999, bucket: ":dHJpYWwxMjEzMjM=:" }],
  },
  {
    of: "nothing left, for a redirect",
    in: draft(11),
    fields: { ratelimit: '"problemPolicy";r=0;t=10' },
    policies: [{ name: "problemPolicy", remaining: 0, resetIn: 11_000 }],
  },
  {
    of: "the same policy twice: the smaller",
    in: draft(11),
    fields: { ratelimit: '"a";r=7;t=1, "a";r=3;t=2' },
    policies: [{ name: "a", remaining: 3, resetIn: 3000 }],
  },
  {
    of: "a 403 with nothing left",
    in: draft(11),
    status: 403,
    fields: { ratelimit: '"a";r=0;t=2' },
    policies: [{ name: "a", remaining: 0, resetIn: 3000 }],
    more: { isRejection: true },
  },
  {
    of: "what is no list",
    in: draft(11),
    fields: { ratelimit: '"a";r' },
    policies: [],
    senseless: ["ratelimit"],
  },
];

const nonsense: readonly RealHeaders[] = [
  {
    of: "a reset in words",
    in: "made up",
    fields: openAiFields("soon", "6m0s"),
    policies: [
      { name: "requests", limit: 60, remaining: 59 },
      { name: "tokens", unit: "tokens", limit: 150_000, remaining: 149_984, resetIn: 361_000 },
    ],
    senseless: ["x-ratelimit-reset-requests"],
  },
  {
    of: "units in the wrong order",
    in: "made up",
    fields: openAiFields("1s6m", "1s1s"),
    policies: [
      { name: "requests", limit: 60, remaining: 59 },
      { name: "tokens", unit: "tokens", limit: 150_000, remaining: 149_984 },
    ],
    senseless: ["x-ratelimit-reset-requests", "x-ratelimit-reset-tokens"],
  },
  {
    of: "a month that there is not",
    in: "made up",
    fields: trio("60", "12", "2026-13-01T12:00:00Z"),
    policies: [{ limit: 60, remaining: 12 }],
    senseless: guess,
  },
  {
    of: "a negative duration",
    in: "made up",
    fields: trio("60", "12", "-6m0s"),
    policies: [{ limit: 60, remaining: 12 }],
    senseless: guess,
  },
  {
    of: "an ISO duration",
    in: "java.time.Duration, toString",
    fields: trio("60", "12", "PT6M0.5S"),
    policies: [{ limit: 60, remaining: 12, resetIn: 360_600 }],
  },
  {
    of: "an ISO duration of months",
    in: "ISO 8601",
    fields: trio("60", "12", "P1M"),
    policies: [{ limit: 60, remaining: 12 }],
    senseless: guess,
  },
  {
    of: "a month, for a day",
    in: "made up",
    fields: trio("60", "12", "30d"),
    policies: [{ limit: 60, remaining: 12, resetIn: 86_460_000 }],
  },
  {
    of: "a moment east of Greenwich",
    in: "RFC 3339, 5.8",
    fields: trio("60", "12", "2026-11-20T13:00:30.5+01:00"),
    policies: [{ limit: 60, remaining: 12, resetIn: 30_600 }],
  },
  {
    of: "a moment west of it",
    in: "RFC 3339, 5.8",
    fields: trio("60", "12", "2026-11-20t03:30:30-08:30"),
    policies: [{ limit: 60, remaining: 12, resetIn: 31_000 }],
  },
  {
    of: "a global flag that is off",
    in: "made up",
    status: 429,
    fields: { "x-ratelimit-global": "false" },
    policies: [],
  },
  {
    of: "a 403 with a date to come back",
    in: "RFC 9110, 10.2.3",
    status: 403,
    fields: { "retry-after": utc(5000) },
    policies: [],
    more: { isRejection: true, retryIn: 6000 },
  },
  { of: "a 403 alone", in: "RFC 9110, 15.5.4", status: 403, fields: {}, policies: [] },
  {
    of: "words that nobody knows",
    in: "made up",
    fields: { "x-ratelimit-limit-unicorns": "3", "x-ratelimit-remaining-unicorns": "0", "x-ratelimit-reset-unicorns": "9" },
    policies: [],
  },
];

export const realHeaders: readonly RealHeaders[] = [
  ...codeHosts,
  ...models,
  ...messages,
  ...shops,
  ...clouds,
  ...products,
  ...gateways,
  ...drafts,
  ...nonsense,
];
