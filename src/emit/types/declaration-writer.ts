import { indentation, trusted, type Code } from "../print/code.js";
import { docLines, type DocText } from "../print/doc.js";
import { lineColumns } from "../print/layout.js";
import { layOut, marksOf, type Line } from "./line-layout.js";

/** Declarations of types as they grow, line by line. */
export interface DeclarationWriter {
  /** Adds to the line at hand. */
  readonly write: (text: Code) => void;
  /** Opens braces: what follows is one step further in, a member per line. */
  readonly open: () => void;
  readonly close: () => void;
  /** Begins a member of what is in braces. `about`: what it has a comment of, above it. */
  readonly member: (key: Code, about?: DocText) => void;
  readonly endMember: () => void;
  /** All that was written, and what ends it: small objects on one line, long unions on several. */
  readonly text: (terminator: "" | ";") => Code;
}

/** Writes what follows `head`: "export type Pet = ". */
export function createDeclarationWriter(head: Code): DeclarationWriter {
  const lines: string[] = [];
  // What may still become one line is held back: lines that open an object each, one in the other, and the only member of the innermost.
  let heads: Line[] = [];
  let only: Line | undefined;
  let depth = 0;
  let text: string = head;
  let name = head.length;

  const release = (): void => {
    if (heads.length === 0) return;
    for (const line of heads) lines.push(layOut(line));
    if (only !== undefined) lines.push(layOut(only));
    heads = [];
    only = undefined;
  };
  const add = (line: Line, opens: boolean): void => {
    if (opens && !line.text.startsWith("export interface")) {
      if (only !== undefined) release();
      heads.push(line);
    } else if (line.name > 0 && heads.length > 0 && only === undefined) only = line;
    else {
      release();
      lines.push(layOut(line));
    }
  };
  const endLine = (opens: boolean): void => {
    const line = { indentation: indentation(depth), text, name };
    const joined = name === 0 ? onOneLine(heads.at(-1), only, line) : undefined;
    if (joined !== undefined) {
      heads.pop();
      only = undefined;
    }
    add(joined ?? line, opens);
    text = "";
    name = 0;
  };
  return {
    write: (part) => {
      text += part;
    },
    open: () => {
      text += "{";
      endLine(true);
      depth += 1;
    },
    close: () => {
      depth -= 1;
      text = "}";
    },
    member: (key, about) => {
      if (about !== undefined) {
        release();
        const pad = indentation(depth);
        for (const line of docLines(about, pad.length)) lines.push(pad + line);
      }
      text = `${key}: `;
      name = text.length;
    },
    endMember: () => {
      text += ";";
      endLine(false);
    },
    text: (terminator) => {
      text += terminator;
      endLine(false);
      release();
      return trusted(lines.join("\n"));
    },
  };
}

/** An object of one member on one line, where it fits: `{ [key: string]: string }`. */
function onOneLine(head: Line | undefined, member: Line | undefined, end: Line): Line | undefined {
  if (head === undefined || member === undefined || bracesIn(member.text) > 1) return undefined;
  const text = `${head.text} ${member.text.slice(0, -";".length)} ${end.text}`;
  const fits = head.indentation.length + text.length <= lineColumns;
  return fits || (isAdded(head, end) && member.text.length < lineColumns / 2) ? { ...head, text } : undefined;
}

/** What is added to a member of a union (`& { kind: "cat" }`) may be long: the union is laid out later. */
function isAdded(head: Line, end: Line): boolean {
  return head.text.endsWith(" & {") && [head, end].some((line) => marksOf(line.text).some(({ text }) => text === " | "));
}

function bracesIn(text: string): number {
  return text.includes("{") ? marksOf(text).filter((mark) => mark.text === "{").length : 0;
}
