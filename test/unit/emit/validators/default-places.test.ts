/** What is read-only is dropped, and what was left out filled in, wherever a schema holds of a value or of a part of it. */
import { describe, expect, it } from "vitest";
import { childFields, type Relation } from "../../../../src/model/ir/assertion-fields.js";
import type { ValidatorOptions } from "../../../../src/emit/options.js";
import { apiOf } from "../../../support/api.js";
import { validatorsOf } from "../../../support/validators.js";

const entry = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "integer", readOnly: true }, name: { type: "string" }, lang: { type: "string", default: "en" } },
};
const ref = { $ref: "#/components/schemas/Entry" };
const sent = { id: 1, name: "n" };
const kept = { name: "n", lang: "en" };

type Case = readonly [what: string, schema: object, value: unknown, expected: unknown];

/** The keyword as a title, by how its schema stands in the assertion. */
const places: Readonly<Record<Exclude<Relation, "negated" | "condition" | "contained" | "propertyName">, readonly Case[]>> = {
  member: [["allOf", { allOf: [ref] }, sent, kept]],
  alternative: [
    ["anyOf", { anyOf: [ref, { type: "string" }] }, sent, kept],
    ["oneOf", { oneOf: [{ type: "string" }, ref] }, sent, kept],
  ],
  branch: [
    ["then", { if: { required: ["name"] }, then: ref }, sent, kept],
    ["else", { if: { required: ["other"] }, else: ref }, sent, kept],
  ],
  dependent: [
    ["dependentSchemas", { dependentSchemas: { name: ref } }, sent, kept],
    ["dependentSchemas of a name that is not there", { dependentSchemas: { other: ref } }, sent, sent],
    ["dependentSchemas of a name that all objects have", { dependentSchemas: { toString: ref } }, sent, sent],
    [
      "dependentSchemas beside properties",
      { properties: { k: { default: 1 } }, dependentSchemas: { k: { properties: { in: ref } } } },
      { k: 2, in: sent },
      { k: 2, in: kept },
    ],
    [
      "dependentSchemas of what is only filled in",
      { properties: { k: { default: 1 } }, dependentSchemas: { k: { properties: { in: ref } } } },
      { in: sent },
      { k: 1, in: sent },
    ],
  ],
  item: [
    ["items", { items: ref }, [sent], [kept]],
    ["prefixItems", { prefixItems: [{}, ref] }, [sent, sent, sent], [sent, kept, sent]],
  ],
  property: [["properties", { properties: { a: ref } }, { a: sent, b: sent }, { a: kept, b: sent }]],
  patternProperty: [
    ["patternProperties", { patternProperties: { "^x": ref } }, { x: sent, y: sent }, { x: kept, y: sent }],
    [
      "patternProperties, held against an expression",
      { patternProperties: { "x[0-9]+$": ref } },
      { ax1: sent, y: sent },
      { ax1: kept, y: sent },
    ],
    ["patternProperties, of a name with an entry", { properties: { x: {} }, patternProperties: { "^x": ref } }, { x: sent }, { x: kept }],
    [
      "patternProperties, two of them",
      { patternProperties: { "^x": ref, y$: { properties: { size: { default: 1 } } } } },
      { xy: sent, y: { name: "n" } },
      { xy: { ...kept, size: 1 }, y: { name: "n", size: 1 } },
    ],
  ],
  additionalProperty: [
    ["additionalProperties", { additionalProperties: ref }, { y: sent }, { y: kept }],
    [
      "additionalProperties beside patternProperties",
      { properties: { a: {} }, patternProperties: { "^x": {} }, additionalProperties: ref },
      { a: sent, x: sent, y: sent },
      { a: sent, x: sent, y: kept },
    ],
  ],
  unevaluatedProperty: [
    [
      "unevaluatedProperties",
      { properties: { a: {} }, patternProperties: { "^x": {} }, unevaluatedProperties: ref },
      { a: sent, x: sent, y: sent },
      { a: sent, x: sent, y: kept },
    ],
    [
      "unevaluatedProperties, by what an alternative looks at",
      { anyOf: [{ required: ["k"], properties: { k: {}, a: {} } }, {}], unevaluatedProperties: ref },
      { k: 1, a: sent, y: sent },
      { k: 1, a: sent, y: kept },
    ],
    [
      "unevaluatedProperties, of a member of allOf",
      { properties: { a: {} }, allOf: [{ properties: { b: {} }, unevaluatedProperties: ref }] },
      { a: sent, b: sent },
      { a: kept, b: sent },
    ],
  ],
  unevaluatedItem: [
    ["unevaluatedItems", { unevaluatedItems: ref }, [sent], [kept]],
    ["unevaluatedItems after others", { prefixItems: [{}], unevaluatedItems: ref }, [sent, sent], [sent, kept]],
    ["unevaluatedItems beside contains", { contains: { type: "string" }, unevaluatedItems: ref }, ["a", sent], ["a", kept]],
    [
      "unevaluatedItems, of a member of allOf",
      { allOf: [{ prefixItems: [{}], unevaluatedItems: ref }], properties: { a: ref } },
      [sent, sent],
      [sent, kept],
    ],
  ],
};

const relations = new Set(Object.values(childFields).flatMap((held) => held.map((field) => field.as)));
const asked = ["negated", "condition", "contained", "propertyName"];

it("tries every way in which a schema holds of a value or of a part of it", () => {
  expect([...Object.keys(places), ...asked].sort()).toEqual([...relations].sort());
});

const modes: readonly ValidatorOptions[] = [{ mode: "fast" }, { mode: "small" }, { mode: "fast", issues: "first" }];

describe.each(modes)("validators of $mode mode, $issues", (options) => {
  it.each(Object.values(places).flat())("drop and fill in what is below %s", async (_what, schema, value, expected) => {
    const validator = await validatorOf(schema, options);
    const before = structuredClone(value);
    expect(validator.safeParse(value)).toEqual({ success: true, data: expected });
    expect(value).toEqual(before);
  });

  it.each(Object.values(places).flat())("look at no read-only value below %s", async (what, schema, value) => {
    if (what.includes("not there") || what.includes("all objects") || what.includes("only filled in")) return;
    const validator = await validatorOf(schema, options);
    const wrong: unknown = JSON.parse(JSON.stringify(value).replaceAll('"id":1', '"id":"any"'));
    expect(validator.safeParse(wrong).success).toBe(true);
  });
});

async function validatorOf(schema: object, options: ValidatorOptions) {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/A" } } };
  const description = {
    openapi: "3.1.0",
    info: { title: "Api", version: "1" },
    paths: { "/a": { post: { operationId: "send", requestBody: { content }, responses: {} } } },
    components: { schemas: { A: schema, Entry: entry } },
  };
  const { validator } = await validatorsOf(await apiOf(`${JSON.stringify(description)}\n`, { untyped: "any" }), options);
  return validator("ASchema");
}
