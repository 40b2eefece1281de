/** Null in lists whose items are told by their position: nothing comes to stand in the place of an item that has no form. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateTexts } from "../../support/pipeline.js";
import { echoPrograms, type EchoProgram } from "../roundtrip/echo-program.js";

const { programOf, close } = echoPrograms();
afterAll(close);

const texts = { type: ["string", "null"] };
const items = { type: "array", prefixItems: [texts, texts, texts], items: texts };
const object = (member: object): object => ({ type: "object", properties: { m: member } });
const deep = { type: "object", properties: { o: { type: "object", additionalProperties: items } } };
type Wrap = (list: unknown) => unknown;
const itself: Wrap = (list) => list;
const asMember: Wrap = (m) => ({ m });

/** The place of a list, what is said of it there, and where the list is in the value. */
const places: readonly (readonly [where: string, said: object, wrap: Wrap])[] = [
  ["query", { schema: items }, itself],
  ["query", { schema: items, explode: false }, itself],
  ["query", { schema: items, style: "pipeDelimited", explode: false }, itself],
  ["query", { schema: items, allowReserved: true }, itself],
  ["query", { schema: object(items) }, asMember],
  ["query", { schema: { type: "object", additionalProperties: items } }, asMember],
  ["query", { schema: object(items), style: "deepObject" }, asMember],
  ["query", { schema: deep, style: "deepObject" }, (x) => ({ o: { x } })],
  ["querystring", { content: { "application/x-www-form-urlencoded": { schema: object(items) } } }, asMember],
  ["path", { schema: items }, itself],
  ["path", { schema: items, style: "label", explode: true }, itself],
  ["path", { schema: items, style: "matrix" }, itself],
  ["header", { schema: items }, itself],
  ["cookie", { schema: items }, itself],
  ["cookie", { schema: items, explode: false }, itself],
  ["form", { schema: items }, itself],
  ["form", { schema: items, encoding: { style: "form", explode: false } }, itself],
  ["form", { schema: object(items), encoding: { style: "deepObject" } }, asMember],
  ["multipart", { schema: items }, itself],
  ["multipart", { schema: items, encoding: { style: "form", explode: false } }, itself],
];
const mediaTypes: Readonly<Record<string, string>> = { form: "application/x-www-form-urlencoded", multipart: "multipart/form-data" };
const id = (index: number): string => `op${"abcdefghijklmnopqrstuvwxyz"[index] ?? ""}`;
const argsOf = (where: string, v: unknown): object =>
  where in mediaTypes ? { body: { v } } : { [where]: where === "querystring" ? v : { v } };

function operationOf(where: string, said: object, operationId: string): object {
  const { schema, encoding } = said as { readonly schema?: object; readonly encoding?: object };
  const mediaType = mediaTypes[where];
  const content = mediaType && {
    [mediaType]: { schema: { type: "object", properties: { v: schema } }, ...(encoding && { encoding: { v: encoding } }) },
  };
  const parts = content ? { requestBody: { content } } : { parameters: [{ name: "v", in: where, required: where === "path", ...said }] };
  return { operationId, ...parts, responses: { 200: { description: "ok" } } };
}

const paths = Object.fromEntries(
  places.map(([where, said], index) => [`/${id(index)}${where === "path" ? "/{v}" : ""}`, { post: operationOf(where, said, id(index)) }]),
);
const description = `${JSON.stringify({ openapi: "3.2.0", info: { title: "Echo", version: "1" }, paths })}\n`;

let program: EchoProgram;
beforeAll(async () => {
  program = await programOf(description);
}, 120_000);

test.each(places.map(([where, said, wrap], index) => ({ where, said: JSON.stringify(said), wrap, id: id(index) })))(
  "in $where, $said",
  async ({ where, wrap, id }) => {
    for (const list of [
      ["a", null, "c"],
      [null, "b"],
      [null, null, "c", "d"],
    ]) {
      await expect(program.send(id, argsOf(where, wrap(list)))).rejects.toThrow("null has no form before other items of its list");
    }
    // Those at the end are left out, and so are those after the ones that are told by position.
    for (const [list, arrives] of [
      [
        ["a", "b", null],
        ["a", "b"],
      ],
      [
        ["a", "b", "c", null, "e"],
        ["a", "b", "c", "e"],
      ],
    ]) {
      const { result, seen } = await program.send(id, argsOf(where, wrap(list)));
      expect(result.error).toBeUndefined();
      expect(seen).toMatchObject(argsOf(where, wrap(arrives)));
    }
  },
);

test("is no matter of lists that have no null before others, nor of JSON", async () => {
  const lists = [
    { type: "array", prefixItems: [{ type: "string" }, texts], items: false },
    { type: "array", items: texts },
  ];
  const parameters = [
    ...lists.map((schema, index) => ({ name: `v${String(index)}`, in: "query", schema })),
    { name: "w", in: "query", content: { "application/json": { schema: items } } },
    { name: "x", in: "header", schema: object(items) },
  ];
  const get = { operationId: "get", parameters, responses: { 200: { description: "ok" } } };
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: { "/a": { get } } });
  const { files } = await generateTexts({ "a.json": text }, ["types", "client"]);
  expect(files.find(({ path }) => path === "operations.ts")?.text).not.toContain("positions");
});
