/**
 * How a call waits at a gate: in the queue as plain data, and by a timer of its own. Where one request may wake another, that comes at
 * once; elsewhere each polls again after a while, sooner the nearer it is to the front.
 */
import type { GateCall } from "./gate.js";
import { drain, pollBy, rejectionError, revokeGrant, type Scheduler } from "./scheduler.js";
import { enqueue, anyEntry, remove, type Entry } from "./gate-queue.js";
import type { CountedCall, Ticket } from "./gate-state.js";
import { waitFor, type PollResult, type Waiter } from "./wait-for.js";

/** Milliseconds until the next look: while an answer is awaited, near the front and at most; and while the time is known, at most. */
const frontPause = 25;
const longestPoll = 250;
const knownPause = 1000;

/** What `leave` makes of the ticket of a call, once it may be sent. Rejects as `enter` of a gate does. */
export function waitAtGate<T extends object>(
  scheduler: Scheduler,
  { again, priority, maxWait, signal }: GateCall,
  call: CountedCall,
  leave: (ticket: Ticket) => T,
): Promise<T> {
  const { clock } = scheduler;
  const now = clock.now();
  const rank = again === true ? 0 : priority === "interactive" ? 1 : 2;
  const entry: Entry = { call, rank, deadline: now + maxWait, order: 0, pollAt: now };
  let polls = 0;
  const refuse = (cause?: unknown): Error => {
    leaveQueue(scheduler, entry);
    return rejectionError(scheduler, scheduler.gate, call, clock.now() + scheduler.offset, scheduler.offset, cause);
  };
  const poll = (waiter: Waiter): PollResult<T> => {
    if (!clock.perRequest) entry.waiter = waiter;
    look(scheduler, entry);
    if (entry.error !== undefined) throw entry.error;
    if (entry.ticket !== undefined) return leave(entry.ticket);
    if (clock.now() >= entry.deadline && scheduler.sharing === undefined) throw refuse();
    return (entry.pollAt = nextPollTime(scheduler, entry, (polls += 1)));
  };
  return waitFor(clock, poll, signal, (reason) => {
    const isLate = (reason as { readonly name?: unknown } | undefined)?.name === "TimeoutError"; // it may be anything
    const refused = refuse(reason);
    return isLate ? refused : (reason as Error); // what the caller gave
  });
}

/** Whether a call may be sent now: by the work that is done on the state, its own or that of others before. */
function look(scheduler: Scheduler, entry: Entry): void {
  const { clock, queue, granted, sharing } = scheduler;
  const { ticket } = entry;
  entry.pollAt = clock.now();
  // It was admitted some time ago: it may be sent if that still holds.
  if (ticket !== undefined && granted.has(entry) && sharing?.admits(ticket) !== true) revokeGrant(scheduler, entry);
  const isOut = entry.lane === undefined;
  // It has just come, or it was taken for dead.
  if (isOut && entry.ticket === undefined && entry.error === undefined) enqueue(queue, entry);
  // Not each of them reads the store.
  if (!isOut && sharing !== undefined && clock.perRequest && clock.now() < Math.min(scheduler.pollAt, entry.deadline)) sharing.run();
  else if (entry.lane !== undefined) drain(scheduler);
  granted.delete(entry);
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
