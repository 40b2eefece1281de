/** Raw bytes are a `Blob` where something carries them, and text in JSON, in URL-encoded forms and in parameters. */
import { describe, expect, test } from "vitest";
import { emitTypes } from "../../../../src/emit/files/types-file.js";
import { apiOf } from "../../../support/api.js";
import { validatorsOf } from "../../../support/validators.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const file = { type: "string", format: "binary" };
const upload = { type: "object", properties: { file, files: { type: "array", items: ref("File") }, inner: { allOf: [ref("Inner")] } } };
const schemas = { Upload: upload, File: file, Inner: { type: "object", properties: { file } } };

const json = "application/json";
const form = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data";
const contentOf = (types: readonly string[], schema: object): object => Object.fromEntries(types.map((type) => [type, { schema }]));

/** The description of an operation with bodies of some media types, and replies of others. */
function described(body: readonly string[], reply: readonly string[], schema: object): string {
  const responses = { "200": { description: "Done.", ...(reply.length > 0 && { content: contentOf(reply, schema) }) } };
  const post = { ...(body.length > 0 && { requestBody: { required: true, content: contentOf(body, schema) } }), responses };
  return `${JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: { "/": { post } }, components: { schemas } })}\n`;
}

const lineOf = (name: string, types: string): string | undefined =>
  new RegExp(`^export type ${name} = (\\{\n[^]*?\n\\}|.*);$`, "m").exec(types)?.[1]?.replaceAll(/\s+/g, " ").replaceAll("; }", " }");

const cases: readonly (readonly [body: readonly string[], reply: readonly string[], bytes: boolean])[] = [
  [[json], [], false],
  [[form], [], false],
  [[form, json], [json], false],
  [[], ["application/x-ndjson"], false],
  [[multipart], [], true],
  [[], [], true],
];

describe("raw bytes below a name", () => {
  test.each(cases)("with a body of %j and a reply of %j: %j", async (body, reply, bytes) => {
    const api = await apiOf(described(body, reply, ref("Upload")));
    const types = emitTypes(api, { parts: new Set(["types"]), source: "a", command: "b" }).text;
    const binary = bytes ? "Blob | string" : "string";
    expect(lineOf("File", types)).toBe(binary);
    // Nothing carries bytes inside a part of JSON.
    const inner = body.length + reply.length === 0 ? binary : "string";
    expect(lineOf("Inner", types)).toBe(`{ file?: ${inner} }`);
    expect(lineOf("Upload", types)).toContain(`{ file?: ${binary}; files?: File[]; inner?: `);
    const { validator } = await validatorsOf(api);
    const { is } = validator("UploadSchema");
    expect(is({ file: "text", files: ["text"] })).toBe(true);
    for (const value of [{ file: new Blob([]) }, { files: [new Blob([])] }]) expect(is(value)).toBe(bytes);
    expect(is({ inner: { file: new Blob([]) } })).toBe(inner !== "string");
  });

  test.each([
    [[multipart, json], []],
    [[json], [multipart]],
    [[multipart, form, json], [json]],
  ])("with a body of %j and a reply of %j have a form of each", async (body, reply) => {
    const api = await apiOf(described(body, reply, ref("Upload")));
    const types = emitTypes(api, { parts: new Set(["types"]), source: "a", command: "b" }).text;
    expect(lineOf("File", types)).toBe("string");
    expect(lineOf("FileBytes", types)).toBe("Blob | string");
    // An object is a part of JSON.
    expect(lineOf("Inner", types)).toBe("{ file?: string }");
    expect(lineOf("InnerBytes", types)).toBeUndefined();
    expect(lineOf("Upload", types)).toBe("{ file?: string; files?: File[]; inner?: Inner }");
    expect(lineOf("UploadBytes", types)).toBe("{ file?: Blob | string; files?: FileBytes[]; inner?: Inner }");
    for (const type of new Set([...body, ...reply]))
      expect(types).toContain(`${JSON.stringify(type)}: ${type === multipart ? "UploadBytes" : "Upload"}`);
    const { validator } = await validatorsOf(api);
    const bytes = [{ file: new Blob([]) }, { files: [new Blob([])] }];
    for (const value of bytes)
      expect([validator("UploadSchema").is(value), validator("UploadBytesSchema").is(value)]).toEqual([false, true]);
    for (const name of ["UploadSchema", "UploadBytesSchema"]) expect(validator(name).is({ inner: { file: new Blob([]) } })).toBe(false);
  });

  test("in a parameter are text", async () => {
    const parameters = [{ name: "file", in: "query", schema: ref("File") }];
    const paths = { "/": { get: { parameters, responses: { "200": { description: "Done." } } } } };
    const api = await apiOf(
      `${JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths, components: { schemas } })}\n`,
    );
    expect(lineOf("File", emitTypes(api, { parts: new Set(["types"]), source: "a", command: "b" }).text)).toBe("string");
  });

  test("are the whole of a body where that is bytes", async () => {
    const api = await apiOf(described(["application/octet-stream"], [], ref("File")));
    expect(lineOf("File", emitTypes(api, { parts: new Set(["types"]), source: "a", command: "b" }).text)).toBe("Blob | string");
  });
});

test("raw bytes without a name are those of their media type", async () => {
  const api = await apiOf(described([json, form, multipart], [json], { type: "object", properties: { file } }));
  const types = emitTypes(api, { parts: new Set(["types"]), source: "a", command: "b" }).text;
  const found = [...types.matchAll(/"([a-z]+\/[a-z-]+)": \{\s*file\?: ([^;}]*) }/g)].map(([, type, value]) => [type, value]);
  expect(found).toEqual([
    [json, "string"],
    [form, "string"],
    [multipart, "Blob | string"],
    [json, "string"],
  ]);
});

/** What stands in the types for a body of multipart, and for one of JSON, of the same schema. */
async function bothOf(schema: object, more: Readonly<Record<string, object>> = {}): Promise<readonly (string | undefined)[]> {
  const responses = { "200": { description: "Done." } };
  const post = { requestBody: { required: true, content: contentOf([multipart, json, "text/plain"], schema) }, responses };
  const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: { "/": { post } }, components: { schemas: more } };
  const types = emitTypes(await apiOf(`${JSON.stringify(description)}\n`), { parts: new Set(["types"]), source: "a", command: "b" }).text;
  const [, ofMultipart, ofJson] = /"multipart\/form-data": ([^]*?);?\s*"application\/json": ([^]*?);?\s*"text\/plain"/.exec(types) ?? [];
  return [ofMultipart, ofJson].map((text) => text?.replaceAll(/\s+/g, " ").replaceAll("; }", " }"));
}

const members = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });

test.each<[string, object, string]>([
  ["a list of files", members({ a: { type: "array", items: file } }), "{ a?: (Blob | string)[] }"],
  ["a list of lists of files", members({ a: { type: "array", items: { type: "array", items: file } } }), "{ a?: string[][] }"],
  ["a list of objects", members({ a: { type: "array", items: members({ file }) } }), "{ a?: { file?: string }[] }"],
  ["an object", members({ a: members({ file }) }), "{ a?: { file?: string } }"],
  ["a choice", members({ a: { anyOf: [file, { type: "integer" }] } }), "{ a?: Blob | string | number }"],
  ["any member", { type: "object", additionalProperties: file }, "{ [key: string]: Blob | string }"],
  ["a part of allOf", { allOf: [members({ file }), members({ a: { type: "string" } })] }, "{ file?: Blob | string; a?: string }"],
])("in multipart, a `Blob` may be where the client writes a file: %s", async (_, schema, expected) => {
  const inline = await bothOf(schema);
  expect(inline).toEqual([expected, expected.replaceAll("(Blob | string)", "string").replaceAll("Blob | string", "string")]);
  const named = await bothOf(ref("A"), { A: schema });
  expect(named).toEqual(expected.includes("Blob") ? ["ABytes", "A"] : ["A", "A"]);
});

test("forms of schemas that lead to one another, with a name that is taken", async () => {
  const Node = members({ file, next: ref("Node"), list: { type: "array", items: ref("Leaf") } });
  const all = { Node: { allOf: [ref("Base"), Node] }, Base: members({ photo: ref("Leaf") }), Leaf: file, LeafBytes: members({}) };
  expect(await bothOf(ref("Node"), all)).toEqual(["NodeBytes", "Node"]);
});
