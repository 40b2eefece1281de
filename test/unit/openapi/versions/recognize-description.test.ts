import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isPartOfDescription, looksLikeDescription } from "../../../../src/openapi/versions/recognize-description.js";
import { parseBytes } from "../../../../src/source/parse.js";
import type { Json } from "../../../../src/source/source-file.js";
import { projectRoot } from "../../../support/compile.js";
import { corpusFolder } from "../../../corpus/descriptions.js";

describe("a part of a description", () => {
  test.each<Json>([
    {},
    true,
    false,
    { type: "string" },
    { type: ["string", "null"] },
    { description: "Any value" },
    { title: "Any value", "x-order": 1 },
    { maxLength: 3 },
    { const: null },
    { not: {} },
    { items: { format: "uuid" } },
    { enum: [] },
    { $ref: "b.yaml" },
    { $schema: "https://json-schema.org/draft/2020-12/schema" },
    { $id: "https://example.com/a", required: ["a"] },
    { properties: { a: {} } },
    { Pet: { type: "object" }, Error: { properties: { code: true } } },
    { Pet: { description: "Any value" }, Error: {}, Nothing: false },
    { definitions: { A: { maximum: 3 } } },
    { components: { schemas: { Pet: { enum: ["a"] } } } },
    { schemas: { Pet: { title: "Pet" } } },
    [{ in: "query", name: "limit" }],
    { name: "limit", in: "query", required: true },
    { Limit: { name: "limit", in: "query", vendor: 1 } },
    { get: { responses: { "200": { description: "ok" } } } },
    { get: {} },
    { post: { operationId: "a", vendor: 1 } },
    { description: "OK" },
    { description: "OK", content: { "application/json": {} } },
    { NotFound: { description: "Not found" } },
    { schema: { type: "string" } },
    { content: { "*/*": { schema: {} } } },
    { type: "http", scheme: "bearer" },
    { type: "apiKey", in: "header", name: "X-Key" },
    { type: "oauth2", flows: {} },
    { type: "oauth2", flow: "implicit" },
    { type: "basic" },
    { type: "openIdConnect", openIdConnectUrl: "https://example.com" },
    { key: { type: "http", scheme: "basic" } },
    { openapi: "3.1.0" },
    { swagger: 2 },
    { openapi: "4.0", nonsense: 1 },
    { paths: { "/a": {} } },
    { sla4oas: "1.0.0", context: {}, plans: {} },
    { a: { b: { c: { allOf: [{ type: "object" }] } } } },
  ])("is %j", (value) => {
    expect(isPartOfDescription(value)).toBe(true);
  });

  test("is each file of real descriptions of several files, and of ours", async () => {
    const folders = [
      join(projectRoot, "test/golden/several-files"),
      ...["multi-beacon-apis", "multi-redocly-cafe-split", "multi-oai-petstore-separate"].map((name) => join(corpusFolder, name)),
    ];
    const files = folders
      .filter((folder) => existsSync(folder))
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: "utf8" })
          .filter((name) => /\.(?:ya?ml|json)$/.test(name) && !/expected|options\.json|package|redocly\.yaml/.test(name))
          .map((name) => join(folder, name)),
      );
    expect(files.length).toBeGreaterThan(2);
    const unknown: string[] = [];
    for (const file of files) {
      const { value } = await parseBytes(readFileSync(file), file, file);
      if (value === undefined || !isPartOfDescription(value.value)) unknown.push(file);
    }
    expect(unknown).toEqual([]);
  });
});

describe("no part of a description", () => {
  test.each<Json>([
    null,
    "text",
    3,
    [],
    ["text"],
    { password: "x" },
    { description: "x", password: "x" },
    { a: { description: "x" }, b: { password: "x" } },
    { a: { description: "x" }, b: "x" },
    { type: "service_account", private_key: "x" },
    { type: "Bearer", access_token: "x" },
    { type: "basic", username: "x", password: "x" },
    { type: [] },
    { enum: "x", password: "x" },
    { allOf: ["x"] },
    { allOf: [] },
    { properties: { "sasl.password": "x" } },
    { in: "query", password: "x" },
    { content: { text: "x" } },
    { responses: { text: "x" } },
    { paths: { "@app/*": ["src/*"] }, compilerOptions: {} },
    { $schema: "https://json.schemastore.org/package.json", name: "x" },
    { openapi: { url: "x" } },
    { a: { b: { c: { d: { type: "string" }, e: "x" } } } },
  ])("is %j", (value) => {
    expect(isPartOfDescription(value)).toBe(false);
  });
});

test.each([
  ["openapi: 3.1.0\na: [", true],
  ['{"swagger": "2.0", ', true],
  ["a:\n  $ref: x\n b", true],
  ["type: object\n a: 1\nb", true],
  ['{"type": ["string", "null"]', true],
  ["oneOf:\n- {", true],
  ["type: service_account\n- {", false],
  ["password: [", false],
  ["openapi: [", false],
])("a broken text %j looks like one: %s", (text, expected) => {
  expect(looksLikeDescription(text)).toBe(expected);
});
