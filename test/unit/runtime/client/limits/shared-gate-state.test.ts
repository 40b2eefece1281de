import { describe, expect, it } from "vitest";
import {
  admit,
  release,
  newGate,
  type GateData,
  type GateRules,
  type Ticket,
} from "../../../../../templates/runtime/client/limits/gate-state.js";
import { merge, readState } from "../../../../../templates/runtime/client/limits/shared-gate-state.js";

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
    const flights = [{ by: "other", cost: 1, count: 2, seen: now + hour }];
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
