/** What the model has no objects for, and what has no order. */
import { describe, expect, test } from "vitest";
import { readDescription } from "../../../../src/generate.js";
import { compareApis, isChanged, type ApiChanges } from "../../../../src/model/compare/compare-apis.js";
import { told } from "./told.js";
import { memoryIo } from "../../../support/memory-io.js";

async function described(value: object) {
  const io = memoryIo({ "/project/api.json": JSON.stringify({ openapi: "3.1.0", info: { title: "A", version: "1" }, ...value }) });
  const found = await readDescription({ input: "api.json", source: "api.json", command: "x", emit: ["types"], name: undefined }, io);
  if (found.api === undefined) throw new Error(JSON.stringify(found.diagnostics));
  return { api: found.api, raw: found.raw ?? new Map() };
}

async function changes(before: object, now: object): Promise<ApiChanges> {
  const [old, fresh] = [await described(before), await described(now)];
  return compareApis(old.api, fresh.api, { raw: [old.raw, fresh.raw] });
}

const responses = { "200": { description: "ok" } };
const paths = (more: object): object => ({ "/a": { get: { responses, ...more } } });
const schemas = (schema: object): object => ({
  paths: {},
  components: {
    schemas: {
      S: schema,
      A: { type: "object", properties: { t: { const: "a" } } },
      B: { type: "object", properties: { t: { const: "b" } } },
    },
  },
});
const [refA, refB] = [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }];
const object = (properties: object): object => ({ type: "object", properties });
const mapping = (more: object): object => ({ discriminator: { propertyName: "t", mapping: { a: refA.$ref, b: refB.$ref, ...more } } });
const oauth = (flow: object, kind = "authorizationCode"): object => ({
  paths: {},
  components: {
    securitySchemes: {
      o: {
        type: "oauth2",
        flows: { [kind]: { authorizationUrl: "https://a.example/a", tokenUrl: "https://a.example/t", scopes: { read: "Read" }, ...flow } },
      },
    },
  },
});
const called = (operation: object, verb = "post", name = "onEvent"): object => ({
  paths: paths({ callbacks: { [name]: { "{$request.body#/url}": { [verb]: operation } } } }),
});
const body = (schema: object): object => ({ requestBody: { content: { "application/json": { schema } } }, responses });
const server = (...urls: readonly string[]): object => ({ paths: {}, servers: urls.map((url) => ({ url })) });
const secured = (...security: readonly object[]): object => ({
  paths: paths({ security }),
  components: { securitySchemes: { a: { type: "http", scheme: "basic" }, b: { type: "http", scheme: "bearer" } } },
});

describe("no change is", () => {
  const same: Readonly<Record<string, readonly [object, object]>> = {
    "another order of oneOf": [schemas({ oneOf: [refA, refB] }), schemas({ oneOf: [refB, refA] })],
    "another order of anyOf": [
      schemas({ anyOf: [{ type: "string" }, { type: "integer" }] }),
      schemas({ anyOf: [{ type: "integer" }, { type: "string" }] }),
    ],
    "another order of allOf": [schemas({ allOf: [refA, refB] }), schemas({ allOf: [refB, refA] })],
    "another order of oneOf with a discriminator": [
      schemas({ oneOf: [refA, refB], ...mapping({}) }),
      schemas({ oneOf: [refB, refA], ...mapping({}) }),
    ],
    "another order of enum and required": [
      schemas({ type: "object", required: ["x", "y"], properties: { e: { enum: ["p", "q"] } } }),
      schemas({ type: "object", required: ["y", "x"], properties: { e: { enum: ["q", "p"] } } }),
    ],
    "another order of security": [secured({ a: [] }, { b: [] }), secured({ b: [] }, { a: [] })],
    "another order of schemes that go together": [secured({ a: [], b: [] }), secured({ b: [], a: [] })],
    "prose of a callback, and the order in it": [
      called({ summary: "One", ...body({ type: "object", required: ["a", "b"] }) }),
      called({ ...body({ required: ["b", "a"], type: "object" }), summary: "Other" }),
    ],
    "prose of a scope": [oauth({}), oauth({ scopes: { read: "Read all" } })],
    "prose of a server": [
      { paths: {}, servers: [{ url: "/v1", description: "Here is what all of our customers use." }] },
      { paths: {}, servers: [{ url: "/v1", description: "This is where all that we sell is served." }] },
    ],
  };
  test.each(Object.entries(same))("%s", async (_, [before, now]) => {
    const found = await changes(before, now);
    expect([isChanged(found), found.whole, found.changed]).toEqual([false, [], []]);
  });
});

describe("a change is told by its name:", () => {
  const whole: Readonly<Record<string, readonly [object, object, readonly string[]]>> = {
    "a flow's URL": [
      oauth({}),
      oauth({ tokenUrl: "https://b.example/t" }),
      ['the tokenUrl in the flow authorizationCode of the security scheme "o" changed'],
    ],
    scopes: [
      oauth({ scopes: { read: "", write: "" } }),
      oauth({ scopes: { read: "", admin: "" } }),
      [
        'the scope "write" in the flow authorizationCode of the security scheme "o" is gone',
        'the scope "admin" in the flow authorizationCode of the security scheme "o" is new',
      ],
    ],
    "the place of OpenID": [
      { paths: {}, components: { securitySchemes: { o: { type: "openIdConnect", openIdConnectUrl: "https://a.example" } } } },
      { paths: {}, components: { securitySchemes: { o: { type: "openIdConnect", openIdConnectUrl: "https://b.example" } } } },
      ['the openIdConnectUrl of the security scheme "o" changed'],
    ],
    "a scheme": [
      { paths: {}, components: { securitySchemes: { k: { type: "apiKey", in: "header", name: "X-A" } } } },
      { paths: {}, components: { securitySchemes: { k: { type: "apiKey", in: "header", name: "X-B" } } } },
      ['the security scheme "k" takes a key in the header "X-B" now, and took a key in the header "X-A"'],
    ],
    "servers, what is gone first": [server("/a", "/b"), server("/c", "/b"), ['the server "/a" is gone', 'the server "/c" is new']],
    "the first server": [
      server("/a", "/b"),
      server("/b", "/a"),
      [
        'the server "/b" is called server1 in code now, and was server2',
        'the server "/a" is called server2 in code now, and was server1',
        'its first server is "/b" now, and was "/a"',
      ],
    ],
    "a server's name in code, which is made of its description": [
      { paths: {}, servers: [{ url: "/v1", description: "Production" }] },
      { paths: {}, servers: [{ url: "/v1", description: "This is where all that we sell is served." }] },
      ['the server "/v1" is called server1 in code now, and was production'],
    ],
  };
  test.each(Object.entries(whole))("%s", async (_, [before, now, expected]) => {
    const found = await changes(before, now);
    expect([isChanged(found), told(found).whole]).toEqual([true, expected]);
  });

  const name = '{$request.body#/url} of its callback "onEvent"';
  const reached = (schema: object): object => ({
    ...called(body({ $ref: "#/components/schemas/E" })),
    components: { schemas: { E: { properties: { f: { $ref: "#/components/schemas/F" } } }, F: schema } },
  });
  const callbacks: Readonly<Record<string, readonly [object, object, readonly string[]]>> = {
    "a body": [called(body({ type: "string" })), called(body({ type: "integer" })), [`POST ${name} changed`]],
    "a method": [called(body({})), called(body({}), "put"), [`POST ${name} is gone`, `PUT ${name} is new`]],
    "a callback more": [{ paths: paths({}) }, called(body({})), [`POST ${name} is new`]],
    "a schema that it reaches": [reached({ type: "string" }), reached({ type: "integer" }), [`POST ${name} changed`]],
  };
  test.each(Object.entries(callbacks))("of callbacks, %s", async (_, [before, now, expected]) => {
    expect(told(await changes(before, now)).changed).toEqual([{ method: "GET", path: "/a", what: expected }]);
  });

  test("what a discriminator says of a member", async () => {
    const open = { A: object({ t: { type: "string" } }), B: object({ t: { type: "string" } }) };
    const before = { paths: {}, components: { schemas: { S: { oneOf: [refA, refB], ...mapping({}) }, ...open } } };
    const now = { paths: {}, components: { schemas: { S: { oneOf: [refA, refB], ...mapping({ c: refB.$ref }) }, ...open } } };
    expect(told(await changes(before, now)).schemas.changed).toEqual(['S: it has the discriminator\'s value "c", too']);
  });

  test("no tag that the member itself does not allow", async () => {
    const found = await changes(
      schemas({ oneOf: [refA, refB], ...mapping({}) }),
      schemas({ oneOf: [refA, refB], ...mapping({ c: refB.$ref }) }),
    );
    expect(told(found).schemas.changed).toEqual([]);
  });
});

test("references that double at each step are followed once", async () => {
  const chain = (last: object): object => {
    const names = Array.from({ length: 60 }, (_, index) => `L${String(index)}`);
    const each = names.map((own, index) => {
      const next = { $ref: `#/components/schemas/${names[index + 1] ?? "End"}` };
      return [own, { properties: { a: next, b: next } }] as const;
    });
    return { ...called(body({ $ref: "#/components/schemas/L0" })), components: { schemas: { ...Object.fromEntries(each), End: last } } };
  };
  expect((await changes(chain({ type: "string" }), chain({ type: "integer" }))).changed).toHaveLength(1);
});
