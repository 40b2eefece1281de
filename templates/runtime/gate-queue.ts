/**
 * The calls that wait at a gate: those that were sent before, then interactive ones, then those in the background; each in the order
 * they came. Calls of one kind stand in one line: what holds up the first of them holds up all.
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
  /** Where it waits; undefined when it does not. */
  place?: Place | undefined;
}

interface Place {
  readonly line: Line;
  /** Its number among all calls that have come. */
  readonly order: number;
  index: number;
}

/** Calls of one kind and priority. */
export interface Line {
  readonly kind: string;
  readonly lines: Lines;
  /** Undefined where one has left; all before `head` have. */
  entries: (Entry | undefined)[];
  head: number;
  /** How many wait. */
  size: number;
  /** Nobody's deadline is earlier. */
  soonest: number;
}

type Lines = Map<string, Line>;

export interface Queue {
  readonly again: Lines;
  readonly interactive: Lines;
  readonly background: Lines;
  /** How many wait, and how many have come. */
  size: number;
  count: number;
  /** Interactive calls that have left since one in the background did. */
  streak: number;
}

/** So many interactive calls may overtake one in the background. */
const longestStreak = 4;

export const newQueue = (): Queue => ({ again: new Map(), interactive: new Map(), background: new Map(), size: 0, count: 0, streak: 0 });

export function add(queue: Queue, entry: Entry): void {
  const { cost, policies, exempt, again, priority, signal } = entry.call;
  const lines = queue[again === true ? "again" : priority];
  const kind = JSON.stringify([cost, exempt, policies]);
  let line = lines.get(kind);
  if (line === undefined) lines.set(kind, (line = { kind, lines, entries: [], head: 0, size: 0, soonest: Infinity }));
  entry.place = { line, order: (queue.count += 1), index: line.entries.length };
  line.entries.push(entry);
  line.size += 1;
  queue.size += 1;
  line.soonest = Math.min(line.soonest, entry.deadline);
  signal?.addEventListener("abort", entry.abort, { once: true });
}

/** Takes a call out of the queue. False when it was not in it. */
export function remove(queue: Queue, entry: Entry): boolean {
  entry.call.signal?.removeEventListener("abort", entry.abort);
  if (entry.place === undefined) return false;
  const { line, index } = entry.place;
  entry.place = undefined;
  line.entries[index] = undefined;
  line.size -= 1;
  queue.size -= 1;
  if (line.size === 0) line.lines.delete(line.kind);
  else {
    while (line.entries[line.head] === undefined) line.head += 1;
    // Only when most of it is empty, so that leaving takes no longer however many wait.
    if (line.entries.length > 2 * line.size + 100) compact(line);
  }
  return true;
}

function compact(line: Line): void {
  line.entries = line.entries.filter((entry) => entry !== undefined);
  line.head = 0;
  line.entries.forEach((entry, index) => {
    if (entry?.place !== undefined) entry.place.index = index;
  });
}

/** How far a line is let go in one round: the index of the first who stays. */
interface Cursor {
  readonly line: Line;
  next: number;
}

/**
 * Offers each call to `decide`, in the order in which they are to leave. True: it may leave. False: nor may any other of its line. Changes
 * nothing; returns the streak after that, and the lines of which somebody stays.
 */
export function offer(
  { again, interactive, background, streak }: Queue,
  decide: (entry: Entry, line: Line) => boolean,
): { readonly streak: number; readonly staying: readonly Cursor[] } {
  const staying: Cursor[] = [];
  const take = (cursors: Cursor[], cursor: Cursor): boolean => {
    const { line, next } = cursor;
    const entry = line.entries[next];
    const leaves = entry !== undefined && decide(entry, line);
    if (leaves) cursor.next = following(line, next + 1);
    else staying.push(cursor);
    if (!leaves || cursor.next === line.entries.length) cursors.splice(cursors.indexOf(cursor), 1);
    return leaves;
  };
  const [first, front, back] = [again, interactive, background].map((lines) =>
    Array.from(lines.values(), (line): Cursor => ({ line, next: line.head })),
  ) as [Cursor[], Cursor[], Cursor[]]; // of three
  for (let cursor = longestWaiting(first); cursor !== undefined; cursor = longestWaiting(first)) take(first, cursor);
  let now = streak;
  for (;;) {
    const [one, other] = [longestWaiting(front), longestWaiting(back)];
    if (one !== undefined && (now < longestStreak || other === undefined)) now += take(front, one) ? 1 : 0;
    else if (other !== undefined) now = take(back, other) ? 0 : now;
    else return { streak: now, staying };
  }
}

/** The first index from `start` on at which somebody waits, or the length of the line. */
function following({ entries }: Line, start: number): number {
  let index = start;
  while (index < entries.length && entries[index] === undefined) index += 1;
  return index;
}

function longestWaiting(cursors: readonly Cursor[]): Cursor | undefined {
  let longest: Cursor | undefined;
  let least = Infinity;
  for (const cursor of cursors) {
    const order = cursor.line.entries[cursor.next]?.place?.order ?? Infinity;
    if (order >= least) continue;
    longest = cursor;
    least = order;
  }
  return longest;
}
