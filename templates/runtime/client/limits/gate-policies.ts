/** The policies of a gate: the remaining quota of each, as far as the service's reports and the calls sent since show it. */
import type { GateData, Ticket } from "./gate-state.js";
import type { LimitReading, PolicyReading } from "./limit-header-types.js";
import type { PolicyLimit } from "../../shared/rate-limits.js";

/** Plain data, as all of a gate's state. */
export interface PolicyData {
  /** Absent where the service has given none. Such policies are identified by their limit. */
  readonly name?: string | undefined;
  limit?: number | undefined;
  /**
   * The lowest remaining quota that the service has reported in this window, less the calls that it may not have counted by then. Those
   * are calls without limit headers in their answers, and calls without answers, which may have arrived. Calls in flight are not
   * subtracted.
   */
  remaining: number;
  /** That lowest remaining quota as the service reported it. Has no meaning unless `reported`. */
  least: number;
  /** The cost of all calls, in any window, that no answer has reported. */
  unreported: number;
  /** When the window is over, in milliseconds since the epoch; 0 where none has begun. */
  resetAt: number;
  /** Milliseconds. */
  window?: number | undefined;
  /** Milliseconds that who waits for the reset waits after it, so that not everybody comes at once. */
  spread: number;
  /** Out of the plan, not out of an answer. */
  readonly planned: boolean;
  /** Whether the service has reported it in this window. */
  reported: boolean;
  /** Whether this window's "nearly spent" has been reported. */
  low: boolean;
}

/** Calls of one kind, for what they count. */
export interface CallKind {
  readonly cost: number;
  readonly policies?: readonly string[] | undefined;
}

/** Services have a handful. */
const mostPolicies = 20;

/** Milliseconds after which a call asks again where neither the service nor the plan gives a time. */
const unknownWindow = 1000;

export const countsIn = ({ policies }: CallKind, { name }: PolicyData): boolean =>
  policies === undefined || name === undefined || policies.includes(name);

export const isWindowOver = ({ resetAt }: PolicyData, now: number): boolean => now >= resetAt;

/** How much of each policy was unreported when a call was sent: its answer includes that. */
export type UnreportedCosts = ReadonlyMap<string | number | undefined, number>;

const keyOf = ({ name, limit }: PolicyData): string | number | undefined => name ?? limit;

export const unreportedCosts = (gate: GateData): UnreportedCosts =>
  new Map(gate.policies.map((policy) => [keyOf(policy), policy.unreported]));

/** Subtracts what calls have consumed, or may have, that no answer has reported. */
export function consume(policy: PolicyData, cost: number): void {
  policy.remaining -= cost;
  policy.unreported += cost;
}

/** What the calls in flight may still take of a policy. */
export function reservedCost(gate: GateData, policy: PolicyData): number {
  let sum = 0;
  for (const flight of gate.flights) if (countsIn(flight, policy)) sum += flight.cost * flight.count;
  return sum;
}

/** Adds the policies of a plan. Where a gate has two plans, the smaller figure holds. */
export function addPlan(gate: GateData, plan: Iterable<readonly [string, PolicyLimit]>): void {
  for (const [name, limit] of gate.mismatch ? [] : plan) {
    if (!("quota" in limit)) continue;
    const { quota, window } = limit;
    const known = gate.policies.find((policy) => policy.name === name);
    if (known === undefined) gate.policies.push(newPolicy(name, quota, window * 1000, true));
    else if (!known.reported && quota < (known.limit ?? 0)) {
      known.limit = quota;
      known.remaining = Math.min(known.remaining, quota);
    }
  }
}

const newPolicy = (name: string | undefined, limit: number | undefined, window: number | undefined, planned: boolean): PolicyData => ({
  name,
  limit,
  remaining: limit ?? 0,
  resetAt: 0,
  window,
  spread: 0,
  planned,
  reported: false,
  low: false,
  unreported: 0,
  least: 0,
});

/** What became of a call. */
export interface CallOutcome {
  readonly ticket: Ticket;
  /** Absent where there was no answer. */
  readonly reading: LimitReading | undefined;
  /** The call was rejected for a limit. */
  readonly isRejected: boolean;
  /** When it came. */
  readonly now: number;
  /** From 0 to 1. */
  readonly random: () => number;
}

/**
 * Applies what an answer reports of policies. From the policies that it does not report, subtracts what the call has consumed. Returns
 * whether it reported any.
 */
export function applyAnswer(gate: GateData, answer: CallOutcome): boolean {
  const { ticket, reading, now } = answer;
  const { call, at } = ticket;
  const readings = reading?.policies ?? [];
  if (readings.some(({ limit }) => limit !== undefined) && gate.policies.some(({ planned }) => planned)) {
    // One of another name and quota may stand beside those of the plan, but when none is the plan's, it is another plan.
    gate.mismatch = !readings.some((each) => find(gate, each)?.planned);
    if (gate.mismatch) gate.policies = gate.policies.filter(({ planned }) => !planned);
  }
  const named = new Map(readings.map((each) => applyReading(gate, answer, each)));
  gate.policies = gate.policies.filter((policy) => {
    if (named.get(policy) === true || call.exempt || !countsIn(call, policy)) return true;
    const { limit, window, planned } = policy;
    const isLost = reading === undefined;
    if (!isWindowOver(policy, at)) {
      consume(policy, call.cost);
      // A policy whose quota is exceeded without a rejection is none of the service's any more.
      return planned || policy.reported || policy.remaining >= 0 || answer.isRejected || isLost;
    }
    // The call was the first of a window that the service does not report. It has been counted if that policy still exists, and may
    // have been counted if it got no answer.
    if (!limit || !window || (!planned && !named.has(policy) && readings.some((each) => each.window))) return isLost;
    beginWindow(policy, limit, now + window, false, answer);
    consume(policy, call.cost);
    return true;
  });
  return readings.length > 0;
}

/** The policy that a reading is of: by name, else by its limit, and where several have it, by the length of the window. */
function find({ policies }: GateData, { name, limit, window, resetIn = 0 }: PolicyReading): PolicyData | undefined {
  const named = name === undefined ? undefined : policies.find((policy) => policy.name === name);
  if (named !== undefined) return named;
  if (limit === undefined) return name === undefined && policies.length === 1 ? policies[0] : undefined;
  const alike = policies.filter(
    (policy) =>
      policy.limit === limit &&
      (policy.planned || (policy.name ?? name) === undefined) &&
      (window ?? policy.window) === (policy.window ?? window),
  );
  return alike.find((policy) => resetIn <= (policy.window ?? Infinity)) ?? alike[0];
}

/** Takes up one reading: the policy, and whether it says what is left of it in the present window. */
function applyReading(gate: GateData, answer: CallOutcome, reading: PolicyReading): readonly [PolicyData, boolean] {
  const { name, limit, window, resetIn } = reading;
  const { ticket, now } = answer;
  let policy = find(gate, reading);
  if (policy === undefined) {
    gate.policies.push((policy = newPolicy(name, limit, window, false)));
    // A service whose limit is another one in each answer has no policies that are worth so much memory.
    if (gate.policies.length > mostPolicies)
      gate.policies.splice(
        gate.policies.findIndex(({ planned }) => !planned),
        1,
      );
  }
  // The calls that were settled meanwhile, unreported: this answer may have been on its way before they were counted.
  const doubt = Math.max(0, policy.unreported - (ticket.unreported.get(keyOf(policy)) ?? 0));
  // Not less than the longest wait for a reset: there it had just begun.
  policy.window = window ?? (Math.max(policy.window ?? 0, resetIn ?? 0) || undefined);
  policy.limit = limit ?? policy.limit;
  // A rejection may give the time alone.
  const remaining = reading.remaining ?? (answer.isRejected && resetIn !== undefined ? 0 : undefined);
  if (remaining === undefined) return [policy, false];
  // A reset that is over says nothing; while something is left, not each call need ask for the next. No exempt call opens a window.
  const wait = resetIn === 0 && remaining > 0 && !ticket.call.exempt ? 1000 : resetIn;
  const reset = wait === undefined ? undefined : now + wait;
  // By so much do rounding and the uncertainty of clocks move the same reset about.
  const tolerance = Math.min(1500, (policy.window ?? 3000) / 2);
  // The service computed its report at some moment between the sending of the call and now: its handler may have taken long since.
  const isNew =
    !policy.reported ||
    isWindowOver(policy, ticket.at) ||
    (ticket.shut && policy.remaining < ticket.call.cost) ||
    (reset === undefined
      ? remaining > policy.least + reservedCost(gate, policy) + ticket.call.cost
      : reset - (now - ticket.at) > policy.resetAt + tolerance);
  if (isNew) {
    policy.least = remaining;
    beginWindow(policy, remaining - doubt, reset ?? now + (policy.window ?? unknownWindow), true, answer);
  } else {
    // An answer of the window before, which was slow to come.
    if (reset !== undefined && reset < policy.resetAt - tolerance && reset <= now + tolerance) return [policy, false];
    // A call with more left than another was counted before it: that is known.
    if (remaining <= policy.least) {
      policy.remaining = remaining - doubt;
      policy.least = remaining;
    }
    policy.resetAt = Math.min(policy.resetAt, reset ?? Infinity);
  }
  return [policy, true];
}

function beginWindow(policy: PolicyData, remaining: number, resetAt: number, reported: boolean, { now, random }: CallOutcome): void {
  policy.remaining = remaining;
  policy.resetAt = resetAt;
  policy.reported = reported;
  policy.low &&= isLow(policy);
  policy.spread = random() * Math.min(1000, (policy.window ?? resetAt - now) / 100);
}

export const isLow = ({ limit, remaining }: PolicyData): boolean => limit !== undefined && remaining <= limit / 10;
