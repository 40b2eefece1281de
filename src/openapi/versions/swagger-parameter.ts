import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Json } from "../../source/source-file.js";
import type { KindRule } from "../rules/rule.js";
import { childLocation, originAt, type DocumentLocation } from "../resolve/document-location.js";
import { assign, fields, misspelt, readFields, missing } from "../rules/fields.js";
import { isObject, wrongType, type JsonObject, type Walk } from "../rules/rule.js";
import { reportOther } from "../rules/report-other-version.js";
import { flag, oneOf, text } from "../rules/scalars.js";
import { readSchema } from "../rules/schema-rule.js";
import type { ParameterStyle } from "../rules/types.js";

/** 2.0 writes the keywords of a parameter's or a header's schema beside `name` and `in`; these are not among them. */
const OWN = ["name", "in", "description", "required", "deprecated", "allowEmptyValue", "collectionFormat"];
const own = fields({
  name: text,
  in: oneOf(["path", "query", "header", "cookie"]),
  description: text,
  required: flag,
  deprecated: flag,
  allowEmptyValue: flag,
});
const collectionFormat = oneOf(["csv", "ssv", "tsv", "pipes", "multi"]);

/** A parameter in path, query or header. Those in the body and in forms are read with their operation. */
export const readSwaggerParameter: KindRule = (raw, at, walk) => {
  if (!isObject(raw)) return wrongType(raw, "an object (a parameter)", at, walk);
  for (const name of ["name", "in"]) if (!Object.hasOwn(raw, name)) missing(name, "A parameter", at, walk);
  const out = readSimple(raw, at, walk);
  return out["name"] === undefined || out["in"] === undefined ? undefined : out;
};

/** A header of a response: a list in it is written as in a header parameter. */
export const readSwaggerHeader: KindRule = (raw, at, walk) => {
  if (!isObject(raw)) return wrongType(raw, "an object (a header)", at, walk);
  const header = readSimple({ ...raw, in: "header" }, at, walk);
  delete header["in"];
  return header;
};

function readSimple(raw: JsonObject, at: DocumentLocation, walk: Walk): Record<string, unknown> {
  const out = readFields(
    pick(raw, (key) => key !== "collectionFormat" && (OWN.includes(key) || key.startsWith("x-") || isMisspelt(key, raw))),
    own,
    at,
    walk,
  );
  out["schema"] = schemaOf(
    pick(raw, (key) => !isMisspelt(key, raw)),
    at,
    walk,
  );
  return Object.assign(out, styleOf(raw, at, walk));
}

/** The schema of a parameter that is none of a body: the same text, read as a schema. */
export function schemaOf(raw: JsonObject, at: DocumentLocation, walk: Walk): unknown {
  const later = raw["schema"];
  if (isObject(later) && raw["type"] === undefined) {
    reportOther("3", "schema", at, walk);
    return walk.visit("schema", later, childLocation(at, "schema"));
  }
  if (later !== undefined) reportSchema(at, walk);
  return readSchema(
    withoutInnerFormat(
      // What is said of the values of an enum is the schema's.
      pick(
        raw,
        (key) => (!OWN.includes(key) && key !== "schema" && !key.startsWith("x-")) || key === "x-nullable" || key.startsWith("x-enum"),
      ),
      at,
      walk,
    ),
    at,
    walk,
  );
}

/** Items of 2.0 say how a list in a list is written, which nothing in OpenAPI 3 does. Those that are no lists have nothing to say. */
function withoutInnerFormat(raw: JsonObject, at: DocumentLocation, walk: Walk): JsonObject {
  const { items } = raw;
  if (!isObject(items)) return raw;
  const place = childLocation(at, "items");
  const inner = withoutInnerFormat(items, place, walk);
  if (!Object.hasOwn(inner, "collectionFormat")) return inner === items ? raw : { ...raw, items: inner };
  const { collectionFormat: format, ...rest } = inner;
  const isList = items["type"] === "array";
  const message = isList
    ? `The collectionFormat ${JSON.stringify(format)} of a list in a list has no equivalent in OpenAPI 3; each inner list is written as JSON.`
    : `The collectionFormat ${JSON.stringify(format)} of items that are no lists says nothing.`;
  const hint = isList ? "Check whether the service accepts that." : 'Move it beside "items", if it is that of the list.';
  walk.report(diagnostic("collection-format", message, { at: originAt(childLocation(place, "collectionFormat")), hint }));
  return { ...raw, items: rest };
}

/** In 2.0 a parameter in the body alone has a schema. */
function reportSchema(at: DocumentLocation, walk: Walk): void {
  const message = '"schema" is a key of a parameter in the body, and this one has a "type".';
  const place = { ...originAt(childLocation(at, "schema")), on: "key" } as const;
  walk.report(diagnostic("unknown-key", message, { at: place, hint: "Remove one of the two.", assumed: "the type counts" }));
}

/** How a list is written, as 3.x says it. */
export function styleOf(
  raw: JsonObject,
  at: DocumentLocation,
  walk: Walk,
): { readonly style: ParameterStyle; readonly explode: boolean } | undefined {
  if (raw["type"] !== "array") return undefined;
  const format = raw["collectionFormat"] === undefined ? "csv" : collectionFormat(raw["collectionFormat"], at, "collectionFormat", walk);
  const joined = raw["in"] === "path" || raw["in"] === "header" ? "simple" : "form";
  if (joined === "form" && format === "multi") return { style: "form", explode: true };
  if (joined === "form" && format === "ssv") return { style: "spaceDelimited", explode: false };
  if (joined === "form" && format === "pipes") return { style: "pipeDelimited", explode: false };
  if (format !== "csv" && typeof format === "string") approximated(format, raw, childLocation(at, "collectionFormat"), walk);
  return { style: joined, explode: false };
}

function approximated(format: string, raw: JsonObject, at: DocumentLocation, walk: Walk): void {
  const what = typeof raw["name"] === "string" ? `the parameter "${raw["name"]}"` : "a header";
  const message = `The collectionFormat "${format}" of ${what} has no equivalent in OpenAPI 3; its values are joined with commas.`;
  walk.report(diagnostic("collection-format", message, { at: originAt(at), hint: "Check whether the service accepts that." }));
}

/** Whether a key is one of a parameter, and not of its schema, with a letter or two wrong. */
function isMisspelt(key: string, raw: JsonObject): boolean {
  const meant = OWN.includes(key) ? undefined : misspelt(key, own, raw[key] ?? null);
  return meant !== undefined && !Object.hasOwn(raw, meant);
}

/** The members of an object whose keys are wanted, shallow. */
function pick(raw: JsonObject, wanted: (key: string) => boolean): JsonObject {
  const out: Record<string, Json> = {};
  for (const key of Object.keys(raw)) if (wanted(key)) assign(out, key, raw[key] ?? null);
  return out;
}
