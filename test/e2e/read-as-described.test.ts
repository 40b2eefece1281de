/** Text of parameters and forms is read as what it is described as, wherever that depends on names, positions or alternatives. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { echoPrograms, type EchoProgram } from "./roundtrip/echo-program.js";

const { programOf, close } = echoPrograms();
afterAll(close);

type Case = readonly [what: string, schema: object, values: readonly unknown[]];

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const integer = { type: "integer" };
const text = { type: "string" };
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

const lists: readonly Case[] = [
  ["positions and no more items", { type: "array", prefixItems: [integer, text], items: false }, [[1, "a"], [1, "5"], [1]]],
  [
    "positions",
    { type: "array", prefixItems: [integer, text] },
    [
      [1, "a"],
      [1, "5"],
    ],
  ],
  ["positions and others", { type: "array", prefixItems: [text], items: integer }, [["5", 5, 6]]],
  ["positions and what nothing else looks at", { type: "array", prefixItems: [text], unevaluatedItems: integer }, [["5", 5, 6]]],
  ["positions and nothing else", { type: "array", prefixItems: [integer, text], unevaluatedItems: false }, [[1, "5"]]],
];

const objects: readonly Case[] = [
  [
    "patterns",
    object({ name: text }, { patternProperties: { "^n_": integer, "^b_": { type: "boolean" } } }),
    [{ other: "abc" }, { other: "5", n_a: 5 }, { b_a: true, name: "5" }, { zip: "01234" }],
  ],
  ["patterns and others", { type: "object", patternProperties: { "^t_": text }, additionalProperties: integer }, [{ t_a: "5", b: 5 }]],
  ["patterns and no others", { type: "object", patternProperties: { "[0-9]$": integer }, additionalProperties: false }, [{ a1: 5 }]],
  ["what nothing else looks at", { ...object({ a: text }), unevaluatedProperties: integer }, [{ a: "5", b: 5 }]],
  [
    "a pattern beside what nothing else looks at",
    { type: "object", patternProperties: { "^t_": text }, unevaluatedProperties: integer },
    [{ t_a: "5", b: 5 }],
  ],
];

const a = object({ k: { const: "a" }, v: integer }, { required: ["k"] });
const b = object({ k: { const: "b" }, v: text }, { required: ["k"] });
const values = [
  { k: "a", v: 5 },
  { k: "b", v: "5" },
  { k: "b", v: "x" },
];
const n = object({ n: text, v: integer }, { required: ["n", "v"] });
const s = object({ s: text, v: text }, { required: ["s", "v"] });
const isA = { properties: { k: { const: "a" } }, required: ["k"] };

const alternatives: readonly Case[] = [
  ["constants", { oneOf: [a, b] }, values],
  ["constants, beside what all have", object({ x: integer, v: {} }, { oneOf: [a, b] }), values.map((value) => ({ ...value, x: 5 }))],
  ["enumerations", { anyOf: [object({ k: { enum: ["b", "c"] }, v: text }, { required: ["k"] }), a] }, [...values, { k: "c", v: "5" }]],
  [
    "what is required",
    { anyOf: [n, s] },
    [
      { n: "5", v: 5 },
      { s: "5", v: "5" },
    ],
  ],
  ["what is not allowed", { oneOf: [object({ n: text, v: integer }, { additionalProperties: false }), s] }, [{ v: 5 }, { s: "5", v: "5" }]],
  [
    "conditions",
    object({ k: text }, { if: isA, then: { properties: { v: integer } }, else: { properties: { v: text } } }),
    [...values, { k: "c", v: "5" }],
  ],
  ["a condition without another branch", object({ k: text }, { if: isA, then: { properties: { v: integer } } }), values],
  [
    "how text reads",
    { oneOf: [object({ v: integer }, { required: ["v"] }), object({ v: { enum: ["x", "y"] } }, { required: ["v"] })] },
    [{ v: 5 }, { v: "x" }],
  ],
  [
    "bounds of what text reads as",
    { oneOf: [object({ v: { ...integer, maximum: 3 } }, { required: ["v"] }), object({ v: text }, { required: ["v"] })] },
    [{ v: 3 }, { v: "5" }, { v: "x" }],
  ],
  [
    "bounds of what items read as",
    {
      oneOf: [
        object({ k: { const: "a" }, v: { type: "array", items: { ...integer, maximum: 3 } } }, { required: ["v"] }),
        object({ v: { type: "array", items: { ...text, pattern: "^[5-9x]$" } } }, { required: ["v"] }),
      ],
    },
    [{ v: [3, 2] }, { v: ["5", "6"] }, { v: ["x", "5"] }],
  ],
  [
    "alternatives inside alternatives",
    { oneOf: [{ oneOf: [a, b] }, object({ k: { const: "c" }, v: { type: "boolean" } }, { required: ["k"] })] },
    [...values, { k: "c", v: true }],
  ],
  [
    "tags of a discriminator",
    {
      oneOf: [refTo("A"), refTo("B")],
      discriminator: { propertyName: "k", mapping: { a: "#/components/schemas/A", b: "#/components/schemas/B" } },
    },
    values,
  ],
  ["alternatives in a member", object({ in: { oneOf: [a, b] }, x: text }), values.map((value) => ({ in: value, x: "5" }))],
];

describe("lists", () => {
  let program: EchoProgram;
  const places = lists.flatMap(([what, schema, values], index) => values.map((value) => ({ what, schema, value, index })));
  beforeAll(async () => {
    program = await programOf(descriptionOf(lists, (schema) => listParameters(schema)));
  });
  test.each(places)("by $what: $value", async ({ value, index }) => {
    const { seen } = await program.send(`case${String(index)}`, { query: { plain: value, exploded: value } });
    expect(seen).toMatchObject({ query: { plain: value, exploded: value } });
  });
});

describe.each([
  ["by", objects],
  ["told apart by", alternatives],
] as const)("objects %s", (_by, cases) => {
  let program: EchoProgram;
  const places = cases.flatMap(([what, schema, values], index) => values.map((value) => ({ what, schema, value, index })));
  beforeAll(async () => {
    program = await programOf(descriptionOf(cases, objectParts));
  });
  test.each(places)("$what: $value", async ({ value, index }) => {
    for (const contentType of ["application/x-www-form-urlencoded", "multipart/form-data"]) {
      const { seen } = await program.send(`case${String(index)}`, { query: { deep: value }, body: value, contentType });
      expect(seen).toMatchObject({ query: { deep: value }, body: value });
    }
  });
});

const listParameters = (schema: object): object => ({
  parameters: [
    { name: "plain", in: "query", explode: false, schema },
    { name: "exploded", in: "query", schema },
  ],
});

const objectParts = (schema: object): object => ({
  parameters: [{ name: "deep", in: "query", style: "deepObject", schema }],
  requestBody: { required: true, content: { "application/x-www-form-urlencoded": { schema }, "multipart/form-data": { schema } } },
});

/** Whose schemas do not say their tags. */
const components = {
  schemas: { A: object({ k: text, v: integer }, { required: ["k"] }), B: object({ k: text, v: text }, { required: ["k"] }) },
};

function descriptionOf(cases: readonly Case[], parts: (schema: object) => object): string {
  const paths = cases.map(([, schema], index) => {
    const operationId = `case${String(index)}`;
    return [`/${operationId}`, { post: { operationId, ...parts(schema), responses: { "200": { description: "ok" } } } }] as const;
  });
  return `${JSON.stringify({ openapi: "3.1.0", info: { title: "Echo", version: "1" }, paths: Object.fromEntries(paths) as object, components })}\n`;
}
