/** Types of what is filled in: written where they are other types, and there only. */
import { describe, expect, it } from "vitest";
import { generateTexts } from "../../../support/pipeline.js";

/** The names of such types in an output whose one body is of a schema. */
async function parsedTypes(schemas: string, body = '{ $ref: "#/components/schemas/A" }'): Promise<readonly string[]> {
  const text = `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /a:
    post:
      operationId: add
      requestBody: { required: true, content: { application/json: { schema: ${body} } } }
      responses: { "204": { description: ok } }
components: { schemas: { ${schemas} } }
`;
  const { files, diagnostics } = await generateTexts({ "t.yaml": text }, ["types", "validators", "server"]);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const all = files.map((file) => file.text).join("\n");
  const types = files.find(({ path }) => path === "types.ts")?.text ?? "";
  const declared = Array.from(types.matchAll(/^export type (\w+Parsed)\b/gm), ([, name = ""]) => name);
  const named = new Set(Array.from(all.matchAll(/\b(?:[ABC]|AddBody)Parsed\b/g), ([name]) => name));
  expect([...named].sort()).toEqual(declared.toSorted());
  return declared;
}

const filled = "{ type: object, properties: { d: { type: string, default: x } } }";
/** Whether its default is filled in depends on the value. */
const dependent = '{ type: object, properties: { d: { type: string, default: "0" }, e: { type: string } }, dependentRequired: { d: [e] } }';

describe("a type of what is filled in is written", () => {
  it.each([
    ["of a property", `A: ${filled}`, ["AParsed"]],
    ["behind a name", `A: { type: object, properties: { b: { $ref: "#/components/schemas/B" } } }, B: ${filled}`, ["AParsed", "BParsed"]],
    ["in a list", `A: { type: array, items: { $ref: "#/components/schemas/B" } }, B: ${filled}`, ["AParsed", "BParsed"]],
    [
      "of what leads to itself",
      `A: { type: object, properties: { a: { $ref: "#/components/schemas/A" }, d: { type: string, default: x } } }`,
      ["AParsed"],
    ],
    [
      "beside one that depends on the value",
      `A: { type: object, properties: { b: { $ref: "#/components/schemas/B" }, c: { $ref: "#/components/schemas/C" } } }, B: ${dependent}, C: ${filled}`,
      ["AParsed", "CParsed"],
    ],
  ])("%s", async (_, schemas, expected) => {
    expect(await parsedTypes(schemas)).toEqual(expected);
  });

  it("of a body without a name", async () => {
    expect(await parsedTypes(`B: ${filled}`, '{ type: array, items: { $ref: "#/components/schemas/B" } }')).toEqual([
      "BParsed",
      "AddBodyParsed",
    ]);
  });
});

describe("none is written where all that is filled in depends on the value", () => {
  it.each([
    ["of a property", `A: ${dependent}`],
    ["behind a name", `A: { type: object, properties: { b: { $ref: "#/components/schemas/B" } } }, B: ${dependent}`],
    ["in a list", `A: { type: array, items: { $ref: "#/components/schemas/B" } }, B: ${dependent}`],
    [
      "of two that lead to each other",
      `A: { type: object, properties: { b: { $ref: "#/components/schemas/B" } } }, B: { allOf: [${dependent}, { properties: { a: { $ref: "#/components/schemas/A" } } }] }`,
    ],
  ])("%s", async (_, schemas) => {
    expect(await parsedTypes(schemas)).toEqual([]);
  });

  it("of a body without a name", async () => {
    expect(await parsedTypes(`B: ${dependent}`, '{ type: array, items: { $ref: "#/components/schemas/B" } }')).toEqual([]);
    expect(await parsedTypes(`B: ${dependent}`, dependent)).toEqual([]);
  });
});
