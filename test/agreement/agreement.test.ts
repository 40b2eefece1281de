/** What validators take is of the types, on real descriptions; `npm run test:agreement` takes all of them, and more values. */
import { expect, test } from "vitest";
import { corpusRequired, readCorpus } from "../corpus/descriptions.js";
import { agreementOf, type Settings } from "./agree.js";

/** Many ways of writing schemas in little time: inheritance, alternatives, untyped schemas, several files, names that are hard. */
const chosen = [
  "adyen-checkout",
  "box",
  "discord",
  "heyapi-full-3.1",
  "kratos",
  "readme-discriminators",
  "redocly-museum",
  "synthetic-names",
  "xero-accounting",
];
const descriptions = (readCorpus() ?? []).filter(({ name }) => chosen.includes(name));

test.skipIf(!corpusRequired && descriptions.length === 0)("there are descriptions to look at", () => {
  expect(descriptions.length).toBe(chosen.length);
});

test.each(descriptions)("types and validators of $name agree", { timeout: 300_000 }, async ({ name, path }) => {
  const found = await agreementOf(name, path, 1);
  expect(found?.narrow).toEqual([]);
  expect(found?.wide).toEqual([]);
  expect(found?.disputed).toEqual([]);
  expect(found?.valid).toBeGreaterThan(15);
  expect(found?.invalid).toBeGreaterThan(15);
});

const settings: readonly Settings[] = [{ int64: "bigint" }, { int64: "string" }, { untyped: "any" }];
const few = descriptions.filter(({ name }) => ["kratos", "xero-accounting"].includes(name));

test.each(few.flatMap((description) => settings.map((each) => ({ ...description, each, said: JSON.stringify(each) }))))(
  "types and validators of $name agree with $said",
  { timeout: 300_000 },
  async ({ name, path, each }) => {
    const found = await agreementOf(name, path, 1, each);
    expect(found?.narrow).toEqual([]);
    expect(found?.wide).toEqual([]);
    expect(found?.valid).toBeGreaterThan(15);
  },
);
