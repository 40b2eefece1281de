/** Schemas that combine one another, and lead to one another in their members: there are as many values as there are sets of them. */
import { describe, expect, test } from "vitest";
import { countSteps } from "../support/count-steps.js";
import { dice } from "../support/dice.js";
import { answering, described, integer, list, schemaPath } from "../support/many.js";

const { generateTexts } = await import("../support/pipeline.js");

const window = 6;

/** Each leads to some of those near to it, in one of the ways in which schemas do. */
function dense(count: number): string {
  const { below, of, chance } = dice(7);
  const schemas = list(count, (index) => {
    const near = (): object => ({
      $ref: schemaPath(`S${String(Math.max(0, Math.min(count - 1, index + below(2 * window + 1) - window)))}`),
    });
    const member = (): object =>
      chance(0.1)
        ? integer
        : chance(0.1)
          ? { type: "number" }
          : of<object>(near(), { allOf: [near(), near()] }, { oneOf: [near(), near()] });
    const own = { type: "object", properties: Object.fromEntries(list(3 + below(4), () => [`p${String(below(6))}`, member()])) };
    return [`S${String(index)}`, of<object>(own, { allOf: [near(), near(), own] }, { ...own, oneOf: [near(), near()] })] as const;
  });
  return described(answering({ $ref: schemaPath("S0") }), Object.fromEntries<object>(schemas));
}

describe("integers of 64 bits in schemas that lead to one another by many ways", () => {
  test("are looked for in what schemas come to, and not in each way that they are written", { timeout: 240_000 }, async () => {
    const work = (count: number): Promise<number> =>
      countSteps(
        () => generateTexts({ "a.json": dense(count) }, ["types"], { strict: false, int64: "bigint" }),
        /model\/passes\/(?:int64|parts-of-values|values-of|opened)/,
      );
    await work(10);
    const [few, many] = [await work(30), await work(90)];
    // By the ways that they are written it was 5.5 times.
    expect(many / few).toBeLessThan(5);
  });
});
