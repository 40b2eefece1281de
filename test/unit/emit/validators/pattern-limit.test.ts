/** What becomes of patterns that are slow on some texts, from a description to the verdicts of its validators. */
import { expect, test } from "vitest";
import { analysePatterns } from "../../../../src/model/patterns/analyse-patterns.js";
import { patternsIn } from "../../../../src/model/patterns/collect-patterns.js";
import { build, type VulnerablePatterns } from "../../../../src/model/build/build.js";
import { load } from "../../../../src/source/load-file.js";
import { resolve } from "../../../../src/openapi/resolve/resolve.js";
import { memoryIo } from "../../../support/memory-io.js";
import { issuesOf } from "../../../support/schema-cases.js";
import { validatorsOf, type Compiled } from "../../../support/validators.js";

const looksAhead = "^(?=.*a)(\\w+\\s?)+$";

const schemas = {
  Words: { type: "string", pattern: looksAhead },
  Short: { type: "string", maxLength: 8, pattern: looksAhead },
  Named: { type: "object", patternProperties: { "^(?=x)(x-?\\w+)+$": { type: "integer" } }, additionalProperties: false },
  Keyed: { type: "object", propertyNames: { pattern: "^(?=.)(\\w+)*$" } },
  Fast: { type: "string", pattern: "^\\w+$" },
  Rewritten: { type: "string", pattern: "^(\\w+\\s?)+$" },
  Resource: { type: "string", pattern: "^arn:.*:[0-9]+:.*$" },
  Resources: { type: "object", propertyNames: { pattern: "^arn:.*:[0-9]+:.*$" } },
  Named2: {
    type: "object",
    patternProperties: { "^arn:.*:[0-9]+:.*$": { type: "integer" }, "^(b+)+$": { type: "boolean" } },
    additionalProperties: false,
  },
};

async function compiled(vulnerablePatterns?: VulnerablePatterns): Promise<Compiled & { readonly codes: readonly string[] }> {
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "Api", version: "1" }, paths: {}, components: { schemas } });
  const file = (await load("/api.json", memoryIo({ "/api.json": text }))).value;
  const resolved = file === undefined ? undefined : (await resolve(file, () => Promise.reject(new Error("No other file")))).value;
  if (resolved === undefined) throw new Error("The description is not read");
  const { value, diagnostics } = build(resolved, { name: "api", vulnerablePatterns }, await analysePatterns(patternsIn(resolved)));
  if (value === undefined) throw new Error("The description has no model");
  return { ...(await validatorsOf(value)), codes: diagnostics.map(({ code, severity }) => `${severity} ${code}`) };
}

const evil = `${"a".repeat(40)}!`;

test("a text that is too long for a slow pattern is refused, at once", async () => {
  const { validator, codes } = await compiled();
  expect(codes).toEqual(["warning pattern-vulnerable", "warning pattern-vulnerable", "warning pattern-vulnerable"]);
  expect(issuesOf(validator("WordsSchema").safeParse(evil))).toEqual([
    " pattern must have at most 20 characters, for its pattern to be checked",
  ]);
  expect(validator("WordsSchema").is(evil)).toBe(false);
  expect(validator("WordsSchema").is("some words")).toBe(false);
  expect(validator("WordsSchema").is("a few words")).toBe(true);
  expect(issuesOf(validator("WordsSchema").safeParse("a!"))).toEqual([` pattern must match the pattern ${looksAhead}`]);
  expect(validator("FastSchema").is("a".repeat(100_000))).toBe(true);
});

test("where the schema bounds the text, there is nothing to add", async () => {
  const { validator } = await compiled();
  expect(issuesOf(validator("ShortSchema").safeParse(evil))).toEqual([" maxLength must have at most 8 characters"]);
});

test("names of properties are bounded too", async () => {
  const { validator } = await compiled();
  expect(issuesOf(validator("NamedSchema").safeParse({ [`x${evil}`]: 1, "x-a": 1, b: 2 }))).toEqual([
    `x${evil} patternProperties has a name of more than 29 characters`,
    "b additionalProperties is not allowed",
  ]);
  expect(issuesOf(validator("KeyedSchema").safeParse({ [evil]: 1 }))).toEqual([
    `${evil} propertyNames is not allowed as a name, which must match the pattern ^(?=.)(\\w+)*$ and have at most 20 characters`,
  ]);
  expect(validator("KeyedSchema").is({ [evil]: 1 })).toBe(false);
});

const long = "a".repeat(100_000);
const resource = `arn:${":".repeat(50_000)}1:${long}`;

test.each(["bound", "skip"] as const)("with %s, what can be matched in linear time is matched, whatever the length", async (choice) => {
  const { validator } = await compiled(choice);
  expect(validator("RewrittenSchema").is(long)).toBe(true);
  expect(validator("RewrittenSchema").is(`${long}!`)).toBe(false);
  expect(validator("ResourceSchema").is(resource)).toBe(true);
  expect(validator("ResourceSchema").is(`arn:${":1:".repeat(30_000)}\n`)).toBe(false);
  expect(validator("ResourcesSchema").is({ [resource]: 1 })).toBe(true);
  expect(validator("ResourcesSchema").is({ [`${resource}\n`]: 1 })).toBe(false);
  expect(validator("Named2Schema").is({ [resource]: 1, ["b".repeat(90_000)]: true })).toBe(true);
  expect(validator("Named2Schema").is({ [`${"b".repeat(90_000)}c`]: true })).toBe(false);
});

test("issues name the pattern as it is written", async () => {
  const { validator } = await compiled();
  expect(issuesOf(validator("RewrittenSchema").safeParse("!"))).toEqual([" pattern must match the pattern ^(\\w+\\s?)+$"]);
  expect(issuesOf(validator("ResourceSchema").safeParse("!"))).toEqual([" pattern must match the pattern ^arn:.*:[0-9]+:.*$"]);
});

test("a pattern that is skipped is not checked, and names that it might have matched pass", async () => {
  const { validator, codes } = await compiled("skip");
  expect(codes).toEqual(["info pattern-vulnerable", "info pattern-vulnerable", "info pattern-vulnerable"]);
  expect(validator("WordsSchema").is(evil)).toBe(true);
  expect(validator("NamedSchema").is({ [evil]: "a" })).toBe(true);
  expect(validator("ShortSchema").is("a!")).toBe(false);
});

test("a pattern that is accepted is checked as it stands, whatever the length", async () => {
  const { validator, codes } = await compiled("accept");
  expect(validator("WordsSchema").is("a".repeat(10_000))).toBe(true);
  expect(codes).toContain("info pattern-vulnerable");
  expect(codes).toHaveLength(8);
});
