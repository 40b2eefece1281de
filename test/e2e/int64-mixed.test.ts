/** 64-bit integers beside numbers, texts and null, under names and below them: what is generated compiles, in every form of the integers. */
import { expect, test } from "vitest";
import { compile, temporaryFolder, writeFiles } from "../support/compile.js";
import { generateTexts } from "../support/pipeline.js";

const int64 = { type: "integer", format: "int64" };
const number = { type: "number", format: "double" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const schemas: Readonly<Record<string, object>> = {
  Id: int64,
  AnyOf: { anyOf: [int64, number] },
  OneOf: { oneOf: [number, int64] },
  AllOf: { allOf: [{ anyOf: [int64, number] }, { minimum: 0 }] },
  Both: { allOf: [int64, number] },
  Named: { anyOf: [ref("Id"), number] },
  Alias: ref("Named"),
  Deep: { oneOf: [ref("Alias"), int64] },
  Nullable: { anyOf: [int64, number], nullable: true },
  OrNull: { anyOf: [ref("AnyOf"), { type: "string", nullable: true, enum: [null] }] },
  Text: { oneOf: [int64, { type: "string" }] },
  TextOrNumber: { oneOf: [ref("Text"), number] },
  List: { type: "array", items: ref("AnyOf") },
  Lists: { type: "array", items: { type: "array", items: { oneOf: [int64, number, { type: "string" }] } } },
  Map: { type: "object", additionalProperties: ref("AnyOf") },
  Tree: { type: "object", properties: { value: ref("AnyOf"), children: { type: "array", items: ref("Tree") } } },
  Loop: { anyOf: [int64, number, { type: "array", items: ref("Loop") }] },
  Part: { oneOf: [ref("AnyOf"), { type: "object", properties: { id: int64 } }] },
  PartOrNumber: { oneOf: [number, ref("PartOrId")] },
  PartByShape: {
    anyOf: [
      { type: "object", required: ["a"], properties: { a: { type: "string", enum: ['"', "\u2028"] }, v: int64 } },
      { type: "object", required: ["b"], properties: { b: { type: "string", minLength: 2 }, v: number }, additionalProperties: false },
    ],
  },
  PartOrId: { oneOf: [int64, { type: "object", properties: { id: int64 } }] },
};

const all = { type: "object", properties: Object.fromEntries(Object.keys(schemas).map((name) => [name, ref(name)])) };
const content = (schema: object) => ({ "application/json": { schema } });
const answers = (schema: object) => ({ responses: { 200: { description: "OK", content: content(schema) } } });

const description = {
  openapi: "3.0.3",
  info: { title: "Ledger", version: "1" },
  paths: {
    "/all": {
      get: {
        operationId: "all",
        parameters: Object.keys(schemas)
          .filter((name) => !/Map|Tree|Loop|Part|List/.test(name))
          .map((name) => ({ name, in: "query", schema: ref(name) })),
        ...answers(all),
      },
      post: { operationId: "send", requestBody: { required: true, content: content(all) }, ...answers({ type: "array", items: all }) },
    },
    ...Object.fromEntries(
      Object.keys(schemas).map((name) => [`/${name}`, { get: { operationId: `get${name}`, ...answers(ref(name)) } }] as const),
    ),
  },
  components: { schemas },
};

const options = {
  ...{ module: "nodenext", target: "es2022", lib: ["es2022", "dom"], types: ["node"], noEmit: true, strict: true },
  ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noPropertyAccessFromIndexSignature: true, noUnusedLocals: true },
};

test.each(["number", "bigint", "string"] as const)("as %s, all that is generated compiles", { timeout: 300_000 }, async (form) => {
  const { files, diagnostics } = await generateTexts({ "api.json": JSON.stringify(description) }, undefined, {
    int64: form,
    strict: false,
  });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const folder = await temporaryFolder();
  await writeFiles(folder.path, files);
  const errors = [await compile(folder.path, ["."], "5.9", options), await compile(folder.path, ["."], "7", options)];
  await folder.remove();
  expect(errors.flat()).toEqual([]);
});

test("as numbers, a schema in which nothing is left to look at has no function", async () => {
  const { files } = await generateTexts({ "api.json": JSON.stringify(description) }, ["client"], { strict: false });
  const text = files.find(({ path }) => path === "int64.ts")?.text ?? "";
  const functions = [...text.matchAll(/export function int64sOf(\w+)\(/g)].map(([, name]) => name);
  expect(functions).toEqual(["Id", "Both", "Text", "Part", "PartOrNumber", "PartOrId"]);
  expect(text).not.toContain("return null");
});
