import { describe, expect, test } from "vitest";
import type { OperationFilter, WrittenFilter } from "../../../../src/openapi/selection/selection.js";
import type { Json } from "../../../../src/source/source-file.js";
import { parse, syntaxErrors } from "../../../security/shape.js";
import { generateTexts, type Generated } from "../../../support/pipeline.js";

type Object = Readonly<Record<string, unknown>>;

const only = (value: OperationFilter, name = "include"): readonly WrittenFilter[] => [{ value, name }];
const answer = (schema: unknown): Object => ({ responses: { 200: { description: "ok", content: { "application/json": { schema } } } } });
const ref = (name: string): Object => ({ $ref: `#/components/schemas/${name}` });
const described = (paths: Object, rest: Object = {}, version = "3.1.0"): string =>
  JSON.stringify({ openapi: version, info: { title: "Shop", version: "1" }, paths, ...rest });

const operationsOf = ({ api }: Generated): readonly string[] =>
  [...(api?.operations ?? []), ...(api?.webhooks ?? [])].map(({ method, path }) => `${method} ${path}`);
const schemasOf = ({ api }: Generated): readonly string[] =>
  [...(api?.schemas.values() ?? [])].filter(({ hidden }) => hidden !== true).map(({ wireName }) => wireName);
const said = ({ diagnostics }: Generated): readonly string[] => diagnostics.map(({ code }) => code);
const select = (text: string, include?: OperationFilter, exclude?: OperationFilter): Promise<Generated> =>
  generateTexts({ "api.json": text }, ["types", "validators", "client"], {
    ...(include && { include: only(include) }),
    ...(exclude && { exclude: only(exclude, "exclude") }),
  });

const shop = described(
  {
    "/pets": {
      get: { operationId: "listPets", tags: ["pets"], ...answer(ref("Pet")) },
      post: { operationId: "addPet", tags: ["pets", "staff"], "x-internal": true },
    },
    "/orders/{id}": {
      "x-audience": ["partner", "staff"],
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { operationId: "getOrder", tags: ["orders"], deprecated: true, ...answer(ref("Order")) },
    },
    "/staff": { "x-internal": true, get: { "x-internal": false, operationId: "listStaff" }, copy: {}, trace: {} },
  },
  {
    webhooks: { petSold: { post: { tags: ["pets"], requestBody: { content: { "application/json": { schema: ref("Pet") } } } } } },
    components: { schemas: { Pet: { type: "object" }, Order: { type: "object" }, Unused: { type: "object" } } },
  },
);

describe("operations are selected", () => {
  test.each<[string, OperationFilter, readonly string[]]>([
    ["by a tag", { tags: ["pets"] }, ["GET /pets", "POST /pets", "POST petSold"]],
    ["by one of several tags", { tags: ["orders", "staff"] }, ["POST /pets", "GET /orders/{id}"]],
    ["by operationId", { operations: ["*Pet*", "getOrder"] }, ["GET /pets", "POST /pets", "GET /orders/{id}"]],
    ["by path, and a webhook by its name", { paths: ["/orders/*", "petSold"] }, ["GET /orders/{id}", "POST petSold"]],
    ["by method, in whatever case", { methods: ["GET", "Trace"] }, ["GET /pets", "GET /orders/{id}", "GET /staff", "TRACE /staff"]],
    ["by deprecation", { deprecated: true }, ["GET /orders/{id}"]],
    ["by all of an object at once", { tags: ["pets"], methods: ["post"], paths: ["/**"] }, ["POST /pets"]],
    ["by an extension, which may be that of the path", { extensions: ["x-internal"] }, ["POST /pets", "TRACE /staff"]],
    [
      "by an extension with a value, where none is false",
      { extensions: { "x-internal": false }, methods: ["get"] },
      ["GET /pets", "GET /orders/{id}", "GET /staff"],
    ],
    ["by a value in a list", { extensions: { "x-audience": ["partner", "public"] } }, ["GET /orders/{id}"]],
    ["by a whole list", { extensions: { "x-audience": ["partner", "staff"] as Json } }, ["GET /orders/{id}"]],
  ])("%s", async (_, include, expected) => {
    const result = await select(shop, include);
    expect(operationsOf(result)).toEqual(expected);
    expect(said(result).filter((code) => code !== "unknown-member" && code !== "method-forbidden")).toEqual([]);
  });

  test("by one of several objects, and out again by any", async () => {
    const include = [...only({ tags: ["pets"] }), ...only({ deprecated: true })];
    const result = await generateTexts({ "api.json": shop }, ["types"], { include, exclude: only({ methods: ["post"] }, "exclude") });
    expect(operationsOf(result)).toEqual(["GET /pets", "GET /orders/{id}"]);
  });

  test("by nothing, where only some are left out", async () => {
    expect(operationsOf(await select(shop, undefined, { tags: ["pets"], extensions: ["x-internal"] }))).toContain("GET /pets");
  });

  test("in 3.2, also by methods that are not of HTTP", async () => {
    const text = described(
      { "/pets": { get: answer(true), additionalOperations: { COPY: answer(true), MOVE: answer(true) } } },
      {},
      "3.2.0",
    );
    const result = await select(text, { methods: ["copy"] });
    expect([operationsOf(result), said(result)]).toEqual([["COPY /pets"], []]);
  });

  test("whatever their names are", async () => {
    const paths = JSON.parse(
      '{ "/__proto__": { "get": { "tags": ["__proto__"], "x-a": 1 } }, "/b": { "get": { "tags": ["constructor"] } } }',
    ) as Object;
    expect(operationsOf(await select(described(paths), { tags: ["__proto__"] }))).toEqual(["GET /__proto__"]);
    expect(operationsOf(await select(described(paths), { tags: ["constructor"] }))).toEqual(["GET /b"]);
    const byExtension = await select(described(paths), { extensions: ["toString"] });
    expect(said(byExtension)).toEqual(["select-nothing"]);
  });

  test("of YAML with Windows line ends and shared nodes", async () => {
    const yaml = `openapi: 3.0.3
info: { title: A, version: "1" }
paths:
  /a: &a
    get: &get { tags: [x], responses: { "200": { description: ok } } }
    put: { responses: { "200": { description: ok } } }
  /b: *a
  /c: { get: *get }
`.replaceAll("\n", "\r\n");
    const result = await generateTexts({ "a.yaml": yaml }, ["types"], {
      include: [...only({ paths: ["/a"], methods: ["get"] }), ...only({ paths: ["/b"], methods: ["put"] })],
    });
    expect(operationsOf(result)).toEqual(["GET /a", "PUT /b"]);
  });
});

describe("what no selected operation needs", () => {
  test("is left out, but for where the configuration wants it", async () => {
    expect(schemasOf(await select(shop, { tags: ["pets"] }))).toEqual(["Pet"]);
    const all = await generateTexts({ "api.json": shop }, ["types"], { include: only({ tags: ["pets"] }), components: "all" });
    expect(schemasOf(all)).toEqual(["Pet", "Order", "Unused"]);
    const reachable = await generateTexts({ "api.json": shop }, ["types"], { components: "reachable" });
    expect([schemasOf(reachable), operationsOf(reachable).length]).toEqual([["Pet", "Order"], 6]);
    expect(schemasOf(await generateTexts({ "api.json": shop }, ["types"]))).toEqual(["Pet", "Order", "Unused"]);
  });

  test("is not read: mistakes in it are not reported", async () => {
    const paths = {
      "/good": { get: { operationId: "good", ...answer(ref("Good")) } },
      "/bad": {
        get: { operationId: "good", tags: 7, parameters: "none", security: 1, ...answer({ type: "strnig", $ref: "missing.json" }) },
        post: answer(ref("Bad")),
      },
      "/{x}": { $ref: "gone.yaml#/x" },
    };
    const schemas = {
      Good: { type: "object" },
      Bad: { $id: "no uri %%", type: [7] },
      Worse: { $anchor: "a", $defs: { b: { $anchor: "a" } }, allOf: 3 },
    };
    const text = described(paths, {
      components: { schemas, securitySchemes: { odd: { type: "odd" } }, parameters: { p: 1 } },
      tags: [{ name: "x", "x-sunset": 1 }],
    });
    const result = await select(text, { paths: ["/good"] });
    expect([operationsOf(result), said(result), schemasOf(result)]).toEqual([["GET /good"], [], ["Good"]]);
    expect(said(await select(text, undefined, { paths: ["/bad", "/{x}"] }))).toEqual([]);
    expect(said(await generateTexts({ "api.json": text })).length).toBeGreaterThan(5);
  });

  test("is kept where a value may need it: what extends a schema with a discriminator, through others and aliases", async () => {
    const schemas = {
      Other: { allOf: [ref("Plain")] },
      Plain: { type: "object" },
      Animal: {
        type: "object",
        discriminator: { propertyName: "kind", mapping: { eel: "Eel" } },
        properties: { kind: { type: "string" } },
      },
      Beast: { $ref: "#/components/schemas/Animal" },
      Cat: { allOf: [{ allOf: [ref("Animal")] }, { type: "object", properties: { toy: ref("Toy") } }] },
      Tabby: { type: "object", allOf: [ref("Cat")] },
      Eel: { type: "object" },
      Toy: { type: "string" },
      Listed: { oneOf: [ref("Eel")], discriminator: { propertyName: "kind" } },
      Extension: { allOf: [ref("Listed")] },
    };
    const text = described(
      { "/a": { get: answer(ref("Animal")) }, "/b": { get: answer(ref("Plain")) }, "/c": { get: answer(ref("Listed")) } },
      { components: { schemas } },
    );
    expect(schemasOf(await select(text, { paths: ["/a"] }))).toEqual(["Animal", "Cat", "Tabby", "Eel", "Toy"]);
    expect(schemasOf(await select(text, { paths: ["/b"] }))).toEqual(["Plain"]);
    expect(schemasOf(await select(text, { paths: ["/c"] }))).toEqual(["Eel", "Listed"]);
  });

  test("is kept where a dynamic reference may mean it", async () => {
    const schemas = {
      Tree: { $id: "https://a.example/tree", $dynamicAnchor: "node", type: "object", properties: { next: { $dynamicRef: "#node" } } },
      Strict: { $id: "https://a.example/strict", $dynamicAnchor: "node", $ref: "tree", properties: { name: ref("Name") } },
      Name: { type: "string" },
      Far: { $id: "https://a.example/far", $dynamicAnchor: "other" },
    };
    const fixed = { ...schemas, Strict: { ...schemas.Strict, properties: { name: { type: "string" } } } };
    const text = described(
      { "/a": { get: answer({ $ref: "https://a.example/strict" }) }, "/b": { get: answer(ref("Far")) } },
      { components: { schemas: fixed } },
    );
    const names = schemasOf(await select(text, { paths: ["/a"] }));
    expect(names).toContain("Tree");
    expect(names).not.toContain("Far");
    expect(names).not.toContain("Name");
  });

  test("of security schemes: those of the operations, of the document, and of the limits are kept", async () => {
    const scheme = (name: string): Object => ({ type: "apiKey", in: "header", name });
    const rest = {
      security: [{ usual: [] }],
      components: {
        securitySchemes: { own: scheme("A"), usual: scheme("B"), counted: scheme("C"), none: scheme("D"), asked: scheme("E") },
      },
    };
    const paths = { "/a": { get: { security: [{ own: [] }] } }, "/b": { get: {} } };
    const schemes = ({ api }: Generated): readonly string[] => (api?.securitySchemes ?? []).map(({ name }) => name);
    expect(schemes(await select(described(paths, rest), { paths: ["/a"] }))).toEqual(["own"]);
    expect(schemes(await select(described(paths, rest), { paths: ["/b"] }))).toEqual(["usual"]);
    const limits = { "x-rate-limits": { key: { securityScheme: "counted" }, plans: { free: { policies: { minute: { q: 1, w: 60 } } } } } };
    const counted = await select(described(paths, { ...rest, ...limits }), { paths: ["/a"] });
    expect(schemes(counted)).toEqual(["own", "counted"]);
    const configured = {
      value: { key: { securityScheme: "asked" }, operations: { later: { cost: 2 } } },
      name: "limits",
      at: { file: "file:///c", pointer: "/limits" },
    };
    const later = described({ ...paths, "/c": { get: { operationId: "later" } } }, rest);
    const asked = await generateTexts({ "api.json": later }, ["types", "client"], { include: only({ paths: ["/a"] }), limits: configured });
    expect([schemes(asked), said(asked)]).toEqual([["own", "asked"], []]);
  });

  test("is left out of 2.0, too", async () => {
    const text = JSON.stringify({
      swagger: "2.0",
      info: { title: "A", version: "1" },
      paths: {
        "/a": {
          get: { tags: ["a"], parameters: [{ $ref: "#/parameters/page" }], responses: { 200: { $ref: "#/responses/Pet" } } },
          post: { tags: ["b"], parameters: [{ in: "body", name: "b", schema: { $ref: "#/definitions/Bad" } }, { $ref: "lost.json" }] },
        },
      },
      parameters: { page: { in: "query", name: "page", type: "integer" }, other: { in: "query", name: "other", type: "strnig" } },
      responses: { Pet: { description: "ok", schema: { $ref: "#/definitions/Pet" } }, Other: 3 },
      definitions: {
        Pet: { type: "object", discriminator: "kind", properties: { kind: { type: "string" } } },
        Cat: { allOf: [{ $ref: "#/definitions/Pet" }] },
        Bad: { type: "strnig" },
      },
      securityDefinitions: { unused: { type: "basic" } },
    });
    const result = await select(text, { tags: ["a"] });
    expect([operationsOf(result), schemasOf(result), said(result), result.api?.securitySchemes]).toEqual([
      ["GET /a"],
      ["Pet", "Cat"],
      [],
      [],
    ]);
  });
});

test.each(["COMPONENTS", "Components", "component"])(
  "schemas of misspelt %s have names of types beside a selection",
  async (components) => {
    const schemas = { true: { type: "string" }, delete: ref("true"), "pet-kind": { enum: ["a"] }, "1st": {}, "a b": {}, "": {} };
    const text = JSON.stringify({ openapi: "3.1.0", info: { title: "Shop", version: "1" }, paths: {}, [components]: { schemas } });
    const { api, files } = await generateTexts({ "api.json": text }, ["types", "validators"], { components: "reachable" });
    for (const { names } of api?.schemas.values() ?? []) expect(names.type).toMatch(/^[A-Z_]\w*$/);
    for (const { text: printed } of files) expect(syntaxErrors(parse("a.ts", printed))).toEqual([]);
  },
);

describe("a description in several files", () => {
  const files = {
    "api.yaml": `openapi: 3.1.0
info: { title: A, version: "1" }
paths:
  /pets: { $ref: pets.yaml }
  /more: { $ref: "shared.yaml#/item" }
  /again: { $ref: "shared.yaml#/item", summary: Mine }
  /broken: { $ref: broken.yaml }
`,
    "pets.yaml": `get: { operationId: listPets, tags: [pets], responses: { "200": { description: ok, content: { application/json: { schema: { $ref: pet.yaml } } } } } }
post: { operationId: addPet, tags: [staff], requestBody: { $ref: lost.yaml }, responses: { "200": { description: ok } } }
`,
    "pet.yaml": "type: object\n",
    "shared.yaml": `item:
  parameters: [{ name: q, in: query, schema: { type: string } }]
  get: { responses: { "200": { description: ok } } }
  put: { responses: { "200": { description: ok } } }
`,
    "broken.yaml": "get: [unclosed\n",
  };

  test("is read as far as it is selected", async () => {
    const result = await generateTexts(files, ["types"], {
      include: only({ tags: ["pets"] }),
      exclude: only({ paths: ["/broken"] }, "exclude"),
    });
    expect([operationsOf(result), said(result)]).toEqual([["GET /pets"], []]);
  });

  test("says what cannot be read where a selected operation may be in it", async () => {
    const result = await generateTexts(files, ["types"], { include: only({ tags: ["pets"] }) });
    expect(said(result)).toContain("syntax");
    expect(said(await generateTexts(files, ["types"], { include: only({ paths: ["/broken"] }) }))).toEqual(["syntax"]);
  });

  test("may have other operations of one path item at each path", async () => {
    const include = [...only({ paths: ["/more"], methods: ["get"] }), ...only({ paths: ["/again"], methods: ["put"] })];
    const result = await generateTexts(files, ["types"], { include });
    expect(operationsOf(result)).toEqual(["GET /more", "PUT /again"]);
    expect(result.api?.operations.map(({ parameters, doc }) => [parameters.length, doc.summary])).toEqual([
      [1, undefined],
      [1, "Mine"],
    ]);
  });
});

describe("names do not depend on what else is selected", () => {
  const schemas = { "pet.item": { type: "object" }, PetItem: { type: "object" } };
  const text = described(
    {
      "/a": { get: { operationId: "get-pet", tags: ["One"], ...answer(ref("PetItem")) } },
      "/b": { get: { operationId: "get_pet", tags: ["one"], ...answer(ref("pet.item")) } },
    },
    { components: { schemas }, tags: [{ name: "One" }, { name: "one" }] },
  );
  const named = ({ api }: Generated): Object => ({
    ...Object.fromEntries((api?.operations ?? []).map(({ path, names }) => [path, names.value])),
    ...Object.fromEntries([...(api?.schemas.values() ?? [])].map(({ wireName, id }) => [wireName, id])),
    ...Object.fromEntries((api?.tags ?? []).map(({ name, stem }) => [`tag ${name}`, stem])),
  });

  test("of functions, types and files of handlers", async () => {
    const whole = named(await generateTexts({ "api.json": text }, ["types"]));
    const second = named(await select(text, { paths: ["/b"] }));
    expect(second).toEqual({ "/b": whole["/b"], "pet.item": whole["pet.item"], "tag one": whole["tag one"] });
    expect(named(await select(text, { paths: ["/a"] }))).toEqual({ "/a": whole["/a"], PetItem: "PetItem", "tag One": "one" });
  });

  test("but for an operationId that is given twice: leaving out the other settles which is meant", async () => {
    const twice = text.replace("get_pet", "get-pet");
    expect(named(await select(twice, { paths: ["/b"] }))["/b"]).toBe("getPet");
  });
});

test("a replacement that is left out is told in words, and is no mistake", async () => {
  const paths = {
    "/a": { get: { operationId: "old", deprecated: true, "x-deprecation": { replacement: { operationId: "new" } } } },
    "/b": { get: { operationId: "new" } },
  };
  const result = await select(described(paths), { paths: ["/a"] });
  expect([said(result), result.api?.operations[0]?.doc.lifecycle?.replacement]).toEqual([[], { kind: "text", note: "new" }]);
});

describe("a selection that cannot be meant", () => {
  const told = ({ diagnostics }: Generated): readonly string[] =>
    diagnostics.map(({ code, message, hint }) => `${code}: ${message}${hint === undefined ? "" : ` ${hint}`}`);
  test.each<[string, OperationFilter | undefined, OperationFilter | undefined, readonly string[]]>([
    [
      "leaves out all",
      undefined,
      { paths: ["**"] },
      [
        "select-nothing: `exclude` leaves out all 5 operations and 1 webhook that the description has. Leave out less, or remove the API from the configuration.",
      ],
    ],
    [
      "leaves out all that it selects",
      { tags: ["orders"] },
      { deprecated: true },
      [
        "select-nothing: `exclude` leaves out all 1 operation that `include` selects. Leave out less, or remove the API from the configuration.",
      ],
    ],
    [
      "has parts that never hold together",
      { tags: ["orders"], methods: ["post"] },
      undefined,
      [
        "select-nothing: `include` selects none of the 5 operations and 1 webhook of the description. What stands in one object has to hold of an operation at once. For alternatives, write a list of objects.",
      ],
    ],
    [
      "names a method that does not exist",
      { methods: ["gett"] },
      undefined,
      [
        'select-unknown-method: "gett" in `include` is not a method. Did you mean "get"?',
        'select-nothing: `include` selects none of the 5 operations and 1 webhook of the description. Did you mean "get"?',
      ],
    ],
  ])("%s", async (_, include, exclude, expected) => {
    const result = await select(shop, include, exclude);
    expect(told(result)).toEqual(expected);
    expect(result.files).toEqual([]);
  });

  test("is of a description without operations", async () => {
    expect(told(await select(described({}), { tags: ["a"] }))).toEqual([
      "select-nothing: The description has no operations to select from.",
    ]);
  });
});

test.each([
  [
    "x-audience:partner",
    'A name of an extension asks whether `x-audience` is there. In a configuration, `extensions: { "x-audience": "partner" }`',
  ],
  ["x-audience = a:b", '{ "x-audience": "a:b" }'],
  ["x-audence:partner", "No operation or path of the description has `x-audence:partner`."],
])("an extension that is written with a value is told from one that is not there: %s", async (text, hint) => {
  const paths = { "/a": { get: { "x-audience": ["public", "partner"], tags: ["Users, Groups"] } } };
  const { diagnostics } = await select(described(paths), { extensions: [text] });
  expect(diagnostics).toMatchObject([{ code: "select-nothing", hint: expect.stringContaining(hint) as unknown }]);
  const byTag = await select(described(paths), { tags: ["pets"] });
  expect(byTag.diagnostics).toMatchObject([{ hint: 'The tags are "Users, Groups".' }]);
});
