import fc from "../../../../support/property.js";
import { describe, expect, test } from "vitest";
import type { Consumption, LimitPolicy } from "../../../../../templates/runtime/server/limits/limit-store.js";
import { memoryLimits } from "../../../../../templates/runtime/server/limits/memory-limits.js";
import { policyKinds } from "../../../../../templates/runtime/server/limits/policy-kinds.js";

/** A store whose clock stands still until it is told otherwise. */
function storeAt(start: number) {
  const clock = { now: start };
  const store = memoryLimits({ now: () => clock.now });
  const consume = (policies: readonly LimitPolicy[], cost = 1, key = "key"): Consumption => {
    const consumption = store.consumeAll?.({ groups: [{ key, policies }], cost });
    if (consumption === undefined || consumption instanceof Promise) throw new Error("a store in memory made somebody wait");
    return consumption;
  };
  return { clock, store, consume };
}

/** Calls that come one by one, at once, and after pauses of any length, around a window of so many milliseconds. */
const steps = (length: number, maxCost: number, most: number) =>
  fc.array(
    fc.record({
      pause: fc.oneof(
        { weight: 3, arbitrary: fc.constant(0) },
        { weight: 4, arbitrary: fc.integer({ min: 0, max: Math.ceil(length / 40) }) },
        { weight: 2, arbitrary: fc.integer({ min: 0, max: length }) },
        fc.integer({ min: length - 1, max: length + 1 }),
      ),
      cost: fc.integer({ min: 1, max: maxCost }),
    }),
    { minLength: 1, maxLength: most, size: "max" },
  );

/** What was taken in the last `span` milliseconds, at `now`. */
const takenIn = (taken: readonly (readonly [number, number])[], now: number, span: number): number =>
  taken.reduce((sum, [at, cost]) => (now - at < span ? sum + cost : sum), 0);

describe("a sliding window", () => {
  test("of a small quota decides as who remembers every call, and says to the millisecond when there is room", () => {
    const example = fc.record({ quota: fc.integer({ min: 1, max: 64 }), window: fc.constantFrom(0.05, 1, 3.7, 60) });
    const property = fc.property(
      example.chain((policy) => fc.tuple(fc.constant(policy), steps(policy.window * 1000, 3, 25))),
      ([figures, calls]) => {
        const policy: LimitPolicy = { name: "p", kind: "sliding", ...figures };
        const { clock, consume } = storeAt(1_700_000_000_000);
        const length = policy.window * 1000;
        const taken: [number, number][] = [];
        for (const { pause, cost } of calls) {
          clock.now += pause;
          const left = policy.quota - takenIn(taken, clock.now, length);
          const { allowed, windows } = consume([policy], cost);
          expect(allowed).toBe(cost <= left);
          if (allowed) taken.push([clock.now, cost]);
          expect(windows[0]?.remaining).toBe(allowed ? left - cost : left);
          if (allowed || cost > policy.quota) continue;
          const availableAt = windows[0]?.availableAt ?? NaN;
          expect(policy.quota - takenIn(taken, availableAt, length)).toBeGreaterThanOrEqual(cost);
          expect(policy.quota - takenIn(taken, availableAt - 1, length)).toBeLessThan(cost);
        }
      },
    );
    fc.assert(property, { numRuns: 10_000 });
  }, 120_000);

  test("of a large quota passes no more than that in any span, is too strict by a 64th of its length at most, and stays small", () => {
    const example = fc.record({ quota: fc.integer({ min: 65, max: 2_000 }), window: fc.constantFrom(1, 10, 60) });
    let most = 0;
    const property = fc.property(
      example.chain((policy) => fc.tuple(fc.constant(policy), steps(policy.window * 60, 9, 130))),
      ([policy, calls]) => {
        const length = policy.window * 1000;
        const kind = policyKinds.sliding;
        let state: readonly number[] = [];
        let now = 5_000_000;
        const taken: [number, number][] = [];
        for (const { pause, cost } of calls) {
          now += pause;
          const view = kind.look({ name: "p", ...policy }, state, now, cost);
          if (view.remaining >= cost) {
            expect(takenIn(taken, now, length) + cost).toBeLessThanOrEqual(policy.quota);
            state = kind.take({ name: "p", ...policy }, state, now, cost);
            taken.push([now, cost]);
            most = Math.max(most, state.length / 3);
          } else expect(takenIn(taken, now, length + length / 64) + cost).toBeGreaterThan(policy.quota);
        }
      },
    );
    fc.assert(property, { numRuns: 10_000 });
    expect(most).toBeGreaterThan(64);
    expect(most).toBeLessThanOrEqual(129);
  }, 120_000);

  test("does not let a double quota pass around the end of a window, as a fixed one does", () => {
    const policy: LimitPolicy = { name: "p", quota: 10, window: 60, kind: "sliding" };
    const { clock, consume } = storeAt(0);
    const passed = (count: number): number =>
      Array.from({ length: count }, () => consume([policy])).filter(({ allowed }) => allowed).length;
    expect(passed(1)).toBe(1);
    clock.now = 59_000;
    expect(passed(20)).toBe(9);
    clock.now = 61_000;
    expect(passed(20)).toBe(1);
    expect(consume([policy]).windows[0]).toMatchObject({ remaining: 0, resetAt: 121_000, availableAt: 119_000 });
  });

  test("holds nobody up for more than two windows when a clock is set back", () => {
    const policy: LimitPolicy = { name: "p", quota: 1, window: 60, kind: "sliding" };
    const { clock, consume } = storeAt(10_000_000);
    consume([policy]);
    clock.now -= 50_000;
    expect(consume([policy]).allowed).toBe(false);
    clock.now -= 20_000;
    expect(consume([policy]).allowed).toBe(true);
  });
});

describe("a bucket", () => {
  test("decides as exact fractions do, and says to the millisecond when there is enough", () => {
    const example = fc.record({
      rate: fc.tuple(fc.integer({ min: 1, max: 5_000 }), fc.constantFrom(1, 3, 7, 60, 3600)),
      burst: fc.integer({ min: 1, max: 500 }),
    });
    const property = fc.property(
      example.chain((figures) =>
        fc.tuple(fc.constant(figures), steps(Math.ceil((figures.burst * 1000 * figures.rate[1]) / figures.rate[0]), 4, 25)),
      ),
      ([{ rate, burst }, calls]) => {
        const [amount, seconds] = rate;
        const policy: LimitPolicy = { name: "p", quota: burst, window: burst / (amount / seconds), kind: "bucket" };
        const { clock, consume } = storeAt(1_700_000_000_000);
        // In parts of 1 / (1000 × seconds): so much comes in a millisecond, and nothing is rounded.
        const unit = 1000n * BigInt(seconds);
        const full = BigInt(burst) * unit;
        let level = full;
        for (const { pause, cost } of calls) {
          clock.now += pause;
          level += BigInt(pause) * BigInt(amount);
          if (level > full) level = full;
          const needed = BigInt(cost) * unit;
          const { allowed, windows } = consume([policy], cost);
          expect(allowed).toBe(needed <= level);
          if (allowed) level -= needed;
          expect(Math.floor(windows[0]?.remaining ?? NaN)).toBe(Number(level / unit));
          if (allowed || cost > burst) continue;
          const wait = BigInt((windows[0]?.availableAt ?? NaN) - clock.now);
          expect(level + wait * BigInt(amount)).toBeGreaterThanOrEqual(needed);
          expect(level + (wait - 1n) * BigInt(amount)).toBeLessThan(needed);
        }
      },
    );
    fc.assert(property, { numRuns: 10_000 });
  }, 120_000);

  test("of one is a spacing, whatever a call costs", () => {
    const policy: LimitPolicy = { name: "p", quota: 1, window: 0.2, kind: "spacing" };
    const { clock, consume } = storeAt(0);
    const outcomes: boolean[] = [];
    for (const now of [0, 0, 199, 200, 399, 400]) {
      clock.now = now;
      outcomes.push(consume([policy], 5).allowed);
    }
    expect(outcomes).toEqual([true, false, false, true, false, true]);
    expect(consume([policy], 5).windows[0]).toMatchObject({ remaining: 0, availableAt: 600 });
  });

  test("holds nobody up for more than the time it takes to be full when a clock is set back", () => {
    const policy: LimitPolicy = { name: "p", quota: 2, window: 10, kind: "bucket" };
    const { clock, consume } = storeAt(10_000_000);
    consume([policy], 2);
    clock.now -= 9_000;
    expect(consume([policy]).allowed).toBe(false);
    clock.now -= 2_000;
    expect(consume([policy], 2).allowed).toBe(true);
  });

  test("keeps what is in it when its figures change, up to what it then holds", () => {
    const { consume } = storeAt(0);
    consume([{ name: "p", quota: 10, window: 10, kind: "bucket" }], 8);
    expect(consume([{ name: "p", quota: 100, window: 10, kind: "bucket" }], 0).windows[0]?.remaining).toBe(2);
    expect(consume([{ name: "p", quota: 1, window: 1, kind: "bucket" }], 0).windows[0]?.remaining).toBe(1);
  });
});

describe("concurrency", () => {
  const policy: LimitPolicy = { name: "p", quota: 2, window: 0, kind: "concurrency" };

  test("counts calls until they are over, each once, however often that is said", () => {
    const { consume } = storeAt(0);
    const [one, two, three] = [consume([policy]), consume([policy], 9), consume([policy])];
    expect([one.allowed, two.allowed, three.allowed]).toEqual([true, true, false]);
    expect(three.release).toBeUndefined();
    expect(three.windows[0]).toMatchObject({ remaining: 0, availableAt: 1000 });
    one.release?.();
    one.release?.();
    expect([consume([policy]).allowed, consume([policy]).allowed]).toEqual([true, false]);
    expect(consume([policy], 0)).toMatchObject({ allowed: true, windows: [{ remaining: 0 }] });
  });

  test("is not begun by a call that another policy rejects", () => {
    const { consume } = storeAt(0);
    const minute: LimitPolicy = { name: "minute", quota: 1, window: 60 };
    expect([consume([policy, minute]).allowed, consume([policy, minute]).allowed]).toEqual([true, false]);
    expect(consume([policy], 0).windows[0]?.remaining).toBe(1);
  });

  test("leaves no memory behind when calls are over, and forgets none that is under way", async () => {
    const clock = { now: 0 };
    const store = memoryLimits({ maxKeys: 100, now: () => clock.now });
    const call = (key: string) => store.consumeAll?.({ groups: [{ key, policies: [policy] }], cost: 1 });
    const held = [await call("held"), await call("held")];
    for (let index = 0; index < 5_000; index++) (await call(`key ${index}`))?.release?.();
    expect((await call("held"))?.allowed).toBe(false);
    held[0]?.release?.();
    expect((await call("held"))?.allowed).toBe(true);
  });
});

describe("several policies at once", () => {
  const all: readonly LimitPolicy[] = [
    { name: "minute", quota: 7, window: 60 },
    { name: "minute", quota: 5, window: 60, kind: "sliding" },
    { name: "burst", quota: 4, window: 2, kind: "bucket" },
    { name: "gap", quota: 1, window: 0.1, kind: "spacing" },
    { name: "calls", quota: 3, window: 0, kind: "concurrency" },
  ];

  // 1.4 - 1 is a little less than 0.4.
  const rounded = (level: number): number => Math.round(level * 1e9) / 1e9;

  test("are taken of together or not at all, in whatever order and under whichever keys", () => {
    const step = fc.record({
      first: fc.subarray([...all]),
      second: fc.subarray([...all]),
      cost: fc.integer({ min: 0, max: 3 }),
      pause: fc.constantFrom(0, 0, 50, 100, 700, 30_000),
      isOver: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (sequence) => {
        const { clock, store } = storeAt(0);
        const ask = (groups: Parameters<NonNullable<typeof store.consumeAll>>[0]["groups"], cost: number): Consumption => {
          const answer = store.consumeAll?.({ groups, cost });
          if (answer === undefined || answer instanceof Promise) throw new Error("a store in memory made somebody wait");
          return answer;
        };
        const whole = [
          { key: "one", policies: all },
          { key: "two", policies: all },
        ];
        const left = (): readonly number[] => ask(whole, 0).windows.map(({ remaining }) => remaining);
        for (const { first, second, cost, pause, isOver } of sequence) {
          clock.now += pause;
          const before = left();
          const groups = [
            { key: "one", policies: first },
            { key: "two", policies: second },
          ];
          const places = [...first.map((policy) => all.indexOf(policy)), ...second.map((policy) => all.length + all.indexOf(policy))];
          const taken = (place: number): number =>
            ["gap", "calls"].includes(all[place % all.length]?.name ?? "") ? Math.min(cost, 1) : cost;
          const { allowed, windows, release } = ask(groups, cost);
          expect(allowed).toBe(cost === 0 || places.every((place) => (before[place] ?? 0) >= taken(place)));
          const after = before.map((remaining, place) => rounded(allowed && places.includes(place) ? remaining - taken(place) : remaining));
          expect(left()).toEqual(after);
          expect(windows.map(({ remaining }) => remaining)).toEqual(places.map((place) => after[place]));
          if (isOver) release?.();
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("a fixed window is one counter, whichever way it is counted", async () => {
    const { store, consume } = storeAt(0);
    const minute: LimitPolicy = { name: "minute", quota: 7, window: 60 };
    await store.consume("key", [minute], 2);
    expect(consume([minute], 1).windows[0]?.remaining).toBe(4);
    expect((await store.consume("key", [minute], 0)).windows[0]?.remaining).toBe(4);
  });
});
