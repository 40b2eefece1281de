/**
 * One small description that has every place whose text an output prints. `describeWith` puts a text into one of them, or into
 * all; references to a renamed thing are renamed with it, so that the description stays one.
 */
import { checked, forms } from "./checked-places.js";
import { merge, own, pointer, type At, type Keys } from "./parts.js";

type Value = unknown;

/** Every place, its harmless text, and where the text must arrive unchanged when the description is accepted. */
export const places = {
  "info.title": { text: "Widgets", kept: "no" },
  "info.version": { text: "1.0.0", kept: "no" },
  "info.summary": { text: "Summary", kept: "no" },
  "info.description": { text: "Description", kept: "no" },
  "servers.url": { text: "https://api.example.com/v1", kept: "literal" },
  "servers.description": { text: "Production", kept: "no" },
  "servers.variable.name": { text: "region", kept: "no" },
  "servers.variable.default": { text: "eu", kept: "literal" },
  "servers.variable.enum": { text: "us", kept: "literal" },
  "servers.variable.description": { text: "Region", kept: "no" },
  "tag.name": { text: "widgets", kept: "no" },
  "tag.description": { text: "All widgets", kept: "no" },
  path: { text: "widgets", kept: "no" },
  "path.parameter": { text: "widgetId", kept: "no" },
  method: { text: "get", kept: "no" },
  "operation.id": { text: "getWidget", kept: "no" },
  "operation.summary": { text: "Get it", kept: "no" },
  "operation.description": { text: "Gets a widget", kept: "no" },
  "query.name": { text: "colour", kept: "literal" },
  "header.name": { text: "X-Colour", kept: "no" },
  "cookie.name": { text: "session", kept: "literal" },
  "parameter.description": { text: "Which colour", kept: "no" },
  "parameter.style": { text: "form", kept: "no" },
  "parameter.in": { text: "query", kept: "no" },
  "parameter.component": { text: "Page", kept: "no" },
  "parameter.contentType": { text: "application/json", kept: "no" },
  "body.description": { text: "The widget", kept: "no" },
  "body.mediaType": { text: "application/json", kept: "no" },
  "encoding.property": { text: "photo", kept: "literal" },
  "encoding.contentType": { text: "image/png", kept: "no" },
  "response.status": { text: "404", kept: "no" },
  "response.description": { text: "Found", kept: "no" },
  "response.mediaType": { text: "application/json", kept: "no" },
  "response.header": { text: "X-Total", kept: "no" },
  "response.component": { text: "Missing", kept: "no" },
  "response.example": { text: "said", kept: "literal" },
  "response.example.key": { text: "says", kept: "literal" },
  "schema.name": { text: "Widget", kept: "no" },
  "schema.title": { text: "A widget", kept: "no" },
  "schema.description": { text: "Something", kept: "no" },
  "schema.comment": { text: "For maintainers", kept: "no" },
  "schema.id": { text: "https://example.com/schemas/item", kept: "no" },
  "schema.anchor": { text: "anchor", kept: "no" },
  "schema.definition": { text: "Inner", kept: "no" },
  "property.name": { text: "weight", kept: "literal" },
  "property.required": { text: "length", kept: "literal" },
  "property.description": { text: "In grams", kept: "no" },
  "pattern.key": { text: "^x-", kept: "no" },
  "dependent.key": { text: "height", kept: "literal" },
  enum: { text: "red", kept: "literal" },
  const: { text: "widget", kept: "literal" },
  default: { text: "blue", kept: "literal" },
  example: { text: "green", kept: "no" },
  pattern: { text: "^[a-z]+$", kept: "no" },
  format: { text: "date", kept: "no" },
  contentMediaType: { text: "text/plain", kept: "no" },
  contentEncoding: { text: "base64", kept: "no" },
  type: { text: "string", kept: "no" },
  minimum: { text: "5", kept: "no" },
  "discriminator.property": { text: "kind", kept: "literal" },
  "discriminator.mapping.key": { text: "cat", kept: "literal" },
  "discriminator.mapping.value": { text: "#/components/schemas/Cat", kept: "no" },
  ref: { text: "#/components/schemas/Cat", kept: "no" },
  "security.name": { text: "apiKey", kept: "literal" },
  "security.description": { text: "A key", kept: "no" },
  "security.parameter": { text: "X-Key", kept: "no" },
  "security.scheme": { text: "bearer", kept: "no" },
  "security.bearerFormat": { text: "JWT", kept: "no" },
  "security.scope": { text: "read", kept: "no" },
  "security.url": { text: "https://example.com/token", kept: "no" },
  "webhook.name": { text: "widgetAdded", kept: "no" },
  "callback.name": { text: "onDone", kept: "no" },
  "callback.expression": { text: "{$request.body#/url}", kept: "no" },
  "enum.long": { text: "tangerine", kept: "literal" },
  "enum.deep": { text: "nested", kept: "literal" },
  "const.deep": { text: "inside", kept: "literal" },
  "const.key": { text: "under", kept: "literal" },
  "names.enum": { text: "known", kept: "literal" },
  "evaluated.name": { text: "seen", kept: "literal" },
  "evaluated.pattern": { text: "^y-", kept: "no" },
  "dependent.schema": { text: "depth", kept: "literal" },
  "dependent.required": { text: "breadth", kept: "literal" },
  "tag.const": { text: "circle", kept: "literal" },
  "tag.property": { text: "shape", kept: "literal" },
  "parent.tag": { text: "car", kept: "literal" },
  "parent.property": { text: "wheels", kept: "literal" },
  "form.name": { text: "Account", kept: "no" },
  "form.property": { text: "password", kept: "literal" },
  "default.property": { text: "flavour", kept: "literal" },
  "default.deep": { text: "vanilla", kept: "literal" },
  "default.key": { text: "kind-of", kept: "literal" },
  "int64.property": { text: "big", kept: "literal" },
  "int64.bound": { text: "9007199254740993", kept: "no" },
  "schema.dynamicAnchor": { text: "node", kept: "no" },
  multipleOf: { text: "7", kept: "no" },
  maxLength: { text: "9", kept: "no" },
  "lifecycle.message": { text: "Too old", kept: "literal" },
  "lifecycle.link": { text: "https://example.com/guide", kept: "no" },
  "lifecycle.sunset": { text: "2030-12-05", kept: "no" },
  "lifecycle.since": { text: "2026-01-01", kept: "no" },
  "lifecycle.removedIn": { text: "2.0.0", kept: "literal" },
  "lifecycle.code": { text: "WIDGETS_OLD", kept: "no" },
  "lifecycle.replacement": { text: "listWidgets", kept: "no" },
  "lifecycle.note": { text: "with a filter", kept: "literal" },
  "lifecycle.alias": { text: "Use another", kept: "no" },
  stability: { text: "beta", kept: "no" },
  "limits.plan": { text: "free", kept: "literal" },
  "limits.policy": { text: "minute", kept: "literal" },
  "limits.quota": { text: "60", kept: "no" },
  "limits.header": { text: "X-RateLimit-Limit", kept: "no" },
  "limits.resetFormat": { text: "unix-seconds", kept: "no" },
  extension: { text: "anything", kept: "no" },
  "enum.varnames": { text: "Red", kept: "no" },
  "enum.descriptions": { text: "Like fire", kept: "no" },
} as const satisfies { readonly [place: string]: { readonly text: string; readonly kept: "literal" | "no" } };

export type Place = keyof typeof places;

const benign = (place: Place): string => places[place].text;
const numeric: readonly Place[] = ["minimum", "limits.quota", "int64.bound", "multipleOf", "maxLength"];

/** Texts by place; the other places have their harmless ones. */
export type Texts = ReadonlyMap<Place, unknown>;

/** The description with texts in some places; with none, the harmless twin. */
export function describeWith(texts: Texts): { readonly [key: string]: Value } {
  const at = (wanted: Place): Value =>
    texts.has(wanted) ? texts.get(wanted) : numeric.includes(wanted) ? Number(benign(wanted)) : benign(wanted);
  // A key of an object, and a part of a longer text, is text whatever was given.
  const key = (wanted: Place): string => {
    const text = texts.get(wanted);
    return typeof text === "string" ? text : benign(wanted);
  };
  return {
    openapi: "3.1.0",
    info: { title: at("info.title"), version: at("info.version"), summary: at("info.summary"), description: at("info.description") },
    servers: [
      {
        url: at("servers.url"),
        description: at("servers.description"),
      },
      {
        url: `https://{${key("servers.variable.name")}}.example.com`,
        description: "Staging",
        variables: {
          ...own(key("servers.variable.name"), {
            default: at("servers.variable.default"),
            enum: [at("servers.variable.default"), at("servers.variable.enum")],
            description: at("servers.variable.description"),
          }),
        },
      },
    ],
    tags: [{ name: at("tag.name"), description: at("tag.description") }],
    security: [own(key("security.name"), [])],
    "x-rate-limits": limits(at, key),
    "x-anything": own(key("extension"), at("extension")),
    paths: paths(at, key),
    webhooks: own(key("webhook.name"), { post: { responses: { "200": { description: "Seen" } } } }),
    components: components(at, key),
  };
}

function limits(at: At, key: Keys): Value {
  return {
    key: { securityScheme: key("security.name") },
    plans: own(key("limits.plan"), { policies: own(key("limits.policy"), { q: at("limits.quota"), w: 60 }) }),
    headers: {
      limit: at("limits.header"),
      remaining: "X-RateLimit-Remaining",
      reset: { name: "X-RateLimit-Reset", format: at("limits.resetFormat") },
    },
  };
}

function paths(at: At, key: Keys): Value {
  const getWidget = {
    operationId: at("operation.id"),
    tags: [at("tag.name")],
    summary: at("operation.summary"),
    description: at("operation.description"),
    deprecated: true,
    "x-sunset": at("lifecycle.sunset"),
    "x-deprecation": {
      since: at("lifecycle.since"),
      message: at("lifecycle.message"),
      link: at("lifecycle.link"),
      removedIn: at("lifecycle.removedIn"),
      code: at("lifecycle.code"),
      replacement: { operationId: at("lifecycle.replacement"), note: at("lifecycle.note") },
    },
    "x-stability-level": at("stability"),
    parameters: [
      { name: key("path.parameter"), in: "path", required: true, schema: { type: "string" } },
      {
        name: at("query.name"),
        in: "query",
        description: at("parameter.description"),
        schema: { type: "string", enum: ["a", at("enum")], default: "a" },
      },
      { name: at("header.name"), in: "header", schema: { type: "string" } },
      { name: at("cookie.name"), in: "cookie", schema: { type: "string" } },
      { name: "styled", in: at("parameter.in"), style: at("parameter.style"), schema: { type: "string" } },
      { name: "encoded", in: "query", content: own(key("parameter.contentType"), { schema: { type: "object" } }) },
      pointer("parameters", key("parameter.component")),
    ],
    responses: merge(
      {
        "200": {
          description: at("response.description"),
          headers: own(key("response.header"), { schema: { type: "integer" } }),
          content: own(key("response.mediaType"), { schema: pointer("schemas", key("schema.name")) }),
        },
      },
      own(key("response.status"), pointer("responses", key("response.component"))),
    ),
    callbacks: own(key("callback.name"), own(key("callback.expression"), { post: { responses: { "200": { description: "Done" } } } })),
  };
  const createWidget = {
    operationId: "createWidget",
    tags: [at("tag.name")],
    deprecated: true,
    "x-deprecated-reason": at("lifecycle.alias"),
    requestBody: {
      required: true,
      description: at("body.description"),
      content: merge(own(key("body.mediaType"), { schema: pointer("schemas", key("schema.name")) }), {
        "multipart/form-data": {
          schema: { type: "object", properties: own(key("encoding.property"), { type: "string", format: "binary" }) },
          encoding: own(key("encoding.property"), { contentType: at("encoding.contentType") }),
        },
      }),
    },
    responses: {
      "200": {
        description: "Done",
        content: { "application/json": { schema: {}, example: own(key("response.example.key"), [at("response.example")]) } },
      },
    },
  };
  const listWidgets = {
    operationId: "listWidgets",
    responses: { "200": { description: "All", content: { "application/json": { schema: { $ref: "#/components/schemas/Item" } } } } },
  };
  const content = { "application/json": { schema: pointer("schemas", key("form.name")) } };
  const createAccount = {
    operationId: "createAccount",
    requestBody: { required: true, content },
    responses: {
      "201": { description: "Made", content },
      "400": { description: "Not made", content: { "application/json": { schema: { $ref: "#/components/schemas/Completed" } } } },
    },
  };
  return merge(own(`/${key("path")}/{${key("path.parameter")}}`, own(key("method"), getWidget)), {
    "/all-widgets": { post: createWidget, get: listWidgets },
    "/accounts": { post: createAccount },
  });
}

function components(at: At, key: Keys): Value {
  return {
    parameters: own(key("parameter.component"), { name: "page", in: "query", schema: { type: "integer", minimum: at("minimum") } }),
    responses: own(key("response.component"), { description: "Missing" }),
    securitySchemes: merge(
      own(key("security.name"), { type: "apiKey", in: "header", name: at("security.parameter"), description: at("security.description") }),
      {
        token: { type: "http", scheme: at("security.scheme"), bearerFormat: at("security.bearerFormat") },
        oauth: {
          type: "oauth2",
          flows: { clientCredentials: { tokenUrl: at("security.url"), scopes: own(key("security.scope"), "Read") } },
        },
      },
    ),
    schemas: merge(own(key("schema.name"), widget(at, key)), {
      Item: {
        $id: at("schema.id"),
        $anchor: at("schema.anchor"),
        $defs: own(key("schema.definition"), { type: "string" }),
        $comment: at("schema.comment"),
        type: "object",
        properties: { name: { type: "string" } },
      },
      Cat: {
        type: "object",
        required: [key("discriminator.property")],
        properties: own(key("discriminator.property"), { type: "string" }),
      },
      Dog: {
        type: "object",
        required: [key("discriminator.property")],
        properties: own(key("discriminator.property"), { type: "string" }),
      },
      Animal: {
        oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
        discriminator: {
          propertyName: at("discriminator.property"),
          mapping: merge(own(key("discriminator.mapping.key"), at("discriminator.mapping.value")), { dog: "#/components/schemas/Dog" }),
        },
      },
      ...checked(at, key),
      ...forms(at, key),
    }),
  };
}

function widget(at: At, key: Keys): Value {
  const property = (place: Place, schema: Value): { readonly [key: string]: Value } => own(key(place), schema);
  return {
    type: "object",
    title: at("schema.title"),
    description: at("schema.description"),
    required: [key("property.required")],
    properties: merge(
      property("property.name", {
        type: "number",
        description: at("property.description"),
        deprecated: true,
        "x-deprecation": { message: at("lifecycle.message") },
      }),
      property("property.required", { type: "string" }),
      {
        colour: {
          type: "string",
          enum: [at("enum"), "other"],
          "x-enum-varnames": [at("enum.varnames"), "Other"],
          "x-enum-descriptions": [at("enum.descriptions"), "Other"],
        },
        constant: { const: at("const") },
        withDefault: { type: "string", default: at("default"), examples: [at("example")], example: at("example") },
        matched: { type: "string", pattern: at("pattern") },
        dated: { type: "string", format: at("format") },
        content: { type: "string", contentMediaType: at("contentMediaType"), contentEncoding: at("contentEncoding") },
        typed: { type: at("type") },
        bounded: { type: "integer", minimum: at("minimum") },
        referred: { $ref: at("ref") },
        animal: { $ref: "#/components/schemas/Animal" },
      },
    ),
    patternProperties: own(key("pattern.key"), { type: "string" }),
    dependentRequired: own(key("dependent.key"), ["colour"]),
  };
}
