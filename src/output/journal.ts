import { join } from "node:path";
import { errorCode, type Io } from "../io.js";
import { isContained, journalName } from "./path-containment.js";

/**
 * What a run that has begun to rename files into place may have left on disk: for each path, the hashes that are ours.
 * Its presence says that a run was interrupted. The next run needs no copy of the interrupted one's files: it makes its own,
 * and takes what the journal lists as its to replace.
 */
export type Journal = ReadonlyMap<string, readonly string[]>;

export async function readJournal(io: Io, root: string, name = journalName): Promise<Journal | undefined> {
  const text = await readText(io, join(root, name));
  return text === undefined ? undefined : parseJournal(text);
}

/** A journal that cannot be read lists nothing, and still says that a run was interrupted. */
function parseJournal(text: string): Journal {
  const journal = new Map<string, readonly string[]>();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return journal;
  }
  if (typeof value !== "object" || value === null) return journal;
  for (const [path, hashes] of Object.entries(value) as [string, unknown][]) {
    if (isContained(path) && Array.isArray(hashes))
      journal.set(
        path,
        hashes.filter((hash) => typeof hash === "string"),
      );
  }
  return journal;
}

export function printJournal(journal: Journal): string {
  return `${JSON.stringify(Object.fromEntries(journal), undefined, 2)}\n`;
}

/** Bytes of a text that is read whole: as many as a description may have. */
const MAX_TEXT_BYTES = 100 * 1024 * 1024;

/** A file's text, or undefined when it does not exist. */
export async function readText(io: Io, path: string): Promise<string | undefined> {
  try {
    return new TextDecoder("utf-8").decode(await io.read(path, { most: MAX_TEXT_BYTES }));
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return undefined;
    throw error;
  }
}
