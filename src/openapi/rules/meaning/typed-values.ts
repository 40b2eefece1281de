import { diagnostic } from "../../../diagnostic/catalogue.js";
import { childLocation, originAt, type DocumentLocation } from "../../resolve/document-location.js";
import { readEnumOfObjects, readNullOfEnum, readTypeOfEnum, typeOfValues } from "./enum-of-type.js";
import { saysNothing, type JsonObject, type Walk } from "../rule.js";
import { numberIn } from "../scalars.js";

/**
 * Values beside a type that they are not of, where the type says what is meant: `enum: ["1", "2"]` of an integer, `default: 5` of a string. YAML
 * makes numbers of texts without quotes, and converters make texts of numbers.
 */

/** Reads the values of a schema as its type has them, and each value of an enumeration once. */
export function readTypedValues(draft: Record<string, unknown>, raw: JsonObject, at: DocumentLocation, walk: Walk): void {
  readEmptyEnum(draft, at, walk);
  readEnumOfObjects(draft, at, walk);
  readTypeOfEnum(draft, at, walk);
  readEnumOfItems(draft, at, walk);
  readNullOfEnum(draft, at, walk);
  const type = typeOf(draft["type"]);
  const { enum: values } = draft;
  if (Array.isArray(values)) draft["enum"] = distinct(type === undefined ? values : readEnum(values, type, at, walk), raw, at, walk);
  if (type === undefined) return;
  for (const key of ["const", "default"] as const) {
    const value = draft[key];
    const meant = meantOf(value, type, childLocation(at, key));
    if (meant === undefined) continue;
    const message = `The value ${shown(value)} of "${key}" is not of type ${type}.`;
    report(message, [meant], childLocation(at, key), key === "const" ? "enum-type-mismatch" : "default-invalid", walk);
    draft[key] = meant;
  }
}

const scalars = ["string", "integer", "number", "boolean"] as const;
type Scalar = (typeof scalars)[number];

/** The one type of scalars that is allowed, null apart. */
function typeOf(type: unknown): Scalar | undefined {
  const [only, ...others] = (Array.isArray(type) ? (type as readonly unknown[]) : [type]).filter((each) => each !== "null");
  return others.length === 0 ? scalars.find((scalar) => scalar === only) : undefined;
}

/** An enumeration of no values beside a type says nothing, as somebody means the type; up to 3.0 it may not be. By itself it excludes every value. */
function readEmptyEnum(draft: Record<string, unknown>, at: DocumentLocation, walk: Walk): void {
  const { enum: values, type } = draft;
  if (!Array.isArray(values) || values.length > 0) return;
  const place = childLocation(at, "enum");
  const { version } = at.file;
  if (type === undefined && version !== "2.0" && version !== "3.0") {
    const hint = "Give it a value, or remove the key.";
    walk.report(diagnostic("schema-impossible", '"enum" has no value, so no value is valid.', { at: originAt(place), hint }));
    return;
  }
  saysNothing("a list of values", place, walk);
  delete draft["enum"];
}

/** `{ type: array, items: { type: string }, enum: [a, b] }`: no value is a list, and each is one that an item may be. */
function readEnumOfItems(draft: Record<string, unknown>, at: DocumentLocation, walk: Walk): void {
  const { type, enum: values, items } = draft;
  const isList =
    type === "array" || (Array.isArray(type) && type.includes("array") && type.every((each) => each === "array" || each === "null"));
  if (!isList || !Array.isArray(values) || values.length === 0) return;
  const own = items ?? itemsOf(values, at, walk);
  if (!isDraft(own) || own["enum"] !== undefined) return;
  draft["items"] = own;
  const itemType = typeOf(own["type"]);
  if (itemType === undefined || !values.every((value) => typeof value === (itemType === "integer" ? "number" : itemType))) return;
  const message = `No value of "enum" is a list, as the type beside it asks for.`;
  const hint = 'Move "enum" into "items".';
  walk.report(
    diagnostic("enum-type-mismatch", message, {
      at: originAt(childLocation(at, "enum")),
      hint,
      assumed: 'they are read as values of "items"',
    }),
  );
  own["enum"] = values;
  delete draft["enum"];
}

/** Items that lack where values show what they are. */
function itemsOf(values: readonly unknown[], at: DocumentLocation, walk: Walk): Record<string, unknown> | undefined {
  const type = typeOfValues(values);
  if (type === undefined) return undefined;
  const items = { type };
  walk.location(items, at);
  return items;
}

function isDraft(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readEnum(values: readonly unknown[], type: Scalar, at: DocumentLocation, walk: Walk): readonly unknown[] {
  const place = childLocation(at, "enum");
  const meant = values.map((value, index) => meantOf(value, type, childLocation(place, index)));
  const first = meant.findIndex((each) => each !== undefined);
  if (first < 0) return values;
  const wrong = values.filter((_, index) => meant[index] !== undefined);
  const [noun, verb] = wrong.length === 1 ? ["value", "is"] : ["values", "are"];
  const message = `The ${noun} ${list(wrong)} of an enumeration ${verb} not of type ${type}.`;
  report(message, meant.filter((each) => each !== undefined), childLocation(place, first), "enum-type-mismatch", walk); // prettier-ignore
  return values.map((value, index) => meant[index] ?? value);
}

function report(
  message: string,
  meant: readonly unknown[],
  at: DocumentLocation,
  code: "enum-type-mismatch" | "default-invalid",
  walk: Walk,
): void {
  const [they, verb, it] = meant.length === 1 ? ["it", "is", "it"] : ["they", "are", "them"];
  const hint = typeof meant[0] === "string" ? `Put quotes around ${it}.` : "Write without quotes what is no text.";
  walk.report(diagnostic(code, message, { at: originAt(at), hint, assumed: `${they} ${verb} read as ${list(meant)}` }));
}

/** Values that one message names. */
const mostShown = 10;

function list(values: readonly unknown[]): string {
  const more = values.length > mostShown ? ` and ${String(values.length - mostShown)} more` : "";
  return values.slice(0, mostShown).map(shown).join(", ") + more;
}

function shown(value: unknown): string {
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}

/** The value of a type that one of another type means; `undefined` where it is of the type, or means none. */
function meantOf(value: unknown, type: Scalar, at: DocumentLocation): string | number | boolean | undefined {
  if (type === "string") {
    if (typeof value === "bigint") return String(value);
    return typeof value === "number" || typeof value === "boolean" ? textAt(value, at) : undefined;
  }
  if (typeof value !== "string") return undefined;
  if (type === "boolean") return value === "true" ? true : value === "false" ? false : undefined;
  const number = numberIn(value);
  return type === "integer" && !Number.isSafeInteger(number) ? undefined : number;
}

/** The text of a value that lacks quotes, as it is written: 1.10 and 007 are other texts than those of their numbers. */
function textAt(value: number | boolean, at: DocumentLocation): string {
  const { source } = at.file;
  const { line, column } = source.locate(originAt(at).pointer, "value");
  const [token = ""] = /^[-+.\w]+/.exec((source.line(line) ?? "").slice(column - 1, column + 99)) ?? [];
  const isIt = typeof value === "number" ? token !== "" && Number(token) === value : token.toLowerCase() === String(value);
  return isIt ? token : String(value);
}

/** Each value once, which is reported; where names of the values stand beside them by their numbers, they stay as they are. */
function distinct(values: readonly unknown[], raw: JsonObject, at: DocumentLocation, walk: Walk): readonly unknown[] {
  const keyOf = (value: unknown): unknown => (typeof value === "object" && value !== null ? value : `${typeof value} ${String(value)}`);
  const once = new Map<unknown, unknown>();
  let repeated: number | undefined;
  values.forEach((value, index) => {
    if (once.has(keyOf(value))) repeated ??= index;
    else once.set(keyOf(value), value);
  });
  if (repeated === undefined) return values;
  const count = values.length - once.size;
  const message = `The value ${shown(values[repeated])} of an enumeration is there twice${count === 1 ? "" : `, and so are ${String(count - 1)} more`}; each counts once.`;
  walk.report(
    diagnostic("enum-repeated", message, {
      at: originAt(childLocation(childLocation(at, "enum"), repeated)),
      hint: "Remove one of the two, or correct it.",
    }),
  );
  const isNamed = Object.keys(raw).some((key) => /^x-.*(?:enum|names)/i.test(key));
  return isNamed ? values : [...once.values()];
}
