import { describe, expect, it } from "vitest";
import { codecOf, normaliseMediaType } from "../../../../src/model/build/media-type.js";
import { splitPath } from "../../../../src/model/build/path-template.js";
import type { Operation } from "../../../../src/model/ir/operation.js";
import { apiOf, outcomeOf, type ApiOptions } from "../../../support/api.js";

const head = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n";
const ok = "responses: {200: {description: ok}}";

async function operationOf(rest: string, options?: ApiOptions): Promise<Operation> {
  const operation = (await apiOf(`${head}${rest}\n`, options)).operations[0];
  if (operation === undefined) throw new Error("no operation");
  return operation;
}

describe("a path", () => {
  it("is text and places of parameters, without a fragment or a query", () => {
    expect(splitPath("/then/{id}.{format}", new Set())).toEqual([
      { kind: "text", text: "/then/" },
      { kind: "parameter", name: "id" },
      { kind: "text", text: "." },
      { kind: "parameter", name: "format" },
    ]);
    expect(splitPath("/files/{id}#copy", new Set())).toHaveLength(2);
    expect(splitPath("/responses?beta=true", new Set())).toEqual([{ kind: "text", text: "/responses" }]);
  });

  it("may have the style written into it", () => {
    expect(splitPath("/{.id*}/{;x}", new Set(["id"]))).toEqual([
      { kind: "text", text: "/" },
      { kind: "parameter", name: "id" },
      { kind: "text", text: "/" },
      { kind: "parameter", name: ";x" },
    ]);
  });
});

describe("parameters", () => {
  it("of the path item and the operation are merged, the operation's win, and stand by location", async () => {
    const operation = await operationOf(`paths:
  /a/{id}:
    parameters:
      - {name: q, in: query, schema: {type: string}}
      - {name: X-A, in: header, schema: {}}
      - {name: id, in: path, required: true, schema: {}}
    get:
      parameters: [{name: c, in: cookie, schema: {}}, {name: x-a, in: header, required: true, schema: {}}, {name: r, in: query, schema: {}}, {name: q, in: query, required: true, schema: {}}]
      ${ok}`);
    expect(operation.parameters.map(({ in: place, name, required }) => [place, name, required])).toEqual([
      ["path", "id", true],
      ["query", "q", true],
      ["query", "r", false],
      ["header", "x-a", true],
      ["cookie", "c", false],
    ]);
  });

  it.each([
    ["in: query, schema: {}", { style: "form", explode: true }],
    ["in: query, style: deepObject, schema: {}", { style: "deepObject", explode: true }],
    ["in: query, style: pipeDelimited, schema: {}", { style: "pipeDelimited", explode: false }],
    ["in: query, explode: false, allowReserved: true, schema: {}", { style: "form", explode: false, allowReserved: true }],
    ["in: header, schema: {}", { style: "simple", explode: false }],
    ["in: cookie, schema: {}", { style: "form", explode: true }],
    ["in: query, content: {Application/JSON: {schema: {type: object}}}", { kind: "content", mediaType: "application/json", codec: "json" }],
  ])("have what OpenAPI says by default: %s", async (text, expected) => {
    const operation = await operationOf(`paths: {/a: {get: {parameters: [{name: p, ${text}}], ${ok}}}}`);
    expect(operation.parameters[0]?.encoding).toMatchObject(expected);
  });

  it.each([
    ["{id}", "", { style: "simple", explode: false }],
    ["{id*}", "", { style: "simple", explode: true }],
    ["{.id}", "", { style: "label", explode: false }],
    ["{.id*}", "", { style: "label", explode: true }],
    ["{;id}", "", { style: "matrix", explode: false }],
    ["x{;id*}y", "", { style: "matrix", explode: true }],
    ["{;id*}", "style: label,", { style: "label", explode: false }],
    ["{.id*}", "explode: false,", { style: "simple", explode: false }],
    ["{;id}", "content: {application/json: {}}, ", { kind: "content", mediaType: "application/json" }],
    ["{.other*}/{id}", "", { style: "simple", explode: false }],
  ])("may have their style written into the path, unless it is described: %s, %s", async (place, described, expected) => {
    const schema = described.includes("content") ? "" : "schema: {}";
    const operation = await operationOf(
      `paths: {'/a/${place}': {get: {parameters: [{name: id, in: path, required: true, ${described} ${schema}}], ${ok}}}}`,
    );
    expect(operation.parameters.find(({ name }) => name === "id")?.encoding).toMatchObject(expected);
  });

  it("shared by reference have one name, and the reference's own description", async () => {
    const operation = await operationOf(
      `paths: {/a: {get: {parameters: [{$ref: '#/components/parameters/page-size', description: mine}, {$ref: more.yaml}], ${ok}}}}
components: {parameters: {page-size: {name: size, in: query, schema: {}}}}`,
      { files: { "/project/more.yaml": "{name: more, in: query, schema: {type: boolean}}" } },
    );
    expect(operation.parameters.map(({ name, component, doc }) => [name, component, doc.description])).toEqual([
      ["size", "page-size", "mine"],
      ["more", "more", undefined],
    ]);
  });

  it.each([
    ["[{name: Accept, in: header, schema: {}}]", "/a", "header-parameter-ignored", []],
    ["[{name: id, in: path, schema: {}}]", "/a/{id}", "path-parameter-optional", ["id"]],
    ["[]", "/a/{id}", "path-parameter-undeclared", ["id"]],
    ["[{name: id, in: path, required: true, schema: {}}]", "/a", "path-parameter-unused", []],
    ["[{name: q, in: query, style: matrix, schema: {}}]", "/a", "parameter-style-invalid", ["q"]],
  ])("that are wrong are put right and reported: %s in %s", async (parameters, path, code, names) => {
    const { value, diagnostics } = await outcomeOf(`${head}paths: {'${path}': {get: {parameters: ${parameters}, ${ok}}}}\n`);
    expect(diagnostics.map((each) => each.code)).toEqual([code]);
    expect(value?.operations[0]?.parameters.map(({ name, required }) => [name, required])).toEqual(
      names.map((name) => [name, name === "id"]),
    );
  });

  it.each([
    ["one of each", "/a/{one}/{id}", "{name: uno, in: path, required: true, schema: {type: integer}}", ["id", "one"]],
    ["another case", "/a/{Uid}/{x}/{y}", "{name: uid, in: path, required: true, schema: {type: integer}}", ["Uid", "x", "y"]],
  ])("that a path has under another name are read as that: %s", async (_, path, parameter, names) => {
    const id = "{name: id, in: path, required: true, schema: {type: string}}";
    const { value, diagnostics } = await outcomeOf(
      `${head}paths: {'${path}': {parameters: [${parameter}], get: {parameters: [${id}], ${ok}}, put: {parameters: [${id}], ${ok}}}}\n`,
    );
    const parameters = value?.operations[0]?.parameters ?? [];
    expect(diagnostics.filter(({ code, assumed }) => code === "path-parameter-undeclared" && assumed !== undefined)).toHaveLength(1);
    expect(parameters.find(({ name }) => name === "one" || name === "Uid")?.schema).toMatchObject({ assertions: [{ types: ["integer"] }] });
    expect(parameters.map(({ name }) => name).sort()).toEqual([...names].sort());
  });

  it.each([
    ["[{name: file, in: path, required: true, schema: {type: integer}}]", "/export?filename={file}", [["query", "filename", true]], []],
    ["[{name: file, in: query, schema: {type: integer}}]", "/export?file={file}", [["query", "file", false]], []],
    ["[]", "/export?file={file}&beta=true", [["query", "file", false]], ["path-parameter-undeclared"]],
    [
      "[{name: limit, in: path, required: true, schema: {type: integer}}]",
      "/export{?limit}",
      [["query", "limit", true]],
      ["path-template"],
    ],
    ["[{name: limit, in: query, schema: {type: integer}}]", "/export?beta=true{&limit}", [["query", "limit", false]], ["path-template"]],
    [
      "[{name: id, in: path, required: true, schema: {type: integer}}, {name: q, in: query, schema: {}}]",
      "/a/{id}?id={id}&q={q}",
      [
        ["path", "id", true],
        ["query", "q", false],
        ["query", "id", false],
      ],
      ["path-parameter-undeclared"],
    ],
  ])("in the query of a path are in the query: %s in %s", async (parameters, path, expected, codes) => {
    const { value, diagnostics } = await outcomeOf(`${head}paths: {'${path}': {get: {parameters: ${parameters}, ${ok}}}}\n`);
    expect(value?.operations[0]?.parameters.map(({ in: place, name, required }) => [place, name, required])).toEqual(expected);
    expect(diagnostics.map(({ code }) => code).sort()).toEqual([...codes, "path-query"].sort());
  });

  it("and statuses that are wrong are told where the operation has them, with the place of what is shared", async () => {
    const { diagnostics } = await outcomeOf(
      `${head}paths: {/a: {get: {parameters: [{$ref: 'more.yaml#/P'}], responses: {defualt: {$ref: 'more.yaml#/R'}}}}}\n`,
      { files: { "/project/more.yaml": "{P: {name: id, in: path, required: true, schema: {}}, R: {description: k}}" } },
    );
    expect(diagnostics.map(({ code, at, related }) => [code, at, related?.map((each) => each.at)])).toMatchObject([
      ["path-parameter-unused", { pointer: "/paths/~1a/get/parameters/0" }, [{ pointer: "/P" }]],
      ["response-status-invalid", { pointer: "/paths/~1a/get/responses/defualt", on: "key" }, undefined],
    ]);
  });

  it("shared by many operations are reported once", async () => {
    const use = `{get: {parameters: [{$ref: '#/components/parameters/id'}], ${ok}}}`;
    const { diagnostics } = await outcomeOf(
      `${head}paths: {'/a/{id}': ${use}, '/b/{id}': ${use}}\ncomponents: {parameters: {id: {name: id, in: path, schema: {}}}}\n`,
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(["path-parameter-optional"]);
  });
});

describe("contents", () => {
  it.each([
    [" Application/JSON ;Charset=UTF-8", "application/json; charset=UTF-8"],
    ["multipart/form-data; boundary=X", "multipart/form-data; boundary=X"],
    ["image/*", "image/*"],
  ])("have their media type in one spelling: %j", (written, expected) => {
    expect(normaliseMediaType(written)).toBe(expected);
  });

  it.each([
    ["application/json", "json"],
    ["application/json; charset=utf-8", "json"],
    ["application/vnd.api+json", "json"],
    ["text/json", "json"],
    ["application/json5", "json"],
    ["application/jsonc", "json"],
    ["application/json5x", "binary"],
    ["*/*", "json"],
    ["application/x-www-form-urlencoded", "form"],
    ["multipart/form-data", "multipart"],
    ["multipart/mixed", "multipart"],
    ["text/plain", "text"],
    ["text/csv", "text"],
    ["text/*", "text"],
    ["application/yaml", "text"],
    ["application/xml", "xml"],
    ["text/xml", "xml"],
    ["application/atom+xml", "xml"],
    ["application/x-ndjson", "lines"],
    ["application/jsonl", "lines"],
    ["application/json-seq", "lines"],
    ["text/event-stream", "events"],
    ["application/octet-stream", "binary"],
    ["image/*", "binary"],
    ["application/pdf", "binary"],
  ])("of %s are read as %s", (mediaType, codec) => {
    expect(codecOf(mediaType)).toBe(codec);
  });

  it.each([
    ...[
      "application/json",
      "Application/JSON; charset=utf-8",
      "application/vnd.api+json",
      "text/json",
      "application/json5",
      "*/*",
      "text/plain",
    ],
    ...[
      "application/*",
      "application/x-www-form-urlencoded",
      "multipart/mixed",
      "text/csv",
      "application/yaml",
      "application/x-yml",
      "image/svg+xml",
    ],
    ...[
      "application/xml",
      "application/atom+xml; charset=utf-8",
      "application/x-ndjson",
      "application/jsonl",
      "application/json-seq",
      "application/jwt",
    ],
    ...["application/geo+json-seq", "application/stream+json", "application/x-json-stream", "application/x-javascript", "application/rtf"],
    ...["application/x-pem-file", "application/vnd.oai.openapi+yaml", "application/entity-statement+jwt", "application/jsonlines"],
    ...["application/octet-stream", "image/*", "application/pdf", "application/zip", "application/vnd.ms-excel", "image/png"],
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ])("of a file of Swagger 2.0 are bytes, also those of %s", async (mediaType) => {
    const api = await apiOf(
      `swagger: "2.0"\ninfo: {title: T, version: "1"}\nproduces: ["${mediaType}"]\npaths: {/a: {get: {responses: {200: {description: d, schema: {type: file}}}}}}\n`,
    );
    const [content] = api.operations[0]?.responses[0]?.contents ?? [];
    expect(content?.codec).toBe("binary");
    // What runs reads a body by its media type.
    expect(codecOf(content?.mediaType ?? "")).toBe("binary");
  });

  it("of any media type are bytes where their schema says bytes, else JSON", async () => {
    const operation = await operationOf(
      `paths: {/a: {get: {responses: {200: {description: ok, content: {'*/*': {schema: {type: string, format: binary}}}}, 201: {description: ok, content: {'*/*': {schema: {type: object}}}}}}}}`,
    );
    expect(operation.responses.flatMap(({ contents }) => contents.map(({ codec }) => codec))).toEqual(["binary", "json"]);
  });

  it("of streams say what all items are where they say what one is", async () => {
    const operation = await operationOf(
      "paths: {/a: {get: {responses: {200: {description: ok, content: {application/jsonl: {schema: {type: array}, itemSchema: {type: array}}, text/event-stream: {itemSchema: {type: string}}, application/x-ndjson: {schema: {type: string}}, application/json: {itemSchema: {type: string}}}}}}}}",
    );
    const contents = operation.responses[0]?.contents ?? [];
    const list = (type: string) => [
      { kind: "type", types: ["array"] },
      { kind: "array", prefixItems: [], uniqueItems: false, items: { assertions: [{ kind: "type", types: [type] }] } },
    ];
    expect(contents.map(({ codec, schema }) => [codec, schema?.assertions])).toMatchObject([
      ["lines", list("array")],
      ["events", list("string")],
      ["lines", [{ kind: "type", types: ["string"] }]],
      ["json", undefined],
    ]);
  });

  it("of forms keep how each property is written", async () => {
    const operation = await operationOf(
      `paths: {/a: {post: {requestBody: {required: true, content: {multipart/form-data: {schema: {}, encoding: {a: {contentType: 'image/png, image/jpeg'}, b: {style: deepObject}, c: {explode: false}}}}}, ${ok}}}}`,
    );
    expect(operation.body).toMatchObject({ required: true, component: undefined });
    expect(operation.body?.contents[0]?.encoding).toEqual([
      { property: "a", contentType: "image/png, image/jpeg", style: undefined },
      { property: "b", contentType: undefined, style: { style: "deepObject", explode: false, allowReserved: false } },
      { property: "c", contentType: undefined, style: { style: "form", explode: false, allowReserved: false } },
    ]);
  });

  it("of requests that cannot have any are left out and reported", async () => {
    const { value, diagnostics } = await outcomeOf(`${head}paths: {/a: {get: {requestBody: {content: {application/json: {}}}, ${ok}}}}\n`);
    expect(value?.operations[0]?.body).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(["body-ignored"]);
  });
});

describe("responses", () => {
  it("stand in one order, ranges in capitals, and without a header that their content says", async () => {
    const operation = await operationOf(
      `paths: {/a: {get: {responses: {default: {description: d}, 5xx: {description: r}, 404: {$ref: '#/components/responses/NotFound'}, 200: {description: ok, headers: {content-type: {schema: {}}, X-A: {required: true, schema: {type: integer}}}}}}}}
components: {responses: {NotFound: {description: none, content: {application/json: {schema: {type: string}}}}}}`,
    );
    expect(operation.responses.map(({ status, component }) => [status, component])).toEqual([
      ["200", undefined],
      ["404", "NotFound"],
      ["5XX", undefined],
      ["default", undefined],
    ]);
    expect(operation.responses[0]?.headers.map(({ name, required }) => [name, required])).toEqual([["X-A", true]]);
  });
});

describe("security", () => {
  const securityOf = async (own: string) => {
    const text = `${head}security: [{a: []}]\npaths: {/a: {get: {${own}${ok}}}}\ncomponents: {securitySchemes: {a: {type: http, scheme: Bearer, bearerFormat: JWT}, b: {type: apiKey, in: header, name: X-Key}, c: {type: http, scheme: Digest}, d: {type: oauth2, flows: {}}}}\n`;
    const { value, diagnostics } = await outcomeOf(text);
    return { api: value, security: value?.operations[0]?.security, codes: diagnostics.map(({ code }) => code) };
  };

  it("is the description's unless the operation has its own", async () => {
    expect((await securityOf("")).security).toEqual([[{ scheme: "a", scopes: [] }]]);
    expect((await securityOf("security: [], ")).security).toEqual([]);
    expect((await securityOf("security: [{}], ")).security).toEqual([]);
    expect((await securityOf("security: [{a: [], b: []}, {d: [read]}, {}], ")).security).toEqual([
      [
        { scheme: "a", scopes: [] },
        { scheme: "b", scopes: [] },
      ],
      [{ scheme: "d", scopes: ["read"] }],
      [],
    ]);
  });

  it("knows how each credential is sent", async () => {
    expect((await securityOf("")).api?.securitySchemes).toEqual([
      { name: "a", doc: {}, kind: "bearer", format: "JWT" },
      { name: "b", doc: {}, kind: "apiKey", in: "header", parameter: "X-Key" },
      { name: "c", doc: {}, kind: "authorization", scheme: "digest" },
      { name: "d", doc: {}, kind: "oauth2" },
    ]);
  });

  it.each([
    ["API Key", "{api_key: {type: apiKey, in: header, name: Key}, other: {type: http, scheme: basic}}"],
    ["ApiKey", "{other: {type: http, scheme: basic}, api-key: {type: apiKey, in: header, name: Key}}"],
    ["api_kay", "{api_key: {type: apiKey, in: header, name: Key}}"],
  ])("is that of the declared scheme which %j means", async (name, schemes) => {
    const { value, diagnostics } = await outcomeOf(
      `${head}security: [{"${name}": []}]\npaths: {/a: {get: {${ok}}}}\ncomponents: {securitySchemes: ${schemes}}\n`,
    );
    expect(diagnostics.map(({ code, assumed }) => [code, assumed])).toEqual([
      ["security-scheme-unknown", expect.stringMatching(/^it is read as "api[-_]key"$/)],
    ]);
    expect(value?.operations[0]?.security[0]?.[0]?.scheme).toMatch(/^api[-_]key$/);
    expect(value?.securitySchemes.map((scheme) => scheme.name)).not.toContain(name);
  });

  it.each([
    ["Api", "{api: {type: http, scheme: basic}, API: {type: http, scheme: bearer}}"],
    ["tokan", "{token: {type: http, scheme: bearer}, other: {type: http, scheme: basic}}"],
    ["key", "{token: {type: http, scheme: bearer}}"],
  ])("is of nothing that is known where %j may mean several, or none", async (name, schemes) => {
    const { value } = await outcomeOf(
      `${head}security: [{"${name}": []}]\npaths: {/a: {get: {${ok}}}}\ncomponents: {securitySchemes: ${schemes}}\n`,
    );
    expect(value?.securitySchemes.at(-1)).toEqual({ name, doc: {}, kind: "mutualTLS" });
  });

  it("has the words of 2.0 in its advice where that is the version", async () => {
    const { diagnostics } = await outcomeOf(
      `swagger: '2.0'\ninfo: {title: T, version: '1'}\nsecurity: [{nobody: []}]\npaths: {/a: {get: {${ok}}}}\n`,
    );
    expect(diagnostics.find(({ code }) => code === "security-scheme-unknown")?.hint).toMatch(
      /under securityDefinitions\..*`auth` cannot carry/,
    );
  });

  it("stays closed where the scheme is not declared", async () => {
    const { api, security, codes } = await securityOf("security: [{toString: []}], ");
    expect(codes).toEqual(["security-scheme-unknown"]);
    expect(security).toEqual([[{ scheme: "toString", scopes: [] }]]);
    expect(api?.securitySchemes.at(-1)).toEqual({ name: "toString", doc: {}, kind: "mutualTLS" });
  });
});

describe("servers", () => {
  it("have keys from their names and short descriptions", async () => {
    const api = await apiOf(`${head}paths: {}
servers:
  - {url: 'https://a.example.com', description: Production server (live data)}
  - {url: 'https://b.example.com', description: The staging environment}
  - {url: 'https://c.example.com', description: A long sentence that says what this server is for.}
  - {url: 'https://d.example.com', description: production}
  - {url: 'https://{region}.example.com', description: 'EU sandbox', variables: {region: {default: eu, enum: [eu, us]}}}
  - {url: /v1}
  - {url: /v2, description: constructor}
`);
    expect(api.servers.map(({ key }) => key)).toEqual([
      "production",
      "staging",
      "server3",
      "production2",
      "euSandbox",
      "server6",
      "server7",
    ]);
    expect(api.servers[4]?.variables).toEqual([{ name: "region", default: "eu", values: ["eu", "us"], description: undefined }]);
  });

  it("of a path item are those of its operations", async () => {
    const operation = await operationOf(`paths: {/a: {servers: [{url: 'https://files.example.com'}], get: {${ok}}}}`);
    expect(operation.servers?.map(({ url }) => url)).toEqual(["https://files.example.com"]);
  });
});

it("keeps the tags that are declared, then those only used, with stems that are files everywhere", async () => {
  const api = await apiOf(
    `${head}tags: [{name: Pets, description: d}, {name: pets}, {name: CON}, {name: '../x'}, {name: 動物}, {name: '!!'}]\npaths: {/a: {get: {tags: [Store, Pets], ${ok}}}}\n`,
  );
  expect(api.tags.slice(0, 4).map(({ name, stem }) => [name, stem])).toEqual([
    ["Pets", "pets"],
    ["pets", "pets-2"],
    ["CON", "con-2"],
    ["../x", "x"],
  ]);
  expect(api.tags[4]?.stem).toBe("動物");
  expect(api.tags[5]?.stem).toMatch(/^tag-[0-9a-z]{7}$/);
  expect(api.tags[6]?.name).toBe("Store");
});

it("keeps webhooks apart from operations", async () => {
  const api = await apiOf(
    `${head}paths: {/a: {post: {operationId: newPet, ${ok}}}}\nwebhooks: {newPet: {post: {operationId: newPet2, ${ok}}}, new-order: {post: {${ok}}}}\n`,
  );
  expect(api.operations.map(({ names }) => names.value)).toEqual(["newPet"]);
  expect(api.webhooks.map(({ names, path, segments }) => [names.value, path, segments])).toEqual([
    ["newPet2", "newPet", []],
    ["newOrderWebhook", "new-order", []],
  ]);
});

it("follows path items and operations by reference, whose members win over those of what they refer to", async () => {
  const operation = await operationOf(`paths: {/a: {$ref: item.yaml, summary: mine}}`, {
    files: { "/project/item.yaml": `summary: theirs\ndescription: d\nget: {operationId: getA, ${ok}}\n` },
  });
  expect(operation).toMatchObject({
    names: { value: "getA" },
    doc: { summary: "mine", description: "d" },
    origin: { file: "file:///project/item.yaml", pointer: "/get" },
  });
});

it("builds the same twice, and changes nothing of what it is given", async () => {
  const path = "spec/petstore.yaml";
  expect(JSON.stringify(await apiOf(path))).toBe(JSON.stringify(await apiOf(path)));
});
