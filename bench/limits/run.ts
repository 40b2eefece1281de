/** One scenario with one client: starts the processes, waits for them, and asks the service what it saw. */
import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { nextMessage } from "../processes.js";
import {
  windowSeconds,
  type Assignment,
  type FromCaller,
  type FromService,
  type OpenKey,
  type Report,
  type ToService,
} from "./messages.js";
import type { Programs } from "../programs.js";
import { windowsFor, type Scenario } from "./scenarios.js";

const scaledTime = fileURLToPath(new URL("scaled-time.mjs", import.meta.url));

/** Of the scaled clock: whoever is not done by then is stopped. */
export const capSeconds = 900;

/** A line of the table. */
export interface Row {
  readonly scenario: string;
  readonly client: string;
  readonly sent: number;
  readonly rejected: number;
  readonly sentWhileClosed: number;
  readonly banned: boolean;
  readonly share: number;
  readonly seconds: number;
}

/** What is known besides. */
export interface Outcome {
  readonly row: Row;
  readonly report: Report;
  /** Calls by the status or error they ended with. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Whether it was stopped before it was done. */
  readonly stopped: boolean;
}

/** How processes are started. */
export interface Environment {
  readonly programs: Programs;
  readonly node: string;
  readonly scale: number;
  /** When the scaled clock begins, in milliseconds since the epoch. */
  readonly start: number;
  readonly redis: string | undefined;
}

export interface Service {
  readonly baseUrl: string;
  open(settings: OpenKey): void;
  report(key: string): Promise<Report>;
  stop(): void;
}

/** Starts a program on the scaled clock. */
export function start({ node, scale, start: begin }: Environment, program: string, argument: string): ChildProcess {
  const env = { ...process.env, BENCH_TIME_SCALE: String(scale), BENCH_TIME_START: String(begin), NODE_NO_WARNINGS: "1" };
  return fork(program, [argument], { execPath: node, execArgv: ["--import", scaledTime], env });
}

export async function startService(environment: Environment): Promise<Service> {
  const child = start(environment, environment.programs.path("service"), "");
  const message = await nextMessage<FromService>(child);
  if (!("port" in message)) throw new Error("The service did not say where it is");
  const send = (sent: ToService): void => void child.send(sent);
  return {
    baseUrl: `http://127.0.0.1:${String(message.port)}/v1`,
    open: send,
    report: async (key) => {
      send({ report: key });
      const answer = await nextMessage<FromService>(child);
      if (!("report" in answer)) throw new Error("The service did not report");
      return answer.report;
    },
    stop: () => void child.kill(),
  };
}

export async function runScenario(environment: Environment, service: Service, scenario: Scenario, client: string): Promise<Outcome> {
  const { name, calls, processes, instances, headers, taken } = scenario;
  const key = `${name}-${client}`;
  service.open({ open: key, headers });
  const assignment: Assignment = { client, baseUrl: service.baseUrl, key, calls: [0, calls], instances, redis: undefined };
  const children = Array.from({ length: processes }, (_, index) => {
    const part = [Math.round((calls * index) / processes), Math.round((calls * (index + 1)) / processes)] as const;
    const redis = processes > 1 ? environment.redis : undefined;
    return start(environment, environment.programs.path("caller"), JSON.stringify({ ...assignment, calls: part, redis }));
  });
  const other: ChildProcess[] = [];
  try {
    await Promise.all(children.map((child) => nextMessage<FromCaller>(child)));
    if (taken > 0) {
      other.push(start(environment, environment.programs.path("other-program"), JSON.stringify(assignment)));
      await Promise.all(other.map((child) => nextMessage<FromCaller>(child)));
    }
    const ends = Promise.all(children.map((child) => nextMessage<Exclude<FromCaller, "ready">>(child)));
    for (const child of children) child.send("go");
    const ended = await within((capSeconds * 1000) / environment.scale, ends);
    const outcomes: Record<string, number> = {};
    for (const [outcome, count] of (ended ?? []).flatMap((end) => Object.entries(end.outcomes)))
      outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
    const report = await service.report(key);
    return { row: rowOf(scenario, client, report, ended === undefined), report, outcomes, stopped: ended === undefined };
  } finally {
    for (const child of [...children, ...other]) child.kill();
  }
}

/** Undefined where it takes longer. */
export async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, milliseconds, undefined)));
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}

function rowOf(scenario: Scenario, client: string, report: Report, stopped: boolean): Row {
  const { sent, rejected, sentWhileClosed, banned, served, first, last, firstReset } = report;
  const taken = stopped ? capSeconds : (last - first) / 1000;
  const windows = windowsFor(scenario);
  const ideal = windows === 1 ? 0 : (firstReset - first) / 1000 + (windows - 2) * windowSeconds;
  const share = (served / scenario.calls) * Math.min(1, ideal / Math.max(taken, ideal));
  return {
    scenario: scenario.name,
    client,
    sent,
    rejected,
    sentWhileClosed,
    banned,
    share: Number(share.toFixed(4)),
    seconds: Number(taken.toFixed(1)),
  };
}
