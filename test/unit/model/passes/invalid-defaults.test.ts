import { describe, expect, it } from "vitest";
import { defaultsOf } from "../../../../src/model/passes/defaults/default-of.js";
import type { ValidatorOptions } from "../../../../src/emit/options.js";
import { outcomeOf } from "../../../support/api.js";
import { generateTexts } from "../../../support/pipeline.js";
import { validatorsOf } from "../../../support/validators.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const describing = (schemas: object): string =>
  `${JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas } })}\n`;

/** The default that is left to schema `A`, and the codes of what was reported. */
async function left(schemas: object): Promise<readonly [unknown, readonly string[]]> {
  const { value, diagnostics } = await outcomeOf(describing(schemas), { untyped: "any" });
  const schema = value?.schemas.get("A")?.schema;
  if (value === undefined || schema === undefined) throw new Error("no schema A");
  return [defaultsOf(value.schemas)(schema), diagnostics.map(({ code }) => code)];
}

describe("a default", () => {
  it.each<[string, object, unknown]>([
    ["an integer", { type: "integer" }, 1],
    ["a whole number of another spelling", { type: "integer" }, 1.0],
    ["null beside null", { type: ["string", "null"] }, null],
    ["one of an enumeration of objects", { enum: [{ b: 1, a: [1] }] }, { a: [1], b: 1 }],
    ["a length in code points", { type: "string", maxLength: 1 }, "😀"],
    ["one of alternatives", { oneOf: [{ type: "string" }, { type: "integer" }] }, 1],
    ["of a format that is not looked at", { type: "string", format: "email" }, "x"],
    ["what `not` excludes by a format", { not: { type: "string", format: "email" } }, "x"],
    ["what a pattern describes", { patternProperties: { "^x": {} }, additionalProperties: false }, { x: 1 }],
    ["what some alternative may evaluate", { anyOf: [{ properties: { y: {} } }, true], unevaluatedProperties: false }, { y: 1 }],
    ["as deep as a schema that refers to itself", { properties: { a: ref("A") } }, { a: { a: { a: {} } } }],
  ])("stays where it may be valid: %s", async (_what, schema, value) => {
    expect(await left({ A: { ...schema, default: value } })).toEqual([value, []]);
  });

  it.each<[string, object, unknown]>([
    ["another type", { type: "integer" }, "one"],
    ["a fraction", { type: "integer" }, 1.5],
    ["null", { type: "string" }, null],
    ["none of an enumeration", { enum: ["a", "b"] }, "c"],
    ["too small", { minimum: 1 }, 0],
    ["at an exclusive bound", { exclusiveMaximum: 1 }, 1],
    ["too short", { minLength: 1 }, ""],
    ["a wrong item", { items: { type: "string" } }, ["a", 1]],
    ["too many items", { maxItems: 1 }, [1, 2]],
    ["a missing property", { required: ["a"] }, { b: 1 }],
    ["a wrong property", { properties: { a: { type: "string" } } }, { a: 1 }],
    ["a property too many", { properties: { a: {} }, additionalProperties: false }, { b: 1 }],
    ["none of the alternatives", { anyOf: [{ type: "string" }, { type: "null" }] }, 1],
    ["against all of allOf", { allOf: [{ minimum: 0 }, { maximum: 5 }] }, 6],
    ["what is referred to", { allOf: [ref("Name")] }, 1],
    ["against the pattern", { type: "string", pattern: "^a$" }, "b"],
    ["an item against the pattern", { items: { type: "string", pattern: "^a$" } }, ["a", "b"]],
    ["an integer of 64 bits that a number does not hold", { type: "integer", format: "int64" }, 2 ** 63],
    ["never valid", { not: {}, allOf: [false] }, 1],
    ["what `not` excludes", { not: { type: "integer" } }, 1],
    ["a name that no pattern takes", { patternProperties: { "^x": {} }, additionalProperties: false }, { y: 1 }],
  ])("is left out and reported where it is %s", async (_what, schema, value) => {
    expect(await left({ A: { ...schema, default: value }, Name: { type: "string" } })).toEqual([undefined, ["default-invalid"]]);
  });

  it("that is referred to is none where the schema around it refuses it", async () => {
    expect(await left({ A: { allOf: [ref("B")], maximum: 5 }, B: { type: "integer", default: 6 } })).toEqual([undefined, []]);
    expect(await left({ A: { allOf: [ref("B")], maximum: 7 }, B: { type: "integer", default: 6 } })).toEqual([6, []]);
  });

  it("is reported once, at its own place", async () => {
    const { diagnostics } = await outcomeOf(
      describing({ A: { type: "object", properties: { b: { type: "integer", default: "1" } } }, C: ref("A") }),
    );
    expect(diagnostics).toMatchObject([{ code: "default-invalid", at: { pointer: "/components/schemas/A/properties/b/default" } }]);
  });
});

describe("a default that is held against what the validators check", () => {
  const defaultIn = async (schema: object, validators: ValidatorOptions = {}): Promise<readonly [unknown, readonly string[]]> => {
    const schemas = { D: { type: "string", format: "date" }, A: { type: "object", properties: { a: schema } } };
    const { api, diagnostics } = await generateTexts({ "api.json": describing(schemas) }, ["types", "validators"], { validators });
    if (api === undefined) throw new Error("not generated");
    const { validator } = await validatorsOf(api, validators);
    const codes = diagnostics.flatMap(({ code }) => (code === "default-invalid" ? [code] : []));
    return [validator("ASchema").parse({}), codes];
  };

  it.each<[string, object]>([
    ["a format of texts", { type: "string", format: "date", default: "today" }],
    ["a format of numbers", { type: "integer", format: "int32", default: 3_000_000_000 }],
    ["a divisor", { type: "integer", multipleOf: 2, default: 1 }],
    ["a divisor that is a fraction", { type: "number", multipleOf: 0.1, default: 0.25 }],
    ["a format in items", { type: "array", items: { type: "string", format: "date" }, default: ["today"] }],
    ["a format behind a reference", { ...ref("D"), default: "today" }],
  ])("%s refuses it", async (_, schema) => {
    expect(await defaultIn(schema)).toEqual([{}, ["default-invalid"]]);
  });

  it("and is kept where they take it, or do not look", async () => {
    expect(await defaultIn({ type: "string", format: "date", default: "2030-12-05" })).toEqual([{ a: "2030-12-05" }, []]);
    expect(await defaultIn({ type: "number", multipleOf: 0.1, default: 0.3 })).toEqual([{ a: 0.3 }, []]);
    expect(await defaultIn({ type: "string", format: "date", default: "today" }, { formats: "annotate" })).toEqual([{ a: "today" }, []]);
  });
});
