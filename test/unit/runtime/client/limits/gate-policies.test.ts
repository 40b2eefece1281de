import { describe, expect, it } from "vitest";
import { addPlan, applyOutcome, roomForCall, tellPolicies } from "../../../../../templates/runtime/client/limits/gate-policies.js";
import type { PolicyReading } from "../../../../../templates/runtime/client/limits/limit-header-types.js";
import { concurrency } from "../../../../../templates/runtime/client/limits/policies/concurrency.js";
import { fixedWindow } from "../../../../../templates/runtime/client/limits/policies/fixed-window.js";
import { otherUnits } from "../../../../../templates/runtime/client/limits/policies/other-units.js";
import {
  admissible,
  probeOnly,
  unknownTime,
  type CallKind,
  type GateView,
  type PolicyData,
  type PolicyKind,
  type PolicyKinds,
} from "../../../../../templates/runtime/client/limits/policies/policy.js";
import { slidingWindow } from "../../../../../templates/runtime/client/limits/policies/sliding-window.js";
import { spacing } from "../../../../../templates/runtime/client/limits/policies/spacing.js";
import type { PolicyLimit } from "../../../../../templates/runtime/shared/rate-limits.js";
import { described } from "./gate-asking.js";

const start = 1_000_000;
const kindsOf = (...kinds: PolicyKind[]): PolicyKinds => new Map(kinds.map((kind) => [kind.kind, kind]));
const kinds = kindsOf(fixedWindow, slidingWindow, concurrency, spacing, otherUnits);

const newGate = (): GateView => ({ until: 0, sent: 0, policies: [], flights: [], mismatch: false, known: false });

/** A gate with this plan, by the names of its policies. */
function planned(plan: Readonly<Record<string, PolicyLimit>>, told = true, gate = newGate()): GateView {
  const limits = described(told);
  addPlan(
    gate,
    Object.entries(plan).map(([name, limit]) => ({ name, limit, limits })),
    kinds,
  );
  return gate;
}

const minute = { quota: 10, window: 60 };

describe("the plan of a client", () => {
  it("makes a policy of each limit, of the last kind that takes it", () => {
    const gate = planned({ told: minute, sliding: { ...minute, sliding: true }, places: { concurrency: 2 }, apart: { spacing: 1 } });
    expect(gate.policies.map(({ name, kind }) => [name, kind])).toEqual([
      ["told", "window"],
      ["sliding", "sliding"],
      ["places", "concurrency"],
      ["apart", "spacing"],
    ]);
    expect(planned({ bucket: { rate: 1, burst: 1 } }).policies).toEqual([]);
  });

  it("is none of the gate's where the service has shown another", () => {
    expect(planned({ told: minute }, true, { ...newGate(), mismatch: true }).policies).toEqual([]);
  });

  it("leaves nothing to find out where no header tells what is left", () => {
    expect([planned({ told: minute }).known, planned({ told: minute }, false).known]).toEqual([false, true]);
    expect(planned({ told: minute }, true, { ...newGate(), known: true }).known).toBe(true);
  });

  it("makes policies stricter that have the name and the kind, unless the service has reported them", () => {
    const gate = planned({ told: minute });
    planned({ told: { quota: 3, window: 60 } }, true, gate);
    expect(gate.policies).toMatchObject([{ name: "told", limit: 3 }]);
    planned({ told: { concurrency: 2 } }, true, gate);
    expect(gate.policies).toMatchObject([{ name: "told", kind: "window", limit: 3 }]);
    for (const policy of gate.policies) policy.reported = true;
    planned({ told: { quota: 1, window: 60 } }, true, gate);
    expect(gate.policies).toMatchObject([{ name: "told", limit: 3 }]);
  });
});

describe("what policies say together", () => {
  const call: CallKind = { cost: 1 };
  /** Policies that say each of these: the service is asked first, no place is free, it is too soon. */
  function gateOf(...said: ("asked" | "full" | "soon" | "sooner" | "free")[]): GateView {
    const gate = newGate();
    for (const name of said) {
      if (name === "asked") planned({ asked: minute }, true, gate);
      else if (name === "full") planned({ full: { concurrency: 0.5 } }, true, gate);
      else if (name === "free") planned({ free: { concurrency: 9 } }, true, gate);
      else planned({ [name]: { spacing: name === "soon" ? 2 : 1 } }, true, gate);
    }
    for (const policy of gate.policies) if (policy.kind === "spacing") spacing.sent?.(policy as never, call, start); // it is of that kind
    return { ...gate, flights: said.includes("full") ? [{ by: "", at: start, cost: 1, policies: ["full"], count: 1, seen: start }] : [] };
  }

  it.each([
    [[], admissible],
    [["free"], admissible],
    [["free", "asked"], probeOnly],
    [["asked", "free"], probeOnly],
    [["asked", "full"], unknownTime],
    [["full", "asked"], unknownTime],
    [["full", "free"], unknownTime],
    [["full", "soon", "asked"], start + 2050],
    [["soon", "sooner"], start + 2050],
    [["sooner", "soon", "full"], start + 2050],
  ] as const)("is the strictest, of %j", (said, expected) => {
    expect(roomForCall(gateOf(...said), call, start, kinds)).toBe(expected);
  });

  it("is nothing of those that a call does not count in, and of those whose kind nobody names", () => {
    const gate = gateOf("soon", "asked");
    expect(roomForCall(gate, { cost: 1, policies: ["asked"] }, start, kinds)).toBe(probeOnly);
    expect(roomForCall(gate, { cost: 1, policies: [] }, start, kinds)).toBe(admissible);
    expect(roomForCall(gate, call, start, new Map())).toBe(admissible);
  });
});

describe("what policies are told", () => {
  it("is what concerns a call that counts in them, unless it is exempt", () => {
    const gate = planned({ told: minute, apart: { spacing: 1 } });
    const told = (more: { readonly exempt?: boolean; readonly policies?: readonly string[] }, known = kinds): unknown[] => {
      const names: unknown[] = [];
      tellPolicies(gate, { cost: 1, exempt: false, ...more }, known, ({ kind }, { name }) => names.push([kind, name]));
      return names;
    };
    const both = [
      ["window", "told"],
      ["spacing", "apart"],
    ];
    expect(told({})).toEqual(both);
    expect([told({ policies: ["told"] }), told({ exempt: true }), told({}, kindsOf(spacing))]).toEqual([
      both.slice(0, 1),
      [],
      both.slice(1),
    ]);
  });

  const tokens: PolicyReading = { unit: "tokens", limit: 100, remaining: 90, resetIn: 1000 };
  const requests: PolicyReading = { limit: 10, remaining: 9, resetIn: 1000 };

  function outcomeOf(policies: readonly PolicyReading[] | undefined) {
    const gate: GateView & { policies: PolicyData[] } = planned({ told: minute });
    const ticket = { call: { cost: 1, exempt: false }, at: start, order: 1, shut: false };
    const reading = policies && { policies };
    const hasReport = applyOutcome(
      gate,
      { ticket, reading, isRejected: false, isCurrent: true, now: start, random: () => 0, notices: [] },
      kinds,
    );
    return { gate, hasReport };
  }

  it("is what an answer reports, each kind its own; windows get the rest", () => {
    const { gate, hasReport } = outcomeOf([tokens, requests]);
    expect(gate.policies.map(({ name, kind, reported }) => [name, kind, reported])).toEqual([
      ["told", "window", true],
      ["tokens", "unit", true],
    ]);
    expect(hasReport).toBe(true);
  });

  it("is no report where an answer has none, and where there is no answer", () => {
    expect([outcomeOf([]).hasReport, outcomeOf(undefined).hasReport]).toEqual([false, false]);
  });

  it("is what became of the call", () => {
    const { gate } = outcomeOf([tokens]);
    // Nothing was reported of the window: it has begun with the call, and what it is counts here.
    expect(gate.policies).toMatchObject([
      { name: "told", remaining: 9, reported: false, resetAt: start + 60_000 },
      { name: "tokens", answers: 0, known: 1 },
    ]);
  });
});
