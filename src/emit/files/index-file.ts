import { literal } from "../print/code.js";
import { namedExports, type NamedExports } from "../print/exports.js";
import { file, type Emitted, type GeneratedFile } from "../print/file.js";
import { header } from "../print/header.js";
import type { EmitOptions } from "../options.js";
import { specifierOf } from "../print/import-specifiers.js";
import { render } from "../print/template.js";

/**
 * `index.ts`: everything the other files export, whole files at a time, so that a new operation changes nothing here. A name that two files
 * have is one of the earlier file, by name: of two `export *` neither would count. Where a schema is called like a type of the runtime
 * (`Problem`, `Context`), the schema so has the name.
 */
export function emitIndex(files: readonly Emitted[], options: EmitOptions): GeneratedFile {
  const exporting = files.filter(({ exports, apart }) => exports.length > 0 && apart !== true);
  const view = {
    files: exporting.toSorted(byPath).map(({ path, exports }) => ({
      type: exports.every(({ type }) => type),
      module: literal(moduleOf(path)),
    })),
    shared: sharedNames(exporting).flatMap(exportsOf),
  };
  return file("index.ts", header(options), undefined, [render("index", view, options.templates)]);
}

const byPath = (one: Exports, other: Exports): number => (one.path < other.path ? -1 : 1);

type Exports = Pick<Emitted, "path" | "exports">;

/** The names that more than one file exports, each with the first of them. */
function sharedNames(files: readonly Exports[]): readonly Exports[] {
  const times = new Map<string, number>();
  for (const { exports } of files) for (const { name } of exports) times.set(name, (times.get(name) ?? 0) + 1);
  const taken = new Set<string>();
  return files.map(({ path, exports }) => {
    const shared = exports.filter(({ name }) => name !== "*" && (times.get(name) ?? 0) > 1 && !taken.has(name));
    for (const { name } of shared) taken.add(name);
    return { path, exports: shared };
  });
}

function exportsOf({ path, exports }: Exports): readonly NamedExports[] {
  const named = (type: boolean): readonly string[] => exports.filter((each) => each.type === type).map(({ name }) => name);
  return [false, true].flatMap((type) => namedExports(type, named(type), moduleOf(path)));
}

const moduleOf = (path: string): string => specifierOf(path, "js");
