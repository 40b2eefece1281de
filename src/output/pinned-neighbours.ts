import { join } from "node:path";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic, Origin } from "../diagnostic/diagnostic.js";
import type { Io } from "../io.js";
import { nameOfPath } from "../source/uri.js";
import { readText } from "./journal.js";
import { lockPathOf, parsePinnedLock } from "./pinned-lock.js";

/** The files of the other snapshots of a folder, by path, with the name of the lock that lists each. */
export async function filesOfNeighbours(io: Io, root: string, own: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const { name, kind } of await io.list(root)) {
    if (kind !== "file" || !name.endsWith(lockPathOf("")) || name === own) continue;
    const lock = parsePinnedLock((await readText(io, join(root, name))) ?? "");
    if (typeof lock !== "string") for (const { path } of lock.files) files.set(path, name);
  }
  return files;
}

/** A file that two snapshots have would change or go with either of them. */
export function takenByNeighbour(io: Io, path: string, lock: string, at: Origin): Diagnostic {
  return diagnostic("snapshot-in-the-way", `${nameOfPath(path, io.cwd)} is a file of another snapshot, which ${lock} lists.`, {
    at,
    hint: "Give each snapshot a folder of its own, such as spec/vendor/openapi.yaml.",
  });
}
