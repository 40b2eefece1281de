/** A token or leaky bucket: so many at once, and then as many per second as it is refilled with. */
import type { PolicyReading } from "../limit-header-types.js";
import { addCall, sentAt, type SentCalls } from "./sent-calls.js";
import { isTold } from "./told-limits.js";
import {
  admissible,
  costOf,
  callsInFlight,
  countsIn,
  isOfPolicy,
  type CallKind,
  type CallOutcome,
  type GateView,
  type PolicyData,
  type PolicyKind,
  unlimited,
} from "./policy.js";

interface BucketData extends PolicyData {
  readonly kind: "bucket";
  /** Per millisecond. */
  rate: number;
  /** What there is at most. */
  limit: number;
  /** What was left at `at`; may be less than nothing. */
  level: number;
  at: number;
  /** What was sent lately, in the order of moments. */
  calls: SentCalls;
  /** Whether a call was rejected although there should have been enough: what is told to be left is too much, or others take it. */
  isDoubted: boolean;
  /** What is kept back: calls do not take the same time on their way, so that they arrive closer together than they were sent. */
  margin: number;
}

/** Calls that were sent further apart come one after the other. Milliseconds. */
const longestJourney = 250;

/** By so many milliseconds calls may be expected to come closer together on their way. */
const usualJitter = 25;

export const tokenBucket: PolicyKind<BucketData> = {
  kind: "bucket",
  plan: (name, limit, limits) =>
    "rate" in limit ? { ...newBucket(name, limit.burst, limit.rate / 1000, true), untold: !isTold(limits, name) } : undefined,
  restrict(known, { limit, rate }) {
    known.limit = Math.min(known.limit, limit);
    known.rate = Math.min(known.rate, rate);
  },
  room: roomInBucket,
  sent(policy, call, now) {
    takeFromBucket(policy, costOf(call, policy), now);
  },
  unsent(policy, { call, at }) {
    // The service's may have been full meanwhile: then nothing has come to it that would have come without the call.
    const missed = Math.max(0, policy.at - at) * policy.rate;
    takeFromBucket(policy, -Math.max(0, costOf(call, policy) - missed), at);
  },
  settled(policy, outcome) {
    if (outcome.isRejected) bucketWasEmpty(policy, outcome);
  },
  told: (gate, outcome, readings) => readings.filter((reading) => !tellBucket(gate, outcome, reading)),
  left: (policy, now) => Math.floor(levelOfBucket(policy, now)),
};

const newBucket = (name: string | undefined, limit: number, rate: number, planned: boolean): BucketData => ({
  kind: "bucket",
  name,
  limit,
  rate,
  level: limit,
  window: limit / rate,
  at: 0,
  calls: [],
  isDoubted: false,
  // All of it may be had at once where it was full: the first of many comes no later than the others.
  margin: Math.min(limit / 4, rate * usualJitter),
  planned,
  resetAt: 0,
});

const levelOfBucket = ({ limit, level, at, rate }: BucketData, now: number): number =>
  Math.min(limit, level + Math.max(0, now - at) * rate);

function roomInBucket(data: BucketData, call: CallKind, now: number): number {
  const cost = costOf(call, data);
  const { limit, rate, margin } = data;
  if (cost > Math.max(1, limit)) return Infinity;
  const lacking = Math.min(limit, cost + margin) - levelOfBucket(data, now);
  return lacking <= 0 ? admissible : now + Math.ceil(lacking / rate);
}

function takeFromBucket(data: BucketData, cost: number, now: number): void {
  const moment = Math.max(now, data.at);
  setBucketLevel(data, levelOfBucket(data, moment) - cost, moment);
  data.calls = addCall(data.calls, moment, cost, moment - remembered, longestJourney / 5);
}

/** For so many milliseconds what was sent is remembered. */
const remembered = 10_000;

/** What was sent after a moment. */
const sentAfter = ({ calls }: BucketData, moment: number): number => sentAt(calls, (at) => at > moment);

function setBucketLevel(data: BucketData, level: number, moment: number): void {
  data.level = level;
  data.at = moment;
  data.resetAt = moment + (data.limit - level) / data.rate;
}

/** There was not enough when it was sent, whatever was reckoned: it has taken nothing, and the bucket was empty. */
function bucketWasEmpty(data: BucketData, { ticket, reading, isCurrent, now }: CallOutcome): void {
  const empty = (now - ticket.at) * data.rate - sentAfter(data, ticket.at + longestJourney);
  setBucketLevel(data, Math.min(levelOfBucket(data, now) + costOf(ticket.call, data), empty), now);
  data.isDoubted = true;
  if (isCurrent && reading?.retryIn === undefined) data.margin = Math.min(data.limit / 2, data.margin + data.rate * usualJitter);
}

/**
 * What an answer says was so when its call was counted. Calls that were sent within the time of a journey may overtake each other: of those
 * nobody knows which of them it includes. So it gives bounds, and what was reckoned is kept where it lies between them.
 */
function tellBucket(gate: GateView, { ticket, now }: CallOutcome, reading: PolicyReading): boolean {
  const { name, limit, remaining, refill } = reading;
  let data = gate.policies.find(
    (one): one is BucketData => one.kind === "bucket" && (isOfPolicy(one, reading) || (!one.planned && one.name === name)),
  );
  if (data === undefined) {
    if (limit === undefined || refill === undefined || (reading.unit ?? "requests") !== "requests") return false;
    gate.policies.push((data = newBucket(name, limit, limit / refill, false)));
    setBucketLevel(data, limit, now);
    data.level -= callsInFlight(gate, data);
  }
  data.reported = true;
  if (limit !== undefined && limit !== data.limit && limit > 0) {
    data.rate *= limit / data.limit;
    data.limit = limit;
    data.window = limit / data.rate;
  }
  if (remaining === undefined || ticket.at < now - remembered) return true;
  const most = remaining + (now - ticket.at) * data.rate - sentAfter(data, ticket.at + longestJourney);
  const own = ticket.call.exempt || !countsIn(ticket.call, data) ? 0 : costOf(ticket.call, data);
  const least = data.isDoubted ? -unlimited : remaining + own - sentAfter(data, ticket.at - longestJourney);
  setBucketLevel(data, Math.max(Math.min(data.limit, least), Math.min(levelOfBucket(data, now), most)), now);
  return true;
}
