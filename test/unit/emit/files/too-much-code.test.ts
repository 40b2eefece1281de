import { expect, test } from "vitest";
import { tooMuchCode } from "../../../../src/emit/files/too-much-code.js";
import { OutputTooLarge } from "../../../../src/emit/print/output-budget.js";
import { apiOf } from "../../../support/api.js";

test("too much code names the largest part, also where that is a schema, and counts as people do", async () => {
  const properties = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`p${String(index)}`, { type: "string" }]));
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Wide" } } };
  const description = {
    openapi: "3.1.0",
    info: { title: "Wide", version: "1" },
    paths: { "/a": { get: { operationId: "a", responses: { 200: { description: "ok", content } } } } },
    components: { schemas: { Wide: { type: "object", properties } } },
  };
  const api = await apiOf(`${JSON.stringify(description)}\n`, { name: "wide" });
  expect(tooMuchCode(new OutputTooLarge("validators.ts", 1000, true), api, undefined).message).toBe(
    'More than 1,000 characters of code would be made of the description: validators.ts alone would have more. It has 1 operation and 1 schema. Its largest part: the 30 schemas in the schema "Wide".',
  );
});
