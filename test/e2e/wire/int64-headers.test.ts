/** Headers of replies that are JSON: 64-bit integers in them are numbers of JSON, however a program holds them. */
import { expect, test } from "vitest";
import { emit } from "../../../src/emit/emit.js";
import { withInt64 } from "../../../src/model/passes/int64/int64.js";
import { apiOf } from "../../support/api.js";
import { typeCheck, temporaryFolder, writeFiles } from "../../support/compile.js";
import { loadProgram } from "../roundtrip/module.js";

const id = { type: "integer", format: "int64" };
const item = { $ref: "#/components/schemas/Item" };
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const headers = {
  "X-Id": json(id),
  "X-Ids": json({ type: "array", items: id }),
  "X-Item": json({ type: "object", properties: { id, ref: item, text: { type: "string" } } }),
  "X-Named": json(item),
  "X-Text": json({ type: "string" }),
  "X-Simple": { schema: id },
  constructor: json(item),
};
const description = {
  openapi: "3.0.3",
  info: { title: "Echo", version: "1" },
  paths: { "/a": { get: { operationId: "getA", responses: { 200: { description: "ok", headers } } } } },
  components: { schemas: { Item: { type: "object", properties: { n: id, ids: { type: "array", items: id } } } } },
};

test.each(["number", "bigint", "string"] as const)("as %s", async (int64) => {
  const digits = int64 === "number" ? "9007199254740991" : "9007199254740993";
  const held = (text: string): unknown => (int64 === "number" ? Number(text) : int64 === "bigint" ? BigInt(text) : text);
  const [large, named] = [held(digits), { n: held("5"), ids: [held(digits)] }];
  const given: Record<string, unknown> = {
    ...{ "X-Id": large, "x-ids": [large, held("-1")], "X-Item": { id: large, ref: named, text: "7" }, "X-Named": named },
    ...{ "X-Text": "7", "X-Simple": large, constructor: named },
  };
  const api = withInt64(await apiOf(`${JSON.stringify(description)}\n`, { name: "echo" }), int64);
  const parts = new Set(["types", "validators", "client", "server"] as const);
  const files = await emit(api, { parts, source: "api.yaml", command: "npm run generate", int64 });
  const folder = await temporaryFolder();
  try {
    await writeFiles(folder.path, files);
    expect(await typeCheck(folder.path, ["*.ts"], "7", "node")).toEqual([]);
  } finally {
    await folder.remove();
  }
  const program = await loadProgram(api, files);
  const handlers = { getA: () => ({ status: 200, headers: given }) };
  const { server, baseUrl } = await program.serve({ handlers, onError: () => undefined });
  try {
    const all = (await fetch(`${baseUrl}/a`)).headers;
    expect(Object.fromEntries(Object.keys(headers).map((name) => [name, all.get(name)]))).toEqual({
      "X-Id": digits,
      "X-Ids": `[${digits},-1]`,
      "X-Item": `{"id":${digits},"ref":{"n":5,"ids":[${digits}]},"text":"7"}`,
      "X-Named": `{"n":5,"ids":[${digits}]}`,
      "X-Text": '"7"',
      "X-Simple": digits,
      constructor: `{"n":5,"ids":[${digits}]}`,
    });
    if (int64 !== "string") return;
    given["X-Id"] = "five";
    expect((await fetch(`${baseUrl}/a`)).status).toBe(500);
  } finally {
    server.close();
  }
});
