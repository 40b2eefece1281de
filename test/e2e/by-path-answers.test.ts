/**
 * Calls by path are answered as openapi-fetch's are, whatever an operation is: both ask the same service, and what they make of its
 * answers is compared. Where 64-bit integers are held as something else, those that the description has are, and nothing else differs.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import createFetchClient from "openapi-fetch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emit } from "../../src/emit/emit.js";
import type { Int64 } from "../../src/emit/options.js";
import { apiOf } from "../support/api.js";
import { temporaryFolder, writeFiles } from "../support/compile.js";

const description = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /plain: { get: { operationId: plain, responses: { "200": { $ref: "#/components/responses/Text" }, "4XX": { $ref: "#/components/responses/Text" } } } }
  /int64: { get: { operationId: int64, responses: { "200": { $ref: "#/components/responses/Item" }, "4XX": { $ref: "#/components/responses/Wrong" } } } }
  /styled:
    get:
      operationId: styled
      parameters: [{ name: tags, in: query, explode: false, schema: { type: array, items: { type: string } } }]
      responses: { "200": { $ref: "#/components/responses/Item" }, "4XX": { $ref: "#/components/responses/Wrong" } }
    head:
      operationId: styledHead
      parameters: [{ name: tags, in: query, explode: false, schema: { type: array, items: { type: string } } }]
      responses: { "200": { $ref: "#/components/responses/Item" }, "4XX": { $ref: "#/components/responses/Wrong" } }
  /deprecated:
    get: { operationId: deprecated, deprecated: true, responses: { "200": { $ref: "#/components/responses/Item" }, "4XX": { $ref: "#/components/responses/Wrong" } } }
  /headers:
    get:
      operationId: headers
      parameters:
        - { name: X-Tags, in: header, schema: { type: array, items: { type: string } } }
        - { name: X-Id, in: header, schema: { type: integer, format: int64 } }
      responses: { "200": { $ref: "#/components/responses/Item" }, "4XX": { $ref: "#/components/responses/Wrong" } }
  /sent:
    get:
      operationId: sent
      parameters: [{ name: since, in: query, schema: { type: integer, format: int64 } }]
      responses: { "200": { $ref: "#/components/responses/Text" }, "4XX": { description: Wrong } }
  /multipart:
    post:
      operationId: multipart
      requestBody: { content: { multipart/form-data: { schema: { type: object, properties: { name: { type: string } } } } } }
      responses: { "200": { $ref: "#/components/responses/Item" }, "4XX": { $ref: "#/components/responses/Wrong" } }
  /types:
    get:
      operationId: types
      responses:
        "200": { description: OK, content: { text/csv: { schema: { type: string } }, application/json: { schema: { $ref: "#/components/schemas/Item" } } } }
        "4XX": { $ref: "#/components/responses/Wrong" }
  /lines:
    get:
      operationId: lines
      responses:
        "200": { description: OK, content: { application/x-ndjson: { schema: { type: array, items: { $ref: "#/components/schemas/Item" } } } } }
        "4XX": { $ref: "#/components/responses/Wrong" }
components:
  schemas: { Item: { type: object, properties: { id: { type: integer, format: int64 }, other: { type: number } } } }
  responses:
    Item: { description: OK, content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } } }
    Wrong: { description: Wrong, content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } } }
    Text: { description: OK, content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } } }
`;

const form = { body: { name: "a" }, bodySerializer: () => new FormData() };
const calls: readonly (readonly [method: string, path: string, init?: object])[] = [
  ["GET", "/plain"],
  ["GET", "/int64"],
  ["GET", "/styled", { params: { query: { tags: ["a", "b"] } } }],
  ["HEAD", "/styled"],
  ["GET", "/deprecated"],
  ["GET", "/headers", { params: { header: { "X-Tags": "a,b" } } }],
  ["GET", "/sent"],
  ["POST", "/multipart", form],
  ["GET", "/types"],
  ["GET", "/lines"],
];
/** Whose successes have 64-bit integers. */
const holding = new Set(["/int64", "/styled", "/deprecated", "/headers", "/multipart", "/types", "/lines"]);

const readings = [undefined, "json", "text", "blob", "arrayBuffer", "formData", "stream"];
const max = "9223372036854775807";

interface Answer {
  readonly of: string;
  readonly status?: number;
  readonly type?: string | null;
  readonly text?: string;
  /** Sent in pieces, without a `Content-Length`. */
  readonly chunked?: true;
}
const answers: readonly Answer[] = [
  { of: "HTML of a proxy", status: 403, type: "text/html", text: "<h1>403</h1>" },
  { of: "HTML of a proxy that says that it is JSON", status: 404, text: "<h1>404</h1>" },
  { of: "HTML with a status that is not described", status: 502, type: "text/html", text: "<h1>502</h1>" },
  { of: "HTML for a success", type: "text/html", text: "<h1>200</h1>" },
  { of: "no error", status: 404 },
  { of: "no error, in pieces", status: 404, chunked: true },
  { of: "no error of any type", status: 500, type: null, chunked: true },
  { of: "nothing", text: "" },
  { of: "nothing, in pieces", chunked: true },
  { of: "nothing where there can be nothing", status: 204 },
  { of: "nothing to be shown anew", status: 205 },
  { of: "broken JSON", text: '{"id":' },
  { of: "broken JSON, in pieces", text: '{"id":', chunked: true },
  { of: "broken JSON of an error", status: 400, text: '{"id":' },
  { of: "text for JSON", type: "text/plain", text: "hello" },
  { of: "text for JSON of an error", status: 400, type: "text/plain", text: "hello" },
  { of: "a text in JSON", text: '"5"' },
  { of: "a text in JSON of an error", status: 400, text: '"5"' },
  { of: "null", text: "null", chunked: true },
  { of: "null of an error", status: 400, text: "null" },
  { of: "a small integer", text: '{"id":5,"other":6}' },
  { of: "a small integer of an error", status: 409, text: '{"id":5,"other":6}' },
  { of: "an integer that a number rounds", text: `{"id":${max},"other":6}` },
  { of: "an integer that a number rounds, in pieces", text: `{"id":${max},"other":6}`, chunked: true },
  { of: "an integer that a number rounds, of an error", status: 422, text: `{"id":${max},"other":6}` },
  { of: "an integer that a number rounds, where nothing is described", status: 502, text: `{"id":${max},"other":6}` },
  { of: "JSON of another type", type: "text/json", text: `{"id":${max}}`, chunked: true },
  { of: "lines", type: "application/x-ndjson", text: `{"id":${max}}\n{"id":1}\n` },
  { of: "a form", type: "application/x-www-form-urlencoded", text: "id=5" },
];

type Call = (method: string, path: string, init?: object) => Promise<object>;

/** All that a call comes to, as plain values: also that there is nothing else in it, and in which order it is. */
async function outcomeOf(call: Call, method: string, path: string, init: object): Promise<unknown> {
  try {
    const entries = Object.entries(await call(method.toLowerCase(), path, init));
    return await Promise.all(entries.map(async ([name, value]) => [name, await plainOf(value)]));
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

async function plainOf(value: unknown): Promise<unknown> {
  if (value instanceof Response) return { status: value.status, used: value.bodyUsed };
  if (value instanceof FormData) return [...value];
  if (value instanceof ArrayBuffer || value instanceof Blob || value instanceof ReadableStream)
    return { [value.constructor.name]: await new Response(value).text() };
  return value;
}

interface Program {
  readonly createShopClient: (options: object) => object;
  readonly shopPaths: (client: object) => { readonly request: Call };
}

async function load(int64: Int64): Promise<Program> {
  const folder = await temporaryFolder();
  try {
    const api = await apiOf(description, { name: "shop" });
    const options = { parts: new Set(["types", "client", "paths"] as const), source: "api.yaml", command: "npm run generate", int64 };
    await writeFiles(folder.path, await emit(api, options));
    const outfile = join(folder.path, "bundle.mjs");
    const entryPoints = [join(folder.path, "index.ts")];
    await build({ entryPoints, outfile, bundle: true, format: "esm", platform: "node", target: "node20", logLevel: "silent" });
    return (await import(pathToFileURL(outfile).href)) as Program; // what was generated
  } finally {
    await folder.remove();
  }
}

let server: Server;
let baseUrl: string;
let answer: Answer;
beforeAll(async () => {
  server = createServer((request, response) => {
    const { status = 200, type = "application/json", text = "", chunked } = answer;
    request.resume().on("end", () => {
      response.writeHead(status, type === null ? {} : { "Content-Type": type });
      if (chunked) response.flushHeaders();
      response.end(request.method === "HEAD" ? undefined : text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`; // a TCP server has no other kind of address
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe.each(["number", "bigint", "string"] as const)("with 64-bit integers as %s", (int64) => {
  let ours: Call;
  let theirs: Call;
  let options: object;
  beforeAll(async () => {
    const { createShopClient, shopPaths } = await load(int64);
    options = { baseUrl, gate: false, retries: false, deprecations: "silent" };
    ours = shopPaths(createShopClient(options)).request;
    theirs = createFetchClient({ baseUrl }).request as unknown as Call; // any path
  });

  /** What openapi-fetch reads, with the integer as it is held here where the description has it. */
  const held = (path: string, { status = 200, text = "" }: Answer, outcome: unknown): unknown => {
    const isDescribed = (status === 200 && holding.has(path)) || (status >= 400 && status < 500 && path !== "/plain" && path !== "/sent");
    const digits = /"id":(\d+)/.exec(text)?.[1];
    if (int64 === "number" || !isDescribed || digits === undefined || !Array.isArray(outcome)) return outcome;
    const integer = int64 === "bigint" ? BigInt(digits) : digits;
    return outcome.map(([name, value]: [string, unknown]) => {
      const has = typeof value === "object" && value !== null && "id" in value && typeof value.id === "number";
      return [name, has ? { ...value, id: integer } : value];
    });
  };

  test.each(answers)("$of", async (given) => {
    answer = given;
    for (const [method, path, init] of calls)
      for (const parseAs of readings) {
        const each = { ...init, ...(parseAs === undefined ? {} : { parseAs }) };
        const [found, expected] = await Promise.all([ours, theirs].map((call) => outcomeOf(call, method, path, each)));
        expect(found, `${method} ${path} as ${String(parseAs)}`).toStrictEqual(held(path, given, expected));
      }
  });

  test.each(answers.filter(({ status = 200 }) => status < 400))("$of, from a middleware", async (given) => {
    const { status = 200, type = "application/json", text = "" } = given;
    const headers: Record<string, string> = type === null ? {} : { "Content-Type": type };
    const made = (): Response => new Response(status === 200 ? text : null, { status, headers });
    answer = { of: "what is not looked at", text: "{}" };
    for (const middleware of [{ onRequest: made }, { onResponse: made }])
      for (const [method, path, init] of calls) {
        const each = { ...init, middleware: [middleware] };
        expect(await outcomeOf(ours, method, path, each), `${method} ${path}`).toStrictEqual(
          held(path, given, await outcomeOf(theirs, method, path, each)),
        );
      }
  });
});
