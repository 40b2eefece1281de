/** What breaks who sends values, and what breaks who reads them. The checks of oasdiff are the measure. */
import { describe, expect, test } from "vitest";
import { changesOf } from "./described.js";

const content = (schema: object): object => ({ content: { "application/json": { schema } } });
const sent = (schema: object): object => ({
  paths: { "/a": { post: { requestBody: content(schema), responses: { "204": { description: "ok" } } } } },
});
const read = (schema: object): object => ({
  paths: { "/a": { post: { responses: { "200": { description: "ok", ...content(schema) } } } } },
});
const sending = (schema: object): object => ({ webhooks: sentBy(schema) });
const sentBy = (schema: object): object => ({
  event: { post: { requestBody: content(schema), responses: { "204": { description: "ok" } } } },
});
const named =
  (place: (schema: object) => object) =>
  (schema: object): object => ({ ...place({ $ref: "#/components/schemas/S" }), components: { schemas: { S: schema } } });

const object = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
const [text, whole, real] = [{ type: "string" }, { type: "integer" }, { type: "number" }];
const plain = object({ x: text });
const [cat, dog] = [object({ meow: text }, { title: "Cat" }), object({ bark: text }, { title: "Dog" })];

/** Before, now, whether it breaks requests, and responses, and what is said after the subject. */
const cases: Readonly<Record<string, readonly [object, object, boolean, boolean, string]>> = {
  "a property more": [plain, object({ x: text, y: text }), false, false, 'property "y" is new'],
  "a required property more": [plain, object({ x: text, y: text }, { required: ["y"] }), true, false, 'property "y" is new, and required'],
  "a property less": [object({ x: text, y: text }), plain, true, true, 'property "y" is gone'],
  "a property required": [plain, object({ x: text }, { required: ["x"] }), true, false, 'property "x" is required now'],
  "a property optional": [object({ x: text }, { required: ["x"] }), plain, false, true, 'property "x" is no longer required'],
  "a property of a property": [
    object({ o: plain }),
    object({ o: object({ x: whole }) }),
    true,
    true,
    'property "o.x" is of type integer now, and was string',
  ],
  "a value less": [{ enum: ["a", "b"] }, { enum: ["a"] }, true, false, 'no longer has the value "b"'],
  "a value more": [{ enum: ["a"] }, { enum: ["a", "b"] }, false, true, 'has the value "b", too'],
  values: [text, { ...text, enum: ["a"] }, true, false, 'is one of "a" now'],
  "no values": [{ ...text, enum: ["a"] }, text, false, true, 'is no longer one of "a"'],
  "a narrower type": [real, whole, true, false, "is of type integer now, and was number"],
  "a wider type": [whole, real, false, true, "is of type number now, and was integer"],
  null: [text, { type: ["string", "null"] }, false, true, "is of type null or string now, and was string"],
  "another type": [text, whole, true, true, "is of type integer now, and was string"],
  "a greater minimum": [{ ...whole, minimum: 1 }, { ...whole, minimum: 2 }, true, false, "has the minimum 2 now, and had 1"],
  "a smaller minimum": [{ ...whole, minimum: 2 }, { ...whole, minimum: 1 }, false, true, "has the minimum 1 now, and had 2"],
  "a maximum": [whole, { ...whole, maximum: 2 }, true, false, "has the maximum 2 now, and had none"],
  "no maximum": [{ ...whole, maximum: 2 }, whole, false, true, "has no maximum now, and had 2"],
  "a greatest length": [text, { ...text, maxLength: 2 }, true, false, "has the greatest length 2 now, and had none"],
  "a least length": [{ ...text, minLength: 2 }, { ...text, minLength: 1 }, false, true, "has the least length 1 now, and had 2"],
  "a number of items": [
    { type: "array" },
    { type: "array", maxItems: 2 },
    true,
    false,
    "has the greatest number of items 2 now, and had none",
  ],
  items: [
    { type: "array", items: real },
    { type: "array", items: whole },
    true,
    false,
    'property "[]" is of type integer now, and was number',
  ],
  "items that differ": [{ type: "array" }, { type: "array", uniqueItems: true }, true, false, "has no item twice now"],
  "a pattern": [text, { ...text, pattern: "^a" }, true, false, 'has the pattern "^a" now, and had none'],
  "another pattern": [{ ...text, pattern: "^b" }, { ...text, pattern: "^a" }, true, true, 'has the pattern "^a" now, and had "^b"'],
  "a format": [text, { ...text, format: "uuid" }, true, false, 'has the format "uuid" now, and had none'],
  "no other properties": [plain, { ...plain, additionalProperties: false }, true, false, "no longer allows other properties"],
  "other properties": [{ ...plain, additionalProperties: false }, plain, false, false, "allows other properties now"],
  "an alternative less": [{ anyOf: [cat, dog] }, { anyOf: [cat, dog, text] }, false, true, "has the alternative string, too"],
  "an alternative more": [{ oneOf: [cat, dog, text] }, { oneOf: [cat, dog] }, true, false, "no longer has the alternative string"],
  "a property of an alternative": [
    { oneOf: [cat, dog] },
    { oneOf: [dog, object({ meow: whole }, { title: "Cat" })] },
    ...([true, true, 'property "meow" is of type integer now, and was string'] as const),
  ],
  "a default": [{ ...text, default: "a" }, { ...text, default: "b" }, true, false, 'has the default "b" now, and had "a"'],
  "a property that is read-only": [
    plain,
    object({ x: { ...text, readOnly: true } }),
    ...([true, false, 'property "x" is read-only now'] as const),
  ],
  "a property that is no longer read-only": [
    object({ x: { ...text, readOnly: true } }),
    plain,
    ...([false, false, 'property "x" is no longer read-only'] as const),
  ],
  "a property that is write-only": [
    plain,
    object({ x: { ...text, writeOnly: true } }),
    ...([false, true, 'property "x" is write-only now'] as const),
  ],
  "a property that is no longer write-only": [
    object({ x: { ...text, writeOnly: true } }),
    plain,
    ...([false, false, 'property "x" is no longer write-only'] as const),
  ],
  "a first default": [text, { ...text, default: "b" }, false, false, 'has the default "b" now'],
  "what must not be": [{ not: text }, { not: whole }, true, true, "has another `not` now"],
  "a deprecation": [
    plain,
    object({ x: { ...text, deprecated: true, "x-sunset": "2030-12-05" } }),
    false,
    false,
    'property "x" is deprecated now, to be removed on 2030-12-05',
  ],
};

describe.each(Object.entries(cases))("%s", (_, [before, now, inRequests, inResponses, said]) => {
  const places = { sent: [sent, inRequests], read: [read, inResponses], "sent by the service": [sending, inResponses] } as const;
  test.each(Object.entries(places))("%s", async (place, [at, breaking]) => {
    const [own] = (await changesOf(at(before), at(now))).changed;
    const owner = place === "read" ? "its response 200" : "its request body";
    const subject = said.startsWith("property ") ? said.replace(/^(property "[^"]*") /, `$1 of ${owner} `) : `${owner} ${said}`;
    expect(own?.what.map(({ text, breaking: isBreaking }) => [text, isBreaking])).toEqual([[subject, breaking]]);
    const byName = await changesOf(named(at)(before), named(at)(now));
    const words = said.startsWith("property ") ? said : `it ${said}`;
    expect(byName.schemas.changed.map(({ name, what }) => [name, what.map((each) => [each.text, each.breaking])])).toEqual([
      ["S", [[words, breaking]]],
    ]);
    expect(byName.changed.map(({ what }) => what.map((each) => each.breaking))).toEqual([[breaking]]);
  });
});

test("a property that requests have back is required, where it is", async () => {
  const marked = (mark: object): object => object({ x: { ...text, ...mark } }, { required: ["x"] });
  const said = async (at: (schema: object) => object, mark: object) => {
    const { changed } = await changesOf(at(marked(mark)), at(marked({})));
    return changed.map(({ what }) => what.map(({ text: words, breaking }) => [words.replace(/ of its .*? is/, " is"), breaking]));
  };
  expect(await said(sent, { readOnly: true })).toEqual([
    [
      ['property "x" is required now', true],
      ['property "x" is no longer read-only', false],
    ],
  ]);
  expect(await said(read, { readOnly: true })).toEqual([[['property "x" is no longer read-only', false]]]);
  expect(await said(sent, { writeOnly: true })).toEqual([[['property "x" is no longer write-only', false]]]);
  expect((await said(read, { writeOnly: true })).flat()).toContainEqual(['property "x" is required now', false]);
});

test("a property of a schema that both use is told once, and breaks requests", async () => {
  const both = (schema: object): object => ({
    paths: { "/a": { post: { requestBody: content(ref), responses: { "200": { description: "ok", ...content(ref) } } } } },
    components: { schemas: { S: schema } },
  });
  const ref = { $ref: "#/components/schemas/S" };
  const { schemas } = await changesOf(both(plain), both(object({ x: { ...text, readOnly: true } })));
  expect(schemas.changed).toEqual([{ name: "S", what: [{ rule: "readOnly", text: 'property "x" is read-only now', breaking: true }] }]);
});

test("a type that none of the listed values has is told, and so is one that a member has", async () => {
  const of = async (before: object, now: object) =>
    (await changesOf(sent(before), sent(now))).changed.flatMap(({ what }) => what.map((each) => each.text));
  expect(await of({ type: "string", enum: ["c"] }, { type: "boolean", enum: ["c"] })).toEqual([
    "its request body is of type boolean now, and was string",
    'its request body no longer has the value "c"',
  ]);
  expect(await of({ enum: [1, 1.5] }, { type: "integer", enum: [1, 1.5] })).toHaveLength(2);
  expect(await of({ oneOf: [{ const: "a" }, { const: "b" }] }, { oneOf: [{ const: "a" }, { type: "integer", const: "b" }] })).not.toEqual(
    [],
  );
  expect(await of({ type: "boolean" }, { type: "boolean", enum: ["c"] })).toEqual(["its request body allows no value now"]);
});

const operation = (more: object): object => ({ paths: { "/a": { get: { responses: { "200": { description: "ok" } }, ...more } } } });
const parameter = (more: object): object => operation({ parameters: [{ name: "p", in: "query", schema: text, ...more }] });
const header = (more: object): object =>
  operation({ responses: { "200": { description: "ok", headers: { "X-H": { schema: text, ...more } } } } });
const responses = (...statuses: readonly string[]): object =>
  operation({ responses: Object.fromEntries(statuses.map((status) => [status, { description: "ok" }])) });
const secured = (...security: readonly object[]): object => ({
  ...operation({ security }),
  components: { securitySchemes: { a: { type: "http", scheme: "basic" }, b: { type: "http", scheme: "bearer" } } },
});
const posted = (more: object): object => ({ paths: { "/a": { post: { responses: { "200": { description: "ok" } }, ...more } } } });
const body = (required: boolean): object => posted({ requestBody: { required, ...content(text) } });
const typed = (...types: readonly string[]): object =>
  operation({ responses: { "200": { description: "ok", content: Object.fromEntries(types.map((type) => [type, {}])) } } });

const served = (own: readonly string[] | undefined, whole: readonly string[], at: "operation" | "path item" = "operation"): object => {
  const servers = (urls: readonly string[]): object => ({ servers: urls.map((url) => ({ url })) });
  const own_ = own === undefined ? {} : servers(own);
  const item = at === "operation" ? {} : own_;
  return {
    paths: { "/a": { ...item, get: { responses: { "200": { description: "ok" } }, ...(at === "operation" ? own_ : {}) } } },
    ...servers(whole),
  };
};
const part = (headers: object | undefined, at: "body" | "response" = "body"): object => {
  const multipart = {
    content: {
      "multipart/form-data": {
        schema: { type: "object", properties: { f: text } },
        encoding: { f: { contentType: "text/a", ...(headers && { headers }) } },
      },
    },
  };
  return at === "body" ? posted({ requestBody: multipart }) : operation({ responses: { "200": { description: "ok", ...multipart } } });
};
const partHeader = (more: object = {}): object => ({ "X-P": { schema: text, ...more } });
const ofPart = 'header "X-P" of the part "f" of its request body';
const ofReadPart = 'header "X-P" of the part "f" of its response 200';

const ofOperations: Readonly<Record<string, readonly [object, object, boolean, string]>> = {
  "a parameter more": [operation({}), parameter({}), false, 'its query parameter "p" is new'],
  "a required parameter more": [operation({}), parameter({ required: true }), true, 'its required query parameter "p" is new'],
  "a parameter less": [parameter({}), operation({}), true, 'its query parameter "p" is gone'],
  "a parameter required": [parameter({}), parameter({ required: true }), true, 'its query parameter "p" is required now'],
  "a parameter optional": [parameter({ required: true }), parameter({}), false, 'its query parameter "p" is optional now'],
  "a style": [
    parameter({ schema: { type: "array" } }),
    parameter({ schema: { type: "array" }, explode: false }),
    true,
    'its query parameter "p" is no longer exploded: all values at once',
  ],
  "a body required": [body(false), body(true), true, "its request body is required now"],
  "a body less": [body(false), posted({}), true, "its request body is gone"],
  "a success less": [responses("200", "201"), responses("200"), true, "its response 201 is gone"],
  "an error less": [responses("200", "404"), responses("200"), false, "its response 404 is gone"],
  "a response more": [responses("200"), responses("200", "404"), false, "its response 404 is new"],
  "a media type less": [typed("text/a", "text/b"), typed("text/a"), true, 'its response 200 is no longer "text/b"'],
  "a media type more": [typed("text/a"), typed("text/a", "text/b"), true, 'its response 200 may be "text/b" now'],
  "a first media type": [typed(), typed("text/a"), false, 'its response 200 may be "text/a" now'],
  "a media type of a request more": [
    posted({ requestBody: { content: { "text/a": {} } } }),
    posted({ requestBody: { content: { "text/a": {}, "text/b": {} } } }),
    ...([false, 'its request body may be "text/b" now'] as const),
  ],
  "a success more": [responses("200"), responses("200", "201"), true, "its response 201 is new"],
  "a success more, beside the default": [responses("default"), responses("default", "200"), true, "its response 200 is new"],
  "a first success": [responses("404"), responses("404", "200"), false, "its response 200 is new"],
  "a header less": [header({}), operation({}), true, 'header "X-H" of its response 200 is gone'],
  "a header optional": [header({ required: true }), header({}), true, 'header "X-H" of its response 200 is no longer always there'],
  security: [secured(), secured({ a: [] }), true, "its security is a now, and was none"],
  "security more": [secured({ a: [] }), secured({ a: [] }, { b: [] }), false, "its security is a, or b now, and was a"],
  "security less": [secured({ a: [] }, { b: [] }), secured({ a: [] }), true, "its security is a now, and was a, or b"],
  "no security": [secured({ a: [], b: [] }), secured({ a: [] }), false, "its security is a now, and was a and b"],
  "a header of a part": [part(undefined), part(partHeader()), false, `${ofPart} is new`],
  "a required header of a part": [part(undefined), part(partHeader({ required: true })), true, `${ofPart} is new, and required`],
  "a header of a part less": [part(partHeader()), part(undefined), true, `${ofPart} is gone`],
  "a header of a part required": [part(partHeader()), part(partHeader({ required: true })), true, `${ofPart} is required now`],
  "a header of a part optional": [part(partHeader({ required: true })), part(partHeader()), false, `${ofPart} is optional now`],
  "another header of a part": [part(partHeader()), part(partHeader({ schema: whole })), true, `${ofPart} changed`],
  "a required header of a part that is read": [
    part(undefined, "response"),
    part(partHeader({ required: true }), "response"),
    ...([false, `${ofReadPart} is new`] as const),
  ],
  "an optional header of a part that is read": [
    part(partHeader({ required: true }), "response"),
    part(partHeader(), "response"),
    ...([true, `${ofReadPart} is no longer always there`] as const),
  ],
  "a parameter's end": [
    parameter({}),
    parameter({ deprecated: true, "x-sunset": "2030-12-05" }),
    false,
    'its query parameter "p" is deprecated now, to be removed on 2030-12-05',
  ],
  "a parameter's other end": [
    parameter({ deprecated: true, "x-sunset": "2030-12-05" }),
    parameter({ deprecated: true, "x-sunset": "2029-01-01" }),
    ...([false, 'its query parameter "p" is to be removed on 2029-01-01 now, and was on 2030-12-05'] as const),
  ],
  "a parameter's lost end": [
    parameter({ deprecated: true, "x-sunset": "2030-12-05" }),
    parameter({ deprecated: true }),
    ...([false, 'its query parameter "p" has lost its date, and said that it is to be removed on 2030-12-05'] as const),
  ],
  "a header's end": [header({}), header({ deprecated: true }), false, 'header "X-H" of its response 200 is deprecated now'],
};

test.each(Object.entries(ofOperations))("of an operation, %s", async (_, [before, now, breaking, said]) => {
  const { changed } = await changesOf(before, now);
  expect(changed.map(({ what }) => what.map((each) => [each.text, each.breaking]))).toEqual([[[said, breaking]]]);
});

test("servers of an operation take the place of those of the whole", async () => {
  const said = async (...[before, now]: readonly [object, object]) =>
    (await changesOf(before, now)).changed.map(({ what }) => what.map((each) => [each.text, each.breaking]));
  for (const at of ["operation", "path item"] as const) {
    expect(await said(served(undefined, ["/v1"], at), served(["/up"], ["/v1"], at))).toEqual([
      [
        ['its server "/v1" is gone', true],
        ['its server "/up" is new', false],
      ],
    ]);
    expect(await said(served(["/up"], ["/v1"], at), served(undefined, ["/v1"], at))).toEqual([
      [
        ['its server "/up" is gone', true],
        ['its server "/v1" is new', false],
      ],
    ]);
    expect(await said(served(undefined, [], at), served(["/up"], [], at))).toEqual([
      [
        ['its server "/" is gone', true],
        ['its server "/up" is new', false],
      ],
    ]);
    expect(await said(served(undefined, ["/v1"], at), served(["/v1"], ["/v1"], at))).toEqual([]);
    expect(await said(served(undefined, ["/v1"], at), served(["/v1", "/up"], ["/v1"], at))).toEqual([[['its server "/up" is new', false]]]);
    // Those of the whole are told of the whole, and are nothing to what has its own.
    expect(await said(served(undefined, ["/v1"], at), served(undefined, ["/v2"], at))).toEqual([]);
    expect(await said(served(["/up"], ["/v1"], at), served(["/up"], ["/v2"], at))).toEqual([]);
  }
  expect(await said(served(["/a", "/b"], []), served(["/b", "/a"], []))).toEqual([[['its first server is "/b" now, and was "/a"', false]]]);
  expect(await said(served(undefined, ["/a", "/b"]), served(["/a", "/b"], ["/a", "/b"]))).toEqual([
    [["it names servers itself now, and goes to the first of them", false]],
  ]);
});

test("headers of parts are compared by reference, in webhooks, and nowhere but in multipart bodies", async () => {
  const shared = (schema: object): object => ({
    ...part({ "X-P": { $ref: "#/components/headers/P" } }),
    components: { headers: { P: { schema } } },
  });
  expect((await changesOf(shared(text), shared(whole))).changed[0]?.what).toEqual([
    { rule: "part-header", text: `${ofPart} changed`, breaking: true },
  ]);
  const webhook = (headers: object | undefined): object => ({
    webhooks: { e: (part(headers) as { paths: { "/a": object } }).paths["/a"] },
  });
  expect((await changesOf(webhook(undefined), webhook(partHeader({ required: true })))).changed[0]?.what).toEqual([
    { rule: "part-header", text: `${ofPart} is new`, breaking: false },
  ]);
  const form = (headers: object | undefined): object =>
    JSON.parse(JSON.stringify(part(headers)).replace("multipart/form-data", "application/x-www-form-urlencoded")) as object;
  expect((await changesOf(form(undefined), form(partHeader()))).changed).toEqual([]);
  expect((await changesOf(part(undefined), part({ "Content-Type": { schema: text } }))).changed).toEqual([]);
});

test("a media type or a success more of a webhook breaks who reads it, and not who sends it", async () => {
  const webhook = (types: readonly string[], ...statuses: readonly string[]): object => ({
    webhooks: {
      e: {
        post: {
          requestBody: { content: Object.fromEntries(types.map((type) => [type, {}])) },
          responses: Object.fromEntries(statuses.map((status) => [status, { description: "ok" }])),
        },
      },
    },
  });
  const said = async (before: object, now: object) =>
    (await changesOf(before, now)).changed.flatMap(({ what }) => what.map(({ text: words, breaking }) => [words, breaking]));
  expect(await said(webhook(["text/a"], "204"), webhook(["text/a", "text/b"], "204"))).toEqual([
    ['its request body may be "text/b" now', true],
  ]);
  expect(await said(webhook(["text/a"], "204"), webhook(["text/a"], "204", "201"))).toEqual([["its response 201 is new", false]]);
});

test("an operation whose path parameter has another name is the same", async () => {
  const path = (name: string): object => ({
    paths: {
      [`/pets/{${name}}`]: {
        get: { parameters: [{ name, in: "path", required: true, schema: text }], responses: { "200": { description: "ok" } } },
      },
      "/pets/{mine}/x": {
        get: { parameters: [{ name: "mine", in: "path", required: true, schema: text }], responses: { "200": { description: "ok" } } },
      },
    },
  });
  const { changed, added, removed } = await changesOf(path("petId"), path("id"));
  expect([added, removed]).toEqual([[], []]);
  expect(changed.map(({ path: at, what }) => [at, what])).toEqual([
    ["/pets/{id}", [{ rule: "path-parameter-renamed", text: 'its path parameter "petId" is called "id" now', breaking: true }]],
  ]);
});

test("an operation that goes is told with the day that was announced for it", async () => {
  const ending = operation({ deprecated: true, "x-sunset": "2030-12-05" });
  const day = (text: string): number => Date.parse(text);
  const name = { method: "GET", path: "/a", sunset: "2030-12-05" };
  expect((await changesOf(ending, {}, day("2030-12-01T12:00:00Z"))).removed).toEqual([{ ...name, daysEarly: 4, breaking: true }]);
  expect((await changesOf(ending, {}, day("2030-12-05"))).removed).toEqual([{ ...name, breaking: false }]);
  expect((await changesOf(operation({}), {})).removed).toEqual([{ method: "GET", path: "/a", breaking: true }]);
  expect((await changesOf({}, ending)).added).toEqual([{ ...name, deprecated: true }]);
});

test("another schema in the place of one is told by the names, and breaks where what they say does", async () => {
  const schemas = { A: plain, B: object({ x: whole }), C: object({ x: text, y: text }) };
  const at = (name: string): object => ({ ...read({ $ref: `#/components/schemas/${name}` }), components: { schemas } });
  const said = async (name: string) =>
    (await changesOf(at("A"), at(name))).changed.map(({ what }) => what.map((each) => [each.text, each.breaking]));
  expect(await said("B")).toEqual([[['its response 200 is the schema "B" now, and was "A"', true]]]);
  expect(await said("C")).toEqual([[['its response 200 is the schema "C" now, and was "A"', false]]]);
  const same = { ...schemas, D: plain };
  const sameAt = (name: string): object => ({ ...at(name), components: { schemas: same } });
  const [other] = (await changesOf(sameAt("A"), sameAt("D"))).changed;
  expect(other?.what).toEqual([{ rule: "schema-reference", text: 'its response 200 is the schema "D" now, and was "A"', breaking: false }]);
  expect((await changesOf(at("A"), at("B"))).schemas).toEqual({ added: [], removed: [], changed: [] });
});

test("a schema with another name is the same, and told by both names", async () => {
  const at = (name: string): object => ({ ...read({ $ref: `#/components/schemas/${name}` }), components: { schemas: { [name]: plain } } });
  const { schemas, changed } = await changesOf(at("Pet"), at("Animal"));
  expect(changed).toEqual([]);
  expect(schemas).toEqual({
    ...{ added: [], removed: [] },
    changed: [{ name: "Animal", what: [{ rule: "schema-renamed", text: 'it is called so now, and was "Pet"', breaking: true }] }],
  });
});
