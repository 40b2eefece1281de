import { dirname, relative, resolve } from "node:path";
import type { ArgsDef, ParsedArgs } from "citty";
import { applyMoves, type FoundMove } from "../../config/moved-keys.js";
import type { WrittenConfig } from "../../config/read-config.js";
import { diagnostic } from "../../diagnostic/catalogue.js";
import { hasErrors, type Diagnostic } from "../../diagnostic/diagnostic.js";
import type { Io } from "../../io.js";
import { checkOutput } from "../../output/check-output.js";
import { unreadableOutput } from "../../output/path-containment.js";
import { readRecordedOptions } from "../../output/recorded-options.js";
import { readText } from "../../output/journal.js";
import { readSnapshot } from "../../output/snapshot.js";
import { commandOfVersion } from "../../project/generate-script.js";
import { findingsAsJson, printFindings } from "../../report/findings.js";
import { nameOfConfig } from "../../report/place.js";
import { print, printAsJson, visible } from "../../report/print.js";
import { bareCommand } from "../../setup/plan-setup.js";
import { posixPath, readSettings } from "../../setup/read-settings.js";
import { readRepository, type Repository } from "../../setup/repository.js";
import { otherConfigs } from "../../upgrade/other-configs.js";
import { askingPackage, installCommands, installedVersion } from "../../upgrade/plan-versions.js";
import { version } from "../../version.js";
import { usage } from "../arguments.js";
import { command } from "../command.js";
import { exit, exitCodeOf } from "../exit-codes.js";
import { createTargetGenerator, type TargetGenerator, type TargetResult } from "../generate-target.js";
import { progressOn } from "../progress.js";
import { resolveForGenerate, type ResolvedTarget } from "../resolve-target.js";
import { checkRuntime, runtimeOf } from "../runtime-target.js";
import { quotedWord } from "../suggested-command.js";
import { readTargets, type Targets } from "../targets.js";
import { isVersionWord } from "./other-version.js";
import { previewOutputs, type FoundOutput } from "./preview.js";
import { changesFiles, upgradeData, upgradeText, type Upgrade } from "./upgrade-report.js";
import { writeUpgrade, type UserEdits } from "./write-upgrade.js";

const flags = {
  write: { type: "boolean", description: "Do it: rewrite the configuration and the range in package.json, and generate" },
  diff: { type: "boolean", description: "Print a unified diff of what would be generated" },
  config: {
    type: "string",
    alias: "c",
    valueHint: "FILE",
    description: "Configuration (default: sundial.config.ts, .js, .mjs, .cjs, .mts, .cts or .json here)",
  },
  format: { type: "string", alias: "f", valueHint: "pretty|json", description: "How to print (default: pretty)" },
} as const satisfies ArgsDef;

type UpgradeArgs = ParsedArgs<typeof flags>;

export const upgradeCommand = command(
  {
    name: "upgrade",
    description:
      "Show what this version changes in the project: outputs, configuration, package.json. Run a new version with `npx openapi-sundial@VERSION upgrade`. Writes nothing without --write",
    flags,
    operands: { hint: "version", description: "The version meant; where another one runs, the command that runs it is printed", max: 1 },
  },
  async (args, io) => {
    const { format = "pretty" } = args;
    const isKnown = format === "pretty" || format === "json";
    const mistakes = isKnown ? [] : [usage(`--format does not take ${JSON.stringify(format)}.`, "It takes pretty, json.")];
    const repository = await readRepository(io);
    const otherwise = versionProblem(args, repository);
    const found = [...mistakes, ...(otherwise === undefined ? [] : [otherwise])];
    if (found.length === 0) return upgrade(args, repository, io, format === "json");
    printFindings(found, { sources: [], format: "pretty", io });
    if (format === "json") printAsJson(io, { version, diagnostics: findingsAsJson(found, [], io.cwd) });
    return exitCodeOf(found);
  },
);

/** That another version was asked for than the one that runs: nothing is downloaded by us. */
function versionProblem(args: UpgradeArgs, { packageManager }: Repository): Diagnostic | undefined {
  const [wanted] = args._;
  if (wanted === undefined || wanted === version) return undefined;
  if (!isVersionWord(wanted)) return usage(`${JSON.stringify(wanted)} is no version.`, "Such as 0.2.0, or a tag of the registry: latest.");
  const words = ["upgrade", ...(args.write === true ? ["--write"] : []), ...(args.diff === true ? ["--diff"] : [])];
  return diagnostic("version-mismatch", `This is openapi-sundial ${version}, and ${wanted} is asked for.`, {
    hint: `That version has to run itself: \`${commandOfVersion(packageManager, wanted, words)}\`.`,
  });
}

/** All that is known before anything is written. */
interface Prepared {
  readonly upgrade: Upgrade;
  readonly resolved: readonly ResolvedTarget[];
  readonly results: readonly TargetResult[];
  readonly edits: UserEdits;
  readonly diagnostics: readonly Diagnostic[];
  /** What there is to say of the runtime that APIs share; writing says it, too. */
  readonly ofRuntime: readonly Diagnostic[];
}

async function upgrade(args: UpgradeArgs, repository: Repository, io: Io, asJson: boolean): Promise<number> {
  let moved: ReturnType<typeof applyMoves> = { value: undefined, found: [] };
  const rewrite = (written: WrittenConfig): WrittenConfig => {
    moved = applyMoves(written.value);
    return { ...written, value: moved.value };
  };
  const targets = await readTargets({ _: [], config: args.config }, io, { isWritten: false, rewrite });
  const prepared = targets.value && (await prepare(targets, moved, args, repository, io));
  const isWriting = args.write === true && prepared !== undefined && isSound(prepared) && changesAnything(prepared);
  const written = isWriting
    ? await writeUpgrade(prepared, io, { config: args.config, again: prepared.upgrade.write })
    : { diagnostics: prepared?.ofRuntime ?? [], written: undefined, left: [] };
  const found = await withOthers(targets.diagnostics, repository, io);
  const diagnostics = [...found, ...(prepared?.diagnostics ?? []), ...written.diagnostics];
  const sources = [...targets.sources, ...(prepared?.results.flatMap((each) => each.sources) ?? [])];
  const isWritten = written.written !== undefined;
  const several = (targets.value?.length ?? 0) > 1;
  if (!asJson) printFindings(diagnostics, { sources, format: "pretty", io, several, otherwise: nameOfConfig(targets.config, io) });
  if (asJson) {
    const data = prepared === undefined ? { version } : upgradeData(prepared.upgrade, io);
    const left = written.left.map((path) => posixPath(relative(io.cwd, path)));
    printAsJson(io, { ...data, written: isWritten, notTakenBack: left, diagnostics: findingsAsJson(diagnostics, sources, io.cwd) });
  } else if (prepared !== undefined)
    printPage(prepared, { args, isWritten, isFailed: hasErrors(diagnostics), isPartly: written.left.length > 0 }, io);
  if (hasErrors(diagnostics)) return exitCodeOf(diagnostics);
  return isWritten || prepared === undefined || !changesFiles(prepared.upgrade) ? exit.fine : exit.finding;
}

/** Where there is no configuration, those of the repository are named: in a workspace, each package may have its own. */
async function withOthers(diagnostics: readonly Diagnostic[], { root }: Repository, io: Io): Promise<readonly Diagnostic[]> {
  if (!diagnostics.some(({ code }) => code === "config-not-found")) return diagnostics;
  const folders = (await otherConfigs(io, root, undefined)).slice(0, 8).map((file) => posixPath(relative(io.cwd, dirname(file))));
  const hint =
    folders.length === 0
      ? `Run it where a configuration is, or name one with --config. An output that was made by flags alone has none: \`openapi-sundial@${version} generate\` with the same flags makes it anew.`
      : `Run it where a configuration is: ${folders.join(", ")}.`;
  return diagnostics.map((each) => (each.code === "config-not-found" ? { ...each, hint } : each));
}

function isSound({ diagnostics, ofRuntime }: Prepared): boolean {
  return !hasErrors(diagnostics) && !hasErrors(ofRuntime);
}

function changesAnything({ upgrade: { asking, outputs, moves } }: Prepared): boolean {
  return changesFiles({ outputs, moves }) || asking?.after !== undefined || outputs.some(({ made }) => made !== version);
}

async function prepare(
  { value: all = [], config }: Targets,
  { value, found: moves }: ReturnType<typeof applyMoves>,
  args: UpgradeArgs,
  repository: Repository,
  io: Io,
): Promise<Prepared> {
  const progress = progressOn(io);
  const targets = all.filter(({ noOutput }) => noOutput === undefined);
  const resolved = await Promise.all(targets.map((target) => resolveForGenerate(target, io)));
  const producer = createTargetGenerator(io, progress);
  const results: TargetResult[] = [];
  for (const each of resolved) results.push(await generated(each, producer, io));
  const runtime = await foundRuntime(resolved, io);
  const found = [...(runtime.output === undefined ? [] : [runtime.output]), ...(await foundOutputs(resolved, results, io))];
  const outputs = await previewOutputs(found, args.diff === true, io);
  progress.done();
  const folder = config === undefined ? io.cwd : dirname(config);
  const asking = await askingPackage(io, folder, repository.root, version);
  const installed = await installedVersion(io, folder);
  const rewritten = await rewrittenConfig(config, moves, io);
  const files = [
    ...(rewritten.edit === undefined ? [] : [rewritten.edit]),
    ...(asking?.after === undefined ? [] : [{ path: asking.file, before: asking.before, after: asking.after }]),
  ];
  const write = writeCommand(installed, args, repository);
  const left = leftToPerson(rewritten.byHand, write);
  const refusals = args.write === true ? [] : [...left, ...(await refusalsOf(resolved, results, args, io))];
  return {
    upgrade: {
      ...{ outputs, config, moves, byHand: rewritten.byHand, asking, installed, write },
      next: installCommands(repository, asking, installed, version, io),
      refusals: [...new Set(refusals.map(({ message, hint }) => (hint === undefined ? message : `${message} ${hint}`)))],
      others: await otherConfigs(io, repository.root, config),
    },
    resolved,
    results,
    edits: { root: repository.root, files, config: rewritten.edit && { file: rewritten.edit.path, value } },
    ofRuntime: runtime.diagnostics,
    diagnostics: [...unwritable(results.flatMap((each) => each.diagnostics)), ...(args.write === true ? left : [])],
  };
}

/** A package.json that cannot be read, which generating goes without, cannot be given its range: it is an error, and one for all APIs. */
function unwritable(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const broken = diagnostics.find(({ code }) => code === "setup-package-unreadable");
  if (broken === undefined) return diagnostics;
  const hint = "Correct it, such as the marks of a merge: an upgrade writes the range of versions there.";
  const { code, message } = broken;
  return [...diagnostics.filter((each) => each.code !== code), { code, message, severity: "error", hint }];
}

/** The command line that does what was shown: of the version that runs, also where another one is installed. */
function writeCommand(installed: string | undefined, { config }: UpgradeArgs, { packageManager }: Repository): string {
  const words = ["upgrade", "--write", ...(config === undefined ? [] : ["--config", quotedWord(config)])];
  return installed === version ? bareCommand(packageManager, words.join(" ")) : commandOfVersion(packageManager, version, words);
}

/** An API made in memory, unless its folder is none that can be looked at. */
async function generated(resolved: ResolvedTarget, producer: TargetGenerator, io: Io): Promise<TargetResult> {
  const obstacle = await unreadableOutput(io, resolved.target.output);
  if (obstacle === undefined) return producer.generate(resolved);
  return { target: resolved.target, request: resolved.request, value: undefined, diagnostics: [obstacle], sources: [], time: 0 };
}

async function foundOutputs(
  resolved: readonly ResolvedTarget[],
  results: readonly TargetResult[],
  io: Io,
): Promise<readonly FoundOutput[]> {
  const found: FoundOutput[] = [];
  for (const [index, { target, value }] of results.entries()) {
    const output = value?.kind === "generated" ? value.output : undefined;
    const report = output && (await checkOutput(io, target.output, output));
    const made = resolved[index]?.recorded?.version;
    found.push({ label: target.label, folder: target.output, made, report, files: output?.files ?? [] });
  }
  return found;
}

/** The runtime that APIs share, as it is and as it would be. */
async function foundRuntime(
  resolved: readonly ResolvedTarget[],
  io: Io,
): Promise<{ readonly output: FoundOutput | undefined; readonly diagnostics: readonly Diagnostic[] }> {
  const { value: request, diagnostics } = await runtimeOf(resolved, io, "generate");
  if (request === undefined) return { output: undefined, diagnostics };
  const checked = await checkRuntime(request, io, true);
  const { root, files: paths } = await readSnapshot(io, request.folder, []);
  const files: { path: string; text: string }[] = [];
  for (const path of paths.keys()) files.push({ path, text: (await readText(io, resolve(root, path))) ?? "" });
  const made = (await readRecordedOptions(io, request.folder))?.version;
  const output = { label: "runtime", folder: request.folder, made, report: checked.value, files };
  return { output, diagnostics: [...diagnostics, ...checked.diagnostics] };
}

async function rewrittenConfig(
  config: string | undefined,
  moves: readonly FoundMove[],
  io: Io,
): Promise<{ readonly edit: UserEdits["files"][number] | undefined; readonly byHand: readonly FoundMove[] }> {
  if (config === undefined || moves.length === 0) return { edit: undefined, byHand: [] };
  const before = await readSettings(io, config);
  if (before === undefined) return { edit: undefined, byHand: moves };
  const { rewriteConfig } = await import("../../upgrade/rewrite-config.js");
  const { text, byHand } = rewriteConfig(config, before, moves);
  return { edit: text === before ? undefined : { path: config, before, after: text }, byHand };
}

/** With --write, keys that only a person can move are errors: the outputs would be those of a configuration that is not there. */
function leftToPerson(byHand: readonly FoundMove[], again: string): readonly Diagnostic[] {
  return byHand.map(({ from, to, since }) =>
    diagnostic("config-unknown-key", `\`${from.join(".")}\` has another place since version ${since}, and could not be moved.`, {
      hint: `Move it to \`${to.join(".")}\` by hand, and run \`${again}\` again.`,
    }),
  );
}

/** Why --write would be refused, as far as a look at the files tells. */
async function refusalsOf(
  resolved: readonly ResolvedTarget[],
  results: readonly TargetResult[],
  { config }: UpgradeArgs,
  io: Io,
): Promise<readonly Diagnostic[]> {
  const { writeApis } = await import("../write-apis.js");
  const { diagnostics } = await writeApis(resolved, results, { force: false, config, dry: true }, io);
  return diagnostics.filter(({ severity }) => severity === "error");
}

function printPage(
  { upgrade: found }: Prepared,
  {
    args,
    isWritten,
    isFailed,
    isPartly,
  }: { readonly args: UpgradeArgs } & Readonly<Record<"isWritten" | "isFailed" | "isPartly", boolean>>,
  io: Io,
): void {
  print(io, "stdout", upgradeText(found, io));
  for (const { diff } of found.outputs) if (diff !== undefined) print(io, "stdout", diff.replaceAll("\u001b", "\u00b7"));
  const write = [found.write, ...found.next].join(" && ");
  if (isWritten) print(io, "stdout", `\nIt is written.${found.next.length === 0 ? "" : ` Next: ${found.next.join(" && ")}`}\n`);
  else if (isFailed) print(io, "stderr", isPartly ? "\nIt is written in part.\n" : "\nNothing was written.\n");
  else if (args.write === true) print(io, "stdout", "\nThere is nothing to do.\n");
  else if (found.refusals.length > 0) {
    print(
      io,
      "stdout",
      `\nTo be put right first, as --write refuses it:\n${found.refusals.map((each) => `  ${visible(each)}\n`).join("")}`,
    );
    print(io, "stdout", `\nTo do it: ${write}\n`);
  } else print(io, "stdout", changesFiles(found) || found.next.length > 0 ? `\nTo do it: ${write}\n` : "\nThere is nothing to do.\n");
}
