import { dirname, join, relative } from "node:path";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { errorCode, type Io } from "../io.js";
import { filePlace, formatterName, type Formatter } from "./formatter.js";
import { formatWithPrettier, lastLine } from "./prettier.js";
import { nearestFolder } from "../source/real-place.js";

/** A text and the path that it will have; absolute for a formatter. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** What a formatter made of files, in their order; or why it made nothing. */
export type Formatted =
  | { readonly results: readonly ({ readonly text: string } | { readonly error: string })[] }
  | { readonly problem: string; readonly isMissing?: true };

/**
 * Files as the formatter of the repository lays them out, as if they stood in their folder: what it finds there decides how, and whether at all.
 * What fails is told, and left as it is. Paths are relative to `folder`.
 */
export async function formatFiles<File extends TextFile>(
  files: readonly File[],
  formatter: Formatter,
  folder: string,
  io: Io,
): Promise<{ readonly files: readonly File[]; readonly diagnostics: readonly Diagnostic[] }> {
  const wanted = files.filter(({ path }) => /\.(?:ts|json|yml)$/.test(path));
  const absolute = wanted.map(({ path, text }) => ({ path: join(folder, path), text }));
  const found = await attempt(absolute, formatter, io);
  if ("problem" in found) return { files, diagnostics: [failed(formatter, found, undefined)] };
  const texts = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const [index, { path }] of wanted.entries()) {
    const result = found.results[index] ?? { error: "it printed nothing" };
    if ("text" in result) texts.set(path, result.text);
    else diagnostics.push(failed(formatter, { problem: result.error }, relative(io.cwd, join(folder, path))));
  }
  return { files: files.map((file) => ({ ...file, text: texts.get(file.path) ?? file.text })), diagnostics };
}

async function attempt(files: readonly TextFile[], formatter: Formatter, io: Io): Promise<Formatted> {
  const bytes = files.reduce((sum, { text }) => sum + text.length, 0);
  const milliseconds = leastTime + bytes * timePerCharacter;
  try {
    switch (formatter.kind) {
      case "prettier":
        return await formatWithPrettier(files, formatter.from, milliseconds, io);
      case "biome":
        return await formatWithBiome(files, formatter.root, milliseconds, io);
      case "command":
        return await formatWithCommand(files, formatter, milliseconds, io);
    }
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return { problem: error instanceof Error ? error.message : code, ...(code === "ENOENT" ? { isMissing: true } : {}) };
  }
}

/** In milliseconds: what a formatter may take at least, and for each character: 30 s for a megabyte. */
const [leastTime, timePerCharacter] = [60_000, 0.03] as const;

/** Biome by its launcher, which is the same on every system; from the folder of its configuration. */
async function formatWithBiome(files: readonly TextFile[], root: string, milliseconds: number, io: Io): Promise<Formatted> {
  const launcher = await installed(root, "@biomejs/biome/bin/biome", io);
  if (launcher === undefined) return { isMissing: true, problem: `there is no @biomejs/biome in ${root}, or above` };
  const flags = ["check", "--write", "--linter-enabled=false"];
  return eachByStdin(files, (path) => ["node", launcher, ...flags, `--stdin-file-path=${path}`], { cwd: root, milliseconds }, io);
}

function formatWithCommand(
  files: readonly TextFile[],
  { words: [program, ...args], root }: Extract<Formatter, { readonly kind: "command" }>,
  milliseconds: number,
  io: Io,
): Promise<Formatted> {
  const named = (path: string): readonly [string, ...string[]] => [program, ...args.map((word) => word.replaceAll(filePlace, path))];
  return eachByStdin(files, named, { cwd: root, milliseconds, path: binariesAbove(root) }, io);
}

/** Processes at a time: each takes some time to start, and most of what it does then is its own. */
const atOnce = 4;

/** Each gets a text, and prints it. The first that cannot be run is among the last. */
async function eachByStdin(
  files: readonly TextFile[],
  command: (path: string) => readonly [string, ...string[]],
  options: { readonly cwd: string; readonly milliseconds: number; readonly path?: readonly string[] },
  io: Io,
): Promise<Formatted> {
  const cwd = await nearestFolder(io, options.cwd);
  const format = async ({ path, text }: TextFile): Promise<{ text: string } | { error: string }> => {
    const { code, stdout, stderr } = await io.runCommand(command(path), { ...options, cwd, input: text });
    const isText = code === 0 && stdout.trim() !== "";
    return isText ? { text: stdout } : { error: lastLine(stderr) ?? `it ended with exit code ${String(code)}, and printed nothing` };
  };
  const results: ({ text: string } | { error: string })[] = [];
  for (let at = 0; at < files.length; at += atOnce)
    for (const each of await Promise.all(files.slice(at, at + atOnce).map(format))) results.push(each);
  return { results };
}

/** A file of a package, in the nearest `node_modules` that has it. */
async function installed(folder: string, path: string, io: Io): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, "node_modules", path);
    if ((await io.realPath(file)) !== undefined) return file;
    if (dirname(at) === at) return undefined;
  }
}

/** Where the programs of packages are, as a script of a package finds them. */
function binariesAbove(folder: string): readonly string[] {
  const found: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    found.push(join(at, "node_modules/.bin"));
    if (dirname(at) === at) return found;
  }
}

/** `file`: the one that it is about; undefined where it is all. */
function failed(formatter: Formatter, { problem, isMissing }: { problem: string; isMissing?: true }, file: string | undefined): Diagnostic {
  const name = formatterName(formatter);
  if (isMissing === true)
    return diagnostic("formatter-missing", `${name}, which is to format the output, is not there: ${firstLine(problem)}.`, {
      hint: "Install it, or say in the configuration `format: false`. What was written is not formatted.",
    });
  const what = file ?? "the output";
  return diagnostic("formatter-failed", `${name} could not format ${what}: ${firstLine(problem)}.`, {
    hint: "What was written is not formatted. `check` takes it for the same.",
  });
}

function firstLine(text: string): string {
  return (text.split("\n", 1)[0] ?? "").replace(/\.$/, "").slice(0, 200);
}
