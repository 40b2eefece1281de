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
  /** Where it waits, and between whom; no line when it does not. */
  line?: Line | undefined;
  before?: Entry | undefined;
  after?: Entry | undefined;
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
  first?: Entry | undefined;
  last?: Entry | undefined;
  /** Nobody's deadline is earlier. */
  soonest: number;
}

/** Those that were sent before, interactive ones, those in the background. */
type Rank = 0 | 1 | 2;

export interface Queue {
  readonly lines: Map<string, Line>;
  /** How many wait, and how many have come, also back. */
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
  if (line === undefined) queue.lines.set(key, (line = { kind, rank, soonest: Infinity }));
  line.soonest = Math.min(line.soonest, deadline);
  queue.size += 1;
  queue.count += 1;
  entry.line = line;
  entry.order ||= queue.count;
  let before = line.last;
  while (before !== undefined && before.order > entry.order) before = before.before;
  const after = before === undefined ? line.first : before.after;
  join(line, before, entry);
  join(line, entry, after);
}

/** One who waits. */
export function anyOf({ lines }: Queue): Entry | undefined {
  for (const { first } of lines.values()) return first;
  return undefined;
}

/** Takes a call out of the queue. False when it was not in it. */
export function remove(queue: Queue, entry: Entry): boolean {
  const { line, before, after } = entry;
  if (line === undefined) return false;
  entry.line = undefined;
  queue.size -= 1;
  join(line, before, after);
  if (line.first === undefined) queue.lines.delete(`${line.rank}${line.kind}`);
  return true;
}

/** Makes two neighbours in a line. Without one of them, the other is at an end of it. */
function join(line: Line, before: Entry | undefined, after: Entry | undefined): void {
  if (before === undefined) line.first = after;
  else before.after = after;
  if (after === undefined) line.last = before;
  else after.before = before;
}

/** How far a line is let go in one round: the first who stays. */
interface Cursor {
  readonly line: Line;
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
  for (const line of lines.values()) cursors.add({ line, entry: line.first });
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
      cursor.entry = entry.after;
      if (cursor.entry === undefined) cursors.delete(cursor);
    } else {
      staying.push(cursor);
      cursors.delete(cursor);
    }
  }
}
