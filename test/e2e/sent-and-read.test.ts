/**
 * What the generated client sends of parts that are described in an unusual way, and what the generated server reads of it: a handler gets
 * what the caller gave.
 */
import { afterAll, describe, expect, test } from "vitest";
import { generateTexts } from "../support/pipeline.js";
import { echoPrograms } from "./roundtrip/echo-program.js";

const { programOf, close } = echoPrograms();
afterAll(close);

const head = (version = "3.1.0"): string => `openapi: ${version}\ninfo: { title: Echo, version: "1" }\n`;
const answer = "responses: { 200: { description: ok } }";

describe("files in forms", () => {
  const form = (id: string, schema: string, encoding = ""): string =>
    `  /${id}: { post: { operationId: ${id}, requestBody: { required: true, content: { multipart/form-data: { schema: ${schema}${encoding} } } }, ${answer} } }\n`;
  const one = (value: string): string => `{ type: object, required: [value], properties: { value: ${value} } }`;
  const bytes = "{ type: string, format: binary }";
  const list = (items: string): string => one(`{ type: array, items: ${items} }`);
  const either = `{ anyOf: [${bytes}, { type: string }] }`;
  const encodings = [
    "style: form",
    "explode: true",
    "explode: false",
    "style: pipeDelimited",
    "style: spaceDelimited",
    "allowReserved: true",
  ];
  const later = `${head()}paths:\n${[
    ...encodings.map((encoding, index) => form(`styled${index}`, list(bytes), `, encoding: { value: { ${encoding} } }`)),
    ...encodings.map((encoding, index) => form(`mixed${index}`, list(either), `, encoding: { value: { ${encoding} } }`)),
    form("mediaType", list("{ type: string, contentMediaType: application/octet-stream }"), ", encoding: { value: { explode: true } }"),
    form("union", one(either)),
    form("unionOfOne", one(`{ oneOf: [${bytes}, { type: string, format: uri }] }`)),
    form("orNull", one(`{ anyOf: [${bytes}, { type: string }, { type: "null" }] }`)),
    form("orNumber", one(`{ anyOf: [${bytes}, { type: integer }] }`)),
    form("unions", list(either)),
    form("oneOrSeveral", one(`{ anyOf: [${bytes}, { type: array, items: ${bytes} }] }`)),
  ].join("")}`;
  const program = programOf(later);
  const file = (text: string): File => new File([text], "a.png");
  const two = [file("1"), file("2")];

  test.each([
    ...encodings.map((encoding, index) => [encoding, `styled${index}`, two, ["file 1", "file 2"]] as const),
    ...encodings.map((encoding, index) => [`one, ${encoding}`, `styled${index}`, [file("1")], ["file 1"]] as const),
    ...encodings.map((encoding, index) => [`mixed, ${encoding}`, `mixed${index}`, [file("1"), "b"], ["file 1", "b"]] as const),
    ...encodings.map((encoding, index) => [`texts, ${encoding}`, `mixed${index}`, ["a", "b"], ["a", "b"]] as const),
    ["a media type", "mediaType", two, ["file 1", "file 2"]],
    ["a file or a text", "union", file("1"), "file 1"],
    ["a text or a file", "union", "[1]", "[1]"],
    ["a file or a URL", "unionOfOne", file("1"), "file 1"],
    ["a URL or a file", "unionOfOne", "https://a.b/", "https://a.b/"],
    ["a file, a text or null", "orNull", "null", "null"],
    ["a file or a number", "orNumber", 5, 5],
    ["a number or a file", "orNumber", file("5"), "file 5"],
    ["files and texts", "unions", [file("1"), "x"], ["file 1", "x"]],
    ["one of several", "oneOrSeveral", file("1"), "file 1"],
    ["several", "oneOrSeveral", two, ["file 1", "file 2"]],
  ] as const)("%s: %s arrives", async (_says, operation, value, expected) => {
    const { send } = await program;
    const { result, seen } = await send(operation, { body: { value } });
    expect(result.error).toBeUndefined();
    expect(seen?.["body"]).toEqual({ value: expected });
  });

  const collected = ["", ", collectionFormat: multi", ", collectionFormat: csv", ", collectionFormat: pipes"];
  const items = ["{ type: file }", bytes];
  const of20 = collected.flatMap((format, at) => items.map((item, kind) => [`f${at}${kind}`, format, item] as const));
  const earlier = programOf(
    `swagger: "2.0"\ninfo: { title: Echo, version: "1" }\npaths:\n${of20
      .map(
        ([id, format, item]) =>
          `  /${id}: { post: { operationId: ${id}, consumes: [multipart/form-data], parameters: [{ name: value, in: formData, required: true, type: array, items: ${item}${format} }], ${answer} } }\n`,
      )
      .join("")}`,
  );
  test.each(of20)("a list of files of 2.0 arrives: %s %s %s", async (id) => {
    const { send } = await earlier;
    const { result, seen } = await send(id, { body: { value: two } });
    expect(result.error).toBeUndefined();
    expect(seen?.["body"]).toEqual({ value: ["file 1", "file 2"] });
  });
});

const get = (path: string, id: string, parameters: string): string =>
  `  "${path}": { get: { operationId: ${id}, parameters: [${parameters}], ${answer} } }\n`;

describe("what a query in a path has", () => {
  const fixed = (name: string, schema: string, more = ""): string => `{ name: ${name}, in: query${more}, schema: ${schema} }`;
  const program = programOf(
    `${head()}paths:\n${[
      get(
        "/a?restype=container&comp=acl",
        "both",
        `${fixed("restype", "{ enum: [container] }", ", required: true")}, ${fixed("comp", "{ const: acl }")}`,
      ),
      get("/b?mode=fast%20one", "other", `${fixed("mode", "{ type: string }")}, ${fixed("limit", "{ type: integer }")}`),
      get("/c?list", "bare", fixed("list", '{ enum: [""] }', ", allowEmptyValue: true")),
    ].join("")}`,
  );
  test.each([
    ["both", {}, "/a?restype=container&comp=acl", undefined],
    ["other", { query: { limit: 5 } }, "/b?mode=fast%20one&limit=5", { limit: 5 }],
    ["bare", {}, "/c?list", undefined],
  ])("is sent once, and is no argument: %s", async (operation, args, url, query) => {
    const { send } = await program;
    const sent = await send(operation, args);
    expect(sent.result.error).toBeUndefined();
    expect(sent.url).toBe(url);
    if (query !== undefined) expect(sent.seen?.["query"]).toEqual(query);
  });
});

test("a parameter that a query in a path has a value for is told, unless that is its only value", async () => {
  const paths = [
    get("/a?mode=x", "a", "{ name: mode, in: query, schema: { type: string } }"),
    get("/b?mode=x", "b", "{ name: mode, in: query, schema: { enum: [x] } }"),
    get("/c?mode=x", "c", "{ name: mode, in: query, schema: { enum: [y] } }"),
  ];
  const { diagnostics } = await generateTexts({ "a.yaml": `${head()}paths:\n${paths.join("")}` }, ["client"], { strict: false });
  const warnings = diagnostics.filter(({ code, severity }) => code === "path-query" && severity === "warning");
  expect(warnings.map(({ message }) => message)).toEqual([
    'The query parameter "mode" has the value "x" in the path "/a?mode=x"; it is sent so, and is no argument.',
    'The query parameter "mode" has the value "x" in the path "/c?mode=x"; it is sent so, and is no argument.',
  ]);
});

describe("an object whose members are parameters", () => {
  const page = "{ type: object, properties: { page: { type: integer }, sort: { type: array, items: { type: string } } } }";
  const needed = "{ type: object, required: [page], properties: { page: { type: integer } } }";
  const object = (schema: string, more = ""): string => `{ name: pageable, in: query, required: true, schema: ${schema}${more} }`;
  const program = programOf(
    `${head()}paths:\n${[
      get("/a", "exploded", object(page)),
      get("/b", "deep", object(page, ", style: deepObject")),
      get("/c", "needed", object(needed)),
      get("/d", "optional", object(page).replace(", required: true", "")),
    ].join("")}`,
  );
  test.each([
    ["exploded", {}, "/a"],
    ["exploded", { page: 0, sort: ["name,asc", "id"] }, "/a?page=0&sort=name%2Casc&sort=id"],
    ["exploded", { sort: ["name,asc"] }, "/a?sort=name%2Casc"],
    ["exploded", { sort: ["[1]"] }, "/a?sort=%5B%22%5B1%5D%22%5D"],
    ["exploded", { sort: ["[1]", "b"] }, "/a?sort=%5B%22%5B1%5D%22%2C%22b%22%5D"],
    ["deep", {}, "/b"],
    ["deep", { sort: ["a", "b"] }, "/b?pageable%5Bsort%5D%5B0%5D=a&pageable%5Bsort%5D%5B1%5D=b"],
    ["needed", { page: 1 }, "/c?page=1"],
  ])("arrives: %s %j", async (operation, pageable, url) => {
    const { send } = await program;
    const sent = await send(operation, { query: { pageable } });
    expect(sent.result.error).toBeUndefined();
    expect(sent.url).toBe(url);
    expect(sent.seen?.["query"]).toEqual({ pageable });
  });
  test("is absent where it is optional and nothing came, and refused where it lacks what it needs", async () => {
    const { get } = await program;
    expect(await get("/d")).toEqual({ status: 200, seen: expect.objectContaining({ query: {} }) as unknown });
    expect((await get("/c")).status).toBe(400);
  });
  test("arrives as other clients send it", async () => {
    const { get } = await program;
    const seen = async (query: string): Promise<unknown> => (await get(`/a?${query}`)).seen?.["query"];
    expect(await seen("page=0&sort=name,asc&sort=id")).toEqual({ pageable: { page: 0, sort: ["name,asc", "id"] } });
    expect(await seen("sort=id")).toEqual({ pageable: { sort: ["id"] } });
    expect(await seen("sort=%5B%22id%22%5D")).toEqual({ pageable: { sort: ["id"] } });
    expect((await get("/a?page=0&page=1")).status).toBe(400);
  });
});

describe("parameters of a path without text between them", () => {
  const at = (name: string, schema: string): string => `{ name: ${name}, in: path, required: true, schema: ${schema} }`;
  const text = "{ type: string }";
  const program = programOf(
    `${head()}paths:\n${[
      get("/a/{id}{ext}", "suffix", `${at("id", text)}, ${at("ext", "{ enum: [.json, .xml] }")}`),
      get("/b/{lang}{rest}", "prefix", `${at("lang", "{ enum: [en, deu] }")}, ${at("rest", text)}`),
      get("/c/{id}{ext}", "pattern", `${at("id", "{ type: integer }")}, ${at("ext", '{ type: string, pattern: "^[a-z]+$" }')}`),
      get("/d/{id}{.ext}", "label", `${at("id", text)}, ${at("ext", text)}`),
      get("/e/x{id}{ext}/y", "within", `${at("id", text)}, ${at("ext", "{ enum: [.json] }")}`),
      get("/f/{id}{ext}", "open", `${at("id", text)}, ${at("ext", text)}`),
    ].join("")}`,
  );
  test.each([
    ["suffix", { id: "42", ext: ".json" }],
    ["suffix", { id: "a.b é", ext: ".xml" }],
    ["prefix", { lang: "deu", rest: "x".repeat(500) }],
    ["prefix", { lang: "en", rest: "u" }],
    ["pattern", { id: 17, ext: "abc" }],
    ["label", { id: "a", ext: "tar" }],
    ["within", { id: "1", ext: ".json" }],
    ["open", { id: "ab", ext: "c" }],
  ])("are divided as they allow: %s %j", async (operation, path) => {
    const { send } = await program;
    const sent = await send(operation, { path });
    expect(sent.result.error).toBeUndefined();
    expect(sent.seen?.["path"]).toEqual(path);
  });
  test("are refused where no division is valid", async () => {
    const { get: ask } = await program;
    expect((await ask("/a/42.txt")).status).toBe(400);
  });
});

describe("several parameters of one segment of a path", () => {
  const at = (name: string, schema = "{ type: string }"): string => `{ name: ${name}, in: path, required: true, schema: ${schema} }`;
  const [integer, date] = ["{ type: integer }", "{ type: string, format: date }"];
  const list = "{ type: array, items: { type: string } }";
  const program = programOf(
    `${head()}paths:\n${[
      get("/a/{from}-{to}", "texts", `${at("from")}, ${at("to")}`),
      get("/b/{a}-{b}", "integers", `${at("a", integer)}, ${at("b", integer)}`),
      get("/c/{first}-{last}", "dates", `${at("first", date)}, ${at("last", date)}`),
      get("/d/{id}-{rest}", "uuid", `${at("id", "{ type: string, format: uuid }")}, ${at("rest")}`),
      get("/e/{id}:cancel", "cancel", at("id")),
      get("/e/{id}", "plain", at("id")),
      get("/f/x{a}y{b}z", "letters", `${at("a")}, ${at("b", integer)}`),
      get("/report.{format}", "report", at("format")),
      get("/g/{a}@{b}", "encoded", `${at("a")}, ${at("b")}`),
      get("/h/{a},{b}", "commas", `${at("a", list)}, ${at("b")}`),
      get("/i/{a}.{b}", "words", `${at("a")}, ${at("b", "{ enum: [tar.gz, gz, zip] }")}`),
    ].join("")}`,
  );
  test.each([
    ["texts", { from: "a-b", to: "c" }],
    ["texts", { from: "é /", to: "?" }],
    ["integers", { a: 1, b: 2 }],
    ["integers", { a: 1, b: -2 }],
    ["integers", { a: -1, b: -2 }],
    ["dates", { first: "2020-01-02", last: "2021-03-04" }],
    ["uuid", { id: "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", rest: "x-y-z" }],
    ["cancel", { id: "5" }],
    ["cancel", { id: "a:cancel" }],
    ["plain", { id: "a:cancel" }],
    ["letters", { a: "1y2", b: 3 }],
    ["report", { format: "tar.gz" }],
    ["encoded", { a: "x@y", b: "z@" }],
    ["commas", { a: ["1", "2"], b: "3,4" }],
    ["words", { a: "x.y", b: "gz" }],
    ["words", { a: "x.y", b: "zip" }],
  ])("arrive as they were sent: %s %j", async (operation, path) => {
    const { send } = await program;
    const sent = await send(operation, { path });
    expect(sent.result.error).toBeUndefined();
    expect(sent.seen?.["path"]).toEqual(path);
  });
  test("of which nothing fits are refused, with no more work than their length", async () => {
    const { get: ask } = await program;
    expect((await ask("/b/1-x")).status).toBe(400);
    expect((await ask(`/b/${"-".repeat(5000)}`)).status).toBe(400);
  });
});

test("what cannot be sent, or is sent twice, is told where it is generated", async () => {
  const parameters =
    "{ name: page, in: query, schema: { type: integer } }, { name: opts, in: query, schema: { $ref: '#/components/schemas/Opts' } }";
  const deep = parameters.replace("in: query, schema: { $ref", "in: query, style: deepObject, schema: { $ref");
  const description = `${head()}paths:\n${get("/a", "a", parameters)}${get("/b", "b", deep)}${get("/c", "c", "").replace("get:", "trace:")}components: { schemas: { Opts: { type: object, properties: { page: { type: integer }, size: { type: integer } } } } }\n`;
  const { diagnostics } = await generateTexts({ "a.yaml": description }, ["client"], { strict: false });
  const told = diagnostics.filter(({ code }) => code === "method-forbidden" || code === "query-name-shared");
  expect(told.map(({ code, message }) => [code, message])).toEqual([
    [
      "query-name-shared",
      '"page" is a query parameter, and a property of "opts", whose properties are sent as parameters: given twice, it is refused.',
    ],
    ["method-forbidden", "No client can send TRACE: `fetch` refuses it."],
  ]);
});

test("what is a member of an exploded object, and something beside it, is told with both places", async () => {
  const string = "{ type: string }";
  const object = (...names: readonly string[]): string =>
    `{ type: object, properties: { ${names.map((name) => `${name}: ${string}`).join(", ")} } }`;
  const parameter = (name: string, schema: string, place = "query", more = ""): string =>
    `{ name: ${name}, in: ${place}, schema: ${schema}${more} }`;
  const form = (id: string, fields: string, encoding: string, mediaType = "application/x-www-form-urlencoded"): string =>
    `  /${id}: { post: { operationId: ${id}, requestBody: { content: { ${mediaType}: { schema: { type: object, properties: { ${fields} } }, encoding: { ${encoding} } } } }, ${answer} } }\n`;
  const exploded = "{ style: form, explode: true }";
  const described = [
    get("/a", "members", `${parameter("a", object("page", "a"))}, ${parameter("b", object("page", "b"))}`),
    get("/b", "cookies", `${parameter("page", string, "cookie")}, ${parameter("a", object("page"), "cookie", ", explode: true")}`),
    get("/c", "choice", `${parameter("page", string)}, ${parameter("a", `{ oneOf: [${object("page")}, ${object("z")}] }`)}`),
    get(
      "/d",
      "apart",
      `${parameter("page", string)}, ${parameter("a", object("a"))}, ${parameter("b", object("page"), "query", ", style: deepObject")}`,
    ),
    form("plain", `page: ${string}, opts: ${object("page", "size")}`, `opts: ${exploded}`),
    form("both", `a: ${object("page", "a")}, b: ${object("page", "b")}`, `a: ${exploded}, b: ${exploded}`),
    form("parts", `page: ${string}, opts: ${object("page")}`, `opts: ${exploded}`, "multipart/form-data"),
    form("json", `page: ${string}, opts: ${object("page")}`, "opts: { contentType: application/json }"),
    form("deep", `page: ${string}, opts: ${object("page")}`, "opts: { style: deepObject }"),
    form("flat", `page: ${string}, opts: ${object("page")}`, "opts: { style: form, explode: false }"),
    form("own", `opts: ${object("opts")}`, `opts: ${exploded}`),
  ];
  const { diagnostics } = await generateTexts({ "a.yaml": `${head()}paths:\n${described.join("")}` }, ["client", "server"], {
    strict: false,
  });
  const told = diagnostics.filter(({ code }) => code === "form-name-shared" || code === "query-name-shared");
  expect(told.map(({ code, message, at }) => [code, message, at !== undefined && "pointer" in at ? at.pointer.split("/")[2] : at])).toEqual(
    [
      [
        "query-name-shared",
        '"page" is a property of "a" and of "b", whose properties are sent as parameters: given twice, it is refused.',
        "~1a",
      ],
      [
        "query-name-shared",
        '"page" is a cookie parameter, and a property of "a", whose properties are sent as parameters: given twice, it is refused.',
        "~1b",
      ],
      [
        "query-name-shared",
        '"page" is a query parameter, and a property of "a", whose properties are sent as parameters: given twice, it is refused.',
        "~1c",
      ],
      [
        "form-name-shared",
        '"page" is a field of the form, and a property of "opts", whose properties are sent as fields: given twice, it is refused.',
        "~1plain",
      ],
      [
        "form-name-shared",
        '"page" is a property of "a" and of "b", whose properties are sent as fields: given twice, it is refused.',
        "~1both",
      ],
      [
        "form-name-shared",
        '"page" is a field of the form, and a property of "opts", whose properties are sent as fields: given twice, it is refused.',
        "~1parts",
      ],
    ],
  );
  const places = told.map(({ related = [] }) => related.map(({ at }) => ("pointer" in at ? at.pointer.replace(/^.*(?=schema)/, "") : at)));
  expect(places[3]).toEqual(["schema/properties/opts/properties/page", "schema/properties/page"]);
  expect(places[4]).toEqual(["schema/properties/b/properties/page", "schema/properties/a/properties/page"]);
});

test("an object with nothing in it is JSON in a form, and a list with nothing in it is left out", async () => {
  const schema =
    "{ type: object, properties: { o: { type: object, additionalProperties: { type: string } }, l: { type: array, items: { type: string } }, n: { type: string } } }";
  const form = (id: string, mediaType: string): string =>
    `  /${id}: { post: { operationId: ${id}, requestBody: { required: true, content: { ${mediaType}: { schema: ${schema} } } }, ${answer} } }\n`;
  const { send } = await programOf(
    `${head()}paths:\n${form("encoded", "application/x-www-form-urlencoded")}${form("parts", "multipart/form-data")}`,
  );
  for (const id of ["encoded", "parts"])
    expect((await send(id, { body: { o: {}, l: [], n: "x" } })).seen?.["body"]).toEqual({ o: {}, n: "x" });
});
