/**
 * So many within any stretch of time as long as the window: a call leaves it as long after it was sent. Windows of a plan that no header
 * reports are kept so, too: who keeps to this keeps to windows that begin at any moment.
 */
import {
  admissible,
  costOf,
  isOfPolicy,
  isOfRequests,
  type CallOutcome,
  type GateView,
  type PolicyData,
  type PolicyKind,
  type SentCall,
  shortWait,
  widened,
} from "./policy.js";
import type { PolicyReading } from "../limit-header-types.js";
import { fixedWindow } from "./fixed-window.js";
import { addCall, sentAt, takeOut, type SentCalls } from "./sent-calls.js";
import { isTold } from "./told-limits.js";

interface SlidingData extends PolicyData {
  readonly kind: "sliding";
  limit: number;
  /** Milliseconds. */
  window: number;
  /** Whether windows are fixed, so that all of it is there again when one is over. */
  isFixed: boolean;
  /** Milliseconds that a call stays longer than the window: the next one may be faster on its way. */
  margin: number;
  calls: SentCalls;
  /** What the service took in a window before it turned a call away, where that is less than the limit. */
  quota?: number | undefined;
  /** What it took since that was changed, and by how much it is raised next. */
  taken?: number;
  step?: number;
}

export const slidingWindow: PolicyKind<SlidingData> = {
  kind: "sliding",
  isUsedUp: true,
  plan(name, limit, limits) {
    const untold = !isTold(limits, name);
    if (!("quota" in limit) || (!untold && limit.sliding !== true)) return undefined;
    const window = limit.window * 1000;
    return {
      kind: "sliding",
      name,
      limit: limit.quota,
      window,
      margin: Math.min(window / 50, 250),
      planned: true,
      untold,
      isFixed: limit.sliding !== true,
      calls: [],
      resetAt: 0,
    };
  },
  restrict(known, { limit }) {
    known.limit = Math.min(known.limit, limit);
  },
  room: (policy, call, now) => roomInSliding(policy, costOf(call, policy), now),
  soonest(policy, call, before, now) {
    const { limit, window, untold, reported } = policy;
    // It may be another plan.
    if (untold !== true && reported !== true) return 0;
    const cost = costOf(call, policy);
    const most = Math.max(1, limit);
    const rounds = Math.floor((before * cost) / most);
    // Whatever is told, no more than the limit goes within a window.
    const first = untold ? roomInSliding(policy, Math.min(most, ((before * cost) % most) + cost), now) : now;
    return Math.max(now, first) + rounds * window;
  },
  sent(policy, call, now) {
    addToWindow(policy, now, costOf(call, policy));
  },
  unsent(policy, ticket) {
    takeBackCall(policy, ticket);
  },
  settled(data, outcome) {
    const { ticket, reading, isRejected } = outcome;
    if (!isRejected) {
      if (reading !== undefined) {
        cameLate(data, outcome);
        raiseQuota(data, outcome);
      }
      return;
    }
    takeBackCall(data, ticket);
    data.margin = widened(data.margin, data.window / 5, outcome);
    lowerQuota(data, outcome);
  },
  told(gate, outcome, readings) {
    if (readings.some((reading) => reading.limit !== undefined && isOfRequests(reading))) replaceUntold(gate, readings);
    return readings.filter((reading) => !tellSliding(gate, outcome, reading));
  },
  left: (policy, now) => quotaOf(policy) - usedAt(policy, now),
};

/** In shorter windows a wait in whole seconds does not tell whose it is. Milliseconds. */
const tellingWindow = 10_000;

/** So many calls are taken between two that may be turned away, to find out whether the service takes more. */
const raisePatience = 50;

/**
 * A plan may promise more than there is, and no header says so. Where a call may come back when the first of its window has left it, the
 * service takes what it took in that window, and no more.
 */
function lowerQuota(data: SlidingData, { reading, now, notices }: CallOutcome): void {
  const { name, calls, window, untold, quota } = data;
  const { retryIn = 0 } = reading ?? {};
  const first = calls.find(([at]) => at + window > now)?.[0] ?? 0;
  const distance = now + retryIn - first - window;
  if (untold !== true || retryIn === 0 || window < tellingWindow || distance < -window / 10 || distance > window / 10 + shortWait) return;
  if (quota === undefined) notices.push({ kind: "plan-mismatch", policy: name });
  Object.assign(data, { quota: Math.max(1, Math.min(quotaOf(data), usedAt(data, now))), taken: 0, step: 1 });
}

function raiseQuota(data: SlidingData, { ticket }: CallOutcome): void {
  const { quota, taken = 0, step = 1, limit } = data;
  if (quota === undefined) return;
  data.taken = taken + costOf(ticket.call, data);
  if (data.taken < Math.max(raisePatience, quota)) return;
  const raised = quota + step;
  Object.assign(data, { quota: raised < limit ? raised : undefined, taken: 0, step: step * 2 });
}

const quotaOf = ({ limit, quota = limit }: SlidingData): number => Math.min(limit, quota);

/** After so many milliseconds without an answer connections are closed: a call makes another first, and may come long after it was sent. */
const idleConnection = 4000;

/** Milliseconds that making a connection may take; of a short window, a part of it that matters no less. */
const longestConnect = 1000;

/** A call of a cold start counts from its answer at the latest, and not from when it was sent. */
function cameLate(data: SlidingData, { ticket, now }: CallOutcome): void {
  if (now - (data.last ?? 0) > idleConnection) data.since = now;
  data.last = now;
  const late = Math.min(now - ticket.at, longestConnect, data.window / 5);
  if (late <= data.margin || ticket.at >= (data.since ?? 0)) return;
  takeBackCall(data, ticket);
  addToWindow(data, ticket.at + late, costOf(ticket.call, data));
}

/**
 * Headers tell of limits, which the description does not say: what they tell holds. A policy that is told is a fixed window from then on.
 * Where none is, it is another plan.
 */
function replaceUntold(gate: GateView, readings: readonly PolicyReading[]): void {
  const isUntold = (policy: PolicyData): boolean => policy.kind === "sliding" && (policy as SlidingData).isFixed && policy.untold === true;
  const isNamed = (policy: PolicyData): boolean => readings.some((reading) => isOfPolicy(policy, reading));
  const untold = gate.policies.filter(isUntold);
  if (untold.length === 0) return;
  const told = untold.filter(isNamed);
  if (told.length === 0 && !gate.policies.some(isNamed)) gate.mismatch = true;
  gate.policies = gate.policies.flatMap((policy) => {
    if (!isUntold(policy) || (!gate.mismatch && !told.includes(policy))) return [policy];
    const { name = "", limit: quota = 0, window = 0 } = policy;
    return gate.mismatch ? [] : (fixedWindow.plan(name, { quota, window: window / 1000 }, undefined) ?? []);
  });
}

/** Takes up a reading; false where it is of no such policy. */
function tellSliding(gate: GateView, { ticket, isRejected, now }: CallOutcome, reading: PolicyReading): boolean {
  const policy = gate.policies.find((one) => one.kind === "sliding" && isOfPolicy(one, reading));
  if (policy === undefined) return false;
  const data = policy as SlidingData;
  data.limit = reading.limit ?? data.limit;
  data.reported = true;
  // What this program has not sent, another one has.
  const others = data.limit - (reading.remaining ?? data.limit) - usedAt(data, ticket.at, ticket.at);
  if (others > 0) addToWindow(data, ticket.at, others);
  // Others may have used it later than is known here.
  if (isRejected && reading.remaining === 0) data.until = now + (reading.resetIn ?? 0);
  return true;
}

/** What counts at a moment, of the calls up to another. */
const usedAt = ({ calls, window, margin }: SlidingData, now: number, last = Infinity): number =>
  sentAt(calls, (at) => at + window + margin > now && at <= last);

function roomInSliding(data: SlidingData, cost: number, now: number): number {
  const { calls, limit, window, margin } = data;
  if (cost > Math.max(1, limit)) return Infinity;
  if (now < (data.until ?? 0)) return data.until ?? 0;
  let over = usedAt(data, now) + cost - Math.min(limit, Math.max(cost, quotaOf(data)));
  if (over <= 0) return admissible;
  for (const [at, spent] of calls) {
    if (at + window + margin <= now) continue;
    over -= spent;
    if (over <= 0) return at + window + margin;
  }
  return now + window; // of a limit of 0
}

function addToWindow(data: SlidingData, moment: number, cost: number): void {
  const length = data.window + data.margin;
  data.calls = addCall(data.calls, moment, cost, moment - length, data.window / 100);
  data.resetAt = Math.max(...data.calls.map(([at]) => at)) + length;
}

/** Forgets a call that does not count: it was not sent, or was rejected. One that has left the window is no other that came much later. */
function takeBackCall(data: SlidingData, { at, call }: SentCall): void {
  data.calls = takeOut(data.calls, at, costOf(call, data), data.window / 20);
}
