/**
 * The core of a generated server: route, authenticate, decode and validate, handler, encode. Everything that depends on the
 * description alone is worked out when the server is made; a request only looks it up.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { authenticator, type Authenticate, type Requirements, type SchemeDefinition } from "./authenticate.js";
import { bodyDecoder, type BodyDecoder, type BodyDefinition } from "./body.js";
import type { SharedDefaults } from "./defaults.js";
import { parameterDecoder, type DecodeParameters, type PartDefinitions } from "./decode-request.js";
import { replyEncoder, type AnyReply, type EncodeReply } from "./encode-reply.js";
import type { Exchange, Outgoing } from "./exchange.js";
import { FetchExchange, toResponse } from "./fetch-adapter.js";
import { lifecycleHeaders, type LifecycleHeaders } from "./lifecycle-headers.js";
import { NodeExchange, sendToNode } from "./node-adapter.js";
import type { Operation } from "./operation.js";
import { parsePairs } from "./pairs.js";
import { invalidRequest, problemDetails, ProblemError, problemOf, type Problem, type ProblemIssue } from "./problem.js";
import { checkReply, type ReplyValidators } from "./reply-check.js";
import { createRouter, type Candidate } from "./router.js";
import { isThenable } from "./thenable.js";
import type { Context, IncomingHeaders, ServerOptions } from "./server-types.js";

export type {
  AuthenticateContext,
  BasicCredential,
  Context,
  Defaults,
  IncomingRequest,
  Reply,
  ServerOptions,
  ServerRequest,
} from "./server-types.js";
export type { Problem, ProblemCode, ProblemIssue } from "./problem.js";
export { notImplemented, ProblemError } from "./problem.js";

/** One operation, as the generated server describes it to this file. */
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
}

export interface ServerDefinition {
  /** Put before every path: "/v1", or "". */
  readonly basePath: string;
  /** Of the challenges of a 401. */
  readonly realm: string;
  readonly schemes: { readonly [name: string]: SchemeDefinition };
  /** Media type of the description's own error bodies; absent when it has none. */
  readonly errorType?: string;
  /** Those of schemas that the defaults of bodies refer to, and each other. */
  readonly defaults?: SharedDefaults;
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
  /** For `createServer` of `node:http` or `node:https`, and for frameworks on top of them. */
  readonly node: (request: IncomingMessage, response: ServerResponse) => void;
  /** For Bun, Deno, Workers, and frameworks that speak `fetch`. Never rejects. */
  readonly fetch: (request: Request) => Promise<Response>;
}

interface Route {
  readonly operation: Operation;
  readonly authenticate: Authenticate | undefined;
  readonly lifecycle: LifecycleHeaders;
  readonly parameters: DecodeParameters;
  readonly body: BodyDecoder | undefined;
  readonly handler: (request: unknown, context: Context<unknown>) => unknown;
  readonly encode: EncodeReply;
  readonly replies: ReplyValidators | undefined;
}

/** A server of the operations of `definition`. Throws a `TypeError` when a handler or a function of `authenticate` is missing. */
export function createServer(definition: ServerDefinition, options: TypedOptions): Server {
  const onError = whatever(options.onError ?? logError);
  const respond = createResponder(definition, { ...options, onError });
  return {
    node(request, response) {
      const exchange = new NodeExchange(request, response);
      respond(exchange)
        .then((outgoing) => sendToNode(response, outgoing))
        .catch((error: unknown) => {
          onError(error, { operation: undefined, method: exchange.method, url: exchange.url });
          if (response.headersSent) response.destroy();
          else response.writeHead(500, { "Content-Length": 0 }).end();
        });
    },
    async fetch(request) {
      const exchange = new FetchExchange(request);
      const failed = (error: unknown): void => {
        onError(error, { operation: undefined, method: exchange.method, url: exchange.url });
      };
      try {
        return toResponse(exchange.method, await respond(exchange), failed);
      } catch (error) {
        failed(error);
        return new Response(null, { status: 500 });
      }
    },
  };
}

type Tell = NonNullable<ServerOptions["onError"]>;

const logError: Tell = (error, { operation }) => {
  console.error(operation ?? "request", error);
};

/** Tells of an error, and logs it where that fails too: it must take neither the answer nor the process with it. */
function whatever(tell: Tell): Tell {
  const ask: (...told: Parameters<Tell>) => unknown = tell; // whose type lets a promise through
  return (error, failed) => {
    const log = (own: unknown): void => {
      logError(error, failed);
      logError(own, failed);
    };
    try {
      const answer = ask(error, failed);
      if (isThenable(answer)) answer.then(undefined, log);
    } catch (own) {
      log(own);
    }
  };
}

function createResponder(definition: ServerDefinition, options: TypedOptions): (exchange: Exchange) => Promise<Outgoing> {
  const router = createRouter(
    Object.values(definition.routes).map((described) => {
      const basePath = (options.basePath ?? described.basePath ?? definition.basePath).replace(/\/+$/, "");
      return {
        method: described.operation.method,
        template: basePath + described.operation.path,
        route: createRoute(described, basePath, definition, options),
      };
    }),
  );
  const bodyLimit = options.bodyLimit ?? 1_048_576;
  const onError = options.onError ?? logError;
  const validation = options.validateResponses ?? "off";

  return async (exchange) => {
    let operation: string | undefined;
    let extra: readonly string[] = [];
    try {
      const { path, query } = splitTarget(exchange.url);
      const found = router.find(exchange.method, path);
      if (found.kind !== "found") return unrouted(found, exchange, (problem, headers) => answer(problem, headers, definition, options));
      const match = found.candidates.length === 1 ? found.candidates[0] : choose(found.candidates, found.values, query, exchange);
      if (match === undefined) throw new ProblemError("not-found", "There is no operation at this path.");
      const { route } = match;
      operation = route.operation.id;
      const pathValues = valuesOf(match, found.values);
      extra = route.lifecycle(pathValues);
      const pending = route.authenticate?.(exchange, query);
      const principal: unknown = isThenable(pending) ? await pending : pending;
      // Rate limits are counted here: after the caller is known, before anything of the body is read.
      const issues: ProblemIssue[] = [];
      const parameters = route.parameters({ path: pathValues, query, headers: exchange.headers }, issues);
      if (issues.length > 0) throw invalidRequest(issues);
      const { body, contentType } = route.body === undefined ? noBody : await route.body.decode(exchange, bodyLimit);
      const request = { ...parameters, body, contentType };
      const given = route.handler(request, new CallContext(operation, principal, exchange));
      const reply = (isThenable(given) ? await given : given) as AnyReply; // `createRoute` got the handler from a typed object
      if (validation !== "off") checkReply(route.replies, reply, operation, validation === "error" ? undefined : onError, exchange);
      const outgoing = route.encode(reply, extra);
      return outgoing instanceof Promise ? await outgoing : outgoing;
    } catch (error) {
      if (!(error instanceof ProblemError)) onError(error, { operation, method: exchange.method, url: exchange.url });
      const headers = error instanceof ProblemError ? [...error.headers, ...extra] : extra;
      return answer(problemOf(error, operation), headers, definition, options);
    }
  };
}

const noBody = { body: undefined, contentType: undefined };

/** A class for its getter: a signal is made only for the handlers that ask for it. */
class CallContext implements Context<unknown> {
  readonly operation: string;
  readonly principal: unknown;
  readonly request: Exchange;

  constructor(operation: string, principal: unknown, exchange: Exchange) {
    this.operation = operation;
    this.principal = principal;
    this.request = exchange;
  }

  get signal(): AbortSignal {
    return this.request.signal;
  }
}

function createRoute(described: RouteDefinition, basePath: string, definition: ServerDefinition, options: TypedOptions): Route {
  const { operation } = described;
  const { handlers } = options;
  const handler: unknown = Reflect.get(handlers, operation.id);
  if (typeof handler !== "function") throw new TypeError(`\`handlers\` has no function \`${operation.id}\``);
  return {
    operation,
    authenticate: authenticator(
      operation.id,
      described.security ?? withoutScopes(operation.security),
      definition.schemes,
      options.authenticate,
      definition.realm,
    ),
    lifecycle: lifecycleHeaders(operation, basePath),
    parameters: parameterDecoder(operation, described),
    body: bodyDecoder(operation, described.body, definition.defaults),
    handler: (request, context) => Reflect.apply(handler, handlers, [request, context]) as unknown,
    encode: replyEncoder(operation),
    replies: described.replies,
  };
}

function withoutScopes(security: Operation["security"]): Requirements {
  return (security ?? []).map((schemes) => Object.fromEntries(schemes.map((scheme) => [scheme, []])));
}

/** Path and query of a request target, which may be absolute. A fragment is never sent by anyone who knows HTTP. */
function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const start = target.startsWith("/") ? 0 : Math.max(0, target.indexOf("/", target.indexOf("://") + 3));
  const hash = target.indexOf("#");
  const end = hash === -1 ? target.length : hash;
  const mark = target.indexOf("?");
  if (mark === -1 || mark > end) return { path: target.slice(start, end), query: "" };
  return { path: target.slice(start, mark), query: target.slice(mark + 1, end) };
}

const noValues: ReadonlyMap<string, string> = new Map();

/** Raw path parameters by name. Templates may carry the marks of RFC 6570 (`{.id*}`). */
function valuesOf({ names }: Pick<Candidate<Route>, "names">, values: readonly string[]): ReadonlyMap<string, string> {
  if (names.length === 0) return noValues;
  return new Map(
    names.flatMap((name, index): [string, string][] => [
      [name, values[index] ?? ""],
      [name.replace(/^[.;?]/, "").replace(/\*$/, ""), values[index] ?? ""],
    ]),
  );
}

/**
 * The operation that is meant where a description has several for one method and path (they differ by a query in the
 * template, by a fragment, by the type of a path parameter or of the body): the first whose query condition holds and that
 * takes the request; of these, one that does not take any path comes first.
 */
function choose(
  candidates: readonly Candidate<Route>[],
  values: readonly string[],
  query: string,
  exchange: Exchange,
): Candidate<Route> | undefined {
  const conditional = candidates.some(({ condition }) => condition.length > 0);
  const pairs = conditional ? parsePairs(query, 1000) : undefined;
  const possible = candidates.filter(({ condition }) => condition.every(([name, value]) => pairs?.get(name)?.includes(value) === true));
  const contentType = textOf(exchange.headers["content-type"]);
  const fitting = possible.filter(({ route, names }) => {
    const issues: ProblemIssue[] = [];
    route.parameters({ path: valuesOf({ names }, values), query, headers: exchange.headers }, issues);
    return issues.length === 0 && (route.body === undefined || route.body.accepts(contentType));
  });
  return fitting.find((candidate) => isParticular(candidate, values.length)) ?? fitting[0] ?? possible[0];
}

const textOf = (header: IncomingHeaders[string]): string | undefined => (typeof header === "string" ? header : header?.[0]);

/** Whether there are paths that an operation does not take, such as those that hold no UUID. */
function isParticular({ route, names }: Candidate<Route>, count: number): boolean {
  const issues: ProblemIssue[] = [];
  route.parameters({ path: valuesOf({ names }, Array<string>(count).fill("~")), query: "", headers: {} }, issues);
  return issues.some((issue) => issue.in === "path");
}

type Unrouted = { readonly kind: "method"; readonly allow: readonly string[] } | { readonly kind: "path" } | { readonly kind: "malformed" };

function unrouted(found: Unrouted, exchange: Exchange, respond: (problem: Problem, headers: readonly string[]) => Outgoing): Outgoing {
  if (found.kind === "malformed")
    return respond(problemOf(new ProblemError("malformed-request", "The path is not percent-encoded correctly."), undefined), []);
  if (found.kind === "path") return respond(problemOf(new ProblemError("not-found", "There is no operation at this path."), undefined), []);
  const allow = ["Allow", found.allow.join(", ")];
  if (exchange.method === "OPTIONS") return { status: 204, headers: allow, body: undefined };
  return respond(problemOf(new ProblemError("method-not-allowed", `Allowed here: ${found.allow.join(", ")}.`), undefined), allow);
}

/** A problem, written as the description writes errors. */
function answer(
  problem: Problem,
  headers: readonly string[],
  definition: ServerDefinition,
  { errors, onError = logError }: TypedOptions,
): Outgoing {
  const contentType = errors === undefined ? "application/problem+json" : (definition.errorType ?? "application/json");
  try {
    const body = JSON.stringify(errors === undefined ? problemDetails(problem) : errors(problem));
    return { status: problem.status, headers: ["Content-Type", contentType, ...headers], body };
  } catch (error) {
    onError(error, { operation: problem.operation, method: "", url: "" });
    return {
      status: 500,
      headers: ["Content-Type", "application/problem+json"],
      body: JSON.stringify(problemDetails(problemOf(error, problem.operation))),
    };
  }
}
