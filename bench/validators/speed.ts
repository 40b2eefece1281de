/** Time of one answer, for each contender on each workload. */
import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "../measure.js";
import { nextMessage } from "../processes.js";
import type { Cell } from "./cell.js";
import type { Contender } from "./contender.js";
import type { Workshop } from "./prepare.js";
import { small } from "./small.js";
import { mistakes, type Workload } from "./workloads.js";

export interface Figure {
  readonly workload: string;
  readonly contender: string;
  /** Of the rounds; absent where the contender cannot do it. */
  readonly nanoseconds?: number;
  readonly rounds: readonly number[];
  /** What a reader should know, or why there is no figure. */
  readonly note?: string;
  /** It gave a wrong answer, or none. */
  readonly failed?: true;
}

export interface Pace {
  readonly rounds: number;
  /** Milliseconds of each before time is taken; thrice as many where functions are large. */
  readonly warmUp: number;
  readonly samples: number;
  readonly sample: number;
}

interface Prepared {
  readonly workload: Workload;
  readonly contender: Contender;
  readonly cell?: string;
  readonly note?: string;
  readonly rounds: number[];
  failure?: string;
}

/** Round by round, so that what else the machine does falls on all of them; each cell is a fresh process. */
export async function measureSpeed(
  workloads: readonly Workload[],
  contenders: readonly Contender[],
  pace: Pace,
  workshop: Workshop,
): Promise<readonly Figure[]> {
  const prepared = await prepareAll(workloads, contenders, pace, workshop);
  const program = await workshop.own("cell.ts");
  for (let round = 0; round < pace.rounds; round += 1) {
    for (const one of prepared) {
      if (one.cell === undefined || one.failure !== undefined) continue;
      try {
        one.rounds.push((await run(program, one.cell)).nanoseconds);
      } catch (error) {
        // It has said why on standard error.
        one.failure = `${one.contender.name} failed on ${one.workload.name}: ${error instanceof Error ? error.message : String(error)}`;
      }
    }
    process.stderr.write(`round ${String(round + 1)} of ${String(pace.rounds)}\n`);
  }
  return prepared.map(({ workload, contender, rounds, note, failure }) => ({
    workload: workload.name,
    contender: contender.name,
    ...(failure !== undefined || rounds.length === 0 ? {} : { nanoseconds: median(rounds) }),
    rounds,
    ...(note === undefined ? {} : { note }),
    ...(failure === undefined ? {} : { note: failure, failed: true as const }),
  }));
}

async function prepareAll(
  workloads: readonly Workload[],
  contenders: readonly Contender[],
  pace: Pace,
  workshop: Workshop,
): Promise<readonly Prepared[]> {
  const all: Prepared[] = [];
  for (const workload of workloads) {
    const { description, answer, formats, root } = workload;
    // One program for all that differ in nothing but the schema.
    const alike = workloads.filter((other) => other.description === description && other.answer === answer && other.formats === formats);
    const roots = [...new Set(alike.map((other) => other.root))];
    for (const contender of contenders) {
      const made = await workshop.single(contender, { description, answer, formats, roots }, root);
      if ("unable" in made) all.push({ workload, contender, note: made.unable, rounds: [] });
      else {
        const cell = join(workshop.folder, `${workload.name}-${String(all.length)}.json`);
        writeFileSync(cell, JSON.stringify(cellOf(workload, made.path, pace)));
        all.push({ workload, contender, cell, rounds: [], ...(made.note === undefined ? {} : { note: made.note }) });
      }
    }
  }
  return all;
}

function cellOf({ description, values, spoilt, answer }: Workload, program: string, pace: Pace): Cell {
  const { samples, sample } = pace;
  const warmUp = pace.warmUp * (description === small ? 1 : 3);
  return { program, values, spoilt, expected: answer === "verdict" ? true : answer === "first" ? 1 : mistakes, warmUp, samples, sample };
}

async function run(program: string, cell: string): Promise<{ readonly nanoseconds: number }> {
  return nextMessage(fork(program, [cell], { execArgv: [] }));
}
