/**
 * 64-bit integers as numbers: the generated client refuses answers with such that `JSON.parse` has rounded.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emit } from "../../src/emit/emit.js";
import type { GeneratedFile } from "../../src/emit/print/file.js";
import type { Part } from "../../src/emit/options.js";
import { apiOf } from "../support/api.js";
import { temporaryFolder, writeFiles } from "../support/compile.js";

const description = `openapi: 3.2.0
info: { title: Ledger, version: "1" }
paths:
  /account:
    get:
      operationId: find
      responses:
        "200": { description: OK, content: { application/json: { schema: { $ref: "#/components/schemas/Account" } } } }
        "202": { description: Later, content: { application/json: { schema: { type: object } } } }
        "204": { description: None }
        "4XX": { description: Wrong, content: { application/problem+json: { schema: { $ref: "#/components/schemas/Error" } } } }
        default: { description: Wrong, content: { application/json: { schema: { $ref: "#/components/schemas/Other" } } } }
  /id:
    get:
      operationId: id
      responses: { "200": { description: OK, content: { "*/*": { schema: { $ref: "#/components/schemas/Id" } } } } }
  /styled:
    get:
      operationId: styled
      parameters: [{ name: list, in: query, explode: false, schema: { type: array, items: { type: string } } }]
      responses: { "200": { description: OK, content: { application/json: { schema: { $ref: "#/components/schemas/Tree" } } } } }
  /trees:
    get:
      operationId: trees
      responses: { "200": { description: OK, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Tree" } } } } } }
  /lines:
    get:
      operationId: lines
      responses: { "200": { description: OK, content: { application/x-ndjson: { itemSchema: { $ref: "#/components/schemas/Sent" } } } } }
  /plain:
    post:
      operationId: plain
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Outward" } } } }
      responses: { "200": { description: OK, content: { application/json: { schema: { type: object, properties: { id: { type: number } } } } } } }
components:
  schemas:
    Id: { type: integer, format: int64 }
    Outward: { type: object, properties: { id: { $ref: "#/components/schemas/Id" } } }
    Sent: { type: object, properties: { id: { $ref: "#/components/schemas/Id" } } }
    Tree:
      type: object
      properties: { id: { $ref: "#/components/schemas/Id" }, children: { type: array, items: { $ref: "#/components/schemas/Tree" } } }
    Twice:
      allOf:
        - { type: object, properties: { twice: { $ref: "#/components/schemas/Twice" }, id: { $ref: "#/components/schemas/Id" } } }
        - { type: object, properties: { twice: { $ref: "#/components/schemas/Twice" } } }
    Account:
      type: object
      properties:
        id: { $ref: "#/components/schemas/Id" }
        maybe: { type: [integer, "null"], format: int64 }
        unsigned: { type: integer, format: uint64 }
        pair: { type: array, prefixItems: [{ type: number }, { type: integer, format: int64 }], items: { type: number } }
        balances: { type: object, additionalProperties: { type: integer, format: int64 }, properties: { rate: { type: number } } }
        codes: { type: object, patternProperties: { "^x-": { type: integer, format: int64 } }, additionalProperties: { type: number } }
        bounded: { type: object, patternProperties: { '^(?=x)(x-?\\w+)+$': { type: integer, format: int64 } }, additionalProperties: { type: number } }
        linear: { type: object, patternProperties: { '^(x|x-|\\w+y)*z$': { type: integer, format: int64 } }, additionalProperties: { type: number } }
        source: { oneOf: [{ $ref: "#/components/schemas/Bank" }, { $ref: "#/components/schemas/Cash" }] }
        word: { oneOf: [{ type: integer, format: int64 }, { type: string }] }
        large: { oneOf: [{ $ref: "#/components/schemas/Id" }, { type: number }] }
        mixed: { $ref: "#/components/schemas/Mixed" }
        deep: { oneOf: [{ $ref: "#/components/schemas/Mixed" }, { type: integer, format: int64 }, { $ref: "#/components/schemas/Sent" }] }
        tree: { $ref: "#/components/schemas/Tree" }
        twice: { $ref: "#/components/schemas/Twice" }
        amount: { type: number }
        count: { type: integer }
    Mixed: { anyOf: [{ $ref: "#/components/schemas/Id" }, { type: number, format: double }] }
    Bank: { type: object, required: [kind, number], properties: { kind: { const: bank }, number: { type: integer, format: int64 } } }
    Cash: { type: object, required: [kind, number], properties: { kind: { const: cash }, number: { type: number } } }
    Error: { type: object, properties: { code: { type: integer, format: int64 } } }
    Other: { type: object, properties: { other: { type: integer, format: int64 } } }
`;

interface Answer {
  readonly status: number;
  readonly data?: unknown;
  readonly error?: unknown;
}
type Call = (client: unknown, args?: object) => Promise<Answer>;
interface Program extends Readonly<Record<"find" | "id" | "styled" | "trees" | "lines" | "plain", Call>> {
  readonly createLedgerClient: (options: object) => object;
  readonly ledgerPaths: (client: object) => {
    readonly GET: (path: string, init?: object) => Promise<{ readonly data?: unknown; readonly response: Response }>;
  };
  readonly ResponseError: new () => Error;
}

async function generated(parts: readonly Part[], text = description): Promise<readonly GeneratedFile[]> {
  const api = await apiOf(text, { name: "ledger" });
  return emit(api, { parts: new Set(parts), source: "api.yaml", command: "npm run generate" });
}

async function load(): Promise<Program> {
  const folder = await temporaryFolder();
  try {
    await writeFiles(folder.path, await generated(["paths"]));
    const outfile = join(folder.path, "bundle.mjs");
    const entryPoints = [join(folder.path, "index.ts")];
    await build({ entryPoints, outfile, bundle: true, format: "esm", platform: "node", target: "node20", logLevel: "silent" });
    return (await import(pathToFileURL(outfile).href)) as Program; // what was generated
  } finally {
    await folder.remove();
  }
}

const max = "9223372036854775807";

describe("over HTTP", () => {
  let program: Program;
  let server: Server;
  let client: ReturnType<Program["createLedgerClient"]>;
  let answer: { readonly status?: number; readonly type?: string; readonly text: string };
  beforeAll(async () => {
    program = await load();
    server = createServer((_, response) => {
      response.writeHead(answer.status ?? 200, { "Content-Type": answer.type ?? "application/json" });
      response.end(answer.text);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo; // a TCP server has no other kind of address
    client = program.createLedgerClient({ baseUrl: `http://127.0.0.1:${String(port)}`, gate: false });
  });
  afterAll(() => {
    server.close();
  });

  test.each([
    [`{"id":${max}}`, "/id"],
    ['{"id":9007199254740993}', "/id"],
    ['{"id":9007199254740992}', "/id"],
    ['{"id":-9007199254740993}', "/id"],
    ['{"id":9.007199254740993e15}', "/id"],
    ['{"id":900719925474099.3E1}', "/id"],
    ['{"id":9.223372036854775807e18}', "/id"],
    [`{"id":1${"0".repeat(400)}}`, "/id"],
    [`{"maybe":${max}}`, "/maybe"],
    ['{"unsigned":18446744073709551615}', "/unsigned"],
    [`{"pair":[1,${max}]}`, "/pair/1"],
    [`{"balances":{"rate":1,"a/b~c":${max}}}`, "/balances/a~1b~0c"],
    [`{"balances":{"__proto__":${max}}}`, "/balances/__proto__"],
    [`{"codes":{"x-a":${max}}}`, "/codes/x-a"],
    [`{"bounded":{"xab":${max}}}`, "/bounded/xab"],
    [`{"linear":{"xyz":${max}}}`, "/linear/xyz"],
    [`{"source":{"number":${max},"kind":"bank"}}`, "/source/number"],
    [`{"word":${max}}`, "/word"],
    [`{"deep":{"id":${max}}}`, "/deep/id"],
    [`{"tree":{"id":1,"children":[{"id":2},{"id":3,"children":[{"id":${max}},{"id":4}]}]}}`, "/tree/children/1/children/0/id"],
  ])("%s is refused", async (text, pointer) => {
    answer = { text };
    const call = program.find(client);
    await expect(call).rejects.toBeInstanceOf(program.ResponseError);
    await expect(call).rejects.toMatchObject({
      name: "ResponseError",
      operation: "find",
      status: 200,
      body: text.slice(0, 200),
      message: `find: the answer 200 has an integer at "${pointer}" that a number would round: configure int64 as "bigint" or "string"`,
    });
  });
  test.each([
    '{"id":9007199254740991,"maybe":null,"unsigned":0,"pair":[1e300,-9007199254740991,1e300]}',
    '{"id":-9007199254740991,"balances":{"rate":1e300,"a":5},"codes":{"x-a":1,"other":1e300},"amount":1e300,"count":5}',
    `{"source":{"kind":"cash","number":1e300},"word":"${max}","large":1e300,"mixed":1e300,"deep":1e300,"unknown":${max},"tree":{"unknown":${max}}}`,
    `{"id":"${max}","tree":[${max}],"pair":{"1":${max}},"balances":${max},"source":null}`,
    "{}",
    "[1]",
    "null",
  ])("%s goes through as it is", async (text) => {
    answer = { text };
    expect((await program.find(client)).data).toEqual(JSON.parse(text));
  });
  test("the status decides", async () => {
    const at = (status: number, text: string, type?: string): Promise<Answer> => {
      answer = { status, text, ...(type === undefined ? {} : { type }) };
      return program.find(client);
    };
    await expect(at(404, `{"code":${max}}`, "application/problem+json")).rejects.toThrow('find: the answer 404 has an integer at "/code"');
    await expect(at(500, `{"other":${max}}`)).rejects.toThrow('at "/other"');
    for (const [status, text] of [
      [404, `{"other":${max}}`],
      [500, `{"code":${max}}`],
    ] as const)
      expect((await at(status, text)).error).toEqual(JSON.parse(text));
    expect((await at(404, '{"code":5}')).error).toEqual({ code: 5 });
    expect((await at(202, `{"other":${max}}`)).data).toEqual({ other: Number(max) });
    expect((await at(200, "")).data).toBeUndefined();
  });
  test("a value itself, of any media type", async () => {
    answer = { text: max };
    await expect(program.id(client)).rejects.toThrow('id: the answer 200 has an integer at ""');
    answer = { text: "5" };
    expect((await program.id(client)).data).toBe(5);
  });
  test("in lists", async () => {
    answer = { text: `[{"id":1},{"children":[{"id":2},{"id":${max}}]},{"id":3}]` };
    await expect(program.trees(client)).rejects.toThrow('"/1/children/1/id"');
  });
  test("lines are handed on as they are", async () => {
    answer = { type: "application/x-ndjson", text: `{"id":${max}}\n` };
    const { data } = await program.lines(client);
    expect(await new Response(data as ReadableStream).text()).toBe(answer.text); // the types of lines say so
  });
  test("what is described as any number is one", async () => {
    answer = { text: `{"id":${max}}` };
    expect((await program.plain(client, { body: { id: 1 } })).data).toEqual({ id: Number(max) });
  });
  test("calls by path are answered as openapi-fetch's, whatever is known of an operation", async () => {
    for (const path of ["/trees", "/styled"]) {
      answer = { text: `{"children":[{"id":${max}}]}` };
      const { response, ...rest } = await program.ledgerPaths(client).GET(path, {});
      expect([rest, response.status]).toEqual([{ data: { children: [{ id: Number(max) }] } }, 200]);
    }
  });
  test("answers of any depth are looked at once", async () => {
    const nested = (before: string, depth: number, inner: string, after: string): string =>
      before.repeat(depth) + inner + after.repeat(depth);
    answer = { text: `{"tree":${nested('{"children":[', 5000, `{"id":${max}}`, "]}")}}` };
    await expect(program.find(client)).rejects.toThrow(/at "\/tree\/children\/0.{170,190}" that a number/);
    answer = { text: `{"twice":${nested('{"twice":', 2000, '{"id":1}', "}")}}` };
    expect((await program.find(client)).status).toBe(200);
    answer = { text: `{"twice":${nested('{"twice":', 5, `{"id":${max}}`, "}")}}` };
    await expect(program.find(client)).rejects.toThrow('"/twice/twice/twice/twice/twice/twice/id"');
  });
});

test("only what the client reads is said", async () => {
  const text = (files: readonly GeneratedFile[], path: string): string => files.find((file) => file.path === path)?.text ?? "";
  const files = await generated(["client", "server"]);
  const operations = text(files, "operations.ts");
  expect(operations).toContain(
    'int64Responses: () => rejectRounded({ 200: int64sOfAccount, 202: [], 204: [], "4XX": int64sOfError, default: int64sOfOther }),',
  );
  expect(operations).toContain("int64Responses: () => rejectRounded({ 200: { items: int64sOfTree } }),");
  expect(operations.match(/int64Responses/g)).toHaveLength(4);
  expect(text(files, "int64.ts")).not.toContain("Outward");
  expect(text(files, "server.ts")).not.toContain("int64");
  for (const parts of [
    ["types", "validators", "server"],
    ["types", "validators"],
  ] as const)
    expect(
      (await generated(parts)).filter(({ text, path }) => path.endsWith("int64.ts") && (text + path).includes("int64-responses")),
    ).toEqual([]);
  const none = await generated(["client"], description.replaceAll(/u?int64/g, "int32"));
  expect(none.filter(({ path, text: each }) => path.includes("int64") || /int64-responses|int64Responses:/.test(each))).toEqual([]);
});
