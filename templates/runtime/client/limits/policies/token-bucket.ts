/** A token or leaky bucket: so many at once, and then as many per second as it is refilled with. */
import type { PolicyReading } from "../limit-header-types.js";
import {
  admissible,
  callsInFlight,
  keyOf,
  reservedCost,
  type CallKind,
  type CallOutcome,
  type GateView,
  type PolicyData,
  type PolicyKind,
  type SentCall,
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
  /** What calls have taken since it is known. */
  taken: number;
  /** What is kept back: calls do not takeFromBucket the same time on their way, so that they arrive closer together than they were sent. */
  margin: number;
}

/** By so many milliseconds calls may be expected to come closer together on their way. */
const usualJitter = 25;

export const tokenBucket: PolicyKind = {
  kind: "bucket",
  plan: (name, limit) => ("rate" in limit ? newBucket(name, limit.burst, limit.rate / 1000, true) : undefined),
  restrict(known, other) {
    const [data, { rate, limit }] = [known as BucketData, other as BucketData];
    data.rate = Math.min(data.rate, rate);
    data.limit = Math.min(data.limit, limit);
    data.level = Math.min(data.level, limit);
  },
  room: (policy, call, now) => roomInBucket(policy as BucketData, call, now),
  mark: (policy) => (policy as BucketData).taken,
  sent(policy, { cost }, now) {
    takeFromBucket(policy as BucketData, cost, now);
  },
  unsent(policy, { call, at }) {
    takeFromBucket(policy as BucketData, -call.cost, at);
  },
  settled(policy, outcome) {
    if (outcome.isRejected) bucketWasEmpty(policy as BucketData, outcome);
  },
  told(gate, outcome, readings) {
    for (const reading of readings) applyBucketReading(gate, outcome, reading);
  },
  holds(policy, call, now) {
    const at = roomInBucket(policy as BucketData, call, now);
    return at > now ? { at, source: policy.reported === true ? "reset" : "plan" } : undefined;
  },
  left: (policy, now) => Math.floor(levelOfBucket(policy as BucketData, now)),
};

const newBucket = (name: string | undefined, limit: number, rate: number, planned: boolean): BucketData => ({
  kind: "bucket",
  name,
  limit,
  rate,
  level: limit,
  at: 0,
  taken: 0,
  // All of it may be had at once where it was full: the first of many comes no later than the others.
  margin: Math.min(limit / 4, rate * usualJitter),
  planned,
  resetAt: 0,
});

const levelOfBucket = ({ limit, level, at, rate }: BucketData, now: number): number =>
  Math.min(limit, level + Math.max(0, now - at) * rate);

function roomInBucket(data: BucketData, { cost }: CallKind, now: number): number {
  const { limit, rate, margin } = data;
  if (cost > Math.max(1, limit)) return Infinity;
  const lacking = Math.min(limit, cost + margin) - levelOfBucket(data, now);
  return lacking <= 0 ? admissible : now + Math.ceil(lacking / rate);
}

function takeFromBucket(data: BucketData, cost: number, now: number): void {
  const moment = Math.max(now, data.at);
  setBucketLevel(data, levelOfBucket(data, moment) - cost, moment);
  data.taken += cost;
}

function setBucketLevel(data: BucketData, level: number, moment: number): void {
  data.level = level;
  data.at = moment;
  data.resetAt = moment + (data.limit - level) / data.rate;
}

/** There was not enough when it was sent, whatever was reckoned: it has taken nothing, and the bucket was empty. */
function bucketWasEmpty(data: BucketData, { ticket, reading, isCurrent, now }: CallOutcome): void {
  const empty = (now - ticket.at) * data.rate - sentSince(data, ticket);
  setBucketLevel(data, Math.min(levelOfBucket(data, now) + ticket.call.cost, empty), now);
  if (isCurrent && reading?.retryIn === undefined) data.margin = Math.min(data.limit / 2, data.margin + data.rate * usualJitter);
}

/** What was taken by calls that were sent after one. */
const sentSince = (data: BucketData, { marks }: SentCall): number => data.taken - (marks.get(keyOf(data)) ?? data.taken);

/**
 * What an answer says was so at some moment after its call was sent. Calls that were sent before may not have been counted then, and those
 * sent since may have been: so it gives bounds, and what was reckoned is kept where it lies between them.
 */
function applyBucketReading(gate: GateView, { ticket, now }: CallOutcome, { name, limit, remaining, refill }: PolicyReading): void {
  let data = gate.policies.find(
    (one): one is BucketData => one.kind === "bucket" && (one.name === name || (name === undefined && one.limit === limit)),
  );
  if (data === undefined) {
    if (limit === undefined || refill === undefined) return;
    gate.policies.push((data = newBucket(name, limit, limit / refill, false)));
    setBucketLevel(data, limit, now);
    data.level -= callsInFlight(gate, data);
  }
  data.reported = true;
  if (limit !== undefined && limit !== data.limit && limit > 0) {
    data.rate *= limit / data.limit;
    data.limit = limit;
  }
  if (remaining === undefined) return;
  const since = sentSince(data, ticket);
  const most = remaining + (now - ticket.at) * data.rate - since;
  const least = Math.min(data.limit, remaining - since - reservedCost(gate, data));
  setBucketLevel(data, Math.max(least, Math.min(levelOfBucket(data, now), most)), now);
}
