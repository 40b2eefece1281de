import { getEventListeners } from "node:events";
import { beforeEach, describe, expect, it } from "vitest";
import type { GateCall } from "../../../../../templates/runtime/client/limits/gate.js";
import { RateLimitError } from "../../../../../templates/runtime/client/limits/rate-limit-error.js";
import type { GateSettings } from "../../../../../templates/runtime/client/limits/gate-registry.js";
import { slidingWindow } from "../../../../../templates/runtime/client/limits/policies/sliding-window.js";
import { spacing } from "../../../../../templates/runtime/client/limits/policies/spacing.js";
import { tokenBucket } from "../../../../../templates/runtime/client/limits/policies/token-bucket.js";
import type { Policies } from "../../../../../templates/runtime/shared/rate-limits.js";
import { settled } from "../../../../support/fake-clock.js";
import {
  answered,
  ask,
  askFor,
  begin,
  clock,
  described,
  events,
  gate,
  minute,
  newGate,
  pass,
  reading,
  sent,
  usual,
  type Asking,
} from "./gate-asking.js";

beforeEach(begin);

describe("a queue", () => {
  /** Calls of the priorities given, in the order in which they leave when they can. */
  async function order(calls: readonly Partial<GateCall>[]): Promise<readonly number[]> {
    await answered(200, [{ limit: 100, remaining: 1, resetIn: 60_000 }]);
    const [first] = await askFor(1);
    const left: number[] = [];
    calls.forEach((call, index) => {
      void Promise.resolve(gate.enter({ ...usual, ...call })).then((permit) => {
        left.push(index);
        permit.answered(200, reading([{ limit: 100, remaining: 0, resetIn: 60_000 }]));
      });
    });
    first?.permit?.answered(200, reading([{ limit: 100, remaining: 0, resetIn: 60_000 }]));
    await pass(3_600_000);
    return left;
  }

  const background = { priority: "background" } as const;

  it("lets calls go in the order they came", async () => {
    expect(await order([{}, {}, {}, {}])).toEqual([0, 1, 2, 3]);
  });

  it("lets four interactive calls overtake one in the background, not more", async () => {
    expect(await order([background, background, {}, {}, {}, {}, {}, {}])).toEqual([2, 3, 4, 5, 0, 6, 7, 1]);
  });

  it("puts a call that is sent again to the front", async () => {
    expect(await order([{}, {}, { again: true }])).toEqual([2, 0, 1]);
  });

  it("fails a call at once whose wait is known to be too long", async () => {
    await answered(200, [{ ...minute, name: "minute", remaining: 0 }]);
    const retryAt = new Date(clock.now() + 60_000);
    const [short, long] = [ask({ maxWait: 59_999 }), ask({ maxWait: 60_000 })];
    await settled();
    expect(short.error).toBeInstanceOf(RateLimitError);
    expect(short.error).toMatchObject({ retryAt, policy: "minute", source: "reset" });
    expect(long.error).toBeUndefined();
  });

  it("fails a call as soon as its wait becomes too long, and leaves the gate shut", async () => {
    await answered(200, [{ ...minute, remaining: 1 }]);
    const [first] = await askFor(1);
    const [waiting] = await askFor(1, { maxWait: 60_000 });
    first?.permit?.answered(429, reading([], 90_000));
    await settled();
    expect(waiting?.error).toMatchObject({ retryAt: new Date(clock.now() + 90_000), source: "retry-after" });
    expect(gate.state()).toMatchObject({ state: "closed", waiting: 0 });
  });

  it("fails a call that has waited as long as it may", async () => {
    const askings = await askFor(2, { maxWait: 1000 });
    await pass(999);
    expect(askings[1]?.error).toBeUndefined();
    await pass(1);
    expect(askings[1]?.error).toMatchObject({
      name: "RateLimitError",
      source: "queue",
      message: expect.stringContaining("calls before it take longer than its maxWait") as unknown,
    });
    // When the first one, which asks how things stand, is taken for lost at the latest.
    const { retryAt } = askings[1]?.error as RateLimitError;
    expect(retryAt.getTime()).toBe(clock.now() + 14_000);
  });

  it("lets go of a call that is aborted, with the caller's reason", async () => {
    const controller = new AbortController();
    const askings = await askFor(3, { signal: controller.signal });
    const reason = new Error("no longer wanted");
    controller.abort(reason);
    await settled();
    expect(askings.map(({ error }) => error)).toEqual([undefined, reason, reason]);
    expect([gate.state().waiting, clock.timers]).toEqual([0, 0]);
    expect((await askFor(1, { signal: controller.signal }))[0]?.error).toBe(reason);
  });

  it("leaves no listener at the signal of a call that went", async () => {
    const controller = new AbortController();
    const askings = await askFor(2, { signal: controller.signal });
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(1);
    askings[0]?.permit?.answered(200, reading([minute]));
    await settled();
    expect([sent(askings), getEventListeners(controller.signal, "abort").length]).toEqual([2, 0]);
  });

  it("says that it was the limit that a call's own deadline passed at", async () => {
    await answered(200, [{ ...minute, remaining: 0 }]);
    const controller = new AbortController();
    const [asking] = await askFor(1, { signal: controller.signal });
    const reason = new DOMException("The operation timed out", "TimeoutError");
    controller.abort(reason);
    await settled();
    expect(asking?.error).toMatchObject({ name: "RateLimitError", retryAt: new Date(clock.now() + 60_000), cause: reason });
  });

  it("has a timer only while calls wait", async () => {
    await answered(200, [{ ...minute, remaining: 0 }]);
    expect(clock.timers).toBe(0);
    await askFor(5);
    expect(clock.timers).toBe(1);
    await pass(60_000);
    expect(clock.timers).toBe(1);
  });
});

describe("what a gate tells", () => {
  it("is each change of its state", async () => {
    await answered(200, [{ ...minute, remaining: 30 }]);
    await answered(429, [], 1000);
    await pass(1000);
    const [probe] = await askFor(1);
    probe?.permit?.answered(200, reading([{ ...minute, remaining: 30 }]));
    await settled();
    expect(events.map(({ kind, limits }) => [kind, limits.state])).toEqual([
      ["state", "paced"],
      ["state", "closed"],
      ["state", "probe"],
      ["state", "paced"],
    ]);
  });

  it("is once per window that a tenth or less is left", async () => {
    const low = (): number => events.filter(({ kind, policy }) => kind === "nearly-spent" && policy === "minute").length;
    const told: number[] = [];
    for (let window = 0; window < 2; window += 1) {
      for (const remaining of [50, 6, 5]) {
        await answered(200, [{ ...minute, name: "minute", remaining }]);
        await settled();
        told.push(low());
      }
      await pass(60_000);
    }
    expect(told).toEqual([0, 1, 1, 1, 2, 2]);
  });

  it("is once what was not understood", async () => {
    for (let time = 0; time < 3; time += 1)
      (await askFor(1))[0]?.permit?.answered(200, { policies: [], warnings: ["Retry-After makes no sense"] });
    await settled();
    expect(events.filter(({ kind }) => kind === "warning").map(({ message }) => message)).toEqual(["Retry-After makes no sense"]);
  });

  it("breaks no call when a listener throws, at once or later", async () => {
    newGate({
      onLimit: () => {
        throw new Error("a listener's own");
      },
    });
    const later: () => unknown = () => Promise.reject(new Error("later"));
    gate.join({ clock, random: () => 0, onLimit: later });
    await answered(200, [{ ...minute, remaining: 1 }]);
    await answered(429, [], 1000);
    await pass(1000);
    expect(sent(await askFor(2))).toBe(1);
  });

  it("is heard by the clients that came last", async () => {
    const heard = new Set<number>();
    for (let client = 0; client < 200; client += 1) gate.join({ clock, random: () => 0, onLimit: () => heard.add(client) });
    await answered(200, [minute]);
    await settled();
    expect([heard.size, heard.has(199)]).toEqual([100, true]);
  });

  it("shows no credential", () => {
    expect(JSON.stringify([gate, gate.state()])).not.toContain("key");
  });
});

describe("a call behind so many others that the figures of the plan tell that its turn comes too late", () => {
  const limits = described(false);
  const kinds = [slidingWindow, tokenBucket, spacing];
  const told = (remaining: number) => [{ name: "p", limit: 60, remaining, resetIn: 60_000 }];
  const refused = (askings: readonly Asking[]): number => askings.filter(({ error }) => error instanceof RateLimitError).length;

  // How many of a thousand have to wait for longer than 90 seconds, with what may be a little sooner than it was told.
  it.each<[string, Policies, Partial<GateSettings>, () => Promise<void>, number, Partial<GateCall>?]>([
    ["a window that is told", { p: { quota: 60, window: 60 } }, {}, () => answered(200, told(0)), 60],
    ["dear calls in a window", { p: { quota: 60, window: 60 } }, {}, () => answered(200, told(0)), 6, { cost: 10 }],
    ["a window that nobody tells", { p: { quota: 60, window: 60 } }, { kinds, limits }, () => answered(200), 119],
    ["a bucket", { p: { rate: 2, burst: 40 } }, { kinds, limits }, () => answered(200), 218],
    ["calls at a distance", { p: { spacing: 1 } }, { kinds, limits }, () => answered(200), 85],
  ])("is refused at once, and no other is: %s", async (_, plan, settings, first, kept, call) => {
    newGate({ plan, ...settings, maxConcurrency: 10_000 });
    await first();
    const askings = await askFor(1000, { ...call, maxWait: 90_000 });
    expect(1000 - refused(askings)).toBe(kept);
    const patient = await askFor(1, { ...call, maxWait: 3_600_000 });
    expect(refused(patient)).toBe(0);
    // And those that were kept get their turn in time.
    for (let second = 0; second < 92; second += 1) {
      for (const { permit } of askings) permit?.answered(200, reading());
      await pass(1000);
    }
    expect(sent(askings)).toBe(kept);
  });

  it.each<[string, Policies]>([
    ["a window", { p: { quota: 60, window: 60 } }],
    ["a sliding window", { p: { quota: 60, window: 60, sliding: true } }],
    ["a bucket", { p: { rate: 2, burst: 40 } }],
  ])("is not refused where the service may tell of more than the plan: %s", async (_, plan) => {
    newGate({ plan, kinds, limits: described(true), maxConcurrency: 10_000 });
    const askings = await askFor(1000, { maxWait: 90_000 });
    expect(refused(askings)).toBe(0);
    askings[0]?.permit?.answered(200, reading([{ name: "p", limit: 5000, remaining: 4999, resetIn: 60_000 }]));
    await settled();
    expect(refused(askings)).toBe(0);
  });

  it("is refused as soon as an answer has told the limit", async () => {
    newGate({ plan: { p: { quota: 60, window: 60 } } });
    const askings = await askFor(1000, { maxWait: 90_000 });
    askings[0]?.permit?.answered(200, reading(told(59)));
    await settled();
    expect(1000 - refused(askings)).toBe(120);
  });
});
