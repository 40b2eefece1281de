/**
 * The state of a gate, and how it changes: plain data that can be kept as JSON, and functions that change nothing but it. The same
 * ones run in one process and, through a store, in many.
 */
import type { GateCall, GateMode } from "./gate.js";
import {
  countsIn,
  reservedCost,
  isLow,
  isWindowOver,
  applyAnswer,
  unreportedCosts,
  type CallKind,
  type PolicyData,
  type UnreportedCosts,
} from "./gate-policies.js";
import type { LimitReading } from "./limit-header-types.js";
import type { LimitSource } from "./rate-limit-error.js";

/** Moments are milliseconds since the epoch. */
export interface GateData {
  /** Whether an answer has shown the limits of the credential. */
  known: boolean;
  /** Nothing is sent before; then one call is. 0: the gate is not shut. */
  until: number;
  blocked: boolean;
  /** From where `until` is known. */
  source: LimitSource;
  policy?: string | undefined;
  /** The last rejection, unless a call has got through since; 0 for none. */
  rejectedAt: number;
  /** Probes that were rejected in a row. */
  strikes: number;
  /** Probes in a row, since the last rejection, whose answers are signs of a ban. */
  signs: number;
  /** How often the gate was shut: an answer to a call from before does not open it. */
  epoch: number;
  /** Until this time, one call is sent as a probe, and the others wait for its answer. */
  lease: number;
  /** Whose lease that is, or was. Not its end: that moves where clocks of processes differ. */
  probe: string;
  /** Calls in flight at once that are allowed while the service reports no limits. */
  trust: number;
  /** The service's limits were none of the plan's. */
  mismatch: boolean;
  policies: PolicyData[];
  flights: Flight[];
}

/** Calls of one kind in flight. */
export interface Flight extends CallKind {
  /** The process; "" where there is only one. */
  readonly by: string;
  count: number;
  /** When the process was last heard of. */
  seen: number;
}

/** What a gate keeps of an admitted call: nothing of its request. */
export type CountedCall = Pick<GateCall, "cost" | "policies" | "exempt" | "forbids">;

export const countedCall = ({ cost, policies, exempt, forbids }: CountedCall): CountedCall => ({
  cost,
  policies,
  exempt,
  forbids,
});

/** An admitted call. */
export interface Ticket {
  readonly call: CountedCall;
  readonly at: number;
  readonly epoch: number;
  /** Identifies its lease where it is a probe, else "". */
  readonly probe: string;
  /** Whether the gate was shut, so that its answer decides. */
  readonly shut: boolean;
  readonly unreported: UnreportedCosts;
}

export interface GateRules {
  maxConcurrency: number;
  banRisk: boolean;
  /** This process among those that share the gate. */
  by: string;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** An event to report: of a policy, or of another plan than expected. */
export interface LimitNotice {
  readonly kind: "nearly-spent" | "plan-mismatch";
  readonly policy?: string | undefined;
}

/** What `admit` gives where an answer has to come first, and when that will be is not known. */
export const unknownTime = -1;

/** The latest time that a `Date` can have. */
export const maxTime = 8.64e15;

export const newGate = (): GateData => ({
  known: false,
  until: 0,
  blocked: false,
  source: "backoff",
  rejectedAt: 0,
  strikes: 0,
  signs: 0,
  epoch: 0,
  lease: 0,
  probe: "",
  trust: maxTime,
  mismatch: false,
  policies: [],
  flights: [],
});

export function modeOf({ blocked, until, known, lease, policies }: GateData, now: number): GateMode {
  if (until > now) return blocked ? "blocked" : "closed";
  if (until === 0 && !known) return "cold";
  return until > 0 || lease > now ? "probe" : policies.some(({ reported }) => reported) ? "paced" : "open";
}

/**
 * Admits a call, or returns the earliest moment at which that is possible. That is a time, `unknownTime`, or Infinity where a policy is
 * smaller than the call's cost.
 */
export function admit(gate: GateData, asked: CountedCall, now: number, rules: GateRules): Ticket | number {
  const call = countedCall(asked);
  if (now < gate.until) return gate.until;
  const shut = gate.until > 0;
  const room = call.exempt ? admissible : roomFor(gate, call, now, rules);
  if (room !== admissible && room !== probeOnly) return room;
  const isProbe = shut || room === probeOnly;
  if (isProbe) {
    if (gate.lease > now) return unknownTime;
    gate.lease = now + (shut ? (rules.banRisk ? 300_000 : 60_000) : 15_000);
    gate.probe = `${rules.by} ${now}`;
  }
  if (!call.exempt) addInFlight(gate, call, 1, now, rules.by);
  return { call, at: now, epoch: gate.epoch, probe: isProbe ? gate.probe : "", shut, unreported: unreportedCosts(gate) };
}

const admissible = 0;
const probeOnly = -2;

/** Whether there is room for a call: `free`, or `alone` if it has to go alone, else what `admit` gives. */
function roomFor(gate: GateData, call: CountedCall, now: number, rules: GateRules): number {
  let room = gate.known ? admissible : probeOnly;
  let at = 0;
  let isPaced = false;
  let isReserved = false;
  for (const policy of gate.policies) {
    if (!countsIn(call, policy)) continue;
    const { remaining, reported } = policy;
    if (exceedsLimit(call, policy)) return Infinity;
    if (isWindowOver(policy, now - (remaining < call.cost ? policy.spread : 0))) room = probeOnly;
    else if (remaining >= call.cost) {
      isPaced ||= reported;
      isReserved ||= remaining - reservedCost(gate, policy) < call.cost;
    } else if (!reported && (gate.until > 0 || gate.policies.some((other) => other.reported))) {
      // Only our own count says so, while the service reports other policies or a retry time: then one call at a time is sent.
      room = probeOnly;
    } else at = Math.max(at, policy.resetAt + policy.spread);
  }
  if (at > 0) return at;
  const isFull = !isPaced && gate.until === 0 && inFlightCount(gate) >= Math.min(rules.maxConcurrency, gate.trust);
  return isReserved || isFull ? unknownTime : room;
}

/** Whether a call costs more than there ever is. One of the usual cost waits all the same: a limit of 0 does not last. */
const exceedsLimit = ({ cost }: CallKind, { remaining, limit = Infinity }: PolicyData): boolean => cost > Math.max(1, remaining, limit);

export const inFlightCount = (gate: GateData): number => gate.flights.reduce((sum, { count }) => sum + count, 0);

function addInFlight(gate: GateData, { cost, policies }: CallKind, count: number, now: number, by: string): void {
  let flight = gate.flights.find((one) => one.by === by && one.cost === cost && String(one.policies) === String(policies));
  if (flight === undefined) gate.flights.push((flight = { by, cost, policies, count: 0, seen: now }));
  flight.count += count;
  flight.seen = now;
}

/** Takes back an admitted call that has not been sent. */
export function release(gate: GateData, { call, probe }: Ticket, now: number, by: string): void {
  if (!call.exempt) addInFlight(gate, call, -1, now, by);
  if (probe === gate.probe) gate.lease = 0;
}

/** What became of a call. */
export interface Settlement {
  readonly ticket: Ticket;
  readonly status: number;
  /** Absent where there was no answer. */
  readonly reading: LimitReading | undefined;
  /** It was counted as lost before: its answer has arrived after all. */
  readonly isLate?: boolean;
}

/** Applies the outcome of a call, and adds to `notices` what to report. */
export function settle(gate: GateData, settlement: Settlement, now: number, rules: GateRules, notices: LimitNotice[]): void {
  const { ticket, status, reading } = settlement;
  if (settlement.isLate !== true) release(gate, ticket, now, rules.by);
  if (reading?.cached) return;
  const { random } = rules;
  const retryIn = reading?.retryIn;
  const wasMismatch = gate.mismatch;
  const isCurrent = ticket.epoch === gate.epoch;
  const isForbidden = status === 403 && gate.rejectedAt > 0 && now - gate.rejectedAt < banTime;
  const isSign = isForbidden && isCurrent && isSignOfBan(ticket.call, reading);
  if (isSign) gate.signs += 1;
  const isBan = isForbidden && (retryIn !== undefined || (isSign && gate.signs >= enoughSigns));
  // Some services reject with a 403; when it names a time, it is no lack of a right.
  const isRejected = status === 429 || (!isBan && (status === 503 || status === 403) && retryIn !== undefined);
  const hasReport = applyAnswer(gate, { ticket, reading, isRejected, now, random });
  if (isRejected) {
    if (status === 429) {
      gate.rejectedAt = now;
      gate.signs = 0;
    }
    shutGate(gate, ticket, retryIn, now, random);
  } else if (isBan) {
    gate.blocked = true;
    gate.epoch += 1;
    gate.until = retryIn ? now + retryIn : rules.banRisk ? maxTime : now + banTime;
    gate.rejectedAt = gate.until; // a probe that is answered so again is still banned
  } else if (isSign) {
    // The gate stays as it is: the next call is a probe too.
  } else if (status > 0 && (status < 500 || hasReport)) {
    gate.known ||= hasReport || !ticket.call.exempt;
    if (isCurrent) {
      if (!ticket.shut) gate.trust += 1;
      gate.until = gate.strikes = gate.signs = gate.rejectedAt = 0;
      gate.blocked = false;
    }
  } else if (isCurrent && ticket.shut) gate.until = now + backoffOfStrikes(gate, random);
  if (gate.mismatch && !wasMismatch) notices.push({ kind: "plan-mismatch" });
  for (const policy of gate.policies) {
    if (policy.low || isWindowOver(policy, now) || !isLow(policy)) continue;
    policy.low = true;
    notices.push({ kind: "nearly-spent", policy: policy.name });
  }
}

/**
 * Whether a 403 without a time may mean that the credential is banned. Not one that its operation is known to give, or may be: it lacks a
 * right. Nor one with limit headers: the service still counts the credential.
 */
const isSignOfBan = (call: CountedCall, reading: LimitReading | undefined): boolean =>
  call.forbids === false && (reading?.policies.length ?? 0) === 0;

/** One or two calls may ask for what the credential has no right to, and no description says so. */
const enoughSigns = 3;

/** How long a 403 after a rejection may mean a ban, and a ban without a time lasts where the description does not speak of bans. */
const banTime = 600_000;

/** Whether a gate without its state would do the same: no call is in flight, and no window, no pause and no sign of a ban counts any more. */
export const isForgettable = (gate: GateData, now: number): boolean =>
  inFlightCount(gate) === 0 &&
  gate.until <= now &&
  (gate.rejectedAt === 0 || now - gate.rejectedAt >= banTime) &&
  gate.policies.every((policy) => isWindowOver(policy, now));

/** Shuts the gate for as long as can be known; never for shorter than it is shut already. */
function shutGate(gate: GateData, ticket: Ticket, retryIn: number | undefined, now: number, random: () => number): void {
  const { call, shut, epoch } = ticket;
  if (shut && epoch === gate.epoch) gate.strikes = Math.min(gate.strikes + 1, 6);
  const mine = gate.policies.filter((policy) => countsIn(call, policy));
  const spent = mine.filter(({ reported, remaining, resetAt }) => reported && remaining < call.cost && resetAt > now);
  const window = Math.min(...mine.map(({ planned, window: length = Infinity }) => (planned ? length : Infinity)));
  let violated = spent.sort((a, b) => b.resetAt - a.resetAt)[0];
  let source: LimitSource = "backoff";
  let wait = 0;
  if (retryIn) {
    [source, wait] = ["retry-after", retryIn];
    // It is about the policy that ends at that time, and more exact than the policy's own reset. The others stay as they are.
    const distance = ({ resetAt }: PolicyData): number => Math.abs(resetAt - now - retryIn);
    violated = spent.sort((a, b) => distance(a) - distance(b))[0];
    if (violated !== undefined) violated.resetAt = now + retryIn;
  } else if (violated !== undefined) [source, wait] = ["reset", violated.resetAt - now];
  // A service that says "now" does not mean the end of a window.
  else if (window < Infinity && retryIn === undefined) [source, wait] = ["plan", window];
  wait += random() * Math.min(1000, wait / 100);
  if (source === "backoff" || gate.strikes > 0) wait = Math.max(wait, backoffOfStrikes(gate, random));
  gate.epoch += 1;
  gate.trust = 1;
  if (now + wait < gate.until) return;
  gate.until = now + wait;
  gate.source = source;
  gate.policy = violated?.name;
}

/** Exponential, with jitter above the floor: at once is never a good time. */
const backoffOfStrikes = ({ strikes }: GateData, random: () => number): number => Math.min(60_000, 1000 * 2 ** strikes) * (1 + random());

/** Why a call has to wait, and until when, as far as that can be seen. */
export function blockingLimit(
  gate: GateData,
  call: CountedCall,
  now: number,
): { readonly at: number; readonly source: LimitSource; readonly policy?: string | undefined } {
  const { until, source, policy, policies } = gate;
  if (until > now) return { at: until, source, policy };
  const at = (one: PolicyData): number => (exceedsLimit(call, one) ? maxTime : one.resetAt + one.spread);
  const short = policies.filter((one) => countsIn(call, one) && at(one) > now && one.remaining - reservedCost(gate, one) < call.cost);
  const longest = short.sort((a, b) => at(b) - at(a))[0];
  if (longest === undefined) return { at: Math.max(now, gate.lease), source: "queue" };
  return { at: at(longest), source: longest.reported ? "reset" : "plan", policy: longest.name };
}

/** Opens a gate that is blocked, for one call. */
export function unblock(gate: GateData, now: number): void {
  if (gate.blocked) gate.until = gate.rejectedAt = now;
}
