import { basename, dirname, join, relative } from "node:path";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { errorCode, type Io } from "../io.js";
import { realPlace } from "../source/real-place.js";
import { isBelow } from "../source/uri.js";
import { draftOf, removeDrafts } from "./drafts.js";
import { failedWrite } from "./failed-write.js";
import { MAX_SETTINGS_BYTES } from "../source/endless-files.js";

/** A file of the user's that is to be written. */
export interface FileEdit {
  /** Absolute. */
  readonly path: string;
  /** What it was when that was decided; undefined where it was not there. */
  readonly before: string | undefined;
  /** Undefined where it is removed. */
  readonly after: string | undefined;
}

/**
 * Writes files of the user's, all or none as far as a disk lets that be: each is first written beside its place, and what stands in the way is
 * found before the first one takes its place; they do so in their order, and what is removed goes in its turn. Where one cannot, those before it are
 * put back. `root`: nothing outside of it is written, by whatever links. `command`: what a user runs again. Returns what went wrong.
 */
export async function writeSetup(
  io: Io,
  root: string,
  edits: readonly FileEdit[],
  command = "sundial init",
): Promise<readonly Diagnostic[]> {
  const refused = (await Promise.all(edits.map((edit) => obstacles(io, root, edit, command)))).flat();
  if (refused.length > 0) return refused;
  const drafts: string[] = [];
  const placed: FileEdit[] = [];
  let at: FileEdit | undefined;
  try {
    for (const edit of edits) {
      const { path, after } = edit;
      at = edit;
      await io.makeDirectory(dirname(path));
      await removeDrafts(io, path);
      if (after === undefined) continue;
      drafts.push(draftOf(path, io));
      await io.write(draftOf(path, io), after);
    }
    for (const edit of edits) {
      at = edit;
      await (edit.after === undefined ? io.remove(edit.path) : io.rename(draftOf(edit.path, io), edit.path));
      placed.push(edit);
    }
  } catch (error) {
    const failed = failedWrite(at === undefined ? "What the project is set up with" : relative(io.cwd, at.path), error);
    if (failed === undefined) throw error;
    for (const draft of drafts) await io.remove(draft).catch(() => undefined); // it may have taken its place
    return [await withState(io, failed, placed)];
  }
  return [];
}

/** What went wrong, with what it leaves of the files that had taken their place before: they are put back, the last one first. */
async function withState(io: Io, failed: Diagnostic, placed: readonly FileEdit[]): Promise<Diagnostic> {
  const stuck: string[] = [];
  for (const edit of placed.toReversed()) if (!(await isPutBack(io, edit))) stuck.unshift(relative(io.cwd, edit.path));
  const state =
    stuck.length === 0 ? "Nothing is changed." : `These were written before it, and could not be put back: ${stuck.join(", ")}.`;
  return { ...failed, message: `${failed.message} ${state}` };
}

async function isPutBack(io: Io, { path, before }: FileEdit): Promise<boolean> {
  try {
    if (before === undefined) await io.remove(path);
    else {
      await io.write(draftOf(path, io), before);
      await io.rename(draftOf(path, io), path);
    }
    return true;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    await io.remove(draftOf(path, io)).catch(() => undefined); // it may not have been written
    return false;
  }
}

async function obstacles(io: Io, root: string, { path, before }: FileEdit, command: string): Promise<readonly Diagnostic[]> {
  const shown = relative(io.cwd, path);
  const place = join(await realPlace(io, dirname(path)), basename(path));
  if (!isBelow(await realPlace(io, root), place))
    return [
      diagnostic("output-symlink", `${shown} is not written: a link leads it out of ${root}.`, { hint: "Put a folder in its place." }),
    ];
  const entries = await io.list(dirname(path)).catch(() => []); // a file above it: writing says so
  const kind = entries.find(({ name }) => name === basename(path))?.kind;
  if (kind === "symlink")
    return [
      diagnostic("output-symlink", `${shown} is not written: it is a symbolic link.`, {
        hint: "Put the file itself there, or make the change by hand: --dry-run shows it.",
      }),
    ];
  const now = kind === "file" ? await wholeText(io, path) : undefined;
  if (kind !== undefined && kind !== "file")
    return [diagnostic("output-in-the-way", `${shown} is not written: it is no file.`, { hint: "Move what is there away." })];
  if (now === before) return [];
  return [
    diagnostic("output-in-the-way", `${shown} was changed in the meantime, and is left as it is.`, { hint: `Run \`${command}\` again.` }),
  ];
}

/** With its byte order mark, which is part of what is kept. */
async function wholeText(io: Io, path: string): Promise<string> {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await io.read(path, { most: MAX_SETTINGS_BYTES }));
}
