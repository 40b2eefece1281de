/**
 * The gates of a process: one for each origin and credential.
 */
import type { Clock } from "./clock.js";
import type { Gate, LimitEvent } from "./gate.js";
import type { SharedGates } from "./gate-store.js";
import type { Policies } from "./rate-limits.js";

/**
 * What a client wants of its gates. Clients that share a gate may differ: the gate keeps to the strictest of their plans and
 * `maxConcurrency`, tells all of them what happens, and is shared with other processes as soon as one of them has a store.
 */
export interface GateSettings {
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** The policies of the plan: the pace until the service has told its own. */
  readonly plan?: Policies | undefined;
  /** Calls under way at once while the service tells no limits: 10 unless given. */
  readonly maxConcurrency?: number | undefined;
  readonly banRisk?: boolean | undefined;
  /** What it throws is ignored. */
  readonly onLimit?: ((event: LimitEvent) => void) | undefined;
  readonly gateStore?: SharedGates | undefined;
}

/**
 * The gate of a credential at an origin, the same for every client in the process. To be asked for at each call, with the same
 * `settings` object each time: gates that nobody uses are forgotten.
 */
export function gateFor(origin: string, credential: string, settings: GateSettings): Gate {
  throw new Error(`${origin} ${credential.length} ${typeof settings}`);
}
