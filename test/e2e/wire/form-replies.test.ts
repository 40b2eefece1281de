/** Replies that are forms of a URL's encoding: the generated server writes them as it reads requests, and as the description encodes their fields. */
import type { Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emit } from "../../../src/emit/emit.js";
import { apiOf } from "../../support/api.js";
import { loadProgram, type GeneratedProgram } from "../roundtrip/module.js";

const text = { type: "string" };
const fields: Readonly<Record<string, readonly [schema: object, values: readonly unknown[]]>> = {
  text: [text, ["a b", "a&b=c", "ä+%", ""]],
  integer: [{ type: "integer" }, [5]],
  texts: [{ type: "array", items: text }, [["a"], ["a", "b c"], ["[1]"]]],
  objects: [{ type: "array", items: { type: "object", properties: { a: { type: "integer" } } } }, [[{ a: 1 }, { a: 2 }]]],
  object: [{ type: "object", properties: { a: { type: "integer" }, b: text } }, [{ a: 1, b: "x y" }]],
};
const encodings: Readonly<Record<string, object | undefined>> = {
  none: undefined,
  form: { style: "form" },
  notExploded: { style: "form", explode: false },
  space: { style: "spaceDelimited", explode: false },
  pipes: { style: "pipeDelimited", explode: false },
  deep: { style: "deepObject" },
  reserved: { allowReserved: true },
  json: { contentType: "application/json" },
};
const mediaType = "application/x-www-form-urlencoded";
/** What OpenAPI shows of a list and an object in each style. */
const written: Readonly<Record<string, string>> = {
  textsXnone: "value=a&value=b+c&other=o",
  textsXform: "value=a&value=b+c&other=o",
  textsXnotExploded: "value=a,b+c&other=o",
  textsXpipes: "value=a%7Cb+c&other=o",
  textsXjson: "value=%5B%22a%22%2C%22b+c%22%5D&other=o",
  objectXnone: "value=%7B%22a%22%3A1%2C%22b%22%3A%22x+y%22%7D&other=o",
  objectXform: "a=1&b=x+y&other=o",
  objectXnotExploded: "value=a,1,b,x+y&other=o",
  objectXdeep: "value%5Ba%5D=1&value%5Bb%5D=x+y&other=o",
};

let program: GeneratedProgram;
let server: Server;
let client: unknown;
let seen: unknown;
let body: unknown;
let sent: unknown;
beforeAll(async () => {
  const paths = Object.entries(fields).flatMap(([name, [schema]]) =>
    Object.entries(encodings).map(([encoding, said]) => {
      const operationId = `${name}X${encoding}`;
      const described = { type: "object", properties: { value: schema, other: text } };
      const content = { [mediaType]: { schema: described, ...(said && { encoding: { value: said } }) } };
      const other = { [mediaType]: { schema: described, encoding: { value: { style: "deepObject" } } } };
      const responses = { 200: { description: "ok", content }, default: { description: "failed", content: other } };
      return [`/${operationId}`, { post: { operationId, requestBody: { required: true, content }, responses } }] as const;
    }),
  );
  const description = { openapi: "3.1.0", info: { title: "Echo", version: "1" }, paths: Object.fromEntries(paths) };
  const api = await apiOf(`${JSON.stringify(description)}\n`, { name: "echo" });
  const parts = new Set(["types", "validators", "client", "server"] as const);
  program = await loadProgram(api, await emit(api, { parts, source: "api.yaml", command: "npm run generate" }));
  const echo = (request: unknown): unknown => {
    seen = (request as { readonly body: unknown }).body; // what the server gives to handlers
    return { status: 200, body };
  };
  const handlers = Object.fromEntries(api.operations.map(({ names }) => [names.value, echo]));
  const serving = await program.serve({ handlers, onError: (error) => (sent = error) });
  server = serving.server;
  client = program.createClient(serving.baseUrl);
});
afterAll(() => server.close());

const cases = Object.entries(fields).flatMap(([name, [, values]]) =>
  Object.keys(encodings).map((encoding) => ({ id: `${name}X${encoding}`, values })),
);
test.each(cases)("are what the server reads, or cannot be sent: $id", async ({ id, values }) => {
  for (const value of values) {
    body = { value, other: "o", nothing: undefined };
    sent = undefined;
    const first = await program.call(id, client, { body: { other: "o" } });
    if (first.status === 500) {
      // A request with such a field is not sent either.
      await expect(program.call(id, client, { body: { value } })).rejects.toThrow("cannot be sent");
      continue;
    }
    expect(first.status, String(sent)).toBe(200);
    // The client has it as text, which it sends as it is.
    await program.call(id, client, { body: first.data });
    expect(seen).toEqual({ value, other: "o" });
  }
});

test.each(Object.entries(written))("have the style of the description: %s", async (id, expected) => {
  body = { value: id.startsWith("texts") ? ["a", "b c"] : { a: 1, b: "x y" }, other: "o" };
  expect((await program.call(id, client, { body: { other: "o" } })).data).toBe(expected);
});
