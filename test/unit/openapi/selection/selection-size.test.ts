import { expect, test } from "vitest";
import { countSteps } from "../../../support/count-steps.js";

const { generateTexts } = await import("../../../support/pipeline.js");

/** Operations that each refer to a schema of a family, which extends the one before. */
function description(size: number): string {
  const numbers = Array.from({ length: size }, (_, index) => index);
  const ref = (index: number): object => ({ $ref: `#/components/schemas/S${index}` });
  const content = (index: number): object => ({ 200: { description: "ok", content: { "application/json": { schema: ref(index) } } } });
  const paths = numbers.map((index) => [
    `/p${index}`,
    { get: { operationId: `get${index}`, tags: [`t${index % 7}`], responses: content(index) } },
  ]);
  const schemas = numbers.map((index) => [
    `S${index}`,
    index % 10 === 0
      ? { type: "object", discriminator: { propertyName: "kind" }, properties: { kind: { type: "string" } } }
      : { allOf: [ref(index - 1), { type: "object" }] },
  ]);
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: Object.fromEntries(paths) as object,
    components: { schemas: Object.fromEntries(schemas) as object },
  });
}

const steps = (size: number): Promise<number> =>
  countSteps(async () => {
    const include = [{ value: { tags: ["t1", "t3"], operations: ["get*"], paths: ["/**"] }, name: "include" }];
    const { api, diagnostics } = await generateTexts({ "api.json": description(size) }, ["types"], { include });
    expect(diagnostics).toEqual([]);
    expect(api?.operations.length).toBeGreaterThan(size / 4);
  }, /\/src\/openapi\//);

test("a selection of ten times as many operations is ten times the work", async () => {
  await steps(20);
  const [some, many] = [await steps(200), await steps(2000)];
  expect(many / some).toBeLessThan(12);
});
