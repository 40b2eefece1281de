/**
 * The work at a gate: taking up what has become of calls, letting others through, telling who waits too long, and looking at the
 * clock again.
 */
import type { Clock } from "./clock.js";
import type { GateMode, LimitEvent, LimitState } from "./gate.js";
import { expired, type Leases } from "./gate-leases.js";
import { addPlan, held } from "./gate-policies.js";
import { anyOf, newQueue, offer, remove, type Entry, type Line, type Queue } from "./gate-queue.js";
import { admit, flying, giveBack, modeOf, never, newGate, obstacle, settle, unknown } from "./gate-state.js";
import type { Counted, GateData, GateRules, Notice, Settlement, Ticket } from "./gate-state.js";
import type { Sharing } from "./gate-store.js";
import { KeyBlockedError, RateLimitError } from "./rate-limit-error.js";
import type { PolicyLimit } from "../../shared/rate-limits.js";

/** A gate in one process, whether its state is its own or in a store. */
export interface Desk {
  readonly origin: string;
  readonly clock: Clock;
  readonly rules: GateRules;
  readonly queue: Queue;
  /** The policies of the clients' plans, the smallest of each name. */
  readonly plan: Map<string, PolicyLimit>;
  readonly listeners: Set<(event: LimitEvent) => void>;
  readonly warned: Set<string>;
  /** The state as it was last seen, in the time of the store where there is one. */
  gate: GateData;
  /** Milliseconds that the state's time is ahead of the clock. */
  ahead: number;
  /** What has happened since, to be taken up. */
  news: Change[];
  /** What was last told. */
  mode: GateMode;
  sharing?: Sharing | undefined;
  /** Calls under way. */
  readonly leases: Leases;
  /** Where requests have contexts of their own: who has been let through and has not seen it yet. */
  readonly granted: Set<Entry>;
  /** When somebody has to look at the state again, in the clock's time. */
  next: number;
  /** Whether a call waits for an answer: nobody can know when it comes. */
  isStuck: boolean;
}

/** Adds to `notices` what is to be told of. */
export type Change = (gate: GateData, now: number, notices: Notice[]) => void;

/** What came of working on a state. */
export interface Work {
  /** How much of the news was taken up. */
  readonly news: number;
  readonly notices: readonly Notice[];
  /** Calls that go, with their tickets, and calls that would have to wait too long. */
  readonly leaving: readonly (readonly [Entry, Ticket | undefined])[];
  readonly streak: number;
  /** How many calls had come, and the soonest deadlines of the lines that were gone through. */
  readonly count: number;
  readonly deadlines: readonly (readonly [Line, number])[];
  /** When to look again. */
  readonly next: number;
  /** Whether a call waits for an answer, perhaps to a call of another process. */
  readonly isStuck: boolean;
  readonly now: number;
  readonly ahead: number;
}

export const newDesk = (origin: string, clock: Clock, random: () => number): Desk => ({
  origin,
  clock,
  rules: { maxConcurrency: Infinity, banRisk: false, random, by: String(random()) },
  queue: newQueue(),
  plan: new Map(),
  listeners: new Set(),
  warned: new Set(),
  gate: newGate(),
  ahead: 0,
  news: [],
  mode: "cold",
  leases: { ends: new Map(), soonest: Infinity },
  granted: new Set(),
  next: Infinity,
  isStuck: false,
});

/** Sees to what there is to do. */
export function attend(desk: Desk): void {
  for (const ticket of expired(desk.leases, desk.clock.now())) report(desk, { ticket, status: 0, reading: undefined });
  for (const entry of desk.granted) {
    if (!isGone(desk, entry)) break;
    withdraw(desk, entry);
  }
  if (desk.sharing === undefined) finish(desk, desk.gate, work(desk, desk.gate, desk.clock.now()));
  else desk.sharing.wake();
}

/** What has become of a call is to be taken up. */
export function report(desk: Desk, settlement: Settlement): Change {
  const change: Change = (gate, now, notices) => {
    settle(gate, settlement, now, desk.rules, notices);
  };
  desk.news.push(change);
  return change;
}

/** Takes up the news on `gate`, and lets through it who can go. Changes nothing else: it may be done again, on another state. */
export function work(desk: Desk, gate: GateData, now: number): Work {
  const { news, queue, rules } = desk;
  const ahead = desk.sharing === undefined ? 0 : now - desk.clock.now();
  if (desk.sharing !== undefined) addPlan(gate, desk.plan);
  const notices: Notice[] = [];
  for (const change of news) change(gate, now, notices);
  const leaving: [Entry, Ticket | undefined][] = [];
  // What has been said of a call is true of every other one of its kind.
  const reopening = new Map<string, number>();
  const { streak, staying } = offer(queue, (entry, line) => {
    if (isGone(desk, entry)) return leaving.push([entry, undefined]) > 0;
    if (reopening.has(line.kind)) return false;
    const ticket = admit(gate, entry.call, now, rules);
    if (typeof ticket === "object") return leaving.push([entry, ticket]) > 0;
    reopening.set(line.kind, ticket);
    return false;
  });
  let next = Infinity;
  let isStuck = false;
  const deadlines: [Line, number][] = [];
  for (const { line, entry: start } of staying) {
    const at = reopening.get(line.kind) ?? unknown;
    const isHopeless = at === Infinity || (gate.blocked && at === gate.until);
    let soonest = line.soonest + ahead;
    // Only now: to go through a line at each answer would take ever longer, the longer it is.
    if (isHopeless || at > soonest || (desk.sharing !== undefined && now >= soonest)) {
      const late = overdue(line, start, (deadline) => isHopeless || now >= deadline + ahead || at > deadline + ahead);
      for (const entry of late.entries) leaving.push([entry, undefined]);
      deadlines.push([line, late.soonest]);
      if (late.isAll) continue;
      soonest = late.soonest + ahead;
    }
    isStuck ||= at === unknown;
    next = Math.min(next, at === unknown ? Math.min(desk.leases.soonest + ahead, gate.lease > now ? gate.lease : Infinity) : at);
  }
  return { news: news.length, notices, leaving, streak, count: queue.count, deadlines, next, isStuck, now, ahead };
}

/** The calls of a line, from one on, whose deadline is too soon; the soonest of the others'; whether there are no others. */
function overdue(line: Line, start: Entry | undefined, isLate: (deadline: number) => boolean) {
  const entries: Entry[] = [];
  let soonest = Infinity;
  let isAll = true;
  let isStaying = false;
  for (let entry = line.first; entry !== undefined; entry = entry.after) {
    isStaying ||= entry === start;
    if (isStaying && isLate(entry.deadline)) entries.push(entry);
    else {
      soonest = Math.min(soonest, entry.deadline);
      isAll &&= !isStaying;
    }
  }
  return { entries, soonest, isAll };
}

/** What was worked out holds: `gate` is the state now. */
export function finish(desk: Desk, gate: GateData, done: Work): void {
  const { news, notices, leaving, streak, count, deadlines, next, isStuck, now, ahead } = done;
  const { queue, clock } = desk;
  desk.gate = gate;
  desk.ahead = ahead;
  desk.news.splice(0, news);
  queue.streak = streak;
  // Of those who have come while a store was at work it says nothing.
  if (queue.count === count) for (const [line, soonest] of deadlines) line.soonest = soonest;
  for (const [entry, ticket] of leaving) {
    if (!remove(queue, entry)) {
      if (ticket !== undefined) takeBack(desk, ticket); // the caller has given up meanwhile
    } else if (ticket !== undefined) {
      entry.ticket = ticket;
      if (clock.perRequest) desk.granted.add(entry);
    } else if (!isGone(desk, entry)) entry.error = refusal(gate, entry.call, now, ahead);
    entry.waiter?.wake();
  }
  desk.next = next - ahead;
  desk.isStuck = isStuck;
  lookBy(desk, desk.next);
  for (const { kind, policy } of notices) tell(desk, kind, policy === undefined ? {} : { policy });
  tellMode(desk, now);
}

/** Takes the ticket of a call back that has not seen it yet. */
export function withdraw(desk: Desk, entry: Entry): void {
  if (desk.granted.delete(entry) && entry.ticket !== undefined) takeBack(desk, entry.ticket);
  entry.ticket = undefined;
}

/** Milliseconds that a call may be late with its look, before its request is taken for dead. */
const patience = 1000;

/** Whether a call that waits does so no longer, as far as one can see: its request has ended without a word. */
function isGone({ clock }: Desk, { lookAt }: Entry): boolean {
  return clock.perRequest && clock.now() > lookAt + patience;
}

/** Somebody who waits looks then. Where requests have contexts of their own, everybody looks at times of their own. */
export function lookBy(desk: Desk, moment: number): void {
  desk.next = Math.min(desk.next, moment);
  if (!desk.clock.perRequest) anyOf(desk.queue)?.waiter?.wakeBy(desk.next);
}

/** Takes a call back that was let through and has not been sent. */
export function takeBack(desk: Desk, ticket: Ticket): void {
  desk.news.push((gate, now) => {
    giveBack(gate, ticket, now, desk.rules.by);
  });
}

/** What a call is rejected with instead of waiting. */
export function refusal(gate: GateData, call: Counted, now: number, ahead: number, cause?: unknown): Error {
  const { at, source, policy } = obstacle(gate, call, now);
  const date = new Date(Math.min(at - ahead, never));
  if (gate.blocked && gate.until > now) return new KeyBlockedError(at === never ? undefined : date);
  return new RateLimitError(date, source, policy, { cause });
}

export function stateOf({ gate, queue, clock, ahead }: Desk): LimitState {
  const now = clock.now() + ahead;
  const date = (moment: number): Date | undefined => (moment > 0 && moment < never ? new Date(moment - ahead) : undefined);
  return {
    state: modeOf(gate, now),
    policies: gate.policies.map((policy) => ({
      name: policy.name,
      limit: policy.limit,
      remaining: Math.max(policy.remaining - held(gate, policy), 0),
      resetAt: date(policy.resetAt),
      told: policy.told,
    })),
    waiting: queue.size,
    inFlight: flying(gate),
    retryAt: gate.until > now ? date(gate.until) : undefined,
  };
}

/** Tells all who listen. */
export function tell(desk: Desk, kind: LimitEvent["kind"], more?: Pick<LimitEvent, "policy" | "message">): void {
  // What a listener throws, at once or later, is not the call's fault.
  for (const listener of desk.listeners) {
    const event: LimitEvent = { kind, origin: desk.origin, limits: stateOf(desk), ...more };
    void Promise.resolve(event)
      .then(listener)
      .catch((): void => undefined);
  }
}

/** Tells of the gate's mode where it has changed. */
export function tellMode(desk: Desk, now: number): void {
  const mode = modeOf(desk.gate, now);
  if (mode === desk.mode) return;
  desk.mode = mode;
  tell(desk, "state");
}
