import { describe, expect, it } from "vitest";
import { apiOf } from "../../../support/api.js";

const schemas = {
  List: { type: "array", items: { type: "integer" } },
  Thing: { type: "object", properties: { a: { type: "string" } } },
  Tree: { anyOf: [{ type: "string" }, { type: "array", items: { $ref: "#/components/schemas/Tree" } }] },
  Word: { type: "string" },
};

async function codecs(mediaType: string, schema: object | undefined): Promise<readonly string[]> {
  const content = { [mediaType]: schema === undefined ? {} : { schema } };
  const item = { post: { requestBody: { content }, responses: { "200": { description: "Fine", content } } } };
  const text = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/a": item },
    webhooks: { a: item },
    components: { schemas },
  });
  const { operations, webhooks } = await apiOf(`${text}\n`);
  return [...operations, ...webhooks].flatMap(({ body, responses }) =>
    [...(body?.contents ?? []), ...responses.flatMap(({ contents }) => contents)].map(({ codec }) => codec),
  );
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe("text that describes", () => {
  it.each([
    ["a list", ref("List")],
    ["an object", ref("Thing")],
    ["a list of lists", ref("Tree")],
    ["an object without a type", { properties: { a: {} } }],
    ["a list without a type", { items: {} }],
    ["a list or a text", { oneOf: [{ type: "string" }, ref("List")] }],
    ["a list or null", { type: ["array", "null"] }],
    ["an object in all its parts", { allOf: [ref("Thing"), { properties: { b: {} } }] }],
    ["a constant list", { const: [1] }],
  ])("%s stays text", async (_, schema) => {
    for (const mediaType of ["text/csv", "application/yaml", "text/plain", "text/html; charset=utf-8", "text/*", "application/jwt"])
      expect(await codecs(mediaType, schema)).toEqual(["unread", "unread", "unread", "unread"]);
  });

  it.each([
    ["nothing", undefined],
    ["any value", {}],
    ["text", ref("Word")],
    ["numbers", { type: "integer", items: {} }],
    ["one of some words", { enum: ["a", "b", null] }],
    ["a text, and no object beside it", { allOf: [{ type: "string" }, { properties: {} }] }],
    ["text or numbers", { anyOf: [{ type: "string" }, { type: "number" }] }],
  ])("%s is read", async (_, schema) => {
    expect(await codecs("text/csv", schema)).toEqual(["text", "text", "text", "text"]);
  });

  it.each(["application/json", "application/xml", "multipart/form-data", "application/x-ndjson", "text/event-stream"])(
    "is not what %s is",
    async (mediaType) => {
      expect(await codecs(mediaType, ref("Thing"))).not.toContain("unread");
    },
  );
});
