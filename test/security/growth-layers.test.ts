/** Layers of schemas, each of which refers to several of the next: there are far more ways through them than schemas. */
import { describe, expect, test } from "vitest";
import { countSteps } from "../support/count-steps.js";
import { answering, described, list } from "../support/many.js";

const { generateTexts } = await import("../support/pipeline.js");
const parts = ["types", "validators", "client", "server"] as const;

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
