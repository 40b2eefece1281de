/**
 * The gates of a process: one for each origin and credential.
 */
import type { Clock } from "./clock.js";
import { createGate, type CommonGate, type Gate, type LimitEvent } from "./gate.js";
import type { SharedGates } from "./gate-store.js";
import type { Policies } from "../../shared/rate-limits.js";

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
  /** Calls in flight at once while the service reports no limits: 10 unless given. */
  readonly maxConcurrency?: number | undefined;
  /** Whether sending after a rejection risks a ban: then there is one probe at a time, however long it takes. */
  readonly banRisk?: boolean | undefined;
  /** What it throws is ignored. */
  readonly onLimit?: ((event: LimitEvent) => void) | undefined;
  readonly gateStore?: SharedGates | undefined;
}

/** Gates by what they belong to. Made by the first copy of this file in a process, used by all: a change of it needs another name. */
type GateRegistry = (key: string, create: () => CommonGate) => CommonGate;

const name: unique symbol = Symbol.for("sundial.gates.v3");

/** Of a global object that takes no more members. */
let ownGates: GateRegistry | undefined;

/** More gates are kept only while they are needed. */
const usualGates = 1000;

/**
 * The gate of a credential at an origin, the same for every client in the process. Call it for each request, with the same `settings`
 * object each time: an unused gate may be dropped.
 */
export function gateFor(origin: string, credential: string, settings: GateSettings): Gate {
  // On the global object, so that two copies of this file have one gate for a credential.
  const scope = globalThis as { [name]?: GateRegistry };
  // Not enumerable, and the map is out of sight: its keys are credentials, which nothing must print.
  if (scope[name] === undefined) Reflect.defineProperty(scope, name, { value: (ownGates ??= newRegistry()) });
  const gates = (scope[name] ?? ownGates) as unknown as GateRegistry; // it is in one of them now
  const gate = gates(`${origin} ${credential}`, () => createGate(origin, credential, settings));
  gate.join(settings);
  return gate;
}

function newRegistry(): GateRegistry {
  const gates = new Map<string, CommonGate>();
  let most = usualGates;
  return (key, create) => {
    const known = gates.get(key);
    if (known !== undefined) return known;
    if (gates.size >= most) {
      for (const [other, gate] of gates) if (gate.isIdle()) gates.delete(other);
      // Not at each one that is new, where most of them are in use.
      most = Math.max(usualGates, 2 * gates.size);
    }
    const gate = create();
    gates.set(key, gate);
    return gate;
  };
}
