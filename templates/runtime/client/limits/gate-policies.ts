/** What the policies of a gate say together. Each is of a kind; the kinds stand in `policies/`. */
import {
  admissible,
  countsIn,
  keyOf,
  probeOnly,
  unknownTime,
  unlimited,
  type CallKind,
  type CallOutcome,
  type GateView,
  type PolicyKind,
  type PolicyKinds,
} from "./policies/policy.js";
import { fixedWindow } from "./policies/fixed-window.js";
import type { PolicyReading } from "./limit-header-types.js";
import type { PolicyLimit } from "../../shared/rate-limits.js";

/** A limit of a plan, and how it is kept. */
export interface PlannedPolicy {
  readonly limit: PolicyLimit;
  readonly kind: PolicyKind;
  /** Whether the service reports what is left. */
  readonly told: boolean;
}

/** How a gate keeps a limit of a plan. Throws a `TypeError` where the client knows no such limits. */
export function plannedPolicy(name: string, limit: PolicyLimit, kinds: PolicyKinds, told: boolean): PlannedPolicy | undefined {
  // Those that a client names come before the windows that all have.
  for (const kind of [...kinds.values()].reverse()) {
    if (kind.plan(name, limit, told) !== undefined) return { limit, kind, told };
  }
  return undefined;
}

/** What a plan allows, where two plans are compared: less is stricter. */
const allowance = (limit: PolicyLimit): number =>
  "quota" in limit ? limit.quota : "rate" in limit ? limit.rate : "concurrency" in limit ? limit.concurrency : 1 / limit.spacing;

/** Adds a limit to those of a plan. Of two of one name the stricter holds. */
export function addLimit(plan: Map<string, PlannedPolicy>, name: string, added: PlannedPolicy): void {
  const known = plan.get(name);
  if (known === undefined || allowance(added.limit) < allowance(known.limit)) plan.set(name, added);
}

/** Adds the policies of a plan to a gate. */
export function addPlan(gate: GateView, plan: ReadonlyMap<string, PlannedPolicy>): void {
  for (const [name, { limit, kind, told }] of gate.mismatch ? [] : plan) {
    // Who is told nothing has nothing to learn from a first call.
    gate.known ||= !told;
    const known = gate.policies.find((policy) => policy.name === name);
    const planned = kind.plan(name, limit, told);
    if (known === undefined && planned !== undefined) gate.policies.push(planned);
    else if (known !== undefined && known.reported !== true) known.limit = Math.min(known.limit ?? unlimited, planned?.limit ?? unlimited);
  }
}

const none: readonly PolicyReading[] = [];

/** What the policies say to a call, all together: as one of them does, see `PolicyKind.room`. */
export function roomForCall(gate: GateView, call: CallKind, now: number, kinds: PolicyKinds): number {
  let room = admissible;
  let at = 0;
  let isReserved = false;
  for (const policy of gate.policies) {
    if (!countsIn(call, policy)) continue;
    const said = kinds.get(policy.kind)?.room(policy, call, now, gate) ?? admissible;
    if (said === Infinity) return said;
    if (said === probeOnly) room = said;
    else if (said === unknownTime) isReserved = true;
    else at = Math.max(at, said);
  }
  return at > 0 ? at : isReserved ? unknownTime : room;
}

/** Counts a call that is sent; gives what its answer has to know of this moment. */
export function countSent(
  gate: GateView,
  call: CallKind & { readonly exempt: boolean },
  now: number,
  kinds: PolicyKinds,
): ReadonlyMap<string | number, number> {
  const marks = new Map<string | number, number>();
  for (const policy of gate.policies) {
    const kind = kinds.get(policy.kind);
    if (!call.exempt && countsIn(call, policy)) kind?.sent?.(policy, call, now);
    const mark = kind?.mark?.(policy);
    if (mark !== undefined) marks.set(keyOf(policy), mark);
  }
  return marks;
}

/** Takes a call back that was not sent after all. */
export function uncountSent(gate: GateView, ticket: CallOutcome["ticket"], kinds: PolicyKinds): void {
  if (ticket.call.exempt) return;
  for (const policy of gate.policies) if (countsIn(ticket.call, policy)) kinds.get(policy.kind)?.unsent?.(policy, ticket);
}

/** Takes up what became of a call. Returns whether its answer reported anything. */
export function applyOutcome(gate: GateView, outcome: CallOutcome, kinds: PolicyKinds): boolean {
  const readings = outcome.reading?.policies ?? none;
  const byKind = new Map<string, PolicyReading[]>();
  for (const reading of readings) {
    const kind = kindOf(gate, reading, kinds);
    if (kind !== undefined) byKind.set(kind, [...(byKind.get(kind) ?? []), reading]);
  }
  for (const kind of kinds.values()) kind.told?.(gate, outcome, byKind.get(kind.kind) ?? none);
  for (const policy of gate.policies) {
    if (!outcome.ticket.call.exempt && countsIn(outcome.ticket.call, policy)) kinds.get(policy.kind)?.settled?.(policy, outcome, gate);
  }
  return byKind.size > 0;
}

/** The kind of the policy that a reading is of; undefined where nothing here counts in its unit. */
function kindOf({ policies }: GateView, { name, limit, unit, refill }: PolicyReading, kinds: PolicyKinds): string | undefined {
  const planned = policies.find(
    (one) => one.planned && (name === undefined ? limit !== undefined && one.limit === limit : one.name === name),
  );
  if (planned !== undefined) return planned.kind;
  if (unit !== undefined && unit !== "requests") return kinds.has("unit") ? "unit" : undefined;
  return refill !== undefined && kinds.has("bucket") ? "bucket" : fixedWindow.kind;
}
