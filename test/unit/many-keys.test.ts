/** A process may have any number of credentials, or callers: one more costs as much, however many there are. */
import { expect, test } from "vitest";
import { countSteps } from "../support/count-steps.js";

const { gateFor } = await import("../../templates/runtime/client/limits/gate-registry.js");
const { memoryLimits } = await import("../../templates/runtime/server/limits/memory-limits.js");
const { fakeClock } = await import("../support/fake-clock.js");

const ours = /templates\/runtime\//;
const call = { cost: 1, exempt: false, priority: "interactive", maxWait: 1000 } as const;

/** The steps of so many new keys, on average, once there are `known`. Of many: now and then one of them makes room for all. */
async function stepsOfNewKeys(known: number, use: (key: string) => unknown): Promise<number> {
  for (let index = 0; index < known; index += 1) await use(`known ${index}`);
  const fresh = 10_000;
  const steps = await countSteps(async () => {
    for (let index = 0; index < fresh; index += 1) await use(`fresh ${index}`);
  }, ours);
  return steps / fresh;
}

/** A key of a client: a call, and its answer with limits whose window goes on. */
function clientKeys(origin: string): (key: string) => Promise<void> {
  const settings = { clock: fakeClock(), random: () => 0 };
  return async (key) => {
    const permit = await gateFor(origin, key, settings).enter(call);
    permit.answered(200, { policies: [{ limit: 60, remaining: 59, resetIn: 60_000 }] });
  };
}

function serverKeys(maxKeys: number): (key: string) => unknown {
  const store = memoryLimits({ maxKeys, now: () => 0 });
  return (key) => store.consume(key, [{ name: "minute", quota: 60, window: 60 }], 1);
}

function serverKeysOfAllKinds(maxKeys: number): (key: string) => unknown {
  const store = memoryLimits({ maxKeys, now: () => 0 });
  const policies = [{ name: "minute", quota: 60, window: 60, kind: "sliding" }] as const;
  return (key) => store.consumeAll?.({ groups: [{ key, policies }], cost: 1 });
}

test("a new credential of a client costs the same with 10 and with 10,000 known ones", async () => {
  const few = await stepsOfNewKeys(10, clientKeys("https://few.keys.test"));
  const many = await stepsOfNewKeys(10_000, clientKeys("https://many.keys.test"));
  expect(many).toBeLessThan(2 * few);
});

test.each([
  ["that has room", serverKeys, 1_000_000],
  ["that is full", serverKeys, 5000],
  ["that has room, with policies of all kinds", serverKeysOfAllKinds, 1_000_000],
  ["that is full, with policies of all kinds", serverKeysOfAllKinds, 5000],
] as const)("a new caller of a server costs the same with 10 and with 10,000 known ones, in a store %s", async (_, keys, maxKeys) => {
  const few = await stepsOfNewKeys(10, keys(maxKeys));
  const many = await stepsOfNewKeys(10_000, keys(maxKeys));
  expect(many).toBeLessThan(2 * few);
});
