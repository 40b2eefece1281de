import { join } from "node:path";
import type { Io } from "../io.js";
import { readText } from "./journal.js";
import { manifestName, parseManifest, type Manifest } from "./manifest.js";

/** The options that the files of an output folder were made with; undefined where no readable manifest says so. */
export async function recordedOptions(io: Io, folder: string): Promise<Manifest["options"] | undefined> {
  const entries = await io.list(folder).catch(() => []); // what is wrong with the folder, whoever writes to it reports
  if (!entries.some(({ name, kind }) => name === manifestName && kind === "file")) return undefined;
  const text = await readText(io, join(folder, manifestName));
  const manifest = text === undefined ? undefined : parseManifest(text);
  return typeof manifest === "object" ? manifest.options : undefined;
}
