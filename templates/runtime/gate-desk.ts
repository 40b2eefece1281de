/**
 * The work at a gate: taking up what has become of calls, letting others through, telling who waits too long, and looking at the
 * clock again.
 */
import type { Clock } from "./clock.js";
import type { GateCall, GateMode, LimitEvent, LimitState } from "./gate.js";
import { addPlan, held } from "./gate-policies.js";
import { newQueue, offer, remove, waiting, type Entry, type Queue } from "./gate-queue.js";
import { admit, expected, flying, giveBack, modeOf, never, newGate, obstacle, unknown } from "./gate-state.js";
import type { GateData, GateRules, Notice, Ticket } from "./gate-state.js";
import type { Sharing } from "./gate-store.js";
import { KeyBlockedError, RateLimitError } from "./rate-limit-error.js";
import type { Policies } from "./rate-limits.js";

/** A gate in one process, whether its state is its own or in a store. */
export interface Desk {
  readonly origin: string;
  readonly clock: Clock;
  readonly rules: GateRules;
  readonly queue: Queue;
  readonly plans: Set<Policies>;
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
  alarm: number;
  silence?: () => void;
}

export type Change = (gate: GateData, now: number) => readonly Notice[];

/** What came of working on a state. */
export interface Work {
  /** How much of the news was taken up. */
  readonly news: number;
  readonly notices: readonly Notice[];
  readonly granted: ReadonlyMap<Entry, Ticket>;
  /** Calls that would have to wait too long, with what `admit` said. */
  readonly failed: ReadonlyMap<Entry, number>;
  readonly streak: number;
  /** When to look again. */
  readonly next: number;
  /** Whether a call waits for an answer, perhaps to a call of another process. */
  readonly isStuck: boolean;
  readonly ahead: number;
}

export const newDesk = (origin: string, clock: Clock, random: () => number): Desk => ({
  origin,
  clock,
  rules: { maxConcurrency: Infinity, banRisk: false, random, by: String(random()) },
  queue: newQueue(),
  plans: new Set(),
  listeners: new Set(),
  warned: new Set(),
  gate: newGate(),
  ahead: 0,
  news: [],
  mode: "cold",
  alarm: Infinity,
});

/** Sees to what there is to do. */
export function attend(desk: Desk): void {
  if (desk.sharing === undefined) finish(desk, desk.gate, work(desk, desk.gate, desk.clock.now()));
  else desk.sharing.wake();
}

/** Takes up the news on `gate`, and lets through it who can go. Changes nothing else: it may be done again, on another state. */
export function work(desk: Desk, gate: GateData, now: number): Work {
  const { news, queue, rules } = desk;
  const ahead = desk.sharing === undefined ? 0 : now - desk.clock.now();
  for (const plan of desk.plans) addPlan(gate, plan);
  const notices = news.flatMap((change) => change(gate, now));
  const granted = new Map<Entry, Ticket>();
  const failed = new Map<Entry, number>();
  let next = Infinity;
  let isStuck = false;
  let last: GateCall | undefined;
  let at = 0;
  const streak = offer(queue, (entry) => {
    const { call } = entry;
    // What has just been said of a call is true of the next one like it.
    if (call.cost !== last?.cost || call.policies !== last.policies || call.exempt !== last.exempt) {
      const ticket = admit(gate, call, now, rules);
      if (typeof ticket === "object") {
        granted.set(entry, ticket);
        return true;
      }
      at = ticket;
      last = call;
    }
    const deadline = entry.deadline + ahead;
    if (now >= deadline || at > deadline || at === Infinity || (gate.blocked && at === gate.until)) failed.set(entry, at);
    else {
      isStuck ||= at === unknown;
      next = Math.min(next, deadline, at === unknown ? (gate.lease > now ? gate.lease : Infinity) : at);
    }
    return false;
  });
  return { news: news.length, notices, granted, failed, streak, next, isStuck, ahead };
}

/** What was worked out holds: `gate` is the state now. */
export function finish(desk: Desk, gate: GateData, done: Work): void {
  const { queue, clock, rules } = desk;
  desk.gate = gate;
  desk.ahead = done.ahead;
  desk.news = desk.news.slice(done.news);
  queue.streak = done.streak;
  const leaving = new Set([...done.granted.keys(), ...done.failed.keys()]);
  const left = leaving.size === 0 ? leaving : remove(queue, leaving);
  for (const [entry, ticket] of done.granted) {
    if (left.has(entry)) entry.resolve(ticket);
    else desk.news.push((state, now) => giveBack(state, ticket, now, rules.by)); // it has been aborted meanwhile
  }
  for (const [entry, at] of done.failed) if (left.has(entry)) entry.reject(refusal(desk, entry.call, at));
  // Only while calls wait is there a timer: it keeps a process running.
  const next = waiting(queue) === 0 ? Infinity : done.next;
  if (next !== desk.alarm) {
    desk.alarm = next;
    desk.silence?.();
    if (next < Infinity) {
      desk.silence = clock.after(next - done.ahead - clock.now(), () => {
        desk.alarm = Infinity;
        attend(desk);
      });
    }
  }
  for (const { kind, policy } of done.notices) tell(desk, kind, undefined, policy);
  tell(desk, "state");
}

/** A caller gives up. */
export function leave(desk: Desk, entry: Entry): void {
  const reason: unknown = entry.call.signal?.reason;
  const late = refusal(desk, entry.call, unknown);
  late.cause = reason;
  remove(desk.queue, new Set([entry]));
  entry.reject((reason as { readonly name?: unknown } | undefined)?.name === "TimeoutError" ? late : reason); // it may be anything
  if (waiting(desk.queue) === 0) {
    desk.alarm = Infinity;
    desk.silence?.();
  }
}

/** What a call is rejected with that would have to wait until `at`, as `admit` said. */
export function refusal({ gate, ahead, clock }: Desk, call: GateCall, at: number): RateLimitError | KeyBlockedError {
  const now = clock.now() + ahead;
  const date = (moment: number): Date => new Date(Math.min(moment - ahead, never));
  if (gate.blocked && gate.until > now) return new KeyBlockedError(gate.until === never ? undefined : date(gate.until));
  const { source, policy } = obstacle(gate, call, at);
  return new RateLimitError(date(at === unknown ? expected(gate, call, now) : at), source, policy);
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
    waiting: waiting(queue),
    inFlight: flying(gate),
    retryAt: gate.until > now ? date(gate.until) : undefined,
  };
}

const sentences: Partial<Record<LimitEvent["kind"], string>> = {
  "nearly-spent": "A tenth or less is left of the limit",
  "plan-mismatch": "The limits are none of the plan's: what the service says is followed",
  "store-away": "The store of gates cannot be reached: this process goes on alone",
  "store-back": "The store of gates is back",
};

/** Tells all who listen; of the state only when it has changed. */
export function tell(desk: Desk, kind: LimitEvent["kind"], message?: string, policy?: string): void {
  if (kind === "state") {
    const mode = modeOf(desk.gate, desk.clock.now() + desk.ahead);
    if (mode === desk.mode) return;
    desk.mode = mode;
    message = `The gate is ${mode}`;
  }
  if (desk.listeners.size === 0) return;
  const event: LimitEvent = {
    kind,
    origin: desk.origin,
    message: message ?? sentences[kind] ?? kind,
    limits: stateOf(desk),
    ...(policy && { policy }),
  };
  // What a listener throws, at once or later, is not the call's fault.
  for (const listener of desk.listeners)
    void Promise.resolve(event)
      .then(listener)
      .catch(() => undefined);
}
