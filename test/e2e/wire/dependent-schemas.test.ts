/** What a schema says of members where another one is there, or where a condition holds, is what their text is read as, and only there. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { echoPrograms, type EchoProgram } from "../roundtrip/echo-program.js";

const { programOf, close } = echoPrograms();
afterAll(close);

const text = { type: "string" };
const integer = { type: "integer" };
const object = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
const says = (properties: object, more: object = {}): object => ({ properties, ...more });
const is = (name: string, value: string): object => ({ properties: { [name]: { const: value } }, required: [name] });
const three = (of: (inner: object) => object, at: object): object => of(of(of(at)));
const T = object({ v: integer, w: text });

const cases: readonly (readonly [what: string, schema: object, values: readonly object[]])[] = [
  ["one", object({ u: text }, { dependentSchemas: { u: says({ v: integer }) } }), [{ u: "a", v: 5 }, { u: "a" }, { v: "5" }]],
  [
    "of what is described, too",
    object({ u: text, v: {} }, { dependentSchemas: { u: says({ v: integer }) } }),
    [{ u: "a", v: 5 }, { v: "5" }, { u: "5" }],
  ],
  [
    "two",
    object({ u: text, x: text }, { dependentSchemas: { u: says({ v: integer }), x: says({ y: { type: "boolean" } }) } }),
    [
      { u: "a", v: 5 },
      { x: "a", y: true },
      { u: "a", v: 5, x: "1", y: false },
      { u: "a", y: "true" },
      { x: "a", v: "5" },
      { v: "5", y: "true" },
    ],
  ],
  [
    "of one member, both",
    object({ u: text, x: text }, { dependentSchemas: { u: says({ v: { type: ["integer", "boolean"] } }), x: says({ v: integer }) } }),
    [{ u: "a", v: true }, { x: "a", v: 5 }, { u: "a", x: "b", v: 5 }, { v: "5" }],
  ],
  [
    "with others of one type",
    object({ u: text }, { additionalProperties: { type: ["integer", "boolean"] }, dependentSchemas: { u: says({ v: integer }) } }),
    [
      { u: "a", v: 5 },
      { u: "a", v: 5, z: true },
    ],
  ],
  [
    "inside one another",
    object({ u: text }, { dependentSchemas: { u: says({ v: integer }, { dependentSchemas: { v: says({ w: integer }) } }) } }),
    [
      { u: "a", v: 5, w: 6 },
      { u: "a", w: "6" },
    ],
  ],
  [
    "with alternatives",
    object(
      { u: text },
      {
        dependentSchemas: {
          u: {
            oneOf: [
              says({ k: { const: "i" }, v: integer }, { required: ["k"] }),
              says({ k: { const: "t" }, v: text }, { required: ["k"] }),
            ],
          },
        },
      },
    ),
    [
      { u: "a", k: "i", v: 5 },
      { u: "a", k: "t", v: "5" },
    ],
  ],
  [
    "of lists",
    object({ u: text }, { dependentSchemas: { u: says({ v: { type: "array", items: integer } }) } }),
    [
      { u: "a", v: [5] },
      { u: "a", v: [5, 6] },
    ],
  ],
  [
    "four",
    object(
      { a: text, b: text, c: text, d: text },
      { dependentSchemas: Object.fromEntries(Array.from("abcd").map((name) => [name, says({ [`${name}v`]: integer })])) },
    ),
    [
      { a: "1", av: 1, b: "2", bv: 2, c: "3", cv: 3, d: "4", dv: 4 },
      { d: "4", dv: 4 },
      { a: "x", av: 4 },
    ],
  ],
  ["conditions, three levels of one", three((inner) => ({ if: inner, then: inner, else: inner }), T), [{ v: 5, w: "5" }, { v: 5 }]],
  ["conditions, two levels of one", { if: { if: T, then: T, else: T }, then: { if: T, then: T, else: T } }, [{ v: 5, w: "5" }]],
  [
    "conditions inside a branch",
    object(
      { k: text, l: text },
      {
        if: is("k", "a"),
        then: { if: is("l", "a"), then: says({ v: integer }), else: says({ v: { type: "boolean" } }) },
        else: { if: is("l", "a"), then: says({ v: text }), else: says({ v: { type: "number" } }) },
      },
    ),
    [
      { k: "a", l: "a", v: 5 },
      { k: "a", l: "b", v: true },
      { k: "b", l: "a", v: "5" },
      { k: "b", l: "b", v: 1.5 },
    ],
  ],
  [
    "alternatives inside a branch",
    object(
      { k: text },
      {
        if: is("k", "a"),
        then: { oneOf: [says({ n: text, v: integer }, { required: ["n"] }), says({ s: text, v: text }, { required: ["s"] })] },
        else: says({ v: { type: "boolean" } }),
      },
    ),
    [
      { k: "a", n: "5", v: 5 },
      { k: "a", s: "5", v: "5" },
      { k: "b", v: true },
    ],
  ],
  [
    "two conditions",
    object(
      { k: text, l: text },
      {
        allOf: [
          { if: is("k", "a"), then: says({ v: integer }) },
          { if: is("l", "a"), then: says({ w: integer }) },
        ],
      },
    ),
    [
      { k: "a", l: "a", v: 5, w: 6 },
      { k: "a", v: 5 },
      { l: "a", w: 6 },
    ],
  ],
];
const places: Readonly<Record<string, object>> = {
  exploded: { in: "query" },
  deep: { in: "query", style: "deepObject" },
  flat: { in: "query", explode: false },
  path: { in: "path", required: true },
  header: { in: "header" },
};
const forms = ["application/x-www-form-urlencoded", "multipart/form-data"];
const info = { title: "Echo", version: "1" };
const responses = { 200: { description: "ok" } };
const all = cases.flatMap(([what, schema, values], one) =>
  [...Object.keys(places), ...forms, "querystring"].map((place, other) => ({
    what,
    schema,
    values,
    place,
    id: `op${[one, other].join("x")}`,
  })),
);

describe("members are read by what depends on others", () => {
  let program: EchoProgram;
  beforeAll(async () => {
    const paths = all.map(({ schema, place, id }) => {
      const parameter = places[place];
      const content = { [place === "querystring" ? (forms[0] ?? "") : place]: { schema } };
      const parts =
        place === "querystring"
          ? { parameters: [{ name: "p", in: "querystring", content }] }
          : parameter === undefined
            ? { requestBody: { content } }
            : { parameters: [{ name: "p", ...parameter, schema }] };
      const path = `/${id}${place === "path" ? "/{p}" : ""}`;
      return [path, { [parameter === undefined && place !== "querystring" ? "post" : "get"]: { operationId: id, ...parts, responses } }];
    });
    program = await programOf(`${JSON.stringify({ openapi: "3.2.0", info, paths: Object.fromEntries(paths) as object })}\n`);
  }, 120_000);

  test.each(all)("$what: $place ($id)", async ({ place, id, values }) => {
    const part = (places[place] as { in?: string } | undefined)?.in ?? (place === "querystring" ? place : "body");
    for (const value of values) {
      if (part !== "body" && part !== "querystring" && Object.values(value).some(Array.isArray) && place !== "exploded" && place !== "deep")
        continue;
      const args = part === "body" ? { body: value, contentType: place } : { [part]: part === "querystring" ? value : { p: value } };
      const { result, seen } = await program.send(id, args);
      expect([value, result.error]).toEqual([value, undefined]);
      expect(seen).toMatchObject(part === "body" ? { body: value } : { [part]: args[part as keyof typeof args] });
    }
  });

  test("text of another type is refused", async () => {
    for (const query of ["u=a&v=x", "v=x&u=a"])
      expect(await program.get(`/op0x0?${query}`)).toMatchObject({ status: 400, seen: undefined });
    for (const query of ["p[u]=a&p[v]=x"]) expect(await program.get(`/op0x1?${query}`)).toMatchObject({ status: 400, seen: undefined });
  });
});
