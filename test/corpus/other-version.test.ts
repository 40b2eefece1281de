/** Descriptions that are half of one version and half of another: whatever is made of them, it is made without a fault of ours. */
import { describe, expect, test } from "vitest";
import { emit } from "../../src/emit/emit.js";
import { nodeIo } from "../../src/io-node.js";
import { build } from "../../src/model/build/build.js";
import { declaredVersion } from "../../src/openapi/versions/version.js";
import { resolve } from "../../src/openapi/resolve/resolve.js";
import { load } from "../../src/source/load-file.js";
import type { Json } from "../../src/source/source-file.js";
import { readCorpus } from "./descriptions.js";

const schema: Json = {
  type: "object",
  nullable: true,
  "x-nullable": true,
  properties: { a: { type: "file" }, b: { $ref: "#/definitions/A" } },
};
const content: Json = { "application/json": { schema, examples: { a: { value: 1 } } }, "text/plain": {} };
const header: Json = { X: { type: "array", items: { type: "string" }, collectionFormat: "csv" }, Y: { schema: { type: "integer" } } };

/** Members of 3.x that 2.0 does not have, each with values that are met. */
const later: Readonly<Record<string, readonly Json[]>> = {
  content: [content, {}, null, []],
  requestBody: [{ content }, { $ref: "#/components/requestBodies/B" }, {}, null],
  schema: [schema, { $ref: "#/components/schemas/A" }],
  servers: [[{ url: "https://a.example/{v}", variables: { v: { default: "1" } } }], [], {}],
  callbacks: [{ done: { "{$request.body#/url}": { post: { responses: { 200: { description: "d" } } } } } }, null],
  links: [{ next: { operationId: "x" } }, null],
  components: [{ schemas: { A: schema }, requestBodies: { B: { content } }, parameters: { P: { name: "p", in: "query", schema } } }, null],
  webhooks: [{ done: { post: { responses: {} } } }, null],
  nullable: [true],
  oneOf: [[schema, { type: "string" }]],
  discriminator: [{ propertyName: "kind", mapping: { a: "#/definitions/A" } }],
  flows: [{ implicit: { authorizationUrl: "https://a.example", scopes: {} } }],
  in: ["cookie", "querystring"],
  style: ["deepObject", "form"],
  explode: [true],
  type: ["http", "openIdConnect", ["string", "null"]],
  jsonSchemaDialect: ["https://json-schema.org/draft/2020-12/schema"],
  $self: ["https://a.example/b.yaml"],
  parameters: [[{ name: "p", in: "query", content }, { $ref: "#/components/parameters/P" }]],
};

/** The same the other way round. */
const earlier: Readonly<Record<string, readonly Json[]>> = {
  schema: [schema, { type: "file" }, null],
  consumes: [["application/xml"], [], null, "text/plain"],
  produces: [["text/plain"], ["application/json", "application/xml"], null],
  schemes: [["https", "ws"], null],
  host: ["a.example", null],
  basePath: ["/v1", ""],
  definitions: [{ A: schema }, { A: { $ref: "#/definitions/A" } }, null],
  securityDefinitions: [{ k: { type: "basic" }, o: { type: "oauth2", flow: "accessCode", scopes: {} } }, null],
  responses: [{ 200: { description: "d", schema, headers: header, examples: { "application/json": 1 } } }],
  headers: [header],
  examples: [{ "application/json": 1 }],
  parameters: [
    [{ name: "b", in: "body", schema }],
    [
      { name: "f", in: "formData", type: "file" },
      { name: "q", in: "query", type: "array", items: { type: "string" }, collectionFormat: "tsv" },
    ],
    { P: { name: "p", in: "header", type: "string" } },
  ],
  type: ["file", "basic", "array"],
  in: ["body", "formData"],
  collectionFormat: ["multi", "none"],
  discriminator: ["kind"],
  "x-nullable": [true],
};

/** The same numbers each time: a linear congruential generator. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

/** Every object of a value. */
function objectsIn(value: Json): readonly Record<string, Json>[] {
  const found: Record<string, Json>[] = [];
  const look = (each: Json): void => {
    if (typeof each !== "object" || each === null) return;
    if (!Array.isArray(each)) found.push(each as Record<string, Json>); // a copy of the test's own
    for (const member of Object.values(each) as readonly Json[]) look(member); // of a Json, all are
  };
  look(value);
  return found;
}

describe("members of another version of OpenAPI, put anywhere, are no fault of ours", () => {
  test.each((readCorpus() ?? []).filter(({ bytes }) => bytes < 400_000))("$name", async ({ path, bytes }) => {
    const io = nodeIo();
    const { value: root } = await load(path, io);
    if (root === undefined) throw new Error(`${path} cannot be read`);
    const isOld = declaredVersion(root.value) === "2.0";
    const donors = Object.entries(isOld ? later : earlier);
    const random = numbers(bytes);
    const rounds = isOld ? 200 : bytes < 50_000 ? 15 : 2;
    for (let round = 0; round < rounds; round++) {
      const value = structuredClone(root.value);
      const places = objectsIn(value);
      for (let count = 1 + random(4); count > 0; count--) {
        const [key, values] = donors[random(donors.length)] ?? ["", []];
        const place = random(5) === 0 ? places[0] : places[random(places.length)];
        if (place !== undefined) place[key] = structuredClone(values[random(values.length)] ?? null);
      }
      const { value: resolved, diagnostics } = await resolve({ ...root, value }, (uri) => load(uri, io));
      const api = resolved === undefined ? undefined : build(resolved, { name: undefined }).value;
      for (const { at } of diagnostics) expect(at === undefined || "pointer" in at || "line" in at).toBe(true);
      if (api === undefined || round >= 4 || diagnostics.some(({ severity }) => severity === "error")) continue;
      const files = await emit(api, {
        parts: new Set(["types", "validators", "client", "paths", "server"]),
        source: "a.yaml",
        command: "npm run generate",
        limits: true,
      });
      expect(files.length).toBeGreaterThan(0);
    }
  });
});
