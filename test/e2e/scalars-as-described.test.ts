/** Text of parameters and forms is read as the first of several values that its schema accepts, and no digit of it is lost. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { echoPrograms, type EchoProgram } from "./roundtrip/echo-program.js";

const { programOf, close } = echoPrograms();
afterAll(close);

const integer = { type: "integer" };
const text = { type: "string" };
const refused = Symbol("refused");

type Case = readonly [what: string, schema: object, readings: Readonly<Record<string, unknown>>];

const cases: readonly Case[] = [
  ["an integer with a bound, or text", { oneOf: [{ ...integer, maximum: 3 }, text] }, { 3: 3, 5: "5", "-0": "-0", x: "x" }],
  ["the same in the other order", { anyOf: [text, { ...integer, maximum: 3 }] }, { 3: 3, 5: "5" }],
  [
    "a reference to each",
    { oneOf: [{ $ref: "#/components/schemas/Small" }, { $ref: "#/components/schemas/Word" }] },
    { 3: 3, 5: refused, abc: "abc" },
  ],
  ["a reference to both", { $ref: "#/components/schemas/SmallOrText" }, { 3: 3, 5: "5" }],
  ["values of both types", { enum: ["1", "2", 3] }, { 1: "1", 2: "2", 3: 3, 4: refused }],
  ["the same value as both", { enum: ["1", 1] }, { 1: 1 }],
  ["one value as text", { type: ["string", "integer"], const: "5" }, { 5: "5", 6: refused }],
  [
    "constants",
    { anyOf: [{ const: 1 }, { const: "2" }, { const: true }, { const: "false" }] },
    { 1: 1, 2: "2", true: true, false: "false", 3: refused },
  ],
  ["a divisor", { anyOf: [{ ...integer, multipleOf: 5 }, text] }, { 10: 10, 12: "12" }],
  ["a format with bounds", { anyOf: [{ ...integer, format: "int32" }, text] }, { 5: 5, 5000000000: "5000000000" }],
  ["two integers", { oneOf: [{ ...integer, maximum: 3 }, { ...integer, minimum: 3 }, text] }, { 2: 2, 3: "3", 4: 4 }],
  ["what is not", { type: ["integer", "string"], not: { const: 5 } }, { 4: 4, 5: "5" }],
  ["a condition", { type: ["integer", "string"], if: integer, then: { maximum: 3 } }, { 3: 3, 5: "5" }],
  ["all of several", { allOf: [{ type: ["integer", "string"] }, { maximum: 3 }] }, { 3: 3, 5: "5" }],
  [
    "text of a format, or a number",
    { anyOf: [{ type: "number" }, { ...text, format: "date" }] },
    { "1.50": 1.5, "2020-01-01": "2020-01-01", x: refused },
  ],
  ["text of a pattern, or a number", { type: ["number", "string"], pattern: "^0" }, { "00": "00", "0.50": "0.50", "1.50": 1.5, 1: 1 }],
  [
    "long text, or a boolean",
    {
      anyOf: [
        { type: "boolean", const: true },
        { ...text, minLength: 5 },
      ],
    },
    { true: true, false: "false", x: refused },
  ],
  ["a date, or null", { type: ["string", "null"], format: "date" }, { null: null, "2020-01-01": "2020-01-01" }],
  ["text, or null", { type: ["string", "null"] }, { null: "null" }],
  ["an integer, or null", { type: ["integer", "null"], maximum: 3 }, { null: null, 3: 3, 5: refused }],
  [
    "one list of numbers, or an integer",
    {
      oneOf: [
        { ...integer, maximum: 3 },
        { type: "array", items: integer },
      ],
    },
    { 3: 3, 5: [5] },
  ],
  ["text without a type", { pattern: "^[a-z]+$" }, { abc: "abc", 5: refused }],
];

const digits: readonly Case[] = [
  [
    "a number or text",
    { type: ["string", "number"] },
    {
      ...{ 5: 5, "-1.5": -1.5, "1e+21": 1e21, 1e-7: 1e-7, 0: 0 },
      ...Object.fromEntries(
        ["00123", "1e400", "12345678901234567890", "1.0", "1e3", "-0", "+1", "0.1000000000000000055"].map((text) => [text, text]),
      ),
    },
  ],
  ["an integer or text", { anyOf: [integer, text] }, { 5: 5, "05": "05", "12345678901234567890": "12345678901234567890", "5.0": "5.0" }],
  ["a number alone", { type: "number" }, { "1.0": 1, "1e3": 1000, "00123": refused, "1e400": refused }],
  ["a number or a boolean", { type: ["number", "boolean"] }, { "1.0": 1, true: true }],
];

describe.each([
  ["the first that fits", cases],
  ["no digit is lost", digits],
] as const)("text is read: %s", (_what, table) => {
  let program: EchoProgram;
  beforeAll(async () => {
    program = await programOf(descriptionOf(table));
  });
  const places = table.flatMap(([what, , readings], index) =>
    Object.entries(readings).map(([sent, value]) => ({ what, sent, value, index })),
  );
  test.each(places)("of $what: $sent", async ({ sent, value, index }) => {
    const read = await program.get(`/get${String(index)}?v=${encodeURIComponent(sent)}`);
    expect(read).toEqual(
      value === refused
        ? { status: 400, seen: undefined }
        : { status: 200, seen: expect.objectContaining({ query: { v: value } }) as unknown },
    );
  });
});

/** What a client sends arrives as what it was, wherever it stands. */
describe("a value that is sent is read as the same value", () => {
  const table = [...cases, ...digits];
  let program: EchoProgram;
  beforeAll(async () => {
    program = await programOf(descriptionOf(table));
  });
  const values = table.flatMap(([what, , readings], index) =>
    Object.values(readings)
      .filter((value) => value !== refused && value !== null)
      .map((value) => ({ what, value, index })),
  );
  test.each(values)("$what: $value", async ({ value, index }) => {
    const parameters = { path: { v: value }, header: { v: value }, cookie: { v: value } };
    const lists = Array.isArray(value) ? {} : { list: [value, value], plain: [value] };
    const query = { v: value, deep: { v: value }, ...lists };
    for (const contentType of ["application/x-www-form-urlencoded", "multipart/form-data"]) {
      const { seen } = await program.send(`send${String(index)}`, { ...parameters, query, body: { v: value }, contentType });
      expect(seen).toMatchObject({ ...parameters, query, body: { v: value } });
    }
  });
});

const components = {
  schemas: {
    Small: { ...integer, maximum: 3 },
    Word: { ...text, pattern: "^[a-z]+$" },
    SmallOrText: { anyOf: [{ $ref: "#/components/schemas/Small" }, text] },
  },
};

function descriptionOf(table: readonly Case[]): string {
  const responses = { "200": { description: "ok" } };
  const paths = table.flatMap(([, schema], index) => {
    const object = { type: "object", properties: { v: schema } };
    const list = { type: "array", items: schema };
    const parameters = [
      ...["query", "path", "header", "cookie"].map((place) => ({ name: "v", in: place, required: place === "path", schema })),
      { name: "deep", in: "query", style: "deepObject", schema: object },
      { name: "list", in: "query", schema: list },
      { name: "plain", in: "query", explode: false, schema: list },
    ];
    const content = { "application/x-www-form-urlencoded": { schema: object }, "multipart/form-data": { schema: object } };
    const get = { operationId: `get${String(index)}`, parameters: [{ name: "v", in: "query", schema }], responses };
    const post = { operationId: `send${String(index)}`, parameters, requestBody: { required: true, content }, responses };
    return [
      [`/get${String(index)}`, { get }],
      [`/send${String(index)}/{v}`, { post }],
    ] as const;
  });
  const info = { title: "Echo", version: "1" };
  return `${JSON.stringify({ openapi: "3.1.0", info, paths: Object.fromEntries(paths) as object, components })}\n`;
}
