/** What the policies of a gate say together. Each is of a kind; the kinds stand in `policies/`. */
import {
  admissible,
  countsIn,
  probeOnly,
  unknownTime,
  unlimited,
  type CallKind,
  type CallOutcome,
  type GateView,
  type PolicyKind,
  type PolicyKinds,
} from "./policies/policy.js";
import type { PolicyReading } from "./limit-header-types.js";
import type { PolicyLimit } from "../../shared/rate-limits.js";

/** A limit of a plan, and how it is kept. */
export interface PlannedPolicy {
  readonly name: string;
  readonly limit: PolicyLimit;
  readonly kind: PolicyKind;
  /** Whether the service reports what is left. */
  readonly told: boolean;
}

/** How a gate keeps a limit of a plan. Those that a client names come before the windows that all have. */
export function plannedPolicy(name: string, limit: PolicyLimit, kinds: PolicyKinds, told: boolean): PlannedPolicy | undefined {
  const kind = [...kinds.values()].reverse().find((one) => one.plan(name, limit, told) !== undefined);
  return kind && { name, limit, kind, told };
}

/** Adds the policies of plans to a gate. Of two of one name the smaller figure holds. */
export function addPlan(gate: GateView, plan: Iterable<PlannedPolicy>): void {
  for (const { name, limit, kind, told } of gate.mismatch ? [] : plan) {
    // Who is told nothing has nothing to learn from a first call.
    gate.known ||= !told;
    const known = gate.policies.find((policy) => policy.name === name);
    const planned = kind.plan(name, limit, told);
    if (planned === undefined || known?.reported === true) continue;
    if (known === undefined) gate.policies.push(planned);
    else if (planned.limit !== undefined) known.limit = Math.min(known.limit ?? unlimited, planned.limit);
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
  tell: (kind: PolicyKind, policy: GateView["policies"][number]) => void,
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
