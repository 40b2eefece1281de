import { describe, expect, it } from "vitest";
import type { ValidatorOptions } from "../../../../src/emit/options.js";
import { emitValidators } from "../../../../src/emit/files/validators-file.js";
import { withInt64 } from "../../../../src/model/passes/int64/int64.js";
import { apiOf } from "../../../support/api.js";
import { validatorsOf } from "../../../support/validators.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const withDefault = (name: string, value: unknown, more: object = {}) => ({
  type: "object",
  properties: { [name]: { default: value } },
  ...more,
});

/** Validators of schemas that a body of a request leads to. */
async function validators(schemas: Readonly<Record<string, unknown>>, options: ValidatorOptions = {}) {
  const bodies = Object.keys(schemas).map((name) => [
    `/${name}`,
    { post: { operationId: `send${name}`, requestBody: { content: { "application/json": { schema: ref(name) } } }, responses: {} } },
  ]);
  const description = {
    openapi: "3.1.0",
    info: { title: "Api", version: "1" },
    paths: Object.fromEntries(bodies) as object,
    components: { schemas },
  };
  return validatorsOf(await apiOf(`${JSON.stringify(description)}\n`, { untyped: "any" }), options);
}

/** What the validator of schema `A` makes of a value. */
async function parsed(
  schemas: Readonly<Record<string, unknown>>,
  value: unknown,
  options?: { readonly defaults?: boolean },
): Promise<unknown> {
  const { validator } = await validators(schemas);
  const result = validator("ASchema").safeParse(value, options);
  if (!result.success) throw new Error(result.issues.join("; "));
  return result.data;
}

const cat = { type: "object", required: ["kind"], properties: { kind: { const: "cat" }, lives: { type: "integer", default: 9 } } };
const dog = { type: "object", required: ["kind"], properties: { kind: { const: "dog" }, legs: { type: "integer", default: 4 } } };

describe("what a validator gives back", () => {
  it.each<[string, Readonly<Record<string, unknown>>, unknown, unknown]>([
    ["the default of a property that is absent", { A: withDefault("a", 1) }, {}, { a: 1 }],
    ["what is there, null included", { A: withDefault("a", 1) }, { a: null, b: 2 }, { a: null, b: 2 }],
    [
      "the default that a reference leads to",
      { A: { type: "object", properties: { a: ref("B") } }, B: { type: "string", default: "x" } },
      {},
      { a: "x" },
    ],
    [
      "defaults inside a default",
      { A: { properties: { in: { ...withDefault("a", { b: [{}] }), default: {} } } } },
      {},
      { in: { a: { b: [{}] } } },
    ],
    [
      "defaults inside a default that a reference leads to",
      {
        A: { properties: { in: { ...ref("B"), default: {} } } },
        B: { properties: { list: { items: withDefault("a", 1), default: [{}, { a: 2 }] } } },
      },
      {},
      { in: { list: [{ a: 1 }, { a: 2 }] } },
    ],
    [
      "a default that would hold itself, as it is written",
      { A: { properties: { next: { ...ref("A"), default: {} }, a: { default: 1 } } } },
      {},
      { next: {}, a: 1 },
    ],
    [
      "what ends a default that may hold itself",
      { A: { properties: { next: { ...ref("A"), default: { next: null } }, a: { default: 1 } } } },
      {},
      { next: { next: null, a: 1 }, a: 1 },
    ],
    ["nothing for what must be there", { A: withDefault("a", 1, { required: ["a"] }) }, { a: 2 }, { a: 2 }],
    ["defaults inside properties", { A: { properties: { in: withDefault("a", 1) } } }, { in: {} }, { in: { a: 1 } }],
    ["nothing for what is not there to have an inside", { A: { properties: { in: withDefault("a", 1) } } }, {}, {}],
    ["defaults inside lists", { A: { items: withDefault("a", 1) } }, [{}, { a: 2 }], [{ a: 1 }, { a: 2 }]],
    [
      "defaults by position",
      { A: { prefixItems: [{}, withDefault("a", 1)], items: withDefault("b", 2) } },
      [{}, {}, {}],
      [{}, { a: 1 }, { b: 2 }],
    ],
    [
      "defaults in lists of lists",
      { A: { type: "array", items: { type: "array", items: withDefault("a", 1) } } },
      [[{}], []],
      [[{ a: 1 }], []],
    ],
    [
      "defaults of other properties",
      { A: { properties: { known: {} }, additionalProperties: withDefault("a", 1) } },
      { known: {}, other: {} },
      { known: {}, other: { a: 1 } },
    ],
    [
      "those said in place before those referred to",
      {
        A: { allOf: [ref("B"), withDefault("a", "own")] },
        B: withDefault("a", "base", { properties: { a: { default: "base" }, b: { default: 2 } } }),
      },
      {},
      { a: "own", b: 2 },
    ],
    ["defaults of all of allOf", { A: { allOf: [withDefault("a", 1), { allOf: [withDefault("b", 2)] }] } }, {}, { a: 1, b: 2 }],
    ["those of the alternative that fits", { A: { oneOf: [cat, dog] } }, { kind: "dog" }, { kind: "dog", legs: 4 }],
    [
      "those of all alternatives that fit",
      { A: { anyOf: [withDefault("a", 1), withDefault("b", 2), { type: "object", required: ["c"], properties: { d: { default: 1 } } }] } },
      {},
      { a: 1, b: 2 },
    ],
    [
      "those of the alternative that fits, where one of them does not say its tag",
      {
        A: { oneOf: [ref("B"), { type: "object", ...ref("C") }], discriminator: { propertyName: "kind" } },
        B: { type: "object", required: ["kind"], properties: { kind: { const: "b" }, b: { default: 1 } } },
        C: { type: "object", required: ["kind", "size"], properties: { kind: { type: "string" }, c: { default: 2 } } },
      },
      { kind: "other", size: 1 },
      { kind: "other", size: 1, c: 2 },
    ],
    [
      "those of the alternative that a tag means",
      {
        A: { oneOf: [ref("B"), ref("C")], discriminator: { propertyName: "kind" } },
        B: { type: "object", required: ["kind"], properties: { kind: { type: "string" }, b: { default: 1 } } },
        C: { type: "object", required: ["kind"], properties: { kind: { type: "string" }, c: { default: 2 } } },
      },
      { kind: "C" },
      { kind: "C", c: 2 },
    ],
    [
      "those of an alternative beside others",
      { A: { properties: { x: { default: 0 } }, oneOf: [cat, dog] } },
      { kind: "cat" },
      { kind: "cat", x: 0, lives: 9 },
    ],
    [
      "those of the branch of a condition",
      { A: { if: { required: ["a"] }, then: withDefault("b", 1), else: withDefault("c", 2) } },
      {},
      { c: 2 },
    ],
    [
      "nothing of what is only asked",
      { A: { not: { required: ["z"], properties: { a: { default: 1 } } }, if: withDefault("b", 1) } },
      {},
      {},
    ],
    ["values of other types as they are", { A: { properties: { a: { default: 1 } } } }, "text", "text"],
  ])("is, or has, %s", async (_what, schemas, value, expected) => {
    expect(await parsed(schemas, value)).toEqual(expected);
  });

  it("is completed as what extends a parent, where a tag says so, and as the parent else", async () => {
    const schemas = {
      A: {
        type: "object",
        required: ["kind"],
        properties: { kind: { type: "string" }, a: { default: 1 } },
        discriminator: { propertyName: "kind" },
      },
      B: { allOf: [ref("A"), withDefault("b", 2)] },
    };
    expect(await parsed(schemas, { kind: "B" })).toEqual({ kind: "B", a: 1, b: 2 });
    expect(await parsed(schemas, { kind: "A" })).toEqual({ kind: "A", a: 1 });
  });

  it("goes as deep as a value that refers to itself", async () => {
    const schemas = { A: { type: "object", properties: { next: ref("A"), size: { type: "integer", default: 1 } } } };
    expect(await parsed(schemas, { next: { next: {} } })).toEqual({ size: 1, next: { size: 1, next: { size: 1 } } });
  });

  it("is a copy as far as anything is said, and shares the rest", async () => {
    const { validator } = await validators({ A: { type: "object", properties: { in: withDefault("a", 1), rest: {} } } });
    const value = { in: {}, rest: { deep: [] } };
    const made = validator("ASchema").parse(value) as typeof value;
    expect(value).toEqual({ in: {}, rest: { deep: [] } });
    expect(made).toEqual({ in: { a: 1 }, rest: { deep: [] } });
    expect(made.rest).toBe(value.rest);
  });

  it("is the value itself where a schema has nothing to complete, and nothing is printed for it", async () => {
    const { validator, text } = await validators({ A: { type: "object", properties: { a: { type: "string" } } } });
    const value = { a: "x" };
    expect(validator("ASchema").parse(value)).toBe(value);
    expect(text).not.toContain("complete");
  });

  it("has defaults of its own, which nobody else changes", async () => {
    const { validator } = await validators({ A: withDefault("a", { list: [1] }) });
    const first = validator("ASchema").parse({}) as { a: { list: number[] } };
    first.a.list.push(2);
    expect(validator("ASchema").parse({})).toEqual({ a: { list: [1] } });
  });

  it("may have names that every object has, and no other prototype", async () => {
    const names = ["__proto__", "constructor", "toString"];
    const schema = {
      A: {
        type: "object",
        properties: Object.fromEntries(names.map((name) => [name, { default: { own: name } }])),
        additionalProperties: withDefault("a", 1),
      },
    };
    const made = (await parsed(schema, JSON.parse('{ "hasOwnProperty": {}, "constructor": 1 }'))) as object;
    expect(Object.entries(made)).toEqual([
      ["hasOwnProperty", { a: 1 }],
      ["constructor", 1],
      ["__proto__", { own: "__proto__" }],
      ["toString", { own: "toString" }],
    ]);
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
    expect({}).not.toHaveProperty("own");
  });

  it("keeps an own __proto__ that was sent, completed", async () => {
    const schema = { A: { type: "object", properties: { other: { default: 1 } }, additionalProperties: withDefault("a", 1) } };
    const made = (await parsed(schema, JSON.parse('{ "__proto__": {} }'))) as object;
    expect(Object.entries(made)).toEqual([
      ["__proto__", { a: 1 }],
      ["other", 1],
    ]);
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
  });

  it("is the same from parse, safeParse and the standard schema; a guard completes nothing", async () => {
    const { validator } = await validators({ A: withDefault("a", 1) });
    const schema = validator("ASchema");
    const value = {};
    expect(schema.safeParse(value)).toEqual({ success: true, data: { a: 1 } });
    expect(schema["~standard"].validate(value)).toEqual({ value: { a: 1 } });
    expect(schema.is(value)).toBe(true);
    expect(value).toEqual({});
  });

  it("has no defaults where they are not wanted", async () => {
    expect(await parsed({ A: withDefault("a", 1) }, {}, { defaults: false })).toEqual({});
  });

  it("is without what is read-only, defaults or not, whatever its value was", async () => {
    const schema = {
      A: {
        type: "object",
        required: ["id"],
        properties: { id: { type: "integer", readOnly: true }, a: { default: 1 } },
        additionalProperties: false,
      },
    };
    const { validator } = await validators(schema);
    expect(validator("ASchema").parse({ id: "any" })).toEqual({ a: 1 });
    expect(validator("ASchema").safeParse({ id: null }, { defaults: false })).toEqual({ success: true, data: {} });
    expect(validator("ASchema").is({ id: 1, other: 2 })).toBe(false);
  });

  it("is the same from small validators", async () => {
    const { validator } = await validators({ A: { oneOf: [cat, dog] } }, { mode: "small" });
    expect(validator("ASchema").parse({ kind: "cat" })).toEqual({ kind: "cat", lives: 9 });
  });

  it.each([
    ["bigint", "BigInt(20)"],
    ["string", '"20"'],
  ] as const)("has 64-bit integers in the form of a %s", async (int64, written) => {
    const schemas = { A: { type: "object", properties: { a: { type: "integer", format: "int64", default: 20 } } } };
    const description = { openapi: "3.1.0", info: { title: "Api", version: "1" }, paths: {}, components: { schemas } };
    const api = withInt64(await apiOf(`${JSON.stringify(description)}\n`), int64);
    const { text } = emitValidators(api, { parts: new Set(["types", "validators"]), source: "a", command: "b", int64 });
    expect(text).toContain(`if (fill && copy["a"] === undefined) copy["a"] = ${written};`);
  });

  it("reads as a person would write it", async () => {
    const { text } = await validators({
      A: {
        type: "object",
        properties: {
          id: { type: "integer", readOnly: true },
          status: { type: "string", default: "new" },
          owner: ref("Owner"),
          tags: { type: "array", items: withDefault("color", "red") },
        },
      },
      Owner: { type: "object", properties: { country: { type: "string", default: "XX" }, zip: { default: null } } },
      Beast: {
        oneOf: [ref("Cat"), ref("Dog")],
        discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" } },
      },
      Cat: cat,
      Dog: dog,
      Either: { anyOf: [ref("Cat"), ref("Dog")] },
    });
    expect(functionsNamed(text, "complete")).toMatchInlineSnapshot(`
      "function completeA(value: unknown, fill: boolean): unknown {
        if (!isObject(value)) return value;
        const copy = { ...value };
        delete copy["id"];
        if (copy["owner"] !== undefined) copy["owner"] = completeOwner(copy["owner"], fill);
        if (copy["tags"] !== undefined) copy["tags"] = completeItems(copy["tags"], fill, completeATagsItem);
        if (fill && copy["status"] === undefined) copy["status"] = "new";
        return copy;
      }

      function completeATagsItem(value: unknown, fill: boolean): unknown {
        if (!isObject(value)) return value;
        const copy = { ...value };
        if (fill && copy["color"] === undefined) copy["color"] = "red";
        return copy;
      }

      function completeOwner(value: unknown, fill: boolean): unknown {
        if (!isObject(value)) return value;
        const copy = { ...value };
        if (fill) {
          if (copy["country"] === undefined) copy["country"] = "XX";
          if (copy["zip"] === undefined) copy["zip"] = null;
        }
        return copy;
      }

      function completeBeast(value: unknown, fill: boolean): unknown {
        switch (isObject(value) ? value["kind"] : undefined) {
          case "cat":
            return completeCat(value, fill);
          case "dog":
            return completeDog(value, fill);
        }
        return value;
      }

      function completeCat(value: unknown, fill: boolean): unknown {
        if (!isObject(value)) return value;
        const copy = { ...value };
        if (fill && copy["lives"] === undefined) copy["lives"] = 9;
        return copy;
      }

      function completeDog(value: unknown, fill: boolean): unknown {
        if (!isObject(value)) return value;
        const copy = { ...value };
        if (fill && copy["legs"] === undefined) copy["legs"] = 4;
        return copy;
      }

      function completeEither(value: unknown, fill: boolean): unknown {
        let result = value;
        if (isCat(value)) result = completeCat(result, fill);
        if (isDog(result)) result = completeDog(result, fill);
        return result;
      }"
    `);
    expect(text).toContain("export const ASchema: Validator<A, AParsed> = /* @__PURE__ */ validator(checkA, isA, completeA);");
  });
});

function functionsNamed(text: string, start: string): string {
  return [...text.matchAll(/^function (\w+)\([^]*?^\}/gm)]
    .filter(([, name = ""]) => name.startsWith(start))
    .map(([found]) => found)
    .join("\n\n");
}

describe("an alternative with nothing to fill in", () => {
  const tag = (value: string) => ({ type: "object", required: ["t"], properties: { t: { const: value } } });
  const other = { type: "object", properties: { t: { type: "string" }, o: { default: "o" } } };

  it.each([
    ["alone", {}],
    ["beside members", { properties: { x: { default: 1 } } }],
  ])("is not what any other tag means, %s", async (_, around) => {
    const discriminator = { propertyName: "t", mapping: { b: ref("B").$ref }, defaultMapping: ref("O").$ref };
    const schemas = { A: { ...around, oneOf: [ref("B"), ref("O")], discriminator }, B: tag("b"), O: other };
    const { validator } = await validatorsOf(
      await apiOf(`${JSON.stringify({ openapi: "3.2.0", info: { title: "Api", version: "1" }, paths: {}, components: { schemas } })}\n`),
    );
    const added = "properties" in around ? { x: 1 } : {};
    expect(validator("ASchema").parse({ t: "b" })).toEqual({ t: "b", ...added });
    expect(validator("ASchema").parse({ t: "z" })).toEqual({ t: "z", o: "o", ...added });
    expect(validator("ASchema").parse({})).toEqual({ o: "o", ...added });
  });
});
