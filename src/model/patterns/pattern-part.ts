/** Patterns as the trees that their automata are made of, and these as patterns. */
import { RegExpParser, type AST } from "@eslint-community/regexpp";
import type { PatternPart } from "../ir/linear-pattern.gen.js";
import { characterSource } from "./class-source.js";

/** States that an automaton may have: on each character, most of them may be at work. */
const maxStates = 10_000;

/** A pattern as a tree; `undefined` where it has what automata do not (references back, what stands around it), or too much of it. */
export function patternPart(pattern: string, flags: "u" | ""): PatternPart | undefined {
  const { alternatives } = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: flags === "u" });
  const part = ofAlternatives(alternatives);
  return part === undefined || statesOf(part) > maxStates ? undefined : part;
}

function ofAlternatives(alternatives: readonly AST.Alternative[]): PatternPart | undefined {
  const parts = alternatives.map(ofAlternative);
  const found = parts.filter((part) => part !== undefined);
  if (found.length < parts.length) return undefined;
  const [only, second] = found;
  return only !== undefined && second === undefined ? only : { any: found };
}

function ofAlternative({ elements }: AST.Alternative): PatternPart | undefined {
  const parts = elements.map(ofElement);
  const found = parts.filter((part) => part !== undefined);
  return found.length < parts.length ? undefined : sequence(found);
}

function ofElement(element: AST.Element): PatternPart | undefined {
  switch (element.type) {
    case "Character":
      // Next to each other, two halves of a pair would be a character.
      return isSurrogate(element.value) ? element.raw : { text: String.fromCodePoint(element.value) };
    case "CharacterSet":
      return element.raw;
    case "CharacterClass":
      return element.unicodeSets ? undefined : element.raw;
    case "Group":
      return element.modifiers === null ? ofAlternatives(element.alternatives) : undefined;
    case "CapturingGroup":
      return ofAlternatives(element.alternatives);
    case "Quantifier": {
      const { min, max } = element;
      const many = ofElement(element.element);
      return many && { many, ...(min === 0 ? {} : { min }), ...(max === Infinity ? {} : { max }) };
    }
    case "Assertion":
      return element.kind === "lookahead" || element.kind === "lookbehind" ? undefined : element.raw;
    case "Backreference":
    case "ExpressionCharacterClass":
      return undefined;
  }
}

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

/** One part after the other, as short as it can be said: lists in lists joined, and neighbouring texts. */
export function sequence(parts: readonly PatternPart[]): PatternPart {
  const joined: PatternPart[] = [];
  for (const part of parts.flatMap(membersOf)) {
    const last = joined.at(-1);
    if (isText(last) && isText(part)) joined[joined.length - 1] = { text: last.text + part.text };
    else joined.push(part);
  }
  const [only, second] = joined;
  return only !== undefined && second === undefined ? only : joined;
}

/** The parts of a list, or the only one. */
export function membersOf(part: PatternPart): readonly PatternPart[] {
  return isSequence(part) ? part : [part];
}

export const isSequence = (part: PatternPart): part is readonly PatternPart[] => Array.isArray(part);

const isText = (part: PatternPart | undefined): part is { readonly text: string } => typeof part === "object" && "text" in part;

/** The states that a part takes. */
export function statesOf(part: PatternPart): number {
  if (typeof part === "string") return 1;
  if (isSequence(part)) return part.reduce((sum, each) => sum + statesOf(each), 0);
  if ("text" in part) return part.text.length;
  if ("any" in part) return part.any.reduce((sum, each) => sum + statesOf(each), 1);
  const { many, min = 0, max = Math.max(1, min) } = part;
  return max * (statesOf(many) + 1);
}

/** The pattern of a part. */
export function printPart(part: PatternPart): string {
  if (typeof part === "string") return part;
  if (isSequence(part)) return part.map((each) => (isAny(each) ? `(?:${printPart(each)})` : printPart(each))).join("");
  if ("text" in part) return Array.from(part.text, (text) => characterSource(text.codePointAt(0) ?? 0)).join("");
  if ("any" in part) return part.any.map(printPart).join("|");
  const { many, min = 0, max } = part;
  const single = isCharacter(many) || (isText(many) && Array.from(many.text).length === 1);
  return `${single ? printPart(many) : `(?:${printPart(many)})`}${quantifier(min, max)}`;
}

/** Whether a part is the source of a pattern of one character. */
export function isCharacter(part: PatternPart): part is string {
  return typeof part === "string" && !["^", "$", "\\b", "\\B"].includes(part);
}

const isAny = (part: PatternPart): boolean => typeof part === "object" && "any" in part;

function quantifier(min: number, max: number | undefined): string {
  if (max === undefined) return min === 0 ? "*" : min === 1 ? "+" : `{${String(min)},}`;
  if (min === max) return `{${String(min)}}`;
  return min === 0 && max === 1 ? "?" : `{${String(min)},${String(max)}}`;
}
