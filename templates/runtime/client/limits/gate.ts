/**
 * The gate of a credential: no call leaves but through it, and it lets none leave too early.
 */
import {
  drain,
  newScheduler,
  queueRelease,
  queueSettlement,
  limitStateOf,
  emitEvent,
  emitChanges,
  type PendingChange,
  type Scheduler,
} from "./scheduler.js";
import { lease } from "./gate-leases.js";
import { addPlan } from "./gate-policies.js";
import { admit, isForgettable, unblock, type CountedCall, type Ticket } from "./gate-state.js";
import { isNewWarning } from "./given-warnings.js";
import { waitAtGate } from "./gate-wait.js";
import type { GateSettings } from "./gate-registry.js";
import type { LimitReading } from "./limit-header-types.js";
import type { LimitSource } from "./rate-limit-error.js";
import { newBudget } from "./retry.js";

/** A call that wants to be sent. */
export interface GateCall {
  /** What it counts for in each policy. */
  readonly cost: number;
  /** What it counts for instead in single policies, by their names. */
  readonly costs?: Readonly<Record<string, number>> | undefined;
  /** The policies that it counts in, by name; all unless given. */
  readonly policies?: readonly string[] | undefined;
  /** It counts in none, and waits only where nothing at all may be sent. */
  readonly exempt: boolean;
  readonly priority: "interactive" | "background";
  /** Milliseconds that it may wait. */
  readonly maxWait: number;
  readonly signal?: AbortSignal | undefined;
  /** Whether its operation may answer 403 by itself. False: it is known not to, so that such an answer may mean a ban. */
  readonly forbids?: boolean | undefined;
  /** It has been sent before: it goes to the front. */
  readonly again?: boolean;
}

/** Leave to send one call, once. One of the first two is called when it is over; after that they do nothing more. */
export interface Permit {
  answered(status: number, reading: LimitReading): void;
  /** There was no answer. */
  lost(): void;
  /** It was not sent after all. */
  returned(): void;
  /** Whether it may still be sent, some time after it was let through. */
  isValid(): boolean;
  /**
   * Resolves when other processes know of it: for a probe; for the last call under way, because the process may end; and where a request has
   * a context of its own, because nothing can be sent after its end.
   */
  stored(): Promise<void> | undefined;
}

/**
 * - `cold`: nothing is known. One call is sent, and the others wait for its answer.
 * - `open`: the service reports no limits. At most `maxConcurrency` calls are in flight.
 * - `paced`: the gate sends as many calls as the service says are left.
 * - `closed`: nothing is sent until `retryAt`.
 * - `probe`: a window is over, or the gate was closed. One call is sent, and the others wait for its answer.
 * - `blocked`: the service has banned the credential; calls are rejected.
 */
export type GateMode = "cold" | "open" | "paced" | "closed" | "probe" | "blocked";

export interface LimitState {
  readonly state: GateMode;
  readonly policies: readonly PolicyState[];
  /** Calls that wait at this process's gate. */
  readonly waiting: number;
  /** What they wait for. */
  readonly heldBack: readonly HeldCalls[];
  /** Calls that have been sent and not been answered, of every process that shares the gate. */
  readonly inFlight: number;
  /** While nothing may be sent: when something may. */
  readonly retryAt: Date | undefined;
}

/** Calls of one cost, one priority and the same policies, which wait together. */
export interface HeldCalls {
  readonly calls: number;
  /** What holds them back: its name in the description or in the service's headers. Absent where it has none, or none does. */
  readonly policy?: string | undefined;
  /** `queue`: they wait for answers to the calls before them. */
  readonly source: LimitSource;
  /** When the first of them may be sent. Absent where nobody can know it. */
  readonly until: Date | undefined;
}

export interface PolicyState {
  readonly name: string | undefined;
  readonly limit: number | undefined;
  /** Less the calls in flight. */
  readonly remaining: number;
  /** Absent before the first answer, and when its time is over. */
  readonly resetAt: Date | undefined;
  /** Whether the service said so in this window; otherwise it is the plan's figure, counted here. */
  readonly reported: boolean;
}

/**
 * - `state`: `limits.state` has changed.
 * - `held-back`: calls have to wait for `policy`, until when stands in `limits.heldBack`. Reported once per wait of calls of a kind,
 *   and once a second at most.
 * - `nearly-spent`: a tenth or less of a policy is left. Reported once per window.
 * - `plan-mismatch`: the service's limits are not those of the plan, or it takes less of `policy` than that says. The gate follows the service.
 * - `store-away`, `store-back`: the gate continues alone, or with the other processes again.
 * - `warning`: a header was not understood, or its format was guessed; or a store has lost its state. Reported
 *   once each of an origin.
 */
export interface LimitEvent {
  readonly kind: "state" | "held-back" | "nearly-spent" | "plan-mismatch" | "store-away" | "store-back" | "warning";
  readonly origin: string;
  /** What was not understood, or is away: a sentence. */
  readonly message?: string | undefined;
  readonly policy?: string | undefined;
  readonly limits: LimitState;
}

export interface Gate {
  /**
   * Leave to send a call: at once where it may be sent now. Rejects with a `RateLimitError` when the wait is longer than the call's
   * `maxWait`, and with a `KeyBlockedError` when the credential is banned. When the signal is aborted, it rejects with the signal's
   * reason; for a timeout that is the `cause` of a `RateLimitError`.
   */
  enter(call: GateCall): Permit | Promise<Permit>;
  state(): LimitState;
  /** Opens a gate that is blocked: one call is sent, and its answer decides. */
  resume(): void;
  /** How many calls that failed may be sent again, for all clients of the gate. */
  readonly budget: { tokens: number };
}

/** A gate that clients have in common. */
export interface CommonGate extends Gate {
  /** Adds the settings of a client. The same settings again change nothing. */
  join(settings: GateSettings): void;
  /** Whether it can be dropped: it is not shut, no call is in flight, and nothing that it knows can still hold a call back. */
  isIdle(): boolean;
}

const mostListeners = 100;

/** The gate of a credential. `secret` identifies it. `warned`: warnings that are not to be given again. */
export function createGate(origin: string, secret: string, { clock, random }: GateSettings, warned?: Set<string>): CommonGate {
  const scheduler = newScheduler(origin, clock, random, warned ?? new Set());
  const joined = new WeakSet<GateSettings>();
  return {
    enter: (call) => enter(scheduler, call),
    state: () => limitStateOf(scheduler),
    resume() {
      scheduler.pending.push(unblock);
      drain(scheduler);
    },
    join(settings) {
      if (joined.has(settings)) return;
      joined.add(settings);
      const { rules, plan, listeners } = scheduler;
      const { kinds } = rules;
      rules.maxConcurrency = Math.min(rules.maxConcurrency, settings.maxConcurrency ?? Infinity);
      rules.banRisk ||= settings.banRisk ?? false;
      for (const kind of settings.kinds ?? []) kinds.set(kind.kind, kind);
      for (const [name, limit] of Object.entries(settings.plan ?? {})) {
        plan.set(JSON.stringify([name, limit]), { name, limit, limits: settings.limits });
      }
      addPlan(scheduler.gate, plan.values(), kinds);
      if (settings.onLimit !== undefined) listeners.add(settings.onLimit);
      // A program may make a client for each thing that it does, and all of them have this gate: the first are long gone.
      for (const oldest of listeners) if (listeners.size > mostListeners) listeners.delete(oldest);
      if (scheduler.sharing !== undefined || settings.gateStore === undefined) return;
      scheduler.sharing = settings.gateStore.share(`${origin} ${secret}`, scheduler);
      drain(scheduler);
    },
    budget: newBudget(),
    isIdle: () => scheduler.queue.size === 0 && isForgettable(scheduler.gate, clock.now() + scheduler.offset),
  };
}

function enter(scheduler: Scheduler, asked: GateCall): Permit | Promise<Permit> {
  const { clock, queue, rules, gate } = scheduler;
  const { signal, cost, costs, policies, exempt, forbids } = asked;
  if (signal?.aborted === true) return Promise.reject(signal.reason as Error); // what the caller gave
  const now = clock.now();
  const call: CountedCall = { cost, costs, policies, exempt, forbids };
  // The call that would wait longest overtakes no other.
  if (scheduler.sharing === undefined && (queue.size === 0 || exempt)) {
    const ticket = admit(gate, call, now, rules);
    if (typeof ticket === "object") {
      if (ticket.probe !== "") emitChanges(scheduler, now);
      return permit(scheduler, ticket);
    }
  }
  return waitAtGate(scheduler, asked, call, (ticket) => permit(scheduler, ticket));
}

function permit(scheduler: Scheduler, ticket: Ticket): Permit {
  const giveBackLease = lease(scheduler, ticket);
  let change: PendingChange | undefined;
  // Without a status it was not sent.
  const end = (status?: number, reading?: LimitReading): void => {
    if (change !== undefined) return;
    const isLate = !giveBackLease();
    if (isLate && status === undefined) return;
    for (const warning of reading?.warnings ?? []) {
      if (isNewWarning(scheduler.warned, warning)) emitEvent(scheduler, "warning", { message: warning });
    }
    change = status === undefined ? queueRelease(scheduler, ticket) : queueSettlement(scheduler, { ticket, status, reading, isLate });
    drain(scheduler);
  };
  return {
    answered: end,
    lost() {
      end(0);
    },
    returned() {
      end();
    },
    isValid: () => scheduler.sharing?.admits(ticket) ?? ticket.epoch === scheduler.gate.epoch,
    // A request, or a process, that ends after its last answer must not leave a probe or a place that nobody gives back.
    stored() {
      const isLast = scheduler.leases.ends.size === 0 && scheduler.queue.size === 0;
      const isAwaited = isLast || scheduler.clock.perRequest || ticket.probe !== "";
      return change !== undefined && isAwaited ? scheduler.sharing?.stored(change) : undefined;
    },
  };
}
