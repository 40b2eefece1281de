import { describe, expect, it } from "vitest";
import { foreseenWindow } from "../../../../../../templates/runtime/client/limits/policies/foreseen-window.js";
import type { WindowData } from "../../../../../../templates/runtime/client/limits/policies/fixed-window.js";
import { admissible, probeOnly, unknownTime, type PolicyKind } from "../../../../../../templates/runtime/client/limits/policies/policy.js";
import { planned, type AlonePolicy } from "./policy-alone.js";

interface Foreseen extends WindowData {
  isForeseen?: boolean;
  flying?: number;
  confirmed?: number;
  length?: number;
  took?: number;
  caution?: number;
  firsts?: [number, number][];
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
  it("is asked for until one was whole when it was expected to be", () => {
    const policy = newWindow();
    expect(policy.room(start)).toBe(probeOnly);
    first(policy, start);
    expect([policy.data.confirmed, policy.data.length, policy.data.flying]).toEqual([0, 2000, 0]);
    expect(policy.room(start + 3000)).toBe(probeOnly);
    first(policy, start + 2000);
    expect(policy.data.confirmed).toBe(1);
    first(policy, start + 4000);
    expect(policy.data).toMatchObject({ confirmed: 2, isForeseen: false, length: 2000, at: start + 4000, last: start + 4000 });
  });

  it("begins when no call of the last one can count any more, however the service counts", () => {
    const policy = confirmed();
    // Its last call was sent at its beginning.
    expect([policy.room(start + 8249), policy.room(start + 8250)]).toEqual([start + 8250, admissible]);
    policy.accept(policy.send(start + 7000), start + 7400, { policies: [{ name: "p", limit: 10, remaining: 8, resetIn: 600 }] });
    expect([policy.room(start + 9249), policy.room(start + 9250)]).toEqual([start + 9250, admissible]);
    policy.data.resetAt = start + 9300;
    policy.data.spread = 10;
    expect([policy.room(start + 9309), policy.room(start + 9310)]).toEqual([start + 9310, admissible]);
  });

  it("is asked for where the answer of a call that does so comes sooner", () => {
    const policy = confirmed();
    // Calls take less than 300 ms of late.
    expect(policy.data.took).toBeLessThan(300);
    expect([policy.room(start + 8000), policy.room(start + 8000 - 1)]).toEqual([start + 8250, admissible]);
    policy.data.last = start + 7000;
    expect([policy.room(start + 8900), policy.room(start + 9000)]).toEqual([probeOnly, start + 9250]);
  });

  it.each([
    ["calls are quick in relation to it", { took: 260, length: 5200 }],
    ["calls are quick", { took: 250 }],
    ["it has not been confirmed", { confirmed: 0 }],
    ["its length is not known", { length: undefined }],
    ["it is not known how long calls take", { took: undefined }],
  ])("is asked for where %s", (_, more: object) => {
    const policy = confirmed();
    Object.assign(policy.data, more);
    expect(policy.room(start + 60_000)).toBe(probeOnly);
  });

  it("is foreseen where calls take a twentieth of it and more than a journey, once it has been confirmed", () => {
    const policy = confirmed();
    Object.assign(policy.data, { took: 261, length: 5200, confirmed: 1 });
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

  it("begins at the first moment at which it can, and is waited for where the answer of a call would take longer", () => {
    const policy = confirmed();
    policy.send(start + 8250);
    expect(policy.data).toMatchObject({ at: start + 8250, isForeseen: true });
    const slow = confirmed();
    slow.data.took = 300;
    slow.data.last = start + 7000;
    expect([slow.room(start + 8950), slow.room(start + 8951)]).toEqual([probeOnly, start + 9250]);
  });

  it("does not begin anew with each call", () => {
    const policy = confirmed();
    policy.send(start + 9000);
    policy.send(start + 9100);
    expect(policy.data).toMatchObject({ at: start + 9000, spent: 2, flying: 2, last: start + 9100 });
    // A call that is sent as a probe, before it can be foreseen, begins none.
    const early = confirmed();
    early.data.last = start + 7900;
    early.send(start + 8100);
    expect(early.data).toMatchObject({ at: start + 6000, spent: 2 });
  });
});

describe("what is under way of a window that may be foreseen", () => {
  it("are the calls of that window alone", () => {
    const policy = newWindow();
    policy.send(start - 500, { cost: 4 });
    first(policy, start);
    expect(policy.data.flying).toBe(4);
    policy.data.flying = 2;
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
    ["all but the call is left", { remaining: 9 }, 4],
    ["more than all is left", { remaining: 10 }, 4],
  ])("confirm no window of which %s", (_, { remaining }, expected) => {
    const policy = confirmed();
    expect(policy.data.confirmed).toBe(3);
    first(policy, start + 8000, 400, 1600, remaining);
    expect(policy.data.confirmed).toBe(expected);
  });

  it("confirm none that began before it was expected to", () => {
    const policy = confirmed();
    first(policy, start + 7999, 400, 3600);
    expect(policy.data).toMatchObject({ at: start + 7999, confirmed: 0 });
  });

  it("confirm none by a call that does not count in it", () => {
    for (const more of [{ exempt: true }, { policies: ["q"] }]) {
      const policy = confirmed();
      policy.accept(policy.send(start + 8000, more), start + 8400, { policies: [{ name: "p", limit: 10, remaining: 10, resetIn: 1600 }] });
      expect(policy.data).toMatchObject({ confirmed: 0, flying: 0, at: start + 8000 });
    }
  });

  it("count what was under way when a window begins, and the call itself", () => {
    const policy = confirmed();
    policy.send(start + 7000, { cost: 3 });
    const call = policy.send(start + 8000, { cost: 2 });
    policy.accept(call, start + 8400, { policies: [{ name: "p", limit: 10, remaining: 8, resetIn: 1600 }] });
    // Two of its own, which has come, and the three.
    expect(policy.data.flying).toBe(3);
  });
});

describe("the length of windows", () => {
  it("is the shortest of what the last four whole ones have shown: the time until the reset, and what the call took", () => {
    const policy = newWindow();
    const lengths = [
      [400, 1600],
      [400, 1610],
      [400, 1590],
      [400, 1620],
      [400, 1620],
      [400, 1620],
      [400, 1620],
    ].map(([took, resetIn], index) => {
      first(policy, start + index * 3000, took, resetIn);
      return policy.data.length;
    });
    expect(lengths).toEqual([2000, 2000, 1990, 1990, 1990, 1990, 2020]);
    expect(policy.data.firsts).toHaveLength(4);
  });

  it("is what is told where the end is told as of the coming of a call, however long its answer takes", () => {
    const policy = newWindow();
    for (const [index, took] of [100, 700].entries()) first(policy, start + index * 4000, took, 2000);
    expect(policy.data.length).toBe(2000);
    const near = newWindow();
    for (const [index, took] of [100, 300].entries()) first(near, start + index * 4000, took, 2000);
    expect(near.data.length).toBe(2100);
    const between = newWindow();
    for (const [index, [took, resetIn]] of (
      [
        [100, 2000],
        [700, 1850],
      ] as const
    ).entries())
      first(between, start + index * 4000, took, resetIn);
    expect(between.data.length).toBe(2100);
  });

  it("is the longest of two that are told nearly the same", () => {
    const policy = newWindow();
    for (const [index, took] of [100, 700].entries()) first(policy, start + index * 4000, took, 2000 + 10 * index);
    expect(policy.data.length).toBe(2010);
  });

  it("is not told by other units, by the calls that follow, or by an answer that does not say what is left", () => {
    const policy = newWindow();
    const tokens = { unit: "tokens", remaining: 900, resetIn: 77 };
    policy.accept(policy.send(start), start + 400, { policies: [{ name: "p", limit: 10, remaining: 9, resetIn: 1600 }, tokens] });
    expect(policy.data.length).toBe(2000);
    policy.accept(policy.send(start + 500), start + 600, { policies: [{ name: "p", limit: 10, remaining: 9, resetIn: 1000 }] });
    expect(policy.data.firsts).toHaveLength(1);
    const single = planned(kind, { quota: 1, window: 2 }, true);
    single.accept(single.send(start), start + 400, { policies: [{ name: "p", limit: 1, resetIn: 1600 }] });
    expect(single.data.length).toBeUndefined();
  });

  it("is not told by windows that are not whole, nor without a time", () => {
    const policy = newWindow();
    first(policy, start, 400, 1600, 8);
    expect(policy.data.length).toBeUndefined();
    first(policy, start + 3000, 400, 0);
    expect(policy.data.length).toBeUndefined();
    policy.accept(policy.send(start + 6000), start + 6400, { policies: [{ name: "p", limit: 10, resetIn: 1600 }] });
    expect(policy.data.length).toBeUndefined();
  });
});
