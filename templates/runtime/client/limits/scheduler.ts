/** The work at a gate: applies the outcomes of calls, admits calls, rejects calls that wait too long, and sets the next timer. */
import type { Clock } from "./clock.js";
import type { GateMode, LimitEvent, LimitState } from "./gate.js";
import { expired, type Leases } from "./gate-leases.js";
import { addPlan, tellPolicies, type PlannedLimit } from "./gate-policies.js";
import { anyEntry, newQueue, offer, remove, type Entry, type Lane, type Queue } from "./gate-queue.js";
import { admit, inFlightCount, release, modeOf, maxTime, newGate, blockingLimit, settle } from "./gate-state.js";
import type { CountedCall, GateData, GateRules, Settlement, Ticket } from "./gate-state.js";
import type { GateSync } from "./gate-store.js";
import { fixedWindow } from "./policies/fixed-window.js";
import { unknownTime, type LimitNotice, type PolicyKind } from "./policies/policy.js";
import { KeyBlockedError, RateLimitError } from "./rate-limit-error.js";

/** A gate in one process, whether its state is its own or in a store. */
export interface Scheduler {
  readonly origin: string;
  readonly clock: Clock;
  readonly rules: GateRules & { readonly kinds: Map<string, PolicyKind> };
  readonly queue: Queue;
  /** The policies of the clients' plans, each once. */
  readonly plan: Map<string, PlannedLimit>;
  readonly listeners: Set<(event: LimitEvent) => void>;
  readonly warned: Set<string>;
  /** The state as it was last seen, in the time of the store where there is one. */
  gate: GateData;
  /** Milliseconds that the state's time is ahead of the clock. */
  offset: number;
  /** What has happened since, and is not applied yet. */
  pending: PendingChange[];
  /** The state that was last reported. */
  mode: GateMode;
  /** Until when it has been reported, by the kinds of calls, that a policy holds them back. */
  readonly held: Map<string, number>;
  sharing?: GateSync | undefined;
  /** Calls in flight. */
  readonly leases: Leases;
  /** Where requests have contexts of their own: admitted calls that do not know it yet. */
  readonly granted: Set<Entry>;
  /** When somebody has to look at the state again, in the clock's time. */
  pollAt: number;
  /** Whether a call waits for an answer: nobody can know when it comes. */
  isStuck: boolean;
}

/** Adds to `notices` what to report. */
export type PendingChange = (gate: GateData, now: number, notices: LimitNotice[]) => void;

/** A call that waits no longer: without a ticket it would have to wait too long. */
type Leaving = readonly [Entry, Ticket | undefined];

/** What came of working on a state. */
export interface DrainResult {
  /** How many pending changes were applied. */
  readonly pending: number;
  readonly notices: readonly LimitNotice[];
  readonly leaving: readonly Leaving[];
  readonly streak: number;
  /** How many calls had arrived, and the soonest deadlines of the lanes that were visited. */
  readonly count: number;
  readonly deadlines: readonly (readonly [Lane, number])[];
  /** When to poll again. */
  readonly pollAt: number;
  /** Whether a call waits for an answer, perhaps to a call of another process. */
  readonly isStuck: boolean;
  readonly now: number;
  readonly offset: number;
}

export function newScheduler(origin: string, clock: Clock, random: () => number, warned: Set<string>): Scheduler {
  const kinds = new Map<string, PolicyKind>([[fixedWindow.kind, fixedWindow]]); // and what else the clients name
  return {
    origin,
    clock,
    rules: { kinds, maxConcurrency: Infinity, banRisk: false, random, by: String(random()) },
    queue: newQueue(),
    plan: new Map(),
    listeners: new Set(),
    warned,
    gate: newGate(),
    offset: 0,
    pending: [],
    mode: "cold",
    held: new Map(),
    leases: { ends: new Map(), soonest: Infinity },
    granted: new Set(),
    pollAt: Infinity,
    isStuck: false,
  };
}

/** Sees to what there is to do. */
export function drain(scheduler: Scheduler): void {
  for (const ticket of expired(scheduler.leases, scheduler.clock.now()))
    queueSettlement(scheduler, { ticket, status: 0, reading: undefined });
  for (const entry of scheduler.granted) {
    if (!isAbandoned(scheduler, entry)) break;
    revokeGrant(scheduler, entry);
  }
  if (scheduler.sharing === undefined)
    commitDrain(scheduler, scheduler.gate, applyPending(scheduler, scheduler.gate, scheduler.clock.now()));
  else scheduler.sharing.wake();
}

/** What has become of a call is to be taken up. */
export function queueSettlement(scheduler: Scheduler, settlement: Settlement): PendingChange {
  const change: PendingChange = (gate, now, notices) => {
    settle(gate, settlement, now, scheduler.rules, notices);
  };
  scheduler.pending.push(change);
  return change;
}

/** Applies pending changes to `gate`, and admits the calls that can go. Changes nothing else: it may be done again, on another state. */
export function applyPending(scheduler: Scheduler, gate: GateData, now: number): DrainResult {
  const { pending, queue, rules } = scheduler;
  const offset = scheduler.sharing === undefined ? 0 : now - scheduler.clock.now();
  if (scheduler.sharing !== undefined) addPlan(gate, scheduler.plan.values(), rules.kinds);
  const notices: LimitNotice[] = [];
  for (const change of pending) change(gate, now, notices);
  const leaving: Leaving[] = [];
  // What has been said of a call is true of every other one of its kind.
  const reopening = new Map<string, number>();
  const { streak, staying } = offer(queue, (entry, lane) => {
    if (isAbandoned(scheduler, entry)) return leaving.push([entry, undefined]) > 0;
    if (reopening.has(lane.kind)) return false;
    const ticket = admit(gate, entry.call, now, rules);
    if (typeof ticket === "object") return leaving.push([entry, ticket]) > 0;
    reopening.set(lane.kind, ticket);
    return false;
  });
  let pollAt = Infinity;
  let isStuck = false;
  const deadlines: [Lane, number][] = [];
  for (const { lane, entry: start } of staying) {
    const at = reopening.get(lane.kind) ?? unknownTime;
    const isHopeless = at === Infinity || (gate.blocked && at === gate.until);
    const turnOf = (before: number): number => {
      let turn = isHopeless ? Infinity : Math.max(at, now + 1);
      tellPolicies(gate, lane.call, rules.kinds, (kind, policy) => {
        turn = Math.max(turn, kind.soonest?.(policy, lane.call, before, now) ?? 0);
      });
      return turn - offset;
    };
    const soonest = lane.soonest + offset;
    // Only now: to go through a line at each answer would take ever longer, the longer it is.
    if (isHopeless || at > soonest || (scheduler.sharing !== undefined && now >= soonest)) {
      deadlines.push([lane, leaveLate(leaving, start, turnOf(0))]);
    } else {
      // From its end on, those who come too late. Some who leave may be of other lanes: then the next look finds the rest.
      let before = lane.size - leaving.length;
      for (let { last } = lane; last !== undefined && (before -= 1) >= 0 && turnOf(before) > last.deadline; last = last.before)
        leaving.push([last, undefined]);
    }
    isStuck ||= at === unknownTime;
    pollAt = Math.min(pollAt, at === unknownTime ? nextChange(gate, scheduler.leases.soonest + offset, now) : at);
  }
  return {
    pending: pending.length,
    notices,
    leaving,
    streak,
    count: queue.count,
    deadlines,
    pollAt,
    isStuck,
    now,
    offset,
  };
}

/** When a call that waits for an answer may go without it: a probe, or a call, counts as lost, or a window is over. */
const nextChange = (gate: GateData, soonest: number, now: number): number =>
  Math.min(soonest, ...[gate.lease, ...gate.policies.flatMap(({ resetAt, until = 0 }) => [resetAt, until])].filter((at) => at > now));

/** Lets those of a lane leave, from one on, whose deadline is before `end`, all where that is Infinity. Gives the soonest of the others'. */
function leaveLate(leaving: Leaving[], start: Entry | undefined, end: number): number {
  let soonest = Infinity;
  for (let entry = start; entry !== undefined; entry = entry.after) {
    if (entry.deadline < end || end === Infinity) leaving.push([entry, undefined]);
    else soonest = Math.min(soonest, entry.deadline);
  }
  return soonest;
}

/** What was worked out holds: `gate` is the state now. */
export function commitDrain(scheduler: Scheduler, gate: GateData, done: DrainResult): void {
  const { pending, notices, leaving, streak, count, deadlines, pollAt, isStuck, now, offset } = done;
  const { queue, clock } = scheduler;
  scheduler.gate = gate;
  scheduler.offset = offset;
  scheduler.pending.splice(0, pending);
  queue.streak = streak;
  // Of those who have come while a store was at work it says nothing.
  if (queue.count === count) for (const [lane, soonest] of deadlines) lane.soonest = soonest;
  for (const [entry, ticket] of leaving) {
    if (!remove(queue, entry)) {
      if (ticket !== undefined) queueRelease(scheduler, ticket); // the caller has given up meanwhile
    } else if (ticket !== undefined) {
      entry.ticket = ticket;
      if (clock.perRequest) scheduler.granted.add(entry);
    } else if (!isAbandoned(scheduler, entry)) entry.error = rejectionError(scheduler, gate, entry.call, now, offset);
    entry.waiter?.wake();
  }
  scheduler.pollAt = pollAt - offset;
  scheduler.isStuck = isStuck;
  pollBy(scheduler, scheduler.pollAt);
  for (const { kind, policy } of notices) emitEvent(scheduler, kind, { policy });
  emitChanges(scheduler, now);
}

/** Takes the ticket of a call back that has not seen it yet. */
export function revokeGrant(scheduler: Scheduler, entry: Entry): void {
  if (scheduler.granted.delete(entry) && entry.ticket !== undefined) queueRelease(scheduler, entry.ticket);
  entry.ticket = undefined;
}

/** Milliseconds that a call may be late with its poll before its request counts as dead. */
const gracePeriod = 1000;

/** Whether a call that waits does so no longer, as far as one can see: its request has ended without a word. */
function isAbandoned({ clock }: Scheduler, { pollAt }: Entry): boolean {
  return clock.perRequest && clock.now() > pollAt + gracePeriod;
}

/** Somebody who waits looks then. Where requests have contexts of their own, everybody looks at times of their own. */
export function pollBy(scheduler: Scheduler, moment: number): void {
  scheduler.pollAt = Math.min(scheduler.pollAt, moment);
  if (!scheduler.clock.perRequest) anyEntry(scheduler.queue)?.waiter?.wakeBy(scheduler.pollAt);
}

/** Takes back an admitted call that has not been sent. */
export function queueRelease(scheduler: Scheduler, ticket: Ticket): PendingChange {
  const change: PendingChange = (gate, now) => {
    release(gate, ticket, now, scheduler.rules);
  };
  scheduler.pending.push(change);
  return change;
}

/** What a call is rejected with instead of waiting. */
export function rejectionError(
  { rules }: Scheduler,
  gate: GateData,
  call: CountedCall,
  now: number,
  offset: number,
  cause?: unknown,
): Error {
  const { at, source, policy } = blockingLimit(gate, call, now, rules.kinds);
  const date = new Date(at === maxTime ? maxTime : at - offset);
  if (gate.blocked && gate.until > now) return new KeyBlockedError(at === maxTime ? undefined : date);
  const limit = policy === undefined ? "the limit" : `the limit "${policy}"`;
  const message = at === maxTime ? `Never: the call costs more than ${limit} has in a window (${source})` : undefined;
  return new RateLimitError(date, source, policy, { cause, message });
}

export function limitStateOf({ gate, queue, clock, offset, rules: { kinds } }: Scheduler): LimitState {
  const now = clock.now() + offset;
  const date = (moment: number): Date | undefined => (moment >= now && moment < maxTime ? new Date(moment - offset) : undefined);
  return {
    state: modeOf(gate, now),
    policies: gate.policies.flatMap((policy) => {
      const remaining = Math.max(kinds.get(policy.kind)?.left(policy, now, gate) ?? 0, 0);
      const { name, limit, reported = false } = policy;
      // A pace of which nothing is known yet is none.
      return remaining > maxTime / 2 ? [] : [{ name, limit, remaining, resetAt: date(policy.resetAt), reported }];
    }),
    waiting: queue.size,
    heldBack: [...queue.lanes.values()].map(({ call, size }) => {
      const { at, source, policy } = blockingLimit(gate, call, now, kinds);
      return { calls: size, policy, source, until: source === "queue" ? undefined : date(at) };
    }),
    inFlight: inFlightCount(gate),
    retryAt: gate.until > now ? date(gate.until) : undefined,
  };
}

/** Milliseconds between two reports that calls are held back: by a bucket each of them is. */
const heldPause = 1000;

/** Tells all who listen. */
export function emitEvent(scheduler: Scheduler, kind: LimitEvent["kind"], more?: Pick<LimitEvent, "policy" | "message">): void {
  // What a listener throws, at once or later, is not the call's fault.
  for (const listener of scheduler.listeners) {
    const event: LimitEvent = { kind, origin: scheduler.origin, limits: limitStateOf(scheduler), ...more };
    void Promise.resolve(event)
      .then(listener)
      .catch((): void => undefined);
  }
}

/** Tells of the gate's mode where it has changed, and of policies that hold calls back from now on. */
export function emitChanges(scheduler: Scheduler, now: number): void {
  const mode = modeOf(scheduler.gate, now);
  if (mode !== scheduler.mode) {
    scheduler.mode = mode;
    emitEvent(scheduler, "state");
  }
  for (const { kind, call } of scheduler.queue.lanes.values()) {
    if (now < (scheduler.held.get(kind) ?? 0)) continue;
    const { at, source, policy } = blockingLimit(scheduler.gate, call, now, scheduler.rules.kinds);
    if (source === "queue") continue;
    scheduler.held.set(kind, Math.max(at, now + heldPause));
    emitEvent(scheduler, "held-back", { policy });
  }
}
