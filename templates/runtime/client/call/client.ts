/**
 * The client: calls of operations by the description's own serialisation, servers and credentials, sent with `fetch`.
 */
import {
  attach,
  attachmentsFor,
  detach,
  type Attachment,
  type CredentialKinds,
  type Credentials,
  type Follow,
} from "../auth/credentials.js";
import type { CallableOperation } from "./call-types.js";
import { orAborted } from "./or-aborted.js";
import { isTakenAway, type HeadersOptions, type WriteHeaders } from "./headers.js";
import { newCallId, sendThrough, type Middleware, type MiddlewareContext } from "./middleware.js";
import { buildRequest, cloneForRetry, requestOf, type BuiltRequest } from "./request.js";
import { retainedBy } from "./retain.js";
import type { Operation, SentParts, Server } from "../../shared/operation.js";
import { decodeJson, type DecodeBody, type RangeTypes } from "./response-body.js";
import type { WriteParameter } from "../../shared/serialise.js";
import { baseUrlOf, serverUrl, type AnyServer, type FillUrl, type OwnBaseUrl } from "./servers.js";

/** Settings of `fetch` that are not an operation's own. */
type FetchSettings = Omit<RequestInit, "body" | "headers" | "method">;

/** Settings of one call: those of `fetch`, and a base URL, a `fetch` or middleware for this call. */
export interface CallOptions extends FetchSettings {
  readonly headers?: HeadersOptions | undefined;
  readonly baseUrl?: string | undefined;
  readonly fetch?: ((request: Request, extension?: RequestInit) => Promise<Response>) | undefined;
  /** After that of the client. */
  readonly middleware?: readonly Middleware[] | undefined;
}

/** Settings of a client: those of `fetch` for each call, and a server and credentials of the description. */
export interface ClientOptions<Server, Auth> extends FetchSettings {
  /** A server of the description, by name; the first unless it is given. */
  readonly server?: Server | undefined;
  /** Used instead of any server of the description. */
  readonly baseUrl?: string | undefined;
  /** Credentials by security scheme. They are sent to the origin of the server only, or of the `baseUrl` of a call. */
  readonly auth?: Auth | undefined;
  /** Of each call; they are read anew each time. */
  readonly headers?: HeadersOptions | undefined;
  /** Instead of the platform's own. `extension` is `requestInitExt`. */
  readonly fetch?: ((request: Request, extension?: RequestInit) => Promise<Response>) | undefined;
  /** Instead of the platform's own. */
  readonly Request?: typeof Request | undefined;
  /** Given to `fetch` besides the request: `{ dispatcher }` of undici. */
  readonly requestInitExt?: Record<string, unknown> | undefined;
}

/** Of a client whose description has no server. */
export interface RequiredBaseUrl {
  readonly baseUrl: string;
}

/** What a client of any API has. */
export interface Client<Options extends CallOptions = CallOptions> {
  /**
   * The service's answers to an operation, discriminated by `ok` and `status`. Rejects with what `fetch` rejects with, with a `TypeError`
   * where an argument cannot be sent, and with a `ResponseError` where the answer cannot be read as described.
   */
  call<A, R>(operation: CallableOperation<A, R>, args: NoInfer<A> | undefined, options?: Options): Promise<R>;
  /** The same for the functions of operations, which say what goes in and comes out: to infer it here takes a compiler long. */
  send(operation: CallableOperation<never, unknown>, args: object | undefined, options?: Options): Promise<never>;
  /** Adds middleware, which sees every call of this client. */
  use(...middleware: Middleware[]): void;
  /** Takes middleware away again. */
  eject(...middleware: Middleware[]): void;
  /** What other ways to call are built on: nothing for a program to use. */
  readonly "~core": unknown;
}

/** What the client knows of the description. */
export interface ClientDescription extends CredentialKinds {
  readonly servers: Readonly<Record<string, Server>>;
  /** The URL of a server whose variables have some values; left out where no server has variables. */
  readonly fillUrl?: FillUrl;
  /** Told of the credentials of each call; what it throws, the call rejects with, and nothing is sent. */
  readonly onAttach?: (operation: Operation, attachments: readonly Attachment[]) => void;
  /** Told of what each call is answered with in the end, whatever its operation. */
  readonly onAnswer?: (operation: Operation, response: Response) => void;
  /** Holds calls back and sends them again; each is sent once and at once where it is left out. */
  readonly transport?: Transport;
}

/** An operation, with the functions that only some operations need: a bundle has those of the operations that it calls. */
export interface ClientOperation extends Operation {
  /** Writes the body; left out where it is JSON. */
  readonly encodeBody?: (operation: Operation, value: unknown, mediaType: string) => EncodedBody;
  /** Reads the answers; left out where all of them are JSON. */
  readonly decodeBody?: DecodeBody;
  /** What answers are whose media type is a range of many kinds, by status and range; left out where none of them has a type. */
  readonly ranges?: { readonly [status: string]: { readonly [range: string]: RangeTypes } };
  /** Writes the parameters; left out where all of them have OpenAPI's default style. */
  readonly writeParameter?: WriteParameter;
  /** Writes the parameters in headers and cookies; left out where none is described: headers are sent as they are given. */
  readonly writeHeaders?: WriteHeaders;
  /** Gives the URL of its own server; left out where it has none. */
  readonly ownBaseUrl?: OwnBaseUrl;
  /** Said where a redirect is the answer that the description promises, and no way to it. */
  readonly redirect?: "manual";
  /** Told of a call before anything of it is done, with the client's options; what it throws, the call rejects with, and nothing is sent. */
  onCall?(operation: Operation, sending: CallParts, options: object): void;
  /** Told of what a call is answered with in the end. */
  onAnswer?(operation: Operation, response: Response, options: object): void;
}

/** The last step, below every middleware: only here a request can be held back and sent again. */
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

/** What a client has for the requests of all its calls. */
export interface RequestSettings {
  readonly init: FetchSettings;
  readonly headers: HeadersOptions | undefined;
  readonly Request: typeof Request | undefined;
}

/** A call of which all is known but its request. */
export interface PreparedCall {
  readonly operation: ClientOperation;
  readonly sending: CallParts;
  readonly options: CallOptions;
  /** Of the last sending. */
  attachments: readonly Attachment[];
  readonly baseUrl: string;
  /** It is sent again with credentials that are asked for anew: a middleware may have fetched others. */
  isSent: boolean;
  /** Where the settings for `fetch` do not decide. */
  readonly redirect: "manual" | undefined;
  /** Where redirects are followed here, and not by `fetch`. */
  readonly follow: Follow | undefined;
}

/** The steps of a call, for those who build its request themselves. */
export interface ClientCore {
  readonly description: ClientDescription;
  readonly settings: RequestSettings;
  readonly prepare: (operation: ClientOperation, sending: CallParts, options: CallOptions) => Promise<PreparedCall>;
  /** Sends a request once it has its credentials, through middleware and the limits. */
  readonly send: (call: PreparedCall, sent: BuiltRequest, middleware?: readonly Middleware[]) => Promise<Response>;
}

/**
 * A client of the service that is described.
 * Throws a `TypeError` where the choice of a server is none of the description's. Calls reject with one where no http or https URL comes of it.
 */
export function createClient<C extends object>(description: ClientDescription, options: ClientOptions<AnyServer, object>): C {
  const installed: Middleware[] = [];
  const core = coreOf(description, options, installed);
  const { transport } = description;

  async function call(operation: ClientOperation, args: CallParts = {}, callOptions: CallOptions = {}) {
    const prepared = await core.prepare(operation, args, callOptions);
    const built = buildRequest(prepared, core.settings);
    const response = await core.send(prepared, built, callOptions.middleware);
    const { ok, status } = response;
    const value = await (operation.decodeBody ?? decodeJson)(operation, response);
    return ok ? { ok, status, data: value, response } : { ok, status, error: value, response };
  }

  const use = (...middleware: Middleware[]): void => void installed.push(...middleware);
  const eject = (...middleware: Middleware[]): void => {
    for (const one of middleware) if (installed.includes(one)) installed.splice(installed.indexOf(one), 1);
  };
  // A function: whoever prints a client does not print the headers that it was given.
  const client = { call, send: call, use, eject, "~core": () => core };
  const limits = transport?.limits;
  // The generated code says what its operations take and give.
  return (limits === undefined ? client : Object.defineProperty(client, "limits", { get: limits, enumerable: true })) as object as C;
}

function coreOf(description: ClientDescription, options: ClientOptions<AnyServer, object>, installed: readonly Middleware[]): ClientCore {
  const { server, baseUrl, auth, fetch: ownFetch, headers, Request, requestInitExt, ...init } = options;
  const { transport = direct, apiKeys } = description;
  const { fillUrl } = description;
  const address = baseUrl ?? serverUrl(description.servers, server, fillUrl);
  // Known at the first call: a module that makes the client of a page may be loaded where there is no page, and call nothing there.
  let base: string | undefined;
  const clientBase = (): string => (base ??= baseUrlOf(address));
  const settings: RequestSettings = { init, headers, Request };
  const credentials = auth as Credentials | undefined; // an interface with a member per scheme

  async function prepare(operation: ClientOperation, sending: CallParts, callOptions: CallOptions): Promise<PreparedCall> {
    operation.onCall?.(operation, sending, options);
    const attaching = credentialsOf(operation, sending, callOptions);
    const attachments = attaching instanceof Promise ? await attaching : attaching;
    description.onAttach?.(operation, attachments);
    const target =
      callOptions.baseUrl !== undefined
        ? baseUrlOf(callOptions.baseUrl)
        : ((baseUrl === undefined ? operation.ownBaseUrl?.(operation, clientBase, fillUrl) : undefined) ?? clientBase());
    const redirect = callOptions.redirect ?? init.redirect;
    const bound = apiKeys?.areBound(attachments) === true;
    const isManual = bound ? redirect !== "error" : redirect === undefined && operation.redirect !== undefined;
    return {
      operation,
      sending,
      options: callOptions,
      attachments,
      baseUrl: target,
      isSent: false,
      redirect: isManual ? "manual" : undefined,
      follow: apiKeys?.follow(attachments, bound && redirect === "follow"),
    };
  }

  /** What to attach to a call, but for the headers that its caller takes away. */
  function credentialsOf(
    { security }: Operation,
    { header }: CallParts,
    { signal, headers: own }: CallOptions,
  ): ReturnType<typeof attachmentsFor> {
    const attaching = attachmentsFor(security, description, credentials);
    const given = [headers, own, header as HeadersOptions | undefined]; // a parameter is text, or null, too
    const wanted = (all: readonly Attachment[]): readonly Attachment[] =>
      all.filter(({ in: place, name }) => place === "query" || !isTakenAway(place === "cookie" ? "Cookie" : name, ...given));
    if (attaching instanceof Promise) return orAborted(attaching, signal ?? init.signal).then(wanted);
    return given.every((one) => one === undefined) ? attaching : wanted(attaching);
  }

  async function send(call: PreparedCall, built: BuiltRequest, own: readonly Middleware[] = []): Promise<Response> {
    const below = (request: Request): Promise<Response> =>
      sendBelow(call, request === built.request ? built : { request, body: request.body, isStream: built.isStream });
    const middleware = installed.length + own.length === 0 ? own : [...installed, ...own];
    const response =
      middleware.length === 0
        ? await below(built.request)
        : await sendThrough(
            middleware,
            contextOf(call, built.request, (given, more) => below(requestOf(given, more, settings))),
            below,
          );
    call.operation.onAnswer?.(call.operation, response, options);
    description.onAnswer?.(call.operation, response);
    return response;
  }

  async function sendBelow(call: PreparedCall, { request: given, body, isStream }: BuiltRequest): Promise<Response> {
    const { operation, sending, baseUrl: target, options: callOptions, follow } = call;
    const fetch = callOptions.fetch ?? ownFetch ?? globalThis.fetch;
    if (call.isSent) {
      detach(given, call.attachments, apiKeys);
      call.attachments = await credentialsOf(operation, sending, callOptions);
    }
    call.isSent = true;
    const request = withWholeBody(operation, given, body);
    const { attachments } = call;
    const attached = attach(request, attachments, target, isStream, apiKeys);
    const ready = attached instanceof Promise ? await attached : attached;
    const sent = async (one: Request): Promise<Response> => {
      // What stands in for the platform's `fetch` need not listen to signals.
      const answering = requestInitExt === undefined ? fetch(one) : fetch(one, requestInitExt);
      const answer = await orAborted(Promise.resolve(answering), one.signal); // a mock may give no promise
      retainedBy.set(Object(answer.body ?? answer) as object, [request, one]); // mocks have texts
      return answer;
    };
    const outgoing = { operation, request: ready, attachments, body, options: callOptions };
    const response = await transport.send(outgoing, follow === undefined ? sent : (one) => follow(one, sent));
    // A browser shows no more of a redirect than that there was one.
    const type: string = response.type; // the types of Workers have no such one
    if (type === "opaqueredirect") throw new TypeError(`${operation.id}: the service redirects, and no browser shows where to`);
    return response;
  }

  return { description, settings, prepare, send };
}

/** A request whose body was not read yet, be it by a middleware or because it was sent. Throws where that body was a stream: it is gone. */
function withWholeBody({ id }: Operation, request: Request, body: RequestInit["body"]): Request {
  try {
    return cloneForRetry(request, body);
  } catch {
    throw new TypeError(`${id}: the body is a stream that has been read already, and cannot be sent again`);
  }
}

/** What middleware is told of a call. */
function contextOf(
  { operation, sending, baseUrl }: PreparedCall,
  request: Request,
  fetch: MiddlewareContext["options"]["fetch"],
): MiddlewareContext {
  const params: Record<string, unknown> = { ...sending };
  // The request has these.
  delete params["body"];
  delete params["contentType"];
  return { request, schemaPath: operation.path, params, options: { baseUrl, fetch }, id: newCallId() };
}

/** Each call is sent once, and at once. */
const direct: Transport = { send: ({ request }, fetch) => fetch(request) };
