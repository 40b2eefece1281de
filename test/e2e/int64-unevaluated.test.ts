/**
 * 64-bit integers that are described for what nothing else looks at, by `unevaluatedProperties` and `unevaluatedItems`: members and items that
 * something else looks at are as that says.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../support/compile.js";
import { generateTexts } from "../support/pipeline.js";

const int64 = { type: "integer", format: "int64" };
const number = { type: "number" };
const text = { type: "string" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const rest = { unevaluatedProperties: int64 };
const a = object({ k: { const: "a" }, n: number, s: text }, { required: ["k"] });
const b = object({ k: { const: "b" }, m: number, t: text }, { required: ["k"] });

const tagged = (tag: string, value: number, more: object = {}) => object({ [tag]: { const: value }, ...more }, { required: [tag] });

type Case = readonly [is: string, schema: object, body: object, held: readonly (string | number)[]];
const cases: Case[] = [
  ["properties", object({ n: number, s: text }, rest), { n: 5, s: "5", x: 5 }, ["x"]],
  ["patterns", { type: "object", patternProperties: { "^n": number, "^s": text }, ...rest }, { n1: 5, s1: "5", x: 5 }, ["x"]],
  ["additional properties", { type: "object", additionalProperties: number, ...rest }, { n: 5 }, []],
  ["parts of an allOf", { allOf: [object({ n: number }), object({ s: text })], ...rest }, { n: 5, s: "5", x: 5 }, ["x"]],
  ["additional properties of a part", { allOf: [{ type: "object", additionalProperties: number }], ...rest }, { n: 5 }, []],
  ["a reference", { ...ref("Base"), ...rest }, { n: 5, s: "5", x: 5 }, ["x"]],
  ["a chain of references", { ...ref("Child"), ...rest }, { n: 5, o: 5, x: 5 }, ["x"]],
  ["the first alternative", { type: "object", oneOf: [a, b], ...rest }, { k: "a", n: 5, s: "5", m: 5 }, ["m"]],
  ["the second alternative", { type: "object", oneOf: [a, b], ...rest }, { k: "b", m: 5, n: 5, t: "5" }, ["n"]],
  ["both alternatives", { type: "object", anyOf: [object({ n: number }), object({ m: number })], ...rest }, { n: 5, m: 5, x: 5 }, ["x"]],
  [
    "alternatives by what they require",
    { type: "object", anyOf: [object({ n: number }, { required: ["n"] }), object({ m: number }, { required: ["m", "z"] })], ...rest },
    { n: 5, m: 5 },
    ["m"],
  ],
  [
    "alternatives by the type of a member",
    { type: "object", oneOf: [object({ k: text, n: number }), object({ k: { type: "boolean" }, m: number })], ...rest },
    { k: true, n: 5, m: 5 },
    ["n"],
  ],
  [
    "alternatives by limits",
    {
      type: "object",
      oneOf: [object({ k: { type: "integer", maximum: 9 }, n: number }), object({ k: { type: "integer", minimum: 10 }, m: number })],
      ...rest,
    },
    { k: 10, n: 5, m: 5 },
    ["n"],
  ],
  [
    "alternatives by limits of 64 bits",
    {
      type: "object",
      oneOf: [object({ k: { ...int64, maximum: 9 }, s: text }), object({ k: { ...int64, minimum: 10 }, t: text })],
      ...rest,
    },
    { k: 10, s: 5, t: "5" },
    ["k", "s"],
  ],
  [
    "alternatives by lengths",
    {
      type: "object",
      oneOf: [object({ k: { ...text, maxLength: 2 }, n: number }), object({ k: { ...text, minLength: 3 }, m: number })],
      ...rest,
    },
    { k: "abc", n: 5, m: 5 },
    ["n"],
  ],
  ["alternatives within alternatives", { anyOf: [{ oneOf: [a, b] }], ...rest }, { k: "b", n: 5, m: 5 }, ["n"]],
  ["referenced alternatives", { ...ref("Either"), ...rest }, { k: "b", n: 5, m: 5 }, ["n"]],
  [
    "a discriminator",
    { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind" }, ...rest },
    { kind: "Dog", n: 5, m: 5 },
    ["n"],
  ],
  [
    "then",
    object(
      { k: text },
      { if: { properties: { k: { const: "big" } }, required: ["k"] }, then: object({ n: number }), else: object({ m: number }), ...rest },
    ),
    { k: "big", n: 5, m: 5 },
    ["m"],
  ],
  [
    "else",
    object(
      { k: text },
      { if: { properties: { k: { const: "big" } }, required: ["k"] }, then: object({ n: number }), else: object({ m: number }), ...rest },
    ),
    { k: "small", n: 5, m: 5 },
    ["n"],
  ],
  [
    "a condition that describes members itself",
    { type: "object", if: { properties: { k: { type: "number", maximum: 9 } }, required: ["k"] }, then: { required: ["x"] }, ...rest },
    { k: 5, x: 5 },
    ["x"],
  ],
  [
    "a condition that does not hold",
    { type: "object", if: { properties: { k: { type: "number", maximum: 4 } }, required: ["k"] }, then: { required: ["x"] }, ...rest },
    { k: 5, x: 5 },
    ["k", "x"],
  ],
  [
    "a dependent schema",
    object({ k: text }, { dependentSchemas: { k: { properties: { n: number } } }, ...rest }),
    { k: "here", n: 5, x: 5 },
    ["x"],
  ],
  [
    "a dependent schema that nothing asks for",
    object({ k: text }, { dependentSchemas: { k: { properties: { n: number } } }, ...rest }),
    { n: 5 },
    ["n"],
  ],
  ["a part that looks at its own members alone", { allOf: [object({ n: number }, rest), { required: ["x"] }] }, { n: 5, x: 5 }, ["x"]],
  ["what nothing is said of", { not: object({ q: number }, { required: ["q"] }), type: "object", ...rest }, { n: 5 }, ["n"]],
  ["another one inside", { allOf: [{ unevaluatedProperties: number }], type: "object", ...rest }, { n: 5 }, []],
  ["first items", { type: "array", prefixItems: [number, text], unevaluatedItems: int64 }, [5, "5", 5], [2]],
  [
    "first items of parts",
    { allOf: [{ prefixItems: [number] }, { prefixItems: [number, text] }], type: "array", unevaluatedItems: int64 },
    [5, "5", 5],
    [2],
  ],
  ["items", { allOf: [{ type: "array", items: number }], unevaluatedItems: int64 }, [5, 5], []],
  ["items that are contained", { type: "array", contains: { type: "number", maximum: 3 }, unevaluatedItems: int64 }, [5, 2, 5], [0, 2]],
  ["texts that are contained", { type: "array", contains: text, minContains: 0, unevaluatedItems: int64 }, [5, "a", 5], [0, 2]],
  [
    "first items of an alternative",
    { type: "array", oneOf: [{ prefixItems: [{ const: "a" }, number] }, { prefixItems: [{ const: "b" }] }], unevaluatedItems: int64 },
    ["a", 5, 5],
    [2],
  ],
  [
    "first items of the other alternative",
    { type: "array", oneOf: [{ prefixItems: [{ const: "a" }, number] }, { prefixItems: [{ const: "b" }] }], unevaluatedItems: int64 },
    ["b", 5, 5],
    [1, 2],
  ],
  [
    "what is inside",
    { oneOf: [a, b], unevaluatedProperties: object({ v: int64 }, { unevaluatedProperties: number }) },
    { k: "a", n: 5, x: { v: 5, w: 5 } },
    [],
  ],
];

/** What else a look at the value, or another part of the schema, tells. */
const others: readonly Case[] = [
  ["an integer and any number of two schemas", { allOf: [ref("Counted"), ref("Numbered")] }, { v: 5, w: 5, m: 5 }, ["v", "m"]],
  [
    "an integer below a limit",
    object({
      v: {
        oneOf: [
          { ...int64, maximum: 9 },
          { type: "integer", minimum: 10 },
        ],
      },
    }),
    { v: 9 },
    ["v"],
  ],
  [
    "an integer above a limit",
    object({
      v: {
        oneOf: [
          { ...int64, maximum: 9 },
          { type: "integer", minimum: 10 },
        ],
      },
    }),
    { v: 10 },
    [],
  ],
  ["an integer with a limit, or an object", object({ v: { oneOf: [{ ...int64, maximum: 9 }, object({ w: number })] } }), { v: 9 }, ["v"]],
  [
    "two lists of alternatives side by side",
    { oneOf: [tagged("a", 1, { v: int64 }), tagged("a", 2)], allOf: [{ oneOf: [tagged("b", 1, { w: int64 }), tagged("b", 2)] }] },
    { a: 1, v: 5, b: 2, w: 5 },
    ["v"],
  ],
  [
    "lists of alternatives in two parts",
    {
      allOf: [{ oneOf: [tagged("a", 1, { v: int64 }), tagged("a", 2)] }, { anyOf: [tagged("b", 1, { w: int64 }), tagged("b", 2)] }],
    },
    { a: 2, v: 5, b: 1, w: 5 },
    ["w"],
  ],
];
cases.push(...others);

const content = (schema: object) => ({ "application/json": { schema } });
const description = {
  openapi: "3.1.0",
  info: { title: "Rest", version: "1" },
  servers: [{ url: "http://rest.test" }],
  paths: Object.fromEntries(
    cases.map((_, index) => [
      `/c${String(index)}`,
      {
        post: {
          operationId: `call${String(index)}`,
          requestBody: { required: true, content: content(ref(`C${String(index)}`)) },
          responses: { 200: { description: "OK", content: content(ref(`C${String(index)}`)) } },
        },
      },
    ]),
  ),
  components: {
    schemas: {
      Base: object({ n: number, s: text }),
      Child: { allOf: [ref("Base"), object({ o: number })] },
      Either: { oneOf: [a, b] },
      Counted: object({ v: int64, m: int64 }),
      Number: number,
      Numbered: object({ v: number, w: number, m: ref("Number") }),
      Cat: object({ kind: text, n: number }, { required: ["kind"] }),
      Dog: object({ kind: text, m: number }, { required: ["kind"] }),
      ...Object.fromEntries(cases.map(([, schema], index) => [`C${String(index)}`, schema])),
    },
  },
};

interface Program {
  readonly createRestServer: (options: object) => { readonly fetch: (request: Request) => Promise<Response> };
  readonly createRestClient: (options: object) => object;
  readonly [name: string]: unknown;
}

async function load(form: "number" | "bigint" | "string"): Promise<Program> {
  const { files, diagnostics } = await generateTexts({ "api.json": JSON.stringify(description) }, ["validators", "client", "server"], {
    int64: form,
    strict: false,
  });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const folder = await temporaryFolder();
  try {
    await writeFiles(folder.path, files);
    const outfile = join(folder.path, "bundle.mjs");
    const entryPoints = [join(folder.path, "index.ts")];
    await build({ entryPoints, outfile, bundle: true, format: "esm", platform: "node", target: "node20", logLevel: "silent" });
    return (await import(pathToFileURL(outfile).href)) as Program; // what was generated
  } finally {
    await folder.remove();
  }
}

type Call = (client: object, args: object) => Promise<{ readonly data?: unknown }>;

/** The members of a value, or its items, that are held as integers of 64 bits. */
function heldIn(value: unknown, written: object): readonly string[] {
  return Object.entries(value as object).flatMap(([name, member]: [string, unknown]) =>
    typeof member === typeof Reflect.get(written, name) ? [] : [name],
  );
}

describe.each(["bigint", "string"] as const)("as %s", (form) => {
  test("what nothing else looks at is held as such, and nothing else is", { timeout: 60_000 }, async () => {
    const program = await load(form);
    const problems: unknown[] = [];
    for (const [index, [is, , body, held]] of cases.entries()) {
      const seen: unknown[] = [];
      const echo = ({ body: given }: { readonly body: object }) => {
        seen.push(heldIn(given, body));
        return { status: 200, body: given };
      };
      const handlers = Object.fromEntries(cases.map((_, at) => [`call${String(at)}`, echo]));
      const server = program.createRestServer({ handlers });
      const sent: string[] = [];
      const fetch = async (request: Request) => {
        sent.push(await request.clone().text());
        return server.fetch(request);
      };
      const fetched = () => Promise.resolve(new Response(JSON.stringify(body), { headers: { "Content-Type": "application/json" } }));
      const call = program[`call${String(index)}`] as Call;
      const { data } = await call(program.createRestClient({ fetch: fetched }), { body: {} });
      const client = program.createRestClient({ fetch });
      const answer = await call(client, { body: data }).then(
        (result) => result.data,
        (error: unknown) => String(error),
      );
      const { is: isValid } = program[`C${String(index)}Schema`] as { readonly is: (value: unknown) => boolean };
      const names = held.map(String);
      const found = [is, heldIn(data, body), isValid(data), sent, seen, answer];
      try {
        expect(found).toEqual([is, names, true, [JSON.stringify(body)], [names], data]);
      } catch {
        problems.push([...found, "but", names]);
      }
    }
    expect(problems).toEqual([]);
  });
});
