import { basename, dirname, join, relative } from "node:path";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { errorCode, type Io } from "../io.js";
import { realPlace } from "../source/real-place.js";
import { isBelow } from "../source/uri.js";
import { draftOf, removeDrafts } from "./drafts.js";
import { failedWrite } from "./failed-write.js";
import { MAX_SETTINGS_BYTES } from "../source/endless-files.js";
import { notTakenBack, undoable } from "./undoable.js";

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
 * Writes files of the user's, all or none: each is first written beside its place, and what stands in the way is found before the first one
 * takes its place; they do so in their order, and what is removed goes in its turn. Where one cannot, those before it are put back as they were. `root`: nothing outside of it is written,
 * by whatever links. `command`: what a user runs again. Returns what went wrong.
 */
export async function writeSetup(
  io: Io,
  root: string,
  edits: readonly FileEdit[],
  command = "sundial init",
): Promise<readonly Diagnostic[]> {
  const refused = (await Promise.all(edits.map((edit) => obstacles(io, root, edit, command)))).flat();
  if (refused.length > 0) return refused;
  const paths = edits.map(({ path }) => path);
  await removeDrafts(io, paths).catch(leaveToWriting);
  const undo = undoable(io);
  let at: string | undefined;
  try {
    await putInPlace(undo.io, edits, (path) => (at = path));
    return [];
  } catch (error) {
    const left = await undo.takeBack();
    const failed = failedWrite(at === undefined ? "What the project is set up with" : relative(io.cwd, at), error);
    if (failed === undefined) throw error;
    return left.length === 0 ? [{ ...failed, message: `${failed.message} Nothing is changed.` }] : [failed, ...notTakenBack(left, io)];
  }
}

/** What keeps a draft from being removed keeps a file from being written, too, and that says it. */
function leaveToWriting(error: unknown): void {
  if (errorCode(error) === undefined) throw error;
}

/** `turn`: told of each file before something is done for it. */
async function putInPlace(io: Io, edits: readonly FileEdit[], turn: (path: string) => void): Promise<void> {
  for (const { path, after } of edits) {
    turn(path);
    if (after === undefined) continue;
    await io.makeDirectory(dirname(path));
    await io.write(draftOf(path, io), after);
  }
  for (const { path, after } of edits) {
    turn(path);
    await (after === undefined ? io.remove(path) : io.rename(draftOf(path, io), path, { keepsMode: true }));
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
