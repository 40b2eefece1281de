/** A default is filled in where all that is said of the property takes it, and nowhere else; types say the same. */
import { describe, expect, it } from "vitest";
import { emitTypes } from "../../../../src/emit/files/types-file.js";
import { withoutDiscriminatedParents } from "../../../../src/model/passes/discriminators/without-discriminated-parents.js";
import { outcomeOf, type ApiOptions } from "../../../support/api.js";
import { options, validatorsOf } from "../../../support/validators.js";

const integer = { type: "integer" };
const zero = { type: "integer", default: 0 };
const object = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const n0 = object({ n: zero });
const n1 = object({ n: { minimum: 1 } });
const tagged = (k: string, n: object): object => object({ k: { const: k }, n }, { required: ["k"] });

const components = {
  Zero: n0,
  Narrow: n1,
  Count: zero,
  Deep: object({ p: n0 }),
  Both: { allOf: [ref("Zero"), n1] },
  Text: object({ n: { type: "string", default: "a" } }),
};

type Case = readonly [what: string, schema: object, value: object, filled: object];

const refused: readonly Case[] = [
  ["another part of `allOf`", { allOf: [n0, n1] }, {}, {}],
  ["a part before it", { allOf: [n1, n0] }, {}, {}],
  ["the schema around", object({ n: { minimum: 1 } }, { allOf: [n0] }), {}, {}],
  ["a part of the schema around it", { ...n0, allOf: [n1] }, {}, {}],
  ["what is beside a reference", { ...n1, ...ref("Zero") }, {}, {}],
  ["a reference beside it", { ...n0, ...ref("Narrow") }, {}, {}],
  ["a reference in `allOf`", { allOf: [ref("Zero"), n1] }, {}, {}],
  ["one of two references", { allOf: [ref("Zero"), ref("Narrow")] }, {}, {}],
  ["what a reference leads to by itself", { allOf: [ref("Both")] }, {}, {}],
  ["another part, of a default behind a reference", { allOf: [object({ n: ref("Count") }), n1] }, {}, {}],
  ["a constant", { allOf: [object({ n: { type: "string", default: "a" } }), object({ n: { const: "b" } })] }, {}, {}],
  ["a pattern of the value", { allOf: [object({ n: { type: "string", default: "a" } }), object({ n: { pattern: "^b" } })] }, {}, {}],
  ["a pattern of names", { allOf: [n0, { type: "object", patternProperties: { "^n": { minimum: 1 } } }] }, {}, {}],
  ["a pattern of names beside it", { ...n0, patternProperties: { "^n": { minimum: 1 } } }, {}, {}],
  ["additional properties of another part", { allOf: [n0, object({ m: {} }, { additionalProperties: { minimum: 1 } })] }, {}, {}],
  ["no additional properties of another part", { allOf: [n0, object({ m: {} }, { additionalProperties: false })] }, {}, {}],
  ["an alternative", object({ n: zero }, { oneOf: [tagged("a", { minimum: 1 }), tagged("b", {})] }), { k: "a" }, { k: "a" }],
  ["an alternative of `anyOf`", object({ n: zero }, { anyOf: [tagged("a", { minimum: 1 }), tagged("b", {})] }), { k: "a" }, { k: "a" }],
  [
    "what is around an alternative",
    object({ n: { minimum: 1 } }, { oneOf: [tagged("a", zero), tagged("b", integer)] }),
    { k: "a" },
    { k: "a" },
  ],
  ["a branch", object({ n: zero }, { if: { required: ["m"] }, then: object({ n: { minimum: 1 } }) }), { m: 1 }, { m: 1 }],
  ["another branch", object({ n: zero }, { if: { required: ["m"] }, else: object({ n: { minimum: 1 } }) }), {}, {}],
  ["what depends on a property", object({ n: zero }, { dependentSchemas: { m: n1 } }), { m: 1 }, { m: 1 }],
  ["another part about what is inside", { allOf: [object({ p: n0 }), object({ p: n1 })] }, { p: {} }, { p: {} }],
  ["the same behind a reference", { allOf: [ref("Deep"), object({ p: n1 })] }, { p: {} }, { p: {} }],
  ["an alternative about what is inside", object({ p: n0 }, { anyOf: [object({ p: n1 })] }), { p: {} }, { p: {} }],
  ["another part about a default inside a default", { allOf: [object({ p: { ...n0, default: {} } }), object({ p: n1 })] }, {}, { p: {} }],
];

const filled: readonly Case[] = [
  ["by itself", n0, {}, { n: 0 }],
  ["where all take it", { allOf: [n0, object({ n: { maximum: 1 } })] }, {}, { n: 0 }],
  ["behind a reference that others refuse it beside", ref("Zero"), {}, { n: 0 }],
  ["where another member is refused", { allOf: [object({ n: zero, m: zero }), n1] }, {}, { m: 0 }],
  ["of another name than a pattern's", { allOf: [n0, { type: "object", patternProperties: { "^m": { minimum: 1 } } }] }, {}, { n: 0 }],
  [
    "of another of several alternatives",
    object({ n: { minimum: 1 } }, { oneOf: [tagged("a", zero), tagged("b", { ...integer, default: 5 })] }),
    { k: "b" },
    { k: "b", n: 5 },
  ],
  [
    "where another alternative refuses it",
    object({ n: zero, m: zero }, { oneOf: [tagged("a", { minimum: 1 }), tagged("b", {})] }),
    { k: "b" },
    { k: "b", n: 0, m: 0 },
  ],
  ["where what would refuse it is not asked", object({ n: zero, m: integer }, { dependentSchemas: { m: n1 } }), {}, { n: 0 }],
  ["that comes first", { ...object({ n: { ...integer, default: 5 } }), allOf: [ref("Zero"), n1] }, {}, { n: 5 }],
  [
    "of each of several alternatives",
    { oneOf: [tagged("a", zero), tagged("b", { ...integer, default: 1, minimum: 1 })] },
    { k: "a" },
    { k: "a", n: 0 },
  ],
];

async function made(schema: object, rules: ApiOptions = {}, more: Readonly<Record<string, object>> = {}) {
  const content = { "application/json": { schema: ref("A") } };
  const paths = {
    "/a": { post: { operationId: "a", requestBody: { required: true, content }, responses: { "200": { description: "ok" } } } },
  };
  const schemas = { ...components, ...more, A: schema };
  const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths, components: { schemas } };
  const { value: api, diagnostics } = await outcomeOf(`${JSON.stringify(description)}\n`, rules);
  if (api === undefined) throw new Error("no API");
  const { validator } = await validatorsOf(api);
  const told = diagnostics.filter(({ code, at }) => code === "default-invalid" && at !== undefined && "pointer" in at);
  return { validator: validator("ASchema"), types: emitTypes(withoutDiscriminatedParents(api), options).text, told };
}

describe("a default that something else refuses is not filled in, and told", () => {
  it.each(refused)("%s", async (_what, schema, value, expected) => {
    const { validator, told, types } = await made(schema);
    const parsed = validator.parse(value);
    expect(parsed).toEqual(expected);
    expect(validator.is(parsed)).toBe(true);
    expect(told.length).toBeGreaterThan(0);
    expect(/AParsed\b[^;]*\bn: /.test(types)).toBe(false);
  });
});

describe("a default that all take is filled in", () => {
  // Of these it depends on the value, so that no type says that it is there.
  const dependent = new Set(["of another of several alternatives", "where what would refuse it is not asked"]);
  it.each(filled)("%s", async (what, schema, value, expected) => {
    const { validator, types } = await made(schema);
    expect(validator.parse(value)).toEqual(expected);
    expect(/Parsed\b/.test(types)).toBe(!dependent.has(what));
  });
});

const text = { type: "string" };
const c = { type: "string", default: "x" };
const both = { type: "object", properties: { c, d: text } };
const present: readonly (readonly [string, object, object, object])[] = [
  ["dependentRequired", { ...both, dependentRequired: { c: ["d"] } }, {}, {}],
  ["dependentRequired, which is met", { ...both, dependentRequired: { c: ["d"] } }, { d: "y" }, { d: "y", c: "x" }],
  ["dependentSchemas", { ...both, dependentSchemas: { c: { required: ["d"] } } }, {}, {}],
  ["one of two that are required", { ...both, oneOf: [{ required: ["c"] }, { required: ["d"] }] }, { d: "y" }, { d: "y" }],
  ["maxProperties", { ...both, maxProperties: 1 }, { d: "y" }, { d: "y" }],
  ["maxProperties, which leave room", { ...both, maxProperties: 1 }, {}, { c: "x" }],
  ["maxProperties of a part", { allOf: [both, { maxProperties: 1 }] }, { d: "y" }, { d: "y" }],
  ["propertyNames", { ...both, propertyNames: { enum: ["d"] } }, {}, {}],
  ["not", { ...both, not: { required: ["c"] } }, {}, {}],
  [
    "if, whose then asks for more",
    { ...both, if: { properties: { c: { const: "x" } }, required: ["c"] }, then: { required: ["d"] } },
    {},
    {},
  ],
  ["maxProperties of a member", { type: "object", properties: { m: { ...both, maxProperties: 1 } } }, { m: { d: "y" } }, { m: { d: "y" } }],
];

const parent = object({ k: { type: "string" }, n: zero }, { required: ["k"], discriminator: { propertyName: "k" } });
const mapping = { propertyName: "k", mapping: { B: ref("B").$ref } };

describe("a default of a parent that a child refuses may be absent from a value of the parent:", () => {
  it.each<[string, object, Readonly<Record<string, object>>]>([
    ["its own member", parent, { B: { allOf: [ref("A"), n1] } }],
    ["a member beside the reference", parent, { B: { ...n1, allOf: [ref("A")] } }],
    ["a part behind a reference", parent, { B: { allOf: [ref("A"), ref("Narrow")] } }],
    ["another name for its part", parent, { B: { allOf: [ref("A"), ref("C")] }, C: ref("Narrow") }],
    ["what depends on its presence", parent, { B: { allOf: [ref("A"), { dependentRequired: { n: ["m"] } }] } }],
    ["a pattern of names", parent, { B: { allOf: [ref("A"), { type: "object", patternProperties: { "^n": { minimum: 1 } } }] } }],
    ["a child of a child", parent, { C: { allOf: [ref("A")] }, B: { allOf: [ref("C"), n1] } }],
    ["one that only the mapping names", { ...parent, discriminator: mapping }, { B: n1 }],
  ])("%s", async (_what, schema, more) => {
    const { validator, types } = await made(schema, {}, more);
    expect(validator.parse({ k: "B" })).toEqual({ k: "B" });
    expect(validator.parse({ k: "A" })).toEqual({ k: "A", n: 0 });
    expect(/\bAParsed\b[^;]*\bn: /.test(types)).toBe(false);
  });

  it("and is there where all children take it", async () => {
    const { validator, types } = await made(parent, {}, { B: { allOf: [ref("A"), object({ n: { maximum: 1 } })] } });
    expect(validator.parse({ k: "B" })).toEqual({ k: "B", n: 0 });
    expect(types).toMatch(/\bAParsed = \{[^}]*\bn: /);
  });
});

describe("a default whose presence makes a valid value invalid is left out:", () => {
  it.each(present)("%s", async (_what, schema, value, expected) => {
    const { validator } = await made(schema);
    expect(validator.is(value)).toBe(true);
    expect(validator.parse(value)).toEqual(expected);
    expect(validator.is(validator.parse(value))).toBe(true);
  });
});

const a = { type: "string", default: "a" };
const startsB = { type: "string", pattern: "^b" };
/** A pattern stands in each of these, and refuses what would be filled in. */
const patterns: readonly (readonly [string, object, object, object])[] = [
  ["of its own schema", object({ n: { ...a, ...startsB } }), {}, {}],
  ["of another part", { allOf: [object({ n: a }), object({ n: startsB })] }, {}, {}],
  ["behind a reference", { allOf: [object({ n: startsB }), ref("Text")] }, {}, {}],
  ["of an alternative", object({ n: a }, { oneOf: [tagged("a", startsB), tagged("b", {})] }), { k: "a" }, { k: "a" }],
  ["of another alternative", object({ n: a }, { oneOf: [tagged("a", startsB), tagged("b", {})] }), { k: "b" }, { k: "b", n: "a" }],
  ["of a branch", object({ n: a }, { if: { required: ["m"] }, then: object({ n: startsB }) }), { m: 1 }, { m: 1 }],
  ["of items", object({ n: { type: "array", items: a, default: ["a"] } }, { allOf: [object({ n: { items: startsB } })] }), {}, {}],
  ["of a member of a member", { allOf: [object({ p: object({ n: a }) }), object({ p: object({ n: startsB }) })] }, { p: {} }, { p: {} }],
  ["that takes it", { allOf: [object({ n: a }), object({ n: { pattern: "^a" } })] }, {}, { n: "a" }],
];

describe.each(["bound", "accept", "skip"] as const)("where slow patterns are to be %s, a default is held against a pattern", (policy) => {
  it.each(patterns)("%s", async (_what, schema, value, expected) => {
    const { validator } = await made(schema, { vulnerablePatterns: policy });
    expect(validator.is(value)).toBe(true);
    expect(validator.parse(value)).toEqual(expected);
    expect(validator.is(validator.parse(value))).toBe(true);
  });
});
