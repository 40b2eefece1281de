/**
 * The calls that wait at a gate: in the order they came, interactive ones before those in the background.
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
  interactive: Entry[];
  background: Entry[];
  /** Interactive calls that have left since one in the background did. */
  streak: number;
}

/** So many interactive calls may overtake one in the background. */
const longestStreak = 4;

export const newQueue = (): Queue => ({ interactive: [], background: [], streak: 0 });

export const waiting = ({ interactive, background }: Queue): number => interactive.length + background.length;

export function add(queue: Queue, entry: Entry): void {
  const { priority, again, signal } = entry.call;
  if (again === true) queue[priority].unshift(entry);
  else queue[priority].push(entry);
  signal?.addEventListener("abort", entry.abort, { once: true });
}

/** Takes calls out of the queue. Returns those that were in it. */
export function remove(queue: Queue, entries: ReadonlySet<Entry>): ReadonlySet<Entry> {
  const removed = new Set<Entry>();
  const stays = (entry: Entry): boolean => {
    if (!entries.has(entry)) return true;
    entry.call.signal?.removeEventListener("abort", entry.abort);
    removed.add(entry);
    return false;
  };
  queue.interactive = queue.interactive.filter(stays);
  queue.background = queue.background.filter(stays);
  return removed;
}

/** Offers each call to `decide`, in the order in which they are to leave. True: it may leave. Returns the streak after that. */
export function offer({ interactive, background, streak }: Queue, decide: (entry: Entry) => boolean): number {
  let [i, b] = [0, 0];
  for (;;) {
    const first = interactive[i];
    const second = background[b];
    if (first !== undefined && (streak < longestStreak || second === undefined)) {
      i += 1;
      if (decide(first)) streak += 1;
    } else if (second !== undefined) {
      b += 1;
      if (decide(second)) streak = 0;
    } else return streak;
  }
}
