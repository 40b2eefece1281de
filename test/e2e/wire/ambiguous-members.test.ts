/** Alternatives, conditions and parts that say different things of the same member: what a client sends arrives as it was, wherever it is sent. */
import { afterAll, describe, expect, test } from "vitest";
import { echoPrograms } from "../roundtrip/echo-program.js";

const { programOf, close } = echoPrograms();
afterAll(close);

const object = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
const is = (value: string): object => ({ type: "string", const: value });
const integer = { type: "integer" };
const string = { type: "string" };
const when = (kind: string, properties: object): object => ({
  if: { properties: { k: { const: kind } }, required: ["k"] },
  then: { properties },
});

/** Schemas with values that they take. */
const cases: Readonly<Record<string, readonly [schema: object, values: readonly object[]]>> = {
  "an alternative that does not speak of a member": [
    object(
      { a: { type: ["integer", "string"] }, k: string },
      {
        anyOf: [object({ a: integer, k: is("n") }, { required: ["k"] }), object({ k: is("s") }, { required: ["k"] })],
      },
    ),
    [
      { k: "n", a: 2 },
      { k: "s", a: "x" },
      { k: "s", a: 3 },
    ],
  ],
  "an alternative that is open": [
    { oneOf: [object({ k: is("n"), a: integer }, { required: ["k"] }), object({ k: is("s") }, { required: ["k"] })] },
    [
      { k: "n", a: 2 },
      { k: "s", a: "x" },
    ],
  ],
  "an alternative with other members": [
    {
      oneOf: [
        object({ k: is("n"), a: integer }, { required: ["k"] }),
        object({ k: is("s") }, { required: ["k"], additionalProperties: string }),
      ],
    },
    [
      { k: "n", a: 2 },
      { k: "s", a: "5" },
      { k: "s", a: "x" },
    ],
  ],
  "an alternative with a pattern": [
    {
      oneOf: [
        object({ k: is("n"), a: integer }, { required: ["k"] }),
        object({ k: is("s") }, { required: ["k"], patternProperties: { "^a": { type: "boolean" } } }),
      ],
    },
    [
      { k: "n", a: 2 },
      { k: "s", a: true },
    ],
  ],
  "a literal beside anything": [object({ a: integer }, { anyOf: [{ properties: { a: { const: "a" } } }, { type: "object" }] }), [{ a: 2 }]],
  "several conditions": [
    object({ k: string }, { allOf: [when("i", { v: integer }), when("j", { w: integer }), when("l", { v: string })] }),
    [
      { k: "i", v: 5 },
      { k: "j", w: 5 },
      { k: "l", v: "5" },
      { k: "l", v: "x" },
      { k: "i", v: 1, w: "2" },
    ],
  ],
  "a condition beside a part with one": [
    object({ k: string }, { ...when("i", { v: integer }), allOf: [when("i", { w: { type: "boolean" } })] }),
    [{ k: "i", v: 5, w: true }],
  ],
  "two choices": [
    object(
      {},
      {
        allOf: [
          { oneOf: [object({ a: is("1"), x: integer }, { required: ["a"] }), object({ a: is("2"), x: string }, { required: ["a"] })] },
          { anyOf: [object({ b: { type: "boolean" } }, { required: ["b"] }), object({ b: integer }, { required: ["b"] })] },
        ],
      },
    ),
    [
      { a: "1", x: 5, b: true },
      { a: "2", x: "5", b: 7 },
      { a: "2", x: "x", b: false },
    ],
  ],
  "what nothing has looked at beside a condition": [
    object({ a: string }, { ...when("i", { v: integer }), properties: { a: string, k: string }, unevaluatedProperties: integer }),
    [{ a: "x", k: "i", v: 4 }],
  ],
};

const parameter = (schema: object, more: object): object => ({ parameters: [{ name: "p", schema, ...more }] });
const body =
  (type: string) =>
  (schema: object): object => ({ requestBody: { required: true, content: { [type]: { schema } } } });

/** Where a value is sent: what describes that, the path, and how a call gives it. */
const places: Readonly<Record<string, readonly [describe: (schema: object) => object, args: (value: object) => object]>> = {
  "the members of a query": [(schema) => parameter(schema, { in: "query" }), (p) => ({ query: { p } })],
  "a query in brackets": [(schema) => parameter(schema, { in: "query", style: "deepObject", explode: true }), (p) => ({ query: { p } })],
  "a query between commas": [(schema) => parameter(schema, { in: "query", explode: false }), (p) => ({ query: { p } })],
  "a header": [(schema) => parameter(schema, { in: "header" }), (p) => ({ header: { p } })],
  "a cookie": [(schema) => parameter(schema, { in: "cookie" }), (p) => ({ cookie: { p } })],
  "a form": [body("application/x-www-form-urlencoded"), (value) => ({ body: value })],
  "parts of a form": [body("multipart/form-data"), (value) => ({ body: value })],
};

const valuesSeen = (seen: unknown): unknown => {
  const { query, header, cookie, body: sent } = Object(seen) as Record<string, { p?: unknown } | undefined>; // what an echo has noted
  return sent ?? query?.p ?? header?.p ?? cookie?.p;
};

describe.each(Object.entries(cases))("%s", (_, [schema, values]) => {
  test.each(Object.entries(places))("in %s", async (where, [describes, args]) => {
    const op = { operationId: "op", ...describes(schema), responses: { 200: { description: "ok" } } };
    const paths = { "/op": { [where.includes("form") ? "post" : "get"]: op } };
    const { send } = await programOf(`${JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths })}\n`);
    for (const value of values) {
      const { result, seen } = await send("op", args(value));
      expect([value, (result as { status?: unknown }).status, valuesSeen(seen)]).toEqual([value, 200, value]);
    }
  });
});

test("what no reading makes valid is refused as before", async () => {
  const [schema] = cases["several conditions"] ?? [{}];
  const op = { operationId: "op", ...parameter(schema, { in: "query" }), responses: { 200: { description: "ok" } } };
  const { get } = await programOf(
    `${JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: { "/op": { get: op } } })}\n`,
  );
  for (const query of ["k=i&v=x", "k=i&v=1.5", "k=i&v=5.0", "k=j&w=true"])
    expect([query, (await get(`/op?${query}`)).status]).toEqual([query, 400]);
  expect((await get("/op?k=i&v=5")).seen).toMatchObject({ query: { p: { k: "i", v: 5 } } });
});
