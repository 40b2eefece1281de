/** Our types beside those of openapi-typescript, for some small descriptions and one of middling size; `npm run test:oracle` takes the whole corpus. */
import { expect, test } from "vitest";
import { corpusRequired, readCorpus } from "../corpus/descriptions.js";
import { compare } from "./compare.js";
import { judge } from "./judge.js";

const some = ["openapi-fetch-common", "redocly-museum", "oapi-codegen-conflicts", "xero-webhooks", "kratos"];
const corpus = readCorpus()?.filter(({ name }) => some.includes(name));

test("the descriptions are there where they are asked for", () => {
  expect(corpus === undefined && corpusRequired).toBe(false);
});

test.skipIf(corpus === undefined)("types differ from those of openapi-typescript only in ways that are listed", async () => {
  const comparisons = await compare(corpus ?? []);
  const { unexpected, gone } = judge(comparisons);
  expect(unexpected).toEqual([]);
  expect(gone, "listed, and no more").toEqual([]);
  expect(comparisons.reduce((sum, { members }) => sum + members, 0)).toBeGreaterThan(1000);
});

test.skipIf(corpus === undefined)("a type that says something else is found", async () => {
  const [museum] = corpus?.filter(({ name }) => name === "redocly-museum") ?? [];
  const spoil = (text: string): string => text.replace("  timeOpen: string;", "  timeOpen?: string;");
  const [comparison] = await compare(museum === undefined ? [] : [museum], spoil);
  expect(judge(comparison === undefined ? [] : [comparison]).unexpected.join()).toContain("is not assignable to type 'string'");
});
