const token = /\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?(?:\*\/|$)|"(?:\\[^]|[^"\\\n\r])*"?|'(?:\\[^]|[^'\\\n\r])*'?|[`{}]/g;
/** A template literal up to its end, or to its next hole. */
const chunk = /(?:\\[^]|\$(?!\{)|[^`\\$])*(`|\$\{|$)/y;

/** Stands for each character of a string; it is neither a blank nor a part of a name, and ends no line. */
const inString = "\u2022";
/** Stands for each character of a comment but the blanks in it: a blank for `\s` and not for `[ \t]`. */
const inComment = "\u00a0";

/**
 * Code of the same length whose strings, template literals and comments have nothing in them that could be mistaken for code. Quotes stay, and
 * so do the ends of lines in comments. It knows no regular expressions: templates have none, and neither have generated files.
 */
export function codeOutline(code: string): string {
  let [outline, at, depth] = ["", 0, 0];
  /** How many braces were open where each hole began that is not closed yet. */
  const holes: number[] = [];
  for (;;) {
    token.lastIndex = at;
    const found = token.exec(code);
    if (found === null) return outline + code.slice(at);
    const [text] = found;
    outline += code.slice(at, found.index);
    at = found.index + text.length;
    if (text === "`" || (text === "}" && holes.at(-1) === depth)) {
      if (text === "}") holes.pop();
      chunk.lastIndex = at;
      const [inside = "", end = ""] = chunk.exec(code) ?? [];
      if (end === "${") holes.push(depth);
      outline += text + inString.repeat(inside.length - end.length) + end;
      at += inside.length;
    } else {
      if (text === "{") depth += 1;
      else if (text === "}") depth -= 1;
      outline += outlineOf(text);
    }
  }
}

function outlineOf(text: string): string {
  if (text.startsWith("/")) return text.replace(/\S/g, inComment);
  const [quote = ""] = text;
  if (quote !== '"' && quote !== "'") return text;
  const end = text.length > 1 && text.endsWith(quote) ? quote : "";
  return quote + inString.repeat(text.length - 1 - end.length) + end;
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
