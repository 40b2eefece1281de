import { join } from "node:path";
import { importExtensions, type ImportExtension } from "../emit/print/import-specifiers.js";
import type { Io } from "../io.js";
import { inputName } from "./check-output.js";
import { readText } from "./journal.js";
import { manifestName, parseManifest } from "./manifest.js";
import { readMergedManifest } from "./merged-manifest.js";
import { realPlace } from "../source/real-place.js";
import { isOlder, version } from "../version.js";

/** What the files of an output were made with, as far as a configuration may leave it open. */
export interface RecordedOptions {
  /** The version of openapi-sundial that made it. */
  readonly version: string | undefined;
  /** Undefined in outputs of versions that always wrote `.js`. */
  readonly importExtension: ImportExtension | undefined;
  readonly command: string | undefined;
  /** How its files name the description. */
  readonly source: string | undefined;
  /** The description, as the manifest names it. */
  readonly input: string | undefined;
  /** The API's name; undefined in outputs of versions that recorded only names of a configuration. */
  readonly name: string | undefined;
  /** The folder of a runtime that it shares, relative to the output. */
  readonly runtime: string | undefined;
}

/** The choices that an output folder records; undefined where no readable manifest does. */
export async function readRecordedOptions(io: Io, folder: string): Promise<RecordedOptions | undefined> {
  const entries = await io.list(folder).catch(() => []); // what is wrong with the folder, whoever writes to it reports
  if (!entries.some(({ name, kind }) => name === manifestName && kind === "file")) return undefined;
  const text = await readText(io, join(folder, manifestName));
  const manifest = text === undefined ? undefined : parseManifest(text);
  // Of two branches, the options are mostly the same.
  const found = typeof manifest === "object" ? manifest.options : text && readMergedManifest(text)?.options;
  const newer = typeof manifest === "object" || text === undefined ? undefined : newerVersionOf(text);
  const options = typeof found === "object" ? found : newer === undefined ? undefined : {};
  if (options === undefined) return undefined;
  const { importExtension, command, source, name, runtime } = options;
  return {
    version: typeof manifest === "object" ? manifest.version : newer,
    importExtension: importExtensions.find((each) => each === importExtension),
    command: typeof command === "string" ? command : undefined,
    source: typeof source === "string" ? source : undefined,
    input: typeof manifest === "object" ? manifest.inputs[0]?.name : undefined,
    name: typeof name === "string" ? name : undefined,
    runtime: typeof runtime === "string" ? runtime : undefined,
  };
}

/** The version that wrote a manifest which is none to this one, where it is newer: the format may have changed since. */
function newerVersionOf(text: string): string | undefined {
  const written = /^\s*\{\s*"sundial":\s*"([\w.+-]{1,60})"/.exec(text)?.[1];
  return written !== undefined && isOlder(version, written) ? written : undefined;
}

/**
 * How the files of an output name a description, where they are of that one: by a path from a configuration, which a command without one, and
 * a program, do not know. `input`: its URI.
 */
export async function recordedSource(
  io: Io,
  folder: string,
  recorded: RecordedOptions | undefined,
  input: string,
): Promise<string | undefined> {
  const isSame = recorded?.input !== undefined && recorded.input === inputName(await realPlace(io, folder), input);
  return isSame ? recorded.source : undefined;
}
