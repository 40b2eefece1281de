/** Equality as JSON Schema means it. No method of a value is ever called: data may have a `valueOf` or `toString` of its own. */
import { hasOwn } from "../shared/has-own.js";
import { maxDepth, tooDeep } from "./validate.js";

/** Whether two JSON values are the same: members in any order, numbers by value. Of items of a list, an integer is the same as a bigint. */
export function equal(left: unknown, right: unknown, depth = 0, notes?: Notes): boolean {
  if (left === right) return true;
  if (notes !== undefined && (typeof left === "bigint" || typeof right === "bigint")) return byValue(left) === byValue(right);
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (depth > maxDepth) return tooDeep();
  if (notes !== undefined && (notes.parts += 1) > mostParts) {
    const textOf = (notes.textOf ??= takeNotes());
    return textOf(left, depth) === textOf(right, depth);
  }
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    for (let index = 0; index < left.length; index += 1) if (!equal(left[index], right[index], depth + 1, notes)) return false;
    return true;
  }
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  for (const name of names) {
    // Object.keys has just named them all.
    if (!hasOwn(right, name) || !equal(left[name as never], right[name as never], depth + 1, notes)) return false;
  }
  return true;
}

/** Whether a value is one of several. */
export function isOneOf(value: unknown, values: readonly unknown[]): boolean {
  for (const candidate of values) if (equal(value, candidate)) return true;
  return false;
}

/** Up to so many items, comparing each with each takes less time than a set does. */
const few = 8;

/** Most items are small: to compare so many parts takes less time than to take notes of them. */
const mostParts = 500;

/**
 * What was seen of some values. Parts that they share are looked at once: to compare such values part by part would take a step for each
 * way to a part.
 */
interface Notes {
  /** How many parts were compared so far. */
  parts: number;
  textOf?: TextOf;
}

/** A text that two values share exactly when they are equal. */
type TextOf = (value: unknown, depth: number) => string;

interface Noted {
  readonly text: string;
  /** How many levels are below it. */
  readonly levels: number;
}

/** Whether two items are the same. Takes time in proportion to the size of the items, however many they are and whatever they share. */
export function hasDuplicates(items: readonly unknown[]): boolean {
  if (items.length <= few) return hasPair(items);
  const scalars = new Set<unknown>();
  const others: object[] = [];
  for (const item of items) {
    if (typeof item === "object" && item !== null) others.push(item);
    else {
      const scalar = byValue(item);
      if (scalars.has(scalar)) return true;
      scalars.add(scalar);
    }
  }
  // Comparing each with each is cheaper than writing them down, as long as they are few.
  if (others.length <= 2 * few) return hasPair(others);
  const textOf = takeNotes();
  return new Set(others.map((item) => textOf(item, 0))).size < others.length;
}

function hasPair(items: readonly unknown[]): boolean {
  const notes: Notes = { parts: 0 };
  for (let index = 1; index < items.length; index += 1) {
    for (let earlier = 0; earlier < index; earlier += 1) if (equal(items[index], items[earlier], 0, notes)) return true;
  }
  return false;
}

function takeNotes(): TextOf {
  // Lists and objects that are equal have one number.
  const numbers = new Map<string, number>();
  const known = new Map<object, Noted>();
  const write = (value: object, depth: number): Noted => {
    if (depth > maxDepth) return tooDeep();
    let levels = 0;
    const textOfPart = (part: unknown): string => {
      if (typeof part !== "object" || part === null) return scalarText(part);
      const inner = note(part, depth + 1);
      levels = Math.max(levels, inner.levels + 1);
      return inner.text;
    };
    const textOfMember = (name: string): string => `${JSON.stringify(name)}:${textOfPart(value[name as never])}`; // a name that it has
    const text = Array.isArray(value) ? `[${value.map(textOfPart).join()}]` : `{${Object.keys(value).sort().map(textOfMember).join()}}`;
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return { text: `#${number}`, levels };
  };
  const note = (value: object, depth: number): Noted => {
    const before = known.get(value);
    if (before !== undefined) return depth + before.levels > maxDepth ? tooDeep() : before;
    const noted = write(value, depth);
    known.set(value, noted);
    return noted;
  };
  return (value, depth) => (typeof value === "object" && value !== null ? note(value, depth).text : scalarText(value));
}

function scalarText(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(byValue(value));
}

/** An integer as a number where that holds it exactly, and as a bigint where it does not: one value for one integer. */
function byValue(value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  return typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value;
}
