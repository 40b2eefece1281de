/** Which of several alternatives a text was written for. */
import { hasOwn } from "../../shared/has-own.js";
import { addIssues, isFitting, itemOf, memberOf, type Issues, type Reader } from "./wire-type.js";

/**
 * What a reader's alternatives make of a text: the first that it fits, else the one that its tags name, else all of them together. Each is read once,
 * with its own alternatives inside, so the work grows with the description.
 */
export function readFitting(reader: Reader, read: (reader: Reader, issues: Issues) => unknown, issues: Issues): unknown {
  const { alternatives, ...together } = reader;
  if (alternatives === undefined) return read(reader, issues);
  let named: { readonly value: unknown; readonly issues: Issues } | undefined;
  for (const alternative of alternatives) {
    const own: Issues = [];
    const value = read(alternative.reader, own);
    const fit = fitOf(alternative, value);
    if (fit !== "none" && own.length === 0 && fitsInside(alternative.reader, value)) return value;
    if (fit === "named") named ??= { value, issues: own };
  }
  if (named === undefined) return read(together, issues);
  addIssues(issues, named.issues);
  return named.value;
}

/** Whether a value was written for an alternative; `named`: a constant or a tag says so. */
function fitOf(
  { required = [], absent = [], values = {}, closed, reader }: NonNullable<Reader["alternatives"]>[number],
  value: unknown,
): "none" | "fits" | "named" {
  if (value === undefined) return "none";
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "fits";
  const valueOf = (name: string): unknown => (hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined); // an object, by its own names
  const sent = Object.entries(values).filter(([name]) => valueOf(name) !== undefined);
  if (!sent.every(([name, known]) => known.includes(valueOf(name)))) return "none";
  const isWhole = required.every((name) => valueOf(name) !== undefined) && absent.every((name) => valueOf(name) === undefined);
  const isAllowed = closed !== true || Object.keys(value).every((name) => memberOf(reader, name) !== undefined);
  // What is made of alternatives fits where one of them does.
  const isOne = reader.alternatives?.some((each) => fitOf(each, value) !== "none") !== false;
  if (isWhole && isAllowed && isOne) return sent.length > 0 ? "named" : "fits";
  return "none";
}

/** Whether a value, and what is in it, is what its own schema takes. */
function fitsInside(reader: Reader | undefined, value: unknown): boolean {
  if (reader === undefined || value === undefined) return true;
  if (!isFitting(reader, value)) return false;
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every((item, index) => fitsInside(itemOf(reader, index), item));
  return Object.entries(value).every(([name, member]) => fitsInside(memberOf(reader, name), member));
}
