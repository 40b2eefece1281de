/** A description may have a hundred thousand of anything: it is read, or refused with a message, and the work grows as what is read does. */
import { describe, expect, test } from "vitest";
import { countSteps } from "../support/count-steps.js";
import { answering, described, integer, list, members, object, schemaPath } from "../support/many.js";

const { generateTexts } = await import("../support/pipeline.js");
const parts = ["types", "validators", "client", "server", "mock"] as const;

const tagged = (index: number): object => ({
  type: "object",
  required: ["t"],
  properties: { t: { const: `t${String(index)}` }, [`p${String(index)}`]: { type: "string" } },
});

const padded = (index: number): string => String(index).padStart(5, "0");
const operations = (count: number, make: (index: number) => object): object =>
  Object.fromEntries(
    list(count, (index) => [`/a${String(index)}`, { get: { responses: { 200: { description: "ok" } }, ...make(index) } }]),
  );
const replaced = (index: number): object => ({
  operationId: `getPets${padded(index)}`,
  deprecated: true,
  "x-deprecation": { replacement: { operationId: `getPots${padded(index)}` } },
});
const condition = (index: number): object => ({
  if: { required: [`k${String(index)}`] },
  then: { properties: { [`a${String(index)}`]: { type: "string" } } },
  else: { properties: { [`b${String(index)}`]: { type: "string" } } },
});

const declaring = (count: number, place: string): object => ({
  parameters: list(count, (index) => ({ name: `p${String(index)}`, in: place, required: true, schema: { type: "string" } })),
  get: { responses: { 200: { description: "ok" } } },
});

const filledWith = (next: number): object => ({
  type: "object",
  properties: { n: { allOf: [{ $ref: schemaPath(`S${String(next)}`) }], default: {} } },
});
const filledChain = (count: number): object =>
  Object.fromEntries<object>([
    ...list(count, (index): [string, object] => [`S${String(index)}`, filledWith(index + 1)]),
    [`S${String(count)}`, { type: "object" }],
  ]);

/** Texts by how many there are of what they have many of. */
const shapes: Readonly<Record<string, (count: number) => string>> = {
  "properties of an object": (count) => described(answering({ type: "object", properties: members(count) })),
  "required properties": (count) => described(answering({ type: "object", required: list(count, (index) => `p${String(index)}`) })),
  "values of an enum": (count) => described(answering({ type: "string", enum: list(count, (index) => `v${String(index)}`) })),
  "objects in an enum": (count) => described(answering({ enum: list(count, (index) => ({ a: [index, { b: index }] })) })),
  "alternatives of oneOf": (count) => described(answering({ oneOf: list(count, object) })),
  "alternatives of anyOf": (count) => described(answering({ anyOf: list(count, object) })),
  "parts of allOf": (count) => described(answering({ allOf: list(count, object) })),
  "schemas with names": (count) => described({}, members(count)),
  "schemas that each refer to the next one": (count) =>
    described(
      {},
      Object.fromEntries(
        list(count, (index) => [
          `S${String(index)}`,
          { type: "object", properties: { a: { $ref: `#/components/schemas/S${String(index + 1)}` } } },
        ]),
      ),
    ),
  "objects that are filled in, each inside the one before": (count) => described({}, filledChain(count)),
  "objects that are filled in, in a ring": (count) => described({}, { ...filledChain(count), [`S${String(count)}`]: filledWith(0) }),
  "parameters of a path": (count) => described({ [`/${"{a}/".repeat(count)}`]: { get: { responses: { 200: { description: "ok" } } } } }),
  "parameters of an operation": (count) =>
    described({
      "/a": {
        get: {
          parameters: list(count, (index) => ({ name: `p${String(index)}`, in: "query", schema: { type: "string" } })),
          responses: { 200: { description: "ok" } },
        },
      },
    }),
  "parameters of a path with names of their own": (count) =>
    described({ [`/${list(count, (index) => `{p${String(index)}}/`).join("")}`]: { get: { responses: { 200: { description: "ok" } } } } }),
  "parameters of a path that are declared": (count) =>
    described({
      [`/${list(count, (index) => `{p${String(index)}}/`).join("")}`]: {
        parameters: list(count, (index) => ({ name: `p${String(index)}`, in: "path", required: true, schema: { type: "string" } })),
        get: { responses: { 200: { description: "ok" } } },
      },
    }),
  "tags of a discriminator": (count) => {
    const names = list(count, (index) => `S${String(index)}`);
    const mapping = Object.fromEntries(names.map((name, index) => [`t${String(index)}`, schemaPath(name)]));
    const oneOf = names.map((name) => ({ $ref: schemaPath(name) }));
    return described(
      answering({ oneOf, discriminator: { propertyName: "t", mapping } }),
      Object.fromEntries(names.map((name, index) => [name, tagged(index)])),
    );
  },
  "tags of a parent's discriminator": (count) => {
    const names = list(count, (index) => `S${String(index)}`);
    const mapping = Object.fromEntries(names.map((name, index) => [`t${String(index)}`, schemaPath(name)]));
    const parent = {
      type: "object",
      required: ["t"],
      properties: { t: { type: "string" } },
      discriminator: { propertyName: "t", mapping },
    };
    const children = names.map((name, index) => [name, { allOf: [{ $ref: schemaPath("Parent") }, object(index)] }] as const);
    return described(answering({ $ref: schemaPath("Parent") }), { Parent: parent, ...Object.fromEntries(children) });
  },
  "lookarounds of a pattern": (count) =>
    described(answering({ type: "string", pattern: `^${list(count, (index) => `(?!x${String(index)}$)`).join("")}[a-z]{1,9}$` })),
  "patterns with lookarounds": (count) =>
    described(
      {},
      Object.fromEntries(
        list(count, (index) => [`S${String(index)}`, { type: "string", pattern: `^(?=.{2,${String(index + 3)}}$)(?!-)[a-z-]+$` }]),
      ),
    ),
  "misspelt keys of a schema": (count) =>
    described({}, { A: Object.fromEntries(list(count, (index) => [`propertie${String(index)}`, 1])) }),
  "replacements that are near to other operations": (count) => described(operations(count, (index) => replaced(index))),
  "tags that are near to others": (count) =>
    JSON.stringify({
      ...(JSON.parse(described(operations(count, (index) => ({ tags: [`pots${padded(index)}`] })))) as object),
      tags: list(count, (index) => ({ name: `pets${padded(index)}` })),
    }),
  "mapped values of few schemas": (count) => {
    const mapping = Object.fromEntries(list(count, (index) => [`v${String(index)}`, schemaPath(`S${String(index % 3)}`)]));
    const oneOf = list(3, (index) => ({ $ref: schemaPath(`S${String(index)}`) }));
    const member = { type: "object", required: ["t"], properties: { t: { type: "string" } } };
    return described(answering({ oneOf, discriminator: { propertyName: "t", mapping } }), { S0: member, S1: member, S2: member });
  },
  "alternatives with an integer of 64 bits": (count) =>
    described(answering({ anyOf: list(count, (index) => ({ type: "object", properties: { [`p${String(index)}`]: integer } })) })),
  "alternatives with the same integer of 64 bits": (count) =>
    described(answering({ anyOf: list(count, (index) => ({ type: "object", properties: { id: integer, [`p${String(index)}`]: {} } })) })),
  "alternatives with an integer of 64 bits or a number": (count) =>
    described(
      answering({
        anyOf: list(count, (index) => ({ type: "object", properties: { id: index % 2 === 0 ? integer : { type: "number" } } })),
      }),
    ),
  "conditions beside others": (count) =>
    described(answering({ type: "object", allOf: list(count, condition), unevaluatedProperties: false })),
  "choices beside others": (count) =>
    described(
      answering({ allOf: list(count, (index) => ({ anyOf: [object(index), object(count + index)] })), unevaluatedProperties: false }),
    ),
  "parameters of a path without names": (count) => described({ [`/${"{}/".repeat(count)}`]: { get: { responses: {} } } }),
  operations: (count) =>
    described(Object.fromEntries(list(count, (index) => [`/a${String(index)}`, { get: { responses: { 200: { description: "ok" } } } }]))),
  "broken operations": (count) =>
    described(
      Object.fromEntries(
        list(count, (index) => [
          `/a${String(index)}`,
          { get: { operationId: "same", parameters: [{ in: "x", name: 3 }], responses: { foo: 1 } } },
        ]),
      ),
    ),
};

describe("the work does not grow as the square of the number:", () => {
  test.each(Object.entries(shapes))("%s", { timeout: 120_000 }, async (_, make) => {
    const work = (count: number): Promise<number> => countSteps(() => generateTexts({ "a.json": make(count) }, parts, { strict: false }));
    await work(20);
    const [few, many] = [await work(250), await work(1000)];
    // Some are printed in another way from a number on; what is compared pair by pair takes sixteen times the work.
    expect(many / few).toBeLessThan(10);
  });
});

/** What grows as the square with so small a part that only thousands show it. */
const longShapes: typeof shapes = {
  "parameters of one segment of a path": (count) =>
    described({ [`/${list(count, (index) => `{p${String(index)}}`).join("-")}`]: { get: { responses: { 200: { description: "ok" } } } } }),
  "parameters of a path whose style is written there": (count) =>
    described({ [`/${list(count, (index) => `{p${String(index)}*}`).join("/")}`]: declaring(count, "path") }),
  "parameters of a path that stand in its query": (count) =>
    described({ [`/a?${list(count, (index) => `p${String(index)}={p${String(index)}}`).join("&")}`]: declaring(count, "path") }),
  "mapped values of one schema": (count) => {
    const mapping = Object.fromEntries(list(count, (index) => [`v${String(index)}`, schemaPath("S0")]));
    const member = { type: "object", required: ["t"], properties: { t: { type: "string" } } };
    const oneOf = [{ $ref: schemaPath("S0") }, { $ref: schemaPath("S1") }];
    return described(answering({ oneOf, discriminator: { propertyName: "t", mapping } }), { S0: member, S1: member });
  },
  "mapped alternatives without constants": (count) => {
    const names = list(count, (index) => `S${String(index)}`);
    const mapping = Object.fromEntries(names.map((name, index) => [`v${String(index)}`, schemaPath(name)]));
    const oneOf = names.map((name) => ({ $ref: schemaPath(name) }));
    const member = { type: "object", required: ["t"], properties: { t: { type: "string" } } };
    return described(
      answering({ oneOf, discriminator: { propertyName: "t", mapping } }),
      Object.fromEntries(names.map((name) => [name, member])),
    );
  },
  "patterns of names that a search decides": (count) =>
    described(
      answering({
        type: "object",
        patternProperties: Object.fromEntries(list(count, (index) => [`^p${String(index)}.*b`, { type: "string" }])),
      }),
    ),
  "patterns of names": (count) =>
    described(
      answering({
        type: "object",
        patternProperties: Object.fromEntries(list(count, (index) => [`^p${String(index)}$`, { type: "string" }])),
      }),
    ),
};

describe("the work of thousands does not grow as the square of the number:", () => {
  test.each(Object.entries(longShapes))("%s", { timeout: 120_000 }, async (_, make) => {
    const work = (count: number): Promise<number> =>
      countSteps(() => generateTexts({ "a.json": make(count) }, ["types", "validators"], { strict: false }));
    await work(20);
    const [few, many] = [await work(1000), await work(8000)];
    // Eight times the number; the square of it was forty times the work and more.
    expect(many / few).toBeLessThan(24);
  });
});

describe("more than a call takes arguments:", () => {
  test.each([
    ["properties of an object", 130_000],
    ["required properties", 130_000],
    ["schemas with names", 130_000],
    ["objects that are filled in, each inside the one before", 20_000],
  ])("%s", { timeout: 120_000 }, async (shape, count) => {
    const { files } = await generateTexts({ "a.json": shapes[shape]?.(count) ?? "" }, ["types", "validators"], { strict: false });
    expect(files.map(({ path }) => path)).toContain("types.ts");
  });
});
