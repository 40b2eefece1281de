/** The runtime that the APIs of a configuration share, as `generate` and `check` see it. */
import { dirname, relative, resolve, sep } from "node:path";
import type { RuntimeTarget } from "../config/runtime.js";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic, Outcome } from "../diagnostic/diagnostic.js";
import type { ImportExtension } from "../emit/print/import-specifiers.js";
import type { Formatter } from "../format/formatter.js";
import type { Io } from "../io.js";
import { checkOutput, currentReport, type CheckReport } from "../output/check-output.js";
import { manifestName } from "../output/manifest.js";
import { refuseOutput } from "../output/path-containment.js";
import type { Output } from "../output/plan.js";
import { readRecordedOptions } from "../output/recorded-options.js";
import {
  currentRuntime,
  hasOtherUsers,
  isOfNewerVersion,
  runtimeOutput,
  type EmitRuntime,
  type RuntimeRequest,
} from "../output/shared-runtime.js";
import { readSnapshot, type Snapshot } from "../output/snapshot.js";
import type { Destined } from "../output/write-outputs.js";
import { projectFolder } from "../source/project-folder.js";
import { isBelow } from "../source/uri.js";
import type { ResolvedTarget } from "./resolve-target.js";

/**
 * The runtime that some targets share; undefined where each has its own. A configuration has one at most. A check takes the choices that it
 * was made with: the project around it may not be whole.
 */
export async function runtimeOf(
  targets: readonly ResolvedTarget[],
  io: Io,
  purpose: "generate" | "check",
): Promise<Outcome<RuntimeRequest>> {
  const runtime = targets.find(({ target }) => target.runtime !== undefined)?.target.runtime;
  if (runtime === undefined) return { value: undefined, diagnostics: [] };
  const problem = await placeProblem(runtime, io);
  if (problem !== undefined) return { value: undefined, diagnostics: [problem] };
  const { folder, config, at, parts, heading } = runtime;
  const importExtension = await extensionOf(runtime, targets, io, purpose);
  const formatter = await formatterOf(runtime.format, { folder, config }, io);
  const request = { folder, config, at, parts, heading, importExtension, formatter };
  const left = await leftOutputs(request, targets, io);
  return { value: request, diagnostics: left.map((each) => leftRemark(each, request)) };
}

/**
 * Outputs that import a runtime, and that its configuration no longer names: they lie beside those that it does, or beside the runtime. Where other configurations use it, they may be of one of these.
 */
async function leftOutputs(request: RuntimeRequest, targets: readonly ResolvedTarget[], io: Io): Promise<readonly string[]> {
  const known = new Set(targets.flatMap(({ target }) => target.outputs));
  const beside = new Set([request.folder, ...known].map((folder) => dirname(folder)));
  const left: string[] = [];
  for (const parent of [...beside].sort()) {
    const entries = await io.list(parent).catch(() => []); // what cannot be read holds no output that is known
    for (const folder of entries
      .filter(({ kind }) => kind === "directory")
      .map(({ name }) => resolve(parent, name))
      .sort()) {
      if (known.has(folder) || folder === request.folder) continue;
      const recorded = await readRecordedOptions(io, folder);
      if (recorded?.runtime !== undefined && resolve(folder, recorded.runtime) === request.folder) left.push(folder);
    }
  }
  return left.length === 0 || (await hasOtherUsers(request, io)) ? [] : left;
}

function leftRemark(folder: string, { config, at }: RuntimeRequest): Diagnostic {
  const shown = relative(dirname(config), folder).split(sep).join("/");
  return diagnostic("output-left", `No API has the output ${shown} any more, and its code imports the shared runtime.`, {
    at,
    hint: "Delete the folder if nothing uses it, or configure it again: the runtime has only what APIs of the configuration need.",
  });
}

/**
 * Code of the project imports it: what lies elsewhere would be there on one machine alone. What lies in the output of another
 * configuration is of that one.
 */
async function placeProblem({ folder, config, at }: RuntimeTarget, io: Io): Promise<Diagnostic | undefined> {
  const project = (await projectFolder(dirname(config), io)) ?? dirname(config);
  for (let above = dirname(folder); isBelow(project, above); above = dirname(above)) {
    if ((await readRecordedOptions(io, above))?.command === undefined) continue;
    return diagnostic("config-invalid-value", `\`runtime\` must not be inside ${above}, which is the output of an API.`, {
      at,
      hint: "Name a folder beside it, such as src/sundial.",
    });
  }
  if (isBelow(project, folder)) return refuseOutput(io, folder);
  return diagnostic(
    "config-invalid-value",
    `\`runtime\` must be inside the project, whose code imports it: ${folder} is not in ${project}.`,
    {
      at,
      hint: "Name a folder beside those of the APIs, such as src/sundial.",
    },
  );
}

async function extensionOf(
  { folder, importExtension }: RuntimeTarget,
  targets: readonly ResolvedTarget[],
  io: Io,
  purpose: "generate" | "check",
): Promise<ImportExtension> {
  if (importExtension !== "auto") return importExtension;
  const recorded = (await readRecordedOptions(io, folder))?.importExtension;
  if (purpose === "check" && recorded !== undefined) return recorded;
  const { decideImportExtension } = await import("../project/inspect-project.js");
  const { extension, isGuess } = await decideImportExtension(io, folder, recorded);
  // A folder beside the packages that use it has no tsconfig of its own: theirs compile it.
  return isGuess ? (recorded ?? targets[0]?.request.importExtension ?? extension) : extension;
}

/**
 * Runtimes that outputs were made with and no API of their configuration uses any more: what these targets are made with is another one, or
 * their own. An output that could not be made anew is none of these targets, and its code goes on to import what it did.
 */
export async function abandonedRuntimes(targets: readonly ResolvedTarget[], io: Io): Promise<readonly RuntimeRequest[]> {
  const inUse = new Set(targets.flatMap(({ target }) => target.runtime?.folder ?? []));
  const abandoned = new Map<string, RuntimeRequest>();
  for (const { target, recorded, request } of targets) {
    const folder = recorded?.runtime && resolve(target.output, recorded.runtime);
    if (folder === undefined || folder === "" || target.config === undefined || inUse.has(folder)) continue;
    const others = target.outputs.filter((output) => !targets.some((each) => each.target.output === output));
    const left: RuntimeRequest = {
      folder,
      config: target.config,
      at: undefined,
      parts: [],
      importExtension: request.importExtension ?? "js",
      heading: {},
      formatter: undefined,
    };
    // One of a newer version, which others use, is theirs to put in order: whoever leaves it needs nothing of it.
    if ((await isMade(folder, io)) && !(await isUsedBy(others, folder, io)) && !(await isOfNewerVersion(left, io)))
      abandoned.set(folder, left);
  }
  return [...abandoned.values()];
}

async function isMade(folder: string, io: Io): Promise<boolean> {
  const entries = await io.list(folder).catch(() => []); // whatever is wrong with it, it is no runtime of ours
  return entries.some(({ name }) => name === manifestName || name.startsWith(".sundial-"));
}

async function isUsedBy(outputs: readonly string[], folder: string, io: Io): Promise<boolean> {
  for (const output of outputs) {
    const recorded = await readRecordedOptions(io, output);
    if (recorded?.runtime !== undefined && resolve(output, recorded.runtime) === folder) return true;
  }
  return false;
}

/**
 * What a run has to write for a runtime; `unchanged`: the files of one for which there is nothing to do. `overwrite`: the command line that
 * writes over what was edited by hand.
 */
export async function planRuntime(
  request: RuntimeRequest,
  io: Io,
  overwrite: string | undefined,
): Promise<{ readonly unchanged: readonly string[] } | { readonly destined: Destined }> {
  const unchanged = request.parts.length === 0 ? undefined : await currentRuntime(request, io);
  // A lock, or what a run that died has left, is put in order by whoever writes next.
  if (unchanged !== undefined && !(await hasRemains(request.folder, io))) return { unchanged };
  const emit = await loadEmitter();
  const output = async (snapshot: Snapshot): Promise<Outcome<Output>> => {
    const { value, diagnostics } = await formattedRuntime(await runtimeOutput(request, snapshot, io, emit), request, io);
    return { value: value && { ...value, overwrite }, diagnostics };
  };
  return { destined: { folder: request.folder, output } };
}

async function hasRemains(folder: string, io: Io): Promise<boolean> {
  return (await io.list(folder)).some(({ name }) => name.startsWith(".sundial-"));
}

/** Compares a runtime with what is on disk. `full`: even where its hashes say that nothing changed. */
export async function checkRuntime(request: RuntimeRequest, io: Io, full: boolean): Promise<Outcome<CheckReport>> {
  if (!full && (await currentRuntime(request, io)) !== undefined) return { value: currentReport, diagnostics: [] };
  const made = await runtimeOutput(request, await readSnapshot(io, request.folder, []), io, await loadEmitter());
  const { value, diagnostics } = await formattedRuntime(made, request, io);
  return { value: value && (await checkOutput(io, request.folder, value)), diagnostics };
}

/** A runtime as the formatter lays it out that was asked for first, where several configurations use it. */
async function formattedRuntime({ value, diagnostics }: Outcome<Output>, request: RuntimeRequest, io: Io): Promise<Outcome<Output>> {
  const format = value?.manifest.options["format"];
  if (value === undefined || format === undefined) return { value, diagnostics };
  // What the manifest names is somebody's text: a command is in no manifest.
  const recorded = format === "prettier" || format === "biome" ? format : undefined;
  const formatter = format === request.formatter?.kind ? request.formatter : await formatterOf(recorded, request, io);
  if (formatter === undefined) return { value, diagnostics };
  const { formatFiles } = await import("../format/format-files.js");
  const { files, diagnostics: problems } = await formatFiles(value.files, formatter, request.folder, io);
  return { value: { ...value, files }, diagnostics: [...diagnostics, ...problems] };
}

/** What goes through the files of a runtime. What finds it is loaded where it is asked for. */
async function formatterOf(
  format: RuntimeTarget["format"],
  { folder, config }: Pick<RuntimeRequest, "folder" | "config">,
  io: Io,
): Promise<Formatter | undefined> {
  if (format === undefined || format === false) return undefined;
  const { findFormatter } = await import("../format/find-formatter.js");
  return findFormatter(format, folder, dirname(config), io);
}

/** What emits is loaded only where something has to be emitted. */
async function loadEmitter(): Promise<EmitRuntime> {
  return (await import("../emit/emit.js")).emitRuntimeOf;
}

/** A remark where several APIs have copies of a runtime, and nobody has said that they shall. */
export function copiesRemark(targets: readonly ResolvedTarget[]): readonly Diagnostic[] {
  const copies = targets[0]?.target.copies ?? 0;
  if (copies === 0) return [];
  const message = `${String(copies)} APIs have copies of the same runtime: an error of one is not of the class of another's.`;
  return [
    diagnostic("runtime-copies", message, {
      hint: '`runtime: "src/sundial"` in the configuration lets them share one; `runtime: false` keeps the copies without this remark.',
    }),
  ];
}
