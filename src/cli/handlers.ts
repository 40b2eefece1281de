import { join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { Diagnostic, Outcome } from "../diagnostic/diagnostic.js";
import type { GeneratedFile } from "../emit/print/file.js";
import type { Formatter } from "../format/formatter.js";
import type { Io } from "../io.js";
import { readHandlerFiles, writeHandlerFiles } from "../output/handler-files.js";
import type { GeneratedTarget } from "./generate-target.js";

/** Handler stubs to be written to a folder of the user's. */
export interface PlannedHandlers {
  readonly folder: string;
  /** What was there when they were planned. */
  readonly before: ReadonlyMap<string, string>;
  /** Paths relative to the folder. */
  readonly files: readonly GeneratedFile[];
}

/** What handler stubs a target still lacks; undefined when it wants none. */
export async function planHandlers({ target, request, value: generated }: GeneratedTarget, io: Io): Promise<Outcome<PlannedHandlers>> {
  const folder = target.handlers;
  if (folder === undefined) return { value: undefined, diagnostics: [] };
  const { planStubs } = await import("../stubs/plan-stubs.js");
  const { value: before, diagnostics: unread } = await readHandlerFiles(io, folder);
  if (before === undefined) return { value: undefined, diagnostics: unread };
  const { value, diagnostics } = await planStubs(generated.generation.api, before, {
    module: moduleOf(folder, target.output),
    importExtension: request.importExtension ?? "js",
    templates: generated.generation.templates,
  });
  const placed = diagnostics.map((each): Diagnostic =>
    each.at === undefined ? each : { ...each, at: { ...each.at, file: pathToFileURL(join(folder, each.at.file)).href } },
  );
  if (value === undefined) return { value, diagnostics: placed };
  const files = await laidOut(value, { folder, before }, request.formatter, io);
  return { value: { folder, before, files }, diagnostics: placed };
}

/**
 * New files as the formatter of the output has them. Ones that are there are the user's, and laid out as they like. What a formatter cannot
 * do is told of the output already.
 */
async function laidOut(
  files: readonly GeneratedFile[],
  { folder, before }: Pick<PlannedHandlers, "folder" | "before">,
  formatter: Formatter | undefined,
  io: Io,
): Promise<readonly GeneratedFile[]> {
  const added = files.filter(({ path }) => !before.has(path));
  if (formatter === undefined || added.length === 0) return files;
  const { formatFiles } = await import("../format/format-files.js");
  const formatted = new Map((await formatFiles(added, formatter, folder, io)).files.map((file) => [file.path, file]));
  return files.map((file) => formatted.get(file.path) ?? file);
}

/** The generated code as a file of the folder sees it. */
function moduleOf(folder: string, output: string): string {
  const path = relative(folder, output).split(sep).join("/");
  return `${path.startsWith(".") ? path : `./${path}`}/index.ts`;
}

/** Planned stubs, as paths relative to the current folder. */
export function handlerPaths({ folder, files }: PlannedHandlers, io: Io): readonly string[] {
  return files.map(({ path }) => relative(io.cwd, join(folder, path)));
}

/** Writes planned stubs, and returns their paths relative to the current folder. */
export async function writeHandlers({ folder, before, files }: PlannedHandlers, io: Io): Promise<Outcome<readonly string[]>> {
  const { value, diagnostics } = await writeHandlerFiles(io, folder, before, files);
  return { value: value?.map((path) => relative(io.cwd, join(folder, path))), diagnostics };
}
