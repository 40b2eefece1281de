/** Components that are read although they are not where they belong: references to where they belong mean them. */
import { expect, test } from "vitest";
import { generateTexts } from "../../../support/pipeline.js";
import { resolving } from "./resolving.js";

const schemas = (circular: boolean): object => ({
  Animal: circular ? { $ref: "#/components/schemas/Cat" } : { type: "string" },
  Cat: { allOf: [{ $ref: "#/components/schemas/Animal" }, { description: "k" }] },
});

const elsewhere: readonly (readonly [what: string, where: string, members: (schemas: object) => object])[] = [
  ["in a list of one", "/components/0/schemas/Animal", (each) => ({ components: [{ schemas: each }] })],
  ["in a list of schemas", "/components/schemas/0/Animal", (each) => ({ components: { schemas: [each] } })],
  ["under another key", "/components/Schemas/Animal", (each) => ({ components: { Schemas: each } })],
  ["in components under another key", "/component/schemas/Animal", (each) => ({ component: { schemas: each } })],
];

const described = (members: object): string => JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, ...members });

test.each(elsewhere)("%s", async (_what, where, members) => {
  const { resolved, diagnostics } = await resolving({ "a.json": described(members(schemas(false))) });
  const [lost] = diagnostics.filter(({ code }) => code === "ref-not-found");
  expect(lost).toMatchObject({ assumed: `it is read as "#${where}"` });
  const cat = resolved.document.components?.schemas?.["Cat"];
  expect(cat).toMatchObject({ allOf: [{ $ref: `file:///project/a.json#${where}` }, {}] });
  expect(resolved.target("schema", `file:///project/a.json#${where}`)).toBe(resolved.document.components?.schemas?.["Animal"]);
});

test.each(elsewhere)("%s, in a circle", async (_what, _where, members) => {
  const { files, diagnostics } = await generateTexts({ "a.json": described(members(schemas(true))) }, undefined, { strict: false });
  expect(diagnostics.map(({ code }) => code)).toContain("ref-cycle");
  // The reference that stands deeper is left out.
  const types = files.find(({ path }) => path === "types.ts")?.text;
  expect(types).toMatch(/export type Animal = Cat;\s+(?:\/\*\*[^/]*\*\/\s+)?export type Cat = unknown;/);
});

test("of 2.0, in a list", async () => {
  const text = JSON.stringify({
    swagger: "2.0",
    info: { title: "T", version: "1" },
    paths: {},
    definitions: [{ A: { type: "string" } }, { B: { items: { $ref: "#/definitions/A" }, type: "array" } }],
  });
  const { diagnostics } = await resolving({ "a.json": text });
  expect(diagnostics.filter(({ code }) => code === "ref-not-found")).toMatchObject([{ assumed: 'it is read as "#/definitions/0/A"' }]);
});

test("what is nowhere is still nothing", async () => {
  const { diagnostics } = await resolving({
    "a.json": described({ components: { Schemas: { A: { $ref: "#/components/schemas/None" } } } }),
  });
  expect(diagnostics.filter(({ code }) => code === "ref-not-found")).toMatchObject([{ assumed: "any value is accepted" }]);
});
