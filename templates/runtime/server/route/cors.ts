/**
 * What browsers want to know before their scripts may call a server of another origin, and read its answers.
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
import { headerOf, type Outgoing } from "./http-exchange.js";
import type { IncomingRequest } from "./server-types.js";

export interface CorsOptions {
  /** Origins whose scripts may call: "https://shop.example.com". `true`: all of them. */
  readonly origins: readonly string[] | true;
  /** Whether browsers send their cookies and certificates, too; not with `origins: true`. API keys and tokens do not need it. */
  readonly credentials?: boolean | undefined;
  /** Seconds that a browser may remember the answer for. Default: 600. */
  readonly maxAge?: number | undefined;
  /** Names of response headers that scripts may read, besides those of limits and removals, and `Date`. */
  readonly expose?: readonly string[] | undefined;
}

export interface Cors {
  /** The answer to a browser that asks whether it may call; `undefined` where the request asks for something else. `methods` are those of the path, where it is known. */
  preflight(request: IncomingRequest, methods: readonly string[] | undefined): Outgoing | undefined;
  /** Of the answer to any request; names and values in turn. */
  headers(request: IncomingRequest): readonly string[];
}

/** `exposed` are the names of headers that the server writes. Throws a `TypeError` where the options would let every site act as its visitors. */
export function createCors(cors: CorsOptions | true | undefined, exposed: readonly string[]): Cors | undefined {
  if (cors === undefined) return undefined;
  const { origins, credentials = false, maxAge = 600, expose = [] }: CorsOptions = cors === true ? { origins: true } : cors;
  if (origins === true && credentials) throw new TypeError("`cors` with `credentials` needs its `origins` by name");
  const known = origins === true ? undefined : new Set(origins);
  const names = [...new Set([...exposed, ...expose, "Date"])].join(", ");
  const vary = known === undefined ? [] : ["Vary", "Origin"];
  const allowed = (request: IncomingRequest): readonly string[] | undefined => {
    const origin = headerOf(request, "origin");
    if (origin === undefined || known?.has(origin) === false) return undefined;
    const allow = ["Access-Control-Allow-Origin", known === undefined ? "*" : origin];
    return credentials ? [...allow, "Access-Control-Allow-Credentials", "true"] : allow;
  };
  return {
    preflight(request, methods) {
      const method = headerOf(request, "access-control-request-method");
      if (request.method !== "OPTIONS" || method === undefined) return undefined;
      const allow = allowed(request);
      if (allow === undefined) return { status: 204, headers: vary, body: undefined };
      const asked = headerOf(request, "access-control-request-headers") ?? "";
      const headers = [
        ...[...allow, ...vary, "Access-Control-Max-Age", String(maxAge)],
        ...(isToken(method) ? ["Access-Control-Allow-Methods", (methods ?? [method]).join(", ")] : []),
        // Any header may be sent: those that the description does not know change nothing.
        ...(asked.split(",").every((name) => isToken(name.trim())) ? ["Access-Control-Allow-Headers", asked] : []),
      ];
      return { status: 204, headers, body: undefined };
    },
    headers(request) {
      const allow = allowed(request);
      return allow === undefined ? vary : [...allow, ...vary, "Access-Control-Expose-Headers", names];
    },
  };
}

/** The headers of a reply, but for those that allow something: passed on from another service, they speak of its callers. */
export function withoutAllowed(headers: readonly string[]): readonly string[] {
  return headers.filter((_, index) => !/^access-control-allow-/i.test(headers[index - (index % 2)] ?? ""));
}

/** A name as RFC 9110 has them (section 5.6.2): what was asked for is written into the answer. */
const isToken = (text: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(text);
