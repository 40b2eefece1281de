/**
 * The request of an operation: the description's serialisation, and the settings of the client and the call.
 */
import type { CallOptions, CallParts, EncodedBody, PreparedCall, RequestSettings } from "./client.js";
import { contentTypeOf, mergeHeaders, type HeadersOptions } from "./headers.js";
import type { Operation } from "../../shared/operation.js";
import { retainedBy } from "./retain.js";
import { orUnsendable, pathText, queryText, stringifierOf } from "../../shared/serialise.js";

/** A request, and what its body was made of: that cannot be had from a request that has been sent. */
export interface BuiltRequest {
  readonly request: Request;
  readonly body: RequestInit["body"];
  /** Whether the body is sent while it is made. */
  readonly isStream: boolean;
}

/** Throws a `TypeError` where an argument cannot be sent. */
export function buildRequest({ operation, sending, options, baseUrl, redirect }: PreparedCall, settings: RequestSettings): BuiltRequest {
  const { encodeBody = encodeJson, writeParameter } = operation;
  const mediaType = mediaTypeOf(operation, sending, options);
  const sent = operation.exact?.ready(sending, mediaType) ?? sending;
  const { body, path, query, querystring } = sent;
  const search = queryText(operation, query, querystring, writeParameter);
  const url = `${baseUrl}${pathText(operation, path, writeParameter)}${search === "" ? "" : `?${search}`}`;
  const encoded = body === undefined ? undefined : orUnsendable(operation, "body", undefined, () => encodeBody(operation, body, mediaType));
  const given = [settings.headers, options.headers];
  const own = operation.writeHeaders?.(operation, sent, writeParameter, ...given) ?? (sent.header as HeadersOptions | undefined);
  const chosen = { ...settings.init, ...withoutUndefined(options) };
  const init = { ...chosen } as RequestInit & { duplex?: "half" }; // but for its headers
  init.method = operation.method;
  // Null takes a default of the client's away: the boundary of a form is known to `fetch` alone.
  const contentType = encoded === undefined ? undefined : { "Content-Type": encoded.contentType ?? null };
  init.headers = mergeHeaders(...given, contentType, own);
  init.body = encoded?.body ?? null;
  if (redirect !== undefined) init.redirect = redirect;
  if (encoded?.stream === true) init.duplex = "half";
  const request = new (settings.Request ?? Request)(url, init);
  withPlatformOptions(request, chosen);
  return { request, body: init.body, isStream: encoded?.stream === true };
}

/** Options that a wrapper passes on though nobody gave them do not take the client's away. */
const withoutUndefined = (options: CallOptions): CallOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

/** The media type that is asked for, else the first of the description. */
function mediaTypeOf({ body }: Operation, { contentType }: CallParts, { headers }: CallOptions): string {
  return contentType ?? contentTypeOf(headers) ?? Object.keys(body?.content ?? {})[0] ?? "application/json";
}

const ofCalls: ReadonlySet<string> = new Set(["baseUrl", "fetch", "middleware", "rateLimit"]);

/** What platforms read off a request, and what is to stand on its copies: Next.js has `next` there, Cloudflare `cf`, undici `dispatcher`. */
function withPlatformOptions(request: Request, options: CallOptions): void {
  for (const name in options) if (!(name in request) && !ofCalls.has(name)) Reflect.set(request, name, Reflect.get(options, name));
}

/** The request once more, its body too. */
export function cloneForRetry(request: Request, body: RequestInit["body"]): Request {
  // A body that was handed on is read by somebody else, or will be.
  if (!request.bodyUsed && request.body?.locked !== true) return request;
  const headers = new Headers(request.headers);
  // By its class, which may be of another realm: Workers of before September 2024 call every object "Object".
  if (body?.constructor.name === "FormData") headers.delete("Content-Type"); // it names the boundary of the form that was sent
  // What a browser tells of the page; the types of Workers do not have it.
  const { referrer, referrerPolicy }: { readonly url: string; readonly referrer?: unknown; readonly referrerPolicy?: unknown } = request;
  // Of the class that it is of: the `Request` of a client's options need not be that of the platform.
  const Same = request.constructor as typeof Request;
  const copy = new Same(request, Object.assign<RequestInit, object>({ body: body ?? null, headers }, { referrer, referrerPolicy }));
  retainedBy.set(copy, request);
  return withOthersOf(copy, request);
}

/** A copy with what platforms put on a request: Next.js reads how long an answer is kept from it. Polyfills keep all that a request is there. */
export function withOthersOf(copy: Request, request: Request): Request {
  for (const name of Object.keys(request)) if (!(name in copy)) Reflect.set(copy, name, Reflect.get(request, name));
  return copy;
}

/** The request that `fetch` would send for its arguments. */
export function requestOf(
  given: Request | URL | string,
  init: RequestInit | undefined,
  { Request: Class = Request }: RequestSettings,
): Request {
  if (typeof given === "object" && "method" in given && init === undefined) return given;
  const input: unknown = given;
  return new Class(input as string, init); // or another of these: the overloads of some platforms take one at a time
}

/** A body of JSON: enough where the description has no other. */
export const encodeJson = (operation: Operation, value: unknown, contentType: string): EncodedBody => ({
  body: stringifierOf(operation)(value),
  contentType,
});
