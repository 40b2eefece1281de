/** Whatever `parse` gives, `is` takes: defaults of alternatives where another choice, beside them or further out, looks at the same member. */
import { beforeAll, describe, expect, it } from "vitest";
import { apiOf } from "../../../support/api.js";
import { validatorsOf, type Compiled } from "../../../support/validators.js";

const object = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
const int = { type: "integer" };
const x = { type: "string", default: "x" };
const bool = { type: "boolean" };

/** Two schemas that say something of one member: the first has a default, which the second refuses. */
const pairs: Readonly<Record<string, readonly [gives: object, refuses: object]>> = {
  type: [object({ k: x }), object({ k: bool })],
  format: [object({ k: x }), object({ k: { type: "string", format: "date" } })],
  pattern: [object({ k: x }), { type: "object", patternProperties: { "^k": { type: "string", pattern: "^y" } } }],
  closed: [object({ k: x }), object({ j: int }, { additionalProperties: false })],
  member: [object({ m: object({ k: x }) }), object({ m: object({ k: bool }) })],
  item: [object({ m: { type: "array", items: object({ k: x }) } }), object({ m: { type: "array", items: object({ k: bool }) } })],
  branch: [{ type: "object", if: { required: ["j"] }, else: object({ k: x }) }, object({ k: bool })],
  part: [{ allOf: [object({ k: x }), object({ j: int })] }, object({ k: bool })],
  inner: [{ oneOf: [object({ k: x }), int] }, { anyOf: [object({ k: bool }), int] }],
};

const choices = ["anyOf", "oneOf"] as const;

/** Where both stand. */
const placed = (gives: object, refuses: object): Readonly<Record<string, object>> => {
  const schemas: Record<string, object> = {};
  for (const [one, other] of choices.flatMap((each) => choices.map((also) => [each, also] as const))) {
    const [giving, refusing] = [{ [one]: [int, gives] }, { [other]: [int, refuses] }];
    schemas[`${one} and ${other} in allOf`] = { allOf: [giving, refusing] };
    schemas[`${other} and ${one} in allOf`] = { allOf: [refusing, giving] };
    schemas[`${one} and ${other} of a member`] = object({ p: { allOf: [giving, refusing] } });
    schemas[`${one} and ${other} of a member, apart`] = { allOf: [object({ p: giving }), object({ p: refusing })] };
    schemas[`${one} and ${other} of a member, in choices`] = {
      allOf: [{ [one]: [int, object({ p: gives })] }, { [other]: [int, object({ p: refuses })] }],
    };
    schemas[`${one} and ${other} of items, in choices`] = {
      allOf: [{ [one]: [int, { type: "array", items: gives }] }, { [other]: [int, { type: "array", items: refuses }] }],
    };
    schemas[`${one} and ${other} behind references`] = { allOf: [{ [one]: [int, { $ref: "#/components/schemas/G" }] }, refusing] };
    schemas[`${one} and ${other} in a choice`] = {
      [one]: [int, gives, { [other]: [refuses, { ...(refuses as { type?: string }), title: "again" }] }],
    };
    if (one !== other) schemas[`${one} beside ${other}`] = { ...giving, ...refusing };
  }
  schemas["a condition and a choice"] = { if: { required: ["j"] }, then: {}, else: gives, anyOf: [int, refuses] };
  schemas["two that depend on members"] = { type: "object", dependentSchemas: { a: gives, b: refuses } };
  return schemas;
};

const cases = Object.entries(pairs).flatMap(([pair, [gives, refuses]]) =>
  Object.entries(placed(gives, refuses)).map(([place, schema]) => ({ what: `${pair}: ${place}`, schema, gives })),
);

const given = [{}, { m: {} }, { m: [{}] }, { a: 1, b: 1 }, { j: 1 }, { a: 1, b: 1, m: {} }, { a: 1, b: 1, m: [{}] }];
const values: readonly unknown[] = [...given, ...given.map((p) => ({ p })), ...given.map((item) => [item])];

describe("a default of one choice that another refuses", () => {
  let made: Compiled;
  beforeAll(async () => {
    const schemas = Object.fromEntries(
      cases.flatMap(({ schema, gives }, index) => {
        const written = JSON.stringify(schema).replaceAll("schemas/G", `schemas/G${String(index)}`);
        return [
          [`S${String(index)}`, JSON.parse(written) as object],
          [`G${String(index)}`, gives],
        ];
      }),
    );
    const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas } };
    made = await validatorsOf(await apiOf(`${JSON.stringify(description)}\n`, { untyped: "any" }));
  }, 60_000);

  it.each(cases.map(({ what }, index) => [what, `S${String(index)}Schema`] as const))("is left out: %s", (_what, name) => {
    const validator = made.validator(name);
    const taken = values.filter((value) => validator.is(value));
    expect(taken.filter((value) => !validator.is(validator.parse(value)))).toEqual([]);
  });
});

describe("a default of one choice", () => {
  it("is filled in where another choice takes it, or one that does not refuse it is meant", async () => {
    const tagged = (t: string, k: object): object => object({ t: { const: t }, k }, { required: ["t"] });
    const schemas = {
      A: { allOf: [{ oneOf: [int, object({ k: x })] }, { anyOf: [int, object({ k: { type: "string" } })] }] },
      B: { allOf: [{ oneOf: [tagged("a", x), tagged("b", {})] }, { oneOf: [tagged("a", {}), tagged("b", bool)] }] },
    };
    const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas } };
    const { validator } = await validatorsOf(await apiOf(`${JSON.stringify(description)}\n`, { untyped: "any" }));
    expect(validator("ASchema").parse({})).toEqual({ k: "x" });
    expect(validator("BSchema").parse({ t: "a" })).toEqual({ t: "a", k: "x" });
    expect(validator("BSchema").parse({ t: "b" })).toEqual({ t: "b" });
  });
});

describe("what a filled-in default makes apply", () => {
  const n = { type: "integer", default: 5 };
  const then = object({ a: { type: "integer", default: 1 } });
  it.each([
    ["if", object({ n }, { if: { required: ["n"] }, then })],
    ["dependentSchemas", object({ n }, { dependentSchemas: { n: then } })],
  ])("adds no defaults of its own: %s", async (_what, A) => {
    const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas: { A } } };
    const { validator } = await validatorsOf(await apiOf(`${JSON.stringify(description)}\n`, { untyped: "any" }));
    expect(validator("ASchema").parse({})).toEqual({ n: 5 });
    expect(validator("ASchema").parse({ n: 5 })).toEqual({ n: 5, a: 1 });
    expect(validator("ASchema").is({ n: 5 })).toBe(true);
  });
});
