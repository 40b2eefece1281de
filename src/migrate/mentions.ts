import { basename, dirname } from "node:path";
import type { ProjectFile } from "./list-sources.js";
import type { Remark } from "./remarks.js";
import { lineAt } from "./text-edits.js";

/** Lines of a file that are told at most. */
const most = 5;

/**
 * Where workflows, scripts and settings name openapi-typescript, or a file of types by the end of its path. `old`: absolute paths; `manifest`: the
 * package.json, which lists what is still needed.
 */
export function findMentions(files: readonly ProjectFile[], old: readonly string[], manifest: string | undefined): readonly Remark[] {
  const endings = old.map((path) => `${basename(dirname(path))}/${basename(path)}`);
  return files.flatMap(({ path, text }) => [
    ...(path === manifest ? [] : placesOf(text, "openapi-typescript")).map((offset) => ({
      file: path,
      line: lineAt(text, offset),
      message: "openapi-typescript is named here",
      fix: "let `sundial generate` or `sundial check` take its place",
    })),
    ...endings.flatMap((ending) =>
      placesOf(text, ending).map((offset) => ({
        file: path,
        line: lineAt(text, offset),
        message: `The file of types is named here: ${ending}`,
        fix: "name the folder of the generated code, or take it out",
      })),
    ),
  ]);
}

/** Where a word stands by itself, one place a line. */
function placesOf(text: string, word: string): readonly number[] {
  const found: number[] = [];
  for (let at = text.indexOf(word); at !== -1 && found.length < most;) {
    if (!/[\w-]/.test(text.charAt(at + word.length))) found.push(at);
    const end = text.indexOf("\n", at);
    at = end === -1 ? -1 : text.indexOf(word, end);
  }
  return found;
}
