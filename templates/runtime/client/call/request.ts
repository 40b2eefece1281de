/**
 * The request of an operation: the description's serialisation, and the settings of the client and the call.
 */
import type { CallOptions, CallParts, ClientDescription, EncodedBody, PreparedCall, RequestSettings } from "./client.js";
import { addCookies, contentTypeOf, mergeHeaders } from "./headers.js";
import type { Operation } from "../../shared/operation.js";
import { headerTexts, pathText, queryText, stringifierOf } from "../../shared/serialise.js";

/** A request, and what its body was made of: that cannot be had from a request that has been sent. */
export interface BuiltRequest {
  readonly request: Request;
  readonly body: RequestInit["body"];
  /** Whether the body is sent while it is made. */
  readonly isStream: boolean;
}

/** Throws a `TypeError` where an argument cannot be sent. */
export function buildRequest(
  { operation, sending, options, baseUrl, redirect }: PreparedCall,
  settings: RequestSettings,
  { encodeBody = encodeJson, writeParameter }: ClientDescription,
): BuiltRequest {
  const mediaType = mediaTypeOf(operation, sending, options);
  const { body, path, query, header, cookie, querystring } = operation.exact?.ready(sending, mediaType) ?? sending;
  const search = queryText(operation, query, querystring, writeParameter);
  const url = `${baseUrl}${pathText(operation, path, writeParameter)}${search === "" ? "" : `?${search}`}`;
  const encoded = body === undefined ? undefined : encodeBody(operation, body, mediaType);
  const described = header === undefined && cookie === undefined ? undefined : headerTexts(operation, header, cookie, writeParameter);
  if (described !== undefined) addCookies(described, settings.headers, options.headers);
  const init = { ...settings.init, ...options } as RequestInit & { duplex?: "half" }; // but for its headers
  init.method = operation.method;
  // Null takes a default of the client's away: the boundary of a form is known to `fetch` alone.
  const contentType = encoded === undefined ? undefined : { "Content-Type": encoded.contentType ?? null };
  init.headers = mergeHeaders(settings.headers, options.headers, contentType, described);
  init.body = encoded?.body ?? null;
  if (redirect !== undefined) init.redirect = redirect;
  if (encoded?.stream === true) init.duplex = "half";
  const request = new (settings.Request ?? Request)(url, init);
  withPlatformOptions(request, { ...settings.init, ...options });
  return { request, body: init.body, isStream: encoded?.stream === true };
}

/** The media type that is asked for, else the first of the description. */
function mediaTypeOf({ body }: Operation, { contentType }: CallParts, { headers }: CallOptions): string {
  return contentType ?? contentTypeOf(headers) ?? Object.keys(body?.content ?? {})[0] ?? "application/json";
}

const ofCalls: ReadonlySet<string> = new Set(["baseUrl", "fetch", "middleware", "rateLimit"]);

/** What platforms read off a request, and what is to stand on its copies: Next.js has `next` there, Cloudflare `cf`, undici `dispatcher`. */
function withPlatformOptions(request: Request, options: CallOptions): void {
  for (const name in options) if (!(name in request) && !ofCalls.has(name)) Reflect.set(request, name, Reflect.get(options, name));
}

/** A body of JSON: enough where the description has no other. */
export const encodeJson = (operation: Operation, value: unknown, contentType: string): EncodedBody => ({
  body: stringifierOf(operation)(value),
  contentType,
});
