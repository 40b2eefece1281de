import type { Doc } from "./doc.js";

/** The limits of a service, and the headers that report them. */
export interface RateLimits {
  /** What a counter belongs to. `credential`: whichever a call has, and the address of callers without one. */
  readonly key: { readonly kind: "securityScheme"; readonly scheme: string } | { readonly kind: "address" | "credential" };
  readonly plans: readonly Plan[];
  readonly defaultPlan: string | undefined;
  readonly headers: {
    readonly limit: string | undefined;
    readonly remaining: string | undefined;
    /** Without a format, a client guesses from each value and says so, and a server writes Unix seconds. */
    readonly reset: { readonly name: string; readonly format: ResetFormat | undefined } | undefined;
  };
  /** Where a rejected caller reads how long to wait. `undefined`: `Retry-After`, in any form of RFC 9110. */
  readonly retryAfter: { readonly name: string; readonly formats: readonly RetryFormat[] } | undefined;
  /** Whether the IETF's `RateLimit` and `RateLimit-Policy` are sent besides. */
  readonly ietf: boolean;
  /** Whether who goes on after a rejection risks a ban. */
  readonly banRisk: boolean;
}

export type ResetFormat = "unix-seconds" | "delta-seconds" | "unix-millis" | "http-date";
export type RetryFormat = "delta-seconds" | "http-date" | "unix-seconds" | "delta-millis";

export interface Plan {
  /** As written; also the value of the client's `plan` option. */
  readonly name: string;
  readonly doc: Doc;
  readonly policies: readonly Policy[];
  /** Agreed per customer: no figures. */
  readonly custom: boolean;
}

export interface Policy {
  readonly name: string;
  /** Requests, or what an operation says it costs instead of one. */
  readonly quota: number;
  /** Seconds. */
  readonly window: number;
}

/** What one call of an operation counts for. */
export interface OperationLimit {
  readonly cost: number;
  /** Names of the policies it counts in; `undefined`: all. */
  readonly policies: readonly string[] | undefined;
  /** It counts in none. */
  readonly exempt: boolean;
  /** Whether a 429 comes before any work is done, so that the call may be sent again. */
  readonly rejectedBeforeProcessing: boolean;
  /** A bucket that the description names without figures, for people to read; true: there is a limit, and nobody says which. */
  readonly bucket: string | true | undefined;
}

/** Whether a call may be sent again when it is not known to have arrived. */
export interface OperationRetry {
  /** `undefined`: as its method says. */
  readonly idempotent: boolean | undefined;
  /** The header whose value makes two sendings one call. */
  readonly idempotencyKeyHeader: string | undefined;
  /** The description asks that a call is never sent again by itself. */
  readonly never: boolean;
}
