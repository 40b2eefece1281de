/** The characters of patterns, as far as the patterns tell them apart. */
import { RegExpParser, type AST } from "@eslint-community/regexpp";
import type { PatternAutomaton } from "../ir/linear-pattern.gen.js";
import { spend, type Budget } from "./budget.js";
import { lineEnds, spaceRanges } from "./character-set.js";

/** Characters that are the same to every state of some automata. */
export interface Letter {
  /** One of them. Which properties of Unicode it has is said apart: what they hold differs between versions of Unicode. */
  readonly code: number;
  readonly has: ReadonlySet<string>;
}

/** What is asked of one character: the source of a class, or a character itself. */
export type Matches = (letter: Letter) => boolean;

export type CharacterNode = AST.Character | AST.CharacterSet | AST.CharacterClass;

/** More properties than these are too many combinations. */
const maxProperties = 6;

/** The class of a source, as it is read with these flags. */
export function characterNode(source: string, flags: "u" | ""): CharacterNode | undefined {
  const [element] = new RegExpParser().parsePattern(source, 0, source.length, { unicode: flags === "u" }).alternatives[0]?.elements ?? [];
  return element?.type === "Character" || element?.type === "CharacterSet" || element?.type === "CharacterClass" ? element : undefined;
}

/** The letters of two automata; `undefined` where there are too many. */
export function lettersOf(
  automata: readonly PatternAutomaton[],
  nodes: ReadonlyMap<string, CharacterNode>,
  budget: Budget,
): readonly Letter[] | undefined {
  const own = automata.flatMap(({ states }) => states.flatMap((state) => (state.kind === "character" ? [state.code] : [])));
  const asked = [...nodes.values()];
  const properties = [...new Set(asked.flatMap(propertiesIn))];
  if (properties.length > maxProperties) return undefined;
  // What a property holds of ASCII never changes.
  const ascii = properties.length === 0 ? [] : Array.from({ length: 0x81 }, (_, code) => code);
  const starts = new Set([0, ...words.flat(), ...own.flatMap((code) => [code, code + 1]), ...asked.flatMap(boundaries), ...ascii]);
  const codes = [...starts].filter((code) => code <= 0x10ffff);
  const combinations = subsets(properties);
  const codesOf = [...new Set(own)];
  const letters = new Map<string, Letter>();
  for (const code of codes) {
    const possible = code < 0x80 ? [new Set(properties.filter((property) => holds(property, code)))] : combinations;
    for (const has of possible) {
      if (!spend(budget, asked.length + 1)) return undefined;
      const letter = { code, has };
      const key = `${String(isWordCode(code))} ${codesOf.includes(code) ? String(code) : ""} ${asked.map((node) => (matchesNode(node, letter) ? "1" : "0")).join("")}`;
      if (!letters.has(key)) letters.set(key, letter);
    }
  }
  return [...letters.values()];
}

/** Where letters, digits and `_` of ASCII begin and end. */
const words = [[0x30, 0x3a], [0x41, 0x5b], [0x5f, 0x60], [0x61, 0x7b]] as const; // prettier-ignore

export const isWordCode = (code: number): boolean => words.some(([first, end]) => code >= first && code < end);

/** Whether a letter is of a class. */
export function matchesNode(node: CharacterNode | AST.CharacterClassRange, letter: Letter): boolean {
  switch (node.type) {
    case "Character":
      return node.value === letter.code;
    case "CharacterClassRange":
      return letter.code >= node.min.value && letter.code <= node.max.value;
    case "CharacterSet":
      return matchesEscape(node, letter);
    case "CharacterClass":
      return membersIn(node).some((member) => matchesNode(member, letter)) !== node.negate;
  }
}

type Member = AST.Character | AST.CharacterSet | AST.CharacterClassRange;

function matchesEscape(node: AST.CharacterSet, { code, has }: Letter): boolean {
  switch (node.kind) {
    case "any":
      return !inside(code, lineEnds);
    case "digit":
      return (code >= 0x30 && code <= 0x39) !== node.negate;
    case "word":
      return isWordCode(code) !== node.negate;
    case "space":
      return inside(code, spaceRanges) !== node.negate;
    case "property":
      return has.has(propertyOf(node)) !== node.negate;
  }
}

const inside = (code: number, ranges: readonly (readonly [number, number])[]): boolean =>
  ranges.some(([first, last]) => code >= first && code <= last);

/** A property as an escape that is not negated. */
const propertyOf = ({ raw }: AST.CharacterSet): string => raw.replace(/^\\P/, "\\p");

function holds(property: string, code: number): boolean {
  return new RegExp(property, "u").test(String.fromCodePoint(code));
}

function membersIn(node: CharacterNode): readonly Member[] {
  // Without the flag `v`, classes have no other members.
  return node.type === "CharacterClass" ? (node.elements as readonly Member[]) : [node];
}

export function propertiesIn(node: CharacterNode): readonly string[] {
  return membersIn(node).flatMap((each) => (each.type === "CharacterSet" && each.kind === "property" ? [propertyOf(each)] : []));
}

/** Where the characters of a class begin, and those beside it. */
function boundaries(node: CharacterNode): readonly number[] {
  return membersIn(node).flatMap((each) => {
    if (each.type === "Character") return [each.value, each.value + 1];
    if (each.type === "CharacterClassRange") return [each.min.value, each.max.value + 1];
    const ranges = each.kind === "any" ? lineEnds : each.kind === "space" ? spaceRanges : [];
    return ranges.flatMap(([first, last]) => [first, last + 1]);
  });
}

function subsets(properties: readonly string[]): readonly ReadonlySet<string>[] {
  return properties.reduce<readonly ReadonlySet<string>[]>(
    (all, property) => [...all, ...all.map((each) => new Set([...each, property]))],
    [new Set<string>()],
  );
}
