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
  const outline: string[] = [];
  let done = 0;
  afterText(start, code, (at, from, to) => {
    const text = code.slice(done, at + 1);
    done = at + 1;
    // The dollar sign before the brace was taken for text.
    if (from === "template" && to === "code" && text === "{") outline.splice(-1, 1, "$");
    if (from.endsWith("comment") || to.endsWith("comment")) outline.push(text.replace(/\S/g, inComment));
    else outline.push(from === to && from !== "code" ? inString : text);
  });
  return outline.join("");
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
