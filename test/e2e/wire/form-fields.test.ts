/** Fields of forms that could be taken for JSON, from the generated client to the generated server: what arrives is what was sent, or nothing is sent. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decodeForm } from "../../../templates/runtime/server/decode/decode-form.js";
import { readerOf, type Issues } from "../../../templates/runtime/server/decode/wire-type.js";
import { formText } from "../../../templates/runtime/shared/styles.js";
import { echoPrograms, type EchoProgram } from "../roundtrip/echo-program.js";

const { programOf, close } = echoPrograms();
afterAll(close);

const text = { type: "string" };
const integer = { type: "integer" };
const list = (items: object): object => ({ type: "array", items });
const object = (properties: object): object => ({ type: "object", properties });
const lookalikes = ["[1]", '["a"]', "{}", "1", '"a"', "null", " [1]", "[[1]]", "a,b", ""].map((only) => [only]);

const fields: Readonly<Record<string, readonly [schema: object, values: readonly unknown[]]>> = {
  texts: [list(text), [...lookalikes, ["[1]", "b"], ["a", "[1]"]]],
  integers: [list(integer), [[1], [1, 2]]],
  lists: [list(list(integer)), [[[1]], [[1, 2]], [[1], [2]], [[1], [], [2]], [[]]]],
  listsOfTexts: [list(list(text)), [[["a"]], [["[1]"]], [["["]], [["a", "b"], ["c"]]]],
  objects: [list(object({ a: integer })), [[{ a: 1 }], [{ a: 1 }, { a: 2 }], [{}]]],
  listOrText: [{ anyOf: [list(integer), text] }, [[1, 2], "a", '["a"]', "{}", "[[1]]"]],
  listOrInteger: [{ anyOf: [list(text), integer] }, [5, ["a"], ["[1]"], ["a", "b"]]],
  listOrNull: [{ anyOf: [list(text), { type: "null" }] }, [["a"], ["null"], ["[1]"]]],
  textsOrLists: [list({ anyOf: [text, list(text)] }), [["a"], ["[1]"], ["a", "[1]"]]],
  tuple: [{ type: "array", prefixItems: [list(text), integer] }, [[["a"], 1], [["a"]]]],
  objectOrText: [{ anyOf: [object({ a: integer }), text] }, ['{"a":"x"}', "[1]"]],
  object: [object({ a: list(text), b: integer }), [{ a: ["x"] }, { a: ["[1]"] }, { a: ["x", "y"], b: 1 }]],
  map: [{ type: "object", additionalProperties: text }, [{ a: "x" }, { a: "[1]" }]],
};
const encodings: Readonly<Record<string, object | undefined>> = {
  none: undefined,
  exploded: { explode: true },
  notExploded: { explode: false },
  piped: { style: "pipeDelimited" },
  deep: { style: "deepObject" },
  json: { contentType: "application/vnd.a+json; charset=utf-8" },
  text: { contentType: "text/plain" },
  anyType: { contentType: "*/*" },
  anyApplication: { contentType: "application/*" },
  jsonRange: { contentType: "application/*+json" },
  severalTypes: { contentType: "application/json, text/plain" },
};
const of20 = ["csv", "ssv", "tsv", "pipes", "multi"];
const anything = { anything: [{}, ["a", "[1]", "1", { a: 1 }, [1, 2], 5, true]] } as const;

describe.each(["application/x-www-form-urlencoded", "multipart/form-data"])("fields of %s", (mediaType) => {
  let program: EchoProgram;
  let earlier: EchoProgram;
  const operation = (operationId: string, more: object): object => ({
    [`/${operationId}`]: { post: { operationId, ...more, responses: { 200: { description: "ok" } } } },
  });
  const body = (value: object, encoding?: object): object => {
    const schema = { ...object({ value, other: text }), additionalProperties: false };
    return { requestBody: { required: true, content: { [mediaType]: { schema, ...(encoding && { encoding: { value: encoding } }) } } } };
  };
  beforeAll(async () => {
    const info = { title: "Echo", version: "1" };
    const all = Object.entries(fields).flatMap(([name, [schema]]) =>
      Object.entries(encodings).map(([encoding, written]) => operation(`${name}X${encoding}`, body(schema, written))),
    );
    const paths = Object.assign({}, ...all, operation("anything", body({}, encodings["json"]))) as object;
    program = await programOf(`${JSON.stringify({ openapi: "3.1.0", info, paths })}\n`);
    const lists = of20.map((collectionFormat) =>
      operation(collectionFormat, {
        consumes: [mediaType],
        parameters: [{ name: "value", in: "formData", type: "array", items: text, collectionFormat }],
      }),
    );
    earlier = await programOf(`${JSON.stringify({ swagger: "2.0", info, paths: Object.assign({}, ...lists) as object })}\n`);
  }, 120_000);

  const arrives = async (by: EchoProgram, id: string, sent: object): Promise<void> => {
    const answer = await by.send(id, { body: sent }).catch((error: unknown) => {
      expect(String(error)).toContain("cannot be sent");
      return undefined;
    });
    if (answer === undefined) return;
    expect(answer.result.error).toBeUndefined();
    expect(answer.seen?.["body"]).toEqual(sent);
  };

  const cases = Object.entries(fields).flatMap(([name, [, values]]) =>
    Object.keys(encodings).map((encoding) => ({ id: `${name}X${encoding}`, values })),
  );
  test.each(cases)("arrive, or are refused by the client: $id", async ({ id, values }) => {
    for (const value of values) await arrives(program, id, { value, other: "o" });
  });
  test.each(of20.flatMap((id) => fields["texts"]?.[1].map((value) => ({ id, value })) ?? []))(
    "of 2.0 arrive: $id $value",
    ({ id, value }) => arrives(earlier, id, { value }),
  );
  test.each(anything.anything[1].map((value) => ({ value })))("of any type arrive as JSON that is described: $value", ({ value }) =>
    arrives(program, "anything", { value }),
  );
});

describe("files of multipart/form-data", () => {
  const file = { type: "string", format: "binary" };
  const types = [undefined, "*/*", "application/*", "image/*", "application/octet-stream", "image/png, image/jpeg"];
  let program: EchoProgram;
  beforeAll(async () => {
    const paths = types.map((contentType, index) => {
      const schema = object({ one: file, many: list(file) });
      const said = contentType === undefined ? {} : { encoding: { one: { contentType }, many: { contentType } } };
      const content = { "multipart/form-data": { schema, ...said } };
      const post = { operationId: `send${String(index)}`, requestBody: { content }, responses: { 200: { description: "ok" } } };
      return [`/${String(index)}`, { post }];
    });
    const info = { title: "Echo", version: "1" };
    program = await programOf(`${JSON.stringify({ openapi: "3.1.0", info, paths: Object.fromEntries(paths) as object })}\n`);
  }, 120_000);

  test.each(types.map((type, index) => ({ type, index })))("arrive where they are described as $type", async ({ index }) => {
    const [a, b] = [new Blob(["a"]), new Blob(["b"], { type: "image/png" })];
    for (const many of [[a], [a, b], [b, a, b]]) {
      const { result, seen } = await program.send(`send${String(index)}`, { body: { one: b, many } });
      expect(result.error).toBeUndefined();
      const read = await Promise.all(many.map(async (each) => `file ${await each.text()}`));
      expect(seen?.["body"]).toEqual({ one: "file b", many: read });
    }
  });
});

test("a list of objects with a bigint is written as what writes JSON says", () => {
  const stringify = (value: unknown): string =>
    JSON.stringify(value, (_key, each: unknown) => (typeof each === "bigint" ? Number(each) : each));
  expect(decodeURIComponent(formText([["xs", [{ id: 1n }, { id: 2n }]]], undefined, stringify))).toBe('xs={"id":1}&xs={"id":2}');
});

describe("fields that are JSON, as other clients send them", () => {
  const read = (sent: string, type: Parameters<typeof readerOf>[0]): unknown => {
    const issues: Issues = [];
    const encoding = { value: { contentType: "application/json" } };
    const value = decodeForm(sent, readerOf({ properties: { value: type ?? "any" } }), encoding, issues);
    return issues.length === 0 ? value : issues.map(({ path, message }) => `${path.join(".")} ${message}`);
  };
  test("are items where there are several", () => {
    expect(read("value=%221%22&value=%5B1%5D", { items: "any" })).toEqual({ value: ["1", [1]] });
    expect(read("value=1&value=x", { items: "integer" })).toEqual(["value.1 is not well-formed JSON"]);
  });
  test("are refused where there may be only one", () => {
    expect(read("value=1&value=2", "integer")).toEqual(["value must be given only once"]);
  });
});
