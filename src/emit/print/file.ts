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

/** Files have megabytes, of which nearly all are tidy: to search the whole is far cheaper than to make a copy of each part. */
const isTidy = (text: string): boolean => ![" \n", "\t\n", "\n\n\n"].some((untidy) => text.includes(untidy)) && !text.endsWith("\n\n");

const withoutTrailing = (part: string): string => part.trimEnd().replace(/[ \t]+$/gm, "");

/** A generated file, and what it exports, in order: `index.ts` re-exports exactly this. */
export interface Emitted extends GeneratedFile {
  readonly exports: readonly { readonly name: string; readonly type: boolean }[];
  /** Specifiers of modules that are not of the output: they are spelled as they have to be. */
  readonly foreign?: readonly string[];
}
