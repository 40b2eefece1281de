import { replaceInCode } from "./code-outline.js";
import type { Code } from "./code.js";
import type { Imports } from "./imports.js";

/** One file of the output. `path` is relative to the output folder, with forward slashes; `text` ends with one newline. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** Puts a file together: one header line, imports, body; no trailing blanks, one newline at the end. */
export function file(path: string, header: Code, imports: Imports | undefined, body: readonly Code[]): GeneratedFile {
  const parts: string[] = [header, imports?.print(body) ?? "", ...body].filter((part) => part !== "");
  const text = joined(parts);
  return { path, text: isTidy(text) ? text : joined(parts.map(withoutTrailing).filter((part) => part !== "")) };
}

/** The newline is added to the last part: behind the whole, it would take a copy of the whole. */
const joined = (parts: readonly string[]): string => [...parts.slice(0, -1), `${parts.at(-1) ?? ""}\n`].join("\n\n");

/**
 * Whether no line ends in a blank, and no two empty lines follow each other. Files have megabytes, of which nearly all are tidy: to look at
 * the ends of their lines is far cheaper than to make a copy of each part, or to look at each blank.
 */
function isTidy(text: string): boolean {
  if (text.endsWith("\n\n")) return false;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) {
    const before = text.charCodeAt(end - 1);
    if (before === 0x20 || before === 0x09 || (before === 0x0a && text.charCodeAt(end - 2) === 0x0a)) return false;
  }
  return true;
}

function withoutTrailing(part: string): string {
  const text = part.trimEnd();
  // Nearly always, it was the end of the part.
  return /[ \t]$/m.test(text) ? replaceInCode(text, /(?<![ \t])[ \t]+$/gm, "") : text;
}

/** A generated file, and what it exports, in order: `index.ts` re-exports exactly this. */
export interface Emitted extends GeneratedFile {
  readonly exports: readonly { readonly name: string; readonly type: boolean }[];
  /** Specifiers of modules that are not of the output: they are spelled as they have to be. */
  readonly foreign?: readonly string[];
  /** Made by a template that somebody has taken over: its lines are not as ours are. */
  readonly own?: boolean;
  /** Programs import it by itself: it is not in `index.ts`. */
  readonly apart?: true;
}
