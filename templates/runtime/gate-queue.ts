/**
 * The calls that wait at a gate: those that were sent before, then interactive ones, then those in the background; each in the order
 * they came.
 */
import type { GateCall } from "./gate.js";
import type { Ticket } from "./gate-state.js";

/** A call that waits. */
export interface Entry {
  readonly call: GateCall;
  /** When it has waited as long as it may, in milliseconds since the epoch. */
  readonly deadline: number;
  readonly resolve: (ticket: Ticket) => void;
  readonly reject: (reason: unknown) => void;
  /** Called when the caller gives up. */
  readonly abort: () => void;
}

export interface Queue {
  readonly again: Set<Entry>;
  readonly interactive: Set<Entry>;
  readonly background: Set<Entry>;
  /** Interactive calls that have left since one in the background did. */
  streak: number;
}

/** So many interactive calls may overtake one in the background. */
const longestStreak = 4;

export const newQueue = (): Queue => ({ again: new Set(), interactive: new Set(), background: new Set(), streak: 0 });

export const waiting = ({ again, interactive, background }: Queue): number => again.size + interactive.size + background.size;

export function add(queue: Queue, entry: Entry): void {
  const { again, priority, signal } = entry.call;
  queue[again === true ? "again" : priority].add(entry);
  signal?.addEventListener("abort", entry.abort, { once: true });
}

/** Takes a call out of the queue. False when it was not in it. */
export function remove({ again, interactive, background }: Queue, entry: Entry): boolean {
  entry.call.signal?.removeEventListener("abort", entry.abort);
  return again.delete(entry) || interactive.delete(entry) || background.delete(entry);
}

/** Offers each call to `decide`, in the order in which they are to leave. True: it may leave. Returns the streak after that. */
export function offer({ again, interactive, background, streak }: Queue, decide: (entry: Entry) => boolean): number {
  again.forEach(decide);
  const [front, back] = [interactive.values(), background.values()];
  let [first, second] = [front.next().value, back.next().value];
  while (first ?? second) {
    if (first && (streak < longestStreak || !second)) {
      if (decide(first)) streak += 1;
      first = front.next().value;
    } else if (second) {
      if (decide(second)) streak = 0;
      second = back.next().value;
    }
  }
  return streak;
}
