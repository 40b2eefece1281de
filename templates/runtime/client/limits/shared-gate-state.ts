/**
 * The state of a gate as it is kept in a store, with the calls of every process that shares it.
 */
import { isForgettable, maxTime, newGate, type GateData, type GateRules } from "./gate-state.js";
import { consume, isWindow, type WindowData } from "./policies/fixed-window.js";
import { countsIn, type Flight, type PolicyData } from "./policies/policy.js";
import { longestWait } from "./reset-header.js";
import { hasOwn } from "../../shared/has-own.js";

/**
 * Milliseconds of silence after which a process counts as dead, and its calls as sent. Less than most windows: a process that ends right
 * after its last answer must not hold up the others beyond the next reset.
 */
const longestSilence = 30_000;

/**
 * Milliseconds: who was heard of so lately when the store lost its state has calls under way still, as far as anybody knows. They count
 * for as long, unless it comes and says so itself.
 */
const recent = 2000;

type Rules = Pick<GateRules, "by" | "banRisk">;

/** A state in a store has been changed so often, since it began. */
const changesOf = ({ changes = 0 }: GateData): number => changes;

/**
 * Makes up for what a store has lost that this process knows: all of it, or the last changes, as where a replica takes over. Counts the
 * change that is under way. `alone`: what else this process has learned without the store. `shift`: as of `merge`. Returns whether
 * anything was lost that still matters.
 */
export function restore(gate: GateData, known: GateData, isAhead: boolean, shift: number, now: number): boolean {
  const isLost = changesOf(known) > 0 && (gate.since !== known.since || changesOf(gate) < changesOf(known));
  // What was over long ago would only make the state worse that others have begun since.
  const isRestored = isLost && !isForgettable(known, now - shift);
  // A copy: where another process is faster, this is done anew.
  if (isAhead || isRestored) merge(gate, structuredClone(known), shift);
  if (isRestored)
    for (const flight of known.flights)
      // Each process puts in its own calls when it comes.
      if (flight.count > 0 && flight.seen + shift > now - recent && !gate.flights.some(({ by }) => by === flight.by))
        gate.flights.push({ ...flight, seen: now - longestSilence + recent });
  // Another beginning: so the others notice, too, each of them once.
  if (gate.since === undefined || (isLost && gate.since === known.since)) gate.since = Math.max(now, (known.since ?? 0) + 1);
  gate.changes = Math.max(changesOf(gate), changesOf(known)) + 1;
  return isRestored;
}

/** Milliseconds that a probe may take at most, as `admit` gives them; `alone`: where rejections risk a ban. */
const longestProbes = { usual: 60_000, alone: 300_000 };

/** Members of policies that are moments, and over. */
const pastMoments = ["at", "last", "since", "toldAt"] as const;

/** Milliseconds of jitter that a gate adds to what services are believed. */
const jitter = 120_000;

/**
 * Times further away than any process can have meant were written by one whose clock had jumped. They are cut to the longest possible, so
 * the jump does not reach the other processes.
 */
function clampTimes(gate: GateData, rules: Rules, now: number): void {
  const furthest = longestWait + jitter;
  gate.lease = Math.min(gate.lease, now + (rules.banRisk ? longestProbes.alone : longestProbes.usual));
  if (!gate.blocked) gate.until = Math.min(gate.until, now + furthest);
  for (const policy of gate.policies) {
    policy.resetAt = Math.min(policy.resetAt, now + Math.max(furthest, policy.window ?? 0));
    for (const name of pastMoments) if (policy[name] !== undefined) policy[name] = Math.min(policy[name], now);
    if (policy.until !== undefined) policy.until = Math.min(policy.until, now + furthest);
    for (const call of policy.calls ?? []) call[0] = Math.min(call[0], now + furthest);
  }
  for (const flight of gate.flights) flight.seen = Math.min(flight.seen, now);
}

/** The state out of a store's text, with this process's own calls as it knows them; a new one where there is none that can be read. */
export function readState(text: string | undefined, mine: readonly Flight[], rules: Rules, now: number): GateData {
  const { by } = rules;
  const gate = parsed(text);
  clampTimes(gate, rules, now);
  const flights: Flight[] = mine.filter((flight) => flight.by === by && flight.count > 0).map((flight) => ({ ...flight, seen: now }));
  for (const flight of gate.flights) {
    if (flight.by === by || flight.count <= 0) continue;
    if (flight.seen > now - longestSilence) flights.push(flight);
    // Other kinds have counted them when they were sent.
    else
      for (const policy of gate.policies)
        if (isWindow(policy) && countsIn(flight, policy)) consume(policy, flight.cost * flight.count, gate.sent);
  }
  gate.flights = flights;
  return gate;
}

function parsed(text = ""): GateData {
  try {
    const gate: unknown = JSON.parse(text);
    // Something else under the key is not ours to judge, and nothing that is missing may pass for an open gate.
    if (Object.keys(newGate()).every((member) => hasOwn(gate as object, member))) return gate as GateData; // of all its members
  } catch {
    // Nothing, or no JSON.
  }
  return newGate();
}

/** Takes up what this process has learned while it was alone. `shift`: milliseconds from the time of `alone` to that of `gate`. */
export function merge(gate: GateData, alone: GateData, shift: number): void {
  const moved = (moment: number): number => (moment > 0 && moment < maxTime ? moment + shift : moment);
  gate.known ||= alone.known;
  gate.sent = Math.max(gate.sent, alone.sent);
  gate.mismatch ||= alone.mismatch;
  gate.strikes = Math.max(gate.strikes, alone.strikes);
  gate.signs = Math.max(gate.signs, alone.signs);
  gate.trust = Math.min(gate.trust, alone.trust);
  gate.rejectedAt = Math.max(gate.rejectedAt, moved(alone.rejectedAt));
  if (moved(alone.lease) > gate.lease) Object.assign(gate, { lease: moved(alone.lease), probe: alone.probe });
  else if (alone.lease === 0 && alone.probe === gate.probe) gate.lease = 0;
  if (moved(alone.until) > gate.until) {
    const { source, policy, blocked } = alone;
    Object.assign(gate, { until: moved(alone.until), source, policy, blocked });
  }
  // No answer to a call from before opens what another process may have shut.
  if (gate.epoch !== alone.epoch) gate.epoch = Math.max(gate.epoch, alone.epoch) + 1;
  if (gate.mismatch) gate.policies = gate.policies.filter((policy) => !policy.planned || !isWindow(policy));
  for (const policy of alone.policies) {
    if (isWindow(policy)) mergeWindow(gate, policy, moved);
    else mergePolicy(gate, policy, moved);
  }
}

type Move = (moment: number) => number;

const isSame = (one: PolicyData, other: PolicyData): boolean =>
  one.kind === other.kind && one.name === other.name && one.limit === other.limit;

/** Both have counted calls of which the other does not know: what is left is what the stricter of them says. */
function mergePolicy(gate: GateData, policy: PolicyData, moved: Move): void {
  const own = { ...policy, resetAt: moved(policy.resetAt) };
  for (const name of [...pastMoments, "until"] as const) if (policy[name] !== undefined) own[name] = moved(policy[name]);
  if (policy.calls !== undefined) own.calls = policy.calls.map(([at, cost]) => [moved(at), cost]);
  const index = gate.policies.findIndex((one) => isSame(one, policy));
  const other = gate.policies[index];
  if (other === undefined) {
    gate.policies.push(own);
    return;
  }
  if (own.calls !== undefined) own.calls = mergedCalls(own.calls, other.calls ?? []);
  if (own.level !== undefined) own.level = Math.min(own.level, other.level ?? own.level);
  if (own.at !== undefined) own.at = Math.max(own.at, other.at ?? 0);
  own.resetAt = Math.max(own.resetAt, other.resetAt);
  gate.policies[index] = own;
}

type Calls = NonNullable<PolicyData["calls"]>;

/** Those of both; what both have at one moment is the same calls. */
function mergedCalls(one: Calls, other: Calls): Calls {
  const costs = new Map(one);
  for (const [at, cost] of other) costs.set(at, Math.max(cost, costs.get(at) ?? 0));
  return [...costs].sort(([a], [b]) => a - b);
}

function mergeWindow(gate: GateData, policy: WindowData, moved: Move): void {
  if (policy.planned && gate.mismatch) return;
  const other = gate.policies.find((one): one is WindowData => isWindow(one) && isSame(one, policy));
  const resetAt = moved(policy.resetAt);
  // The longer list has more of those that the other does not know.
  const [unreported = []] = [policy.unreported, other?.unreported ?? []].sort((one, two) => two.length - one.length);
  const own = {
    resetAt,
    at: moved(policy.at),
    since: moved(policy.since),
    toldAt: moved(policy.toldAt),
    unreported,
    ...(policy.last !== undefined && { last: moved(policy.last) }),
    ...(policy.until !== undefined && { until: moved(policy.until) }),
  };
  if (other === undefined) gate.policies.push({ ...policy, ...own });
  else if (resetAt > other.resetAt + 1500) Object.assign(other, policy, own);
  else {
    other.unreported = unreported;
    if (resetAt <= other.resetAt - 1500) return;
    other.remaining = Math.min(other.remaining, policy.remaining);
    other.least = Math.min(other.least, policy.least);
    other.toldAt = Math.max(other.toldAt, own.toldAt);
  }
}

/** Milliseconds that a state has something to say. */
export function timeToLive(gate: GateData, now: number): number {
  const last = Math.max(gate.rejectedAt, gate.until, gate.lease, now + longestSilence, ...gate.policies.map(({ resetAt }) => resetAt));
  return Math.min(Math.ceil(last - now) + 600_000, 31 * 86_400_000);
}
