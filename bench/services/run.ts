/** One cell of the table: a client, against a service of a style, in a scenario. Always the same for a seed. */
import { fakeClock, type FakeClock } from "../../test/support/fake-clock.js";
import { memoryGateStore } from "../../test/support/memory-gate-store.js";
import { seededRandom } from "../../test/support/simulated-service.js";
import { idealTime, operationOf, type OtherCall } from "./ideal.js";
import { createLedger, type Report, type Seen } from "./ledger.js";
import { awake, machineGlobals, type Sleep } from "./machine.js";
import type { ClientProgram, MakeCall, Program, Target } from "./programs.js";
import { sleep as sleepLength, type Scenario } from "./scenarios.js";
import { createService, type Service } from "./service.js";
import type { Style } from "./style.js";

/** A line of the table. Waits in seconds. */
export interface Row {
  readonly style: string;
  readonly scenario: string;
  readonly client: string;
  /** Requests that came. */
  readonly sent: number;
  /** Those that were turned away for a limit. */
  readonly rejected: number;
  readonly sentWhileClosed: number;
  readonly banned: boolean;
  /** Calls that ended without what they asked for, though their caller would have waited. */
  readonly failed: number;
  /** Of the rate that the service allows. */
  readonly share: number;
  readonly median: number;
  readonly p99: number;
}

export interface Cell {
  readonly row: Row;
  /** What the calls ended with, and how many with each. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly seen: readonly Seen[];
  /** When the first call was made: milliseconds since the epoch. */
  readonly start: number;
  /** Seconds that the calls took, and would have taken of a client that knows everything. */
  readonly seconds: number;
  readonly ideal: number;
}

export interface CellSettings {
  readonly style: Style;
  readonly scenario: Scenario;
  readonly client: string;
  /** Its name in the program. */
  readonly create: string;
  readonly program: Program;
  readonly seed: number;
}

/** Not at the beginning of a second, a minute or an hour. */
const start = Date.UTC(2030, 0, 1, 9, 12, 21, 345);

/** Milliseconds of a round trip to the store of gates. */
const storeLatency = 4;

/**
 * Runs a cell with several seeds, from one on: its row has the means, and what nobody may do in any run counts in full. All else is of the
 * first run.
 */
export async function runCells(settings: CellSettings, runs: number): Promise<Cell> {
  const first = await runCell(settings);
  if (runs === 1) return first;
  const rows = [first.row];
  for (let run = 1; run < runs; run += 1) rows.push((await runCell({ ...settings, seed: settings.seed + run })).row);
  const mean = (value: (row: Row) => number, places: number): number =>
    round(rows.reduce((sum, row) => sum + value(row), 0) / rows.length, places);
  // Of what nobody may do, a part of one is one.
  const most = (value: (row: Row) => number): number => Math.ceil(mean(value, 4));
  return {
    ...first,
    row: {
      ...first.row,
      sent: mean(({ sent }) => sent, 0),
      rejected: mean(({ rejected }) => rejected, 0),
      sentWhileClosed: most(({ sentWhileClosed }) => sentWhileClosed),
      banned: rows.some(({ banned }) => banned),
      failed: most(({ failed }) => failed),
      share: mean(({ share }) => share, 4),
      median: mean(({ median }) => median, 1),
      p99: mean(({ p99 }) => p99, 1),
    },
  };
}

/** Runs a cell. Whoever is not done after twenty times the ideal and two hours is stopped. */
export async function runCell({ style, scenario, client, create, program, seed }: CellSettings): Promise<Cell> {
  const clock = fakeClock(start);
  const handlerOf = handlers(style, scenario, seed);
  const calm = { style, start, handlerOf, others: [], sleep: undefined };
  const sleep = scenario.sleeps ? sleepIn(idealTime(calm)) : undefined;
  const others = scenario.others ? otherCalls(style, idealTime(calm), seed) : [];
  const lossless = idealTime({ ...calm, others, sleep });
  const ledger = createLedger(scenario.processes, scenario.store);
  const random = seededRandom(seed);
  const service = createService({ style, scenario, clock, random, handlerOf, ledger, sleep });
  for (const { at, operation } of others) {
    clock.after(at - start, () => {
      service.take(operation);
    });
  }
  const store = scenario.store ? memoryGateStore(clock, storeLatency) : undefined;
  if (scenario.forgets) clock.after(lossless / 2, () => store?.forget());
  const target: Target = {
    baseUrl: "https://service.test",
    token: style.key === "credential" ? "secret" : undefined,
    operations: style.operations,
    known: style.known,
    store,
  };
  const clients = Array.from({ length: scenario.processes }, (_, process) =>
    clientsOf({ create, program, target, scenario, clock, service, process, seed, sleep }),
  );
  const outcomes = await callAll(style, clients, clock, start + 20 * lossless + sleepLength + 7_200_000);
  // What must not be done twice is not sent again.
  const losses = ledger.report.losses.filter((call) => operationOf(style, call).method !== "POST");
  const ideal = losses.length === 0 ? lossless : idealTime({ ...calm, others, sleep, losses });
  return cellOf({ style, scenario, client, ideal, outcomes, sleep, report: ledger.report });
}

/** How long the handler of each call takes, in milliseconds: the same for every client. */
function handlers({ handler, calls }: Style, scenario: Scenario, seed: number): (call: number) => number {
  const [least, most] = scenario.handler ?? handler;
  const random = seededRandom(seed + 7);
  const all = Array.from({ length: calls }, () => Math.round(least + (most - least) * random()));
  return (call) => all[call] ?? least;
}

/** The machine falls asleep when a quarter of the work could be done. */
const sleepIn = (ideal: number): Sleep => ({
  from: start + Math.round(ideal / 4) + 5,
  until: start + Math.round(ideal / 4) + 5 + sleepLength,
});

/** Another program makes as many calls in the same time, in bursts of ten, and does not come again when it is turned away. */
function otherCalls(style: Style, ideal: number, seed: number): readonly OtherCall[] {
  const random = seededRandom(seed + 11);
  const bursts = Math.ceil(style.calls / 10);
  return Array.from({ length: 2 * bursts }, (_, index) => start + Math.round((ideal / bursts) * (index + random()))).flatMap((at) =>
    Array.from({ length: 5 }, () => ({ at, operation: operationOf(style, Math.floor(random() * style.calls)) })),
  );
}

interface ProcessSettings {
  readonly create: string;
  readonly program: Program;
  readonly target: Target;
  readonly scenario: Scenario;
  readonly clock: FakeClock;
  readonly service: Service;
  readonly process: number;
  readonly seed: number;
  readonly sleep: Sleep | undefined;
}

/** The clients of a process. */
function clientsOf({ create, program, target, scenario, clock, service, process, seed, sleep }: ProcessSettings): readonly MakeCall[] {
  const machine = { clock, random: seededRandom(seed + 100 + process), ahead: scenario.ahead, sleep };
  const made: ClientProgram = program(machineGlobals(machine, service.fetchOf(process)));
  const newClient = made[create];
  if (newClient === undefined) throw new Error(`There is no client "${create}"`);
  return Array.from({ length: scenario.clients }, () => newClient(target));
}

/** Makes all calls at once, and gives what each ended with; undefined where it did not end. */
async function callAll(
  style: Style,
  clients: readonly (readonly MakeCall[])[],
  clock: FakeClock,
  end: number,
): Promise<readonly (string | undefined)[]> {
  const outcomes: (string | undefined)[] = Array.from({ length: style.calls }, () => undefined);
  let left = style.calls;
  for (let call = 0; call < style.calls; call += 1) {
    const process = clients[Math.floor((call * clients.length) / style.calls)] ?? [];
    const make = process[call % process.length];
    if (make === undefined) throw new Error("There is no client");
    void make(call, style.operationOf(call))
      .then(String, outcomeOf)
      .then((outcome) => {
        outcomes[call] = outcome;
        left -= 1;
      });
  }
  // In steps, since some programs have timers that never end.
  const step = Math.max(1000, (end - clock.now()) / 10_000);
  do await clock.runUntil(clock.now() + step);
  while (left > 0 && clock.now() < end && clock.timers > 0);
  return outcomes;
}

/** The status of an answer that a client throws, each in its own way; the error's name where there is none. */
function outcomeOf(error: unknown): string {
  const { status, response, name } = Object(error) as { status?: number; response?: { status?: number }; name?: string }; // anything
  return String(status ?? response?.status ?? name);
}

interface Ended {
  readonly style: Style;
  readonly scenario: Scenario;
  readonly client: string;
  readonly ideal: number;
  readonly outcomes: readonly (string | undefined)[];
  readonly sleep: Sleep | undefined;
  readonly report: Report;
}

function cellOf({ style, scenario, client, ideal, outcomes, sleep, report }: Ended): Cell {
  const { sent, rejected, sentWhileClosed, banned, served, lost, first = start, last } = report;
  const good = outcomes.filter((outcome) => outcome?.startsWith("2")).length;
  // Of what must not be done twice nobody knows whether it was done: such a call may fail.
  const excused = outcomes.filter(
    (outcome, call) => !outcome?.startsWith("2") && lost.has(call) && operationOf(style, call).method === "POST",
  ).length;
  const taken = awake(first, Math.max(last, first), sleep);
  const waits = [...served.values()].map((at) => (at - start) / 1000).sort((one, other) => one - other);
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[String(outcome)] = (counts[String(outcome)] ?? 0) + 1;
  return {
    row: {
      style: style.name,
      scenario: scenario.name,
      client,
      sent,
      rejected,
      sentWhileClosed,
      banned,
      failed: style.calls - good - excused,
      share: round(((good + excused) / style.calls) * (taken <= ideal ? 1 : ideal / taken), 4),
      median: round(waits[Math.floor(waits.length / 2)] ?? 0, 1),
      p99: round(waits[Math.floor(waits.length * 0.99)] ?? 0, 1),
    },
    outcomes: counts,
    seen: report.seen,
    start,
    seconds: round(taken / 1000, 3),
    ideal: round(ideal / 1000, 3),
  };
}

const round = (value: number, places: number): number => Number(value.toFixed(places));
