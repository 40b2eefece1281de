/**
 * Units other than requests, as tokens or points are: what a call costs is known when its answer says what is left. Calls go while there is
 * enough left for as many as are under way, at what calls have cost lately.
 */
import type { PolicyReading } from "../limit-header-types.js";
import {
  admissible,
  callsInFlight,
  isOfRequests,
  unknownTime,
  type CallOutcome,
  type GateView,
  type PolicyData,
  type PolicyKind,
} from "./policy.js";

interface UnitData extends PolicyData {
  readonly kind: "unit";
  limit: number;
  /** What was left at `at`, as it was reported. */
  level: number;
  at: number;
  /** Per millisecond; 0 where all of it comes back at `resetAt`. */
  rate: number;
  /** What a call costs, as far as is known. */
  cost: number;
  /** Calls that were answered since `at`. */
  answers: number;
  /** How many calls had been sent by the latest whose answer is known. */
  order?: number;
}

export const otherUnits: PolicyKind<UnitData> = {
  kind: "unit",
  isUsedUp: true,
  // What a plan says is the service's to count: it is reported, or nobody knows it.
  plan: () => undefined,
  room: (policy, _, now, gate) => roomInUnits(policy, now, callsInFlight(gate, policy)),
  told(gate, outcome, readings) {
    return readings.filter((reading) => {
      if (isOfRequests(reading)) return true;
      applyUnitReading(gate, outcome, reading);
      return false;
    });
  },
  settled(policy) {
    policy.answers += 1;
  },
  left: (policy, now) => Math.floor(unitsLeft(policy, now)),
};

const unitsLeft = ({ limit, level, at, rate, resetAt }: UnitData, now: number): number =>
  now >= resetAt && resetAt > 0 ? limit : Math.min(limit, level + (now - at) * rate);

function roomInUnits(data: UnitData, now: number, underWay: number): number {
  const left = unitsLeft(data, now);
  const { cost, limit, rate, resetAt } = data;
  // One that seems to take more than there ever is goes when all of it is there: it may take less.
  if (left > 0 && left >= Math.min(limit, cost * (underWay + 1))) return admissible;
  if (underWay > 0) return unknownTime;
  return rate > 0 ? now + Math.ceil((Math.min(limit, cost) - left + 1) / rate) : resetAt;
}

function applyUnitReading(gate: GateView, { ticket, now }: CallOutcome, reading: PolicyReading): void {
  const { unit, name = unit, limit, remaining, resetIn, refill } = reading;
  let data = gate.policies.find((one): one is UnitData => one.kind === "unit" && one.name === name);
  if (remaining === undefined) return;
  if (data === undefined) {
    if (limit === undefined) return;
    const found: UnitData = {
      kind: "unit",
      name,
      limit,
      level: remaining,
      at: 0,
      rate: 0,
      // All that is used, as far as anybody knows: fewer go at once until more is known.
      cost: limit - remaining,
      answers: 0,
      planned: false,
      resetAt: 0,
    };
    gate.policies.push((data = found));
  }
  data.limit = limit ?? data.limit;
  data.reported = true;
  data.rate = refill === undefined ? 0 : data.limit / refill;
  const expected = unitsLeft(data, now);
  const reset = resetIn === undefined || data.rate > 0 ? 0 : now + resetIn;
  // The answer to a call that was sent sooner may be of the window before: the later end holds.
  const isOld = ticket.order < (data.order ?? 0);
  const resetAt = isOld ? Math.max(data.resetAt, reset) : reset;
  data.order = Math.max(data.order ?? 0, ticket.order);
  // More than was thought: something has come back, unless the answer is older than what is known.
  if (remaining > expected && (isOld || ticket.at < data.at)) {
    data.resetAt = Math.max(data.resetAt, resetAt);
    return;
  }
  const spent = (expected - remaining) / Math.max(1, data.answers);
  if (spent > 0) data.cost += (spent - data.cost) * (data.cost === 0 ? 1 : spent > data.cost ? 0.5 : 0.3);
  data.level = remaining;
  data.at = now;
  data.answers = 0;
  data.resetAt = resetAt;
}
