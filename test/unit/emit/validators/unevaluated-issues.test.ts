/** What is told beside `unevaluatedProperties` and `unevaluatedItems`. */
import { describe, expect, test } from "vitest";
import type { ValidatorOptions } from "../../../../src/emit/options.js";
import { issuesOf } from "../../../support/schema-cases.js";
import { validatorsOfSchemas } from "../../../support/validators.js";

const radius = { type: "object", required: ["radius"], properties: { radius: { type: "number", exclusiveMinimum: 0 } } };
const sides = { type: "object", required: ["width", "height"], properties: { width: { type: "number" }, height: { type: "number" } } };
const tagged = (kind: string): object => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { const: kind }, size: { type: "number" } },
});

describe.each<ValidatorOptions>([{ mode: "fast" }, { mode: "small" }])("in mode $mode, where no alternative fits", (options) => {
  test.each<[string, object, unknown, readonly string[]]>([
    ["anyOf", { anyOf: [radius, sides] }, { radius: 0 }, ["radius exclusiveMinimum must be greater than 0"]],
    ["oneOf", { oneOf: [radius, sides] }, { radius: 0 }, ["radius exclusiveMinimum must be greater than 0"]],
    ["oneOf in allOf", { allOf: [{ oneOf: [radius, sides] }] }, { radius: 0, x: 1 }, ["radius exclusiveMinimum must be greater than 0"]],
    ["an unknown tag", { oneOf: [tagged("a"), tagged("b")] }, { kind: "c", size: 1 }, ['kind enum must be one of "a", "b"']],
    ["an alternative that fits", { anyOf: [radius, sides] }, { radius: 1, x: 1 }, ["x unevaluatedProperties is not allowed"]],
  ])("%s: nothing that is described is told not to be allowed", async (_name, schema, value, issues) => {
    const { validator, text } = await validatorsOfSchemas({ Shape: { ...schema, unevaluatedProperties: false } }, options);
    expect(issuesOf(validator("ShapeSchema").safeParse(value))).toEqual(issues);
    expect(validator("ShapeSchema").is(value)).toBe(false);
    const guard = /function isShape\([^]*?\n}\n/.exec(text)?.[0] ?? "";
    expect(guard).not.toContain("sawItems");
  });

  test("an item that no alternative fits hides no other issue", async () => {
    const schema = {
      type: "array",
      anyOf: [{ prefixItems: [{ type: "string" }] }, { prefixItems: [{ type: "number" }, { type: "number" }] }],
    };
    const { validator } = await validatorsOfSchemas({ List: { ...schema, unevaluatedItems: false } }, options);
    expect(issuesOf(validator("ListSchema").safeParse([true, 1, 2]))).not.toContain("2 unevaluatedItems is not allowed");
    expect(issuesOf(validator("ListSchema").safeParse(["a", 1]))).toEqual(["1 unevaluatedItems is not allowed"]);
  });
});

describe.each<ValidatorOptions>([
  { mode: "fast" },
  { mode: "small" },
  { mode: "fast", issues: "first" },
  { mode: "small", issues: "first" },
])("in mode $mode, issues $issues, where an alternative refers to the schema around it", (options) => {
  const node = { properties: { next: { $ref: "#/components/schemas/Node" } } };
  const inner = {
    anyOf: [
      { type: "object", ...node },
      { if: { properties: { next: false } }, then: { const: {} } },
    ],
  };
  test.each<[string, object]>([
    ["oneOf", { oneOf: [{ dependentRequired: {} }, { $ref: "#/components/schemas/Node" }] }],
    ["anyOf", { anyOf: [{ required: ["no"] }, { $ref: "#/components/schemas/Node" }] }],
    ["not", { not: { not: { $ref: "#/components/schemas/Node" } } }],
    ["if", { if: { $ref: "#/components/schemas/Node" }, then: {}, else: false }],
    ["allOf", { allOf: [{ $ref: "#/components/schemas/Node" }] }],
  ])("%s: every function that is called is there", async (_name, schema) => {
    for (const unevaluated of ["unevaluatedItems", "unevaluatedProperties"]) {
      const { validator } = await validatorsOfSchemas({ Node: inner, Outer: { ...schema, [unevaluated]: true } }, options);
      for (const value of [{ next: { next: {} } }, { next: 1 }, [], { next: { next: 1 } }, "a"]) {
        const outer = validator("OuterSchema");
        expect(outer.is(value)).toBe(outer.safeParse(value).success);
      }
    }
  });
});
