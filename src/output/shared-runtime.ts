/**
 * The folder of a runtime that several APIs share. Its manifest says which configurations use it, and which parts each of them has: so
 * several may use one, as in a monorepo, and what none needs any more is removed.
 */
import { dirname, relative, resolve, sep } from "node:path";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic, Origin, Outcome } from "../diagnostic/diagnostic.js";
import { allParts } from "../emit/emitters.js";
import type { Part } from "../emit/options.js";
import { importExtensions, type ImportExtension } from "../emit/print/import-specifiers.js";
import type { GeneratedFile } from "../emit/print/file.js";
import type { OwnHeading } from "../emit/print/header.js";
import type { Formatter } from "../format/formatter.js";
import type { Io } from "../io.js";
import { isOlder, version } from "../version.js";
import { isCurrent } from "./check-output.js";
import type { Manifest } from "./manifest.js";
import type { Output } from "./plan.js";
import { readSnapshot, type Snapshot } from "./snapshot.js";
import { realPlace } from "../source/real-place.js";

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
  /** Whether parts stay that the configuration no longer names: the code of an API that cannot be made anew goes on to import them. */
  readonly keepsParts?: boolean;
  readonly importExtension: ImportExtension;
  /** What stands above the first line of ours in each file. */
  readonly heading: OwnHeading;
  /** What goes through its files; undefined where nothing does. */
  readonly formatter: Formatter | undefined;
}

/** Makes the files of some parts. */
export type EmitRuntime = (parts: readonly Part[], extension: ImportExtension, heading: OwnHeading) => readonly GeneratedFile[];

/** By the path of each configuration, relative to the folder: its parts. */
type Users = Readonly<Record<string, readonly Part[]>>;

/**
 * What stands in the folder after a run, by what is there before. No files where no configuration uses it any more. An older version does not
 * write over the runtime of a newer one that another configuration has made: its code may lack what that one's needs.
 */
export async function runtimeOutput(request: RuntimeRequest, snapshot: Snapshot, io: Io, emit: EmitRuntime): Promise<Outcome<Output>> {
  const users = await usersOf(request, snapshot, io);
  const conflict = otherOutput(request, snapshot) ?? (await versionConflict(request, snapshot.manifest, users, io));
  if (conflict !== undefined) return { value: undefined, diagnostics: [conflict] };
  const settings = await settingsOf(request, snapshot, users, io);
  const files = emit(partsOf(users), settings.importExtension, settings.heading);
  return { value: { files, manifest: made(settings, users) }, diagnostics: [] };
}

/** The files of the folder, where it is what its manifest says and the configuration asks for: then there is nothing to do. */
export async function currentRuntime(request: RuntimeRequest, io: Io): Promise<readonly string[] | undefined> {
  const snapshot = await readSnapshot(io, request.folder, []);
  const { manifest } = snapshot;
  if (manifest === undefined || !isCurrent(snapshot)) return undefined;
  const users = await usersOf(request, snapshot, io);
  const wanted = made(await settingsOf(request, snapshot, users, io), users);
  const isWanted = manifest.version === wanted.version && JSON.stringify(manifest.options) === JSON.stringify(wanted.options);
  return isWanted ? [...manifest.files.keys()] : undefined;
}

/** Whether other configurations use the folder with a newer version. */
export async function isOfNewerVersion(request: RuntimeRequest, io: Io): Promise<boolean> {
  const snapshot = await readSnapshot(io, request.folder, []);
  return (await versionConflict(request, snapshot.manifest, await usersOf(request, snapshot, io), io)) !== undefined;
}

/** Whether configurations other than the one that asks use the folder. */
export async function hasOtherUsers(request: RuntimeRequest, io: Io): Promise<boolean> {
  const users = await usersOf({ ...request, parts: [], keepsParts: false }, await readSnapshot(io, request.folder, []), io);
  return Object.keys(users).length > 0;
}

interface Settings extends Pick<RuntimeRequest, "importExtension" | "heading"> {
  /** The kind of formatter. */
  readonly format: string | undefined;
}

/** What the first configuration asked for, as long as another uses the folder: two would undo each other's work. */
async function settingsOf(request: RuntimeRequest, { manifest }: Snapshot, users: Users, io: Io): Promise<Settings> {
  const own = await nameOf(request.folder, request.config, io);
  if (manifest === undefined || Object.keys(users).every((path) => path === own)) return { ...request, format: request.formatter?.kind };
  const { importExtension, header, eslintDisable, format } = manifest.options;
  const recorded = importExtensions.find((each) => each === importExtension);
  const lines = typeof header === "string" ? { header: header.split("\n") } : {};
  return {
    importExtension: recorded ?? request.importExtension,
    heading: { ...lines, ...(eslintDisable === true ? { eslintDisable } : {}) },
    format: typeof format === "string" ? format : undefined,
  };
}

/** Lines are recorded as one text: what is a list in this manifest are the parts of a configuration. */
function made({ importExtension, heading: { header, eslintDisable }, format }: Settings, configurations: Users): Output["manifest"] {
  const heading = { ...(header && { header: header.join("\n") }), ...(eslintDisable === true && { eslintDisable }) };
  return { version, inputs: [], options: { importExtension, configurations, ...heading, ...(format === undefined ? {} : { format }) } };
}

const partsOf = (users: Users): readonly Part[] => allParts.filter((part) => Object.values(users).some((parts) => parts.includes(part)));

/** The path of a configuration relative to the folder. Links are followed: two may lead to one folder from places that look alike. */
async function nameOf(folder: string, config: string, io: Io): Promise<string> {
  const real = (await io.realPath(config)) ?? config;
  return relative(await realPlace(io, folder), real)
    .split(sep)
    .join("/");
}

/** The configurations that use the folder now: the one that asks, and those on record that still exist; in the order of their paths. */
async function usersOf(
  { folder, config, parts, keepsParts = false }: RuntimeRequest,
  { root, manifestText }: Snapshot,
  io: Io,
): Promise<Users> {
  const own = await nameOf(folder, config, io);
  const users = new Map<string, readonly Part[]>(parts.length === 0 ? [] : [[own, parts]]);
  const known = recordedUsers(manifestText ?? "");
  const kept = keepsParts ? (known.get(own) ?? []) : [];
  if (kept.length > 0)
    users.set(
      own,
      allParts.filter((part) => parts.includes(part) || kept.includes(part)),
    );
  for (const [path, recorded] of known)
    if (path !== own && recorded.length > 0 && (await io.realPath(resolve(root, path))) !== undefined) users.set(path, recorded);
  return Object.fromEntries([...users].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * The configurations that the text of a manifest names, with their parts. It is read word by word: where two branches have added one each,
 * it holds the marks of a conflict, and both are meant. Nothing else in it is a list, and formatters part its lines as they like.
 */
function recordedUsers(text: string): ReadonlyMap<string, readonly Part[]> {
  const users = new Map<string, Part[]>();
  let current: Part[] = [];
  for (const [, word = "", list, value] of text.matchAll(/"([^"\\]+)"\s*(?:(:\s*\[)|(:))?/g)) {
    if (list !== undefined) {
      current = users.get(word) ?? [];
      users.set(word, current);
    }
    const part = list === undefined && value === undefined ? allParts.find((each) => each === word) : undefined;
    if (part !== undefined && !current.includes(part)) current.push(part);
  }
  return new Map([...users].map(([path, parts]) => [path, allParts.filter((part) => parts.includes(part))]));
}

/** The output of an API is no place for a runtime: its files would seem to have left it. */
function otherOutput({ folder, at }: RuntimeRequest, { manifest }: Snapshot): Diagnostic | undefined {
  if (manifest === undefined || "configurations" in manifest.options) return undefined;
  return diagnostic("output-refused", `${folder} cannot be a shared runtime: it holds the output of an API.`, {
    at,
    hint: "Choose another folder; or delete this one first, if nothing uses it any more.",
  });
}

async function versionConflict(
  { folder, config, at }: RuntimeRequest,
  manifest: Manifest | undefined,
  users: Users,
  io: Io,
): Promise<Diagnostic | undefined> {
  if (manifest === undefined || !isOlder(version, manifest.version)) return undefined;
  const own = await nameOf(folder, config, io);
  const others = Object.keys(users).filter((path) => path !== own);
  if (others.length === 0) return undefined;
  const names = others.map((path) => relative(dirname(config), resolve(folder, path)).split(sep).join("/"));
  return diagnostic(
    "runtime-version",
    `The runtime in ${folder} is of openapi-sundial ${manifest.version}, and this is ${version}. It is also that of ${names.join(", ")}.`,
    { at, hint: "Use one version for all configurations that share a runtime, or give this one a runtime of its own." },
  );
}
