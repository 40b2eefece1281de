import { isJsonArray, type Json } from "../../../source/source-file.js";
import { childLocation, type DocumentLocation } from "../../resolve/document-location.js";
import { looksLikeSchema } from "../../resolve/schema-identifiers.js";
import { withResponseLevel } from "./omitted-levels.js";
import { readOrReference } from "../collections.js";
import { isObject, meantAs, wrongType, type JsonObject, type Kind, type Rule, type Walk } from "../rule.js";

/** What an object means that stands where one of another kind belongs. Descriptions have that where someone has mistaken one section for another. */

/** A value of a kind made of another kind's, neither of them a schema; `undefined` where the two have nothing in common. */
export function asKind(wanted: Kind, given: Kind, raw: Json, at: DocumentLocation, walk: Walk): unknown {
  if (!isObject(raw)) return undefined;
  // It may itself refer to another one.
  if ((wanted === "response" || wanted === "requestBody") && (given === "response" || given === "requestBody"))
    return readOrReference(wanted, without(raw, wanted === "response" ? ["required"] : ["headers", "links"]), at, walk);
  return wanted === "header" && given === "parameter" ? readOrReference(wanted, without(raw, ["name", "in"]), at, walk) : undefined;
}

/** Where the schema is that an object has of its own, or in its first media type. */
export function pathToSchema(raw: Json): readonly string[] | undefined {
  if (!isObject(raw)) return undefined;
  if (raw["schema"] !== undefined) return ["schema"];
  const content = raw["content"];
  const name = isObject(content) && Object.keys(content).find((each) => isObject(content[each]) && content[each]["schema"] !== undefined);
  return typeof name === "string" ? ["content", name, "schema"] : undefined;
}

/** An object of JSON with an upgraded schema. */
export function around(wanted: Kind, schema: unknown, at: DocumentLocation, walk: Walk): unknown {
  const media = { schema };
  walk.location(media, at);
  if (wanted === "mediaType") return media;
  if (wanted !== "response" && wanted !== "requestBody") return undefined;
  const content = { "application/json": media };
  const holder = { content };
  walk.location(content, at);
  walk.location(holder, at);
  return holder;
}

function without(raw: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(raw).filter(([key]) => !keys.includes(key)));
}

/** A schema where a media type belongs. `undefined` for every other value. */
export function mistakenMediaType(raw: Json, at: DocumentLocation, walk: Walk): unknown {
  if (!looksLikeSchema(raw) || ["schema", "itemSchema", "encoding"].some((key) => isObject(raw) && Object.hasOwn(raw, key)))
    return undefined;
  wrongType(raw, "an object (a media type)", at, walk, "it is read as its schema", "a schema");
  return around("mediaType", walk.visit("schema", raw, at), at, walk);
}

/** A request body that has a schema and no media type, or is a schema. `undefined` for every other value. */
export function mistakenRequestBody(raw: Json, at: DocumentLocation, walk: Walk): unknown {
  if (!isObject(raw) || Object.hasOwn(raw, "content")) return undefined;
  const inner = raw["schema"];
  if (inner === undefined && !looksLikeSchema(raw)) return undefined;
  wrongType(raw, "a request body with content", at, walk, "it is read as the schema of a body in JSON", "one with a schema");
  const schema = inner === undefined ? walk.visit("schema", raw, at) : walk.visit("schema", inner, childLocation(at, "schema"));
  const { description, required } = raw;
  const body = around("requestBody", schema, at, walk);
  const said = { ...(typeof description === "string" ? { description } : {}), ...(required === true ? { required } : {}) };
  return Object.assign(body as object, said); // made here
}

/** Members that a response has and a schema has not. */
const ofResponses = ["content", "schema", "headers", "links"];

/** What stands for a response that is none: a schema is that of its body, and a text describes it. `undefined` for every other value. */
export function mistakenResponse(raw: Json, at: DocumentLocation, walk: Walk): unknown {
  if (typeof raw === "string" || raw === null) {
    const meant = raw === null ? "a response without a body" : "the description of a response without a body";
    wrongType(raw, "an object (a response)", at, walk, `it is read as ${meant}`);
    const response = raw === null ? {} : { description: raw };
    walk.location(response, at);
    return response;
  }
  if (!looksLikeSchema(raw) || ofResponses.some((key) => isObject(raw) && Object.hasOwn(raw, key))) return undefined;
  wrongType(raw, "a response", at, walk, "it is read as the schema of its body, in JSON", "a schema");
  return around("response", walk.visit("schema", raw, at), at, walk);
}

/** Reads responses by status with a rule; one response in their place, which has no status, is that of every status. */
export function mistakenResponses(byStatus: Rule): Rule {
  return (given, parent, key, walk) => {
    const raw = withResponseLevel(given, childLocation(parent, key), walk);
    const listed = responsesInList(raw);
    if (listed !== undefined)
      return byStatus(
        meantAs(listed, "responses by status", raw, "an object (responses by status)", childLocation(parent, key), walk),
        parent,
        key,
        walk,
      );
    const isResponse = isObject(raw) && ["content", "schema"].some((member) => isObject(raw[member]));
    if (!isResponse || Object.keys(raw).some((status) => /^(?:[1-5]|default$)/i.test(status))) return byStatus(raw, parent, key, walk);
    const at = childLocation(parent, key);
    wrongType(raw, "an object (responses by status)", at, walk, "it is read as that of every status", "a response");
    const meant = { default: walk.visit("response", raw, at) };
    walk.location(meant, at);
    return meant;
  };
}

/** Responses of a list of which each says its status as a member; one alone that says none is that of every status. */
function responsesInList(raw: Json): JsonObject | undefined {
  if (!isJsonArray(raw) || raw.length === 0) return undefined;
  const found = raw.map((item): readonly [string, Json] | undefined => {
    if (!isObject(item)) return undefined;
    for (const key of ["status", "statusCode", "code", "status_code", "httpStatus"]) {
      const status = item[key];
      const text = typeof status === "number" || typeof status === "string" ? String(status) : "";
      if (/^(?:[1-5](?:\d\d|XX)|default)$/i.test(text)) return [text, without(item, [key])];
    }
    const isResponse = ["description", "content", "schema", "$ref"].some((each) => Object.hasOwn(item, each));
    return raw.length === 1 && isResponse ? ["default", item] : undefined;
  });
  return found.includes(undefined) ? undefined : Object.fromEntries(found.filter((each) => each !== undefined));
}
