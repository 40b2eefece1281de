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
  /** What a call costs on average, of how many calls that is known, and the square of how far a call is from it. */
  cost: number;
  known: number;
  variance: number;
  /** Calls that were answered since none was under way, and what has been spent since then. */
  answers: number;
  spent: number;
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
  settled(policy, { isRejected }, gate) {
    if (!isRejected) learnCost(policy, callsInFlight(gate, policy) > 0);
  },
  left: (policy, now) => Math.floor(unitsLeft(policy, now)),
};

const unitsLeft = ({ limit, level, at, rate, resetAt }: UnitData, now: number): number =>
  now >= resetAt && resetAt > 0 ? limit : Math.min(limit, level + (now - at) * rate);

/** By so many standard deviations calls may cost more than on average. */
const deviations = 3;

/** What calls cost is known of so many of the last. */
const enoughCosts = 32;

function roomInUnits(data: UnitData, now: number, underWay: number): number {
  const left = unitsLeft(data, now);
  const { cost, variance, known, limit, rate, resetAt } = data;
  const calls = underWay + 1;
  // Few calls say little of what others cost: not all that seem to fit go with them.
  if (known < enoughCosts && underWay > 4 * known && left < 4 * cost * calls) return unknownTime;
  const needed = cost * calls + deviations * Math.sqrt(variance * (calls + (calls * calls) / Math.max(1, known)));
  // One that seems to take more than there ever is goes when all of it is there: it may take less.
  const enough = underWay > 0 ? needed : Math.min(limit, needed);
  if (left > 0 && left >= enough) return admissible;
  if (underWay > 0) return unknownTime;
  return rate > 0 ? now + Math.ceil((enough - left + 1) / rate) : resetAt;
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
      at: now,
      rate: 0,
      // All that is used, as far as anybody knows: fewer go at once until more is known.
      cost: limit - remaining,
      known: 0,
      variance: 0,
      answers: 0,
      spent: limit - remaining,
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
  data.spent += Math.max(0, expected - remaining);
  data.level = remaining;
  data.at = now;
  data.resetAt = resetAt;
}

/** What calls cost is told of all that have been answered, and of none that has not, when none is under way. */
function learnCost(data: UnitData, isMoreUnderWay: boolean): void {
  const { spent, cost, known, variance } = data;
  const answers = (data.answers += 1);
  if (isMoreUnderWay && answers < enoughCosts && (cost > 0 || spent <= 0)) return;
  if (spent <= 0 && cost > 0) return;
  data.answers = data.spent = 0;
  // Of those that have cost nothing that was seen nothing is known.
  const before = cost > 0 || spent <= 0 ? known : 0;
  const deviation = (spent - answers * cost) ** 2 / answers;
  // Sooner when it grows than when it falls.
  if (!isMoreUnderWay && before > 0) data.variance += (deviation - variance) * Math.max(deviation > variance ? 0.3 : 0.05, 1 / before);
  data.cost = (cost * before + spent) / (before + answers);
  data.known = Math.min(enoughCosts, before + answers);
}
