/** Lists of one text that reads like something else, where a list may be null or not: they arrive as they were sent. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { echoPrograms, type EchoProgram } from "../roundtrip/echo-program.js";

const { programOf, close } = echoPrograms();
afterAll(close);

const lists: Readonly<Record<string, (items: object) => object>> = {
  "that may not be null": (items) => ({ type: "array", items }),
  "of two types": (items) => ({ type: ["array", "null"], items }),
  "of alternatives": (items) => ({ anyOf: [{ type: "array", items }, { type: "null" }] }),
};
const itemKinds: Readonly<Record<string, object>> = {
  texts: { type: "string" },
  "texts or integers": { anyOf: [{ type: "integer" }, { type: "string" }] },
  "named texts": { enum: ["[]", '["a"]', "[1]", "{}", "x"] },
};
const values = [["[]"], ['["a"]'], ["[1]"], ["{}"], ["x"], ["[]", "x"]];
const parameters: Readonly<Record<string, object>> = {
  query: { in: "query" },
  flat: { in: "query", explode: false },
  pipes: { in: "query", style: "pipeDelimited", explode: false },
  path: { in: "path", required: true },
  label: { in: "path", required: true, style: "label" },
  header: { in: "header" },
  cookie: { in: "cookie", explode: false },
};
const bodies = ["application/x-www-form-urlencoded", "multipart/form-data"];
const info = { title: "Echo", version: "1" };
const responses = { 200: { description: "ok" } };

const cases = Object.keys(lists).flatMap((list, one) =>
  Object.keys(itemKinds).flatMap((items, other) =>
    [...Object.keys(parameters), ...bodies].map((place, index) => ({ list, items, place, id: `op${[one, other, index].join("x")}` })),
  ),
);

describe("a list of one text", () => {
  let program: EchoProgram;
  beforeAll(async () => {
    const paths = cases.map(({ list, items, place, id }) => {
      const schema = lists[list]?.(itemKinds[items] ?? {});
      const parameter = parameters[place];
      const content = { [place]: { schema: { type: "object", properties: { a: schema } } } };
      const operation = parameter === undefined ? { requestBody: { content } } : { parameters: [{ name: "a", ...parameter, schema }] };
      const path = `/${id}${place === "path" || place === "label" ? "/{a}" : ""}`;
      return [path, { [parameter === undefined ? "post" : "get"]: { operationId: id, ...operation, responses } }];
    });
    program = await programOf(`${JSON.stringify({ openapi: "3.1.0", info, paths: Object.fromEntries(paths) as object })}\n`);
  }, 120_000);

  test.each(cases)("$list arrives as it was sent: $items, $place ($id)", async ({ place, id }) => {
    const part = (parameters[place] as { in?: string } | undefined)?.in ?? "body";
    for (const a of values) {
      const { result, seen } = await program.send(id, { [part]: { a } });
      expect([a, result.error]).toEqual([a, undefined]);
      expect(seen?.[part]).toEqual({ a });
    }
  });
});
