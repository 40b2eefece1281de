/**
 * Every place that an integer of 64 bits can stand at, times every way to tell alternatives apart: readers find one where the alternative says
 * so, and a plain number where the other one has that, or nobody describes the member. `is` is the judge.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../support/compile.js";
import { generateTexts } from "../support/pipeline.js";

const int64 = { type: "integer", format: "int64" };
const integer = { type: "integer" };
const text = { type: "string" };
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

type Place = readonly [schema: (inner: object) => object, value: (inner: unknown) => unknown];
const member = (p: unknown): unknown => ({ p });

const places: Readonly<Record<string, Place>> = {
  properties: [(p) => object({ p }), member],
  patterns: [(p) => ({ type: "object", patternProperties: { "^p": p } }), member],
  additional: [(p) => ({ type: "object", additionalProperties: p }), member],
  unevaluated: [(p) => ({ type: "object", allOf: [object({ z: text })], unevaluatedProperties: p }), member],
  items: [(items) => ({ type: "array", items }), (value) => [value]],
  "first items": [(second) => ({ type: "array", prefixItems: [text, second] }), (value) => ["s", value]],
  "further items": [(items) => ({ type: "array", prefixItems: [text], items }), (value) => ["s", value]],
  "unevaluated items": [(rest) => ({ type: "array", prefixItems: [text], unevaluatedItems: rest }), (value) => ["s", value]],
  contains: [(contains) => ({ type: "array", contains }), (value) => [value]],
  itself: [(inner) => inner, (value) => value],
  dependent: [(p) => ({ type: "object", dependentSchemas: { q: { properties: { p } } } }), (p) => ({ q: 1, p })],
  nested: [(p) => object({ d: { type: "array", items: { type: "object", patternProperties: { "^p": p } } } }), (p) => ({ d: [{ p }] })],
};

type Choice = readonly [schema: (one: object, other: object) => object, one: object, other: object];
const f = { enum: ["t", "e"] };
const isTag = (value: string) => ({ properties: { f: { const: value } } });
const required = ["f"];
const has = (n: object) => ({ properties: { n } });

const choices: Readonly<Record<string, Choice>> = {
  constants: [
    (t, e) => ({ oneOf: [object({ f: { const: "t" }, n: t }, { required }), object({ f: { const: "e" }, n: e }, { required })] }),
    { f: "t" },
    { f: "e" },
  ],
  names: [(t, e) => ({ oneOf: [object({ n: t }, { required: ["t"] }), object({ n: e }, { required: ["e"] })] }), { t: "x" }, { e: "x" }],
  types: [
    (t, e) => ({ anyOf: [object({ f: text, n: t }, { required }), object({ f: { type: "boolean" }, n: e }, { required })] }),
    { f: "x" },
    { f: true },
  ],
  lengths: [
    (t, e) => ({
      oneOf: [object({ f: { ...text, maxLength: 1 }, n: t }, { required }), object({ f: { ...text, minLength: 2 }, n: e }, { required })],
    }),
    { f: "x" },
    { f: "xx" },
  ],
  closed: [
    (t, e) => ({
      anyOf: [
        object({ t: {}, n: t }, { required: ["t"], additionalProperties: false }),
        object({ e: {}, n: e }, { required: ["e"], additionalProperties: false }),
      ],
    }),
    { t: "x" },
    { e: "x" },
  ],
  condition: [(t, e) => object({ f }, { required, if: isTag("t"), then: has(t), else: has(e) }), { f: "t" }, { f: "e" }],
  conditions: [
    (t, e) =>
      object(
        { f },
        {
          required,
          allOf: [
            { if: isTag("t"), then: has(t) },
            { if: isTag("e"), then: has(e) },
          ],
        },
      ),
    { f: "t" },
    { f: "e" },
  ],
  "dependent schemas": [(t, e) => ({ type: "object", dependentSchemas: { t: has(t), e: has(e) } }), { t: "x" }, { e: "x" }],
};

/** What nobody describes where the condition does not hold. */
const half: Readonly<Record<string, Choice>> = {
  "no else": [(t) => object({ f }, { required, if: isTag("t"), then: has(t) }), { f: "t" }, { f: "e" }],
  "no then": [(t) => object({ f }, { required, if: isTag("e"), else: has(t) }), { f: "t" }, { f: "e" }],
  "another member": [
    (t) => object({ f }, { required, if: isTag("t"), then: has(t), else: { properties: { m: int64 } } }),
    { f: "t" },
    { f: "e" },
  ],
  "no dependent schema": [(t) => ({ type: "object", dependentSchemas: { t: has(t) } }), { t: "x" }, {}],
};

const schemas = [...Object.values(choices), ...Object.values(half)].flatMap(([choose, one, other]) =>
  Object.entries(places).flatMap(([name, [at, valueAt]]) => {
    // An item that one of them contains must not be one that the other one refuses.
    const [big, small] = [at(int64), at(name === "contains" ? { type: "number" } : integer)];
    return [
      { schema: choose(big, small), held: { ...one, n: valueAt(5) }, free: { ...other, n: valueAt(7) } },
      ...(choose.length < 2 ? [] : [{ schema: choose(small, big), held: { ...other, n: valueAt(5) }, free: { ...one, n: valueAt(7) } }]),
    ];
  }),
);

const content = (index: number) => ({ "application/json": { schema: { $ref: `#/components/schemas/S${String(index)}` } } });
const description = {
  openapi: "3.1.0",
  info: { title: "Told", version: "1" },
  servers: [{ url: "https://x.test" }],
  paths: Object.fromEntries(
    schemas.map((_, index) => [
      `/${String(index)}`,
      {
        post: {
          operationId: `s${String(index)}`,
          requestBody: { required: true, content: content(index) },
          responses: { 200: { description: "", content: content(index) } },
        },
      },
    ]),
  ),
  components: { schemas: Object.fromEntries(schemas.map(({ schema }, index) => [`S${String(index)}`, schema])) },
};

/** 5 is of 64 bits in all values, and nothing else is. */
const asHeld = (value: unknown, form: string): unknown =>
  JSON.parse(JSON.stringify(value), (_, one: unknown) => (one === 5 ? (form === "bigint" ? 5n : "5") : one));

type Handlers = Readonly<Record<string, (request: { body: unknown }) => object>>;
type Call = (client: unknown, args: { readonly body: unknown }) => Promise<{ readonly status: number; readonly data: unknown }>;
interface Made {
  readonly createToldServer: (options: { readonly handlers: Handlers }) => { readonly fetch: (request: Request) => Promise<Response> };
  readonly createToldClient: (options: { readonly fetch: (request: Request) => Promise<Response>; readonly gate: false }) => unknown;
}
type Program = Made &
  Readonly<Record<`S${string}Schema`, { readonly is: (value: unknown) => boolean }>> &
  Readonly<Record<`s${string}`, Call>>;

test.each(["bigint", "string"] as const)("as %s, readers find what `is` takes", { timeout: 240_000 }, async (form) => {
  const { files } = await generateTexts({ "api.json": JSON.stringify(description) }, undefined, { int64: form, strict: false });
  const folder = await temporaryFolder();
  await writeFiles(folder.path, files);
  const out = join(folder.path, "all.mjs");
  await build({ entryPoints: [join(folder.path, "index.ts")], bundle: true, format: "esm", platform: "node", outfile: out });
  const made = (await import(pathToFileURL(out).href)) as Program; // what was generated
  await folder.remove();
  let body: unknown;
  const reply = (request: { body: unknown }): object => ({ status: 200, body: (body = request.body) });
  const server = made.createToldServer({ handlers: Object.fromEntries(schemas.map((_, index) => [`s${String(index)}`, reply])) });
  const client = made.createToldClient({ fetch: (request: Request) => server.fetch(request), gate: false });
  const wrong: unknown[] = [];
  for (const [index, { schema, held, free }] of schemas.entries()) {
    for (const value of [asHeld(held, form), free]) {
      body = undefined;
      const name = `s${String(index)}` as const;
      const is = made[`S${String(index)}Schema`]?.is(value);
      const answer = await made[name]?.(client, { body: value });
      try {
        expect([is, answer?.status, body, answer?.data]).toEqual([true, 200, value, value]);
      } catch {
        wrong.push({ schema: JSON.stringify(schema), is, status: answer?.status, value, body });
      }
    }
  }
  expect(wrong).toEqual([]);
});
