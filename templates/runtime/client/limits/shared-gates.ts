/**
 * Gates that several processes share through a store: all work on one state, one after the other.
 */
import type { Clock } from "./clock.js";
import { createFingerprint, type Fingerprint } from "../../shared/hash-credential.js";
import { finish, lookBy, takeBack, tell, work, type Change, type Desk, type Work } from "./scheduler.js";
import { renew } from "./gate-leases.js";
import type { GateData, Ticket } from "./gate-state.js";
import type { GateStore, SharedGates, Sharing } from "./gate-store.js";
import { lifetime, merge, readState } from "./shared-gate-state.js";
import { waitFor, type Look } from "./wait-for.js";

/**
 * What a client takes as `gateStore`, of any store. A process takes as many permits at once as its waiting calls need and the service
 * allows; between calls of different processes there is no order. While the store cannot be reached, each process goes on alone, from
 * what it knew last, and tries the store again whenever there is something to do.
 */
export function sharedGates(store: GateStore, fingerprint: Fingerprint = createFingerprint()): SharedGates {
  return { share: (secret, desk) => newSharing(store, async () => `${await fingerprint(secret)}.2`, desk) };
}

/** Milliseconds that the store may take, and that pass before it is tried again. */
const usual = { timeout: 2000, rest: 2000 };

function newSharing(store: GateStore, key: () => Promise<string>, desk: Desk): Sharing {
  const { clock, rules } = desk;
  let isAway = false;
  /** Whether the desk knows what the store does not. */
  let isAhead = true;
  let tryAt = 0;
  let polls = 0;

  const update = (step: Step): Promise<Stepped> => inStore({ store, key, desk, isAhead: () => isAhead }, step);

  function take(gate: GateData, worked: Work): void {
    const { leaving, ahead, news } = worked;
    const done = leaving.length > 0 && isShutBy(desk, gate, ahead, news) ? withheld(desk, worked) : worked;
    finish(desk, gate, done);
    polls = done.isStuck && done.leaving.length === 0 ? Math.min(polls + 1, 6) : 0;
    // Nobody tells of an answer to another process's call: each looks for it, at its own times.
    if (done.isStuck && desk.queue.size > 0) lookBy(desk, clock.now() + 8 * 2 ** polls * (0.5 + rules.random()));
  }

  function goOnAlone(): void {
    isAhead = true;
    desk.gate = readState(JSON.stringify(desk.gate), desk.gate.flights, rules, clock.now() + desk.ahead);
    take(desk.gate, work(desk, desk.gate, clock.now() + desk.ahead));
    if (clock.now() < tryAt) return;
    tryAt = clock.now() + usual.rest * (0.5 + rules.random());
    update(() => undefined).then(
      () => {
        isAway = false;
        tell(desk, "store-back");
        turns.wake();
      },
      (): void => undefined, // still away
    );
  }

  async function round(isCurrent: () => boolean): Promise<void> {
    const stepped = isAway ? undefined : await update((state, now) => work(desk, state, now)).catch((): undefined => undefined);
    if (!isCurrent()) {
      // Another round has begun meanwhile, and knows nothing of whom this one has let through.
      for (const [, ticket] of stepped?.done?.leaving ?? []) if (ticket !== undefined) takeBack(desk, ticket);
    } else if (stepped?.done !== undefined) {
      isAhead = false;
      take(stepped.gate, stepped.done);
    } else {
      if (!isAway) {
        isAway = true;
        tryAt = clock.now() + usual.rest * (0.5 + rules.random());
        tell(desk, "store-away", { message: "The store of the gate is away: this process goes on alone" });
      }
      goOnAlone();
    }
  }

  const turns = oneAtATime(clock, round, () => desk.news.length > 0);
  const holds = ({ epoch }: Ticket): boolean => {
    const { gate, ahead } = desk;
    return epoch === gate.epoch && gate.until <= clock.now() + ahead && !isShutBy(desk, gate, ahead);
  };
  const told = (change: Change): Promise<void> => {
    const end = clock.now() + 2 * (store.timeout ?? usual.timeout);
    let looks = 0;
    return waitFor(clock, (): Look<void> => {
      if (!desk.news.includes(change) || clock.now() >= end) return { value: undefined };
      turns.attend();
      return { again: clock.now() + Math.min(2 ** looks++, 25) };
    });
  };
  return { ...turns, told, holds };
}

/** Milliseconds of the lease of who is at a round: few, for others wait. */
const turn = 300;

/**
 * Runs `round` for all that wake it in one turn, never twice at a time, and once more when it is woken meanwhile or needed. Where
 * requests have contexts of their own, one that has begun a round may be cancelled, or end when it has what it wanted: then the next
 * that looks begins another.
 */
function oneAtATime(
  clock: Clock,
  round: (isCurrent: () => boolean) => Promise<void>,
  isNeeded: () => boolean,
): Pick<Sharing, "wake" | "attend"> {
  let busyUntil = 0;
  let rounds = 0;
  let isWanted = false;
  const attend = (): void => {
    if (clock.now() < busyUntil || !(isWanted || isNeeded())) return;
    const number = (rounds += 1);
    const isCurrent = (): boolean => number === rounds;
    const extend = (end: number): boolean => {
      if (isCurrent()) busyUntil = end;
      return isCurrent();
    };
    busyUntil = Infinity;
    const stop = clock.perRequest ? renew(clock, turn, extend) : undefined;
    const end = (): void => {
      stop?.();
      if (!isCurrent()) return;
      busyUntil = 0;
      if (!clock.perRequest) attend();
    };
    queueMicrotask(() => {
      isWanted = false;
      void round(isCurrent).finally(end);
    });
  };
  return {
    wake() {
      isWanted = true;
      attend();
    },
    attend,
  };
}

type Step = (gate: GateData, now: number) => Work | undefined;

interface Stepped {
  readonly gate: GateData;
  readonly done: Work | undefined;
}

interface Place {
  readonly store: GateStore;
  readonly key: () => Promise<string>;
  readonly desk: Desk;
  readonly isAhead: () => boolean;
}

/** Takes a step on the state in the store. One that takes too long is not taken. */
function inStore({ store, key, desk, isAhead }: Place, step: Step): Promise<Stepped> {
  const { clock, rules } = desk;
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
      const gate = readState(text, desk.gate.flights, rules, now);
      if (isAhead()) merge(gate, desk.gate, now - clock.now() - desk.ahead);
      const done = step(gate, now);
      return { state: JSON.stringify(gate), ttl: lifetime(gate, now), value: { gate, done } };
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
function isShutBy({ news, clock }: Desk, gate: GateData, ahead: number, known = 0): boolean {
  if (news.length === known) return false;
  const then = structuredClone(gate);
  const now = clock.now() + ahead;
  for (const change of news.slice(known)) change(then, now, []);
  return then.until > now;
}

/** Nobody is sent after all, whomever the store has let through. Who has waited too long is told so nevertheless. */
function withheld(desk: Desk, done: Work): Work {
  for (const [, ticket] of done.leaving) {
    if (ticket !== undefined) takeBack(desk, ticket);
  }
  return { ...done, leaving: done.leaving.filter(([, ticket]) => ticket === undefined) };
}
