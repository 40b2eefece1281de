/** Values whose type says what they mean, keywords of other versions, and schemas that nothing is valid against. */
import { expect, test } from "vitest";
import { generateTexts } from "../../../support/pipeline.js";

async function read(schema: string, version = "3.1.0") {
  const head = version === "2.0" ? 'swagger: "2.0"' : `openapi: ${version}`;
  const schemas = version === "2.0" ? "definitions:\n" : "components:\n  schemas:\n";
  const text = `${head}\ninfo: { title: T, version: "1" }\npaths: {}\n${schemas}    X: ${schema}\n`;
  const { files, diagnostics } = await generateTexts({ "a.yaml": text }, ["types"], { strict: false });
  const type = /export type X = ([^;]*);/.exec(files.find(({ path }) => path === "types.ts")?.text ?? "")?.[1];
  return { type, told: diagnostics.map(({ code, message }) => `${code} ${message}`) };
}

test.each([
  ["{ type: string, enum: [1.10, 007, True, a] }", '"1.10" | "007" | "True" | "a"'],
  ['{ type: number, enum: ["1.5", "2"] }', "1.5 | 2"],
  ['{ type: [integer, "null"], enum: ["1", null] }', "1 | null"],
  ['{ type: boolean, enum: ["true"] }', "true"],
  ["{ type: string, const: 5 }", '"5"'],
])("%s has the values %s", async (schema, type) => {
  const found = await read(schema);
  expect(found.type).toBe(type);
  expect(found.told.join()).toContain("enum-type-mismatch");
});

test("names of values by their numbers keep them where they are", async () => {
  expect((await read("{ type: string, enum: [a, b, a], x-enum-varnames: [A, B, C] }")).told.join()).toContain("there twice");
});

test.each([
  ["3.1.0", "{ type: string, nullable: true }", '"nullable" belongs to OpenAPI 3.0'],
  ["3.2.0", "{ type: array, items: [{}] }", '"items" as a list belongs to JSON Schema before 2020-12'],
  ["3.1.0", "{ minimum: 1, exclusiveMinimum: true }", '"exclusiveMinimum" as true or false belongs to OpenAPI 3.0'],
  ["3.0.3", '{ type: [string, "null"] }', '"type" as a list belongs to OpenAPI 3.1'],
  ["3.0.3", '{ type: "null" }', 'The type "null" belongs to OpenAPI 3.1'],
  ["3.0.3", "{ const: 1 }", '"const" belongs to OpenAPI 3.1'],
  ["3.0.3", "{ $defs: { A: {} } }", '"$defs" belongs to OpenAPI 3.1'],
  ["3.0.3", "{ type: string, examples: [a] }", '"examples" belongs to OpenAPI 3.1'],
  ["3.0.3", "{ type: number, exclusiveMinimum: 1 }", '"exclusiveMinimum" as a number belongs to OpenAPI 3.1'],
  ["2.0", "{ oneOf: [{ type: string }] }", '"oneOf" belongs to OpenAPI 3.0 and later'],
  ["2.0", "{ const: 1 }", '"const" belongs to OpenAPI 3.1'],
  ["3.1.0", "{ type: object, properties: { a: { nullable: true }, b: { nullable: true } } }", "here and in 1 other place"],
])("in %s, %s is told", async (version, schema, expected) => {
  const { told } = await read(schema, version);
  expect(told.filter((each) => each.startsWith("other-version"))).toHaveLength(1);
  expect(told.join()).toContain(expected);
});

test.each([
  "{ type: string, enum: [a, abc], maxLength: 2 }",
  '{ type: [string, "null"], enum: [a, null] }',
  "{ allOf: [{ type: number }, { type: integer }] }",
  "{ anyOf: [{ type: string }, { type: integer }], type: [string, integer] }",
  "{ type: object, required: [a], additionalProperties: false, patternProperties: { a: {} } }",
  "{ type: string, nullable: false }",
])("of %s nothing is told", async (schema) => {
  expect((await read(schema)).told).toEqual([]);
});
