/**
 * Which of several alternatives a value of JSON is of, as far as what is seen at a glance tells.
 */
import { hasOwn } from "./has-own.js";

/** What a value looks like. What is absent says nothing. */
export interface Shape {
  /** `int64` and `uint64`: integers of 64 bits. */
  readonly types?: readonly string[];
  readonly values?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: Shape };
  /** Of members that are no `properties`; false: there are none. */
  readonly others?: Shape | false;
  readonly items?: Shape;
  readonly all?: readonly Shape[];
  readonly any?: readonly Shape[];
  readonly not?: Shape;
}

/** Tells whether values have a shape. */
export const hasShape =
  (shape: Shape) =>
  (value: unknown): boolean =>
    looksLike(value, shape);

function looksLike(value: unknown, { types, values, all, any, not, ...inside }: Shape): boolean {
  if (types !== undefined && !types.some((type) => isOfType(value, type))) return false;
  if (values !== undefined && !values.includes(value)) return false;
  if (all?.every((one) => looksLike(value, one)) === false || any?.some((one) => looksLike(value, one)) === false) return false;
  if (not !== undefined && looksLike(value, not)) return false;
  return typeof value !== "object" || value === null || hasInside(value, inside);
}

function isOfType(value: unknown, type: string): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "int64") return typeof value === "number" && Number.isInteger(value) && Math.abs(value) <= 2 ** 63;
  if (type === "uint64") return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 2 ** 64;
  return type === (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);
}

function hasInside(value: object, { required = [], properties = {}, others, items }: Shape): boolean {
  if (Array.isArray(value)) return items === undefined || value.every((item) => looksLike(item, items));
  if (!required.every((name) => hasOwn(value, name))) return false;
  return Object.entries(value).every(([name, member]: [string, unknown]) => {
    const shape = hasOwn(properties, name) ? properties[name] : others;
    return shape !== false && (shape === undefined || looksLike(member, shape));
  });
}
