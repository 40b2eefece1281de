/**
 * What text on the wire is to become. Text has no types, so the generated server has the types that the schema of each parameter and field
 * allows. The text is read as the strictest type that it fits. Validators judge the rest.
 */
import { hasOwn } from "../../shared/has-own.js";
import { parseJson } from "./parse-json.js";
import type { ExactJson } from "../../shared/operation.js";
import type { ProblemIssue } from "../route/problem.js";

/**
 * `any` is for schemas that name no type: text stays text. `binary` stands in multipart forms only. `bigint` and `digits` are
 * integers that are held as such.
 */
export type ScalarWireType = "null" | "boolean" | "bigint" | "digits" | "integer" | "number" | "string" | "binary" | "any";

/** Scalars of which a text may be several: a value is meant that fits. */
export interface FittingWireType {
  readonly scalars: readonly ScalarWireType[];
  /** Of values that are no lists and no objects; absent where all of these fit. */
  readonly fits?: Fits;
  /** Of lists and objects that a text may be, where it may be a text as well; absent where all fit that are of the described types. */
  readonly takes?: Fits;
}

/** Whether the schema takes a value. */
type Fits = (value: unknown) => boolean;

/** A list of types is a choice. */
export type WireType = ScalarWireType | FittingWireType | ArrayWireType | ObjectWireType | AlternativesWireType | readonly WireType[];

/** A choice in which the same text is read differently: the first counts that what was read fits. */
export interface AlternativesWireType {
  readonly alternatives: readonly AlternativeWireType[];
  /** Of members that stand beside all of them. */
  readonly beside?: WireType;
}

/** What tells that a value was written for an alternative. */
interface Telling {
  /** Members that must be there. */
  readonly required?: readonly string[];
  /** Members that must not be there. */
  readonly absent?: readonly string[];
  /** Values that members may have. */
  readonly values?: { readonly [name: string]: readonly unknown[] };
  /** There may be no members but those that are described. */
  readonly closed?: true;
}

export interface AlternativeWireType extends Telling {
  readonly type: WireType;
}

export interface ArrayWireType {
  /** Of any item. */
  readonly items: WireType;
  /** Of the first ones, where they are told apart. */
  readonly first?: readonly WireType[];
  /** Of those after them; absent when the schema does not speak of these. */
  readonly rest?: WireType;
}

export interface ObjectWireType {
  readonly properties?: { readonly [name: string]: WireType };
  /** Of members whose names match. */
  readonly patterns?: readonly (readonly [test: NameTest, type: WireType])[];
  /** Of members that are not named and match no pattern; absent when the schema does not speak of them. */
  readonly additional?: WireType;
  /** A member that some alternatives speak of is of any type for others. */
  readonly ambiguous?: true;
}

interface NameTest {
  test(name: string): boolean;
}

/** A wire type, ready for reading: what its choices allow, put together. */
export interface Reader {
  /** Strictest first. */
  readonly scalars: readonly ScalarWireType[];
  /** Whether null is a value, also where the word is a text first: JSON tells the two apart. */
  readonly mayBeNull?: boolean;
  /** Which values of these are meant; without it, any. */
  readonly fits?: Fits | undefined;
  /** Which lists and objects are meant by a text that is JSON; without it, any of the described types. */
  readonly takes?: Fits | undefined;
  readonly items: Reader | undefined;
  /** Of items by position, and of those after them: see `itemOf`. */
  readonly first?: readonly Reader[] | undefined;
  readonly rest?: Reader | undefined;
  readonly members: ReadonlyMap<string, Reader> | undefined;
  /** See `memberOf`. */
  readonly patterns?: readonly (readonly [test: NameTest, reader: Reader])[] | undefined;
  readonly additional: Reader | undefined;
  /** Of the members, those that are called like what every object has. */
  readonly inherited?: readonly string[] | undefined;
  /** See `readFitting`. */
  readonly alternatives?: readonly (Telling & { readonly reader: Reader })[] | undefined;
  /** See `readRefused`. */
  readonly ambiguous?: boolean | undefined;
  /** Reads JSON in the place of lists and objects, where they hold 64-bit integers. */
  readonly exact?: ExactJson | undefined;
}

const strictness: readonly ScalarWireType[] = ["null", "boolean", "bigint", "digits", "integer", "number", "binary", "string", "any"];

export const textReader: Reader = { scalars: ["string"], items: undefined, members: undefined, additional: undefined };
const anyReader: Reader = { ...textReader, scalars: ["any"] };
/** Of what the description does not name: text, lists and objects as they come. */
export const looseReader: Reader = { ...anyReader, items: anyReader };

/** The reader of a wire type; without one, text. `exact`: where its values hold 64-bit integers. */
export function readerOf(shape: WireType | undefined, exact?: ExactJson, together = false): Reader {
  if (shape === undefined || shape === "string") return exact === undefined ? textReader : { ...textReader, exact };
  if (shape === "any") return exact === undefined ? anyReader : { ...anyReader, exact };
  const only = isChoice(shape) && shape.length === 1 ? (shape[0] ?? shape) : shape;
  if (!together && typeof only === "object" && "alternatives" in only) return alternativesReader(only, exact);
  const choices = flatten(shape);
  const scalars = new Set(choices.flatMap((choice) => (typeof choice === "string" ? [choice] : "scalars" in choice ? choice.scalars : [])));
  const mayBeNull = scalars.has("null");
  const fits = fitsOf(choices);
  // Nothing on the wire tells the text "null" from a null, and clients leave nulls out. It is one where the schema takes no such text.
  if (fits === undefined && (scalars.has("string") || scalars.has("any"))) scalars.delete("null");
  const lists = choices.filter((choice) => typeof choice === "object" && "items" in choice);
  const objects = choices.filter(isObjectType);
  const additional = objects.flatMap((object) => (object.additional === undefined ? [] : [object.additional]));
  const members = objects.length === 0 ? undefined : membersOf(objects, exact, together);
  const [list] = lists;
  const patterns = objects.flatMap((object) => object.patterns ?? []);
  return {
    scalars: strictness.filter((scalar) => scalars.has(scalar)),
    mayBeNull,
    fits,
    // Of what several say together, no more than the types is known.
    takes: lists.length > 1 || objects.length > 1 ? undefined : choices.map(takesOf).find((takes) => takes !== undefined),
    items:
      lists.length === 0
        ? undefined
        : readerOf(
            lists.map((list) => list.items),
            exact?.item(),
            together,
          ),
    // Of a choice of lists, no position is known.
    first: lists.length > 1 ? undefined : list?.first?.map((item) => readerOf(item, exact?.item(), together)),
    rest: lists.length > 1 || list?.rest === undefined ? undefined : readerOf(list.rest, exact?.item(), together),
    members,
    patterns:
      patterns.length === 0 ? undefined : patterns.map(([test, shape]) => [test, readerOf(shape, exact?.member(""), together)] as const),
    inherited: members && inheritedNames(members.keys()),
    additional: additional.length === 0 ? undefined : readerOf(additional, exact?.member(""), together),
    ambiguous: objects.some(({ ambiguous }) => ambiguous === true),
    exact,
  };
}

type Single = ScalarWireType | FittingWireType | ArrayWireType | ObjectWireType;

const isObjectType = (choice: Single): choice is ObjectWireType =>
  typeof choice === "object" && !("items" in choice) && !("scalars" in choice);

const takesOf = (choice: Single): Fits | undefined => (typeof choice === "object" && "scalars" in choice ? choice.takes : undefined);

/** What fits one of several choices. */
function fitsOf(choices: readonly Single[]): Fits | undefined {
  const told: Fits[] = [];
  const untold: ScalarWireType[] = [];
  for (const choice of choices) {
    if (typeof choice === "string") untold.push(choice);
    else if ("scalars" in choice && choice.fits !== undefined) told.push(choice.fits);
    else if ("scalars" in choice) for (const scalar of choice.scalars) untold.push(scalar);
  }
  const [only] = told;
  if (only === undefined || untold.includes("any")) return undefined;
  if (told.length === 1 && untold.length === 0) return only;
  return (value) => told.some((fits) => fits(value)) || untold.some((scalar) => isOfScalar(scalar, value));
}

/** Whether a value that was read is of a type. */
function isOfScalar(scalar: ScalarWireType, value: unknown): boolean {
  switch (scalar) {
    case "null":
      return value === null;
    case "integer":
      return Number.isInteger(value);
    case "digits":
      return typeof value === "string" && is64Bits(value);
    case "boolean":
    case "bigint":
    case "number":
    case "string":
      return typeof value === scalar;
    case "binary": // no text is read as a file here
    case "any":
      return true;
  }
}

function flatten(shape: WireType): readonly Single[] {
  if (isChoice(shape)) return shape.flatMap(flatten);
  if (typeof shape === "string" || !("alternatives" in shape)) return [shape];
  const { alternatives, beside = [] } = shape;
  return [...flatten(beside), ...alternatives.flatMap(({ type }) => flatten(type))];
}

/** What reads by each alternative, and by all of them together where none fits. */
function alternativesReader(shape: AlternativesWireType, exact: ExactJson | undefined): Reader {
  const beside = shape.beside === undefined ? undefined : readerOf(shape.beside, exact).members;
  return {
    ...readerOf(shape, exact, true),
    alternatives: shape.alternatives.map(({ type, ...telling }) => ({ ...telling, reader: withMembers(readerOf(type, exact), beside) })),
  };
}

/** A reader of objects with more members. */
function withMembers(reader: Reader, more: Reader["members"]): Reader {
  if (more === undefined || reader.members === undefined) return reader;
  const members = new Map([...more, ...reader.members]);
  const alternatives = reader.alternatives?.map((each) => ({ ...each, reader: withMembers(each.reader, more) }));
  return { ...reader, members, inherited: inheritedNames(members.keys()), alternatives };
}

// `Array.isArray` does not narrow a readonly array.
const isChoice = (shape: WireType): shape is readonly WireType[] => Array.isArray(shape);

function membersOf(objects: readonly ObjectWireType[], exact: ExactJson | undefined, together: boolean): ReadonlyMap<string, Reader> {
  const shapes = new Map<string, WireType[]>();
  for (const { properties } of objects) {
    for (const [name, shape] of Object.entries(properties ?? {})) shapes.set(name, [...(shapes.get(name) ?? []), shape]);
  }
  return new Map([...shapes].map(([name, choices]) => [name, readerOf(choices, exact?.member(name), together)]));
}

/** The reader of a member: by its name, else by the patterns that match it, else as all others. `undefined` where nothing is said of it. */
export function memberOf({ members, patterns, additional }: Reader, name: string): Reader | undefined {
  return members?.get(name) ?? patterns?.find(([test]) => test.test(name))?.[1] ?? additional;
}

/** The reader of an item; `undefined` where no list is expected. */
export function itemOf({ items, first, rest }: Reader, index: number): Reader | undefined {
  return first === undefined ? items : (first[index] ?? rest ?? items);
}

/** Whether a reader takes lists or objects. */
export function isStructured(reader: Reader): boolean {
  return reader.items !== undefined || reader.members !== undefined;
}

const integer = /^-?(?:0|[1-9][0-9]*)$/;
const decimal = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/**
 * The value of one piece of text, or `undefined` when it fits none of the types: the first that the schema takes, and where it takes none,
 * the first. Nothing is trimmed, nothing is guessed.
 */
export function readScalar(reader: Reader, text: string): unknown {
  const { scalars, fits } = reader;
  const [only] = scalars;
  if (scalars.length === 1 && only !== undefined) return asScalar(only, text);
  const values = scalars.map((scalar) => asScalar(scalar, text)).filter((value) => value !== undefined);
  const kept = scalars.includes("string") || scalars.includes("any") ? values.filter((value) => isKept(value, text)) : values;
  const ordered = kept.length === values.length ? values : [...kept, ...values.filter((value) => !kept.includes(value))];
  const found = fits === undefined ? -1 : ordered.findIndex(fits);
  return ordered[Math.max(found, 0)];
}

/** Whether a value, where the text could stay text, says as much as the text: no zero and no digit is lost. The word null is a text first. */
function isKept(value: unknown, text: string): boolean {
  return typeof value === "number" || typeof value === "bigint" ? String(value) === text : value !== null;
}

/** Whether a value that was read is one that a reader's schema takes, as far as text has to know. */
export function isFitting({ fits }: Reader, value: unknown): boolean {
  return fits === undefined || (typeof value === "object" && value !== null) || fits(value);
}

/** No integer of 64 bits is written longer than this, sign included. */
const longestInt64 = 20;

/** Whether a text is an integer of 64 bits, with a sign or without: beyond, it can only be text, where that is a type too. */
function is64Bits(text: string): boolean {
  if (text.length > longestInt64 || !integer.test(text)) return false;
  const value = BigInt(text);
  return BigInt.asIntN(64, value) === value || BigInt.asUintN(64, value) === value;
}

/** A text as a type has it; `undefined` where it is none of that type. */
export function asScalar(scalar: ScalarWireType, text: string): unknown {
  switch (scalar) {
    case "integer": {
      // An integer that a number cannot hold exactly would become another one, and name another thing.
      const value = integer.test(text) ? Number(text) : NaN;
      return Number.isSafeInteger(value) ? value + 0 : undefined;
    }
    case "bigint":
      return is64Bits(text) ? BigInt(text) : undefined;
    case "digits":
      return is64Bits(text) ? text : undefined;
    case "number": {
      const value = decimal.test(text) ? Number(text) : NaN;
      return Number.isFinite(value) ? value : undefined;
    }
    case "boolean":
      return text === "true" ? true : text === "false" ? false : undefined;
    case "null":
      return text === "null" ? null : undefined;
    default:
      return text;
  }
}

/**
 * As `readScalar`; a list or an object that stands where the wire has no form for it is JSON. JSON of other types than the described ones, or
 * that the schema does not take, is text, where that is a type too.
 */
export function readText(reader: Reader, text: string): unknown {
  const { value } = isStructured(reader) && /^\s*[[{]/.test(text) ? parseJson(text, reader.exact) : noJson;
  if (value === undefined || (Array.isArray(value) ? reader.items : reader.members) === undefined) return readScalar(reader, text);
  if (!isOfTypes(reader, value)) return readScalar(reader, text) ?? value;
  if (reader.takes?.(value) !== false) return value;
  const other = readScalar(reader, text);
  return other !== undefined && isFitting(reader, other) ? other : value;
}

const noJson: { readonly value: unknown } = { value: undefined };

/** Whether an only text may be something else than the only item of a list. Null is never written, but for the word. */
export function mayBeWhole({ scalars }: Reader, text: string): boolean {
  return scalars.some((scalar) => scalar !== "null" || text === "null");
}

/** The value of the only text of what may be a list; `undefined` where it is the only item. Null is never written, so the word is an item first. */
export function readOnlyText(reader: Reader, text: string): unknown {
  const value = readText(reader, text);
  if (reader.items === undefined || value === undefined) return value;
  const item = readText(itemOf(reader, 0) ?? reader.items, text);
  const isWhole = value === null ? item === null : isFitting(reader, value) && isOfTypes(reader, value);
  return isWhole || item === undefined ? value : undefined;
}

/** Whether a value, and what is in it, is of the described types. */
export function isOfTypes(reader: Reader | undefined, value: unknown): boolean {
  if (reader === undefined || value === null || value instanceof Blob || reader.scalars.includes("any")) return true;
  if (typeof value !== "object") return reader.scalars.some((scalar) => isOfScalar(scalar, value));
  if (Array.isArray(value)) return reader.items !== undefined && value.every((item, index) => isOfTypes(itemOf(reader, index), item));
  return reader.members !== undefined && Object.entries(value).every(([name, member]) => isOfTypes(memberOf(reader, name), member));
}

export type Issues = ProblemIssue[];

/** Appends issues. One by one: half a million arguments would not fit on the stack. */
export function addIssues(issues: Issues, more: readonly ProblemIssue[]): void {
  for (const issue of more) issues.push(issue);
}

/** Those of some names that every object has. */
export const inheritedNames = (names: Iterable<string>): readonly string[] => [...names].filter((name) => name in Object.prototype);

/** Makes `undefined` of what was not sent and would be found all the same, since every object has it: also in copies. */
export function hideInherited(target: Record<string, unknown>, names: readonly string[] = []): Record<string, unknown> {
  for (const name of names) if (!hasOwn(target, name)) setOwn(target, name, undefined);
  return target;
}

/** Sets a member that came from outside, or has a name from outside: it becomes an own property, whatever it is called. */
export function setOwn(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  else target[name] = value;
}
