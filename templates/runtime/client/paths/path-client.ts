/**
 * Calls by method and path: openapi-fetch with the description's own serialisation. The client below it has the servers, the
 * credentials and the limits. No other file imports openapi-fetch.
 */
import imported, {
  type BodySerializer,
  type Client as FetchClient,
  type ClientMethod,
  type ClientOptions as FetchClientOptions,
  type FetchOptions as Options,
  type FetchResponse,
  type MergedOptions,
  type Middleware as FetchMiddleware,
  type MiddlewareCallbackParams,
  type MiddlewareRequestParams,
  type ParseAs,
  type PathSerializer,
  type QuerySerializer,
  type QuerySerializerOptions,
} from "openapi-fetch";
import type { CallOptions, CallParts, ClientCore, ClientOperation } from "../call/client.js";
import { contentTypeOf, recordOf, writeHeaders, type HeadersOptions } from "../call/headers.js";
import { encodeJson, requestOf } from "../call/request.js";
import type { MiddlewareContext } from "../call/middleware.js";
import type { Operation } from "../../shared/operation.js";
import { orUnsendable, pathText, queryText } from "../../shared/serialise.js";

/** openapi-fetch's types, as far as others build on them, or declarations name them. */
export type {
  BodySerializer,
  FetchClient,
  ClientMethod,
  FetchResponse,
  MergedOptions,
  MiddlewareCallbackParams,
  MiddlewareRequestParams,
  ParseAs,
  PathSerializer,
  QuerySerializer,
  QuerySerializerOptions,
};

// Aliases of our own: declarations name theirs by openapi-fetch, which whoever has a package with this client need not have.

/** What a call by path takes. */
export type FetchOptions<Described> = Options<Described>;

/** Sees requests, answers and failures of calls by path. */
export type PathMiddleware = Members<FetchMiddleware>;
type Members<T> = { [Key in keyof T]: T[Key] };

/** How calls by path are written, where that is not left to the description. */
export interface PathOptions {
  readonly querySerializer?: QuerySerializer<unknown> | QuerySerializerOptions;
  readonly pathSerializer?: PathSerializer;
  readonly bodySerializer?: NonNullable<FetchClientOptions["bodySerializer"]>;
}

/** What calls by path need to know of the description, besides what the client knows. */
export interface PathsDescription {
  /** Security of the operations that are not listed in `operations`. */
  readonly security?: Operation["security"];
  /** Operations that cannot be sent by OpenAPI's defaults, by method and path. */
  readonly operations?: Readonly<Record<string, ClientOperation>>;
  /** Reads the answers; left out where no operation holds 64-bit integers as something else than numbers. */
  readonly readExact?: ReadExact;
}

type Init = Omit<FetchClientOptions, "fetch" | "headers"> &
  Omit<CallOptions, "middleware"> & { readonly params?: CallParts; readonly body?: unknown; readonly parseAs?: string | undefined };

/** openapi-fetch, without the types of one description. */
interface FetchCore {
  request(method: string, path: string, init: object): Promise<FetchAnswer>;
}

/** What openapi-fetch gives. */
interface FetchAnswer {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

type Answered = (response: Response) => void;

/** Sends a call, and has openapi-fetch read what is answered. `answered` is shown what the service has sent. */
type Read = (init: Init, answered?: Answered) => Promise<FetchAnswer>;

/** Has a call sent, and reads its answer as openapi-fetch would, but for the integers that the operation has. */
export type ReadExact = (operation: Operation, init: Init, read: Read) => Promise<FetchAnswer>;

type Call = (method: string, path: string, init?: Init) => unknown;

const methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"] as const;

/** Calls by path, sent by a client. Their type, `PathClient<paths>` and perhaps overloads, is the generated code's to say. */
export function createPathClient<C extends object>(
  { "~core": core }: { readonly "~core": unknown },
  description: PathsDescription,
  options: PathOptions = {},
): C {
  const client = (core as () => ClientCore)(); // a client's is that
  const { settings } = client;
  const bodies: Bodies = new WeakMap();
  // Bundlers that make CommonJS out of ES modules leave its function one level deeper.
  const fetchClient = ((imported as { readonly default?: typeof imported }).default ?? imported)({
    ...settings.init,
    ...options,
    // Records and `Headers` are read anew at each call.
    ...(settings.headers === undefined ? {} : { headers: openHeaders(settings.headers) }),
    Request: bodyRecorder(bodies, settings.Request ?? Request),
  });
  const untyped = fetchClient as unknown as FetchCore; // its methods are typed by the paths of one description; here they are data

  async function send(operation: ClientOperation, sending: CallParts, init: Init, answered?: Answered): Promise<FetchAnswer> {
    // As openapi-fetch has it, an empty base URL of a call is the client's.
    const { baseUrl, ...others } = init;
    const call = await client.prepare(operation, sending, baseUrl ? init : others);
    const written = writeCall(operation, sending, init, options, client);
    written.baseUrl = call.baseUrl;
    if (call.redirect !== undefined) written.redirect = call.redirect;
    written.fetch = async (given, more) => {
      const request = requestOf(given, more, settings); // a middleware may send another one by its URL
      const body = bodies.get(request) ?? request.body;
      const response = await client.send(call, { request, body, isStream: written.duplex === "half" });
      answered?.(response);
      return response;
    };
    return untyped.request(operation.method, operation.path, written);
  }

  const call: Call = (method, path, init = {}) => {
    const route = `${method} ${path}`;
    const operation: ClientOperation = description.operations?.[route] ?? {
      id: route,
      method,
      path,
      responses: {},
      security: description.security ?? [],
    };
    const { params, body, headers } = init;
    const contentType = body === undefined ? undefined : contentTypeOf(settings.headers, headers);
    // Answers are read by openapi-fetch, whatever is known of the operation. It reads JSON with numbers alone.
    const read: Read = (...how) => send(operation, { ...params, body, contentType }, ...how);
    return description.readExact?.(operation, init, read) ?? read(init);
  };

  const calls = Object.fromEntries(methods.map((method) => [method, (path: string, init?: Init) => call(method, path, init)]));
  const request: Call = (method, path, init) => call(method.toUpperCase(), path, init);
  // The methods take and give what openapi-fetch's own do; only the description's types can say what that is.
  return { ...fetchClient, ...calls, request } as object as C;
}

/** As openapi-fetch takes them: of lists of pairs and of another realm's `Headers` it would send other names, or none. */
function openHeaders(headers: HeadersOptions): Headers | Record<string, string> {
  return headers instanceof Headers ? headers : (recordOf(headers) as Record<string, string>); // numbers, lists and null too
}

/** openapi-fetch's settings of one request. Written to step by step: this runs at every call. */
interface WrittenCall {
  params?: object;
  headers?: ReturnType<typeof recordOf>;
  pathSerializer?: PathSerializer;
  querySerializer?: QuerySerializer<unknown> | QuerySerializerOptions;
  baseUrl?: string;
  fetch?: MiddlewareContext["options"]["fetch"];
  body?: unknown;
  bodySerializer?: NonNullable<PathOptions["bodySerializer"]>;
  redirect?: "manual";
  duplex?: "half";
}

/** A call in the form that the description asks for. What the caller has set stays. */
function writeCall(
  operation: ClientOperation,
  sending: CallParts,
  init: Init,
  options: PathOptions,
  { settings }: ClientCore,
): WrittenCall {
  const { encodeBody = encodeJson, writeParameter } = operation;
  // The requested media type, else the first of the description.
  const { contentType, ...sent } = sending;
  const mediaType = contentType ?? Object.keys(operation.body?.content ?? {})[0] ?? "application/json";
  const { body, ...given } = operation.exact?.ready(sent, mediaType) ?? sent;
  const { path, query, header, cookie, querystring } = given;
  // A copy alone is cheap; one that is given members at once costs as much as all else here.
  const written = { ...init } as WrittenCall; // but for its headers
  if (init.headers !== undefined) written.headers = recordOf(init.headers);
  // Middleware is shown these: what the caller gave, with headers as they are sent.
  const params: Record<string, unknown> = given;
  written.params = params;
  if (header !== undefined || cookie !== undefined) {
    params["header"] = writeHeaders(operation, given, writeParameter, settings.headers, init.headers);
  }
  // Without them, openapi-fetch takes the path as it is.
  if (/[{?#]/.test(operation.path)) params["path"] ??= {};
  written.pathSerializer ??=
    options.pathSerializer ?? ((url) => url.slice(0, url.length - operation.path.length) + pathText(operation, path, writeParameter));
  written.querySerializer ??= options.querySerializer ?? (() => queryText(operation, query, querystring, writeParameter));
  if (body === undefined) return written;
  written.body = body;
  // Of an operation that is not described here openapi-fetch writes the body: JSON, unless the caller says otherwise. The same where JSON alone is
  // described, and the caller says that it is something else: a form is none by its name alone.
  const isLeft = operation.body === undefined || (operation.encodeBody === undefined && !/[/+]json\b/i.test(mediaType));
  if (isLeft || (written.bodySerializer ?? options.bodySerializer) !== undefined) return written;
  const encoded = orUnsendable(operation, "body", undefined, () => encodeBody(operation, body, mediaType));
  written.bodySerializer = () => encoded.body;
  // Null takes a default of the client's away: the boundary of a form is known to `fetch` alone.
  written.headers = { ...written.headers, "Content-Type": encoded.contentType ?? null };
  if (encoded.stream === true) written.duplex = "half";
  return written;
}

/** What the bodies of requests were made of: it cannot be had from a request that has been sent. */
type Bodies = WeakMap<Request, RequestInit["body"]>;

/** The constructor that openapi-fetch makes its requests by, which notes their bodies. */
function bodyRecorder(bodies: Bodies, Base: typeof Request): typeof Request {
  function Recorded(url: string, init: RequestInit): Request {
    const request = new Base(url, init);
    if (init.body != null) bodies.set(request, init.body);
    return request;
  }
  // A request that a middleware makes itself must pass for one of these.
  Recorded.prototype = Base.prototype;
  return Recorded as unknown as typeof Request; // nothing else is done with it
}
