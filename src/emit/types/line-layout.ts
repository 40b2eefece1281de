import { lineColumns } from "../print/layout.js";

/** A part of a line. */
export interface Piece {
  readonly kind: "word" | "bar" | "ampersand" | "open" | "close" | "comment";
  readonly text: string;
}

/** A line of a declaration. */
export interface Line {
  readonly indentation: string;
  readonly pieces: readonly Piece[];
  /** The first piece of its type: what stands before is a name, or the end of an object. */
  readonly start: number;
  readonly terminator: "" | ";";
}

export function textOf(pieces: readonly Piece[]): string {
  let text = "";
  for (const piece of pieces) text += piece.text;
  return text;
}

/** A line of types, or several where it is too long and holds a union that can be set one member per line. */
export function layOut({ indentation, pieces, start, terminator }: Line): readonly string[] {
  const text = indentation + textOf(pieces) + terminator;
  if (text.length <= lineColumns || pieces[0]?.kind === "comment") return [text];
  const head = indentation + textOf(pieces.slice(0, start));
  return breakType({ text: head, joint: pieces[start - 1]?.kind ?? "word" }, pieces.slice(start), terminator, indentation);
}

/** What stands before a type on its line, and what that ends in: "own bar" is a member of a union that has a line of its own. */
interface Head {
  readonly text: string;
  readonly joint: Piece["kind"] | "own bar";
}

/** `head`, a type, `tail`: on one line where they fit, else broken at the outermost union. */
function breakType(head: Head, type: readonly Piece[], tail: string, indentation: string): readonly string[] {
  const line = head.text + textOf(type) + tail;
  if (line.length <= lineColumns) return [line];
  const members = membersOf(type);
  if (members.length > 1) {
    if (head.joint === "own bar" || head.joint === "ampersand") return [line];
    const inner = `${indentation}  `;
    const lines = members.flatMap((member, index) => ownLine(inner, member, index === members.length - 1 ? tail : ""));
    // What closed on this line is a member too: the bar after it is the first one of the lines that follow.
    return [(head.joint === "bar" ? head.text.slice(0, -" | ".length) : head.text).trimEnd(), ...lines];
  }
  const group = longestGroup(type);
  if (group === undefined) return [line];
  const deeper = head.joint === "own bar" ? `${indentation}  ` : indentation;
  return [
    head.text + textOf(type.slice(0, group.start)),
    ...membersOf(type.slice(group.start, group.end)).flatMap((member) => ownLine(`${deeper}  `, member, "")),
    deeper + textOf(type.slice(group.end)) + tail,
  ];
}

/** A member of a union on a line of its own. */
function ownLine(indentation: string, member: readonly Piece[], tail: string): readonly string[] {
  return breakType({ text: `${indentation}| `, joint: "own bar" }, member, tail, indentation);
}

/** The longest union in round brackets that stands in no other bracket. */
function longestGroup(type: readonly Piece[]): { readonly start: number; readonly end: number } | undefined {
  let found: { readonly start: number; readonly end: number } | undefined;
  let longest = 0;
  let opened = 0;
  walk(type, ({ kind, text }, index, depth) => {
    if (kind === "open" && text === "(" && depth === 1) opened = index + 1;
    if (kind !== "close" || text !== ")" || depth !== 0) return;
    const group = type.slice(opened, index);
    const { length } = textOf(group);
    if (length <= longest || membersOf(group).length < 2) return;
    longest = length;
    found = { start: opened, end: index };
  });
  return found;
}

/** The members of a union; the whole where it is none, or only a part of a type. */
function membersOf(type: readonly Piece[]): readonly (readonly Piece[])[] {
  const cuts: number[] = [];
  const isWhole = walk(type, ({ kind }, index, depth) => {
    if (depth === 0 && kind === "bar") cuts.push(index);
  });
  if (!isWhole) return [type];
  return [-1, ...cuts].map((cut, index) => type.slice(cut + 1, cuts[index] ?? type.length));
}

/** Calls back for each piece with the depth of brackets after it, up to one that closes what was not opened; returns whether all that opened was closed. */
function walk(type: readonly Piece[], visit: (piece: Piece, index: number, depth: number) => void): boolean {
  let depth = 0;
  for (const [index, piece] of type.entries()) {
    if (piece.kind === "open") depth += 1;
    else if (piece.kind === "close") depth -= 1;
    if (depth < 0) return false;
    visit(piece, index, depth);
  }
  return depth === 0;
}
