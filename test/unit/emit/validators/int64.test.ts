import { describe, expect, test } from "vitest";
import { withInt64 } from "../../../../src/model/passes/int64/int64.js";
import { apiOf } from "../../../support/api.js";
import { validatorsOf } from "../../../support/validators.js";

const max = 9223372036854775807n;
const min = -9223372036854775808n;

/** Of two types. */
const impossible = { type: "object", allOf: [{ type: "integer", format: "int64" }] };

/** Schemas with what is valid and what is not; bigints stand for 64-bit integers in the form at hand. */
const cases: readonly { readonly schema: object; readonly accepts: readonly unknown[]; readonly refuses: readonly unknown[] }[] = [
  { schema: { type: "integer", format: "int64" }, accepts: [0n, max, min], refuses: [max + 1n, min - 1n, null, true, {}, []] },
  { schema: { type: "integer", format: "uint64" }, accepts: [0n, 18446744073709551615n], refuses: [-1n, 18446744073709551616n] },
  { schema: { type: ["integer", "null"], format: "int64" }, accepts: [1n, null], refuses: [undefined, false] },
  { schema: { type: "integer", format: "int64", minimum: 5, maximum: 10 }, accepts: [5n, 10n], refuses: [4n, 11n, max] },
  { schema: { type: "integer", format: "int64", exclusiveMinimum: 5, exclusiveMaximum: 10 }, accepts: [6n, 9n], refuses: [5n, 10n] },
  { schema: { type: "integer", format: "int64", multipleOf: 0.1 }, accepts: [0n, 5n, -7n], refuses: [] },
  { schema: { type: "integer", format: "int64", multipleOf: 1.5 }, accepts: [0n, 3n, -6n], refuses: [1n, 2n] },
  { schema: { type: "integer", format: "int64", multipleOf: 5e-324 }, accepts: [0n, 5n, max], refuses: [] },
  { schema: { type: "integer", format: "int64", multipleOf: 5 }, accepts: [0n, -10n, 9223372036854775805n], refuses: [1n, max] },
  { schema: { type: "integer", format: "int64", enum: [1, -2] }, accepts: [1n, -2n], refuses: [2n, 0n] },
  { schema: { type: "integer", format: "int64", const: 7 }, accepts: [7n], refuses: [8n] },
  // Two functions of one name: of 64-bit integers that are held as text, and of texts that hold one.
  ...[["integer", "string"] as const, ["string", "integer"] as const].flatMap((types) =>
    ["int64", "uint64"].map((format) => ({
      schema: { type: "object", properties: Object.fromEntries(types.map((type) => [type, { type, format }])) },
      accepts: [{}, { integer: 7n, string: "7" }],
      refuses: [{ string: "a" }, { string: "-" }, { string: "1.5" }, { integer: "a" }],
    })),
  ),
  { schema: { type: ["integer", "null"], format: "int64", enum: [1, null] }, accepts: [1n, null], refuses: [2n] },
  {
    schema: { type: "array", uniqueItems: true, items: { type: "integer", format: "int64" } },
    accepts: [[], [1n, max]],
    refuses: [[1n, 1n], [null]],
  },
  {
    schema: { type: "object", additionalProperties: { type: "integer", format: "int64" } },
    accepts: [{}, { a: max }],
    refuses: [{ a: null }],
  },
  {
    schema: { type: "array", prefixItems: [{ type: "integer", format: "int64" }, { type: "integer" }] },
    accepts: [[1n, 1]],
    refuses: [[1n, 1.5]],
  },
  // What no value is takes none, wherever it stands.
  { schema: { type: "array", items: impossible }, accepts: [[]], refuses: [[{}], [1n], [null]] },
  { schema: { type: "array", prefixItems: [impossible], items: impossible }, accepts: [[]], refuses: [[{}], [1n]] },
  { schema: { type: "array", contains: impossible, minContains: 0, unevaluatedItems: impossible }, accepts: [[]], refuses: [[{}], [1n]] },
  { schema: { type: "object", additionalProperties: impossible }, accepts: [{}], refuses: [{ a: {} }, { a: 1n }] },
  {
    schema: { type: "object", properties: { a: impossible }, patternProperties: { "^b": impossible } },
    accepts: [{}],
    refuses: [{ a: {} }, { b: 1n }],
  },
  {
    schema: { anyOf: [impossible, { type: "array", items: { ...impossible, type: ["object", "null"] } }] },
    accepts: [[]],
    refuses: [{}, 1n, [{}], [null]],
  },
  { schema: { allOf: [{ type: "integer" }, { format: "int64" }, { minimum: 1 }] }, accepts: [1n, max], refuses: [0n] },
  { schema: { type: "integer", allOf: [{ $ref: "#/components/schemas/Id" }], minimum: 1 }, accepts: [1n, max], refuses: [0n] },
  { schema: { $ref: "#/components/schemas/Id", maximum: 5 }, accepts: [5n], refuses: [6n] },
  {
    schema: { anyOf: [{ $ref: "#/components/schemas/Id" }, { type: "boolean" }, { type: "null" }] },
    accepts: [max, true, null],
    refuses: [{}, []],
  },
  { schema: { oneOf: [{ $ref: "#/components/schemas/Id" }, { type: "object" }] }, accepts: [max, {}], refuses: [true] },
  { schema: { type: "integer", format: "int64", not: { const: 3 } }, accepts: [4n], refuses: [3n] },
  {
    schema: {
      oneOf: [1, 2].map((kind) => ({
        type: "object",
        required: ["kind"],
        properties: { kind: { type: "integer", format: "int64", const: kind }, [`a${String(kind)}`]: { type: "string" } },
      })),
    },
    accepts: [
      { kind: 1n, a1: "x" },
      { kind: 2n, a1: 5 },
    ],
    refuses: [{ kind: 1n, a1: 5 }, { kind: 3n }, {}],
  },
];

describe.each(["bigint", "string"] as const)("64-bit integers as %s", (as) => {
  const held = (value: unknown): unknown => {
    if (typeof value === "bigint") return as === "bigint" ? value : value.toString();
    if (Array.isArray(value)) return value.map(held);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, held(member)]));
  };
  const validatorOf = async (schema: object) => {
    const schemas = { Id: { type: "integer", format: "int64" }, S: schema };
    const description = { openapi: "3.1.0", info: { title: "Api", version: "1" }, paths: {}, components: { schemas } };
    const api = withInt64(await apiOf(`${JSON.stringify(description)}\n`), as);
    const [fast, small] = [await validatorsOf(api), await validatorsOf(api, { mode: "small" })];
    return [fast.validator("SSchema"), small.validator("SSchema")];
  };
  test.each(cases)("$schema", async ({ schema, accepts, refuses }) => {
    for (const validator of await validatorOf(schema)) {
      for (const value of accepts) expect([value, validator.safeParse(held(value))]).toEqual([value, { success: true, data: held(value) }]);
      for (const value of refuses) {
        const result = validator.safeParse(held(value));
        expect([value, result.success, validator.is(held(value))]).toEqual([value, false, false]);
        // What is wrong can be told in JSON.
        if (!result.success) expect(() => JSON.stringify(result.issues)).not.toThrow();
      }
    }
  });
  test("nothing else passes for one", async () => {
    const others = as === "bigint" ? [1, "1", 1.5] : [1, 1n, "", "x", "1.5", "1e3", "+1", "01", " 1", "-"];
    for (const validator of await validatorOf({ type: "integer", format: "int64" }))
      for (const value of others) expect([value, validator.is(value), validator.safeParse(value).success]).toEqual([value, false, false]);
  });
});
