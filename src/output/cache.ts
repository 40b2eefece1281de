import { dirname, join } from "node:path";
import { errorCode, type Io } from "../io.js";
import { entriesOf, mayBeProject } from "../source/project-folder.js";
import { contentHash } from "./content-hash.js";
import { realPlace } from "../source/real-place.js";

/**
 * What may be forgotten at any time: files in `node_modules/.cache/sundial` of the user's package. It is never in a folder that others write
 * to, and what is read there is still only data of unknown shape.
 */

/** Bytes of one file. */
const maxCacheBytes = 4 * 1024 * 1024;

/** The value that was kept under a name for an output folder; undefined where there is none, or it cannot be read. */
export async function readCache(io: Io, folder: string, name: string): Promise<unknown> {
  const place = await placeOf(io, folder, name);
  if (place === undefined) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await io.read(join(place.folder, place.file), { most: maxCacheBytes }));
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    // Whatever is wrong with it, it is made anew.
    return undefined;
  }
}

/**
 * Keeps a value of JSON, where there is a folder for it that can be written to. It is written beside its place and renamed: of two runs at
 * once one wins, and one that dies leaves what was there.
 */
export async function writeCache(io: Io, folder: string, name: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  const place = text.length > maxCacheBytes ? undefined : await placeOf(io, folder, name);
  if (place === undefined) return;
  const draft = join(place.folder, `draft-${String(io.pid)}-${place.file}`);
  try {
    await io.makeDirectory(place.folder);
    await removeDrafts(io, place.folder);
    await io.write(draft, text);
    await io.rename(draft, join(place.folder, place.file));
  } catch (error) {
    // A disk that is full or may not be written to: the next run takes as long as this one.
    if (errorCode(error) === undefined) throw error;
  }
}

/** The link that keeps anything from being kept, because it is where the folder for it would be; undefined where there is none. */
export async function linkInsteadOfCache(io: Io, output: string): Promise<string | undefined> {
  const root = await realPlace(io, output);
  for (let at = root; await mayBeProject(at, io); at = dirname(at)) {
    const kinds = new Map((await entriesOf(at, io)).map((entry) => [entry.name, entry.kind]));
    if (kinds.get("package.json") === "file" && kinds.has("node_modules"))
      return kinds.get("node_modules") === "symlink" ? join(at, "node_modules") : undefined;
    if (kinds.has(".git")) return undefined;
  }
  return undefined;
}

/** Where a value is kept: beside the nearest package.json that has a node_modules beside it. No link is followed, as it may lead to anywhere. */
async function placeOf(io: Io, output: string, name: string): Promise<{ readonly folder: string; readonly file: string } | undefined> {
  const root = await realPlace(io, output);
  for (let at = root; await mayBeProject(at, io); at = dirname(at)) {
    const kinds = new Map((await entriesOf(at, io)).map((entry) => [entry.name, entry.kind]));
    if (kinds.get("package.json") === "file" && kinds.get("node_modules") === "directory") {
      const folder = join(at, "node_modules", ".cache", "sundial");
      const isReal = (await realPlace(io, folder)) === folder;
      return isReal ? { folder, file: `${name}-${contentHash(root).slice(0, 32)}.json` } : undefined;
    }
    if (kinds.has(".git")) return undefined;
  }
  return undefined;
}

/** Removes what runs that died have left. */
async function removeDrafts(io: Io, folder: string): Promise<void> {
  for (const { name, kind } of await io.list(folder)) {
    const pid = /^draft-(\d+)-/.exec(name)?.[1];
    if (kind === "file" && pid !== undefined && !io.isRunning(Number(pid))) await io.remove(join(folder, name));
  }
}
