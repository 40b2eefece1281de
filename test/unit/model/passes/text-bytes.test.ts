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
  new RegExp(`^export type ${name} = (\\{\n[^]*?\n\\}|.*);$`, "m").exec(types)?.[1]?.replaceAll(/\s+/g, " ");

const cases: readonly (readonly [body: readonly string[], reply: readonly string[], bytes: boolean])[] = [
  [[json], [], false],
  [[form], [], false],
  [[form, json], [json], false],
  [[], ["application/x-ndjson"], false],
  [[multipart], [], true],
  [[multipart, json], [], true],
  [[json], [multipart], true],
  [[], [], true],
];

describe("raw bytes below a name", () => {
  test.each(cases)("with a body of %j and a reply of %j: %j", async (body, reply, bytes) => {
    const api = await apiOf(described(body, reply, ref("Upload")));
    const types = emitTypes(api, { parts: new Set(["types"]), source: "a", command: "b" }).text;
    const binary = bytes ? "Blob | string" : "string";
    expect(lineOf("File", types)).toBe(binary);
    expect(lineOf("Inner", types)).toBe(`{ file?: ${binary} }`);
    expect(lineOf("Upload", types)).toContain(`{ file?: ${binary}; files?: File[]; inner?: `);
    const { validator } = await validatorsOf(api);
    const { is } = validator("UploadSchema");
    expect(is({ file: "text", files: ["text"] })).toBe(true);
    for (const value of [{ file: new Blob([]) }, { files: [new Blob([])] }, { inner: { file: new Blob([]) } }]) expect(is(value)).toBe(bytes);
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
