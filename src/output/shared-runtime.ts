/**
 * The folder of a runtime that several APIs share. Its manifest says which configurations use it, and which parts each of them has: so
 * several may use one, as in a monorepo, and what none needs any more is removed.
 */
import { dirname, relative, resolve, sep } from "node:path";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic, Origin, Outcome } from "../diagnostic/diagnostic.js";
import { allParts } from "../emit/emitters.js";
import type { Part } from "../emit/options.js";
import type { ImportExtension } from "../emit/print/import-specifiers.js";
import type { GeneratedFile } from "../emit/print/file.js";
import type { Io } from "../io.js";
import type { Json } from "../source/source-file.js";
import { isOlder, version } from "../version.js";
import { isCurrent } from "./check-output.js";
import type { Manifest } from "./manifest.js";
import type { Output } from "./plan.js";
import { readSnapshot } from "./snapshot.js";

/** What a configuration asks of a runtime. */
export interface RuntimeRequest {
  /** Absolute. */
  readonly folder: string;
  /** The configuration, absolute. */
  readonly config: string;
  /** Where it names the folder; undefined where it no longer does. */
  readonly at: Origin | undefined;
  /** Those of all its APIs; none where it no longer uses the folder. */
  readonly parts: readonly Part[];
  readonly importExtension: ImportExtension;
}

/** Makes the files of some parts. */
export type EmitRuntime = (parts: readonly Part[], extension: ImportExtension) => readonly GeneratedFile[];

/** By the path of each configuration, relative to the folder: its parts. */
type Users = Readonly<Record<string, readonly Part[]>>;

/**
 * What stands in the folder after a run, when its manifest was `manifest` before. No files where no configuration uses it any more. An older
 * version does not write over the runtime of a newer one that another configuration has made: its code may lack what that one's needs.
 */
export async function runtimeOutput(
  request: RuntimeRequest,
  manifest: Manifest | undefined,
  io: Io,
  emit: EmitRuntime,
): Promise<Outcome<Output>> {
  const users = await usersOf(request, manifest, io);
  const conflict = versionConflict(request, manifest, users);
  if (conflict !== undefined) return { value: undefined, diagnostics: [conflict] };
  const files = emit(partsOf(users), request.importExtension);
  return { value: { files, manifest: made(request, users) }, diagnostics: [] };
}

/** The files of the folder, where it is what its manifest says and the configuration asks for: then there is nothing to do. */
export async function currentRuntime(request: RuntimeRequest, io: Io): Promise<readonly string[] | undefined> {
  const snapshot = await readSnapshot(io, request.folder, []);
  const { manifest } = snapshot;
  if (manifest === undefined || !isCurrent(snapshot)) return undefined;
  const wanted = made(request, await usersOf(request, manifest, io));
  const isWanted = manifest.version === wanted.version && JSON.stringify(manifest.options) === JSON.stringify(wanted.options);
  return isWanted ? [...manifest.files.keys()] : undefined;
}

export async function readRuntimeManifest({ folder }: RuntimeRequest, io: Io): Promise<Manifest | undefined> {
  return (await readSnapshot(io, folder, [])).manifest;
}

function made({ importExtension }: RuntimeRequest, configurations: Users): Output["manifest"] {
  return { version, inputs: [], options: { importExtension, configurations } };
}

const partsOf = (users: Users): readonly Part[] => allParts.filter((part) => Object.values(users).some((parts) => parts.includes(part)));

/** The configurations that use the folder now: the one that asks, and those of the manifest that still exist; in the order of their paths. */
async function usersOf({ folder, config, parts }: RuntimeRequest, manifest: Manifest | undefined, io: Io): Promise<Users> {
  const own = relative(folder, config).split(sep).join("/");
  const users = new Map<string, readonly Part[]>(parts.length === 0 ? [] : [[own, parts]]);
  for (const [path, recorded] of Object.entries(recordedUsers(manifest)))
    if (path !== own && (await io.realPath(resolve(folder, path))) !== undefined) users.set(path, recorded);
  return Object.fromEntries([...users].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** A manifest is input like any other: what is no part is none. */
function recordedUsers(manifest: Manifest | undefined): Users {
  const recorded: Json | undefined = manifest?.options["configurations"];
  if (typeof recorded !== "object" || recorded === null || Array.isArray(recorded)) return {};
  const entries = Object.entries(recorded).map(([path, parts]): readonly [string, readonly Part[]] => [
    path,
    allParts.filter((part) => Array.isArray(parts) && parts.includes(part)),
  ]);
  return Object.fromEntries(entries);
}

function versionConflict({ folder, config, at }: RuntimeRequest, manifest: Manifest | undefined, users: Users): Diagnostic | undefined {
  if (manifest === undefined || !isOlder(version, manifest.version)) return undefined;
  const own = relative(folder, config).split(sep).join("/");
  const other = Object.keys(users).find((path) => path !== own);
  if (other === undefined) return undefined;
  const name = relative(dirname(config), resolve(folder, other)).split(sep).join("/");
  return diagnostic(
    "runtime-version",
    `The runtime in ${folder} is of openapi-sundial ${manifest.version}, which ${name} is generated with, and this is ${version}.`,
    { at, hint: "Use one version for all configurations that share a runtime, or give each a runtime of its own." },
  );
}
