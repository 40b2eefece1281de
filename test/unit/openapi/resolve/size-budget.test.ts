import { expect, test } from "vitest";
import { resolve } from "../../../../src/openapi/resolve/resolve.js";
import { sizeLimits, type SizeLimits } from "../../../../src/openapi/resolve/size-budget.js";
import type { Selection } from "../../../../src/openapi/selection/selection.js";
import { load } from "../../../../src/source/load-file.js";
import { memoryIo } from "../../../support/memory-io.js";

const schemas = (count: number, schema: object = { type: "string" }): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`S${String(index)}`, schema]));
const described = (parts: object): object => ({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, ...parts });
const operation = { tags: ["a"], responses: { 200: { description: "ok" } } };

async function resolved(root: object, limits: SizeLimits, files: Readonly<Record<string, object>> = {}, selection: Selection = {}) {
  const texts = Object.entries({ "a.json": root, ...files }).map(([name, value]) => [`/project/${name}`, JSON.stringify(value)]);
  const io = memoryIo({ ...(Object.fromEntries(texts) as Record<string, string>), "/project/package.json": "{}" });
  const loaded = await load("a.json", io);
  if (loaded.value === undefined) throw new Error(JSON.stringify(loaded.diagnostics));
  return resolve(loaded.value, (uri) => load(uri, io), selection, limits);
}

const few: SizeLimits = { schema: 10, "named schema": 4, operation: 3, reference: 8 };

test.each<readonly [string, object, string]>([
  [
    "schemas",
    described({ components: { schemas: { A: { type: "object", properties: schemas(10) } } } }),
    "10 schemas, which are all that are read. The largest part of it, 74 % of what the file holds, is /components/schemas/A of a.json.",
  ],
  [
    "named schemas",
    described({ components: { schemas: schemas(5) } }),
    "4 named schemas, which are all that are read. The largest part of it, 61 % of what the file holds, is /components/schemas of a.json.",
  ],
  [
    "operations",
    described({ paths: { "/a": { get: operation, put: operation, post: operation, delete: operation } } }),
    "3 operations, which are all that are read. The largest part of it, 81 % of what the file holds, is /paths/~1a of a.json.",
  ],
  [
    "references",
    described({ components: { schemas: { A: { allOf: Array.from({ length: 9 }, () => ({ $ref: "#/components/schemas/B" })) }, B: {} } } }),
    "8 references, which are all that are read. The largest part of it, 69 % of what the file holds, is /components/schemas/A of a.json.",
  ],
])("more %s than are read are told once, with the part that is the largest", async (what, root, rest) => {
  const { value, diagnostics } = await resolved(root, { ...few, ...(what === "references" ? { schema: 100 } : {}) });
  expect(value).toBeUndefined();
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ["description-too-large", `The description has more than ${rest}`],
  ]);
});

test("the largest part may be another file", async () => {
  const root = described({ components: { schemas: { A: { $ref: "b.json" } } } });
  const { diagnostics } = await resolved(root, few, { "b.json": { type: "object", properties: schemas(12) } });
  expect(diagnostics[0]?.message).toContain("is /properties of b.json.");
});

test("what a selection leaves out is not counted", async () => {
  const root = described({
    paths: { "/a": { get: operation, put: { ...operation, tags: ["b"] }, post: operation, delete: operation } },
    components: { schemas: schemas(20) },
  });
  expect((await resolved(root, few)).value).toBeUndefined();
  const { value, diagnostics } = await resolved(root, few, {}, { include: [{ name: "include", value: { tags: ["b"] } }] });
  expect(diagnostics).toEqual([]);
  expect(value).toBeDefined();
});

test("what is within the limits is read", async () => {
  const { value, diagnostics } = await resolved(described({ components: { schemas: schemas(4) } }), few);
  expect(diagnostics).toEqual([]);
  expect(value).toBeDefined();
  expect(Math.min(...Object.values(sizeLimits))).toBeGreaterThanOrEqual(50_000);
});
