/** How calls wait where each request has a context of its own: none can wake another, so each looks by itself, and not too often. */
import { beforeEach, describe, expect, it } from "vitest";
import { createGate, type CommonGate, type GateCall } from "../../../../../templates/runtime/client/limits/gate.js";
import type { PolicyReading } from "../../../../../templates/runtime/client/limits/limit-header-types.js";
import { fakeClock, settled, type FakeClock } from "../../../../support/fake-clock.js";
import { minute, reading, usual, type Asking } from "./gate-asking.js";

let clock: FakeClock;
let gate: CommonGate;
/** After how many milliseconds each call looks again. */
let looks: number[];

beforeEach(() => {
  const plain = fakeClock(undefined, { onForeignTimer: () => undefined });
  looks = [];
  const after: FakeClock["after"] = (ms, action) => {
    if (ms < 2000) looks.push(Math.round(ms)); // then calls under way say that they still are
    return plain.after(ms, action);
  };
  clock = { ...plain, now: () => plain.now(), after, perRequest: true, timers: 0 };
  const settings = { clock, random: () => 0 };
  gate = createGate("https://polling.test", "key", settings);
  gate.join(settings);
});

function ask(call: Partial<GateCall> = {}): Asking {
  const asking: Asking = {};
  Promise.resolve(gate.enter({ ...usual, ...call })).then(
    (permit) => (asking.permit = permit),
    (error: unknown) => (asking.error = error),
  );
  return asking;
}

const pass = (ms: number): Promise<void> => clock.runUntil(clock.now() + ms);

/** One call is sent, and answered. */
async function answered(policies: readonly PolicyReading[], retryIn?: number): Promise<void> {
  const asking = ask();
  await settled();
  asking.permit?.answered(retryIn === undefined ? 200 : 429, reading(policies, retryIn));
  await settled();
}

describe("a call that waits for the answer to another", () => {
  it("looks soon, then ever less often, and sees it when it looks", async () => {
    const first = ask();
    const second = ask();
    await settled();
    await pass(200);
    expect(looks.slice(0, 7)).toEqual([2, 4, 8, 16, 25, 25, 25]);
    first.permit?.answered(200, reading([minute]));
    await settled();
    expect(second.permit).toBeUndefined();
    await pass(25);
    expect(second.permit).toBeDefined();
  });

  it("looks less often the more are before it, four times a second at least", async () => {
    ask();
    const before = (count: number): Promise<void> => {
      for (let index = 0; index < count; index += 1) ask({ maxWait: 60_000 });
      return settled();
    };
    const last = async (): Promise<number | undefined> => {
      const own: number[] = [];
      const all = looks;
      looks = own;
      ask();
      await settled();
      looks = all;
      return own.at(-1);
    };
    await before(400);
    expect(await last()).toBe(2);
    looks = [];
    await pass(700);
    expect(Math.max(...looks)).toBe(125);
    await before(600);
    looks = [];
    await pass(700);
    expect(Math.max(...looks)).toBe(250);
  });

  it("is rejected when it has waited as long as it may", async () => {
    ask();
    const waiting = ask({ maxWait: 100 });
    await pass(99);
    expect(waiting.error).toBeUndefined();
    await pass(1);
    expect(waiting.error).toMatchObject({ name: "RateLimitError", source: "queue" });
    expect(gate.state().waiting).toBe(0);
  });
});

describe("a call that waits for a time that is known", () => {
  it("looks then, or after a second, and later the more are before it", async () => {
    await answered([{ ...minute, remaining: 0, resetIn: 1500 }]);
    looks = [];
    const askings = Array.from({ length: 41 }, () => ask({ maxWait: 60_000 }));
    await settled();
    expect([looks[0], looks[40]]).toEqual([1000, 1000]);
    looks = [];
    await pass(1000);
    expect([looks[0], looks[40]]).toEqual([500, 502]);
    await pass(499);
    expect(askings.filter(({ permit }) => permit !== undefined)).toEqual([]);
    await pass(10);
    expect(askings.findIndex(({ permit }) => permit !== undefined)).toBe(0);
  });

  it("looks no later than it may wait", async () => {
    await answered([], 700);
    looks = [];
    ask({ maxWait: 700 });
    await settled();
    expect(looks).toEqual([700]);
  });
});

describe("a call whose turn another has seen", () => {
  it("sees it when it looks, and gives it up where the gate has been shut since", async () => {
    await answered([{ ...minute, remaining: 3 }]);
    const [one, two, three] = [ask(), ask(), ask()];
    await settled();
    const [fourth, fifth] = [ask({ maxWait: 120_000 }), ask({ maxWait: 120_000 })];
    await settled();
    for (const { permit } of [one, two]) permit?.returned();
    await settled();
    // Two places are free again; both are granted, and neither call has looked yet.
    expect([fourth.permit, fifth.permit]).toEqual([undefined, undefined]);
    three.permit?.answered(429, reading([], 5000));
    await pass(4999);
    expect([fourth.permit, fifth.permit]).toEqual([undefined, undefined]);
    await pass(500);
    expect([fourth, fifth].filter(({ permit }) => permit !== undefined)).toHaveLength(1);
  });

  it("leaves it to the others where it is given up", async () => {
    await answered([{ ...minute, remaining: 1 }]);
    const one = ask();
    await settled();
    const controller = new AbortController();
    const [second, third] = [ask({ signal: controller.signal }), ask()];
    await settled();
    one.permit?.returned();
    await settled();
    controller.abort(new Error("no longer wanted"));
    await pass(250);
    expect([second.permit, (second.error as Error).message, third.permit === undefined]).toEqual([undefined, "no longer wanted", false]);
  });
});
