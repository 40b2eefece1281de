import { diagnostic } from "../../../diagnostic/catalogue.js";
import { spellingSuggestion } from "../../../diagnostic/spelling-suggestion.js";
import { sameJson } from "../../../source/same-json.js";
import { isJsonArray, type Json } from "../../../source/source-file.js";
import { childLocation, originAt, type DocumentLocation } from "../../resolve/document-location.js";
import { looksLikeSchema } from "../../resolve/schema-identifiers.js";
import { isObject, wrongType, type JsonObject, type Walk } from "../rule.js";
import { typeMeantBy } from "./type-words.js";

/**
 * Properties on the level where they are meant: schemas by name beside the keywords of an object are its properties where `properties` is left
 * out, and keywords among the properties are those of the schema around them.
 */
export function withMeantProperties(raw: JsonObject, keywords: ReadonlyMap<string, unknown>, at: DocumentLocation, walk: Walk): JsonObject {
  const { properties } = raw;
  if (properties === undefined) return withOmittedLevel(raw, keywords, at, walk);
  return isObject(properties) ? withKeywordsOf(properties, raw, at, walk) : raw;
}

/** Keywords whose value is never a schema: one there is the property of that name. */
const plainKeywords: ReadonlySet<string> = new Set(
  "title description format pattern enum required deprecated readOnly writeOnly nullable minimum maximum minLength maxLength multipleOf".split(
    " ",
  ),
);

/** Keywords that say more of a schema than that it is an object, or whose place is taken. */
const ofOthers = "$ref $dynamicRef items prefixItems const pattern minLength maxLength minimum maximum not patternProperties if".split(" ");

/** Where schemas stand by names that are no properties: a group of components may be referred to by its members. */
const holders: ReadonlySet<string | number> = new Set(["schemas", "definitions", "$defs"]);

function withOmittedLevel(raw: JsonObject, keywords: ReadonlyMap<string, unknown>, at: DocumentLocation, walk: Walk): JsonObject {
  const { type, required } = raw;
  const isTyped = type === "object" || (isJsonArray(type) && type.includes("object"));
  if (type !== undefined && !isTyped && !isObject(type)) return raw;
  const names = Object.keys(raw).filter((key) => {
    if (key.startsWith("x-") || key.startsWith("$")) return false;
    if (keywords.has(key)) return plainKeywords.has(key) && looksLikeSchema(raw[key] ?? null);
    return isSchema(raw[key] ?? null);
  });
  if (names.length === 0 || names.every((name) => keywords.has(name) || spellingSuggestion(name, keywords.keys()) !== undefined))
    return raw;
  if (ofOthers.some((key) => Object.hasOwn(raw, key) && !names.includes(key))) return raw;
  const isHeld = at.parent === undefined || holders.has(at.parent.key);
  if (!isTyped && isHeld && !isJsonArray(required)) return raw;
  if (isObject(type)) names.push("type");
  const properties = Object.fromEntries(names.map((name) => [name, raw[name] ?? null]));
  const rest = Object.fromEntries(Object.entries(raw).filter(([key]) => !names.includes(key)));
  reportLevel(names, at, walk);
  return { ...rest, type: isTyped ? type : "object", properties };
}

function reportLevel(names: readonly string[], at: DocumentLocation, walk: Walk): void {
  const [first = "", ...others] = names;
  const [verb, they, them] = others.length === 0 ? ["stands", "it is", "it"] : ["stand", "they are", "them"];
  const more = others.length === 0 ? "" : ` and ${String(others.length)} more`;
  walk.report(
    diagnostic("unknown-key", `${JSON.stringify(first)}${more} ${verb} beside the keywords of an object without "properties".`, {
      at: { ...originAt(childLocation(at, first)), on: "key" },
      hint: `Put ${them} into "properties".`,
      assumed: `${they} read as ${others.length === 0 ? "its property" : "its properties"}`,
    }),
  );
}

/** Whether a value can only be a schema. */
function isSchema(value: Json): boolean {
  if (!isObject(value)) return false;
  if (typeof value["$ref"] === "string" || isJsonArray(value["enum"])) return true;
  const { type } = value;
  const isType = type === undefined || isJsonArray(type) || (typeof type === "string" && typeMeantBy(type) !== undefined);
  return isType && looksLikeSchema(value);
}

/** Keywords that are met among the properties, with what shows that they are no property of that name. */
const misplaced: readonly (readonly [key: string, isKeyword: (value: Json, properties: JsonObject) => boolean])[] = [
  ["required", (value) => isJsonArray(value) && value.every((name) => typeof name === "string")],
  ["additionalProperties", (value) => typeof value === "boolean"],
  ...["allOf", "anyOf", "oneOf"].map(
    (key) => [key, (value: Json) => isJsonArray(value) && value.length > 0 && value.every(isObject)] as const,
  ),
  ...["minProperties", "maxProperties"].map((key) => [key, (value: Json) => typeof value === "number"] as const),
  ["type", (value, properties) => value === "object" && hasSchemasOnly(properties)],
  ["properties", (value, properties) => properties["type"] === "object" && isObject(value) && hasSchemasOnly(properties)],
  ...["title", "description"].map((key) => [key, (value: Json) => typeof value === "string" && /\S\s+\S/.test(value)] as const),
];

/** Whether the members of a map, keywords apart, are objects: where some are texts, these are the names of types. */
function hasSchemasOnly(properties: JsonObject): boolean {
  const names = new Set(["type", ...misplaced.map(([key]) => key)]);
  return Object.entries<Json>(properties).every(([name, value]) => names.has(name) || isObject(value));
}

function withKeywordsOf(properties: JsonObject, raw: JsonObject, at: DocumentLocation, walk: Walk): JsonObject {
  const found = misplaced.filter(([key, isKeyword]) => Object.hasOwn(properties, key) && isKeyword(properties[key] ?? null, properties));
  const moved = found.map(([key]) => key).filter((key) => key === "properties" || isFree(raw, key, properties[key] ?? null));
  if (moved.length === 0) return raw;
  const place = childLocation(at, "properties");
  for (const key of moved)
    wrongType(
      properties[key] ?? null,
      "a schema (an object)",
      childLocation(place, key),
      walk,
      "it is read as a keyword of the schema around it",
    );
  const rest = Object.fromEntries(Object.entries(properties).filter(([key]) => !moved.includes(key)));
  const inner = moved.includes("properties") && isObject(properties["properties"]) ? properties["properties"] : {};
  const outer = Object.fromEntries(moved.filter((key) => key !== "properties").map((key) => [key, properties[key] ?? null]));
  return { ...raw, ...outer, properties: { ...rest, ...inner } };
}

/** Whether a schema says nothing else by a keyword itself. */
function isFree(raw: JsonObject, key: string, value: Json): boolean {
  return !Object.hasOwn(raw, key) || sameJson(raw[key] ?? null, value);
}
