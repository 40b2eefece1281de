import { dirname, join } from "node:path";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { errorCode, type Io } from "../io.js";

/** What became of templates that were to be written to a folder of the user's. Names are those of the files. */
export interface WrittenTemplates {
  readonly written: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Writes templates to a folder of the user's, each whole or not at all. A file that is there stays as it is. */
export async function writeTemplates(
  io: Io,
  folder: string,
  files: readonly { readonly name: string; readonly text: string }[],
): Promise<WrittenTemplates> {
  const written: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { name, text } of files) {
    const path = join(folder, name);
    try {
      await io.makeDirectory(dirname(path));
      await io.write(path, text, { exclusive: true });
      written.push(name);
    } catch (error) {
      const code = errorCode(error);
      if (code === undefined) throw error;
      diagnostics.push(code === "EEXIST" && (await isThere(io, path)) ? kept(path, name) : failed(path, error));
    }
  }
  return { written, diagnostics };
}

/** A folder that cannot be made, because a file has its name, has the same error. */
async function isThere(io: Io, path: string): Promise<boolean> {
  return (await io.list(dirname(path)).catch(() => [])).some(({ name }) => path.endsWith(name));
}

function kept(path: string, name: string): Diagnostic {
  return diagnostic("template-kept", `${path} is there already, and was left as it is.`, {
    hint: `\`sundial eject ${name.replace(/\.hbs$/, "")} --print\` prints ours; to begin anew, delete yours first.`,
  });
}

function failed(path: string, error: unknown): Diagnostic {
  return diagnostic("output-failed", `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}.`, {
    hint: "Check the path, and the permissions of the folder.",
  });
}
