/** What people write into JSON that is none: comments, and commas behind the last member. */
export interface JsonExtras {
  /** The text with blanks in their place, so that every offset stays what it was. */
  readonly plain: string;
  /** The offsets of the first comment and of the first comma, each where there is one. */
  readonly comment: number | undefined;
  readonly comma: number | undefined;
}

/** Finds comments and commas before a closing bracket; `undefined` where there are none. Strings are passed over. */
export function jsonExtras(text: string): JsonExtras | undefined {
  const comments = blanked(text, /"(?:[^"\\\n\r]|\\.)*"|\/\/[^\n\r]*|\/\*/g, (match, at) => {
    if (match.startsWith('"')) return 0;
    if (match !== "/*") return match.length;
    const end = text.indexOf("*/", at + 2);
    return end < 0 ? text.length - at : end + 2 - at;
  });
  const commas = blanked(comments.text, /"(?:[^"\\\n\r]|\\.)*"|,(?=\s*[\]}])/g, (match) => (match === "," ? 1 : 0));
  if (comments.first === undefined && commas.first === undefined) return undefined;
  return { plain: commas.text, comment: comments.first, comma: commas.first };
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
