/**
 * Where a service turns calls away and tells neither its limits nor a time: fewer calls at once, and once there is but one, fewer calls in a
 * time. Each rejection lowers what is allowed to what the service has just shown that it bears; answers raise it again, little by little,
 * and more slowly each time that it proves too much.
 */
import {
  admissible,
  callsInFlight,
  unknownTime,
  unlimited,
  type CallOutcome,
  type GateView,
  type PolicyData,
  type PolicyKind,
} from "./policy.js";

interface PaceData extends PolicyData {
  readonly kind: "pace";
  /** Calls under way at once: as many as there are until a service has turned one away. */
  most: number;
  /** Answers since it was changed, and how many of them it takes to allow one more. */
  answers: number;
  patience: number;
  /** Calls per millisecond; 0 where nothing is known of it. */
  rate: number;
  /** How many calls may go, as of `at`. */
  level: number;
  at: number;
  /** Calls that were accepted since a moment: so fast does the service take them. */
  accepted: number;
  since: number;
}

export const adaptivePace: PolicyKind = {
  kind: "pace",
  plan: () => undefined,
  room: (policy, _, now, gate) => roomInPace(policy as PaceData, now, gate),
  sent(policy, _, now) {
    const data = policy as PaceData;
    if (data.rate > 0) refillPace(data, now, -1);
  },
  unsent(policy, { at }) {
    const data = policy as PaceData;
    if (data.rate > 0) refillPace(data, Math.max(at, data.at), 1);
  },
  told(gate, { isRejected, reading, now }) {
    if (!isRejected || reading?.retryIn !== undefined || gate.policies.some((policy) => policy.kind === "pace")) return;
    gate.policies.push(newPace(now));
  },
  settled(policy, outcome, gate) {
    const data = policy as PaceData;
    if (outcome.isRejected) {
      if (outcome.reading?.retryIn === undefined) slowDown(data, outcome, gate);
    } else if (outcome.reading !== undefined) speedUp(data);
  },
  holds(policy, _, now) {
    const at = (policy as PaceData).rate > 0 ? nextPaced(policy as PaceData, now) : now;
    return at > now ? { at, source: "backoff" } : undefined;
  },
  left: (policy, _, gate) => (policy as PaceData).most - callsInFlight(gate, policy),
};

const newPace = (now: number): PaceData => ({
  kind: "pace",
  most: unlimited,
  answers: 0,
  patience: 10,
  rate: 0,
  level: 1,
  at: now,
  accepted: 0,
  since: now,
  planned: false,
  resetAt: 0,
});

function roomInPace(data: PaceData, now: number, gate: GateView): number {
  if (callsInFlight(gate, data) >= data.most) return unknownTime;
  const next = data.rate > 0 ? nextPaced(data, now) : now;
  return next > now ? next : admissible;
}

const levelOfPace = ({ level, at, rate }: PaceData, now: number): number => Math.min(1, level + Math.max(0, now - at) * rate);

const nextPaced = (data: PaceData, now: number): number => now + Math.ceil(Math.max(0, 1 - levelOfPace(data, now)) / data.rate);

function refillPace(data: PaceData, now: number, change: number): void {
  data.level = levelOfPace(data, now) + change;
  data.at = now;
}

function slowDown(data: PaceData, { isCurrent, ticket, now }: CallOutcome, gate: GateView): void {
  const others = callsInFlight(gate, data);
  // Those that the service still works at, it has accepted.
  data.most = Math.max(1, Math.min(data.most, others));
  if (!isCurrent) return;
  data.patience = Math.min(data.patience * 2, 10_000);
  data.answers = 0;
  const time = now - data.since;
  if (others === 0 && !ticket.shut && data.accepted > 0 && time > 0) {
    const shown = data.accepted / time;
    data.rate = data.rate === 0 ? shown : Math.min(data.rate, Math.max(shown, data.rate / 2)) * 0.95;
    refillPace(data, now, 0);
  }
  data.since = now;
  data.accepted = 0;
}

function speedUp(data: PaceData): void {
  data.accepted += 1;
  data.answers += 1;
  if (data.answers < data.patience * Math.min(data.most, 10)) return;
  data.answers = 0;
  if (data.rate > 0) data.rate *= 1.05;
  else data.most += 1;
}
