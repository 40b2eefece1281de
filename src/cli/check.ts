import { readHandlerFiles } from "../output/handler-files.js";
import { diagnostic } from "../diagnostic/catalogue.js";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { ApiTarget } from "../config/config.js";
import { hasErrors, ofApi, type Diagnostic } from "../diagnostic/diagnostic.js";
import { judged } from "../diagnostic/strictness.js";
import type { Io } from "../io.js";
import { checkOutput, currentReport, frozen, type CheckReport, type CurrentOutput, type Drift } from "../output/check-output.js";
import { manifestName } from "../output/manifest.js";
import { readText } from "../output/journal.js";
import { unifiedDiff } from "../output/unified-diff.js";
import { unreadableOutput } from "../output/path-containment.js";
import { shownTemplate } from "../project/own-templates.js";
import { colorsFor } from "../report/colors.js";
import { command } from "./command.js";
import { exit, exitCodeOf } from "./exit-codes.js";
import { findingsAsJson, type Format, printFindings } from "../report/findings.js";
import { printReport, type ReportFormat } from "../report/reports.js";
import { quietFlag, readReportFormat, reportFormatFlag, targetFlags, verboseFlag } from "./flags.js";
import { suggestedCommand } from "./suggested-command.js";
import { nameOfConfig } from "../report/place.js";
import { print, printAsJson, visible } from "../report/print.js";
import { createTargetGenerator, silence, type TargetResult, type TargetGenerator } from "./generate-target.js";
import { progressOn, silentProgress, type Progress } from "./progress.js";
import { quietIo } from "./quiet-io.js";
import { currentOutput, unreachedDescription } from "./reuse-previous-run.js";
import { explainChoices, resolveForCheck, type ResolvedTarget } from "./resolve-target.js";
import { checkRuntime, runtimeOf } from "./runtime-target.js";
import { failedData } from "./summary.js";
import { readTargets, type Targets } from "./targets.js";
import { printVerdict } from "./verdict.js";

/** What was found out about one target. `result` is undefined when its manifest showed that the output is current. */
interface Checked {
  readonly target: ApiTarget;
  readonly resolved: ResolvedTarget;
  readonly result: Pick<TargetResult, "diagnostics" | "sources"> | undefined;
  readonly report: CheckReport | undefined;
  readonly diff: string | undefined;
}

export const checkCommand = command(
  {
    name: "check",
    description: "Check whether the files on disk are what `generate` would write, and say why not. Writes nothing",
    flags: {
      ...targetFlags,
      diff: { type: "boolean", description: "Print a unified diff of what `generate` would change" },
      full: { type: "boolean", description: "Generate in memory and compare, even when the hashes say that nothing changed" },
      frozen: {
        type: "boolean",
        description: "Exit with 1 also where a difference changes nothing of what the files say, as after a formatter",
      },
      ...verboseFlag,
      ...quietFlag,
      ...reportFormatFlag,
    },
    operands: { hint: "api…", description: "Names of APIs of the configuration (default: all)", max: Infinity },
  },
  async (args, given) => {
    const { value: format, diagnostics: formatMistakes } = readReportFormat(args.format);
    const quiet = args.quiet === true && format === "pretty";
    const io = quiet ? quietIo(given) : given;
    const targets = await readTargets(args, io);
    const mistakes = [...formatMistakes, ...targets.diagnostics];
    if (targets.value === undefined || format === undefined) {
      const { sources } = targets;
      const options = { sources, io, otherwise: nameOfConfig(targets.config, io) };
      if (format === "gitlab" || format === "sarif") printReport(mistakes, format, options);
      else printFindings(mistakes, { ...options, format: format ?? "pretty" });
      if (format === "json") printAsJson(io, { apis: [], diagnostics: findingsAsJson(mistakes, sources, io.cwd) });
      return exitCodeOf(mistakes);
    }
    const progress = quiet ? silentProgress : progressOn(io);
    const producer = createTargetGenerator(io, progress);
    const checked: Checked[] = [];
    const resolved = await Promise.all(targets.value.map((target) => resolveForCheck(target, io)));
    const options = { full: args.full === true, diff: args.diff === true, frozen: args.frozen === true };
    for (const target of resolved) checked.push(await checkTarget(target, io, producer, progress, options));
    const runtime = await checkShared(resolved, io, options);
    progress.done();
    if (args.verbose === true) explainChoices(resolved, io);
    return report(checked, runtime, format, io, { ...targets, config: args.config, otherwise: nameOfConfig(targets.config, io), quiet });
  },
);

/** An output whose files are as its manifest says, and its description says what it said. */
function rewordedReport({ reworded }: CurrentOutput): CheckReport {
  if (reworded.length === 0) return currentReport;
  const reasons = reworded.map((name) => `comments or the layout of ${name} changed, and nothing that it says`);
  return { ...currentReport, notes: [{ kind: "inputs", path: manifestName }], reasons };
}

interface CheckOptions {
  readonly full: boolean;
  readonly diff: boolean;
  readonly frozen: boolean;
}

/** What was found of an output, with what the choice of another command changes, which is the first line of each file. */
function judgedReport(found: CheckReport, { command }: ResolvedTarget, { frozen: isFrozen }: CheckOptions): CheckReport {
  const { written, wanted } = command;
  const other: Drift = { kind: "command", path: manifestName };
  const isOther = written !== undefined && written !== wanted;
  const noted = !isOther
    ? found
    : {
        ...found,
        ...(found.drift.length > 0 ? { drift: [...found.drift, other] } : { notes: [...found.notes, other] }),
        reasons: [...found.reasons, `files say that they are made by \`${written}\`, and that is \`${wanted}\` now`],
      };
  return isFrozen ? frozen(noted) : noted;
}

async function checkTarget(
  resolved: ResolvedTarget,
  io: Io,
  producer: TargetGenerator,
  progress: Progress,
  options: CheckOptions,
): Promise<Checked> {
  const { target } = resolved;
  const obstacle = await unreadableOutput(io, target.output);
  if (obstacle !== undefined) {
    const result = { diagnostics: ofApi([obstacle], target.label), sources: [] };
    return { target, resolved, result, report: undefined, diff: undefined };
  }
  const current = options.full ? undefined : await currentOutput(resolved, io);
  if (current !== undefined) {
    const result = await checkBesides(resolved, io);
    return {
      target,
      resolved,
      result,
      report: hasErrors(result?.diagnostics ?? []) ? undefined : judgedReport(rewordedReport(current), resolved, options),
      diff: undefined,
    };
  }
  const generated = await producer.generate(resolved);
  const result = { ...generated, diagnostics: [...generated.diagnostics, ...(await missingHandlers(target, io))] };
  if (result.value === undefined) {
    const unreached = options.frozen ? undefined : await unreachedDescription(resolved, result.diagnostics, io);
    if (unreached === undefined) return { target, resolved, result, report: undefined, diff: undefined };
    const found = judgedReport(currentReport, resolved, options);
    return { target, resolved, result: { ...result, diagnostics: unreached }, report: found, diff: undefined };
  }
  progress.enter(target.label, "comparing");
  const found = judgedReport(await checkOutput(io, target.output, result.value.output), resolved, options);
  return { target, resolved, result, report: found, diff: options.diff ? await diffOf(target, found, io) : undefined };
}

/** What there is to say of an output that is current: of templates that people have taken over, as those of handlers may change, and of a snapshot. */
async function checkBesides({ target, request: { templates } }: ResolvedTarget, io: Io): Promise<Checked["result"]> {
  const found = [...(await missingHandlers(target, io))];
  const files = templates?.files ?? [];
  if (files.length > 0)
    for (const item of (await import("../emit/templates/compile-template.js")).compileTemplates(files).diagnostics) found.push(item);
  if (target.remote?.snapshot !== undefined) {
    const { pinnedProblems, readPinnedState } = await import("../output/pinned.js");
    for (const item of pinnedProblems(await readPinnedState(io, target.remote.snapshot), target.remote, io)) found.push(item);
  }
  const diagnostics = judged(found, { strict: true, severity: target.severity });
  const silenced = target.silence.filter((code) => diagnostics.some((each) => each.code === code));
  return { diagnostics: ofApi(silence(diagnostics, silenced, target.label), target.label), sources: files.map(shownTemplate) };
}

/**
 * A folder of handlers in which there are none, as where nobody has committed them. Which of several is missing says the compiler, of a
 * server that needs it; they may stand anywhere.
 */
async function missingHandlers({ handlers, label, severity, silence: silenced }: ApiTarget, io: Io): Promise<readonly Diagnostic[]> {
  if (handlers === undefined || silenced.includes("handlers-missing")) return [];
  const { value } = await readHandlerFiles(io, handlers);
  if (value === undefined || value.size > 0) return [];
  const message = `${label}: there are no handlers in ${relative(io.cwd, handlers) || "."}.`;
  const found = diagnostic("handlers-missing", message, { hint: "`sundial generate` writes a stub for each operation." });
  return judged([found], { strict: true, severity });
}

/** The runtime that the targets share, once for all of them; undefined where each has its own. */
async function checkShared(resolved: readonly ResolvedTarget[], io: Io, options: CheckOptions): Promise<Checked | undefined> {
  const { value: request, diagnostics } = await runtimeOf(resolved, io, "check");
  const sharing = resolved.find(({ target }) => target.runtime !== undefined);
  if (sharing === undefined) return undefined;
  const target = { ...sharing.target, label: "runtime", output: sharing.target.runtime?.folder ?? sharing.target.output };
  const found = request && (await checkRuntime(request, io, options.full));
  return {
    target,
    // The command that mends it is that of the configuration, by whichever of its APIs.
    resolved: { ...sharing, target: { ...target, label: sharing.target.label } },
    result: { diagnostics: [...diagnostics, ...(found?.diagnostics ?? [])], sources: [] },
    report: found?.value && options.frozen ? frozen(found.value) : found?.value,
    diff: options.diff && found?.value !== undefined ? await diffOf(target, found.value, io) : undefined,
  };
}

async function diffOf(target: ApiTarget, { differences }: CheckReport, io: Io): Promise<string> {
  const patches: string[] = [];
  for (const { path, text } of differences) {
    const file = `${target.output}/${path}`;
    patches.push(await unifiedDiff(relative(io.cwd, file), await readText(io, file), text));
  }
  return patches.join("");
}

/** `config`: as the command line names it; `otherwise`: the file of what has no place. */
type ReportedTargets = Omit<Targets, "config"> & {
  readonly config: string | undefined;
  readonly otherwise: string | undefined;
  readonly quiet: boolean;
};

function report(
  apis: readonly Checked[],
  runtime: Checked | undefined,
  format: ReportFormat,
  io: Io,
  { config, otherwise, quiet, sources: configuration, diagnostics: remarks }: ReportedTargets,
): number {
  const checked = runtime === undefined ? apis : [runtime, ...apis];
  const diagnostics = [...remarks, ...checked.flatMap(({ result }) => result?.diagnostics ?? [])];
  const sources = [...configuration, ...checked.flatMap(({ result }) => result?.sources ?? [])];
  const options = { sources, io, several: apis.length > 1, otherwise };
  if (format === "gitlab" || format === "sarif")
    printReport([...diagnostics, ...checked.flatMap((each) => driftFindings(each, io, config))], format, options);
  else printFindings(quiet ? diagnostics.filter(({ severity }) => severity !== "info") : diagnostics, { ...options, format });
  if (format === "json") {
    const dataOf = (each: Checked): object =>
      each.report === undefined ? failedData(each.target, io) : checkedData(each, each.report, io, config);
    const shared = runtime && dataOf(runtime);
    printAsJson(io, { apis: apis.map(dataOf), runtime: shared, diagnostics: findingsAsJson(diagnostics, sources, io.cwd) });
  } else if (format === "pretty" || format === "github") {
    for (const each of checked) if (each.report !== undefined) printChecked(each, each.report, format, io, config, quiet);
    const labelsOf = (is: (each: Checked) => boolean): readonly string[] => apis.filter(is).map(({ target }) => target.label);
    const failed = labelsOf((each) => each.report === undefined);
    const names = labelsOf(({ report: found }) => found !== undefined && found.drift.length > 0);
    printVerdict(apis.length, failed, "current", io, { names, are: "not current" });
  }
  const stale = checked.some((each) => each.report !== undefined && each.report.drift.length > 0);
  return Math.max(exitCodeOf(diagnostics), stale ? exit.finding : exit.fine);
}

function printChecked(each: Checked, found: CheckReport, format: Format, io: Io, config: string | undefined, quiet: boolean): void {
  // Nobody is left without the reason for an exit code.
  const stream = quiet && found.drift.length > 0 ? "stderr" : "stdout";
  if (format === "github") printFindings(driftFindings(each, io, config), { sources: [], format, io, stream: "stdout" });
  else print(io, stream, checkedText(each, found, io, config));
  if (each.diff !== undefined) print(io, stream, uncolored(each.diff));
}

/** A colour in the text of a file is not ours. */
function uncolored(text: string): string {
  return text.replaceAll("\u001b", "\u00b7");
}

/** What a drift is called, and said of it where the word is not enough. */
const kindTexts: Readonly<Record<Drift["kind"], readonly [word: string, remark: string]>> = {
  missing: ["missing", ""],
  formatted: ["formatted", "laid out otherwise than `generate` writes it; it says the same"],
  stale: ["changed", "`generate` would write something else"],
  edited: ["edited", "changed by hand after it was generated"],
  foreign: ["in the way", "not a generated file, where one belongs"],
  obsolete: ["orphaned", "no longer part of the output; `generate` removes it"],
  leftover: ["orphaned", "looks generated, but is not part of the output; `generate` does not remove it"],
  interrupted: ["interrupted", "a run was interrupted while it wrote"],
  manifest: ["changed", "the manifest of the output"],
  inputs: ["changed", "what the manifest says of the description's text; plain `generate` leaves it"],
  merged: ["merged", "the manifest of the output, of two branches"],
  conflicted: ["conflicted", "the manifest of the output, with the marks of a merge"],
  damaged: ["damaged", "the manifest of the output, of which a part can be read"],
  unreadable: ["unreadable", "the manifest of the output"],
  command: ["changed", "the command that the first lines of the files name"],
};

const obstacleTexts: Readonly<Record<NonNullable<Drift["obstacle"]>, string>> = {
  symlink: "a symbolic link",
  directory: "a folder",
  file: "a file",
  other: "neither a file nor a folder",
};

function checkedText({ target, resolved }: Checked, { drift, notes, reasons }: CheckReport, io: Io, config: string | undefined): string {
  const color = colorsFor(io, io.stdout);
  const folder = visible(relative(io.cwd, target.output) || ".");
  const why = reasons.map((reason) => `  because ${visible(reason)}\n`).join("");
  const fix = (found: readonly Drift[]): string => color.bold(visible(suggestedCommand(resolved, found, io, config)));
  if (drift.length === 0) {
    const current = `${visible(target.label)}: ${folder} is ${color.green("current")}`;
    if (notes.length === 0) return `${current}\n`;
    const unlike = notes.filter(({ kind }) => kind !== "inputs");
    if (unlike.length === 0) return `${current}; nothing has to be done\n${why}`;
    return `${current}, and not as \`generate\` leaves it:\n${driftLines(unlike, color)}${why}  nothing has to be done; to have it so: ${fix(unlike)}\n`;
  }
  return `${visible(target.label)}: ${folder} is ${color.red("not current")}\n${driftLines(drift, color)}${why}  fix: ${fix(drift)}\n`;
}

function driftLines(drift: readonly Drift[], color: ReturnType<typeof colorsFor>): string {
  const width = Math.max(...new Set(drift.map(({ kind }) => kindTexts[kind][0].length)));
  const lines = drift.map(({ kind, path, obstacle }) => {
    const [word, plain] = kindTexts[kind];
    const remark = obstacle === undefined ? plain : `${obstacleTexts[obstacle]}, where a generated file or its folder belongs`;
    return `  ${color.yellow(word.padEnd(width))}  ${visible(path)}${remark === "" ? "" : color.dim(`  (${remark})`)}\n`;
  });
  return lines.join("");
}

/** Each drift as a finding of the file that it is of. */
function driftFindings({ target, resolved, report: found }: Checked, io: Io, config: string | undefined): readonly Diagnostic[] {
  const { drift, reasons } = found ?? { drift: [], reasons: [] };
  const why = reasons.length === 0 ? "" : ` Because ${reasons.join(", and ")}.`;
  const findings = drift.map(({ kind, path, obstacle }) => {
    const what = obstacle === undefined ? "" : `, ${obstacleTexts[obstacle]}`;
    const hint = `Run \`${suggestedCommand(resolved, drift, io, config)}\`.`;
    const at = { file: pathToFileURL(join(target.output, path)).href, pointer: "" };
    return diagnostic("output-stale", `${path} is ${kindTexts[kind][0]}${what}.${why}`, { hint, at });
  });
  return ofApi(findings, target.label);
}

function checkedData(
  { target, resolved, diff }: Checked,
  { drift, notes, reasons }: CheckReport,
  io: Io,
  config: string | undefined,
): object {
  return {
    name: target.label,
    output: relative(io.cwd, target.output) || ".",
    current: drift.length === 0,
    drift,
    notes,
    reasons,
    fix: drift.length === 0 ? undefined : suggestedCommand(resolved, drift, io, config),
    diff,
  };
}
