/** References that lead to nothing: what they cost grows as their number does. */
import { expect, test } from "vitest";
import { countSteps } from "../../../support/count-steps.js";

const { generateTexts } = await import("../../../support/pipeline.js");

function described(count: number): string {
  const schemas = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `Schema${String(index)}`,
      { type: "object", properties: { a: { $ref: `#/components/schemas/Sch${String(index)}` } } },
    ]),
  );
  return JSON.stringify({ openapi: "3.0.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas } });
}

test("four times as many take four times the work", { timeout: 120_000 }, async () => {
  const work = (count: number) =>
    countSteps(async () => {
      const { diagnostics } = await generateTexts({ "a.json": described(count) }, ["types"], { strict: false });
      expect(diagnostics).toHaveLength(count);
    });
  await work(10);
  const [few, many] = [await work(1500), await work(6000)];
  expect(many / few).toBeLessThan(5);
});
