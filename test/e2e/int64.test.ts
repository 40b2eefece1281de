/**
 * 64-bit integers from the generated client to the generated server and back over real HTTP, in each of the forms that programs
 * may hold them in.
 */
import { readFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emit } from "../../src/emit/emit.js";
import type { GeneratedFile } from "../../src/emit/print/file.js";
import type { Int64 } from "../../src/emit/options.js";
import { apiOf } from "../support/api.js";
import { temporaryFolder, typeCheck, writeFiles } from "../support/compile.js";
import { modulesIn } from "../support/shared-runtime.js";

const description = await readFile(new URL("ledger.yaml", import.meta.url), "utf8");

const max = 9223372036854775807n;
const min = -9223372036854775808n;
const unsigned = 18446744073709551615n;

type Call = (
  client: unknown,
  args?: object,
  options?: object,
) => Promise<{ status: number; data?: unknown; error?: unknown; response: Response }>;
type Handler = (request: Record<string, unknown>) => unknown;
interface Program extends Readonly<Record<"find" | "create" | "form" | "multipart" | "lines" | "events", Call>> {
  readonly createLedgerClient: (options: object) => object;
  readonly ledgerPaths: (client: object) => { readonly GET: (path: string, init: object) => Promise<{ data?: unknown }> };
  readonly createLedgerServer: (options: object) => { readonly node: RequestListener };
}

async function generated(int64: Int64): Promise<readonly GeneratedFile[]> {
  const api = await apiOf(description, { name: "ledger" });
  return emit(api, {
    parts: new Set(["types", "validators", "client", "paths", "server"]),
    source: "api.yaml",
    command: "npm run generate",
    int64,
  });
}

async function load(int64: Int64): Promise<Program> {
  const folder = await temporaryFolder();
  try {
    await writeFiles(join(folder.path, "generated"), await generated(int64));
    const outfile = join(folder.path, "bundle.mjs");
    await build({
      entryPoints: [join(folder.path, "generated/index.ts")],
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node20",
      logLevel: "silent",
    });
    return (await import(pathToFileURL(outfile).href)) as Program; // what was generated
  } finally {
    await folder.remove();
  }
}

describe.each(["bigint", "string"] as const)("as %s", (int64) => {
  /** Every bigint in the form at hand. */
  const held = (value: unknown): unknown => {
    if (typeof value === "bigint") return int64 === "bigint" ? value : value.toString();
    if (Array.isArray(value)) return value.map(held);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, held(member)]));
  };
  let program: Program;
  let server: Server;
  let client: ReturnType<Program["createLedgerClient"]>;
  let seen: Record<string, unknown> = {};
  let sent = "";
  let answer: unknown;
  const wrong: unknown[] = [];
  beforeAll(async () => {
    program = await load(int64);
    const handler: Handler = (request) => {
      seen = request;
      return answer;
    };
    const generated = program.createLedgerServer({
      handlers: { find: handler, create: handler, form: handler, multipart: handler, lines: handler, events: handler },
      errors: ({ status, detail }: { status: number; detail: string }) => ({ code: held(BigInt(status)), message: detail }),
      onError: (error: unknown) => wrong.push(error),
      validateResponses: "error",
    });
    server = createServer((request, response) => {
      sent = request.url ?? "";
      request.on("data", (chunk: Buffer) => (sent += chunk.toString()));
      generated.node(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo; // a TCP server has no other kind of address
    client = program.createLedgerClient({ baseUrl: `http://127.0.0.1:${String(port)}`, gate: false });
  });
  afterAll(() => {
    server.close();
    expect(wrong).toEqual([]);
  });

  const tree = { id: max, children: [{ id: min, children: [{ id: 0n }] }, { id: 5n }] };
  const account = {
    owner: min,
    id: max,
    maybe: null,
    unsigned,
    ids: [max, 9223372036854775806n, 1n],
    pair: ["a", min],
    balances: { a: 9007199254740993n, b: -1n },
    codes: { "x-a": max, plain: 5 },
    source: { kind: "bank", number: max },
    tree,
    kind: 7n,
    count: 5,
    digits: "9223372036854775807",
  };

  test("in the path, the query, headers and cookies", async () => {
    const path = { id: max, more: [min, 0n] };
    const query = {
      ...{ since: min, kind: 2n, any: 9007199254740993n, page: 3, ids: [max, min], list: [unsigned, 0n] },
      ...{ filter: { from: max, name: "5" }, trees: [tree, { id: 1n }], json: tree },
    };
    const header = { "X-Id": max, "X-Ids": [1n, min] };
    answer = held({ status: 200, body: account, headers: { "X-Last": max } });
    const result = await program.find(client, held({ path, query, header, cookie: { session: min } }) as object);
    expect([result.error, result.status]).toEqual([undefined, 200]);
    expect(seen).toMatchObject({
      path: held(path),
      query: held({ ...query, limit: 20n }),
      header: held(header),
      cookie: held({ session: min }),
    });
    expect(sent).toContain("/accounts/9223372036854775807/-9223372036854775808,0?since=-9223372036854775808&kind=2&any=9007199254740993");
    expect(result.data).toEqual(held(account));
    expect(result.response.headers.get("X-Last")).toBe("9223372036854775807");
  });
  test.each([max, min, "abc", "99999999999999999999", "1.0"])("%s in the query, where it may be an integer or text", async (word) => {
    answer = held({ status: 200, body: account });
    const result = await program.find(client, held({ path: { id: 1n, more: [1n] }, query: { word } }) as object);
    expect([result.error, seen["query"]]).toEqual([undefined, held({ word, limit: 20n })]);
  });
  test("in JSON, both ways, as numbers on the wire", async () => {
    answer = held({ status: 201, body: account });
    const result = await program.create(client, { body: held(account) });
    expect([result.error, result.status]).toEqual([undefined, 201]);
    expect(seen["body"]).toEqual(held(account));
    expect(result.data).toEqual(held(account));
    for (const text of [
      '"owner":-9223372036854775808',
      '"unsigned":18446744073709551615',
      '"ids":[9223372036854775807,9223372036854775806,1]',
      '"digits":"9223372036854775807"',
      '"count":5',
    ])
      expect(sent).toContain(text);
  });
  test("alternatives are told apart, by a tag or by what is there", async () => {
    const words = [max, min, 0n, "abc", "", "1e3", "99999999999999999999", ["5"]].map((word) => ({ word }));
    for (const more of [{ source: { kind: "cash", number: 5 } }, { ref: max }, { ref: "abc" }, ...words]) {
      const body = { owner: 1n, id: 2n, ...more };
      answer = held({ status: 201, body });
      const result = await program.create(client, { body: held(body) });
      expect([result.error, seen["body"], result.data]).toEqual([undefined, held(body), held(body)]);
    }
  });
  test("digits as text are text where integers are bigints, and the integer where both are strings", async () => {
    const body = { owner: 1n, id: 2n, word: "5" };
    answer = held({ status: 201, body });
    const result = await program.create(client, { body: held(body) });
    expect([result.error, seen["body"], result.data]).toEqual([undefined, held(body), held(body)]);
    expect(sent).toContain(int64 === "bigint" ? '"word":"5"' : '"word":5');
  });
  test("in forms, and in parts of several", async () => {
    answer = { status: 204 };
    const fields = { id: max, ids: [min, 1n], tree, name: "5" };
    for (const call of [program.form, program.multipart]) {
      seen = {};
      const result = await call(client, { body: held(fields) });
      expect([result.error, seen["body"]]).toEqual([undefined, held(fields)]);
    }
  });
  test("in lines and events", async () => {
    answer = held({ status: 200, body: [tree, { id: min }] });
    const result = await program.lines(client, { body: held([tree, { id: max }]) });
    expect(seen["body"]).toEqual(held([tree, { id: max }]));
    const text = await new Response(result.data as ReadableStream).text(); // the types of lines say so
    expect(text).toBe(
      '{"id":9223372036854775807,"children":[{"id":-9223372036854775808,"children":[{"id":0}]},{"id":5}]}\n{"id":-9223372036854775808}\n',
    );
    answer = held({ status: 200, body: [{ id: max, children: [] }] });
    const events = await program.events(client);
    expect(await new Response(events.data as ReadableStream).text()).toBe('data: {"id":9223372036854775807,"children":[]}\n\n');
  });
  test("in calls by path too", async () => {
    answer = held({ status: 200, body: account });
    const { data } = await program.ledgerPaths(client).GET("/accounts/{id}/{more}", { params: { path: held({ id: max, more: [max] }) } });
    expect([seen["path"], data]).toEqual([held({ id: max, more: [max] }), held(account)]);
  });
  test.each([
    [{ id: "9223372036854775808" }, "The path parameter `id` must be an integer"],
    [{ id: "1.0" }, "The path parameter `id` must be an integer"],
    [{ id: "1e3" }, "The path parameter `id` must be an integer"],
    [{ id: `9${"0".repeat(40)}` }, "The path parameter `id` must be an integer"],
  ])("%o is refused by the server", async ({ id }, message) => {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${String(port)}/accounts/${id}/1`);
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(message)]);
  });
  test.each(["9223372036854775808", "1.5", '"1"', "true", "1e30"])("a body with %s is refused by the server", async (text) => {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${String(port)}/accounts`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: `{"owner":1,"id":${text}}`,
    });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringMatching(/^\{"code":400,"message":"The body at `id` must be/),
    ]);
  });
  test.runIf(int64 === "string")("text that is no integer is refused before anything is sent", async () => {
    sent = "";
    await expect(program.create(client, { body: { owner: "1", id: "x" } })).rejects.toThrow('"id" must be an integer');
    await expect(program.find(client, { path: { id: "1x", more: ["1"] } })).rejects.toThrow('"id" must be an integer');
    await expect(program.form(client, { body: { ids: ["1", "+2"] } })).rejects.toThrow('"ids.1" must be an integer');
    expect(sent).toBe("");
  });
});

test("as numbers, what a number does not hold is refused and not rounded", async () => {
  const program = await load("number");
  let calls = 0;
  const handler = (): unknown => {
    calls += 1;
    return { status: 201, body: { owner: 1, id: 9007199254740991 } };
  };
  const generated = program.createLedgerServer({
    handlers: { find: handler, create: handler, form: handler, multipart: handler, lines: handler, events: handler },
    errors: ({ status, detail }: { status: number; detail: string }) => ({ code: status, message: detail }),
  });
  const server = createServer(generated.node);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const post = (path: string, contentType: string, body: string) =>
    fetch(base + path, { method: "POST", headers: { "Content-Type": contentType }, body });
  for (const id of ["9007199254740993", "9223372036854775807", "-9007199254740992", "1e30"]) {
    expect((await fetch(`${base}/accounts/${id}/1`)).status).toBe(400);
    expect((await fetch(`${base}/accounts/1/1?ids=1&ids=${id}`)).status).toBe(400);
    expect((await fetch(`${base}/accounts/1/1?json=${encodeURIComponent(`{"id":${id}}`)}`)).status).toBe(400);
    expect((await fetch(`${base}/accounts/1/1`, { headers: { "X-Id": id } })).status).toBe(400);
    expect((await post("/accounts", "application/json", `{"owner":1,"id":${id}}`)).status).toBe(400);
    expect((await post("/form", "application/x-www-form-urlencoded", `id=${id}`)).status).toBe(400);
    expect((await post("/lines", "application/x-ndjson", `{"id":1}\n{"id":${id}}`)).status).toBe(400);
  }
  expect(calls).toBe(0);
  expect(await (await post("/accounts", "application/json", '{"owner":1,"id":9007199254740991}')).json()).toEqual({
    owner: 1,
    id: 9007199254740991,
  });
  server.close();
});

test("only outputs with such integers carry the code for them", async () => {
  const names = (files: readonly GeneratedFile[]): readonly string[] =>
    [...files.map(({ path }) => path), ...modulesIn(files)].filter((name) => /int64|exact/.test(name));
  expect(names(await generated("number"))).toEqual(["int64.ts", "int64-responses"]);
  expect(names(await generated("bigint"))).toContain("exact-json");
  const api = await apiOf(`openapi: 3.1.0
info: { title: None, version: "1" }
paths: { /a: { get: { operationId: a, parameters: [{ name: n, in: query, schema: { type: integer } }], responses: { "200": { description: OK } } } } }
`);
  for (const int64 of ["number", "bigint"] as const) {
    const files = await emit(api, { parts: new Set(["client", "server"]), source: "api.yaml", command: "npm run generate", int64 });
    expect(names(files)).toEqual([]);
  }
});

const program = (
  id: string,
): string => `import { create, createLedgerClient, createLedgerServer, find, type Account, type LedgerHandlers } from "./generated/index.js";
const client = createLedgerClient({ baseUrl: "http://localhost" });
const account: Account = { owner: ${id}, id: ${id}, balances: { a: ${id} }, count: 5, source: { kind: "bank", number: ${id} } };
const created = await create(client, { body: account });
if (created.ok) { const back: Account["id"] = created.data.id; console.log(back === ${id}); }
const found = await find(client, { path: { id: ${id}, more: [${id}] }, query: { since: ${id}, filter: { from: ${id} }, page: 3 }, header: { "X-Id": ${id} } });
if (!found.ok && found.status === 400) { const code: Account["id"] = found.error.code; console.log(code); }
// @ts-expect-error
const wrong: Account = { owner: ${id}, id: { not: "an integer" } };
export const handlers: Pick<LedgerHandlers, "find"> = {
  find: ({ path, query }) => ({ status: 200, body: { id: path.id, owner: query.limit, ids: path.more }, headers: { "X-Last": path.id } }),
};
export { createLedgerServer, wrong };
`;

test.each([
  ["number", "1", "5.9"],
  ["bigint", "1n", "6"],
  ["string", '"1"', "7"],
] as const)("types agree, as %s", async (int64, id, compiler) => {
  const folder = await temporaryFolder();
  try {
    await writeFiles(folder.path, [{ path: "use.ts", text: program(id) }]);
    await writeFiles(join(folder.path, "generated"), await generated(int64));
    expect(await typeCheck(folder.path, ["use.ts", "generated"], compiler, "both")).toEqual([]);
  } finally {
    await folder.remove();
  }
});
