/**
 * What a description may ask of a server besides its operations: limits, and dates of removal. What knows them is
 * part of an output only where the description says something of them; the server's core knows these types.
 */
import type { Operation } from "../../shared/operation.js";
import type { Problem } from "./problem.js";
import type { IncomingRequest, ServerOptions } from "./server-types.js";

/** Who calls, as authentication found out. */
export interface Caller {
  readonly principal: unknown;
  /** The security scheme that vouches for it. */
  readonly scheme: string;
  /** What tells it from others under that scheme: the key, the token, the name of the user. `undefined`: nothing that the request shows. */
  readonly credential: string | undefined;
}

/** Counts calls against the limits of the description. */
export interface CallLimiter {
  /** The scheme that counters belong to, where a call is authenticated by several at once. */
  readonly scheme: string | undefined;
  /** Names of the headers it writes. */
  readonly headers: readonly string[];
  /** Slows who guesses credentials. */
  readonly guard?: CredentialGuard | undefined;
  /** Says what the operations of the server are, before any call. Throws a `TypeError` where strangers have a policy that none of them counts in. */
  begin(operations: readonly Operation[]): void;
  /** Counts the calls of an operation; of `undefined`, those that reach none. */
  counter(operation: Operation | undefined): CountCall;
}

/** Knows which credentials were accepted lately, and from where wrong ones come. */
export interface CredentialGuard {
  /** Whether a credential was accepted lately, as it nearly always was: where it comes alone, and still is, the guard need not be asked or told. */
  isTrusted(credential: string): boolean;
  /** Notes that a trusted credential was not accepted. */
  distrust(request: IncomingRequest, credential: string, operation: string): void;
  /** What `authenticate` may be asked for, of all that a call presents. Waits while it is being asked for as many as may be wrong. */
  ask(request: IncomingRequest, credentials: readonly string[], operation: string): GuessAttempt | Promise<GuessAttempt>;
}

/** Credentials that a call presents at once. */
export interface GuessAttempt {
  /** Whether `authenticate` must not be asked for this one now. */
  isRefused(credential: string): boolean;
  /** When a credential that is refused may be presented again, in seconds, and the headers that say so. The call is turned away for it. */
  refusal(): { readonly retryAfter: number; readonly headers: readonly string[] };
  /** To be called once, when nothing more is asked: with what was accepted, and what was not. Of all others nothing was found out. */
  settle(accepted: readonly string[], rejected: readonly string[]): void;
}

/** Counts one call. It throws or rejects when it cannot tell whose quota it is. */
export type CountCall = (request: IncomingRequest, caller: Caller | undefined) => Admission | Promise<Admission>;

export interface Admission {
  /** Of the response, whatever it is; names and values in turn. */
  readonly headers: readonly string[];
  /** What to answer instead of going on. */
  readonly refused?: Problem;
  /** To be called when the answer is out, or its caller has gone: gives back what the call has taken for as long as it is under way. */
  readonly release?: () => void;
}

/** Tells of operations that are going to be removed. */
export interface CallLifecycle {
  /** Names of the headers it writes. */
  readonly headers: readonly string[];
  /** Of an operation under a base path; `undefined` when it is not deprecated. `onError` is told of what a hook throws. */
  of(operation: Operation, basePath: string, onError: NonNullable<ServerOptions["onError"]>): DeprecatedCall | undefined;
}

export interface DeprecatedCall {
  /** Of every response; names and values in turn. `path` are the raw path parameters, `mountPath` is what stands before the base path. */
  headers(path: ReadonlyMap<string, string>, mountPath: string): readonly string[];
  /** A call came that its limit lets through. The answer is what to answer instead of going on. Never throws. */
  onCall(request: IncomingRequest, caller: Caller | undefined): Problem | undefined;
}

/** The parts of a server that only some descriptions need. */
export interface ServerFeatures {
  readonly limiter?: CallLimiter | undefined;
  readonly lifecycle?: CallLifecycle | undefined;
}
