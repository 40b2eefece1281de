import { diagnostic } from "../../diagnostic/catalogue.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import type { Json } from "../../source/source-file.js";
import { childLocation, originAt, type DocumentLocation } from "../resolve/document-location.js";
import { kind, listOf, mapOf, meantReference, onlyOne, orMember, orReference } from "./collections.js";
import { assign, fields, object, readFields, readObject, type Required, type StandIn } from "./fields.js";
import { type JsonObject, type Kind, type Rule, type Walk, isObject, meantAs, renamed, saysNothing, wrongType } from "./rule.js";
import { anything, flag, nameText, oneOf, text } from "./scalars.js";
import { content } from "./content.js";
import { mistakenMediaType, mistakenRequestBody, mistakenResponse, mistakenResponses } from "./mistaken-kind.js";
import { paths } from "./paths.js";
import { namedSchemas, readSchema } from "./schema-rule.js";

/** The objects of OpenAPI 3.0, 3.1 and 3.2, each as a table of its members. Keys that a table does not name are kept as they are. */

/** Reads a value of a kind at its place. */
export type KindRule = (raw: Json, at: DocumentLocation, walk: Walk) => unknown;

const STYLES = ["matrix", "label", "simple", "form", "spaceDelimited", "pipeDelimited", "deepObject", "cookie"];
export const METHODS: ReadonlySet<string> = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]);

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

/** No member of OpenAPI's in most objects; what it means is plain, and is read where dates are. */
const deprecated = flag;

const variable = object({ default: versionText, enum: listOf(versionText), description: text, deprecated }, "A server variable", {
  default: { value: "", assumed: "the variable is empty where a program does not give it" },
});
const server = object(
  {
    deprecated,
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
  { deprecated, name: text, summary: text, description: text, parent: text, kind: text, externalDocs: anything },
  "A tag",
  {
    name: null,
  },
);
export const tags = listOf(orMember("name", tag, "an object (a tag)"));
const requirement = mapOf(listOf(text));

/**
 * A requirement; the name of a scheme, or a list of names, is one without scopes. Nothing is assumed of what else stands there: a requirement
 * that is left out may make public what is not.
 */
const requirementOrNames: Rule = (raw, parent, key, walk) => {
  if (isObject(raw)) return requirement(raw, parent, key, walk);
  const names: readonly Json[] = Array.isArray(raw) ? raw : [raw];
  const at = childLocation(parent, key);
  const expected = "an object (a security requirement)";
  const texts = names.filter((name): name is string => typeof name === "string" && name !== "");
  if (texts.length > 0 && texts.length === names.length) {
    const meant = Object.fromEntries(texts.map((name): readonly [string, Json] => [name, []]));
    return requirement(meantAs(meant, "one without scopes", raw, expected, at, walk), parent, key, walk);
  }
  const message = "A security requirement must be an object, and none can be assumed in its place.";
  walk.report(
    diagnostic("security-unreadable", message, { at: originAt(at), hint: "Write the name of a scheme and a list of scopes: `- key: []`." }),
  );
  return undefined;
};

const requirements = listOf(requirementOrNames);

/** Without a value, it says nothing: what the document requires holds. */
export const security: Rule = (raw, parent, key, walk) =>
  raw === null ? saysNothing("a list of security requirements", childLocation(parent, key), walk) : requirements(raw, parent, key, walk);

/** Tags of an operation are names; the object of one is meant as its name. */
export const tagNames = listOf((raw, parent, key, walk) => {
  const name = isObject(raw) ? raw["name"] : undefined;
  if (typeof name !== "string") return text(raw, parent, key, walk);
  return meantAs(name, `"${name}"`, raw, "a string", childLocation(parent, key), walk);
});

const encoding = object(
  { deprecated, contentType: text, headers: mapOf(orReference("header")), style: oneOf(STYLES), explode: flag, allowReserved: flag },
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
const requestBodyTable = fields({ deprecated, description: text, required: flag, content });
const mediaTypeTable = fields({
  deprecated,
  schema: kind("schema"),
  itemSchema: kind("schema"),
  encoding: mapOf(encoding),
  prefixEncoding: anything,
  itemEncoding: anything,
  example: anything,
  examples: anything,
});
const responseTable = fields({
  deprecated,
  summary: text,
  description: text,
  headers: mapOf(orReference("header")),
  content,
  links: anything,
});
const securitySchemeTable = fields({
  type: oneOf(["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"]),
  description: text,
  name: text,
  in: oneOf(["query", "header", "cookie"]),
  scheme: text,
  bearerFormat: text,
  openIdConnectUrl: text,
  flows: anything,
  oauth2MetadataUrl: anything,
  deprecated: flag,
});
const parameterItems = listOf(orReference("parameter"));

/** Parameters; an object of some is meant as the list of them, each called as its key unless it has a name. */
const parameters: Rule = (raw, parent, key, walk) => {
  if (!isObject(raw) || ["name", "in", "$ref"].some((name) => Object.hasOwn(raw, name))) return parameterItems(raw, parent, key, walk);
  const members = Object.entries(raw);
  if (members.length === 0 || !members.every(([, value]) => isObject(value))) return parameterItems(raw, parent, key, walk);
  const at = childLocation(parent, key);
  wrongType(raw, "a list", at, walk, "its members are read as one");
  return members.flatMap(([name, value]) => {
    const named = isObject(value) && value["$ref"] === undefined ? { name, ...value } : value;
    return orReference("parameter")(named, at, name, walk) ?? [];
  });
};

const operationTable = fields({
  operationId: nameText,
  tags: tagNames,
  summary: text,
  description: text,
  deprecated: flag,
  parameters,
  requestBody: orReference("requestBody"),
  responses: mistakenResponses(mapOf(orReference("response"), { extensible: true })),
  security,
  servers,
  externalDocs: anything,
  callbacks: anything,
});
const pathItemTable = fields({ deprecated, $ref: text, summary: text, description: text, servers, parameters });

function tabled(table: ReturnType<typeof fields>, what: string, required: Required = {}): KindRule {
  return (raw, at, walk) => readObject(raw, table, what, required, at, walk);
}

/** The method that a key of a path item means: one in capitals or misspelt is one, too, where an operation stands. */
export function methodOfKey(key: string, raw: JsonObject, at: DocumentLocation, walk: Walk): string | undefined {
  if (METHODS.has(key)) return key.toUpperCase();
  const value = raw[key];
  const isOperation = isObject(value) && (Object.hasOwn(value, "responses") || Object.hasOwn(value, "operationId"));
  const meant = isOperation && !pathItemTable.has(key) && !key.startsWith("x-") ? spellingSuggestion(key, METHODS) : undefined;
  if (meant === undefined || Object.hasOwn(raw, meant)) return undefined;
  renamed(key, meant, at, walk);
  return meant.toUpperCase();
}

/** A path item: its methods become one map, in upper case, those of 3.2's `additionalOperations` among them. */
const pathItem: KindRule = (given, at, walk) => {
  const listed = onlyOne(given, "an object (a path item)", at, walk);
  if (listed !== undefined) return pathItem(listed, childLocation(at, 0), walk);
  const raw = meantReference(given, at, walk) ?? given;
  if (!isObject(raw)) return wrongType(raw, "an object (a path item)", at, walk);
  const rest: Record<string, Json> = {};
  const operations = Object.create(null) as Record<string, unknown>; // The type of a fresh object without prototype.
  for (const key of Object.keys(raw)) {
    const value = raw[key] ?? null;
    const method = methodOfKey(key, raw, at, walk);
    if (method !== undefined) readOperation(method, value, at, key, operations, walk);
    else if (key === "additionalOperations") readAdditional(value, raw, childLocation(at, key), operations, walk);
    else assign(rest, key, value);
  }
  const out = readFields(rest, pathItemTable, at, walk, [...METHODS, "additionalOperations"]);
  if (typeof raw["$ref"] === "string") walk.reference("pathItem", out, "$ref", at);
  walk.location(operations, at);
  out["operations"] = operations;
  return out;
};

function readOperation(
  method: string,
  raw: Json,
  at: DocumentLocation,
  key: string,
  operations: Record<string, unknown>,
  walk: Walk,
): void {
  if (walk.isLeftOut(raw)) return;
  const upgraded = orReference("operation")(raw, at, key, walk);
  if (upgraded !== undefined) operations[method] = upgraded;
}

function readAdditional(raw: Json, item: JsonObject, at: DocumentLocation, operations: Record<string, unknown>, walk: Walk): void {
  if (!isObject(raw)) {
    wrongType(raw, "an object (methods and their operations)", at, walk);
    return;
  }
  for (const method of Object.keys(raw)) {
    const own = method.toLowerCase();
    const isFree = !Object.hasOwn(item, own);
    const isToken = /^[\w!#$%&'*+.^`|~-]+$/.test(method);
    const isTaken = Object.hasOwn(operations, method.toUpperCase());
    if (METHODS.has(own) || !isToken || isTaken)
      reportAdditional(method, isToken ? own : undefined, isFree && !isTaken, childLocation(at, method), walk);
    if (isToken && isFree && !isTaken) readOperation(method.toUpperCase(), raw[method] ?? null, at, method, operations, walk);
  }
}

/** Methods that a path item has a member for belong there, and a method is a token (RFC 9110 section 9.1). */
function reportAdditional(method: string, own: string | undefined, isFree: boolean, at: DocumentLocation, walk: Walk): void {
  const name = JSON.stringify(method);
  walk.report(
    diagnostic("unknown-key", additionalProblem(name, own), {
      at: { ...originAt(at), on: "key" },
      hint:
        own === undefined
          ? "A method is a word without blanks."
          : METHODS.has(own)
            ? `Write it as "${own}" of the path item.`
            : "Methods are sent in capitals: give one of the two another name.",
      assumed: own !== undefined && isFree ? "it is read as that" : "it is left out",
    }),
  );
}

function additionalProblem(name: string, own: string | undefined): string {
  if (own === undefined) return `${name} is not a method.`;
  return METHODS.has(own) ? `${name} is not an additional method.` : `${name} differs from another method in case alone.`;
}

const tabledMediaType = tabled(mediaTypeTable, "A media type");
const mediaType: KindRule = (raw, at, walk) => mistakenMediaType(raw, at, walk) ?? tabledMediaType(raw, at, walk);

const tabledRequestBody = tabled(requestBodyTable, "A request body", { content: { value: {}, assumed: "it has no content" } });
const requestBody: KindRule = (raw, at, walk) => mistakenRequestBody(raw, at, walk) ?? tabledRequestBody(raw, at, walk);

const tabledResponse = tabled(responseTable, "A response");
const response: KindRule = (raw, at, walk) => mistakenResponse(raw, at, walk) ?? tabledResponse(raw, at, walk);

/** An object whose members are not read here. */
const asWritten: KindRule = (raw, at, walk) => {
  if (!isObject(raw)) return wrongType(raw, "an object", at, walk);
  const out = { ...raw };
  walk.location(out, at);
  return out;
};

const tabledScheme = tabled(securitySchemeTable, "A security scheme", { type: null });

/** "bearer" is a scheme of the type "http", and is written as a type of its own. */
const securityScheme: KindRule = (raw, at, walk) => {
  if (!isObject(raw) || typeof raw["type"] !== "string" || raw["type"].toLowerCase() !== "bearer") return tabledScheme(raw, at, walk);
  walk.report(
    diagnostic("unknown-word", `"type" is ${JSON.stringify(raw["type"])}, which is a scheme of the type "http".`, {
      at: originAt(childLocation(at, "type")),
      hint: "Write `type: http` and `scheme: bearer`.",
      assumed: "it is read as that",
    }),
  );
  return tabledScheme({ ...raw, type: "http", scheme: "bearer" }, at, walk);
};

/** How each kind is read in 3.x. */
export const objects: Readonly<Record<Kind, KindRule>> = {
  pathItem,
  operation: tabled(operationTable, "An operation"),
  parameter: tabled(parameterTable, "A parameter", { name: null, in: null }),
  header: tabled(headerTable, "A header"),
  requestBody,
  mediaType,
  response,
  securityScheme,
  schema: readSchema,
  sla: asWritten,
};

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
  deprecated,
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
  $self: text,
});

/** Reads the root of a 3.x description, which has no members of 2.0. */
export function readDocument(raw: Json, at: DocumentLocation, walk: Walk): Record<string, unknown> | undefined {
  return readObject(raw, documentTable, "An OpenAPI description", { info: noInfo }, at, walk);
}
