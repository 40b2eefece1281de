/**
 * So many within a window, which begins with a call, or when the service says: what is left of it as far as the service's reports and the
 * calls sent since show it. Every gate has this kind: whatever a service reports is one, unless it says that it is something else.
 */
import type { PolicyReading } from "../limit-header-types.js";
import {
  admissible,
  countsIn,
  isOfPolicy,
  isOfRequests,
  longestJourney,
  probeOnly,
  reservedCost,
  unknownTime,
  unlimited,
  type CallKind,
  type CallOutcome,
  type GateView,
  type PolicyData,
  type PolicyKind,
} from "./policy.js";

/** Plain data, as all of a gate's state. */
export interface WindowData extends PolicyData {
  readonly kind: "window";
  /**
   * The lowest remaining quota that the service has reported in this window, less the calls that it may not have counted by then. Those
   * are calls without limit headers in their answers, and calls without answers, which may have arrived. Calls in flight are not
   * subtracted.
   */
  remaining: number;
  /** That lowest remaining quota as the service reported it. Has no meaning unless `reported`. */
  least: number;
  /** When it was told. */
  toldAt: number;
  /** Calls that were settled without a report: how many had been sent by then, and what they may have used. */
  unreported: [sent: number, cost: number][];
  /** Milliseconds that who waits for the reset waits after it, so that not everybody comes at once. */
  spread: number;
  reported: boolean;
  /** When it began, as far as its calls are concerned: that of the first of them. */
  at: number;
  /** What calls that were sent in it count for. */
  spent: number;
  /** There are no more in a window that has been reported: the limit, unless the service has reported more. */
  most: number;
  /** When an answer has told that it is over, while something was left: what is sent begins another, of which nothing is known. Else 0. */
  since: number;
  /** What was sent from then on, or so near the end that it may come when the window is over: it may count in the next. */
  late: number;
  /** The first call of the window was told as much as if it did not count: what is told is not what is left. */
  mismatch?: boolean;
}

/** Services have a handful. */
const mostPolicies = 20;

/** So many that were settled without a report are told apart. */
const mostUnreported = 20;

/** Milliseconds by which two resets may be told too late, more or less. */
const roundedBy = 3000;

/** Milliseconds after which a call asks again where neither the service nor the plan gives a time. */
const unknownWindow = 1000;

export const fixedWindow: PolicyKind<WindowData> = {
  kind: "window",
  plan: (name, limit) => ("quota" in limit ? newWindow(name, limit.quota, limit.window * 1000, true) : undefined),
  isUsedUp: true,
  room: roomInWindow,
  soonest(policy, { cost }, before) {
    const { planned, reported, window = 0, resetAt, most } = policy;
    const windows = Math.floor((before * cost - Math.max(0, leftInWindow(policy, 0))) / Math.max(1, most));
    return planned && reported ? resetAt + windows * window - roundedBy : 0;
  },
  restrict(known, { limit = unlimited }) {
    known.limit = Math.min(known.limit ?? unlimited, limit);
  },
  sent(policy, { cost }, now) {
    policy.spent += cost;
    if (now >= (policy.since || policy.resetAt - longestJourney)) policy.late += cost;
  },
  unsent(policy, { call, at }) {
    if (at >= policy.at) policy.spent -= call.cost;
  },
  told: readWindows,
  settled(policy, { ticket: { call, at }, reading, isRejected }) {
    // Without an answer it may not have come at all: what is told is left shows it.
    if (at >= policy.at && (isRejected || (reading === undefined && !policy.mismatch))) policy.spent -= call.cost;
  },
  left(policy, now, gate) {
    const reserved = reservedInWindow(gate, policy);
    // All of it is there again.
    return isWindowOver(policy, now) ? (policy.most || (policy.limit ?? 0)) - reserved : leftInWindow(policy, reserved);
  },
};

export const isWindow = (policy: PolicyData): policy is WindowData => policy.kind === "window";

export const isWindowOver = ({ resetAt }: PolicyData, now: number): boolean => now >= resetAt;

/** Subtracts what calls have consumed, or may have, that no answer has reported. `sent`: how many have been sent. */
export function consume(policy: WindowData, cost: number, sent: number): void {
  policy.remaining -= cost;
  const [first, second] = policy.unreported.push([sent, cost]) > mostUnreported ? policy.unreported : [];
  if (first === undefined || second === undefined) return;
  // The later of the two is the more cautious one.
  second[1] += first[1];
  policy.unreported.shift();
}

const newWindow = (name: string | undefined, limit: number | undefined, window: number | undefined, planned: boolean): WindowData => ({
  kind: "window",
  name,
  limit,
  remaining: limit ?? 0,
  resetAt: 0,
  window,
  spread: 0,
  planned,
  reported: false,
  unreported: [],
  least: 0,
  toldAt: 0,
  at: 0,
  spent: 0,
  most: 0,
  since: 0,
  late: 0,
});

/** What the calls in flight may still take of it. One that was sent long before it began counts in another. */
const reservedInWindow = (gate: GateView | undefined, policy: WindowData): number => reservedCost(gate, policy, policy.at - longestJourney);

/** Less the calls under way; and whatever the service says, no more than its limit. */
const leftInWindow = ({ remaining, reported, limit = unlimited, most, spent }: WindowData, reserved: number): number =>
  Math.min(remaining - reserved, reported ? most - spent : limit);

function roomInWindow(policy: WindowData, call: CallKind, now: number, gate: GateView): number {
  const { remaining, reported, spread, resetAt, most, limit = Infinity } = policy;
  // More than there ever is. One of the usual cost waits all the same: a limit of 0 does not last.
  if (call.cost > Math.max(1, remaining, limit)) return Infinity;
  if (isWindowOver(policy, now - (remaining < call.cost ? spread : 0))) {
    return Math.min(policy.late, reservedInWindow(gate, policy)) > Math.max(0, most - call.cost) ? unknownTime : probeOnly;
  }
  if (leftInWindow(policy, 0) >= call.cost) {
    return remaining - reservedInWindow(gate, policy) < call.cost ? unknownTime : admissible;
  }
  // Only our own count says so, while the service reports other policies or a retry time: then one call at a time is sent.
  if (!reported && (gate.until > 0 || gate.policies.some((other) => other.reported))) return probeOnly;
  return resetAt + spread;
}

/** Applies what an answer reports of windows. From those that it does not report, subtracts what the call has consumed. */
function readWindows(gate: GateView, answer: CallOutcome, all: readonly PolicyReading[]): readonly PolicyReading[] {
  const { ticket, reading, now } = answer;
  const { call, at } = ticket;
  const readings = all.filter((each) => isOfWindow(gate, call, each));
  const isExpected = (policy: PolicyData): boolean => isWindow(policy) && policy.planned && countsIn(call, policy);
  if (readings.some(({ limit }) => limit !== undefined) && gate.policies.some(isExpected)) {
    // One of another name and quota may stand beside those of the plan, but when none is the plan's, it is another plan.
    gate.mismatch = !readings.some((each) => findWindow(gate, each)?.planned);
    if (gate.mismatch) gate.policies = gate.policies.filter((policy) => !isExpected(policy));
  }
  const named = new Map<PolicyData, boolean>(readings.map((each) => applyWindowReading(gate, answer, each)));
  gate.policies = gate.policies.filter((policy) => {
    if (!isWindow(policy) || named.get(policy) || call.exempt || !countsIn(call, policy)) return true;
    const { limit, window, planned } = policy;
    const isLost = reading === undefined;
    if (!isWindowOver(policy, at)) {
      consume(policy, call.cost, gate.sent);
      // A policy whose quota is exceeded without a rejection is none of the service's any more.
      return planned || policy.reported || policy.remaining >= 0 || answer.isRejected || isLost;
    }
    // The call was the first of a window that the service does not report. It has been counted if that policy still exists, and may
    // have been counted if it got no answer.
    if (!limit || !window || (!planned && !named.has(policy) && readings.some((each) => each.window))) return isLost;
    beginWindow(policy, answer, limit, now + window, false);
    consume(policy, call.cost, gate.sent);
    return true;
  });
  return [];
}

/** Whether a reading may be of a window. What is no request is counted elsewhere, or not at all; and a service tells of all its policies. */
function isOfWindow({ policies }: GateView, call: CallKind, reading: PolicyReading): boolean {
  if (!isOfRequests(reading)) return false;
  const own = policies.filter((policy) => policy.planned && countsIn(call, policy));
  // Without a name it is of a policy that the call counts in.
  if (reading.name === undefined && own.length > 0 && !own.some(isWindow)) return false;
  return !policies.some((policy) => !isWindow(policy) && isOfPolicy(policy, reading));
}

/** The policy that a reading is of: by name, else by its limit, and where several have it, by the length of the window. */
export function findWindow(gate: GateView, { name, limit, window, resetIn = 0 }: PolicyReading): WindowData | undefined {
  const policies = gate.policies.filter(isWindow);
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
function applyWindowReading(gate: GateView, answer: CallOutcome, reading: PolicyReading): readonly [WindowData, boolean] {
  const { name, limit, window } = reading;
  const { ticket, now } = answer;
  let policy = findWindow(gate, reading);
  if (policy === undefined) {
    gate.policies.push((policy = newWindow(name, limit, window, false)));
    // A service whose limit is another one in each answer has no policies that are worth so much memory.
    if (gate.policies.length > mostPolicies)
      gate.policies.splice(
        gate.policies.findIndex(({ planned }) => !planned),
        1,
      );
  }
  // No window that is described is longer than it is: a clock is wrong. NaN: nothing is told, and no comparison holds.
  const resetIn = Math.min(reading.resetIn ?? NaN, policy.planned ? (policy.window ?? Infinity) : Infinity);
  // The calls that were settled meanwhile, unreported: this answer may have been on its way before they were counted.
  const doubt = policy.unreported.reduce((sum, [sent, cost]) => (sent >= ticket.order ? sum + cost : sum), 0);
  // Not less than the longest wait for a reset: there it had just begun.
  policy.window = window ?? (Math.max(policy.window ?? 0, resetIn || 0) || undefined);
  policy.limit = limit ?? policy.limit;
  // A rejection may give the time alone.
  const remaining = reading.remaining ?? (answer.isRejected && resetIn >= 0 ? 0 : undefined);
  if (remaining === undefined) return [policy, false];
  // A reset that is over says nothing; while something is left, not each call need ask for the next. No exempt call opens a window.
  const isUnknown = resetIn === 0 && remaining > 0 && !ticket.call.exempt;
  const reset = now + (isUnknown ? 1000 : resetIn);
  // By so much do rounding and the uncertainty of clocks move the same reset about.
  const tolerance = Math.min(1500, (policy.window ?? 3000) / 2);
  const isOwn = ticket.at >= Math.max(policy.at, policy.since);
  const isNew =
    (isOwn && resetIn > 0 && policy.since > 0) ||
    !policy.reported ||
    isWindowOver(policy, ticket.at) ||
    (ticket.shut && policy.remaining < ticket.call.cost) ||
    // The service computed its report at some moment between the sending of the call and now: its handler may have taken long since.
    ticket.at + resetIn > policy.resetAt + tolerance ||
    // More is left than was known when it was sent: it has not overtaken the answer that told it, and came when the window was over.
    (ticket.at >= policy.toldAt && remaining > policy.least && !(reset <= policy.resetAt + tolerance));
  if (isNew) {
    policy.least = remaining;
    policy.toldAt = now;
    // It has begun before it is told for the first time: what was sent in it is known, and counts.
    const spent = !policy.reported && reset <= policy.resetAt + 2 * tolerance ? policy.spent : 0;
    beginWindow(policy, answer, remaining - doubt, reset || now + (policy.window ?? unknownWindow), true);
    policy.mismatch = policy.spent > 0 && remaining >= policy.most;
    policy.spent = spent || policy.spent;
  } else {
    // Of a call from long before, it is of another window.
    if (ticket.at < policy.at - longestJourney) return [policy, true];
    // An answer of the window before, which was slow to come.
    if (reset < policy.resetAt - tolerance && reset <= now + tolerance) return [policy, false];
    // A call with more left than another was counted before it: that is known.
    if (remaining <= policy.least) {
      policy.remaining = remaining - doubt;
      policy.least = remaining;
      policy.toldAt = now;
    }
    // What an answer to a call from before this window says may be of the one before.
    if (isOwn && reset < policy.resetAt) policy.resetAt = reset;
  }
  if (isUnknown && policy.resetAt === reset) policy.since = now;
  return [policy, true];
}

/** A window begins with the call of an answer. */
function beginWindow(data: WindowData, answer: CallOutcome, remaining: number, resetAt: number, reported: boolean): void {
  const { ticket, now, random } = answer;
  const own = ticket.call.exempt || !countsIn(ticket.call, data) ? 0 : ticket.call.cost;
  const spread = random() * Math.min(1000, (data.window ?? resetAt - now) / 100);
  const most = Math.max(data.limit ?? unlimited, remaining);
  Object.assign(data, { remaining, resetAt, reported, spread, most, at: ticket.at, spent: own, late: 0, since: 0 });
}
