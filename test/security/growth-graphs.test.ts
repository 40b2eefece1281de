/** Schemas may lead to one another by more ways than there are schemas: each is looked at once, or within a budget. */
import { describe, expect, test } from "vitest";
import { countSteps } from "../support/count-steps.js";
import { answering, described, integer, list, object, schemaPath } from "../support/many.js";

const { generateTexts } = await import("../support/pipeline.js");
const parts = ["types", "validators", "client", "server", "mock"] as const;

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

/** Each has all that those after it say of one member, and fills it in. */
const saidByAll = (count: number): string => {
  const schemas = list(count, (index) => {
    const next = ref(index + 1);
    return [`S${String(index)}`, { type: "object", properties: { q: { allOf: [next], default: {} } }, allOf: [next] }] as const;
  });
  return described({}, Object.fromEntries<object>([...schemas, [`S${String(count)}`, { type: "object" }]]));
};

test("the work of defaults that all later schemas speak of does not grow as the cube of the number", { timeout: 120_000 }, async () => {
  const work = (count: number): Promise<number> =>
    countSteps(() => generateTexts({ "a.json": saidByAll(count) }, ["types", "validators"], { strict: false }));
  await work(4);
  const [few, many] = [await work(20), await work(80)];
  // Sixteen times the pairs; it was a hundred and fifty times the work, and went on with the fourth power.
  expect(many / few).toBeLessThan(40);
});

/** Each member may be the object itself, and is filled in. */
const filledChoices = (count: number): string => {
  const choice = { anyOf: [{ type: "object", properties: { a: { type: "integer" } } }, { $ref: schemaPath("S") }], default: {} };
  const properties = Object.fromEntries(list(count, (index) => [`p${String(index)}`, choice]));
  return described({}, { S: { type: "object", default: {}, properties } });
};

test("the work of defaults of choices with the object itself grows as the square of its members", { timeout: 120_000 }, async () => {
  const work = (count: number): Promise<number> =>
    countSteps(() => generateTexts({ "a.json": filledChoices(count) }, ["types", "validators"], { strict: false }));
  await work(4);
  const [few, many] = [await work(50), await work(200)];
  // Each member looks at all; each looked at all for each.
  expect(many / few).toBeLessThan(32);
});

test("lists of lists by position are written up to a size", { timeout: 120_000 }, async () => {
  for (const count of [6, 10, 12, 14, 20]) {
    const lists = list(count, (index) => [
      `S${String(index)}`,
      { type: "array", prefixItems: [ref(index + 1), ref(index + 2)], items: ref(index + 1) },
    ]);
    const ends = { [`S${String(count)}`]: integer, [`S${String(count + 1)}`]: { type: "string" } };
    const parameters = [{ in: "query", name: "q", style: "deepObject", schema: ref(0) }];
    const paths = { "/a": { post: { operationId: "a", parameters, responses: { 200: { description: "ok" } } } } };
    const text = described(paths, { ...(Object.fromEntries(lists) as object), ...ends });
    const { files } = await generateTexts({ "a.json": text }, ["server"], { strict: false });
    expect(files.find(({ path }) => path === "routes.ts")?.text.length).toBeLessThan(2_000_000);
  }
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
