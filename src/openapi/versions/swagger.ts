import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Json } from "../../source/source-file.js";
import { objects } from "../rules/objects.js";
import { METHODS, methodOfKey, tagNames } from "../rules/path-item.js";
import { components as laterComponents, info, noInfo, readDocument, servers, tags } from "../rules/root.js";
import { security } from "../rules/security.js";
import { present, reportOther } from "../rules/report-other-version.js";
import { childLocation, originAt, type DocumentLocation } from "../resolve/document-location.js";
import { kind, listOf, mapOf, orReference, readOrReference } from "../rules/collections.js";
import { assign, fields, readFields, readObject, unknown, type StandIn } from "../rules/fields.js";
import { isInBody, isObject, renamed, wrongType, type JsonObject, type Kind, type KindRule, type Rule, type Walk } from "../rules/rule.js";
import { anything, flag, nameText, text } from "../rules/scalars.js";
import { mistakenResponses } from "../rules/meaning/mistaken-kind.js";
import { paths } from "../rules/paths.js";
import { withSendableName } from "../rules/sendable-names.js";
import { namedSchemas } from "../rules/schema-rule.js";
import { bodyOf, formOf, mediaTypes, reportMediaTypes, type Found } from "./swagger-body.js";
import { readSwaggerHeader, readSwaggerParameter } from "./swagger-parameter.js";
import { readSwaggerResponse } from "./swagger-response.js";
import { readSwaggerSecurity } from "./swagger-security.js";
import { serversOf } from "./swagger-servers.js";

/** OpenAPI 2.0, read straight into the later form. Origins stay those of the 2.0 text. */

const operationTable = fields({
  operationId: nameText,
  tags: tagNames,
  summary: text,
  description: text,
  deprecated: flag,
  security,
  responses: mistakenResponses(mapOf(orReference("response"), { extensible: true })),
  externalDocs: anything,
  // Of 3.x.
  requestBody: orReference("requestBody"),
  servers,
  callbacks: anything,
});
/** Members of a path item that 3.x has. */
const laterPathItem: ReadonlyMap<string, Rule> = new Map([
  ["servers", servers],
  ["summary", text],
  ["description", text],
]);

const pathItem: KindRule = (raw, at, walk) => {
  if (!isObject(raw)) return wrongType(raw, "an object (a path item)", at, walk);
  for (const key of present(raw, [...laterPathItem.keys()])) reportOther("3", key, at, walk);
  const out: Record<string, unknown> = {};
  const operations = Object.create(null) as Record<string, unknown>; // The type of a fresh object without prototype.
  const shared = readParameters(raw["parameters"], childLocation(at, "parameters"), walk);
  for (const key of Object.keys(raw)) {
    const later = laterPathItem.get(key);
    if (key === "$ref") assign(out, key, text(raw[key] ?? null, at, key, walk));
    else if (later !== undefined) out[key] = later(raw[key] ?? null, at, key, walk);
    else {
      const method = methodOfKey(key, raw, at, walk);
      if (method === undefined) {
        if (key !== "parameters") unknown(key, raw[key] ?? null, [...METHODS, "parameters"], at, walk);
        assign(out, key, raw[key] ?? null);
        continue;
      }
      if (walk.isLeftOut(raw[key] ?? null)) continue;
      const operation = isReference(raw[key] ?? null)
        ? readOrReference("operation", raw[key] ?? null, childLocation(at, key), walk)
        : readOperation(raw[key] ?? null, childLocation(at, key), walk, shared.inBody);
      if (operation !== undefined) operations[method] = operation;
    }
  }
  if (raw["parameters"] !== undefined) out["parameters"] = shared.others;
  if (typeof raw["$ref"] === "string") walk.reference("pathItem", out, "$ref", at);
  walk.location(operations, at);
  walk.location(out, at);
  out["operations"] = operations;
  return out;
};

/** An operation; `inherited` are the body and form parameters of its path item. */
function readOperation(raw: Json, at: DocumentLocation, walk: Walk, inherited: readonly Found[]): unknown {
  if (!isObject(raw)) return wrongType(raw, "an object (an operation)", at, walk);
  for (const key of present(raw, ["requestBody", "servers", "callbacks"])) reportOther("3", key, at, walk);
  reportMediaTypes(raw, at, walk);
  const { produces, parameters, responses, ...rest } = raw;
  const own = produces === undefined && responses !== undefined ? { ...rest, responses } : rest;
  const out = readFields(own, operationTable, at, walk, ["consumes", "produces", "schemes", "parameters"]);
  delete out["consumes"];
  delete out["schemes"];
  if (produces !== undefined && responses !== undefined) out["responses"] = readResponses(responses, at, walk, raw);
  const { inBody, others } = readParameters(parameters, childLocation(at, "parameters"), walk);
  if (parameters !== undefined) out["parameters"] = others;
  const overridden = (one: Found): boolean =>
    inBody.some(({ raw: other }) => other["name"] === one.raw["name"] && other["in"] === one.raw["in"]);
  const body = readBody([...inherited.filter((one) => !overridden(one)), ...inBody], raw, at, walk);
  if (body !== undefined) out["requestBody"] = body;
  return out;
}

function readBody(inBody: readonly Found[], operation: JsonObject, at: DocumentLocation, walk: Walk): unknown {
  const body = inBody.findLast(({ raw }) => raw["in"] === "body");
  const first = inBody[0];
  if (body !== undefined && first !== undefined && inBody.length > 1) reportBodies(body, first === body ? inBody[1] : first, walk);
  if (body !== undefined) return bodyOf(body, mediaTypes("consumes", operation, at, "application/json"), walk);
  if (inBody.length === 0) return undefined;
  return formOf(inBody, mediaTypes("consumes", operation, at, "application/x-www-form-urlencoded"), at, walk);
}

/** A request has one body: a second one is lost, and so is a form beside it. */
function reportBodies(body: Found, other: Found | undefined, walk: Walk): void {
  const message = "An operation has one body, and not another one or a form beside it.";
  const related = other && [{ message: "The other one is here.", at: originAt(other.at) }];
  walk.report(diagnostic("duplicate-parameter", message, { at: originAt(body.at), related, assumed: "the last body counts" }));
}

/** Media types stand on the operation: a shared response is read anew for each operation that names its own. */
function readResponses(raw: Json, at: DocumentLocation, walk: Walk, operation: JsonObject): unknown {
  const described = (value: Json, location: DocumentLocation): unknown =>
    isObject(value) && Object.hasOwn(value, "content")
      ? walk.visit("response", value, location)
      : readSwaggerResponse(value, location, walk, operation);
  const response = (value: Json, location: DocumentLocation): unknown => {
    if (!isReference(value) || Object.hasOwn(value, "content")) return described(value, location);
    const found = followed(value, location, walk);
    return found === undefined ? readOrReference("response", value, location, walk) : described(found.raw, found.at);
  };
  const byStatus = mapOf((value, parent, key) => response(value, childLocation(parent, key)), { extensible: true });
  return mistakenResponses(byStatus)(raw, at, "responses", walk);
}

/** Parameters of bodies and forms, each where it is written; and the others, upgraded. */
function readParameters(
  raw: Json | undefined,
  at: DocumentLocation,
  walk: Walk,
): { readonly inBody: readonly Found[]; readonly others: readonly unknown[] } {
  const inBody: Found[] = [];
  const others = listOf((parameter, parent, index) => {
    const location = childLocation(parent, index);
    const found = followed(parameter, location, walk);
    if (found === undefined || !isInBody(found.raw)) return readOrReference("parameter", parameter, location, walk);
    inBody.push(found);
    return undefined;
  })(raw ?? [], at.parent ?? at, at.key, walk);
  return { inBody, others: Array.isArray(others) ? others : [] };
}

function isReference(raw: Json): raw is { readonly $ref: string } {
  return isObject(raw) && typeof raw["$ref"] === "string";
}

/** A parameter or response where it is written; `undefined` when references to it lead nowhere, or back, which is reported elsewhere. */
function followed(raw: Json, at: DocumentLocation, walk: Walk): Found | undefined {
  let found: { readonly raw: Json; readonly at: DocumentLocation } | undefined = { raw, at };
  for (let steps = 0; found !== undefined && steps < LONGEST_CHAIN; steps++) {
    if (!isReference(found.raw)) return isObject(found.raw) ? { raw: found.raw, at: found.at } : undefined;
    found = walk.peek(found.raw.$ref, found.at);
  }
  return undefined;
}

const LONGEST_CHAIN = 64;

/** How each kind is read in 2.0. The kinds that 2.0 does not have are read as in 3.x: files of a later version may be referred to. */
export const swaggerObjects: Readonly<Record<Kind, KindRule>> = {
  ...objects,
  pathItem,
  operation: (raw, at, walk) => readOperation(raw, at, walk, []),
  parameter: withSendableName(readSwaggerParameter, "A parameter"),
  header: readSwaggerHeader,
  response: (raw, at, walk) => readSwaggerResponse(raw, at, walk),
  securityScheme: readSwaggerSecurity,
};

const noPaths: StandIn = { value: {}, assumed: "it has no operations" };

const documentTable = fields({
  externalDocs: anything,
  info,
  security,
  tags,
  paths,
  // Of 3.x.
  servers,
  webhooks: mapOf(kind("pathItem")),
  jsonSchemaDialect: anything,
  $schema: anything,
  $self: anything,
});
const MOVED = new Set([
  "swagger",
  "host",
  "basePath",
  "schemes",
  "consumes",
  "produces",
  "definitions",
  "parameters",
  "responses",
  "securityDefinitions",
  "components",
]);

const components = {
  schemas: { key: "definitions", rule: namedSchemas },
  parameters: {
    key: "parameters",
    rule: mapOf((raw, parent, key, walk) => (isInBody(raw) ? undefined : orReference("parameter")(raw, parent, key, walk))),
  },
  responses: { key: "responses", rule: mapOf(orReference("response")) },
  securitySchemes: { key: "securityDefinitions", rule: mapOf(orReference("securityScheme")) },
} as const;

/** Reads the root of a 2.0 description. */
export function readSwagger(raw: Json, at: DocumentLocation, walk: Walk): Record<string, unknown> | undefined {
  if (!isObject(raw)) {
    wrongType(raw, "an object", at, walk);
    return undefined;
  }
  const named = Object.keys(raw).find((key) => key !== "swagger" && key.toLowerCase() === "swagger");
  if (named !== undefined) renamed(named, "swagger", at, walk);
  if (raw["openapi"] !== undefined) reportBoth("openapi", at, walk);
  const rest = Object.fromEntries(Object.entries(raw).filter(([key]) => !MOVED.has(key) && key !== "openapi" && key !== named));
  const out = readObject(rest, documentTable, "An OpenAPI description", { info: noInfo, paths: noPaths }, at, walk);
  if (out === undefined) return undefined;
  const shared: Record<string, unknown> = {};
  for (const [section, { key, rule }] of Object.entries(components)) {
    const upgraded = raw[key] === undefined ? undefined : rule(raw[key], at, key, walk);
    if (upgraded !== undefined) shared[section] = upgraded;
  }
  walk.location(shared, at);
  for (const key of present(raw, ["servers", "webhooks", "components"])) reportOther("3", key, at, walk);
  reportMediaTypes(raw, at, walk);
  reportOfAzure(raw, at, walk);
  if (isObject(raw["components"])) addLater(shared, laterComponents(raw["components"], at, "components", walk));
  const hasOwn = raw["host"] !== undefined || raw["basePath"] !== undefined || out["servers"] === undefined;
  return Object.assign(out, { openapi: "3.1.0", components: shared }, hasOwn ? { servers: serversOf(raw, at, walk) } : {});
}

/** A description that says two versions is read as one of them. */
function reportBoth(key: "openapi" | "swagger", at: DocumentLocation, walk: Walk): void {
  const message = `The description has "openapi" and "swagger"; it is read as one of ${at.file.version}.`;
  const place = { ...originAt(childLocation(at, key)), on: "key" } as const;
  walk.report(diagnostic("other-version", message, { at: place, hint: "Remove one of the two." }));
}

/** Extensions of Azure that hold operations, and the host of the service. */
function reportOfAzure(raw: JsonObject, at: DocumentLocation, walk: Walk): void {
  const place = (key: string) => ({ ...originAt(childLocation(at, key)), on: "key" }) as const;
  if (isObject(raw["x-ms-paths"])) {
    const hint = 'Move them into "paths", where a path may have a query.';
    const message = '"x-ms-paths" holds operations, and is not read.';
    walk.report(diagnostic("operation-misplaced", message, { at: place("x-ms-paths"), hint }));
  }
  if (!isObject(raw["x-ms-parameterized-host"]) || raw["host"] !== undefined) return;
  const message = '"x-ms-parameterized-host" is not read, so the URL of the server has no host.';
  walk.report(
    diagnostic("server-url", message, { at: place("x-ms-parameterized-host"), severity: "warning", hint: "Give a client its `baseUrl`." }),
  );
}

/** Adds what a 2.0 description says as 3.x does; of one name its own counts. */
function addLater(shared: Record<string, unknown>, later: unknown): void {
  for (const [section, members] of Object.entries(later as Readonly<Record<string, object>>))
    // as the rule has read it
    shared[section] = Object.assign(Object.create(null), members, shared[section]);
}

/** Members of a root that 3.x does not have. */
const earlierRoot = [...MOVED].filter((key) => key !== "swagger" && key !== "components");

/** Reads the root of a 3.x description, with what it says as 2.0 does. */
export function readLater(raw: Json, at: DocumentLocation, walk: Walk): Record<string, unknown> | undefined {
  if (!isObject(raw)) return readDocument(raw, at, walk);
  const own = Object.fromEntries(Object.entries(raw).filter(([key]) => !MOVED.has(key) || key === "components"));
  const out = readDocument(own, at, walk);
  if (out === undefined) return undefined;
  if (raw["swagger"] !== undefined) reportBoth("swagger", at, walk);
  for (const key of present(raw, earlierRoot)) reportOther("2.0", key, at, walk);
  if (out["servers"] === undefined && (raw["host"] !== undefined || raw["basePath"] !== undefined))
    out["servers"] = serversOf(raw, at, walk);
  if (raw["securityDefinitions"] !== undefined) {
    const upgraded = components.securitySchemes.rule(raw["securityDefinitions"], at, "securityDefinitions", walk);
    const given = (out["components"] ?? {}) as Record<string, unknown>; // as the rule has read it
    walk.location(given, at);
    given["securitySchemes"] = Object.assign(Object.create(null), upgraded, given["securitySchemes"]);
    out["components"] = given;
  }
  return out;
}
