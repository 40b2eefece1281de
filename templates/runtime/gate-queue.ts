/**
 * The calls that wait at a gate: those that were sent before, then interactive ones, then those in the background; each in the order
 * they came. Calls of one kind stand in one line: what holds up the first of them holds up all.
 */
import type { Counted, Ticket } from "./gate-state.js";
import type { Waiter } from "./wait-for.js";

/** A call that waits: nothing that belongs to its request, unless there is a `waiter`. */
export interface Entry {
  readonly call: Counted;
  readonly rank: Rank;
  /** When it has waited as long as it may, in milliseconds since the epoch. */
  readonly deadline: number;
  /** Its number among all calls that have come; 0 before. */
  order: number;
  /** Where it waits; undefined when it does not. */
  line?: Line | undefined;
  index: number;
  /** It may be sent, or will not be. */
  ticket?: Ticket | undefined;
  error?: Error;
  /** When it will look again. */
  lookAt: number;
  /** Wakes it earlier, where all requests have one context. */
  waiter?: Waiter;
}

/** Calls of one kind and rank. */
export interface Line {
  readonly kind: string;
  readonly rank: Rank;
  /** Undefined where one has left; all before `head` have. */
  entries: (Entry | undefined)[];
  head: number;
  /** How many wait. */
  size: number;
  /** Nobody's deadline is earlier. */
  soonest: number;
}

/** Those that were sent before, interactive ones, those in the background. */
type Rank = 0 | 1 | 2;

export interface Queue {
  readonly lines: Map<string, Line>;
  /** How many wait, and how many have come. */
  size: number;
  count: number;
  /** Interactive calls that have left since one in the background did. */
  streak: number;
}

/** So many interactive calls may overtake one in the background. */
const longestStreak = 4;

export const newQueue = (): Queue => ({ lines: new Map(), size: 0, count: 0, streak: 0 });

/** Puts a call at the end of its line, or where it was before. */
export function add(queue: Queue, entry: Entry): void {
  const { call, rank, deadline } = entry;
  const kind = JSON.stringify([call.cost, call.exempt, call.policies]);
  const key = `${rank}${kind}`;
  let line = queue.lines.get(key);
  if (line === undefined) queue.lines.set(key, (line = { kind, rank, entries: [], head: 0, size: 0, soonest: Infinity }));
  const { entries } = line;
  line.size += 1;
  queue.size += 1;
  line.soonest = Math.min(line.soonest, deadline);
  entry.line = line;
  if (entry.order === 0) {
    entry.order = queue.count += 1;
    entry.index = entries.push(entry) - 1;
  } else {
    const index = entries.findIndex((other) => other !== undefined && other.order > entry.order);
    entries.splice(index < 0 ? entries.length : index, 0, entry);
    compact(line);
  }
}

/** One who waits. */
export function anyOf({ lines }: Queue): Entry | undefined {
  for (const { entries, head } of lines.values()) return entries[head];
  return undefined;
}

/** Takes a call out of the queue. False when it was not in it. */
export function remove(queue: Queue, entry: Entry): boolean {
  const { line } = entry;
  if (line === undefined) return false;
  entry.line = undefined;
  line.entries[entry.index] = undefined;
  line.size -= 1;
  queue.size -= 1;
  if (line.size === 0) queue.lines.delete(`${line.rank}${line.kind}`);
  else {
    line.head = following(line, line.head);
    // Only when most of it is empty, so that leaving takes no longer however many wait.
    if (line.entries.length > 2 * line.size + 100) compact(line);
  }
  return true;
}

function compact(line: Line): void {
  line.head = 0;
  line.entries = line.entries.filter((entry) => entry !== undefined);
  line.entries.forEach((entry, index) => {
    if (entry !== undefined) entry.index = index;
  });
}

/** The first index from `start` on at which somebody waits, or the length of the line. */
function following({ entries }: Line, start: number): number {
  let index = start;
  while (index < entries.length && entries[index] === undefined) index += 1;
  return index;
}

/** How far a line is let go in one round: the first who stays. */
interface Cursor {
  readonly line: Line;
  index: number;
  entry: Entry | undefined;
}

/**
 * Offers each call to `decide`, in the order in which they are to leave. True: it may leave. False: nor may any other of its line. Changes
 * nothing; returns the streak after that, and the lines of which somebody stays.
 */
export function offer(
  { lines, streak }: Queue,
  decide: (entry: Entry, line: Line) => boolean,
): { readonly streak: number; readonly staying: readonly Cursor[] } {
  const cursors = new Set<Cursor>();
  for (const line of lines.values()) cursors.add({ line, index: line.head, entry: line.entries[line.head] });
  const staying: Cursor[] = [];
  let passed = streak;
  for (;;) {
    const first: [again?: Cursor, front?: Cursor, back?: Cursor] = [];
    for (const cursor of cursors) {
      const { rank } = cursor.line;
      if ((cursor.entry?.order ?? 0) < (first[rank]?.entry?.order ?? Infinity)) first[rank] = cursor;
    }
    const [again, front, back] = first;
    const cursor = again ?? (front !== undefined && (passed < longestStreak || back === undefined) ? front : back);
    if (cursor?.entry === undefined) return { streak: passed, staying };
    const { line, entry } = cursor;
    if (decide(entry, line)) {
      if (cursor !== again) passed = cursor === front ? passed + 1 : 0;
      cursor.index = following(line, cursor.index + 1);
      cursor.entry = line.entries[cursor.index];
      if (cursor.entry === undefined) cursors.delete(cursor);
    } else {
      staying.push(cursor);
      cursors.delete(cursor);
    }
  }
}
