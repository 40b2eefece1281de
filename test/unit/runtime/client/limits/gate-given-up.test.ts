import { describe, expect, it } from "vitest";
import { createGate, type Gate, type GateCall, type Permit } from "../../../../../templates/runtime/client/limits/gate.js";
import type { GateSettings } from "../../../../../templates/runtime/client/limits/gate-registry.js";
import { sharedGates } from "../../../../../templates/runtime/client/limits/shared-gates.js";
import { fakeClock, type FakeClock, type FakeClockOptions } from "../../../../support/fake-clock.js";
import { memoryGateStore } from "../../../../support/memory-gate-store.js";
import { simulatedService, type SimulatedService } from "../../../../support/simulated-service.js";

const call: GateCall = { cost: 1, exempt: false, priority: "interactive", maxWait: 600_000 };
const limit = 10;
const window = 2000;

interface World {
  readonly clock: FakeClock;
  readonly service: SimulatedService;
  readonly gate: (index: number) => Gate;
}

function world(processes = 1, options?: FakeClockOptions): World {
  const clock = fakeClock(undefined, options);
  const store = memoryGateStore(clock, 2);
  const gates = Array.from({ length: processes }, (_, index) => {
    const settings: GateSettings = {
      clock,
      random: () => 0.5 + index / 10,
      ...(processes > 1 && { gateStore: sharedGates(store, (text) => text) }),
    };
    const gate = createGate("https://given-up.test", "key", settings);
    gate.join(settings);
    return gate;
  });
  const service = simulatedService({ policies: [{ name: "short", limit, window }], telling: "trio", retryAfter: "exact" });
  const gate: World["gate"] = (index) => {
    const chosen = gates[index % processes];
    if (chosen === undefined) throw new Error("There is one");
    return chosen;
  };
  return { clock, service, gate };
}

/** Sends a call that the service counts at once and answers after 400 ms, unless its caller leaves before. */
async function send({ clock, service }: World, gate: Gate, leavesAfter = Infinity): Promise<void> {
  const permit: Permit = await gate.enter(call);
  const { status, reading } = service.request(clock.now(), call);
  await clock.wait(Math.min(400, leavesAfter));
  if (leavesAfter < 400) permit.lost();
  else permit.answered(status, reading);
  await permit.stored();
}

/** One call, nine at once of which some leave, and ten more. Gives how many were turned away. */
async function burst(there: World, leaves: (index: number) => number): Promise<number> {
  const { clock, gate, service } = there;
  void send(there, gate(0));
  await clock.runUntil(clock.now() + 500);
  for (let index = 0; index < 19; index += 1) void send(there, gate(index), index < 9 ? leaves(index) : Infinity);
  await clock.runUntil(clock.now() + 600_000);
  expect([...service.counts.values()].reduce((sum, count) => sum + count, 0)).toBe(20);
  return service.counts.get(429) ?? 0;
}

const whoLeaves: Readonly<Record<string, (index: number) => number>> = {
  nobody: () => Infinity,
  "the last one": (index) => (index === 8 ? 150 : Infinity),
  "the last three": (index) => (index > 5 ? 150 : Infinity),
  "the last four": (index) => (index > 4 ? 150 : Infinity),
  "the first four": (index) => (index < 4 ? 150 : Infinity),
  "every other one": (index) => (index % 2 > 0 ? 150 : Infinity),
  "all but one": (index) => (index === 4 ? Infinity : 150),
  all: () => 150,
  "one after the other": (index) => 40 * index,
  "half of them as soon as they are sent": (index) => (index % 2 > 0 ? 0 : Infinity),
};

describe("callers that leave while their calls are under way", () => {
  it.each(Object.entries(whoLeaves))("do not free their places: %s", async (_, leaves) => {
    expect(await burst(world(), leaves)).toBe(0);
  });

  it.each(Object.entries(whoLeaves))("do not free their places in two processes: %s", async (_, leaves) => {
    expect(await burst(world(2), leaves)).toBe(0);
  });

  it.each(Object.entries(whoLeaves))("do not free their places where requests have contexts of their own: %s", async (_, leaves) => {
    expect(await burst(world(1, { onForeignTimer: () => undefined }), leaves)).toBe(0);
  });

  it("open no window after the other: the service may have counted each that asked whether there is one", async () => {
    const there = world();
    await burst(there, () => Infinity);
    for (let index = 0; index < 3 * limit; index += 1) void send(there, there.gate(0), 50);
    await there.clock.runUntil(there.clock.now() + 600_000);
    expect(there.service.counts.get(429) ?? 0).toBe(0);
  });

  it("count until the answer to a call that was sent after that, if they have not arrived", async () => {
    const there = world();
    const { clock } = there;
    const gate = there.gate(0);
    void send(there, gate);
    await clock.runUntil(clock.now() + 500);
    for (let index = 0; index < 4; index += 1) (await gate.enter(call)).lost();
    expect(gate.state().policies[0]?.remaining).toBe(limit - 5);
    void send(there, gate);
    await clock.runUntil(clock.now() + 500);
    expect(gate.state().policies[0]?.remaining).toBe(limit - 2);
  });
});
