/**
 * The client: openapi-fetch with the description's own serialisation, servers and credentials below it.
 */
import imported, {
  type ClientOptions as FetchClientOptions,
  type FetchOptions as Options,
  type HeadersOptions,
  type Middleware as FetchMiddleware,
} from "openapi-fetch";
import { attach, attachmentsFor, type Attachment, type CredentialKinds, type Credentials } from "../auth/credentials.js";
import { retainedBy } from "./retain.js";
import type { Operation, SentParts, Server } from "../../shared/operation.js";
import { decodeJson, type DecodeBody } from "./response-body.js";
import { headerTexts, pathText, queryText, stringifierOf, type WriteParameter } from "../../shared/serialise.js";
import { baseUrlOf, serverUrl, urlOf, type AnyServer } from "./servers.js";

/** openapi-fetch's types, as far as others build on them, or declarations name them. */
export type {
  BodySerializer,
  Client as FetchClient,
  ClientMethod,
  FetchResponse,
  HeadersOptions,
  MergedOptions,
  MiddlewareCallbackParams,
  MiddlewareRequestParams,
  ParseAs,
  PathSerializer,
  QuerySerializer,
  QuerySerializerOptions,
} from "openapi-fetch";

// Aliases of our own: declarations name theirs by openapi-fetch, which whoever has a package with this client need not have.

/** What a call by path takes. */
export type FetchOptions<Described> = Options<Described>;

/** Sees requests, answers and failures of every call. */
export type Middleware = Members<FetchMiddleware>;
type Members<T> = { [Key in keyof T]: T[Key] };

/** Settings of one call: those of `fetch`, and a base URL, a `fetch` or middleware for this call. */
export interface CallOptions extends Omit<RequestInit, "body" | "headers" | "method"> {
  readonly headers?: HeadersOptions;
  readonly baseUrl?: string;
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly middleware?: Middleware[];
}

/** Settings of a client: those of openapi-fetch, with a server and credentials of the description. */
export interface ClientOptions<Server, Auth> extends FetchClientOptions {
  /** A server of the description, by name; the first unless it is given. */
  readonly server?: Server;
  /** Used instead of any server of the description. */
  readonly baseUrl?: string;
  /** Credentials by security scheme. They are sent to the origin of the server only. */
  readonly auth?: Auth;
}

/** Of a client whose description has no server. */
export interface RequiredBaseUrl {
  readonly baseUrl: string;
}

/** What the client knows of the description. */
export interface ClientDescription extends CredentialKinds {
  readonly servers: Readonly<Record<string, Server>>;
  /** Security of the operations that are not listed in `operations`. */
  readonly security?: Operation["security"];
  /** Operations that `GET`, `POST` and the others cannot send by OpenAPI's defaults, by method and path. */
  readonly operations?: Readonly<Record<string, Operation>>;
  /** Writes the bodies; left out where every body is JSON. */
  readonly encodeBody?: (operation: Operation, value: unknown, mediaType: string) => EncodedBody;
  /** Reads the answers; left out where every answer is JSON. */
  readonly decodeBody?: DecodeBody;
  /** Reads the answers to calls by path; left out where no operation holds 64-bit integers as something else than numbers. */
  readonly readExact?: ReadExact;
  /** Writes the parameters; left out where every parameter has OpenAPI's default style. */
  readonly writeParameter?: WriteParameter;
  /** Told of each call before anything of it is done; what it throws, the call rejects with, and nothing is sent. */
  readonly onCall?: (operation: Operation, sending: CallParts) => void;
  /** Told of the credentials of each call; what it throws, the call rejects with, and nothing is sent. */
  readonly onAttach?: (operation: Operation, attachments: readonly Attachment[]) => void;
  /** Told of what each call is answered with in the end. */
  readonly onAnswer?: (operation: Operation, response: Response) => void;
  /** Holds calls back and sends them again; each is sent once and at once where it is left out. */
  readonly transport?: Transport;
}

/** The last step below openapi-fetch and every middleware: only here a request can be held back and sent again. */
export interface Transport {
  /** The answer to a call. `fetch` sends a request each time it is called. */
  readonly send: (outgoing: OutgoingCall, fetch: (request: Request) => Promise<Response>) => Promise<Response>;
  /** What `client.limits` shows. */
  readonly limits?: () => readonly object[];
}

/** A call on its way out, with its credentials. */
export interface OutgoingCall {
  readonly operation: Operation;
  readonly request: Request;
  /** What was made of the caller's credentials. A header that the caller has set replaces it. */
  readonly attachments: readonly Attachment[];
  /** What the body of the request was made of; a stream where a middleware put another request in its place. */
  readonly body: RequestInit["body"];
  readonly options: CallOptions;
}

/** A body as `fetch` takes it. */
export interface EncodedBody {
  readonly body: NonNullable<RequestInit["body"]>;
  /** Absent where `fetch` itself writes it: the boundary of a form. */
  readonly contentType: string | undefined;
  /** Whether it is sent while it is made. */
  readonly stream?: boolean;
}

/** What a call sends. */
export interface CallParts extends SentParts {
  readonly contentType?: string | undefined;
}

/** `ext` is openapi-fetch's `requestInitExt`: what `fetch` itself takes besides. */
type Fetch = (request: Request, ext?: RequestInit) => Promise<Response>;
type Init = FetchClientOptions & { readonly params?: CallParts; readonly body?: unknown; readonly parseAs?: string | undefined };

/** openapi-fetch, without the types of one description. */
interface Core {
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

type Raw = (method: string, path: string, init?: Init) => unknown;

const methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"] as const;

/**
 * A client of the service that is described. Its type, `Client<paths>` and perhaps overloads, is the generated code's to say.
 * Throws a `TypeError` where the choice of a server is none of the description's. Calls reject with one where no http or https URL comes of it.
 */
export function createClient<C extends object>(description: ClientDescription, options: ClientOptions<AnyServer, object>): C {
  const { server, baseUrl, auth, fetch: ownFetch, ...settings } = options;
  const address = baseUrl ?? serverUrl(description.servers, server);
  // Known at the first call: a module that makes the client of a page may be loaded where there is no page, and call nothing there.
  let base: string | undefined;
  const credentials = auth as Credentials | undefined; // an interface with a member per scheme
  const bodies: Bodies = new WeakMap();
  // Bundlers that make CommonJS out of ES modules leave its function one level deeper.
  const fetchClient = ((imported as { readonly default?: typeof imported }).default ?? imported)({
    ...settings,
    // Records and `Headers` are read anew at each call.
    ...(settings.headers instanceof Headers ? {} : { headers: recordOf(settings.headers) as HeadersOptions }),
    Request: bodyRecorder(bodies, settings.Request ?? Request),
  });
  const core = fetchClient as unknown as Core; // its methods are typed by the paths of one description; here they are data
  const described = description.operations ?? {};
  const { decodeBody = decodeJson, transport = direct, apiKeys } = description;

  async function send(operation: Operation, sending: CallParts, init: Init, answered?: Answered) {
    description.onCall?.(operation, sending);
    const attaching = attachmentsFor(operation.security, description, credentials);
    const attachments = attaching instanceof Promise ? await attaching : attaching;
    description.onAttach?.(operation, attachments);
    base ??= baseUrlOf(address);
    const target = targetOf(init.baseUrl, baseUrl === undefined ? operation.servers?.[0] : undefined, base);
    const fetch: Fetch = init.fetch ?? ownFetch ?? globalThis.fetch;
    const prepared = prepare(operation, sending, init, settings, description);
    const redirect = init.redirect ?? settings.redirect;
    const bound = apiKeys?.areBound(attachments) === true;
    const follow = bound && redirect === "follow" ? apiKeys.follow : undefined;
    prepared.baseUrl = target;
    if (bound ? redirect !== "error" : redirect === undefined && answersByRedirect(operation)) prepared.redirect = "manual";
    prepared.fetch = async (request, ext) => {
      const body = bodies.get(request) ?? request.body;
      const attached = attach(request, attachments, target, prepared.duplex === "half", apiKeys);
      const ready = attached instanceof Promise ? await attached : attached;
      const outgoing = { operation, request: ready, attachments, body, options: init };
      const sent = async (one: Request): Promise<Response> => {
        const answer = await fetch(one, ext);
        retainedBy.set(Object(answer.body ?? answer) as object, [request, one]); // mocks have texts
        return answer;
      };
      const response = await transport.send(outgoing, follow === undefined ? sent : (one) => follow(one, sent));
      // A browser shows no more of a redirect than that there was one.
      const type: string = response.type; // the types of Workers have no such one
      if (type === "opaqueredirect") throw new TypeError("The service redirects; no browser shows where to");
      answered?.(response);
      return response;
    };
    const answer = await core.request(operation.method, operation.path, prepared);
    description.onAnswer?.(operation, answer.response);
    return answer;
  }

  function raw(method: string, path: string, init: Init = {}) {
    const route = `${method} ${path}`;
    const operation = described[route] ?? { id: route, method, path, responses: {}, security: description.security ?? [] };
    const { params, body, headers } = init;
    const sending: CallParts = { ...params, body, contentType: body === undefined ? undefined : contentTypeOf(settings.headers, headers) };
    // Answers are read by openapi-fetch, whatever is known of the operation. It reads JSON with numbers alone.
    const read: Read = (...how) => send(operation, sending, ...how);
    return description.readExact?.(operation, init, read) ?? read(init);
  }

  async function call(operation: Operation, args: CallParts = {}, init: CallOptions = {}) {
    let failed: Response | undefined;
    let copy: unknown; // of another kind in the types of Bun
    const { error, response } = await send(operation, args, { ...init, parseAs: "stream" }, (answer) => {
      // openapi-fetch reads what is not ok itself, and as text: this copy is read as described.
      if (answer.ok) return;
      failed = answer;
      copy = answer.clone();
    });
    const { ok, status } = response;
    if (ok) return { ok, status, data: await decodeBody(operation, response), response };
    // A middleware may have put another response in the place of the service's.
    return { ok, status, error: failed === response ? await decodeBody(operation, copy as Response) : error, response };
  }

  // The methods take and give what openapi-fetch's own do; only the description's types can say what that is.
  return clientMethods(fetchClient, raw, call, transport) as C;
}

/** The media type that headers ask for; later ones win, and null takes it away. openapi-fetch's `mergeHeaders` is not declared for CommonJS. */
function contentTypeOf(...all: readonly (HeadersOptions | undefined)[]): string | undefined {
  let contentType: string | undefined;
  for (const headers of all)
    for (const [name, value] of Object.entries(recordOf(headers)))
      if (value !== undefined && name.toLowerCase() === "content-type") contentType = value?.toString();
  return contentType;
}

type HeaderText = string | number | boolean;
type HeaderValue = HeaderText | HeaderText[] | null | undefined;

/**
 * Headers in each form that `fetch` takes, as a record: of lists of pairs and of another realm's `Headers` openapi-fetch would send other
 * names, or none. What `Headers` are iterated by is not always declared.
 */
function recordOf(headers: HeadersOptions = {}): Record<string, HeaderValue> {
  const given: unknown = headers;
  if (!(Symbol.iterator in headers)) return given as Record<string, HeaderValue>;
  return Object.fromEntries(new Headers(given as Headers) as unknown as Iterable<[string, string]>);
}

/** The base URL of one call: the caller's for it, else that of the operation's own server, else the client's. */
function targetOf(chosen: string | undefined, own: Server | undefined, base: string): string {
  if (chosen) return baseUrlOf(chosen);
  return own === undefined ? base : baseUrlOf(urlOf(own), base);
}

/** openapi-fetch's client, its calls sent by `raw`, and what it has besides. */
function clientMethods(fetchClient: object, raw: Raw, call: unknown, { limits }: Transport): object {
  const calls = Object.fromEntries(methods.map((method) => [method, (path: string, init?: Init) => raw(method, path, init)]));
  const request: Raw = (method, path, init) => raw(method.toUpperCase(), path, init);
  const client = { ...fetchClient, ...calls, request, call };
  return limits === undefined ? client : Object.defineProperty(client, "limits", { get: limits, enumerable: true });
}

/** Whether a redirect is what the description promises, and not a way to it. Most operations are known by their first status. */
function answersByRedirect({ responses }: Operation): boolean {
  if (responses[200] !== undefined) return false;
  let isRedirected = false;
  for (const status in responses) {
    if (status.startsWith("2")) return false;
    isRedirected ||= /^3(?:0[12378]|XX)$/.test(status);
  }
  return isRedirected;
}

const encodeJson = (operation: Operation, value: unknown, contentType: string): EncodedBody => ({
  body: stringifierOf(operation)(value),
  contentType,
});

/** openapi-fetch's settings of one request. Written to step by step: this runs at every call. */
interface Prepared {
  params?: object;
  headers?: Record<string, HeaderValue>;
  pathSerializer?: NonNullable<Init["pathSerializer"]>;
  querySerializer?: NonNullable<Init["querySerializer"]>;
  baseUrl?: string;
  fetch?: Fetch;
  body?: unknown;
  bodySerializer?: NonNullable<Init["bodySerializer"]>;
  redirect?: NonNullable<RequestInit["redirect"]>;
  duplex?: "half";
}

/** The request in the form that the description asks for. What the caller has set for calls by path stays. */
function prepare(
  operation: Operation,
  sending: CallParts,
  init: Init,
  settings: Init,
  { encodeBody = encodeJson, writeParameter }: ClientDescription,
): Prepared {
  // The requested media type, else the first of the description.
  const mediaType = sending.contentType ?? Object.keys(operation.body?.content ?? {})[0] ?? "application/json";
  const ready = operation.exact?.ready(sending, mediaType) ?? sending;
  const { body, contentType, ...given } = ready;
  const { path, query, header, cookie, querystring } = given;
  // A copy alone is cheap; one that is given members at once costs as much as all else here.
  const prepared = { ...init } as Prepared; // but for its headers
  if (init.headers !== undefined) prepared.headers = recordOf(init.headers);
  // Middleware is shown these: what the caller gave, with headers as they are sent.
  const params: Record<string, unknown> = given;
  prepared.params = params;
  if (header !== undefined || cookie !== undefined) params["header"] = headerTexts(operation, header, cookie, writeParameter);
  // Without them, openapi-fetch takes the path as it is.
  if (/[{?#]/.test(operation.path)) params["path"] ??= {};
  prepared.pathSerializer ??=
    settings.pathSerializer ?? ((url) => url.slice(0, url.length - operation.path.length) + pathText(operation, path, writeParameter));
  prepared.querySerializer ??= settings.querySerializer ?? (() => queryText(operation, query, querystring, writeParameter));
  if (body === undefined) return prepared;
  prepared.body = body;
  // Of an operation that is not described here openapi-fetch writes the body: JSON, unless the caller says otherwise.
  if (operation.body === undefined || (prepared.bodySerializer ?? settings.bodySerializer) !== undefined) return prepared;
  const encoded = encodeBody(operation, body, mediaType);
  prepared.bodySerializer = () => encoded.body;
  // Null takes a default of the client's away: the boundary of a form is known to `fetch` alone.
  prepared.headers = { ...prepared.headers, "Content-Type": encoded.contentType ?? null };
  if (encoded.stream === true) prepared.duplex = "half";
  return prepared;
}

/** Each call is sent once, and at once. */
const direct: Transport = { send: ({ request }, fetch) => fetch(request) };

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
