/** A requirement that cannot be read makes no operation public. */
import { expect, test } from "vitest";
import { generateTexts } from "../../../support/pipeline.js";

const generated = (security: string) =>
  generateTexts(
    {
      "a.yaml": `openapi: 3.0.0\nx-requirement: { key: [] }\ninfo: { title: T, version: "1" }\nsecurity: [{ bearer: [] }]\npaths: { /a: { get: { operationId: a, security: ${security}, responses: { 200: { description: ok } } } } }\ncomponents: { securitySchemes: { bearer: { type: http, scheme: bearer }, key: { type: apiKey, in: header, name: K } } }\n`,
    },
    ["client"],
    { strict: false },
  );
const requirementsIn = (text: string | undefined): string | undefined => /security: (\[.*\])/.exec(text ?? "")?.[1];

test.each([
  ["[[bearer]]", '[["bearer"]]'],
  ["[bearer]", '[["bearer"]]'],
  ["[[bearer, key]]", '[["bearer", "key"]]'],
  ["key", '[["key"]]'],
  ["", '[["bearer"]]'],
  ["false", '[["bearer"]]'],
  ["5", '[["bearer"]]'],
  ['[{ $ref: "#/components/securitySchemes/key" }]', '[["key"]]'],
  ['{ $ref: "#/components/securitySchemes/key" }', '[["key"]]'],
  ['[{ $ref: "#/x-requirement" }]', '[["key"]]'],
  ["{ key: [] }", '[["key"]]'],
])("%s is read as %s", async (security, expected) => {
  const { files, diagnostics } = await generated(security);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(requirementsIn(files.find(({ path }) => path === "operations.ts")?.text)).toBe(expected);
});

test.each(["[null]", "[5]", "[[]]", "[[5]]", "[{ bearer: [] }, true]", '[{ $ref: "#/none" }]', "[{ $ref: 5 }]", '[{ $ref: "#/info" }]'])(
  "%s is an error, however it is held",
  async (security) => {
    const { files, diagnostics } = await generated(security);
    expect(files).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toContain("security-unreadable");
  },
);
