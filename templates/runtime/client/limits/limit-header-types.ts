/**
 * What a response says of limits, whatever the headers' names and formats are.
 */

/**
 * Durations are milliseconds from the arrival of the response, never negative, and never shorter than the service meant. Where a header
 * may have been rounded down, they are as long as before the rounding.
 */
export interface LimitReading {
  /** In the order of the headers. None when the response says nothing. */
  readonly policies: readonly PolicyReading[];
  /** What `Retry-After` asks for. Read of every response: what it means depends on the status. */
  readonly retryIn?: number | undefined;
  /** It means that a limit has turned the call away, although its status is not 429. Without this, a 403 is an answer. */
  readonly isRejection?: true | undefined;
  /** The limit that has turned the call away is of all calls, and not of the operation's own. */
  readonly isGlobal?: true | undefined;
  /** The service says not to send this call again. */
  readonly isFinal?: true | undefined;
  /** It came out of a cache: it says nothing, and it counted for nothing. */
  readonly cached?: true;
  /** What was not understood, or guessed: sentences without values, so that the same thing is the same sentence each time. */
  readonly warnings?: readonly string[] | undefined;
}

export interface PolicyReading {
  /** Only where the service names its policies. Others are identified by their limit. */
  readonly name?: string | undefined;
  readonly limit?: number | undefined;
  readonly remaining?: number | undefined;
  /** An upper bound: of several readings of one window, the smallest moment is the most exact. */
  readonly resetIn?: number | undefined;
  /** Milliseconds. */
  readonly window?: number | undefined;
  /** What it counts, where that is not requests. */
  readonly unit?: string | undefined;
  /** It is a bucket that fills all the time: milliseconds until an empty one is full. Then `resetIn` is when it is full again. */
  readonly refill?: number | undefined;
  /** The counter that the call was counted in: a text of the service's, of at most 100 characters. */
  readonly bucket?: string | undefined;
}

/** Moments of our clock, in milliseconds since the epoch: when a request was sent, and when the head of its response was there. */
export interface RequestTimes {
  readonly sent: number;
  readonly received: number;
}

/** Reads the headers of a response. Never throws: what is malformed is left out, with a warning. */
export type ReadLimits = (
  response: { readonly status: number; readonly headers: Headers },
  exchange: RequestTimes,
  service: ServiceClock,
) => LimitReading;

/**
 * Reads what the body of a response says of limits, where headers have left something open. Undefined where they have not: then `reading`
 * stands. Otherwise the reading with what the body adds. The response can still be read. Never rejects.
 */
export type ReadLimitBody = (
  response: Response,
  reading: LimitReading,
  exchange: RequestTimes,
  service: ServiceClock,
) => Promise<LimitReading> | undefined;

/** The offset of a service's clock from ours. One for each origin; made by `serviceClock()`. */
export interface ServiceClock {
  /**
   * Learns from the `Date` of a response, in milliseconds since the epoch. False when that is before the request was sent. Then the
   * response comes from a cache that does not say so, or a clock was set.
   */
  learn(date: number, exchange: RequestTimes): boolean;
  /** Milliseconds from `at`, of our clock, until the service's shows `time`: the longest it may take. Negative when it is over. */
  until(time: number, at: number): number;
}
