/** The hold of a credential: how long nothing is sent, who asks how things stand, and what the others wait for. */
import { describe, expect, it } from "vitest";
import { awaitTurn, holdOf, newHold, noteAnswer, type Hold, type Wait } from "../../../../../templates/runtime/client/limits/hold.js";
import type { RateLimitError } from "../../../../../templates/runtime/client/limits/rate-limit-error.js";
import { fakeClock, settled, type FakeClock } from "../../../../support/fake-clock.js";

const none = (): number => 0;

/** A call that waits: whether it is a probe once it may be sent, or what it was rejected with. */
interface Waiting {
  isProbe?: boolean;
  error?: unknown;
}

interface World {
  readonly clock: FakeClock;
  readonly hold: Hold;
  readonly start: number;
  wait(more?: Partial<Wait>): Waiting;
  /** An answer, and for how long nothing is sent from now on. */
  note(status: number | undefined, more?: { readonly isProbe?: boolean; readonly retryIn?: number; readonly random?: number }): number;
  pass(ms: number): Promise<void>;
}

function world(): World {
  const clock = fakeClock();
  const hold = newHold(clock);
  return {
    clock,
    hold,
    start: clock.now(),
    wait(more) {
      const waiting: Waiting = {};
      awaitTurn(hold, { clock, random: none, deadline: Infinity, signal: undefined, ...more }).then(
        (isProbe) => (waiting.isProbe = isProbe),
        (error: unknown) => (waiting.error = error),
      );
      return waiting;
    },
    note(status, { isProbe = false, retryIn, random = 0 } = {}) {
      noteAnswer(hold, { isProbe, status, retryIn }, clock.now(), () => random);
      return hold.until - clock.now();
    },
    pass: (ms) => clock.runUntil(clock.now() + ms),
  };
}

describe("a rejection", () => {
  it.each<[string, number | undefined, number | undefined, boolean]>([
    ["a 429", 429, undefined, true],
    ["a 429 with a time", 429, 5000, true],
    ["a 503 with a time", 503, 5000, true],
    ["a 403 with a time", 403, 5000, true],
    ["a 503 without one", 503, undefined, false],
    ["a 403 without one", 403, undefined, false],
    ["a success with a time", 200, 5000, false],
    ["a failure with a time", 500, 5000, false],
    ["no answer", undefined, undefined, false],
  ])("is, or is not, %s", async (_, status, retryIn, expected) => {
    const there = world();
    expect(noteAnswer(there.hold, { isProbe: false, status, retryIn }, there.clock.now(), none)).toBe(expected);
    const waiting = there.wait();
    await settled();
    expect(waiting.isProbe).toBe(expected ? undefined : false);
  });

  it("lets nothing go before its time, spread by a hundredth of it, a second at most", () => {
    for (const [retryIn, random, expected] of [
      [5000, 0, 5000],
      [5000, 1, 5050],
      [200_000, 1, 201_000],
      [0, 1, 0],
    ] as const)
      expect(world().note(429, { retryIn, random })).toBe(expected);
  });

  it("without a time lets nothing go for a second, or for up to twice as long by chance, and longer each time", async () => {
    const there = world();
    expect(world().note(429, { random: 1 })).toBe(2000);
    const waits = [there.note(429)];
    for (let count = 0; count < 8; count += 1) {
      await there.pass(waits.at(-1) ?? 0);
      const probe = there.wait();
      await settled();
      expect(probe.isProbe).toBe(true);
      waits.push(there.note(429, { isProbe: true }));
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  it("counts once where calls that were under way together are turned away, and never shortens the wait", () => {
    const there = world();
    expect([there.note(429), there.note(429), there.note(429)]).toEqual([1000, 1000, 1000]);
    expect([there.note(429, { retryIn: 5000 }), there.note(429, { retryIn: 3000 }), there.note(429)]).toEqual([5000, 5000, 5000]);
  });

  it("of a probe, right after the service's own time, is believed no longer", async () => {
    const there = world();
    there.note(429, { retryIn: 100 });
    await there.pass(100);
    there.wait();
    await settled();
    expect(there.note(429, { isProbe: true, retryIn: 100 })).toBe(2000);
    expect(there.note(429, { isProbe: true, retryIn: 9000 })).toBe(9000);
  });

  it("says where its time comes from", async () => {
    const source = async (...notes: readonly (readonly [number | undefined, boolean?])[]): Promise<unknown> => {
      const there = world();
      for (const [retryIn, isProbe = false] of notes) there.note(429, { ...(retryIn !== undefined && { retryIn }), isProbe });
      const waiting = there.wait({ deadline: there.start });
      await settled();
      return (waiting.error as RateLimitError).source;
    };
    expect(await source([5000])).toBe("retry-after");
    expect(await source([undefined])).toBe("backoff");
    expect(await source([5000], [undefined])).toBe("retry-after");
    expect(await source([100], [100, true])).toBe("backoff");
    expect(await source([100], [2000, true])).toBe("retry-after");
  });
});

describe("a credential that was turned away", () => {
  it("has one call sent when the time is over, and the others when that is answered", async () => {
    const there = world();
    there.note(429, { retryIn: 5000 });
    const waiting = [there.wait(), there.wait(), there.wait()];
    await there.pass(4999);
    expect(waiting.map(({ isProbe }) => isProbe)).toEqual([undefined, undefined, undefined]);
    await there.pass(1);
    expect(waiting.map(({ isProbe }) => isProbe)).toEqual([true, undefined, undefined]);
    await there.pass(10_000);
    there.note(200, { isProbe: true });
    await there.pass(250);
    expect(waiting.map(({ isProbe }) => isProbe)).toEqual([true, false, false]);
    expect(there.note(429)).toBe(1000); // it begins anew
  });

  it("has no other call sent by an answer to an older one", async () => {
    const there = world();
    there.note(429, { retryIn: 1000 });
    there.note(200);
    const [first, second] = [there.wait(), there.wait()];
    await there.pass(1000);
    there.note(200);
    there.note(500);
    await there.pass(5000);
    expect([first.isProbe, second.isProbe]).toEqual([true, undefined]);
  });

  it.each([[500], [503], [undefined]])("is left alone again when the one call fails, by %s", async (status) => {
    const there = world();
    there.note(429, { retryIn: 1000 });
    there.wait();
    await there.pass(1000);
    expect(there.note(status, { isProbe: true })).toBe(2000);
    const next = there.wait();
    await there.pass(1999);
    expect(next.isProbe).toBeUndefined();
    await there.pass(1);
    expect(next.isProbe).toBe(true);
  });

  it.each([[404], [403], [499]])("may be used again when the one call is answered by %s", async (status) => {
    const there = world();
    there.note(429, { retryIn: 1000 });
    there.wait();
    await there.pass(1000);
    there.note(status, { isProbe: true });
    const next = there.wait();
    await settled();
    expect(next.isProbe).toBe(false);
  });

  it("has another call sent after a minute where the one is not answered", async () => {
    const there = world();
    there.note(429, { retryIn: 1000 });
    const [first, second] = [there.wait(), there.wait()];
    await there.pass(1000 + 59_999);
    expect([first.isProbe, second.isProbe]).toEqual([true, undefined]);
    await there.pass(1);
    const third = there.wait();
    await settled();
    expect(third.isProbe).toBe(true);
  });

  it("is looked at ever less often, a quarter of a second apart at most, or half a second by chance", async () => {
    for (const [random, expected] of [
      [0, [20, 40, 80, 160, 250, 250]],
      [1, [40, 80, 160, 320, 500, 500]],
    ] as const) {
      const there = world();
      there.note(429, { retryIn: 0 });
      there.wait();
      await settled();
      const looks: number[] = [];
      const wait: Wait["clock"]["wait"] = (ms, signal) => {
        looks.push(Math.round(ms));
        return there.clock.wait(ms, signal);
      };
      there.wait({ random: () => random, clock: { ...there.clock, now: () => there.clock.now(), wait } });
      await there.pass(2000);
      expect(looks.slice(0, 6)).toEqual(expected);
    }
  });
});

describe("a call that would wait longer than it may", () => {
  it("is refused at once, with the time, and with what the service said to it before", async () => {
    const there = world();
    there.note(429, { retryIn: 5000 });
    const rejected = new Response(null, { status: 429 });
    const [short, long] = [there.wait({ deadline: there.start + 4999, rejected }), there.wait({ deadline: there.start + 5000 })];
    await settled();
    expect(short.error).toMatchObject({
      name: "RateLimitError",
      retryAt: new Date(there.start + 5000),
      source: "retry-after",
      response: rejected,
    });
    expect(long.error).toBeUndefined();
  });

  it("is refused with the next look where it waits for the answer to another", async () => {
    const there = world();
    there.note(429, { retryIn: 1000 });
    there.wait();
    await there.pass(1000);
    const waiting = there.wait({ deadline: there.start + 1010 });
    await settled();
    expect(waiting.error).toMatchObject({ name: "RateLimitError", source: "queue", retryAt: new Date(there.start + 1020) });
  });

  it.each<[string, unknown, object | undefined]>([
    ["its time ends", new DOMException("late", "TimeoutError"), { name: "RateLimitError", source: "retry-after" }],
    ["it is given up", new Error("no longer wanted"), undefined],
    ["it is given up with a text", "no longer wanted", undefined],
  ])("is refused when %s", async (_, reason, expected) => {
    const there = world();
    there.note(429, { retryIn: 5000 });
    const controller = new AbortController();
    const waiting = there.wait({ signal: controller.signal });
    controller.abort(reason);
    await settled();
    if (expected === undefined) expect(waiting.error).toBe(reason);
    else expect(waiting.error).toMatchObject({ ...expected, cause: reason });
    expect(there.clock.timers).toBe(0);
  });
});

describe("the hold of a credential", () => {
  it("is the same for each of its calls at an origin, and another elsewhere", () => {
    const clock = fakeClock();
    const hold = holdOf("https://held.test", "key", clock);
    noteAnswer(hold, { isProbe: false, status: 429, retryIn: 5000 }, clock.now(), none);
    expect(holdOf("https://held.test", "key", clock)).toBe(hold);
    expect([holdOf("https://held.test", "other", clock), holdOf("https://elsewhere.test", "key", clock)]).not.toContain(hold);
  });

  it("may be forgotten where nothing holds, and ten minutes after its time", async () => {
    const there = world();
    expect(there.hold.isIdle()).toBe(true);
    there.note(429, { retryIn: 5000 });
    expect(there.hold.isIdle()).toBe(false);
    await there.pass(605_000);
    expect(there.hold.isIdle()).toBe(false);
    await there.pass(1);
    expect(there.hold.isIdle()).toBe(true);
  });
});
