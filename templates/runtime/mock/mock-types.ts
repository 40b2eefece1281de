/**
 * What a mock is and is made of: a service inside the process, for tests.
 */
import type { AnyReply } from "../server/reply/encode-reply.js";
import type { RouteDefinition, Server } from "../server/route/server.js";
import type { ReplyOf, RequestOf } from "../server/route/server-types.js";
import type { Validator } from "../validate/validate.js";

/** A service inside this process: it has no port, and nothing goes over a network. */
export interface Mock<Client, Call> {
  /** A client of the service. */
  readonly client: Client;
  /**
   * In place of the platform's `fetch`, for clients that a program makes itself: `createPetstoreClient({ fetch: mock.fetch })`. Whatever host
   * is called, the path decides.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** The base URL of `client`. No other mock has its origin. */
  readonly baseUrl: string;
  /** The generated server that answers: for whoever needs a port, `createServer(mock.server.node).listen(0)`. */
  readonly server: Server;
  /** The calls of operations, in the order in which they came. */
  readonly calls: readonly Call[];
  /** Forgets the calls, and what was counted against the limits. */
  readonly reset: () => void;
}

/** Handlers, or who may call, of which none must be given. */
export type SomeOf<All> = { readonly [Name in keyof All]?: All[Name] | undefined };

/** A call of an operation, as the mock got it. */
export interface MockCall<Handlers, Name extends keyof Handlers> {
  readonly operation: Name;
  /**
   * What the handler was given, without the parts that are empty: `{ query: { limit: 5 } }`. Of a call that was refused before, nothing. The media
   * type of a body is there where there is a choice.
   */
  readonly args: Partial<RequestOf<Handlers[Name]>>;
  /** What was answered; `undefined` as long as nothing is. */
  readonly status: StatusIn<ReplyOf<Handlers[Name]>> | ServerStatus | undefined;
}

type StatusIn<Reply> = Reply extends { readonly status: infer Status } ? Status : never;

/** What a server answers by itself, described or not. */
type ServerStatus = 400 | 401 | 403 | 404 | 405 | 410 | 413 | 415 | 429 | 500 | 501 | 503;

/** What mocks of an API have in common, as its description says it. */
export interface MockDefinition {
  /** Put before every path: "/v1", or "". */
  readonly basePath: string;
  /** What else is put before paths, by other servers of the description. */
  readonly otherPaths?: readonly string[];
  /** By name of the operation. */
  readonly routes: { readonly [operation: string]: RouteDefinition };
  /** What operations without a handler answer, by name. */
  readonly replies: { readonly [operation: string]: AnyReply };
  /** Credentials by security scheme, as a client takes them; `undefined` for one that it does not send. */
  readonly credentials?: { readonly [scheme: string]: unknown };
  /** The body of the description's own errors, where it has one for all of them. */
  readonly error?: { readonly validator: Validator<unknown>; readonly example?: unknown };
  /** The plan of callers of whom a test does not say which they have; `undefined` for the description's own default. */
  readonly plan?: string;
  /** Where the description has limits: what counts calls. */
  readonly newCounters?: (options: { readonly now: () => number }) => Counters;
  /** Options of the client, where nothing else is said. */
  readonly client?: object;
}

/** Some store of counters. */
export interface Counters {
  consume(...call: never[]): unknown;
}

/** Options of a generated server, all of them optional, and of a client: what they are, the description decides. */
export interface MockOptions {
  /** Who is calling, for handlers, by a scheme that `authenticate` does not have: every credential of it is accepted. */
  readonly principal?: unknown;
  readonly client?: object | undefined;
}
