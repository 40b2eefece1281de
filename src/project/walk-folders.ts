import { join } from "node:path";
import type { Io } from "../io.js";
import { entriesOf } from "../source/project-folder.js";

/** Folders of what others wrote. */
const ofOthers: readonly string[] = ["node_modules", "bower_components", "venv"];

/** Folders of what is made. */
const made: readonly string[] = ["dist", "build", "out", "coverage", "target", "vendor", "tmp", "temp", "__snapshots__"];

/** What is in a folder. */
export type Entries = Awaited<ReturnType<Io["list"]>>;

/** How far a walk goes, and where. */
export interface Walk {
  /** Folders that are looked at. */
  readonly folders: number;
  /** Levels below the first folder. */
  readonly depth: number;
  /** Folders that are entered though their names begin with a dot, or are those of what is made. */
  readonly entered?: ReadonlySet<string>;
}

/**
 * Visits a folder and those below it, level by level, but for hidden ones, packages and what is made. `visit`: returns whether the folders in it are
 * visited, too. Whether there were more than are looked at. Links are not followed.
 */
export async function walkFolders(
  io: Io,
  root: string,
  { folders, depth, entered }: Walk,
  visit: (folder: string, entries: Entries) => boolean,
): Promise<boolean> {
  const isLeftOut = (name: string): boolean =>
    entered?.has(name) !== true && (name.startsWith(".") || ofOthers.includes(name) || made.includes(name));
  let level: readonly string[] = [root];
  let looked = 0;
  for (let at = 0; level.length > 0; at += 1) {
    if (at > depth) return true;
    const next: string[] = [];
    for (const folder of level) {
      looked += 1;
      if (looked > folders) return true;
      const entries = await entriesOf(folder, io);
      if (!visit(folder, entries)) continue;
      for (const { name, kind } of entries) if (kind === "directory" && !isLeftOut(name)) next.push(join(folder, name));
    }
    level = next;
  }
  return false;
}
