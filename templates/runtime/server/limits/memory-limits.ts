/**
 * Counts calls in the memory of this process: the store a server has when it is given none.
 */
import type { Consumption, LimitStore, LimitWindow, WindowState } from "./limit-store.js";

export interface MemoryLimitsOptions {
  /** Most keys that are remembered at once; some 300 bytes each. Default: 100,000. */
  readonly maxKeys?: number | undefined;
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** What was consumed of a window that has begun. */
interface Counter {
  readonly name: string;
  /** Seconds. */
  readonly window: number;
  readonly quota: number;
  used: number;
  /** Milliseconds since the epoch. */
  resetAt: number;
}

/** Sweeps before this size would cost more than they free. */
const smallest = 1024;

/** A `LimitStore` of one process. It has no timers: what has expired goes when room is needed. */
export function memoryLimits({ maxKeys = 100_000, now = Date.now }: MemoryLimitsOptions = {}): LimitStore {
  if (!Number.isSafeInteger(maxKeys) || maxKeys < 1) throw new TypeError("`maxKeys` is a whole number from 1 on");
  /** In the order in which keys came. */
  const keys = new Map<string, Counter[]>();
  let sweepAt = Math.min(smallest, maxKeys);
  return {
    local: true,
    consume(key, windows, cost) {
      const time = now();
      const counters = keys.get(key);
      const consumption = look(counters, windows, cost, time);
      if (cost === 0 || !consumption.allowed) return consumption;
      if (counters !== undefined) take(counters, consumption, cost);
      else {
        if (keys.size >= sweepAt) {
          sweep(keys, time, maxKeys);
          sweepAt = Math.min(maxKeys, Math.max(smallest, 2 * keys.size));
        }
        const begun: Counter[] = [];
        take(begun, consumption, cost);
        keys.set(key, begun);
      }
      return consumption;
    },
  };
}

/** What is left once the cost is taken, or all that is left where it cannot be. */
function look(counters: readonly Counter[] | undefined, windows: readonly LimitWindow[], cost: number, now: number): Consumption {
  const states = windows.map((window): Mutable<WindowState> => {
    const counter = counters?.find((other) => other.name === window.name && other.window === window.window);
    const running = counter !== undefined && isRunning(counter, now);
    return {
      name: window.name,
      quota: window.quota,
      window: window.window,
      remaining: Math.max(0, window.quota - (running ? counter.used : 0)),
      resetAt: running ? counter.resetAt : now + window.window * 1000,
    };
  });
  const allowed = states.every(({ remaining }) => remaining >= cost);
  if (allowed) for (const state of states) state.remaining -= cost;
  return { allowed, windows: states, now };
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

function isRunning(counter: Counter, now: number): boolean {
  // A clock that was put back must not make a window longer than it is.
  counter.resetAt = Math.min(counter.resetAt, now + counter.window * 1000);
  return counter.resetAt > now;
}

/** Counts what `look` allowed. */
function take(counters: Counter[], { windows, now }: Consumption, cost: number): void {
  for (const { name, window, quota, resetAt } of windows) {
    const index = counters.findIndex((other) => other.name === name && other.window === window);
    const counter = counters[index];
    if (counter !== undefined && isRunning(counter, now)) counter.used += cost;
    else {
      const begun = { name, window, quota, used: cost, resetAt };
      if (index === -1) counters.push(begun);
      else counters[index] = begun;
    }
  }
}

/**
 * Makes room: first goes what has expired, then, down to seven eighths, the oldest keys with more than half of their quotas
 * left. Only then those that are nearly spent: to be forgotten must not be a way to a new quota.
 */
function sweep(keys: Map<string, Counter[]>, now: number, maxKeys: number): void {
  for (const [key, counters] of keys) if (!counters.some((counter) => isRunning(counter, now))) keys.delete(key);
  const room = Math.floor((maxKeys * 7) / 8);
  const isNearlySpent = ({ used, quota }: Counter): boolean => used * 2 > quota;
  for (const [key, counters] of keys) {
    if (keys.size <= room) return;
    if (!counters.some((counter) => isRunning(counter, now) && isNearlySpent(counter))) keys.delete(key);
  }
  for (const key of keys.keys()) {
    if (keys.size <= room) return;
    keys.delete(key);
  }
}
