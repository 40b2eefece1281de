import { describe, expect, test } from "vitest";
import { readDescription } from "../../../../src/generate.js";
import { compareApis, isChanged, type ApiChanges } from "../../../../src/model/compare/compare-apis.js";
import { told, type Told } from "./told.js";
import type { Api } from "../../../../src/model/ir/api.js";
import { memoryIo } from "../../../support/memory-io.js";

interface Written {
  paths: Record<string, Record<string, Record<string, unknown>>>;
  components: { schemas: Record<string, Record<string, unknown>>; securitySchemes?: object };
  info: { title: string; version: string };
  servers?: readonly object[];
}

const start = (): Written => ({
  info: { title: "Pets", version: "1.0" },
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        summary: "List",
        parameters: [
          { name: "limit", in: "query", schema: { type: "integer" } },
          { name: "page", in: "query", schema: { type: "object", default: { b: 1, a: [1, 2] } } },
        ],
        responses: { "200": { description: "ok", content: { "application/json": { schema: { $ref: "#/components/schemas/Pets" } } } } },
      },
      post: {
        operationId: "addPet",
        requestBody: { required: true, content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } } },
        responses: { "201": { description: "ok" } },
      },
    },
    "/old": { delete: { operationId: "old", responses: { "204": { description: "ok" } } } },
  },
  components: {
    schemas: {
      Pets: { type: "array", items: { $ref: "#/components/schemas/Pet" } },
      Pet: {
        type: "object",
        required: ["name", "id"],
        properties: {
          id: { type: "integer", readOnly: true },
          name: { type: "string", description: "Its name" },
          kind: { enum: ["cat", "dog"] },
        },
      },
      Node: { type: "object", properties: { next: { $ref: "#/components/schemas/Node" } } },
    },
  },
});

async function apiOf(value: object): Promise<Api> {
  const io = memoryIo({ "/project/api.json": JSON.stringify({ openapi: "3.1.0", ...value }) });
  const { api, diagnostics } = await readDescription(
    { input: "api.json", source: "api.json", command: "x", emit: ["types"], name: undefined },
    io,
  );
  if (api === undefined) throw new Error(JSON.stringify(diagnostics));
  return api;
}

async function changes(change: (value: Written) => void): Promise<ApiChanges> {
  const value = start();
  change(value);
  return compareApis(await apiOf(start()), await apiOf(value));
}

const none: Told = {
  added: [],
  removed: [],
  deprecated: [],
  changed: [],
  schemas: { added: [], removed: [], changed: [] },
  whole: [],
  remarks: [],
};

/** A member that a test knows to be there. */
function at(value: unknown, ...keys: readonly (string | number)[]): Record<string, unknown> {
  return keys.reduce<unknown>((each, key) => (each as Record<string | number, unknown>)[key], value) as Record<string, unknown>;
}

describe("no change of meaning is", () => {
  const same: Readonly<Record<string, (value: Written) => void>> = {
    nothing: () => undefined,
    "other prose": (value) => {
      at(value, "paths", "/pets", "get")["summary"] = "List them";
      at(value, "paths", "/pets", "get", "responses", "200")["description"] = "All";
      at(value, "components", "schemas", "Pet", "properties", "name")["description"] = "What it is called";
    },
    "another order of members": (value) => {
      const { id, name, kind } = at(value, "components", "schemas", "Pet", "properties");
      at(value, "components", "schemas", "Pet")["properties"] = { kind, name, id };
      at(value, "components", "schemas", "Pet")["required"] = ["id", "name"];
      at(value, "components", "schemas", "Pet", "properties")["kind"] = { enum: ["dog", "cat"] };
      value.paths = Object.fromEntries(Object.entries(value.paths).reverse());
      (at(value, "paths", "/pets", "get")["parameters"] as object[]).reverse();
    },
    examples: (value) => {
      at(value, "components", "schemas", "Pet")["examples"] = [{ id: 1, name: "Rex" }];
    },
  };
  test.each(Object.entries(same))("%s", async (_, change) => {
    const found = await changes(change);
    expect(found).toEqual(none);
    expect(isChanged(found)).toBe(false);
  });

  test("another version alone, which is said", async () => {
    const found = await changes(({ info }) => (info.version = "1.1"));
    expect(told(found)).toEqual({ ...none, remarks: ['its version is "1.1" now, and was "1.0"'] });
    expect(isChanged(found)).toBe(false);
  });
});

describe("a change is", () => {
  const list = { method: "GET", path: "/pets" };
  const add = { method: "POST", path: "/pets" };
  const cases: Readonly<Record<string, readonly [(value: Written) => void, Partial<Told>]>> = {
    "an operation more": [
      (value) => (value.paths["/new"] = { get: { responses: { "200": { description: "ok" } } } }),
      { added: [{ method: "GET", path: "/new" }] },
    ],
    "an operation less": [(value) => delete value.paths["/old"], { removed: [{ method: "DELETE", path: "/old" }] }],
    "a deprecation, with its dates": [
      (value) => Object.assign(at(value, "paths", "/pets", "get"), { deprecated: true, "x-sunset": "2030-12-05" }),
      { deprecated: [{ ...list, since: undefined, sunset: "2030-12-05" }] },
    ],
    "another operationId": [
      (value) => (at(value, "paths", "/pets", "get")["operationId"] = "pets"),
      { changed: [{ ...list, what: ['its operationId is "pets" now, and was "listPets"'] }] },
    ],
    "a parameter": [
      (value) => (at(value, "paths", "/pets", "get", "parameters", 0)["required"] = true),
      { changed: [{ ...list, what: ['its query parameter "limit" is required now'] }] },
    ],
    "a default": [
      (value) => (at(value, "paths", "/pets", "get", "parameters", 1, "schema")["default"] = { b: 1, a: [2, 1] }),
      {
        changed: [
          {
            ...list,
            what: ['its query parameter "page" has the default {"b":1,"a":[2,1]} now, and had {"b":1,"a":[1,2]}'],
          },
        ],
      },
    ],
    "a body": [
      (value) => (at(value, "paths", "/pets", "post", "requestBody")["required"] = false),
      { changed: [{ ...add, what: ["its request body is optional now"] }] },
    ],
    "a response": [
      (value) => (at(value, "paths", "/pets", "get", "responses")["404"] = { description: "none" }),
      { changed: [{ ...list, what: ["its response 404 is new"] }] },
    ],
    "what breaks callers, which is told first": [
      (value) => {
        at(value, "paths", "/pets", "get", "responses")["404"] = { description: "none" };
        const parameters = at(value, "paths", "/pets", "get")["parameters"] as object[];
        parameters.splice(0, 1, { name: "X-Key", in: "header", required: true, schema: {} });
        at(parameters, 1, "schema")["default"] = {};
      },
      {
        changed: [
          {
            ...list,
            what: [
              'its required header parameter "X-Key" is new',
              'its query parameter "limit" is gone',
              'its query parameter "page" has the default {} now, and had {"b":1,"a":[1,2]}',
              "its response 404 is new",
            ],
          },
        ],
      },
    ],
    security: [
      (value) => {
        value.components.securitySchemes = { key: { type: "http", scheme: "bearer" } };
        at(value, "paths", "/pets", "get")["security"] = [{ key: [] }];
      },
      { changed: [{ ...list, what: ["its security is key now, and was none"] }], whole: ['the security scheme "key" is new'] },
    ],
    servers: [(value) => (value.servers = [{ url: "https://a.example" }]), { whole: ['the server "https://a.example" is new'] }],
    "a schema, and every operation that it reaches": [
      (value) => (at(value, "components", "schemas", "Pet", "properties", "name")["maxLength"] = 9),
      {
        schemas: { added: [], removed: [], changed: ['Pet: property "name" has the greatest length 9 now, and had none'] },
        changed: [
          { ...list, what: ["its responses changed"] },
          { ...add, what: ["its request body changed"] },
        ],
      },
    ],
    "a schema that refers to itself": [
      (value) => (at(value, "components", "schemas", "Node")["required"] = ["next"]),
      { schemas: { added: [], removed: [], changed: ['Node: property "next" is required now'] } },
    ],
    "a deprecated property": [
      (value) => (at(value, "components", "schemas", "Node", "properties")["more"] = { type: "string", deprecated: true }),
      { schemas: { added: [], removed: [], changed: ['Node: property "more" is new, and deprecated'] } },
    ],
    "schemas more and less": [
      (value) => {
        value.components.schemas = { ...value.components.schemas, constructor: { type: "string" } };
        delete value.components.schemas["Node"];
      },
      { schemas: { added: ["constructor"], removed: ["Node"], changed: [] } },
    ],
  };
  test.each(Object.entries(cases))("%s", async (_, [change, expected]) => {
    const found = await changes(change);
    expect(told(found)).toEqual({ ...none, ...expected });
    expect(isChanged(found)).toBe(true);
  });

  test("an end that moves, and one that is taken back", async () => {
    const ended = (date?: string): Written => {
      const value = start();
      if (date !== undefined) Object.assign(at(value, "paths", "/pets", "get"), { deprecated: true, "x-sunset": date });
      return value;
    };
    const [early, late, never] = await Promise.all([apiOf(ended("2030-01-01")), apiOf(ended("2031-01-01")), apiOf(ended())]);
    expect(told(compareApis(early, late))).toEqual({ ...none, deprecated: [{ ...list, since: undefined, sunset: "2031-01-01" }] });
    expect(told(compareApis(early, never))).toEqual({
      ...none,
      changed: [{ ...list, what: ["it is no longer deprecated, and was to be removed on 2030-01-01"] }],
    });
    expect(compareApis(late, late)).toEqual(none);
  });

  test("of what comes instead, of a stage and of tags is a change", async () => {
    const operationWith = async (members: object) => {
      const value = start();
      Object.assign(at(value, "paths", "/pets", "get"), members);
      return apiOf(value);
    };
    const replacedBy = (note: string): object => ({ deprecated: true, "x-deprecation": { replacement: { note } } });
    const [plain, old, other, beta, tagged] = await Promise.all([
      operationWith({}),
      operationWith(replacedBy("the search")),
      operationWith(replacedBy("the list")),
      operationWith({ "x-stability-level": "beta" }),
      operationWith({ tags: ["animals"] }),
    ]);
    const changed = (...what: readonly string[]) => ({ ...none, changed: [{ ...list, what }] });
    expect(told(compareApis(old, other))).toEqual(changed("it has another replacement now"));
    expect(told(compareApis(plain, beta))).toEqual(changed("it is of the stage beta now, and was stable"));
    expect(told(compareApis(plain, tagged))).toEqual(changed("its tags changed"));
  });
});

test("a chain of schemas ten and a hundred times as long is followed to its end", async () => {
  for (const length of [10, 100, 1000]) {
    const chain = (last: object): object => ({
      ...start(),
      components: {
        schemas: {
          ...start().components.schemas,
          ...Object.fromEntries(
            Array.from({ length }, (_, index) => [
              `S${String(index)}`,
              index === length - 1
                ? last
                : { type: "object", properties: { next: { $ref: `#/components/schemas/S${String(index + 1)}` } } },
            ]),
          ),
        },
      },
      paths: {
        "/s": {
          get: {
            responses: { "200": { description: "ok", content: { "application/json": { schema: { $ref: "#/components/schemas/S0" } } } } },
          },
        },
      },
    });
    const found = told(compareApis(await apiOf(chain({ type: "string" })), await apiOf(chain({ type: "integer" }))));
    expect(found.schemas.changed).toEqual([`S${String(length - 1)}: it is of type integer now, and was string`]);
    expect(found.changed).toEqual([{ method: "GET", path: "/s", what: ["its responses changed"] }]);
  }
});
