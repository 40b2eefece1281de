/**
 * GitHub's REST API with its limits, written from its documentation alone.
 *
 * "Rate limits for the REST API" (docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api):
 * - "Primary rate limit for authenticated users": 5,000 requests per hour.
 * - "About secondary rate limits": no more than 100 concurrent requests; no more than 900 points per minute for REST API endpoints; no more
 *   than 90 seconds of CPU time per 60 seconds of real time; in general no more than 80 content-generating requests per minute and 500 per
 *   hour. "You may also encounter a secondary rate limit for undisclosed reasons."
 * - "Calculating points for the secondary rate limit": GET, HEAD and OPTIONS are 1 point, POST, PATCH, PUT and DELETE are 5.
 * - "Checking the status of your rate limit": `x-ratelimit-limit`, `-remaining`, `-used`, `-reset` in UTC epoch seconds, `-resource`. `GET
 *   /rate_limit` "does not count against your primary rate limit, but it can count against your secondary rate limit". "There is not a way
 *   to check the status of your secondary rate limit."
 * - "Exceeding the rate limit": the primary limit answers 403 or 429 with `x-ratelimit-remaining: 0`; a secondary limit answers 403 or 429
 *   "and an error message that indicates that you exceeded a secondary rate limit", with `retry-after` or without: then "wait for at least
 *   one minute". "Continuing to make requests while you are rate limited may result in the banning of your integration."
 *
 * "REST API endpoints for search", section "Rate limit" (docs.github.com/en/rest/search/search): 30 requests per minute for all search
 * endpoints except for Search code, which is limited to 9 per minute. "REST API endpoints for rate limits"
 * (docs.github.com/en/rest/rate-limit/rate-limit): the resources `core`, `search`, `code_search`, `graphql`.
 *
 * Where it says less than a server needs, the stricter reading is taken: points are those of all REST endpoints together, over the last 60
 * seconds, and a credential that exceeded a secondary limit is closed for a minute.
 */
import {
  credentialOf,
  entryOf,
  SlidingLimit,
  WindowLimit,
  type Closed,
  type Decision,
  type DocumentedService,
  type ServiceAnswer,
  type ServiceRequest,
} from "./service.js";

const minute = 60_000;
const hour = 60 * minute;

export interface GithubSettings {
  /** Requests per hour of `core`. */
  readonly core?: number;
  /** What a rejection has as its status: the documentation says either. */
  readonly status?: 403 | 429;
  /** Whether secondary limits tell `retry-after`. */
  readonly retryAfter?: boolean;
  /** Milliseconds of CPU that a request takes. */
  readonly cpuOf?: (request: ServiceRequest) => number;
}

type Resource = "core" | "search" | "code_search" | "graphql";

/** The counters of one credential. */
interface Account {
  readonly primary: Readonly<Record<Resource, WindowLimit>>;
  readonly points: SlidingLimit;
  readonly cpu: SlidingLimit;
  readonly contentMinute: SlidingLimit;
  readonly contentHour: SlidingLimit;
  concurrent: number;
  /** Secondary limits that are exceeded. */
  closed: Closed | undefined;
  closedContent: Closed | undefined;
}

function resourceOf({ path }: ServiceRequest): Resource {
  if (path === "/search/code") return "code_search";
  if (path.startsWith("/search/")) return "search";
  return path === "/graphql" ? "graphql" : "core";
}

const isRead = ({ method }: ServiceRequest): boolean => method === "GET" || method === "HEAD" || method === "OPTIONS";

const isContent = ({ method, path }: ServiceRequest): boolean => method === "POST" && path !== "/graphql";

const messages = {
  primary: "API rate limit exceeded for user ID 1.",
  secondary: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
  content:
    "You have exceeded a secondary rate limit and have been temporarily blocked from content creation. Please retry your request again later.",
};

const documentation = "https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api";

function newAccount(core: number): Account {
  return {
    primary: {
      core: new WindowLimit(core, hour),
      search: new WindowLimit(30, minute),
      code_search: new WindowLimit(9, minute),
      graphql: new WindowLimit(5000, hour),
    },
    points: new SlidingLimit(900, minute),
    cpu: new SlidingLimit(90_000, minute),
    contentMinute: new SlidingLimit(80, minute),
    contentHour: new SlidingLimit(500, hour),
    concurrent: 0,
    closed: undefined,
    closedContent: undefined,
  };
}

export function githubService({ core = 5000, status = 403, retryAfter = true, cpuOf = () => 0 }: GithubSettings = {}): DocumentedService {
  const accounts = new Map<string, Account>();

  function headersOf(account: Account, request: ServiceRequest, now: number): Readonly<Record<string, string>> {
    const resource = resourceOf(request);
    const limit = account.primary[resource];
    return {
      "x-ratelimit-limit": String(limit.limit),
      "x-ratelimit-remaining": String(limit.left(now)),
      "x-ratelimit-used": String(limit.used),
      "x-ratelimit-reset": String(limit.end(now) / 1000),
      "x-ratelimit-resource": resource,
    };
  }

  const answerOf = (account: Account, request: ServiceRequest, now: number, code: number, body: unknown): ServiceAnswer => ({
    status: code,
    headers: headersOf(account, request, now),
    body,
  });

  function rejectSecondary(account: Account, request: ServiceRequest, closed: Closed, message: string, now: number): Decision {
    const answer = answerOf(account, request, now, status, { message, documentation_url: `${documentation}#about-secondary-rate-limits` });
    if (!retryAfter) return { kind: "rejected", answer, closed };
    const seconds = String(Math.ceil((closed.until - now) / 1000));
    return { kind: "rejected", answer: { ...answer, headers: { ...answer.headers, "retry-after": seconds } }, closed };
  }

  /** Which secondary limit a request exceeds. It is closed by that from here on. */
  function exceeds(account: Account, request: ServiceRequest, now: number): Closed | undefined {
    const credential = credentialOf(request);
    const mine = (other: ServiceRequest): boolean => credentialOf(other) === credential;
    const close = (limit: string): Closed => (account.closed = { limit, covers: mine, until: now + minute });
    if (account.closed !== undefined && account.closed.until > now) return account.closed;
    if (account.concurrent >= 100) return close("concurrent requests");
    if (account.points.wait(now, isRead(request) ? 1 : 5) > 0) return close("points");
    if (account.cpu.wait(now, cpuOf(request)) > 0) return close("CPU time");
    return undefined;
  }

  function exceedsContent(account: Account, request: ServiceRequest, now: number): Closed | undefined {
    if (!isContent(request)) return undefined;
    if (account.closedContent !== undefined && account.closedContent.until > now) return account.closedContent;
    const wait = Math.max(account.contentMinute.wait(now, 1), account.contentHour.wait(now, 1));
    if (wait === 0) return undefined;
    const credential = credentialOf(request);
    const covers = (other: ServiceRequest): boolean => isContent(other) && credentialOf(other) === credential;
    return (account.closedContent = { limit: "content", covers, until: now + Math.max(minute, wait) });
  }

  function exceedsPrimary(account: Account, request: ServiceRequest, now: number): Closed | undefined {
    const resource = resourceOf(request);
    const wait = request.path === "/rate_limit" ? 0 : account.primary[resource].wait(now, 1);
    if (wait === 0) return undefined;
    const credential = credentialOf(request);
    const covers = (other: ServiceRequest): boolean => resourceOf(other) === resource && credentialOf(other) === credential;
    return { limit: resource, covers, until: now + wait };
  }

  function take(account: Account, request: ServiceRequest, now: number): void {
    if (request.path !== "/rate_limit") account.primary[resourceOf(request)].take(now, 1);
    account.points.take(now, isRead(request) ? 1 : 5);
    account.cpu.take(now, cpuOf(request));
    if (!isContent(request)) return;
    account.contentMinute.take(now, 1);
    account.contentHour.take(now, 1);
  }

  return {
    decide(request, now) {
      const account = entryOf(accounts, credentialOf(request), () => newAccount(core));
      const secondary = exceeds(account, request, now);
      if (secondary !== undefined) return rejectSecondary(account, request, secondary, messages.secondary, now);
      const content = exceedsContent(account, request, now);
      if (content !== undefined) return rejectSecondary(account, request, content, messages.content, now);
      const primary = exceedsPrimary(account, request, now);
      if (primary !== undefined) {
        const body = { message: messages.primary, documentation_url: documentation };
        return { kind: "rejected", answer: answerOf(account, request, now, status, body), closed: primary };
      }
      take(account, request, now);
      // A permission that a token has not: no limit, and yet 403, with the headers of the limit.
      if (request.path.startsWith("/repos/octo/private/")) {
        return { kind: "refused", answer: answerOf(account, request, now, 403, { message: "Resource not accessible by integration" }) };
      }
      account.concurrent += 1;
      return {
        kind: "served",
        finish(then) {
          account.concurrent -= 1;
          return answerOf(account, request, then, isRead(request) ? 200 : 201, { ok: true });
        },
      };
    },
  };
}
