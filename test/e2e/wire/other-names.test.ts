/** Keys of maps that are called like something beside them, where each member has a name of its own: no value arrives as another one. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateTexts } from "../../support/pipeline.js";
import { echoPrograms, type EchoProgram } from "../roundtrip/echo-program.js";

const { programOf, close } = echoPrograms();
afterAll(close);

const text = { type: "string" };
const map = { type: "object", properties: { own: text }, additionalProperties: text };
const byPattern = { type: "object", patternProperties: { "^[a-z]": text }, additionalProperties: false };
const other = { type: "object", properties: { k: text } };
const responses = { 200: { description: "ok" } };

const query = (...fields: readonly object[]): object => ({ parameters: fields.map((each) => ({ in: "query", ...each })), responses });
const cookie = (...fields: readonly object[]): object => ({ parameters: fields.map((each) => ({ in: "cookie", ...each })), responses });
const form =
  (mediaType: string) =>
  (...fields: readonly { readonly name: string; readonly schema: object; readonly style?: string }[]): object => ({
    requestBody: {
      content: {
        [mediaType]: {
          schema: { type: "object", properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])) },
          encoding: Object.fromEntries<object>(
            fields.flatMap(({ name, schema, style = "form" }) => ("type" in schema && schema.type === "object" ? [[name, { style }]] : [])),
          ),
        },
      },
    },
    responses,
  });
const page = { name: "page", schema: { type: "integer" } };
const sort = { name: "sort", schema: other, style: "deepObject" };
const kinds = { query, cookie, form: form("application/x-www-form-urlencoded"), multipart: form("multipart/form-data") };
type Kind = keyof typeof kinds;
const operations = Object.fromEntries<object>(
  Object.entries(kinds).flatMap(([kind, make]): (readonly [string, object])[] => [
    [`${kind}Map`, make({ name: "f", schema: map }, page, { name: "g", schema: other })],
    [`${kind}Pattern`, make({ name: "f", schema: byPattern }, page, { name: "g", schema: other })],
    ...(kind === "cookie" ? [] : [[`${kind}Deep`, make({ name: "f", schema: map }, sort)] as const]),
  ]),
);
const described = (each: Readonly<Record<string, object>>): string =>
  `${JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Echo", version: "1" },
    paths: Object.fromEntries(Object.entries(each).map(([id, operation]) => [`/${id}`, { post: { operationId: id, ...operation } }])),
    components: { securitySchemes: { key: { type: "apiKey", in: "query", name: "api_key" } } },
  })}\n`;
const args = (kind: Kind, value: object): object => ({ [kind === "query" || kind === "cookie" ? kind : "body"]: value });

describe("maps whose members have names of their own", () => {
  let program: EchoProgram;
  beforeAll(async () => {
    const keyed = { ...query({ name: "f", schema: map }), security: [{ key: [] }] };
    const bracketed = query({ name: "f", schema: map, style: "deepObject" }, { name: "f[a]", schema: text });
    program = await programOf(described({ ...operations, keyed, bracketed }));
  }, 120_000);
  const refused = (id: string, given: object, name: string): Promise<void> =>
    expect(program.send(id, given)).rejects.toThrow(`nothing tells its member ${JSON.stringify(name)} from what else has that name`);

  test.each(Object.keys(kinds) as Kind[])("in %s send no key that is the name of another part", async (kind) => {
    for (const id of [`${kind}Map`, `${kind}Pattern`])
      for (const name of ["page", "k", "g"]) await refused(id, args(kind, { f: { [name]: "7" }, ...(name === "k" && { page: 1 }) }), name);
    if (kind !== "cookie") await refused(`${kind}Deep`, args(kind, { f: { "sort[k]": "7" } }), "sort[k]");
  });

  test.each(Object.keys(kinds) as Kind[])("in %s send all others", async (kind) => {
    const value = { f: { a: "1", own: "2", f: "3" }, page: 7, g: { k: "x" } };
    const { result, seen } = await program.send(`${kind}Map`, args(kind, value));
    expect(result.error).toBeUndefined();
    expect(seen).toMatchObject(args(kind, value));
  });

  test("send no key that is the name of a credential", async () => {
    await refused("keyed", { query: { f: { api_key: "mine" } } }, "api_key");
  });

  test("in brackets send no key that makes the name of another parameter", async () => {
    await refused("bracketed", { query: { f: { a: "1" } } }, "a");
    const { seen } = await program.send("bracketed", { query: { f: { b: "1" }, "f[a]": "2" } });
    expect(seen).toMatchObject({ query: { f: { b: "1" }, "f[a]": "2" } });
  });
});

test.each(Object.keys(kinds) as Kind[])(
  "two maps beside each other in %s are told: each takes what is given to the other",
  async (kind) => {
    const make = kinds[kind];
    const closed = { type: "object", properties: { z: text }, additionalProperties: false };
    const both = make({ name: "f", schema: map }, { name: "g", schema: map }, { name: "h", schema: closed });
    const one = make({ name: "f", schema: map }, { name: "h", schema: closed });
    const { diagnostics } = await generateTexts({ "a.json": described({ both, one }) }, ["types", "client"]);
    const isForm = kind === "form" || kind === "multipart";
    const told = diagnostics.filter(({ code }) => code === (isForm ? "form-name-shared" : "query-name-shared"));
    const all = isForm
      ? []
      : ['"own" is a property of "f" and of "g", whose properties are sent as parameters: given twice, it is refused.'];
    expect(told.map(({ message }) => message)).toEqual([
      ...(isForm ? ['"own" is a property of "f" and of "g", whose properties are sent as fields: given twice, it is refused.'] : all),
      `"f" and "g" take properties of any name, which are sent as ${isForm ? "fields" : "parameters"}: each is read as one of both.`,
    ]);
  },
);
