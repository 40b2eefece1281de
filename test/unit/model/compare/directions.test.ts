/** What is wider and what is narrower where that takes more than a look at one keyword, and what is said of it. */
import { describe, expect, test } from "vitest";
import { changesOf } from "./described.js";

const content = (schema: object): object => ({ content: { "application/json": { schema } } });
const ok = { description: "ok" };
const sent = (schema: object): object => ({ paths: { "/a": { post: { requestBody: content(schema), responses: { "204": ok } } } } });
const read = (schema: object): object => ({ paths: { "/a": { post: { responses: { "200": { ...ok, ...content(schema) } } } } } });

type Said = readonly (readonly [string, boolean])[];

async function saidOf(before: object, now: object, owner: RegExp): Promise<Said> {
  const { changed, whole } = await changesOf(before, now);
  const all = [...changed.flatMap(({ what }) => what), ...whole];
  return all.map(({ text, breaking }) => [text.replace(owner, ""), breaking] as const);
}

const ofBodies = / ?(?:of )?its (?:request body|response 200) ?/;
const inRequests = async (before: object, now: object): Promise<Said> => saidOf(sent(before), sent(now), ofBodies);
const inResponses = async (before: object, now: object): Promise<Said> => saidOf(read(before), read(now), ofBodies);

const [text, whole, real] = [{ type: "string" }, { type: "integer" }, { type: "number" }];

describe("figures that are wider", () => {
  const wider: Readonly<Record<string, readonly [object, object, string, string]>> = {
    "a finer divisor": [
      { ...whole, multipleOf: 4 },
      { ...whole, multipleOf: 2 },
      "has the divisor 2 now, and had 4",
      "has the divisor 4 now, and had 2",
    ],
    "a finer divisor with decimals": [
      { ...real, multipleOf: 0.3 },
      { ...real, multipleOf: 0.1 },
      ...(["has the divisor 0.1 now, and had 0.3", "has the divisor 0.3 now, and had 0.1"] as const),
    ],
    "a bound that is reached": [
      { ...real, exclusiveMaximum: 5 },
      { ...real, maximum: 5 },
      ...(["has the maximum 5 now, and had the exclusive maximum 5", "has the exclusive maximum 5 now, and had the maximum 5"] as const),
    ],
    "a bound below": [
      { ...real, minimum: 1 },
      { ...real, exclusiveMinimum: 0 },
      ...(["has the exclusive minimum 0 now, and had the minimum 1", "has the minimum 1 now, and had the exclusive minimum 0"] as const),
    ],
    "a bound that another one hides no longer": [
      { ...real, maximum: 9, exclusiveMaximum: 5 },
      { ...real, maximum: 9 },
      ...(["has the maximum 9 now, and had the exclusive maximum 5", "has the exclusive maximum 5 now, and had the maximum 9"] as const),
    ],
    "a larger format": [
      { ...whole, format: "int32" },
      { ...whole, format: "int64" },
      ...(['has the format "int64" now, and had "int32"', 'has the format "int32" now, and had "int64"'] as const),
    ],
  };
  test.each(Object.entries(wider))("%s", async (_, [narrow, wide, there, back]) => {
    expect(await inRequests(narrow, wide)).toEqual([[there, false]]);
    expect(await inResponses(narrow, wide)).toEqual([[there, true]]);
    expect(await inRequests(wide, narrow)).toEqual([[back, true]]);
    expect(await inResponses(wide, narrow)).toEqual([[back, false]]);
  });

  test("are neither where one does not divide the other", async () => {
    const said = [["has the divisor 3 now, and had 2", true]];
    expect(await inRequests({ ...whole, multipleOf: 2 }, { ...whole, multipleOf: 3 })).toEqual(said);
    expect(await inResponses({ ...whole, multipleOf: 2 }, { ...whole, multipleOf: 3 })).toEqual(said);
  });

  test("are the same where they let the same through", async () => {
    const same: readonly (readonly [object, object])[] = [
      [
        { ...whole, exclusiveMinimum: 0 },
        { ...whole, minimum: 1 },
      ],
      [
        { ...whole, exclusiveMaximum: 5.5 },
        { ...whole, maximum: 5 },
      ],
      [
        { ...real, minimum: 2 },
        { ...real, minimum: 2, exclusiveMinimum: 1 },
      ],
      [
        { ...real, multipleOf: 1 },
        { ...real, multipleOf: 1.0 },
      ],
    ];
    for (const [before, now] of same) expect([await inRequests(before, now), await inResponses(now, before)]).toEqual([[], []]);
  });
});

describe("an alternative more", () => {
  const cat = { title: "Cat", type: "object", properties: { meow: text } };
  const dog = { title: "Dog", type: "object", properties: { bark: text } };
  const wider: Readonly<Record<string, readonly [object, object, string]>> = {
    "of types, in oneOf": [text, { oneOf: [text, whole] }, "is of type integer or string now, and was string"],
    "of types, in anyOf": [text, { anyOf: [whole, text] }, "is of type integer or string now, and was string"],
    "of types, with bounds": [
      { ...text, maxLength: 3 },
      { oneOf: [{ ...text, maxLength: 3 }, whole] },
      "is of type integer or string now, and was string",
    ],
    "of objects": [cat, { oneOf: [cat, dog] }, 'has the alternative "Dog", too'],
    "beside a reference": [
      { $ref: "#/components/schemas/Cat" },
      { oneOf: [{ $ref: "#/components/schemas/Cat" }, dog] },
      'has the alternative "Dog", too',
    ],
  };
  test.each(Object.entries(wider))("%s", async (_, [one, more, said]) => {
    const components = { components: { schemas: { Cat: cat } } };
    const at = (place: (schema: object) => object, schema: object): object => ({ ...place(schema), ...components });
    expect(await saidOf(at(sent, one), at(sent, more), ofBodies)).toEqual([[said, false]]);
    expect(await saidOf(at(read, one), at(read, more), ofBodies)).toEqual([[said, true]]);
    expect((await saidOf(at(sent, more), at(sent, one), ofBodies)).map(([, breaking]) => breaking)).toEqual([true]);
    expect((await saidOf(at(read, more), at(read, one), ofBodies)).map(([, breaking]) => breaking)).toEqual([false]);
  });

  test("is none where types have nothing in common, and are listed", async () => {
    const same: readonly (readonly [object, object])[] = [
      [{ oneOf: [text, whole] }, { type: ["string", "integer"] }],
      [
        {
          anyOf: [
            { ...text, maxLength: 3 },
            { type: "array", items: whole },
          ],
        },
        { type: ["array", "string"], maxLength: 3, items: whole },
      ],
      [{ oneOf: [text, whole] }, { anyOf: [text, whole] }],
      [{ oneOf: [text, whole] }, { type: ["string", "integer"] }],
    ];
    for (const [before, now] of same) {
      expect([await inRequests(before, now), await inResponses(before, now)]).toEqual([[], []]);
      expect([await inRequests(now, before), await inResponses(now, before)]).toEqual([[], []]);
    }
    expect(await inRequests({ oneOf: [real, whole] }, { type: "number" })).not.toEqual([]);
  });

  test("and other alternatives than the one that was", async () => {
    expect((await inRequests(cat, { oneOf: [dog, text] })).some(([, breaking]) => breaking)).toBe(true);
    expect(await inRequests({}, { oneOf: [cat, dog] })).toEqual([["is one of 2 alternatives now", true]]);
  });
});

const operation = (more: object): object => ({ paths: { "/a": { get: { responses: { "200": ok }, ...more } } } });
const parameter = (more: object): object => operation({ parameters: [{ name: "p", in: "query", schema: text, ...more }] });
const scheme = (k: object): object => ({ paths: {}, components: { securitySchemes: { k } } });
const ending = (more: object): object => operation({ operationId: "g", deprecated: true, "x-deprecation": more });
const part = (encoding: object): object => ({
  paths: {
    "/a": {
      post: {
        requestBody: {
          content: { "multipart/form-data": { schema: { type: "object", properties: { f: text } }, encoding: { f: encoding } } },
        },
        responses: { "204": ok },
      },
    },
  },
});
const secured = (...security: readonly object[]): object => ({
  ...operation({ security }),
  components: {
    securitySchemes: {
      key: { type: "http", scheme: "basic" },
      o: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://a.example", scopes: { r: "", w: "" } } } },
    },
  },
});

describe("it is said what changed of", () => {
  const cases: Readonly<Record<string, readonly [object, object, ...Said]>> = {
    "a parameter that may be empty": [
      parameter({}),
      parameter({ allowEmptyValue: true }),
      ['its query parameter "p" may be empty now', false],
    ],
    "a parameter that must not": [
      parameter({ allowEmptyValue: true }),
      parameter({}),
      ['its query parameter "p" must not be empty now', true],
    ],
    "a style": [
      parameter({ style: "pipeDelimited", explode: false }),
      parameter({ style: "spaceDelimited", explode: false }),
      ['its query parameter "p" has the style spaceDelimited now, and had pipeDelimited', true],
    ],
    "a media type of a parameter": [
      parameter({}),
      operation({ parameters: [{ name: "p", in: "query", content: { "application/json": { schema: text } } }] }),
      ['its query parameter "p" is written as "application/json" now, and was as the style form', true],
    ],
    "a part": [
      part({ contentType: "image/png" }),
      part({ contentType: "image/png, image/gif" }),
      ['the part "f" of its request body has the content type "image/png, image/gif" now, and had "image/png"', false],
    ],
    "a part that takes less": [
      part({ contentType: "image/gif, image/png" }),
      part({ contentType: "image/png" }),
      ['the part "f" of its request body has the content type "image/png" now, and had "image/gif, image/png"', true],
    ],
    "the format of a token, which is a hint": [
      scheme({ type: "http", scheme: "bearer" }),
      scheme({ type: "http", scheme: "bearer", bearerFormat: "JWT" }),
      ['the security scheme "k" has the bearer format JWT now, and had none', false],
    ],
    "a scheme": [
      scheme({ type: "apiKey", in: "query", name: "k" }),
      scheme({ type: "http", scheme: "bearer" }),
      ['the security scheme "k" takes a bearer token now, and took a key in the query "k"', true],
    ],
    scopes: [
      secured({ key: [] }),
      secured({ key: [] }, { o: ["w", "r"] }),
      ["its security is key, or o with the scopes r, w now, and was key", false],
    ],
    "a link": [
      ending({ link: "https://a.example/1" }),
      ending({ link: "https://a.example/2" }),
      ["it has the link https://a.example/2 now, and had https://a.example/1", false],
    ],
    "the version without it": [
      ending({ removedIn: "2" }),
      ending({ removedIn: "3" }),
      ["it is to be removed in version 3 now, and was in 2", false],
    ],
    "a first replacement": [ending({}), ending({ replacement: { note: "the list" } }), ["it has a replacement now", false]],
    "the code of a warning": [
      ending({ code: "AAA_BBB" }),
      ending({ code: "AAA_CCC" }),
      ["it has the code AAA_CCC for its warning now, and had AAA_BBB", false],
    ],
    "a condition": [
      sent(text),
      sent({ ...text, if: { minLength: 1 }, then: { pattern: "a" } }),
      ["its request body has the condition `if` now", true],
    ],
    "a condition less": [
      sent({ ...text, not: { minLength: 3 } }),
      sent(text),
      ["its request body no longer has the condition `not`", false],
    ],
    "what a list contains": [
      sent({ type: "array" }),
      sent({ type: "array", contains: text }),
      ["its request body must have at least 1 of its items of a certain kind now", true],
    ],
    "items after the first": [
      sent({ type: "array", items: text }),
      sent({ type: "array", prefixItems: [text] }),
      ["its request body no longer says what its items from 1 on must be", false],
    ],
  };
  test.each(Object.entries(cases))("%s", async (_, [before, now, ...said]) => {
    expect(await saidOf(before, now, /^$/)).toEqual(said);
  });

  test("nothing where a header has a name in other letters", async () => {
    const key = (name: string): object => scheme({ type: "apiKey", in: "header", name });
    expect(await saidOf(key("X-Key"), key("x-key"), /^$/)).toEqual([]);
  });
});
