import { fileURLToPath } from "node:url";
import { diagnostic } from "../diagnostic/catalogue.js";
import { judged } from "../diagnostic/strictness.js";
import { ofApi, type Diagnostic } from "../diagnostic/diagnostic.js";
import type { Io } from "../io.js";
import { linkInsteadOfCache, readCache, writeCache } from "../output/cache.js";
import { currentByManifest, inputName, inputPath, type CurrentOutput } from "../output/check-output.js";
import { contentHash } from "../output/content-hash.js";
import type { Manifest } from "../output/manifest.js";
import { manifestOptions } from "../output/manifest-options.js";
import { refuseOutput } from "../output/path-containment.js";
import { readText } from "../output/journal.js";
import { lockPathOf } from "../output/pinned-lock.js";
import { readHandlerFiles } from "../output/handler-files.js";
import type { ShownFile } from "../source/source-file.js";
import { linesOf } from "../diagnostic/lines.js";
import { nameOf, uriOf } from "../source/uri.js";
import { version } from "../version.js";
import { linesFrom, locatorFrom, savedLinesOf, parsePreviousRun, positionsOf, type PreviousRun } from "./previous-run.js";
import { silence, type GeneratedTarget, type UnchangedTarget } from "./generate-target.js";
import type { ResolvedTarget } from "./resolve-target.js";

/**
 * The output of a target when its hashes are current, without reading its description as such. Undefined where they are not, and for a
 * description that is not a file on disk: its bytes would have to be loaded first.
 */
export async function currentOutput({ target, request }: ResolvedTarget, io: Io): Promise<CurrentOutput | undefined> {
  const input = uriOf(target.input, io.cwd);
  if (!input.startsWith("file:") || (request.templates?.problems.length ?? 0) > 0) return undefined;
  return currentByManifest(io, target.output, { version, options: manifestOptions(request), input });
}

/**
 * What there is to say where no server of a description answers, and the output is what was made of it the last time: a warning in place of each
 * error. Undefined where anything else is wrong, or different.
 */
export async function unreachedDescription(
  { target, request }: ResolvedTarget,
  diagnostics: readonly Diagnostic[],
  io: Io,
): Promise<readonly Diagnostic[] | undefined> {
  const isUnreached = ({ code, severity }: Diagnostic): boolean => code === "server-unreachable" && severity === "error";
  if (!diagnostics.some(isUnreached) || !diagnostics.every((each) => isUnreached(each) || each.severity !== "error")) return undefined;
  const expected = { version, options: manifestOptions(request), input: uriOf(target.input, io.cwd), unread: true };
  if ((await currentByManifest(io, target.output, expected)) === undefined) return undefined;
  const hint =
    "The files are what was made of it the last time. `snapshot` keeps a copy of a description in the repository, and `check` then needs no network.";
  return diagnostics.map((each) => (isUnreached(each) ? { ...each, severity: "warning", hint } : each));
}

/**
 * What a run would say of an output that it would leave as it is, from what the run before it said. Undefined when anything is different,
 * or not known: then the run has to be made.
 */
export async function reusePreviousRun(resolved: ResolvedTarget, io: Io): Promise<UnchangedTarget | undefined> {
  const { target, request, diagnostics: remarks } = resolved;
  const start = io.now();
  if ((await refuseOutput(io, target.output)) !== undefined) return undefined;
  const current = await currentOutput(resolved, io);
  // Messages have places, which a comment moves.
  if (current === undefined || current.reworded.length > 0) return undefined;
  // A lock, or what a run that died has left: whoever writes next puts it in order.
  if ((await io.list(current.root)).some(({ name }) => name.startsWith(".sundial-"))) return undefined;
  const previous = parsePreviousRun(await readCache(io, target.output, "run"));
  const key = await keyOf(resolved, current.manifest, io);
  if (previous?.key !== key || previous.handlers?.files !== (await handlersHash(resolved, io))) return undefined;
  const sources = await sourcesOf(previous, current, io);
  if (sources === undefined) return undefined;
  return {
    target,
    request,
    value: {
      kind: "unchanged",
      files: [...current.manifest.files.keys()],
      figures: previous.figures,
      handlers: previous.handlers?.diagnostics ?? [],
    },
    diagnostics: ofApi(silence([...remarks, ...previous.diagnostics], target.silence, target.label), target.label),
    sources,
    time: io.now() - start,
  };
}

/** That nothing can be kept of runs, as the first of their targets finds it: the others are of the same project. */
export async function cacheRemark(targets: readonly ResolvedTarget[], io: Io): Promise<readonly ResolvedTarget[]> {
  const [first, ...others] = targets;
  const link = first && (await linkInsteadOfCache(io, first.target.output));
  if (first === undefined || link === undefined) return targets;
  const message = `${nameOf(uriOf(link, io.cwd), io.cwd)} is a symbolic link: nothing is kept in it, and each run takes as long as the first.`;
  const remark = judged([diagnostic("cache-not-kept", message)], { strict: true, severity: first.target.severity });
  return [{ ...first, diagnostics: [...first.diagnostics, ...remark] }, ...others];
}

/** Keeps what a run said of an output that is now as it made it. `handlers`: what there was to say of handlers when none was lacking. */
export async function saveRun(generated: GeneratedTarget, handlers: readonly Diagnostic[] | undefined, io: Io): Promise<void> {
  const { target, value, sources } = generated;
  if (!sources.every(({ uri }) => uri.startsWith("file:"))) return;
  const files = await handlersHash(generated, io);
  if (files !== undefined && handlers === undefined) return;
  const run: PreviousRun = {
    key: await keyOf(generated, value.output.manifest, io),
    sources: sources.map(({ uri }) => uri),
    diagnostics: value.diagnostics,
    figures: value.figures,
    handlers: files === undefined ? null : { files, diagnostics: handlers ?? [] },
    positions: positionsOf(value.diagnostics, sources),
    lines: savedLinesOf(value.diagnostics, sources),
  };
  await writeCache(io, target.output, "run", run);
}

/** All that the words of a run depend on, and what its output was made of. */
async function keyOf(
  { target, request }: Pick<ResolvedTarget, "target" | "request">,
  made: Omit<Manifest, "files" | "inks">,
  io: Io,
): Promise<string> {
  const { input, output, name, handlers } = target;
  const { references, limits, templates } = request;
  // Templates of handlers are in no manifest.
  const own = templates?.files.map((each) => [each.name, contentHash(each.text)]);
  // What is said of a snapshot depends on its lock.
  const lock = target.remote?.snapshot === undefined ? undefined : await readText(io, lockPathOf(target.remote.snapshot));
  const pinned = [target.remote?.url, lock === undefined ? undefined : contentHash(lock)];
  const requested = { input, output, name, handlers, references, limits, own, pinned };
  return contentHash(JSON.stringify([await buildOf(io), io.cwd, requested, made.version, made.inputs, made.options]));
}

/** A text that another build of the same version does not share: the bundle's files are named by hashes, and this one names those it loads. */
async function buildOf(io: Io): Promise<string> {
  try {
    return contentHash(await io.read(fileURLToPath(import.meta.url)));
  } catch {
    return version; // not on the disk that is read from
  }
}

/** A hash of the files among which handlers are looked for; undefined where none are wanted. */
async function handlersHash({ target }: Pick<ResolvedTarget, "target">, io: Io): Promise<string | undefined> {
  if (target.handlers === undefined) return undefined;
  const { value } = await readHandlerFiles(io, target.handlers);
  return value === undefined ? "unreadable" : contentHash(JSON.stringify([...value]));
}

/** The files of the description, as far as messages show them; undefined when they are not those that the manifest names. */
async function sourcesOf(
  { sources, diagnostics, positions, lines }: PreviousRun,
  { root, manifest }: CurrentOutput,
  io: Io,
): Promise<readonly ShownFile[] | undefined> {
  const shown = new Set(diagnostics.map(({ at }) => at?.file));
  const files: ShownFile[] = [];
  for (const [index, { name }] of manifest.inputs.entries()) {
    const uri = sources[index];
    const path = inputPath(root, name);
    if (uri === undefined || path === undefined || inputName(root, uri) !== name) return undefined;
    const line =
      lines === null && shown.has(uri) ? linesOf(new TextDecoder().decode(await io.read(path))).text : linesFrom(lines ?? [], uri);
    files.push({ uri, name: nameOf(uri, io.cwd), locate: locatorFrom(positions, uri), line });
  }
  return sources.length === files.length ? files : undefined;
}
