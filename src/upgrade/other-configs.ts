import { dirname, join } from "node:path";
import { configNames } from "../config/read-config.js";
import type { Io } from "../io.js";
import { entriesOf } from "../source/project-folder.js";

/** Folders that are looked at, and levels below the first. */
const limits = { folders: 1_000, depth: 4 } as const;

/** Folders of what others wrote, or of what is made. */
const leftOut = /^(?:\..*|node_modules|bower_components|dist|build|out|coverage|target|vendor|tmp|temp)$/;

/** Configurations in a folder and below it, but for one of them: absolute, those further out first. One for each folder: the others in it are not read. */
export async function otherConfigs(io: Io, root: string, own: string | undefined): Promise<readonly string[]> {
  const found: string[] = [];
  const open: { readonly folder: string; readonly depth: number }[] = [{ folder: root, depth: 0 }];
  // What is added while it runs is visited, too.
  for (const { folder, depth } of open) {
    const entries = await entriesOf(folder, io);
    const names = new Set(entries.flatMap(({ name, kind }) => (kind === "file" ? [name] : [])));
    const name = configNames.find((each) => names.has(each));
    if (name !== undefined && (own === undefined || folder !== dirname(own))) found.push(join(folder, name));
    if (depth === limits.depth) continue;
    for (const entry of entries)
      if (entry.kind === "directory" && !leftOut.test(entry.name) && open.length < limits.folders)
        open.push({ folder: join(folder, entry.name), depth: depth + 1 });
  }
  return found;
}
