/**
 * The state of a gate, and how it changes: plain data that can be kept as JSON, and functions that change nothing but it. The same
 * ones run in one process and, through a store, in many.
 */
import type { GateCall, GateMode } from "./gate.js";
import { applyOutcome, roomForCall, tellPolicies } from "./gate-policies.js";
import { admissible, countsIn, probeOnly, unknownTime, unlimited } from "./policies/policy.js";
import type { CallKind, Flight, LimitNotice, PolicyData, PolicyKinds, SentCall } from "./policies/policy.js";
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
  /** Calls that have been sent. */
  sent: number;
  /** In a store: when it had nothing of it, or less than was known, and how often it has been changed. By these a loss is noticed. */
  since?: number;
  changes?: number;
}

/** What a gate keeps of an admitted call: nothing of its request. */
export type CountedCall = Pick<GateCall, "cost" | "costs" | "policies" | "exempt" | "forbids">;

/** An admitted call. */
export interface Ticket extends SentCall {
  readonly call: CountedCall;
  readonly epoch: number;
  /** Identifies its lease where it is a probe, else "". */
  readonly probe: string;
}

export interface GateRules {
  /** Calls in flight at once; Infinity where no client says it. */
  maxConcurrency: number;
  /** The kinds of policies that the clients of the gate name, by their `kind`. */
  readonly kinds: PolicyKinds;
  banRisk: boolean;
  /** This process among those that share the gate. */
  by: string;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** The latest time that a `Date` can have. */
export const maxTime: number = unlimited;

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
  sent: 0,
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
export function admit(gate: GateData, call: CountedCall, now: number, rules: GateRules): Ticket | number {
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
  if (!call.exempt) addInFlight(gate, call, now, 1, now, rules.by);
  tellPolicies(gate, call, rules.kinds, (kind, policy) => kind.sent?.(policy, call, now));
  return { call, at: now, epoch: gate.epoch, probe: isProbe ? gate.probe : "", shut, order: (gate.sent += 1) };
}

/** Whether there is room for a call: what policies say, and how many are in flight. */
function roomFor(gate: GateData, call: CountedCall, now: number, { kinds, maxConcurrency }: GateRules): number {
  const room = roomForCall(gate, call, now, kinds);
  if (room > 0) return room;
  const isPaced = gate.policies.some((policy) => countsIn(call, policy) && (policy.reported === true || policy.planned));
  const most =
    isPaced || gate.until > 0 ? maxConcurrency : Math.min(maxConcurrency < Infinity ? maxConcurrency : usualConcurrency, gate.trust);
  if (room === unknownTime || inFlightCount(gate) >= most) return unknownTime;
  return gate.known ? room : probeOnly;
}

/** Calls in flight at once while nothing is known of the service's limits, where no client says it. */
const usualConcurrency = 10;

export const inFlightCount = (gate: GateData): number => gate.flights.reduce((sum, { count }) => sum + count, 0);

/** Changes how many of the calls of a kind that were sent at about a moment are in flight. */
function addInFlight(gate: GateData, { cost, policies }: CallKind, sent: number, count: number, now: number, by: string): void {
  const at = sent - (sent % 1000);
  let flight = gate.flights.find((one) => one.by === by && one.at === at && one.cost === cost && String(one.policies) === String(policies));
  if (flight === undefined) gate.flights.push((flight = { by, cost, policies, at, count: 0, seen: now }));
  flight.count += count;
  flight.seen = now;
  if (flight.count === 0) gate.flights = gate.flights.filter((one) => one !== flight);
}

/** Takes back an admitted call that has not been sent. */
export function release(gate: GateData, ticket: Ticket, now: number, { by, kinds }: Pick<GateRules, "by" | "kinds">): void {
  tellPolicies(gate, ticket.call, kinds, (kind, policy) => kind.unsent?.(policy, ticket));
  end(gate, ticket, now, by);
}

/** A call is no longer in flight. */
function end(gate: GateData, { call, at, probe }: Ticket, now: number, by: string): void {
  if (!call.exempt) addInFlight(gate, call, at, -1, now, by);
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
  if (settlement.isLate !== true) end(gate, ticket, now, rules.by);
  if (reading?.cached) return;
  const { random, kinds } = rules;
  const retryIn = reading?.retryIn;
  const wasMismatch = gate.mismatch;
  const isCurrent = ticket.epoch === gate.epoch;
  const isForbidden = status === 403 && gate.rejectedAt > 0 && now - gate.rejectedAt < banTime;
  const isSign = isForbidden && isCurrent && isSignOfBan(ticket.call, reading);
  if (isSign) gate.signs += 1;
  const isBan = isForbidden && ((rules.banRisk && retryIn !== undefined) || (isSign && gate.signs >= enoughSigns));
  const isRejected = status === 429 || (reading?.isRejection === true && !isBan);
  const hasReport = applyOutcome(gate, { ticket, reading, isRejected, isCurrent, now, random, notices }, kinds);
  if (isRejected) {
    if (status === 429) {
      gate.rejectedAt = now;
      gate.signs = 0;
    }
    shutGate(gate, ticket, retryIn, now, rules);
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
  } else if (isCurrent && ticket.shut) gate.until = now + backoffOfStrikes(gate, rules);
  if (gate.mismatch && !wasMismatch) notices.push({ kind: "plan-mismatch" });
  for (const policy of gate.policies) {
    const kind = kinds.get(policy.kind);
    const isLow = kind?.isUsedUp === true && policy.resetAt > now && kind.left(policy, now) <= (policy.limit ?? 0) / 10;
    if (isLow && policy.low !== true) notices.push({ kind: "nearly-spent", policy: policy.name });
    policy.low = isLow;
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
  gate.policies.every(({ resetAt }) => resetAt <= now);

/** A policy that holds a call back, and until when. */
type Holding = readonly [policy: PolicyData, at: number];

/** The policies that hold a call back, whatever is under way; those first that do so the longest. */
function holdingPolicies(gate: GateData, call: CountedCall, now: number, kinds: PolicyKinds): Holding[] {
  const idle: GateData = { ...gate, flights: [] };
  return gate.policies
    .map((policy): Holding => [policy, countsIn(call, policy) ? (kinds.get(policy.kind)?.room(policy, call, now, idle) ?? 0) : 0])
    .filter(([, at]) => at > now)
    .sort(([, one], [, other]) => other - one);
}

const sourceOf = ({ reported, planned }: PolicyData): LimitSource => (reported === true ? "reset" : planned ? "plan" : "backoff");

/** Shuts the gate for as long as can be known; never for shorter than it is shut already. */
function shutGate(gate: GateData, ticket: Ticket, retryIn: number | undefined, now: number, rules: GateRules): void {
  const { call, shut, epoch } = ticket;
  const { random, kinds } = rules;
  if (shut && epoch === gate.epoch) gate.strikes = Math.min(gate.strikes + 1, 6);
  // Where the policy that has rejected holds calls back by itself, a gate that is shut would hold back too many.
  const isFirst = retryIn === undefined && !shut && epoch === gate.epoch && !rules.banRisk;
  const holdsBack = (policy: PolicyData): boolean =>
    isFirst && countsIn(call, policy) && kinds.get(policy.kind)?.holdsBack?.(policy, gate) === true;
  const spent = holdingPolicies(gate, call, now, kinds).filter(([policy, at]) => at < Infinity && !holdsBack(policy));
  if (spent.length === 0 && gate.policies.some(holdsBack)) return;
  const told = spent.filter(([{ reported }]) => reported);
  // Where the service says "now", it does not mean the end of a window.
  let [violated, at = now] = told[0] ?? (retryIn === 0 ? undefined : spent[0]) ?? [];
  let source: LimitSource = violated === undefined ? "backoff" : sourceOf(violated);
  if (retryIn) {
    [source, at] = ["retry-after", now + retryIn];
    // It is about the policy that ends at that time, and more exact than the policy's own reset. The others stay as they are.
    const distance = ([{ resetAt }]: Holding): number => Math.abs(resetAt - at);
    [violated] = told.sort((one, other) => distance(one) - distance(other))[0] ?? [];
    if (violated !== undefined) violated.resetAt = at;
  } else if (violated?.reported && call.policies?.includes(String(violated.name))) {
    // The service tells which is spent: that holds back who counts in it. Of other calls it says nothing, as a time to come back may.
    return;
  }
  let wait = at - now;
  wait += random() * Math.min(1000, wait / 100);
  if (source === "backoff" || gate.strikes > 0) wait = Math.max(wait, backoffOfStrikes(gate, rules));
  gate.epoch += 1;
  gate.trust = 1;
  if (now + wait < gate.until) return;
  gate.until = now + wait;
  gate.source = source;
  gate.policy = violated?.name;
}

/** Exponential, with jitter above the floor: at once is never a good time. */
function backoffOfStrikes({ strikes, policies }: GateData, { random }: GateRules): number {
  // What is described takes no longer than it says, but for a penalty of which nothing is described: there probes are in vain.
  const longest = Math.max(0, ...policies.map(({ planned, window = 0 }) => (planned ? window * 2 ** Math.max(0, strikes - 3) : 0)));
  return Math.min(60_000, 1000 * 2 ** strikes, longest || 60_000) * (1 + random());
}

/** Why a call has to wait, and until when, as far as that can be seen. */
export function blockingLimit(
  gate: GateData,
  call: CountedCall,
  now: number,
  kinds: PolicyKinds,
): { readonly at: number; readonly source: LimitSource; readonly policy?: string | undefined } {
  const { until, source, policy } = gate;
  if (until > now) return { at: until, source, policy };
  const [longest] = holdingPolicies(gate, call, now, kinds);
  if (longest === undefined) return { at: Math.max(now, gate.lease), source: "queue" };
  return { at: Math.min(maxTime, longest[1]), source: sourceOf(longest[0]), policy: longest[0].name };
}

/** Opens a gate that is blocked, for one call. */
export function unblock(gate: GateData, now: number): void {
  if (gate.blocked) gate.until = gate.rejectedAt = now;
}
