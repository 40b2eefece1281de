import { relative } from "node:path";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { hasErrors } from "../diagnostic/diagnostic.js";
import type { Io } from "../io.js";
import type { WriteReport } from "../output/commit.js";
import { command } from "./command.js";
import { deprecations, deprecationText } from "./deprecations.js";
import { exit, exitCodeOf } from "./exit.js";
import { findingsAsJson, printFindings } from "./findings.js";
import { formatFlag, readFormat, targetFlags, type Format } from "./flags.js";
import { visible } from "./frame.js";
import { createProducer, type Produced } from "./produce.js";
import { progressOn } from "./progress.js";
import { readTargets } from "./targets.js";

export const generateCommand = command(
  {
    name: "generate",
    description: "Write the code of the APIs of the configuration, or of one description",
    flags: {
      ...targetFlags,
      force: { type: "boolean", description: "Overwrite generated files that were edited by hand" },
      ...formatFlag,
    },
    operands: { hint: "api…", description: "Names of APIs of the configuration (default: all)", most: Infinity },
  },
  async (args, io) => {
    const { value: format, diagnostics: formatMistakes } = readFormat(args.format);
    const progress = progressOn(io);
    const producer = createProducer(io, progress);
    producer.prepare();
    const targets = await readTargets(args, io);
    const mistakes = [...formatMistakes, ...targets.diagnostics];
    if (targets.value === undefined || format === undefined) return report(io, format ?? "pretty", [], [], mistakes);
    const produced: Produced[] = [];
    for (const target of targets.value) produced.push(await producer.produce(target));
    const outcome = await write(produced, io, args.force === true);
    progress.done();
    return report(io, format, produced, outcome.reports, [...mistakes, ...outcome.diagnostics]);
  },
);

/** Writes everything, or nothing when there is a mistake anywhere. */
async function write(
  produced: readonly Produced[],
  io: Io,
  force: boolean,
): Promise<{ readonly reports: readonly WriteReport[]; readonly diagnostics: readonly Diagnostic[] }> {
  const complete = produced.flatMap(({ target, made }) => (made === undefined ? [] : [{ folder: target.output, output: made.output }]));
  if (complete.length < produced.length) return { reports: [], diagnostics: [] };
  const { writeOutputs } = await import("../output/write.js");
  const written = await writeOutputs(io, complete, force);
  return { reports: written.value ?? [], diagnostics: written.diagnostics };
}

function report(
  io: Io,
  format: Format,
  produced: readonly Produced[],
  reports: readonly WriteReport[],
  others: readonly Diagnostic[],
): number {
  const diagnostics = [...produced.flatMap((each) => each.diagnostics), ...others];
  const sources = produced.flatMap((each) => each.sources);
  printFindings(diagnostics, { sources, format, io });
  if (format === "json") {
    const apis = produced.flatMap((each, index) => (reports[index] === undefined ? [] : [summaryData(each, reports[index], io)]));
    io.stdout.write(`${JSON.stringify({ apis, diagnostics: findingsAsJson(diagnostics, sources, io.cwd) }, undefined, 2)}\n`);
  } else {
    for (const [index, each] of produced.entries())
      if (reports[index] !== undefined) io.stdout.write(summaryText(each, reports[index], io));
  }
  if (!hasErrors(diagnostics)) return exit.fine;
  if (format === "pretty" && produced.length > 0 && reports.length === 0) io.stderr.write("Nothing was written.\n");
  return exitCodeOf(diagnostics);
}

/** One line of figures, and one for each deprecated operation. */
function summaryText({ target, made, time }: Produced, { written, unchanged, removed }: WriteReport, io: Io): string {
  if (made === undefined) return "";
  const { api } = made.generation;
  const figures = `${count(api.operations.length, "operation")}, ${count(api.schemas.size, "schema")}; ${count(written.length, "file")} written, ${String(unchanged.length)} unchanged, ${String(removed.length)} removed`;
  const lines = deprecations(api).map((each) => `  deprecated: ${visible(deprecationText(each))}\n`);
  return `${target.label}: ${figures}; ${relative(io.cwd, target.output) || "."} in ${(time / 1000).toFixed(2)} s\n${lines.join("")}`;
}

function summaryData({ target, made, time }: Produced, { written, unchanged, removed }: WriteReport, io: Io): object {
  const api = made?.generation.api;
  return {
    name: target.label,
    output: relative(io.cwd, target.output) || ".",
    operations: api?.operations.length,
    schemas: api?.schemas.size,
    written,
    unchanged,
    removed,
    milliseconds: time,
    deprecated: api === undefined ? [] : deprecations(api),
  };
}

function count(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? "" : "s"}`;
}
