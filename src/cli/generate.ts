import { hasErrors, type Diagnostic, type Outcome } from "../diagnostic/diagnostic.js";
import type { Io } from "../io.js";
import { command } from "./command.js";
import { exit, exitCodeOf } from "./exit.js";
import { findingsAsJson, printFindings } from "../report/findings.js";
import { fixCommand } from "./fix-command.js";
import type { Format } from "../report/findings.js";
import { formatFlag, readFormat, targetFlags, verboseFlag } from "./flags.js";
import { planHandlers, writeHandlers, type PlannedHandlers } from "./handlers.js";
import { print, printJson } from "../report/print.js";
import { createProducer, type Produced } from "./produce.js";
import { progressOn } from "./progress.js";
import { explainChoices, settleForGenerate } from "./settle.js";
import { summaryData, summaryText, type Written } from "./summary.js";
import { readTargets } from "./targets.js";

export const generateCommand = command(
  {
    name: "generate",
    description: "Write the code of the APIs of the configuration, or of one description",
    flags: {
      ...targetFlags,
      ...verboseFlag,
      force: { type: "boolean", description: "Overwrite generated files that were edited by hand" },
      ...formatFlag,
    },
    operands: { hint: "api…", description: "Names of APIs of the configuration (default: all)", most: Infinity },
  },
  async (args, io, startPrinter) => {
    const { value: format, diagnostics: formatMistakes } = readFormat(args.format);
    const progress = progressOn(io);
    const producer = createProducer(io, progress, startPrinter);
    const targets = await readTargets(args, io);
    const mistakes = [...formatMistakes, ...targets.diagnostics];
    if (targets.value === undefined || format === undefined) return report(io, format ?? "pretty", [], [], mistakes);
    const produced: Produced[] = [];
    const settled = await Promise.all(targets.value.map((target) => settleForGenerate(target, io)));
    for (const target of settled) produced.push(await producer.produce(target));
    const overwriting = (each: Produced): string => fixCommand(each, "edited", io, args.config);
    const outcome = await write(produced, overwriting, io, args.force === true);
    progress.done();
    if (args.verbose === true) explainChoices(settled, io);
    return report(io, format, produced, outcome.value ?? [], outcome.diagnostics);
  },
);

/**
 * Writes everything, or nothing when there is a mistake anywhere. What was written is in the order of what was produced. `overwriting`: the
 * command line that writes over what was edited by hand.
 */
async function write(
  produced: readonly Produced[],
  overwriting: (each: Produced) => string,
  io: Io,
  force: boolean,
): Promise<Outcome<readonly Written[]>> {
  const complete = produced.flatMap((each) => {
    const { target, made } = each;
    return made === undefined ? [] : [{ folder: target.output, output: { ...made.output, overwrite: overwriting(each) } }];
  });
  if (complete.length < produced.length) return { value: undefined, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const handlers: (PlannedHandlers | undefined)[] = [];
  for (const each of produced) {
    const planned = await planHandlers(each, io);
    diagnostics.push(...planned.diagnostics);
    handlers.push(planned.value);
  }
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const { writeOutputs } = await import("../output/write.js");
  const outputs = await writeOutputs(io, complete, force);
  diagnostics.push(...outputs.diagnostics);
  if (outputs.value === undefined) return { value: undefined, diagnostics };
  const written: Written[] = [];
  for (const [index, files] of outputs.value.entries()) {
    const planned = handlers[index];
    const stubs = planned === undefined ? { value: [], diagnostics: [] } : await writeHandlers(planned, io);
    diagnostics.push(...stubs.diagnostics);
    written.push({ files, handlers: stubs.value ?? [] });
  }
  return { value: written, diagnostics };
}

function report(io: Io, format: Format, produced: readonly Produced[], written: readonly Written[], others: readonly Diagnostic[]): number {
  const diagnostics = [...produced.flatMap((each) => each.diagnostics), ...others];
  const sources = produced.flatMap((each) => each.sources);
  printFindings(diagnostics, { sources, format, io });
  const done = produced.flatMap((each, index) => (written[index] === undefined ? [] : [{ produced: each, written: written[index] }]));
  if (format === "json") {
    const apis = done.map((each) => summaryData(each.produced, each.written, io));
    printJson(io, { apis, diagnostics: findingsAsJson(diagnostics, sources, io.cwd) });
  } else {
    for (const each of done) print(io, "stdout", summaryText(each.produced, each.written, io));
  }
  if (!hasErrors(diagnostics)) return exit.fine;
  if (format === "pretty" && produced.length > 0 && done.length === 0) print(io, "stderr", "Nothing was written.\n");
  return exitCodeOf(diagnostics);
}
