/** A page of docs/ as its reader sees it: files to copy, and what the programs among them print. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../support/compile.js";

export interface Page {
  /** The code blocks that say which file they are. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** What programs print, by the path of the program. */
  readonly prints: ReadonlyMap<string, string>;
  /** The blocks of TypeScript that do not say which file they are. */
  readonly unnamed: readonly string[];
}

export function readPage(path: string): Page {
  const text = readFileSync(join(projectRoot, path), "utf8");
  const blocks = Array.from(text.matchAll(/^(?:<!-- (file|prints): (\S+) -->\n)?```(\w*)\n([\s\S]*?)^```$/gm));
  const said = (what: string): readonly RegExpExecArray[] => blocks.filter(([, kind]) => kind === what);
  return {
    files: said("file").map(([, , file = "", , content = ""]) => ({ path: file, text: content })),
    prints: new Map(said("prints").map(([, , program = "", , output = ""]) => [program, output])),
    unnamed: blocks.filter(([, kind, , language]) => kind === undefined && language === "ts").map(([, , , , content = ""]) => content),
  };
}
