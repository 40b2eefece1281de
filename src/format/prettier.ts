import { dirname, join } from "node:path";
import type { Io } from "../io.js";
import { nearestFolder } from "../source/real-place.js";
import type { Formatted, TextFile } from "./format-files.js";
import { prettierProgram } from "./prettier-program.js";

/**
 * Formats files with the Prettier that is installed beside them, with the configuration, the `.editorconfig` and the ignore files that it would find for
 * each. In a process of its own, which can be ended, and what its plugins do stays there.
 */
export async function formatWithPrettier(files: readonly TextFile[], from: string, milliseconds: number, io: Io): Promise<Formatted> {
  const input = JSON.stringify({ from: join(from, "index.js"), ignore: await ignoreFiles(from, io), files });
  const cwd = await nearestFolder(io, from);
  const { code, stdout, stderr } = await io.runCommand(["node", "--input-type=commonjs", "-e", prettierProgram], {
    cwd,
    input,
    milliseconds,
  });
  const printed = code === 0 ? parsed(stdout) : undefined;
  if (printed === undefined) return { problem: lastLine(stderr) ?? `it ended with exit code ${String(code)}` };
  if (printed.missing !== undefined) return { isMissing: true, problem: printed.missing };
  return { results: printed.results ?? [] };
}

interface Printed {
  readonly missing?: string;
  readonly results?: readonly ({ readonly text: string } | { readonly error: string })[];
}

/** What our own program prints. */
function parsed(text: string): Printed | undefined {
  try {
    return JSON.parse(text) as Printed; // it prints nothing else
  } catch {
    return undefined;
  }
}

/** Files that say what is left as it is, from the folder up to the root of its repository. */
async function ignoreFiles(folder: string, io: Io): Promise<readonly string[]> {
  const found: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    const names = (await io.list(at).catch(() => [])).map(({ name }) => name); // what cannot be read says nothing
    for (const name of [".prettierignore", ".gitignore"]) if (names.includes(name)) found.push(join(at, name));
    if (names.includes(".git") || dirname(at) === at) return found;
  }
}

/** What a program that failed says of it: of an error of Node, the line that names it. */
export function lastLine(stderr: string): string | undefined {
  const lines = stderr.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
  return (lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1))?.slice(0, 200);
}
