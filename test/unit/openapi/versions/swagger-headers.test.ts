/** Header parameters of 2.0 that later versions ignore, and how lists in lists are written. */
import { expect, test } from "vitest";
import { generateTexts } from "../../../support/pipeline.js";

async function read(parameter: string, more = "") {
  const text = `swagger: "2.0"\ninfo: { title: T, version: "1" }\npaths: { /a: { get: { parameters: [${parameter}], responses: { 200: { description: k } } } } }\n${more}`;
  const { api, diagnostics } = await generateTexts({ "a.yaml": text }, ["types"], { strict: false });
  return {
    names: api?.operations[0]?.parameters.map(({ name }) => name),
    told: diagnostics.map(({ code, message }) => `${code} ${message}`),
  };
}

test("Authorization is a parameter of 2.0 where no security definition has it", async () => {
  const parameter = "{ name: Authorization, in: header, type: string }";
  expect(await read(parameter)).toEqual({ names: ["Authorization"], told: [] });
  expect(await read(parameter, "securityDefinitions: { k: { type: apiKey, in: header, name: X-Key } }")).toMatchObject({
    names: ["Authorization"],
  });
  for (const scheme of ["{ type: basic }", "{ type: apiKey, in: header, name: authorization }"]) {
    const { names, told } = await read(parameter, `securityDefinitions: { k: ${scheme} }`);
    expect(names).toEqual([]);
    expect(told).toEqual(['header-parameter-ignored The header parameter "Authorization" is ignored, as a security definition has it.']);
  }
});

test("Accept is told to be said by the media types", async () => {
  expect((await read("{ name: Accept, in: header, type: string }")).told).toEqual([
    'header-parameter-ignored The header parameter "Accept" is ignored, as the operation says its media types.',
  ]);
});

test.each([
  ["{ type: array, items: { type: string }, collectionFormat: pipes }", "of a list in a list"],
  ["{ type: string, collectionFormat: multi }", "of items that are no lists"],
])("the collectionFormat of the items %s is told", async (items, expected) => {
  const { told } = await read(`{ name: q, in: query, type: array, items: ${items} }`);
  expect(told).toEqual([expect.stringContaining(expected)]);
  expect(told[0]).toMatch(/^collection-format /);
});
