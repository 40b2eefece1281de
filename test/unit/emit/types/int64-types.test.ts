import { describe, expect, it } from "vitest";
import { emitTypes } from "../../../../src/emit/files/types-file.js";
import { withInt64 } from "../../../../src/model/passes/int64/int64.js";
import { apiOf } from "../../../support/api.js";

const others = {
  Id: "{ type: integer, format: int64 }",
  Plain: "{ type: integer }",
  Tree: "{ type: object, properties: { id: { $ref: '#/components/schemas/Id' }, children: { type: array, items: { $ref: '#/components/schemas/Tree' } } } }",
};

async function typeOf(schema: string, form: "number" | "bigint" | "string"): Promise<string> {
  const schemas = Object.entries({ ...others, S: schema }).map(([key, text]) => `    ${key}: ${text}\n`);
  const api = await apiOf(`openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\ncomponents:\n  schemas:\n${schemas.join("")}`);
  const { text } = emitTypes(withInt64(api, form), { parts: new Set(["types"]), source: "api.yaml", command: "npm run generate" });
  const [, type = ""] = /export type S =([^]*?);\n(?:\n|$)/.exec(text) ?? [];
  return type
    .replace(/\/\*\*[^]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .trim();
}

describe("the type of 64-bit integers follows the form they are held in", () => {
  it.each([
    ["{ type: integer, format: int64 }", "number", "bigint", "string"],
    ["{ type: integer, format: uint64, minimum: 1 }", "number", "bigint", "string"],
    ['{ type: [integer, "null"], format: int64 }', "number | null", "bigint | null", "string | null"],
    ["{ type: [integer, string], format: int64 }", "number | string", "bigint | string", "string"],
    ["{ type: integer, format: int32 }", "number", "number", "number"],
    ["{ type: integer }", "number", "number", "number"],
    ["{ type: number, format: int64 }", "number", "number", "number"],
    ["{ format: int64 }", "unknown", "unknown", "unknown"],
    ["{ type: string, format: int64 }", "string", "string", "string"],
    ["{ type: integer, format: int64, enum: [1, -2] }", "1 | -2", "1n | -2n", '"1" | "-2"'],
    ['{ type: [integer, "null"], format: int64, enum: [1, null] }', "1 | null", "1n | null", '"1" | null'],
    ["{ type: integer, format: int64, const: 0 }", "0", "0n", '"0"'],
    ["{ type: array, items: { type: integer, format: int64 } }", "number[]", "bigint[]", "string[]"],
    [
      "{ type: object, additionalProperties: { type: integer, format: int64 } }",
      "{ [key: string]: number }",
      "{ [key: string]: bigint }",
      "{ [key: string]: string }",
    ],
    [
      "{ type: array, minItems: 2, prefixItems: [{ type: integer, format: int64 }, { type: integer }], items: false }",
      "[number, number]",
      "[bigint, number]",
      "[string, number]",
    ],
    ["{ $ref: '#/components/schemas/Id', minimum: 1 }", "Id", "Id", "Id"],
    ["{ type: integer, allOf: [{ $ref: '#/components/schemas/Id' }] }", "Id & number", "Id & bigint", "Id & string"],
    ["{ allOf: [{ type: integer }, { format: int64 }] }", "number", "bigint", "string"],
    [
      "{ allOf: [{ $ref: '#/components/schemas/Tree' }, { properties: { id: { type: integer, enum: [1, 2] } } }] }",
      "Tree & { id?: 1 | 2 }",
      "Tree & { id?: 1n | 2n }",
      'Tree & { id?: "1" | "2" }',
    ],
    [
      "{ oneOf: [{ type: integer, format: int64 }, { type: string }, { type: 'null' }] }",
      "number | string | null",
      "bigint | string | null",
      "string | null",
    ],
  ])("%s", async (schema, number, bigint, string) => {
    expect([await typeOf(schema, "number"), await typeOf(schema, "bigint"), await typeOf(schema, "string")]).toEqual([
      number,
      bigint,
      string,
    ]);
  });
});
