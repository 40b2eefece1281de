/** The runtime in outputs: which modules have come with them, and one folder of it for many, so that a compiler checks it once. */
import { emitRuntime } from "../../src/emit/files/runtime-files.js";
import type { GeneratedFile } from "../../src/emit/print/file.js";
import { runtimeFiles } from "../../src/emit/templates.gen.js";

export const isRuntime = ({ path }: Pick<GeneratedFile, "path">): boolean => path.startsWith("runtime/");

// As in `withImportExtension`: whole lines, in which texts of a description do not stand.
const runtimeLine = /^((?:import |export |\} from )[^\n]*")\.\/runtime\//gm;

/** A generated file that imports runtime files from another folder: "../runtime". */
export function withRuntimeIn(text: string, folder: string): string {
  return text.replace(runtimeLine, (_, start: string) => `${start}${folder}/`);
}

/** The runtime of several outputs: all that any of them imports. */
export const runtimeOf = (outputs: readonly GeneratedFile[]): readonly GeneratedFile[] =>
  emitRuntime(outputs, { parts: new Set(), source: "many", command: "npm run generate" });

/** All of the runtime. */
export function completeRuntime(): readonly GeneratedFile[] {
  const texts = Object.entries(runtimeFiles).map(([file, { modules }]) => {
    const declarations = modules.flatMap((module) => module.declarations);
    return `export { ${[...new Set(declarations.flatMap(({ names }) => names))].join(", ")} } from "./runtime/${file}.js";`;
  });
  return runtimeOf([{ path: "all.ts", text: `${texts.join("\n")}\n` }]);
}

/** The names of the modules of which an output has something, in order: "gate-state". */
export function modulesIn(files: readonly GeneratedFile[]): readonly string[] {
  return files
    .filter(isRuntime)
    .flatMap(({ text }) => Array.from(text.matchAll(/^\/\/ -+ ([a-z\d-]+) -+$/gm), ([, name = ""]) => name))
    .sort();
}
