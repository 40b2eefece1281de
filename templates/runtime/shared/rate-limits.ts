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
  readonly headers?: LimitHeaders;
  /** Where a rejected caller reads how long to wait, and in which forms it is written. `Retry-After` in any form when absent. */
  readonly retryAfter?: { readonly name: string; readonly formats: readonly RetryFormat[] };
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

export interface PolicyLimit {
  /** Requests, or what an operation says it costs instead of one. */
  readonly quota: number;
  /** Seconds. */
  readonly window: number;
}

/** Names of the headers that report a limit to its caller. */
export interface LimitHeaders {
  readonly limit?: string;
  readonly remaining?: string;
  /** Without a format, a client guesses from each value and says so, and a server writes Unix seconds. */
  readonly reset?: { readonly name: string; readonly format?: ResetFormat };
}

export type ResetFormat = "unix-seconds" | "delta-seconds" | "unix-millis" | "http-date";
export type RetryFormat = "delta-seconds" | "http-date" | "unix-seconds" | "delta-millis";

/** An operation, with what the description says of its limits and retries. */
export interface LimitedOperation extends Operation {
  readonly rateLimit?: OperationLimit;
  readonly retry?: OperationRetry;
}

/** What one call of an operation counts for. */
export interface OperationLimit {
  /** 1 when absent. */
  readonly cost?: number;
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
