/** What the files of the policies promise, each by an example. */
import { beforeEach, describe, expect, it } from "vitest";
import type { PolicyReading } from "../../../../../../templates/runtime/client/limits/limit-header-types.js";
import { adaptivePace } from "../../../../../../templates/runtime/client/limits/policies/adaptive-pace.js";
import { concurrency } from "../../../../../../templates/runtime/client/limits/policies/concurrency.js";
import { foreseenWindow } from "../../../../../../templates/runtime/client/limits/policies/foreseen-window.js";
import { otherUnits } from "../../../../../../templates/runtime/client/limits/policies/other-units.js";
import { slidingWindow } from "../../../../../../templates/runtime/client/limits/policies/sliding-window.js";
import { spacing } from "../../../../../../templates/runtime/client/limits/policies/spacing.js";
import { tokenBucket } from "../../../../../../templates/runtime/client/limits/policies/token-bucket.js";
import type { Policies } from "../../../../../../templates/runtime/shared/rate-limits.js";
import { settled } from "../../../../../support/fake-clock.js";
import { answered, ask, described, askFor, begin, clock, events, gate, newGate, pass, reading, sent, type Asking } from "../gate-asking.js";

const kinds = [slidingWindow, tokenBucket, concurrency, spacing, otherUnits];
const planned = (plan: Policies, told = false, banRisk = false): void => void newGate({ plan, kinds, banRisk, limits: described(told) });

function answerAll(askings: readonly Asking[], status = 200, policies: readonly PolicyReading[] = [], retryIn?: number): void {
  for (const { permit } of askings) permit?.answered(status, reading(policies, retryIn));
}

/** Milliseconds until one more call goes, where nothing is answered meanwhile. */
async function nextAfter(): Promise<number> {
  const start = clock.now();
  const asking = ask();
  await settled();
  while (asking.permit === undefined && clock.now() < start + 200_000) await pass(10);
  const at = clock.now() - start;
  asking.permit?.returned();
  return at;
}

beforeEach(begin);

describe("a sliding window", () => {
  it("lets a call go when as many milliseconds have passed since the one before as it is long", async () => {
    planned({ s: { quota: 2, window: 10, sliding: true } });
    await askFor(1);
    await pass(4000);
    const askings = await askFor(3);
    expect(sent(askings)).toBe(1);
    await pass(6100);
    expect(sent(askings)).toBe(1);
    await pass(200);
    expect(sent(askings)).toBe(2);
    await pass(4000);
    expect(sent(askings)).toBe(3);
  });

  it("does not count a call that was turned away, and keeps the others longer where no time is told", async () => {
    planned({ s: { quota: 2, window: 10, sliding: true } });
    const [first, second] = await askFor(2);
    first?.permit?.answered(200, reading());
    second?.permit?.answered(429, reading());
    expect(gate.state().policies[0]?.remaining).toBe(1);
    await pass(5000);
    await answered(200);
    const askings = await askFor(1);
    await pass(5390);
    // It would be 200 ms without the rejection.
    expect(sent(askings)).toBe(0);
    await pass(10);
    expect(sent(askings)).toBe(1);
  });

  it("counts what another program has sent, as the service reports it", async () => {
    planned({ s: { quota: 10, window: 10, sliding: true } });
    await answered(200, [{ name: "s", limit: 10, remaining: 3 }]);
    expect(sent(await askFor(9))).toBe(3);
  });

  it("sends nothing before the reset that a rejection tells, though its own calls have left the window before", async () => {
    planned({ s: { quota: 10, window: 10, sliding: true } });
    await answered(200);
    await pass(9000);
    await answered(429, [{ name: "s", limit: 10, remaining: 0, resetIn: 8000 }]);
    expect(await nextAfter()).toBeGreaterThanOrEqual(8000);
  });

  it("takes no more for used that it knows of itself", async () => {
    planned({ s: { quota: 10, window: 10, sliding: true } });
    const askings = await askFor(5);
    for (const [index, { permit }] of askings.entries()) permit?.answered(200, reading([{ name: "s", limit: 10, remaining: 9 - index }]));
    expect(gate.state().policies[0]?.remaining).toBe(5);
  });

  it("holds no more of a call that was returned after it had left the window", async () => {
    planned({ s: { quota: 1, window: 1, sliding: true } });
    const [held] = await askFor(1);
    await pass(5000);
    expect(sent(await askFor(1))).toBe(1);
    held?.permit?.returned();
    expect(sent(await askFor(1))).toBe(0);
  });
});

describe("a bucket", () => {
  const told = (limit: number, remaining: number, refill = limit * 1000): PolicyReading => ({ name: "b", limit, remaining, refill });

  it("gets nothing back of a call that was not sent, where an answer has told since what is left without it", async () => {
    planned({ b: { rate: 0.001, burst: 12 } });
    const [held] = await askFor(1, { cost: 9 });
    await pass(1000);
    await answered(200, [told(12, 11, 12_000_000)]);
    expect(gate.state().policies[0]?.remaining).toBe(11);
    await answered(200, [told(12, 2, 12_000_000)], undefined, { cost: 9 });
    held?.permit?.returned();
    expect(gate.state().policies[0]?.remaining).toBe(2);
  });

  it("lets its burst go, and then its rate", async () => {
    planned({ b: { rate: 2, burst: 10 } });
    const askings = await askFor(30);
    await pass(30);
    expect(sent(askings)).toBe(10);
    await pass(5000);
    expect(sent(askings)).toBe(20);
  });

  it.each([
    [20, 9, 9],
    [5, 4, 4],
  ])("takes up a limit of %d that the service tells", async (limit, remaining, expected) => {
    planned({ b: { rate: 1, burst: 10 } }, true);
    await answered(200, [told(limit, remaining)]);
    expect(gate.state().policies[0]).toMatchObject({ limit, reported: true });
    expect(sent(await askFor(30))).toBeLessThanOrEqual(expected);
    await pass(100_000);
    expect(gate.state().policies[0]?.remaining).toBeLessThanOrEqual(limit);
  });

  it("believes a header that lies once, and not when a call was turned away for it", async () => {
    planned({ b: { rate: 0.1, burst: 5 } }, true);
    for (let count = 0; count < 9; count += 1) {
      await answered(200, [told(5, 4, 50_000)]);
      await pass(300);
    }
    await answered(429, [told(5, 4, 50_000)]);
    expect(gate.state().policies[0]?.remaining).toBe(0);
    const askings = await askFor(9);
    await pass(20_000);
    answerAll(askings, 200, [told(5, 4, 50_000)]);
    await pass(10);
    expect(sent(askings)).toBeLessThanOrEqual(2);
    await pass(20_000);
    expect(sent(askings)).toBeLessThanOrEqual(4);
  });

  it("gives back no more than a call has kept from it", async () => {
    planned({ b: { rate: 1, burst: 4 } });
    const [held] = await askFor(1);
    await pass(20_000);
    await askFor(4);
    held?.permit?.returned();
    expect(sent(await askFor(1))).toBe(0);
  });

  it("refuses what costs more than there ever is", async () => {
    planned({ b: { rate: 1, burst: 4 } });
    const [asking] = await askFor(1, { cost: 5 });
    expect(asking?.error).toMatchObject({ name: "RateLimitError", policy: "b" });
  });
});

describe("places for calls under way", () => {
  it("are free again when a call is answered", async () => {
    planned({ p: { concurrency: 3 } });
    const askings = await askFor(5);
    expect(sent(askings)).toBe(3);
    answerAll(askings.slice(0, 1));
    await settled();
    expect(sent(askings)).toBe(4);
  });

  it("are kept for a call that was given up, as long as others take", async () => {
    planned({ p: { concurrency: 1 } });
    const [slow] = await askFor(1);
    await pass(2000);
    slow?.permit?.answered(200, reading());
    const [lost] = await askFor(1);
    await pass(500);
    lost?.permit?.lost();
    const askings = await askFor(1);
    await pass(1490);
    expect(sent(askings)).toBe(0);
    await pass(10);
    expect(sent(askings)).toBe(1);
  });

  it("are fewer where another program has some, and more again after a while", async () => {
    planned({ p: { concurrency: 4 } });
    const askings = await askFor(4);
    askings[3]?.permit?.answered(429, reading());
    answerAll(askings);
    const most = [];
    for (let round = 0; round < 12; round += 1) {
      const next = await askFor(6);
      most.push(sent(next));
      answerAll(next);
      await pass(20);
      answerAll(next);
      await pass(20);
      answerAll(next);
    }
    expect(Math.min(...most.slice(0, 2))).toBeLessThan(4);
    expect(most[most.length - 1]).toBe(4);
  });

  it("shut no gate when one is taken while other calls are under way: the next goes when its time has come", async () => {
    planned({ p: { concurrency: 3 } });
    answerAll(await askFor(3));
    const askings = await askFor(4);
    askings[2]?.permit?.answered(429, reading());
    await settled();
    expect([gate.state().state, sent(askings)]).toEqual(["open", 3]);
    askings[0]?.permit?.answered(200, reading());
    await settled();
    expect(sent(askings)).toBe(4);
  });

  it.each([
    ["all are taken at first", false, 0, false],
    ["the rejection names a time", false, 1, true],
    ["who goes on risks a ban", true, 1, false],
  ])("shut the gate where %s", async (_, banRisk, others, isTold) => {
    planned({ p: { concurrency: 3 } }, false, banRisk);
    const askings = await askFor(1 + others);
    askings[0]?.permit?.answered(429, reading([], isTold ? 1000 : undefined));
    await settled();
    expect(gate.state().state).toBe("closed");
  });

  it("are asked for by one call alone where all of them are taken for long", async () => {
    planned({ p: { concurrency: 3 } });
    const first = await askFor(3);
    await pass(1000);
    answerAll(first);
    const all: Asking[] = await askFor(3);
    for (let round = 0; round < 2; round += 1) {
      answerAll(all.splice(0), 429);
      all.push(...(await askFor(3)));
      expect(sent(all)).toBe(0);
      await pass(1000);
    }
    expect([gate.state().state, sent(all)]).toEqual(["probe", 1]);
  });

  it("are as few as the stricter of two clients' plans has", async () => {
    planned({ p: { concurrency: 5 } });
    gate.join({ clock, random: () => 0, plan: { p: { concurrency: 2 } }, kinds, limits: described(false) });
    expect(sent(await askFor(9))).toBe(2);
  });
});

describe("spacing", () => {
  it("sends one call of those that ask at one moment, and then one after the other", async () => {
    planned({ s: { spacing: 1 } });
    const askings = await askFor(4);
    const numbers = [sent(askings)];
    for (const ms of [1000, 50, 1050, 1050]) {
      await pass(ms);
      numbers.push(sent(askings));
    }
    expect(numbers).toEqual([1, 1, 2, 3, 4]);
  });

  it.each([undefined, 300])("keeps calls further apart after one came too close, told %s", async (retryIn) => {
    planned({ s: { spacing: 1 } });
    answerAll(await askFor(1));
    expect(await nextAfter()).toBe(1050);
    await pass(1100);
    answerAll(await askFor(1), 429, [], retryIn);
    await pass(5000);
    answerAll(await askFor(1));
    expect(await nextAfter()).toBe(1100);
  });
});

describe("units other than requests", () => {
  const tokens = (remaining: number): PolicyReading => ({ unit: "tokens", limit: 1000, remaining, resetIn: 60_000 });

  it("are left for as many calls as are under way, at what calls cost lately", async () => {
    newGate({ kinds });
    for (const left of [900, 800, 700]) await answered(200, [tokens(left)]);
    const askings = await askFor(20);
    expect(sent(askings)).toBe(7);
    await pass(60_000);
    expect(sent(askings)).toBeGreaterThanOrEqual(7);
  });

  it("are for fewer calls when these have grown dearer", async () => {
    newGate({ kinds });
    for (const left of [950, 900, 850]) await answered(200, [tokens(left)]);
    for (const left of [650, 450]) await answered(200, [tokens(left)]);
    expect(sent(await askFor(20))).toBeLessThanOrEqual(3);
  });

  it("say nothing of requests, and requests nothing of them", async () => {
    newGate({ kinds });
    await answered(200, [tokens(900), { limit: 5, remaining: 4, resetIn: 60_000 }]);
    expect(gate.state().policies.map(({ limit, remaining }) => [limit, remaining])).toEqual(
      expect.arrayContaining([
        [1000, 900],
        [5, 4],
      ]),
    );
  });

  it("are waited for until they are there again", async () => {
    newGate({ kinds });
    await answered(200, [tokens(500)]);
    await answered(200, [tokens(0)]);
    const askings = await askFor(1);
    await pass(59_990);
    expect(sent(askings)).toBe(0);
    await pass(1100);
    expect(sent(askings)).toBe(1);
  });

  describe("where an answer of the window before comes late", () => {
    const left = (remaining: number, resetIn: number): readonly PolicyReading[] => [{ unit: "tokens", limit: 100, remaining, resetIn }];

    it.each([0, 300])("do not all come back for it, %d ms before it says so", async (resetIn) => {
      newGate({ kinds, limits: described(true) });
      for (const remaining of [85, 70]) await answered(200, left(remaining, 1000));
      await pass(990);
      const before = await askFor(2);
      await pass(20);
      const [next] = await askFor(1);
      expect(sent([...before, ...(next === undefined ? [] : [next])])).toBe(3);
      next?.permit?.answered(200, reading(left(70, 990)));
      before.forEach(({ permit }, index) => permit?.answered(200, reading(left(40 - 30 * index, resetIn))));
      await pass(resetIn + 10);
      expect(sent(await askFor(5))).toBeLessThanOrEqual(2);
    });

    it("stay away until the end of the later window, in whichever order its answers come", async () => {
      newGate({ kinds, limits: described(true) });
      for (const remaining of [85, 70]) await answered(200, left(remaining, 1000));
      const [first, second] = await askFor(2);
      await pass(10);
      // The one that was sent later came first.
      second?.permit?.answered(200, reading(left(10, 100)));
      first?.permit?.answered(200, reading(left(70, 1000)));
      await pass(200);
      expect(sent(await askFor(5))).toBeLessThanOrEqual(2);
    });
  });
});

describe("a service that tells nothing but that a call was one too many", () => {
  it("has as its quota what it took until it told when to come back", async () => {
    newGate({ kinds: [adaptivePace], maxConcurrency: 50 });
    await answered(200);
    for (let count = 0; count < 7; count += 1) await answered(200);
    await answered(429, [], 5000);
    await pass(5100);
    await answered(200);
    const askings = await askFor(20);
    expect(sent(askings)).toBe(7);
    answerAll(askings.slice(0, 7));
    await settled();
    // Then one at a time.
    expect(sent(askings)).toBe(8);
  });

  it("is paced no longer when it tells its limits", async () => {
    newGate({ kinds: [adaptivePace] });
    await answered(200);
    expect(gate.state().policies).toEqual([]); // a pace of which nothing is known yet is not shown
    for (let count = 0; count < 2; count += 1) await answered(200, [{ limit: 60, remaining: 50, resetIn: 60_000 }]);
    expect(gate.state().policies.map(({ limit }) => limit)).toEqual([60]);
  });
});

describe("a window that is foreseen", () => {
  const plan: Policies = { w: { quota: 5, window: 2 } };
  /** The first call of a window, which takes 400 ms, and the rest of that window. */
  async function firstCall(status = 200, remaining = 4): Promise<void> {
    const [asking] = await askFor(1);
    await pass(400);
    asking?.permit?.answered(status, reading([{ name: "w", limit: 5, remaining, resetIn: 1600 }]));
    await pass(2500);
  }

  it("begins with all of its calls only after windows were as they were expected to be", async () => {
    newGate({ plan, kinds: [foreseenWindow], limits: described(true) });
    await firstCall();
    const askings = await askFor(9);
    expect(sent(askings)).toBe(1);
    await pass(400);
    for (const { permit } of askings.slice(0, 1)) permit?.answered(200, reading([{ name: "w", limit: 5, remaining: 4, resetIn: 1600 }]));
    await pass(100);
    answerAll(askings, 200, [{ name: "w", limit: 5, remaining: 0, resetIn: 1500 }]);
    await pass(30_000);
    answerAll(askings);
    await pass(30_000);
    for (let window = 0; window < 8; window += 1) await firstCall();
    expect(sent(await askFor(9))).toBe(5);
  });

  it("is asked for by one call again after a rejection", async () => {
    newGate({ plan, kinds: [foreseenWindow], limits: described(true) });
    for (let window = 0; window < 6; window += 1) await firstCall();
    await firstCall(429, 0);
    await pass(10_000);
    await firstCall();
    expect(sent(await askFor(9))).toBe(1);
  });
});

describe("an answer that tells of a policy of another kind", () => {
  const core = { policies: ["core"] };
  const places = { policies: ["places"] };
  const told = (policy: PolicyReading): readonly PolicyReading[] => [policy];

  it.each<[string, PolicyReading]>([
    ["by its name", { name: "places", limit: 2, remaining: 1 }],
    ["by its limit", { limit: 2, remaining: 1 }],
    ["by neither", { limit: 1, remaining: 0 }],
  ])("changes no window, and is none: %s", async (_, other) => {
    planned({ core: { quota: 10, window: 4 }, places: { concurrency: 2 } }, true);
    await answered(200, told({ name: "core", limit: 10, remaining: 2, resetIn: 4000 }), undefined, core);
    await answered(200, told(other), undefined, places);
    expect(gate.state().policies.map(({ name, limit, remaining }) => [name, limit, remaining])).toEqual([
      ["core", 10, 2],
      ["places", 2, 2],
    ]);
    expect(sent(await askFor(5, core))).toBe(2);
    expect(events.filter(({ kind }) => kind === "plan-mismatch")).toEqual([]);
  });
});
