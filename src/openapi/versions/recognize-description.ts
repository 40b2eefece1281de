import { isJsonArray, type Json } from "../../source/source-file.js";
import { METHODS } from "../rules/path-item.js";
import { isObject, type JsonObject } from "../rules/rule.js";

/**
 * Whether a file that a description refers to can be a part of one: whether it says something in the words of OpenAPI or JSON Schema.
 * Settings and credentials are YAML and JSON, too, and nothing of them may be shown to the author of the reference.
 */
export function isPartOfDescription(value: Json): boolean {
  if (typeof value === "boolean") return true;
  if (typeof value !== "object" || value === null) return false;
  if (isObject(value) && Object.keys(value).length === 0) return true; // The schema of any value.
  return isKeywordOf(value) || speaks(value, maxNesting) || isExample(value);
}

const exampleKeys = new Set(["summary", "description", "value", "dataValue", "serializedValue", "externalValue"]);

/** An Example Object. One text alone by the name of `value` may be anything. */
function isExample(value: Json): boolean {
  if (!isObject(value)) return false;
  const keys = Object.keys(value).filter((key) => !key.startsWith("x-"));
  return keys.every((key) => exampleKeys.has(key)) && (keys.length > 1 || Object.values<Json>(value).some(isStructure));
}

const isStructure = (value: Json): boolean => typeof value === "object" && value !== null;

/** Levels below the root that are looked at: `components`, `schemas`, and a schema among them. Real parts say what they are there. */
const maxNesting = 3;

function speaks(value: Json, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (isObject(value) && isMarked(value)) return true;
  return levels > 0 && Object.values<Json>(value).some((member) => speaks(member, levels - 1));
}

const types = new Set(["object", "array", "string", "integer", "number", "boolean", "null"]);
const parameterLocations = new Set(["query", "querystring", "path", "header", "cookie", "body", "formData"]);

/** Members that only OpenAPI and JSON Schema have in this form, and the agreements that descriptions refer to. `$schema` of other files names their own schema. */
const marks: Readonly<Record<string, (member: Json, object: JsonObject) => boolean>> = {
  openapi: (member) => typeof member === "string",
  swagger: (member) => typeof member === "string" || typeof member === "number",
  sla4oas: (member) => typeof member === "string",
  $ref: (member) => typeof member === "string",
  $schema: (member) => typeof member === "string" && /\b(?:json-schema|openapis)\.org\b/.test(member),
  type: (member, object) => isType(member) || isSecurityScheme(member, object),
  enum: isJsonArray,
  allOf: isListOfObjects,
  anyOf: isListOfObjects,
  oneOf: isListOfObjects,
  properties: isMapOfSchemas,
  patternProperties: isMapOfSchemas,
  $defs: isMapOfSchemas,
  definitions: isMapOfSchemas,
  in: (member, { name }) => typeof member === "string" && parameterLocations.has(member) && typeof name === "string",
  content: (member) => isObject(member) && Object.keys(member).some((key) => /^[\w*.+-]+\/[\w*.+-]+/.test(key)),
  responses: (member) => isObject(member) && Object.keys(member).some((key) => /^(?:[1-5](?:\d\d|XX)|default)$/i.test(key)),
  paths: (member) => isObject(member) && Object.keys(member).some((key) => key.startsWith("/")),
  operationId: (member) => typeof member === "string",
};

function isMarked(object: JsonObject): boolean {
  return Object.keys(object).some((key) => isMark(key, object));
}

/** Whether an object has a member that only OpenAPI and JSON Schema have in this form. */
export function isMark(key: string, object: JsonObject): boolean {
  return Object.hasOwn(object, key) && Object.hasOwn(marks, key) && marks[key]?.(object[key] ?? null, object) === true;
}

function isType(member: Json): boolean {
  return isJsonArray(member) ? member.length > 0 && member.every(isType) : typeof member === "string" && types.has(member);
}

function isSecurityScheme(type: Json, object: JsonObject): boolean {
  const { scheme, in: location, flows, openIdConnectUrl, flow } = object;
  if (type === "http") return typeof scheme === "string";
  if (type === "apiKey") return typeof location === "string" && parameterLocations.has(location);
  if (type === "oauth2") return isObject(flows ?? null) || typeof flow === "string";
  if (type === "openIdConnect") return typeof openIdConnectUrl === "string";
  // Others have a user and a password beside it.
  return (type === "mutualTLS" || type === "basic") && Object.keys(object).every((key) => key === "type" || isKeyword(key));
}

function isListOfObjects(member: Json): boolean {
  return isJsonArray(member) && member.length > 0 && member.every((each) => isObject(each) || typeof each === "boolean");
}

function isMapOfSchemas(member: Json): boolean {
  return isObject(member) && isListOfObjects(Object.values<Json>(member));
}

/** Words that other files have as well: they count where there are no others. */
const keywordSet = new Set([
  ...METHODS,
  ..."$anchor $comment $dynamicAnchor $dynamicRef $id additionalItems additionalProperties const contains default deprecated description".split(
    " ",
  ),
  ..."discriminator else example examples exclusiveMaximum exclusiveMinimum explode externalDocs externalValue format headers if items".split(
    " ",
  ),
  ..."links maxContains maxItems maxLength maxProperties maximum minContains minItems minLength minProperties minimum multipleOf not".split(
    " ",
  ),
  ..."nullable parameters pattern prefixItems propertyNames readOnly required schema schemas servers style summary then title".split(" "),
  ..."unevaluatedItems unevaluatedProperties uniqueItems writeOnly xml".split(" "),
]);

/** Whether an object, or each member of it, has such words only. */
function isKeywordOf(value: Json): boolean {
  return hasKeywordsOnly(value) || (isObject(value) && Object.values<Json>(value).every(hasKeywordsOnly));
}

function hasKeywordsOnly(value: Json): boolean {
  if (!isObject(value)) return typeof value === "boolean";
  return Object.keys(value).every(isKeyword);
}

function isKeyword(key: string): boolean {
  return keywordSet.has(key) || key.startsWith("x-");
}

/** The same for a text that is neither JSON nor YAML, as far as its content shows. */
export function looksLikeDescription(text: string): boolean {
  return /(?:^|[\s{,"'])(?:(?:openapi|swagger)["']?\s*:\s*["']?[23]\b|\$ref["']?\s*:|(?:allOf|anyOf|oneOf|operationId|requestBody)["']?\s*:|type["']?\s*:\s*(?:\[\s*)?["']?(?:object|array|string|integer|number|boolean)\b)/.test(
    text,
  );
}
