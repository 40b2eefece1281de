import { describe, expect, test } from "vitest";
import type { Schema } from "../../../src/model/ir/schema.js";
import { generateTexts } from "../../support/pipeline.js";
import { createSampler, Unsatisfiable, type SampleOptions } from "../../support/sample.js";
import { isValid, type Schemas } from "../../support/valid.js";

async function read(schemas: Readonly<Record<string, unknown>>): Promise<{ readonly schemas: Schemas; readonly first: Schema }> {
  const description = { openapi: "3.1.0", info: { title: "Things", version: "1" }, paths: {}, components: { schemas } };
  const { api } = await generateTexts({ "things.json": JSON.stringify(description) }, ["types"], { untyped: "any" });
  const first = [...(api?.schemas.values() ?? [])][0]?.schema;
  if (api === undefined || first === undefined) throw new Error("The description was refused");
  return { schemas: api.schemas, first };
}

const json: SampleOptions = { seed: 1, direction: "request", carrier: "json", optional: "all" };

describe("a sample", () => {
  test.each<[what: string, schemas: Readonly<Record<string, unknown>>]>([
    ["bounds", { A: { type: "integer", minimum: 3, exclusiveMaximum: 5, multipleOf: 2 } }],
    ["a pattern and a length", { A: { type: "string", pattern: "^[a-f]+$", minLength: 12, maxLength: 14 } }],
    [
      "every part of allOf",
      {
        A: { allOf: [{ type: "object", required: ["a"] }, { properties: { a: { enum: [1, 2] } } }, { properties: { a: { minimum: 2 } } }] },
      },
    ],
    [
      "exactly one of oneOf",
      {
        A: {
          oneOf: [
            { type: "integer", minimum: 5 },
            { type: "integer", maximum: 9 },
          ],
        },
      },
    ],
    ["not", { A: { enum: ["a", "b"], not: { const: "a" } } }],
    ["unique items", { A: { type: "array", items: { enum: ["a", "b", "c"] }, minItems: 3, uniqueItems: true } }],
    ["contains", { A: { type: "array", items: { type: "integer" }, contains: { const: 7 }, minContains: 2 } }],
    ["a closed object", { A: { type: "object", additionalProperties: false, minProperties: 1, properties: { a: { type: "null" } } } }],
    [
      "names of properties",
      { A: { type: "object", minProperties: 2, propertyNames: { pattern: "^x-[a-z]{3}$" }, additionalProperties: { type: "boolean" } } },
    ],
    ["if and then", { A: { type: "object", properties: { a: { type: "boolean" } }, if: { required: ["a"] }, then: { required: ["b"] } } }],
    [
      "a tree",
      {
        A: { type: "object", required: ["next"], properties: { next: { anyOf: [{ $ref: "#/components/schemas/A" }, { type: "null" }] } } },
      },
    ],
    [
      "a discriminator",
      {
        A: {
          oneOf: [{ $ref: "#/components/schemas/B" }, { $ref: "#/components/schemas/C" }],
          discriminator: { propertyName: "kind", mapping: { b: "B", c: "C" } },
        },
        B: { type: "object", required: ["kind"], properties: { kind: { type: "string" } } },
        C: { type: "object", required: ["kind"], properties: { kind: { type: "string" } } },
      },
    ],
    [
      "a discriminator of a parent, with children of children",
      {
        A: {
          type: "object",
          required: ["kind"],
          properties: { kind: { type: "string" }, next: { $ref: "#/components/schemas/A" } },
          discriminator: { propertyName: "kind", mapping: { b: "B" } },
        },
        B: { allOf: [{ $ref: "#/components/schemas/A" }, { required: ["b"], properties: { b: { type: "integer" } } }] },
        C: {
          allOf: [{ $ref: "#/components/schemas/B" }, { required: ["c"], properties: { kind: { const: "sea" }, c: { type: "integer" } } }],
        },
      },
    ],
  ])("satisfies %s, whatever the seed", async (_what, written) => {
    const { schemas, first } = await read(written);
    const sample = createSampler(schemas);
    for (let seed = 0; seed < 30; seed += 1) {
      for (const optional of ["all", "some", "none"] as const)
        expect(isValid(schemas, first, sample(first, { ...json, seed, optional }))).toBe(true);
    }
  });

  test("is the same for the same seed, and another for another", async () => {
    const { schemas, first } = await read({ A: { type: "array", items: { type: "string" }, minItems: 5 } });
    const sample = createSampler(schemas);
    expect(sample(first, json)).toEqual(sample(first, json));
    expect(sample(first, json)).not.toEqual(sample(first, { ...json, seed: 2 }));
  });

  test("leaves out what a request does not send, and what a response does not", async () => {
    const { schemas, first } = await read({
      A: { type: "object", properties: { id: { type: "string", readOnly: true }, secret: { type: "string", writeOnly: true } } },
    });
    const sample = createSampler(schemas);
    expect(Object.keys(sample(first, json) as object)).toEqual(["secret"]);
    expect(Object.keys(sample(first, { ...json, direction: "response" }) as object)).toEqual(["id"]);
  });

  test("of nothing that can be is refused", async () => {
    const { schemas, first } = await read({ A: { allOf: [{ type: "string" }, { type: "integer" }] } });
    expect(() => createSampler(schemas)(first, json)).toThrow(Unsatisfiable);
  });
});

describe("the interpreter", () => {
  test.each<[schema: unknown, valid: readonly unknown[], invalid: readonly unknown[]]>([
    [{ type: ["integer", "null"] }, [1, null, 1e3], [1.5, "1", {}]],
    [{ const: { a: [1, { b: 2 }] } }, [{ a: [1, { b: 2 }] }], [{ a: [1, { b: 3 }] }, { a: [1] }]],
    [{ multipleOf: 0.01 }, [0.07, 19.99, "x"], [0.075]],
    [{ minLength: 2 }, ["ab", "😀😀", 1], ["a", "😀"]],
    [{ prefixItems: [{ type: "string" }], items: { type: "integer" } }, [["a", 1], [], "x"], [[1], ["a", "b"]]],
    [{ dependentRequired: { a: ["b"] } }, [{}, { b: 1 }, { a: 1, b: 1 }], [{ a: 1 }]],
    [{ patternProperties: { "^x": { type: "integer" } }, additionalProperties: false }, [{ x1: 1 }, {}], [{ x1: "a" }, { y: 1 }]],
    [
      { uniqueItems: true },
      [
        [1, "1", { a: 1 }],
        [{ a: 1 }, { a: 2 }],
      ],
      [
        [1, 1],
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      ],
    ],
    [{ oneOf: [{ type: "integer" }, { minimum: 2 }] }, [1, 2.5, "x"], [3]],
    [{ if: { required: ["a"] }, then: { required: ["b"] }, else: { required: ["c"] } }, [{ a: 1, b: 1 }, { c: 1 }], [{ a: 1 }, {}]],
  ])("reads %j", async (written, valid, invalid) => {
    const { schemas, first } = await read({ A: written });
    expect(valid.filter((value) => !isValid(schemas, first, value))).toEqual([]);
    expect(invalid.filter((value) => isValid(schemas, first, value))).toEqual([]);
  });
});
