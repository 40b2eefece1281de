/** Lists in objects whose members stand under names of their own: they arrive as they were sent, however the list may be something else, too. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { echoPrograms, type EchoProgram } from "../roundtrip/echo-program.js";

const { programOf, close } = echoPrograms();
afterAll(close);

const text = { type: "string" };
const list = (items: object): object => ({ type: "array", items });
const members: readonly (readonly [what: string, schema: object, values: readonly unknown[]])[] = [
  ["list or null", { type: ["array", "null"], items: text }, [["1"], ["null"], ["x"], ["1", "2"], ["[1]"], [""]]],
  ["anyOf with null", { anyOf: [list(text), { type: "null" }] }, [["1"], ["null"], ["x", "y"]]],
  ["oneOf with null", { oneOf: [{ type: "null" }, list({ type: "integer" })] }, [[1], [1, 2]]],
  ["list or integer", { anyOf: [list(text), { type: "integer" }] }, [["x"], ["1", "2"], 5]],
  ["list or small integer", { anyOf: [list(text), { type: "integer", maximum: 3 }] }, [["5"], ["x"], 3]],
  ["list or boolean", { type: ["array", "boolean"], items: { type: "integer" } }, [[1], [1, 2], true]],
  ["list or object", { anyOf: [list(text), { type: "object", properties: { a: { type: "integer" } } }] }, [["x"], ["x", "y"], { a: 1 }]],
  [
    "list of objects",
    { type: ["array", "null"], items: { type: "object", properties: { a: text } } },
    [[{ a: "1" }], [{ a: "1" }, { a: "2" }]],
  ],
  [
    "two lists",
    { anyOf: [list({ type: "integer", maximum: 3 }), list({ type: "string", pattern: "^[5-9x]$" })] },
    [[3], ["5"], ["x", "5"]],
  ],
  ["positions", { type: ["array", "null"], prefixItems: [text, { type: "integer" }] }, [["1"], ["1", 2]]],
];
const parameters: Readonly<Record<string, object>> = {
  query: { in: "query" },
  deep: { in: "query", style: "deepObject" },
  path: { in: "path", required: true, explode: true },
  matrix: { in: "path", required: true, style: "matrix", explode: true },
  cookie: { in: "cookie" },
};
const bodies = ["application/x-www-form-urlencoded", "multipart/form-data"];
const info = { title: "Echo", version: "1" };
const responses = { 200: { description: "ok" } };

const cases = members.flatMap(([what, schema, values], one) =>
  [...Object.keys(parameters), ...bodies].map((place, other) => ({ what, schema, values, place, id: `op${[one, other].join("x")}` })),
);

describe("a member that may be a list", () => {
  let program: EchoProgram;
  beforeAll(async () => {
    const paths = cases.map(({ schema, place, id }) => {
      const parameter = parameters[place];
      const object = { type: "object", properties: { m: schema } };
      const encoding = { p: { style: "form", explode: true } };
      const content = { [place]: { schema: { type: "object", properties: { p: object } }, encoding } };
      const operation =
        parameter === undefined ? { requestBody: { content } } : { parameters: [{ name: "p", ...parameter, schema: object }] };
      const path = `/${id}${"required" in (parameter ?? {}) ? "/{p}" : ""}`;
      return [path, { [parameter === undefined ? "post" : "get"]: { operationId: id, ...operation, responses } }];
    });
    program = await programOf(`${JSON.stringify({ openapi: "3.1.0", info, paths: Object.fromEntries(paths) as object })}\n`);
  }, 120_000);

  test.each(cases)("$what arrives as it was sent: $place ($id)", async ({ place, id, values }) => {
    const part = (parameters[place] as { in?: string } | undefined)?.in ?? "body";
    for (const m of values) {
      const { result, seen } = await program.send(id, { [part]: { p: { m } } });
      expect([m, result.error]).toEqual([m, undefined]);
      expect(seen?.[part]).toEqual({ p: { m } });
    }
  });

  test("list or null, as OpenAPI 3.0 says it", async () => {
    const schema = { type: "object", properties: { m: { type: "array", nullable: true, items: text } } };
    const get = { operationId: "old", parameters: [{ name: "p", in: "query", schema }], responses };
    const old = await programOf(`${JSON.stringify({ openapi: "3.0.3", info, paths: { "/old": { get } } })}\n`);
    for (const m of [["1"], ["1", "2"]]) expect((await old.send("old", { query: { p: { m } } })).seen?.["query"]).toEqual({ p: { m } });
  });
});
