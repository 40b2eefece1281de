/**
 * Counts calls in the memory of this process: the store a server has when it is given none.
 */
import type { Consumption, LimitCall, LimitPolicy, LimitStore, LimitWindow, WindowState } from "./limit-store.js";
import { costIn, counterName, policyKinds, type CounterState } from "./policy-kinds.js";

export interface MemoryLimitsOptions {
  /** Most keys that are remembered at once; some 300 bytes each, and up to 3 kB more for a sliding window with a large quota. Default: 100,000. */
  readonly maxKeys?: number | undefined;
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** What was consumed of a window that has begun, or of a policy of another kind that is not whole again. */
interface Counter {
  /** Of the policy; of another kind, with that kind. */
  readonly name: string;
  /** Seconds; without end for what is given back by calls. */
  readonly window: number;
  readonly quota: number;
  used: number;
  /** Milliseconds since the epoch. */
  resetAt: number;
  /** Of another kind than a fixed window. */
  state?: CounterState;
}

/** Sweeps before this size would cost more than they free. */
const smallest = 1024;

/** A `LimitStore` of one process. It has no timers: what has expired goes when room is needed. */
export function memoryLimits({ maxKeys = 100_000, now = Date.now }: MemoryLimitsOptions = {}): LimitStore {
  if (!Number.isSafeInteger(maxKeys) || maxKeys < 1) throw new TypeError("`maxKeys` is a whole number from 1 on");
  /** In the order in which keys came. */
  const keys = new Map<string, Counter[]>();
  let sweepAt = Math.min(smallest, maxKeys);
  const makeRoom = (time: number): void => {
    if (keys.size < sweepAt) return;
    sweep(keys, time, maxKeys);
    sweepAt = Math.min(maxKeys, Math.max(smallest, 2 * keys.size));
  };
  return {
    local: true,
    consume(key, windows, cost) {
      const time = now();
      const counters = keys.get(key);
      const consumption = look(counters, windows, cost, time);
      if (cost === 0 || !consumption.allowed) return consumption;
      if (counters !== undefined) take(counters, consumption.windows, cost, time);
      else {
        makeRoom(time);
        const begun: Counter[] = [];
        take(begun, consumption.windows, cost, time);
        keys.set(key, begun);
      }
      return consumption;
    },
    consumeAll(call) {
      const time = now();
      if (call.cost > 0 && call.groups.some(({ key }) => !keys.has(key))) makeRoom(time);
      return consumeAll(keys, call, time);
    },
  };
}

/** All policies are looked at before any is taken of. */
function consumeAll(keys: Map<string, Counter[]>, { groups, cost }: LimitCall, now: number): Consumption {
  const looked = groups.map(({ key, policies }) => policies.map((policy) => lookAt(keys.get(key), policy, cost, now)));
  const allowed = cost === 0 || looked.every((states) => states.every((state) => state.remaining >= costIn(state, cost)));
  if (cost === 0 || !allowed) return { allowed, windows: looked.flat(), now };
  const given: Counter[] = [];
  const windows = groups.map(({ key, policies }) => {
    const counters = keys.get(key) ?? [];
    keys.set(key, counters);
    return policies.map((policy) => takeOf(counters, policy, cost, now, given));
  });
  return {
    allowed,
    windows: windows.flat(),
    now,
    ...(given.length > 0 && {
      release: once(() => {
        for (const counter of given) giveBack(counter);
      }),
    }),
  };
}

/** What is left of a policy of any kind. */
function lookAt(counters: readonly Counter[] | undefined, policy: LimitPolicy, cost: number, now: number): WindowState {
  if (policy.kind === undefined) return { ...policy, ...windowState(counters, policy, now) };
  const name = counterName(policy);
  const { state = [] } = counters?.find((other) => other.name === name) ?? {};
  const view = policyKinds[policy.kind].look(policy, state, now, costIn(policy, cost));
  return { ...policy, ...view, remaining: Math.max(0, view.remaining) };
}

/** Takes the cost of a policy of any kind; `given` gets the counters to which it is to be given back. */
function takeOf(counters: Counter[], policy: LimitPolicy, cost: number, now: number, given: Counter[]): WindowState {
  if (policy.kind === undefined) {
    take(counters, [windowState(counters, policy, now)], costIn(policy, cost), now);
    return { ...policy, ...windowState(counters, policy, now) };
  }
  const name = counterName(policy);
  const isGivenBack = policy.kind === "concurrency";
  const known = counters.find((other) => other.name === name);
  const state = policyKinds[policy.kind].take(policy, known?.state ?? [], now, costIn(policy, cost));
  const { remaining, resetAt } = policyKinds[policy.kind].look(policy, state, now, 0);
  const counter = known ?? { name, window: Infinity, quota: policy.quota, used: 0, resetAt: 0 };
  if (known === undefined) counters.push(counter);
  Object.assign(counter, { state, used: policy.quota - remaining, resetAt: isGivenBack ? Infinity : resetAt } satisfies Partial<Counter>);
  if (isGivenBack) given.push(counter);
  return { ...policy, remaining: Math.max(0, remaining), resetAt };
}

/** Not by its name: the counter may have been forgotten, and another begun in its place. */
function giveBack(counter: Counter): void {
  const left = Math.max(0, (counter.state?.[0] ?? 0) - 1);
  counter.state = [left];
  counter.used = left;
  if (left === 0) counter.resetAt = 0;
}

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) action();
    isDone = true;
  };
}

/** What is left once the cost is taken, or all that is left where it cannot be. */
function look(counters: readonly Counter[] | undefined, windows: readonly LimitWindow[], cost: number, now: number): Consumption {
  const states = windows.map((window) => windowState(counters, window, now));
  const allowed = states.every(({ remaining }) => remaining >= cost);
  if (allowed) for (const state of states) state.remaining -= cost;
  return { allowed, windows: states, now };
}

/** A fixed window as it is now. */
function windowState(counters: readonly Counter[] | undefined, window: LimitWindow, now: number): Mutable<WindowState> {
  const counter = counters?.find((other) => other.name === window.name && other.window === window.window);
  const running = counter !== undefined && isRunning(counter, now);
  return {
    name: window.name,
    quota: window.quota,
    window: window.window,
    remaining: Math.max(0, window.quota - (running ? counter.used : 0)),
    resetAt: running ? counter.resetAt : now + window.window * 1000,
  };
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

function isRunning(counter: Counter, now: number): boolean {
  // A clock that was put back must not make a window longer than it is.
  counter.resetAt = Math.min(counter.resetAt, now + counter.window * 1000);
  return counter.resetAt > now;
}

/** Counts what `look` allowed. */
function take(counters: Counter[], windows: readonly WindowState[], cost: number, now: number): void {
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
