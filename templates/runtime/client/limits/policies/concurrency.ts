/** So many calls under way at once. */
import { admissible, callsInFlight, unknownTime, type CallOutcome, type GateView, type PolicyData, type PolicyKind } from "./policy.js";
import { isTold } from "./told-limits.js";

interface ConcurrencyData extends PolicyData {
  readonly kind: "concurrency";
  limit: number;
  /** When a rejection last showed that others have places, too. */
  since: number;
  /** For how many times the length of a call a place is then theirs: longer, the more often that was so lately. */
  patience: number;
  /** Milliseconds that a call took lately, at most. */
  window: number;
  /** When the first was sent of the calls that were given up, and may be under way still. */
  last?: number;
  /** Places that others have, or calls that were given up, as far as anybody knows: each until a moment. */
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
      since: 0,
      patience: leastPatience,
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
  settled: settlePlace,
  holdsBack: (policy, gate) => callsInFlight(gate, policy) > 0 || (policy.window > 0 && policy.patience < 1),
  left: (policy, now, gate) => placesLeft(policy, now, gate),
};

const keepsPlace = ([until]: ConcurrencyData["calls"][number], now: number): boolean => until > now;

/** Each moment once: where states are merged, what both have of a moment is the same calls. */
function keepPlace(data: ConcurrencyData, until: number): void {
  const same = data.calls.find(([moment]) => moment === until);
  if (same === undefined) data.calls.push([until, 1]);
  else same[1] += 1;
  data.resetAt = Math.max(data.resetAt, until);
}

function placesLeft(data: ConcurrencyData, now: number, gate: GateView | undefined): number {
  const kept = data.calls.reduce((sum, call) => (keepsPlace(call, now) ? sum + call[1] : sum), 0);
  return data.limit - callsInFlight(gate, data) - kept;
}

/** A place is free when a call is answered, which nobody can foresee, or when one must be over that is kept. */
function nextPlace(data: ConcurrencyData, now: number, gate: GateView): number {
  if (callsInFlight(gate, data) > 0) return unknownTime;
  return Math.min(...data.calls.filter((call) => keepsPlace(call, now)).map(([until]) => until));
}

/** Between these is how long a place is left to others, in lengths of a call. */
const leastPatience = 0.25;
const mostPatience = 2;

/**
 * Milliseconds that a call that was given up has been under way, as it seems: how long it will be is known no better than by that. 0: there
 * is none, or it was so long ago that it must be over.
 */
function ageOfLost({ last = 0, window }: ConcurrencyData, now: number): number {
  const age = now - last;
  return age < 8 * window ? age : 0;
}

/** Milliseconds that a call takes: no less than those under way have taken already, which are known by the second. */
const lengthOfCall = ({ window }: ConcurrencyData, { flights }: GateView, now: number): number =>
  Math.max(window || 1000, ...flights.map(({ at }) => now - at - 1000));

function settlePlace(data: ConcurrencyData, outcome: CallOutcome, gate: GateView): void {
  const { ticket, reading, isRejected, isCurrent, now, random } = outcome;
  const took = now - ticket.at;
  data.calls = data.calls.filter((call) => keepsPlace(call, now));
  if (reading === undefined) {
    // Whoever gives a call up does not end it: it keeps its place for as long as others take.
    if (data.window > took) keepPlace(data, ticket.at + data.window);
    if (ageOfLost(data, now) === 0) data.last = ticket.at;
  } else if (!isRejected) {
    // All places are ours.
    if (callsInFlight(gate, data) + 1 >= data.limit) data.last = 0;
    data.window = Math.max(took, data.window * 0.9);
    data.patience = Math.max(leastPatience, data.patience * 0.93);
  } else if (isCurrent && reading.retryIn === undefined) {
    // What was sent before the last rejection came is of the same moment.
    if (ticket.at > data.since) data.patience = Math.min(mostPatience, data.patience * 2);
    data.since = now;
    // Calls of others take as long as ours, and began before.
    const theirs = lengthOfCall(data, gate, now) * data.patience * (0.5 + random());
    keepPlace(data, Math.ceil(now + Math.max(theirs, ageOfLost(data, now))));
  }
}
