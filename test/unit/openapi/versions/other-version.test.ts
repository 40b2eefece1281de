import { describe, expect, test } from "vitest";
import { generateTexts } from "../../../support/pipeline.js";

type Members = Readonly<Record<string, unknown>>;

const schema = { type: "object", properties: { a: { type: "string" } } };
const content = { "application/json": { schema } };
const fine = { 200: { description: "d" } };
const replying = (members: object): Members => ({ responses: { 200: { description: "d", ...members } } });

/** The members of one operation, and others of the root. */
interface Written {
  readonly operation?: Members;
  readonly pathItem?: Members;
  readonly root?: Members;
}

const versions = { "2.0": { swagger: "2.0" }, "3.0": { openapi: "3.0.3" }, "3.1": { openapi: "3.1.0" } } as const;

function description(version: keyof typeof versions, { operation = {}, pathItem = {}, root = {} }: Written): string {
  const post = { operationId: "send", responses: fine, ...operation };
  return JSON.stringify({ ...versions[version], info: { title: "T", version: "1" }, paths: { "/a": { post, ...pathItem } }, ...root });
}

/** What was generated, and "code pointer" of what was told. */
async function generated(
  version: keyof typeof versions,
  written: Written,
): Promise<{ readonly files: object; readonly told: readonly string[] }> {
  const { files, diagnostics } = await generateTexts({ "a.json": description(version, written) });
  return {
    files: Object.fromEntries(files.map(({ path, text }) => [path, text])),
    told: diagnostics.map(({ severity, code, at }) => `${severity} ${code} ${at !== undefined && "pointer" in at ? at.pointer : ""}`),
  };
}

const post = "/paths/~1a/post";
const jsonOf = (value: object): object => ({ "application/json": { schema: value } });

describe("in a description of 2.0, members of 3.x are read as what they are there", () => {
  test.each<readonly [what: string, mixed: Written, proper: Written, at: string]>([
    ["content of a response", { operation: replying({ content }) }, { operation: replying({ schema }) }, `${post}/responses/200/content`],
    [
      "content beside produces",
      { operation: { produces: ["a/b"], ...replying({ content }) } },
      { operation: { produces: ["application/json"], ...replying({ schema }) } },
      `${post}/responses/200/content`,
    ],
    [
      "content of a shared response",
      { operation: { responses: { 200: { $ref: "#/responses/R" } } }, root: { responses: { R: { description: "d", content } } } },
      { operation: { responses: { 200: { $ref: "#/responses/R" } } }, root: { responses: { R: { description: "d", schema } } } },
      "/responses/R/content",
    ],
    [
      "a request body",
      { operation: { requestBody: { required: true, content } } },
      { operation: { parameters: [{ name: "b", in: "body", required: true, schema }] } },
      `${post}/requestBody`,
    ],
    [
      "the schema of a parameter",
      { operation: { parameters: [{ name: "q", in: "query", schema: { type: "integer", minimum: 1 } }] } },
      { operation: { parameters: [{ name: "q", in: "query", type: "integer", minimum: 1 }] } },
      `${post}/parameters/0/schema`,
    ],
    [
      "the schema of a header",
      { operation: replying({ headers: { X: { schema: { type: "integer" } } } }) },
      { operation: replying({ headers: { X: { type: "integer" } } }) },
      `${post}/responses/200/headers/X/schema`,
    ],
    ["servers", { root: { servers: [{ url: "https://a.example/v1" }] } }, { root: { host: "a.example", basePath: "/v1" } }, "/servers"],
    [
      "schemas in components",
      { operation: replying({ schema: { $ref: "#/components/schemas/S" } }), root: { components: { schemas: { S: schema } } } },
      { operation: replying({ schema: { $ref: "#/definitions/S" } }), root: { definitions: { S: schema } } },
      "/components",
    ],
    [
      "a security scheme of type http",
      { root: { securityDefinitions: { k: { type: "http", scheme: "basic" } }, security: [{ k: [] }] } },
      { root: { securityDefinitions: { k: { type: "basic" } }, security: [{ k: [] }] } },
      "/securityDefinitions/k/type",
    ],
  ])("%s", async (_, mixed, proper, at) => {
    const [one, other] = [await generated("2.0", mixed), await generated("2.0", proper)];
    expect(one.told).toEqual([`warning other-version ${at}`]);
    expect(other.told).toEqual([]);
    expect(one.files).toEqual(other.files);
  });

  test.each<readonly [what: string, written: Written, at: string]>([
    ["servers of a path", { pathItem: { servers: [{ url: "https://a.example" }] } }, "/paths/~1a/servers"],
    ["servers of an operation", { operation: { servers: [{ url: "https://a.example" }] } }, `${post}/servers`],
    ["callbacks", { operation: { callbacks: { c: { "{$request.body#/u}": { post: { responses: fine } } } } } }, `${post}/callbacks`],
    ["webhooks", { root: { webhooks: { w: { post: { responses: fine } } } } }, "/webhooks"],
  ])("%s, without a fault", async (_, written, at) => {
    expect((await generated("2.0", written)).told).toEqual([`warning other-version ${at}`]);
  });

  test("in vain where its own member stands beside it", async () => {
    const one = await generated("2.0", { operation: replying({ schema, content: { "a/b": {} } }) });
    expect(one.files).toEqual((await generated("2.0", { operation: replying({ schema }) })).files);
  });
});

describe.each(["3.0", "3.1"] as const)("in a description of %s, members of 2.0 are read as what they are there", (version) => {
  test.each<readonly [what: string, mixed: Written, proper: Written, at: readonly string[]]>([
    [
      "the schema of a response",
      { operation: replying({ schema }) },
      { operation: replying({ content }) },
      [`${post}/responses/200/schema`],
    ],
    [
      "produces",
      { operation: { produces: ["text/plain"], ...replying({ schema: { type: "string" } }) } },
      { operation: replying({ content: { "text/plain": { schema: { type: "string" } } } }) },
      [`${post}/produces`],
    ],
    [
      "produces of the root",
      { operation: replying({ schema: { type: "string" } }), root: { produces: ["text/plain"] } },
      { operation: replying({ content: { "text/plain": { schema: { type: "string" } } } }) },
      ["/produces", `${post}/responses/200/schema`],
    ],
    [
      "the type of a parameter",
      { operation: { parameters: [{ name: "q", in: "query", required: true, type: "integer", format: "int32" }] } },
      { operation: { parameters: [{ name: "q", in: "query", required: true, schema: { type: "integer", format: "int32" } }] } },
      [`${post}/parameters/0/type`],
    ],
    [
      "the collectionFormat of a parameter",
      { operation: { parameters: [{ name: "q", in: "query", type: "array", items: { type: "string" }, collectionFormat: "pipes" }] } },
      {
        operation: {
          parameters: [
            { name: "q", in: "query", style: "pipeDelimited", explode: false, schema: { type: "array", items: { type: "string" } } },
          ],
        },
      },
      [`${post}/parameters/0/type`],
    ],
    [
      "the type of a cookie",
      { operation: { parameters: [{ name: "q", in: "cookie", type: "string" }] } },
      { operation: { parameters: [{ name: "q", in: "cookie", schema: { type: "string" } }] } },
      [`${post}/parameters/0/type`],
    ],
    [
      "the type of a header",
      { operation: replying({ headers: { X: { type: "integer" } } }) },
      { operation: replying({ headers: { X: { schema: { type: "integer" } } } }) },
      [`${post}/responses/200/headers/X/type`],
    ],
    [
      "a body parameter",
      { operation: { parameters: [{ name: "b", in: "body", required: true, schema }] } },
      { operation: { requestBody: { required: true, content } } },
      [`${post}/parameters/0/in`],
    ],
    [
      "a body parameter of a path",
      { pathItem: { parameters: [{ name: "b", in: "body", schema }] } },
      { operation: { requestBody: { content } } },
      ["/paths/~1a/parameters/0/in"],
    ],
    [
      "a form with a file",
      { operation: { parameters: [{ name: "f", in: "formData", type: "file", required: true }] } },
      {
        operation: {
          requestBody: {
            required: true,
            content: {
              "multipart/form-data": {
                schema: { type: "object", properties: { f: { type: "string", format: "binary" } }, required: ["f"] },
              },
            },
          },
        },
      },
      [`${post}/parameters/0/in`, `${post}/parameters/0/type`],
    ],
    [
      "host, basePath and schemes",
      { root: { host: "a.example", basePath: "/v1", schemes: ["https"] } },
      { root: { servers: [{ url: "https://a.example/v1" }] } },
      ["/host", "/basePath", "/schemes"],
    ],
    [
      "definitions",
      { operation: replying({ content: jsonOf({ $ref: "#/definitions/S" }) }), root: { definitions: { S: schema } } },
      { operation: replying({ content: jsonOf({ $ref: "#/components/schemas/S" }) }), root: { components: { schemas: { S: schema } } } },
      ["/definitions"],
    ],
    [
      "securityDefinitions",
      { root: { securityDefinitions: { k: { type: "basic" } }, security: [{ k: [] }] } },
      { root: { components: { securitySchemes: { k: { type: "http", scheme: "basic" } } }, security: [{ k: [] }] } },
      ["/securityDefinitions", "/securityDefinitions/k/type"],
    ],
  ])("%s", async (_, mixed, proper, at) => {
    const [one, other] = [await generated(version, mixed), await generated(version, proper)];
    expect([...one.told].sort()).toEqual(at.map((pointer) => `warning other-version ${pointer}`).sort());
    expect(other.told).toEqual([]);
    expect(one.files).toEqual(other.files);
  });
});
