import { describe, expect, test, vi } from "vitest";
import { limitFailover, type FailoverOptions, type StoreEvent } from "../../../../../templates/runtime/server/limits/limit-failover.js";
import type { LimitPolicy, LimitStore, LimitWindow } from "../../../../../templates/runtime/server/limits/limit-store.js";
import { memoryLimits } from "../../../../../templates/runtime/server/limits/memory-limits.js";
import { ProblemError } from "../../../../../templates/runtime/server/route/problem.js";

const minute: LimitWindow = { name: "minute", quota: 60, window: 60 };

/** A store that can be away or hang, behind a failover, on a clock of its own. */
function setup(options: FailoverOptions = {}, perRequest = false) {
  const state = { now: 1_000_000, store: "there" as "there" | "away" | "hangs" | "throws", asked: 0 };
  const memory = memoryLimits({ now: () => state.now });
  const store: LimitStore = {
    consume(...call) {
      state.asked++;
      if (state.store === "throws") throw new Error("no connection");
      if (state.store === "away") return Promise.reject(new Error("no connection"));
      if (state.store === "hangs") return new Promise(() => undefined);
      return Promise.resolve(memory.consume(...call));
    },
  };
  const events: StoreEvent[] = [];
  const limits = limitFailover(
    store,
    { now: () => state.now, timeout: 30, onStore: (event) => events.push(event), ...options },
    perRequest,
  );
  /** So many calls, one after the other, and the turns of the event loop that a look at the store takes. */
  const consume = async (calls: number, cost = 1) => {
    const seen: boolean[] = [];
    for (let call = 0; call < calls; call++) seen.push((await limits.consume("key", [minute], cost)).allowed);
    await new Promise((resolve) => setTimeout(resolve, 1));
    return seen.filter(Boolean).length;
  };
  return { state, limits, events, consume };
}

test.each([
  [{ instances: NaN }, "`instances` must be a number from 1 on, not NaN"],
  [{ instances: 0 }, "`instances` must be a number from 1 on, not 0"],
  [{ instances: "4" as unknown as number }, "`instances` must be a number from 1 on, not string"],
  [{ timeout: NaN }, "`timeout` must be a number of milliseconds above 0, not NaN"],
  [{ timeout: 0 }, "`timeout` must be a number of milliseconds above 0, not 0"],
  [{ timeout: Infinity }, "`timeout` must be a number of milliseconds above 0, not Infinity"],
])("figures that are none are refused: %o", (options, sentence) => {
  expect(() => setup(options)).toThrow(new TypeError(sentence));
});

test.each<readonly [string, () => unknown]>([
  [
    "throws",
    () => {
      throw new Error("hook");
    },
  ],
  ["rejects", () => Promise.reject(new Error("hook"))],
])("a hook that %s ends neither the call nor the process", async (_, onStore) => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { state, consume } = setup({ onStore });
  state.store = "away";
  expect(await consume(1)).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(printed.mock.calls).toEqual([[new Error("hook")]]);
  printed.mockRestore();
});

test("a store that answers decides", async () => {
  const { consume, events } = setup();
  expect(await consume(80)).toBe(60);
  expect(events).toEqual([]);
});

test("while the store is away, each instance has its share, and tells the whole quota", async () => {
  const { state, limits, consume } = setup({ instances: 4 });
  state.store = "away";
  expect(await limits.consume("key", [minute], 1)).toMatchObject({
    allowed: true,
    windows: [{ name: "minute", quota: 60, remaining: 14 }],
  });
  expect(await consume(80)).toBe(14);
});

test("a share is never smaller than one call", async () => {
  const { state, consume } = setup({ instances: 1000 });
  state.store = "away";
  expect(await consume(5, 7)).toBe(1);
});

test("a call that costs more than the quota is rejected by any share", async () => {
  const { state, consume } = setup({ instances: 4 });
  state.store = "away";
  expect(await consume(5, 61)).toBe(0);
});

test('a store that throws is away, and "closed" names the time to come back', async () => {
  const { state, limits } = setup({ onStoreError: "closed" });
  state.store = "throws";
  for (let call = 0; call < 2; call++) {
    const error = await Promise.resolve()
      .then(() => limits.consume("key", [minute], 1))
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({ code: "unavailable", headers: ["Retry-After", "1"] });
  }
});

test("a store that hangs is waited for once, however many calls there are", async () => {
  vi.useFakeTimers();
  try {
    const { state, limits } = setup({ onStoreError: "open", timeout: 200 });
    state.store = "hangs";
    const decided = vi.fn();
    const calls = Promise.all(Array.from({ length: 100 }, async () => limits.consume("key", [minute], 1))).then(decided);
    await vi.advanceTimersByTimeAsync(199);
    expect(decided).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await calls;
    // No time passes any more, and nobody waits for it.
    for (let call = 0; call < 100; call++) await limits.consume("key", [minute], 1);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("a store that is away is asked again more and more rarely, but at least every 2 seconds", async () => {
  const { state, consume } = setup({ onStoreError: "open" });
  state.store = "away";
  await consume(1);
  const askedAt: number[] = [];
  for (let time = 0; time < 10_000; time += 10) {
    state.now += 10;
    const before = state.asked;
    await consume(1);
    if (state.asked > before) askedAt.push(time + 10);
  }
  expect(askedAt).toEqual([100, 300, 700, 1500, 3100, 5100, 7100, 9100]);
});

test("the first answer brings everybody back, and the call that got it is counted", async () => {
  const { state, consume, limits, events } = setup({ onStoreError: "open" });
  state.store = "away";
  await consume(3);
  state.store = "there";
  state.now += 100;
  await consume(1);
  expect(await limits.consume("key", [minute], 1)).toMatchObject({ windows: [{ remaining: 58 }] });
  expect(events).toEqual([
    { store: "away", error: new Error("no connection"), onStoreError: "open" },
    { store: "back", after: 100, calls: 4 },
  ]);
});

test("a call that asks again and ends without a word holds up nobody", async () => {
  vi.useFakeTimers();
  try {
    const { state, limits, events } = setup({ onStoreError: "open" });
    const call = async () => limits.consume("key", [minute], 1);
    state.store = "away";
    await call();
    state.store = "hangs";
    state.now += 100;
    await call();
    // Its request is cancelled: what it waits for never comes, nor do its timers.
    vi.clearAllTimers();
    state.store = "there";
    state.now += 1000;
    await call();
    await vi.advanceTimersByTimeAsync(1);
    expect(events.map(({ store }) => store)).toEqual(["away", "back"]);
  } finally {
    vi.useRealTimers();
  }
});

test("an attempt that is over late says nothing of an outage that is over", async () => {
  const answers: ((isThere: boolean) => void)[] = [];
  const store: LimitStore = {
    consume: () =>
      new Promise((resolve, reject) =>
        answers.push((isThere) => {
          if (isThere) resolve({ allowed: true, windows: [], now: 0 });
          else reject(new Error("no connection"));
        }),
      ),
  };
  let now = 0;
  const events: StoreEvent[] = [];
  const limits = limitFailover(store, { now: () => now, timeout: 60_000, onStoreError: "open", onStore: (event) => events.push(event) });
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  void limits.consume("key", [minute], 1);
  answers[0]?.(false);
  await turn();
  for (const later of [100, 70_000]) {
    now += later;
    await limits.consume("key", [minute], 1);
  }
  answers[2]?.(true);
  await turn();
  answers[1]?.(false);
  await turn();
  expect(events.map(({ store: state }) => state)).toEqual(["away", "back"]);
});

test("where requests have contexts of their own, the call that asks again waits for the answer, and is decided by it", async () => {
  const { state, limits, consume, events } = setup({ onStoreError: "closed" }, true);
  state.store = "away";
  await expect(Promise.resolve(limits.consume("key", [minute], 1))).rejects.toThrow(ProblemError);
  state.now += 100;
  await expect(Promise.resolve(limits.consume("key", [minute], 1))).rejects.toThrow(ProblemError);
  state.store = "there";
  state.now += 200;
  expect(await limits.consume("key", [minute], 1)).toMatchObject({ allowed: true, windows: [{ remaining: 59 }] });
  expect(events.map(({ store }) => store)).toEqual(["away", "back"]);
  expect(await consume(1)).toBe(1);
});

test("a store that stays away is told of once a minute", async () => {
  const { state, consume, events } = setup({ onStoreError: "open" });
  state.store = "away";
  for (let second = 0; second < 150; second++) {
    await consume(3);
    state.now += 1000;
  }
  expect(events.map(({ store }) => store)).toEqual(["away", "away", "away"]);
});

test("a store that comes and goes is told of once a minute too, and never back without away", async () => {
  const { state, consume, events } = setup({ onStoreError: "open" });
  for (let second = 0; second < 100; second++) {
    state.store = second % 2 === 0 ? "away" : "there";
    await consume(3);
    state.now += 1000;
  }
  expect(events.map(({ store }) => store)).toEqual(["away", "back", "away", "back"]);
});

test("a clock that is set back does not keep the store away", async () => {
  const { state, consume, limits } = setup({ onStoreError: "open" });
  state.store = "away";
  await consume(1);
  state.store = "there";
  state.now -= 3_600_000;
  await consume(1);
  expect(await limits.consume("key", [minute], 1)).toMatchObject({ windows: [{ remaining: 58 }] });
});

test("a hook that throws fails no call, and is told of on the console", async () => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { state, consume } = setup({
    onStore: () => {
      throw new Error("the log is full");
    },
  });
  state.store = "away";
  expect(await consume(3)).toBe(3);
  expect(printed.mock.calls).toEqual([[new Error("the log is full")]]);
  printed.mockRestore();
});

test("a store that answers without a promise is asked without one", () => {
  const limits = limitFailover(memoryLimits({ now: () => 0 }));
  expect(limits.consume("key", [minute], 1)).toMatchObject({ allowed: true, windows: [{ remaining: 59 }] });
});

describe("policies of other kinds", () => {
  const sliding: LimitPolicy = { name: "minute", quota: 8, window: 60, kind: "sliding" };
  const bucket: LimitPolicy = { name: "burst", quota: 8, window: 4, kind: "bucket" };
  const gap: LimitPolicy = { name: "gap", quota: 1, window: 1, kind: "spacing" };
  const calls: LimitPolicy = { name: "calls", quota: 8, window: 0, kind: "concurrency" };

  /** A store that answers after so many milliseconds, if at all, and tells what was given back to it. */
  function kinds(options: FailoverOptions = {}, perRequest = false) {
    const state = { now: 1_000_000, delay: 0, isAway: false, releases: 0 };
    const memory = memoryLimits({ now: () => state.now });
    const store: LimitStore = {
      consume: (...call) => memory.consume(...call),
      async consumeAll(call) {
        if (state.delay > 0) await new Promise((resolve) => setTimeout(resolve, state.delay));
        if (state.isAway) throw new Error("no connection");
        const taken = await memory.consumeAll?.(call);
        if (taken === undefined) throw new Error("It counts policies of all kinds");
        if (taken.release === undefined) return taken;
        const release = (): void => {
          state.releases += 1;
          taken.release?.();
        };
        return { ...taken, release };
      },
    };
    const limits = limitFailover(store, { now: () => state.now, timeout: 30, onStore: () => undefined, ...options }, perRequest);
    const take = async (policies: readonly LimitPolicy[], cost = 1) => {
      const taken = await limits.consumeAll?.({ groups: [{ key: "key", policies }], cost });
      if (taken === undefined) throw new Error("The store counts policies of all kinds");
      return taken;
    };
    const passed = async (count: number, policy: LimitPolicy): Promise<number> => {
      let sum = 0;
      for (let call = 0; call < count; call++) if ((await take([policy])).allowed) sum++;
      return sum;
    };
    return { state, take, passed };
  }

  test("are counted here in parts while the store is away, and told by their whole figures", async () => {
    const { state, take, passed } = kinds({ instances: 4 });
    state.isAway = true;
    expect(await passed(20, sliding)).toBe(2);
    expect(await passed(20, bucket)).toBe(2);
    expect(await passed(20, calls)).toBe(2);
    expect(await passed(20, gap)).toBe(1);
    // Of eight in four seconds, one instance of four lets one pass in two; of one in a second, one in four.
    state.now += 2_000;
    expect([await passed(9, bucket), await passed(9, gap)]).toEqual([1, 0]);
    state.now += 2_000;
    expect(await passed(9, gap)).toBe(1);
    expect((await take([sliding, bucket, gap, calls], 0)).windows).toMatchObject([sliding, bucket, gap, calls]);
  });

  test.each(["open", "closed"] as const)("are decided by `onStoreError: %s`", async (onStoreError) => {
    const { state, take } = kinds({ onStoreError });
    state.isAway = true;
    if (onStoreError === "closed") await expect(take([calls, sliding])).rejects.toThrow(ProblemError);
    else expect(await take([calls, sliding], 3)).toMatchObject({ allowed: true, windows: [{ remaining: 7 }, { remaining: 5 }] });
  });

  test.each([false, true])(
    "give back what a store that was too slow has taken for a call that was decided without it",
    async (perRequest) => {
      const { state, take } = kinds({}, perRequest);
      state.delay = 80;
      const taken = await take([calls]);
      expect(taken.allowed).toBe(true);
      await vi.waitUntil(() => state.releases === 1, { timeout: 20_000 });
      taken.release?.();
      expect(state.releases).toBe(1);
      // The store is back: the call that asks again is counted by whoever decides it, and by nobody else.
      state.delay = 0;
      state.now += 10_000;
      const asked = await take([calls]);
      asked.release?.();
      await vi.waitUntil(() => state.releases === 2, { timeout: 20_000 });
    },
  );

  test("are of no store that counts fixed windows alone", () => {
    expect("consumeAll" in limitFailover({ consume: (...call) => memoryLimits().consume(...call) })).toBe(false);
  });
});
