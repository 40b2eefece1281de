/** What to do about an integer that a number does not hold: the half of the advice that the description does not follow already. */
import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../../support/api.js";

const large = "9007199254740993";
const int64 = "{ type: integer, format: int64 }";
const configure = 'Set `int64` to "bigint" or "string" in the configuration: then it is exact.';

async function hintOf(schema: string): Promise<string | undefined> {
  const { diagnostics } = await outcomeOf(
    `{ openapi: 3.1.0, info: { title: T, version: "1" }, paths: {}, components: { schemas: { A: ${schema}, I: ${int64}, Self: { type: object, properties: { self: { $ref: "#/components/schemas/Self" }, i: ${int64} } } } } }\n`,
  );
  const hints = diagnostics.filter(({ code }) => code === "unsafe-integer").map(({ hint }) => hint);
  expect(hints).toHaveLength(1);
  return hints[0];
}

describe("an integer that a number does not hold", () => {
  it.each([
    ["a value", `{ type: integer, format: int64, enum: [${large}] }`],
    ["a limit", `{ type: integer, format: int64, maximum: ${large} }`],
    ["in a list", `{ type: array, items: ${int64}, default: [1, ${large}] }`],
    ["in a list of a reference", `{ type: array, items: { $ref: "#/components/schemas/I" }, default: [${large}] }`],
    ["at a position", `{ type: array, prefixItems: [{ type: string }, ${int64}], default: [a, ${large}] }`],
    ["in a member", `{ type: object, properties: { a: ${int64} }, default: { a: ${large} } }`],
    ["in any member", `{ type: object, additionalProperties: ${int64}, default: { a: ${large} } }`],
    ["in a part", `{ allOf: [{ type: object, properties: { a: ${int64} } }, { type: object }], default: { a: ${large} } }`],
    ["in an alternative", `{ oneOf: [{ type: array, items: ${int64} }, { type: string }], default: [${large}] }`],
    ["deep inside", `{ $ref: "#/components/schemas/Self", default: { self: { self: { i: ${large} } } } }`],
    ["in a value of a list", `{ type: array, items: ${int64}, enum: [[${large}]] }`],
  ])("of 64 bits asks for the configuration alone: %s", async (_, schema) => {
    expect(await hintOf(schema)).toBe(configure);
  });

  it.each([
    ["in a list", `{ type: array, items: { type: integer }, default: [${large}] }`],
    ["in a member", `{ type: object, properties: { a: { type: integer }, b: ${int64} }, default: { a: ${large}, b: 1 } }`],
    ["in one of two members", `{ type: object, properties: { a: { type: integer }, b: ${int64} }, default: { a: ${large}, b: ${large} } }`],
    ["where nothing is described", `{ type: object, default: { a: ${large} } }`],
  ])("that is not described so asks for that, too: %s", async (_, schema) => {
    expect(await hintOf(schema)).toMatch(/^Describe it as "type: integer" with "format: int64", and set `int64`/);
  });

  it("is looked for once for each part, however many alternatives lead to it", async () => {
    const deep = `${"{ a: ".repeat(60)}${large}${" }".repeat(60)}`;
    const either =
      '{ oneOf: [{ type: object, properties: { a: { $ref: "#/components/schemas/A" } } }, { properties: { a: { $ref: "#/components/schemas/A" } } }, { type: integer }]';
    expect(await hintOf(`${either}, default: ${deep} }`)).toMatch(/^Describe it as/);
  });
});
