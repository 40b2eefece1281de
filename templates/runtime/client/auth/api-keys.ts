/**
 * API keys: credentials in a header, a query parameter or a cookie of the service's own.
 */
import { inHeader, type ApiKeys, type Attachment, type Follow } from "./credentials.js";
import { withOthersOf } from "../call/request.js";
import { retainedBy } from "../call/retain.js";
import { parsedUrl } from "../call/servers.js";

export const apiKeys: ApiKeys = {
  allowed: { header: inHeader, query: /^[^\ud800-\udfff]+$/u, cookie: /^[!#-+\--:<-[\]-~]+$/ },
  attach: attachKeys,
  detach: detachKeys,
  // `fetch` itself takes `Authorization` away from another origin; a header of the service's own it sends along.
  areBound: (attachments) =>
    attachments.some((one) => one.in === "cookie" || (one.in === "header" && one.name.toLowerCase() !== "authorization")),
  follow(attachments, follows) {
    const plain: Follow = follows ? followWithin : (request, fetch) => fetch(request);
    if (!attachments.some(({ in: place }) => place === "query")) return follows ? followWithin : undefined;
    return async (request, fetch) => {
      try {
        return await plain(request, fetch);
      } catch (error) {
        // Those that were sent, of which the caller may have given some itself.
        const secrets = attachments.flatMap(({ in: place, value }) => (place === "query" && value.length > 3 ? [value] : []));
        throw withoutKeys(error, [...secrets, ...secrets.map(encodeURIComponent)]);
      }
    };
  },
};

/** A text as it is, and the URL of a request. */
function toldBy(value: unknown): string {
  const { url } = Object(value) as { readonly url?: unknown };
  return typeof value === "string" ? value : typeof url === "string" ? url : "";
}

/** Some platforms, and functions in place of `fetch`, reject with errors that have the URL in them: an error goes to logs. Others are as they are. */
function withoutKeys(error: unknown, keys: readonly string[], depth = 0): unknown {
  const masked = (text: string): string => keys.reduce((rest, key) => rest.split(key).join("***"), text);
  if (typeof error === "string") return masked(error);
  if (typeof error !== "object" || error === null || depth > 5) return depth > 5 ? undefined : error;
  const { name, message, code, cause } = error as { readonly [key in "name" | "message" | "code" | "cause"]?: unknown };
  const inner = withoutKeys(cause, keys, depth + 1);
  const own = Object.getOwnPropertyNames(error).filter((key) => key !== "cause");
  const texts = own.map((key) => toldBy((error as Readonly<Record<string, unknown>>)[key]));
  if (inner === cause && texts.every((text) => masked(text) === text)) return error;
  const copy = new (error instanceof TypeError ? TypeError : Error)(masked(String(message)));
  return Object.assign(copy, { name }, inner === undefined ? {} : { cause: inner }, code === undefined ? {} : { code });
}

/** A name that the caller has given a value itself, as a parameter or by a middleware, is sent with that one: sent twice, it says nothing. */
function attachKeys(request: Request, attachments: readonly Attachment[], isStream: boolean): Request | Promise<Request> {
  const query: string[] = [];
  const url = new URL(request.url);
  for (const one of attachments) {
    const { in: place, name, value } = one;
    const cookies = request.headers.get("Cookie");
    const own = place === "query" ? url.searchParams.get(name) : place === "cookie" ? cookieOf(cookies, name) : null;
    if (own !== null) Object.assign(one, { value: own, isOwn: true });
    else if (place === "query") query.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    else if (place === "cookie") request.headers.set("Cookie", [cookies, `${name}=${value}`].filter((part) => part !== null).join("; "));
  }
  if (query.length === 0) return request;
  url.search += `${url.search === "" ? "?" : "&"}${query.join("&")}`;
  return request.body === null || isStream ? withOthersOf(new (classOf(request))(url, request), request) : withBody(url, request);
}

/** The value of a cookie as it is written. Parameters have their names encoded. */
function cookieOf(cookies: string | null, name: string): string | null {
  for (const each of cookies?.split(";") ?? []) {
    const [written = "", ...value] = each.trim().split("=");
    if (written === name || written === encodeURIComponent(name)) return value.join("=");
  }
  return null;
}

/** Those of a query stand on a copy. Browsers have no header for cookies. */
function detachKeys({ headers }: Request, attachments: readonly Attachment[]): void {
  const attached = attachments.flatMap(({ in: place, name, value, isOwn }) =>
    place === "cookie" && isOwn !== true ? [`${name}=${value}`] : [],
  );
  const text = headers.get("Cookie");
  if (attached.length === 0 || text === null) return;
  const left = text.split("; ").filter((one) => !attached.includes(one));
  if (left.length === 0) headers.delete("Cookie");
  else headers.set("Cookie", left.join("; "));
}

/** Of the class that it is of: the `Request` of a client's options need not be that of the platform. */
const classOf = (request: Request): typeof Request => request.constructor as typeof Request;

/** A copy of a request has its body as a stream: it is sent without a length, cannot follow a redirect, and some browsers lose it. */
async function withBody(url: URL, request: Request): Promise<Request> {
  const { method, headers, mode, credentials, cache, redirect, referrer, referrerPolicy, integrity, keepalive, signal } = request;
  const settings = { method, headers, mode, credentials, cache, redirect, referrer, referrerPolicy, integrity, keepalive, signal };
  const body = await request.blob();
  return withOthersOf(new (classOf(request))(url, body.size === 0 ? settings : { ...settings, body }), request);
}

const mostRedirects = 20; // as many as `fetch` follows

/**
 * Follows redirects as long as they stay at one origin and ask for the same thing again; the first that does not is the answer. A browser
 * shows none: it follows by itself, where that is the origin of its page, which it can be told not to leave.
 */
async function followWithin(request: Request, fetch: (request: Request) => Promise<Response>): Promise<Response> {
  let response = await fetch(request);
  for (let count = 0; count < mostRedirects && /^(?:GET|HEAD)$/.test(request.method); count += 1) {
    const next = redirected(request, response);
    if (next === undefined) break;
    await response.body?.cancel();
    retainedBy.set(withOthersOf(next, request), request);
    request = next;
    response = await fetch(request);
  }
  return response;
}

/** What a response leads to at the same origin. */
function redirected(request: Request, { status, type, headers }: Response): Request | undefined {
  const Request = classOf(request);
  const { origin } = new URL(request.url);
  const shown: string = type; // the types of Workers have no such one
  if (shown === "opaqueredirect") {
    const { location: page } = globalThis as { location?: { origin?: unknown } };
    return page?.origin === origin ? new Request(request, { mode: "same-origin", redirect: "follow" }) : undefined;
  }
  const location = /^30[12378]$/.test(`${status}`) ? headers.get("Location") : null;
  const url = location === null ? undefined : parsedUrl(location, request.url);
  return url?.origin === origin ? new Request(url, request) : undefined;
}
