import { code, ident, indent, join, literal, type Code } from "../print/code.js";
import { file, type Emitted, type GeneratedFile } from "../print/file.js";
import { header } from "../print/header.js";
import { width } from "../print/layout.js";
import type { EmitOptions } from "../options.js";
import { specifierOf } from "../print/specifiers.js";

/**
 * `index.ts`: everything the other files export, by name, in their order; types by `export type`. Where a schema is called
 * like a type of the runtime (`Problem`, `Context`), the schema has the name: it is in the earlier file.
 */
export function emitIndex(files: readonly Emitted[], options: EmitOptions): GeneratedFile {
  const taken = new Set<string>();
  const lines = files.flatMap(({ path, exports: all }) => {
    const exports = all.filter(({ name }) => !taken.has(name));
    for (const { name } of exports) taken.add(name);
    const from = literal(specifierOf(path, "js"));
    return [
      ...exportLine(
        code`export`,
        exports.filter(({ type }) => !type).map(({ name }) => ident(name)),
        from,
      ),
      ...exportLine(
        code`export type`,
        exports.filter(({ type }) => type).map(({ name }) => ident(name)),
        from,
      ),
    ];
  });
  return file("index.ts", header(options), undefined, [lines.length === 0 ? code`export {};` : join(lines, "\n")]);
}

function exportLine(keyword: Code, names: readonly Code[], from: Code): readonly Code[] {
  if (names.length === 0) return [];
  const line = code`${keyword} { ${join(names, ", ")} } from ${from};`;
  return [line.length <= width ? line : code`${keyword} {\n${indent(code`${join(names, ",\n")},`)}\n} from ${from};`];
}
