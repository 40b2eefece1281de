import { basename, dirname, join } from "node:path";
import type { Io } from "../io.js";

/** Where a file of the user's is written before it takes its place: beside it, under a name that says which process does so. */
export function draftOf(target: string, { pid }: Io): string {
  return `${target}.sundial-${String(pid)}`;
}

/** Removes drafts of a file that runs which are gone have left in a folder of the user. */
export async function removeDrafts(io: Io, target: string): Promise<void> {
  const start = `${basename(target)}.sundial-`;
  for (const { name, kind } of await io.list(dirname(target))) {
    const pid = name.startsWith(start) && /^\d+$/.test(name.slice(start.length)) ? Number(name.slice(start.length)) : undefined;
    if (kind === "file" && pid !== undefined && (pid === io.pid || !io.isRunning(pid))) await io.remove(join(dirname(target), name));
  }
}
