/** Layers of schemas, each of which refers to several of the next: there are far more ways through them than schemas. */
import { describe, expect, test } from "vitest";
import { countSteps } from "../support/count-steps.js";
import { answering, described, list } from "../support/many.js";

const { generateTexts } = await import("../support/pipeline.js");
const parts = ["types", "validators", "client", "server", "mock"] as const;

const width = 10;
const ref = (index: number): object => ({ $ref: `#/components/schemas/S${String(index)}` });
const leaf = (index: number): object => ({ type: "object", properties: { [`id${String(index)}`]: { type: "integer", format: "int64" } } });

/** Which of the next layer a schema refers to: always the same, and looking random. */
const next = (index: number, way: number): object => {
  const layer = Math.floor(index / width) + 1;
  return ref(layer * width + ((index * 7 + way * (index + 3)) % width));
};

const layers = (count: number, make: (ways: readonly object[]) => object): Record<string, object> =>
  Object.fromEntries(
    list(count * width, (index) => {
      const isLast = index >= (count - 1) * width;
      const ways = isLast ? [] : list(4, (way) => next(index, way));
      return [`S${String(index)}`, isLast ? leaf(index) : make(ways)];
    }),
  );

const kinds: Readonly<Record<string, (ways: readonly object[]) => object>> = {
  "alternatives beside parts": (ways) => ({ oneOf: ways.slice(0, 2), allOf: ways.slice(2) }),
  "any of some beside parts": (ways) => ({ anyOf: ways.slice(0, 2), allOf: ways.slice(2) }),
};

describe("the work of layers does not grow faster than the square of their number:", () => {
  test.each(Object.entries(kinds))("%s", { timeout: 240_000 }, async (_, make) => {
    const work = (count: number): Promise<number> =>
      countSteps(() => generateTexts({ "a.json": described(answering(ref(0)), layers(count, make)) }, parts, { strict: false }));
    await work(4);
    const [few, many] = [await work(8), await work(24)];
    // Three times the schemas, and nine times the pairs of what is above and below; with each alternative anew it was seventy times the work.
    expect(many / few).toBeLessThan(16);
  });
});

/** One member that is of one direction, and others whose schemas are put together in layers that say nothing of directions. */
const directed = (count: number): string => {
  const parted = Object.fromEntries(
    list(count, (index) => [
      `S${String(index)}`,
      index === count - 1 ? { type: "object" } : { allOf: [ref(index + 1), { allOf: [ref(index + 1)] }] },
    ]),
  );
  const D = { type: "object", properties: { id: { type: "string", readOnly: true }, other: ref(0) } };
  return described(answering({ $ref: "#/components/schemas/D" }), { ...parted, D });
};

test(
  "the work does not double with each schema that a member is put together of, where another is of one direction",
  { timeout: 120_000 },
  async () => {
    const work = (count: number): Promise<number> =>
      countSteps(() => generateTexts({ "a.json": directed(count) }, parts, { strict: false }));
    await work(4);
    const [few, many] = [await work(8), await work(20)];
    expect(many / few).toBeLessThan(12);
  },
);

/** A text, by a reference to layers that would be objects by themselves. */
const untypedLayers = (count: number): string => {
  const partsOf = (index: number): readonly object[] =>
    index === count - 1 ? [{ maxLength: 50 }] : [ref(index + 1), { allOf: [ref(index + 1)] }];
  const schemas = list(count, (index): [string, object] => [
    `S${String(index)}`,
    { minLength: index, properties: { a: {} }, allOf: partsOf(index) },
  ]);
  return described(answering({ $ref: "#/components/schemas/T" }), {
    ...Object.fromEntries(schemas),
    T: { type: ["string", "object"], allOf: [ref(0)] },
  });
};

/** Members that others ask for, each inside the one before. */
const askedFor = (depth: number): string =>
  described(
    answering(
      list(depth, () => 0).reduce<object>((inner) => ({ type: "object", dependentSchemas: { a: { properties: { n: inner } } } }), {
        type: "integer",
        format: "int64",
      }),
    ),
  );

test.each([
  ["layer of schemas without a type that is referred to beside one", untypedLayers],
  ["schema that a member asks for inside another, with integers of 64 bits in the last", askedFor],
] as const)("the work does not double with each %s", { timeout: 120_000 }, async (_, text) => {
  const work = (count: number): Promise<number> =>
    countSteps(() => generateTexts({ "a.json": text(count) }, parts, { strict: false, int64: "bigint" }));
  await work(3);
  const [few, many] = [await work(5), await work(20)];
  expect(many / few).toBeLessThan(20);
});
