import fc from "../../../../support/property.js";
import { describe, expect, test } from "vitest";
import type { Consumption, LimitStore, LimitWindow } from "../../../../../templates/runtime/server/limits/limit-store.js";
import { memoryLimits } from "../../../../../templates/runtime/server/limits/memory-limits.js";

const minute: LimitWindow = { name: "minute", quota: 60, window: 60 };
const day: LimitWindow = { name: "day", quota: 1000, window: 86_400 };

/** A store with a clock that stands still until it is told otherwise. Answers of a store in memory are there at once. */
function storeAt(start: number, maxKeys?: number) {
  const clock = { now: start };
  const store = memoryLimits({ now: () => clock.now, ...(maxKeys === undefined ? {} : { maxKeys }) });
  const consume = (key: string, windows: readonly LimitWindow[], cost = 1): Consumption => {
    const consumption = store.consume(key, windows, cost);
    if (consumption instanceof Promise) throw new Error("a store in memory made somebody wait");
    return consumption;
  };
  return {
    clock,
    consume,
    remaining: (key: string, windows: readonly LimitWindow[]) => consume(key, windows, 0).windows.map((state) => state.remaining),
  };
}

/** How many of so many calls were allowed. */
const allowed = (count: number, call: () => Consumption): number =>
  Array.from({ length: count }, call).filter((each) => each.allowed).length;

describe("the store in memory", () => {
  test("allows of 50,000 calls at once exactly as many as the fullest window has room for", async () => {
    const store: LimitStore = memoryLimits({ now: () => 5_000 });
    const windows = [
      { ...minute, quota: 3_000 },
      { ...day, quota: 2_500 },
    ];
    const calls = await Promise.all(Array.from({ length: 50_000 }, async () => store.consume("key", windows, 1)));
    expect(calls.filter((call) => call.allowed)).toHaveLength(2_500);
    const left = await store.consume("key", windows, 0);
    expect(left.windows.map(({ remaining }) => remaining)).toEqual([500, 0]);
  });

  test("lets a rejected call consume nothing of any window", () => {
    const { consume, remaining, clock } = storeAt(0);
    expect(allowed(500, () => consume("key", [minute, day]))).toBe(60);
    expect(remaining("key", [minute, day])).toEqual([0, 940]);
    clock.now += 60_000;
    expect(remaining("key", [minute, day])).toEqual([60, 940]);
  });

  test("begins a window with the first call that counts in it, and ends it when it is as long as it is", () => {
    const { consume, clock } = storeAt(1_000);
    expect(consume("key", [minute]).windows).toEqual([{ ...minute, remaining: 59, resetAt: 61_000 }]);
    clock.now = 60_999;
    expect(consume("key", [minute]).windows).toEqual([{ ...minute, remaining: 58, resetAt: 61_000 }]);
    clock.now = 61_000;
    expect(consume("key", [minute])).toEqual({ allowed: true, windows: [{ ...minute, remaining: 59, resetAt: 121_000 }], now: 61_000 });
  });

  test("takes what a call costs, all of it or nothing", () => {
    const { consume, remaining } = storeAt(0);
    expect(consume("key", [minute], 59).allowed).toBe(true);
    expect(consume("key", [minute], 2).allowed).toBe(false);
    expect(remaining("key", [minute])).toEqual([1]);
    expect(consume("key", [minute], 1).allowed).toBe(true);
  });

  test("is only looked at for nothing, even when nothing is left", () => {
    const { consume, remaining } = storeAt(7_000);
    expect(consume("key", [minute], 0)).toEqual({ allowed: true, windows: [{ ...minute, remaining: 60, resetAt: 67_000 }], now: 7_000 });
    consume("key", [minute], 60);
    expect(consume("key", [minute], 0).allowed).toBe(true);
    expect(remaining("key", [minute])).toEqual([0]);
  });

  test("counts each key for itself, whatever it is called", () => {
    const { consume, remaining } = storeAt(0);
    const keys = ["", "__proto__", "constructor", "toString", "a", "a ", "\u0000", "k".repeat(100_000), "\ud800"];
    for (const [index, key] of keys.entries()) consume(key, [minute], index + 1);
    expect(keys.map((key) => remaining(key, [minute])[0])).toEqual(keys.map((_, index) => 59 - index));
  });

  test("counts each window of a key for itself, and keeps what was counted when its quota changes", () => {
    const { consume, remaining } = storeAt(0);
    consume("key", [minute], 40);
    expect(remaining("key", [{ ...minute, quota: 300 }])).toEqual([260]);
    expect(remaining("key", [{ ...minute, quota: 30 }])).toEqual([0]);
    expect(remaining("key", [{ ...minute, window: 10 }])).toEqual([60]);
    expect(remaining("key", [{ ...minute, name: "__proto__" }])).toEqual([60]);
  });

  test("agrees with what anyone would work out by hand, whatever comes in whatever order", () => {
    const all = [minute, { ...minute, name: "burst", quota: 3, window: 1 }, { ...day, quota: 90 }];
    const step = fc.record({
      key: fc.constantFrom("a", "b", "__proto__"),
      windows: fc.subarray(all, { minLength: 1 }),
      cost: fc.integer({ min: 0, max: 4 }),
      pause: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_500 }), fc.integer({ min: 0, max: 90_000 })),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const { clock, consume } = storeAt(1_000);
        // Every window that began, by key and name: when, and what was consumed of it.
        const begun = new Map<string, { readonly at: number; used: number }>();
        for (const { key, windows, cost, pause } of steps) {
          clock.now += pause;
          const running = windows.map((window) => {
            const known = begun.get(`${window.name} ${key}`);
            return known !== undefined && clock.now < known.at + window.window * 1000 ? known : { at: clock.now, used: 0 };
          });
          const fits = windows.every(({ quota }, index) => cost === 0 || (running[index]?.used ?? 0) + cost <= quota);
          if (fits && cost > 0)
            for (const [index, counter] of running.entries()) {
              counter.used += cost;
              begun.set(`${windows[index]?.name ?? ""} ${key}`, counter);
            }
          expect(consume(key, windows, cost)).toEqual({
            allowed: fits,
            now: clock.now,
            windows: windows.map((window, index) => ({
              ...window,
              remaining: window.quota - (running[index]?.used ?? 0),
              resetAt: (running[index]?.at ?? 0) + window.window * 1000,
            })),
          });
        }
      }),
      { numRuns: 300 },
    );
  });

  test("waits for no longer than a window when the clock is put back", () => {
    const { consume, clock } = storeAt(10_000_000);
    consume("key", [minute], 60);
    clock.now -= 3_600_000;
    expect(consume("key", [minute])).toMatchObject({ allowed: false, windows: [{ resetAt: clock.now + 60_000 }] });
    clock.now += 60_000;
    expect(consume("key", [minute]).allowed).toBe(true);
  });
});

describe("a store in memory that is full", () => {
  const half: LimitWindow = { name: "minute", quota: 10, window: 60 };

  test("forgets what has expired first", () => {
    const { consume, clock, remaining } = storeAt(0, 100);
    for (let index = 0; index < 50; index++) consume(`early ${index}`, [half]);
    clock.now = 30_000;
    for (let index = 0; index < 50; index++) consume(`late ${index}`, [half]);
    clock.now = 60_000;
    for (let index = 0; index < 40; index++) consume(`new ${index}`, [half]);
    for (let index = 0; index < 50; index++) expect(remaining(`late ${index}`, [half])).toEqual([9]);
  });

  test("does not give a new quota to whoever has spent its own and sends a flood of other keys", () => {
    const { consume, remaining } = storeAt(0, 1_000);
    consume("spent", [half], 10);
    for (let index = 0; index < 100_000; index++) consume(`flood ${index}`, [half]);
    expect(remaining("spent", [half])).toEqual([0]);
  });

  test("forgets the oldest of those that are all spent", () => {
    const { consume, remaining } = storeAt(0, 8);
    for (let index = 0; index < 9; index++) consume(`key ${index}`, [half], 10);
    expect(Array.from({ length: 9 }, (_, index) => remaining(`key ${index}`, [half])[0])).toEqual([10, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  test("of one key still counts", () => {
    const { consume } = storeAt(0, 1);
    expect(allowed(20, () => consume("key", [half]))).toBe(10);
  });

  test("of one key still counts policies of all kinds", () => {
    const store = memoryLimits({ maxKeys: 1, now: () => 0 });
    const groups = [{ key: "key", policies: [{ ...half, kind: "sliding" } as const] }];
    const answers = Array.from({ length: 20 }, () => store.consumeAll?.({ groups, cost: 1 }));
    expect(answers.filter((each) => each !== undefined && !(each instanceof Promise) && each.allowed)).toHaveLength(10);
  });

  test("forgets nobody for a call of whom it knows, nor for one that takes nothing", () => {
    const store = memoryLimits({ maxKeys: 8, now: () => 0 });
    const ask = (key: string, cost = 1): unknown => store.consumeAll?.({ groups: [{ key, policies: [half] }], cost });
    for (let index = 0; index < 8; index++) ask(`key ${index}`);
    ask("key 7");
    ask("stranger", 0);
    expect(ask("key 0", 0)).toMatchObject({ windows: [{ remaining: 9 }] });
  });

  test.each([0, -1, 1.5, NaN, Infinity])("cannot have room for %d keys", (maxKeys) => {
    expect(() => memoryLimits({ maxKeys })).toThrow(TypeError);
  });
});
