import { expect, test } from "vitest";
import { emitValidators } from "../../../../src/emit/files/validators-file.js";
import { apiOf } from "../../../support/api.js";
import { options, validatorsOf } from "../../../support/validators.js";

/** How many functions check the bodies of two operations. */
async function functionsFor(first: string, second: string): Promise<number> {
  const operation = (id: string, schema: string): string =>
    `{ operationId: ${id}, requestBody: { content: { application/json: { schema: ${schema} } } }, responses: { "204": { description: done } } }`;
  const api = await apiOf(`
openapi: 3.1.0
info: { title: Pair, version: "1" }
paths:
  /a: { post: ${operation("postA", first)} }
  /b: { post: ${operation("postB", second)} }
components: { schemas: { Cat: { type: object, properties: { lives: { type: integer } } }, Dog: { type: object } } }
`);
  return emitValidators(api, options).text.match(/^function checkPost/gm)?.length ?? 0;
}

test.each([
  ["words", "{ type: string, description: one, examples: [a] }", "{ type: string, description: other, title: B }"],
  ["words inside", "{ type: array, items: { type: string, description: one } }", "{ type: array, items: { type: string } }"],
  [
    "what is not checked",
    "{ type: object, properties: { a: { type: string, deprecated: true } } }",
    "{ type: object, properties: { a: { type: string } } }",
  ],
])("schemas that differ in %s only share a check", async (_, first, second) => {
  expect(await functionsFor(first, second)).toBe(1);
});

test.each([
  ["{ type: string }", "{ type: [string, 'null'] }"],
  ["{ enum: [1, 2] }", "{ enum: ['1', 2] }"],
  ["{ const: a }", "{ enum: [a, b] }"],
  ["{ type: number, minimum: 1 }", "{ type: number, exclusiveMinimum: 1 }"],
  ["{ type: number, maximum: 1 }", "{ type: number, minimum: 1 }"],
  ["{ type: integer, format: int32 }", "{ type: integer, format: int64 }"],
  ["{ type: number, multipleOf: 2 }", "{ type: number, multipleOf: 3 }"],
  ["{ type: string, minLength: 2 }", "{ type: string, maxLength: 2 }"],
  ["{ type: string, format: email }", "{ type: string, pattern: email }"],
  ["{ type: array, minItems: 1 }", "{ type: array, maxItems: 1 }"],
  ["{ type: array, items: { type: string } }", "{ type: array, prefixItems: [{ type: string }] }"],
  ["{ type: array, contains: { const: 1 }, minContains: 2 }", "{ type: array, contains: { const: 1 }, maxContains: 2 }"],
  ["{ type: array, uniqueItems: true }", "{ type: array }"],
  ["{ type: object, properties: { a: { type: string } } }", "{ type: object, properties: { b: { type: string } } }"],
  ["{ type: object, required: [a], properties: { a: { type: string } } }", "{ type: object, properties: { a: { type: string } } }"],
  ["{ type: object, required: [a] }", "{ type: object, required: [b] }"],
  ["{ type: object, additionalProperties: { type: string } }", "{ type: object, propertyNames: { type: string, minLength: 1 } }"],
  ["{ type: object, additionalProperties: false }", "{ type: object }"],
  ["{ type: object, patternProperties: { a: { type: string } } }", "{ type: object, patternProperties: { b: { type: string } } }"],
  ["{ type: object, minProperties: 1 }", "{ type: object, maxProperties: 1 }"],
  ["{ type: object, dependentRequired: { a: [b] } }", "{ type: object, dependentRequired: { b: [a] } }"],
  ["{ type: object, dependentSchemas: { a: { required: [b] } } }", "{ type: object, dependentSchemas: { b: { required: [b] } } }"],
  [
    "{ anyOf: [{ type: string, minLength: 1 }, { type: string, maxLength: 0 }] }",
    "{ oneOf: [{ type: string, minLength: 1 }, { type: string, maxLength: 0 }] }",
  ],
  [
    "{ oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }], discriminator: { propertyName: a } }",
    "{ oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }], discriminator: { propertyName: b } }",
  ],
  ["{ type: array, items: { $ref: '#/components/schemas/Cat' } }", "{ type: array, items: { $ref: '#/components/schemas/Dog' } }"],
  ["{ not: { type: string } }", "{ not: { type: number } }"],
  ["{ if: { type: string }, then: { minLength: 1 } }", "{ if: { type: string }, else: { minLength: 1 } }"],
  ["{ type: object, unevaluatedProperties: false }", "{ type: object, unevaluatedProperties: { type: string } }"],
])("%s and %s have checks of their own", async (first, second) => {
  expect(await functionsFor(first, second)).toBe(2);
});

test("a large part that stands in two schemas is checked by one function", async () => {
  const properties = Array.from({ length: 40 }, (_, index) => `p${String(index)}: { type: string }`).join(", ");
  const part = `{ type: object, properties: { ${properties} } }`;
  expect(await functionsFor(`{ type: object, properties: { one: ${part} } }`, `{ type: object, properties: { other: ${part} } }`)).toBe(3);
});

/** Two bodies, the second of which stands in a file whose metaschema has formats asserted. */
function withAssertedFormats(schema: string): ReturnType<typeof apiOf> {
  const operation = (id: string, body: string): string =>
    `{ operationId: ${id}, requestBody: { content: { application/json: { schema: ${body} } } }, responses: { "204": { description: done } } }`;
  const vocabulary = ["core", "applicator", "validation", "format-assertion"].map(
    (name) => `"https://json-schema.org/draft/2020-12/vocab/${name}": true`,
  );
  const files = {
    "/project/strict.yaml": `
$id: https://example.com/strict
$schema: https://json-schema.org/draft/2020-12/schema
$vocabulary: { ${vocabulary.join(", ")} }
`,
  };
  return apiOf(
    `
openapi: 3.1.0
info: { title: Formats, version: "1" }
paths:
  /a: { post: ${operation("postLax", `{ $id: "lax", ${schema} }`)} }
  /b: { post: ${operation("postStrict", `{ $id: "strict-body", $schema: "strict.yaml", ${schema} }`)} }
`,
    { files },
  );
}

test.each([
  ["a text", "type: string, format: ipv4", "1.2.3.4"],
  ["a number", "type: number, format: int32", 5],
  ["a text in a list", "type: array, items: { type: string, format: ipv4 }", ["1.2.3.4"]],
])("%s whose schema asserts its format shares no check with one whose schema does not", async (_, schema, right) => {
  const wrong = Array.isArray(right) ? ["no"] : typeof right === "number" ? 0.5 : "no";
  const { validator } = await validatorsOf(await withAssertedFormats(schema), { formats: "annotate" });
  expect([right, wrong].map((value) => validator("PostLaxBodySchema").is(value))).toEqual([true, true]);
  expect([right, wrong].map((value) => validator("PostStrictBodySchema").is(value))).toEqual([true, false]);
});

test.each([
  ["enum: ['1.2.3.4', 'no'], format: ipv4", "1.2.3.4", "no"],
  ["type: integer, enum: [5, 5000000000], format: int32", 5, 5000000000],
])("of the values of an enumeration, an asserted format refuses those it does not fit: %s", async (schema, right, wrong) => {
  const { validator } = await validatorsOf(await withAssertedFormats(schema), { formats: "annotate" });
  expect([right, wrong].map((value) => validator("PostLaxBodySchema").is(value))).toEqual([true, true]);
  expect([right, wrong].map((value) => validator("PostStrictBodySchema").is(value))).toEqual([true, false]);
});
