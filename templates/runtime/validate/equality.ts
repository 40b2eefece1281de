/** Equality as JSON Schema means it. No method of a value is ever called: data may have a `valueOf` or `toString` of its own. */
import { hasOwn } from "../shared/has-own.js";
import { maxDepth, tooDeep } from "./validate.js";

/** Whether two JSON values are the same: members in any order, numbers by value. */
export function equal(left: unknown, right: unknown, depth = 0): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (depth > maxDepth) return tooDeep();
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    for (let index = 0; index < left.length; index += 1) if (!equal(left[index], right[index], depth + 1)) return false;
    return true;
  }
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  for (const name of names) {
    // Object.keys has just named them all.
    if (!hasOwn(right, name) || !equal(left[name as never], right[name as never], depth + 1)) return false;
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

/** Whether two items are the same. Takes time in proportion to the size of the items, however many they are. */
export function hasDuplicates(items: readonly unknown[]): boolean {
  if (items.length <= few) return hasPair(items);
  const scalars = new Set<unknown>();
  const others: object[] = [];
  for (const item of items) {
    if (typeof item === "object" && item !== null) others.push(item);
    else if (scalars.has(item)) return true;
    else scalars.add(item);
  }
  // Comparing each with each is cheaper than writing them down, as long as they are few.
  return others.length > 2 * few ? new Set(others.map((item) => canonical(item, 0))).size < others.length : hasPair(others);
}

function hasPair(items: readonly unknown[]): boolean {
  for (let index = 1; index < items.length; index += 1) {
    for (let earlier = 0; earlier < index; earlier += 1) if (equal(items[index], items[earlier])) return true;
  }
  return false;
}

/** A text that two values share exactly when they are equal. */
function canonical(value: unknown, depth: number): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (depth > maxDepth) return tooDeep();
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join()}]`;
  const members = Object.keys(value).sort();
  // Object.keys has just named them all.
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name as never], depth + 1)}`).join()}}`;
}
