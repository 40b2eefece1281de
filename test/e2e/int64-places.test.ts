/**
 * 64-bit integers whose place is described in several parts, some of which say nothing of 64 bits: what is valid is taken, and nothing else, in
 * every form of the integers; and clients hand over what the types say.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../support/compile.js";
import { generateTexts } from "../support/pipeline.js";

const int64 = { type: "integer", format: "int64" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

const others = {
  Payment: object({ methodId: int64, age: int64, inner: object({ n: int64 }) }, { required: ["methodId"] }),
  Named: object({ methodId: { type: "integer", minimum: 2 } }),
  Base: object({ t: int64 }, { required: ["t"] }),
  Amounts: object({ v: { type: "number", minimum: 1 }, inner: object({ n: { type: "number" } }) }),
  K1: { allOf: [ref("Base"), object({ t: { const: 1 }, a: { type: "string" } }, { required: ["a"] })] },
  K2: { allOf: [ref("Base"), object({ t: { enum: [2, 3] }, b: { type: "string" } }, { required: ["b"] })] },
};

/** Schemas of which some alternatives call a member one of 64 bits, and others a number. */
const mixed = {
  AnyOf: {
    anyOf: [
      object({ count: { type: "integer" }, v: int64 }, { required: ["count"] }),
      object({ label: { type: "string" }, v: { type: "number" } }, { required: ["label"] }),
    ],
  },
  Closed: { anyOf: [ref("Counted"), ref("Labelled")] },
  Counted: object({ count: { type: "integer" }, inner: object({ v: int64 }) }, { required: ["count"], additionalProperties: false }),
  Labelled: object(
    { label: { type: "string" }, inner: object({ v: { type: "number" } }) },
    { required: ["label"], additionalProperties: false },
  ),
  If: object(
    { k: { type: "string" } },
    {
      if: { properties: { k: { const: "big" } }, required: ["k"] },
      then: { properties: { v: int64 } },
      else: { properties: { v: { type: "number" } } },
    },
  ),
  Dependent: object({ k: { type: "string" } }, { dependentSchemas: { k: { properties: { v: int64 } } } }),
  Items: { type: "array", items: { anyOf: [object({ v: int64 }, { required: ["v"] }), object({ v: { type: "number" }, w: int64 })] } },
  Map: { anyOf: [object({ count: { type: "integer" } }, { additionalProperties: int64 }), object({ v: { type: "number" } })] },
};

/** Schemas with bodies that are valid, and bodies that are not. `exact`: valid, too, where no number is rounded. */
const cases: readonly {
  readonly is: string;
  readonly schema: object;
  readonly good: readonly string[];
  readonly bad: readonly string[];
  readonly exact?: readonly string[];
}[] = [
  {
    is: "a child that lists the values of an inherited member",
    schema: { allOf: [ref("Payment"), object({ methodId: { type: "integer", enum: [1, 2] } })] },
    good: ['{"methodId":1}', '{"methodId":2,"age":20}'],
    bad: ['{"methodId":3}', "{}", '{"methodId":"1"}', '{"methodId":1.5}'],
  },
  {
    is: "a child that limits an inherited member, with a type",
    schema: { allOf: [ref("Payment"), object({ age: { type: "integer", minimum: 18 } })] },
    good: ['{"methodId":1,"age":18}'],
    bad: ['{"methodId":1,"age":17}', '{"methodId":1,"age":"18"}'],
  },
  {
    is: "a child that limits an inherited member, without a type",
    schema: { allOf: [ref("Payment"), object({ age: { minimum: 18, multipleOf: 2 } })] },
    good: ['{"methodId":1,"age":18}'],
    bad: ['{"methodId":1,"age":17}', '{"methodId":1,"age":19}'],
  },
  {
    is: "a child that calls an inherited member a number",
    schema: { allOf: [ref("Payment"), object({ age: { type: "number", minimum: 18 } })] },
    good: ['{"methodId":1,"age":18}'],
    bad: ['{"methodId":1,"age":17}', '{"methodId":1,"age":18.5}'],
  },
  {
    is: "a child that is a schema of its own",
    schema: { allOf: [ref("Payment"), ref("Named")] },
    good: ['{"methodId":2}'],
    bad: ['{"methodId":1}'],
  },
  {
    is: "what is inside an inherited member",
    schema: { allOf: [ref("Payment"), object({ inner: object({ n: { type: "integer", maximum: 5 } }) })] },
    good: ['{"methodId":2,"inner":{"n":5}}'],
    bad: ['{"methodId":2,"inner":{"n":6}}'],
  },
  {
    is: "a member that a schema of its own calls a number",
    schema: { allOf: [ref("Amounts"), object({ v: int64, inner: object({ n: { ...int64, maximum: 9 } }) })] },
    good: ['{"v":5}', '{"inner":{"n":5}}', "{}"],
    bad: ['{"v":0}', '{"v":1.5}', '{"v":"5"}', '{"inner":{"n":1.5}}', '{"inner":{"n":10}}'],
  },
  {
    is: "an object that is a constant",
    schema: object({ id: int64, n: {} }, { const: { id: 7, n: "a" } }),
    good: ['{"id":7,"n":"a"}', '{"n":"a","id":7}'],
    bad: ['{"id":8,"n":"a"}', '{"id":"7","n":"a"}', '{"id":7}', '{"id":7,"n":"a","m":1}', "null"],
  },
  {
    is: "objects and null in an enumeration",
    schema: { type: ["object", "null"], properties: { id: int64, m: { type: "number" } }, enum: [{ id: 7, m: 7 }, { m: 8 }, null] },
    good: ['{"id":7,"m":7}', '{"m":8}', "null"],
    bad: ['{"id":8,"m":8}', '{"id":"7","m":7}', '{"m":7}', "7"],
  },
  {
    is: "a list that is a constant",
    schema: { type: "array", items: int64, enum: [[1, 2], []] },
    good: ["[1,2]", "[]"],
    bad: ["[2,1]", "[1]", "[1,2,3]", '["1","2"]'],
  },
  {
    is: "what is inside a constant",
    schema: object(
      { list: { type: "array", items: object({ id: int64, x: {} }) } },
      { const: { list: [{ id: 7, x: 7 }, { x: [7] }], y: 7 } },
    ),
    good: ['{"list":[{"id":7,"x":7},{"x":[7]}],"y":7}'],
    bad: ['{"list":[{"id":7,"x":7}],"y":7}', '{"list":[{"id":8,"x":7},{"x":[7]}],"y":7}'],
  },
  {
    is: "a constant beside what describes it",
    schema: { allOf: [ref("Payment"), { const: { methodId: 3, inner: { n: 4 } } }] },
    good: ['{"methodId":3,"inner":{"n":4}}'],
    bad: ['{"methodId":3}', '{"methodId":3,"inner":{"n":5}}'],
  },
  {
    is: "a member that is a constant beside what describes it",
    schema: { allOf: [ref("Payment"), object({ inner: { enum: [{ n: 4 }, { n: 5, o: 1 }] } })] },
    good: ['{"methodId":3,"inner":{"n":4}}', '{"methodId":3,"inner":{"n":5,"o":1}}'],
    bad: ['{"methodId":3,"inner":{"n":5}}'],
  },
  {
    is: "an object that is ruled out",
    schema: object({ id: int64 }, { not: { const: { id: 7 } } }),
    good: ['{"id":8}', '{"id":7,"n":1}', "{}"],
    bad: ['{"id":7}'],
  },
  {
    is: "an object that is asked for",
    schema: object(
      { a: object({ id: int64 }) },
      { if: { properties: { a: { const: { id: 7 } } }, required: ["a"] }, then: { required: ["b"] } },
    ),
    good: ['{"a":{"id":7},"b":1}', '{"a":{"id":8}}', "{}"],
    bad: ['{"a":{"id":7}}'],
  },
  {
    is: "constants that tell alternatives apart",
    schema: { oneOf: [ref("K1"), ref("K2")] },
    good: ['{"t":1,"a":"q"}', '{"t":3,"b":"q"}'],
    bad: ['{"t":2,"a":"q"}', '{"t":1,"b":"q"}'],
  },
  {
    is: "a constant that is asked for",
    schema: object({ n: int64 }, { if: { properties: { n: { const: 1 } }, required: ["n"] }, then: { required: ["reason"] } }),
    good: ['{"n":2}', '{"n":1,"reason":"r"}', "{}"],
    bad: ['{"n":1}'],
  },
  {
    is: "values that are asked for",
    schema: object({ n: int64 }, { if: { properties: { n: { enum: [1, 2] } }, required: ["n"] }, then: { required: ["reason"] } }),
    good: ['{"n":3}', '{"n":1,"reason":"r"}'],
    bad: ['{"n":1}', '{"n":2}'],
  },
  {
    is: "a limit that is asked for",
    schema: object({ n: int64 }, { if: { properties: { n: { minimum: 5 } }, required: ["n"] }, then: { required: ["reason"] } }),
    good: ['{"n":4}', '{"n":5,"reason":"r"}'],
    bad: ['{"n":5}'],
  },
  {
    is: "a constant that is ruled out",
    schema: object({ n: int64 }, { not: { properties: { n: { const: 1 } }, required: ["n"] } }),
    good: ['{"n":2}', "{}"],
    bad: ['{"n":1}'],
  },
  {
    is: "a constant that is one way to be valid",
    schema: object({ n: int64 }, { anyOf: [{ properties: { n: { const: 1 } }, required: ["n"] }, { required: ["reason"] }] }),
    good: ['{"n":1}', '{"n":2,"reason":"r"}'],
    bad: ['{"n":2}'],
  },
  {
    is: "a constant of a member that another one depends on",
    schema: object({ n: int64 }, { dependentSchemas: { a: { properties: { n: { const: 1 } } } } }),
    good: ['{"n":2}', '{"n":1,"a":0}'],
    bad: ['{"n":2,"a":0}'],
  },
  {
    is: "a constant where some alternative has 64 bits",
    schema: { anyOf: [object({ n: int64 }), object({ n: { type: "string" } })], not: { properties: { n: { const: 1 } }, required: ["n"] } },
    good: ['{"n":2}', '{"n":"x"}', "{}"],
    bad: ['{"n":1}', '{"n":true}'],
  },
  {
    is: "alternatives by what they require",
    schema: mixed.AnyOf,
    good: ['{"label":"l","v":5}', '{"label":"l","v":5.5}', '{"count":1,"v":5}', '{"label":"l","count":1,"v":5}'],
    exact: ['{"count":1,"v":9007199254740993}', '{"label":"s5","v":1e+25}', '{"label":"n5","v":9007199254740992}'],
    bad: ['{"count":1,"v":5.5}', '{"v":5}', '{"count":1,"v":"5"}', '{"label":"l","v":"5"}'],
  },
  {
    is: "alternatives by what they have at all",
    schema: { oneOf: mixed.Closed.anyOf },
    good: ['{"label":"l","inner":{"v":5}}', '{"label":"l","inner":{"v":5.5}}', '{"count":1,"inner":{"v":5}}'],
    bad: ['{"count":1,"inner":{"v":5.5}}', '{"count":1,"label":"l","inner":{"v":5}}', '{"count":1,"inner":{"v":"5"}}'],
  },
  {
    is: "alternatives beside one that says nothing",
    schema: { anyOf: [{ type: "object" }, object({ v: int64 }), { type: "string" }] },
    good: ['{"v":5}', '{"w":5.5}', '"x"'],
    exact: ['{"v":9007199254740993}'],
    bad: ["5"],
  },
  {
    is: "a condition with two branches",
    schema: mixed.If,
    good: ['{"k":"big","v":5}', '{"k":"s","v":5}', '{"k":"s","v":5.5}', '{"v":5}'],
    exact: ['{"k":"big","v":9007199254740993}', '{"k":"s","v":1e+25}'],
    bad: ['{"k":"big","v":5.5}', '{"k":"s","v":"5"}', '{"k":"big","v":"5"}'],
  },
  {
    is: "items of alternatives",
    schema: mixed.Items,
    good: ['[{"v":5}]', '[{"v":5.5,"w":1}]', '[{"w":1}]'],
    bad: ['[{"v":"5"}]'],
  },
  {
    is: "an integer or any number",
    schema: { anyOf: [int64, { type: "number" }] },
    good: ["5", "5.5", "1e+25"],
    bad: ["true"],
  },
  {
    is: "names of one alternative, and all names of another",
    schema: mixed.Map,
    good: ['{"v":5}', '{"count":1,"v":5}', '{"v":5.5}'],
    bad: ['{"v":true}'],
  },
  ...["number", "integer"].map((type) => ({
    is: `${type}: of 64 bits in one branch`,
    schema: object(
      { k: { type: "string" }, v: { type } },
      { if: { properties: { k: { const: "big" } }, required: ["k"] }, then: { properties: { v: int64 } } },
    ),
    good: ['{"k":"big","v":5}', '{"k":"s","v":5}', ...(type === "number" ? ['{"k":"s","v":5.5}'] : [])],
    bad: ['{"k":"big","v":5.5}', '{"k":"s","v":true}'],
  })),
  {
    is: "a constant beside other types",
    schema: { anyOf: [{ type: "integer", format: "int64", const: 1 }, { type: "boolean" }] },
    good: ["1", "true"],
    bad: ["2", '"2"'],
  },
  {
    is: "an item that is a constant",
    schema: { type: "array", items: int64, contains: { const: 5 } },
    good: ["[1,5]", "[5]"],
    bad: ["[1]", "[]"],
  },
  {
    is: "items of other lists",
    schema: {
      allOf: [
        { type: "array", items: int64 },
        { type: "array", items: { type: "integer", maximum: 5 } },
      ],
    },
    good: ["[1,5]"],
    bad: ["[1,6]"],
  },
  {
    is: "names that match a pattern, and all others",
    schema: { type: "object", patternProperties: { "^x": { type: "number" } }, additionalProperties: int64 },
    good: ['{"x":1,"y":2}', '{"x":1.5}'],
    bad: ['{"y":1.5}', '{"x":"1"}'],
  },
  {
    is: "a name that matches a pattern",
    schema: object({ xp: { minimum: 3 } }, { patternProperties: { "^x": int64 } }),
    good: ['{"xp":5}', '{"x":1}'],
    bad: ['{"xp":2}', '{"xp":5.5}'],
  },
];

const content = (schema: object) => ({ "application/json": { schema } });
const description = {
  openapi: "3.1.0",
  info: { title: "Places", version: "1" },
  servers: [{ url: "http://places.test" }],
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
  components: { schemas: { ...others, ...mixed, ...Object.fromEntries(cases.map(({ schema }, index) => [`C${String(index)}`, schema])) } },
};

interface Program {
  readonly createPlacesServer: (options: object) => { readonly fetch: (request: Request) => Promise<Response> };
  readonly createPlacesClient: (options: object) => object;
  readonly [name: string]: unknown;
}

async function load(form: "number" | "bigint" | "string", mode: "fast" | "small", api: object = description): Promise<Program> {
  const { files, diagnostics } = await generateTexts({ "api.json": JSON.stringify(api) }, ["validators", "client", "server"], {
    int64: form,
    strict: false,
    validators: { mode },
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

const headers = { "Content-Type": "application/json" };
type Call = (client: object, args: object) => Promise<{ readonly data?: unknown }>;

test("as numbers, clients refuse only what is of 64 bits whichever alternative is meant", { timeout: 60_000 }, async () => {
  const answers = Object.keys(mixed).map((name) => [
    `/${name}`,
    { get: { operationId: `get${name}`, responses: { 200: { description: "OK", content: content(ref(name)) } } } },
  ]);
  const api = { ...description, paths: Object.fromEntries(answers) as object, components: { schemas: { ...others, ...mixed } } };
  const program = await load("number", "fast", api);
  const answer = (name: string, body: string) => {
    const fetch = () => Promise.resolve(new Response(body, { headers }));
    return (program[`get${name}`] as Call)(program.createPlacesClient({ fetch }), {});
  };
  for (const [name, body] of [
    ["AnyOf", '{"label":"l","v":1e25}'],
    ["AnyOf", '{"label":"l","v":9007199254740994}'],
    ["Closed", '{"label":"l","inner":{"v":1e25}}'],
    ["If", '{"k":"s","v":1e25}'],
    ["Dependent", '{"v":1e25}'],
    ["Items", '[{"v":1e25}]'],
    ["Map", '{"v":1e25}'],
  ] as const)
    expect([name, (await answer(name, body)).data]).toEqual([name, JSON.parse(body)]);
  await expect(answer("Items", '[{"w":9007199254740993}]')).rejects.toThrow("would round");
  await expect(answer("Map", '{"count":1,"id":9007199254740993}')).rejects.toThrow("would round");
  await expect(answer("Counted", '{"count":1,"inner":{"v":9007199254740993}}')).rejects.toThrow("would round");
});

describe.each(["number", "bigint", "string"] as const)("as %s", (form) => {
  test.each(["fast", "small"] as const)("%s validators", { timeout: 60_000 }, async (mode) => {
    const program = await load(form, mode);
    const echo = ({ body }: { readonly body: unknown }) => ({ status: 200, body });
    const server = program.createPlacesServer({ handlers: Object.fromEntries(cases.map((_, index) => [`call${String(index)}`, echo])) });
    const send = (index: number, body: string) =>
      server.fetch(new Request(`http://places.test/c${String(index)}`, { method: "POST", headers, body }));
    for (const [index, { is, good, bad, exact = [] }] of cases.entries()) {
      for (const body of form === "number" ? good : [...good, ...exact]) {
        const answer = await send(index, body);
        expect([is, body, answer.status, await answer.text()]).toEqual([is, body, 200, body]);
        const fetch = () => Promise.resolve(new Response(body, { headers }));
        const call = program[`call${String(index)}`] as Call;
        const { data } = await call(program.createPlacesClient({ fetch }), { body: {} });
        const { is: isValid } = program[`C${String(index)}Schema`] as { readonly is: (value: unknown) => boolean };
        expect([is, body, isValid(data)]).toEqual([is, body, true]);
      }
      for (const body of bad) expect([is, body, (await send(index, body)).status]).toEqual([is, body, 400]);
    }
  });
});
