/** What ends is listed by its kind and by the name that it has at its place. */
import { expect, it } from "vitest";
import { outcomeOf } from "../../../support/api.js";

type Node = { readonly [key: string]: unknown };
const end = { "x-deprecated": true };
const text = { type: "string", ...end };

async function elementsOf(description: Node) {
  const { value } = await outcomeOf(`${JSON.stringify({ info: { title: "T", version: "1" }, paths: {}, ...description }, undefined, 1)}\n`);
  return value?.deprecatedElements.map(({ what, name, pointer }) => [what, name, pointer]);
}

it("has the names of properties and of named schemas, and none of what has no name", async () => {
  const Properties = {
    type: "object",
    properties: { gone: text, properties: { type: "object", properties: { items: { type: "array", items: text } } } },
    additionalProperties: text,
    ...end,
  };
  expect(await elementsOf({ openapi: "3.1.0", components: { schemas: { Gone: text, properties: Properties } } })).toEqual([
    ["schema", "Gone", "/components/schemas/Gone"],
    ["schema", "properties", "/components/schemas/properties"],
    ["property", "gone", "/components/schemas/properties/properties/gone"],
    ["schema", undefined, "/components/schemas/properties/properties/properties/properties/items/items"],
    ["schema", undefined, "/components/schemas/properties/additionalProperties"],
  ]);
});

it("has the name of a field of a form of 2.0", async () => {
  const form = { name: "gone", in: "formData", type: "string", ...end };
  const operation = { parameters: [form, { $ref: "#/parameters/F" }], responses: { 200: { description: "ok" } } };
  expect(
    await elementsOf({ swagger: "2.0", parameters: { F: { ...form, name: "shared" } }, paths: { "/a": { post: operation } } }),
  ).toEqual([
    ["property", "gone", "/paths/~1a/post/parameters/0"],
    ["property", "shared", "/parameters/F"],
  ]);
});

it("has the name of a component where a response or a body is shared", async () => {
  const operation = {
    requestBody: { $ref: "#/components/requestBodies/B" },
    responses: { 200: { $ref: "#/components/responses/R" }, 400: { description: "bad", ...end } },
  };
  const components = { requestBodies: { B: { content: { "a/b": {} }, ...end } }, responses: { R: { description: "ok", ...end } } };
  expect(await elementsOf({ openapi: "3.1.0", components, paths: { "/a": { post: operation } } })).toEqual([
    ["request body", "B", "/components/requestBodies/B"],
    ["response", "R", "/components/responses/R"],
    ["response", "400", "/paths/~1a/post/responses/400"],
  ]);
});
