/** Values that are found for schemas: the plainest, the same each time, and taken by the schema. */
import { beforeAll, describe, expect, test } from "vitest";
import { createInstances, type Instances } from "../../../../src/model/instances/instances.js";
import type { Api } from "../../../../src/model/ir/api.js";
import { emptySchema } from "../../../../src/model/ir/empty-schema.js";
import type { Schema } from "../../../../src/model/ir/schema.js";
import { loadChecks, type Checks } from "../../../../src/model/refusal/checks.js";
import { verdictOf } from "../../../../src/model/refusal/refusal.js";
import type { Json } from "../../../../src/source/source-file.js";
import { apiOf } from "../../../support/api.js";

let checks: Checks;
beforeAll(async () => {
  checks = await loadChecks({ formats: "assert", own: new Set() });
});

async function described(schemas: Readonly<Record<string, unknown>>): Promise<{ readonly api: Api; readonly instances: Instances }> {
  const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas } };
  const api = await apiOf(`${JSON.stringify(description)}\n`);
  return { api, instances: createInstances({ schemas: api.schemas, patterns: true, checks }) };
}

/** What is found for the schema `A`; the others are beside it. */
async function found(schema: unknown, others: Readonly<Record<string, unknown>> = {}): Promise<Json | undefined> {
  const { api, instances } = await described({ A: schema, ...others });
  const root: Schema = { ...emptySchema, assertions: [{ kind: "ref", target: "A" }] };
  const value = instances.of(root);
  if (value !== undefined) expect(typeof verdictOf(root, value, { schemas: api.schemas, patterns: true, checks })).toBe("string");
  return value;
}

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });

describe("what the description gives comes first", () => {
  test.each<[string, unknown, Json]>([
    ["an example", { type: "string", examples: ["Flint", "Garnet"], default: "Halite" }, "Flint"],
    ["a default", { type: "integer", default: 20 }, 20],
    ["the first of an enumeration", { enum: ["available", "sold"] }, "available"],
    ["the first that is not null", { enum: [null, "sold"] }, "sold"],
    ["a constant", { const: { a: [1] } }, { a: [1] }],
    ["an example of the whole", object({ name: { type: "string" } }, { examples: [{ name: "Flint" }] }), { name: "Flint" }],
    [
      "examples of members",
      object({ name: { type: "string", examples: ["Flint"] }, size: { type: "number", examples: [1.5] } }),
      { name: "Flint", size: 1.5 },
    ],
    ["the part of an example that is right", { type: "integer", minimum: 5, examples: [3, 7] }, 7],
  ])("%s", async (_, schema, value) => {
    expect(await found(schema)).toEqual(value);
  });

  test("an example that the schema refuses is none", async () => {
    expect(await found(object({ name: { type: "string" } }, { required: ["name"], examples: [{ nmae: "Flint" }] }))).toEqual({
      name: "string",
    });
  });

  test("through references and parts", async () => {
    const others = { B: object({ id: { type: "integer", examples: [7] } }), C: { type: "string", examples: ["c"] } };
    expect(await found({ allOf: [ref("B"), object({ c: ref("C") })] }, others)).toEqual({ id: 7, c: "c" });
  });
});

describe("what it does not give is the plainest value", () => {
  test.each<[string, unknown, Json]>([
    ["a text", { type: "string" }, "string"],
    ["a text of a format", { type: "string", format: "date-time" }, "2026-03-01T09:30:00Z"],
    ["a text of an unknown format", { type: "string", format: "ulid" }, "string"],
    ["a text of a length", { type: "string", minLength: 8, maxLength: 9 }, "stringst"],
    ["a short text", { type: "string", maxLength: 3 }, "ing"],
    ["a text of a pattern", { type: "string", pattern: "^[A-Z]{2}-\\d+(?:x|y)?$" }, "AA-1"],
    ["a long text of a pattern", { type: "string", pattern: "^[a-z]+$", minLength: 7 }, "aaaaaaaaa"],
    ["a text of a pattern that looks around", { type: "string", pattern: "^(?!b)[a-b]{3}$" }, "aaa"],
    ["a number", { type: "number" }, 1],
    ["an integer within bounds", { type: "integer", minimum: 10, exclusiveMaximum: 12 }, 10],
    ["a negative number", { type: "number", maximum: -0.5 }, -1],
    ["a number between integers", { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
    ["a multiple", { type: "number", minimum: 0.02, multipleOf: 0.01 }, 0.02],
    ["an integer of a format", { type: "integer", format: "uint8", minimum: 200 }, 200],
    ["a boolean", { type: "boolean" }, true],
    ["null", { type: "null" }, null],
    ["a value that may be null", { type: ["null", "string"] }, "string"],
    ["a list", { type: "array", items: { type: "integer" } }, [1]],
    [
      "a list that is longer than there are values",
      { type: "array", items: { type: "integer", minimum: 5, maximum: 6 }, minItems: 3 },
      [5, 6, 5],
    ],
    ["a number that is no integer", { oneOf: [{ type: "number" }, { type: "integer" }] }, 1.5],
    ["a short address", { type: "string", format: "email", maxLength: 8 }, "a@b.co"],
    ["a long address", { type: "string", format: "email", minLength: 40 }, `${"a".repeat(28)}@example.com`],
    ["a list of some length", { type: "array", items: { type: "integer" }, minItems: 3, uniqueItems: true }, [1, 2, 3]],
    ["a list by position", { type: "array", prefixItems: [{ type: "string" }, { type: "boolean" }] }, ["string", true]],
    [
      "a list that contains",
      { type: "array", items: { type: ["string", "integer"] }, contains: { const: 5 }, minItems: 2 },
      [5, "string1"],
    ],
    ["an object", object({ a: { type: "string" }, b: { type: "integer" } }), { a: "string", b: 1 }],
    ["a map", { type: "object", additionalProperties: { type: "integer" } }, { key: 1 }],
    [
      "a map of named keys",
      { type: "object", propertyNames: { enum: ["x", "y"] }, additionalProperties: { type: "integer" }, minProperties: 2 },
      { x: 1, y: 1 },
    ],
    [
      "members of a pattern",
      { type: "object", patternProperties: { "^x-[a-z]+$": { type: "integer" } }, additionalProperties: false },
      { "x-a": 1 },
    ],
    ["anything", {}, {}],
  ])("%s", async (_, schema, value) => {
    expect(await found(schema)).toEqual(value);
  });
});

describe("what excludes one another is not there together", () => {
  test("alternatives are tried in turn", async () => {
    const cat = object({ kind: { const: "cat" }, lives: { type: "integer", minimum: 3, maximum: 2 } }, { required: ["kind", "lives"] });
    const dog = object({ kind: { const: "dog" } }, { required: ["kind"] });
    expect(await found({ oneOf: [cat, dog] })).toEqual({ kind: "dog" });
  });

  test("two choices are combined in all ways", async () => {
    const schema = {
      allOf: [{ anyOf: [{ const: "a" }, { const: "b" }] }, { anyOf: [{ const: "c" }, { const: "b" }] }],
    };
    expect(await found(schema)).toBe("b");
  });

  test("members that `not` excludes together", async () => {
    const schema = object({ a: { type: "string" }, b: { type: "string" } }, { required: ["a"], not: { required: ["a", "b"] } });
    expect(await found(schema)).toEqual({ a: "string" });
  });

  test("conditions hold, one way or the other", async () => {
    const schema = {
      ...object({ kind: { enum: ["a", "b"] }, size: {} }, { required: ["kind"] }),
      if: { properties: { kind: { const: "a" } } },
      then: { properties: { size: { type: "integer" } }, required: ["size"] },
    };
    expect(await found(schema)).toEqual({ kind: "a", size: 1 });
  });

  test("the tag of a discriminator is that of the alternative", async () => {
    const named = object({ kind: { type: "string" }, name: { type: "string" } }, { required: ["kind"] });
    const schema = {
      oneOf: [ref("Cat"), ref("Dog")],
      discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat" } },
    };
    expect(await found(schema, { Cat: named, Dog: named })).toEqual({ kind: "cat", name: "string" });
  });

  test("what is only written is in no answer, unless it must be", async () => {
    const schema = object({ id: { type: "integer", readOnly: true }, password: { type: "string", writeOnly: true } });
    expect(await found(schema)).toEqual({ id: 1 });
  });
});

describe("it comes to an end", () => {
  test("where a schema leads back to itself", async () => {
    const node = object({ name: { type: "string" }, next: ref("A"), children: { type: "array", items: ref("A") } }, { required: ["name"] });
    expect(await found(node)).toEqual({ name: "string", children: [] });
    expect(await found(object({ self: { anyOf: [ref("A"), { type: "null" }] } }, { required: ["self"] }))).toEqual({ self: null });
  });

  test("with no value, where every one is endless, or none is possible", async () => {
    expect(await found(object({ next: ref("A") }, { required: ["next"] }))).toBeUndefined();
    expect(await found({ type: "string", pattern: "^a$", minLength: 5 })).toBeUndefined();
    expect(await found({ allOf: [{ type: "object" }, { type: "array", minItems: 1 }] })).toBeUndefined();
  });

  test("with what must be there, where there is much", async () => {
    const wide = object(Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`p${String(index)}`, { type: "string" }])));
    const value = await found(wide);
    expect(Object.keys(value ?? {}).length).toBeGreaterThan(50);
    expect(Object.keys(value ?? {}).length).toBeLessThan(70);
  });

  test("soon, where a pattern repeats without end what writes nothing, or has a class of rare characters", async () => {
    expect(await found({ type: "string", pattern: "^(?:(?:(?:){4000}){4000}){4000}$" })).toBeUndefined();
    expect(await found({ type: "string", pattern: "^[\u4e2d-\u4e30]{2}$" })).toBe("\u4e2d\u4e2d");
    expect(await found({ type: "string", pattern: "^[^\\x00-\\u4e2d]$" })).toBe("\u4e2e");
  });

  test("soon, where many ways lead to the same schemas", async () => {
    const both = (name: string): object => ({ allOf: [ref(name), ref(name)] });
    const chain = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`B${String(index)}`, both(`B${String(index + 1)}`)]));
    expect(await found(both("B0"), { ...chain, B50: { type: "string" } })).toBe("string");
  });
});

test("a long example is there with two items of each list, or not at all", async () => {
  const list = Array.from({ length: 500 }, (_, index) => ({ id: index }));
  const { api, instances } = await described({ A: { type: "array", items: object({ id: { type: "integer" } }) }, B: { type: "string" } });
  const [a, b] = ["A", "B"].map((id) => api.schemas.get(id)?.schema);
  if (a === undefined || b === undefined) throw new Error("no schemas");
  expect(instances.first([list], a)).toEqual([{ id: 0 }, { id: 1 }]);
  expect(instances.first(["x".repeat(5000)], b)).toBeUndefined();
});
