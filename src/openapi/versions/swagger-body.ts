import { isJsonArray, type Json } from "../../source/source-file.js";
import { diagnostic } from "../../diagnostic/catalogue.js";
import { childLocation, originAt, type DocumentLocation } from "../resolve/document-location.js";
import { listOf } from "../rules/collections.js";
import { reportMisspelt } from "../rules/content.js";
import { itemsByIndex } from "../rules/meaning/meant-value.js";
import { isObject, type JsonObject, type Walk } from "../rules/rule.js";
import { flag, text } from "../rules/scalars.js";
import { schemaOf, styleOf } from "./swagger-parameter.js";

/** A parameter as written, and its place; references are followed already. */
export interface Found {
  readonly raw: JsonObject;
  readonly at: DocumentLocation;
}

const FORMS = ["multipart/form-data", "application/x-www-form-urlencoded"];

/** Media types that an operation or its document names; `otherwise` when neither does. */
export function mediaTypes(
  key: "consumes" | "produces",
  operation: JsonObject | undefined,
  at: DocumentLocation,
  otherwise: string,
): readonly string[] {
  const root = at.file.source.value;
  const given = operation?.[key] ?? (isObject(root) ? root[key] : undefined) ?? null;
  const list =
    typeof given === "string"
      ? given.split(",").map((name) => name.trim())
      : Array.isArray(given)
        ? (given as readonly Json[])
        : itemsByIndex(given);
  const names = (list ?? []).filter((name): name is string => typeof name === "string" && name !== "");
  return names.length > 0 ? names : [otherwise];
}

const mediaTypeNames = listOf(text);

/** Reports what is wrong with the media types that an operation or a document names. */
export function reportMediaTypes(raw: JsonObject, at: DocumentLocation, walk: Walk): void {
  for (const key of ["consumes", "produces"]) {
    const names = raw[key];
    if (names === undefined) continue;
    const read = mediaTypeNames(names, at, key, walk);
    if (isJsonArray(names) && Array.isArray(read))
      names.forEach((name, index) => {
        if (typeof name === "string") reportMisspelt(name, childLocation(childLocation(at, key), index), walk);
      });
  }
}

/** More than any name of a media type has: of a longer one, the beginning is looked at. */
const mostLetters = 200;

/** Media types of values and texts, and ranges that may be one. */
const values =
  /^(?:text|multipart|\*)(?:\/|$)|^(?:[^/]+\/(?:.*\+)?(?:x-)?(?:json[5c]?|xml|yaml|jwt)|application\/(?:\*|(?:.*[+-])?(?:nd)?json[\w-]*|(?:x-)?(?:yml|toml|\w+script|sh|sql|graphql|pem-file|www-form-urlencoded)|jose|rtf)) *(?:;|$)/i;

/**
 * The media types of a schema. `type: file` says that bytes come as they are; producers of it are often those of the whole document, and
 * JSON then means the answers beside it.
 */
export function typesFor(schema: unknown, names: readonly string[]): readonly string[] {
  if (!isObject(schema) || schema["type"] !== "file") return names;
  return [...new Set(names.map((name) => (values.test(name.trim().slice(0, mostLetters)) ? "application/octet-stream" : name)))];
}

/** The request body that a `body` parameter is. */
export function bodyOf({ raw, at }: Found, consumes: readonly string[], walk: Walk): Record<string, unknown> {
  const schema = raw["schema"] === undefined ? undefined : walk.visit("schema", raw["schema"], childLocation(at, "schema"));
  if (raw["schema"] === undefined) {
    const message = "The parameter in the body does not describe its value; any value is accepted.";
    walk.report(diagnostic("parameter-shape", message, { at: originAt(at), hint: 'Add a "schema".' }));
  }
  const out: Record<string, unknown> = { ...shared(raw, at, walk) };
  out["content"] = contentOf(typesFor(raw["schema"], consumes), at, walk, () => ({ ...(schema === undefined ? {} : { schema }) }));
  walk.location(out, at);
  return out;
}

function shared(raw: JsonObject, at: DocumentLocation, walk: Walk): Record<string, unknown> {
  const out: Record<string, unknown> = Object.fromEntries(Object.entries(raw).filter(([key]) => key.startsWith("x-")));
  if (raw["description"] !== undefined) out["description"] = text(raw["description"], at, "description", walk);
  if (raw["required"] !== undefined) out["required"] = flag(raw["required"], at, "required", walk);
  return out;
}

/** One media type object for each name. */
export function contentOf(
  names: readonly string[],
  at: DocumentLocation,
  walk: Walk,
  make: (name: string) => Record<string, unknown>,
): Record<string, unknown> {
  const content = Object.create(null) as Record<string, unknown>; // The type of a fresh object without prototype.
  for (const name of names) {
    const mediaType = make(name);
    walk.location(mediaType, at);
    content[name] = mediaType;
  }
  walk.location(content, at);
  return content;
}

/** The request body that `formData` parameters are together: an object with a property for each. A file needs multipart. */
export function formOf(
  parameters: readonly Found[],
  consumes: readonly string[],
  at: DocumentLocation,
  walk: Walk,
): Record<string, unknown> {
  const properties = Object.create(null) as Record<string, unknown>; // As above.
  const encoding = Object.create(null) as Record<string, unknown>; // As above.
  const required: string[] = [];
  for (const parameter of parameters) {
    const name = text(parameter.raw["name"] ?? null, parameter.at, "name", walk);
    if (typeof name !== "string") continue;
    properties[name] = propertyOf(parameter, walk);
    const style = styleOf(parameter.raw, parameter.at, walk);
    if (style !== undefined) encoding[name] = { ...style };
    if (parameter.raw["required"] === true) required.push(name);
  }
  const schema = { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
  for (const made of [properties, encoding, schema, ...Object.values(encoding)]) walk.location(made as object, at); // All made above.
  const names = formTypes(
    consumes,
    parameters.some(({ raw }) => raw["type"] === "file"),
  );
  const hasEncoding = Object.keys(encoding).length > 0;
  const content = contentOf(names, at, walk, (name) => ({ schema, ...(hasEncoding && FORMS.includes(name) ? { encoding } : {}) }));
  const out = { content, ...(required.length > 0 ? { required: true } : {}) };
  walk.location(out, at);
  return out;
}

function propertyOf({ raw, at }: Found, walk: Walk): unknown {
  const schema = schemaOf(raw, at, walk);
  if (!isDraft(schema)) return schema;
  if (typeof raw["description"] === "string") schema["description"] = raw["description"];
  if (raw["deprecated"] === true) schema["deprecated"] = true;
  for (const key of Object.keys(raw)) if (key.startsWith("x-") && key !== "x-nullable") schema[key] = raw[key];
  return schema;
}

function isDraft(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function formTypes(consumes: readonly string[], hasFile: boolean): readonly string[] {
  if (hasFile) return ["multipart/form-data"];
  return consumes.some((name) => FORMS.includes(name)) ? consumes : ["application/x-www-form-urlencoded"];
}
