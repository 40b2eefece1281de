import { describe, expect, test } from "vitest";
import { withInt64 } from "../../../../src/model/passes/int64/int64.js";
import { apiOf } from "../../../support/api.js";
import { generateTexts } from "../../../support/pipeline.js";
import { issuesOf } from "../../../support/schema-cases.js";
import { validatorsOf, validatorsOfSchemas } from "../../../support/validators.js";

const ref = (name: string): unknown => ({ $ref: `#/components/schemas/${name}` });
const discriminator = { propertyName: "kind" };
// Many descriptions leave out the type.
const a = { required: ["kind", "y"], properties: { kind: { enum: ["A"] }, y: { type: "string" } } };
const b = { type: "object", required: ["x"], properties: { x: { type: "integer" } } };

/** What is said of discriminators. */
async function toldOf(schemas: object): Promise<readonly string[]> {
  const description = { openapi: "3.1.0", info: { title: "Api", version: "1" }, paths: {}, components: { schemas } };
  const { diagnostics } = await generateTexts({ "a.yaml": `${JSON.stringify(description)}\n` }, ["types"], { strict: false });
  return diagnostics.flatMap(({ code, message }) => (code.startsWith("discriminator") ? [message] : []));
}

describe("a tag that is no text", () => {
  test("is allowed by an enumeration of such values, and nothing is said of it", async () => {
    const two = (first: unknown, second: unknown) => ({ A: of({ enum: [first] }, n), B: of({ enum: [second] }, y) });
    const union = (keys: readonly [string, string]) => ({
      oneOf: [ref("A"), ref("B")],
      discriminator: { propertyName: "kind", mapping: mapping(keys) },
    });
    expect(await toldOf({ ...two(true, false), U: union(["true", "false"]) })).toEqual([]);
    expect(await toldOf({ ...two(1, 2), U: union(["1", "2"]) })).toEqual([]);
    expect(await toldOf({ ...two(1, 2), U: union(["1", "3"]) })).toEqual(['The mapping has 3 for B, whose property "kind" can only be 2.']);
  });

  const of = (schema: object, rest: object) => ({ type: "object", required: ["kind"], properties: { kind: schema, ...rest } });
  const mapping = (keys: readonly [string, string]) => ({ [keys[0]]: "#/components/schemas/A", [keys[1]]: "#/components/schemas/B" });
  const n = { name: { type: "string" } };
  const y = { why: { type: "string" } };
  const texts = { type: "string" };
  test.each([
    ["an integer", { type: "integer" }, ["1", "2"], [1, 2], ["1", 3, true, null]],
    ["a number", { type: "number" }, ["1.5", "-2"], [1.5, -2], ["1.5", 2]],
    ["an integer or null", { type: ["integer", "null"] }, ["1", "2"], [1, 2], ["1"]],
    ["a boolean", { type: "boolean" }, ["true", "false"], [true, false], ["true", 1]],
    ["a boolean as Python writes it", { type: "boolean" }, ["True", "False"], [true, false], ["True"]],
    ["an enumeration of integers", { enum: [1, 2] }, ["1", "2"], [1, 2], ["1"]],
    ["a reference", { $ref: "#/components/schemas/K" }, ["1", "2"], [1, 2], ["1"]],
    ["a text of digits", texts, ["1", "2"], ["1", "2"], [1]],
    ["a text or an integer", { type: ["string", "integer"] }, ["1", "2"], ["1", "2"], [true]],
  ] as const)("is %s", async (_says, schema, keys, [first, second], others) => {
    const discriminated = { propertyName: "kind", mapping: mapping(keys) };
    const children = { A: of(schema, n), B: of(schema, y), K: { type: "integer" } };
    const parent = { ...of(schema, {}), discriminator: { propertyName: "kind", mapping: mapping(keys) } };
    const extended = {
      K: { type: "integer" },
      P: parent,
      A: { allOf: [ref("P"), { properties: n }] },
      B: { allOf: [ref("P"), { properties: y }] },
    };
    for (const schemas of [
      { ...children, U: { oneOf: [ref("A"), ref("B")], discriminator: discriminated } },
      { ...children, U: { anyOf: [ref("A"), ref("B"), { type: "null" }], discriminator: discriminated } },
      { ...children, U: { oneOf: [ref("A"), ref("B")], discriminator: { ...discriminated, mapping: mapping(keys) } } },
      { ...extended, U: ref("P") },
      { ...extended, U: { oneOf: [ref("A"), ref("B")], discriminator: discriminated } },
    ]) {
      const { is, safeParse } = (await validatorsOfSchemas(schemas)).validator("USchema");
      for (const value of [
        { kind: first, name: "a" },
        { kind: second, why: "b" },
      ]) {
        expect(safeParse(value)).toMatchObject({ success: true });
        expect(is(value)).toBe(true);
      }
      expect(issuesOf(safeParse({ kind: first, name: 5 }))).toEqual(["name type must be a string"]);
      expect(issuesOf(safeParse({ kind: second, why: 5 }))).toEqual(["why type must be a string"]);
      for (const kind of others) expect(is({ kind })).toBe(false);
    }
  });

  test.each(["bigint", "string"] as const)("is a 64-bit integer that is held as a %s", async (int64) => {
    const schema = { type: "integer", format: "int64" };
    const union = { oneOf: [ref("A"), ref("B")], discriminator: { propertyName: "kind", mapping: mapping(["1", "2"]) } };
    const schemas = { A: of(schema, n), B: of(schema, y), U: union };
    const description = { openapi: "3.1.0", info: { title: "Api", version: "1" }, paths: {}, components: { schemas } };
    const api = withInt64(await apiOf(`${JSON.stringify(description)}\n`), int64);
    const { is } = (await validatorsOf(api)).validator("USchema");
    const held = (value: number) => (int64 === "bigint" ? BigInt(value) : String(value));
    expect([1, 2, 3].map((value) => is({ kind: held(value) }))).toEqual([true, true, false]);
    expect(is({ kind: held(1), name: 5 })).toBe(false);
  });

  test.each([
    ["has no mapping", {}],
    ["has a mapping of names", { mapping: mapping(["A", "B"]) }],
  ])("is tried schema by schema where the discriminator %s", async (_says, more) => {
    const discriminated = { propertyName: "kind", ...more };
    // Told where it is generated.
    const described = {
      A: of({ type: "integer" }, n),
      B: of({ type: "integer" }, y),
      U: { oneOf: [ref("A"), ref("B")], discriminator: discriminated },
    };
    expect(await toldOf(described)).toEqual([
      'The discriminator\'s property "kind" takes no text, and the mapping has no value of it for A, B: a value is held against one schema after the other.',
    ]);
    const integer = { type: "integer" };
    const shapes = { A: { ...of(integer, n), required: ["kind", "name"] }, B: { ...of(integer, y), required: ["kind", "why"] } };
    const union = await validatorsOfSchemas({ ...shapes, U: { oneOf: [ref("A"), ref("B")], discriminator: discriminated } });
    const parent = { ...of(integer, {}), discriminator: discriminated };
    const children = { A: { allOf: [ref("P"), { properties: n }] }, B: { allOf: [ref("P"), { properties: y }] } };
    const family = await validatorsOfSchemas({ P: parent, ...children });
    for (const { is } of [union.validator("USchema"), family.validator("PSchema")])
      expect(
        [
          { kind: 1, name: "a" },
          { kind: 1, why: "b" },
          { kind: "A", name: "a" },
        ].map(is),
      ).toEqual([true, true, false]);
  });
});

describe("a tag is read", () => {
  test.each([
    ["null beside the members", { anyOf: [ref("A"), ref("B"), { type: "null" }], discriminator }, null],
    ["null before the members", { oneOf: [{ type: "null" }, ref("A"), ref("B")], discriminator }, null],
    ["a text beside the members", { oneOf: [ref("A"), { type: "string", minLength: 2 }, ref("B")], discriminator }, "ab"],
  ])("with %s", async (_name, union, other) => {
    const { validator } = await validatorsOfSchemas({ U: union, A: a, B: b });
    const { is, safeParse } = validator("USchema");
    for (const value of [other, { kind: "A", y: "" }, { kind: "B", x: 1 }]) expect(is(value)).toBe(true);
    expect(issuesOf(safeParse({ kind: "A" }))).toEqual(["y required is required"]);
    expect(issuesOf(safeParse({ kind: "B" }))).toEqual(["x required is required"]);
    expect(issuesOf(safeParse({ kind: "nobody", x: 1 }))).toEqual(['kind discriminator must be one of "A", "B"']);
    for (const value of [5, "a", []]) expect(is(value)).toBe(false);
  });

  test.each([
    ["where there is one member", { oneOf: [ref("B")], discriminator }],
    ["where there is one member, or null", { oneOf: [ref("B"), { type: "null" }], discriminator }],
  ])("%s", async (_name, union) => {
    const { validator } = await validatorsOfSchemas({ U: union, B: b });
    expect(validator("USchema").is({ kind: "B", x: 1 })).toBe(true);
    expect(issuesOf(validator("USchema").safeParse({ kind: "C", x: 1 }))).toEqual(['kind discriminator must be "B"']);
    const exact = await validatorsOfSchemas({ U: union, B: b }, { discriminator: "exact" });
    expect(exact.validator("USchema").is({ kind: "C", x: 1 })).toBe(true);
  });
});

test("a parent that says nothing itself has no functions that nobody calls", async () => {
  const Post = { discriminator: { propertyName: "kind", mapping: { crate: "#/components/schemas/Box" } } };
  const { text, validator } = await validatorsOfSchemas({ Post, Box: {} });
  expect(text).not.toContain("PostBase");
  expect([{ kind: "crate" }, { kind: "Post" }, {}].filter((value) => !validator("PostSchema").is(value))).toEqual([]);
  expect(validator("PostSchema").is({ kind: "other" })).toBe(false);
});

describe("a tag that a schema states itself", () => {
  const shape = { type: "object", required: ["t"], properties: { t: { type: "string" } }, discriminator: { propertyName: "t" } };
  const sides = { type: "object", properties: { sides: { type: "integer" } } };

  test.each(["x-ms-discriminator-value", "x-discriminator-value"])("by %s is the one that means it", async (key) => {
    const extending = { [key]: "#Acme.Square", allOf: [ref("Shape"), sides] };
    const Circle = { allOf: [ref("Shape")], properties: { t: { const: "circle" } } };
    const { validator, text } = await validatorsOfSchemas({ Shape: shape, Square: extending, Circle });
    const { is } = validator("ShapeSchema");
    expect([{ t: "#Acme.Square", sides: 4 }, { t: "circle" }, { t: "Shape" }].filter((value) => !is(value))).toEqual([]);
    expect([{ t: "#Acme.Square", sides: "4" }, { t: "Square" }, { t: "Circle" }].filter((value) => is(value))).toEqual([]);
    expect(validator("SquareSchema").is({ t: "other" })).toBe(false);
    expect(text).toContain("#Acme.Square");
  });

  test("means it in a list, too, and a mapping goes before it", async () => {
    const named = (value: string) => ({ ...sides, "x-ms-discriminator-value": value });
    const mapping = { second: "#/components/schemas/B" };
    const U = { oneOf: [ref("A"), ref("B")], discriminator: { propertyName: "t", mapping } };
    const { validator } = await validatorsOfSchemas({ U, A: named("first"), B: named("other") });
    const valid = ["first", "second", "A", "B", "other"].filter((t) => validator("USchema").is({ t }));
    expect(valid).toEqual(["first", "second"]);
  });

  test("that is no text says nothing", async () => {
    const { validator } = await validatorsOfSchemas({ Shape: shape, Square: { "x-ms-discriminator-value": 4, allOf: [ref("Shape")] } });
    expect(validator("ShapeSchema").is({ t: "Square" })).toBe(true);
  });
});
