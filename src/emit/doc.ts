/**
 * The only place where words of a description become comments. JSDoc is not inert: `@internal` deletes members,
 * `@ts-ignore` hides errors, `@__NO_SIDE_EFFECTS__` makes bundlers drop calls. So document text can end neither the
 * comment nor a line, and cannot start a tag.
 */
import { trusted, type Code } from "./code.js";

/** Columns a comment is wrapped at. */
const width = 100;

export interface DocText {
  /** Paragraphs of document text; blank lines within one split it. */
  readonly text?: readonly (string | undefined)[];
  /** Lines of our own, printed after the text, each its own paragraph. Document text in them must have passed `inline`. */
  readonly notes?: readonly Code[];
  /** Tags, last: name without `@`, and a text of our own. `deprecated` always goes last, on one line. */
  readonly tags?: readonly { readonly tag: string; readonly text: Code }[];
}

/** A JSDoc block with a final newline, or nothing when there is nothing to say. */
export function doc(content: DocText): Code {
  const blocks: string[][] = [];
  for (const text of content.text ?? []) {
    if (text !== undefined) blocks.push(...paragraphs(text));
  }
  for (const note of content.notes ?? []) blocks.push(wrap(note, width - 3));
  const tags = (content.tags ?? []).map(({ tag, text }) => (text === "" ? `@${tag}` : `@${tag} ${text}`));
  if (tags.length > 0) blocks.push(tags);
  if (blocks.length === 0) return trusted("");
  const lines = blocks.flatMap((block, index) => (index === 0 ? block : ["", ...block]));
  const only = lines.length === 1 ? lines[0] : undefined;
  // A tag in a one-line comment is not seen by every reader of JSDoc; see the language service's handling of `@deprecated`.
  if (only !== undefined && !only.startsWith("@") && only.length <= width - 7) return trusted(`/** ${only} */\n`);
  return trusted(`/**\n${lines.map((line) => (line === "" ? " *\n" : ` * ${line}\n`)).join("")} */\n`);
}

/** Document text for one line of a comment: a phrase in a tag or a note. */
export function inline(text: string): Code {
  return trusted(neutralise(text).replace(/\s+/g, " ").trim());
}

/** Escaped paragraphs of document text, each a list of lines; code blocks and lists keep their lines. */
function paragraphs(text: string): string[][] {
  const result: string[][] = [];
  let current: string[] = [];
  let fenced = false;
  for (const raw of neutralise(text).split("\n")) {
    const line = raw.trimEnd();
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    if (line === "" && !fenced) {
      if (current.length > 0) result.push(current);
      current = [];
      continue;
    }
    current.push(...(fenced || /^\s*(```|~~~|\||#)/.test(line) ? [line] : wrap(line, width - 3)));
  }
  while (current.length > 0 && current.at(-1) === "") current.pop();
  if (current.length > 0) result.push(current);
  return result;
}

function wrap(line: string, columns: number): string[] {
  if (line.length <= columns) return [line];
  const lead = /^\s*(?:[-*+] |\d+[.)] )?/.exec(line)?.[0] ?? "";
  const hanging = " ".repeat(lead.length);
  const lines: string[] = [];
  let current = "";
  for (const word of line.slice(lead.length).split(/ +/)) {
    if (current !== "" && lead.length + current.length + 1 + word.length > columns) {
      lines.push((lines.length === 0 ? lead : hanging) + current);
      current = word;
    } else current = current === "" ? word : `${current} ${word}`;
  }
  lines.push((lines.length === 0 ? lead : hanging) + current);
  return lines;
}

const invisible = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\ufeff\ufff9-\ufffb]|\p{Cf}|\p{Co}|\p{Cn}|\p{Cs}/gu;

function neutralise(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, "\n")
    .replace(/\t/g, "  ")
    .replace(invisible, (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`)
    .replace(/\*(?=\/)/g, "*\\")
    // `@` inside a word (an address) starts no tag, except where tools look for a word anywhere in the comment.
    .replace(/(^|[^\p{L}\p{N}_.-])@|@(?=internal|ts-|__|license|preserve|cc_on|jsx)/gimu, (match, before: string | undefined) => `${before ?? match.slice(0, -1)}&#64;`)
    .replace(/#(?=__|\s*source(Mapping)?URL)/gi, "&#35;")
    .replace(/\{(?=&#64;)/g, "&#123;");
}
