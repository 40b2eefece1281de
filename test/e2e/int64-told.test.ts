/**
 * 64-bit integers in alternatives that constants tell apart, where the other alternative says nothing of the member: there it is as JSON has it,
 * whatever the constants are.
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
const required = ["t"];

/** A tag with values of one alternative and of the other. */
const tags: Readonly<Record<string, readonly [one: object, other: object, oneValue: unknown, otherValue: unknown]>> = {
  text: [{ const: "a" }, { const: "b" }, "a", "b"],
  integers: [{ const: 1 }, { const: 3 }, 1, 3],
  typed: [{ type: "integer", enum: [1, 2] }, { type: "integer", enum: [3] }, 2, 3],
  numbers: [{ const: 1.5 }, { type: "number", enum: [2, 2.5] }, 1.5, 2.5],
  booleans: [{ const: true }, { const: false }, true, false],
  "null and text": [{ type: "null" }, { const: "b" }, null, "b"],
  "integer and text": [{ const: 1 }, { const: "1" }, 1, "1"],
  "constant and type": [{ const: 1 }, { type: "string" }, 1, "x"],
  references: [ref("One"), ref("Two"), 1, 2],
};

const plain = Object.entries(tags).map(([is, [one, other, oneValue, otherValue]]) => ({
  is,
  schema: { oneOf: [object({ t: one, v: int64 }, { required }), object({ t: other }, { required })] },
  held: { t: oneValue, v: 5 },
  free: { t: otherValue, v: 5 },
}));

const cases: readonly { readonly is: string; readonly schema: object; readonly held: object; readonly free: object }[] = [
  ...plain,
  {
    is: "references to alternatives",
    schema: { anyOf: [ref("I"), ref("S")] },
    held: { t: 1, v: 5 },
    free: { t: 3, v: 5 },
  },
  {
    is: "a tag in a part of an allOf",
    schema: { oneOf: [{ allOf: [object({ t: { const: 1 } }, { required }), object({ v: int64 })] }, ref("S")] },
    held: { t: 1, v: 5 },
    free: { t: 3, v: 5 },
  },
  {
    is: "a tag further inside",
    schema: {
      oneOf: [object({ m: object({ t: { const: 1 } }, { required }), v: int64 }), object({ m: object({ t: { const: 3 } }, { required }) })],
    },
    held: { m: { t: 1 }, v: 5 },
    free: { m: { t: 3 }, v: 5 },
  },
  {
    is: "three alternatives, of which two hold one",
    schema: { oneOf: [ref("I"), object({ t: { const: 2 }, v: int64 }, { required }), ref("S")] },
    held: { t: 2, v: 5 },
    free: { t: 3, v: 5 },
  },
  {
    is: "a discriminator",
    schema: { oneOf: [ref("I"), ref("S")], discriminator: { propertyName: "t" } },
    held: { t: 1, v: 5 },
    free: { t: 3, v: 5 },
  },
  {
    is: "a tag of 64 bits",
    schema: {
      oneOf: [object({ t: { ...int64, const: 1 }, v: int64 }, { required }), object({ t: { ...int64, const: 3 } }, { required })],
    },
    held: { t: 1, v: 5 },
    free: { t: 3, v: 5 },
  },
  {
    is: "a discriminator of 64 bits",
    schema: { oneOf: [ref("I64"), ref("S64")], discriminator: { propertyName: "t" } },
    held: { t: 1, v: 5 },
    free: { t: 3, v: 5 },
  },
];

const content = (schema: object) => ({ "application/json": { schema } });
const description = {
  openapi: "3.1.0",
  info: { title: "Told", version: "1" },
  servers: [{ url: "http://told.test" }],
  paths: Object.fromEntries(
    cases.map(({ schema }, index) => [
      `/c${String(index)}`,
      {
        post: {
          operationId: `call${String(index)}`,
          requestBody: { required: true, content: content(schema) },
          responses: { 200: { description: "OK", content: content(schema) } },
        },
      },
    ]),
  ),
  components: {
    schemas: {
      One: { const: 1 },
      Two: { enum: [2] },
      I: object({ t: { const: 1 }, v: int64 }, { required }),
      S: object({ t: { const: 3 } }, { required }),
      I64: object({ t: { ...int64, const: 1 }, v: int64 }, { required }),
      S64: object({ t: { ...int64, const: 3 } }, { required }),
    },
  },
};

interface Program {
  readonly createToldServer: (options: object) => { readonly fetch: (request: Request) => Promise<Response> };
  readonly createToldClient: (options: object) => object;
  readonly [name: string]: unknown;
}

async function load(form: "bigint" | "string"): Promise<Program> {
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

describe.each([
  ["bigint", 5n],
  ["string", "5"],
] as const)("as %s", (form, five) => {
  test("handlers and clients are given what the alternative says", { timeout: 60_000 }, async () => {
    const program = await load(form);
    for (const [index, { is, held, free }] of cases.entries()) {
      for (const [body, expected] of [
        [held, five],
        [free, 5],
      ] as const) {
        const seen: unknown[] = [];
        const handler = ({ body: given }: { readonly body: { readonly v: unknown } }) => {
          seen.push(given.v);
          return { status: 200, body: given };
        };
        const name = `call${String(index)}`;
        const server = program.createToldServer({ handlers: { ...handlersOf(cases.length), [name]: handler } });
        const request = new Request(`http://told.test/c${String(index)}`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
        });
        const answer = await server.fetch(request);
        const text = await answer.text();
        expect([is, body, answer.status, text]).toEqual([is, body, 200, JSON.stringify(body)]);
        const fetch = () => Promise.resolve(new Response(text, { headers: { "Content-Type": "application/json" } }));
        const { data } = await (program[name] as Call)(program.createToldClient({ fetch }), { body: {} });
        seen.push((data as { readonly v: unknown }).v); // as the case has it
        expect([is, body, ...seen]).toEqual([is, body, expected, expected]);
      }
    }
  });
});

const handlersOf = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`call${String(index)}`, () => ({ status: 200, body: {} })]));
