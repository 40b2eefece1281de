/** A text that is JSON of what the schema does not take is a text, where that is a type, too. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { echoPrograms, type EchoProgram } from "../roundtrip/echo-program.js";

const { programOf, close } = echoPrograms();
afterAll(close);

const text = { type: "string" };
const b = { type: "object", properties: { b: { type: "number" } }, required: ["b"], additionalProperties: false };
const refs = {
  schemas: {
    B: b,
    Either: { anyOf: [text, { $ref: "#/components/schemas/B" }] },
    Tree: { type: "object", properties: { in: { $ref: "#/components/schemas/Tree" } } },
  },
};
const types: readonly (readonly [what: string, schema: object, values: readonly unknown[]])[] = [
  ["an object that has more", { anyOf: [text, b] }, ['{"a":1}', "x", { b: 1 }, '{"b":"x"}', "{", "[1]"]],
  ["an object by reference", { $ref: "#/components/schemas/Either" }, ['{"a":1}', { b: 1 }]],
  [
    "an object with bounds",
    { oneOf: [{ type: "object", properties: { n: { type: "integer", maximum: 3 } } }, text] },
    ['{"n":5}', { n: 2 }],
  ],
  [
    "an object with constants",
    { anyOf: [text, { type: "object", properties: { k: { const: "a" } }, required: ["k"] }] },
    ['{"k":"b"}', '{"l":"a"}', { k: "a" }],
  ],
  ["an object with so many members", { type: ["string", "object"], minProperties: 2 }, ['{"n":5}', { n: "5", m: "6" }]],
  ["a list of some length", { anyOf: [text, { type: "array", items: { type: "integer" }, minItems: 2 }] }, ["[1]", '["a"]', [1, 2]]],
  ["what leads to itself", { anyOf: [text, { $ref: "#/components/schemas/Tree" }] }, ["x", { in: {} }]],
  ["an enumerated text", { anyOf: [{ enum: ["", "x"] }, b] }, ["x", { b: 1 }]],
];
const places: Readonly<Record<string, object>> = {
  query: { in: "query" },
  flat: { in: "query", explode: false },
  deep: { in: "query", style: "deepObject" },
  cookie: { in: "cookie", explode: false },
};
const bodies = ["application/x-www-form-urlencoded", "multipart/form-data"];
const info = { title: "Echo", version: "1" };
const responses = { 200: { description: "ok" } };
const cases = types.flatMap(([what, schema, values], one) =>
  ["query", "flat", "deep", "cookie", "member", ...bodies].map((place, other) => ({
    what,
    schema,
    values,
    place,
    id: `op${[one, other].join("x")}`,
  })),
);

describe("JSON or text", () => {
  let program: EchoProgram;
  beforeAll(async () => {
    const paths = cases.map(({ schema, place, id }) => {
      const object = { type: "object", properties: { p: schema } };
      const parameter = place === "member" ? { in: "query", schema: object } : { ...places[place], schema };
      const parts = bodies.includes(place)
        ? { requestBody: { content: { [place]: { schema: object } } } }
        : { parameters: [{ name: "p", ...parameter }] };
      return [`/${id}`, { [bodies.includes(place) ? "post" : "get"]: { operationId: id, ...parts, responses } }];
    });
    program = await programOf(
      `${JSON.stringify({ openapi: "3.1.0", info, paths: Object.fromEntries(paths) as object, components: refs })}\n`,
    );
  }, 120_000);

  test.each(cases)("$what: $place ($id)", async ({ place, id, values }) => {
    for (const value of values) {
      // A list has another form there, and an object no other than its members.
      if (typeof value === "object" && place !== "member" && !bodies.includes(place)) continue;
      const p = place === "member" ? { p: value } : value;
      const args = bodies.includes(place) ? { body: { p } } : { [place === "cookie" ? place : "query"]: { p } };
      const { result, seen } = await program.send(id, args);
      expect([value, result.error]).toEqual([value, undefined]);
      expect(seen).toMatchObject(args);
    }
  });
});
