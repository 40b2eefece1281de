/**
 * Sequences, as lines and as events, from the generated client to the generated server and back: every item arrives as it was given, whatever
 * an item is, and however the handler gives them.
 */
import type { Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder, typeCheck, writeFiles } from "../support/compile.js";
import { generateTexts } from "../support/pipeline.js";
import { loadProgram, type GeneratedProgram } from "./roundtrip/module.js";

const lineTypes = ["application/jsonl", "application/x-ndjson", "application/json-seq"];
const mediaTypes = [...lineTypes, "text/event-stream"];

const texts = ["a", "a\nb", "\r\n", "", "1", '"', "null", "[1]", '{"a":1}', "data: x", "é\u2028"];
/** Schemas of an item, with what items are as a type, and items. */
const kinds: Readonly<Record<string, { readonly schema: string; readonly type: string; readonly items: readonly unknown[] }>> = {
  lists: { schema: "{ type: array, items: { type: number } }", type: "number[]", items: [[1, 2], [], [3]] },
  listsByName: { schema: '{ $ref: "#/components/schemas/Row" }', type: "string[]", items: [["a"], [], ["b", "c\n"]] },
  listsOfLists: {
    schema: "{ type: array, items: { type: array, items: { type: number } } }",
    type: "number[][]",
    items: [[[1], []], [], [[2, 3]]],
  },
  texts: { schema: "{ type: string }", type: "string", items: texts },
  objects: { schema: '{ $ref: "#/components/schemas/Thing" }', type: "{ a: number }", items: [{ a: 1 }, { a: 2 }] },
  mixed: {
    schema: '{ anyOf: [{ type: string }, { $ref: "#/components/schemas/Thing" }] }',
    type: "string | { a: number }",
    items: [...texts, { a: 1 }],
  },
  listOrText: { schema: "{ type: [array, string], items: { type: number } }", type: "number[] | string", items: [[1], "1", [], "[1]"] },
  anything: { schema: "{}", type: "unknown", items: [1, null, "a\n", [1, [2]], { a: 1 }, true] },
};

const all = Object.keys(kinds).flatMap((kind) =>
  mediaTypes.map((mediaType, index) => ({ kind, mediaType, id: `${kind}${String(index)}` })),
);
const content = (kind: string, mediaType: string): string => `content: { "${mediaType}": { itemSchema: ${kinds[kind]?.schema ?? ""} } }`;
const description = `openapi: 3.2.0
info: { title: Echo, version: "1" }
paths:
${all
  .map(
    ({ kind, mediaType, id }) => `  /${id}:
    post:
      operationId: ${id}
      requestBody: { required: true, ${content(kind, mediaType)} }
      responses: { "200": { description: Items, ${content(kind, mediaType)} } }
`,
  )
  .join("")}components:
  schemas:
    Row: { type: array, items: { type: string } }
    Thing: { type: object, required: [a], additionalProperties: false, properties: { a: { type: number } } }
`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let program: GeneratedProgram;
let server: Server;
let client: unknown;
/** What the handler gave last, what it got, and what went wrong. */
let [given, received, failure]: unknown[] = [];
beforeAll(async () => {
  folder = await temporaryFolder();
  const { api, files, diagnostics } = await generateTexts({ "api.yaml": description }, ["types", "validators", "client", "server"], {
    name: "echo",
  });
  expect(diagnostics).toEqual([]);
  await writeFiles(
    folder.path,
    files.map(({ path, text }) => ({ path: `api/${path}`, text })),
  );
  if (api === undefined) throw new Error("Nothing was generated");
  program = await loadProgram(api, files);
  const handler = ({ body }: { readonly body: unknown }): unknown => {
    received = body;
    return { status: 200, body: given };
  };
  const handlers = Object.fromEntries(all.map(({ id }) => [id, handler as (request: unknown) => unknown]));
  const served = await program.serve({ handlers, onError: (error) => void (failure = error) });
  ({ server } = served);
  client = program.createClient(served.baseUrl);
}, 120_000);
afterAll(async () => {
  server.close();
  await folder.remove();
});

/** The items of a stream, as documentation has it: a line, or the `data:` of an event, is JSON. */
async function itemsOf(body: ReadableStream<Uint8Array>, mediaType: string): Promise<readonly unknown[]> {
  const text = await new Response(body).text();
  const parts =
    mediaType === "text/event-stream" ? text.split("\n\n").map((event) => event.replace(/^data: /, "")) : text.split(/[\n\u001e]/);
  return parts.filter((part) => part !== "").map((part) => JSON.parse(part) as unknown);
}

const givings: Readonly<Record<string, (items: readonly unknown[]) => unknown>> = {
  "a list": (items) => items,
  "a generator": function* (items) {
    yield* items;
  },
  "an async generator": async function* (items) {
    for (const item of items) yield await Promise.resolve(item);
  },
};

describe.each(all)("$kind as $mediaType", ({ id, kind, mediaType }) => {
  const { items } = kinds[kind] ?? { items: [] };
  test.each(Object.keys(givings))("given as %s", async (giving) => {
    [given, received, failure] = [givings[giving]?.(items), undefined, undefined];
    const sent = mediaType === "text/event-stream" ? "data: x\n\n" : items;
    const result = await program.call(id, client, { body: sent });
    expect(failure).toBe(undefined);
    expect(result.ok).toBe(true);
    expect(received).toEqual(sent);
    expect(await itemsOf(result.data as ReadableStream<Uint8Array>, mediaType)).toEqual(items);
  });
});

test("types have the items as a list, and take what is written so", { timeout: 120_000 }, async () => {
  const lines = all.flatMap(({ id, kind, mediaType }, index) => {
    const { type } = kinds[kind] ?? { type: "never" };
    const n = String(index);
    const isEvents = mediaType === "text/event-stream";
    return [
      `declare const items${n}: (${type})[];`,
      `declare const stream${n}: AsyncIterable<${type}>;`,
      `declare const each${n}: Generator<${type}>;`,
      `export const handlers${n}: Pick<EchoHandlers, "${id}"> = { ${id}: ({ body }) => {`,
      isEvents
        ? "  const text: string = body; void text;"
        : `  const got: readonly (${type})[] = body; body satisfies (${type})[] | readonly (${type})[]; void got;`,
      `  return Math.random() > 0.5 ? { status: 200, body: items${n} } : Math.random() > 0.5 ? { status: 200, body: stream${n} } : { status: 200, body: Math.random() > 0.5 ? each${n} : new Uint8Array() };`,
      "} };",
      ...(isEvents ? [] : [`void ${id}(client, { body: items${n} });`]),
      `type Items${n} = operations["${id}"]["responses"][200]["content"]["${mediaType}"];`,
      `export const same${n}: [Items${n}, (${type})[]] extends [(${type})[], Items${n}] ? true : false = true;`,
    ];
  });
  const rows = all.find(({ kind, mediaType }) => kind === "lists" && mediaType === "application/jsonl")?.id ?? "";
  const things = rows.replace("lists", "objects");
  const refused = [
    `export const wrong0: Pick<EchoHandlers, "${rows}"> = { ${rows}: () => ({ status: 200, body: [1, 2] }) };`,
    `void ${rows}(client, { body: [1, 2] });`,
    `async function* words(): AsyncGenerator<string> { yield "{}"; }`,
    `export const wrong1: Pick<EchoHandlers, "${things}"> = { ${things}: () => ({ status: 200, body: words() }) };`,
  ];
  const ids = all.filter(({ mediaType }) => mediaType !== "text/event-stream").map(({ id }) => id);
  const head = `import { ${ids.join(", ")}, type EchoClient, type EchoHandlers, type operations } from "./api/index.js";\ndeclare const client: EchoClient;\n`;
  await writeFiles(folder.path, [
    { path: "use.ts", text: head + lines.join("\n") },
    { path: "wrong.ts", text: `${head.replace(ids.join(", "), rows).replace(", type operations", "")}${refused.join("\n")}` },
  ]);
  const found = await typeCheck(folder.path, ["*.ts", "api"], "7", "both");
  expect(found.filter(({ file }) => file !== "wrong.ts")).toEqual([]);
  expect([...new Set(found.map(({ file, line }) => `${file} ${String(line)}`))]).toEqual(["wrong.ts 3", "wrong.ts 4", "wrong.ts 6"]);
});

test.each(mediaTypes)("64-bit integers in items that are lists arrive as they are: %s", async (mediaType) => {
  const rows = content("lists", mediaType).replace("type: number", "type: integer, format: int64");
  const text = `openapi: 3.2.0
info: { title: Echo, version: "1" }
paths: { /rows: { post: { operationId: rows, requestBody: { required: true, ${rows} }, responses: { "200": { description: Rows, ${rows} } } } } }
`;
  const { api: own, files } = await generateTexts({ "api.yaml": text }, undefined, { name: "echo", int64: "bigint" });
  if (own === undefined) throw new Error("Nothing was generated");
  const echo = await loadProgram(own, files);
  const items = [[9007199254740993n], [], [1n, -9007199254740993n]];
  const handlers = {
    rows: (request: unknown) => ((received = (request as { readonly body: unknown }).body), { status: 200, body: items }),
  };
  const served = await echo.serve({ handlers, onError: (error) => void (failure = error) });
  try {
    const sent = mediaType === "text/event-stream" ? "data: x\n\n" : items;
    const result = await echo.call("rows", echo.createClient(served.baseUrl), { body: sent });
    expect(received).toEqual(sent);
    const words = (await new Response(result.data as ReadableStream<Uint8Array>).text()).match(/\[.*\]/g);
    expect(words).toEqual(["[9007199254740993]", "[]", "[1,-9007199254740993]"]);
  } finally {
    served.server.close();
  }
});
