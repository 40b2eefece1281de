import { dirname, join } from "node:path";
import type { Io } from "../io.js";

/** Where a file of the user's is written before it takes its place: beside it, under a name that says which process does so. */
export function draftOf(target: string, { pid }: Io): string {
  return `${target}.sundial-${String(pid)}`;
}

/** Removes drafts of files that runs which are gone have left in folders of the user. Each folder is read once. */
export async function removeDrafts(io: Io, targets: readonly string[]): Promise<void> {
  const wanted = new Set(targets);
  for (const folder of new Set(targets.map((target) => dirname(target))))
    for (const { name, kind } of await io.list(folder)) {
      const [, own, pid] = draftName.exec(name) ?? [];
      const isDraft = kind === "file" && own !== undefined && wanted.has(join(folder, own));
      if (isDraft && (Number(pid) === io.pid || !io.isRunning(Number(pid)))) await io.remove(join(folder, name));
    }
}

const draftName = /^(.+)\.sundial-(\d+)$/;
