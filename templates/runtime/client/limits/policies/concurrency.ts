/** So many calls under way at once. */
import { admissible, callsInFlight, unknownTime, type CallOutcome, type GateView, type PolicyData, type PolicyKind } from "./policy.js";
import { isTold } from "./told-limits.js";

interface ConcurrencyData extends PolicyData {
  readonly kind: "concurrency";
  limit: number;
  /** How many there are now: fewer than the limit where another program has places, too. */
  allowed: number;
  /** Answers since the last rejection. */
  answers: number;
  /** Milliseconds that a call took lately, at most. */
  window: number;
  /** Calls that were given up, whose places the service may not have back: each until a moment. */
  calls: [moment: number, cost: number][];
}

export const concurrency: PolicyKind<ConcurrencyData> = {
  kind: "concurrency",
  plan(name, limit, limits) {
    if (!("concurrency" in limit)) return undefined;
    const most = limit.concurrency;
    return {
      kind: "concurrency",
      name,
      limit: most,
      allowed: most,
      answers: 0,
      window: 0,
      calls: [],
      planned: true,
      untold: !isTold(limits, name),
      resetAt: 0,
    };
  },
  restrict(known, { limit }) {
    known.limit = Math.min(known.limit, limit);
  },
  room: (policy, _, now, gate) => (placesLeft(policy, now, gate) >= 1 ? admissible : nextPlace(policy, now, gate)),
  settled(policy, outcome, gate) {
    settlePlace(policy, outcome, gate);
  },
  left: (policy, now, gate) => placesLeft(policy, now, gate),
};

const keepsPlace = ([until]: ConcurrencyData["calls"][number], now: number): boolean => until > now;

/** Each moment once: where states are merged, what both have of a moment is the same calls. */
function keepPlace(calls: ConcurrencyData["calls"], until: number): void {
  const same = calls.find(([moment]) => moment === until);
  if (same === undefined) calls.push([until, 1]);
  else same[1] += 1;
}

function placesLeft(data: ConcurrencyData, now: number, gate: GateView | undefined): number {
  const kept = data.calls.reduce((sum, call) => (keepsPlace(call, now) ? sum + call[1] : sum), 0);
  // A plan of another client may have a smaller limit.
  return Math.min(data.allowed, data.limit) - callsInFlight(gate, data) - kept;
}

/** A place is free when a call is answered, which nobody can foresee, or when one that was given up must be over. */
function nextPlace(data: ConcurrencyData, now: number, gate: GateView): number {
  if (callsInFlight(gate, data) > 0) return unknownTime;
  return Math.min(...data.calls.filter((call) => keepsPlace(call, now)).map(([until]) => until));
}

function settlePlace(data: ConcurrencyData, { ticket, reading, isRejected, isCurrent, now }: CallOutcome, gate: GateView): void {
  const took = now - ticket.at;
  data.calls = data.calls.filter((call) => keepsPlace(call, now));
  if (reading === undefined) {
    // Whoever gives a call up does not end it: it keeps its place for as long as others take.
    if (data.window > took) keepPlace(data.calls, ticket.at + data.window);
  } else if (isRejected) {
    if (isCurrent && reading.retryIn === undefined) data.allowed = Math.max(1, Math.min(data.allowed, callsInFlight(gate, data)));
    data.answers = 0;
  } else {
    data.window = Math.max(took, data.window * 0.9);
    data.answers += 1;
    if (data.answers < 2 * data.allowed) return;
    data.allowed += 1;
    data.answers = 0;
  }
}
