import type { GeneratedFile } from "./file.js";

/** How imports of generated files end: `./client.js`, `./client.ts` or `./client`. */
export type ImportExtension = "js" | "ts" | "none";

export const importExtensions = ["js", "ts", "none"] as const satisfies readonly ImportExtension[];

const endings: Readonly<Record<ImportExtension, string>> = { js: ".js", ts: ".ts", none: "" };

/** The specifier of a TypeScript module: of "../api/index.ts" it is "../api/index.js", "../api/index.ts" or "../api/index". */
export function specifierOf(path: string, extension: ImportExtension): string {
  const relative = /^\.\.?\//.test(path) ? path : `./${path}`;
  return relative.replace(/\.ts$/, endings[extension]);
}

// Whole lines only, as in emitRuntime: a line of a comment or of a text of a description begins otherwise.
const specifierLine = /^((?:import |export |\} from )[^\n]*"\.\.?\/[^"\n]*)\.js"/gm;

/**
 * Files with the imports of one another spelled as the project needs them. Emitters, templates and the runtime's own modules all
 * write `.js`, as this project does; here alone it becomes something else.
 */
export function withImportExtension(files: readonly GeneratedFile[], extension: ImportExtension): readonly GeneratedFile[] {
  if (extension === "js") return files;
  const ending = endings[extension];
  return files.map(({ path, text }) => ({ path, text: text.replace(specifierLine, (_, start: string) => `${start}${ending}"`) }));
}
