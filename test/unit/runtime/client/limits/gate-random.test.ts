import { describe, expect, it } from "vitest";
import { createGate, type Gate, type GateCall } from "../../../../../templates/runtime/client/limits/gate.js";
import * as one from "../../../../../templates/runtime/client/limits/gate-registry.js";
import type { LimitReading, PolicyReading } from "../../../../../templates/runtime/client/limits/limit-header-types.js";
import type { Policies } from "../../../../../templates/runtime/shared/rate-limits.js";
import { sharedGates } from "../../../../../templates/runtime/client/limits/shared-gates.js";
import { dice, type Dice } from "../../../../support/dice.js";
import { fakeClock, type FakeClock } from "../../../../support/fake-clock.js";
import { memoryGateStore } from "../../../../support/memory-gate-store.js";
import { inContext, watchPromises, type RequestContext } from "../../../../support/request-contexts.js";
import { seededRandom, simulatedService, type ServiceHabits, type SimulatedService } from "../../../../support/simulated-service.js";

// The same file once more: as a program has it whose dependencies bring a client of the same service each.
const path = "../../../../../templates/runtime/client/limits/gate-registry.js?copy";
const copy = (await import(path)) as typeof one;

interface World {
  readonly clock: FakeClock;
  readonly service: SimulatedService;
  /** Gates of the clients; several may be one. */
  readonly gates: readonly (() => Gate)[];
  readonly dice: Dice;
  /** Share of the calls that get no answer: they do not arrive, their answers do not, or their callers give them up under way. */
  readonly losing: number;
  readonly policies: ServiceHabits["policies"];
  /** What a call may cost. */
  readonly dearest: number;
  /** What goes against the contexts of requests, where each has its own; and the share of them that end without a word. */
  readonly trespasses?: string[];
  readonly dying?: number;
  /** Where the gates are of several processes: milliseconds that it takes to hear of each other; whether they may be apart. */
  readonly hearing?: number;
  readonly apart?: boolean;
}

/** What became of the calls. */
interface Outcome {
  readonly problems: readonly string[];
  readonly rejected: number;
  /** Calls that got no answer of which no gate can know that they counted: they arrived later, or asked what there is. */
  readonly late: number;
}

/** Sends random calls, and says what went wrong. */
async function observe(world: World): Promise<Outcome> {
  const { clock, dice: d, service, gates, hearing: tolerance = 0, dying = 0 } = world;
  const problems = world.trespasses ?? [];
  // What the client has been told: nothing before that. Processes that cannot reach each other know each their own.
  const closings = new Map<() => Gate, { until: number; told: number }>();
  let rejected = 0;
  let late = 0;
  // Callers have reasons in common to give up: a page that is closed, a timeout for all that began together.
  const hangUp = clock.now() + d.below(20_000);
  let settled = 0;
  let died = 0;
  const wasSettled = new Set<number>();

  async function call(id: number, context: RequestContext): Promise<void> {
    let isSettled = false;
    if (d.chance(dying))
      clock.after(d.below(d.chance(0.5) ? 500 : 40_000), () => {
        if (isSettled) return;
        context.isDead = true;
        died += 1;
      });
    try {
      await sendAll(id);
    } finally {
      isSettled = true;
      // What the request has begun ends with it.
      if (clock.perRequest) context.isDead = true;
    }
  }

  async function sendAll(id: number): Promise<void> {
    await clock.wait(d.chance(0.6) ? d.below(20) : d.below(30_000));
    const gate = d.of(...(gates as [() => Gate]));
    const controller = new AbortController();
    if (d.chance(0.15))
      clock.after(d.below(4000), () => {
        controller.abort(d.chance(0.3) ? new DOMException("late", "TimeoutError") : new Error("given up"));
      });
    const usual: GateCall = {
      cost: d.chance(0.8) ? 1 : d.below(Math.floor(world.dearest) + 1),
      exempt: d.chance(0.05),
      policies: d.chance(0.1) ? [world.policies[0]?.name ?? ""] : undefined,
      priority: d.chance(0.3) ? "background" : "interactive",
      maxWait: d.chance(0.1) ? 0 : d.chance(0.3) ? d.below(20_000) : 100_000,
      signal: controller.signal,
    };
    const start = clock.now();
    for (let repeats = 0; repeats < 3; repeats += 1) {
      const left = start + usual.maxWait - clock.now();
      const entered = clock.now();
      let permit;
      try {
        permit = await gate().enter({ ...usual, maxWait: left, again: repeats > 0 });
      } finally {
        if (clock.now() > entered + Math.max(left, 0) + 1 + tolerance)
          problems.push(`${id} waited ${clock.now() - entered} ms, not ${left}`);
      }
      const at = clock.now();
      for (const [other, { until, told }] of closings) {
        const isOwn = other === gate || tolerance === 0;
        if (!isOwn && world.apart === true) continue;
        if (at < until && (isOwn || at > told + 50)) problems.push(`${id} was sent ${until - at} ms too early`);
      }
      const [there, back] = [1 + d.below(150), 1 + d.below(150)];
      const fate = d.chance(world.losing) ? d.of("no-way", "no-answer", "given-up", "given-up") : "answered";
      const losses: string[] = [];
      const lose = (): void => {
        losses.push(fate);
        if (["cold", "probe"].includes(gate().state().state)) late += 1;
        permit.lost();
      };
      if (fate === "given-up") clock.after(at < hangUp && hangUp < at + there + back ? hangUp - at : d.below(there + back), lose);
      await clock.wait(there);
      if (fate === "no-way") {
        lose();
        await permit.stored();
        return;
      }
      if (losses.length > 0) late += 1;
      const { status, reading } = service.request(clock.now(), usual, at);
      await clock.wait(back);
      if (fate !== "answered") {
        if (losses.length === 0) lose();
        await permit.stored();
        return;
      }
      if (status === 429) {
        rejected += 1;
        const until = Math.max(closings.get(gate)?.until ?? 0, clock.now() + (reading.retryIn ?? 0));
        closings.set(gate, { until, told: clock.now() });
      }
      permit.answered(status, reading);
      permit.answered(200, { policies: [] });
      permit.lost();
      await permit.stored();
      if (status !== 429) return;
    }
  }

  const count = 3 + d.below(40);
  for (let id = 0; id < count; id += 1) {
    const end = (): void => {
      settled += 1;
      if (wasSettled.has(id)) problems.push(`${id} was settled twice`);
      wasSettled.add(id);
    };
    const context = { name: id, isDead: false };
    inContext(context, () => call(id, context)).then(end, (error: unknown) => {
      const { name, message } = error as Error;
      if (!["RateLimitError", "KeyBlockedError"].includes(name) && !["given up", "late"].includes(message))
        problems.push(`${id}: ${String(error)}`);
      end();
    });
  }
  const end = clock.now() + 40 * 86_400_000;
  await clock.runUntil(end);
  if (settled + died !== count) problems.push(`${count - settled - died} calls hang`);
  if (died > 0) await afterDeaths(world, problems);
  for (const gate of gates) {
    const { waiting, inFlight } = gate().state();
    // Of the calls of other processes each knows what it last saw.
    if ((died > 0 ? 0 : waiting) + (tolerance > 0 ? 0 : inFlight) > 0) problems.push(`${waiting} wait, ${inFlight} are under way`);
  }
  if (clock.timers > 0) problems.push(`${clock.timers} timers are left`);
  return { problems, rejected, late };
}

/** Whoever has ended without a word holds up nobody for ever, and what was kept for it is given back. */
async function afterDeaths({ clock, gates }: World, problems: string[]): Promise<void> {
  for (const gate of gates) {
    const start = clock.now();
    let went = NaN;
    // One that costs more than a limit, as the service has told it, would be refused.
    const usual: GateCall = { cost: 1, exempt: false, priority: "background", maxWait: Infinity };
    const call = async (): Promise<void> => {
      const permit = await gate().enter(usual);
      went = clock.now() - start;
      permit.answered(200, { policies: [] });
      await permit.stored();
    };
    inContext({ name: "the last one", isDead: false }, call).catch(() => undefined);
    await clock.runUntil(start + 86_400_000 * 2);
    if (!(went < 86_400_000 * 2) && gate().state().state !== "blocked") problems.push(`after deaths a call waited ${went} ms`);
  }
}

function somePolicies(d: Dice): ServiceHabits["policies"] {
  const short = { name: "short", limit: 1 + d.below(20), window: 500 + d.below(10_000) };
  return d.chance(0.5) ? [short] : [short, { name: "long", limit: short.limit + d.below(40), window: short.window * (2 + d.below(10)) }];
}

const planOf = (policies: ServiceHabits["policies"], wrong: boolean): Policies =>
  Object.fromEntries(policies.map(({ name, limit, window }) => [name, { quota: wrong ? limit * 3 : limit, window: window / 1000 }]));

let origins = 0;

/** A clock of a platform with one context for all, or with one for each request. */
function someClock(d: Dice, trespasses?: string[]): FakeClock {
  const onForeignTimer = trespasses && ((problem: string) => void trespasses.push(problem));
  return fakeClock(Date.UTC(2030, 0, 1) + d.below(1000), { ...(onForeignTimer && { onForeignTimer }) });
}

function someWorld(
  seed: number,
  habits: (d: Dice, policies: ServiceHabits["policies"]) => Partial<ServiceHabits>,
  losing = 0,
  trespasses?: string[],
): World {
  const d = dice(seed);
  const policies = somePolicies(d);
  const clock = someClock(d, trespasses);
  // Where another program uses the key, too, who gets no answer does not know what is left.
  const others = losing === 0 && d.chance(0.5) ? d.below(10) : 0;
  const service = simulatedService({ others, policies, telling: "named", retryAfter: "exact", ...habits(d, policies) }, 150);
  const origin = `https://${(origins += 1)}.random.test`;
  const gates = Array.from({ length: 1 + d.below(3) }, (_, index) => {
    const settings: one.GateSettings = {
      clock,
      random: seededRandom(seed + index),
      plan: d.chance(0.5) ? planOf(policies, d.chance(0.1)) : undefined,
      banRisk: d.chance(0.5),
      maxConcurrency: d.chance(0.3) ? 1 + d.below(5) : undefined,
      onLimit: d.chance(0.1)
        ? () => {
            throw new Error("a listener's own");
          }
        : undefined,
    };
    const { gateFor } = d.chance(0.5) ? one : copy;
    return () => gateFor(origin, "key", settings);
  });
  return {
    clock,
    service,
    gates,
    dice: d,
    losing,
    policies,
    ...(trespasses && { trespasses, dying: seed % 2 === 0 ? 0.3 : 0 }),
    dearest: Math.max(1, Math.min(3, ...policies.map(({ limit }) => (limit - others) / 2))),
  };
}

/** All that can be wrong with a reading. */
function distorted(d: Dice): (reading: LimitReading) => LimitReading {
  const missing = d.chance(0.5) ? d.random() : 0;
  const wrong = d.chance(0.5) ? d.random() / 2 : 0;
  const skew = d.chance(0.3) ? (d.random() - 0.5) * 7_200_000 : 0;
  const moving = d.chance(0.2);
  const policy = (reading: PolicyReading): PolicyReading => {
    const resetIn = reading.resetIn === undefined || d.chance(missing) ? undefined : Math.max(reading.resetIn + skew, 0);
    return {
      ...(reading.name !== undefined && !d.chance(missing / 2) && { name: reading.name }),
      limit: d.chance(missing) ? undefined : d.chance(wrong) ? d.below(1000) : reading.limit,
      remaining: d.chance(missing) ? undefined : d.chance(wrong) ? d.below(100) : reading.remaining,
      resetIn: d.chance(wrong) ? d.below(86_400_000) : moving ? 5000 : resetIn,
      ...(!d.chance(missing) && reading.window !== undefined && { window: reading.window }),
    };
  };
  return (reading) => {
    if (d.chance(missing / 4)) return { policies: [], cached: true };
    return { ...reading, policies: d.chance(missing) ? [] : reading.policies.map(policy), warnings: d.chance(0.1) ? ["odd"] : undefined };
  };
}

/** The first schedules that go wrong, with their seeds. */
async function failures(
  from: number,
  count: number,
  world: (seed: number) => World,
  most: (late: number) => number = () => Infinity,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (let seed = from; seed < from + count && found.length < 5; seed += 1) {
    const { problems, rejected, late } = await observe(world(seed));
    if (problems.length > 0) found.push(`${seed}: ${problems.slice(0, 3).join("; ")}`);
    if (rejected > most(late)) found.push(`${seed}: ${rejected} were rejected`);
  }
  return found;
}

/** Two processes on one key, who know of each other through a store only. It may be away for a while. */
function sharedWorld(seed: number, isSteady: boolean, losing = 0, trespasses?: string[]): World {
  const d = dice(seed);
  const policies = somePolicies(d);
  const clock = someClock(d, trespasses);
  const service = simulatedService({ policies, telling: "named", retryAfter: "exact", ...(!isSteady && { distort: distorted(d) }) }, 150);
  const store = memoryGateStore(clock, 2, d.below(100_000));
  if (!isSteady) {
    clock.after(d.below(20_000), () => {
      store.state = d.of("away", "hangs");
      clock.after(d.below(20_000), () => {
        store.state = "there";
      });
    });
  }
  const origin = `https://${(origins += 1)}.shared.test`;
  const gates = [0, 1].map((index) => {
    const settings: one.GateSettings = { clock, random: seededRandom(seed + index), gateStore: sharedGates(store, (text) => text) };
    const gate = createGate(origin, "key", settings);
    gate.join(settings);
    return () => gate;
  });
  const contexts = trespasses && { trespasses, dying: seed % 2 === 0 ? 0.3 : 0 };
  // One that is cancelled while it asks the store is waited for.
  const hearing = isSteady ? (contexts ? 450 : 50) : 2500;
  return { clock, service, gates, dice: d, losing, policies, dearest: 1, hearing, apart: !isSteady, ...contexts };
}

/** What `failures` gives, on a platform where each request has a context of its own. */
async function failuresInContexts(
  from: number,
  count: number,
  world: (seed: number, trespasses: string[]) => World,
  most?: (late: number) => number,
): Promise<readonly string[]> {
  let trespasses: string[] = [];
  const stop = watchPromises((problem) => void trespasses.push(problem));
  try {
    return await failures(from, count, (seed) => world(seed, (trespasses = [])), most);
  } finally {
    stop();
  }
}

const scale = Number(process.env["GATE_SCHEDULES"] ?? 4_000);

describe("in random schedules", { timeout: 600_000 }, () => {
  it("nothing is sent early, lost, doubled or left waiting, whatever the service does", async () => {
    const world = (seed: number): World =>
      someWorld(
        seed,
        (d) => ({
          telling: d.of("named", "trio", "remaining", "nothing"),
          retryAfter: d.of("exact", "short", "nothing"),
          distort: distorted(d),
          ...(d.chance(0.3) && { banAt: 1 + d.below(3), ...(d.chance(0.5) && { banFor: 30_000 }) }),
        }),
        seed % 3 === 0 ? 0.2 : 0,
      );
    expect(await failures(1, scale * 0.6, world)).toEqual([]);
  });

  it("nothing is rejected by a service that tells all of its limits, whoever else uses the key, and whatever gets lost", async () => {
    const world = (seed: number): World =>
      someWorld(
        seed,
        (d, policies) => ({ telling: policies.length > 1 ? "named" : d.of("named", "trio") }),
        seed % 2 === 0 ? 0.5 * seededRandom(seed)() : 0,
      );
    expect(await failures(1_000_000, scale * 0.4, world, (late) => late)).toEqual([]);
  });

  it("two processes that share a gate keep to all of that together", async () => {
    const world = (seed: number): World => sharedWorld(seed, true, seed % 2 === 0 ? 0.3 : 0);
    expect(await failures(2_000_000, scale * 0.05, world, (late) => late)).toEqual([]);
  });

  it("two processes go on while the store of their gate is away", async () => {
    expect(await failures(3_000_000, scale * 0.05, (seed) => sharedWorld(seed, false))).toEqual([]);
  });
});

describe("in random schedules, each request in a context of its own, of which some end without a word", { timeout: 600_000 }, () => {
  const anything = (d: Dice): Partial<ServiceHabits> => ({
    telling: d.of("named", "trio", "remaining", "nothing"),
    retryAfter: d.of("exact", "short", "nothing"),
    distort: distorted(d),
  });

  it("nobody touches what is another's, and nothing is sent early, lost, doubled or left waiting", async () => {
    const world = (seed: number, trespasses: string[]): World => someWorld(seed, anything, seed % 3 === 0 ? 0.2 : 0, trespasses);
    expect(await failuresInContexts(4_000_000, scale * 0.1, world)).toEqual([]);
  });

  it("nothing is rejected by a service that tells all of its limits", async () => {
    const world = (seed: number, trespasses: string[]): World =>
      someWorld(
        seed,
        (d, policies) => ({ telling: policies.length > 1 ? "named" : d.of("named", "trio") }),
        seed % 3 === 0 ? 0.3 : 0,
        trespasses,
      );
    expect(await failuresInContexts(5_000_000, scale * 0.05, world, (late) => late)).toEqual([]);
  });

  it("two processes share a gate, whether its store is there or not", async () => {
    const world = (seed: number, trespasses: string[]): World => sharedWorld(seed, seed % 4 < 2, seed % 3 === 0 ? 0.3 : 0, trespasses);
    expect(await failuresInContexts(6_000_000, scale * 0.05, world)).toEqual([]);
  });
});
