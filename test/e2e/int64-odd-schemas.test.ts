/** What contradicts itself around integers of 64 bits gives validators that compile, in each form in which they are held. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { join } from "node:path";
import type { ValidatorOptions } from "../../src/emit/options.js";
import { compile, temporaryFolder, writeFiles } from "../support/compile.js";
import { covering, type Row } from "../support/covering.js";
import { generateTexts } from "../support/pipeline.js";

const int64 = { type: "integer", format: "int64" };
const uint64 = { type: "integer", format: "uint64" };
const asked = { type: "object", properties: { d: int64 } };
const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** What a schema may say, by what it speaks of. */
const keywords = {
  type: [
    ...[{}, { type: "object" }, { type: "string", minLength: 2 }, { type: "array" }, { type: "boolean" }, { type: "null" }],
    ...[
      int64,
      uint64,
      { type: "number", format: "int64" },
      { ...int64, type: ["integer", "null"] },
      { ...int64, type: ["string", "integer", "object"] },
    ],
    ...[{ type: "integer" }, { ...int64, minimum: 2 }, { ...int64, maximum: 9, multipleOf: 3 }],
  ],
  values: [
    ...[
      {},
      { const: 3 },
      { const: true },
      { enum: [3] },
      { enum: [3, "3"] },
      { enum: [1, null, true] },
      { enum: nine },
      { enum: [["a"], 3] },
    ],
    ...[{ const: "3" }, { const: "abc" }, { enum: [3, "abc"] }],
  ],
  conjuncts: [
    ...[{}, { allOf: [int64] }, { allOf: [{ type: "object" }] }, { allOf: [uint64, { type: ["integer", "boolean"] }] }],
    ...[{ allOf: [{ $ref: "#/components/schemas/Id" }] }, { allOf: [{ $ref: "#/components/schemas/Id" }, { type: "string" }] }],
    ...[{ allOf: [{ ...int64, const: 3 }] }, { not: int64 }, { not: { ...int64, const: 3 } }, { not: { const: true } }],
    ...[{ allOf: [{ not: int64 }, { const: "abc" }] }, { allOf: [{ type: ["string", "boolean"] }, { not: int64 }] }],
  ],
  choices: [
    ...[
      {},
      { anyOf: [int64, { type: "boolean" }] },
      { oneOf: [int64, { const: true }] },
      { anyOf: [int64, { type: "string", minLength: 2 }] },
    ],
    ...[{ anyOf: [{ ...int64, const: 3 }, { const: "abc" }] }, { oneOf: [int64, { type: "object", allOf: [int64] }] }],
    ...[
      { oneOf: [{ type: "string", const: "abc" }, int64, { type: "null" }] },
      { anyOf: [{ ...int64, minimum: 2 }, { const: 1 }, { const: false }] },
    ],
    ...[{ anyOf: [{ type: "array", items: { type: "object", allOf: [int64] } }, int64] }],
  ],
  condition: [
    ...[
      {},
      { if: { ...int64, minimum: 2 }, then: { const: true } },
      { if: asked, then: { const: true } },
      { if: int64, then: { const: "abc" } },
    ],
    ...[
      { if: { const: 3 }, then: { type: "boolean" }, else: int64 },
      { if: { type: "boolean" }, then: int64, else: { const: true } },
    ],
    ...[{ if: { not: int64 }, then: { enum: [true, "abc"] }, else: { type: "string" } }],
  ],
};

type Place = (schema: object) => object;
/** Where a schema can stand in another. */
const places: readonly Place[] = [
  (schema) => schema,
  (items) => ({ type: "array", items }),
  (schema) => ({ type: "object", properties: { a: schema, b: schema }, required: ["a"] }),
  (additionalProperties) => ({ type: "object", additionalProperties }),
  (schema) => ({ type: "array", prefixItems: [schema, schema] }),
  (schema) => ({ anyOf: [schema, { type: "object", properties: { a: schema } }] }),
  (schema) => ({ type: "object", patternProperties: { "^a": schema }, unevaluatedProperties: schema }),
  (schema) => ({ type: "array", contains: schema, unevaluatedItems: schema }),
  (schema) => ({ oneOf: [{ type: "array", items: schema }, schema] }),
  (schema) => ({ type: "object", dependentSchemas: { a: { properties: { a: schema } } }, propertyNames: schema }),
];

function describe(rows: readonly Row<typeof keywords>[]): string {
  const cases = rows.map((row, index): [string, unknown] => {
    const schema = Object.assign({}, ...Object.values(row)) as object; // what keywords say
    return [`Case${String(index)}`, places[index % places.length]?.(schema)];
  });
  const schemas = { Id: int64, ...Object.fromEntries(cases) };
  return JSON.stringify({ openapi: "3.1.0", info: { title: "Odd", version: "1" }, paths: {}, components: { schemas } });
}

const outputs = (["bigint", "string"] as const).flatMap(
  (form): readonly { form: "bigint" | "string"; strength: 2 | 3; validators: ValidatorOptions }[] => [
    { form, strength: 3, validators: {} },
    { form, strength: 2, validators: { mode: "small" } },
    { form, strength: 2, validators: { issues: "first" } },
  ],
);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  for (const [index, { form, strength, validators }] of outputs.entries()) {
    const texts = { "odd.json": describe(covering(keywords, strength)) };
    const { files, diagnostics } = await generateTexts(texts, ["types", "validators"], { int64: form, validators, strict: false });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    await writeFiles(join(folder.path, `${form}${String(index)}`), files);
  }
});

afterAll(() => folder.remove());

const options = {
  ...{ module: "nodenext", target: "es2022", types: ["node"], strict: true, noEmit: true },
  ...{ allowUnreachableCode: false, noUnusedLocals: true, noUnusedParameters: true, noImplicitReturns: true },
};

it("compiles under plain strict", async () => {
  expect(await compile(folder.path, ["."], "7", options)).toEqual([]);
});

it("compiles without strictNullChecks", async () => {
  expect(await compile(folder.path, ["."], "7", { ...options, strictNullChecks: false })).toEqual([]);
});
