/**
 * The state of a gate as it is kept in a store, with the calls of every process that shares it.
 */
import { counts } from "./gate-policies.js";
import { never, newGate, type Flight, type GateData } from "./gate-state.js";
import { hasOwn } from "./has-own.js";

/**
 * Milliseconds after which a process that was not heard of is taken for dead, and its calls for sent. Less than most windows: one that
 * ends right after its last answer must not hold up the others beyond the next reset.
 */
const longestSilence = 30_000;

/** The state out of a store's text, with this process's own calls as it knows them; a new one where there is none that can be read. */
export function readState(text: string | undefined, mine: readonly Flight[], by: string, now: number): GateData {
  const gate = parsed(text);
  const flights: Flight[] = mine.filter((flight) => flight.by === by && flight.count > 0).map((flight) => ({ ...flight, seen: now }));
  for (const flight of gate.flights) {
    if (flight.by === by || flight.count <= 0) continue;
    if (flight.seen > now - longestSilence) flights.push(flight);
    else for (const policy of gate.policies) if (counts(flight, policy)) policy.remaining -= flight.cost * flight.count;
  }
  gate.flights = flights;
  return gate;
}

function parsed(text = ""): GateData {
  try {
    const gate: unknown = JSON.parse(text);
    // Something else under the key is not ours to judge, and nothing that is missing may pass for an open gate.
    if (Object.keys(newGate()).every((member) => hasOwn(gate as object, member))) return gate as GateData; // of all its members
  } catch {
    // Nothing, or no JSON.
  }
  return newGate();
}

/** Takes up what this process has learned while it was alone. `shift`: milliseconds from the time of `alone` to that of `gate`. */
export function merge(gate: GateData, alone: GateData, shift: number): void {
  const moved = (moment: number): number => (moment > 0 && moment < never ? moment + shift : moment);
  gate.known ||= alone.known;
  gate.mismatch ||= alone.mismatch;
  gate.strikes = Math.max(gate.strikes, alone.strikes);
  gate.signs = Math.max(gate.signs, alone.signs);
  gate.trust = Math.min(gate.trust, alone.trust);
  gate.rejectedAt = Math.max(gate.rejectedAt, moved(alone.rejectedAt));
  gate.lease = Math.max(gate.lease, moved(alone.lease));
  if (moved(alone.until) > gate.until) {
    const { source, policy, blocked } = alone;
    Object.assign(gate, { until: moved(alone.until), source, policy, blocked });
  }
  // No answer to a call from before opens what another process may have shut.
  if (gate.epoch !== alone.epoch) gate.epoch = Math.max(gate.epoch, alone.epoch) + 1;
  if (gate.mismatch) gate.policies = gate.policies.filter(({ planned }) => !planned);
  for (const policy of alone.policies) {
    if (policy.planned && gate.mismatch) continue;
    const other = gate.policies.find(({ name, limit }) => name === policy.name && limit === policy.limit);
    const resetAt = moved(policy.resetAt);
    if (other === undefined) gate.policies.push({ ...policy, resetAt });
    else if (resetAt > other.resetAt + 1500) Object.assign(other, policy, { resetAt });
    else if (resetAt > other.resetAt - 1500) other.remaining = Math.min(other.remaining, policy.remaining);
  }
}

/** Milliseconds that a state has something to say. */
export function lifetime(gate: GateData, now: number): number {
  const last = Math.max(gate.rejectedAt, gate.until, gate.lease, now + longestSilence, ...gate.policies.map(({ resetAt }) => resetAt));
  return Math.min(Math.ceil(last - now) + 600_000, 31 * 86_400_000);
}
