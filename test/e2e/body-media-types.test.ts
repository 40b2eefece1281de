/**
 * Bodies of every kind of media type, from the generated client to the generated server and back over real HTTP: what arrives is what the
 * types of both say.
 */
import type { Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emit } from "../../src/emit/emit.js";
import type { GeneratedFile } from "../../src/emit/print/file.js";
import type { Api } from "../../src/model/ir/api.js";
import { apiOf } from "../support/api.js";
import { temporaryFolder, typeCheck, writeFiles } from "../support/compile.js";
import { loadProgram, type GeneratedProgram } from "./roundtrip/module.js";

const operation = (id: string, mediaType: string, schema: string): string => `  /${id}:
    post:
      operationId: ${id}
      requestBody: { required: true, content: { "${mediaType}": { schema: ${schema} } } }
      responses: { "200": { description: Echoed., content: { "${mediaType}": { schema: ${schema} } } } }
`;

const thing = '{ $ref: "#/components/schemas/Thing" }';
const ids = "{ type: array, items: { type: integer, format: int64 } }";
const description = `openapi: 3.1.0
info: { title: Echo, version: "1" }
paths:
${[
  operation("csv", "text/csv", ids),
  operation("yaml", "application/yaml", thing),
  operation("html", "text/html; charset=utf-8", thing),
  operation("xml", "application/xml", thing),
  operation("words", "text/csv", "{ type: string, minLength: 2 }"),
  operation("count", "text/plain", "{ type: integer }"),
  operation("size", "application/yaml", "{ type: integer }"),
  operation("any", "*/*", thing),
  operation("app", "application/*", thing),
  operation("anyText", "*/*", "{ type: string, minLength: 2 }"),
  operation("anyBytes", "*/*", "{ type: string, format: binary }"),
  operation("anyValue", "*/*", "{}"),
].join("")}components:
  schemas: { Thing: { type: object, required: [id], properties: { id: { type: integer }, name: { type: string, default: x } } } }
`;

async function generated(int64: "number" | "bigint" = "number"): Promise<{ readonly api: Api; readonly files: readonly GeneratedFile[] }> {
  const api = await apiOf(description, { name: "echo", int64 });
  const parts = new Set(["types", "validators", "client", "paths", "server"] as const);
  return { api, files: await emit(api, { parts, int64, source: "api.yaml", command: "npm run generate" }) };
}

interface Request {
  readonly body: unknown;
  readonly contentType: string;
}

describe.each(["number", "bigint"] as const)("bodies arrive, with 64-bit integers as %s", (int64) => {
  let program: GeneratedProgram;
  let server: Server;
  let client: unknown;
  let baseUrl: string;
  let seen: unknown;
  beforeAll(async () => {
    const { api, files } = await generated(int64);
    program = await loadProgram(api, files);
    const echo = (request: unknown) => {
      const { body } = request as Request; // what the server gives to handlers
      seen = body;
      return { status: 200, body };
    };
    const serving = await program.serve({
      handlers: Object.fromEntries(api.operations.map(({ names }) => [names.value, echo])),
      onError: () => undefined,
    });
    ({ server, baseUrl } = serving);
    client = program.createClient(baseUrl);
  });
  afterAll(() => server.close());

  test.each([
    ["csv", "1,2\n3,4"],
    ["yaml", "id: 5"],
    ["yaml", "- 1"],
    ["html", "<p>5</p>"],
    ["xml", "<id>5</id>"],
    ["words", "a,b"],
  ])("of %s as the text %j", async (id, body) => {
    expect(await program.call(id, client, { body })).toMatchObject({ status: 200, data: body });
    expect(seen).toBe(body);
    expect(await program.call(id, client, { body: new Blob([body]) })).toMatchObject({ status: 200, data: body });
  });

  test.each(["csv", "yaml", "html", "xml"])("of %s as nothing else than text or bytes", async (id) => {
    await expect(program.call(id, client, { body: [{ id: 1 }] })).rejects.toThrow("is given as text or bytes");
  });

  test.each(["count", "size"])("of %s as the number that the text is", async (id) => {
    expect(await program.call(id, client, { body: 5 })).toMatchObject({ status: 200, data: "5" });
    expect(seen).toBe(5);
    expect((await send(id, id === "count" ? "text/plain" : "application/yaml", "x")).status).toBe(400);
  });

  const send = (id: string, contentType: string, body: string): Promise<Response> =>
    fetch(`${baseUrl}/${id}`, { method: "POST", headers: { "content-type": contentType }, body });

  test.each(["any", "app"])("of %s as the described value, of JSON alone", async (id) => {
    expect(await program.call(id, client, { body: { id: 1 } })).toMatchObject({ status: 200, data: { id: 1, name: "x" } });
    expect(seen).toEqual({ id: 1, name: "x" });
    seen = undefined;
    for (const contentType of ["application/octet-stream", "application/x-www-form-urlencoded", "application/pdf"]) {
      const refused = await send(id, contentType, '{"id":1}');
      expect([refused.status, refused.headers.get("accept")]).toEqual([415, "application/json"]);
    }
    expect((await send(id, "application/yaml", "id: 1")).status).toBe(400);
    expect((await send(id, "application/vnd.thing+json", '{"id":1}')).status).toBe(200);
    expect((await send(id, "application/vnd.thing+json", '{"id":"1"}')).status).toBe(400);
    expect(seen).toEqual({ id: 1, name: "x" });
  });

  test("of any type as the described text", async () => {
    for (const [contentType, body] of [
      ["text/plain", "abc"],
      ["application/xml", "abc"],
      ["application/json", '"abc"'],
    ] as const) {
      seen = undefined;
      expect((await send("anyText", contentType, body)).status).toBe(200);
      expect(seen).toBe("abc");
    }
    expect((await send("anyText", "text/plain", "a")).status).toBe(400);
    expect((await send("anyText", "image/png", "abc")).status).toBe(415);
  });

  test.each(["application/json", "text/plain", "application/xml", "image/png", "application/x-www-form-urlencoded"])(
    "of any type as the described bytes, also of %s",
    async (contentType) => {
      seen = undefined;
      expect((await send("anyBytes", contentType, "[1]")).status).toBe(200);
      expect(seen).toBeInstanceOf(Blob);
      expect([await (seen as Blob).text(), (seen as Blob).type]).toEqual(["[1]", contentType]);
      expect((await send("anyBytes", contentType, "")).status).toBe(200);
    },
  );

  test("of any type as what they are, where anything is described", async () => {
    for (const [contentType, expected] of [
      ["application/json", [1]],
      ["text/plain", "[1]"],
      ["image/png", expect.any(Blob)],
    ] as const) {
      expect((await send("anyValue", contentType, "[1]")).status).toBe(200);
      expect(seen).toEqual(expected);
    }
  });

  test("of words not where they are too short", async () => {
    expect((await program.call("words", client, { body: "a" })).status).toBe(400);
  });
});

test("the types of client and server say so", async () => {
  const { files } = await generated();
  const folder = await temporaryFolder();
  const use = `import { count, createEchoClient, csv, echoPaths, size, yaml, type EchoHandlers } from "./echo/index.js";

const client = createEchoClient({ baseUrl: "https://example.com" });
export async function calls(): Promise<readonly string[]> {
  const list = await csv(client, { body: "1,2" });
  await csv(client, { body: new Uint8Array() });
  // @ts-expect-error nothing writes it as CSV
  await csv(client, { body: [1] });
  const thing = await yaml(client, { body: "id: 5" });
  // @ts-expect-error nothing writes it as YAML
  await yaml(client, { body: { id: 5 } });
  await count(client, { body: 5 });
  const number = await size(client, { body: 5 });
  return [list, thing, number].flatMap((answer) => (answer.ok ? [answer.data] : []));
}
export const byPath = echoPaths(client).POST("/yaml", { body: { id: 5 }, bodySerializer: ({ id }) => \`id: \${String(id)}\` });
export const handlers: Pick<EchoHandlers, "csv" | "yaml" | "xml" | "count" | "size"> = {
  csv: ({ body }) => ({ status: 200, body: body.toUpperCase() }),
  yaml: ({ body }) => ({ status: 200, body: body.toUpperCase() }),
  xml: ({ body }) => ({ status: 200, body: body.toUpperCase() }),
  count: ({ body }) => ({ status: 200, body: body + 1 }),
  size: ({ body }) => ({ status: 200, body: body + 1 }),
};
export const wrong: Pick<EchoHandlers, "yaml"> = {
  // @ts-expect-error nothing writes it as YAML
  yaml: () => ({ status: 200, body: { id: 5 } }),
};
`;
  try {
    await writeFiles(folder.path, [{ path: "use.ts", text: use }, ...files.map((file) => ({ ...file, path: `echo/${file.path}` }))]);
    expect(await typeCheck(folder.path, ["use.ts", "echo"], "7", "node")).toEqual([]);
  } finally {
    await folder.remove();
  }
});
