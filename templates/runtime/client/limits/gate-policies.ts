/** What the policies of a gate say together. Each is of a kind; the kinds stand in `policies/`. */
import {
  admissible,
  countsIn,
  probeOnly,
  unknownTime,
  type CallKind,
  type CallOutcome,
  type GateView,
  type PolicyData,
  type PolicyKind,
  type PolicyKinds,
} from "./policies/policy.js";
import type { PolicyReading } from "./limit-header-types.js";
import type { PolicyLimit, RateLimits } from "../../shared/rate-limits.js";

/** A limit of a plan, and what the description says besides. */
export interface PlannedLimit {
  readonly name: string;
  readonly limit: PolicyLimit;
  readonly limits: RateLimits | undefined;
}

/** Adds the policies of plans to a gate. Of two of one name the smaller figures hold. */
export function addPlan(gate: GateView, plan: Iterable<PlannedLimit>, kinds: PolicyKinds): void {
  for (const { name, limit, limits } of gate.mismatch ? [] : plan) {
    const known = gate.policies.find((policy) => policy.name === name);
    let planned: PolicyData | undefined;
    // What a client names comes after the windows that all have, and before them.
    for (const kind of kinds.values()) planned = kind.plan(name, limit, limits) ?? planned;
    if (planned === undefined) continue;
    // Who is told nothing has nothing to learn from a first call.
    gate.known ||= planned.untold === true;
    if (known === undefined) gate.policies.push(planned);
    else if (known.kind === planned.kind && known.reported !== true) kinds.get(known.kind)?.restrict?.(known, planned);
  }
}

/** What the policies say to a call, all together: as one of them does, see `PolicyKind.room`. */
export function roomForCall(gate: GateView, call: CallKind, now: number, kinds: PolicyKinds): number {
  let room = admissible;
  let at = 0;
  let isReserved = false;
  for (const policy of gate.policies) {
    if (!countsIn(call, policy)) continue;
    const said = kinds.get(policy.kind)?.room(policy, call, now, gate) ?? admissible;
    if (said === probeOnly) room = said;
    else if (said === unknownTime) isReserved = true;
    else at = Math.max(at, said);
  }
  return at > 0 ? at : isReserved ? unknownTime : room;
}

/** Tells each policy that a call counts in, by its kind. */
export function tellPolicies(
  gate: GateView,
  call: CallOutcome["ticket"]["call"],
  kinds: PolicyKinds,
  tell: (kind: PolicyKind, policy: PolicyData) => void,
): void {
  for (const policy of call.exempt ? [] : gate.policies) {
    const kind = kinds.get(policy.kind);
    if (kind !== undefined && countsIn(call, policy)) tell(kind, policy);
  }
}

/** Takes up what became of a call. Returns whether its answer reported anything. */
export function applyOutcome(gate: GateView, outcome: CallOutcome, kinds: PolicyKinds): boolean {
  const readings = outcome.reading?.policies ?? [];
  let left: readonly PolicyReading[] = readings;
  for (const kind of [...kinds.values()].reverse()) left = kind.told?.(gate, outcome, left) ?? left;
  tellPolicies(gate, outcome.ticket.call, kinds, (kind, policy) => kind.settled?.(policy, outcome, gate));
  return left.length < readings.length;
}
