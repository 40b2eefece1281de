import { describe, expect, test } from "vitest";
import { apply, overlayOf } from "../../../support/overlays.js";

const description = {
  openapi: "3.1.0",
  info: { title: "Town", version: "1" },
  servers: [
    { url: "https://dev.example.com", description: "Dev" },
    { url: "https://example.com", description: "Production" },
  ],
  paths: {
    "/buildings": {
      get: {
        tags: ["town", "dummy"],
        parameters: [
          { name: "filter", in: "query" },
          { name: "dummy", in: "query" },
        ],
        responses: { 200: { description: "OK" }, 500: { description: "Broken" } },
      },
    },
    "/locations": {
      get: { tags: ["dummy"], parameters: [], responses: { 200: { description: "OK" }, default: { description: "Other" } } },
    },
  },
};

/** What actions make of a description, which must be all that there is to say. */
async function valueOf(start: unknown, actions: unknown, version?: string): Promise<unknown> {
  const { value, found } = await apply(start, overlayOf(actions, version));
  expect(found).toEqual([]);
  return value;
}

describe.each(["1.0.0", "1.1.0"])("an overlay of version %s", (version) => {
  test("merges objects: what is new comes last, what has a value gets another, all else stays", async () => {
    const update = {
      info: { title: "City", "x-overlaid": true },
      paths: { "/buildings": { get: { summary: "All" } } },
      tags: [{ name: "a" }],
    };
    const value = await valueOf(description, [{ target: "$", update }], version);
    expect(value).toEqual({
      ...description,
      info: { title: "City", version: "1", "x-overlaid": true },
      paths: {
        ...description.paths,
        "/buildings": { get: { ...description.paths["/buildings"].get, summary: "All" } },
      },
      tags: [{ name: "a" }],
    });
    expect(Object.keys(value as object)).toEqual(["openapi", "info", "servers", "paths", "tags"]);
  });

  test("changes each node that a wildcard or a filter selects", async () => {
    const actions = [
      { target: "$.paths.*.get", update: { "x-safe": true } },
      {
        target: "$.paths.*.get.parameters[?@.name=='filter' && @.in=='query']",
        update: { schema: { $ref: "#/components/schemas/filter" } },
      },
    ];
    expect(await valueOf(description, actions, version)).toMatchObject({
      paths: {
        "/buildings": { get: { "x-safe": true, parameters: [{ name: "filter", in: "query", schema: {} }, { name: "dummy" }] } },
        "/locations": { get: { "x-safe": true } },
      },
    });
  });

  test("appends an object to each list that is selected", async () => {
    const value = await valueOf(description, [{ target: "$.paths.*.get.parameters", update: { name: "new", in: "query" } }], version);
    expect(value).toMatchObject({
      paths: {
        "/buildings": { get: { parameters: [{}, {}, { name: "new", in: "query" }] } },
        "/locations": { get: { parameters: [{ name: "new", in: "query" }] } },
      },
    });
  });

  test("appends a list to one of the same name in an object that is merged", async () => {
    const value = await valueOf(description, [{ target: "$.paths['/buildings'].get", update: { tags: ["more", "tags"] } }], version);
    expect(value).toMatchObject({ paths: { "/buildings": { get: { tags: ["town", "dummy", "more", "tags"] } } } });
  });

  test("removes items and members, at whatever depth", async () => {
    const actions = [
      { target: "$.servers[?( @.description == 'Dev' )]", remove: true },
      { target: "$.paths..responses['500', 'default']", remove: true },
      { target: "$.paths.*.get.parameters[?@.name == 'dummy']", remove: true },
    ];
    expect(await valueOf(description, actions, version)).toEqual({
      ...description,
      servers: [description.servers[1]],
      paths: {
        "/buildings": {
          get: { tags: ["town", "dummy"], parameters: [{ name: "filter", in: "query" }], responses: { 200: { description: "OK" } } },
        },
        "/locations": { get: { tags: ["dummy"], parameters: [], responses: { 200: { description: "OK" } } } },
      },
    });
  });

  test("applies each action to the result of those before: a list is replaced in two", async () => {
    const actions = [
      { target: "$.servers", remove: true },
      { target: "$", update: { servers: [{ url: "http://localhost" }] } },
      { target: "$.servers[0]", update: { description: "Here" } },
    ];
    const { servers, ...others } = description;
    expect(servers).toHaveLength(2);
    expect(await valueOf(description, actions, version)).toEqual({
      ...others,
      servers: [{ url: "http://localhost", description: "Here" }],
    });
  });

  test("removes, whatever it would update", async () => {
    const { value, found } = await apply(description, overlayOf([{ target: "$.servers", update: { url: "/" }, remove: true }], version));
    expect(value).not.toHaveProperty("servers");
    expect(found).toEqual(["info overlay-no-effect overlay-1#/actions/0/update"]);
  });

  test("adds traits where an extension asks for them", async () => {
    const start = {
      openapi: "3.1.0",
      paths: {
        "/items": { get: { "x-oai-traits": ["paged"] } },
        "/items/{id}": { get: { "x-oai-traits": ["paged"], parameters: [{ name: "id" }] } },
        "/other": { get: {} },
      },
    };
    const update = { parameters: [{ name: "top" }, { name: "skip" }] };
    expect(await valueOf(start, [{ target: "$.paths[?(@.get['x-oai-traits'][?(@ == 'paged')])].get", update }], version)).toEqual({
      openapi: "3.1.0",
      paths: {
        "/items": { get: { "x-oai-traits": ["paged"], parameters: update.parameters } },
        "/items/{id}": { get: { "x-oai-traits": ["paged"], parameters: [{ name: "id" }, ...update.parameters] } },
        "/other": { get: {} },
      },
    });
  });
});

describe("an overlay of version 1.1", () => {
  test("changes and removes strings, numbers, booleans and null", async () => {
    const actions = [
      { target: "$.info.title", update: "City" },
      { target: "$.paths.*.get.tags[?@ == 'dummy']", remove: true },
      { target: "$.servers[0].description", remove: true },
      { target: "$.paths..tags[0]", update: null },
    ];
    expect(await valueOf(description, actions)).toMatchObject({
      info: { title: "City" },
      servers: [{ url: "https://dev.example.com" }, {}],
      paths: { "/buildings": { get: { tags: [null] } }, "/locations": { get: { tags: [] } } },
    });
  });

  test("appends the items of a list to a list, and one value of any other kind", async () => {
    const actions = [
      { target: "$.paths['/buildings'].get.tags", update: ["a", "b"] },
      { target: "$.paths['/locations'].get.tags", update: "c" },
    ];
    expect(await valueOf(description, actions)).toMatchObject({
      paths: { "/buildings": { get: { tags: ["town", "dummy", "a", "b"] } }, "/locations": { get: { tags: ["dummy", "c"] } } },
    });
  });

  const items = { openapi: "3.1.0", paths: { "/items": { get: { summary: "OK" } }, "/some-items": { delete: { summary: "Gone" } } } };

  test("copies members of an object into another", async () => {
    const actions = [{ target: '$.paths["/some-items"]', copy: '$.paths["/items"]' }];
    expect(await valueOf(items, actions)).toEqual({
      openapi: "3.1.0",
      paths: { "/items": { get: { summary: "OK" } }, "/some-items": { delete: { summary: "Gone" }, get: { summary: "OK" } } },
    });
  });

  test("moves a path item in three actions, and a change of one copy is none of the other", async () => {
    const move = [
      { target: "$.paths", update: { "/new-items": {} } },
      { target: '$.paths["/new-items"]', copy: '$.paths["/items"]' },
    ];
    const change = [
      { target: '$.paths["/items"].get', update: { summary: "Old" } },
      { target: '$.paths["/new-items"].get', update: { deprecated: true } },
    ];
    expect(await valueOf(items, [...move, ...change])).toMatchObject({
      paths: { "/items": { get: { summary: "Old" } }, "/new-items": { get: { summary: "OK", deprecated: true } } },
    });
    const removed = await valueOf(items, [...move, { target: '$.paths["/items"]', remove: true }]);
    expect(removed).toEqual({
      openapi: "3.1.0",
      paths: { "/some-items": { delete: { summary: "Gone" } }, "/new-items": { get: { summary: "OK" } } },
    });
  });

  test("copies a value into itself and what is around it as it was before", async () => {
    const start = { a: { list: [1, 2], b: { c: 1 } } };
    expect(await valueOf(start, [{ target: "$.a.list", copy: "$.a.list" }])).toEqual({ a: { list: [1, 2, 1, 2], b: { c: 1 } } });
    expect(await valueOf(start, [{ target: "$.a.b", copy: "$" }])).toEqual({ a: { list: [1, 2], b: { c: 1, a: start.a } } });
    expect(await valueOf(start, [{ target: "$.a.b.c", copy: "$.a.list[1]" }])).toEqual({ a: { list: [1, 2], b: { c: 2 } } });
  });
});

describe("what cannot be applied is an error at its place", () => {
  test.each([
    ["the removal of the whole description", { target: "$", remove: true }, "target"],
    ["a list for an object", { target: "$.info", update: [] }, "update"],
    ["a string for an object", { target: "$.info", update: "x" }, "update"],
    ["an object for a string", { target: "$.info.title", update: {} }, "update"],
    ["a list for a string, further in", { target: "$", update: { info: { title: ["x"] } } }, "update/info/title"],
    ["an object for a list, further in", { target: "$", update: { servers: { url: "/" } } }, "update/servers"],
    ["objects and strings at once", { target: "$['info', 'openapi']", update: "x" }, "target"],
    ["objects and lists at once", { target: "$['info', 'servers']", update: {} }, "target"],
    ["a copy of nothing", { target: "$.info", copy: "$.information" }, "copy"],
    ["a copy of several values", { target: "$.info", copy: "$.servers[*]" }, "copy"],
  ])("%s", async (_, action, place) => {
    const { value, found } = await apply(description, overlayOf([action]));
    expect(found).toEqual([`error overlay-mismatch overlay-1#/actions/0/${place}`]);
    expect(value).toEqual(description);
  });

  test("once for each value of the overlay, however many nodes it is merged into", async () => {
    const { diagnostics, found } = await apply(description, overlayOf([{ target: "$.paths.*.get", update: { tags: "x", parameters: 1 } }]));
    expect(found).toEqual([
      "error overlay-mismatch overlay-1#/actions/0/update/tags",
      "error overlay-mismatch overlay-1#/actions/0/update/parameters",
    ]);
    expect(diagnostics[0]).toMatchObject({
      message: '"tags" is a string, and cannot be merged with a list.',
      related: [{ at: { file: "file:///project/description", pointer: "/paths/~1buildings/get/tags" } }],
    });
  });

  test("and a key without a value changes nothing, with a warning", async () => {
    const { value, found } = await apply(
      description,
      "overlay: 1.0.0\ninfo: { title: x, version: '1' }\nactions: [{ target: $, update: { servers:  } }]\n",
    );
    expect(value).toEqual(description);
    expect(found).toEqual(["warning overlay-mismatch overlay-1#/actions/0/update/servers"]);
  });
});

test.each([
  [{ target: "$.info.title", update: "City" }, "target"],
  [{ target: "$.servers[*].description", remove: true }, "target"],
  [{ target: "$.paths['/buildings'].get.tags", update: ["a", "b"] }, "update"],
  [{ target: "$.info", copy: "$.servers[0]" }, "copy"],
])("what only version 1.1 allows is done in 1.0, with a warning: %j", async (action, place) => {
  const later = await apply(description, overlayOf([action]));
  expect(later.found).toEqual([]);
  const { value, found, diagnostics } = await apply(description, overlayOf([action], "1.0.3"));
  expect(found).toEqual([`warning overlay-version overlay-1#/actions/0/${place}`]);
  expect(diagnostics[0]?.message).toMatch(/as version 1\.1 has it\.$/);
  expect(value).toEqual(later.value);
});

describe("a target that matches nothing is a warning with what may be meant", () => {
  test.each([
    ["$.paths['/building'].get", "Did you mean $.paths['/buildings'].get?"],
    ["$.paths.buildings.get", "Did you mean $.paths['/buildings'].get?"],
    ["$.paths['/Buildings/'].get.tags", "Did you mean $.paths['/buildings'].get.tags?"],
    ["$.inf.title", "Did you mean $.info.title?"],
    ["$.paths['/buildings'].delete", "`$.paths['/buildings']` has get."],
    ["$.servers.url", "`$.servers` is a list: its items are $.servers[0] and so on, and $.servers[*] is all of them."],
    ["$.paths.*.get.parameters[?@.name == 'x']", "`$.paths[*].get.parameters` is there, and nothing in it matches `[?@.name == 'x']`."],
    ["$.info.title.x", "`$.info.title` has no members."],
    ["$..nothing", undefined],
  ])("%s", async (target, hint) => {
    const { value, diagnostics, found } = await apply(description, overlayOf([{ target, remove: true }]));
    expect(found).toEqual(["warning overlay-target-unmatched overlay-1#/actions/0/target"]);
    expect(diagnostics[0]?.hint).toEqual(hint);
    expect(value).toEqual(description);
  });
});

test("a name in a hint is written as a query that matches it", async () => {
  for (const name of ["/o'neill", "/back\\slash", '/quo"te', "/li\nne", "/ünïcödé"]) {
    const { diagnostics } = await apply(
      { paths: { [name]: { get: {} } } },
      overlayOf([
        {
          target: `$.paths['${JSON.stringify(name.toUpperCase()).slice(1, -1).replaceAll("'", "\\'").replaceAll('\\"', '"')}'].get`,
          remove: true,
        },
      ]),
    );
    const [, meant = ""] = /^Did you mean (.*)\?$/.exec(diagnostics[0]?.hint ?? "") ?? [];
    expect((await apply({ paths: { [name]: { get: {} } } }, overlayOf([{ target: meant, remove: true }]))).value).toEqual({
      paths: { [name]: {} },
    });
  }
});

describe("overlays that fight are told, with both places", () => {
  const first = overlayOf([{ target: "$.info", update: { title: "City", contact: { name: "Mayor" } } }]);
  test.each([
    ["set again", { target: "$.info", update: { title: "Village" } }, "/actions/0/update/title", "/actions/0/update/title"],
    ["replaced", { target: "$.info.contact.name", update: "Clerk" }, "/actions/0/update", "/actions/0/update/contact/name"],
    ["removed", { target: "$.info.contact", remove: true }, "/actions/0", "/actions/0/update/contact"],
    ["removed with what is around it", { target: "$.info", remove: true }, "/actions/0", "/actions/0/update/title"],
  ])("%s", async (_, action, at, before) => {
    const { diagnostics } = await apply(description, first, overlayOf([action]));
    expect(diagnostics).toMatchObject([
      {
        code: "overlay-overridden",
        severity: "info",
        at: { file: "file:///project/overlay-2", pointer: at },
        related: [{ at: { file: "file:///project/overlay-1", pointer: before } }],
      },
    ]);
  });

  test("and what agrees, or is of the description, or of the same overlay, is not", async () => {
    expect((await apply(description, first, first)).found).toEqual([]);
    const again = overlayOf([
      { target: "$.info", update: { title: "City" } },
      { target: "$.info", update: { title: "Village" } },
      { target: "$.info.version", update: "2" },
    ]);
    expect((await apply(description, again)).found).toEqual([]);
  });
});

test("an overlay that extends another description is applied with a warning", async () => {
  const of = (uri: string): object => ({ ...overlayOf([{ target: "$.info", update: { title: "City" } }]), extends: uri });
  for (const uri of ["description", "./description#x", "file:///project/description", "https://example.com/latest?token=1"])
    expect((await apply(description, of(uri))).found).toEqual([]);
  const { value, found } = await apply(description, of("https://example.com/description"));
  expect(found).toEqual(["warning overlay-other-description overlay-1#/extends"]);
  expect(value).toMatchObject({ info: { title: "City" } });
});
