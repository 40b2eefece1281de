import { code, ident, indent, join, literal, type Code } from "../print/code.js";
import { file, type Emitted, type GeneratedFile } from "../print/file.js";
import { header } from "../print/header.js";
import { lineColumns } from "../print/layout.js";
import type { EmitOptions } from "../options.js";
import { specifierOf } from "../print/import-specifiers.js";

/**
 * `index.ts`: everything the other files export, whole files at a time, so that a new operation changes nothing here. A name that two files
 * have is one of the earlier file, by name: of two `export *` neither would count. Where a schema is called like a type of the runtime
 * (`Problem`, `Context`), the schema so has the name.
 */
export function emitIndex(files: readonly Emitted[], options: EmitOptions): GeneratedFile {
  const exporting = files.filter(({ exports }) => exports.length > 0);
  const stars = exporting.toSorted(byPath).map(({ path, exports }) => {
    const keyword = exports.every(({ type }) => type) ? code`export type` : code`export`;
    return code`${keyword} * from ${moduleOf(path)};`;
  });
  const lines = [...stars, ...sharedNames(exporting).flatMap(namedExports)];
  return file("index.ts", header(options), undefined, [lines.length === 0 ? code`export {};` : join(lines, "\n")]);
}

const byPath = (one: Exports, other: Exports): number => (one.path < other.path ? -1 : 1);

type Exports = Pick<Emitted, "path" | "exports">;

/** The names that more than one file exports, each with the first of them. */
function sharedNames(files: readonly Exports[]): readonly Exports[] {
  const times = new Map<string, number>();
  for (const { exports } of files) for (const { name } of exports) times.set(name, (times.get(name) ?? 0) + 1);
  const taken = new Set<string>();
  return files.map(({ path, exports }) => {
    const shared = exports.filter(({ name }) => (times.get(name) ?? 0) > 1 && !taken.has(name));
    for (const { name } of shared) taken.add(name);
    return { path, exports: shared };
  });
}

function namedExports({ path, exports }: Exports): readonly Code[] {
  const named = (type: boolean): readonly Code[] => exports.filter((each) => each.type === type).map(({ name }) => ident(name));
  return [...exportLine(code`export`, named(false), moduleOf(path)), ...exportLine(code`export type`, named(true), moduleOf(path))];
}

const moduleOf = (path: string): Code => literal(specifierOf(path, "js"));

function exportLine(keyword: Code, names: readonly Code[], from: Code): readonly Code[] {
  if (names.length === 0) return [];
  const line = code`${keyword} { ${join(names, ", ")} } from ${from};`;
  return [line.length <= lineColumns ? line : code`${keyword} {\n${indent(code`${join(names, ",\n")},`)}\n} from ${from};`];
}
