/** References to whole files that hold what is meant inside something. */
import { expect, test } from "vitest";
import { generateTexts } from "../../../support/pipeline.js";

const pet = "{ type: object, properties: { id: { type: string } } }";

async function types(members: object, files: Readonly<Record<string, string>>) {
  const root = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, ...members };
  const { files: made, diagnostics } = await generateTexts({ "api.yaml": JSON.stringify(root), ...files }, ["types"], { strict: false });
  return { text: made.find(({ path }) => path === "types.ts")?.text ?? "", told: diagnostics.map(({ code }) => code) };
}

test.each([
  `components: { schemas: { Pet: ${pet} } }`,
  `components: { schemas: { Pet: ${pet}, Other: { type: string } } }`,
  `openapi: 3.1.0\ninfo: { title: a, version: "1" }\ncomponents: { schemas: { Pet: ${pet} } }`,
  `Pet: ${pet}`,
  `Pet: ${pet}\nOther: { type: string }`,
  `schema: ${pet}`,
  `schemas: { Pet: ${pet} }`,
  `definitions: { Pet: ${pet} }`,
  `$defs: { Pet: ${pet} }`,
])("the schema in %j is read", async (text) => {
  const { text: made, told } = await types({ components: { schemas: { X: { $ref: "./pet.yaml" } } } }, { "pet.yaml": text });
  expect(made).toContain("export type X = { id?: string };");
  expect(told).toContain("ref-not-found");
});

test.each([
  ["parameter", "Q: { name: q, in: query, schema: { type: string } }"],
  ["parameter", "components: { parameters: { Q: { name: q, in: query, schema: { type: string } } } }"],
  ["response", "R: { description: q, content: { application/q: { schema: { type: string } } } }"],
  ["response", "responses: { R: { description: q, content: { application/q: { schema: { type: string } } } } }"],
])("the %s in %j is read", async (kind, text) => {
  const reference = { $ref: "./part.yaml" };
  const operation = kind === "parameter" ? { parameters: [reference], responses: {} } : { responses: { 200: reference } };
  const { text: made, told } = await types({ paths: { "/a": { get: operation } } }, { "part.yaml": text });
  expect(made).toMatch(/q\?: |"application\/q"/);
  expect(told).toContain("ref-not-found");
});

test("a file that is a schema, or has several that are called otherwise, is read as it is", async () => {
  for (const text of [`{ type: object, properties: { Pet: ${pet} } }`, `A: ${pet}\nB: ${pet}`]) {
    const { told } = await types({ components: { schemas: { X: { $ref: "./pet.yaml" } } } }, { "pet.yaml": text });
    expect(told).not.toContain("ref-not-found");
  }
});

test.each([
  ["Pet", `Pet: ${pet}\nOther: { type: string }`],
  ["Pet", `components: { schemas: { Pet: ${pet} } }`],
  ["Pet", `definitions: { Pet: ${pet} }`],
  ["Pet", `$defs: { Pet: ${pet} }`],
  ["definitions/Pet", `definitions: { Pet: ${pet} }`],
])("the fragment %j leads to the schema of that name in %j", async (fragment, text) => {
  const { text: made, told } = await types(
    { components: { schemas: { X: { type: "array", items: { $ref: `./all.yaml#${fragment}` } } } } },
    { "all.yaml": text },
  );
  expect(made).toContain("export type Pet = { id?: string };");
  expect(told).toEqual(["ref-not-found"]);
});

test("a fragment that is an anchor leads to that", async () => {
  const text = "A: { $anchor: Pet, type: integer }\nPet: { type: string }";
  const { text: made, told } = await types({ components: { schemas: { X: { $ref: "./all.yaml#Pet" } } } }, { "all.yaml": text });
  expect([made.includes("export type X = number;"), told]).toEqual([true, []]);
});

test.each([
  ["#Sub", ["ref-not-found"]],
  ["#sub", ["ref-not-found"]],
])("a fragment %j of the file itself makes no schema besides", async (reference, codes) => {
  const { text: made, told } = await types(
    { components: { schemas: { X: { type: "object", properties: { a: { $ref: reference } } }, Sub: { type: "string" } } } },
    {},
  );
  expect(told).toEqual(codes);
  expect(made).not.toContain("SubModel");
});
