import { beforeEach, describe, expect, it } from "vitest";
import type { Permit } from "../../../../../templates/runtime/client/limits/gate.js";
import type { RateLimitError } from "../../../../../templates/runtime/client/limits/rate-limit-error.js";
import type { PolicyReading } from "../../../../../templates/runtime/client/limits/limit-header-types.js";
import { settled } from "../../../../support/fake-clock.js";
import { answered, askFor, begin, clock, events, gate, minute, newGate, pass, reading, sent, usual } from "./gate-asking.js";

const plan = { minute: { quota: 3, window: 60 }, day: { quota: 100, window: 86_400 } };

beforeEach(begin);

describe("a cold gate", () => {
  it("lets one call go, and the others when it is answered", async () => {
    const askings = await askFor(5);
    expect([gate.state().state, sent(askings)]).toEqual(["cold", 1]);
    askings[0]?.permit?.answered(200, reading([minute]));
    await settled();
    expect([gate.state().state, sent(askings)]).toEqual(["paced", 5]);
  });

  it.each([
    ["is lost", (permit?: Permit) => permit?.lost()],
    ["is answered by something in between", (permit?: Permit) => permit?.answered(502, reading())],
    ["is answered out of a cache", (permit?: Permit) => permit?.answered(200, { policies: [], cached: true })],
  ])("lets the next call try when the first %s", async (_, end) => {
    const askings = await askFor(3);
    end(askings[0]?.permit);
    await settled();
    expect([gate.state().state, sent(askings)]).toEqual(["cold", 2]);
  });

  it("lets the next call try when the first takes long", async () => {
    const askings = await askFor(3);
    await pass(14_999);
    expect(sent(askings)).toBe(1);
    await pass(1);
    expect(sent(askings)).toBe(2);
  });

  it("does not delay exempt calls, and learns nothing of their silence", async () => {
    await answered(200, [], undefined, { exempt: true });
    expect(gate.state().state).toBe("cold");
    expect(sent([...(await askFor(2)), ...(await askFor(2, { exempt: true }))])).toBe(3);
  });

  it("gives the permit itself, not a promise, where a call may go", () => {
    expect(gate.enter(usual)).not.toBeInstanceOf(Promise);
  });
});

describe("an open gate", () => {
  it("has ten calls under way at most", async () => {
    await answered(200);
    const askings = await askFor(30);
    expect([gate.state().state, sent(askings)]).toEqual(["open", 10]);
    askings[0]?.permit?.answered(200, reading());
    await settled();
    expect(sent(askings)).toBe(11);
  });

  it("keeps to the smallest number that a client asks for", async () => {
    gate.join({ clock, random: () => 0, maxConcurrency: 3 });
    await answered(200);
    expect(sent(await askFor(30))).toBe(3);
  });

  it("keeps to the windows of the plan, counted from its first answer on", async () => {
    newGate({ plan });
    const [first] = await askFor(1);
    await pass(500);
    first?.permit?.answered(200, reading());
    const askings = await askFor(10);
    expect(sent(askings)).toBe(2);
    for (const { permit } of askings) permit?.answered(200, reading());
    await pass(59_999);
    expect(sent(askings)).toBe(2);
    await pass(1);
    expect([gate.state().state, sent(askings)]).toEqual(["probe", 3]);
    askings[2]?.permit?.answered(200, reading());
    await settled();
    expect(sent(askings)).toBe(5);
  });

  it("starts with one call after a rejection, then two, then four", async () => {
    await answered(200);
    await answered(429, [], 1000);
    const askings = await askFor(30);
    await pass(1000);
    const numbers = [];
    for (let round = 0; round < 4; round += 1) {
      const open = askings.splice(0, sent(askings));
      numbers.push(open.length);
      for (const { permit } of open) permit?.answered(200, reading());
      await settled();
    }
    expect(numbers).toEqual([1, 1, 2, 4]);
  });
});

describe("a paced gate", () => {
  it("reserves what is under way", async () => {
    await answered(200, [{ ...minute, remaining: 5 }]);
    const askings = await askFor(9);
    expect([sent(askings), gate.state().policies[0]?.remaining]).toEqual([5, 0]);
    // The second request was counted first.
    askings[0]?.permit?.answered(200, reading([{ ...minute, remaining: 3 }]));
    askings[1]?.permit?.answered(200, reading([{ ...minute, remaining: 4 }]));
    await settled();
    expect(sent(askings)).toBe(5);
  });

  it.each([
    [
      "nothing of it",
      (permit: Permit) => {
        permit.answered(200, reading());
      },
    ],
    [
      "nothing at all",
      (permit: Permit) => {
        permit.lost();
      },
    ],
  ])("takes for used what a call may have used whose answer says %s", async (_, end) => {
    await answered(200, [{ ...minute, remaining: 2 }]);
    for (const { permit } of await askFor(2)) if (permit !== undefined) end(permit);
    expect(sent(await askFor(1))).toBe(0);
  });

  it("takes nothing for used by an answer out of a cache", async () => {
    await answered(200, [{ ...minute, remaining: 1 }]);
    for (let time = 0; time < 3; time += 1) (await askFor(1))[0]?.permit?.answered(200, { policies: [], cached: true });
    expect(gate.state().policies[0]?.remaining).toBe(1);
  });

  it("sends one call when the window is over, and the others as its answer says", async () => {
    await answered(200, [{ ...minute, remaining: 0 }]);
    const askings = await askFor(20);
    await pass(59_999);
    expect(sent(askings)).toBe(0);
    await pass(1);
    expect([gate.state().state, sent(askings)]).toEqual(["probe", 1]);
    askings[0]?.permit?.answered(200, reading([{ ...minute, remaining: 9 }]));
    await settled();
    expect([gate.state().state, sent(askings)]).toEqual(["paced", 10]);
  });

  it("waits a little longer than the window, and not as long as everybody else", async () => {
    newGate({ random: () => 0.5 });
    await answered(200, [{ ...minute, remaining: 0 }]);
    const askings = await askFor(1);
    await pass(60_299);
    expect(sent(askings)).toBe(0);
    await pass(1);
    expect(sent(askings)).toBe(1);
  });

  it("keeps the smaller number of a window, and takes up a new window", async () => {
    await answered(200, [{ ...minute, remaining: 10 }]);
    await answered(200, [{ ...minute, remaining: 50 }]);
    expect(gate.state().policies[0]?.remaining).toBe(10);
    await answered(200, [{ ...minute, remaining: 50, resetIn: 100_000 }]);
    expect(gate.state().policies[0]?.remaining).toBe(50);
  });

  it("does not take an answer of the window before for one of the new", async () => {
    await answered(200, [{ ...minute, remaining: 20, resetIn: 1000 }]);
    const [slow] = await askFor(1);
    await pass(1000);
    await answered(200, [{ ...minute, remaining: 40 }]);
    slow?.permit?.answered(200, reading([{ ...minute, remaining: 0, resetIn: 0 }]));
    expect(gate.state().policies[0]?.remaining).toBe(40); // nor its call: it was sent long before
  });

  it("follows several policies, and each call those that it counts in", async () => {
    const policies = [
      { name: "core", limit: 100, remaining: 8, resetIn: 60_000 },
      { name: "search", limit: 10, remaining: 2, resetIn: 60_000 },
    ];
    await answered(200, policies);
    expect(sent(await askFor(9, { policies: ["search"] }))).toBe(2);
    expect(sent(await askFor(9, { policies: ["core"] }))).toBe(8);
    expect(sent(await askFor(9, { exempt: true }))).toBe(9);
  });

  it("tells the plan's policies by their limits where the service has no names for them", async () => {
    newGate({ plan });
    await answered(200, [{ limit: 3, remaining: 2, resetIn: 60_000 }]);
    await answered(200, [{ limit: 100, remaining: 1, resetIn: 5000 }]);
    const { policies } = gate.state();
    expect(policies.map(({ name, remaining }) => [name, remaining])).toEqual([
      ["minute", 1],
      ["day", 1],
    ]);
  });

  it("follows the service where its limits are none of the plan's, and says so once", async () => {
    newGate({ plan });
    await answered(200, [{ limit: 300, remaining: 299, resetIn: 60_000 }]);
    await answered(200, [{ limit: 300, remaining: 298, resetIn: 60_000 }]);
    expect(sent(await askFor(9))).toBe(9);
    expect(events.filter(({ kind }) => kind === "plan-mismatch")).toHaveLength(1);
    gate.join({ clock, random: () => 0, plan: { ...plan } });
    expect(gate.state().policies.map(({ limit }) => limit)).toEqual([300]);
  });

  it("asks call by call where only its own count says that a policy is spent", async () => {
    newGate({ plan: { hour: { quota: 1, window: 3600 }, minute: { quota: 60, window: 60 } } });
    await answered(200, [minute]);
    const askings = await askFor(5);
    expect(sent(askings)).toBe(1);
    askings[0]?.permit?.answered(200, reading([{ ...minute, remaining: 58 }]));
    await settled();
    expect(sent(askings)).toBe(2);
  });

  it("counts on by itself what the service tells of no longer", async () => {
    await answered(200, [{ ...minute, limit: 3, remaining: 0 }]);
    await pass(60_000);
    await answered(200);
    expect(gate.state()).toMatchObject({ state: "open", policies: [{ limit: 3, remaining: 2 }] });
    expect(sent(await askFor(5))).toBe(2);
  });

  it("forgets a policy of which the service tells no more, and lets more through", async () => {
    await answered(200, [{ ...minute, limit: 2, remaining: 1 }]);
    await pass(60_000);
    for (const remaining of [9, 8, 7]) await answered(200, [{ limit: 10, remaining, resetIn: 60_000 }]);
    expect(gate.state().policies.map(({ limit }) => limit)).toEqual([10]);
  });

  it("forgets a policy that the service no longer has among those that it names", async () => {
    await answered(200, [{ name: "free", limit: 60, remaining: 59, resetIn: 60_000, window: 60_000 }]);
    await pass(60_000);
    await answered(200, [{ name: "pro", limit: 300, remaining: 299, resetIn: 60_000, window: 60_000 }]);
    expect(gate.state().policies.map(({ name }) => name)).toEqual(["pro"]);
  });

  it.each<[string, Parameters<typeof newGate>[0], PolicyReading, string]>([
    ["a service reports", {}, { limit: 5, remaining: 4, resetIn: 60_000 }, "the limit has in a window (reset)"],
    ["a service names", {}, { name: "burst", limit: 5, remaining: 4, resetIn: 60_000 }, 'the limit "burst" has in a window (reset)'],
    ["a plan has", { plan: { minute: { quota: 5, window: 60 } } }, { name: "other" }, 'the limit "minute" has in a window (plan)'],
  ])(
    "fails a call at once, and says that it never goes, that costs more than the window that %s",
    async (_, settings, policy, sentence) => {
      newGate(settings);
      await answered(200, [policy]);
      for (const maxWait of [0, 1000, Infinity]) {
        const [asking] = await askFor(1, { cost: 6, maxWait });
        expect(asking?.error).toMatchObject({ name: "RateLimitError", message: `Never: the call costs more than ${sentence}` });
        expect((asking?.error as RateLimitError).retryAt).toEqual(new Date(8.64e15));
      }
      expect(sent(await askFor(1, { cost: 4 }))).toBe(1);
    },
  );

  it("does not give a service up that says for once that there is nothing ever", async () => {
    await answered(200, [{ limit: 0, remaining: 0, resetIn: 1000 }]);
    const askings = await askFor(2);
    expect(askings.map(({ error }) => error)).toEqual([undefined, undefined]);
    await pass(1010);
    expect(sent(askings)).toBe(1);
  });

  it("lets a dear call wait and cheaper ones pass, until the next window", async () => {
    await answered(200, [{ limit: 5, remaining: 2, resetIn: 60_000 }]);
    const [dear] = await askFor(1, { cost: 4 });
    expect(sent(await askFor(1))).toBe(1);
    const cheap = await askFor(9);
    await pass(60_000);
    expect([dear?.permit !== undefined, sent(cheap)]).toEqual([true, 1]);
  });

  it.each<[string, PolicyReading, number]>([
    ["a reset that is over", { limit: 60, remaining: 9, resetIn: 0 }, 9],
    ["no reset", { limit: 60, remaining: 9 }, 9],
    ["no limit", { remaining: 9, resetIn: 1000 }, 9],
    ["nothing but what is left", { remaining: 9 }, 9],
    ["nothing but a window", { limit: 9, window: 60_000 }, 8],
    ["nothing but the limit", { limit: 9 }, 10],
    ["nothing but a reset", { resetIn: 1000 }, 10],
  ])("goes on with what it has of %s", async (_, policy, expected) => {
    await answered(200, [policy]);
    expect(sent(await askFor(30))).toBe(expected);
    await pass(120_000);
    expect(gate.state().waiting).toBeLessThanOrEqual(30 - expected);
  });
});

describe("an answer that says that nothing is left, and not until when", () => {
  it.each<readonly [string, Partial<Parameters<typeof newGate>[0]>, number]>([
    ["holds calls back for a second where no window is known", {}, 1000],
    ["holds them back for the window that is described", { plan: { minute: { quota: 3, window: 60 } } }, 60_000],
  ])("%s", async (_, settings, wait) => {
    newGate(settings);
    await answered(200, [{ remaining: 0 }]);
    const askings = await askFor(1);
    await pass(wait - 20);
    expect(sent(askings)).toBe(0);
    await pass(1100);
    expect(sent(askings)).toBe(1);
  });
});
