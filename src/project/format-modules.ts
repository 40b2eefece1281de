import { basename, dirname, extname, join, resolve } from "node:path";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic, Origin } from "../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../diagnostic/spelling-suggestion.js";
import type { UserFormat } from "../emit/options.js";
import type { ImportExtension } from "../emit/print/import-specifiers.js";
import type { Io } from "../io.js";

/** A format of a configuration, with where its module is. */
export interface ConfiguredFormat extends UserFormat {
  /** Where the configuration names the module. */
  readonly at: Origin;
  /** The module as written. */
  readonly written: string;
  /** Its file, absolute; undefined for a package. */
  readonly file: string | undefined;
  /** The folder in which relative paths begin, absolute; undefined where it is not known. */
  readonly folder: string | undefined;
}

/** What is wrong with the modules that formats are checked by, as far as files tell; what is in a package is for the compiler to say. */
export async function formatModuleProblems(
  io: Io,
  formats: readonly ConfiguredFormat[],
  extension: ImportExtension | undefined,
): Promise<readonly Diagnostic[]> {
  const problems = await Promise.all(formats.map((format) => moduleProblem(io, format, extension ?? "js")));
  return problems.filter((problem) => problem !== undefined);
}

async function moduleProblem(io: Io, format: ConfiguredFormat, extension: ImportExtension): Promise<Diagnostic | undefined> {
  const { name, written, file, folder, at } = format;
  if (folder === undefined) return undefined;
  if (file === undefined) {
    const path = resolve(folder, written);
    const hint = `A path begins with "./": did you mean ${JSON.stringify(`./${written}`)}?`;
    return (await filesBeside(io, path)).includes(basename(path)) ? notFound(name, written, at, hint) : undefined;
  }
  const names = await filesBeside(io, file);
  const found = candidates(basename(file), extension).find((candidate) => names.includes(candidate));
  if (found !== undefined) return exportProblem(format, await textOf(io, join(dirname(file), found)));
  const meant = spellingSuggestion(basename(file), names);
  const path = meant === undefined ? undefined : written.slice(0, written.length - basename(file).length) + meant;
  return notFound(
    name,
    written,
    at,
    path === undefined ? "Paths are relative to the configuration file." : `Did you mean ${JSON.stringify(path)}?`,
  );
}

function notFound(name: string, written: string, at: Origin, hint: string): Diagnostic {
  return diagnostic(
    "format-module-not-found",
    `The module ${JSON.stringify(written)} of the format ${JSON.stringify(name)} does not exist.`,
    {
      at,
      hint,
    },
  );
}

/** Names of the files that a path may mean: as TypeScript imports them. */
function candidates(name: string, extension: ImportExtension): readonly string[] {
  const known = extname(name);
  if (!/^\.[cm]?[jt]sx?$/.test(known)) return ["ts", "tsx", "js", "d.ts"].map((ending) => `${name}.${ending}`);
  // Only where imports end in .js does one mean a file of TypeScript.
  const typed = extension === "js" ? name.replace(/\.([cm]?)js$/, ".$1ts") : name;
  return [...new Set([name, typed])];
}

async function filesBeside(io: Io, path: string): Promise<readonly string[]> {
  try {
    return (await io.list(dirname(path))).filter(({ kind }) => kind !== "directory").map((entry) => entry.name);
  } catch {
    // No folder that can be read: nothing is there.
    return [];
  }
}

async function textOf(io: Io, path: string): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await io.read(path, { most: 10 * 1024 * 1024 }));
  } catch {
    // Whatever keeps it from being read, the compiler says.
    return undefined;
  }
}

const declared = /\bexport\s+(?:declare\s+)?(?:async\s+)?(?:function\s*\*?|const|let|var|class)\s+([A-Za-z_$][\w$]*)/g;
const listed = /\bexport\s*\{([^}]*)\}/g;

/** A module may have exports that its text does not show: then nothing is reported. */
function exportProblem({ name, written, export: wanted, at }: ConfiguredFormat, text: string | undefined): Diagnostic | undefined {
  if (text === undefined || /\bexport\s*\*|\bexports\b/.test(text)) return undefined;
  const inLists = Array.from(text.matchAll(listed), ([, list = ""]) => list.split(",")).flat();
  const names = [
    ...Array.from(text.matchAll(declared), ([, found = ""]) => found),
    ...inLists.map((entry) => /([A-Za-z_$][\w$]*)\s*$/.exec(entry)?.[1] ?? ""),
  ].filter((found) => found !== "");
  // Written in a way that is not known here.
  if (names.includes(wanted) || new RegExp(`\\bexport\\b[^;\\n]*\\b${wanted.replaceAll("$", "\\$")}(?![\\w$])`).test(text))
    return undefined;
  const meant = spellingSuggestion(wanted, names) ?? (names.length === 1 ? names[0] : undefined);
  return diagnostic(
    "format-export-not-found",
    `The module ${JSON.stringify(written)} of the format ${JSON.stringify(name)} has no export ${JSON.stringify(wanted)}.`,
    {
      at,
      hint:
        meant === undefined
          ? `A check is a function of a string: \`export function ${wanted}(text: string): boolean\`.`
          : `Did you mean ${JSON.stringify(`${written}#${meant}`)}?`,
    },
  );
}
