import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Json } from "../../source/source-file.js";
import { childLocation, originAt, type DocumentLocation } from "../resolve/document-location.js";
import { kind, listOf, mapOf, orMember, orReference } from "./collections.js";
import { fields, object, readObject, type StandIn } from "./fields.js";
import { paths } from "./paths.js";
import { isObject, meantAs, wrongType, type Rule, type Walk } from "./rule.js";
import { anything, flag, text } from "./scalars.js";
import { namedSchemas } from "./schema-rule.js";
import { security } from "./security.js";

/** The root of a description of 3.0, 3.1 or 3.2, and what stands in it alone. */

/** A version number that YAML reads as a number is meant as text: `version: 1.0`. */
export const versionText: Rule = (raw, parent, key, walk) => {
  if (typeof raw !== "number") return text(raw, parent, key, walk);
  const at = originAt(childLocation(parent, key));
  walk.report(
    diagnostic("wrong-type", `"${key}" must be a string, and is a number here.`, {
      at,
      severity: "warning",
      hint: "Put quotes around it.",
    }),
  );
  return String(raw);
};

/** A service level agreement, or a reference to one; what is neither is left to the model. */
const sla: Rule = (raw, parent, key, walk) => (isObject(raw) ? orReference("sla")(raw, parent, key, walk) : raw);

export const info = object(
  {
    "x-sla": sla,
    title: text,
    version: versionText,
    summary: text,
    description: text,
    termsOfService: anything,
    contact: anything,
    license: anything,
  },
  "The Info Object",
  {
    title: { value: "", assumed: "the API is named after the file, unless the configuration names it" },
    version: { value: "", assumed: "it has none" },
  },
);

/** The Info Object that stands in for one that is not there. */
export const noInfo: StandIn = {
  value: { title: "", version: "" },
  assumed: "the API is named after the file, unless the configuration names it",
};

const variable = object({ default: versionText, enum: listOf(versionText), description: text, deprecated: flag }, "A server variable", {
  default: { value: "", assumed: "the variable is empty where a program does not give it" },
});
const server = object(
  {
    deprecated: flag,
    url: text,
    name: text,
    description: text,
    variables: mapOf(orMember("default", variable, "an object (a server variable)")),
  },
  "A server",
  {
    url: { value: "/", assumed: 'its "url" is "/"' },
  },
);
export const servers = listOf(orMember("url", server, "an object (a server)"));
const tag = object(
  { deprecated: flag, name: text, summary: text, description: text, parent: text, kind: text, externalDocs: anything },
  "A tag",
  {
    name: null,
  },
);
export const tags = listOf(orMember("name", tag, "an object (a tag)"));
const tabledComponents = object(
  {
    schemas: namedSchemas,
    responses: mapOf(orReference("response")),
    parameters: mapOf(orReference("parameter")),
    requestBodies: mapOf(orReference("requestBody")),
    headers: mapOf(orReference("header")),
    securitySchemes: mapOf(orReference("securityScheme")),
    pathItems: mapOf(kind("pathItem")),
    mediaTypes: mapOf(orReference("mediaType")),
    examples: anything,
    links: anything,
    callbacks: anything,
  },
  "The Components Object",
);

/** Components; those of another file where they are a reference to it. */
export const components: Rule = (raw, parent, key, walk) => {
  const at = childLocation(parent, key);
  const found = isObject(raw) && typeof raw["$ref"] === "string" ? walk.peek(raw["$ref"], at) : undefined;
  if (found?.at.parent === undefined || !isObject(found.raw) || typeof found.raw["$ref"] === "string")
    return tabledComponents(raw, parent, key, walk);
  wrongType(raw, "an object (the Components Object)", at, walk, "what it refers to is read", "a reference");
  return tabledComponents(found.raw, found.at.parent, found.at.key, walk);
};

/** A version, which some write with a "v". */
const versionNumber: Rule = (raw, parent, key, walk) => {
  const [, meant] = typeof raw === "string" ? (/^\s*v(\d.*)$/i.exec(raw) ?? []) : [];
  return meant === undefined
    ? text(raw, parent, key, walk)
    : meantAs(meant, `"${meant}"`, raw, "a version such as 3.1.0", childLocation(parent, key), walk);
};

const documentTable = fields({
  deprecated: flag,
  openapi: versionNumber,
  info,
  servers,
  paths,
  webhooks: mapOf(kind("pathItem")),
  components,
  security,
  tags,
  externalDocs: anything,
  jsonSchemaDialect: anything,
  $schema: anything,
  $self: text,
});

/** Reads the root of a 3.x description, which has no members of 2.0. */
export function readDocument(raw: Json, at: DocumentLocation, walk: Walk): Record<string, unknown> | undefined {
  return readObject(raw, documentTable, "An OpenAPI description", { info: noInfo }, at, walk);
}
