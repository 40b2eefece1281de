import type { ArgsDef, ParsedArgs } from "citty";
import type { ApiTarget } from "../config/config.js";
import { hasErrors, type Diagnostic } from "../diagnostic/diagnostic.js";
import type { Io } from "../io.js";
import { usage } from "./arguments.js";
import { command } from "./command.js";
import { exit, exitCodeOf } from "./exit-codes.js";
import { findingsAsJson, type Format, printFindings } from "../report/findings.js";
import { formatFlag, quietFlag, readFormat, targetFlags, verboseFlag } from "./flags.js";
import { nameOfConfig } from "../report/place.js";
import { print, printAsJson } from "../report/print.js";
import { createTargetGenerator, type TargetResult, type TargetGenerator } from "./generate-target.js";
import { progressOn, silentProgress } from "./progress.js";
import { quietIo } from "./quiet-io.js";
import { cacheRemark, reusePreviousRun } from "./reuse-previous-run.js";
import { explainChoices, resolveForGenerate, type ResolvedTarget } from "./resolve-target.js";
import { copiesRemark } from "./runtime-target.js";
import { runtimeData, runtimeText, summaryData, summaryText } from "./summary.js";
import { readTargets, type Targets } from "./targets.js";
import { printVerdict } from "./verdict.js";
import { writeApis, type WrittenApis } from "./write-apis.js";
import { realPlace } from "../source/real-place.js";
import { pathOf } from "../source/uri.js";

const flags = {
  ...targetFlags,
  ...verboseFlag,
  force: { type: "boolean", description: "Overwrite generated files that were edited by hand, and write sundial.json anew" },
  "dry-run": { type: "boolean", alias: "n", description: "Do everything but write, and say what would be written and removed" },
  watch: { type: "boolean", alias: "w", description: "Run again whenever a file that was read has changed, until Ctrl+C" },
  ...quietFlag,
  ...formatFlag,
} as const satisfies ArgsDef;

type GenerateArgs = ParsedArgs<typeof flags>;

export const generateCommand = command(
  {
    name: "generate",
    description: "Write the code of the APIs of the configuration, or of one description",
    flags,
    operands: { hint: "api…", description: "Names of APIs of the configuration (default: all)", max: Infinity },
  },
  async (args, io) => {
    if (args.watch !== true) return (await generateOnce(args, io)).code;
    if (args.input === "-") return failed(usage("--watch cannot read standard input again.", "Give the description as a file."), io);
    const { watchRuns, unwatchedName } = await import("./watch.js");
    return watchRuns(async ({ io: reading, loaded }) => {
      const { code, targets, sources } = await generateOnce(args, reading, loaded);
      const outputs = targets.flatMap(({ output, handlers, runtime }) => [
        output,
        ...(handlers === undefined ? [] : [handlers]),
        ...(runtime === undefined ? [] : [runtime.folder]),
      ]);
      return { code, outputs, sources, unwatched: targets.flatMap(({ input }) => unwatchedName(input, io) ?? []) };
    }, io);
  },
);

function failed(mistake: Diagnostic, io: Io): number {
  printFindings([mistake], { sources: [], format: "pretty", io });
  return exitCodeOf([mistake]);
}

/** How a run ended, and what it was of. */
interface Run {
  readonly code: number;
  readonly targets: readonly ApiTarget[];
  /** Files of descriptions, absolute. */
  readonly sources: readonly string[];
}

/** `loaded`: given where the configuration may have changed since it was loaded. */
async function generateOnce(args: GenerateArgs, given: Io, loaded?: (path: string) => void): Promise<Run> {
  const { value: format, diagnostics: formatMistakes } = readFormat(args.format);
  const quiet = args.quiet === true && format === "pretty";
  const io = quiet ? quietIo(given) : given;
  const progress = quiet ? silentProgress : progressOn(io);
  const targets = await readTargets(args, io, { isWritten: true, loaded });
  const mistakes = [...formatMistakes, ...targets.diagnostics];
  const nothing: WrittenApis = { apis: [], runtimes: [], diagnostics: mistakes, isChanged: false };
  const view = { io, format: format ?? "pretty", quiet, dry: args["dry-run"] === true };
  if (targets.value === undefined || format === undefined) return { code: report(view, [], nothing, targets), targets: [], sources: [] };
  const force = args.force === true;
  const resolved = await cacheRemark(await Promise.all(targets.value.map((target) => resolveForGenerate(target, io, force))), io);
  const results = await generateAll(resolved, createTargetGenerator(io, progress), io, force);
  const written = await writeApis(resolved, results, { force, dry: view.dry, config: args.config }, io);
  progress.done();
  if (args.verbose === true) explainChoices(resolved, io);
  const diagnostics = [...targets.diagnostics, ...copiesRemark(resolved), ...written.diagnostics];
  const code = report(view, results, { ...written, diagnostics }, targets);
  for (const each of written.apis) await each?.keep?.();
  const sources = results.flatMap((each) => each.sources.flatMap(({ uri }) => pathOf(uri) ?? []));
  return { code, targets: targets.value, sources };
}

/** Makes in memory what is not known to stay as it is. Where two targets share a folder, that is found out as they are written. */
async function generateAll(
  resolved: readonly ResolvedTarget[],
  producer: TargetGenerator,
  io: Io,
  force: boolean,
): Promise<readonly TargetResult[]> {
  const folders = await Promise.all(resolved.map(({ target }) => realPlace(io, target.output)));
  const mayReuse = !force && new Set(folders).size === folders.length;
  const results: TargetResult[] = [];
  for (const each of resolved) results.push((mayReuse ? await reusePreviousRun(each, io) : undefined) ?? (await producer.generate(each)));
  return results;
}

/** How a run is printed. */
interface View {
  readonly io: Io;
  readonly format: Format;
  readonly quiet: boolean;
  /** Whether nothing was to be written. */
  readonly dry: boolean;
}

function report(
  { io, format, quiet, dry }: View,
  results: readonly TargetResult[],
  { apis, runtimes, diagnostics: others, isChanged }: WrittenApis,
  { config, sources: configuration }: Pick<Targets, "config" | "sources">,
): number {
  const found = [...results.flatMap((each) => each.diagnostics), ...others];
  // Of a run with errors, nothing would be kept anyway.
  const diagnostics = hasErrors(found) ? found.filter(({ code }) => code !== "cache-not-kept") : found;
  const sources = [...configuration, ...results.flatMap((each) => each.sources)];
  const shown = quiet ? diagnostics.filter(({ severity }) => severity !== "info") : diagnostics;
  printFindings(shown, { sources, format, io, several: results.length > 1, otherwise: nameOfConfig(config, io) });
  if (format === "json") {
    const data = results.map((each, index) => summaryData(each, apis[index], io));
    const shared = runtimes.length === 0 ? {} : { runtimes: runtimes.map((each) => runtimeData(each, io)) };
    const mode = dry ? { dryRun: true } : {};
    printAsJson(io, { ...mode, apis: data, ...shared, diagnostics: findingsAsJson(diagnostics, sources, io.cwd) });
  } else {
    for (const each of runtimes) print(io, "stdout", runtimeText(each, dry, io));
    for (const [index, each] of results.entries()) print(io, "stdout", summaryText(each, apis[index], dry, io));
    const failed = results
      .filter((_, index) => apis[index] === undefined || apis[index].lacksHandlers === true)
      .map(({ target }) => target.label);
    const isNothing = failed.length === results.length && !isChanged;
    if (isNothing && hasErrors(diagnostics) && results.length > 0 && format === "pretty") print(io, "stderr", "Nothing was written.\n");
    else printVerdict(results.length, failed, dry ? "would be written" : "written", io);
  }
  return hasErrors(diagnostics) ? exitCodeOf(diagnostics) : exit.fine;
}
