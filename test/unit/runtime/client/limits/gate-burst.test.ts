import { countSteps } from "../../../../support/count-steps.js";
import { describe, expect, it } from "vitest";
import { createGate, type GateCall, type Permit } from "../../../../../templates/runtime/client/limits/gate.js";
import type { PolicyReading } from "../../../../../templates/runtime/client/limits/limit-header-types.js";
import { fakeClock } from "../../../../support/fake-clock.js";

interface Burst {
  /** What the service says of its limits. */
  readonly policies: (served: number, now: number) => readonly PolicyReading[];
  readonly call?: (index: number) => Partial<GateCall>;
  /** Whether each second call is given up. */
  readonly aborts?: boolean;
}

/** Makes so many calls at once, each of which is answered when it goes. Gives the order in which they went, and the errors. */
async function burst(count: number, { policies, call, aborts = false }: Burst) {
  const clock = fakeClock();
  const settings = { clock, random: () => 0 };
  const gate = createGate("https://burst.test", "key", settings);
  gate.join(settings);
  const order: number[] = [];
  const errors: unknown[] = [];
  const go = (index: number, permit: Permit): void => {
    order.push(index);
    clock.after(1, () => {
      permit.answered(200, { policies: policies(order.length, clock.now()) });
    });
  };
  for (let index = 0; index < count; index += 1) {
    const controller = aborts && index % 2 === 1 ? new AbortController() : undefined;
    const whole: GateCall = {
      cost: 1,
      exempt: false,
      priority: "interactive",
      maxWait: Infinity,
      signal: controller?.signal,
      ...call?.(index),
    };
    Promise.resolve(gate.enter(whole)).then(
      (permit) => {
        go(index, permit);
      },
      (error: unknown) => void errors.push(error),
    );
    if (controller !== undefined)
      clock.after(0, () => {
        controller.abort(index);
      });
  }
  await clock.runUntil();
  return { order, errors, waiting: gate.state().waiting, timers: clock.timers };
}

const inOrder = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Windows of a second. */
const windows =
  (limit: number): Burst["policies"] =>
  (served, now) => [{ limit, remaining: limit - 1 - ((served - 1) % limit), resetIn: 1000 - (now % 1000) }];

const unlimited: Burst = { policies: () => [] };

describe("a burst", () => {
  it.each([
    ["1,002 calls of a service without limits", 1002, unlimited],
    ["50,000 calls of a service without limits", 50_000, unlimited],
    ["20,000 calls of a service with a limit", 20_000, { policies: windows(5000) }],
  ])("of %s waits, and goes in the order in which it came", async (_, count, habits) => {
    const { order, errors, waiting, timers } = await burst(count, habits);
    expect([errors, waiting, timers]).toEqual([[], 0, 0]);
    expect(order).toEqual(inOrder(count));
  });

  const kinds = (index: number): Partial<GateCall> => ({ cost: 1 + (index % 2), priority: index % 3 === 0 ? "background" : "interactive" });

  it.each<[string, Burst]>([
    ["a service without limits", unlimited],
    ["a service with a limit", { policies: windows(500) }],
    ["a service with a limit, half of which are given up", { policies: windows(100), aborts: true }],
    ["several kinds and priorities", { policies: windows(500), call: kinds }],
    ["a service with a limit, of which most cannot wait so long", { policies: windows(100), call: (index) => ({ maxWait: 500 + index }) }],
  ])("of calls of %s takes work in proportion to its size", async (_, habits) => {
    const steps = (count: number): Promise<number> => countSteps(() => burst(count, habits), /limits\/(?:gate|wait|scheduler)/);
    await steps(100);
    const [some, many] = [await steps(1000), await steps(10_000)];
    expect(many / some).toBeLessThan(12);
  });
});
