/** On every object of every version of OpenAPI, an end is carried or told: never lost without a word. */
import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../../support/api.js";

type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };
type Node = { readonly [key: string]: Value };

const text = { type: "string" };
const docs = { externalDocs: { url: "https://docs.example.com" } };
const xml = { xml: { name: "n" } };
const head = {
  info: { title: "T", version: "1", contact: { name: "n" }, license: { name: "MIT" } },
  tags: [{ name: "t", ...docs }],
  ...docs,
};
const shape: Node = {
  type: "object",
  properties: { p: { ...text, ...xml }, list: { type: "array", items: text } },
  additionalProperties: text,
  ...docs,
};

const swagger: Node = {
  swagger: "2.0",
  ...head,
  paths: {
    "/a": {
      parameters: [{ name: "x", in: "header", type: "array", items: text }],
      get: {
        operationId: "a",
        tags: ["t"],
        ...docs,
        responses: { 200: { description: "d", schema: { $ref: "#/definitions/S" }, headers: { X: { type: "array", items: text } } } },
      },
      post: {
        operationId: "b",
        parameters: [{ name: "f", in: "formData", type: "string" }],
        responses: { 200: { $ref: "#/responses/R" } },
      },
      put: { operationId: "c", parameters: [{ name: "b", in: "body", schema: shape }], responses: { 200: { description: "d" } } },
    },
  },
  definitions: { S: { allOf: [shape, { $ref: "#/definitions/Other" }] }, Other: { ...text, enum: ["a"] } },
  parameters: { Unused: { name: "u", in: "query", type: "string" } },
  responses: { R: { description: "d", schema: text } },
  securityDefinitions: {
    k: { type: "apiKey", in: "header", name: "K" },
    o: { type: "oauth2", flow: "implicit", authorizationUrl: "https://a.example", scopes: { r: "read" } },
  },
};

const media = { schema: text, examples: { e: { value: "v" } } };
const header = { schema: text };
const servers = [{ url: "https://{v}.example.com", variables: { v: { default: "a" } } }];
const parameter = { name: "q", in: "query", schema: text, examples: { e: { value: "v" } } };
const form = {
  schema: shape,
  encoding: { p: { contentType: "text/plain", headers: { X: { content: { "text/plain": media } } } } },
};
const flow = { authorizationUrl: "https://a.example", tokenUrl: "https://a.example/t", scopes: { r: "read" } };

const three = (version: string): Node => ({
  openapi: `${version}.0`,
  ...head,
  servers,
  paths: {
    "/a": {
      servers,
      parameters: [parameter],
      get: {
        operationId: "a",
        tags: ["t"],
        ...docs,
        servers,
        parameters: [{ name: "c", in: "query", content: { "application/json": media } }],
        responses: {
          200: {
            description: "d",
            headers: { X: header, Y: { $ref: "#/components/headers/H" } },
            content: { "application/json": media },
            links: { l: { operationId: "a", parameters: { q: "v" }, server: { url: "https://l.example" } } },
          },
          default: { $ref: "#/components/responses/R" },
        },
      },
      post: {
        operationId: "b",
        requestBody: { content: { "multipart/form-data": form } },
        responses: { 200: { description: "d" } },
        callbacks: {
          c: { "{$request.body#/p}": { post: { requestBody: { content: { "a/b": media } }, responses: { 200: { description: "d" } } } } },
        },
      },
      put: { operationId: "c", requestBody: { $ref: "#/components/requestBodies/B" }, responses: { 200: { description: "d" } } },
    },
  },
  components: {
    schemas: {
      S: shape,
      Union: {
        oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }],
        discriminator: { propertyName: "kind", mapping: { a: "#/components/schemas/A" } },
      },
      A: { type: "object", required: ["kind"], properties: { kind: { type: "string", enum: ["a"] } } },
      B: { type: "object", required: ["kind"], properties: { kind: { type: "string", enum: ["B"] } } },
    },
    responses: { R: { description: "d" }, Unused: { description: "d", content: { "a/b": media } } },
    parameters: { Unused: parameter },
    examples: { E: { value: 1 } },
    requestBodies: { B: { content: { "application/json": { schema: { $ref: "#/components/schemas/S" } } } } },
    headers: { H: header, Unused: header },
    securitySchemes: {
      k: { type: "apiKey", in: "header", name: "K" },
      o: { type: "oauth2", flows: { implicit: flow, password: flow, clientCredentials: flow, authorizationCode: flow } },
    },
    links: { L: { operationId: "a" } },
    callbacks: { C: { "{$url}": { post: { responses: { 200: { description: "d" } } } } } },
    ...(version === "3.0" ? {} : { pathItems: { P: { get: { responses: { 200: { description: "d" } } } } } }),
    ...(version === "3.2" ? { mediaTypes: { M: media } } : {}),
  },
  ...(version === "3.0"
    ? {}
    : { webhooks: { w: { post: { requestBody: { content: { "a/b": media } }, responses: { 200: { description: "d" } } } } } }),
  ...(version === "3.2" ? { "x-none": 1 } : {}),
});

/** What 3.2 adds. */
const later: Node = {
  ...three("3.2"),
  paths: {
    "/a": {
      query: {
        operationId: "a",
        requestBody: {
          content: {
            "multipart/mixed": {
              itemSchema: text,
              prefixEncoding: [{ contentType: "a/b", headers: { X: header } }],
              itemEncoding: { contentType: "a/b" },
            },
            "multipart/form-data": { schema: shape, encoding: { p: { encoding: { in: { contentType: "a/b" } } } } },
          },
        },
        responses: { 200: { description: "d", content: { "application/jsonl": { itemSchema: shape } } } },
      },
      additionalOperations: { COPY: { operationId: "b", responses: { 200: { description: "d" } } } },
    },
  },
  components: {
    mediaTypes: { M: media },
    securitySchemes: { o: { type: "oauth2", flows: { deviceAuthorization: { ...flow, deviceAuthorizationUrl: "https://a.example/d" } } } },
  },
};

/** Members that are maps, or values: their members are names or data. Map by the holder where the name means two things. */
const maps = new Set(
  (
    "properties headers content encoding examples links variables callbacks schemas parameters requestBodies securitySchemes pathItems mediaTypes " +
    "definitions securityDefinitions webhooks additionalOperations"
  ).split(" "),
);
const data = new Set(["scopes", "mapping", "enum", "required"]);

/** The way to every object that may have extensions. */
function objectsIn(value: Value, path: readonly string[] = [], isMap = false): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [];
  const isList = Array.isArray(value);
  const own = isMap || isList || Object.hasOwn(value, "$ref") ? [] : [path];
  const inner = Object.entries(value).flatMap(([key, member]) => {
    const isNamed = !isMap && (maps.has(key) || (key === "responses" && (path.length === 0 || path.at(-1) === "components")));
    return !isMap && (data.has(key) || (key === "parameters" && path.at(-2) === "links"))
      ? []
      : objectsIn(member, [...path, key], isNamed && !Array.isArray(member));
  });
  return [...own, ...inner];
}

function withKeys(value: Value, [key, ...rest]: readonly string[], keys: Node): Value {
  if (key === undefined) return { ...(value as Node), ...keys }; // the way leads to an object
  if (Array.isArray(value)) return value.map((item: Value, index) => (String(index) === key ? withKeys(item, rest, keys) : item));
  const node = value as Node; // as above
  return { ...node, [key]: withKeys(node[key] ?? null, rest, keys) };
}

const end: Node = { "x-deprecated": true, "x-sunset": "2031-03-04" };
const pointerOf = (path: readonly string[]): string => path.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

const all = Object.entries({ "2.0": swagger, "3.0": three("3.0"), "3.1": three("3.1"), "3.2": three("3.2"), "3.2, its own": later });

describe.each(all)("OpenAPI %s", (_, description) => {
  it.each(objectsIn(description).map((path) => [pointerOf(path), path] as const))(
    "carries or tells an end at %s",
    async (pointer, path) => {
      const described = withKeys(description, path, end);
      const { value, diagnostics } = await outcomeOf(`${JSON.stringify(described, undefined, 1)}\n`, { name: "shop" });
      const isCarried = JSON.stringify(value).includes("1930348800");
      const told = diagnostics
        .filter(({ at }) => at !== undefined && "pointer" in at && at.pointer === `${pointer}/x-sunset`)
        .map(({ code }) => code);
      expect({ isCarried, told }).toEqual(isCarried ? { isCarried, told: [] } : { isCarried, told: ["lifecycle-place-unread"] });
    },
  );
});

it("does not tell what is a name or data", async () => {
  const sunset = { "x-sunset": "2031-03-04" };
  const described = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    "x-mine": { contact: sunset },
    paths: {
      "/a": {
        get: { responses: { 200: { description: "d", content: { "a/b": { example: sunset, examples: { e: { value: sunset } } } } } } },
      },
    },
    components: {
      schemas: { S: { type: "object", properties: { "x-sunset": text, xml: text }, default: sunset, enum: [sunset], examples: [sunset] } },
      responses: { "x-sunset": { description: "d" } },
      securitySchemes: { o: { type: "oauth2", flows: { implicit: { ...flow, scopes: { "x-sunset": "s" } } } } },
    },
  };
  const { diagnostics } = await outcomeOf(`${JSON.stringify(described, undefined, 1)}\n`, { name: "shop" });
  expect(diagnostics.filter(({ code }) => code.startsWith("lifecycle"))).toEqual([]);
});
