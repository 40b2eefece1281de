/**
 * What text stands for where alternatives, conditions and parts say different things of it, and the first reading was refused: everything
 * is read as text, and what the validator refuses as what else it can be.
 */
import { asScalar, isStructured, setOwn, type Issues, type Reader, type ScalarWireType } from "./wire-type.js";
import { hasOwn } from "../../shared/has-own.js";
import type { Issue } from "../../validate/issues.js";
import type { Validator } from "../../validate/validate.js";
import type { Read } from "./parameter-readers.js";

/** Whether a schema says different things of the same text, at any depth. */
export function isAmbiguous(reader: Reader | undefined): boolean {
  if (reader === undefined) return false;
  const { scalars, alternatives, ambiguous, items, first = [], rest, members, patterns = [], additional } = reader;
  // What no text can be for all that is said together.
  if (scalars.length === 0 && !isStructured(reader)) return true;
  const parts = [items, ...first, rest, ...(members?.values() ?? []), ...patterns.map(([, each]) => each), additional];
  return alternatives !== undefined || ambiguous === true || parts.some(isAmbiguous);
}

/** The same reader of texts alone. */
export function readerOfTexts(reader: Reader): Reader {
  const optional = (part: Reader | undefined): Reader | undefined => part && readerOfTexts(part);
  const scalars: readonly ScalarWireType[] = reader.scalars.includes("binary") ? reader.scalars.filter(isOfParts) : ["string"];
  return {
    ...reader,
    // What no text can be for all that is said together may be one for a part of that.
    scalars: reader.scalars.length === 0 && isStructured(reader) ? [] : scalars,
    fits: undefined,
    alternatives: undefined,
    items: optional(reader.items),
    first: reader.first?.map(readerOfTexts),
    rest: optional(reader.rest),
    members: reader.members && new Map([...reader.members].map(([name, member]) => [name, readerOfTexts(member)])),
    patterns: reader.patterns?.map(([test, member]) => [test, readerOfTexts(member)] as const),
    additional: optional(reader.additional),
  };
}

const isOfParts = (scalar: ScalarWireType): boolean => scalar === "binary" || scalar === "string";

/** How a parameter is read, and how it is read as text where it is ambiguous. */
interface Rereader<Source> {
  readonly name: string;
  readonly again: Read<Source> | undefined;
}

/** What was made of a request so far: the parameters of one place, and those that could not be read. */
interface Reading<Source> {
  readonly source: Source;
  readonly values: Record<string, unknown>;
  readonly unread: ReadonlySet<unknown>;
}

/** Puts parameters as they are meant in the place of those that are refused; `false` where nothing in them is valid. `keyOf`: what a validator calls a parameter. */
export function readAgain<Source>(
  readers: readonly Rereader<Source>[],
  { source, values, unread }: Reading<Source>,
  validator: Validator<unknown>,
  keyOf: (name: string) => string,
): boolean {
  const found: Record<string, unknown> = {};
  const issues: Issues = [];
  for (const { name, again } of readers) {
    if (again === undefined && unread.has(name)) return false;
    const value = again === undefined ? values[name] : again(source, issues);
    if (value !== undefined) setOwn(found, keyOf(name), value);
  }
  if (issues.length > 0 || !readRefused(found, refusedBy(validator))) return false;
  for (const { name, again } of readers) if (again !== undefined && hasOwn(found, keyOf(name))) setOwn(values, name, found[keyOf(name)]);
  return true;
}

/** A whole query as it is meant; `undefined` where nothing in it is valid. */
export function wholeAgain(again: Read<string>, text: string, validator: Validator<unknown>): unknown {
  const issues: Issues = [];
  const value = again(text, issues);
  return issues.length === 0 && typeof value === "object" && value !== null && readRefused(value, refusedBy(validator)) ? value : undefined;
}

/** What a validator refuses. */
export const refusedBy =
  (validator: Validator<unknown>) =>
  (value: unknown): readonly Issue[] => {
    const result = validator.safeParse(value);
    return "issues" in result ? result.issues : [];
  };

/** Each round asks the validator once. A text has at most two other readings. */
const mostRounds = 5;
/** Texts that are read anew at once. */
const mostTexts = 100;

const otherScalars: readonly ScalarWireType[] = ["null", "boolean", "integer", "number", "bigint"];

/** Changes texts in a value until nothing is refused; `false` where that cannot be. */
export function readRefused(value: object, refused: (value: object) => readonly Pick<Issue, "path">[]): boolean {
  const readings = new Map<string, unknown[]>();
  for (let round = 0; round < mostRounds; round += 1) {
    const paths = refused(value).map(({ path }) => path);
    if (paths.length === 0) return true;
    const isChanged = paths.slice(0, mostTexts).map((path) => readAnew(value, path, readings));
    // Where alternatives as a whole are refused, any text in them may be meant otherwise.
    if (isChanged.includes(true)) continue;
    const inside = paths.flatMap((path) => textsIn(at(value, path), path)).slice(0, mostTexts);
    if (!inside.map((path) => readAnew(value, path, readings)).includes(true)) return false;
  }
  return refused(value).length === 0;
}

type Path = Issue["path"];

/** Puts the next reading of a text in its place. */
function readAnew(value: object, path: Path, readings: Map<string, unknown[]>): boolean {
  const key = JSON.stringify(path);
  const name = path[path.length - 1];
  const holder = at(value, path.slice(0, -1));
  if (name === undefined || typeof holder !== "object" || holder === null) return false;
  const found = at(value, path);
  const left = readings.get(key) ?? (typeof found === "string" ? otherReadings(found) : []);
  readings.set(key, left);
  if (left.length === 0) return false;
  Object.defineProperty(holder, name, { value: left.shift(), enumerable: true, configurable: true, writable: true });
  return true;
}

/** As strictly as at first: `5.0` is no integer. */
function otherReadings(text: string): unknown[] {
  const values = otherScalars.map((scalar) => asScalar(scalar, text)).filter((value) => !Number.isInteger(value) || String(value) === text);
  return values.filter((value, index) => value !== undefined && values.indexOf(value) === index);
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === "object" && inner !== null && hasOwn(inner, name) ? (inner as Record<string, unknown>)[name] : undefined,
    value,
  );
}

/** Where texts are in a value. */
function textsIn(value: unknown, path: Path): readonly Path[] {
  if (typeof value === "string") return [path];
  if (typeof value !== "object" || value === null || value instanceof Blob) return [];
  return Object.entries(value).flatMap(([name, member]) => textsIn(member, [...path, name]));
}
