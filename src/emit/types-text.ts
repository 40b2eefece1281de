import { trusted, type Code } from "./code.js";
import { doc } from "./doc.js";
import { width } from "./layout.js";
import { layOut } from "./types-layout.js";
import { docAt, exchange, indexToken, type Words } from "./types-tokens.js";

const reference = /components\["schemas"\]\["([A-Za-z0-9_$]+)"\]/g;

/**
 * Printed types as they stand in the output: indented by two, comments and words of the description in place of their
 * tokens, schemas by their own names, small objects on one line and long unions on several.
 */
export function finishTypes(printed: string, words: Words): Code {
  const lines: string[] = [];
  for (const line of joined(printed.split("\n"))) {
    const indentation = " ".repeat((line.length - line.trimStart().length) / 2);
    const text = line.trimStart();
    if (text.startsWith("/**")) lines.push(...commentLines(text, indentation, words));
    else add(lines, indentation + exchange(text.replace(reference, "$1").replace(indexToken, "[key: string]"), words));
  }
  return trusted(lines.flatMap(layOut).join("\n"));
}

/** Lines, each comment on one. */
function* joined(lines: readonly string[]): Generator<string> {
  let comment: string | undefined;
  for (const line of lines) {
    if (comment === undefined && !line.trimStart().startsWith("/**")) yield line;
    else {
      comment = comment === undefined ? line : comment + line.trim();
      if (!line.endsWith("*/")) continue;
      yield comment;
      comment = undefined;
    }
  }
}

/** The comment that a token stands for; what the printer says of its own accord (`@enum`) goes. */
function commentLines(comment: string, indentation: string, words: Words): readonly string[] {
  const token = /SUNDIAL_DOC_\d+/.exec(comment)?.[0];
  const content = token === undefined ? undefined : docAt(token, words);
  if (content === undefined) return [];
  return doc(content, indentation.length)
    .trimEnd()
    .split("\n")
    .map((line) => indentation + line);
}

/** An object of one member is put on one line where it fits: `{ [key: string]: string }`. */
function add(lines: string[], line: string): void {
  const member = lines.at(-1) ?? "";
  const head = lines.at(-2) ?? "";
  if (
    line.trimStart().startsWith("}") &&
    head.endsWith("{") &&
    !head.startsWith("export interface") &&
    /^ +[^/* }][^{]*(?:\{[^{]*)?;$/.test(member)
  ) {
    const object = `${member.trim().slice(0, -1)} ${line.trimStart()}`;
    // What is added to a member of a union (`& { kind: "cat" }`) may be long: the union is laid out later.
    const isMember = head.endsWith("& {") && (head.includes(" | ") || line.includes(" | "));
    if (head.length + object.length < width || (isMember && member.trim().length < width / 2)) {
      lines.splice(-2, 2, `${head} ${object}`);
      return;
    }
  }
  lines.push(line);
}
