/** What tells that 64-bit integers and numbers look alike, and when it is told. */
import { expect, test } from "vitest";
import { generateTexts } from "../../../support/pipeline.js";

const bounded = (name: string, bound: object, v: object): object => ({
  type: "object",
  required: [name],
  properties: { [name]: bound, v },
});
const described = (): string =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {},
    components: {
      schemas: {
        Alike: {
          anyOf: [
            bounded("count", { type: "integer", multipleOf: 2 }, { type: "integer", format: "int64" }),
            bounded("label", { type: "string", pattern: "^." }, { type: "number" }),
          ],
        },
      },
    },
  });

test.each([
  [undefined, 0],
  ["number", 0],
  ["bigint", 1],
  ["string", 1],
] as const)("with int64 %s, alternatives that look alike give %i warnings", async (int64, count) => {
  const { diagnostics } = await generateTexts({ "a.json": described() }, ["types"], { ...(int64 !== undefined && { int64 }) });
  expect(diagnostics.filter(({ code }) => code === "int64-or-number")).toHaveLength(count);
});
