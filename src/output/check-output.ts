import { dirname, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { redact } from "../diagnostic/redact.js";
import type { Io } from "../io.js";
import { isJsonArray, type Json } from "../source/source-file.js";
import { compareOutput, type Compared, type State } from "./compare-output.js";
import { journalName } from "./path-containment.js";
import { contentHash } from "./content-hash.js";
import { attributes, hasConflict, manifestName, printManifest, type Manifest, type ManifestInput } from "./manifest.js";
import { isUnion } from "./merged-manifest.js";
import { isSameValue, isSettled, manifestOf, type Output } from "./plan.js";
import { readSnapshot, type Obstacle, type Snapshot } from "./snapshot.js";
import { meaningOf } from "./meaning.js";
import { projectFolder } from "../source/project-folder.js";
import { isBelow, nameOfPath } from "../source/uri.js";
import { realPlace } from "../source/real-place.js";

/** One way in which an output is not what `generate` would leave. */
export interface Drift {
  /**
   * `interrupted`: a run was interrupted while it wrote. `manifest`: the manifest of the output is out of date; `inputs`: but only
   * in what it says of the description's text, which `generate` leaves as it is without `--force`; `merged`: it is that of two branches;
   * `conflicted`: git has left its marks in it; `damaged`: it is none, but its lines of files are there; `unreadable`: it is none, and nothing says any more which files were edited. `command`: files name another command than the configuration.
   */
  readonly kind:
    Exclude<State, "current"> | "interrupted" | "manifest" | "inputs" | "merged" | "conflicted" | "damaged" | "unreadable" | "command";
  /** Relative to the output folder. */
  readonly path: string;
  /** Of `foreign`, what is in the way, where it is no file that could be read. */
  readonly obstacle?: Obstacle["kind"];
}

export interface CheckReport {
  /** What has to be mended. */
  readonly drift: readonly Drift[];
  /** What is not as `generate` would leave it, and changes nothing of what the output says; those where something has to be mended are in `drift`. */
  readonly notes: readonly Drift[];
  /** Why the output is out of date, as far as the manifest can tell: "the description changed: ../spec/petstore.yaml". */
  readonly reasons: readonly string[];
  /** What stands on disk and what would be written, where both are known and differ. Empty when nothing drifted. */
  readonly differences: readonly Compared[];
}

export const currentReport: CheckReport = { drift: [], notes: [], reasons: [], differences: [] };

/** Compares an output with what is on disk. Writes nothing. */
export async function checkOutput(io: Io, folder: string, output: Output): Promise<CheckReport> {
  const snapshot = await readSnapshot(
    io,
    folder,
    output.files.map(({ path }) => path),
  );
  const compared = await compareOutput(io, snapshot, output.files);
  const differences = compared.filter(({ path, state }) => state !== "current" && !snapshot.obstacles.has(path));
  const found: Drift[] = [
    ...obstaclesAmong(compared, snapshot),
    ...differences.map(({ path, state }): Drift => ({ path, kind: state === "current" ? "stale" : state })),
  ];
  if (snapshot.journal !== undefined) found.unshift({ kind: "interrupted", path: journalName });
  const manifest = manifestOf(output, compared);
  const ofManifest = manifestDrift(snapshot, manifest);
  if (ofManifest !== undefined) found.push(ofManifest);
  const shownName = (name: string): string => inputAsShown(snapshot.root, name, io.cwd);
  const reasons = found.length === 0 ? [] : reasonsFor(snapshot, output.manifest, printManifest(manifest), shownName);
  if (reasons.length === 0 && differences.some(({ state }) => state === "stale")) {
    reasons.push("sundial itself writes something else now, though its version is the same");
  }
  const isCurrent = found.every(isNote);
  return {
    drift: isCurrent ? [] : found.filter(({ kind }) => kind !== "inputs"),
    notes: isCurrent ? found : found.filter(({ kind }) => kind === "inputs"),
    reasons,
    differences,
  };
}

/** The same where a difference of any kind has to be mended. */
export function frozen({ drift, notes, ...rest }: CheckReport): CheckReport {
  return { ...rest, drift: [...drift, ...notes], notes: [] };
}

/** What changes nothing of what an output says. */
const noteKinds: ReadonlySet<Drift["kind"]> = new Set(["formatted", "manifest", "inputs", "merged", "damaged", "command"]);

/** What git is told of the manifest is no part of what the output says either. */
function isNote({ kind, path }: Drift): boolean {
  return noteKinds.has(kind) || path === attributes.path;
}

function manifestDrift(snapshot: Snapshot, manifest: Manifest): Drift | undefined {
  if (snapshot.manifestProblem !== undefined) return { kind: kindOfProblem(snapshot), path: manifestName };
  const { manifestText } = snapshot;
  if (manifestText === undefined) return { kind: "missing", path: manifestName };
  if (isSameValue(printManifest(manifest), manifestText)) return undefined;
  return { kind: isSettled(snapshot, manifest) ? "inputs" : "manifest", path: manifestName };
}

/** What a manifest is that is none. */
function kindOfProblem({ manifestText = "", merged }: Snapshot): "unreadable" | "conflicted" | "merged" | "damaged" {
  if (merged === undefined) return "unreadable";
  if (hasConflict(manifestText)) return "conflicted";
  return isUnion(manifestText) ? "merged" : "damaged";
}

/** What is in the way of wanted files, each once: a link to a folder is that of all files below it. */
function obstaclesAmong(compared: readonly Compared[], { obstacles }: Snapshot): readonly Drift[] {
  const inTheWay = compared.flatMap(({ path }) => obstacles.get(path) ?? []);
  return Array.from(new Map(inTheWay.map((each) => [each.path, each.kind])), ([path, obstacle]) => ({ kind: "foreign", path, obstacle }));
}

/** What changed since the output was made, one sentence each. `wanted`: the text of the manifest that would be written. */
function reasonsFor(snapshot: Snapshot, manifest: Output["manifest"], wanted: string, shownName: (name: string) => string): string[] {
  const before = snapshot.manifest;
  const reasons: string[] = [];
  if (snapshot.journal !== undefined) reasons.push("a run was interrupted while it wrote");
  if (before === undefined) return [...reasons, whyNoManifest(snapshot)];
  // Nothing else makes a manifest of which we would write another one, but a version that wrote no checksum yet.
  const isOfOlderFormat = before.version !== manifest.version && !/^\s*"checksum":/m.test(snapshot.manifestText ?? "");
  if (!isOfOlderFormat && ![printManifest(before), wanted].some((text) => isSameValue(text, snapshot.manifestText)))
    reasons.push(`${manifestName} was put together from several runs, as when branches are merged, or edited by hand`);
  const old = new Map(before.inputs.map((input) => [redact(input.name), input]));
  const overlays = new Set([before.options["overlays"], manifest.options["overlays"]].flatMap((each) => (isJsonArray(each) ? each : [])));
  const now = new Map(manifest.inputs.map((input) => [input.name, input]));
  for (const [name, input] of now) {
    if (!old.has(name) && !overlays.has(name)) reasons.push(`the description has a new file: ${shownName(name)}`);
    else if (!saysTheSame(old.get(name), input))
      reasons.push(`the ${overlays.has(name) ? "overlay" : "description"} changed: ${shownName(name)}`);
  }
  for (const name of old.keys())
    if (!now.has(name) && !overlays.has(name)) reasons.push(`the description no longer reads: ${shownName(name)}`);
  for (const name of new Set([...Object.keys(before.options), ...Object.keys(manifest.options)])) {
    const [from, to] = [shown(before.options[name]), shown(manifest.options[name])];
    if (from !== to && name === "configurations")
      for (const item of usersReasons(before.options[name], manifest.options[name])) reasons.push(item);
    else if (name === "templates") for (const item of templateReasons(before.options[name], manifest.options[name])) reasons.push(item);
    else if (from !== to) reasons.push(`the option ${name} changed from ${from} to ${to}`);
  }
  if (before.version !== manifest.version) {
    const changed = `openapi-sundial changed from ${before.version} to ${manifest.version}`;
    reasons.push(reasons.length === 0 ? `${changed}, and nothing else did` : changed);
  }
  return reasons;
}

function whyNoManifest(snapshot: Snapshot): string {
  if (snapshot.manifestProblem === undefined) return `there is no ${manifestName}: it was never generated, or not committed`;
  if (kindOfProblem(snapshot) === "merged") return `${manifestName} has the lines of two branches, which git has merged`;
  return `${manifestName} cannot be read: ${snapshot.manifestProblem}`;
}

function saysTheSame(before: ManifestInput | undefined, now: ManifestInput): boolean {
  return before?.hash === now.hash || (before?.meaning !== undefined && before.meaning === now.meaning);
}

/** An input of a manifest as a person would name it. */
function inputAsShown(root: string, name: string, cwd: string): string {
  const path = inputPath(root, name);
  return path === undefined ? name : nameOfPath(path, cwd);
}

/** Which configurations use a shared runtime now and did not, or did and no longer do, or have other parts. */
function usersReasons(before: Json | undefined, now: Json | undefined): readonly string[] {
  const recordOf = (value: Json | undefined): Readonly<Record<string, Json>> =>
    typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, Json>>) : {}; // no list, as was asked
  const [old, fresh] = [recordOf(before), recordOf(now)];
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])].flatMap((path) => {
    if (shown(old[path]) === shown(fresh[path])) return [];
    if (old[path] === undefined) return [`${path} uses it now`];
    return fresh[path] === undefined ? [`${path} no longer uses it, or is not there`] : [`the parts of ${path} changed`];
  });
}

/** What became of the templates that people have taken over: their hashes by name. */
function templateReasons(before: Json | undefined, now: Json | undefined): readonly string[] {
  const [old, own] = [hashesOf(before), hashesOf(now)];
  return [...new Set([...old.keys(), ...own.keys()])].flatMap((name) => {
    if (old.get(name) === own.get(name)) return [];
    if (!old.has(name)) return [`the template ${name} was taken over`];
    return [own.has(name) ? `the template ${name} changed` : `the template ${name} is no longer taken over`];
  });
}

const hashesOf = (value: Json | undefined): ReadonlyMap<string, Json> =>
  new Map(typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : []);

function shown(value: Json | undefined): string {
  return value === undefined ? "unset" : JSON.stringify(value);
}

/** An output that is what its manifest says. */
export interface CurrentOutput {
  /** Absolute, symlinks resolved. */
  readonly root: string;
  readonly manifest: Manifest;
  /** Names of files of the description of which the text is another now, and what it says is not. */
  readonly reworded: readonly string[];
}

/**
 * An output that is current according to its manifest alone: same tool, same options, same input, and every file of the
 * description and of the output has the hash it had. What is returned is certain as far as hashes go. Undefined says only that
 * the output has to be generated to know. `input`: URI of the description. `unread`: what is not on the disk counts as what it was.
 */
export async function currentByManifest(
  io: Io,
  folder: string,
  expected: { readonly version: string; readonly options: Manifest["options"]; readonly input: string; readonly unread?: boolean },
): Promise<CurrentOutput | undefined> {
  const snapshot = await readSnapshot(io, folder, []);
  const manifest = snapshot.manifest;
  if (manifest === undefined || !isCurrent(snapshot)) return undefined;
  if (manifest.version !== expected.version || JSON.stringify(manifest.options) !== JSON.stringify(expected.options)) return undefined;
  // A URL may have led to another, of which the manifest tells; the one that is asked for stands in the options.
  const isUnread = expected.unread === true && /^https?:/.test(expected.input);
  if (!isUnread && manifest.inputs[0]?.name !== inputName(snapshot.root, expected.input)) return undefined;
  const mayRead = await readableInputs(io, expected.input);
  const reworded: string[] = [];
  for (const { name, hash, meaning } of manifest.inputs) {
    const path = inputPath(snapshot.root, name);
    if (path === undefined && expected.unread === true) continue;
    const bytes = path !== undefined && (await mayRead(path)) ? await bytesOf(io, path) : undefined;
    if (bytes === undefined || path === undefined) return undefined;
    if (contentHash(bytes) === hash) continue;
    if (meaning === undefined || (await meaningHash(bytes, path)) !== meaning) return undefined;
    reworded.push(nameOfPath(path, io.cwd));
  }
  return { root: snapshot.root, manifest, reworded };
}

/** Whether a folder holds what its manifest says, all of it and nothing else of ours, and no run was interrupted there. */
export function isCurrent({ manifest, manifestText, journal, files, diagnostics }: Snapshot): boolean {
  if (manifest === undefined || journal !== undefined || diagnostics.length > 0) return false;
  if (!isSameValue(printManifest(manifest), manifestText)) return false;
  for (const [path, hash] of manifest.files) if (files.get(path)?.hash !== hash) return false;
  for (const path of files.keys()) if (!manifest.files.has(path)) return false;
  return true;
}

/**
 * Whether a file that a manifest names may be opened: the description itself, or a file of the project it is in, symbolic links resolved. A manifest
 * is somebody's text, and whether a file has a hash tells of what is in it. Of others that the configuration lets be read, reading the description says it.
 */
async function readableInputs(io: Io, input: string): Promise<(path: string) => Promise<boolean>> {
  const own = input.startsWith("file:") ? fileURLToPath(input) : undefined;
  const folder = await realPlace(io, own === undefined ? io.cwd : dirname(own));
  const project = (await projectFolder(folder, io)) ?? folder;
  return async (path) => {
    if (path === own) return true;
    const real = await io.realPath(path);
    return real !== undefined && isBelow(project, real);
  };
}

async function bytesOf(io: Io, path: string): Promise<Uint8Array | undefined> {
  try {
    return await io.read(path);
  } catch {
    // Whatever keeps it from being read, loading the description will name it.
    return undefined;
  }
}

/** The hash of what a file says. What reads it is loaded where its text is not what it was. */
async function meaningHash(bytes: Uint8Array, path: string): Promise<string | undefined> {
  const { parseBytes } = await import("../source/parse.js");
  const { value } = await parseBytes(bytes, pathToFileURL(path).href, path);
  const meaning = value && meaningOf(value);
  return meaning === undefined ? undefined : contentHash(meaning);
}

/** How a manifest names a file of the description by its URI: relative to the output folder, or its URL without secrets. */
export function inputName(root: string, uri: string): string {
  if (uri.startsWith("file:")) return relative(root, fileURLToPath(uri)).split(sep).join("/");
  return redact(uri);
}

/** The path of a named file, or undefined for what is not a file. */
export function inputPath(root: string, name: string): string | undefined {
  return /^(https?|stdin):/.test(name) ? undefined : resolve(root, name);
}
