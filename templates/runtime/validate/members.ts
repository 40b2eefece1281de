/**
 * What is asked of one property, in one call: the issues, the value and its name among the rest. A property that is `undefined` is absent.
 * Written out, TypeScript would follow each branch at every name that comes after it.
 */
import {
  at,
  failConst,
  failEnum,
  failFormat,
  failRequired,
  failSafeInteger,
  failType,
  type Issues,
  type Key,
  type TypeNames,
} from "./issues.js";
import { isObject } from "./validate.js";

/** A check of a part of a value; `depth`: how deep that is. */
type Check = (value: unknown, issues: Issues, depth: number) => Issues;

/** Whether a property is there; else it is said to be missing. */
function isThere(issues: Issues, value: unknown, name: Key): boolean {
  if (value === undefined) failRequired(issues, [name]);
  return value !== undefined;
}

export function requirePresent(issues: Issues, value: unknown, name: Key): void {
  isThere(issues, value, name);
}

export function requireType(issues: Issues, value: unknown, types: TypeNames, name: Key): void {
  if (isThere(issues, value, name)) optionalType(issues, value, types, name);
}

export function optionalType(issues: Issues, value: unknown, types: TypeNames, name: Key): void {
  if (value !== undefined && !hasType(value, types)) failType(issues, [name], types);
}

/** An integer that a number holds exactly. */
export function requireSafeInteger(issues: Issues, value: unknown, name: Key): void {
  if (isThere(issues, value, name)) optionalSafeInteger(issues, value, name);
}

export function optionalSafeInteger(issues: Issues, value: unknown, name: Key): void {
  if (value !== undefined && !Number.isSafeInteger(value)) failSafeInteger(issues, [name], value);
}

function hasType(value: unknown, types: TypeNames): boolean {
  if (typeof types === "string") return isOf(value, types);
  for (const type of types) if (isOf(value, type)) return true;
  return false;
}

function isOf(value: unknown, type: string): boolean {
  if (type === "string") return typeof value === type;
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type === "integer") return Number.isInteger(value);
  // Of JSON: neither infinite nor NaN.
  return type === "number" ? Number.isFinite(value) : typeof value === type;
}

/** A string of a format, or a value of another of these types. */
export function requireFormat(
  issues: Issues,
  value: unknown,
  format: string,
  test: (text: string) => boolean,
  name: Key,
  types?: TypeNames,
): void {
  if (isThere(issues, value, name)) optionalFormat(issues, value, format, test, name, types);
}

export function optionalFormat(
  issues: Issues,
  value: unknown,
  format: string,
  test: (text: string) => boolean,
  name: Key,
  types: TypeNames = "string",
): void {
  if (typeof value !== "string") optionalType(issues, value, types, name);
  else if (!test(value)) failFormat(issues, [name], format);
}

export function requireOneOf(issues: Issues, value: unknown, values: readonly unknown[], name: Key): void {
  if (isThere(issues, value, name)) optionalOneOf(issues, value, values, name);
}

export function optionalOneOf(issues: Issues, value: unknown, values: readonly unknown[], name: Key): void {
  if (value === undefined || values.includes(value)) return;
  if (values.length === 1) failConst(issues, [name], values[0]);
  else failEnum(issues, [name], values);
}

export function requireValid(issues: Issues, value: unknown, check: Check, name: Key, depth?: number): void {
  if (isThere(issues, value, name)) optionalValid(issues, value, check, name, depth);
}

export function optionalValid(issues: Issues, value: unknown, check: Check, name: Key, depth = 0): void {
  if (value !== undefined) check(value, at(issues, name), depth);
}

/** A list whose items are held against a check, or a value of another of these types. */
export function requireItems(issues: Issues, value: unknown, check: Check, name: Key, depth?: number, types?: TypeNames): void {
  if (isThere(issues, value, name)) optionalItems(issues, value, check, name, depth, types);
}

export function optionalItems(issues: Issues, value: unknown, check: Check, name: Key, depth = 0, types: TypeNames = "array"): void {
  if (!Array.isArray(value)) {
    optionalType(issues, value, types, name);
    return;
  }
  const items = at(issues, name);
  for (let i = 0; i < value.length; i += 1) check(value[i], at(items, i), depth);
}
