import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { clockOf, realClock } from "../../../../../templates/runtime/client/limits/clock.js";
import type { GateCall } from "../../../../../templates/runtime/client/limits/gate.js";
import * as one from "../../../../../templates/runtime/client/limits/gate-registry.js";
import { fakeClock, settled } from "../../../../support/fake-clock.js";

const path = "../../../../../templates/runtime/client/limits/gate-registry.js?second";
const copy = (await import(path)) as typeof one;

const call: GateCall = { cost: 1, exempt: false, priority: "interactive", maxWait: 1000 };
const settings = (): one.GateSettings => ({ clock: fakeClock(), random: () => 0 });

describe("the gates of a process", () => {
  it("are one per origin and credential, for all clients and copies of the code", () => {
    const gate = one.gateFor("https://a.gates.test", "key", settings());
    expect(one.gateFor("https://a.gates.test", "key", settings())).toBe(gate);
    expect(copy.gateFor("https://a.gates.test", "key", settings())).toBe(gate);
    expect(one.gateFor("https://a.gates.test", "other", settings())).not.toBe(gate);
    expect(one.gateFor("https://b.gates.test", "key", settings())).not.toBe(gate);
  });

  it("show no credential, however they are printed", () => {
    const gate = one.gateFor("https://secret.gates.test", "s3cr3t", settings());
    const options = { showHidden: true, depth: 20 };
    const place: unknown = Reflect.get(globalThis, Symbol.for("sundial.gates.v4"));
    for (const thing of [gate, gate.state(), place]) expect(inspect(thing, options) + JSON.stringify(thing)).not.toContain("s3cr3t");
    expect(Object.getOwnPropertyDescriptor(globalThis, Symbol.for("sundial.gates.v4"))?.enumerable).toBe(false);
  });

  it("are forgotten while nobody uses them, and not while they are shut", async () => {
    const clock = fakeClock();
    const kept = { ...settings(), clock };
    const idle = one.gateFor("https://idle.gates.test", "key", kept);
    const shut = one.gateFor("https://shut.gates.test", "key", kept);
    const permit = await shut.enter(call);
    permit.answered(429, { policies: [], retryIn: 5000 });
    for (let number = 0; number < 1100; number += 1) one.gateFor("https://many.gates.test", `${number}`, kept);
    expect(one.gateFor("https://shut.gates.test", "key", kept)).toBe(shut);
    expect(one.gateFor("https://idle.gates.test", "key", kept)).not.toBe(idle);
    await clock.runUntil(clock.now() + 600_000); // until then, an answer may be a sign of a ban
    for (let number = 0; number < 2300; number += 1) one.gateFor("https://later.gates.test", `${number}`, kept);
    expect(one.gateFor("https://shut.gates.test", "key", kept)).not.toBe(shut);
  });

  it("are not forgotten while a window that they know of goes on, however many others there are", async () => {
    const clock = fakeClock();
    const kept = { ...settings(), clock };
    const spent = one.gateFor("https://spent.gates.test", "key", kept);
    const permit = await spent.enter(call);
    permit.answered(200, { policies: [{ limit: 60, remaining: 0, resetIn: 60_000 }] });
    for (let number = 0; number < 2300; number += 1) one.gateFor("https://crowd.gates.test", `${number}`, kept);
    expect(one.gateFor("https://spent.gates.test", "key", kept)).toBe(spent);
  });

  it("know no more policies than a service has, where each answer has another limit", async () => {
    const clock = fakeClock();
    const gate = one.gateFor("https://odd.gates.test", "key", { ...settings(), clock });
    for (let limit = 1000; limit < 1200; limit += 1) {
      const permit = await gate.enter(call);
      permit.answered(200, { policies: [{ limit, remaining: 900, resetIn: 60_000 }] });
    }
    expect(gate.state().policies.length).toBeLessThanOrEqual(20);
  });
});

/** A platform whose timers fire when they are told to. */
function platform() {
  const timers: { readonly action: () => void; readonly ms: number }[] = [];
  const time = { wall: 1_000_000, monotonic: 500 };
  const clock = clockOf({
    wall: () => time.wall,
    monotonic: () => time.monotonic,
    start: (action, ms) => timers.push({ action, ms }),
    stop: () => timers.splice(0),
  });
  return { timers, time, clock };
}

describe("a clock", () => {
  it("does not go back when the machine's is set back, and goes on from there", () => {
    const { time, clock } = platform();
    clock.now();
    time.wall -= 3_600_000;
    time.monotonic += 100;
    expect(clock.now()).toBe(1_000_100);
    time.wall += 50;
    time.monotonic += 50;
    expect(clock.now()).toBe(1_000_150);
  });

  it("goes on while the machine sleeps", () => {
    const { time, clock } = platform();
    clock.now();
    time.wall += 3_600_000;
    expect(clock.now()).toBe(4_600_000);
  });

  it("runs as fast as the machine's, however often it is looked at", () => {
    const { time, clock } = platform();
    const start = clock.now();
    const wall = time.wall;
    // One clock has whole milliseconds, the other one has not.
    for (let look = 1; look <= 10_000; look += 1) {
      time.monotonic += 0.1;
      time.wall = wall + Math.floor(look / 10);
      expect(Math.abs(clock.now() - start - look / 10)).toBeLessThan(1);
    }
  });

  it("waits for any time with timers of five seconds, and looks at the time after each", () => {
    const { timers, time, clock } = platform();
    let rings = 0;
    clock.after(2 ** 40, () => (rings += 1));
    expect(timers.at(-1)?.ms).toBe(5000);
    time.wall += 2 ** 40 - 10;
    timers.at(-1)?.action();
    expect([rings, timers.at(-1)?.ms]).toEqual([0, 10]);
    time.monotonic += 9.5; // timers may be early
    timers.at(-1)?.action();
    expect([rings, timers.at(-1)?.ms]).toEqual([0, 1]);
    time.monotonic += 1;
    timers.at(-1)?.action();
    expect(rings).toBe(1);
  });

  it("leaves neither timer nor listener when a wait is aborted", async () => {
    const { timers, clock } = platform();
    const controller = new AbortController();
    const reason = new Error("enough");
    const wait = clock.wait(1000, controller.signal).catch((error: unknown) => error);
    controller.abort(reason);
    expect([await wait, timers.length]).toEqual([reason, 0]);
    await expect(clock.wait(1000, controller.signal)).rejects.toBe(reason);
    expect(timers).toHaveLength(0);
  });

  it("is the platform's in a real client", async () => {
    const start = realClock.now();
    expect(Math.abs(start - Date.now())).toBeLessThan(1000);
    await realClock.wait(5);
    expect(realClock.now() - start).toBeGreaterThanOrEqual(5);
    await settled();
  });
});
