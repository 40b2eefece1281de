import { describe, expect, test } from "vitest";
import { issuesOf } from "../../../support/schema-cases.js";
import { validatorsOfSchemas } from "../../../support/validators.js";

const ref = (name: string): unknown => ({ $ref: `#/components/schemas/${name}` });
const discriminator = { propertyName: "kind" };
// Many descriptions leave out the type.
const a = { required: ["kind", "y"], properties: { kind: { enum: ["A"] }, y: { type: "string" } } };
const b = { type: "object", required: ["x"], properties: { x: { type: "integer" } } };

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
