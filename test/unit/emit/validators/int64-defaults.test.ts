/** Defaults with 64-bit integers: held as the alternative says that a default is of, as what reads JSON finds it. */
import { expect, test } from "vitest";
import { generateTexts } from "../../../support/pipeline.js";

const int64 = { type: "integer", format: "int64" };
const number = { type: "number" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const tagged = (value: number, more: object = {}) => object({ t: { const: value }, ...more }, { required: ["t"] });
const big = { properties: { k: { const: "big" } }, required: ["k"] };

test.each<readonly [is: string, schema: object, expected: string]>([
  ["a reference", { ...ref("Id"), default: 5 }, "BigInt(5)"],
  ["a reference in an allOf", { allOf: [ref("Id")], default: 5 }, "BigInt(5)"],
  ["what is described further inside", { ...ref("Tree"), default: { v: 1, next: { v: 2 } } }, "{ v: BigInt(1), next: { v: BigInt(2) } }"],
  [
    "parts of an allOf",
    { allOf: [object({ v: int64 }), object({ w: int64 })], default: { v: 1, w: 2, x: 3 } },
    "{ v: BigInt(1), w: BigInt(2), x: 3 }",
  ],
  ["additional properties", { type: "object", additionalProperties: int64, default: { x: 1 } }, "{ x: BigInt(1) }"],
  ["alternatives by constants", { oneOf: [tagged(1, { v: int64 }), tagged(3)], default: { t: 3, v: 5 } }, "{ t: 3, v: 5 }"],
  ["the other one of them", { oneOf: [tagged(1, { v: int64 }), tagged(3)], default: { t: 1, v: 5 } }, "{ t: 1, v: BigInt(5) }"],
  [
    "alternatives by limits",
    {
      oneOf: [
        { ...int64, maximum: 9 },
        { ...number, minimum: 10 },
      ],
      default: 12,
    },
    "12",
  ],
  [
    "the lower one of them",
    {
      oneOf: [
        { ...int64, maximum: 9 },
        { ...number, minimum: 10 },
      ],
      default: 2,
    },
    "BigInt(2)",
  ],
  [
    "a branch",
    object({ k: { type: "string" } }, { if: big, then: object({ v: int64 }), else: object({ v: number }), default: { k: "small", v: 5 } }),
    '{ k: "small", v: 5 }',
  ],
  [
    "what nothing else looks at",
    { oneOf: [tagged(1, { n: number }), tagged(3, { m: number })], unevaluatedProperties: int64, default: { t: 3, m: 1, n: 2 } },
    "{ t: 3, m: 1, n: BigInt(2) }",
  ],
  [
    "items that are not contained",
    { type: "array", contains: { ...number, maximum: 3 }, unevaluatedItems: int64, default: [5, 2] },
    "[BigInt(5), 2]",
  ],
])("a default of %s", async (_, schema, expected) => {
  const content = { "application/json": { schema: ref("Held") } };
  const description = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/a": { post: { operationId: "a", requestBody: { content }, responses: { 200: { description: "OK", content } } } } },
    components: { schemas: { Id: int64, Tree: object({ v: int64, next: ref("Tree") }), Held: object({ d: schema }) } },
  };
  const { files, diagnostics } = await generateTexts({ "a.json": JSON.stringify(description) }, ["types", "validators"], {
    int64: "bigint",
  });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const validators = files.find(({ path }) => path === "validators.ts")?.text ?? "";
  const found: readonly (string | undefined)[] = /\["d"\] = (.*);|d: (?:value\["d"\]|d) \?\? (.*?),?$/m.exec(validators) ?? [];
  expect(found[1] ?? found[2]).toBe(expected);
});
