import { expect, test } from "vitest";
import { graphOf } from "../../../../src/emit/validators/graph.js";
import { repeatedIds } from "../../../../src/emit/validators/memo/needs-memo.js";
import { apiOf } from "../../../support/api.js";

const ref = (index: number): object => ({ $ref: `#/components/schemas/S${String(index)}` });

/** So many schemas, each with the next as a part, and the last one with the first. */
async function work(count: number, part: (next: object) => object): Promise<{ readonly asked: number; readonly found: number }> {
  const schemas = Object.fromEntries(Array.from({ length: count }, (_, index) => [`S${String(index)}`, part(ref((index + 1) % count))]));
  const api = await apiOf(
    JSON.stringify({ openapi: "3.1.0", info: { title: "Chain", version: "1" }, paths: {}, components: { schemas } }, undefined, 1),
  );
  const graph = graphOf(api.schemas, []);
  let asked = 0;
  const resolve: typeof graph.resolve = (id) => {
    asked += 1;
    return graph.resolve(id);
  };
  const found = repeatedIds({ ...graph, resolve }, { mode: "fast", discriminator: "tag" });
  return { asked, found: found.of.size };
}

test.each([
  ["a property", (next: object) => ({ type: "object", properties: { next } }), 0],
  ["a property of a member of allOf", (next: object) => ({ allOf: [{ type: "object", properties: { next } }] }), 0],
  ["items", (next: object) => ({ type: "array", items: next }), 0],
  ["two ways", (next: object) => ({ anyOf: [{ properties: { next } }, { properties: { next, other: { type: "string" } } }] }), 1],
])("a ring of schemas linked by %s takes work by their number", async (_, part, share) => {
  const few = await work(10, part);
  for (const times of [10, 100]) {
    const many = await work(10 * times, part);
    expect(many.asked).toBeLessThanOrEqual(few.asked * times);
    expect(many.found).toBe(10 * times * share);
  }
});

test("a schema of very many properties that refer to another is none that is asked again", async () => {
  const properties = Object.fromEntries(Array.from({ length: 150_000 }, (_, index) => [`p${String(index)}`, ref(1)]));
  const schemas = { S0: { type: "object", properties }, S1: { type: "object" } };
  const api = await apiOf(
    `${JSON.stringify({ openapi: "3.1.0", info: { title: "Wide", version: "1" }, paths: {}, components: { schemas } })}\n`,
  );
  expect(repeatedIds(graphOf(api.schemas, []), { mode: "fast", discriminator: "tag" }).of.size).toBe(0);
});
