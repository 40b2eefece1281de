import { describe, expect, it } from "vitest";
import { newGate, type GateData } from "../../../templates/runtime/gate-state.js";
import { readState } from "../../../templates/runtime/shared-state.js";

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
