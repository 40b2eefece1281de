import { dirname, join } from "node:path";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic, Outcome } from "../diagnostic/diagnostic.js";
import { errorCode, type Io } from "../io.js";
import { draftOf, removeDrafts } from "./drafts.js";
import { isContained } from "./path-containment.js";
import { readText } from "./journal.js";

/** The TypeScript files right in a folder of handlers, by name; none when it does not exist. */
export async function readHandlerFiles(io: Io, folder: string): Promise<Outcome<ReadonlyMap<string, string>>> {
  const files = new Map<string, string>();
  try {
    for (const { name, kind } of await io.list(folder)) {
      if (!name.endsWith(".ts") || (kind !== "file" && kind !== "symlink")) continue;
      const text = await readText(io, join(folder, name));
      if (text !== undefined) files.set(name, text);
    }
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    const message = `The handlers in ${folder} cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
    return { value: undefined, diagnostics: [diagnostic("output-failed", message)] };
  }
  return { value: files, diagnostics: [] };
}

/**
 * Writes handler files, which are the user's: new ones, and ones to which handlers were added. `before`: what they were when that was
 * decided; one that is different now is left as it is. Each is written beside its place and renamed, so that a run that dies
 * leaves it whole; a symlink stays one. Returns the paths written.
 */
export async function writeHandlerFiles(
  io: Io,
  folder: string,
  before: ReadonlyMap<string, string>,
  files: readonly { readonly path: string; readonly text: string }[],
): Promise<Outcome<readonly string[]>> {
  const diagnostics: Diagnostic[] = [];
  const written: string[] = [];
  for (const { path, text } of files) {
    const target = join(folder, path);
    if (!isContained(path)) {
      diagnostics.push(diagnostic("output-refused", `${JSON.stringify(path)} is not a path inside ${folder}.`));
      continue;
    }
    const now = await readText(io, target);
    // Another run at the same time has added the same.
    if (now === text) continue;
    if (now !== before.get(path)) {
      diagnostics.push(
        diagnostic("output-failed", `${target} was changed while its handlers were being added, and is left as it is.`, {
          hint: "Run `sundial generate` again.",
        }),
      );
      continue;
    }
    try {
      await replaceFile(io, target, text);
      written.push(path);
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      diagnostics.push(
        diagnostic("output-failed", `${target} cannot be written: ${error instanceof Error ? error.message : String(error)}.`),
      );
    }
  }
  return { value: written, diagnostics };
}

async function replaceFile(io: Io, path: string, text: string): Promise<void> {
  const target = (await io.realPath(path)) ?? path;
  await io.makeDirectory(dirname(target));
  await removeDrafts(io, [target]);
  const draft = draftOf(target, io);
  try {
    await io.write(draft, text);
    await io.rename(draft, target, { keepsMode: true });
  } catch (error) {
    // On a full disk there is a part of it; what went wrong is in the first error.
    await io.remove(draft).catch(() => undefined);
    throw error;
  }
}
