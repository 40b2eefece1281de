/** What people write into JSON that is none: comments, commas behind the last member, and tabs and the like in strings. */
export interface JsonExtras {
  /** The text with blanks in their place, so that every offset stays what it was. */
  readonly plain: string;
  /** The same with control characters of strings as escapes: what the value is made of. */
  readonly meant: string;
  /** The offsets of the first comment, comma and control character, each where there is one. */
  readonly comment: number | undefined;
  readonly comma: number | undefined;
  readonly control: number | undefined;
}

/** Finds comments, commas before a closing bracket, and control characters in strings; `undefined` where there are none. */
export function jsonExtras(text: string): JsonExtras | undefined {
  const comments = blanked(text, /"(?:[^"\\\n\r]|\\.)*"?|\/\/[^\n\r]*|\/\*/g, (match, at) => {
    if (match.startsWith('"')) return 0;
    if (match !== "/*") return match.length;
    const end = text.indexOf("*/", at + 2);
    return end < 0 ? text.length - at : end + 2 - at;
  });
  const commas = blanked(comments.text, /"(?:[^"\\\n\r]|\\.)*"?|,(?=\s*[\]}])/g, (match) => (match === "," ? 1 : 0));
  const control = firstControl(commas.text);
  if (comments.first === undefined && commas.first === undefined && control === undefined) return undefined;
  const found = { comment: comments.first, comma: commas.first, control };
  if (control === undefined) return { plain: commas.text, meant: commas.text, ...found };
  const escape = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return { plain: inStrings(commas.text, () => " "), meant: inStrings(commas.text, escape), ...found };
}

const aString = /"(?:[^"\\\n\r]|\\.)*"?/g;
// JSON takes no control character as it is; a line end is rather that of a string which is not closed.
const controls = /[\u0000-\u0009\u000b\u000c\u000e-\u001f]/g;

function firstControl(text: string): number | undefined {
  for (const { 0: string, index } of text.matchAll(aString)) {
    const at = string.search(controls);
    if (at >= 0) return index + at;
  }
  return undefined;
}

function inStrings(text: string, replacement: (sign: string) => string): string {
  return text.replace(aString, (string) => string.replace(controls, replacement));
}

/** A text with blanks in place of what a pattern finds, as long as `lengthOf` says from the match on; line ends stay. */
function blanked(
  text: string,
  pattern: RegExp,
  lengthOf: (match: string, at: number) => number,
): { readonly text: string; readonly first: number | undefined } {
  const pieces: string[] = [];
  let first: number | undefined;
  let done = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const length = lengthOf(found[0], found.index);
    if (length === 0) continue;
    first ??= found.index;
    const end = found.index + length;
    pieces.push(text.slice(done, found.index), text.slice(found.index, end).replace(/[^\n\r]/g, " "));
    done = end;
    pattern.lastIndex = end;
  }
  return { text: first === undefined ? text : pieces.join("") + text.slice(done), first };
}
