/**
 * The credentials that a client uses, each with its gate.
 */
import type { OutgoingCall } from "../call/client.js";
import { limitedCredential, originOf } from "./credential.js";
import type { Gate } from "./gate.js";
import { gateFor, type GateSettings } from "./gate-registry.js";
import type { GateScopes } from "./gate-scopes.js";
import type { ServiceClock } from "./limit-header-types.js";
import type { RateLimits } from "../../shared/rate-limits.js";
import { serviceClock } from "./service-clock.js";

export interface CredentialGate {
  gate: Gate;
  readonly origin: string;
  readonly service: ServiceClock;
}

export interface CredentialGates {
  /** Who makes a call. */
  readonly of: (outgoing: OutgoingCall) => CredentialGate;
  readonly all: () => readonly CredentialGate[];
}

/** How many a client remembers, for one whose credential changes by the hour. */
const mostCredentials = 100;

/** The callers of a client. `key` is what limits belong to; `keyHeaders` have credentials besides `Authorization`. */
export function newCredentialGates(
  key: RateLimits["key"] | undefined,
  settings: GateSettings,
  keyHeaders: readonly string[] = [],
  scopeOf?: ReturnType<GateScopes>,
): CredentialGates {
  // Its keys are credentials: nothing may print them.
  const callers = new Map<string, CredentialGate>();
  return {
    of(outgoing) {
      const origin = originOf(outgoing.request);
      const credential = limitedCredential(outgoing, key, keyHeaders);
      const { name: scope, gate } = scopeOf?.(origin, credential, outgoing) ?? { name: "", gate: gateFor(origin, credential, settings) };
      const name = `${origin} ${credential} ${scope}`;
      let caller = callers.get(name);
      if (caller === undefined) {
        const [oldest] = callers.size < mostCredentials ? [] : callers.keys();
        if (oldest !== undefined) callers.delete(oldest);
        callers.set(name, (caller = { gate, origin, service: serviceClock() }));
      }
      caller.gate = gate; // one that nobody used for long is forgotten, and made anew
      return caller;
    },
    all: () => [...callers.values()],
  };
}
