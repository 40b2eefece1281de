/** Types and validators agree on what is said beside one another, whatever stands beside what. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../support/compile.js";
import { agreementOf, type Settings } from "./agree.js";
import { combinations } from "./combinations.js";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

const settings: readonly (readonly [string, number, Settings])[] = [
  ["as they come", 3, {}],
  ["read by the letter", 5, { untyped: "any" }],
  ["with large integers as texts, by the letter", 7, { untyped: "any", int64: "string" }],
];

test.each(settings)("combinations of schemas %s", async (name, every, each) => {
  const path = join(folder.path, `${name.replaceAll(/\W/g, "-")}.json`);
  await writeFile(path, combinations(every));
  const found = await agreementOf(name, path, 1, each);
  expect(found?.narrow).toEqual([]);
  expect(found?.wide).toEqual([]);
  expect(found?.valid).toBeGreaterThan(1000);
  expect(found?.invalid).toBeGreaterThan(1000);
});
