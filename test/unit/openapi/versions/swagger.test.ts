import { describe, expect, test } from "vitest";
import type { OpenApiObject } from "../../../../src/openapi/rules/types.js";
import { brief, description, resolving } from "../resolve/resolving.js";

async function read(
  members: string,
  files: Readonly<Record<string, string>> = {},
): Promise<{ document: OpenApiObject; told: readonly string[] }> {
  const { resolved, diagnostics } = await resolving({ "a.yaml": description(members, "2.0"), ...files });
  return { document: resolved.document, told: diagnostics.map(brief) };
}

async function operation(members: string, shared = ""): Promise<{ operation: unknown; told: readonly string[] }> {
  const { document, told } = await read(`paths: {/a: {post: {responses: {default: {description: d}}, ${members}}}}\n${shared}`);
  return { operation: document.paths?.["/a"]?.operations["POST"], told };
}

describe("servers come from schemes, host and basePath", () => {
  test.each([
    ["host: a.example\nbasePath: /v1\nschemes: [https, http]", ["https://a.example/v1", "http://a.example/v1"]],
    ["host: a.example", ["https://a.example"]],
    ["basePath: /v1", ["/v1"]],
    ["host: a.example\nbasePath: /", ["https://a.example"]],
    ["", ["/"]],
  ])("%j", async (members, urls) => {
    expect((await read(members)).document.servers?.map(({ url }) => url)).toEqual(urls);
  });
});

describe("a parameter", () => {
  test.each([
    [
      "{name: a, in: query, type: integer, format: int32, maximum: 9, default: 1, description: d, required: true}",
      { name: "a", in: "query", description: "d", required: true, schema: { type: "integer", format: "int32", maximum: 9, default: 1 } },
    ],
    [
      "{name: a, in: header, type: string, x-nullable: true, x-more: 1}",
      { name: "a", in: "header", "x-nullable": true, "x-more": 1, schema: { type: ["string", "null"], "x-nullable": true } },
    ],
    [
      "{name: a, in: query, type: array, items: {type: string}}",
      { name: "a", in: "query", style: "form", explode: false, schema: { type: "array", items: { type: "string" } } },
    ],
    [
      "{name: a, in: query, type: array, items: {type: string}, collectionFormat: multi}",
      { name: "a", in: "query", style: "form", explode: true, schema: { type: "array", items: { type: "string" } } },
    ],
    [
      "{name: a, in: query, type: array, items: {}, collectionFormat: ssv}",
      { name: "a", in: "query", style: "spaceDelimited", explode: false, schema: { type: "array", items: {} } },
    ],
    [
      "{name: a, in: query, type: array, items: {}, collectionFormat: pipes}",
      { name: "a", in: "query", style: "pipeDelimited", explode: false, schema: { type: "array", items: {} } },
    ],
    [
      "{name: a, in: path, required: true, type: array, items: {}, collectionFormat: csv}",
      { name: "a", in: "path", required: true, style: "simple", explode: false, schema: { type: "array", items: {} } },
    ],
  ])("%s", async (written, expected) => {
    expect(await operation(`parameters: [${written}]`)).toMatchObject({ operation: { parameters: [expected] }, told: [] });
  });

  test("whose values are joined by tabs is told, and joined by commas", async () => {
    const { operation: found, told } = await operation("parameters: [{name: a, in: query, type: array, items: {}, collectionFormat: tsv}]");
    expect(found).toMatchObject({ parameters: [{ style: "form", explode: false }] });
    expect(told).toEqual(["warning collection-format /paths/~1a/post/parameters/0/collectionFormat"]);
  });
});

describe("a request body", () => {
  const json = { "application/json": { schema: { type: "object" } } };
  const text = { type: "string" };
  const form = (properties: object, more: object = {}): object => ({ schema: { type: "object", properties, ...more } });
  test.each<[string, string, string, object]>([
    [
      "a body parameter",
      "parameters: [{name: b, in: body, required: true, description: d, schema: {type: object}}]",
      "",
      { required: true, description: "d", content: json },
    ],
    [
      "with the media types of the operation",
      "consumes: [text/a, text/b], parameters: [{name: b, in: body, schema: {type: object}}]",
      "consumes: [text/c]",
      { content: { "text/a": json["application/json"], "text/b": json["application/json"] } },
    ],
    [
      "with the media types of the document",
      "parameters: [{name: b, in: body, schema: {type: object}}]",
      "consumes: [text/c]",
      { content: { "text/c": json["application/json"] } },
    ],
    [
      "shared by reference",
      "parameters: [{$ref: '#/parameters/B'}]",
      "parameters: {B: {name: b, in: body, schema: {type: object}}}",
      { content: json },
    ],
    [
      "a file",
      "consumes: [application/json, image/png], parameters: [{name: a, in: body, schema: {type: file}}]",
      "",
      {
        content: {
          "application/octet-stream": { schema: { type: "string", format: "binary" } },
          "image/png": { schema: { type: "string", format: "binary" } },
        },
      },
    ],
    [
      "a form",
      "parameters: [{name: a, in: formData, type: string, required: true}, {name: b, in: formData, type: string, description: d}]",
      "",
      {
        required: true,
        content: { "application/x-www-form-urlencoded": form({ a: text, b: { ...text, description: "d" } }, { required: ["a"] }) },
      },
    ],
    [
      "a form that may be multipart",
      "consumes: [multipart/form-data], parameters: [{name: a, in: formData, type: string}]",
      "",
      { content: { "multipart/form-data": form({ a: text }) } },
    ],
    [
      "a form with a file",
      "consumes: [application/x-www-form-urlencoded], parameters: [{name: a, in: formData, type: file}]",
      "",
      { content: { "multipart/form-data": form({ a: { type: "string", format: "binary" } }) } },
    ],
    [
      "a form with a list",
      "parameters: [{name: a, in: formData, type: array, items: {type: string}, collectionFormat: multi}]",
      "",
      {
        content: {
          "application/x-www-form-urlencoded": {
            ...form({ a: { type: "array", items: text } }),
            encoding: { a: { style: "form", explode: true } },
          },
        },
      },
    ],
  ])("%s", async (_, members, shared, expected) => {
    const { operation: found, told } = await operation(members, shared);
    expect(found).toHaveProperty("requestBody", expected);
    expect(told).toEqual([]);
  });

  test("of a path item is that of its operations, unless they have their own", async () => {
    const own = "parameters: [{name: b, in: body, schema: {type: string}}]";
    const { document } = await read(
      `paths: {/a: {parameters: [{name: b, in: body, schema: {type: object}}, {name: q, in: query, type: string}], put: {responses: {}}, post: {responses: {}, ${own}}}}`,
    );
    expect(document.paths?.["/a"]).toMatchObject({
      parameters: [{ name: "q", in: "query", schema: { type: "string" } }],
      operations: { PUT: { requestBody: { content: json } }, POST: { requestBody: { content: { "application/json": { schema: text } } } } },
    });
  });

  test("in another file is found before the operation is read", async () => {
    const { document, told } = await read("paths: {/a: {post: {responses: {}, parameters: [{$ref: 'p.yaml#/B'}]}}}", {
      "p.yaml": "B: {$ref: 'q.yaml#/B'}",
      "q.yaml": "B: {name: b, in: body, schema: {type: object}}",
    });
    expect(document.paths?.["/a"]?.operations["POST"]).toMatchObject({ parameters: [], requestBody: { content: json } });
    expect(told).toEqual([]);
  });
});

describe("a response", () => {
  const schema = { type: "string" };
  test.each<[string, string, string, object]>([
    [
      "with a schema",
      "responses: {200: {description: d, schema: {type: string}}}",
      "",
      { description: "d", content: { "application/json": { schema } } },
    ],
    ["without one", "responses: {200: {description: d}}", "", { description: "d" }],
    [
      "with media types",
      "produces: [text/a], responses: {200: {description: d, schema: {type: string}}}",
      "",
      { description: "d", content: { "text/a": { schema } } },
    ],
    [
      "that is a file",
      "responses: {200: {description: d, schema: {type: file}}}",
      "",
      { description: "d", content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } } },
    ],
    [
      "that is a file, where all else is JSON",
      "produces: [application/json], responses: {200: {description: d, schema: {type: file}}}",
      "",
      { description: "d", content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } } },
    ],
    [
      "that is a file of several types",
      "produces: [application/json, application/pdf, text/csv], responses: {200: {description: d, schema: {type: file}}}",
      "",
      {
        description: "d",
        content: {
          "application/octet-stream": { schema: { type: "string", format: "binary" } },
          "application/pdf": { schema: { type: "string", format: "binary" } },
        },
      },
    ],
    [
      "with headers",
      "responses: {200: {description: d, headers: {X-A: {type: integer, description: h}}}}",
      "",
      { description: "d", headers: { "X-A": { description: "h", schema: { type: "integer" } } } },
    ],
    [
      "shared",
      "responses: {200: {$ref: '#/responses/R'}}",
      "responses: {R: {description: r}}",
      { $ref: "file:///project/a.yaml#/components/responses/R" },
    ],
    [
      "shared, with media types of the operation's own",
      "produces: [text/a], responses: {200: {$ref: '#/responses/R'}}",
      "responses: {R: {description: r, schema: {type: string}}}",
      { description: "r", content: { "text/a": { schema } } },
    ],
  ])("%s", async (_, members, shared, expected) => {
    const { document, told } = await read(`paths: {/a: {get: {${members}}}}\n${shared}`);
    expect(document.paths?.["/a"]?.operations["GET"]).toHaveProperty("responses.200", expected);
    expect(told).toEqual([]);
  });
});

test("security definitions become security schemes", async () => {
  const { document, told } = await read(
    "securityDefinitions:\n  b: {type: basic}\n  k: {type: apiKey, name: X-Key, in: header}\n  o: {type: oauth2, flow: accessCode, authorizationUrl: https://a.example, tokenUrl: https://t.example, scopes: {s: d}}",
  );
  expect(document.components?.securitySchemes).toEqual({
    b: { type: "http", scheme: "basic" },
    k: { type: "apiKey", name: "X-Key", in: "header" },
    o: {
      type: "oauth2",
      flows: { authorizationCode: { authorizationUrl: "https://a.example", tokenUrl: "https://t.example", scopes: { s: "d" } } },
    },
  });
  expect(told).toEqual([]);
});

test("definitions are components, and references to them say so; origins stay those of the file", async () => {
  const { resolved } = await resolving({ "a.yaml": description("definitions: {A: {type: object}, B: {$ref: '#/definitions/A'}}", "2.0") });
  expect(resolved.document.components?.schemas?.["B"]).toEqual({ $ref: "file:///project/a.yaml#/components/schemas/A" });
  const A = resolved.target("schema", "file:///project/a.yaml#/components/schemas/A");
  expect(A).toBe(resolved.document.components?.schemas?.["A"]);
  expect(resolved.origin(A as object).pointer).toBe("/definitions/A");
  expect(resolved.document).not.toHaveProperty("definitions");
});

describe("a mistake", () => {
  test.each([
    ["paths: {/a: {get: {}}}", "error missing-member /paths/~1a/get"],
    ["paths: {/a: {get: {responses: {}, parameters: [{in: query, type: string}]}}}", "error missing-member /paths/~1a/get/parameters/0"],
    ["securityDefinitions: {a: {type: basik}}", "error unknown-word /securityDefinitions/a/type"],
    ["definitions: {A: {type: strin}}", "error unknown-type /definitions/A/type"],
    ["paths: {/a: {get: {responses: {200: {$ref: '#/responses/R'}}}}}", "error ref-not-found /paths/~1a/get/responses/200/$ref"],
    ["schemes: [gopher]", "error unknown-word /schemes/0"],
  ])("%s", async (members, expected) => {
    const { told } = await read(`${members}${members.startsWith("schemes") ? "\nhost: a.example" : ""}`);
    expect(told).toEqual([expected]);
  });
});

describe("a host or a basePath that is none", () => {
  test.each([
    ["host: api.x.com\nbasePath: v1", "https://api.x.com/v1"],
    ['host: "https://api.x.com"\nbasePath: /v1', "https://api.x.com/v1"],
    ["host: api.x.com/v2\nbasePath: v1", "https://api.x.com/v2/v1"],
    ["host: api.x.com/\nbasePath: /v1", "https://api.x.com/v1"],
    ['host: api.x.com\nbasePath: "https://api.x.com/v1"', "https://api.x.com/v1"],
    ['host: api.x.com\nbasePath: ".evil.com/v1"', "https://api.x.com/.evil.com/v1"],
    ['host: api.x.com\nbasePath: "@evil.com/v1"', "https://api.x.com/@evil.com/v1"],
    ['host: api.x.com\nbasePath: "//evil.com"', "https://api.x.com/evil.com"],
    ['host: "api.x.com@evil.com"\nbasePath: /v1', "/v1"],
    ['host: "api.x.com:443@evil.com"\nbasePath: /v1', "/v1"],
    ['host: "user:secret@api.x.com"\nbasePath: /v1', "https://api.x.com/v1"],
    ['host: "https://user@api.x.com:8443/v1"\nbasePath: /v1', "https://api.x.com:8443/v1"],
    ['host: "https://api.x.com/v1"\nbasePath: /v1', "https://api.x.com/v1"],
    ['host: "api.x.com/v1/"\nbasePath: /v1', "https://api.x.com/v1"],
    ['host: "http://localhost:8080"', "http://localhost:8080"],
    ['host: "http://api.x.com"\nschemes: [https]', "https://api.x.com"],
    ['host: "api.x.com:port"', "/"],
    ["host: api.x.com\nbasePath: api.x.com/v1", "https://api.x.com/v1"],
  ])("%j is told, and leads to no other host: %s", async (members, url) => {
    const { told, document } = await read(members);
    expect(document.servers?.map((server) => server.url)).toEqual([url]);
    expect(told.join()).toContain("server-url");
  });

  test.each(["host: a.example:8080", 'host: "[::1]:8080"', "host: localhost"])("%s is one", async (members) => {
    expect((await read(members)).told).toEqual([]);
  });
});

describe("an operation", () => {
  test("may be a reference to another one", async () => {
    const { document, told } = await read(
      "paths: {/a: {get: {$ref: '#/paths/~1{b}/get'}}, '/{b}': {get: {produces: [a/b], responses: {}}}}",
    );
    expect(document.paths?.["/a"]?.operations["GET"]).toEqual({ $ref: expect.stringContaining("#/paths/~1{b}/get") as string });
    expect(told).toEqual([]);
  });
  test.each(["#/paths/~1{b}/get", "#/paths/~1%7Bb%7D/get"])("that refers to itself ends (%s)", async (reference) => {
    const { told } = await read(`paths: {'/{b}': {get: {$ref: '${reference}'}}}`);
    expect(told.join()).toContain("ref-cycle");
  });
});

describe("a response of an operation with media types of its own", () => {
  test.each([
    ["that refers to itself", "'200': {$ref: '#/paths/~1a/get/responses/200'}", ""],
    [
      "that refers to one which leads back",
      "'200': {$ref: '#/responses/A'}",
      "responses: {A: {$ref: '#/responses/B'}, B: {$ref: '#/responses/A'}}",
    ],
  ])("%s ends", async (_what, responses, components) => {
    const { told } = await read(`paths: {/a: {get: {produces: [a/b], responses: {${responses}}}}}\n${components}`);
    expect(told.join()).toContain("ref-cycle");
  });
});
