/**
 * The calls that wait at a gate: those that were sent before, then interactive ones, then those in the background; each in the order they
 * came. Calls of one kind are in one lane: what delays the first of them delays all.
 */
import type { CountedCall, Ticket } from "./gate-state.js";
import type { Waiter } from "./wait-for.js";

/** A call that waits: nothing that belongs to its request, unless there is a `waiter`. */
export interface Entry {
  readonly call: CountedCall;
  readonly rank: Rank;
  /** When it has waited as long as it may, in milliseconds since the epoch. */
  readonly deadline: number;
  /** Its number among all calls that have come; 0 before. */
  order: number;
  /** Where it waits, and between whom; no lane when it does not. */
  lane?: Lane | undefined;
  before?: Entry | undefined;
  after?: Entry | undefined;
  /** It may be sent, or will not be. */
  ticket?: Ticket | undefined;
  error?: Error;
  /** When it polls again. */
  pollAt: number;
  /** Wakes it earlier, where all requests have one context. */
  waiter?: Waiter;
}

/** Calls of one kind and rank. */
export interface Lane {
  readonly kind: string;
  /** Each of them counts as this one does. */
  readonly call: CountedCall;
  readonly rank: Rank;
  first?: Entry | undefined;
  last?: Entry | undefined;
  /** Nobody's deadline is earlier. */
  soonest: number;
  size: number;
}

/** Those that were sent before, interactive ones, those in the background. */
type Rank = 0 | 1 | 2;

export interface Queue {
  readonly lanes: Map<string, Lane>;
  /** How many wait, and how many have come, also back. */
  size: number;
  count: number;
  /** Interactive calls that have left since one in the background did. */
  streak: number;
}

/** So many interactive calls may overtake one in the background. */
const longestStreak = 4;

export const newQueue = (): Queue => ({ lanes: new Map(), size: 0, count: 0, streak: 0 });

/** Puts a call at the end of its lane, or where it was before. */
export function enqueue(queue: Queue, entry: Entry): void {
  const { call, rank, deadline } = entry;
  const kind = JSON.stringify([call.cost, call.exempt, call.policies, call.costs]);
  const key = `${rank}${kind}`;
  let lane = queue.lanes.get(key);
  if (lane === undefined) queue.lanes.set(key, (lane = { kind, call, rank, soonest: Infinity, size: 0 }));
  lane.soonest = Math.min(lane.soonest, deadline);
  lane.size += 1;
  queue.size += 1;
  queue.count += 1;
  entry.lane = lane;
  entry.order ||= queue.count;
  let before = lane.last;
  while (before !== undefined && before.order > entry.order) before = before.before;
  const after = before === undefined ? lane.first : before.after;
  link(lane, before, entry);
  link(lane, entry, after);
}

/** One who waits. */
export function anyEntry({ lanes }: Queue): Entry | undefined {
  for (const { first } of lanes.values()) return first;
  return undefined;
}

/** Takes a call out of the queue. False when it was not in it. */
export function remove(queue: Queue, entry: Entry): boolean {
  const { lane, before, after } = entry;
  if (lane === undefined) return false;
  entry.lane = undefined;
  lane.size -= 1;
  queue.size -= 1;
  link(lane, before, after);
  if (lane.first === undefined) queue.lanes.delete(`${lane.rank}${lane.kind}`);
  return true;
}

/** Makes two neighbours in a lane. Without one of them, the other is at an end of it. */
function link(lane: Lane, before: Entry | undefined, after: Entry | undefined): void {
  if (before === undefined) lane.first = after;
  else before.after = after;
  if (after === undefined) lane.last = before;
  else after.before = before;
}

/** How far a lane is let go in one round: the first who stays. */
interface Cursor {
  readonly lane: Lane;
  entry: Entry | undefined;
}

/**
 * Offers each call to `decide`, in the order in which they are to leave. True: it may leave. False: nor may any other of its lane. Changes
 * nothing; returns the streak after that, and the lanes of which somebody stays.
 */
export function offer(
  { lanes, streak }: Queue,
  decide: (entry: Entry, lane: Lane) => boolean,
): { readonly streak: number; readonly staying: readonly Cursor[] } {
  const cursors = new Set<Cursor>();
  for (const lane of lanes.values()) cursors.add({ lane, entry: lane.first });
  const staying: Cursor[] = [];
  let passed = streak;
  for (;;) {
    const first: [again?: Cursor, front?: Cursor, back?: Cursor] = [];
    for (const cursor of cursors) {
      const { rank } = cursor.lane;
      if ((cursor.entry?.order ?? 0) < (first[rank]?.entry?.order ?? Infinity)) first[rank] = cursor;
    }
    const [again, front, back] = first;
    const cursor = again ?? (front !== undefined && (passed < longestStreak || back === undefined) ? front : back);
    if (cursor?.entry === undefined) return { streak: passed, staying };
    const { lane, entry } = cursor;
    if (decide(entry, lane)) {
      if (cursor !== again) passed = cursor === front ? passed + 1 : 0;
      cursor.entry = entry.after;
      if (cursor.entry === undefined) cursors.delete(cursor);
    } else {
      staying.push(cursor);
      cursors.delete(cursor);
    }
  }
}
