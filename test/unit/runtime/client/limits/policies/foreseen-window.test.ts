import { describe, expect, it } from "vitest";
import { foreseenWindow } from "../../../../../../templates/runtime/client/limits/policies/foreseen-window.js";
import type { WindowData } from "../../../../../../templates/runtime/client/limits/policies/fixed-window.js";
import { admissible, probeOnly, unknownTime, type PolicyKind } from "../../../../../../templates/runtime/client/limits/policies/policy.js";
import { planned, type AlonePolicy } from "./policy-alone.js";

interface Foreseen extends WindowData {
  isForeseen?: boolean;
  flying?: number;
  confirmed?: number;
  took?: number;
  caution?: number;
  isEarly?: boolean;
}

const kind = foreseenWindow as PolicyKind<Foreseen>; // its data as it is kept
const start = 1_000_000;

/** A window of ten in two seconds whose first call, at `now`, takes so long and is told so. */
function first(policy: AlonePolicy<Foreseen>, now: number, took = 400, resetIn = 2000 - took, remaining = 9): void {
  policy.accept(policy.send(now), now + took, { policies: [{ name: "p", limit: 10, remaining, resetIn }] });
}

const newWindow = (): AlonePolicy<Foreseen> => planned(kind, { quota: 10, window: 2 }, true);

/** Windows that were whole when they were expected to be: the last begins at `start + 6000`, and is told until `start + 8000`. */
function confirmed(): AlonePolicy<Foreseen> {
  const policy = newWindow();
  for (const ms of [0, 2000, 4000, 6000]) first(policy, start + ms);
  return policy;
}

describe("a window that may be foreseen", () => {
  it("is asked for by one call, and taken to have begun when that has not been turned away for a while", () => {
    const policy = newWindow();
    expect(policy.room(start)).toBe(probeOnly);
    policy.send(start);
    expect([policy.room(start + 249), policy.room(start + 250)]).toEqual([probeOnly, admissible]);
    for (let count = 1; count < 10; count += 1) {
      expect([count, policy.room(start + 250)]).toEqual([count, admissible]);
      policy.send(start + 250);
    }
    expect(policy.room(start + 250)).toBe(unknownTime);
  });

  it("has all of its calls as soon as the first is answered", () => {
    const policy = newWindow();
    first(policy, start, 100);
    expect([policy.room(start + 100, 9), policy.room(start + 100, 10)]).toEqual([admissible, start + 2000]);
  });

  it("is asked for again where the call was not sent after all", () => {
    const policy = newWindow();
    policy.giveBack(policy.send(start));
    expect(policy.room(start + 300)).toBe(probeOnly);
  });

  it("has less where calls of the last one may count in it", () => {
    const policy = newWindow();
    first(policy, start, 100);
    policy.lose(policy.send(start + 1900, { cost: 4 }), start + 1950);
    policy.send(start + 2300);
    expect([policy.room(start + 2600, 5), policy.room(start + 2600, 6)]).toEqual([
      admissible,
      expect.not.toSatisfy((room) => room === admissible),
    ]);
  });

  it("begins when its end is known, and else when no call of the last one can count any more, however the service counts", () => {
    const policy = confirmed();
    // Its only call was sent at its beginning.
    expect([policy.room(start + 7999), policy.room(start + 8000)]).toEqual([admissible, admissible]);
    policy.accept(policy.send(start + 7000), start + 7400, { policies: [{ name: "p", limit: 10, remaining: 8, resetIn: 600 }] });
    expect([policy.room(start + 9249, 10), policy.room(start + 9250, 10)]).toEqual([start + 9250, admissible]);
  });

  it("ends so long after the coming of a call as it is told, where a service shows that it tells it so", () => {
    const policy = newWindow();
    // It took 1500 ms, and no window is longer than 2000.
    policy.accept(policy.send(start), start + 1500, { policies: [{ name: "p", limit: 10, remaining: 9, resetIn: 1900 }] });
    expect(policy.data.resetAt).toBe(start + 2150);
    policy.accept(policy.send(start + 3000), start + 3900, { policies: [{ name: "p", limit: 10, remaining: 9, resetIn: 1900 }] });
    expect(policy.data.resetAt).toBe(start + 5150);
  });

  it("ends so long after an answer as it is told, where another window may have begun since its call was sent", () => {
    const policy = newWindow();
    const early = policy.send(start);
    policy.send(start + 500);
    policy.accept(early, start + 1500, { policies: [{ name: "p", limit: 10, remaining: 9, resetIn: 1900 }] });
    expect(policy.data.isEarly).toBeUndefined();
  });

  it("is asked for where the answer of a call that does so comes sooner", () => {
    const policy = confirmed();
    policy.data.last = start + 7000;
    expect([policy.room(start + 8900), policy.room(start + 9001)]).toEqual([probeOnly, start + 9250]);
  });

  it.each([
    ["calls are quick in relation to it", { took: 260, window: 5200 }],
    ["calls are quick", { took: 250 }],
    ["it has not been confirmed", { confirmed: 0 }],
    ["it is not known how long calls take", { took: undefined }],
  ])("is asked for where %s", (_, more: object) => {
    const policy = confirmed();
    Object.assign(policy.data, more);
    expect(policy.room(start + 60_000)).toBe(probeOnly);
  });

  it("is foreseen where calls take a twentieth of it and more than a journey, once it has been confirmed", () => {
    const policy = confirmed();
    Object.assign(policy.data, { took: 261, window: 5200, confirmed: 1 });
    expect(policy.room(start + 60_000)).toBe(admissible);
    expect([policy.room(start + 60_000, 10), policy.room(start + 60_000, 11)]).toEqual([admissible, Infinity]);
    policy.data.most = 9;
    expect(policy.room(start + 60_000, 10)).toBe(probeOnly);
  });

  it("has all of its calls from its beginning on, and ends as long after it as windows are", () => {
    const policy = confirmed();
    policy.send(start + 9000);
    expect(policy.data).toMatchObject({
      at: start + 9000,
      resetAt: start + 11_250,
      spent: 1,
      flying: 1,
      remaining: 10,
      least: 10,
      isForeseen: true,
    });
    for (let count = 1; count < 10; count += 1) {
      expect([count, policy.room(start + 9000)]).toEqual([count, admissible]);
      policy.send(start + 9000);
    }
    expect(policy.room(start + 9000)).toBe(start + 11_250);
  });

  it("is not waited for where a call that asks for it has its answer sooner", () => {
    const slow = confirmed();
    slow.data.took = 300;
    slow.data.last = start + 7000;
    expect([slow.room(start + 9000), slow.room(start + 9001)]).toEqual([probeOnly, start + 9250]);
  });

  it("does not begin anew with each call", () => {
    const policy = confirmed();
    policy.send(start + 9000);
    policy.send(start + 9100);
    expect(policy.data).toMatchObject({ at: start + 9000, spent: 2, flying: 2, last: start + 9100 });
  });
});

describe("what is under way of a window that may be foreseen", () => {
  it("are the calls of that window alone", () => {
    const policy = newWindow();
    policy.send(start - 500, { cost: 4 });
    first(policy, start);
    Object.assign(policy.data, { flying: 2, spent: 0 });
    expect([policy.room(start + 500, 7), policy.room(start + 500, 8)]).toEqual([admissible, unknownTime]);
    policy.data.flying = undefined as never; // as it is before any call
    expect([policy.room(start + 500, 5), policy.room(start + 500, 6)]).toEqual([admissible, unknownTime]);
    policy.data.flying = 100;
    expect(policy.room(start + 500, 5)).toBe(admissible);
  });

  it("is less with each call that is answered or not sent, and no less for one without an answer, or from before", () => {
    const policy = newWindow();
    first(policy, start);
    const [answered, rejected, returned, lost] = [1, 1, 1, 1].map(() => policy.send(start + 500));
    if (!answered || !rejected || !returned || !lost) throw new Error("No calls");
    const early = { ...policy.send(start + 500), at: start - 1 };
    const before = policy.data.flying ?? 0;
    policy.accept(answered, start + 600);
    policy.reject(rejected, start + 600);
    policy.giveBack(returned);
    policy.lose(lost, start + 600);
    policy.accept(early, start + 600);
    policy.giveBack(early);
    expect(policy.data.flying).toBe(before - 3);
    expect(policy.data.spent).toBe(3);
  });

  it("is a part of what is left, the smaller the more often calls were turned away in it", () => {
    const policy = newWindow();
    first(policy, start);
    Object.assign(policy.data, { flying: 0, caution: 0 });
    const cautions = Array.from({ length: 5 }, () => {
      policy.reject(policy.send(start + 500), start + 600, { policies: [{ name: "p", limit: 10, remaining: 9, resetIn: 1500 }] });
      return policy.data.caution;
    });
    expect([cautions, policy.data.confirmed]).toEqual([[1, 2, 3, 4, 4], -1]);
    Object.assign(policy.data, { remaining: 8, most: 100, caution: 1 });
    expect(policy.room(start + 600, 8)).toBe(admissible);
    policy.send(start + 600, { cost: 2 });
    expect([policy.room(start + 600, 2), policy.room(start + 600, 3)]).toEqual([admissible, unknownTime]);
  });

  it("is no smaller part after rejections of calls from before, and grows again by a tenth with each window", () => {
    const policy = newWindow();
    first(policy, start);
    policy.reject(policy.send(start + 500), start + 600, { isStale: true });
    policy.reject({ ...policy.send(start + 500), at: start - 1 }, start + 600);
    expect(policy.data.caution).toBe(0);
    policy.data.caution = 1.05;
    first(policy, start + 2000);
    expect(policy.data.caution).toBeCloseTo(0.95);
    policy.data.caution = 0.05;
    first(policy, start + 4000);
    expect(policy.data.caution).toBe(0);
    policy.reject(policy.send(start + 4000), start + 4100);
    expect(policy.data.caution).toBe(1);
  });

  it("takes as long as calls took lately, those without an answer not counted", () => {
    const policy = newWindow();
    first(policy, start);
    expect(policy.data.took).toBe(100);
    policy.accept(policy.send(start + 500), start + 600);
    expect(policy.data.took).toBe(100);
    policy.lose(policy.send(start + 500), start + 10_000);
    expect(policy.data.took).toBe(100);
    policy.accept(policy.send(start + 1000), start + 1500);
    expect(policy.data.took).toBe(200);
  });
});

describe("answers to calls of windows that may be foreseen", () => {
  it("say nothing of a window that was foreseen where the call was sent before it", () => {
    const policy = confirmed();
    const early = policy.send(start + 6500);
    policy.send(start + 9000);
    const foreseen = { ...policy.data };
    policy.accept(early, start + 9100, { policies: [{ name: "p", limit: 10, remaining: 0, resetIn: 1 }] });
    expect(policy.data).toMatchObject({ remaining: foreseen.remaining, resetAt: foreseen.resetAt, at: foreseen.at, isForeseen: true });
    expect(policy.gate.policies).toEqual([policy.data]);
    policy.accept(policy.send(start + 9000), start + 9100, { policies: [{ name: "p", limit: 10, remaining: 3, resetIn: 1900 }] });
    expect(policy.data).toMatchObject({ remaining: 3, resetAt: start + 11_000 });
  });

  it("say what is left of a window that an earlier answer has told, though the call was sent before it", () => {
    const policy = newWindow();
    first(policy, start);
    const early = { ...policy.send(start + 500), at: start - 1 };
    expect(policy.accept(early, start + 600, { policies: [{ name: "p", limit: 10, remaining: 5, resetIn: 1400 }] })).toEqual([]);
    expect(policy.data.remaining).toBe(5);
  });

  it("tell others all the same", () => {
    const policy = confirmed();
    const early = policy.send(start + 6500);
    policy.send(start + 9000);
    policy.accept(early, start + 9100, { policies: [{ name: "q", limit: 5, remaining: 4, resetIn: 1000 }] });
    expect(policy.gate.policies.map(({ name }) => name)).toEqual(["q", "p"]);
  });

  it.each([
    ["something had been used", { remaining: 8 }, 0],
    ["all but the call is left", { remaining: 9 }, 5],
    ["more than all is left", { remaining: 10 }, 5],
  ])("confirm no window of which %s", (_, { remaining }, expected) => {
    const policy = confirmed();
    expect(policy.data.confirmed).toBe(4);
    first(policy, start + 8000, 400, 1600, remaining);
    expect(policy.data.confirmed).toBe(expected);
  });

  it("confirm none by a call that does not count in it", () => {
    for (const more of [{ exempt: true }, { policies: ["q"] }]) {
      const policy = confirmed();
      policy.accept(policy.send(start + 8000, more), start + 8400, { policies: [{ name: "p", limit: 10, remaining: 10, resetIn: 1600 }] });
      expect(policy.data).toMatchObject({ confirmed: 4, flying: 0 });
    }
  });

  it("end what is under way of a window", () => {
    const policy = confirmed();
    policy.send(start + 7000, { cost: 3 });
    const call = policy.send(start + 8000, { cost: 2 });
    policy.accept(call, start + 8400, { policies: [{ name: "p", limit: 10, remaining: 8, resetIn: 1600 }] });
    // The three are of the window before.
    expect(policy.data.flying).toBe(0);
  });
});
