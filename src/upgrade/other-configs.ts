import { dirname, join } from "node:path";
import { configNames } from "../config/read-config.js";
import type { Io } from "../io.js";
import { walkFolders } from "../project/walk-folders.js";

/** Folders that are looked at, and levels below the first. */
const limits = { folders: 1_000, depth: 4 } as const;

/** Configurations in a folder and below it, but for one of them: absolute, those further out first. One for each folder: the others in it are not read. */
export async function otherConfigs(io: Io, root: string, own: string | undefined): Promise<readonly string[]> {
  const found: string[] = [];
  await walkFolders(io, root, limits, (folder, entries) => {
    const names = new Set(entries.flatMap(({ name, kind }) => (kind === "file" ? [name] : [])));
    const name = configNames.find((each) => names.has(each));
    if (name !== undefined && (own === undefined || folder !== dirname(own))) found.push(join(folder, name));
    return true;
  });
  return found;
}
