/** Outputs that share one folder of runtime files, so that a compiler checks them once: behind a link it would read them anew for each output. */
import type { GeneratedFile } from "../../src/emit/print/file.js";

export const isRuntime = ({ path }: Pick<GeneratedFile, "path">): boolean => path.startsWith("runtime/");

// As in `withImportExtension`: whole lines, in which texts of a description do not stand.
const runtimeLine = /^((?:import |export |\} from )[^\n]*")\.\/runtime\//gm;

/** A generated file that imports runtime files from another folder: "../runtime". */
export function withRuntimeIn(text: string, folder: string): string {
  return text.replace(runtimeLine, (_, start: string) => `${start}${folder}/`);
}
