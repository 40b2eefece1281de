/**
 * Virtual time: hours of it pass in milliseconds, and always in the same order.
 */
import { waitOn, type Clock } from "../../templates/runtime/client/limits/clock.js";
import { currentContext, inContext, type RequestContext } from "./request-contexts.js";

export interface FakeClock extends Clock {
  /** How many actions wait for their time. */
  readonly timers: number;
  /** Lets time pass until then, action by action; without an end, until nothing waits any more. */
  runUntil(end?: number): Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly action: () => void;
  readonly context: RequestContext | undefined;
}

export interface FakeClockOptions {
  /** Whether each request has a context of its own: told of each timer of one that another calls off. */
  readonly onForeignTimer?: (problem: string) => void;
}

/** A clock that stands at `start`, in milliseconds since the epoch, and moves only when it is told to. */
export function fakeClock(start = Date.UTC(2030, 0, 1), { onForeignTimer }: FakeClockOptions = {}): FakeClock {
  let time = start;
  let order = 0;
  const timers = new Set<Timer>();
  const queue = timerQueue();

  const after: Clock["after"] = (ms, action) => {
    if (!(ms < 8.64e15)) throw new Error(`A timer of ${ms} ms`);
    const context = currentContext();
    const timer = { at: time + Math.max(ms, 0), order: (order += 1), action, context };
    timers.add(timer);
    queue.add(timer);
    return () => {
      if (currentContext() !== context && timers.has(timer))
        onForeignTimer?.(`a timer of ${String(context?.name)} was called off by another`);
      timers.delete(timer);
    };
  };

  async function runUntil(end = Infinity): Promise<void> {
    for (;;) {
      await settled();
      let next = queue.first();
      while (next !== undefined && (!timers.has(next) || next.context?.isDead === true)) {
        timers.delete(next);
        queue.take();
        next = queue.first();
      }
      if (next === undefined || next.at > end) break;
      queue.take();
      timers.delete(next);
      time = Math.max(time, next.at);
      inContext(next.context, next.action);
    }
    if (end < Infinity) time = Math.max(time, end);
  }

  return {
    perRequest: onForeignTimer !== undefined,
    now: () => time,
    after,
    wait: (ms, signal) => waitOn(after, ms, signal),
    runUntil,
    get timers() {
      return timers.size;
    },
  };
}

const isEarlier = (one: Timer, other: Timer): boolean => one.at < other.at || (one.at === other.at && one.order < other.order);

/** Timers by their time: a binary heap. */
function timerQueue(): { add(timer: Timer): void; first(): Timer | undefined; take(): void } {
  const heap: Timer[] = [];
  const swap = (one: number, other: number): void => {
    const [first, second] = [heap[one], heap[other]];
    if (first !== undefined && second !== undefined) [heap[one], heap[other]] = [second, first];
  };
  const isBefore = (one: number, other: number): boolean => {
    const [first, second] = [heap[one], heap[other]];
    return first !== undefined && second !== undefined && isEarlier(first, second);
  };
  return {
    first: () => heap[0],
    add(timer) {
      let place = heap.push(timer) - 1;
      for (let above = (place - 1) >> 1; place > 0 && isBefore(place, above); above = (place - 1) >> 1) {
        swap(place, above);
        place = above;
      }
    },
    take() {
      swap(0, heap.length - 1);
      heap.pop();
      for (let place = 0; ;) {
        const [left, right] = [2 * place + 1, 2 * place + 2];
        const least = isBefore(right, left) ? right : left;
        if (!isBefore(least, place)) return;
        swap(least, place);
        place = least;
      }
    },
  };
}

/** When all that follows from what has happened so far has happened. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
