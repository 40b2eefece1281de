import { describe, expect, it } from "vitest";
import type { PolicyReading } from "../../../../../../templates/runtime/client/limits/limit-header-types.js";
import {
  consume,
  findWindow,
  fixedWindow,
  isWindow,
  isWindowOver,
  type WindowData,
} from "../../../../../../templates/runtime/client/limits/policies/fixed-window.js";
import { admissible, probeOnly, unknownTime, unlimited } from "../../../../../../templates/runtime/client/limits/policies/policy.js";
import { afterTelling, alone, planned } from "./policy-alone.js";

const start = 1_000_000;
const minute: PolicyReading = { name: "p", limit: 10, remaining: 9, resetIn: 60_000 };

/** A window of ten a minute of a plan, that the answer to a first call has told. */
function told(reading = minute) {
  const policy = planned(fixedWindow, { quota: 10, window: 60 }, true);
  policy.accept(policy.send(start), start, { policies: [reading] });
  return policy;
}

/** The windows of a service that has told these. */
const windowsOf = (...readings: PolicyReading[]): WindowData[] =>
  afterTelling(fixedWindow, readings, { now: start }).gate.policies.filter(isWindow);

describe("a window of a plan", () => {
  it("has all of it again when its time is over, whatever was left, but for what is under way", () => {
    const policy = told({ ...minute, remaining: 0 });
    expect([policy.left(start + 59_999), policy.left(start + 60_000)]).toEqual([0, 10]);
    policy.send(start + 61_000);
    expect(policy.left(start + 61_000)).toBe(9);
    expect(planned(fixedWindow, { quota: 10, window: 60 }, true).left(start)).toBe(10);
  });

  it("is any quota, and no other limit", () => {
    expect(planned(fixedWindow, { quota: 10, window: 60 }).data).toMatchObject({
      name: "p",
      limit: 10,
      remaining: 10,
      window: 60_000,
      resetAt: 0,
    });
    expect(fixedWindow.plan("p", { concurrency: 3 }, undefined)).toBeUndefined();
  });

  it("is as strict as the stricter of two", () => {
    const [policy, other] = [9, 3].map((quota) => planned(fixedWindow, { quota, window: 60 }).data);
    if (policy === undefined || other === undefined) throw new Error("No plans");
    fixedWindow.restrict?.(policy, other);
    fixedWindow.restrict?.(policy, planned(fixedWindow, { quota: 5, window: 60 }).data);
    expect(policy.limit).toBe(3);
    fixedWindow.restrict?.(policy, { ...other, limit: undefined });
    expect(policy.limit).toBe(3);
    fixedWindow.restrict?.(other, policy);
    const unknown = { ...other, limit: undefined };
    fixedWindow.restrict?.(unknown, policy);
    expect(unknown.limit).toBe(3);
  });
});

describe("what a window says to a call", () => {
  it("is to ask first, before it begins and when it is over", () => {
    const { room } = planned(fixedWindow, { quota: 10, window: 60 }, true);
    expect(room(start)).toBe(probeOnly);
    const begun = told();
    expect([begun.room(start + 59_999), begun.room(start + 60_000)]).toEqual([admissible, probeOnly]);
  });

  it("is to go while there is enough, less what is under way", () => {
    const { room, send, left } = told({ ...minute, remaining: 3 });
    expect([1, 3].map((cost) => room(start, cost))).toEqual([admissible, admissible]);
    send(start, { cost: 2 });
    expect([room(start, 1), room(start, 2), left(start)]).toEqual([admissible, unknownTime, 1]);
  });

  it("is to wait for the reset when there is not enough, and no longer than others where something is left", () => {
    const { room, data } = told({ ...minute, remaining: 2 });
    data.spread = 500;
    expect(room(start, 3)).toBe(start + 60_500);
    expect([room(start + 60_000, 2), room(start + 60_000, 3), room(start + 60_499, 3), room(start + 60_500, 3)]).toEqual([
      probeOnly,
      start + 60_500,
      start + 60_500,
      probeOnly,
    ]);
  });

  it("is never for what costs more than there ever is, but for a call of the usual cost", () => {
    const { room, data } = told();
    expect([room(start, 10), room(start, 11)]).toEqual([start + 60_000, Infinity]);
    data.remaining = 12;
    data.most = 12;
    expect([room(start, 12), room(start, 13)]).toEqual([start + 60_000, Infinity]);
    const none = planned(fixedWindow, { quota: 0, window: 60 }, true);
    expect([none.room(start), none.room(start, 2)]).toEqual([probeOnly, Infinity]);
    const [unnamed] = windowsOf({ name: "u", remaining: 0, resetIn: 1000 });
    if (unnamed !== undefined) expect(alone(fixedWindow, unnamed).room(start, 50)).toBe(start + 1000);
  });

  it("is no more than it has, whatever the service says is left, as one that resets in the middle of it does", () => {
    const policy = told({ ...minute, remaining: 10 });
    const calls = Array.from({ length: 8 }, () => policy.send(start + 10));
    for (const call of calls) policy.accept(call, start + 20, { policies: [{ ...minute, remaining: 10 }] });
    expect([policy.left(start + 20), policy.room(start + 20, 1), policy.room(start + 20, 2)]).toEqual([1, admissible, start + 60_000]);
  });

  it("is to ask, one call at a time, where its own count alone says that nothing is left and the service tells others", () => {
    for (const [until, reported, expected] of [
      [0, false, start + 60_000],
      [start, false, probeOnly],
      [0, true, probeOnly],
    ] as const) {
      const policy = planned(fixedWindow, { quota: 1, window: 60 });
      Object.assign(policy.data, { remaining: 0, resetAt: start + 60_000 });
      Object.assign(policy.gate, { until });
      policy.gate.policies.push({ kind: "bucket", name: "b", planned: false, reported, resetAt: 0 });
      expect([until, reported, policy.room(start)]).toEqual([until, reported, expected]);
    }
    const policy = told({ ...minute, remaining: 0 });
    Object.assign(policy.gate, { until: start });
    expect(policy.room(start)).toBe(start + 60_000);
  });
});

describe("calls of a window that are settled", () => {
  it("do not count where they were turned away, got no answer or were not sent, unless they were sent before it", () => {
    const policy = told();
    const [rejected, lost, returned, answered] = [1, 1, 1, 1].map(() => policy.send(start + 10));
    const early = policy.send(start - 10);
    if (!rejected || !lost || !returned || !answered) throw new Error("No calls");
    expect(policy.data.spent).toBe(6);
    policy.reject(rejected, start + 20);
    policy.lose(lost, start + 20);
    policy.giveBack(returned);
    expect(policy.data.spent).toBe(3);
    policy.accept(answered, start + 20, { policies: [{ ...minute, remaining: 5 }] });
    policy.giveBack(early);
    fixedWindow.settled?.(
      policy.data,
      { ticket: early, reading: undefined, isRejected: true, isCurrent: true, now: start, notices: [], random: () => 0 },
      policy.gate,
    );
    expect(policy.data.spent).toBe(3);
  });

  it("have used what nobody reports, at the time of their sending", () => {
    const policy = told();
    policy.accept(policy.send(start + 10, { cost: 2 }), start + 20);
    expect([policy.left(start + 20), policy.data.unreported]).toEqual([7, [[2, 2]]]);
    policy.accept(policy.send(start + 10, { exempt: true }), start + 20);
    policy.accept(policy.send(start + 10, { policies: ["q"] }), start + 20);
    expect(policy.left(start + 20)).toBe(7);
  });

  it("count without an answer, where the first call of the window was told as much as if it did not count", () => {
    for (const [remaining, expected] of [
      [10, 3],
      [9, 2],
    ] as const) {
      const policy = told({ ...minute, remaining });
      const [lost, rejected] = [policy.send(start + 10), policy.send(start + 10), policy.send(start + 10)];
      policy.lose(lost, start + 20);
      policy.reject(rejected, start + 20);
      expect([remaining, policy.data.spent]).toEqual([remaining, expected]);
    }
    const policy = told({ ...minute, remaining: 10 });
    policy.accept(policy.send(start + 60_000), start + 60_010, { policies: [minute] });
    policy.lose(policy.send(start + 60_020), start + 60_030);
    expect(policy.data.spent).toBe(1);
    const other = planned(fixedWindow, { quota: 10, window: 60 }, true);
    other.accept(other.send(start, { exempt: true }), start, { policies: [{ ...minute, remaining: 10 }] });
    other.lose(other.send(start + 10), start + 20);
    expect(other.data.spent).toBe(0);
  });

  it("count in the window that begins at their moment", () => {
    const policy = told();
    const [rejected, returned] = [policy.send(start), policy.send(start)];
    policy.reject(rejected, start + 10);
    policy.giveBack(returned);
    expect(policy.data.spent).toBe(1);
  });

  it("are forgotten with a window that is no plan's, when more were answered than it has, and nothing told of it", () => {
    const [window] = windowsOf({ name: "w", limit: 2, resetIn: 5000 });
    if (window === undefined) throw new Error("No window");
    const policy = alone(fixedWindow, window);
    policy.accept(policy.send(start + 10), start + 20);
    expect([policy.data.remaining, policy.gate.policies.length]).toEqual([0, 1]);
    policy.accept(policy.send(start + 10), start + 20);
    expect([policy.data.remaining, policy.gate.policies.length]).toEqual([-1, 0]);
  });

  it("are remembered by twenty, the oldest of them as later ones", () => {
    const { data } = told();
    for (let sent = 2; sent <= 21; sent += 1) consume(data, 1, sent);
    expect([data.remaining, data.unreported.length, data.unreported[0]]).toEqual([-11, 20, [2, 1]]);
    consume(data, 3, 22);
    expect([data.remaining, data.unreported.length, data.unreported[0], data.unreported[19]]).toEqual([-14, 20, [3, 2], [22, 3]]);
  });
});

describe("the window that a reading is of", () => {
  const gateOf = (...readings: PolicyReading[]) => afterTelling(fixedWindow, readings, { now: start }).gate;

  it("is that of its name", () => {
    const gate = gateOf({ ...minute, name: "one" }, { ...minute, name: "two" });
    expect([
      findWindow(gate, { name: "two" })?.name,
      findWindow(gate, { name: "three" }),
      findWindow(gate, { name: "three", limit: 10 }),
    ]).toEqual(["two", undefined, undefined]);
  });

  it("is none where it has a name that no window has, nor a limit", () => {
    expect(findWindow(gateOf({ ...minute, name: "one" }), { name: "three" })).toBeUndefined();
  });

  it("is the only one, where it has neither name nor limit", () => {
    expect(findWindow(gateOf({ ...minute, name: undefined }), { remaining: 1 })).toMatchObject({ limit: 10 });
    expect(findWindow(gateOf({ ...minute, name: undefined }, { ...minute, name: "p" }), { remaining: 1 })).toBeUndefined();
  });

  it("is that of its limit and the length of its window, where these have no names or are planned", () => {
    const gate = gateOf({ limit: 10, remaining: 9, window: 60_000 }, { limit: 10, remaining: 9, window: 3_600_000 });
    expect(gate.policies).toHaveLength(2);
    expect([60_000, 3_600_000, 1000].map((window) => findWindow(gate, { limit: 10, window })?.window)).toEqual([
      60_000,
      3_600_000,
      undefined,
    ]);
    expect([60_000, 60_001, 9_999_999].map((resetIn) => findWindow(gate, { limit: 10, resetIn })?.window)).toEqual([
      60_000, 3_600_000, 60_000,
    ]);
    expect([findWindow(gate, { limit: 9 }), findWindow(gate, { limit: 10 })?.window]).toEqual([undefined, 60_000]);
    const plan = planned(fixedWindow, { quota: 10, window: 60 });
    expect([findWindow(plan.gate, { limit: 10 })?.name, findWindow(plan.gate, { name: "q", limit: 10 })?.name]).toEqual(["p", "p"]);
  });
});

describe("another plan than expected", () => {
  const plan = () => planned(fixedWindow, { quota: 10, window: 60 }, true);

  it("is one whose limits are none of the plan's: those of the plan are forgotten, with no other kind's", () => {
    const policy = plan();
    policy.gate.policies.push({ kind: "spacing", name: "s", planned: true, resetAt: 0 });
    policy.accept(policy.send(start), start, { policies: [{ name: "other", limit: 20, remaining: 19 }] });
    expect([policy.gate.mismatch, policy.gate.policies.map(({ name }) => name)]).toEqual([true, ["s", "other"]]);
  });

  it.each([
    ["one is the plan's", [{ name: "other", limit: 20, remaining: 19 }, minute], false],
    ["no reading has a limit", [{ name: "other", remaining: 19 }], false],
    ["nothing is told", [], false],
    ["it is of another unit", [{ unit: "tokens", limit: 1000, remaining: 9 }], false],
  ])("is none where %s", (_, policies, expected) => {
    const policy = plan();
    policy.accept(policy.send(start), start, { policies });
    expect([policy.gate.mismatch, policy.gate.policies.some(({ name }) => name === "p")]).toEqual([expected, true]);
  });

  it("is none where no window is planned", () => {
    expect(afterTelling(fixedWindow, [minute]).gate.mismatch).toBe(false);
    const policies = [{ kind: "bucket", name: "b", planned: true, resetAt: 0 }];
    expect(afterTelling(fixedWindow, [minute], { policies }).gate.mismatch).toBe(false);
  });
});

describe("windows that answers tell", () => {
  it("are twenty at most, and those of a plan are among them", () => {
    const policy = planned(fixedWindow, { quota: 10, window: 60 }, true);
    policy.accept(policy.send(start), start, {
      policies: [minute, ...Array.from({ length: 19 }, (_, index) => ({ name: `w${index}`, limit: 5, remaining: 4 }))],
    });
    expect(policy.gate.policies).toHaveLength(20);
    policy.accept(policy.send(start), start, { policies: [minute, { name: "last", limit: 5, remaining: 4 }] });
    const names = policy.gate.policies.map(({ name }) => name);
    expect([names.length, names[0], names[1], names[19]]).toEqual([20, "p", "w1", "last"]);
  });

  it("are no longer than the plan says, whatever the clock does, and as long as they have been, where it says nothing", () => {
    const policy = told({ ...minute, resetIn: 90_000 });
    expect(policy.data.resetAt).toBe(start + 60_000);
    const [window] = windowsOf({ ...minute, resetIn: 90_000 });
    expect([window?.resetAt, window?.window]).toEqual([start + 90_000, 90_000]);
    const [exact] = windowsOf({ ...minute, window: 30_000, resetIn: 10_000 });
    expect(exact?.window).toBe(30_000);
    const [unknown] = windowsOf({ name: "p", remaining: 9 });
    expect([unknown?.window, unknown?.resetAt]).toEqual([undefined, start + 1000]);
  });

  it("are used up where a rejection tells the time alone, and known by it no more than before otherwise", () => {
    const rejected = afterTelling(fixedWindow, [{ name: "p", limit: 10, resetIn: 5000 }], { now: start, isRejected: true }).gate.policies;
    expect(rejected).toMatchObject([{ remaining: 0, reported: true, resetAt: start + 5000 }]);
    expect(windowsOf({ name: "p", limit: 10, resetIn: 5000 })).toMatchObject([
      { remaining: 9, reported: false, resetAt: start + 5000, window: 5000 },
    ]);
    const untimed = afterTelling(fixedWindow, [{ name: "p", limit: 10 }], { now: start, isRejected: true }).gate.policies;
    expect(untimed).toEqual([]);
  });

  it("last a second more where a reset is over although something is left, and no time where nothing is", () => {
    expect(windowsOf({ ...minute, resetIn: 0 })[0]?.resetAt).toBe(start + 1000);
    expect(windowsOf({ ...minute, remaining: 0, resetIn: 0 })[0]?.resetAt).toBe(start);
    const policy = planned(fixedWindow, { quota: 10, window: 60 }, true);
    policy.accept(policy.send(start, { exempt: true }), start, { policies: [{ ...minute, resetIn: 0 }] });
    expect(policy.data.resetAt).toBe(start);
  });

  it("begin with the call of the answer: nobody who waits for them comes at once with all others", () => {
    const policy = planned(fixedWindow, { quota: 10, window: 60 }, true);
    const call = policy.send(start);
    fixedWindow.told?.(
      policy.gate,
      {
        ticket: call,
        reading: { policies: [minute] },
        isRejected: false,
        isCurrent: true,
        now: start + 50,
        notices: [],
        random: () => 0.5,
      },
      [minute],
    );
    expect(policy.data).toMatchObject({
      at: start,
      spent: 1,
      spread: 300,
      most: 10,
      least: 9,
      remaining: 9,
      resetAt: start + 60_050,
      reported: true,
    });
    for (const more of [{ exempt: true }, { policies: ["q"] }]) {
      const other = planned(fixedWindow, { quota: 10, window: 60 }, true);
      other.accept(other.send(start, more), start, { policies: [{ ...minute, remaining: 12 }] });
      expect(other.data).toMatchObject({ spent: 0, most: 12 });
    }
    const [short] = windowsOf({ name: "p", remaining: 9, resetIn: 500_000 });
    expect([short?.most, short?.spread]).toEqual([unlimited, 0]);
  });

  it("are over at the moment of their reset", () => {
    expect([
      isWindowOver({ kind: "window", planned: true, resetAt: 5 }, 4),
      isWindowOver({ kind: "window", planned: true, resetAt: 5 }, 5),
    ]).toEqual([false, true]);
  });
});

describe("an answer after the first of a window", () => {
  it("tells what is left where that is less, and the sooner end", () => {
    const policy = told();
    policy.accept(policy.send(start + 10), start + 20, { policies: [{ ...minute, remaining: 5, resetIn: 59_000 }] });
    expect([policy.left(start + 20), policy.data.resetAt]).toEqual([5, start + 59_020]);
    policy.accept(policy.send(start + 30), start + 40, { policies: [{ ...minute, remaining: 7, resetIn: 60_000 }] });
    expect([policy.left(start + 40), policy.data.resetAt]).toEqual([5, start + 59_020]);
    policy.accept(policy.send(start + 30), start + 40, { policies: [{ name: "p", remaining: 4 }] });
    expect([policy.left(start + 40), policy.data.resetAt]).toEqual([4, start + 59_020]);
  });

  it("takes nothing back of what was sent in it, where it is the first that tells of it", () => {
    const lie = { ...minute, remaining: 10, resetIn: 60_000 };
    const begun = () => {
      const policy = planned(fixedWindow, { quota: 10, window: 60 }, true);
      for (const each of [0, 1, 2, 3]) policy.accept(policy.send(start + each), start + each);
      return policy;
    };
    const policy = begun();
    policy.accept(policy.send(start + 100), start + 200, { policies: [lie] });
    expect([policy.data.spent, policy.left(start + 200), policy.data.resetAt]).toEqual([5, 5, start + 60_200]);
    // As much as a reset in whole seconds and clocks are wrong: the end that was counted here is not exact, nor is this one.
    for (const [sent, resetIn, spent] of [
      [3001, 60_000, 1],
      [3000, 60_000, 5],
      [3001, 59_999, 5],
      [60_000, 3001, 1],
      [60_000, 3000, 5],
      [59_999, undefined, 1],
    ] as const) {
      const other = begun();
      other.accept(other.send(start + sent), start + sent, {
        policies: [{ name: "p", limit: 10, remaining: 9, ...(resetIn !== undefined && { resetIn }) }],
      });
      expect([sent, resetIn, other.data.spent]).toEqual([sent, resetIn, spent]);
    }
  });

  it("tells the end of the window before, where its call was sent before this one", () => {
    const policy = told();
    policy.accept({ ...policy.send(start), at: start - 1 }, start + 20, { policies: [{ ...minute, remaining: 8, resetIn: 59_000 }] });
    expect([policy.left(start + 20), policy.data.resetAt]).toEqual([8, start + 60_000]);
  });

  it("says nothing where it is of the window before, and slow", () => {
    const policy = told();
    const call = policy.send(start + 10);
    policy.accept(call, start + 100, { policies: [{ ...minute, remaining: 2, resetIn: 1500 }] });
    // Nothing is reported of this window: the call has used it.
    expect([policy.data.remaining, policy.data.resetAt, policy.data.unreported.length]).toEqual([8, start + 60_000, 1]);
    policy.accept(policy.send(start + 10), start + 100, { policies: [{ ...minute, remaining: 2, resetIn: 1501 }] });
    expect([policy.data.remaining, policy.data.resetAt]).toEqual([2, start + 1601]);
  });

  it("begins a window where its reset is later by more than clocks are exact", () => {
    for (const [resetIn, isNew] of [
      [61_500, false],
      [61_501, true],
    ] as const) {
      const [window] = windowsOf({ limit: 10, remaining: 5, window: 60_000, resetIn: 60_000 });
      if (window === undefined) throw new Error("No window");
      const policy = alone(fixedWindow, window);
      policy.accept(policy.send(start), start, { policies: [{ limit: 10, remaining: 9, window: 60_000, resetIn }] });
      expect([resetIn, policy.data.remaining, policy.data.resetAt]).toEqual([resetIn, isNew ? 9 : 5, start + (isNew ? resetIn : 60_000)]);
    }
  });

  it("begins a window where its call was sent after the last one", () => {
    const policy = told({ ...minute, remaining: 2 });
    policy.accept(policy.send(start + 59_999), start + 59_999, { policies: [{ ...minute, remaining: 9, resetIn: 1 }] });
    expect(policy.data.remaining).toBe(2);
    policy.accept(policy.send(start + 60_000), start + 60_100, { policies: [{ ...minute, remaining: 9, resetIn: 1000 }] });
    expect([policy.data.remaining, policy.data.at, policy.data.resetAt]).toEqual([9, start + 60_000, start + 61_100]);
  });

  it("begins a window where its call was sent when the gate was shut for that", () => {
    for (const [shut, remaining, expected] of [
      [true, 0, 9],
      [true, 1, 1],
      [false, 0, 0],
    ] as const) {
      const policy = told({ ...minute, remaining });
      policy.accept(policy.send(start + 10, {}, shut), start + 20, { policies: [{ ...minute, remaining: 9 }] });
      expect([shut, remaining, policy.data.remaining]).toEqual([shut, remaining, expected]);
    }
  });

  it("begins a window without a reset where more is left than was told before the call was sent, and not where it has been overtaken", () => {
    for (const [after, remaining, isNew] of [
      [10, 3, true],
      [10, 2, false],
      [-1, 9, false],
    ] as const) {
      const policy = told({ name: "p", limit: 10, remaining: 8 });
      const overtaken = policy.send(start + 19);
      policy.accept(policy.send(start + 10), start + 20, { policies: [{ name: "p", remaining: 2 }] });
      const ticket = after < 0 ? overtaken : policy.send(start + 20 + after);
      policy.accept(ticket, start + 40, { policies: [{ name: "p", remaining }] });
      expect([after, policy.data.remaining]).toEqual([after, isNew ? remaining : 2]);
    }
  });

  it("begins a window that its call came into on its way: more is left than was told before, and the reset is later", () => {
    for (const [sent, now, remaining, resetIn, end] of [
      [990, 1600, 9, 400, 2000],
      // It has been overtaken, or less is left: that may be of the window before, and its handler was slow.
      [590, 1600, 9, 400, 1000],
      [990, 1600, 3, 400, 1000],
      // The same end, as far as clocks are exact.
      [990, 1010, 9, 490, 1000],
      [990, 1010, 9, 491, 1501],
      // Over already: as where the call was sent in it.
      [990, 1600, 9, 0, 2600],
    ] as const) {
      const policy = planned(fixedWindow, { quota: 10, window: 1 }, true);
      policy.accept(policy.send(start), start + 10, { policies: [{ ...minute, remaining: 9, resetIn: 990 }] });
      const early = policy.send(start + 590);
      policy.accept(policy.send(start + 580), start + 600, { policies: [{ ...minute, remaining: 4, resetIn: 400 }] });
      const ticket = sent === 590 ? early : policy.send(start + sent);
      policy.accept(ticket, start + now, { policies: [{ ...minute, remaining, resetIn }] });
      expect([sent, now, remaining, resetIn, policy.data.resetAt]).toEqual([sent, now, remaining, resetIn, start + end]);
      if (end === 2000) expect(policy.room(start + now, 10)).toBe(start + 2000);
    }
  });

  it("leaves out what was settled meanwhile without a report: it may not have been counted", () => {
    const policy = told();
    const first = policy.send(start + 10);
    policy.accept(policy.send(start + 10, { cost: 2 }), start + 20);
    policy.accept(first, start + 30, { policies: [{ ...minute, remaining: 8 }] });
    expect([policy.data.remaining, policy.data.least]).toEqual([6, 8]);
    policy.accept(policy.send(start + 40), start + 50, { policies: [{ ...minute, remaining: 5 }] });
    expect(policy.data.remaining).toBe(5);
  });
});
