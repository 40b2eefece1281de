/**
 * So many within any stretch of time as long as the window: a call leaves it as long after it was sent. Windows of a plan that no header
 * reports are kept so, too: who keeps to this keeps to windows that begin at any moment.
 */
import {
  admissible,
  costOf,
  isOfPolicy,
  type CallOutcome,
  type GateView,
  type CallKind,
  type PolicyData,
  type PolicyKind,
  type SentCall,
  unlimited,
} from "./policy.js";
import type { PolicyReading } from "../limit-header-types.js";
import { addCall, sentAt, type SentCalls } from "./sent-calls.js";
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
  room: roomInSliding,
  sent(policy, call, now) {
    addToWindow(policy, now, costOf(call, policy));
  },
  unsent(policy, ticket) {
    takeBackCall(policy, ticket);
  },
  settled(data, { ticket, reading, isRejected, isCurrent, now }) {
    if (!isRejected) return;
    takeBackCall(data, ticket);
    // The service's window is over then, and began before what is known here.
    const leaving = now + (reading?.retryIn ?? unlimited) - data.window - data.margin;
    if (data.isFixed) data.calls = data.calls.map(([at, cost]) => [Math.min(at, leaving), cost]);
    // It was one too many all the same: calls do not take the same time on their way.
    if (isCurrent && reading?.retryIn === undefined) data.margin = Math.min(data.window / 5, data.margin * 2);
  },
  told: (gate, outcome, readings) => readings.filter((reading) => !tellSliding(gate, outcome, reading)),
  left: (policy, now) => policy.limit - usedAt(policy, now),
};

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

function roomInSliding(data: SlidingData, call: CallKind, now: number): number {
  const cost = costOf(call, data);
  const { calls, limit, window, margin } = data;
  if (cost > Math.max(1, limit)) return Infinity;
  if (now < (data.until ?? 0)) return data.until ?? 0;
  let over = usedAt(data, now) + cost - limit;
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
function takeBackCall(data: SlidingData, { at: sent, call }: SentCall): void {
  const own = costOf(call, data);
  const found = data.calls.find(([at, cost]) => at >= sent && at - sent <= data.window / 20 && cost >= own);
  if (found === undefined) return;
  found[1] -= own;
  data.calls = data.calls.filter(([, cost]) => cost > 0);
}
