/** A token or leaky bucket: so many at once, and then as many per second as it is refilled with. */
import type { PolicyReading } from "../limit-header-types.js";
import { addCall, sentAt, takeOut, type SentCalls } from "./sent-calls.js";
import { isTold } from "./told-limits.js";
import {
  admissible,
  costOf,
  countsIn,
  isOfPolicy,
  isOfRequests,
  longestJourney,
  reservedCost,
  type CallKind,
  type CallOutcome,
  type GateView,
  type PolicyData,
  type PolicyKind,
  type SentCall,
  widened,
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
  /** What was sent up to then is in the level only as far as an answer has told it. */
  since: number;
  /** Whether a call was rejected although there should have been enough: what is told to be left is too much, or others take it. */
  isDoubted: boolean;
  /** Milliseconds more than it takes to fill: calls do not take the same time on their way, so that they arrive closer together than they were sent. */
  margin: number;
}

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
  soonest(policy, call, before, now) {
    // It may be another plan.
    if (policy.untold !== true && policy.reported !== true) return 0;
    // What an answer tells may be more than is known here.
    const level = policy.untold ? levelOfBucket(policy, now) - policy.margin * policy.rate : policy.limit;
    return now + ((before + 1) * costOf(call, policy) - level) / policy.rate;
  },
  sent(policy, call, now) {
    takeFromBucket(policy, costOf(call, policy), now);
  },
  unsent: returnToBucket,
  settled(policy, outcome) {
    policy.margin = widened(policy.margin, policy.limit / policy.rate / 2, outcome);
    if (outcome.isRejected) bucketWasEmpty(policy, outcome);
  },
  told: (gate, outcome, readings) => readings.filter((reading) => !tellBucket(gate, outcome, reading)),
  left: (policy, now) => Math.floor(Math.min(policy.limit, levelOfBucket(policy, now))),
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
  since: 0,
  isDoubted: false,
  // All of it may be had at once where it was full: the first of many comes no later than the others.
  margin: Math.min(limit / rate / 4, usualJitter),
  planned,
  resetAt: 0,
});

/** More than goes in where it has been full for as long as the margin. */
const levelOfBucket = ({ limit, level, at, rate, margin }: BucketData, now: number): number =>
  Math.min(limit + margin * rate, level + Math.max(0, now - at) * rate);

function roomInBucket(data: BucketData, call: CallKind, now: number): number {
  const cost = costOf(call, data);
  const { limit, rate, margin } = data;
  if (cost > Math.max(1, limit)) return Infinity;
  const lacking = Math.min(limit, cost) + margin * rate - levelOfBucket(data, now);
  return lacking <= 0 ? admissible : now + Math.ceil(lacking / rate);
}

function takeFromBucket(data: BucketData, cost: number, now: number): void {
  const moment = Math.max(now, data.at);
  setBucketLevel(data, Math.min(data.limit, levelOfBucket(data, moment)) - cost, moment);
  data.calls = addCall(data.calls, moment, cost, moment - remembered, longestJourney / 5);
}

function returnToBucket(data: BucketData, { call, at }: SentCall): void {
  const { limit, rate, margin } = data;
  const cost = costOf(call, data);
  data.calls = takeOut(data.calls, at, cost, longestJourney / 5);
  // What an answer has told since has nothing of it.
  if (at <= data.since) return;
  // The service's may have been full meanwhile: then nothing has come to it that would have come without the call.
  const level = data.level + Math.max(0, cost - (data.at - at) * rate);
  // It was full for long enough for the call.
  setBucketLevel(data, level < limit ? level : Math.max(limit, cost + margin * rate), data.at);
}

/** For so many milliseconds what was sent is remembered. */
const remembered = 10_000;

/** What was sent after a moment. */
const sentAfter = ({ calls }: BucketData, moment: number): number => sentAt(calls, (at) => at > moment);

function setBucketLevel(data: BucketData, level: number, moment: number): void {
  data.level = level;
  data.at = moment;
  data.resetAt = moment + (data.limit - level) / data.rate + data.margin;
}

/** There is at most, or at least, what was told, less what was sent after a moment. */
function boundLevel(data: BucketData, choose: typeof Math.min, told: number, moment: number): void {
  const level = choose(data.level, Math.min(data.limit, told - sentAfter(data, moment)));
  if (level !== data.level) data.since = moment;
  setBucketLevel(data, level, data.at);
}

/** There was not enough when it was sent, whatever was reckoned: it has taken nothing, and the bucket was empty. */
function bucketWasEmpty(data: BucketData, { ticket, now }: CallOutcome): void {
  setBucketLevel(data, levelOfBucket(data, now) + costOf(ticket.call, data), now);
  boundLevel(data, Math.min, (now - ticket.at) * data.rate, ticket.at + longestJourney);
  data.isDoubted = true;
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
    if (!limit || !refill || !isOfRequests(reading)) return false;
    gate.policies.push((data = newBucket(name, limit, limit / refill, false)));
    data.reported = true;
    // Of what was sent before nothing is remembered: what is under way may not have been counted yet.
    setBucketLevel(data, (remaining ?? limit) - reservedCost(gate, data), now);
    return true;
  }
  data.reported = true;
  if (limit) {
    data.rate *= limit / data.limit;
    data.limit = limit;
    data.window = limit / data.rate;
  }
  if (remaining === undefined || ticket.at < now - remembered) return true;
  const own = ticket.call.exempt || !countsIn(ticket.call, data) ? 0 : costOf(ticket.call, data);
  setBucketLevel(data, levelOfBucket(data, now), now);
  boundLevel(data, Math.min, remaining + (now - ticket.at) * data.rate, ticket.at + longestJourney);
  if (!data.isDoubted) boundLevel(data, Math.max, remaining + own, ticket.at - longestJourney);
  return true;
}
