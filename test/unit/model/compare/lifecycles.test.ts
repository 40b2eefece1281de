/** Whatever carries a date or a stage in generated code, told when it gets one, gets another and loses it. */
import { describe, expect, test } from "vitest";
import { isChanged, type ApiChanges } from "../../../../src/model/compare/compare-apis.js";
import { changesOf } from "./described.js";

type Life = Readonly<Record<string, unknown>>;

const text = { type: "string" };
const get = (more: object, item: object = {}): object => ({
  paths: { "/a": { ...item, get: { responses: { "200": { description: "ok" } }, ...more } } },
});
const responds = (more: object): object => get({ responses: { "200": { description: "ok", ...more } } });
const json = (schema: object, more: object = {}): object => ({ content: { "application/json": { schema, ...more } } });
const post = (requestBody: object): object => ({ paths: { "/a": { post: { requestBody, responses: { "204": { description: "ok" } } } } } });
const used = (schema: object): object => ({
  ...responds(json({ $ref: "#/components/schemas/S" })),
  components: { schemas: { S: schema } },
});

/** Places of the table in docs/lifecycle.md, by what stands there besides. */
const places: Readonly<Record<string, (life: Life) => object>> = {
  operation: (life) => get(life),
  "path item": (life) => get({}, life),
  info: (life) => ({ ...get({}), info: { title: "A", version: "1", ...life } }),
  document: (life) => ({ ...get({}), ...life }),
  parameter: (life) => get({ parameters: [{ name: "p", in: "query", schema: text, ...life }] }),
  "reference to a parameter": (life) => ({
    ...get({ parameters: [{ $ref: "#/components/parameters/P", ...life }] }),
    components: { parameters: { P: { name: "p", in: "query", schema: text } } },
  }),
  "property of a request": (life) => post(json({ type: "object", properties: { x: { ...text, ...life } } })),
  "property of a response": (life) => responds(json({ type: "object", properties: { x: { ...text, ...life } } })),
  "security scheme": (life) => ({ ...get({}), components: { securitySchemes: { k: { type: "http", scheme: "basic", ...life } } } }),
  "request body": (life) => post({ ...json(text), ...life }),
  response: (life) => responds(life),
  "response header": (life) => responds({ headers: { "X-H": { schema: text, ...life } } }),
  "media type": (life) => responds(json(text, life)),
  "media type of a parameter": (life) => get({ parameters: [{ name: "p", in: "query", ...json(text, life) }] }),
  "media type of a header": (life) => responds({ headers: { "X-H": json(text, life) } }),
  encoding: (life) =>
    post({
      content: {
        "multipart/form-data": { schema: { type: "object", properties: { f: text } }, encoding: { f: { contentType: "text/a", ...life } } },
      },
    }),
  "encoding header": (life) =>
    post({
      content: {
        "multipart/form-data": {
          schema: { type: "object", properties: { f: text } },
          encoding: { f: { headers: { "X-E": { schema: text, ...life } } } },
        },
      },
    }),
  schema: (life) => used({ type: "object", ...life }),
  "reference to a schema": (life) => used({ type: "object", properties: { x: { $ref: "#/components/schemas/S", ...life } } }),
  "`additionalProperties`": (life) => used({ type: "object", additionalProperties: { ...text, ...life } }),
  "`patternProperties`": (life) => used({ type: "object", patternProperties: { "^x": { ...text, ...life } } }),
  items: (life) => used({ type: "array", items: { ...text, ...life } }),
  "`prefixItems`": (life) => used({ type: "array", prefixItems: [{ ...text, ...life }] }),
  "enum value": (life) => used({ ...text, oneOf: [{ const: "a" }, { const: "b", ...life }] }),
  "member of a union": (life) => used({ anyOf: [text, { type: "integer", ...life }] }),
  "member of `allOf`": (life) => used({ allOf: [{ type: "object" }, { properties: { x: text }, ...life }] }),
  discriminator: (life) => used({ oneOf: [{ $ref: "#/components/schemas/S" }], discriminator: { propertyName: "t", ...life } }),
  server: (life) => ({ ...get({}), servers: [{ url: "/v1", ...life }] }),
  "server of an operation": (life) => get({ servers: [{ url: "/v1", ...life }] }),
  "server variable": (life) => ({ ...get({}), servers: [{ url: "/{v}", variables: { v: { default: "1", ...life } } }] }),
  webhook: (life) => ({ webhooks: { e: { post: { responses: { "200": { description: "ok" } }, ...life } } } }),
  callback: (life) => get({ callbacks: { onE: { "{$request.body#/url}": { post: { responses: {} } }, ...life } } }),
  link: (life) => responds({ links: { next: { operationId: "a", ...life } } }),
  example: (life) => responds({ content: { "application/json": { schema: text, examples: { e: { value: "x", ...life } } } } }),
  tag: (life) => ({ ...get({ tags: ["t"] }), tags: [{ name: "t", ...life }] }),
};

function textOf({ deprecated, changed, schemas, whole }: ApiChanges): string {
  const all = [...changed, ...schemas.changed].flatMap(({ what }) => what.map((each) => each.text));
  return [...deprecated.flatMap(({ what }) => what), ...all, ...whole.map((each) => each.text)].join("; ");
}

describe.each(Object.entries(places))("%s", (place, at) => {
  const [late, early] = ["2030-12-05", "2029-01-01"].map((date) => at({ deprecated: true, "x-deprecated": true, "x-sunset": date }));
  const [none, undated] = [at({}), at({ deprecated: true, "x-deprecated": true })];
  test("gets a date, another one, and loses it", async () => {
    expect(textOf(await changesOf(none, late ?? {}))).toContain("deprecated now, to be removed on 2030-12-05");
    expect(textOf(await changesOf(late ?? {}, early ?? {}))).toMatch(/to be removed on 2029-01-01 now, and was on 2030-12-05/);
    expect(textOf(await changesOf(late ?? {}, none))).toContain("no longer deprecated, and was to be removed on 2030-12-05");
    // What has neither a tag nor a date is in the table for its date alone.
    if (textOf(await changesOf(none, undated)) !== "") expect(textOf(await changesOf(late ?? {}, undated))).toContain("2030-12-05");
    expect(isChanged(await changesOf(late ?? {}, structuredClone(late ?? {})))).toBe(false);
    const breaking = (await changesOf(none, late ?? {})).changed.flatMap(({ what }) => what).filter((each) => each.breaking);
    expect([place, breaking]).toEqual([place, []]);
  });
});

test("values of an enum, in every form", async () => {
  const forms = [{ "x-enum-deprecated": ["b"] }, { "x-enum-deprecated": { b: "Use a." } }, { "x-enumDeprecated": [false, true] }];
  for (const form of forms)
    expect(textOf(await changesOf(used({ ...text, enum: ["a", "b"] }), used({ ...text, enum: ["a", "b"], ...form })))).toContain(
      'has a value "b" that is deprecated now',
    );
});

test("stages of parameters and properties", async () => {
  const stage = { "x-stability-level": "alpha" };
  for (const place of ["parameter", "property of a request", "property of a response", "schema", "response"]) {
    const at = places[place] ?? (() => ({}));
    expect(textOf(await changesOf(at({}), at(stage)))).toContain("is of the stage alpha now, and was stable");
  }
});
