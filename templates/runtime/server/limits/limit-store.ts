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

/**
 * A policy, as a store counts it: of every kind, a quota and how long it takes to be renewed. Without a kind it is a fixed window.
 *
 * - `sliding`: what was taken comes back as many seconds after it was taken as the window has.
 * - `bucket`: the quota is what it holds, and the window is how long an empty one takes to be full.
 * - `spacing`: a bucket of one, of which a call takes all, whatever it costs.
 * - `concurrency`: a call takes one, whatever it costs, and gives it back when it is over. The window says nothing.
 */
export interface LimitPolicy extends LimitWindow {
  readonly kind?: LimitKind;
  /** What a call takes of it, where that is not what the call costs. */
  readonly cost?: number;
}

export type LimitKind = "sliding" | "bucket" | "spacing" | "concurrency";

/** What is left of a window, or of a policy of another kind. */
export interface WindowState extends LimitPolicy {
  /** Never below 0. */
  readonly remaining: number;
  /**
   * When the quota is full again, in milliseconds since the epoch on the store's clock. For a window that has not begun: when it would be
   * full if it began now.
   */
  readonly resetAt: number;
  /** When there is enough for the call, on the same clock, where that is another moment. */
  readonly availableAt?: number;
  /** The name of its counter, where that is not the policy's: set by the limiter, once a store has answered. */
  readonly counter?: string;
}

export interface Consumption {
  /** Whether all windows had room for the cost. */
  readonly allowed: boolean;
  /** One for each given window, in that order. Those of a rejected call with less than its cost remaining were violated. */
  readonly windows: readonly WindowState[];
  /** The store's clock, in milliseconds since the epoch. */
  readonly now: number;
  /** Gives back what a call has taken of policies of concurrency. May be called more than once; never throws. */
  readonly release?: () => void;
}

/** Policies that are counted under one key. */
export interface LimitGroup {
  readonly key: string;
  readonly policies: readonly LimitPolicy[];
}

/** A call that counts in policies of several kinds, or under several keys. */
export interface LimitCall {
  readonly groups: readonly LimitGroup[];
  readonly cost: number;
  /** Whether some calls count under several keys: then all keys must be where one step can reach them. The same for all calls of an API. */
  readonly together?: boolean;
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
  /**
   * The same for policies of all kinds, under several keys at once: `windows` of the answer has the states of the first group, then those of
   * the second. A fixed window is the same counter as in `consume`, unless calls are counted together. Of a policy with a `cost` of its own that
   * is taken. A store without this function counts fixed windows under one key, with one cost, and a server that needs more does not start with it.
   */
  consumeAll?(call: LimitCall): Consumption | Promise<Consumption>;
}
