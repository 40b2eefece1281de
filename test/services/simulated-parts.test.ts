import { describe, expect, test } from "vitest";
import { idealTime } from "../../bench/services/ideal.js";
import { createLedger, everything } from "../../bench/services/ledger.js";
import { alignedWindow, bucket, concurrency, fixedWindow, slidingLog, type Limiter } from "../../bench/services/limiters.js";
import { machineGlobals } from "../../bench/services/machine.js";
import type { Program } from "../../bench/services/programs.js";
import { runCell, runCells } from "../../bench/services/run.js";
import { scenarios, type Scenario } from "../../bench/services/scenarios.js";
import type { Style } from "../../bench/services/style.js";
import { styles } from "../../bench/services/styles/index.js";
import { fakeClock } from "../support/fake-clock.js";
import { seededRandom } from "../support/simulated-service.js";

const styleOf = (name: string): Style => styles.find((style) => style.name === name) ?? fail(name);
const scenarioOf = (name: string): Scenario => scenarios.find((scenario) => scenario.name === name) ?? fail(name);
const fail = (name: string): never => {
  throw new Error(`There is no ${name}`);
};

/** What a limiter lets through of calls at random moments: when each came, and for how much. */
function admitted(limiter: Limiter, seed: number): readonly { readonly at: number; readonly cost: number }[] {
  const random = seededRandom(seed);
  const found: { at: number; cost: number }[] = [];
  for (let [now, count] = [1000, 0]; count < 400; count += 1, now += Math.floor(random() * random() * 900)) {
    const cost = 1 + Math.floor(random() * 3);
    const wait = limiter.wait(now, cost);
    // What it says is exact: then there is room, and a millisecond before there is none.
    if (wait > 1) expect(limiter.wait(now + wait - 1, cost)).toBe(1);
    if (wait > 0) {
      now += wait;
      expect(limiter.wait(now, cost)).toBe(0);
    }
    limiter.take(now, cost);
    found.push({ at: now, cost });
  }
  return found;
}

/** The most that any span of that length has in it. */
const mostWithin = (calls: ReturnType<typeof admitted>, span: number): number =>
  Math.max(
    ...calls.map(({ at: from }) => calls.filter(({ at }) => at >= from && at < from + span).reduce((sum, { cost }) => sum + cost, 0)),
  );

describe("a limiter of the simulation", () => {
  test.each([1, 2, 3])("with a sliding window never has more than its limit in any window (%i)", (seed) => {
    expect(mostWithin(admitted(slidingLog(10, 2000), seed), 2000)).toBeLessThanOrEqual(10);
  });

  test.each([1, 2, 3])("with fixed windows has at most two quotas in a window, and more than one in some (%i)", (seed) => {
    for (const limiter of [fixedWindow(10, 2000), alignedWindow(10, 2000)]) {
      const most = mostWithin(admitted(limiter, seed), 2000);
      expect(most).toBeLessThanOrEqual(20);
      expect(most).toBeGreaterThan(10);
    }
  });

  test.each([1, 2, 3])("with a bucket has its burst and its rate in any span, and no more (%i)", (seed) => {
    const calls = admitted(bucket(10, 2.5), seed);
    for (const span of [1, 100, 1000, 4000, 20_000]) expect(mostWithin(calls, span)).toBeLessThanOrEqual(10 + (2.5 * span) / 1000 + 1e-6);
  });

  test("of calls under way has room again when one is over", () => {
    const limiter = concurrency(2);
    limiter.take(0, 2);
    expect(limiter.wait(1e9, 1)).toBe(Infinity);
    limiter.release(1);
    expect([limiter.wait(0, 1), limiter.left(0)]).toEqual([0, 1]);
  });

  test("says that a call never fits which costs more than all of it", () => {
    for (const limiter of [fixedWindow(5, 1000), slidingLog(5, 1000), bucket(5, 1)]) expect(limiter.wait(0, 6)).toBe(Infinity);
  });
});

describe("a client that knows everything", () => {
  const seconds = (style: Style): number =>
    idealTime({ style, start: Date.UTC(2030, 0, 1), handlerOf: () => 60, others: [], sleep: undefined }) / 1000;

  test.each([
    ["github primary", 3 * 3600],
    ["github secondary", 120],
    ["openai", 140],
    ["stripe", 11],
    ["discord routes", 45],
    ["shopify", 80],
    ["slack", 180],
    ["ietf", 360],
    ["twitter", 2700],
    ["headers wrong", 180],
    ["bucket 10 + 1/s", 90],
    ["60/min, 150/10 min", 600],
  ])("needs for %s the %i seconds that its figures come to", (name, expected) => {
    expect(seconds(styleOf(name))).toBe(expected);
  });

  test("waits for answers where calls under way are counted", () => {
    // Of 200 calls five go at once: 39 rounds of a handler and a way there and back.
    expect(seconds(styleOf("concurrency 5"))).toBeCloseTo((39 * (60 + 80)) / 1000, 6);
  });

  test("has what a sleep brings, and is not awake meanwhile", () => {
    const start = Date.UTC(2030, 0, 1);
    const sleep = { from: start + 30_000, until: start + 1_230_000 };
    const style = styleOf("slack");
    // The second window opens while it sleeps: only two are waited for, from when it wakes.
    expect(idealTime({ style, start, handlerOf: () => 60, others: [], sleep })).toBe(30_000 + 2 * 60_000);
  });
});

describe("the ledger", () => {
  const arrival = { call: 1, process: 0, scope: "list", departed: 0, now: 40 };
  const closed = (store = false) => {
    const ledger = createLedger(2, store);
    ledger.arrive(arrival);
    ledger.reject(arrival, everything, 60_000)(80);
    return ledger;
  };
  const later = { ...arrival, call: 2, departed: 500, now: 540 };

  test("does not blame what was under way when the rejection came", () => {
    const ledger = closed();
    ledger.arrive({ ...later, departed: 79, now: 130 });
    expect(ledger.report.sentWhileClosed).toBe(0);
  });

  test("blames what is sent before the time is over, and bans at the third", () => {
    const ledger = closed();
    expect([0, 1, 2, 3].map(() => ledger.arrive(later))).toEqual([false, false, true, true]);
    expect(ledger.report).toMatchObject({ sent: 5, sentWhileClosed: 4, banned: true });
  });

  test("does not blame what comes when the time is over", () => {
    const ledger = closed();
    ledger.arrive({ ...later, departed: 59_970, now: 60_000 });
    expect(ledger.report.sentWhileClosed).toBe(0);
  });

  test("blames another process only where it can know, a second later", () => {
    const other = { ...later, process: 1 };
    const [alone, together] = [closed(), closed(true)];
    for (const ledger of [alone, together]) {
      ledger.arrive(other);
      ledger.arrive({ ...other, departed: 3000, now: 3040 });
    }
    expect([alone.report.sentWhileClosed, together.report.sentWhileClosed]).toEqual([0, 1]);
  });

  test("closes one operation where the rejection is of it alone", () => {
    const ledger = createLedger(1, false);
    ledger.reject(arrival, "list", 60_000)(80);
    ledger.arrive({ ...later, scope: "other" });
    expect(ledger.report.sentWhileClosed).toBe(0);
    ledger.arrive(later);
    expect(ledger.report.sentWhileClosed).toBe(1);
  });
});

describe("a machine that sleeps", () => {
  test("has timers that stand still, and a wall clock that does not", async () => {
    const clock = fakeClock(0);
    const sleep = { from: 500, until: 100_500 };
    const globals = machineGlobals({ clock, random: () => 0.5, ahead: 1_000_000, sleep }, undefined);
    const { setTimeout: start, Date: date, performance: passed } = globals as unknown as typeof globalThis; // what it stands for
    const seen: number[][] = [];
    for (const wait of [100, 1000]) start(() => seen.push([wait, date.now(), passed.now()]), wait);
    await clock.runUntil();
    expect(seen).toEqual([
      [100, 1_000_100, 100],
      [1000, 1_101_000, 1000],
    ]);
  });
});

describe("a run", () => {
  /** Sends each call once. */
  const once: Program = (globals) => ({
    once:
      ({ baseUrl, operations }) =>
      async (call, index) => {
        const { method, path } = operations[index] ?? { method: "GET", path: "/" };
        const send = globals["fetch"] as typeof fetch; // what a machine has
        return (await send(baseUrl + path, { method, headers: { "x-call": String(call) } })).status;
      },
  });
  const run = (style: string, scenario: string, seed = 3) =>
    runCell({ style: styleOf(style), scenario: scenarioOf(scenario), client: "once", create: "once", program: once, seed });

  test("counts what a program does that sends each call once", async () => {
    const { row, outcomes } = await run("slack", "burst");
    expect(row).toMatchObject({ sent: 200, rejected: 150, sentWhileClosed: 0, banned: false, failed: 150, share: 0.25 });
    expect(outcomes).toEqual({ "200": 50, "429": 150 });
  });

  test("does not call it a failure where nobody may send again what was lost", async () => {
    const { row, outcomes } = await run("github secondary", "lost answers");
    const lost = outcomes["TypeError"] ?? 0;
    expect(lost).toBeGreaterThan(0);
    expect(row.failed).toBe(200 - (outcomes["201"] ?? outcomes["200"] ?? 0) - lost);
  });

  test("is another one with another seed, and the same with the same", async () => {
    const first = await run("openai", "lost answers");
    expect(await run("openai", "lost answers")).toEqual(first);
    expect(await run("openai", "lost answers", 4)).not.toEqual(first);
  });

  test("has the means of several runs, and hides no ban and no failure among them", async () => {
    const cell = {
      style: styleOf("openai"),
      scenario: scenarioOf("lost answers"),
      client: "once",
      create: "once",
      program: once,
      seed: 3,
    };
    const rows = await Promise.all([3, 4, 5].map(async (seed) => (await runCell({ ...cell, seed })).row));
    const { row } = await runCells(cell, 3);
    const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(row.rejected).toBe(Math.round(mean(rows.map(({ rejected }) => rejected))));
    expect(row.share).toBeCloseTo(mean(rows.map(({ share }) => share)), 3);
    expect(row.failed).toBe(Math.ceil(mean(rows.map(({ failed }) => failed))));
    expect(row.banned).toBe(rows.some(({ banned }) => banned));
    expect(new Set(rows.map((one) => JSON.stringify(one))).size).toBeGreaterThan(1);
    expect(await runCells({ ...cell, scenario: scenarioOf("burst") }, 1)).toEqual(
      await runCell({ ...cell, scenario: scenarioOf("burst") }),
    );
  });
});
