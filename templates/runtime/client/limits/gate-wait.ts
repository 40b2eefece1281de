/**
 * How a call waits at a gate: in the queue as plain data, and by a timer of its own. Where one request may wake another, that comes at
 * once; elsewhere each looks again after a while, sooner the nearer it is to the front.
 */
import type { GateCall } from "./gate.js";
import { attend, lookBy, refusal, takeBack, withdraw, type Desk } from "./scheduler.js";
import { add, anyOf, remove, type Entry } from "./gate-queue.js";
import { admit, countedOf, giveBack, type Ticket } from "./gate-state.js";
import { waitFor, type Look, type Waiter } from "./wait-for.js";

/** Milliseconds until the next look: while an answer is awaited, near the front and at most; and while the time is known, at most. */
const pauses = { front: 25, longest: 250, known: 1000 };

/** What `leave` makes of the ticket of a call, once it may be sent. Rejects as `enter` of a gate does. */
export function waitAtGate<T>(desk: Desk, asked: GateCall, leave: (ticket: Ticket) => T): Promise<T> {
  const { clock, queue } = desk;
  const { again, priority, maxWait, signal } = asked;
  const now = clock.now();
  const call = countedOf(asked);
  const rank = again === true ? 0 : priority === "interactive" ? 1 : 2;
  const entry: Entry = { call, rank, deadline: now + maxWait, order: 0, lookAt: now };
  let looks = 0;
  const refuse = (cause?: unknown): Error => {
    giveUp(desk, entry);
    return refusal(desk.gate, call, clock.now() + desk.ahead, desk.ahead, cause);
  };
  const look = (waiter: Waiter): Look<T> => {
    if (looks > 0) lookAgain(desk, entry);
    else {
      if (!clock.perRequest) entry.waiter = waiter;
      add(queue, entry);
      attend(desk);
      desk.granted.delete(entry); // it sees it at once
    }
    if (entry.error !== undefined) throw entry.error;
    if (entry.ticket !== undefined) return { value: leave(entry.ticket) };
    if (clock.now() >= entry.deadline && desk.sharing === undefined) throw refuse();
    entry.lookAt = nextLook(desk, entry, (looks += 1));
    return { again: entry.lookAt };
  };
  return waitFor(clock, look, signal, (reason) => {
    const isLate = (reason as { readonly name?: unknown } | undefined)?.name === "TimeoutError"; // it may be anything
    const refused = refuse(reason);
    return isLate ? refused : (reason as Error); // what the caller gave
  });
}

function lookAgain(desk: Desk, entry: Entry): void {
  const { clock, queue, granted } = desk;
  const isOut = entry.line === undefined;
  if (clock.perRequest && isOut && entry.ticket === undefined && entry.error === undefined) add(queue, entry); // it was taken for dead
  const { sharing } = desk;
  // A store is not asked by each of them.
  if (sharing !== undefined && clock.perRequest && clock.now() < Math.min(desk.next, entry.deadline)) sharing.attend();
  else if (entry.line !== undefined) attend(desk);
  if (granted.delete(entry)) confirm(desk, entry, clock.now());
}

/** Who has been let through some time ago may be sent if that is still so. */
function confirm(desk: Desk, entry: Entry, now: number): void {
  const { gate, rules, queue } = desk;
  const { ticket } = entry;
  if (ticket === undefined) return;
  if (desk.sharing === undefined) {
    giveBack(gate, ticket, now, rules.by);
    const again = admit(gate, entry.call, now, rules);
    if (typeof again === "object") {
      entry.ticket = again;
      return;
    }
  } else if (desk.sharing.holds(ticket)) return;
  else takeBack(desk, ticket);
  entry.ticket = undefined;
  add(queue, entry);
  attend(desk);
}

/** A caller gives up. */
function giveUp(desk: Desk, entry: Entry): void {
  remove(desk.queue, entry);
  if (desk.granted.has(entry)) {
    withdraw(desk, entry);
    attend(desk);
  } else lookBy(desk, desk.next); // who looked for all may have been this one
}

/** When a call looks again, unless it is woken before. */
function nextLook({ clock, queue, next, isStuck }: Desk, { deadline, order }: Entry, looks: number): number {
  const now = clock.now();
  const last = now < deadline ? deadline : Infinity;
  if (!clock.perRequest) return last;
  const before = Math.max(0, order - (anyOf(queue)?.order ?? order));
  const soon = now + Math.min(2 ** looks, pauses.front + before / 4, pauses.longest);
  // At a time that is known: all of them at once would only be in each other's way.
  const isKnown = !isStuck && next > now && next < Infinity && last < Infinity;
  return Math.min(isKnown ? Math.min(next + Math.min(before / 20, pauses.longest), now + pauses.known) : soon, last);
}
