/**
 * What a description says of limits and retries, as data. Part of an output only where it says something.
 */
import type { Operation } from "./operation.js";

/** The limits of a service. The generated `lifecycle.ts` holds one of these. */
export interface RateLimits {
  /**
   * What a counter belongs to: the credential of a scheme; whichever credential a call has, where the description does not say; or the
   * caller's address.
   */
  readonly key: { readonly securityScheme: string } | { readonly credential: true } | { readonly address: true };
  readonly plans: { readonly [plan: string]: PlanLimits };
  readonly defaultPlan?: string;
  /** Several where several limits have headers of their own. */
  readonly headers?: LimitHeaders | readonly LimitHeaders[];
  /**
   * Where a rejected caller reads how long to wait, and in which forms it is written. `Retry-After` in any form when absent. `body`: a JSON
   * pointer into the body of a rejection, read where no header tells.
   */
  readonly retryAfter?: { readonly name: string; readonly formats: readonly RetryFormat[]; readonly body?: string };
  /** What means a limit besides the status 429. A 403 does where it has a `Retry-After`, or where nothing is left of a limit. */
  readonly rejections?: readonly Rejection[];
  /** A rejection is of the operation's own limit, unless it has this header. */
  readonly globalHeader?: string;
  /** Whether the IETF's `RateLimit` and `RateLimit-Policy` are sent besides. */
  readonly ietf?: true;
  /** Whether who goes on after a rejection risks a ban. */
  readonly banRisk?: true;
}

/** A plan with its policies by name, or one whose figures are agreed per customer. */
export type PlanLimits = { readonly policies: Policies } | { readonly custom: true };

export interface Policies {
  readonly [policy: string]: PolicyLimit;
}

/** What one policy allows: one of the ways in which services limit. */
export type PolicyLimit = WindowLimit | BucketLimit | ConcurrencyLimit | SpacingLimit;

/** So many within a window. */
export interface WindowLimit extends PolicyScope {
  /** Requests, or what an operation says it costs instead of one. */
  readonly quota: number;
  /** Seconds. */
  readonly window: number;
  /** What was sent leaves the window as many seconds after it was sent. Otherwise windows are fixed, and begin with the first call in them. */
  readonly sliding?: true;
}

/** A token or leaky bucket: `burst` at once, and then so many per second. */
export interface BucketLimit extends PolicyScope {
  /** Per second. */
  readonly rate: number;
  readonly burst: number;
}

/** So many calls under way at once. */
export interface ConcurrencyLimit extends PolicyScope {
  readonly concurrency: number;
}

/** Calls begin no closer together than this. */
export interface SpacingLimit extends PolicyScope {
  /** Seconds. */
  readonly spacing: number;
}

/** What a policy counts, and by what. */
export interface PolicyScope {
  /** Requests unless given. What else a call costs is known only where a header tells what is left. */
  readonly unit?: string;
  /**
   * `operation`: each operation has a counter of its own, or each bucket that a header names. `address`: all credentials at one address have one.
   * By what `key` of the limits says unless given.
   */
  readonly per?: "operation" | "address";
}

/** Names of the headers that report a limit to its caller. */
export interface LimitHeaders {
  /** The policy that they are of, by its name in the plans. */
  readonly policy?: string;
  /** What they count, where that is not requests. */
  readonly unit?: string;
  readonly limit?: string;
  readonly remaining?: string;
  /** One header that says both, as in `32/40`: what is used, and the limit. */
  readonly fraction?: string;
  /** Without a format, a client guesses from each value and says so, and a server writes Unix seconds. */
  readonly reset?: { readonly name: string; readonly format?: ResetFormat };
  /** It is a bucket that fills all the time: so many seconds until an empty one is full. Then `reset` is when it is full. */
  readonly refill?: number;
  /**
   * Names the counter that a call was counted in, which operations may have in common. Where several headers have the same one, each is of the
   * answers in which it has the name of its policy.
   */
  readonly bucket?: string;
}

/**
 * `delta-…` and `duration` are waits, the others moments. `duration`: with units, as in `6m0s` or `120ms`. `date-time`: of RFC 3339.
 */
export type ResetFormat = "unix-seconds" | "unix-millis" | "delta-seconds" | "delta-millis" | "duration" | "http-date" | "date-time";
export type RetryFormat = ResetFormat;

/** How an answer says that a limit has turned the call away, where that is not the status 429. */
export interface Rejection {
  readonly status: number;
  /** A header that such an answer has, and others of that status have not. */
  readonly header?: string;
  /** A JSON pointer to a text of the body, and what is in that text, in any case of letters. */
  readonly body?: { readonly pointer: string; readonly contains: string };
  /** Seconds to wait where the answer does not say it. */
  readonly wait?: number;
  /** No wait mends it: the call is not sent again. */
  readonly final?: true;
}

/** An operation, with what the description says of its limits and retries. */
export interface LimitedOperation extends Operation {
  readonly rateLimit?: OperationLimit;
  readonly retry?: OperationRetry;
}

/** What one call of an operation counts for. */
export interface OperationLimit {
  /** 1 when absent. */
  readonly cost?: number;
  /** What it counts for instead in single policies, by their names. A client takes it where no header tells of the policy. */
  readonly costs?: Readonly<Record<string, number>>;
  /** The policies it counts in; all when absent. */
  readonly policies?: readonly string[];
  /** It counts in none. */
  readonly exempt?: true;
  /** False where a 429 may come after the work was done: such a call is not sent again. */
  readonly rejectedBeforeProcessing?: false;
}

/** Whether a call may be sent again when it is not known to have arrived. */
export interface OperationRetry {
  /** As its method says when absent. */
  readonly idempotent?: boolean;
  /** The header that makes a call idempotent. The client fills it in where the caller does not. */
  readonly idempotencyKeyHeader?: string;
  /** The description asks that a call is never sent again by itself, whatever happened to it. */
  readonly never?: true;
}
