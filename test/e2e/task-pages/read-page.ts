/** A page of docs/ as its reader sees it: files to copy, what the programs among them print, and what the services answer. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../support/compile.js";

export interface Page {
  /** The code blocks that say which file they are. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** What programs print, by the path of the program. */
  readonly prints: ReadonlyMap<string, string>;
  /** What services answer, by the path of the program: requests as "GET /pets", each with the status and the body of its answer. */
  readonly answers: ReadonlyMap<string, string>;
  /** The blocks of TypeScript that do not say which file they are. */
  readonly unnamed: readonly string[];
}

export function readPage(path: string): Page {
  const text = readFileSync(join(projectRoot, path), "utf8");
  const blocks = Array.from(text.matchAll(/^(?:<!-- (file|prints|answers): (\S+) -->\n)?```(\w*)\n([\s\S]*?)^```$/gm));
  const said = (what: string): readonly RegExpExecArray[] => blocks.filter(([, kind]) => kind === what);
  const byProgram = (what: string): ReadonlyMap<string, string> =>
    new Map(said(what).map(([, , program = "", , output = ""]) => [program, output]));
  return {
    files: said("file").map(([, , file = "", , content = ""]) => ({ path: file, text: content })),
    prints: byProgram("prints"),
    answers: byProgram("answers"),
    unnamed: blocks.filter(([, kind, , language]) => kind === undefined && language === "ts").map(([, , , , content = ""]) => content),
  };
}
