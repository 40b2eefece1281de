import { hasErrors, InternalError, ofApi, type Diagnostic, type Outcome } from "../diagnostic/diagnostic.js";
import type { Io } from "../io.js";
import type { WriteReport, Written as DiskWritten } from "../output/commit-plan.js";
import type { Destined } from "../output/write-outputs.js";
import { command } from "./command.js";
import { exit, exitCodeOf } from "./exit-codes.js";
import { findingsAsJson, type Format, printFindings } from "../report/findings.js";
import { suggestedCommand } from "./suggested-command.js";
import { formatFlag, readFormat, targetFlags, verboseFlag } from "./flags.js";
import { planHandlers, writeHandlers, type PlannedHandlers } from "./handlers.js";
import { nameOfConfig } from "../report/place.js";
import { print, printAsJson } from "../report/print.js";
import {
  createTargetGenerator,
  type GeneratedTarget,
  type TargetResult,
  type TargetGenerator,
  type UnchangedTarget,
  wantedOfHandlers,
} from "./generate-target.js";
import { progressOn } from "./progress.js";
import { cacheRemark, saveRun, reusePreviousRun } from "./reuse-previous-run.js";
import { explainChoices, resolveForGenerate, type ResolvedTarget } from "./resolve-target.js";
import { abandonedRuntimes, copiesRemark, planRuntime, runtimeOf } from "./runtime-target.js";
import { runtimeData, runtimeText, summaryData, summaryText, type Written, type WrittenRuntime } from "./summary.js";
import { readTargetsToFetch, type Targets } from "./targets.js";
import { realPlace } from "../source/real-place.js";

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
    operands: { hint: "api…", description: "Names of APIs of the configuration (default: all)", max: Infinity },
  },
  async (args, io) => {
    const { value: format, diagnostics: formatMistakes } = readFormat(args.format);
    const progress = progressOn(io);
    const producer = createTargetGenerator(io, progress);
    const targets = await readTargetsToFetch(args, io);
    const mistakes = [...formatMistakes, ...targets.diagnostics];
    if (targets.value === undefined || format === undefined) return report(io, format ?? "pretty", [], nothing(mistakes), targets);
    const resolved = await cacheRemark(await Promise.all(targets.value.map((target) => resolveForGenerate(target, io))), io);
    const runtimes = await planRuntimes(resolved, io, args.config);
    const results = await generateAll(resolved, producer, io, args.force === true);
    const overwriting = (each: GeneratedTarget): string => suggestedCommand(each, "edited", io, args.config);
    const outcome = hasErrors(runtimes.diagnostics)
      ? nothing([])
      : await write(results, runtimes.value ?? [], overwriting, io, args.force === true);
    progress.done();
    if (args.verbose === true) explainChoices(resolved, io);
    const others = [...targets.diagnostics, ...copiesRemark(resolved), ...runtimes.diagnostics, ...outcome.diagnostics];
    const code = report(io, format, results, { ...outcome, diagnostics: others }, targets);
    for (const each of outcome.value?.targets ?? []) await each.keep?.();
    return code;
  },
);

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

/** A run and the runtime that its APIs share, or no longer do. */
interface PlannedRuntime {
  /** Absolute. */
  readonly folder: string;
  readonly plan: Awaited<ReturnType<typeof planRuntime>>;
}

/** The runtime that the targets share first: what imports it comes after it. */
async function planRuntimes(
  resolved: readonly ResolvedTarget[],
  io: Io,
  config: string | undefined,
): Promise<Outcome<readonly PlannedRuntime[]>> {
  const { value: shared, diagnostics } = await runtimeOf(resolved, io, "generate");
  const [first] = resolved;
  const overwrite = first && suggestedCommand(first, "edited", io, config);
  const planned: PlannedRuntime[] = [];
  for (const request of [...(shared === undefined ? [] : [shared]), ...(await abandonedRuntimes(resolved, io))])
    planned.push({ folder: request.folder, plan: await planRuntime(request, io, overwrite) });
  return { value: planned, diagnostics };
}

function nothing(diagnostics: readonly Diagnostic[]): DiskWritten<never> {
  return { value: undefined, diagnostics, isChanged: false };
}

interface WrittenAll {
  readonly targets: readonly WrittenTarget[];
  readonly runtimes: readonly WrittenRuntime[];
}

interface WrittenTarget extends Written {
  /** Keeps what there was to say, for a run that finds everything as this one leaves it. Absent where it is kept, or something was added that it does not know. */
  readonly keep?: () => Promise<void>;
}

/**
 * Writes everything, or nothing when there is a mistake anywhere. What was written is in the order of what was produced. `overwriting`: the
 * command line that writes over what was edited by hand.
 */
async function write(
  results: readonly TargetResult[],
  runtimes: readonly PlannedRuntime[],
  overwriting: (each: GeneratedTarget) => string,
  io: Io,
  force: boolean,
): Promise<DiskWritten<WrittenAll>> {
  if (!results.every(isComplete)) return nothing([]);
  const diagnostics: Diagnostic[] = [];
  const planned: Outcome<PlannedHandlers>[] = [];
  for (const each of results) {
    const handlers = isGenerated(each) ? await planHandlers(each, io) : { value: undefined, diagnostics: each.value.handlers };
    for (const item of ofApi(wantedOfHandlers(handlers.diagnostics, each.target), each.target.label)) diagnostics.push(item);
    planned.push(handlers);
  }
  if (hasErrors(diagnostics)) return nothing(diagnostics);
  const destined = runtimes.flatMap(({ plan }) => ("destined" in plan ? [plan.destined] : []));
  const outputs = await writeGenerated(destined, results.filter(isGenerated), overwriting, io, force);
  for (const item of outputs.diagnostics) diagnostics.push(item);
  if (outputs.value === undefined) return { ...outputs, value: undefined, diagnostics };
  const reports = outputs.value.values();
  const writtenRuntimes = runtimes.map(({ folder, plan }): WrittenRuntime => {
    const files = "destined" in plan ? reports.next().value : { written: [], unchanged: plan.unchanged, removed: [] };
    if (files === undefined) throw new InternalError("A runtime was written without a report");
    return { folder, files };
  });
  const written: WrittenTarget[] = [];
  for (const [index, each] of results.entries()) {
    const { value: plan, diagnostics: remarks = [] } = planned[index] ?? {};
    const files = isGenerated(each) ? reports.next().value : { written: [], unchanged: each.value.files, removed: [] };
    if (files === undefined) throw new InternalError("A target was written without a report");
    const stubs = plan === undefined ? { value: [], diagnostics: [] } : await writeHandlers(plan, io);
    for (const item of ofApi(stubs.diagnostics, each.target.label)) diagnostics.push(item);
    const keep = isGenerated(each) ? { keep: () => saveRun(each, plan?.files.length === 0 ? remarks : undefined, io) } : {};
    written.push({ files, handlers: stubs.value ?? [], ...keep });
  }
  return { value: { targets: written, runtimes: writtenRuntimes }, diagnostics, isChanged: outputs.isChanged };
}

function isComplete(each: TargetResult): each is GeneratedTarget | UnchangedTarget {
  return each.value !== undefined;
}

function isGenerated(each: GeneratedTarget | UnchangedTarget): each is GeneratedTarget {
  return each.value.kind === "generated";
}

/** What was written, of runtimes first, in the order of the targets. What writes is loaded only when there is something to write. */
async function writeGenerated(
  runtimes: readonly Destined[],
  generated: readonly GeneratedTarget[],
  overwriting: (each: GeneratedTarget) => string,
  io: Io,
  force: boolean,
): Promise<DiskWritten<readonly WriteReport[]>> {
  if (generated.length === 0 && runtimes.length === 0) return { value: [], diagnostics: [], isChanged: false };
  const { writeOutputs } = await import("../output/write-outputs.js");
  const outputs = generated.map((each) => ({ folder: each.target.output, output: { ...each.value.output, overwrite: overwriting(each) } }));
  return writeOutputs(io, [...runtimes, ...outputs], force);
}

function report(
  io: Io,
  format: Format,
  results: readonly TargetResult[],
  { value, diagnostics: others, isChanged }: DiskWritten<WrittenAll>,
  { config, sources: configuration }: Pick<Targets, "config" | "sources">,
): number {
  const { targets: written, runtimes } = value ?? { targets: [], runtimes: [] };
  const found = [...results.flatMap((each) => each.diagnostics), ...others];
  // Of a run with errors, nothing would be kept anyway.
  const diagnostics = hasErrors(found) ? found.filter(({ code }) => code !== "cache-not-kept") : found;
  const sources = [...configuration, ...results.flatMap((each) => each.sources)];
  printFindings(diagnostics, { sources, format, io, several: results.length > 1, otherwise: nameOfConfig(config, io) });
  const done = results.flatMap((each, index) => (written[index] === undefined ? [] : [{ results: each, written: written[index] }]));
  if (format === "json") {
    const apis = done.map((each) => summaryData(each.results, each.written, io));
    const shared = runtimes.length === 0 ? {} : { runtimes: runtimes.map((each) => runtimeData(each, io)) };
    printAsJson(io, { apis, ...shared, diagnostics: findingsAsJson(diagnostics, sources, io.cwd) });
  } else {
    for (const each of runtimes) print(io, "stdout", runtimeText(each, io));
    for (const each of done) print(io, "stdout", summaryText(each.results, each.written, io));
  }
  if (!hasErrors(diagnostics)) return exit.fine;
  if (format === "pretty" && results.length > 0 && done.length === 0 && !isChanged) print(io, "stderr", "Nothing was written.\n");
  return exitCodeOf(diagnostics);
}
