import { describe, expect, it } from "vitest";
import {
  admit,
  release,
  newGate,
  type GateData,
  type GateRules,
  type Ticket,
} from "../../../../../templates/runtime/client/limits/gate-state.js";
import { consume, isWindow } from "../../../../../templates/runtime/client/limits/policies/fixed-window.js";
import { merge, readState, restore } from "../../../../../templates/runtime/client/limits/shared-gate-state.js";

const now = Date.UTC(2030, 0, 1);
const hour = 3_600_000;
const year = 8766 * hour;

const read = (gate: Partial<GateData>, banRisk = false): GateData =>
  readState(JSON.stringify({ ...newGate(), ...gate }), [], { by: "me", banRisk }, now);

describe("a state that another process has written whose clock had leapt", () => {
  it.each([
    ["a probe", {}, false, 60_000],
    ["a probe of a gate that was shut", { until: now - 1 }, false, 60_000],
    ["a probe where it must be the only one", { until: now - 1 }, true, 300_000],
  ] as const)("keeps nobody waiting for longer than %s may take", (_, gate, banRisk, most) => {
    expect(read({ ...gate, lease: now + hour }, banRisk).lease).toBe(now + most);
    expect(read({ ...gate, lease: now + most - 1 }, banRisk).lease).toBe(now + most - 1);
  });

  it("is closed for no longer than services are believed", () => {
    expect(read({ until: now + year }).until).toBeLessThan(now + 25 * hour);
    expect(read({ until: now + 23 * hour }).until).toBe(now + 23 * hour);
    expect(read({ until: now + year, blocked: true }).until).toBe(now + year);
  });

  it("takes no process that is gone for alive", () => {
    const flights = [{ by: "other", at: now, cost: 1, count: 2, seen: now + hour }];
    expect(read({ flights }).flights[0]?.seen).toBe(now);
  });
});

describe("the lease of a probe", () => {
  const rules: GateRules = { by: "me", banRisk: false, kinds: new Map(), maxConcurrency: 10, random: () => 0 };
  const asked = { cost: 1, exempt: false };

  function probing(): { readonly gate: GateData; readonly ticket: Ticket } {
    const gate = { ...newGate(), until: now - 1 };
    const ticket = admit(gate, asked, now, rules);
    if (typeof ticket === "number") throw new Error("It was not let through");
    return { gate, ticket };
  }

  it("is given back by its holder when another process, whose clock is behind, has read it", () => {
    const { gate, ticket } = probing();
    const read = readState(JSON.stringify(gate), gate.flights, rules, now - 400);
    expect(read.lease).toBeGreaterThan(now);
    release(read, ticket, now, rules);
    expect(read.lease).toBe(0);
  });

  it.each([-400, 0, 400])("is given back by its holder when the store is back, whose time differs by %d ms", (shift) => {
    const { gate: alone, ticket } = probing();
    const gate = newGate();
    merge(gate, alone, shift);
    expect(gate.lease).toBe(alone.lease + shift);
    release(gate, ticket, now, rules);
    expect(gate.lease).toBe(0);
  });

  it("ends when its holder gave it back while the store was away", () => {
    const { gate, ticket } = probing();
    const alone = structuredClone(gate);
    release(alone, ticket, now, rules);
    merge(gate, alone, 0);
    expect(gate.lease).toBe(0);
  });

  it("stays when another call ends, a probe or not", () => {
    const { gate, ticket } = probing();
    for (const probe of ["", "another"]) release(gate, { ...ticket, probe }, now, rules);
    expect(gate.lease).toBe(now + 60_000);
  });
});

describe("what a process knows", () => {
  it("stays as it is when it is put into a store, which may refuse the change", () => {
    const unreported = Array.from({ length: 20 }, (_, index): [number, number] => [index, 1]);
    const window = {
      kind: "window",
      name: "day",
      limit: 50,
      remaining: 9,
      resetAt: now + hour,
      unreported,
      planned: true,
    };
    const known = read({ known: true, since: now - 1000, changes: 3, policies: [window] });
    const before = JSON.stringify(known);
    for (const isAhead of [true, false]) {
      const gate = readState(undefined, [], { by: "me", banRisk: false }, now);
      restore(gate, known, isAhead, 0, now);
      expect(gate).toMatchObject({ known: true, since: now, changes: 4, policies: [{ remaining: 9 }] });
      // As where a call is lost.
      for (const policy of gate.policies) if (isWindow(policy)) consume(policy, 1, 21);
      expect(JSON.stringify(known)).toBe(before);
    }
  });
});
