import { contentHash } from "./content-hash.js";
import { manifestName } from "./manifest.js";
import type { Snapshot } from "./snapshot.js";

/** A text with its path relative to the output folder. */
interface TextFile {
  readonly path: string;
  readonly text: string;
}

/**
 * The state of one path of an output folder, compared with what a run would write there.
 *
 * - `current`: it exists, and is the same except for line endings
 * - `missing`: it does not exist
 * - `stale`: ours as an earlier run left it
 * - `edited`: ours, and changed since; or marked as ours, and not on record
 * - `foreign`: someone else's file where ours belongs
 * - `obsolete`: ours as an earlier run left it, and no longer part of the output
 * - `leftover`: like `obsolete`, but changed since, or only one of on record and marked as ours
 */
export type State = "current" | "missing" | "stale" | "edited" | "foreign" | "obsolete" | "leftover";

export interface Compared {
  readonly path: string;
  readonly state: State;
  /** What a run would write; undefined where it would write nothing. */
  readonly text: string | undefined;
  /** `contentHash` of `text`. */
  readonly hash: string | undefined;
}

/** Every path that is, or would be, ours: those to be written in their order, then the others in code unit order. The manifest is not among them. */
export function compareOutput(snapshot: Snapshot, files: readonly TextFile[]): readonly Compared[] {
  const wanted = new Set(files.map(({ path }) => path));
  const compared = files
    .filter(({ path }) => path !== manifestName)
    .map(({ path, text }): Compared => {
      const hash = contentHash(text);
      return { path, text, hash, state: wantedState(snapshot, path, hash) };
    });
  const others = [...snapshot.files.keys()].filter((path) => !wanted.has(path)).sort();
  for (const path of others)
    compared.push({ path, text: undefined, hash: undefined, state: isRemovable(snapshot, path) ? "obsolete" : "leftover" });
  return compared;
}

function wantedState(snapshot: Snapshot, path: string, hash: string): State {
  const found = snapshot.files.get(path);
  if (found === undefined) return "missing";
  if (found.hash === hash) return "current";
  if (isAsWritten(snapshot, path)) return "stale";
  return found.marked || isRecorded(snapshot, path) ? "edited" : "foreign";
}

/** A manifest is text that anybody can edit: what it lists goes only where the file itself says, too, that it was generated. */
function isRemovable(snapshot: Snapshot, path: string): boolean {
  return snapshot.files.get(path)?.marked === true && isAsWritten(snapshot, path);
}

function isRecorded(snapshot: Snapshot, path: string): boolean {
  return snapshot.manifest?.files.has(path) === true || snapshot.journal?.has(path) === true;
}

/** Whether a file is, but for line endings, what a run of ours wrote. */
function isAsWritten(snapshot: Snapshot, path: string): boolean {
  const hash = snapshot.files.get(path)?.hash;
  return hash !== undefined && (snapshot.manifest?.files.get(path) === hash || snapshot.journal?.get(path)?.includes(hash) === true);
}
