/** The options of a client and a call where the limits of the service are not known. */
import type { CallOptions } from "../call/client.js";

/** What a client does when its service turns calls away, or fails. */
export interface RetryOptions {
  /** Milliseconds that a call may wait until the service takes calls again, in all: 90,000 unless given. A longer wait is a `RateLimitError` at once. */
  readonly maxWait?: number | undefined;
  /** How often a call that failed may be sent again where that is safe: twice unless given. False: no call is sent again. */
  readonly retries?: number | false | undefined;
  /** False: calls are sent at once, and once. */
  readonly gate?: boolean | undefined;
}

/** Settings of one call: those of `fetch`, and a base URL, a `fetch`, middleware and a wait for this call. */
export interface RetriedCallOptions extends CallOptions {
  /** How this call waits for the service. */
  readonly rateLimit?: {
    /** Milliseconds that this call may wait, in all. */
    readonly maxWait?: number;
  };
}
