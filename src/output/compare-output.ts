import { join } from "node:path";
import type { Io } from "../io.js";
import { contentHash } from "./content-hash.js";
import { inkHash } from "./ink-hash.js";
import { readText } from "./journal.js";
import { attributes, manifestName } from "./manifest.js";
import type { FileOnDisk, Snapshot } from "./snapshot.js";

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
 * - `formatted`: it says the same, laid out otherwise
 * - `stale`: ours as an earlier run left it, or as a formatter or a merge of branches has left that
 * - `edited`: ours, and changed since; or marked as ours, and not on record
 * - `foreign`: someone else's file where ours belongs
 * - `obsolete`: ours as an earlier run left it, and no longer part of the output
 * - `leftover`: like `obsolete`, but changed since, or only one of on record and marked as ours
 */
export type State = "current" | "missing" | "formatted" | "stale" | "edited" | "foreign" | "obsolete" | "leftover";

interface Wanted {
  readonly path: string;
  readonly text: string;
  readonly hash: string;
  readonly ink: string;
}

export interface Compared {
  readonly path: string;
  readonly state: State;
  /** What a run would write; undefined where it would write nothing. */
  readonly text: string | undefined;
  /** `contentHash` of `text`. */
  readonly hash: string | undefined;
  /** `inkHash` of `text`. */
  readonly ink: string | undefined;
}

/** Every path that is, or would be, ours: those to be written in their order, then the others in code unit order. The manifest is not among them. */
export async function compareOutput(io: Io, snapshot: Snapshot, files: readonly TextFile[]): Promise<readonly Compared[]> {
  const wanted = new Set(files.map(({ path }) => path));
  const compared: Compared[] = [];
  for (const file of files) {
    const each = file.path === manifestName ? undefined : await comparedWith(io, snapshot, file);
    if (each !== undefined && !isOwnAttributes(each)) compared.push(each);
  }
  const others = [...snapshot.files.keys()].filter((path) => !wanted.has(path)).sort();
  for (const path of others)
    compared.push({ path, text: undefined, hash: undefined, ink: undefined, state: isRemovable(snapshot, path) ? "obsolete" : "leftover" });
  return compared;
}

/** What git is told is the user's where they have told it something else. */
function isOwnAttributes({ path, state }: Compared): boolean {
  return path === attributes.path && (state === "foreign" || state === "edited");
}

async function comparedWith(io: Io, snapshot: Snapshot, { path, text }: TextFile): Promise<Compared> {
  const hash = contentHash(text);
  const recorded = snapshot.manifest?.files.get(path) === hash ? snapshot.manifest.inks.get(path) : undefined;
  const wanted = { path, text, hash, ink: recorded ?? inkHash(text) };
  return { ...wanted, state: await wantedState(io, snapshot, wanted) };
}

async function wantedState(io: Io, snapshot: Snapshot, { path, text, hash, ink }: Wanted): Promise<State> {
  const found = snapshot.files.get(path);
  if (found === undefined) return "missing";
  if (found.hash === hash) return "current";
  if (isAsWritten(snapshot, path, found)) return isSameInk(snapshot, path, found, ink) ? "formatted" : "stale";
  if (!found.marked && !isRecorded(snapshot, path)) return "foreign";
  if (found.ink === ink) return (await isSameOnDisk(io, snapshot, path, text)) ? "formatted" : "edited";
  return isFormattedSince(snapshot, path, found) || isOfMerge(snapshot, path, found) ? "stale" : "edited";
}

/** What the ink leaves open is looked at: where parentheses stand, for one. */
async function isSameOnDisk(io: Io, { root }: Snapshot, path: string, text: string): Promise<boolean> {
  const { isSameCode } = await import("./same-code.js");
  return isSameCode((await readText(io, join(root, path))) ?? "", text);
}

/** Whether a file is what git made of what two branches had of it, or could not make. */
function isOfMerge({ merged }: Snapshot, path: string, { isConflicted }: FileOnDisk): boolean {
  return isConflicted || (merged?.files.get(path)?.length ?? 0) > 1;
}

/** A manifest is text that anybody can edit: what it lists goes only where the file itself says, too, that it was generated. */
function isRemovable(snapshot: Snapshot, path: string): boolean {
  const found = snapshot.files.get(path);
  return found?.marked === true && (isAsWritten(snapshot, path, found) || isFormattedSince(snapshot, path, found));
}

function isRecorded({ manifest, merged, journal }: Snapshot, path: string): boolean {
  return [manifest?.files, merged?.files, journal].some((known) => known?.has(path) === true);
}

/** Whether a file is, but for line endings, what a run of ours wrote. */
function isAsWritten({ manifest, merged, journal }: Snapshot, path: string, { hash }: FileOnDisk): boolean {
  return manifest?.files.get(path) === hash || [merged?.files, journal].some((known) => known?.get(path)?.includes(hash) === true);
}

/** Whether what a run of ours wrote says what another would write: one of the two went through a formatter. */
function isSameInk({ manifest }: Snapshot, path: string, { hash }: FileOnDisk, ink: string): boolean {
  return manifest?.files.get(path) === hash && manifest.inks.get(path) === ink;
}

/** Whether a file is what a run of ours wrote, as a formatter has left it. */
function isFormattedSince({ manifest }: Snapshot, path: string, { ink }: FileOnDisk): boolean {
  return ink !== undefined && ink === manifest?.inks.get(path);
}
