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
  ["{ 0: { key: [] } }", '[["key"]]'],
  ["[{ key: true }]", '[["key"]]'],
  ["[{ key: 5 }]", '[["key"]]'],
  ["[{ key: }]", '[["key"]]'],
  ["[{ key: [5, [], {}] }]", '[["key"]]'],
  ["[{ key: { read: true } }]", '[["key"]]'],
  ["[{ key: [] }, {}]", '[["key"], []]'],
  ['[{ $ref: "#/components/securitySchemes/key" }]', '[["key"]]'],
  ['{ $ref: "#/components/securitySchemes/key" }', '[["key"]]'],
  ['[{ $ref: "#/x-requirement" }]', '[["key"]]'],
  ["{ key: [] }", '[["key"]]'],
])("%s is read as %s", async (security, expected) => {
  const { files, diagnostics } = await generated(security);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(requirementsIn(files.find(({ path }) => path === "operations.ts")?.text)).toBe(expected);
});

const unreadable = ["true", "false", "5", '""', "[null]", "[5]", "[[]]", "[[5]]", '[""]', "[{ key: [] }, []]", "[{ bearer: [] }, true]"];
const unresolved = ['[{ $ref: "#/none" }]', '{ $ref: "#/none" }', '{ $ref: "#/info/title" }', "[{ $ref: 5 }]", '[{ $ref: "#/info" }]'];

test.each([...unreadable, ...unresolved])("%s is an error, however it is held", async (security) => {
  const { files, diagnostics } = await generated(security);
  expect(files).toEqual([]);
  expect(diagnostics.map(({ code }) => code)).toContain("security-unreadable");
});

const heads = {
  "2.0": `swagger: "2.0"\nsecurityDefinitions: { key: { type: apiKey, in: header, name: K } }`,
  "3.0": `openapi: 3.0.3\ncomponents: { securitySchemes: { key: { type: apiKey, in: header, name: K } } }`,
  "3.1": `openapi: 3.1.0\ncomponents: { securitySchemes: { key: { type: apiKey, in: header, name: K } } }`,
  "3.2": `openapi: 3.2.0\ncomponents: { securitySchemes: { key: { type: apiKey, in: header, name: K } } }`,
};
const versions = Object.entries(heads).flatMap(([version, head]) => unreadable.map((security) => [version, security, head] as const));

test.each(versions)("of a whole document of %s, %s is an error, too", async (_version, security, head) => {
  const text = `${head}\ninfo: { title: T, version: "1" }\nsecurity: ${security}\npaths: { /a: { get: { operationId: a, responses: { 200: { description: ok } } } } }\n`;
  const { files, diagnostics } = await generateTexts({ "a.yaml": text }, ["client"], { strict: false });
  expect(files).toEqual([]);
  expect(diagnostics.map(({ code }) => code)).toContain("security-unreadable");
});

test("an empty list in place of a requirement has the way out beside it", async () => {
  const { diagnostics } = await generated("[{ key: [] }, []]");
  expect(diagnostics.find(({ code }) => code === "security-unreadable")?.hint).toContain("write `- {}`");
});
