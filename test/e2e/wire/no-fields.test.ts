/** Values that have no fields, where a form is described: null is no empty form, in a request or in a reply. */
import type { Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emit } from "../../../src/emit/emit.js";
import { apiOf } from "../../support/api.js";
import { loadProgram, type GeneratedProgram } from "../roundtrip/module.js";

const schema = { type: ["object", "null"], properties: { a: { type: "string" } } };
const mediaTypes = {
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data",
  mixed: "multipart/mixed",
  range: "multipart/*",
};
type Name = keyof typeof mediaTypes;
const names = Object.keys(mediaTypes) as Name[];

let program: GeneratedProgram;
let server: Server;
let client: unknown;
let seen: unknown;
let body: unknown;
let failed: unknown;
beforeAll(async () => {
  const paths = names.map((operationId) => {
    const content = { [mediaTypes[operationId]]: { schema } };
    return [
      `/${operationId}`,
      { post: { operationId, requestBody: { content }, responses: { 200: { description: "ok", content } } } },
    ] as const;
  });
  const description = { openapi: "3.1.0", info: { title: "Echo", version: "1" }, paths: Object.fromEntries<object>(paths) };
  const api = await apiOf(`${JSON.stringify(description)}\n`, { name: "echo" });
  const parts = new Set(["types", "validators", "client", "server"] as const);
  program = await loadProgram(api, await emit(api, { parts, source: "api.yaml", command: "npm run generate" }));
  const handler = (request: unknown): unknown => {
    seen = (request as { readonly body: unknown }).body; // what the server gives to handlers
    return { status: 200, body };
  };
  const handlers = Object.fromEntries(api.operations.map(({ names: { value } }) => [value, handler]));
  const serving = await program.serve({ handlers, onError: (error) => (failed = error) });
  server = serving.server;
  client = program.createClient(serving.baseUrl);
}, 120_000);
afterAll(() => server.close());

test.each(names.filter((name) => name !== "mixed"))("a client refuses null as %s", async (name) => {
  await expect(program.call(name, client, { body: null })).rejects.toThrow("a form has fields, and null has none");
  body = {};
  await program.call(name, client, { body: { a: "x" } });
  expect(seen).toEqual({ a: "x" });
  await program.call(name, client, { body: {} });
  expect(seen).toEqual({});
});

test.each(names)("a server refuses to reply null as %s, and says so", async (name) => {
  body = null;
  expect((await program.call(name, client, {})).status).toBe(500);
  expect(String(failed)).toContain("Null has no form as");
});

test.each(names)("an object is a reply of %s", async (name) => {
  body = { a: "x" };
  const { status, response, data } = await program.call(name, client, {});
  expect(status).toBe(200);
  const expected = name === "range" ? "multipart/form-data" : mediaTypes[name];
  expect(response.headers.get("content-type")?.split(";", 1)).toEqual([expected]);
  expect(data instanceof Blob ? await data.text() : data).toMatch(name === "form" ? /^a=x$/ : /name="a"\r\n\r\nx\r\n/);
});
