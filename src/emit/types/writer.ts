import { indentation, trusted, type Code } from "../print/code.js";
import { doc } from "../print/doc.js";
import { width } from "../print/layout.js";
import { layOut } from "./layout.js";
import { docAt, wordOf, type Words } from "./tokens.js";

/** Declarations as they grow, line by line. */
export interface TypeWriter {
  /** Adds to the line at hand. */
  write(text: Code): void;
  /** A member of a block, on lines of its own. `about`: what it has a comment of, above it. */
  member(key: Code, about: Described, type: () => void): void;
  /** What is in braces, one step further in. */
  block(members: () => void): void;
  /** What a string or a key of the document stands for. */
  word(token: string): string;
  /** All that was written: small objects on one line, long unions on several. */
  text(): Code;
}

/** What may have a comment: a token of one. */
export interface Described {
  readonly description?: string;
}

/** @param words What the tokens stand for in what will be written. */
export function createTypeWriter(words: Words): TypeWriter {
  const lines: string[] = [];
  let line = "";
  let depth = 0;
  const end = (): void => {
    fold(lines, line);
    line = "";
  };
  return {
    write(text) {
      line += text;
    },
    member(key, { description }, type) {
      if (description !== undefined) for (const each of comment(description, depth, words)) lines.push(each);
      line = `${indentation(depth)}${key}: `;
      type();
      line += ";";
      end();
    },
    block(members) {
      line += "{";
      end();
      depth += 1;
      members();
      depth -= 1;
      line = `${indentation(depth)}}`;
    },
    word: (token) => wordOf(token, words),
    text() {
      if (line !== "") end();
      return trusted(lines.flatMap(layOut).join("\n"));
    },
  };
}

function comment(token: string, depth: number, words: Words): readonly string[] {
  const content = docAt(token, words);
  if (content === undefined) return [];
  const pad = indentation(depth);
  return doc(content, pad.length)
    .trimEnd()
    .split("\n")
    .map((line) => pad + line);
}

/** Adds a line. An object of one member is put on one line where it fits: `{ [key: string]: string }`. */
function fold(lines: string[], line: string): void {
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
