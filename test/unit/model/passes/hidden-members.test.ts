/** Members without names of their own that belong to one direction: by a pattern, or as all others. */
import { describe, expect, test } from "vitest";
import { emitTypes } from "../../../../src/emit/files/types-file.js";
import type { Json } from "../../../../src/source/source-file.js";
import { apiOf, outcomeOf, type ApiOptions } from "../../../support/api.js";
import { validatorsOf } from "../../../support/validators.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function descriptionOf(schemas: object): string {
  const content = { "application/json": { schema: ref("Body") } };
  const post = { requestBody: { required: true, content }, responses: { "200": { description: "Done.", content } } };
  return `${JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: { "/": { post } }, components: { schemas } })}\n`;
}

async function bodyOf(schemas: object, options?: ApiOptions) {
  const api = await apiOf(descriptionOf(schemas), options);
  const { validator } = await validatorsOf(api);
  const types = emitTypes(api, { parts: new Set(["types"]), source: "a", command: "b" }).text;
  const typeOf = (name: string): string | undefined =>
    new RegExp(`^export type ${name} = (?:Base & )?(\\{ .*|\\{\n[^]*?\n\\})`, "m")
      .exec(types)?.[1]
      ?.replaceAll(/\/\*.*\*\/|\s+/g, " ")
      .replaceAll(/ +/g, " ");
  const request = api.schemas.has("BodyRequest") ? "BodyRequest" : "Body";
  return { request: validator(`${request}Schema`), response: validator("BodySchema"), requestType: typeOf(request) };
}

const marked = { type: "integer", default: 1, readOnly: true };
const a = { type: "string", default: "a" };

/** What is described; a value, and what it becomes in a request; what types offer there. */
const cases: Readonly<Record<string, readonly [object, Json, Json, string]>> = {
  "other members": [
    { type: "object", properties: { a }, required: ["b"], additionalProperties: marked },
    { b: "x", c: 1 },
    { a: "a" },
    "{ a?: string; }",
  ],
  "other members, and none else": [{ type: "object", additionalProperties: marked }, { b: "x" }, {}, "{ [key: string]: unknown };"],
  "members of a pattern": [
    { type: "object", properties: { a, "x-b": { type: "string", default: "b" } }, required: ["x-b"], patternProperties: { "^x-": marked } },
    { "x-b": 1, "x-c": {}, d: 1 },
    { a: "a", d: 1 },
    "{ a?: string; }",
  ],
  "a member beside others with a type": [
    { type: "object", properties: { c: marked }, additionalProperties: { type: "string" } },
    { b: "x", c: {} },
    { b: "x" },
    "{ c?: unknown; [key: string]: unknown; }",
  ],
  "a member beside others that are none": [
    { type: "object", properties: { a, c: marked }, additionalProperties: false },
    { c: {} },
    { a: "a" },
    "{ a?: string; }",
  ],
  "members of one pattern, beside another": [
    { type: "object", patternProperties: { "^x-": marked, "[02468]$": { type: "object", properties: { a } } } },
    { "x-1": 1, "x-2": {}, 2: {} },
    { 2: { a: "a" } },
    "{ [key: string]: unknown };",
  ],
  "others than those of patterns": [
    { type: "object", patternProperties: { "^x-": { type: "string" } }, additionalProperties: marked },
    { "x-1": "x", b: {} },
    { "x-1": "x" },
    "{ [key: string]: unknown };",
  ],
  "what another part describes": [
    { allOf: [{ type: "object", properties: { "x-b": a }, required: ["x-b", "x-c"] }, { patternProperties: { "^x-": marked } }] },
    { "x-d": 1 },
    {},
    "{ [key: string]: unknown };",
  ],
  "what a reference describes": [
    { allOf: [ref("Base"), { patternProperties: { "^x-": { allOf: [marked] } } }] },
    { "x-d": 1 },
    {},
    "{ [key: string]: unknown };",
  ],
};
const Base = { type: "object", properties: { "x-b": a }, required: ["x-b", "x-c"], dependentRequired: { "x-b": ["c"], c: ["x-d"] } };

describe("what is read-only without a name", () => {
  test.each(Object.entries(cases))("is dropped, and not asked for: %s", async (_name, [Body, value, parsed, type]) => {
    const { request, requestType } = await bodyOf({ Body, Base });
    expect(request.is(value)).toBe(true);
    expect(request.parse(value)).toEqual(parsed);
    expect(request.is({})).toBe(true);
    expect(requestType).toBe(type);
  });

  test.each(Object.entries(cases))("is refused where that is asked for: %s", async (_name, [Body, value, parsed]) => {
    const { request } = await bodyOf({ Body, Base }, { readOnlyInRequests: "reject" });
    const result = request.safeParse(value);
    const keywords = result.success ? [] : result.issues.map(({ keyword }) => keyword);
    expect(new Set(keywords)).toEqual(new Set(["readOnly"]));
    expect(request.is(parsed)).toBe(true);
  });

  test.each(Object.entries(cases))("stays in responses, which refuse what is write-only: %s", async (_name, [Body, value, parsed]) => {
    const writeOnly = JSON.parse(JSON.stringify({ Body, Base }).replaceAll("readOnly", "writeOnly")) as object;
    const { response } = await bodyOf(writeOnly);
    const result = response.safeParse(value);
    expect(result.success ? [] : [...new Set(result.issues.map(({ keyword }) => keyword))]).toEqual(["writeOnly"]);
    expect(response.is(parsed)).toBe(true);
  });

  test("leaves tags", async () => {
    const object = (own: string) => ({
      type: "object",
      required: ["kind", own],
      properties: { [own]: {} },
      additionalProperties: { type: "string", readOnly: true },
    });
    const named = { type: "object", properties: { kind: { type: "string" } } };
    const { request } = await bodyOf({
      Body: { oneOf: [ref("A"), ref("B")], discriminator: { propertyName: "kind" } },
      A: { allOf: [named, object("a")] },
      B: { ...object("b"), additionalProperties: {}, patternProperties: { "^k": { readOnly: true } } },
    });
    expect(request.is({ kind: "C", a: 1 })).toBe(false);
    expect(request.parse({ kind: "A", a: 1, c: 1 })).toEqual({ kind: "A", a: 1 });
    expect(request.parse({ kind: "B", b: 1, c: 1 })).toEqual({ kind: "B", b: 1, c: 1 });
  });

  test("is what an example need not have", async () => {
    const object = { type: "object", required: ["x-b"], patternProperties: { "^x-": { readOnly: true } } };
    const others = { type: "object", required: ["b"], additionalProperties: { writeOnly: true } };
    const properties = { one: { ...object, example: {} }, other: { ...others, example: {} } };
    const { diagnostics } = await outcomeOf(descriptionOf({ Body: { type: "object", properties } }));
    expect(diagnostics.filter(({ code }) => code.startsWith("example"))).toEqual([]);
  });

  test("is there for what counts members, or looks at all of them at once", async () => {
    const n = { type: "string" };
    const object = { type: "object", properties: { id: marked, n } };
    const takes = async (Body: object, values: readonly Json[]) => {
      const { request } = await bodyOf({ Body });
      return values.map((value) => request.is(value));
    };
    const values = [{ id: 1, n: "n" }, { n: "n" }];
    expect(await takes({ ...object, minProperties: 2 }, values)).toEqual([true, false]);
    expect(await takes({ ...object, maxProperties: 1 }, values)).toEqual([false, true]);
    expect(await takes({ ...object, enum: [{ id: 1, n: "n" }] }, values)).toEqual([true, false]);
    expect(await takes({ type: "object", properties: { n }, unevaluatedProperties: marked }, [{ n: "n", a: 1 }, { a: "x" }])).toEqual([
      true,
      false,
    ]);
  });
});
