import { withKeywordsInSchema } from "./meaning/beside-schema.js";
import { kind, mapOf } from "./collections.js";
import { content } from "./content.js";
import { fields, object, tabled } from "./fields.js";
import { mistakenMediaType, mistakenRequestBody, mistakenResponse } from "./meaning/mistaken-kind.js";
import { withContentLevel } from "./meaning/omitted-levels.js";
import { operationTable, pathItem } from "./path-item.js";
import { isObject, wrongType, type Kind, type KindRule, type Rule } from "./rule.js";
import { anything, flag, oneOf, text } from "./scalars.js";
import { readSchema } from "./schema-rule.js";
import { securityScheme } from "./security.js";
import { headers, withSendableName } from "./sendable-names.js";

/** The objects of OpenAPI 3.0, 3.1 and 3.2, each as a table of its members. Keys that a table does not name are kept as they are. */

const STYLES = ["matrix", "label", "simple", "form", "spaceDelimited", "pipeDelimited", "deepObject", "cookie"];

const encoding = object(
  { deprecated: flag, contentType: text, headers, style: oneOf(STYLES), explode: flag, allowReserved: flag },
  "An Encoding Object",
);

const headerFields = {
  description: text,
  required: flag,
  deprecated: flag,
  allowEmptyValue: flag,
  style: oneOf(STYLES),
  explode: flag,
  allowReserved: flag,
  schema: kind("schema"),
  content,
  example: anything,
  examples: anything,
} satisfies Record<string, Rule>;

const headerTable = fields(headerFields);
const parameterTable = fields({ ...headerFields, name: text, in: oneOf(["path", "query", "querystring", "header", "cookie"]) });
const requestBodyTable = fields({ deprecated: flag, description: text, required: flag, content });
const mediaTypeTable = fields({
  deprecated: flag,
  schema: kind("schema"),
  itemSchema: kind("schema"),
  encoding: mapOf(encoding),
  prefixEncoding: anything,
  itemEncoding: anything,
  example: anything,
  examples: anything,
});
const responseTable = fields({
  deprecated: flag,
  summary: text,
  description: text,
  headers,
  content,
  links: anything,
});

const tabledMediaType = tabled(mediaTypeTable, "A media type");
const mediaType: KindRule = (raw, at, walk) => mistakenMediaType(raw, at, walk) ?? tabledMediaType(raw, at, walk);

const tabledRequestBody = tabled(requestBodyTable, "A request body", { content: { value: {}, assumed: "it has no content" } });
const requestBody: KindRule = (given, at, walk) => {
  const raw = withContentLevel(given, at, walk);
  return mistakenRequestBody(raw, at, walk) ?? tabledRequestBody(raw, at, walk);
};

const tabledResponse = tabled(responseTable, "A response");
const response: KindRule = (given, at, walk) => {
  const raw = withContentLevel(given, at, walk);
  return mistakenResponse(raw, at, walk) ?? tabledResponse(raw, at, walk);
};

/** A parameter or a header with its schema and its content in it as they are meant. */
function carrier(rule: KindRule): KindRule {
  return (raw, at, walk) => rule(withKeywordsInSchema(withContentLevel(raw, at, walk), at, walk), at, walk);
}

/** An object whose members are not read here. */
const asWritten: KindRule = (raw, at, walk) => {
  if (!isObject(raw)) return wrongType(raw, "an object", at, walk);
  const out = { ...raw };
  walk.location(out, at);
  return out;
};

/** How each kind is read in 3.x. */
export const objects: Readonly<Record<Kind, KindRule>> = {
  pathItem,
  operation: tabled(operationTable, "An operation"),
  parameter: withSendableName(carrier(tabled(parameterTable, "A parameter", { name: null, in: null })), "A parameter"),
  header: carrier(tabled(headerTable, "A header")),
  requestBody,
  mediaType,
  response,
  securityScheme: withSendableName(securityScheme, "A security scheme"),
  schema: readSchema,
  sla: asWritten,
};
