/**
 * Bodies and replies whose only media type is a range: what is sent is of a type that the range takes in, and arrives from the generated client
 * at the generated server and back.
 */
import type { Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emit } from "../../../src/emit/emit.js";
import { includes, sendableType } from "../../../templates/runtime/shared/media-type.js";
import { apiOf } from "../../support/api.js";
import { loadProgram, type GeneratedProgram } from "../roundtrip/module.js";

const schemas = {
  object: { type: "object", properties: { a: { type: "integer" } } },
  text: { type: "string" },
  number: { type: "number" },
  list: { type: "array", items: { type: "integer" } },
  anything: {},
  textOrNumber: { type: ["string", "number"] },
  bytes: { type: "string", format: "binary" },
};
const values: Readonly<Record<keyof typeof schemas, readonly unknown[]>> = {
  object: [{ a: 1 }],
  text: ["hello", "5", '{"a":1}'],
  number: [5],
  list: [[1, 2]],
  anything: [{ a: 1 }, "x", 5],
  textOrNumber: ["x", 5, "5"],
  bytes: [new Blob(["abc"]), new Uint8Array([97, 98, 99])],
};
type Kind = keyof typeof schemas;
const json: readonly Kind[] = ["object", "text", "number", "list", "anything", "textOrNumber"];
const cases: readonly (readonly [range: string, sentAs: string, kinds: readonly Kind[]])[] = [
  ["application/*+json", "application/x.any+json", json],
  ["application/vnd.a.*+json", "application/vnd.a.any+json", json],
  ["*/*+json", "application/x.any+json", json],
  ["*/json", "application/json", json],
  ["*/*", "application/json", json],
  ["*", "application/json", json],
  ["application/*", "application/json", json],
  ["*/*", "application/octet-stream", ["bytes"]],
  ["*", "application/octet-stream", ["bytes"]],
  ["application/*", "application/octet-stream", ["bytes"]],
  ["text/*", "text/plain", ["text"]],
  ["application/*+xml", "application/x.any+xml", ["text"]],
  ["application/*+yaml", "application/x.any+yaml", ["text"]],
  ["image/*", "application/octet-stream", ["bytes"]],
  ["application/x-*", "application/octet-stream", ["bytes"]],
];
const calls = cases.flatMap(([range, sentAs, kinds], index) =>
  kinds.map((kind) => ({ range, sentAs, kind, id: `${kind}${String(index)}` })),
);

let program: GeneratedProgram;
let server: Server;
let client: unknown;
let seen: { readonly body?: unknown; readonly contentType?: string };
let sent: string | undefined;

beforeAll(async () => {
  const paths = calls.map(({ id, range, kind }) => {
    const content = { [range]: { schema: schemas[kind] } };
    const responses = { 200: { description: "ok", content } };
    return [`/${id}`, { post: { operationId: id, requestBody: { required: true, content }, responses } }];
  });
  const description = { openapi: "3.1.0", info: { title: "Echo", version: "1" }, paths: Object.fromEntries(paths) as object };
  const api = await apiOf(`${JSON.stringify(description)}\n`, { name: "echo" });
  const parts = new Set(["types", "validators", "client", "server"] as const);
  program = await loadProgram(api, await emit(api, { parts, source: "api.yaml", command: "npm run generate" }));
  const echo = (request: unknown) => {
    seen = request as typeof seen; // what the server gives to handlers
    return { status: 200, body: seen.body };
  };
  const handlers = Object.fromEntries(api.operations.map(({ names }) => [names.value, echo]));
  const serving = await program.serve({ handlers, onError: () => undefined });
  server = serving.server;
  server.prependListener("request", (request) => {
    sent = request.headers["content-type"];
  });
  client = program.createClient(serving.baseUrl);
}, 120_000);
afterAll(() => server.close());

const plain = (value: unknown): unknown =>
  value instanceof Blob ? value.text() : value instanceof Uint8Array ? new TextDecoder().decode(value) : value;

test.each(calls)("$range, $kind: arrives as $sentAs, and comes back", async ({ id, kind, sentAs }) => {
  for (const body of values[kind]) {
    const result = await program.call(id, client, { body });
    expect([body, result.status, result.error]).toEqual([body, 200, undefined]);
    expect([sent, seen.contentType]).toEqual([sentAs, sentAs]);
    expect(await plain(seen.body)).toEqual(await plain(body));
    expect(await plain(result.data)).toEqual(await plain(body));
  }
});

test.each([
  ["object0", "application/vnd.thing+json"],
  ["object1", "application/vnd.a.b+json"],
])("the caller may say which: %s %s", async (id, contentType) => {
  expect(await program.call(id, client, { body: { a: 1 }, contentType })).toMatchObject({ status: 200, data: { a: 1 } });
  expect([sent, seen.contentType]).toEqual([contentType, contentType]);
  const refused = await program.call(id, client, { body: { a: 1 }, contentType: "application/json" });
  expect(refused.status).toBe(415);
});

describe("a range", () => {
  test.each([
    ["application/*+json", "application/vnd.a+json", true],
    ["application/*+json", "application/json", false],
    ["application/*+json", "application/+json", false],
    ["application/vnd.*", "application/vnd.a", true],
    ["application/vnd.*", "application/x-a", false],
    ["*/*+json", "model/gltf+json", true],
    ["*/json", "text/json", true],
    ["*/json", "text/plain", false],
    ["image/*", "image/svg+xml", true],
    ["image/*", "image", false],
    ["text/plain", "text/plain; charset=utf-8", true],
  ])("%s takes in %s: %s", (range, type, expected) => {
    expect(includes(range, type)).toBe(expected);
  });
  test.each(["application/*+json", "*/*+json", "*/json", "application/vnd.*+xml", "text/*", "application/*+yaml"])(
    "%s is sent as a type that it takes in",
    (range) => {
      const type = sendableType(range, "application/json", "text/plain");
      expect(type).not.toContain("*");
      expect(includes(range, type)).toBe(true);
    },
  );
});
