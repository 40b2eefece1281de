import type { ApiTarget } from "../config/config.js";
import { ofApi } from "../diagnostic/diagnostic.js";
import type { Io } from "../io.js";
import { defaultCommand } from "../project/generate-script.js";
import { nameOf, uriOf } from "../source/uri.js";
import { command } from "./command.js";
import { exit, exitCodeOf } from "./exit-codes.js";
import { quietFlag, reportFormatFlag, targetFlags } from "./flags.js";
import { silence } from "./generate-target.js";
import { lintFlags, readLintFlags, tooManyWarnings } from "./lint-flags.js";
import { reportLint, type Linted } from "./lint-report.js";
import { progressOn, silentProgress } from "./progress.js";
import { quietIo } from "./quiet-io.js";
import { readLintTargets } from "./lint-targets.js";

const { input, overlay, references, strict, include, exclude, filter, config } = targetFlags;

export const lintCommand = command(
  {
    name: "lint",
    description: "Read and judge the descriptions of the APIs of the configuration, or files. Writes nothing",
    flags: {
      ...{ input, overlay, references, strict, include, exclude, filter, config },
      ...lintFlags,
      ...quietFlag,
      ...reportFormatFlag,
    },
    operands: {
      hint: "api…",
      description: "Names of APIs of the configuration (default: all); or descriptions: paths that end in .yaml, .yml or .json, and URLs",
      max: Infinity,
    },
  },
  async (args, given) => {
    const { format, maxWarnings, severity, silenced, diagnostics: mistakes } = readLintFlags(args);
    const quiet = args.quiet === true && format === "pretty";
    const io = quiet ? quietIo(given) : given;
    const targets = await readLintTargets(args, io);
    const wrong = [...mistakes, ...targets.diagnostics];
    if (targets.value === undefined || mistakes.length > 0) {
      reportLint([], wrong, targets, format ?? "pretty", io);
      return exitCodeOf(wrong);
    }
    const progress = quiet ? silentProgress : progressOn(io);
    const linted: Linted[] = [];
    for (const target of targets.value) {
      progress.enter(target.label, "reading");
      linted.push(await lint(target.config === undefined ? { ...target, severity, silence: silenced } : target, io));
    }
    progress.done();
    const all = [...targets.diagnostics, ...linted.flatMap(({ diagnostics }) => diagnostics)];
    const excess = tooManyWarnings(all, maxWarnings);
    const shown = quiet ? all.filter(({ severity: each }) => each !== "info") : all;
    reportLint(linted, [...shown, ...excess], targets, format ?? "pretty", io);
    return Math.max(exitCodeOf(all), excess.length > 0 ? exit.finding : exit.fine);
  },
);

async function lint(target: ApiTarget, io: Io): Promise<Linted> {
  const { judgeDescription } = await import("../generate.js");
  const { diagnostics, sources } = await judgeDescription(
    { ...target, command: defaultCommand, importExtension: undefined, runtime: undefined },
    io,
  );
  // Without a configuration, what is silenced is silenced in whichever of the files has it.
  const silent = target.config === undefined ? [...target.silence, "silence-unused"] : target.silence;
  const found = silence(diagnostics, target.silence.length === 0 ? [] : silent, target.label);
  return { api: target.label, input: nameOf(uriOf(target.input, io.cwd), io.cwd), diagnostics: ofApi(found, target.label), sources };
}
