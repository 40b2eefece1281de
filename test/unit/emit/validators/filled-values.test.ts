/** What `parse` gives of a valid value is valid itself, and of the type that says so, wherever the default and what looks at it stand. */
import { expect, it } from "vitest";
import { literal } from "../../../../src/emit/print/code.js";
import { emitTypes } from "../../../../src/emit/files/types-file.js";
import type { Json } from "../../../../src/source/source-file.js";
import { outcomeOf } from "../../../support/api.js";
import { temporaryFolder, typeCheck, writeFiles } from "../../../support/compile.js";
import { options, validatorsOf } from "../../../support/validators.js";

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

interface Case {
  readonly schema: object;
  readonly values: readonly Json[];
  readonly named?: Readonly<Record<string, object>>;
}

function combined([, schemaOf, valueOf]: Way, look: object, combine: (fills: object, asks: object) => object): Case {
  const [fills, asks] = [schemaOf(filled), schemaOf(look)];
  return { schema: combine(fills, asks), values: pairs.map(valueOf), named: { Fills: fills, Asks: asks } };
}

const list = (more: object): object => ({ type: "array", items: filled, ...more });
const others: Readonly<Record<string, Case>> = {
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
  "a default with defaults": {
    schema: { ...object({ m: { ...filled, default: {} } }), not: { required: ["m"], properties: { m: { required: ["d"] } } } },
    values: [{}, { m: {} }],
  },
};

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** One description with all cases of a way, each the body of an operation. */
async function made(cases: Readonly<Record<string, Case>>) {
  const schemas: Record<string, unknown> = {};
  const paths: Record<string, unknown> = {};
  Object.values(cases).forEach(({ schema, named = {} }, index) => {
    const text = JSON.stringify(schema).replace(/schemas\/(Fills|Asks)/g, `schemas/$1${String(index)}`);
    schemas[`A${String(index)}`] = JSON.parse(text);
    if (text.includes("$ref")) for (const [name, each] of Object.entries(named)) schemas[`${name}${String(index)}`] = each;
    const content = { "application/json": { schema: ref(`A${String(index)}`) } };
    paths[`/a${String(index)}`] = { post: { requestBody: { content }, responses: { "204": { description: "ok" } } } };
  });
  const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths, components: { schemas } };
  const { value: api } = await outcomeOf(`${JSON.stringify(description)}\n`, { untyped: "any" });
  if (api === undefined) throw new Error("no API");
  return api;
}

async function isKept(cases: Readonly<Record<string, Case>>): Promise<void> {
  const api = await made(cases);
  const { validator } = await validatorsOf(api);
  const wrong: string[] = [];
  const checks: string[] = [];
  let count = 0;
  Object.entries(cases).forEach(([what, { values }], index) => {
    const { is, parse } = validator(`A${String(index)}Schema`);
    const type = api.schemas.get(`A${String(index)}`)?.parsed ?? `A${String(index)}`;
    for (const value of new Map(values.filter(is).map((each) => [JSON.stringify(each), each])).values()) {
      const parsed = parse(value) as Json;
      count += 1;
      if (!is(parsed)) wrong.push(`${what}: ${JSON.stringify(value)} became ${JSON.stringify(parsed)}`);
      checks.push(`export const c${String(checks.length)}: t.${type} = ${literal(parsed)}; // ${what}: ${JSON.stringify(value)}`);
    }
  });
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(9);
  const folder = await temporaryFolder();
  try {
    const text = `import type * as t from "./types.js";\n${checks.join("\n")}\n`;
    await writeFiles(folder.path, [emitTypes(api, options), { path: "checks.ts", text }]);
    const errors = await typeCheck(folder.path, ["*.ts"], "7", "browser");
    expect(errors.map((error) => `${text.split("\n")[error.line - 1] ?? ""}\n${error.text}`)).toEqual([]);
  } finally {
    await folder.remove();
  }
}

it.each(ways)("a default in %s is left out where something refuses the value with it", async (...way) => {
  const cases: Record<string, Case> = {};
  for (const [what, look] of Object.entries(looks))
    for (const [how, combine] of Object.entries(combinations)) cases[`${what}, ${how}`] = combined(way, look, combine);
  await isKept(cases);
});

it("a default is left out where values are compared or counted", async () => {
  await isKept(others);
});
