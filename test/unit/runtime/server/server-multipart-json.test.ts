/** Parts of a multipart body that look like JSON: they are, where the part or the description says so, or where they could be nothing else. */
import { describe, expect, test } from "vitest";
import { encodeBody } from "../../../../templates/runtime/client/call/request-body.js";
import type { Encoding } from "../../../../templates/runtime/shared/operation.js";
import { createServer } from "../../../../templates/runtime/server/route/server.js";
import type { WireType } from "../../../../templates/runtime/server/decode/wire-type.js";
import { route } from "./serving.js";

const type = "multipart/form-data";

async function received(form: FormData, field: WireType, encoding?: Encoding): Promise<unknown> {
  const content = { [type]: encoding === undefined ? {} : { encoding: { field: encoding } } };
  const routes = {
    op: route("op", "POST", "/op", { body: { required: true, content } }, { body: { [type]: { decode: { properties: { field } } } } }),
  };
  let seen: unknown;
  const op = async ({ body }: { body: { field?: unknown } }) => {
    const list = Array.isArray(body.field) ? (body.field as readonly unknown[]) : [body.field];
    const read = await Promise.all(list.map((item) => (item instanceof Blob ? item.text() : item)));
    seen = Array.isArray(body.field) ? read : read[0];
    return { status: 204 };
  };
  const server = createServer({ basePath: "", realm: "Test", schemes: {}, routes }, { handlers: { op } });
  const { status } = await server.fetch(new Request("http://x/op", { method: "POST", body: form }));
  return status === 204 ? seen : status;
}

const list: WireType = { items: "string" };
const json = (text: string): Blob => new Blob([text], { type: "application/json" });
const form = (...parts: readonly (string | Blob)[]): FormData => {
  const data = new FormData();
  for (const part of parts) data.append("field", part);
  return data;
};

const texts = ["[]", '["x"]', "[1,2]", '{"a":1}', "null", "", " [", "[x", "true", '"x"'];

describe.each(texts)("the text %j", (text) => {
  test.each<[string, WireType]>([
    ["a list of texts", list],
    ["a list of anything", { items: "any" }],
    ["a list of texts that may be null", [list, "null"]],
    ["a list of files", { items: "binary" }],
    ["a list of texts or lists", { items: ["string", list] }],
    ["a list of texts or objects", { items: ["string", { properties: {} }] }],
  ])("is the only item of %s", async (_, shape) => {
    expect(await received(form(text), shape)).toEqual([text]);
    expect(await received(form(text, "other"), shape)).toEqual([text, "other"]);
  });

  test.each<[string, WireType]>([
    ["a text or a list", ["string", list]],
    ["a text or an object", ["string", { properties: {} }]],
    ["anything", "any"],
  ])("stays text for %s", async (_, shape) => {
    expect(await received(form(text), shape)).toBe(text);
  });
});

describe("JSON is read", () => {
  test.each<[string, WireType, string | Blob, unknown, Encoding?]>([
    ["where the part says so", list, json('["x","y"]'), ["x", "y"]],
    ["where the part says so, of no items", list, json("[]"), []],
    ["where the encoding says so", list, '["x","y"]', ["x", "y"], { contentType: "application/json" }],
    ["where a choice's part says so", ["string", list], json('["x"]'), ["x"]],
    ["where a choice's encoding says so", ["string", list], '["x"]', ["x"], { contentType: "application/json" }],
    ["where no item is written like that: integers", { items: "integer" }, "[1,2]", [1, 2]],
    ["where no item is written like that: objects", { items: { properties: {} } }, '[{"a":1}]', [{ a: 1 }]],
    ["of an object that is the only item", { items: { properties: {} } }, '{"a":1}', [{ a: 1 }]],
    ["of a list that is the only item", { items: list }, json('["x"]'), [["x"]]],
    ["of a list that is the only item, as text", { items: list }, '["x"]', [["x"]]],
    ["of an object", { properties: {} }, '{"a":1}', { a: 1 }],
  ])("%s", async (_, shape, part, value, encoding) => {
    expect(await received(form(part), shape, encoding)).toEqual(value);
  });
});

describe("what a client sends arrives", () => {
  const operation = (encoding?: Encoding) => ({
    id: "op",
    method: "POST",
    path: "/op",
    responses: {},
    body: { content: { [type]: encoding === undefined ? {} : { encoding: { field: encoding } } } },
  });
  test.each<[unknown, WireType, Encoding?]>([
    ...texts.map((text): [unknown, WireType] => [[text], list]),
    ...texts.map((text): [unknown, WireType] => [text, ["string", list]]),
    [["[]"], list, { contentType: "application/json" }],
    [[], list, { contentType: "application/json" }],
    [[["x"]], { items: list }],
    [[[]], { items: list }],
    [[{ a: 1 }], { items: { properties: {} } }],
    [[7], { items: "integer" }],
  ])("%j", async (field, shape, encoding) => {
    const { body } = encodeBody(operation(encoding), { field }, type);
    expect(await received(body as FormData, shape, encoding)).toEqual(field);
  });
});
