import { diagnostic } from "../../../diagnostic/catalogue.js";
import type { Json } from "../../../source/source-file.js";
import { childLocation, originAt, type DocumentLocation } from "../../resolve/document-location.js";
import { isAnnotation } from "../annotations.js";
import { isObject, renamed, type JsonObject, type Walk } from "../rule.js";

/** A schema with null said where it is evidently meant: `nullable` without a type beside it says nothing, and null without quotes is no type. */
export function withMeantNull(raw: JsonObject, at: DocumentLocation, walk: Walk): JsonObject {
  const worded = withWord(raw, at, walk);
  const typed = worded["type"] === null && !speaksOfOthers(worded) ? unquoted(worded, at, walk) : worded;
  const inAlternatives = withAlternative(withAlternative(typed, "anyOf", at, walk), "oneOf", at, walk);
  return withPart(withType(inAlternatives, at, walk), at, walk);
}

/** Values that an annotation gives as ones of the schema. */
const VALUES = ["default", "example"];

const isNote = (key: string): boolean => isAnnotation(key) && !VALUES.includes(key);

function isNullable(raw: JsonObject): boolean {
  return raw["nullable"] === true || raw["x-nullable"] === true;
}

/** What else descriptions say for `nullable`. */
const words = ["isNullable", "allowNull", "allowNulls", "allowsNull", "x-isnullable", "x-isNullable", "x-is-nullable"];

/** `isNullable: true`, in the words of the description's version. */
function withWord(raw: JsonObject, at: DocumentLocation, walk: Walk): JsonObject {
  const word = words.find((each) => raw[each] === true);
  if (word === undefined || raw["nullable"] !== undefined || raw["x-nullable"] !== undefined) return raw;
  const { [word]: _, ...rest } = raw;
  const { version } = at.file;
  if (version === "2.0" || version === "3.0") {
    const own = version === "2.0" ? "x-nullable" : "nullable";
    renamed(word, own, at, walk);
    return { ...rest, [own]: true };
  }
  const { type, enum: values } = rest;
  if (typeof type !== "string") return raw;
  walk.report(
    diagnostic("unknown-key", `${JSON.stringify(word)} is not a key of OpenAPI here.`, {
      at: { ...originAt(childLocation(at, word)), on: "key" },
      hint: `Write "type: [${type}, 'null']".`,
      assumed: "null is accepted, too",
    }),
  );
  const listed = Array.isArray(values) && !values.includes(null) ? { enum: [...(values as readonly Json[]), null] } : {};
  return { ...rest, type: [type, "null"], ...listed };
}

/** Whether a schema says no more than that it takes null, too. */
function isNullAlone(raw: Json): raw is JsonObject {
  if (!isObject(raw) || !isNullable(raw)) return false;
  return Object.keys(raw).every((key) => key === "nullable" || isNote(key) || (VALUES.includes(key) && raw[key] === null));
}

/** Where a list has such a schema, and others beside it. */
function indexOfNull(list: Json | undefined): number {
  if (!Array.isArray(list) || list.length < 2) return -1;
  const members: readonly Json[] = list;
  const index = members.findIndex((member) => isNullAlone(member));
  return members.some((member) => !isNullAlone(member)) ? index : -1;
}

/** `anyOf: [X, { nullable: true }]`. As it is written, the last one takes any value. */
function withAlternative(raw: JsonObject, key: "anyOf" | "oneOf", at: DocumentLocation, walk: Walk): JsonObject {
  const index = indexOfNull(raw[key]);
  if (index < 0) return raw;
  reportAssumed('it is read as the type "null"', childLocation(childLocation(at, key), index), walk);
  const members = (raw[key] as readonly Json[]).map((member): Json => (isNullAlone(member) ? { ...member, type: "null" } : member));
  return { ...raw, [key]: members };
}

/** `allOf: [X, { nullable: true }]`. As it is written, the last one asserts nothing. */
function withPart(raw: JsonObject, at: DocumentLocation, walk: Walk): JsonObject {
  const index = indexOfNull(raw["allOf"]);
  if (index < 0 || isNullable(raw)) return raw;
  reportAssumed("null is accepted besides the others", childLocation(childLocation(at, "allOf"), index), walk);
  return { ...raw, nullable: true };
}

/** The type that a keyword is for. */
const typeOf: readonly (readonly [type: string, keys: readonly string[]])[] = [
  ["object", ["properties", "additionalProperties", "patternProperties"]],
  ["array", ["items", "prefixItems"]],
];
const others = ["type", "$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "not", "if", "enum", "const"];

/** `{ nullable: true, properties: … }`. As it is written, any value that is no object is accepted. */
function withType(raw: JsonObject, at: DocumentLocation, walk: Walk): JsonObject {
  if (!isNullable(raw) || others.some((key) => raw[key] !== undefined)) return raw;
  const types = typeOf.flatMap(([type, keys]) => (keys.some((key) => raw[key] !== undefined) ? [type] : []));
  const [type] = types;
  if (type === undefined || types.length > 1) return raw;
  reportAssumed(`the type "${type}" is assumed`, at, walk);
  return { ...raw, type };
}

function reportAssumed(assumed: string, at: DocumentLocation, walk: Walk): void {
  const message = `"nullable" has no meaning without a type beside it; ${assumed}.`;
  walk.report(
    diagnostic("nullable-untyped", message, { at: originAt(at), hint: 'Write the type beside it, or "nullable" beside what may be null.' }),
  );
}

/** Whether keywords beside a type speak of values that are not null. */
function speaksOfOthers(raw: JsonObject): boolean {
  return Object.keys(raw).some(
    (key) => key !== "type" && key !== "nullable" && !isNote(key) && !(VALUES.includes(key) && raw[key] === null),
  );
}

function unquoted(raw: JsonObject, at: DocumentLocation, walk: Walk): JsonObject {
  reportUnquotedNull(childLocation(at, "type"), walk);
  return { ...raw, type: "null" };
}

/** `type: [string, null]` in YAML has the value null in it, where the word is meant. */
export function reportUnquotedNull(at: DocumentLocation, walk: Walk): void {
  walk.report(
    diagnostic("wrong-type", "A type is a string, and null without quotes is not one.", {
      at: originAt(at),
      severity: "warning",
      hint: 'Put quotes around it: "null".',
    }),
  );
}
