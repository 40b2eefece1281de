/** What descriptions of one version say in their own way, put into those of another, as people who know one and edit the other do. */
import type { Member, Tree } from "./tree.js";

interface Construct {
  /** Whether an object of such a path is one that has members like these, in some version. */
  readonly fits: (path: Member["path"]) => boolean;
  readonly members: { readonly [member: string]: Tree };
}

const methods: readonly unknown[] = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
const places = {
  root: (path) => path.length === 0,
  item: (path) => path.length === 2 && ["paths", "webhooks"].includes(String(path[0])),
  operation: (path) => methods.includes(path.at(-1)),
  parameter: (path) => path.at(-2) === "parameters",
  response: (path) => path.at(-2) === "responses",
  schema: (path) =>
    ["schema", "items", "additionalProperties"].includes(String(path.at(-1))) ||
    ["properties", "schemas", "definitions", "allOf", "oneOf", "anyOf"].includes(String(path.at(-2))),
  media: (path) => path.at(-2) === "content",
  scheme: (path) => ["securitySchemes", "securityDefinitions"].includes(String(path.at(-2))),
  components: (path) => path.length === 1 && path[0] === "components",
} satisfies { readonly [place: string]: Construct["fits"] };

const text: Tree = { type: "string" };
const thing: Tree = { type: "object", properties: { a: text } };

const members: { readonly [place in keyof typeof places]: readonly Construct["members"][] } = {
  root: [
    { host: "a.example", basePath: "/v1", schemes: ["https"] },
    { host: "{host}", basePath: "v1?a=b" },
    { consumes: ["application/xml", "a"], produces: ["text/plain"] },
    { definitions: { Thing: thing }, parameters: { a: { name: "a", in: "query", type: "string" } } },
    { responses: { Gone: { description: "x", schema: text } } },
    { securityDefinitions: { a: { type: "basic" } }, security: [{ a: [] }] },
    { webhooks: { made: { post: { requestBody: { content: { "application/json": { schema: thing } } } } } } },
    { $self: "https://a.example/b.yaml" },
    { $self: "../b.yaml#a" },
    { jsonSchemaDialect: "http://json-schema.org/draft-04/schema#" },
    { servers: [{ url: "https://{a}.example/{b}", variables: { a: { default: 1, enum: [1, 2] } } }] },
    { components: { schemas: { Thing: { $ref: "#/definitions/Thing" } } } },
    {
      tags: [
        { name: "a", parent: "b", kind: "nav" },
        { name: "b", parent: "a" },
      ],
    },
    { paths: null },
    { paths: [{ get: {} }] },
  ],
  item: [
    { query: { responses: { 200: { description: "x" } } } },
    { additionalOperations: { COPY: { responses: { 200: { description: "x" } } }, get: { responses: {} } } },
    { parameters: [{ name: "body", in: "body", schema: thing }] },
    { parameters: [{ name: "file", in: "formData", type: "file" }] },
    { servers: [{ url: "/other" }] },
    { $ref: "#/components/pathItems/None" },
  ],
  operation: [
    { parameters: [{ name: "body", in: "body", schema: thing }] },
    {
      parameters: [
        { name: "a", in: "formData", type: "file" },
        { name: "b", in: "formData", type: "array", items: text, collectionFormat: "multi" },
      ],
    },
    { parameters: [{ name: "q", in: "querystring", content: { "application/x-www-form-urlencoded": { schema: thing } } }] },
    {
      parameters: [
        { name: "q", in: "querystring", content: { "application/json": { schema: thing } } },
        { name: "r", in: "query", schema: text },
      ],
    },
    { consumes: ["multipart/form-data"], produces: [] },
    { requestBody: { content: { "*/*": { schema: thing } } } },
    { requestBody: { schema: thing } },
    { requestBody: { description: "x", content: {} } },
    { schemes: ["ws"] },
    { callbacks: { back: { "{$request.body#/url}": { post: { responses: { 200: { description: "x" } } } } } } },
    { responses: { default: { schema: thing }, "2XX": { description: "x", schema: { type: "file" } } } },
    { responses: [{ description: "x" }] },
    { security: { a: [] } },
  ],
  parameter: [
    { type: "array", items: { type: "integer" }, collectionFormat: "pipes" },
    { schema: text, type: "integer" },
    { schema: thing, content: { "application/json": { schema: text } } },
    { content: { "application/json": { schema: thing }, "text/plain": {} } },
    { content: {} },
    { style: "deepObject", explode: false, schema: { type: "array", items: thing } },
    { style: "cookie", in: "cookie", schema: thing },
    { in: "querystring" },
    { in: "body", schema: thing },
    { in: "formData", type: "file" },
    { allowEmptyValue: true, allowReserved: true, explode: "true" },
    { required: "true" },
    { examples: [1], example: 2, default: "x" },
  ],
  response: [
    { schema: thing },
    { schema: { type: "file" } },
    { schema: text, content: { "application/json": { schema: thing } }, examples: { "application/json": 1 } },
    { headers: { "X-A": { type: "array", items: text, collectionFormat: "csv" } } },
    { headers: { "X-A": { schema: thing, style: "form", explode: true }, "Content-Type": { schema: text } } },
    { links: { next: { operationId: "none" }, self: { operationRef: "#/paths/~1" } } },
    { content: { "text/event-stream": { itemSchema: thing } } },
    { content: { "multipart/mixed": { itemSchema: thing, prefixEncoding: [{ contentType: "a/b" }], itemEncoding: {} } } },
    { content: { "application/json": thing } },
    { content: { json: { schema: thing }, "": { schema: text }, "a/b; c": null } },
    { summary: "x" },
  ],
  schema: [
    { nullable: true },
    { nullable: true, $ref: "#/components/schemas/None" },
    { type: ["object", "null"], nullable: false },
    { type: ["string", "string"] },
    { type: "null" },
    { type: "file" },
    { exclusiveMinimum: true, minimum: 3 },
    { exclusiveMinimum: 3, minimum: 5, exclusiveMaximum: false },
    { required: true },
    { readOnly: true, writeOnly: true },
    { discriminator: "kind" },
    { discriminator: { propertyName: "kind", defaultMapping: "Thing" } },
    { discriminator: { mapping: { a: "Thing" } } },
    { items: [text, thing] },
    { items: [text], additionalItems: thing },
    { prefixItems: [text], items: false },
    { dependencies: { a: ["b"], b: thing } },
    { $recursiveRef: "#", $recursiveAnchor: true },
    { $dynamicRef: "#a", $dynamicAnchor: "a" },
    { definitions: { A: thing }, $ref: "#/definitions/A" },
    { id: "a", $schema: "http://json-schema.org/draft-03/schema" },
    { extends: thing, disallow: "string", divisibleBy: 2 },
    { $id: "https://a.example/x", $anchor: "a" },
    { const: { constructor: [null] }, enum: [{ constructor: [null] }] },
    { contentEncoding: "base64", contentMediaType: "application/json", contentSchema: thing },
    { example: 1, examples: { a: { value: 2 } } },
    { xml: { nodeType: "attribute", name: "a:b" } },
    { "x-nullable": true, "x-discriminator-value": "a" },
    { allOf: thing },
    { oneOf: { a: thing, b: text } },
    { properties: [thing] },
    { additionalProperties: [text] },
    { unevaluatedProperties: false, allOf: [{ $ref: "#" }] },
  ],
  media: [
    { itemSchema: thing },
    { schema: thing, itemSchema: text },
    { schema: { type: "file" } },
    { encoding: { a: { contentType: "text/plain, */*", style: "deepObject", headers: { "X-A": { schema: thing } } } } },
    { encoding: { a: { encoding: { b: { contentType: "a/b" } } } }, itemEncoding: { contentType: "x" } },
    { example: 1, examples: [2] },
    { $ref: "#/components/mediaTypes/None" },
  ],
  scheme: [
    { type: "basic" },
    { type: "oauth2", flow: "accessCode", authorizationUrl: "x", scopes: { a: "b" } },
    { type: "oauth2", flows: { deviceAuthorization: { deviceAuthorizationUrl: "x", tokenUrl: "y", scopes: [] } }, oauth2MetadataUrl: 1 },
    { type: "apiKey", in: "body", name: "a b" },
    { type: "apiKey", in: "cookie", name: "a=b; c" },
    { type: "http", scheme: "Digest" },
    { type: "mutualTLS" },
    { deprecated: true },
  ],
  components: [
    { mediaTypes: { json: { schema: thing } } },
    { pathItems: { a: { get: { responses: {} } } } },
    { definitions: { A: thing } },
    { schemas: [thing] },
    { responses: { a: { schema: text } } },
    { parameters: { a: { name: "a", in: "body", schema: thing } } },
  ],
};

export const foreignConstructs: readonly Construct[] = Object.entries(members).flatMap(([place, all]) =>
  all.map((each) => ({ fits: places[place as keyof typeof places], members: each })),
);
