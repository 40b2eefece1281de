/** Headers of replies are written as their descriptions say: JSON, objects whose members are exploded, and all others as the style simple has them. */
import { afterAll, expect, it } from "vitest";
import { emit } from "../../src/emit/emit.js";
import { apiOf } from "../support/api.js";
import { loadProgram } from "./roundtrip/module.js";

const object = { type: "object", properties: { a: { type: "integer" }, b: { type: "string" } } };
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const special = {
  "X-Pairs": { schema: object, explode: true },
  "X-Flat": { schema: object },
  "X-List": { schema: { type: "array", items: { type: "string" } }, explode: true },
  "X-Json": json(object),
  "X-Json-Text": json({ type: "string" }),
  "X-Text": { content: { "text/plain": { schema: { type: "string" } } } },
  constructor: json(object),
};
const description = {
  openapi: "3.0.3",
  info: { title: "Echo", version: "1" },
  paths: {
    "/a": {
      get: {
        operationId: "getA",
        parameters: [{ name: "status", in: "query", required: true, schema: { type: "integer" } }],
        responses: {
          200: { description: "ok", headers: special },
          202: { description: "plain", headers: { "X-Pairs": { schema: object } } },
          default: { description: "others", headers: { "X-Pairs": special["X-Pairs"] } },
        },
      },
    },
  },
};

const closing: (() => unknown)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

it("each by its status and its name, in any case", async () => {
  const api = await apiOf(`${JSON.stringify(description)}\n`, { name: "echo" });
  const parts = new Set(["types", "validators", "client", "server"] as const);
  const program = await loadProgram(api, await emit(api, { parts, source: "api.yaml", command: "npm run generate" }));
  const given: Record<string, unknown> = {
    ...{ "x-pairs": { a: 1, b: "z" }, "X-FLAT": { a: 1, b: "z" }, "X-List": ["p", "q"], "X-Json": { a: 1, b: "é, \n" } },
    ...{ "X-Json-Text": "é", "X-Text": "t", constructor: { a: 2 } },
  };
  const getA = (request: unknown) => {
    const { status } = (request as { query: { status: number } }).query; // as described
    return { status, headers: status === 200 ? given : { "x-pairs": { a: 1 } } };
  };
  const { server, baseUrl } = await program.serve({ handlers: { getA }, onError: () => undefined });
  closing.push(() => server.close());
  const headersOf = async (status: number) => (await fetch(`${baseUrl}/a?status=${String(status)}`)).headers;
  const all = await headersOf(200);
  expect(Object.fromEntries(Object.keys(special).map((name) => [name, all.get(name)]))).toEqual({
    "X-Pairs": "a=1,b=z",
    "X-Flat": "a,1,b,z",
    "X-List": "p,q",
    "X-Json": '{"a":1,"b":"\\u00e9, \\n"}',
    "X-Json-Text": '"\\u00e9"',
    "X-Text": "t",
    constructor: '{"a":2}',
  });
  expect((await headersOf(202)).get("x-pairs")).toBe("a,1");
  expect((await headersOf(418)).get("x-pairs")).toBe("a=1");
});
