/**
 * The only place where words of a description become comments. JSDoc is not inert: `@internal` deletes members,
 * `@ts-ignore` hides errors, `@__NO_SIDE_EFFECTS__` makes bundlers drop calls. So document text can end neither the
 * comment nor a line, and cannot start a tag.
 */
import { trusted, type Code, type CommentText } from "./code.js";
import { harmless, onOneLine } from "./doc-text.js";
import { paragraphs, wrap } from "./doc-wrap.js";

/** Columns a comment is wrapped at. */
const commentColumns = 100;
/** Columns a comment has at least, however far in it stands. */
const minCommentColumns = 60;

export interface DocText {
  /** Paragraphs of document text; blank lines within one split it. */
  readonly text?: readonly (string | undefined)[];
  /** The method and the path of an operation, printed after the text: on one line, however long, as they are looked for as one text. */
  readonly route?: Code;
  /** Lines of our own, printed after the text, each its own paragraph. Document text in them must have passed `inline`. */
  readonly notes?: readonly Code[];
  /** Tags, last: name without `@`, and a text of our own, which may have several lines. `deprecated` always goes last, on one line. */
  readonly tags?: readonly { readonly tag: string; readonly text: Code }[];
}

/** A JSDoc block with a final newline, or nothing when there is nothing to say. It will be indented by `indentation` columns. */
export function doc(content: DocText, indentation = 0): Code {
  const lines = docLines(content, indentation);
  return trusted(lines.length === 0 ? "" : `${lines.join("\n")}\n`);
}

/** The same as lines. */
export function docLines({ text = [], route, notes = [], tags = [] }: DocText, indentation: number): readonly string[] {
  const columns = Math.max(minCommentColumns, commentColumns - indentation) - " * ".length;
  const lines: string[] = [];
  for (const each of text) {
    if (each !== undefined) for (const block of paragraphs(harmless(each), columns)) addBlock(block, lines);
  }
  if (route !== undefined) addBlock([route], lines);
  for (const note of notes) addBlock(wrap(note, columns), lines);
  if (tags.length > 0) addBlock(tagLines(tags), lines);
  const [only] = lines;
  if (only === undefined) return lines;
  // What strikes a name through is to be seen by people too, and a diff that adds words to it should show nothing else.
  if (lines.length === 1 && !only.startsWith("@deprecated") && only.length + "/** */ ".length <= columns + " * ".length)
    return [`/** ${only.trimStart()} */`];
  return ["/**", ...lines.map((line) => (line === "" ? " *" : ` * ${line}`)), " */"];
}

/** Adds a paragraph, below an empty line where it is not the first. */
function addBlock(block: readonly string[], lines: string[]): void {
  if (lines.length > 0) lines.push("");
  for (const line of block) lines.push(line);
}

function tagLines(tags: NonNullable<DocText["tags"]>): readonly string[] {
  return tags.flatMap(({ tag, text }) => (text === "" ? [`@${tag}`] : `@${tag} ${text}`.split("\n")));
}

/** Document text for one line of a comment: a phrase in a tag or a note. */
export function inline(text: string): Code {
  return trusted(onOneLine(harmless(text)));
}

/** Document text for a comment in a template of somebody: with what stands before and behind it, it ends no comment either. */
export function commentText(text: string): CommentText {
  return inline(text).replace(/^\//, " /").replace(/\*$/, "* ") as CommentText; // what it is not allowed to be was looked at
}
