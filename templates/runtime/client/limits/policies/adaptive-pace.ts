/**
 * Where a service turns calls away and tells none of its limits. With a time to come back, it has a window, and what it took since the last
 * one is its quota: so much is sent at once when it is open again, and then one call at a time, until it turns one away. Without a time:
 * fewer calls at once, and once there is but one, fewer calls in a time. Each rejection lowers what is allowed to what the service has just
 * shown that it bears; answers raise it again, little by little.
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
  /** Answers since it was changed, and how many of them for each call under way it takes to allow one more. */
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
  /** What the service took between two times that it was closed until a time that it told; 0 where it told none. */
  quota: number;
  /** What was sent since it opened. */
  spent: number;
}

export const adaptivePace: PolicyKind<PaceData> = {
  kind: "pace",
  plan: () => undefined,
  room: (policy, _, now, gate) => roomInPace(policy, now, gate),
  sent(policy, _, now) {
    changePace(policy, now, 1);
  },
  unsent(policy, { at }) {
    changePace(policy, Math.max(at, policy.at), -1);
  },
  told(gate, { ticket, reading }, readings) {
    const isKnown = gate.policies.some(({ planned, reported, kind }) => kind !== "pace" && (planned || reported === true));
    const known = gate.policies.findIndex(({ kind }) => kind === "pace");
    if (isKnown && known !== -1) gate.policies.splice(known, 1);
    if (!isKnown && known === -1 && reading !== undefined) gate.policies.push(newPace(ticket.at));
    return readings;
  },
  settled(data, outcome, gate) {
    if (outcome.isRejected) {
      if (outcome.reading?.retryIn === undefined) slowDown(data, outcome, gate);
    } else if (outcome.reading !== undefined) speedUp(data, outcome);
  },
  left: (policy, _, gate) => policy.most - callsInFlight(gate, policy),
};

const newPace = (since: number): PaceData => ({
  kind: "pace",
  most: unlimited,
  answers: 0,
  patience: 1,
  rate: 0,
  level: 1,
  at: since,
  accepted: 0,
  since,
  quota: 0,
  spent: 0,
  planned: false,
  resetAt: 0,
});

function roomInPace(data: PaceData, now: number, gate: GateView): number {
  const underWay = callsInFlight(gate, data);
  if (data.quota > 0) return data.spent < data.quota || underWay === 0 ? admissible : unknownTime;
  if (underWay >= data.most) return unknownTime;
  const next = nextPaced(data, now);
  return next > now ? next : admissible;
}

/** What has come together while nothing could be sent may go at once: that of so many milliseconds. */
const savings = 3000;

const levelOfPace = ({ level, at, rate }: PaceData, now: number): number =>
  Math.min(Math.max(1, rate * savings), level + Math.max(0, now - at) * rate);

const nextPaced = (data: PaceData, now: number): number =>
  data.rate === 0 ? now : now + Math.ceil(Math.max(0, 1 - levelOfPace(data, now)) / data.rate);

function changePace(data: PaceData, now: number, sent: number): void {
  data.level = data.rate === 0 ? 1 : levelOfPace(data, now) - sent;
  data.at = now;
  data.spent += sent;
  data.resetAt = now + memoryOfPace;
}

/** Milliseconds without a call after which nobody needs to know what a service took. */
const memoryOfPace = 600_000;

function slowDown(data: PaceData, { isCurrent, ticket, now }: CallOutcome, gate: GateView): void {
  const others = callsInFlight(gate, data);
  // Those that the service still works at, it has accepted.
  data.most = Math.max(1, Math.min(data.most, others));
  data.quota = 0;
  if (!isCurrent) return;
  data.patience = Math.min(data.patience * 2, 16);
  data.answers = 0;
  const time = now - data.since;
  if (others === 0 && !ticket.shut && data.accepted > 0 && time > 0) {
    const shown = data.accepted / time;
    data.rate = data.rate === 0 ? shown : Math.min(data.rate, Math.max(shown, data.rate / 2));
    data.level = Math.min(1, data.level);
    data.at = now;
  }
  data.since = now;
  data.accepted = 0;
}

function speedUp(data: PaceData, { ticket }: CallOutcome): void {
  if (ticket.shut && data.rate === 0 && data.most === unlimited) {
    // It is open again: what it took before is what it takes.
    data.quota = Math.max(data.accepted, 1);
    data.reported = true;
    Object.assign(data, { accepted: 0, spent: 1 });
  }
  data.accepted += 1;
  data.answers += 1;
  if (data.rate > 0) data.rate *= 1 + growth;
  else if (data.answers >= data.patience * data.most) {
    data.answers = 0;
    data.most += 1;
  }
}

/** With each answer the service may take so much more. */
const growth = 0.03;
