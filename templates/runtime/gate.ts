/**
 * The gate of a credential: no call leaves but through it, and it lets none leave too early.
 */
import type { LimitReading } from "./limit-reading.js";

/** A call that wants to be sent. */
export interface GateCall {
  /** What it counts for in each policy. */
  readonly cost: number;
  /** The policies that it counts in, by name; all unless given. */
  readonly policies?: readonly string[] | undefined;
  /** It counts in none, and waits only where nothing at all may be sent. */
  readonly exempt: boolean;
  readonly priority: "interactive" | "background";
  /** Milliseconds that it may wait. */
  readonly maxWait: number;
  readonly signal?: AbortSignal | undefined;
  /** It has been sent before: it goes to the front. */
  readonly again?: boolean;
}

/** Leave to send one call, once. One of the two is called when it is over; after the first nothing more happens. */
export interface Permit {
  answered(status: number, reading: LimitReading): void;
  /** There was no answer. */
  lost(): void;
}

/**
 * - `cold`: nothing is known; one call is sent, the others wait for its answer.
 * - `open`: the service tells no limits; at most `maxConcurrency` calls are under way.
 * - `paced`: as many are sent as the service says are left.
 * - `closed`: nothing is sent until `retryAt`.
 * - `probe`: a window is over, or the gate was closed; one call is sent, the others wait for its answer.
 * - `blocked`: the service has banned the credential; calls are rejected.
 */
export type GateMode = "cold" | "open" | "paced" | "closed" | "probe" | "blocked";

export interface LimitState {
  readonly state: GateMode;
  readonly policies: readonly PolicyState[];
  /** Calls that wait at this process's gate. */
  readonly waiting: number;
  /** Calls that have been sent and not been answered, of every process that shares the gate. */
  readonly inFlight: number;
  /** While nothing may be sent: when something may. */
  readonly retryAt: Date | undefined;
}

export interface PolicyState {
  readonly name: string | undefined;
  readonly limit: number | undefined;
  /** Less what is under way. */
  readonly remaining: number;
  /** Absent before the first answer. */
  readonly resetAt: Date | undefined;
  /** Whether the service said so in this window; otherwise it is the plan's figure, counted here. */
  readonly told: boolean;
}

/**
 * - `state`: `limits.state` has changed.
 * - `nearly-spent`: a tenth or less of a policy is left, told once per window.
 * - `plan-mismatch`: the service's limits are none of the plan's; the service's word is followed.
 * - `store-away`, `store-back`: the gate goes on alone, or with the other processes again.
 * - `warning`: a header was not understood, or guessed, told once each.
 */
export interface LimitEvent {
  readonly kind: "state" | "nearly-spent" | "plan-mismatch" | "store-away" | "store-back" | "warning";
  readonly origin: string;
  /** A sentence. */
  readonly message: string;
  readonly policy?: string;
  readonly limits: LimitState;
}

export interface Gate {
  /**
   * Leave to send a call: at once where it may be sent now. Rejects with a `RateLimitError` when the wait is longer than the call's,
   * with a `KeyBlockedError` when the credential is banned, with the signal's reason when it is aborted (a `RateLimitError` whose `cause`
   * is the reason when that was a timeout).
   */
  enter(call: GateCall): Permit | Promise<Permit>;
  state(): LimitState;
  /** Opens a gate that is blocked: one call is sent, and its answer decides. */
  resume(): void;
}

/** What a gate shows to the code that shares it with other processes. */
export interface Desk {
  readonly todo?: never;
}
