import type { Assertion, ObjectAssertion, Schema } from "../../ir/schema.js";
import { matchesPattern } from "../../patterns/text-pattern.js";
import type { Course } from "../compare-schema.js";
import type { NormalSchema } from "../normal-schema.js";
import { compareOptional, isAnything, isNothing, type Words } from "./optional-schema.js";

type Pattern = ObjectAssertion["patternProperties"][number];

/** Pairs of what a pattern says and what is said of other properties, whose every member is compared: of more, it is said that they differ. */
const maxCompared = 8;

/**
 * Patterns that are gone or new: properties like them were or are held to what is said of all others. Calls `compareKept` for patterns of both, and
 * for those that stand for what another direction has.
 */
export function comparePatterns(
  before: NormalSchema,
  now: NormalSchema,
  course: Course,
  compareKept: (words: Words, before: Schema | undefined, now: Schema | undefined) => void,
): void {
  const [old, fresh] = [before, now].map(({ object }) => new Map(object?.patternProperties.map((each) => [each.pattern, each])));
  let compared = 0;
  const compare = (a: Schema, b: Schema, words: Words): void => {
    compared += 1;
    if (compared <= maxCompared) course.compare(a, b, words[2]);
    else course.say(words[0], "other", `says something else of ${words[1]} now`);
  };
  for (const pattern of new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])])) {
    const [was, is] = [old?.get(pattern), fresh?.get(pattern)];
    const words: Words = ["patternProperties", `properties like ${JSON.stringify(pattern)}`, "*"];
    const isKept = was !== undefined && is !== undefined;
    if (isKept || was?.schema.hidden !== undefined || is?.schema.hidden !== undefined) compareKept(words, was?.schema, is?.schema);
    else if (was !== undefined) compareGone(words, was, restOf(now, "properties"), { ...course, compareRest: compare });
    else if (is !== undefined) compareNew(words, is, before, { ...course, compareRest: compare });
  }
}

interface Rest extends Course {
  readonly compareRest: (before: Schema, now: Schema, words: Words) => void;
}

function compareGone(words: Words, { schema: was }: Pattern, rest: Schema | undefined, course: Rest): void {
  const [rule, subject] = words;
  if (rest === undefined || isAnything(rest)) compareOptional(words, was, undefined, course);
  else if (isNothing(was)) course.say(rule, "none", `no longer says that it allows no ${subject}`);
  // As with a property that is gone, what code was written with it compiles no longer.
  else if (isNothing(rest)) course.say(rule, "other", `no longer allows ${subject}`);
  else {
    course.say(rule, "none", `no longer says what ${subject} must be`);
    course.compareRest(was, rest, words);
  }
}

function compareNew(words: Words, pattern: Pattern, before: NormalSchema, course: Rest): void {
  const [rule, subject] = words;
  const { schema: is } = pattern;
  const rest = restOf(before, "properties");
  if (rest === undefined || isAnything(rest)) {
    compareOptional(words, undefined, is, course);
    return;
  }
  // Properties that have names of their own are held to it, too.
  const isAlsoOfNames = !isAnything(is) && before.object?.properties.some(({ name }) => matchesPattern(pattern, name) !== false) === true;
  const effect = isAlsoOfNames || (isNothing(is) && !isNothing(rest)) ? "narrower" : "none";
  if (isNothing(is)) course.say(rule, effect, `no longer allows ${subject}`);
  else if (isNothing(rest)) course.say(rule, effect, `allows ${subject} now`);
  else {
    course.say(rule, effect, `says now what ${subject} must be`);
    course.compareRest(rest, is, words);
  }
}

/** What is said of the properties, or of the items, that nothing else in the schema is about; undefined where nothing is. */
export function restOf(normal: NormalSchema, of: "properties" | "items"): Schema | undefined {
  const kind = of === "properties" ? "unevaluatedProperties" : "unevaluatedItems";
  const unevaluated = normal.parts.flatMap(({ assertions }) => assertions).find((each): each is Unevaluated => each.kind === kind);
  return ownRest(normal, of) ?? unevaluated?.schema;
}

/** What `additionalProperties` or `items` said and says. Where one does not, what is not evaluated is meant: by itself, that is compared as a condition. */
export function rests(
  before: NormalSchema,
  now: NormalSchema,
  of: "properties" | "items",
): readonly [Schema | undefined, Schema | undefined] {
  const isSaid = [before, now].some((each) => ownRest(each, of) !== undefined);
  return isSaid ? [restOf(before, of), restOf(now, of)] : [undefined, undefined];
}

const ownRest = ({ object, array }: NormalSchema, of: "properties" | "items"): Schema | undefined =>
  of === "properties" ? object?.additionalProperties : array?.items;

type Unevaluated = Extract<Assertion, { readonly kind: "unevaluatedProperties" | "unevaluatedItems" }>;
