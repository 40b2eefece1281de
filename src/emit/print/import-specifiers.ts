import type { Emitted, GeneratedFile } from "./file.js";
import { lineColumns } from "./layout.js";
import { moduleStatements } from "./module-statements.js";

/** How imports of generated files end: `./client.js`, `./client.ts` or `./client`. */
export type ImportExtension = "js" | "ts" | "none";

export const importExtensions = ["js", "ts", "none"] as const satisfies readonly ImportExtension[];

const endings: Readonly<Record<ImportExtension, string>> = { js: ".js", ts: ".ts", none: "" };

/** The specifier of a TypeScript module: of "../api/index.ts" it is "../api/index.js", "../api/index.ts" or "../api/index". */
export function specifierOf(path: string, extension: ImportExtension): string {
  const relative = /^\.\.?\//.test(path) ? path : `./${path}`;
  return relative.replace(/\.ts$/, endings[extension]);
}

/**
 * The specifier of a module of the user's, whose path has the extension of its file. A TypeScript module is imported as the files of the
 * output import one another; JavaScript and packages keep their names.
 */
export function moduleSpecifier(module: string, extension: ImportExtension): string {
  if (!/^\.\.?\//.test(module)) return module;
  if (/\.[cm]ts$/.test(module)) return extension === "ts" ? module : module.replace(/ts$/, "js");
  if (/\.tsx?$/.test(module)) return module.replace(/\.ts(x?)$/, extension === "ts" ? ".ts$1" : endings[extension]);
  return /\.[cm]?jsx?$/.test(module) ? module : module + endings[extension];
}

// Whole lines only, as in emitRuntime: a line of a comment or of a text of a description begins otherwise.
const specifierLine = /^((?:import |export |\} from )[^\n]*")(\.\.?\/[^"\n]*)\.js"/gm;

/**
 * Files with the imports of one another spelled as the project needs them. Emitters, templates and the runtime's own modules all
 * write `.js`, as this project does; here alone it becomes something else.
 */
export function withImportExtension(
  files: readonly (GeneratedFile & Pick<Emitted, "foreign" | "own">)[],
  extension: ImportExtension,
): readonly GeneratedFile[] {
  const ending = endings[extension];
  return files.map(({ path, text, foreign = [], own = false }) => {
    if (extension === "js") return { path, text };
    if (own) return { path, text: withOwnSpecifiers(text, extension) };
    const spell = (line: string, start: string, module: string): string =>
      foreign.includes(`${module}.js`) ? line : `${start}${module}${ending}"`;
    return { path, text: text.replace(specifierLine, spell) };
  });
}

/** The same for what somebody's template has made: there, an import stands anywhere, and other texts may look like one. */
export function withOwnSpecifiers(text: string, extension: ImportExtension): string {
  return extension === "js" ? text : respelled(text, (module) => module.replace(/^(\.\.?\/.*)\.js$/, `$1${endings[extension]}`));
}

const runtimeLine = /^((?:import |export |\} from )[^\n]*")\.\/runtime\/([a-z-]+\.js";)$/gm;
const onOneLine = /^((?:import|export) (?:type )?\{) ([^{}]*) (\} from ".*;)$/;

/** Files that import the runtime from a folder outside the output: "../../sundial". */
export function withRuntimeIn(files: readonly Emitted[], folder: string): readonly Emitted[] {
  const moved = (_: string, start: string, end: string): string => broken(`${start}${folder}/${end}`);
  const inOwn = (module: string): string => module.replace(/^\.\/runtime(?=\/[a-z-]+\.js$)/, () => folder);
  return files.map((each) => ({ ...each, text: each.own ? respelled(each.text, inOwn) : each.text.replace(runtimeLine, moved) }));
}

/** Code with other specifiers, wherever they stand in a line: nothing else of it changes. */
function respelled(code: string, spell: (module: string) => string): string {
  let text = code;
  // From the end, so that places stay right.
  for (const { module, at } of moduleStatements(code).toReversed()) {
    const spelled = spell(module);
    if (spelled === module) continue;
    const [begin, end] = [text.lastIndexOf("\n", at) + 1, text.indexOf("\n", at)];
    const rest = text.slice(at + module.length, end < 0 ? text.length : end);
    text = text.slice(0, begin) + broken(text.slice(begin, at) + spelled + rest) + (end < 0 ? "" : text.slice(end));
  }
  return text;
}

/** An import that has become too long for one line. */
function broken(line: string): string {
  const [, start, names, end] = onOneLine.exec(line) ?? [];
  if (line.length <= lineColumns || start === undefined || names === undefined || end === undefined) return line;
  return `${start}\n${names
    .split(", ")
    .map((name) => `  ${name},\n`)
    .join("")}${end}`;
}
