/** A description may have a hundred thousand of anything: it is read, or refused with a message, and the work grows as what is read does. */
import { describe, expect, test } from "vitest";
import { countSteps } from "../support/count-steps.js";

const { generateTexts } = await import("../support/pipeline.js");
const parts = ["types", "validators", "client", "server"] as const;

const list = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const members = (count: number, value: unknown = { type: "string" }): object =>
  Object.fromEntries(list(count, (index) => [`p${String(index)}`, value]));
const answering = (schema: object): object => ({
  "/a": { get: { operationId: "getA", responses: { 200: { description: "ok", content: { "application/json": { schema } } } } } },
});
const described = (paths: object, schemas: object = {}): string =>
  JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths, components: { schemas } });
const object = (index: number): object => ({ type: "object", properties: { [`p${String(index)}`]: { type: "string" } } });

const schemaPath = (name: string): string => `#/components/schemas/${name}`;
const tagged = (index: number): object => ({
  type: "object",
  required: ["t"],
  properties: { t: { const: `t${String(index)}` }, [`p${String(index)}`]: { type: "string" } },
});

const integer = { type: "integer", format: "int64" };
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

const again = { $ref: schemaPath("A") };
/** Schemas of values inside one another, to whose next level several ways lead. */
const ways: Readonly<Record<string, object>> = {
  "parts of allOf": { allOf: [{ properties: { n: again } }, { properties: { n: again } }] },
  alternatives: { properties: { n: { anyOf: [again, { allOf: [again] }] } } },
  "patterns of names": { patternProperties: { "^n": again, n$: again } },
  "a choice beside properties": { properties: { n: again }, oneOf: [{ required: ["m"] }, { properties: { n: again } }] },
  conditions: { properties: { n: again }, if: { properties: { n: again } }, then: { properties: { n: again } } },
};

describe.each(["default", "example", "const"])("the work does not double with each level of a value: a %s", (keyword) => {
  test.each(Object.entries(ways))("that several ways lead through, by %s", { timeout: 120_000 }, async (_, A) => {
    const text = (depth: number): string => {
      const value = list(depth, () => 0).reduce<object>((inner) => ({ n: inner }), {});
      const schemas = { A: { type: "object", ...A }, B: { type: "object", properties: { a: { allOf: [again], [keyword]: value } } } };
      const content = { "application/json": { schema: { $ref: schemaPath("B") } } };
      return described(
        { "/a": { post: { operationId: "a", requestBody: { content }, responses: { 200: { description: "ok" } } } } },
        schemas,
      );
    };
    const work = (depth: number): Promise<number> => countSteps(() => generateTexts({ "a.json": text(depth) }, parts, { strict: false }));
    await work(5);
    const [few, many] = [await work(8), await work(24)];
    // Two ways at each level would be 65,536 times the work; files are not nested more than a hundred levels deep.
    expect(many / few).toBeLessThan(100);
  });
});

/** Discriminators whose mappings lead to all the others: there are as many mappings as the square of the schemas. */
const rings: Readonly<Record<string, (discriminator: object, count: number, index: number) => object>> = {
  "of objects": (discriminator) => ({ type: "object", required: ["t"], properties: { t: { type: "string" } }, discriminator }),
  "of alternatives in a member": (discriminator, count) => ({
    type: "object",
    required: ["t"],
    properties: { t: { type: "string" }, a: { oneOf: list(count, ref), discriminator } },
  }),
};

describe("the work does not grow faster than the number of mappings of a ring", () => {
  test.each(Object.entries(rings))("%s", { timeout: 120_000 }, async (_, make) => {
    const text = (count: number): string => {
      const mapping = Object.fromEntries(list(count, (index) => [`v${String(index)}`, schemaPath(`S${String(index)}`)]));
      const discriminator = { propertyName: "t", mapping };
      return described(
        answering(ref(0)),
        Object.fromEntries(list(count, (index) => [`S${String(index)}`, make(discriminator, count, index)])),
      );
    };
    const work = (count: number): Promise<number> => countSteps(() => generateTexts({ "a.json": text(count) }, parts, { strict: false }));
    await work(5);
    const [few, many] = [await work(15), await work(60)];
    // Sixteen times the mappings.
    expect(many / few).toBeLessThan(32);
  });
});

/** Parents that extend one another, and schemas that extend the last of them: each parent is one of all that come behind it. */
const families: Readonly<Record<string, (member: object, parent: object | undefined) => object>> = {
  "with a discriminator at each link": (member, parent) => ({
    ...(parent === undefined ? member : { allOf: [parent, member] }),
    discriminator: { propertyName: "t" },
  }),
  "with a discriminator in each part of its own": (member, parent) => {
    const own = { ...member, discriminator: { propertyName: "t" } };
    return parent === undefined ? own : { allOf: [own, parent] };
  },
  "with a discriminator at the first": (member, parent) =>
    parent === undefined ? { ...member, discriminator: { propertyName: "t" } } : { allOf: [parent, member] },
};

describe("the work does not grow faster than the pairs of parents and of those that extend them:", () => {
  test.each(Object.entries(families))("%s", { timeout: 240_000 }, async (_, make) => {
    const member = (name: string): object => ({ type: "object", required: ["t"], properties: { t: { type: "string" }, [name]: {} } });
    const text = (count: number): string => {
      const parents = list(count, (index) => [
        `S${String(index)}`,
        make(member(`p${String(index)}`), index === 0 ? undefined : ref(index - 1)),
      ]);
      const leaves = list(2 * count, (index) => [`L${String(index)}`, { allOf: [ref(count - 1), member(`l${String(index)}`)] }]);
      return described(answering(ref(0)), Object.fromEntries([...parents, ...leaves]) as object);
    };
    const work = (count: number): Promise<number> => countSteps(() => generateTexts({ "a.json": text(count) }, parts, { strict: false }));
    await work(5);
    const [few, many] = [await work(25), await work(100)];
    // Sixteen times the pairs; where each parent walked through those of all others, it was thirty times the work.
    expect(many / few).toBeLessThan(20);
  });
});

const ref = (index: number): object => ({ $ref: `#/components/schemas/S${String(index)}` });
const graph = (count: number, make: (later: object[], index: number) => object): string =>
  described(
    answering(ref(0)),
    Object.fromEntries(
      list(count, (index) => {
        const later = list(count - 1 - index, (step) => ref(index + 1 + step));
        return [`S${String(index)}`, later.length === 0 ? object(index) : make(later, index)];
      }),
    ),
  );
const defaulted = { type: "string", default: "x", readOnly: true };

/** Schemas that refer to each of the later ones: the ways through them double with each. */
const graphs: Readonly<Record<string, (count: number) => string>> = {
  "allOf of properties": (count) => graph(count, (allOf, index) => ({ allOf, ...object(index) })),
  "allOf of required properties": (count) => graph(count, (allOf, index) => ({ allOf, ...object(index), required: [`p${String(index)}`] })),
  "allOf of defaults and properties of one direction": (count) =>
    graph(count, (allOf, index) => ({ allOf, properties: { [`p${String(index)}`]: defaulted } })),
  "allOf that takes no other properties": (count) =>
    graph(count, (allOf, index) => ({ allOf, ...object(index), unevaluatedProperties: false })),
  "anyOf that takes no other properties": (count) => graph(count, (anyOf) => ({ anyOf, unevaluatedProperties: false })),
  "oneOf beside integers of 64 bits": (count) =>
    graph(count, (oneOf, index) => ({ oneOf, properties: { [`p${String(index)}`]: integer } })),
};

/** Lists of which each may begin with any of the others: as many ways through them as orders. What is deprecated in one is usual in the next. */
const listsOfLists = (count: number): string => {
  const prefixItems = list(count, ref);
  const schema = { oneOf: [ref(0), ref(1)] };
  const operation = {
    requestBody: { content: { "application/json": { schema } } },
    responses: { 204: { description: "ok" } },
  };
  const schemas = list(count, (index) => [
    `S${String(index)}`,
    { prefixItems, properties: { a: { type: "string", deprecated: index % 2 === 0 } } },
  ]);
  return described({ "/a": { post: operation } }, Object.fromEntries(schemas) as object);
};

describe("the work does not double with each schema:", () => {
  test("deprecated members of alternatives that lead to one another", { timeout: 120_000 }, async () => {
    const work = (count: number): Promise<number> =>
      countSteps(() => generateTexts({ "a.json": listsOfLists(count) }, ["types", "client"], { strict: false }));
    await work(4);
    const [few, many] = [await work(8), await work(16)];
    expect(many / few).toBeLessThan(12);
  });

  test.each(Object.entries(graphs))("%s", { timeout: 120_000 }, async (_, make) => {
    const work = (count: number): Promise<number> => countSteps(() => generateTexts({ "a.json": make(count) }, parts, { strict: false }));
    await work(6);
    const [few, many] = [await work(12), await work(24)];
    expect(many / few).toBeLessThan(20);
  });
});

/** Defaults of members that are filled in by what two ways lead to: one of the same name at each level. */
const filledByTwo: Readonly<Record<string, (next: object, after: object) => object>> = {
  "parts of allOf": (next) => ({ allOf: [next] }),
  alternatives: (next, after) => ({ anyOf: [next, after] }),
};

describe("the work does not double with each schema that a default is held against:", () => {
  test.each(Object.entries(filledByTwo))("%s", { timeout: 120_000 }, async (_, member) => {
    const text = (count: number): string => {
      const schemas = list(count, (index) => {
        const [next, after] = [ref(index + 1), ref(Math.min(index + 2, count))];
        const q = { ...member(next, after), default: {} };
        return [`S${String(index)}`, { type: "object", properties: { q }, allOf: [next, after] }] as const;
      });
      return described({}, Object.fromEntries<object>([...schemas, [`S${String(count)}`, { type: "object" }]]));
    };
    const work = (count: number): Promise<number> => countSteps(() => generateTexts({ "a.json": text(count) }, parts, { strict: false }));
    await work(4);
    const [few, many] = [await work(14), await work(28)];
    // Twice the schemas; by each way that leads to one it was more than a hundred times the work.
    expect(many / few).toBeLessThan(20);
  });
});

test("the work grows as the references of choices with integers of 64 bits do, and not as their square", { timeout: 240_000 }, async () => {
  const whole = (index: number): object => ({ type: "object", properties: { [`p${String(index)}`]: integer } });
  const text = (count: number): string => graph(count, (later, index) => ({ anyOf: [...later, whole(index)] }));
  const work = (count: number): Promise<number> =>
    countSteps(() => generateTexts({ "a.json": text(count) }, ["client"], { strict: false }));
  await work(5);
  const [few, many] = [await work(20), await work(80)];
  // Sixteen times the references; each looked through those of all others.
  expect(many / few).toBeLessThan(64);
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
