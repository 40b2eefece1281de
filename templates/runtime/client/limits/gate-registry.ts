/**
 * The gates of a process: one for each origin and credential.
 */
import type { Clock } from "./clock.js";
import { createGate, type CommonGate, type Gate, type LimitEvent } from "./gate.js";
import { givenWarnings } from "./given-warnings.js";
import type { SharedGates } from "./gate-store.js";
import type { PolicyKind } from "./policies/policy.js";
import { processRegistry } from "./process-registry.js";
import type { Policies, RateLimits } from "../../shared/rate-limits.js";

/**
 * What a client wants of its gates. Clients that share a gate may have different options. The gate applies the strictest of their plans
 * and `maxConcurrency`, and reports events to all of them. It is shared with other processes as soon as one of them has a store.
 */
export interface GateSettings {
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** The policies of the plan: they set the pace until the service has reported its own. */
  readonly plan?: Policies | undefined;
  /** The kinds of policies besides fixed windows that the plan or the headers of the service need. */
  readonly kinds?: readonly PolicyKind[] | undefined;
  /** What the description says of limits, as of which policies headers tell. */
  readonly limits?: RateLimits | undefined;
  /** Calls in flight at once; 10 unless given, while nothing is known of the limits. */
  readonly maxConcurrency?: number | undefined;
  /** Whether sending after a rejection risks a ban: then there is one probe at a time, however long it takes. */
  readonly banRisk?: boolean | undefined;
  /** What it throws is ignored. */
  readonly onLimit?: ((event: LimitEvent) => void) | undefined;
  readonly gateStore?: SharedGates | undefined;
}

const gates = /* @__PURE__ */ processRegistry<CommonGate>("sundial.gates.v4");

/**
 * The gate of a credential at an origin, the same for every client in the process. Call it for each request, with the same `settings`
 * object each time: an unused gate may be dropped.
 */
export function gateFor(origin: string, credential: string, settings: GateSettings): Gate {
  const gate = gates(`${origin} ${credential}`, () => createGate(origin, credential, settings, givenWarnings(origin)));
  gate.join(settings);
  return gate;
}
