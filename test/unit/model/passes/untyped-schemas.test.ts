import { describe, expect, it } from "vitest";
import { emitTypes } from "../../../../src/emit/files/types-file.js";
import { apiOf, outcomeOf } from "../../../support/api.js";
import { options, validatorsOf } from "../../../support/validators.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const describing = (schemas: object): string =>
  `${JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas } })}\n`;

/** Schemas that a schema `A` may refer to. */
const named = {
  Order: { properties: { id: { type: "integer" } } },
  Typed: { type: "object", properties: { id: { type: "integer" } } },
  Nullable: { type: ["object", "null"], properties: { id: { type: "integer" } } },
  Names: { items: { type: "string" } },
};

/** The type of a schema `A` on one line, and whether each of some values is valid. */
async function read(schema: object, untyped?: "any"): Promise<readonly [string, (value: unknown) => boolean]> {
  const api = await apiOf(describing({ A: schema, ...named }), { untyped });
  const [, type = ""] = /^export type A = (.*?);$\n\n/ms.exec(emitTypes(api, options).text) ?? [];
  const { validator } = await validatorsOf(api);
  return [type.replace(/\s+/g, " "), validator("ASchema").is];
}

describe("a schema that describes what is inside a value and has no type", () => {
  it.each<[string, object, string, readonly unknown[], readonly unknown[]]>([
    [
      "an object with properties",
      { properties: { a: { type: "string" } } },
      "{ a?: string }",
      [{}, { a: "x" }],
      ["x", 1, null, [], { a: 1 }],
    ],
    ["an object with what it requires", { required: ["a"] }, "{ a: unknown }", [{ a: 1 }], ["x", null, {}]],
    [
      "an object with members of a type",
      { additionalProperties: { type: "number" } },
      "{ [key: string]: number }",
      [{ a: 1 }],
      [1, [], { a: "x" }],
    ],
    [
      "an object with members by pattern",
      { patternProperties: { "^x": { type: "number" } } },
      "{ [key: string]: unknown }",
      [{ x: 1 }],
      [1, { x: "x" }],
    ],
    ["a list of items", { items: { type: "string" } }, "string[]", [[], ["a"]], ["a", {}, null, [1]]],
    ["a tuple", { prefixItems: [{ type: "string" }] }, "[string?, ...unknown[]]", [[], ["a", 1]], ["a", [1]]],
    [
      "an object in an object",
      { properties: { a: { properties: { b: {} } } } },
      "{ a?: { b?: unknown } }",
      [{ a: {} }],
      [{ a: "x" }, { a: null }],
    ],
    ["each of some parts", { allOf: [{ properties: { a: {} } }, { required: ["a"] }] }, "{ a: unknown }", [{ a: 1 }], ["x", {}]],
    ["beside a named one", { allOf: [ref("Order"), { required: ["id"] }] }, "Order & { id: number }", [{ id: 1 }], ["x", {}]],
    [
      "an alternative to a text",
      { oneOf: [{ type: "string" }, { required: ["a"] }] },
      "string | { a: unknown }",
      ["x", { a: 1 }],
      [1, null, {}],
    ],
    [
      "alternatives of what is required",
      { anyOf: [{ required: ["a"] }, { required: ["b"] }] },
      "{ a: unknown } | { b: unknown }",
      [{ b: 1 }],
      ["x", {}],
    ],
    [
      "around alternatives of what is required",
      { properties: { a: { type: "string" } }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
      "{ a?: string } & ({ a: string } | { b: unknown })",
      [{ a: "x" }, { b: 1 }],
      ["x", null, {}],
    ],
  ])("is %s", async (_what, schema, type, valid, invalid) => {
    const [printed, is] = await read(schema);
    expect(printed).toBe(type);
    expect(valid.filter((value) => !is(value))).toEqual([]);
    expect(invalid.filter((value) => is(value))).toEqual([]);
  });

  it.each<[string, object, string, readonly unknown[], readonly unknown[]]>([
    [
      "around it",
      { type: ["object", "null"], properties: { a: { type: "string" } }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
      "({ a?: string } | null) & ({ a: string } | { b: unknown } | null)",
      [null, { a: "x" }],
      ["x", {}],
    ],
    ["beside it", { allOf: [{ type: ["object", "null"] }, { required: ["a"] }] }, "{ a: unknown } | null", [null, { a: 1 }], ["x", {}]],
    ["above a name", { type: ["object", "null"], allOf: [ref("Order")] }, "Order | null", [null, { id: 1 }], ["x", { id: "x" }]],
    ["above names", { type: ["object", "null"], anyOf: [ref("Order"), ref("Typed")] }, "Order | Typed | null", [null, {}], ["x", 1]],
    [
      "by another name",
      { allOf: [ref("Nullable"), { required: ["id"] }] },
      "Nullable & ({ id: number } | null)",
      [null, { id: 1 }],
      ["x", {}],
    ],
    [
      "by alternatives",
      { properties: { a: {} }, oneOf: [{ type: "string" }, { type: "object" }] },
      "(string | { a?: unknown }) & (string | { [key: string]: unknown })",
      ["x", { a: 1 }],
      [1, null, []],
    ],
    ["that is another one", { type: "string", required: ["a"] }, "string", ["x"], [{ a: 1 }, 1]],
    ["by values", { enum: ["x", { a: 1 }], required: ["a"] }, '"x" | { a: 1 }', ["x", { a: 1 }], [{}, 1]],
    [
      "of the same member elsewhere",
      { allOf: [{ type: "object", properties: { a: { type: ["object", "null"] } } }, { properties: { a: { required: ["b"] } } }] },
      "{ a?: { [key: string]: unknown } | null } & { a?: { b: unknown } | null }",
      [{}, { a: null }, { a: { b: 1 } }],
      [{ a: {} }, { a: 1 }],
    ],
  ])("keeps the types that are said %s", async (_what, schema, type, valid, invalid) => {
    const [printed, is] = await read(schema);
    expect(printed).toBe(type);
    expect(valid.filter((value) => !is(value))).toEqual([]);
    expect(invalid.filter((value) => is(value))).toEqual([]);
  });

  it.each<[string, object]>([
    ["not", { not: { required: ["a"] } }],
    ["nothing, where it has bounds alone", { minProperties: 1, minItems: 1, minLength: 1, minimum: 1 }],
    ["if, then and else", { if: { required: ["a"] }, then: { required: ["b"] }, else: { properties: { c: { required: ["d"] } } } }],
    ["contains", { type: "array", contains: { not: { required: ["a"] } } }],
    ["dependentSchemas", { type: "object", dependentSchemas: { a: { properties: { b: { required: ["c"] } } } } }],
    ["propertyNames", { type: "object", propertyNames: { not: { required: ["a"] } } }],
  ])("is left as it is below %s", async (_where, schema) => {
    const [{ value: meant, diagnostics }, { value: written }] = await Promise.all([
      outcomeOf(describing({ A: schema })),
      outcomeOf(describing({ A: schema }), { untyped: "any" }),
    ]);
    expect(diagnostics).toEqual([]);
    expect(meant?.schemas).toEqual(written?.schemas);
  });

  it("is told once, with how many there are", async () => {
    const { diagnostics } = await outcomeOf(describing({ A: named.Typed, ...named }));
    expect(diagnostics).toMatchObject([{ code: "schema-untyped", severity: "info", at: { pointer: "/components/schemas/Order" } }]);
    expect(diagnostics[0]?.message).toMatch(/^2 schemas, of which this is the first/);
  });

  it('is what JSON Schema says with `untyped: "any"`, and so is its type', async () => {
    const [printed, is] = await read({ properties: { a: { type: "string" } } }, "any");
    expect(printed).toBe("boolean | number | string | unknown[] | { a?: string } | null");
    expect(["x", 1, true, null, [], { a: "x" }].every((value) => is(value))).toBe(true);
    expect(is({ a: 1 })).toBe(false);
  });
});
