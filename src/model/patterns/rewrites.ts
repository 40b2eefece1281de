/**
 * Ways to say a part of a pattern that may be the same, and match in fewer ways. Whether it is the same is for others to find out: here
 * everything is proposed that often is.
 */
import type { PatternPart } from "../ir/linear-pattern.gen.js";
import { characterNode } from "./alphabet.js";
import { characterSource, joinedClass, reducedClass } from "./class-source.js";
import { isCharacter, isSequence, membersOf, sequence } from "./pattern-part.js";

type Many = Extract<PatternPart, { readonly many: PatternPart }>;

const isMany = (part: PatternPart | undefined): part is Many => typeof part === "object" && "many" in part;

/** A pattern as a whole as well: where the first match is the best one, all that is before it is left out. */
export function* wholeRewrites(part: PatternPart, flags: "u" | ""): Generator<PatternPart> {
  yield* rewrites(part, flags);
  const first = beginnings(part).map((each) => characterNode(each, flags));
  const others = reducedClass("any", first, flags);
  if (!isOptional(part) && others !== undefined) yield sequence(["^", { many: others }, ...membersOf(part)]);
}

/** Every part that differs from this one in a single place. What is shorter comes first. */
export function* rewrites(part: PatternPart, flags: "u" | ""): Generator<PatternPart> {
  if (typeof part === "string") return;
  if (isSequence(part)) {
    for (const [index, each] of part.entries()) for (const other of rewrites(each, flags)) yield sequence(part.with(index, other));
    yield* ofNeighbours(part, flags);
  } else if ("any" in part) yield* ofAlternatives(part.any, flags);
  else if ("many" in part) yield* ofRepetition(part, flags);
}

/** Fewer rounds, or one that is always there. */
function* ofRepetition(part: Many, flags: "u" | ""): Generator<PatternPart> {
  const { many, min = 0, max } = part;
  if (max !== min) yield min === 0 ? [] : times(many, min);
  if (min === 0) yield max === 1 ? many : { many, max: 1 };
  if (max === undefined) yield* asOneClass(many, flags);
  // Repeated at will, what is repeated inside is once there, or was there in the round before.
  for (const inner of rewrites(many, flags)) yield { ...part, many: inner };
}

/** What is repeated at will, and is at will itself, in any order: `(?:a*b?)*` as `[ab]*`. */
function* asOneClass(many: PatternPart, flags: "u" | ""): Generator<PatternPart> {
  const sources = membersOf(many).map((each) => sourceOf(isMany(each) ? each.many : each));
  const joined =
    sources.length < 2
      ? undefined
      : joinedClass(
          sources.map((each) => (each === undefined ? undefined : characterNode(each, flags))),
          flags,
        );
  if (joined !== undefined) yield { many: joined };
}

const times = (many: PatternPart, count: number): PatternPart => (count === 1 ? many : { many, min: count, max: count });

/** One of them less; those of one character as one class; one of them said otherwise. */
function* ofAlternatives(any: readonly PatternPart[], flags: "u" | ""): Generator<PatternPart> {
  const characters = any.flatMap((each) => sourceOf(each) ?? []);
  if (characters.length > 1) {
    const nodes = characters.map((source) => characterNode(source, flags));
    const joined = joinedClass(nodes, flags);
    const at = any.findIndex((each) => sourceOf(each) !== undefined);
    if (joined !== undefined)
      yield either(any.flatMap((each, index) => (index === at ? [joined] : sourceOf(each) === undefined ? [each] : [])));
  }
  for (const index of any.keys()) yield either(any.toSpliced(index, 1));
  for (const [index, each] of any.entries()) for (const other of rewrites(each, flags)) yield either(any.with(index, other));
}

function either(any: readonly PatternPart[]): PatternPart {
  const [only, second] = any;
  return only !== undefined && second === undefined ? only : { any };
}

/** The source of a part that is one character. */
function sourceOf(part: PatternPart): string | undefined {
  if (isCharacter(part)) return part;
  if (typeof part === "string" || !("text" in part) || Array.from(part.text).length !== 1) return undefined;
  return characterSource(part.text.codePointAt(0) ?? 0);
}

/** What a part and those beside it can do together. */
function* ofNeighbours(parts: readonly PatternPart[], flags: "u" | ""): Generator<PatternPart> {
  for (const [index, part] of parts.entries()) {
    if (!isMany(part)) continue;
    const [before, next] = [parts[index - 1], parts[index + 1]];
    const instead = (by: readonly PatternPart[], from = index, to = index + 1): PatternPart =>
      sequence([...parts.slice(0, from), ...by, ...parts.slice(to)]);
    // What comes first of the following ends a repetition: `.+@` as `.[^@]*@`.
    for (const short of without(part, firstOf(parts.slice(index + 1)), flags)) yield instead(short);
    for (const short of without(part, sourcesOf(before), flags)) yield instead(short);
    if ((part.min ?? 0) > 0 || (part.max ?? 1) > 1) continue;
    // What is there only with what stands between others joins one of them: `a*b?a*` as `(?:a*b)?a*` or `a*(?:ba*)?`, so does `b*`.
    const there = part.max === 1 ? part.many : { many: part.many, min: 1 };
    if (isMany(before) && (before.min ?? 0) === 0) yield instead([{ many: sequence([before, there]), max: 1 }], index - 1);
    if (isMany(next) && (next.min ?? 0) === 0) yield instead([{ many: sequence([there, next]), max: 1 }], index, index + 2);
    // What goes on after a repetition begins with what it does not take: `a+[ab]*` as `a+(?:b[ab]*)?`.
    for (const short of part.max === undefined && isMany(before) ? without(part, sourcesOf(before.many), flags) : [])
      yield instead([{ many: sequence([...short.map((each) => (isMany(each) ? each.many : each)), part]), max: 1 }]);
  }
}

/** A repetition of one character that leaves some of them out; nothing where there are none of it. */
function without({ many, min = 0, max }: Many, left: readonly string[], flags: "u" | ""): readonly (readonly PatternPart[])[] {
  const source = sourceOf(many);
  const node = source === undefined ? undefined : characterNode(source, flags);
  const others = left.map((each) => characterNode(each, flags));
  const reduced = node === undefined || others.length === 0 ? undefined : reducedClass(node, others, flags);
  if (reduced === undefined || (max !== undefined && min > 0)) return [];
  return [[...(min === 0 ? [] : [times(many, min)]), { many: reduced, ...(max === undefined ? {} : { max }) }]];
}

const sourcesOf = (part: PatternPart | undefined): readonly string[] => (part === undefined ? [] : [sourceOf(part) ?? []].flat());

/** The classes of what comes first of some parts. */
function firstOf(parts: readonly PatternPart[]): readonly string[] {
  const found: string[] = [];
  for (const part of parts) {
    for (const each of beginnings(part)) found.push(each);
    if (!isOptional(part)) break;
  }
  return found;
}

function beginnings(part: PatternPart): readonly string[] {
  if (typeof part === "string") return isCharacter(part) ? [part] : [];
  if (isSequence(part)) return firstOf(part);
  if ("text" in part) return Array.from(part.text).slice(0, 1).flatMap((text) => sourceOf({ text }) ?? []); // prettier-ignore
  return "any" in part ? part.any.flatMap(beginnings) : beginnings(part.many);
}

function isOptional(part: PatternPart): boolean {
  if (typeof part === "string") return !isCharacter(part);
  if (isSequence(part)) return part.every(isOptional);
  if ("text" in part) return part.text === "";
  return "any" in part ? part.any.some(isOptional) : (part.min ?? 0) === 0 || isOptional(part.many);
}

/** A part with its texts as single characters, which can so be looked at one by one. */
export function spelledOut(part: PatternPart): PatternPart {
  if (typeof part === "string") return part;
  if (isSequence(part)) return part.flatMap((each) => membersOf(spelledOut(each)));
  if ("text" in part) return sequence(Array.from(part.text, (text) => sourceOf({ text }) ?? { text }));
  if ("any" in part) return { any: part.any.map(spelledOut) };
  return { ...part, many: spelledOut(part.many) };
}
