/** What `parse` gives of a valid value is valid itself, and of the type that says so, wherever the default and what looks at it stand. */
import { it } from "vitest";
import type { Json } from "../../../../src/source/source-file.js";
import { holdsFilled, type FilledCase } from "../../../support/filled-cases.js";

type Way = readonly [where: string, schema: (inner: object) => object, value: (inner: readonly Json[]) => Json];

const object = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
const member = (inner: object): object => object({ m: inner });
const first = (all: readonly Json[]): Json => all[0] ?? null;
const times = <T>(count: number, wrap: (inner: T) => T, inner: T): T => (count === 0 ? inner : times(count - 1, wrap, wrap(inner)));

/** From a value to the part that has the default. */
const ways: readonly Way[] = [
  ["itself", (inner) => inner, first],
  ["a member", member, (all) => ({ m: first(all) })],
  ["a member of a member", (inner) => member(member(inner)), (all) => ({ m: { m: first(all) } })],
  ["six members deep", (inner) => times(6, member, inner), (all) => times<Json>(6, (m) => ({ m }), first(all))],
  ["items", (inner) => ({ type: "array", items: inner }), (all) => [...all]],
  ["the second item", (inner) => ({ type: "array", prefixItems: [{}, inner] }), (all) => [0, first(all)]],
  ["items of a member", (inner) => object({ m: { type: "array", items: inner } }), (all) => ({ m: [...all] })],
  ["any member", (inner) => ({ type: "object", additionalProperties: inner }), (all) => ({ x: first(all), y: all[1] ?? null })],
  ["members of a pattern", (inner) => ({ type: "object", patternProperties: { "^x": inner } }), (all) => ({ x: first(all) })],
  ["what nothing else looks at", (inner) => ({ type: "object", unevaluatedProperties: inner }), (all) => ({ x: first(all) })],
];

const filled = object({ d: { type: "integer", default: 1 }, e: { type: "integer" } });

/** What looks at the part: each takes the part without its default, or with it, and not both. */
const looks: Readonly<Record<string, object>> = {
  "a constant": { const: {} },
  "an enum": { enum: [{}, { e: 1 }] },
  "a constant inside": { properties: { d: { const: 2 } } },
  maxProperties: { maxProperties: 0 },
  required: { required: ["d"] },
  minProperties: { minProperties: 1 },
  propertyNames: { propertyNames: { enum: ["e"] } },
  "no other members": { properties: { e: {} }, additionalProperties: false },
  "no member that nothing looks at": { properties: { e: {} }, unevaluatedProperties: false },
  "no member that an alternative does not look at": {
    anyOf: [{ properties: { e: {} }, required: ["e"] }, {}],
    unevaluatedProperties: false,
  },
  dependentRequired: { dependentRequired: { d: ["e"] } },
};

/** How the two are put together; `has` makes a way lead to something. */
const combinations: Readonly<Record<string, (fills: object, asks: object) => object>> = {
  allOf: (fills, asks) => ({ allOf: [fills, asks] }),
  not: (fills, asks) => ({ allOf: [fills], not: asks }),
  oneOf: (fills, asks) => ({ oneOf: [fills, asks] }),
  "oneOf beside it": (fills, asks) => ({ allOf: [fills], oneOf: [asks, { minProperties: 9 }, { minItems: 9 }] }),
  anyOf: (fills, asks) => ({ anyOf: [fills, asks] }),
  "anyOf beside it": (fills, asks) => ({ allOf: [fills], anyOf: [asks, false] }),
  then: (fills, asks) => ({ allOf: [fills], if: true, then: asks }),
  if: (fills, asks) => ({ allOf: [fills], if: asks, then: false }),
  "if, otherwise": (fills, asks) => ({ allOf: [fills], if: asks, else: false }),
  "behind names": () => ({ allOf: [{ $ref: "#/components/schemas/Fills" }, { $ref: "#/components/schemas/Asks" }] }),
};

const parts: readonly Json[] = [{}, { e: 1 }, { d: 1 }, { d: 2 }, { d: 1, e: 1 }];
const pairs = parts.flatMap((one) => parts.map((other) => [one, other]));

function combined([, schemaOf, valueOf]: Way, look: object, combine: (fills: object, asks: object) => object): FilledCase {
  const [fills, asks] = [schemaOf(filled), schemaOf(look)];
  return { schema: combine(fills, asks), values: pairs.map(valueOf), named: { Fills: fills, Asks: asks } };
}

const list = (more: object): object => ({ type: "array", items: filled, ...more });
const others: Readonly<Record<string, FilledCase>> = {
  uniqueItems: { schema: list({ uniqueItems: true }), values: pairs },
  "uniqueItems of items in items": {
    schema: { type: "array", items: list({}), uniqueItems: true },
    values: pairs.map(([a, b]) => [[a], [b]]) as Json[],
  },
  "uniqueItems of a prefix": { schema: { type: "array", prefixItems: [filled, filled], uniqueItems: true }, values: pairs },
  contains: { schema: list({ contains: { const: {} } }), values: pairs },
  maxContains: { schema: list({ contains: { required: ["d"] }, minContains: 0, maxContains: 1 }), values: pairs },
  "enum around": { schema: { ...member(filled), enum: [{ m: {} }, { m: { d: 1 } }, {}] }, values: parts.map((m) => ({ m })) },
  "enum of lists": { schema: list({ enum: [[{}], [{ d: 1 }, {}]] }), values: [[{}], [{ d: 1 }, {}]] },
  "const of a nullable": { schema: { anyOf: [{ ...filled, const: {} }, { type: "null" }] }, values: [{}, null] },
  "two closed alternatives": {
    schema: {
      anyOf: [
        object({ d: { type: "integer", default: 1 } }, { additionalProperties: false }),
        object({ e: { type: "integer", default: 1 } }, { additionalProperties: false }),
      ],
    },
    values: parts,
  },
  "a closed base": {
    schema: {
      allOf: [{ properties: { e: {} }, unevaluatedProperties: false }, object({ d: { type: "integer", default: 1 } })],
    },
    values: parts,
  },
  "closed by what an alternative looks at": {
    schema: {
      ...object({ d: { type: "integer", default: 1 } }),
      allOf: [{ anyOf: [object({ e: {}, d: {} }, { required: ["e"] }), object({ e: {} })], unevaluatedProperties: false }],
    },
    values: parts,
  },
  "closed around all": {
    schema: { allOf: [object({ d: { type: "integer", default: 1 } })], properties: { e: {} }, unevaluatedProperties: false },
    values: parts,
  },
  "closed by a schema": {
    schema: { allOf: [filled, { properties: { e: {} }, unevaluatedProperties: { type: "string" } }] },
    values: parts,
  },
  "a closed list of another part": {
    schema: {
      allOf: [
        object({ m: { type: "array", default: [1, 2] } }),
        object({ m: { type: "array", prefixItems: [{}], unevaluatedItems: false } }),
      ],
    },
    values: [{}, { m: [] }, { m: [1] }],
  },
  "a closed list": {
    schema: object({ m: { type: "array", prefixItems: [{ type: "integer" }], unevaluatedItems: false, default: [1, 2] } }),
    values: [{}, { m: [] }, { m: [1] }],
  },
  "a closed list of what an alternative looks at": {
    schema: object({
      m: { type: "array", anyOf: [{ prefixItems: [{ const: 1 }] }, {}], unevaluatedItems: false, default: [1, 2] },
    }),
    values: [{}, { m: [] }, { m: [1] }],
  },
  "a closed list whose items have defaults": {
    schema: { allOf: [{ prefixItems: [filled] }, { prefixItems: [{ properties: { e: {} }, unevaluatedProperties: false }] }] },
    values: [[], [{}], [{ e: 1 }]],
  },
  "a closed default": {
    schema: object({ m: { ...object({ e: {} }), unevaluatedProperties: false, default: { x: 1 } } }),
    values: [{}, { m: {} }],
  },
  "a closed member": {
    schema: { allOf: [object({ m: filled }), object({ m: { properties: { e: {} }, unevaluatedProperties: false } })] },
    values: [{}, { m: {} }, { m: { e: 1 } }],
  },
  "a default with defaults": {
    schema: { ...object({ m: { ...filled, default: {} } }), not: { required: ["m"], properties: { m: { required: ["d"] } } } },
    values: [{}, { m: {} }],
  },
};

it.each(ways)("a default in %s is left out where something refuses the value with it", async (...way) => {
  const cases: Record<string, FilledCase> = {};
  for (const [what, look] of Object.entries(looks))
    for (const [how, combine] of Object.entries(combinations)) cases[`${what}, ${how}`] = combined(way, look, combine);
  await holdsFilled(cases);
});

it("a default is left out where values are compared or counted", async () => {
  await holdsFilled(others);
});
