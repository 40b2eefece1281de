import { matchesPattern } from "../../patterns/text-pattern.js";
import { isUnevaluated } from "../../ir/kinds.js";
import type { Api } from "../../ir/api.js";
import type { Assertion, CheckedPattern, Schema } from "../../ir/schema.js";
import { opened } from "./opened-values.js";
import { partFinder, type Said } from "./parts-of-values.js";

/** A member by its name, an item by its index, the members whose names match a pattern, or, `undefined`, all others. */
export type PartKey = string | number | CheckedPattern | undefined;

/**
 * Finds what may be said of parts of values: besides what `partFinder` finds, what patterns say, what is said of some item of a list, and of what
 * nothing else looks at.
 */
export function anyPartFinder(all: readonly Said[], api: Pick<Api, "schemas">): (key: PartKey) => readonly Said[] {
  const find = partFinder(all);
  const finders = all.flatMap(({ schema, certain, own }) => findersIn(schema, api).map((one) => ({ one, certain, own })));
  return (key) => {
    const found = typeof key === "object" ? find(undefined) : find(key);
    if (finders.length === 0) return found;
    return [...found, ...finders.flatMap(({ one, certain, own }) => one(key).map((schema) => ({ schema, certain, own })))];
  };
}

type Finder = (key: PartKey) => readonly Schema[];

/** The patterns of names that are described. */
export const patternsIn = (all: readonly Said[]): readonly CheckedPattern[] =>
  all.flatMap(({ schema }) => schema.assertions.flatMap((one) => (one.kind === "object" ? one.patternProperties : [])));

/** How many items are described one by one. */
export const longestPrefixIn = (all: readonly Said[]): number =>
  all.reduce((most, { schema }) => schema.assertions.reduce((length, one) => Math.max(length, prefixOf(one)), most), 0);

const prefixOf = (assertion: Assertion): number => (assertion.kind === "array" ? assertion.prefixItems.length : 0);

function findersIn(schema: Schema, api: Pick<Api, "schemas">): readonly Finder[] {
  return schema.assertions.flatMap((assertion): readonly Finder[] =>
    isUnevaluated(assertion)
      ? [leftFinder(assertion.kind === "unevaluatedItems", assertion.schema, schema, api)]
      : [...patternFinders(assertion), ...containedFinders(assertion)],
  );
}

/** Of all others, too: which of these match a pattern of another schema nobody knows. */
function patternFinders(assertion: Assertion): readonly Finder[] {
  if (assertion.kind !== "object" || assertion.patternProperties.length === 0) return [];
  const { patternProperties } = assertion;
  const find: Finder = (key) => {
    if (key === undefined) return patternProperties.map(({ schema }) => schema);
    if (typeof key !== "object") return [];
    return patternProperties.filter((one) => mayOverlap(one.pattern, key.pattern)).map(({ schema }) => schema);
  };
  return [find];
}

/** Whether a name may match both patterns. */
function mayOverlap(one: string, other: string): boolean {
  const [first, second] = [beginningOf(one), beginningOf(other)];
  return first.startsWith(second) || second.startsWith(first);
}

/** The letters that all names begin with which match a pattern; nothing where that is not seen at a glance. */
function beginningOf(pattern: string): string {
  if (pattern.includes("|")) return "";
  const [, letters = "", more = ""] = /^\^([\w-]*)(.?)/su.exec(pattern) ?? [];
  return /[?*{]/.test(more) ? letters.slice(0, -1) : letters;
}

function containedFinders(assertion: Assertion): readonly Finder[] {
  if (assertion.kind !== "array" || assertion.contains === undefined) return [];
  const { prefixItems, items, contains } = assertion;
  return [(key) => (typeof key === "number" && (prefixItems[key] ?? items) === undefined ? [contains.schema] : [])];
}

function leftFinder(ofItems: boolean, left: Schema, holder: Schema, api: Pick<Api, "schemas">): Finder {
  // What is only said of some values may leave the part to it.
  const beside = opened([{ schema: holder, certain: true, own: true }], api).filter(({ certain }) => certain);
  const assertions = beside.flatMap(({ schema }) => schema.assertions);
  return (key) => {
    if ((typeof key === "number") !== ofItems) return [];
    const isLookedAt = assertions.some((one) => (typeof key === "number" ? looksAtItem(one, key) : looksAtMember(one, key)));
    return isLookedAt ? [] : [left];
  };
}

function looksAtItem(assertion: Assertion, index: number): boolean {
  return assertion.kind === "array" && (assertion.prefixItems[index] ?? assertion.items) !== undefined;
}

function looksAtMember(assertion: Assertion, key: PartKey): boolean {
  if (assertion.kind !== "object") return false;
  const { properties, patternProperties, additionalProperties } = assertion;
  if (additionalProperties !== undefined) return true;
  if (typeof key === "object") return patternProperties.some(({ pattern }) => pattern === key.pattern);
  if (typeof key !== "string") return false;
  return properties.some(({ name }) => name === key) || patternProperties.some((one) => matchesPattern(one, key) === true);
}
