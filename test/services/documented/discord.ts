/**
 * Discord's HTTP API with its limits, written from its documentation alone: "Rate Limits" (docs.discord.com/developers/topics/rate-limits).
 *
 * - Introduction: per-route limits "may include the HTTP method"; a limit that is shared by routes has one `X-RateLimit-Bucket`; "limits often
 *   account for top-level resources within the path": `channel_id`, `guild_id`, `webhook_id`. "Rate limits should not be hard coded".
 * - Warning of the introduction: "Routes for controlling emojis do not follow the normal rate limit conventions": they are limited per guild,
 *   "the quota returned by our APIs may be inaccurate, and you may encounter 429s".
 * - "Header Format": `X-RateLimit-Limit`, `-Remaining`, `-Reset` in epoch seconds, `-Reset-After` in seconds with decimals, `-Bucket`, which is
 *   "non-inclusive of top-level resources in the path"; on 429 `X-RateLimit-Global` and `X-RateLimit-Scope` (`user`, `global`, `shared`).
 * - "Exceeding A Rate Limit": 429 with `Retry-After` in whole seconds and a JSON body of `message`, `retry_after` in seconds with decimals and
 *   `global`. The example of a shared limit has `X-RateLimit-Remaining: 9` and a `Retry-After` that is longer than `Reset-After`.
 * - "Global Rate Limit": "All bots can make up to 50 requests per second"; "Interaction endpoints are not bound to the bot's Global Rate Limit".
 * - "Invalid Request Limit aka Cloudflare bans": 10,000 answers of 401, 403 or 429 per 10 minutes of an IP address; "429 errors returned with
 *   `X-RateLimit-Scope: shared` are not counted against you". What the restriction answers is not told: a 429 without JSON here.
 *
 * No figures of routes are told: those of the examples are taken, 5 requests a second and 10 in a longer window.
 */
import {
  credentialOf,
  entryOf,
  SlidingLimit,
  type Closed,
  type Decision,
  type DocumentedService,
  type ServiceAnswer,
  type ServiceRequest,
} from "./service.js";

export interface DiscordSettings {
  /** Requests per second of a bot. */
  readonly global?: number;
  /** Invalid requests in 10 minutes. */
  readonly invalid?: number;
  /** What other users of a resource took of its shared limit. */
  readonly sharedTakenByOthers?: number;
}

export interface DiscordService extends DocumentedService {
  /** Invalid requests in the last 10 minutes. */
  readonly invalid: (now: number) => number;
  readonly isBanned: (now: number) => boolean;
}

/** A route of the documentation, with its top-level resource as the first group. */
interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly bucket: string;
  readonly limit: number;
  readonly window: number;
}

const routes: readonly Route[] = [
  { method: "POST", path: /^\/channels\/(\w+)\/messages$/, bucket: "80c17d2f203122d936070c88c8d10f33", limit: 5, window: 5000 },
  { method: "GET", path: /^\/channels\/(\w+)\/messages$/, bucket: "d154f3c3e8ecf5b1d3d8d2ea7c3a1b52", limit: 5, window: 1000 },
  // Two routes that share a bucket.
  { method: "GET", path: /^\/guilds\/(\w+)\/channels$/, bucket: "b25eae8d1a9a3e6d1a5a3e6e3cd4aab1", limit: 10, window: 10_000 },
  { method: "GET", path: /^\/guilds\/(\w+)\/roles$/, bucket: "b25eae8d1a9a3e6d1a5a3e6e3cd4aab1", limit: 10, window: 10_000 },
  { method: "POST", path: /^\/webhooks\/(\w+)\/\w+$/, bucket: "e1f5a2b0c4d84b7f9a4b7cbd0e9f2d11", limit: 5, window: 2000 },
];

/** A window that the first request after the last one begins. */
interface Bucket {
  used: number;
  end: number;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

const isInteraction = ({ path }: ServiceRequest): boolean => path.startsWith("/interactions/");

export function discordService({ global = 50, invalid: most = 10_000, sharedTakenByOthers = 0 }: DiscordSettings = {}): DiscordService {
  const buckets = new Map<string, Bucket>();
  const globals = new Map<string, SlidingLimit>();
  let invalidSeen: number[] = [];
  let bannedUntil = 0;

  function noteInvalid(now: number): void {
    invalidSeen = [...invalidSeen.filter((at) => at > now - 600_000), now];
    if (invalidSeen.length >= most) bannedUntil = now + 600_000;
  }

  const headersOf = (route: Route, bucket: Bucket, now: number): Readonly<Record<string, string>> => ({
    "X-RateLimit-Limit": String(route.limit),
    "X-RateLimit-Remaining": String(Math.max(0, route.limit - bucket.used)),
    "X-RateLimit-Reset": seconds(bucket.end),
    "X-RateLimit-Reset-After": seconds(bucket.end - now),
    "X-RateLimit-Bucket": route.bucket,
  });

  function rejection(
    scope: "user" | "global" | "shared",
    closed: Closed,
    headers: Readonly<Record<string, string>>,
    now: number,
  ): Decision {
    const wait = closed.until - now;
    const message = scope === "shared" ? "The resource is being rate limited." : "You are being rate limited.";
    const answer: ServiceAnswer = {
      status: 429,
      headers: { "Retry-After": String(Math.ceil(wait / 1000)), ...headers, "X-RateLimit-Scope": scope },
      body: { message, retry_after: Number(seconds(wait)), global: scope === "global" },
    };
    if (scope !== "shared") noteInvalid(now);
    return { kind: "rejected", answer, closed };
  }

  function overGlobal(request: ServiceRequest, now: number): Decision | undefined {
    if (isInteraction(request)) return undefined;
    const credential = credentialOf(request);
    const limit = entryOf(globals, credential, () => new SlidingLimit(global, 1000));
    const wait = limit.wait(now, 1);
    if (wait > 0) {
      const covers = (other: ServiceRequest): boolean => credentialOf(other) === credential && !isInteraction(other);
      return rejection("global", { limit: "global", covers, until: now + wait }, { "X-RateLimit-Global": "true" }, now);
    }
    limit.take(now, 1);
    return undefined;
  }

  /** Emojis of a guild: the headers tell more than is left. */
  function emojis(request: ServiceRequest, guild: string, now: number): Decision {
    const bucket = currentBucket(`emojis ${guild}`, 60_000, now);
    const route: Route = { method: "POST", path: /^$/, bucket: "0c6a3c1f5d1e4f0f8d7e4a1a2b3c4d5e", limit: 10, window: 60_000 };
    const shown = headersOf(route, { used: Math.min(bucket.used, 1), end: bucket.end }, now);
    if (bucket.used + sharedTakenByOthers >= route.limit) {
      const covers = (other: ServiceRequest): boolean => other.path === request.path;
      return rejection("shared", { limit: "shared", covers, until: bucket.end }, shown, now);
    }
    bucket.used += 1;
    return { kind: "served", finish: () => ({ status: 201, headers: shown, body: { id: "1" } }) };
  }

  function currentBucket(key: string, window: number, now: number): Bucket {
    const bucket = entryOf(buckets, key, () => ({ used: 0, end: 0 }));
    if (now >= bucket.end) {
      bucket.used = 0;
      bucket.end = now + window;
    }
    return bucket;
  }

  function ofRoute(request: ServiceRequest, route: Route, resource: string, now: number): Decision {
    const key = `${credentialOf(request)} ${route.bucket} ${resource}`;
    const bucket = currentBucket(key, route.window, now);
    if (bucket.used >= route.limit) {
      const covers = (other: ServiceRequest): boolean => {
        const found = routeOf(other);
        return found?.route.bucket === route.bucket && found.resource === resource && credentialOf(other) === credentialOf(request);
      };
      return rejection("user", { limit: route.bucket, covers, until: bucket.end }, headersOf(route, bucket, now), now);
    }
    bucket.used += 1;
    const headers = headersOf(route, bucket, now);
    return { kind: "served", finish: () => ({ status: 200, headers, body: { id: "1" } }) };
  }

  return {
    invalid: (now) => invalidSeen.filter((at) => at > now - 600_000).length,
    isBanned: (now) => now < bannedUntil,
    decide(request, now) {
      if (now < bannedUntil) {
        const closed = { limit: "invalid requests", covers: () => true, until: bannedUntil };
        const headers = { "Retry-After": String(Math.ceil((bannedUntil - now) / 1000)), "Content-Type": "text/html" };
        return { kind: "rejected", answer: { status: 429, headers, body: "error code: 1015" }, closed };
      }
      const overall = overGlobal(request, now);
      if (overall !== undefined) return overall;
      if (request.path.startsWith("/channels/forbidden/")) {
        noteInvalid(now);
        return { kind: "refused", answer: { status: 403, headers: {}, body: { message: "Missing Access", code: 50001 } } };
      }
      const emoji = /^\/guilds\/(\w+)\/emojis$/.exec(request.path);
      if (emoji?.[1] !== undefined) return emojis(request, emoji[1], now);
      const found = routeOf(request);
      if (found !== undefined) return ofRoute(request, found.route, found.resource, now);
      // "For most API requests made, we return optional HTTP response headers": here are none.
      return { kind: "served", finish: () => ({ status: 200, headers: {}, body: { ok: true } }) };
    },
  };
}

function routeOf(request: ServiceRequest): { readonly route: Route; readonly resource: string } | undefined {
  for (const route of routes) {
    const resource = route.method === request.method ? route.path.exec(request.path)?.[1] : undefined;
    if (resource !== undefined) return { route, resource };
  }
  return undefined;
}
