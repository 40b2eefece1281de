import { afterText, start } from "./text-place.js";

/** Stands for each character of a string; it is neither a blank nor a part of a name, and ends no line. */
const inString = "\u2022";
/** Stands for each character of a comment but the blanks in it: a blank for `\s` and not for `[ \t]`. */
const inComment = "\u00a0";

/**
 * Code of the same length whose strings, template literals and comments have nothing in them that could be mistaken for code. Quotes and the
 * beginnings of holes stay, and so do the ends of lines in comments. It knows no regular expressions: templates have none, and neither have
 * generated files.
 */
export function codeOutline(code: string): string {
  let outline = "";
  afterText(start, code, (at, from, to) => {
    const text = code.slice(outline.length, at + 1);
    if (from.endsWith("comment") || to.endsWith("comment")) outline += text.replace(/\S/g, inComment);
    // The dollar sign before it was taken for text.
    else if (from === "template" && text === "{" && to === "code") outline = outline.slice(0, -1) + "${";
    else outline += from === to && from !== "code" ? inString : text;
  });
  return outline;
}

/** Code with what an expression finds outside of its strings and template literals, and there alone, put in another way. */
export function replaceInCode(code: string, pattern: RegExp, replacement: string): string {
  if (!code.includes("`")) return code.replace(pattern, replacement);
  let [replaced, at] = ["", 0];
  for (const { 0: text, index } of codeOutline(code).matchAll(pattern)) {
    replaced += code.slice(at, index) + replacement;
    at = index + text.length;
  }
  return replaced + code.slice(at);
}
