import { join } from "node:path";
import { importExtensions, type ImportExtension } from "../emit/print/import-specifiers.js";
import type { Io } from "../io.js";
import { readText } from "./journal.js";
import { manifestName, parseManifest } from "./manifest.js";

/** What the files of an output were made with, as far as a configuration may leave it open. */
export interface RecordedOptions {
  /** Undefined in outputs of versions that always wrote `.js`. */
  readonly importExtension: ImportExtension | undefined;
  readonly command: string | undefined;
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
  if (typeof manifest !== "object") return undefined;
  const { importExtension, command, name, runtime } = manifest.options;
  return {
    importExtension: importExtensions.find((each) => each === importExtension),
    command: typeof command === "string" ? command : undefined,
    name: typeof name === "string" ? name : undefined,
    runtime: typeof runtime === "string" ? runtime : undefined,
  };
}
