/**
 * Which of several alternatives a value of JSON is of, as far as what is seen at a glance tells.
 */
import { hasOwn } from "./has-own.js";
import { isDigits } from "./int64.js";

/** What a value looks like. What is absent says nothing. */
export interface Shape {
  /** `int64` and `uint64`: integers of 64 bits. */
  readonly types?: readonly string[];
  readonly values?: readonly unknown[];
  /** Limits of numbers. */
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  /** Limits of texts, in code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: Shape };
  /** Of members that are no `properties`; false: there are none. */
  readonly others?: Shape | false;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly prefix?: readonly Shape[];
  /** Of the items after those. */
  readonly items?: Shape;
  readonly all?: readonly Shape[];
  readonly any?: readonly Shape[];
  readonly not?: Shape;
}

/** Tells whether values have a shape. `isHeld`: a value of a program, where a text of digits may be an integer of 64 bits. */
export const hasShape =
  (shape: Shape) =>
  (value: unknown, isHeld = false): boolean =>
    looksLike(value, shape, isHeld);

function looksLike(value: unknown, shape: Shape, isHeld: boolean): boolean {
  const { types, values, all, any, not } = shape;
  const has = (one: Shape): boolean => looksLike(value, one, isHeld);
  if (types !== undefined && !types.some((type) => isOfType(value, type, isHeld))) return false;
  if (values !== undefined && !values.some((one) => one === value || (isHeld && isDigits(value) && String(one) === value))) return false;
  if (all?.every(has) === false || any?.some(has) === false) return false;
  if (not !== undefined && has(not)) return false;
  if (typeof value === "number" || (isHeld && isDigits(value) && types?.includes("string") !== true)) {
    if (!isWithin(Number(value), shape)) return false;
  }
  if (typeof value === "string") return hasLength(value, shape);
  return typeof value !== "object" || value === null || hasInside(value, shape, isHeld);
}

function isWithin(value: number, { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Shape): boolean {
  return (
    (minimum === undefined || value >= minimum) &&
    (maximum === undefined || value <= maximum) &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
    (exclusiveMaximum === undefined || value < exclusiveMaximum)
  );
}

function hasLength(value: string, { minLength = 0, maxLength }: Shape): boolean {
  if (minLength === 0 && maxLength === undefined) return true;
  const { length } = Array.from(value);
  return length >= minLength && (maxLength === undefined || length <= maxLength);
}

function isOfType(value: unknown, type: string, isHeld: boolean): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "int64" || type === "uint64") {
    const number = isHeld && isDigits(value) ? Number(value) : value;
    if (typeof number !== "number" || !Number.isInteger(number)) return false;
    return type === "int64" ? Math.abs(number) <= 2 ** 63 : number >= 0 && number <= 2 ** 64;
  }
  return type === (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);
}

function hasInside(value: object, shape: Shape, isHeld: boolean): boolean {
  const { required = [], properties = {}, others, minItems = 0, maxItems = Infinity, prefix = [], items } = shape;
  if (Array.isArray(value)) {
    if (value.length < minItems || value.length > maxItems) return false;
    return value.every((item, index) => {
      const one = prefix[index] ?? items;
      return one === undefined || looksLike(item, one, isHeld);
    });
  }
  if (!required.every((name) => hasOwn(value, name))) return false;
  return Object.entries(value).every(([name, member]: [string, unknown]) => {
    const one = hasOwn(properties, name) ? properties[name] : others;
    return one !== false && (one === undefined || looksLike(member, one, isHeld));
  });
}
