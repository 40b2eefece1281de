/** Values that are nested too deeply for what is done with them later: refused on every way JSON comes in. */
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bigints } from "../../../../templates/runtime/shared/exact-json.js";
import type { Int64Locations } from "../../../../templates/runtime/shared/int64-locations.js";
import { replyOf, route, serve, type Serving } from "./serving.js";
import { located, type LocatedParameter } from "../../../support/located-parameters.js";

const lists = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
const objects = (levels: number): string => '{"a":'.repeat(levels) + "1" + "}".repeat(levels);
const mixed = (levels: number): string =>
  levels % 2 === 0 ? '[{"a":'.repeat(levels / 2) + "1" + "}]".repeat(levels / 2) : `[${mixed(levels - 1)}]`;

const deepest = 500;
const sentence = `must not be nested more than ${deepest} levels deep`;

const json = "application/json";
const form = "application/x-www-form-urlencoded";
const parameter = (where: LocatedParameter["in"]): readonly LocatedParameter[] => [{ name: "p", in: where, content: json }];
const places: Int64Locations = { properties: { id: "int64" }, additional: () => places };
const exact = bigints({ body: { [json]: places } });

const routes = [
  route("body", "POST", "/body", { body: { content: { [json]: {} } } }),
  route("exact", "POST", "/exact", { body: { content: { [json]: {} } }, exact }),
  route("lines", "POST", "/lines", { body: { content: { "application/x-ndjson": {} } } }),
  route("sequence", "POST", "/sequence", { body: { content: { "application/json-seq": {} } } }),
  route(
    "form",
    "POST",
    "/form",
    { body: { content: { [form]: { encoding: { p: { contentType: json } } } } } },
    { body: { [form]: { decode: { properties: { p: { items: "any" } } } } } },
  ),
  route(
    "parts",
    "POST",
    "/parts",
    { body: { content: { "multipart/form-data": {} } } },
    { body: { "multipart/form-data": { decode: { properties: { p: { properties: {} } } } } } },
  ),
  route("query", "GET", "/query", { parameters: located(parameter("query")) }),
  route("path", "GET", "/path/{p}", { parameters: located(parameter("path")) }),
  route("header", "GET", "/header", { parameters: located(parameter("header")) }),
  route("cookie", "GET", "/cookie", { parameters: located(parameter("cookie")) }),
  route("whole", "GET", "/whole", { parameters: located(parameter("querystring")) }),
];

const post = (path: string, type: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Request =>
  new Request(`http://x${path}`, { method: "POST", body, headers: { "content-type": type, ...headers } });
const get = (path: string, headers: Record<string, string> = {}): Request => new Request(`http://x${path}`, { headers });
const multipart = (text: string): Request => {
  const body = new FormData();
  body.set("p", text);
  return new Request("http://x/parts", { method: "POST", body });
};

/** `inside` is the text without its outermost level. */
const ways: Readonly<Record<string, (text: string, inside: string) => Request>> = {
  "a body": (text) => post("/body", json, text),
  "a body with white space": (text) => post("/body", json, `\n ${text.replaceAll("[", "[ ")}\n`),
  "a compressed body": (text) => post("/body", json, new Uint8Array(gzipSync(text)), { "content-encoding": "gzip" }),
  "an undescribed member": (_, inside) => post("/body", json, `{"name":"Rex","x":${inside}}`),
  "a body with 64-bit integers": (text) => post("/exact", json, text),
  "a body with large integers": (_, inside) => post("/exact", json, `{"id":9007199254740993,"x":${inside}}`),
  "a line": (text) => post("/lines", "application/x-ndjson", `1\n${text}\n`),
  "a record": (text) => post("/sequence", "application/json-seq", `\u001e1\n\u001e${text}\n`),
  "a field of a form": (text) => post("/form", form, `p=${encodeURIComponent(text)}`),
  "a part": (_, inside) => multipart(`{"x":${inside}}`),
  "a query parameter": (text) => get(`/query?p=${encodeURIComponent(text)}`),
  "a path parameter": (text) => get(`/path/${encodeURIComponent(text)}`),
  "a header": (text) => get("/header", { p: text }),
  "a cookie": (text) => get("/cookie", { cookie: `p=${encodeURIComponent(text)}` }),
  "a whole query string": (text) => get(`/whole?${encodeURIComponent(text)}`),
};

describe("JSON that is nested too deeply", () => {
  let serving: Serving;
  beforeAll(async () => {
    // What it has read it cannot write as plain JSON.
    serving = await serve(routes, { handlers: { exact: () => ({ status: 200, body: "read" }) } });
  });
  afterAll(() => serving.close());

  test.each(Object.entries(ways))("is refused in %s", async (_, requestOf) => {
    for (const nested of [lists, objects, mixed]) {
      expect((await serving.fetch(requestOf(nested(deepest), nested(deepest - 1)))).status).toBe(200);
      for (const levels of [deepest + 1, 5_000, 50_000]) {
        const answer = await serving.fetch(requestOf(nested(levels), nested(levels - 1)));
        expect(answer.status).toBe(400);
        expect(((await answer.json()) as { detail: string }).detail).toContain(sentence);
      }
    }
  });

  test("is told from brackets in text, and from many values beside each other", async () => {
    const flat = [
      JSON.stringify("[".repeat(5_000)),
      JSON.stringify([`"\\"${"[{".repeat(5_000)}`, `\\${'"{'.repeat(5_000)}\\`]),
      `[${Array.from({ length: 5_000 }, () => '[{"[":"["}]').join()}]`,
      `{${Array.from({ length: 5_000 }, (_, index) => `"\\\\[${index}":[]`).join()}}`,
    ];
    for (const text of flat) {
      const answer = await serving.fetch(post("/body", json, text));
      expect(answer.status).toBe(200);
      expect(((await answer.json()) as { body: unknown }).body).toEqual(JSON.parse(text));
    }
  });
});

/** A value that no recursion comes to the end of. */
function bottomless(): unknown {
  let value: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) value = [value];
  return value;
}

const replies: readonly (readonly [string, object])[] = [
  ["JSON", { responses: { 200: [json] } }],
  ["JSON with 64-bit integers", { responses: { 200: [json] }, exact: bigints({ responses: { 200: { [json]: places } } }) }],
  ["a form", { responses: { 200: [form] } }],
  ["lines", { responses: { 200: ["application/x-ndjson"] } }],
  ["events", { responses: { 200: ["text/event-stream"] } }],
];

test.each(replies)("a reply that is too deep to be written as %s is answered with 500, and told to `onError`", async (_, operation) => {
  const errors: unknown[] = [];
  const reply = await replyOf(operation, () => ({ status: 200, body: { a: [bottomless()] } }), { onError: (error) => errors.push(error) });
  expect(reply.status).toBe(500);
  expect(errors).toHaveLength(2); // over node:http, and through fetch
});

test("an item that is too deep ends its stream, and not the server", async () => {
  const errors: unknown[] = [];
  const serving = await serve([route("items", "GET", "/items", { responses: { 200: ["application/x-ndjson"] } })], {
    onError: (error) => errors.push(error),
    handlers: {
      items: () => ({
        status: 200,
        body: (async function* () {
          yield await Promise.resolve(1);
          yield bottomless();
        })(),
      }),
    },
  });
  for (let round = 1; round <= 2; round += 1) {
    await expect(fetch(`${serving.url}/items`).then((response) => response.text())).rejects.toThrow();
    expect(errors).toHaveLength(round);
  }
  await serving.close();
});
