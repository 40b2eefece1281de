import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { errorCode } from "../io.js";

/** What the file system says when `what` cannot be written, and what can be done; undefined for an error that is not the file system's. */
export function failedWrite(what: string, error: unknown): Diagnostic | undefined {
  const code = errorCode(error);
  if (code === undefined) return undefined;
  const message = `${what} cannot be written: ${error instanceof Error ? error.message : code}.`;
  return diagnostic("output-failed", message, { hint: hints.get(code) ?? "Check the permissions of the folder." });
}

const full = "Make room on the disk, and run the command again: nothing is left half-written.";

const hints: ReadonlyMap<string, string> = new Map([
  ["ENOSPC", full],
  ["EDQUOT", full],
  ["EFBIG", "The system lets no file become that large (`ulimit -f`)."],
  ["EROFS", "The file system can only be read: write to a folder elsewhere."],
  ["EMFILE", "Too many files are open (`ulimit -n`): run the command again."],
  ["ENAMETOOLONG", "Choose a folder with a shorter path."],
]);
