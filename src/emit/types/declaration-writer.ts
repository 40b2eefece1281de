import { code, indentation, trusted, type Code } from "../print/code.js";
import { doc, type DocText } from "../print/doc.js";
import { lineColumns } from "../print/layout.js";
import { layOut, textOf, type Line, type Piece } from "./line-layout.js";

/** Declarations of types as they grow, line by line. What is written are the parts of a type, so that a long line can be broken between them. */
export interface DeclarationWriter {
  /** A word, or anything else that has no parts. */
  word(text: Code): void;
  /** Between the members of a union, and those of an intersection. */
  readonly bar: () => void;
  readonly ampersand: () => void;
  /** What is in round or square brackets. */
  brackets(kind: "round" | "square", inner: () => void): void;
  /** What is in braces, one step further in, a member per line. */
  braces(members: () => void): void;
  /** A member of what is in braces. `about`: what it has a comment of, above it. */
  member(key: Code, about: DocText | undefined, type: () => void): void;
  /** All that was written, and what ends it: small objects on one line, long unions on several. */
  text(terminator: Line["terminator"]): Code;
}

/** Writes what follows `head`: "export type Pet = ". */
export function createDeclarationWriter(head: Code): DeclarationWriter {
  const lines: Line[] = [];
  let pieces: Piece[] = [{ kind: "word", text: head }];
  let depth = 0;
  /** Ends the line at hand. `start`: the piece of it that the type begins with. */
  const end = (terminator: Line["terminator"]): void => {
    const start = startOfType(pieces);
    addLine(lines, { indentation: indentation(depth), pieces, start, terminator });
    pieces = [];
  };
  const add = (kind: Piece["kind"], text: Code): void => {
    pieces.push({ kind, text });
  };
  return {
    word: (text) => {
      add("word", text);
    },
    bar: () => {
      add("bar", code` | `);
    },
    ampersand: () => {
      add("ampersand", code` & `);
    },
    brackets: (kind, inner) => {
      add("open", kind === "round" ? code`(` : code`[`);
      inner();
      add("close", kind === "round" ? code`)` : code`]`);
    },
    braces: (members) => {
      add("open", code`{`);
      end("");
      depth += 1;
      members();
      depth -= 1;
      add("close", code`}`);
    },
    member: (key, about, type) => {
      if (about !== undefined) for (const pieces of comment(about, depth)) lines.push({ ...emptyLine, pieces });
      add("word", code`${key}: `);
      type();
      end(";");
    },
    text: (terminator) => {
      end(terminator);
      return trusted(lines.flatMap(layOut).join("\n"));
    },
  };
}

const emptyLine: Omit<Line, "pieces"> = { indentation: code``, start: Infinity, terminator: "" };

/** Behind the name at the start of the line; on a line that begins with the end of an object, behind what joins it to the next part. */
function startOfType(pieces: readonly Piece[]): number {
  if (pieces[0]?.kind !== "close") return 1;
  const joint = pieces.findIndex(({ kind, text }) => kind !== "close" && text !== "[]");
  const kind = pieces[joint]?.kind;
  return kind === "bar" || kind === "ampersand" ? joint + 1 : Infinity;
}

/** The lines of a comment, each as one piece. */
function comment(about: DocText, depth: number): readonly (readonly Piece[])[] {
  const pad = indentation(depth);
  return doc(about, pad.length)
    .trimEnd()
    .split("\n")
    .map((line) => [{ kind: "comment", text: trusted(pad + line) }]);
}

/** Adds a line. An object of one member is put on one line where it fits: `{ [key: string]: string }`. */
function addLine(lines: Line[], line: Line): void {
  const member = lines.at(-1);
  const head = lines.at(-2);
  if (member !== undefined && head !== undefined && endsObject(line) && opensObject(head) && isSmallMember(member)) {
    const space: Piece = { kind: "word", text: code` ` };
    const pieces = [...head.pieces, space, ...member.pieces, space, ...line.pieces];
    const length = head.indentation.length + textOf(pieces).length + line.terminator.length;
    // What is added to a member of a union (`& { kind: "cat" }`) may be long: the union is laid out later.
    const isAdded = head.pieces.at(-2)?.kind === "ampersand" && [...head.pieces, ...line.pieces].some(({ kind }) => kind === "bar");
    if (length <= lineColumns || (isAdded && textOf(member.pieces).length + member.terminator.length < lineColumns / 2)) {
      lines.splice(-2, 2, { ...head, pieces, terminator: line.terminator });
      return;
    }
  }
  lines.push(line);
}

function endsObject({ pieces: [first] }: Line): boolean {
  return first?.text === "}";
}

function opensObject({ pieces }: Line): boolean {
  return pieces.at(-1)?.text === "{" && pieces[0]?.text.startsWith("export interface") !== true;
}

/** A member on one line, with no comment and at most one object in it. */
function isSmallMember({ pieces, terminator }: Line): boolean {
  return terminator === ";" && pieces[0]?.kind === "word" && pieces.filter(({ text }) => text === "{").length < 2;
}
