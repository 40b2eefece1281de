import { diagnostic } from "../../../diagnostic/catalogue.js";
import { escapeToken } from "../../../source/json-pointer.js";
import { isJsonArray, type Json } from "../../../source/source-file.js";
import { childLocation, originAt, type DocumentLocation } from "../../resolve/document-location.js";
import { looksLikeSchema } from "../../resolve/schema-identifiers.js";
import { isAnnotation } from "../annotations.js";
import { typeOfValues } from "./enum-of-type.js";
import { referenceIn } from "./meant-value.js";
import { isObject, wrongType, type JsonObject, type Walk } from "../rule.js";
import { typeMeantBy } from "./type-words.js";

/**
 * What `type` means where it is none of the seven, and more than a word for one of them: a schema, the name of one, or a type as programming
 * languages write it, such as `string[]`. Words for types are left to the rule of `type`.
 */

const TYPES: ReadonlySet<Json | undefined> = new Set(["null", "boolean", "integer", "number", "string", "array", "object"]);

/** A schema with what its `type` means beside the rest of it. */
export function withMeantTypeText(raw: JsonObject, at: DocumentLocation, walk: Walk): JsonObject {
  const { type, ...rest } = raw;
  if (type === undefined || type === null || TYPES.has(type) || type === "file") return raw;
  const place = childLocation(at, "type");
  if (isObject(type)) {
    const reference = Object.keys(type).length === 1 && typeof type["$ref"] === "string";
    if (!reference && !looksLikeSchema(type)) return raw;
    wrongType(type, "a type or a list of types", place, walk, `it is read as ${reference ? "a reference" : "the schema"}`);
    return beside(type, rest);
  }
  if (typeof type === "string") return withText(type, raw, place, walk);
  return isJsonArray(type) ? withList(type, raw, place, walk) : raw;
}

/** Longer ones are no type. */
const longestText = 200;

function withText(type: string, raw: JsonObject, at: DocumentLocation, walk: Walk): JsonObject {
  const { type: _, ...rest } = raw;
  const number = typeMeantBy(type) === "string" && !isPlainText.test(type) && !isName(type, at, walk) ? numericTypeOf(raw) : undefined;
  if (number === undefined && isWord(type, at, walk)) return raw;
  const meant = number === undefined ? schemaIn(type, at, walk) : { type: number };
  if (meant === undefined) return raw;
  const hint = number === undefined ? "The types are null, boolean, integer, number, string, array and object." : `Write "${number}".`;
  report(type, `it is read as ${shownSchema(meant)}`, hint, at, walk);
  return beside(meant, rest);
}

/** A list of types, not all of them words: a schema that fits one of them. 2.0 cannot say that. */
function withList(types: readonly Json[], raw: JsonObject, at: DocumentLocation, walk: Walk): JsonObject {
  const { type: _, ...rest } = raw;
  if (at.file.version === "2.0" || types.every((each) => TYPES.has(each) || each === null || isWord(each, at, walk))) return raw;
  const schemas = types.map((each) => (typeof each === "string" ? schemaIn(each, at, walk) : isObject(each) ? schemaOf(each) : undefined));
  if (schemas.includes(undefined) || Object.hasOwn(raw, "anyOf")) return raw;
  const first = types.find((each) => !TYPES.has(each) && !isWord(each, at, walk));
  const assumed = "each is read as a schema that a value may have";
  if (typeof first === "string") report(first, assumed, 'Write "anyOf", with a schema for each.', at, walk);
  else wrongType(first ?? null, "a type", at, walk, assumed);
  return { ...rest, anyOf: schemas.filter((each) => each !== undefined) };
}

function schemaOf(each: JsonObject): JsonObject | undefined {
  return typeof each["$ref"] === "string" || looksLikeSchema(each) ? each : undefined;
}

/** Whether a text is a word for one of the types, and not the name of a schema. */
function isWord(text: Json, at: DocumentLocation, walk: Walk): boolean {
  return typeof text === "string" && !isName(text, at, walk) && typeMeantBy(text) !== undefined;
}

/** Whether a text at a `type` is the name of another schema: `Date: { type: Date }` is no reference to itself. */
function isName(text: string, at: DocumentLocation, walk: Walk): boolean {
  return at.parent?.key !== text && walk.isSchemaName(text);
}

const listWords = /^(?:array|list|set|sequence|collection|iterable|slice|vec)(?:\s*(?:\[(.+)\]|<(.+)>|\((.+)\))|\s+of\s+(\S.*))$/i;
const mapWords = /^(?:map|dict|dictionary|record|hash)\s*[[<(]\s*(?:string|str)\s*,\s*(\S.*)[\])>]$/i;
const optional = /^(?:\?(.+)|(.+)\?|(?:optional|nullable)\s*[[<(](.+)[\])>])$/i;

/** The schema that a text means; `undefined` where it means none. */
function schemaIn(text: string, at: DocumentLocation, walk: Walk): JsonObject | undefined {
  const word = text.trim();
  if (word.length > longestText) return undefined;
  if (TYPES.has(word)) return { type: word };
  if (isName(word, at, walk)) {
    const section = at.file.version === "2.0" ? "definitions" : "components/schemas";
    return { $ref: `#/${section}/${escapeToken(word)}` };
  }
  if (referenceIn(word) !== undefined) return { $ref: word };
  const inner = (part: string | undefined): JsonObject | undefined => (part === undefined ? undefined : schemaIn(part, at, walk));
  const [, item] = /^(.+)\[\]$/.exec(word) ?? [];
  const items = inner(item ?? listWords.exec(word)?.slice(1).find(isGiven));
  if (items !== undefined) return { type: "array", items };
  const additionalProperties = inner(mapWords.exec(word)?.[1]);
  if (additionalProperties !== undefined) return { type: "object", additionalProperties };
  const nullable = inner(optional.exec(word)?.slice(1).find(isGiven));
  if (nullable !== undefined) return orNull(nullable, at);
  const type = typeMeantBy(word);
  return type === undefined ? undefined : { type };
}

function isGiven(part: string | undefined): boolean {
  return part !== undefined;
}

/** A schema that takes null, too, in the words of the description's version. */
function orNull(schema: JsonObject, { file: { version } }: DocumentLocation): JsonObject {
  if (version === "3.0") return { ...schema, nullable: true };
  if (version === "2.0") return { ...schema, "x-nullable": true };
  return typeof schema["type"] === "string" ? { ...schema, type: [schema["type"], "null"] } : { anyOf: [schema, { type: "null" }] };
}

/** Words that mean a text whatever stands beside them. */
const isPlainText = /^(?:string|str|text)$/i;

/** Other words that mean a text, such as `byte` and `enum`, mean a number where the values beside them are numbers. */
function numericTypeOf(raw: JsonObject): "integer" | "number" | undefined {
  const values = ["minimum", "maximum", "default", "const"].flatMap((key) => (raw[key] === undefined ? [] : [raw[key]]));
  const listed: readonly Json[] = isJsonArray(raw["enum"]) ? raw["enum"] : [];
  const numbers = [...values, ...listed].filter((value) => value !== null);
  const type = typeOfValues(numbers);
  return type === "integer" || type === "number" ? type : undefined;
}

/** A schema with others of its keywords; those beside a reference that assert something stand beside a list of it, so that they count in every version. */
function beside(schema: JsonObject, rest: JsonObject): JsonObject {
  if (typeof schema["$ref"] !== "string") return { ...schema, ...rest };
  const asserts = Object.keys(rest).some((key) => !isAnnotation(key));
  if (!asserts) return { ...rest, ...schema };
  const parts = isJsonArray(rest["allOf"]) ? rest["allOf"] : [];
  return { ...rest, allOf: [...parts, schema] };
}

/** A schema as a message calls it. */
function shownSchema(schema: JsonObject): string {
  const { $ref, type, items, additionalProperties, anyOf } = schema;
  if (typeof $ref === "string") return `a reference to ${JSON.stringify($ref)}`;
  if (isObject(items)) return `a list of ${shownSchema(items)}`;
  if (isObject(additionalProperties)) return `an object with members of ${shownSchema(additionalProperties)}`;
  const [first] = isJsonArray(anyOf) ? anyOf : [];
  if (isObject(first)) return `${shownSchema(first)} or "null"`;
  const [name] = isJsonArray(type) ? type : [type];
  const isNullable = isJsonArray(type) || schema["nullable"] === true || schema["x-nullable"] === true;
  return `${JSON.stringify(name)}${isNullable ? ' or "null"' : ""}`;
}

function report(text: string, assumed: string, hint: string, at: DocumentLocation, walk: Walk): void {
  walk.report(diagnostic("unknown-type", `${JSON.stringify(text)} is not a type.`, { at: originAt(at), hint, assumed }));
}
