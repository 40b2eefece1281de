/** What schemas mean whose type, properties or values stand where they are not looked for. */
import { describe, expect, test } from "vitest";
import { generateTexts } from "../../../support/pipeline.js";

/** The type of `X`, beside the schemas Pet and Date, and the codes of what is told. */
async function read(schema: string, version = "3.0.3") {
  const head = version === "2.0" ? 'swagger: "2.0"' : `openapi: ${version}`;
  const section = version === "2.0" ? "definitions:\n" : "components:\n  schemas:\n";
  const others = "    Pet: { type: object, properties: { id: { type: string } } }\n    Date: { type: Date }\n";
  const text = `${head}\ninfo: { title: T, version: "1" }\npaths: {}\n${section}    X: ${schema}\n${others}`;
  const { files, diagnostics } = await generateTexts({ "a.yaml": text }, ["types"], { strict: false });
  const types = files.find(({ path }) => path === "types.ts")?.text ?? "";
  const type = /export type X = ((?:[^;{}]|\{[^{}]*\})*);/.exec(types)?.[1]?.replace(/\s+/g, " ");
  return { type, codes: diagnostics.map(({ code }) => code).filter((code, index, all) => all.indexOf(code) === index), diagnostics };
}

describe.each(["2.0", "3.0.3", "3.1.0"])("in %s", (version) => {
  test.each([
    ["{ type: object, enum: [a, b] }", '"a" | "b"'],
    ["{ type: object, enum: [1, 2] }", "1 | 2"],
    ["{ type: boolean, enum: [true, null] }", "true | null"],
    ["{ type: integer, enum: [{ const: 1, title: One }, { const: 2 }] }", "1 | 2"],
    ["{ type: string, enum: [{ value: a, key: b }] }", "string"],
    ["{ type: Pet }", "Pet"],
    ["{ type: Pet, description: A pet. }", "Pet"],
    ["{ type: 'Pet[]' }", "Pet[]"],
    ["{ type: List<Pet> }", "Pet[]"],
    ["{ type: array of strings }", "unknown"],
    ["{ type: array of string }", "string[]"],
    ["{ type: 'string[][]' }", "string[][]"],
    ["{ type: '?string' }", "string | null"],
    ["{ type: 'Pet?' }", "Pet | null"],
    ["{ type: 'Dictionary<string, Pet>' }", "{ [key: string]: Pet }"],
    ["{ type: timestamp, minimum: 0 }", "number"],
    ["{ type: string, isNullable: true }", "string | null"],
    ["{ type: string, x-nullable: true }", "string | null"],
    ["{ type: object, name: { type: string } }", "{ name?: string }"],
    ["{ name: { type: string }, required: [name] }", "{ name: string }"],
    ["{ type: object, name: { type: string }, title: { type: string } }", "{ name?: string; title?: string; }"],
    ["{ type: array, items: { name: { enum: [a] } } }", '{ name?: "a" }[]'],
    ["{ type: object, properties: { a: { type: string }, required: [a] } }", "{ a: string }"],
    ["{ properties: { type: object, required: [a], properties: { a: { type: string } } } }", "{ a: string }"],
  ])("%s is %s", async (schema, type) => {
    expect((await read(schema, version)).type).toBe(type);
  });

  test.each([
    ["{ type: object, properties: { required: { type: boolean }, type: { type: string } } }", "{ required?: boolean; type?: string; }"],
    ["{ type: object, enum: [{ value: a }] }", '{ value: "a"; [key: string]: unknown; }'],
    ["{ type: object, title: A pet., x-of: { type: string } }", "{ [key: string]: unknown }"],
  ])("%s is as it is written", async (schema) => {
    expect((await read(schema, version)).codes).toEqual(["unknown-type"]); // of Date
  });
});

/** What a schema says besides "type: object" and "items": only with what is about objects, or about any value, it may be an object. */
const beside: Readonly<Record<"object" | "array", readonly string[]>> = {
  object: [
    ...["properties: { a: {} }", "patternProperties: { a: {} }", "additionalProperties: true", "unevaluatedProperties: true"],
    ...["propertyNames: {}", "required: [a]", "minProperties: 1", "maxProperties: 1", "dependentRequired: { a: [b] }"],
    ...[
      "dependentSchemas: { a: {} }",
      "dependencies: { a: [b] }",
      "discriminator: { propertyName: a }",
      "$dynamicRef: '#/components/schemas/Pet'",
    ],
    ...[
      "$ref: '#/components/schemas/Pet'",
      "enum: [{}]",
      "const: {}",
      "allOf: [{}]",
      "anyOf: [{}]",
      "oneOf: [{}]",
      "not: { type: string }",
    ],
    ...["if: {}", "then: {}", "else: {}"],
  ],
  array: [
    ...["prefixItems: [{ type: string }]", "contains: {}", "minContains: 1", "maxContains: 1", "minItems: 1", "maxItems: 1"],
    ...["uniqueItems: true", "unevaluatedItems: false", "additionalItems: {}", "minLength: 1", "maxLength: 1", "pattern: a", "format: uri"],
    ...["contentEncoding: base64", "contentMediaType: text/plain", "contentSchema: {}", "multipleOf: 1", "minimum: 1", "maximum: 1"],
    ...["exclusiveMinimum: 1", "exclusiveMaximum: 1", "title: A", "description: A", "default: []", "example: []", "examples: [[]]"],
    ...["deprecated: true", "readOnly: true", "writeOnly: true", "$id: 'https://a.example/x'", "$anchor: a", "$dynamicAnchor: a"],
    ...["$defs: { a: {} }", "definitions: { a: {} }", "x-a: 1"],
  ],
};

test.each(Object.entries(beside).flatMap(([meant, all]) => all.map((said) => [said, meant] as const)))(
  "an object with items, and %s, is an %s",
  async (said, meant) => {
    const { diagnostics } = await read(`{ type: object, items: { type: string }, ${said} }`, "3.1.0");
    const isList = diagnostics.some(({ message }) => message.includes('it is read as "array"'));
    expect(isList ? "array" : "object").toBe(meant);
  },
);

test("a type that names its own schema is the word", async () => {
  const { diagnostics } = await read("{ type: string }");
  expect(diagnostics.map(({ message }) => message)).toEqual(['"Date" is not a type; it is read as "string".']);
});

test("an alternative that leads back to its own schema is left out, and not any value", async () => {
  for (const key of ["anyOf", "oneOf"]) {
    const { type, codes } = await read(`{ ${key}: [{ $ref: "#/components/schemas/X" }, { type: string }] }`);
    expect([type, codes.includes("ref-cycle")]).toEqual(["string", true]);
  }
});

test("a group of schemas has no properties", async () => {
  expect((await read("{ A: { type: string }, B: { type: integer } }")).type).toBe("unknown");
});

test("only what lacks quotes is told to need them", async () => {
  const hints = async (schema: string) =>
    (await read(schema)).diagnostics.filter(({ code }) => code === "enum-type-mismatch").map(({ hint }) => hint);
  expect(await hints("{ type: integer, enum: [1, low] }")).toEqual(["Correct the type, or the values."]);
  expect((await hints("{ type: string, enum: [a, null] }")).join()).toContain('"nullable: true"');
});
