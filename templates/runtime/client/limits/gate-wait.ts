/**
 * How a call waits at a gate: in the queue as plain data, and by a timer of its own. Where one request may wake another, that comes at
 * once; elsewhere each polls again after a while, sooner the nearer it is to the front.
 */
import type { GateCall } from "./gate.js";
import { drain, pollBy, rejectionError, queueRelease, revokeGrant, type Scheduler } from "./scheduler.js";
import { enqueue, anyEntry, remove, type Entry } from "./gate-queue.js";
import { admit, release, type CountedCall, type Ticket } from "./gate-state.js";
import { waitFor, type PollResult, type Waiter } from "./wait-for.js";

/** Milliseconds until the next look: while an answer is awaited, near the front and at most; and while the time is known, at most. */
const frontPause = 25;
const longestPoll = 250;
const knownPause = 1000;

/** What `leave` makes of the ticket of a call, `call` as the gate keeps it, once it may be sent. Rejects as `enter` of a gate does. */
export function waitAtGate<T>(scheduler: Scheduler, asked: GateCall, call: CountedCall, leave: (ticket: Ticket) => T): Promise<T> {
  const { clock, queue } = scheduler;
  const { again, priority, maxWait, signal } = asked;
  const now = clock.now();
  const rank = again === true ? 0 : priority === "interactive" ? 1 : 2;
  const entry: Entry = { call, rank, deadline: now + maxWait, order: 0, pollAt: now };
  let polls = 0;
  const refuse = (cause?: unknown): Error => {
    leaveQueue(scheduler, entry);
    return rejectionError(scheduler, scheduler.gate, call, clock.now() + scheduler.offset, scheduler.offset, cause);
  };
  const poll = (waiter: Waiter): PollResult<T> => {
    if (polls > 0) pollAgain(scheduler, entry);
    else {
      if (!clock.perRequest) entry.waiter = waiter;
      enqueue(queue, entry);
      drain(scheduler);
      scheduler.granted.delete(entry); // it sees it at once
    }
    if (entry.error !== undefined) throw entry.error;
    if (entry.ticket !== undefined) return { value: leave(entry.ticket) };
    if (clock.now() >= entry.deadline && scheduler.sharing === undefined) throw refuse();
    entry.pollAt = nextPollTime(scheduler, entry, (polls += 1));
    return { again: entry.pollAt };
  };
  return waitFor(clock, poll, signal, (reason) => {
    const isLate = (reason as { readonly name?: unknown } | undefined)?.name === "TimeoutError"; // it may be anything
    const refused = refuse(reason);
    return isLate ? refused : (reason as Error); // what the caller gave
  });
}

function pollAgain(scheduler: Scheduler, entry: Entry): void {
  const { clock, queue, granted } = scheduler;
  const isOut = entry.lane === undefined;
  if (clock.perRequest && isOut && entry.ticket === undefined && entry.error === undefined) enqueue(queue, entry); // it was taken for dead
  const { sharing } = scheduler;
  // Not each of them reads the store.
  if (sharing !== undefined && clock.perRequest && clock.now() < Math.min(scheduler.pollAt, entry.deadline)) sharing.run();
  else if (entry.lane !== undefined) drain(scheduler);
  if (granted.delete(entry)) confirmGrant(scheduler, entry, clock.now());
}

/** A call that was admitted some time ago may be sent if that still holds. */
function confirmGrant(scheduler: Scheduler, entry: Entry, now: number): void {
  const { gate, rules, queue } = scheduler;
  const { ticket } = entry;
  if (ticket === undefined) return;
  if (scheduler.sharing === undefined) {
    release(gate, ticket, now, rules);
    const again = admit(gate, entry.call, now, rules);
    if (typeof again === "object") {
      entry.ticket = again;
      return;
    }
  } else if (scheduler.sharing.admits(ticket)) return;
  else queueRelease(scheduler, ticket);
  entry.ticket = undefined;
  enqueue(queue, entry);
  drain(scheduler);
}

/** A caller gives up. */
function leaveQueue(scheduler: Scheduler, entry: Entry): void {
  remove(scheduler.queue, entry);
  if (scheduler.granted.has(entry)) {
    revokeGrant(scheduler, entry);
    drain(scheduler);
  } else pollBy(scheduler, scheduler.pollAt); // who looked for all may have been this one
}

/** When a call polls again, unless it is woken before. */
function nextPollTime({ clock, queue, pollAt, isStuck }: Scheduler, { deadline, order }: Entry, polls: number): number {
  const now = clock.now();
  const last = now < deadline ? deadline : Infinity;
  if (!clock.perRequest) return last;
  const before = Math.max(0, order - (anyEntry(queue)?.order ?? order));
  const soon = now + Math.min(2 ** polls, frontPause + before / 4, longestPoll);
  // At a time that is known: all of them at once would only be in each other's way.
  const isKnown = !isStuck && pollAt > now && pollAt < Infinity && last < Infinity;
  return Math.min(isKnown ? Math.min(pollAt + Math.min(before / 20, longestPoll), now + knownPause) : soon, last);
}
