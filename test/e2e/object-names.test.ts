/** Names that every JavaScript object has already, wherever a description can give a name. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compile, temporaryFolder, writeFiles, type Compiler } from "../support/compile.js";
import { generateFrom } from "../support/pipeline.js";

const names = ["constructor", "toString", "__proto__"];

/** An object with a member for each name, `__proto__` included. */
const named = (member: (name: string) => unknown): object => Object.fromEntries(names.map((name) => [name, member(name)]));

const text = { type: "string" };
const parameters = (name: string) => [
  { name, in: "path", required: true, schema: { type: "integer", format: "int64" } },
  { name, in: "query", deprecated: true, style: "deepObject", schema: { type: "object", properties: named(() => text) } },
  { name, in: "header", schema: text },
  { name, in: "cookie", schema: { type: "array", items: text } },
];
const form = { type: "object", required: names, properties: named(() => ({ type: "array", items: text })) };
/** Objects that are told apart by what they look like, at each name closed objects, or one of several. */
const told = {
  anyOf: [
    { type: "object", required: ["id"], properties: { ...named(closed), id: { type: "integer", format: "int64" } } },
    { type: "object", required: ["on"], properties: { ...named(() => text), id: { type: "number" } } },
    {
      type: "object",
      required: ["any"],
      properties: {
        ...named(() => ({ anyOf: [closed(), { type: "array", items: closed() }, { type: "integer" }] })),
        id: { type: "number" },
      },
    },
  ],
  unevaluatedProperties: { type: "integer", format: "int64" },
};

function closed(): object {
  return { type: "object", properties: named(() => ({ type: "object", properties: { kind: text }, additionalProperties: false })) };
}
const encoding = named(() => ({ style: "pipeDelimited", explode: false }));

const description = {
  openapi: "3.1.0",
  info: { title: "Names", version: "1" },
  servers: names.map((name) => ({ url: `https://x.test/{${name}}`, variables: { [name]: { default: "v1", enum: ["v1", "v2"] } } })),
  security: names.map((name) => ({ [name]: [] })),
  "x-rate-limits": { plans: named(() => ({ policies: named(() => ({ q: 5, w: 60 })) })) },
  paths: Object.fromEntries(
    names.map((name) => [
      `/${name}/{${name}}`,
      {
        parameters: parameters(name),
        get: {
          operationId: name,
          tags: [name],
          responses: {
            200: {
              description: "",
              headers: { [name]: { schema: text } },
              content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
            },
          },
        },
        post: {
          requestBody: {
            content: { "multipart/form-data": { schema: form, encoding }, "application/x-www-form-urlencoded": { schema: form, encoding } },
          },
          responses: { 204: { description: "" } },
        },
        put: {
          requestBody: { content: { "application/json": { schema: told } } },
          responses: { 204: { description: "" } },
        },
      },
    ]),
  ),
  components: {
    securitySchemes: named((name) => ({ type: "apiKey", in: "header", name: `X-${name}`, deprecated: true })),
    schemas: {
      ...named((name) => ({
        type: "object",
        required: [name],
        additionalProperties: false,
        properties: { ...named(() => ({ type: "integer", format: "int64", deprecated: true })), kind: { enum: names } },
      })),
      Told: told,
      Choice: {
        oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })),
        discriminator: { propertyName: "kind", mapping: named((name) => `#/components/schemas/${name}`) },
      },
    },
  },
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFiles(folder.path, [{ path: "description.json", text: JSON.stringify(description) }]);
  for (const int64 of ["number", "bigint", "string"] as const) {
    const { files } = await generateFrom(join(folder.path, "description.json"), ["types", "client", "server", "validators"], { int64 });
    await writeFiles(
      folder.path,
      files.map((file) => ({ ...file, path: `${int64}/${file.path}` })),
    );
  }
});

afterAll(() => folder.remove());

test.each<Compiler>(["5.9", "7"])("what is generated compiles with TypeScript %s", async (compiler) => {
  const options = {
    target: "es2022",
    module: "preserve",
    strict: true,
    lib: ["es2022", "dom", "dom.iterable"],
    types: ["node"],
    noEmit: true,
  };
  expect(await compile(folder.path, ["number", "bigint", "string"], compiler, { ...options, skipLibCheck: true })).toEqual([]);
});
