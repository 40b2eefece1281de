/** What is said where a newer version of openapi-sundial has made an output. */
import { relative } from "node:path";
import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import type { Io } from "../../io.js";
import { commandOfVersion } from "../../project/generate-script.js";
import { readProjectSetup } from "../../project/project-setup.js";
import { isOlder, version } from "../../version.js";

/** Whether a text may stand in a command line as a version, or as a tag of the registry. */
export function isVersionWord(word: string): boolean {
  return /^[A-Za-z0-9][\w.+-]{0,59}$/.test(word);
}

/** A newer version than this one, and the command line of it. */
export interface NewerVersion {
  readonly version: string;
  readonly command: string;
}

/** The version that made an output, where it is newer than this one. `words`: the command that is to be run with it. */
export async function newerVersion(
  io: Io,
  folder: string,
  made: string | undefined,
  words: readonly string[],
): Promise<NewerVersion | undefined> {
  if (made === undefined || !isOlder(version, made) || !isVersionWord(made)) return undefined;
  const { packageManager = "npm" } = await readProjectSetup(io, folder);
  return { version: made, command: commandOfVersion(packageManager, made, words) };
}

/** That an output is of a newer version, and is left as it is. */
export function olderThanOutput(newer: NewerVersion, output: string, io: Io): Diagnostic {
  const shown = relative(io.cwd, output) || ".";
  return diagnostic("version-mismatch", `${shown} was made by openapi-sundial ${newer.version}, and this is ${version}.`, {
    hint: `Install that version, or run \`${newer.command}\`. To go back to ${version}, generate with --force.`,
  });
}
