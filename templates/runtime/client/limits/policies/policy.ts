/**
 * The ways in which services limit, behind one interface. Each way has a file in this folder; the gate and its scheduler know none of them.
 */
import type { LimitReading, PolicyReading } from "../limit-header-types.js";
import { hasOwn } from "../../../shared/has-own.js";
import type { PolicyLimit, RateLimits } from "../../../shared/rate-limits.js";

/**
 * What a gate knows of one policy: plain data, kept as JSON where processes share it. Moments are milliseconds since the epoch; they
 * stand in these members alone, so that what is shared between clocks can be moved.
 */
export interface PolicyData {
  /** The `kind` of its `PolicyKind`. */
  readonly kind: string;
  /** Absent where the service has given none. Such policies are identified by their limit. */
  readonly name?: string | undefined;
  limit?: number | undefined;
  /** Out of the plan, not out of an answer. */
  readonly planned: boolean;
  /** Out of a plan of which no header tells: what is left of it is counted here, from the first call on. */
  readonly untold?: boolean;
  /** Whether the service has reported it, in this window where it has windows. */
  reported?: boolean;
  /** When its window is over, or it is full again; 0 where none has begun. */
  resetAt: number;
  /** When something of it was last reckoned. */
  at?: number;
  /** Nothing is sent before, as the service has said. */
  until?: number;
  /** When the last call was sent. */
  last?: number;
  /** When an answer told what is left. */
  toldAt?: number;
  /** From when on something of it is counted. */
  since?: number;
  /** Calls that count in it: when, and what for. */
  calls?: [moment: number, cost: number][];
  /** What is left of it at `at`. */
  level?: number;
  /** Milliseconds after which it has room again at the latest, whoever has used it up. */
  window?: number | undefined;
  /** Whether "nearly spent" has been reported. */
  low?: boolean;
}

/** Calls of one kind, for what they count. */
export interface CallKind {
  readonly cost: number;
  /** What it counts for instead in policies of which no header tells, by their names. */
  readonly costs?: Readonly<Record<string, number>> | undefined;
  readonly policies?: readonly string[] | undefined;
}

/** Calls of one kind that have been sent and not been answered. */
export interface Flight extends CallKind {
  /** The process; "" where there is only one. */
  readonly by: string;
  /** The beginning of the second in which they were sent. */
  readonly at: number;
  count: number;
  /** When the process was last heard of. */
  seen: number;
}

/** A call that has been let through. */
export interface SentCall {
  readonly call: CallKind & { readonly exempt: boolean };
  readonly at: number;
  /** How many calls had been sent then, with this one. */
  readonly order: number;
  /** Whether the gate was shut, so that its answer decides. */
  readonly shut: boolean;
}

/** What a policy sees of its gate. */
export interface GateView {
  /** Nothing is sent before, and then one call; 0 where the gate is not shut. */
  readonly until: number;
  /** Calls that have been sent. */
  readonly sent: number;
  policies: PolicyData[];
  readonly flights: readonly Flight[];
  mismatch: boolean;
  /** Whether an answer has shown the limits of the credential, or none will. */
  known: boolean;
}

/** An event to report: of a policy, or of another plan than expected. */
export interface LimitNotice {
  readonly kind: "nearly-spent" | "plan-mismatch";
  readonly policy?: string | undefined;
}

/** What became of a call. */
export interface CallOutcome {
  readonly ticket: SentCall;
  /** Absent where there was no answer. */
  readonly reading: LimitReading | undefined;
  /** The call was rejected for a limit. */
  readonly isRejected: boolean;
  /** Whether the gate has not been shut since the call was sent. */
  readonly isCurrent: boolean;
  /** When it came. */
  readonly now: number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Takes what is to be reported. */
  readonly notices: LimitNotice[];
}

/** More than there ever is, as a number that JSON has. */
export const unlimited: number = 8.64e15;

/** So much longer than another may a call take on its way. Milliseconds. */
export const longestJourney: number = 250;

/** A call that comes a moment too early is told no longer wait than this: a service may tell whole seconds. Milliseconds. */
export const shortWait: number = 1000;

/** Twice the margin after a call that came a moment too early, as calls do not take the same time on their way. */
export const widened = (margin: number, most: number, { isRejected, isCurrent, reading }: CallOutcome): number =>
  isRejected && isCurrent && (reading?.retryIn ?? 0) <= shortWait ? Math.min(most, margin * 2) : margin;

/** What a policy says to a call besides a moment at which it may be sent: now; alone, as a probe; when an answer has come. */
export const admissible: number = 0;
export const probeOnly: number = -2;
export const unknownTime: number = -1;

/** One way to limit. Nothing in it keeps state but the data of its policies. */
export interface PolicyKind<Data extends PolicyData = PolicyData> {
  readonly kind: string;
  /** A policy of a plan, in the state before any call; undefined where the limit is of another kind. `limits`: what the description says besides. */
  plan(name: string, limit: PolicyLimit, limits: RateLimits | undefined): Data | undefined;
  /** Makes a policy as strict as that of another plan. */
  restrict?(known: Data, other: Data): void;
  /** What it says to a call: `admissible`, `probeOnly`, `unknownTime`, the moment at which there is room, or Infinity where there never is. */
  room(policy: Data, call: CallKind, now: number, gate: GateView): number;
  /** No call goes sooner before which others of its kind go that count for so much: certain, whatever the service tells; or 0. */
  soonest?(policy: Data, call: CallKind, before: number, now: number): number;
  /** A call is sent. */
  sent?(policy: Data, call: CallKind, now: number): void;
  /** A call was not sent after all. */
  unsent?(policy: Data, ticket: SentCall): void;
  /** A call has been answered, or got no answer; it counts in this policy. */
  settled?(policy: Data, outcome: CallOutcome, gate: GateView): void;
  /** Takes up what an answer reports of policies of this kind, known ones or new. Gives the readings that are of others. */
  told?(gate: GateView, outcome: CallOutcome, readings: readonly PolicyReading[]): readonly PolicyReading[];
  /** After a rejection that tells no time: whether it holds calls back by itself, so that the gate need not be shut. */
  holdsBack?(policy: Data, gate: GateView): boolean;
  /** What is left, less the calls under way at a gate. */
  left(policy: Data, now: number, gate?: GateView): number;
  /** Whether calls use it up, so that it may be nearly spent. */
  readonly isUsedUp?: true;
}

/** Which kinds of policies a gate has: the more the plans and headers of its clients name. */
export type PolicyKinds = ReadonlyMap<string, PolicyKind>;

export const countsIn = ({ policies }: CallKind, { name }: { readonly name?: string | undefined }): boolean =>
  policies === undefined || name === undefined || policies.includes(name);

/** What a call counts for in a policy of which no header tells. Where one does, it tells what was counted, too. */
export const costOf = ({ cost, costs }: CallKind, { name = "" }: { readonly name?: string | undefined }): number =>
  costs !== undefined && hasOwn(costs, name) ? (costs[name] ?? cost) : cost;

/** What the calls in flight may still take of a policy, of those that were sent from a moment on. */
export function reservedCost(gate: Pick<GateView, "flights"> | undefined, policy: PolicyData, since = 0): number {
  let sum = 0;
  for (const flight of gate?.flights ?? []) if (countsIn(flight, policy) && flight.at + 1000 > since) sum += flight.cost * flight.count;
  return sum;
}

/** Whether a reading counts requests, and no other unit. */
export const isOfRequests = ({ unit = "requests" }: PolicyReading): boolean => unit === "requests";

/** Whether a reading is of a policy of a plan. */
export const isOfPolicy = ({ name, limit, planned }: PolicyData, reading: PolicyReading): boolean =>
  planned && (reading.name === undefined ? reading.limit !== undefined && reading.limit === limit : reading.name === name);

/** How many calls in flight count in a policy. */
export function callsInFlight(gate: Pick<GateView, "flights"> | undefined, policy: PolicyData): number {
  let sum = 0;
  for (const flight of gate?.flights ?? []) if (countsIn(flight, policy)) sum += flight.count;
  return sum;
}
