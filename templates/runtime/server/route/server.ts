/**
 * The core of a generated server: route, authenticate, decode and validate, handler, encode. Everything that depends on the
 * description alone is worked out when the server is made; a request only looks it up.
 */
import { authenticator, keyNames } from "./authenticate.js";
import type { Authenticate, Authentication, Requirements, SchemeDefinition } from "./authenticate.js";
import { checkedPath } from "./base-path.js";
import { connectionEnds } from "./connection-ends.js";
import { bodyDecoder, checkedBodyLimit, noBody, type BodyDecoder } from "../decode/body-decoder.js";
import type { BodyDefinition } from "../decode/decode-bytes.js";
import { matchRoute, splitTarget } from "./match-route.js";
import { createCors, withoutAllowed } from "./cors.js";
import { parameterDecoder, type DecodedParameters, type DecodeParameters, type PartDefinitions } from "../decode/parameter-decoder.js";
import type { AnyReply, EncodeReply, ReplyEncodings, ReplyHeaders } from "../reply/encode-reply.js";
import { joined, noHeaders, replyEncoder } from "../reply/encode-reply.js";
import type { HttpExchange, Outgoing } from "./http-exchange.js";
import { FetchExchange, toResponse } from "./fetch-adapter.js";
import { NodeExchange, sendFailure, type NodeRequest, type NodeResponse } from "./node-adapter.js";
import type { ExactJson, Operation } from "../../shared/operation.js";
import { invalidRequest, problemDetails, ProblemError, problemOf, type Problem, type ProblemIssue } from "./problem.js";
import { failure, strayIdentity, unmatchedCounter, type ErrorHook, type Refuse, type StrayCalls } from "./stray-calls.js";
import { checkReply, type ReplyValidators } from "../reply/check-reply.js";
import { createRouter, type Found, type Router } from "./router.js";
import type { CallLimiter, CountCall, DeprecatedCall, ServerFeatures } from "./server-features.js";
import { isPromiseLike } from "../../shared/is-promise-like.js";
import { methodOf } from "../../shared/method-of.js";
import type { Context, ServerOptions } from "./server-types.js";
import { encodedUrl } from "../reply/encoded-url.js";
import { discardBody, isStreamed } from "../reply/stream-reader.js";

/** One operation, as the generated server describes it. */
export interface RouteDefinition extends PartDefinitions {
  readonly operation: Operation;
  /** Where the operation has servers of its own. */
  readonly basePath?: string;
  /** Where schemes are asked for with scopes; else those of the operation count. */
  readonly security?: Requirements;
  /** By media type, as described. */
  readonly body?: { readonly [mediaType: string]: BodyDefinition };
  /** For `validateResponses`: by status and media type. */
  readonly replies?: ReplyValidators;
  /** Of the forms among its replies. */
  readonly replyEncodings?: ReplyEncodings;
  /** Headers of its replies that are JSON, or objects whose members are `name=value`. */
  readonly replyHeaders?: ReplyHeaders;
}

export interface ServerDefinition {
  /** Put before every path: "/v1", or "". */
  readonly basePath: string;
  /** Of the challenges of a 401. */
  readonly realm: string;
  readonly schemes: { readonly [name: string]: SchemeDefinition };
  /** Media type of the description's own error bodies; absent when it has none. */
  readonly errorType?: string;
  /** Where those hold 64-bit integers. */
  readonly errorJson?: ExactJson;
  /** By name of the operation, in the order of the description. */
  readonly routes: { readonly [operation: string]: RouteDefinition };
}

/** The parts of a generated server's options whose types depend on the description. */
interface TypedOptions extends ServerOptions {
  readonly handlers: object;
  readonly authenticate?: object;
  readonly errors?: (problem: Problem) => unknown;
}

export interface Server {
  /**
   * For `createServer` of `node:http`, `node:https` and `node:http2`, and for frameworks on top of them. `next` gets the requests to paths
   * that no operation has; without it they are answered with 404.
   */
  readonly node: (request: NodeRequest, response: NodeResponse, next?: () => void) => void;
  /**
   * For Bun, Deno, Workers, and frameworks that speak `fetch`. Never rejects: calls no handler for a request that is aborted already, and ends
   * the body of an answer with the reason. `platform` is what they give besides the request: handlers and options find it as
   * `request.platform`, and the caller's address is known from what Bun and Deno give.
   */
  readonly fetch: (request: Request, platform?: unknown) => Promise<Response>;
  /** As `fetch`, but for requests to paths that no operation has: `undefined`, for others to answer. */
  readonly tryFetch: (request: Request, platform?: unknown) => Promise<Response | undefined>;
}

interface Route {
  readonly operation: Operation;
  /** The base path as it is sent. */
  readonly sentPath: string;
  readonly authenticate: Authenticate | undefined;
  readonly count: CountCall | undefined;
  readonly deprecated: DeprecatedCall | undefined;
  readonly parameters: DecodeParameters;
  readonly body: BodyDecoder | undefined;
  readonly handler: (request: unknown, context: Context<unknown>) => unknown;
  readonly encode: EncodeReply;
  readonly replies: ReplyValidators | undefined;
}

/** A server of the operations of `definition`. Throws a `TypeError` when a handler or a function of `authenticate` is missing. */
export function createServer(definition: ServerDefinition, options: TypedOptions, features: ServerFeatures = {}): Server {
  const onError = guardedHook(options.onError ?? logError);
  const respond = createResponder(definition, { ...options, onError }, features);
  const connections = connectionEnds();
  const tryFetch = async (request: Request, platform: unknown, mayPass: boolean): Promise<Response | undefined> => {
    const exchange = new FetchExchange(request, platform, options.reencodedQuery);
    const failed = (error: unknown): void => {
      onError(error, { operation: exchange.operation, method: exchange.method, url: exchange.url });
    };
    // Nobody gets this answer. A rejection would end the process of some hosts whose callers leave.
    if (exchange.isAborted && !mayPass) return new Response(null, { status: 499 });
    let outgoing: Awaited<ReturnType<typeof respond>> | undefined;
    try {
      outgoing = await respond(exchange, mayPass);
      return outgoing && toResponse(exchange, outgoing, failed);
    } catch (error) {
      discardBody(outgoing?.body);
      exchange.end();
      failed(error);
      return new Response(null, { status: 500 });
    }
  };
  return {
    node(request, response, next) {
      const exchange = new NodeExchange(request, response, options.reencodedQuery, connections);
      respond(exchange, next !== undefined)
        .then((outgoing) => {
          if (outgoing !== undefined) return exchange.send(outgoing);
          next?.();
          return undefined;
        })
        .catch((error: unknown) => {
          const failed = (failure: unknown): void => {
            onError(failure, { operation: exchange.operation, method: exchange.method, url: exchange.url });
          };
          failed(error);
          sendFailure(request, response, failed);
        });
    },
    fetch: async (request, platform) => (await tryFetch(request, platform, false)) ?? new Response(null, { status: 404 }),
    tryFetch: (request, platform) => tryFetch(request, platform, true),
  };
}

const logError: ErrorHook = (error, { operation }) => {
  console.error(operation ?? "request", error);
};

/** Reports an error, and logs it where the hook fails too: a hook must end neither the answer nor the process. */
function guardedHook(hook: ErrorHook): ErrorHook {
  const report: (...error: Parameters<ErrorHook>) => unknown = hook; // whose type allows a promise
  return (error, failed) => {
    const log = (own: unknown): void => {
      logError(error, failed);
      logError(own, failed);
    };
    try {
      const result = report(error, failed);
      if (isPromiseLike(result)) result.then(undefined, log);
    } catch (own) {
      log(own);
    }
  };
}

/** Answers a request; with `undefined`, where it may and the path is none of the API's. */
type Respond = (exchange: HttpExchange, mayPass: boolean) => Promise<Outgoing | undefined>;

function createResponder(definition: ServerDefinition, options: TypedOptions, features: ServerFeatures): Respond {
  const { limiter, lifecycle } = features;
  limiter?.begin(Object.values(definition.routes).map(({ operation }) => operation));
  const ownPath = options.basePath === undefined ? undefined : checkedPath(options.basePath, "basePath");
  const router = createRouter(
    Object.values(definition.routes).map((described) => {
      const basePath = ownPath ?? described.basePath ?? definition.basePath;
      return {
        method: described.operation.method,
        template: basePath + described.operation.path,
        route: createRoute(described, basePath, definition, options, features),
      };
    }),
  );
  const stray = limiter && strayCalls(limiter, definition, options);
  const respond = responder(router, definition, options, stray);
  const cors = createCors(options.cors, [...(limiter?.headers ?? []), ...(lifecycle?.headers ?? [])]);
  if (cors === undefined) return respond;
  return async (exchange, mayPass) => {
    if (exchange.method === "OPTIONS") {
      const found = router.find("OPTIONS", splitTarget(exchange.target).path);
      if (mayPass && isUnmatched(found)) return undefined;
      const asked = cors.preflight(exchange, found.kind === "method" ? found.allow : undefined);
      if (asked !== undefined) return asked;
    }
    const outgoing = await respond(exchange, mayPass);
    return outgoing && withHeaders(outgoing, cors.headers(exchange));
  };
}

/** An answer with the headers of CORS, and so the one in its place. */
function withHeaders(outgoing: Outgoing, headers: readonly string[]): Outgoing {
  const { afterFailure } = outgoing;
  const all = { ...outgoing, headers: joined(headers, withoutAllowed(outgoing.headers)) };
  return afterFailure === undefined ? all : { ...all, afterFailure: (error) => withHeaders(afterFailure(error), headers) };
}

/** `stray` counts the requests that reach no operation. */
function responder(router: Router<Route>, definition: ServerDefinition, options: TypedOptions, stray: StrayCalls | undefined): Respond {
  const bodyLimit = checkedBodyLimit(options.bodyLimit);
  const onError = options.onError ?? logError;
  const validation = options.validateResponses ?? "off";
  const refuse: Refuse = (exchange, problem, headers) => answer(exchange, problem, headers, definition, options);
  const fail = failure(onError, refuse);
  const strayed = unmatchedCounter(fail, refuse);

  const mountedAt = options.mountPath === undefined ? "" : checkedPath(options.mountPath, "mountPath");

  return async (exchange, mayPass) => {
    let reply: AnyReply | undefined;
    let extra = noHeaders;
    // Whatever fails before its caller and the plan are known still counts: for the address that it came from.
    let count = stray?.count;
    try {
      const { path, query } = splitTarget(exchange.target);
      const found = router.find(exchange.method, path);
      const match = found.kind === "found" ? matchRoute(found, query, exchange) : undefined;
      if (match === undefined) {
        if (mayPass && isUnmatched(found)) return undefined;
        if (found.kind !== "method" || exchange.method !== "OPTIONS") throw unrouted(found);
        const methods: Outgoing = { status: 204, headers: allow(found.allow), body: undefined };
        return stray === undefined ? methods : await strayed(stray, exchange, methods, extra);
      }
      const { route } = match;
      exchange.operation = route.operation.id;
      count = route.count;
      if (route.deprecated !== undefined) extra = route.deprecated.headers(match.values, mountedAt + exchange.mountPath);
      const pending = route.authenticate?.(exchange, query);
      const caller = isPromiseLike(pending) ? await pending : pending;
      if (count !== undefined) {
        const counting = count(exchange, caller);
        count = undefined;
        const { headers, refused, release } = isPromiseLike(counting) ? await counting : counting;
        if (release !== undefined) exchange.onEnd(release);
        extra = extra.length === 0 ? headers : [...headers, ...extra];
        if (refused !== undefined) return refuse(exchange, refused, extra);
      }
      const removed = route.deprecated?.onCall(exchange, caller);
      if (removed !== undefined) return refuse(exchange, removed, extra);
      const issues: ProblemIssue[] = [];
      const parameters = route.parameters({ path: match.values, query, headers: exchange.headers, reencoded: exchange.reencoded }, issues);
      if (issues.length > 0) throw invalidRequest(issues);
      const { body, contentType } = route.body === undefined ? noBody : await route.body.decode(exchange, bodyLimit);
      const given = route.handler(requestOf(parameters, body, contentType), new CallContext(route, mountedAt, caller?.principal, exchange));
      reply = (isPromiseLike(given) ? await given : given) as AnyReply; // `createRoute` got the handler from a typed object
      if (validation !== "off") checkReply(route.operation, route.replies, reply, validation === "error" ? undefined : onError, exchange);
      const encoding = route.encode(reply, extra);
      const outgoing = encoding instanceof Promise ? await encoding : encoding;
      return isStreamed(outgoing.body)
        ? { ...outgoing, afterFailure: (error) => fail(error, exchange, exchange.operation, extra) }
        : outgoing;
    } catch (error) {
      discardBody(reply?.body);
      const refusal = fail(error, exchange, exchange.operation, extra);
      if (count === undefined) return refusal;
      const retryAfter = error instanceof ProblemError ? error.retryAfter : undefined;
      return strayed(count === stray?.count ? stray : { count, identify: undefined }, exchange, refusal, extra, retryAfter);
    }
  };
}

/** Member by member: to spread the parameters would cost a hundred times as much, and this is done for every request. */
function requestOf(parameters: DecodedParameters, body: unknown, contentType: string | undefined): unknown {
  const { path, query, header, cookie } = parameters;
  if (!("querystring" in parameters)) return { path, query, header, cookie, body, contentType };
  return { path, query, header, cookie, querystring: parameters.querystring, body, contentType };
}

/** A class for its getters: a signal and a path are made only for the handlers that ask for them. */
class CallContext implements Context<unknown> {
  readonly operation: string;
  readonly principal: unknown;
  readonly request: HttpExchange;
  private readonly route: Route;
  private readonly mountedAt: string;

  constructor(route: Route, mountedAt: string, principal: unknown, exchange: HttpExchange) {
    this.operation = route.operation.id;
    this.principal = principal;
    this.request = exchange;
    this.route = route;
    this.mountedAt = mountedAt;
  }

  get basePath(): string {
    return this.mountedAt + this.request.mountPath + this.route.sentPath;
  }

  get signal(): AbortSignal {
    return this.request.signal;
  }
}

function createRoute(
  described: RouteDefinition,
  basePath: string,
  definition: ServerDefinition,
  options: TypedOptions,
  { limiter, lifecycle }: ServerFeatures,
): Route {
  const { operation } = described;
  const { handlers, onError = logError } = options;
  const handler = methodOf(handlers, operation.id);
  if (handler === undefined) throw new TypeError(`\`handlers\` has no function \`${operation.id}\``);
  return {
    operation,
    sentPath: encodedUrl(basePath),
    authenticate: authenticator(
      operation.id,
      described.security ?? withoutScopes(operation.security),
      authentication(definition, options, limiter),
    ),
    count: limiter?.counter(operation),
    deprecated: lifecycle?.of(operation, basePath, onError),
    parameters: parameterDecoder(operation, described, keyNames(operation.security ?? [], definition.schemes)),
    body: bodyDecoder(operation, described.body),
    handler: (request, context) => Reflect.apply(handler, handlers, [request, context]) as unknown,
    encode: replyEncoder(operation, described.replyEncodings, described.replyHeaders),
    replies: described.replies,
  };
}

/** What a server with limits needs for requests that reach no operation. */
function strayCalls(limiter: CallLimiter, definition: ServerDefinition, options: TypedOptions): StrayCalls {
  const requirements = Object.values(definition.routes).map(({ operation, security }) => security ?? withoutScopes(operation.security));
  const shared = authentication(definition, options, limiter);
  return { count: limiter.counter(undefined), identify: strayIdentity(requirements, shared, options.onError ?? logError) };
}

function authentication(
  { schemes, realm }: ServerDefinition,
  { authenticate }: TypedOptions,
  limiter: CallLimiter | undefined,
): Authentication {
  return { schemes, checks: authenticate, realm, identifyingScheme: limiter?.scheme, guard: limiter?.guard };
}

function withoutScopes(security: Operation["security"]): Requirements {
  return (security ?? []).map((schemes) => Object.fromEntries(schemes.map((scheme) => [scheme, [] as const])));
}

/** Whether no operation has the path: whoever comes after the server may. */
function isUnmatched(found: Found<Route>): boolean {
  return found.kind !== "method";
}

/** Candidates of which none takes the request are like none at all. */
function unrouted(found: Found<Route>): ProblemError {
  if (found.kind === "malformed") return new ProblemError("malformed-request", "The path is not percent-encoded correctly.");
  if (found.kind !== "method") return new ProblemError("not-found", "There is no operation at this path.");
  return new ProblemError("method-not-allowed", `Allowed here: ${found.allow.join(", ")}.`, { headers: allow(found.allow) });
}

const allow = (methods: readonly string[]): readonly string[] => ["Allow", methods.join(", ")];

/** A problem, written as the description writes errors. */
function answer(
  { method, url }: HttpExchange,
  problem: Problem,
  headers: readonly string[],
  definition: ServerDefinition,
  { errors, onError = logError }: TypedOptions,
): Outgoing {
  const contentType = errors === undefined ? "application/problem+json" : (definition.errorType ?? "application/json");
  try {
    const body =
      errors === undefined
        ? JSON.stringify(problemDetails(problem))
        : (definition.errorJson?.stringify ?? JSON.stringify)(bodyOf(errors(problem)));
    return { status: problem.status, headers: joined(["Content-Type", contentType], headers), body };
  } catch (error) {
    onError(error, { operation: problem.operation, method, url });
    return {
      status: 500,
      headers: joined(["Content-Type", "application/problem+json"], headers),
      body: JSON.stringify(problemDetails(problemOf(error, problem.operation))),
    };
  }
}

/** What `errors` gave. A promise would be written as `{}`. */
function bodyOf(given: unknown): unknown {
  if (!isPromiseLike(given)) return given;
  given.then(undefined, (): void => undefined);
  throw new TypeError("`errors` returned a promise: it gives a body at once");
}
