/**
 * Where a server counts calls. Kept apart from the limiter, so that a store of one's own needs these types only.
 */

/** A quota that is renewed: so many requests within so many seconds. */
export interface LimitWindow {
  /** Name of the policy: "minute". Under one key, a counter belongs to a name and a length together. */
  readonly name: string;
  readonly quota: number;
  /** Seconds. */
  readonly window: number;
}

/** What is left of a window. */
export interface WindowState extends LimitWindow {
  /** Never below 0. */
  readonly remaining: number;
  /**
   * When the quota is full again, in milliseconds since the epoch on the store's clock. For a window that has not begun: when it would be
   * full if it began now.
   */
  readonly resetAt: number;
}

export interface Consumption {
  /** Whether all windows had room for the cost. */
  readonly allowed: boolean;
  /** One for each given window, in that order. Those of a rejected call with less than its cost remaining were violated. */
  readonly windows: readonly WindowState[];
  /** The store's clock, in milliseconds since the epoch. */
  readonly now: number;
}

/** Counts calls. Safe to call concurrently from every process: within a window, no more than the quota is ever allowed. */
export interface LimitStore {
  /** Whether keys never leave this process: the limiter then gives them as they are, else as hashes. */
  readonly local?: true;
  /**
   * Takes `cost` out of each window of `key`, or out of none of them: all are checked first, and a rejected call consumes
   * nothing. Windows are fixed, and begin with the first call that counts in them. A cost of 0 only looks, and is allowed.
   * Keys are short texts of printable ASCII where the store is not `local`. Throws or rejects when the store is away.
   */
  consume(key: string, windows: readonly LimitWindow[], cost: number): Consumption | Promise<Consumption>;
}
