/**
 * The credentials that a client uses, each with its gate.
 */
import type { OutgoingCall } from "../call/client.js";
import type { Gate } from "./gate.js";
import { gateFor, type GateSettings } from "./gate-registry.js";
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
const most = 100;

/** The callers of a client. `key` is what limits belong to; `keyHeaders` have credentials besides `Authorization`. */
export function newCredentialGates(
  key: RateLimits["key"] | undefined,
  settings: GateSettings,
  keyHeaders: readonly string[] = [],
): CredentialGates {
  // Its keys are credentials: nothing may print them.
  const callers = new Map<string, CredentialGate>();
  return {
    of(outgoing) {
      const { url } = outgoing.request;
      const origin = url.slice(0, url.indexOf("/", 8)); // the slash after "https://" and the host
      const credential = credentialOf(outgoing, key, keyHeaders);
      const name = `${origin} ${credential}`;
      const gate = gateFor(origin, credential, settings);
      let caller = callers.get(name);
      if (caller === undefined) {
        const [oldest] = callers.size < most ? [] : callers.keys();
        if (oldest !== undefined) callers.delete(oldest);
        callers.set(name, (caller = { gate, origin, service: serviceClock() }));
      }
      caller.gate = gate; // one that nobody used for long is forgotten, and made anew
      return caller;
    },
    all: () => [...callers.values()],
  };
}

/**
 * What the limits count by: the credential that the description names, else all attached credentials, else the credential headers of the
 * caller. A header that the caller has set is sent instead of an attachment, so it counts instead. Several are one caller in whichever
 * order an operation names them.
 */
function credentialOf(
  { attachments, request: { headers } }: OutgoingCall,
  key: RateLimits["key"] | undefined,
  keyHeaders: readonly string[],
): string {
  if (key !== undefined && "address" in key) return "";
  const named = attachments.filter(({ scheme }) => key && "securityScheme" in key && scheme === key.securityScheme);
  const counted = named.length > 0 ? named : attachments;
  const sent =
    counted.length > 0
      ? counted.map(({ in: place, name, value }) => (place === "header" ? headers.get(name) : null) ?? value)
      : ["Authorization", ...keyHeaders].flatMap((name): string | readonly string[] => headers.get(name) ?? []);
  return sent.sort().join(" ");
}
