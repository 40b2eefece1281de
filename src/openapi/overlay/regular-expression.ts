import { spend, type Work } from "./json-path.js";

/**
 * I-Regexp, RFC 9485: the expressions that `match` and `search` of a JSONPath take. They may come from the description, and JavaScript's own
 * need time without end for some; here all ways through an expression are gone at once, in time that grows with its size times that of the text.
 */
export type RegularExpression = readonly Instruction[];

type Instruction =
  | { readonly kind: "character"; readonly test: (character: string) => boolean }
  | { readonly kind: "split"; readonly to: readonly number[] }
  | Anchor
  | { readonly kind: "end" };

/** The beginning or the end of the text. RFC 9485 has no anchors, and JavaScript, to which it maps its expressions, does. */
interface Anchor {
  readonly kind: "anchor";
  readonly at: "first" | "last";
}

type Tree =
  | { readonly kind: "character"; readonly test: (character: string) => boolean }
  | Anchor
  | { readonly kind: "sequence"; readonly parts: readonly Tree[] }
  | { readonly kind: "choice"; readonly parts: readonly Tree[] }
  | { readonly kind: "repetition"; readonly part: Tree; readonly least: number; readonly most: number };

/** Instructions of an expression; `a{1000}{1000}` would have a million. */
const maxInstructions = 10_000;
const maxNesting = 100;

/** The instructions of an expression; undefined where it is none, or a too large one. */
export function parseRegularExpression(pattern: string): RegularExpression | undefined {
  const reader = { characters: Array.from(pattern), at: 0 };
  const tree = choiceOf(reader, 0);
  if (tree === undefined || reader.at < reader.characters.length || sizeOf(tree) > maxInstructions) return undefined;
  const out: Instruction[] = [];
  write(tree, out);
  return [...out, { kind: "end" }];
}

interface Reader {
  readonly characters: readonly string[];
  at: number;
}

const peek = ({ characters, at }: Reader): string => characters[at] ?? "";

function choiceOf(reader: Reader, depth: number): Tree | undefined {
  if (depth > maxNesting) return undefined;
  const parts: Tree[] = [];
  do {
    if (parts.length > 0) reader.at += 1;
    const part = sequenceOf(reader, depth);
    if (part === undefined) return undefined;
    parts.push(part);
  } while (peek(reader) === "|");
  return { kind: "choice", parts };
}

function sequenceOf(reader: Reader, depth: number): Tree | undefined {
  const parts: Tree[] = [];
  while (!["", "|", ")"].includes(peek(reader))) {
    const part = atomOf(reader, depth);
    if (part === undefined) return undefined;
    const counts = countsOf(reader);
    if (counts === undefined) return undefined;
    parts.push(counts[0] === 1 && counts[1] === 1 ? part : { kind: "repetition", part, least: counts[0], most: counts[1] });
  }
  return { kind: "sequence", parts };
}

function atomOf(reader: Reader, depth: number): Tree | undefined {
  const character = peek(reader);
  reader.at += 1;
  switch (character) {
    case "(": {
      const inner = choiceOf(reader, depth + 1);
      return inner !== undefined && peek(reader) === ")" && ++reader.at > 0 ? inner : undefined;
    }
    case ".":
      return { kind: "character", test: (each) => each !== "\n" && each !== "\r" };
    case "[":
      return setOf(reader);
    case "\\":
      return escapeOf(reader);
    case "^":
    case "$":
      return { kind: "anchor", at: character === "^" ? "first" : "last" };
    default:
      return /[*+?{}\])]/.test(character) ? undefined : { kind: "character", test: (each) => each === character };
  }
}

const escapes = /^\\(?:[()*+.?[\\\]^nrt{|}$-]|[pP]\{(?:[LMNPZSC][a-z]?)\})$/;

/** The text of an escape, of which the backslash was read. */
function escapeText(reader: Reader): string | undefined {
  const from = reader.at - 1;
  const isProperty = /[pP]/.test(peek(reader));
  if (isProperty) while (!["", "}"].includes(peek(reader))) reader.at += 1;
  reader.at += 1;
  const text = reader.characters.slice(from, reader.at).join("");
  return escapes.test(text) ? text : undefined;
}

function escapeOf(reader: Reader): Tree | undefined {
  const text = escapeText(reader);
  return text === undefined ? undefined : characterIn(text === "\\-" ? "-" : text);
}

/** `[a-z]`, of which the first bracket was read. JavaScript has the same, and one character is no text that takes long. */
function setOf(reader: Reader): Tree | undefined {
  const from = reader.at;
  if (peek(reader) === "^") reader.at += 1;
  const first = reader.at;
  while (peek(reader) !== "]") {
    const character = peek(reader);
    if (character === "" || character === "[") return undefined;
    reader.at += 1;
    if (character === "\\" && escapeText(reader) === undefined) return undefined;
  }
  const text = reader.characters.slice(from, reader.at).join("");
  const isEmpty = reader.at === first;
  reader.at += 1;
  return isEmpty ? undefined : characterIn(`[${text}]`);
}

function characterIn(source: string): Tree | undefined {
  try {
    const expression = new RegExp(`^${source}$`, "u");
    return { kind: "character", test: (each) => expression.test(each) };
  } catch {
    return undefined; // a range from a later character to an earlier one, or a category that does not exist
  }
}

/** How often the atom before comes; once where nothing is said. */
function countsOf(reader: Reader): readonly [number, number] | undefined {
  const known = ({ "*": [0, Infinity], "+": [1, Infinity], "?": [0, 1] } as const)[peek(reader)];
  if (known !== undefined) {
    reader.at += 1;
    return known;
  }
  if (peek(reader) !== "{") return [1, 1];
  const end = reader.characters.indexOf("}", reader.at);
  const [, least, comma, most] =
    /^\{(\d+)(?:(,)(\d*))?$/.exec(reader.characters.slice(reader.at, end < 0 ? reader.at : end).join("")) ?? [];
  if (least === undefined) return undefined;
  reader.at = end + 1;
  const upper = comma === undefined ? Number(least) : most === "" ? Infinity : Number(most);
  return upper < Number(least) ? undefined : [Number(least), upper];
}

function sizeOf(tree: Tree): number {
  if (tree.kind === "character" || tree.kind === "anchor") return 1;
  if (tree.kind === "repetition") return (sizeOf(tree.part) + 2) * Math.max(1, tree.most === Infinity ? tree.least + 1 : tree.most);
  return tree.parts.reduce((sum, part) => sum + sizeOf(part) + 2, 0);
}

function write(tree: Tree, out: Instruction[]): void {
  if (tree.kind === "character" || tree.kind === "anchor") out.push(tree);
  else if (tree.kind === "sequence") for (const part of tree.parts) write(part, out);
  else if (tree.kind === "choice") writeChoice(tree.parts, out);
  else {
    for (let count = 0; count < tree.least; count++) write(tree.part, out);
    if (tree.most === Infinity) writeLoop(tree.part, out);
    else writeOptional(tree.part, tree.most - tree.least, out);
  }
}

function writeChoice(parts: readonly Tree[], out: Instruction[]): void {
  const split: number[] = [];
  const ends: number[][] = [];
  out.push({ kind: "split", to: split });
  for (const part of parts) {
    split.push(out.length);
    write(part, out);
    const end: number[] = [];
    ends.push(end);
    out.push({ kind: "split", to: end });
  }
  for (const end of ends) end.push(out.length);
}

function writeLoop(part: Tree, out: Instruction[]): void {
  const start = out.length;
  const split = [start + 1];
  out.push({ kind: "split", to: split });
  write(part, out);
  out.push({ kind: "split", to: [start] });
  split.push(out.length);
}

function writeOptional(part: Tree, times: number, out: Instruction[]): void {
  const splits: number[][] = [];
  for (let count = 0; count < times; count++) {
    const split = [out.length + 1];
    splits.push(split);
    out.push({ kind: "split", to: split });
    write(part, out);
  }
  for (const split of splits) split.push(out.length);
}

/** Whether an expression matches a text: all of it, or any part of it. */
export function matches(expression: RegularExpression, text: string, what: "whole" | "part", work: Work): boolean {
  const characters = Array.from(text);
  const spot = (at: number): Spot => ({ first: at === 0, last: at === characters.length });
  let threads: readonly number[] = reach(expression, [0], spot(0));
  const ended = (): boolean => threads.some((at) => expression[at]?.kind === "end");
  for (const [index, character] of characters.entries()) {
    if (what === "part" && ended()) return true;
    if (!spend(work, threads.length + 1)) return false;
    const next = threads.flatMap((at) => {
      const instruction = expression[at];
      return instruction?.kind === "character" && instruction.test(character) ? [at + 1] : [];
    });
    threads = reach(expression, what === "part" ? [...next, 0] : next, spot(index + 1));
  }
  return ended();
}

/** Where in a text a character is awaited. */
type Spot = { readonly [at in Anchor["at"]]: boolean };

/** The instructions that read a character, or end, which are reached from some without reading any. */
function reach(expression: RegularExpression, from: readonly number[], spot: Spot): readonly number[] {
  const seen = new Set<number>();
  const open = [...from];
  const found: number[] = [];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const instruction = expression[at];
    if (instruction?.kind === "split") for (const item of instruction.to) open.push(item);
    else if (instruction?.kind !== "anchor") found.push(at);
    else if (spot[instruction.at]) open.push(at + 1);
  }
  return found;
}
