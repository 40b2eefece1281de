/** Whatever `parse` gives, `is` takes: each keyword that may refuse a default, in each place from which it may, as each configuration has it. */
import { beforeAll, describe, expect, it } from "vitest";
import type { ValidatorOptions } from "../../../../src/emit/options.js";
import { generateTexts } from "../../../support/pipeline.js";
import { validatorsOf, type Compiled } from "../../../support/validators.js";

interface Keyword {
  /** The schema that has the default. */
  readonly given: object;
  /** What refuses it elsewhere. */
  readonly refusing: object;
}

const text = (value: string) => ({ type: "string", default: value });
const number = (value: number) => ({ type: "number", default: value });

const keywords: Readonly<Record<string, Keyword>> = {
  date: { given: text("a"), refusing: { format: "date" } },
  uuid: { given: text("a"), refusing: { type: "string", format: "uuid" } },
  int8: { given: number(300), refusing: { type: "integer", format: "int8" } },
  int32: { given: number(3_000_000_000), refusing: { type: "integer", format: "int32" } },
  uint64: { given: number(-1), refusing: { type: "integer", format: "uint64" } },
  multipleOf: { given: number(3), refusing: { multipleOf: 2 } },
  fraction: { given: number(0.25), refusing: { type: "number", multipleOf: 0.1 } },
  pattern: { given: text("a"), refusing: { type: "string", pattern: "^b" } },
  minLength: { given: text("a"), refusing: { minLength: 2 } },
  maximum: { given: number(3), refusing: { maximum: 2 } },
  enum: { given: text("a"), refusing: { enum: ["b"] } },
  type: { given: { default: "a" }, refusing: { type: "integer" } },
  never: { given: text("a"), refusing: { not: {} } },
  items: { given: { type: "array", default: ["a"] }, refusing: { type: "array", items: { type: "string", format: "date" } } },
  prefixItems: { given: { type: "array", default: ["a"] }, refusing: { type: "array", prefixItems: [{ type: "string", format: "date" }] } },
  contains: { given: { type: "array", default: ["a"] }, refusing: { type: "array", contains: { type: "string", format: "date" } } },
  properties: {
    given: { type: "object", default: { a: "b" } },
    refusing: { type: "object", properties: { a: { type: "string", format: "date" } } },
  },
  propertyNames: { given: { type: "object", default: { a: 1 } }, refusing: { type: "object", propertyNames: { pattern: "^b" } } },
  patternProperties: {
    given: { type: "object", default: { a: 3 } },
    refusing: { type: "object", patternProperties: { "^a": { multipleOf: 2 } } },
  },
  anyOf: { given: text("a"), refusing: { anyOf: [{ type: "string", format: "date" }, { type: "integer" }] } },
  oneOf: { given: text("a"), refusing: { oneOf: [{ type: "string", format: "date" }, { type: "integer" }] } },
  not: { given: text("2020-01-01"), refusing: { not: { type: "string", format: "date" } } },
  if: { given: text("a"), refusing: { if: { type: "string" }, then: { format: "date" } } },
  else: { given: text("a"), refusing: { if: { type: "string", format: "date" }, else: { type: "integer" } } },
};

type Placed = (keyword: Keyword) => { readonly schema: object; readonly values?: readonly unknown[] };

const has = (d: object, more: object = {}): object => ({ type: "object", properties: { d }, ...more });

const places: Readonly<Record<string, Placed>> = {
  allOf: ({ given, refusing }) => ({ schema: { allOf: [has(given), has(refusing)] } }),
  "allOf, the other way round": ({ given, refusing }) => ({ schema: { allOf: [has(refusing), has(given)] } }),
  around: ({ given, refusing }) => ({ schema: { ...has(refusing), allOf: [has(given)] } }),
  patternProperties: ({ given, refusing }) => ({ schema: has(given, { patternProperties: { "^d": refusing } }) }),
  "patternProperties of a part": ({ given, refusing }) => ({
    schema: { allOf: [has(given), { type: "object", patternProperties: { "^d": refusing } }] },
  }),
  additionalProperties: ({ given, refusing }) => ({ schema: { allOf: [has(given), { type: "object", additionalProperties: refusing }] } }),
  "parts of the property": ({ given, refusing }) => ({ schema: has({ allOf: [given, refusing] }) }),
  "around a part of the property": ({ given, refusing }) => ({ schema: has({ ...refusing, allOf: [given] }) }),
  "beside a reference": ({ refusing }) => ({ schema: has({ $ref: "#/components/schemas/Given", ...refusing }) }),
  "an alternative": ({ given, refusing }) => ({ schema: { ...has(given), anyOf: [has(refusing), { type: "object", required: ["e"] }] } }),
  "a branch": ({ given, refusing }) => ({ schema: { ...has(given), if: { required: ["e"] }, then: {}, else: has(refusing) } }),
  dependentSchemas: ({ given, refusing }) => ({ schema: has(given, { dependentSchemas: { e: has(refusing) } }), values: [{ e: 1 }] }),
  "a member": ({ given, refusing }) => ({
    schema: {
      allOf: [
        { type: "object", properties: { m: has(given) } },
        { type: "object", properties: { m: has(refusing) } },
      ],
    },
    values: [{ m: {} }],
  }),
  "an item": ({ given, refusing }) => ({
    schema: {
      allOf: [
        { type: "array", items: has(given) },
        { type: "array", items: has(refusing) },
      ],
    },
    values: [[{}]],
  }),
  unevaluatedProperties: ({ given, refusing }) => ({
    schema: { allOf: [has(given)], properties: { e: {} }, unevaluatedProperties: refusing },
  }),
};

interface Mode {
  readonly validators?: ValidatorOptions;
  readonly int64?: "bigint" | "string";
}

const modes: Readonly<Record<string, Mode>> = {
  default: {},
  annotate: { validators: { formats: "annotate" } },
  exact: { validators: { discriminator: "exact" } },
  small: { validators: { mode: "small" } },
  bigint: { int64: "bigint" },
};

const cases = Object.entries(places).flatMap(([place, placed]) =>
  Object.entries(keywords).map(([name, keyword]) => ({ what: `${name}, ${place}`, ...placed(keyword), keyword })),
);

/** All cases in one description: one compilation for each mode. */
async function compiled({ validators, int64 }: Mode) {
  const schemas = Object.fromEntries(
    cases.flatMap(({ schema, keyword }, index) => {
      const written = JSON.stringify(schema).replaceAll("schemas/Given", `schemas/Given${String(index)}`);
      return [
        [`S${String(index)}`, JSON.parse(written) as object],
        [`Given${String(index)}`, keyword.given],
      ];
    }),
  );
  const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas } };
  const { api, diagnostics } = await generateTexts({ "api.json": `${JSON.stringify(description)}\n` }, ["types", "validators"], {
    ...(validators && { validators }),
    ...(int64 && { int64 }),
    untyped: "any",
    strict: false,
  });
  if (api === undefined) throw new Error("not generated");
  return { diagnostics, validators: await validatorsOf(api, validators, int64) };
}

describe.each(Object.entries(modes))("where another part refuses a default, parse gives a value that is one (%s)", (_mode, mode) => {
  let made: Compiled;
  beforeAll(async () => {
    made = (await compiled(mode)).validators;
  });

  it.each(cases.map((each, index) => [each.what, each.values ?? [{}], `S${String(index)}Schema`] as const))("%s", (_what, values, name) => {
    const validator = made.validator(name);
    for (const value of values) {
      if (!validator.is(value)) continue;
      expect(validator.is(validator.parse(value))).toBe(true);
    }
  });
});

/** Places whose refusal does not depend on the value, so that a warning tells it. */
const told = ["allOf", "around", "patternProperties", "parts of the property", "around a part of the property", "beside a reference"];

describe("where another part refuses a default", () => {
  it("that is told, whichever keyword does", async () => {
    const { diagnostics } = await compiled({});
    const reported = diagnostics.flatMap(({ code, at }) => (code === "default-invalid" && at && "pointer" in at ? [at.pointer] : []));
    const silent = cases.filter(({ what }, index) => {
      const isTold = reported.some((pointer) => new RegExp(`/(S|Given)${String(index)}(/|$)`).test(pointer));
      return told.some((place) => what.endsWith(`, ${place}`)) && !isTold;
    });
    expect(silent.map(({ what }) => what)).toEqual([]);
  });
});

const day = { type: "string", default: "2030-12-05" };

describe("a default that another part takes is filled in", () => {
  it.each(Object.entries(places).filter(([, place]) => place({ given: day, refusing: {} }).values === undefined))(
    "%s",
    async (_place, place) => {
      const A = place({ given: day, refusing: { type: "string", format: "date", pattern: "^2" } }).schema;
      const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas: { A, Given: day } } };
      const { api, diagnostics } = await generateTexts({ "api.json": `${JSON.stringify(description)}\n` }, ["types", "validators"], {
        untyped: "any",
      });
      if (api === undefined) throw new Error("not generated");
      const { validator } = await validatorsOf(api);
      const isThere = validator("ASchema").is({ d: day.default });
      expect(validator("ASchema").parse({ e: "2030-12-05" })).toEqual({ e: "2030-12-05", ...(isThere && { d: day.default }) });
      expect(isThere).toBe(true);
      expect(diagnostics.filter(({ code }) => code === "default-invalid")).toEqual([]);
    },
  );

  it("by its own schema, without asking the value", async () => {
    const A = { type: "object", properties: { d: { type: "string", format: "date", pattern: "^2", default: "2030-12-05" } } };
    const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas: { A } } };
    const { api } = await generateTexts({ "api.json": `${JSON.stringify(description)}\n` }, ["types", "validators"]);
    if (api === undefined) throw new Error("not generated");
    expect((await validatorsOf(api)).text).not.toContain("Whole");
  });
});
