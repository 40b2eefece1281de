import type { Doc } from "./doc.js";

/** The limits of a service, and the headers that report them. */
export interface RateLimits {
  /** What a counter belongs to. `credential`: whichever a call has, and the address of callers without one. */
  readonly key: { readonly kind: "securityScheme"; readonly scheme: string } | { readonly kind: "address" | "credential" };
  readonly plans: readonly Plan[];
  readonly defaultPlan: string | undefined;
  /** Several where several limits have headers of their own; empty where nobody names any. */
  readonly headers: readonly LimitHeaders[];
  /** Where a rejected caller reads how long to wait. `undefined`: `Retry-After`, in any form of RFC 9110. */
  readonly retryAfter: RetryAfter | undefined;
  /** What means a limit besides the status 429. */
  readonly rejections: readonly Rejection[];
  /** A rejection is of the operation's own limit, unless it has this header. */
  readonly globalHeader: string | undefined;
  /** Whether the IETF's `RateLimit` and `RateLimit-Policy` are sent besides. */
  readonly ietf: boolean;
  /** Whether who goes on after a rejection risks a ban. */
  readonly banRisk: boolean;
  /** Policies that are for the operations of groups alone. */
  readonly grouped: readonly string[];
}

/** Names of the headers that report a limit to its caller. */
export interface LimitHeaders {
  /** The policy that they are of. */
  readonly policy: string | undefined;
  /** What they count, where that is not requests. */
  readonly unit: string | undefined;
  readonly limit: string | undefined;
  readonly remaining: string | undefined;
  /** One header with what is used and the limit: `32/40`. */
  readonly fraction: string | undefined;
  /** Without a format, a client guesses from each value and says so, and a server writes Unix seconds. */
  readonly reset: { readonly name: string; readonly format: ResetFormat | undefined } | undefined;
  /** They are of a bucket that fills all the time: so many seconds until an empty one is full. */
  readonly refill: number | undefined;
  /** Names the counter that a call was counted in. */
  readonly bucket: string | undefined;
}

export interface RetryAfter {
  readonly name: string;
  readonly formats: readonly RetryFormat[];
  /** A JSON pointer into the body of a rejection, read where no header tells. */
  readonly body: string | undefined;
}

/** An answer that means a limit: all that is given of it holds. */
export interface Rejection {
  readonly status: number;
  readonly header: string | undefined;
  /** What a text of the body has in it, in any case of letters. */
  readonly body: { readonly pointer: string; readonly contains: string } | undefined;
  /** Seconds to wait where the answer does not say it. */
  readonly wait: number | undefined;
  /** No wait mends it. */
  readonly final: true | undefined;
}

export type ResetFormat = "unix-seconds" | "delta-seconds" | "unix-millis" | "http-date" | "delta-millis" | "duration" | "date-time";
export type RetryFormat = ResetFormat;

export interface Plan {
  /** As written; also the value of the client's `plan` option. */
  readonly name: string;
  readonly doc: Doc;
  readonly policies: readonly Policy[];
  /** Agreed per customer: no figures. */
  readonly custom: boolean;
}

/** What one policy allows: one of the ways in which services limit. */
export type Policy = WindowPolicy | BucketPolicy | ConcurrencyPolicy | SpacingPolicy;

interface PolicyScope {
  readonly name: string;
  /** What it counts; `undefined`: requests. */
  readonly unit: string | undefined;
  /** What has a counter of its own; `undefined`: what the key of the limits says. */
  readonly per: "operation" | "address" | undefined;
}

export interface WindowPolicy extends PolicyScope {
  readonly kind: "window";
  /** Requests, or what an operation says it costs instead of one. */
  readonly quota: number;
  /** Seconds. */
  readonly window: number;
  /** What was sent leaves the window as many seconds later. Otherwise windows are fixed, and begin with the first call in them. */
  readonly sliding: boolean;
}

/** A token or leaky bucket. */
export interface BucketPolicy extends PolicyScope {
  readonly kind: "bucket";
  /** Per second. */
  readonly rate: number;
  /** At once. */
  readonly burst: number;
}

/** Calls under way at once. */
export interface ConcurrencyPolicy extends PolicyScope {
  readonly kind: "concurrency";
  readonly concurrency: number;
}

/** Calls begin no closer together. */
export interface SpacingPolicy extends PolicyScope {
  readonly kind: "spacing";
  /** Seconds. */
  readonly spacing: number;
}

/** A fixed window of requests, which is what most descriptions say. */
export function fixedWindow(name: string, quota: number, window: number): WindowPolicy {
  return { kind: "window", name, unit: undefined, per: undefined, quota, window, sliding: false };
}

/** What one call of an operation counts for. */
export interface OperationLimit {
  readonly cost: number;
  /** What it counts for instead in single policies, by their names: for a server, and for a client where no header tells of the policy. */
  readonly costs: Readonly<Record<string, number>> | undefined;
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
