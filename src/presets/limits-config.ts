/**
 * Limits and retries of a service, in the words of `x-rate-limits`: what the description of somebody else does not have. What stands
 * here wins over the description.
 */
export interface LimitsConfig {
  /** What a counter belongs to: the credential of a scheme of the description, or the caller's address. Without it, the only scheme there is. */
  readonly key?: { readonly securityScheme: string } | { readonly ip: true };
  readonly plans?: { readonly [plan: string]: PlanConfig };
  /** The plan of a client that names none. */
  readonly defaultPlan?: string;
  /**
   * Operations with quotas of their own, by names of yours. An operation is in the first group that fits it. Policies that a group names are for the
   * operations of such groups alone.
   */
  readonly groups?: { readonly [group: string]: GroupConfig };
  /** Names of the limit headers, and their formats; a list where several limits have headers of their own. */
  readonly headers?: HeadersConfig | readonly HeadersConfig[];
  /** Where a rejected caller reads how long to wait; `Retry-After` unless given. */
  readonly retryAfter?: string | RetryAfterConfig;
  /** What means a limit besides the status 429. A 403 with `Retry-After`, or with nothing left of a limit, always does. */
  readonly rejections?: readonly RejectionConfig[];
  /** A rejection is of the operation's own limit, unless it has this header. */
  readonly globalHeader?: string;
  /** Whether a generated server also sends `RateLimit` and `RateLimit-Policy`. */
  readonly emitIetf?: boolean;
  /** Whether who goes on after a rejection risks a ban. */
  readonly banRisk?: boolean;
  /** By operationId. */
  readonly operations?: { readonly [operationId: string]: OperationConfig };
}

/** A plan with its policies by name, or one whose figures are agreed with each customer. */
export type PlanConfig = { readonly custom: true } | { readonly policies: { readonly [policy: string]: PolicyConfig } };

/** One of the ways in which services limit. Several policies hold at once. */
export type PolicyConfig = WindowConfig | BucketConfig | ConcurrencyConfig | SpacingConfig;

interface PolicyScopeConfig {
  /** `operation`: each operation has a counter of its own. `address`: all credentials at one address have one. */
  readonly per?: "operation" | "address";
}

interface CountedConfig extends PolicyScopeConfig {
  /** What is counted; requests unless given. Other units need a header that tells what is left. */
  readonly qu?: string;
}

/** So many within a window. */
export interface WindowConfig extends CountedConfig {
  /** Requests. */
  readonly q: number;
  /** The window, in seconds. */
  readonly w: number;
  /** What was sent leaves the window as many seconds later. Otherwise windows are fixed, and begin with the first call in them. */
  readonly sliding?: boolean;
}

/** A token or leaky bucket. */
export interface BucketConfig extends CountedConfig {
  /** By how much it fills, per second. */
  readonly rate: number;
  /** What a full one has: calls at once. */
  readonly burst: number;
}

export interface ConcurrencyConfig extends PolicyScopeConfig {
  /** Calls under way at once. */
  readonly concurrency: number;
}

export interface SpacingConfig extends PolicyScopeConfig {
  /** Seconds from the beginning of a call to that of the next. */
  readonly spacing: number;
}

type OneOrMore<T> = T | readonly T[];

/** Operations that fit every member given, and any of the values in a list; and what they count in. */
export interface GroupConfig {
  /** Tags of the operations. */
  readonly tags?: OneOrMore<string>;
  /** By operationId, with `*` for any letters, or by method and path: "GET /pets". */
  readonly operations?: OneOrMore<string>;
  /** As in the description: "/pets/{petId}", or with asterisks: "/search/**". */
  readonly paths?: OneOrMore<string>;
  /** Methods of HTTP: "get", "post". */
  readonly methods?: OneOrMore<string>;
  /** The policies they count in, besides those that no group names. */
  readonly policies?: readonly string[];
  /** What a call counts for; 1 unless given. */
  readonly cost?: number;
  /** What a call counts for instead in single policies, by their names: for a server, and for a client where no header tells of the policy. */
  readonly costs?: { readonly [policy: string]: number };
  /** They count in none. */
  readonly exempt?: boolean;
}

export interface HeadersConfig {
  /** The policy that they are of, by its name in the plans. */
  readonly policy?: string;
  /** What they count, where that is not requests. */
  readonly unit?: string;
  readonly limit?: string;
  readonly remaining?: string;
  /** One header with what is used and the limit: `32/40`. */
  readonly fraction?: string;
  readonly reset?: string | { readonly name: string; readonly format?: TimeFormatConfig };
  /** They are of a bucket that fills all the time: so many seconds until an empty one is full. */
  readonly refill?: number;
  /**
   * Names the counter that a call was counted in, which operations may have in common. Where several headers have the same one, each is of the
   * answers in which it has the name of its policy.
   */
  readonly bucket?: string;
}

/** How a time is written: as a moment, or as a wait (`delta-…`, and `duration` as in `6m0s`). */
export type TimeFormatConfig = "unix-seconds" | "delta-seconds" | "unix-millis" | "http-date" | "delta-millis" | "duration" | "date-time";

export interface RetryAfterConfig {
  readonly name?: string;
  readonly formats?: readonly TimeFormatConfig[];
  /** A JSON pointer into the body of a rejection, read where no header tells. */
  readonly body?: string;
}

/** An answer that means a limit: all that is given of it holds. */
export interface RejectionConfig {
  /** 429 only where it says more than that it is a limit: how long to wait, or that it is final. */
  readonly status: number;
  /** A header that such an answer has, and others of that status have not. */
  readonly header?: string;
  /** A JSON pointer to a text of the body, and what is in that text, in any case of letters. */
  readonly body?: { readonly pointer: string; readonly contains: string };
  /** How long to wait, in seconds, where the answer does not say it. */
  readonly wait?: number;
  /** Whether no wait mends it: the call is not sent again. */
  readonly final?: boolean;
}

export interface OperationConfig {
  /** What a call counts for; 1 unless given. */
  readonly cost?: number;
  /** The policies it counts in; all unless given. */
  readonly policies?: readonly string[];
  /** It counts in none. */
  readonly exempt?: boolean;
  /** False where a 429 may come after the work was done: such a call is not sent again. */
  readonly rejectedBeforeProcessing?: boolean;
  readonly retry?: {
    /** Whether sending a call twice does what sending it once does; as the method says unless given. */
    readonly idempotent?: boolean;
    /** The header whose value makes two sendings one call. */
    readonly idempotencyKeyHeader?: string;
    /** The client never sends a call again by itself. */
    readonly never?: boolean;
  };
}
