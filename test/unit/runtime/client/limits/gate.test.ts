import { describe, expect, it } from "vitest";
import type { Gate, GateCall } from "../../../../../templates/runtime/client/limits/gate.js";
import { gateFor, type GateSettings } from "../../../../../templates/runtime/client/limits/gate-registry.js";
import { fakeClock, type FakeClock } from "../../../../support/fake-clock.js";
import { seededRandom, simulatedService, type ServiceHabits, type SimulatedService } from "../../../../support/simulated-service.js";

let origins = 0;
const newOrigin = (): string => `https://${(origins += 1)}.gate.test`;

const usual: GateCall = { cost: 1, exempt: false, priority: "interactive", maxWait: Infinity };

interface Sent {
  readonly at: number;
  readonly status: number;
}

/** Sends calls through a gate to a service; each way takes `latency` milliseconds. */
function sender(clock: FakeClock, gate: Gate, service: SimulatedService, latency = 20): (call?: Partial<GateCall>) => Promise<Sent> {
  return async (call = {}) => {
    const whole = { ...usual, ...call };
    for (let again = false; ; again = true) {
      const permit = await gate.enter({ ...whole, again });
      const at = clock.now();
      await clock.wait(latency);
      const { status, reading } = service.request(clock.now(), whole, at);
      await clock.wait(latency);
      permit.answered(status, reading);
      if (status !== 429) return { at, status };
    }
  };
}

const minute = { name: "minute", limit: 60, window: 60_000 };
const trio: ServiceHabits = { policies: [minute], telling: "trio", retryAfter: "exact", banAt: 3 };

function setting(clock: FakeClock, more: Partial<GateSettings> = {}): GateSettings {
  return { clock, random: seededRandom(1), banRisk: true, ...more };
}

async function all<T>(clock: FakeClock, promises: readonly Promise<T>[], until?: number): Promise<readonly PromiseSettledResult<T>[]> {
  const results = Promise.allSettled(promises);
  await clock.runUntil(until);
  return results;
}

describe("200 calls at once against 60 a minute", () => {
  it("are all sent, none of them rejected, at 95 % of the rate and more", async () => {
    const clock = fakeClock();
    const start = clock.now();
    const service = simulatedService(trio);
    const send = sender(clock, gateFor(newOrigin(), "key", setting(clock)), service);
    const results = await all(
      clock,
      Array.from({ length: 200 }, () => send()),
    );
    expect(results.every(({ status }) => status === "fulfilled")).toBe(true);
    expect(Object.fromEntries(service.counts)).toEqual({ 200: 200 });
    const seconds = (clock.now() - start) / 1000;
    // The fourth window begins after three; no client can be faster.
    expect(180 / seconds).toBeGreaterThan(0.95);
  });

  it("need no rejection when another program takes 50 of the 60", async () => {
    const clock = fakeClock();
    const service = simulatedService({ ...trio, others: 50 });
    const send = sender(clock, gateFor(newOrigin(), "key", setting(clock)), service);
    const results = await all(
      clock,
      Array.from({ length: 100 }, () => send()),
    );
    expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(service.whileClosed).toBe(0);
    expect(Object.fromEntries(service.counts)).toEqual({ 200: 100 });
  });
});
