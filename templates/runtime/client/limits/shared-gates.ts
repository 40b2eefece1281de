/**
 * Gates that several processes share through a store: all work on one state, one after the other.
 */
import type { Clock } from "./clock.js";
import { createCredentialHash, type CredentialHash } from "../../shared/hash-credential.js";
import {
  commitDrain,
  pollBy,
  queueRelease,
  emitEvent,
  applyPending,
  type PendingChange,
  type Scheduler,
  type DrainResult,
} from "./scheduler.js";
import { checkSettings } from "./retry.js";
import { renew } from "./gate-leases.js";
import type { GateData, Ticket } from "./gate-state.js";
import { isNewWarning } from "./given-warnings.js";
import type { GateStore, SharedGates, GateSync } from "./gate-store.js";
import { timeToLive, restore, readState } from "./shared-gate-state.js";
import { waitFor, type PollResult } from "./wait-for.js";

/**
 * What a client takes as `gateStore`, of any store. A process takes as many permits at once as its waiting calls need and the service
 * allows; between calls of different processes there is no order. While the store cannot be reached, each process continues alone, from
 * its last known state. It tries the store again whenever there is work. Throws a `TypeError` where its `timeout` is no number from 1 on.
 */
export function sharedGates(store: GateStore, fingerprint: CredentialHash = createCredentialHash()): SharedGates {
  checkSettings({ timeout: store.timeout }, 1);
  return { share: (secret, scheduler) => newSharing(store, async () => `${await fingerprint(secret)}.3`, scheduler) };
}

const storeLoss = "The store of the gate has lost what it had: each process puts in again what it knows";

/** Milliseconds that the store may take, and that pass before it is tried again. */
const usual = { timeout: 2000, rest: 2000 };

function newSharing(store: GateStore, key: () => Promise<string>, scheduler: Scheduler): GateSync {
  const { clock, rules } = scheduler;
  let isAway = false;
  /** Whether the scheduler knows what the store does not. */
  let isAhead = true;
  let tryAt = 0;
  let polls = 0;

  const update = (step: Step): Promise<Stepped> => updateInStore({ store, key, scheduler, isAhead: () => isAhead }, step);

  /** A connection that breaks is not a store that is down: what fails at once is tried once more before this process goes on alone. */
  async function updateTwice(step: Step): Promise<Stepped> {
    const start = clock.now();
    try {
      return await update(step);
    } catch (error) {
      if (clock.now() - start > (store.timeout ?? usual.timeout) / 4) throw error;
      await clock.wait(20 + 30 * rules.random());
      return update(step);
    }
  }

  function take(gate: GateData, worked: DrainResult): void {
    const { leaving, offset, pending } = worked;
    const done = leaving.length > 0 && isShutBy(scheduler, gate, offset, pending) ? withholdCalls(scheduler, worked) : worked;
    commitDrain(scheduler, gate, done);
    polls = done.isStuck && done.leaving.length === 0 ? Math.min(polls + 1, 6) : 0;
    // There is no notice of an answer to another process's call: each waiting call polls for it.
    if (done.isStuck && scheduler.queue.size > 0) pollBy(scheduler, clock.now() + 8 * 2 ** polls * (0.5 + rules.random()));
  }

  function goOnAlone(): void {
    isAhead = true;
    scheduler.gate = readState(JSON.stringify(scheduler.gate), scheduler.gate.flights, rules, clock.now() + scheduler.offset);
    take(scheduler.gate, applyPending(scheduler, scheduler.gate, clock.now() + scheduler.offset));
    if (clock.now() < tryAt) return;
    tryAt = clock.now() + usual.rest * (0.5 + rules.random());
    update(() => undefined).then(
      () => {
        isAway = false;
        emitEvent(scheduler, "store-back");
        turns.wake();
      },
      (): void => undefined, // still away
    );
  }

  async function round(isCurrent: () => boolean): Promise<void> {
    const stepped = isAway
      ? undefined
      : await updateTwice((state, now) => applyPending(scheduler, state, now)).catch((): undefined => undefined);
    if (!isCurrent()) {
      // Another round has begun meanwhile, and knows nothing of whom this one has let through.
      for (const [, ticket] of stepped?.done?.leaving ?? []) if (ticket !== undefined) queueRelease(scheduler, ticket);
    } else if (stepped?.done !== undefined) {
      isAhead = false;
      take(stepped.gate, stepped.done);
    } else {
      if (!isAway) {
        isAway = true;
        tryAt = clock.now() + usual.rest * (0.5 + rules.random());
        emitEvent(scheduler, "store-away", { message: "The store of the gate is away: this process goes on alone" });
      }
      goOnAlone();
    }
  }

  const turns = oneAtATime(clock, round, () => scheduler.pending.length > 0);
  const admits = ({ epoch }: Ticket): boolean => {
    const { gate, offset } = scheduler;
    return epoch === gate.epoch && gate.until <= clock.now() + offset && !isShutBy(scheduler, gate, offset);
  };
  const stored = (change: PendingChange): Promise<void> => {
    const end = clock.now() + 2 * (store.timeout ?? usual.timeout);
    let polls = 0;
    return waitFor<undefined>(clock, (): PollResult<undefined> => {
      if (!scheduler.pending.includes(change) || clock.now() >= end) return undefined;
      turns.run();
      return clock.now() + Math.min(2 ** polls++, 25);
    });
  };
  return { ...turns, stored, admits };
}

/** Milliseconds of the lease of who is at a round: few, for others wait. */
const roundLease = 300;

/**
 * Runs `round` for all that wake it in one turn, never twice at a time, and once more when it is woken meanwhile or needed. Where requests
 * have contexts of their own, the request that began a round may be cancelled or end early. Then the next one that polls begins another.
 */
function oneAtATime(
  clock: Clock,
  round: (isCurrent: () => boolean) => Promise<void>,
  isNeeded: () => boolean,
): Pick<GateSync, "wake" | "run"> {
  let busyUntil = 0;
  let rounds = 0;
  let isWanted = false;
  const run = (): void => {
    if (clock.now() < busyUntil || !(isWanted || isNeeded())) return;
    const number = (rounds += 1);
    const isCurrent = (): boolean => number === rounds;
    const extend = (end: number): boolean => {
      if (isCurrent()) busyUntil = end;
      return isCurrent();
    };
    busyUntil = Infinity;
    const stop = clock.perRequest ? renew(clock, roundLease, extend) : undefined;
    const end = (): void => {
      stop?.();
      if (!isCurrent()) return;
      busyUntil = 0;
      if (!clock.perRequest) run();
    };
    queueMicrotask(() => {
      isWanted = false;
      void round(isCurrent).finally(end);
    });
  };
  return {
    wake() {
      isWanted = true;
      run();
    },
    run,
  };
}

type Step = (gate: GateData, now: number) => DrainResult | undefined;

interface Stepped {
  readonly gate: GateData;
  readonly done: DrainResult | undefined;
}

interface StoreAccess {
  readonly store: GateStore;
  readonly key: () => Promise<string>;
  readonly scheduler: Scheduler;
  readonly isAhead: () => boolean;
}

/** Takes a step on the state in the store. One that takes too long is not taken. */
function updateInStore({ store, key, scheduler, isAhead }: StoreAccess, step: Step): Promise<Stepped> {
  const { clock, rules } = scheduler;
  const { timeout = usual.timeout } = store;
  return new Promise((resolve, reject) => {
    let isLate = false;
    const late = (): void => {
      isLate = true;
      reject(new Error("The store of gates does not answer"));
    };
    // In two steps: when the process itself was busy for so long, an answer that is there already is not late.
    let stop = clock.after(timeout / 2, () => {
      stop = clock.after(timeout / 2, late);
    });
    const change = (text: string | undefined, now: number) => {
      if (isLate) throw new Error("The store of gates was too slow");
      const gate = readState(text, scheduler.gate.flights, rules, now);
      const isRestored = restore(gate, scheduler.gate, isAhead(), now - clock.now() - scheduler.offset, now);
      if (isRestored && isNewWarning(scheduler.warned, storeLoss)) emitEvent(scheduler, "warning", { message: storeLoss });
      const done = step(gate, now);
      return { state: JSON.stringify(gate), ttl: timeToLive(gate, now), value: { gate, done } };
    };
    key()
      .then((name) => store.update(name, change))
      .finally(() => {
        stop();
      })
      .then(resolve, reject);
  });
}

/** Whether an answer that the store does not know of yet has shut the gate: one that came while it was at work, or after. */
function isShutBy({ pending, clock }: Scheduler, gate: GateData, offset: number, known = 0): boolean {
  if (pending.length === known) return false;
  const then = structuredClone(gate);
  const now = clock.now() + offset;
  for (const change of pending.slice(known)) change(then, now, []);
  return then.until > now;
}

/** No call is sent after all, even if the store has admitted it. A call that has waited too long is still rejected. */
function withholdCalls(scheduler: Scheduler, done: DrainResult): DrainResult {
  for (const [, ticket] of done.leaving) {
    if (ticket !== undefined) queueRelease(scheduler, ticket);
  }
  // They stay, and so do their deadlines.
  return { ...done, leaving: done.leaving.filter(([, ticket]) => ticket === undefined), deadlines: [] };
}
