/**
 * Random schedules of calls through the gate of a credential, in virtual time, to a service that judges each call as it arrives.
 */
import { described } from "../gate-asking.js";
import { waitOn } from "../../../../../../templates/runtime/client/limits/clock.js";
import type { Gate, GateCall, Permit } from "../../../../../../templates/runtime/client/limits/gate.js";
import { gateFor, type GateSettings } from "../../../../../../templates/runtime/client/limits/gate-registry.js";
import type { LimitReading } from "../../../../../../templates/runtime/client/limits/limit-header-types.js";
import { dice, type Dice } from "../../../../../support/dice.js";
import { fakeClock, type FakeClock } from "../../../../../support/fake-clock.js";
import { seededRandom } from "../../../../../support/simulated-service.js";
import { judgedLimits, type JudgedKind, type JudgedLimit } from "./judged-limits.js";

export interface Schedule {
  readonly seed: number;
  readonly kinds: readonly JudgedKind[];
  /** Milliseconds on the way there: the least, and the most. */
  readonly journey: readonly [least: number, most: number];
  /** Share of the calls that get no answer. */
  readonly losing: number;
}

/** What became of the calls of a schedule. */
export interface Judgement {
  readonly problems: readonly string[];
  /** How many arrived, and how many of those were turned away. */
  readonly arrived: number;
  readonly rejected: number;
  /** How many may be turned away for what calls without an answer take: no client can know of it. */
  readonly excused: number;
  /** The share of the calls that may be turned away as the client could not know all that the service counts. */
  readonly guessed: number;
}

/** One sending of a call. */
interface Sending {
  readonly id: number;
  readonly call: GateCall;
  /** From when on the client no longer waits for an answer. */
  lostAt: number;
}

interface World {
  readonly clock: FakeClock;
  readonly dice: Dice;
  readonly limits: readonly JudgedLimit[];
  readonly gates: readonly (() => Gate)[];
  readonly schedule: Schedule;
  readonly problems: string[];
  /** `surprises`: how many may be turned away for the places of calls without an answer. */
  readonly counts: { arrived: number; rejected: number; lost: number; surprises: number };
  /** Those at which the service is at work, and all calls that it has taken. */
  readonly handled: Set<Sending>;
  readonly taken: Set<number>;
  /** Nothing may be sent before, as an answer has said. */
  closedUntil: number;
  /** When all give up that are under way: a page is closed. */
  readonly hangUp: number;
  /** Whether a rejection says when to come back. */
  readonly tellsWait: boolean;
  /** What an answer reports: moments as they are, how long it takes from the arrival of the call, or from the end of its handler. */
  readonly reports: "moments" | "arrival" | "departure";
}

let origins = 0;

/** A clock of whole milliseconds, as `Date` has them. */
function wholeClock(start: number): FakeClock {
  const clock = fakeClock(start);
  const after: FakeClock["after"] = (ms, action) => clock.after(Math.ceil(ms), action);
  const wait: FakeClock["wait"] = (ms, signal) => waitOn(after, ms, signal);
  return Object.assign(Object.create(clock) as FakeClock, { after, wait });
}

const isSteady = ({ journey: [least, most] }: Schedule): boolean => least === most;

function worldOf(schedule: Schedule): World {
  const d = dice(schedule.seed);
  const clock = wholeClock(d.of(Date.UTC(2030, 0, 1), 1 + d.below(100_000), 1 + d.below(4e12)));
  const limits = schedule.kinds.map((kind, index) => judgedLimits[kind](d, `${kind}${index}`));
  const plan = Object.fromEntries(limits.flatMap(({ name, planned }) => (planned === undefined ? [] : [[name, planned]])));
  const origin = `https://${(origins += 1)}.judged.test`;
  const gates = Array.from({ length: d.of(1, 2) }, (_, index) => {
    const settings: GateSettings = {
      clock,
      random: seededRandom(schedule.seed + index),
      plan,
      kinds: limits.flatMap(({ kind }) => kind ?? []),
      limits: described(limits.some(({ told }) => told === true)),
      maxConcurrency: d.chance(0.2) ? 1 + d.below(10) : undefined,
    };
    return () => gateFor(origin, "key", settings);
  });
  const hangUp = clock.now() + d.below(20_000);
  const counts = { arrived: 0, rejected: 0, lost: 0, surprises: 0 };
  const habits = { tellsWait: d.chance(0.7), reports: isSteady(schedule) ? "moments" : d.of("moments", "arrival", "departure") } as const;
  const known = { problems: [], counts, handled: new Set<Sending>(), taken: new Set<number>(), closedUntil: 0 };
  return { clock, dice: d, limits, gates, schedule, hangUp, ...known, ...habits };
}

/** A place that is still taken after so many milliseconds may turn calls away: each time the client waits for as long again as before. */
const surprisesOf = (taken: number): number => 1 + Math.floor(Math.log2(1 + taken / 100));

/** What a call comes to at the service; the end of it is when its handler is done. */
function arrive(
  world: World,
  sending: Sending,
): { readonly status: number; readonly took: number; readonly reading: () => (back: number) => LimitReading } {
  const { clock, dice: d, limits, counts, handled, taken, problems } = world;
  const { id, call } = sending;
  const now = clock.now();
  const counted = call.exempt ? [] : limits.filter(({ name }) => call.policies?.includes(name) ?? true);
  const waits = counted.map(({ limiter, costOf }) => limiter.wait(now, costOf(call.cost)));
  const wait = Math.max(0, ...waits);
  const report = (): LimitReading => ({ policies: limits.flatMap(({ reading }) => reading?.(clock.now()) ?? []) });
  counts.arrived += 1;
  if (wait > 0) {
    counts.rejected += 1;
    const isFull = counted.some(({ isPlaces, limiter }) => isPlaces === true && limiter.left(now) < 1);
    if (isFull && ![sending, ...handled].some(({ lostAt }) => lostAt <= now)) problems.push(`${id} was sent although no place is left`);
    const told = world.tellsWait && wait < Infinity ? { retryIn: Math.ceil(wait) } : {};
    const { policies } = report();
    return { status: 429, took: 0, reading: () => () => ({ policies, ...told }) };
  }
  if (taken.has(id)) problems.push(`${id} was taken twice`);
  taken.add(id);
  if (counted.some(({ isPlaces }) => isPlaces === true)) handled.add(sending);
  for (const { limiter, costOf } of counted) limiter.take(now, costOf(call.cost));
  const slow = Math.max(0, ...limits.map((limit) => limit.slow ?? 0));
  const took = slow + d.below(d.chance(0.1) ? 3000 : 300);
  clock.after(took, () => {
    if (handled.delete(sending) && sending.lostAt < Infinity) counts.surprises += surprisesOf(clock.now() - Math.max(now, sending.lostAt));
    for (const { limiter, costOf } of counted) limiter.release(costOf(call.cost));
  });
  const { policies } = report();
  const later = (back: number): LimitReading => ({
    policies: policies.map(({ resetIn = 0, ...other }) => ({ ...other, resetIn: Math.max(0, resetIn - took - back) })),
  });
  const { reports } = world;
  return {
    status: 200,
    took,
    reading: () => {
      if (reports === "moments") return later;
      const reading = reports === "arrival" ? { policies } : report();
      return () => reading;
    },
  };
}

function someCall({ dice: d, limits }: World): GateCall {
  const dearest = Math.min(20, ...limits.map((limit) => limit.dearest));
  return {
    cost: d.chance(0.6) ? 1 : 1 + d.below(dearest),
    exempt: d.chance(0.05),
    policies: d.chance(0.1) ? [limits[0]?.name ?? ""] : undefined,
    priority: d.chance(0.3) ? "background" : "interactive",
    maxWait: d.chance(0.1) ? 0 : d.chance(0.2) ? d.below(20_000) : Infinity,
  };
}

async function enterGate(world: World, id: number, call: GateCall): Promise<Permit> {
  const { clock, dice: d, gates, problems } = world;
  const start = clock.now();
  try {
    const permit = await d
      .of(...(gates as [() => Gate]))()
      .enter(call);
    if (clock.now() < world.closedUntil) problems.push(`${id} was sent ${world.closedUntil - clock.now()} ms too early`);
    return permit;
  } catch (error) {
    const { name, message } = error as Error;
    if (name === "RateLimitError" && call.maxWait === Infinity && call.signal?.aborted !== true)
      problems.push(`${id} was refused: ${message}`);
    throw error;
  } finally {
    const most = Math.max(0, call.maxWait);
    if (clock.now() > start + most + 1) problems.push(`${id} waited ${clock.now() - start} ms, not ${most}`);
  }
}

/** Sends a call once. True: it was turned away. */
async function sendOnce(world: World, id: number, call: GateCall): Promise<boolean> {
  const { clock, dice: d, schedule, counts } = world;
  const permit = await enterGate(world, id, call);
  if (d.chance(0.05)) {
    await clock.wait(d.chance(0.5) ? 0 : d.below(d.chance(0.5) ? 100 : 30_000));
    permit.returned();
    permit.lost();
    return false;
  }
  const sent = clock.now();
  const [least, most] = schedule.journey;
  const there = least + d.below(most - least + 1);
  const back = 1 + d.below(200);
  const fate = d.chance(schedule.losing) ? d.of("no-way", "no-answer", "given-up", "given-up") : "answered";
  if (fate !== "answered") counts.lost += 1;
  const sending: Sending = { id, call, lostAt: Infinity };
  const lose = (): void => {
    sending.lostAt = Math.min(sending.lostAt, clock.now());
    permit.lost();
  };
  if (fate === "given-up")
    clock.after(sent < world.hangUp && world.hangUp < sent + 300 ? world.hangUp - sent : d.below(there + back), lose);
  await clock.wait(there);
  if (fate === "no-way") {
    lose();
    return false;
  }
  const { status, took, reading } = arrive(world, sending);
  await clock.wait(took);
  const read = reading();
  await clock.wait(back);
  const told = read(back);
  if (fate !== "answered") {
    if (status === 429) counts.surprises += 1;
    lose();
    return false;
  }
  if (status === 429) world.closedUntil = Math.max(world.closedUntil, clock.now() + (told.retryIn ?? 0));
  permit.answered(status, told);
  permit.answered(200, { policies: [] });
  permit.lost();
  return status === 429;
}

async function makeCall(world: World, id: number, span: number): Promise<void> {
  const { clock, dice: d } = world;
  await clock.wait(d.chance(0.6) ? d.below(20) : d.below(span));
  const controller = new AbortController();
  if (d.chance(0.15))
    clock.after(d.below(4000), () => {
      controller.abort(d.chance(0.3) ? new DOMException("late", "TimeoutError") : new Error("given up"));
    });
  const call: GateCall = { ...someCall(world), signal: controller.signal };
  const start = clock.now();
  for (let again = false; ; again = true) {
    if (!(await sendOnce(world, id, { ...call, again, maxWait: start + call.maxWait - clock.now() }))) return;
  }
}

/** Sends the calls of a schedule, and says what became of them. */
export async function judge(schedule: Schedule): Promise<Judgement> {
  const world = worldOf(schedule);
  const { clock, dice: d, gates, problems, limits } = world;
  const [count, span] = [3 + d.below(50), d.of(1000, 30_000, 120_000)];
  let settled = 0;
  for (let id = 0; id < count; id += 1) {
    const end = (): void => {
      settled += 1;
    };
    makeCall(world, id, span).then(end, (error: unknown) => {
      const { name, message } = error as Error;
      if (name !== "RateLimitError" && !["given up", "late"].includes(message)) problems.push(`${id}: ${String(error)}`);
      end();
    });
  }
  await clock.runUntil(clock.now() + 5 * 86_400_000);
  if (settled !== count) problems.push(`${count - settled} of ${count} calls hang, ${JSON.stringify(gates[0]?.().state())}`);
  const { waiting, inFlight } = gates[0]?.().state() ?? { waiting: NaN, inFlight: NaN };
  if (waiting + inFlight !== 0) problems.push(`${waiting} wait, ${inFlight} are under way`);
  if (clock.timers > 0) problems.push(`${clock.timers} timers are left`);
  const overtaken = isSteady(schedule) ? 0 : 0.02;
  const guessed = Math.max(...limits.map((limit) => Math.max(limit.guessed ?? 0, overtaken && (limit.overtaken ?? overtaken))));
  const { arrived, rejected, lost, surprises } = world.counts;
  const forgets = limits.some(({ forgetsLost, isPlaces }) => forgetsLost === true && isPlaces !== true) ? lost : 0;
  const excused = forgets + (limits.some(({ isPlaces }) => isPlaces === true) ? surprises : 0);
  return { problems, arrived, rejected, excused, guessed };
}
