/** What many schemas say of one member, and many patterns of many members: each is looked at once, and not once for each of the others. */
import { describe, expect, test } from "vitest";
import { countSteps } from "../support/count-steps.js";
import { described, list } from "../support/many.js";

const { generateTexts } = await import("../support/pipeline.js");

const taking = (schema: object): string =>
  described({
    "/a": {
      post: {
        operationId: "setA",
        requestBody: { content: { "application/json": { schema } } },
        responses: { 200: { description: "ok", content: { "application/json": { schema } } } },
      },
    },
  });

const text = { type: "string" };
const byNumber = (count: number, make: (index: number) => readonly [string, object]): object => Object.fromEntries(list(count, make));

/** Texts by how many there are of what they have many of. */
const shapes: Readonly<Record<string, (count: number) => string>> = {
  "dependent schemas that give one member a default": (count) =>
    taking({
      type: "object",
      properties: byNumber(count, (index) => [`p${String(index)}`, text]),
      dependentSchemas: byNumber(count, (index) => [
        `p${String(index)}`,
        { properties: { p0: { maxLength: index + 1, default: "z" }, [`p${String((index * 7) % count)}`]: { maxLength: index + 1 } } },
      ]),
    }),
  "alternatives that refuse a default of their own": (count) =>
    taking({
      type: "object",
      properties: byNumber(count, (index) => [`p${String(index)}`, { type: "string", default: "z" }]),
      anyOf: list(count, (index) => ({
        required: [`p${String(index)}`],
        allOf: [
          { properties: { [`q${String(index)}`]: { default: "long" } } },
          { properties: { [`q${String(index)}`]: { maxLength: 2 } } },
        ],
      })),
    }),
  "objects that several enumerations have": (count) =>
    taking({ allOf: list(3, (part) => ({ enum: list(count, (index) => ({ a: { b: [index + part, { c: index + part }] } })) })) }),
};

describe("the work does not grow as the square of the number:", () => {
  test.each(Object.entries(shapes))("%s", { timeout: 120_000 }, async (_, make) => {
    const work = (count: number): Promise<number> =>
      countSteps(() => generateTexts({ "a.json": make(count) }, ["types", "validators"], { strict: false }));
    await work(20);
    const [few, many] = [await work(250), await work(1000)];
    expect(many / few).toBeLessThan(4.7);
  });
});

test("a pattern of names is read once, and not for each name that it is held against", { timeout: 120_000 }, async () => {
  const count = 200;
  const described = taking({
    type: "object",
    patternProperties: byNumber(count, (index) => [
      `^a.*b${index === 0 ? "" : `|^z${String(index)}`}`,
      { type: "string", maxLength: index + 9 },
    ]),
    properties: byNumber(count, (index) => [`aab${String(index)}`, { type: "string", default: "q" }]),
  });
  const steps = await countSteps(
    () => generateTexts({ "a.json": described }, ["types", "validators"], { strict: false }),
    /\/src\/(?:model|emit)\//,
  );
  // By some 150 steps each pair of a pattern and a name is looked at; it was 570, with a pattern that is read for each name.
  expect(steps / (count * count)).toBeLessThan(250);
});
