/** Text of YAML that is refused takes work by its length: counted in steps. */
import { expect, test } from "vitest";
import { countSteps } from "../../support/count-steps.js";
import { list } from "../../support/many.js";

const { parseBytes } = await import("../../../src/source/parse.js");

const parse = async (text: string): Promise<readonly string[]> => {
  const { diagnostics } = await parseBytes(new TextEncoder().encode(text), "file:///project/a.yaml", "a.yaml");
  return diagnostics.map(({ code }) => code);
};

const chain = (links: number): string =>
  [
    "l0: &l0 {a: 1}",
    ...list(links, (index) => `l${String(index + 1)}: &l${String(index + 1)} {<<: *l${String(index)}, k${String(index)}: 1}`),
  ].join("\n");

test("a chain of merge keys that is too long is not looked through for other mistakes", async () => {
  const text = chain(3000);
  expect(await parse(text)).toEqual(["yaml-alias"]);
  await expect(countSteps(() => parse(text), /\/node_modules\/yaml\/dist\//)).rejects.toThrow("Nothing ran");
});

test.each([
  ["a bracket too few", "b: [\n", ["syntax"]],
  ["a key that appears twice", "k0: 2\n", ["duplicate-key"]],
])("keys of an object are not compared with each other: %s", async (_, last, codes) => {
  const text = (count: number): string => list(count, (index) => `k${String(index)}: 1\n`).join("") + last;
  expect(await parse(text(10))).toEqual(codes);
  const [few, many] = [await countSteps(() => parse(text(500))), await countSteps(() => parse(text(4000)))];
  // Eight times the keys; the square of them was fifty times the work.
  expect(many / few).toBeLessThan(16);
});
