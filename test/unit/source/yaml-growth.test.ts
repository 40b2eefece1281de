/** What aliases and merge keys make of a short text is in proportion to it: counted, and refused with the line beyond. */
import { describe, expect, test } from "vitest";
import { parseBytes } from "../../../src/source/parse.js";

const list = (count: number, make: (index: number) => string): string[] => Array.from({ length: count }, (_, index) => make(index));

async function parse(text: string): Promise<{ readonly value: unknown; readonly told: readonly string[] }> {
  const { value, diagnostics } = await parseBytes(new TextEncoder().encode(text), "file:///project/a.yaml", "a.yaml");
  const told = diagnostics.map(({ code, at, message }) => `${code} ${at !== undefined && "line" in at ? String(at.line) : "?"} ${message}`);
  return { value: value?.value, told };
}

/** Each level has the one before it so many times; what the first is, and how a level is written. */
const doubled = (first: string, levels: number, level: (before: string) => string): string =>
  [`l0: &l0 ${first}`, ...list(levels, (index) => `l${String(index + 1)}: &l${String(index + 1)} ${level(`*l${String(index)}`)}`)].join(
    "\n",
  );

const longText = "x".repeat(2000);
const tooLarge: Readonly<Record<string, string>> = {
  "lists of two": doubled("[a, b]", 17, (before) => `[${before}, ${before}]`),
  "lists of nine": doubled("[a, b]", 6, (before) => `[${list(9, () => before).join(", ")}]`),
  "objects of two": doubled("{a: 1}", 16, (before) => `{a: ${before}, b: ${before}}`),
  "a long text in lists": doubled(longText, 9, (before) => `[${before}, ${before}]`),
  "long names of members": doubled(`{${longText}: 1}`, 9, (before) => `[${before}, ${before}]`),
  "a long text in one list": `a: &a ${longText}\nb: [${list(300, () => "*a").join(", ")}]`,
};

describe("aliases that stand for far more than the text has are refused:", () => {
  test.each(Object.entries(tooLarge))("%s", async (_, text) => {
    const { value, told } = await parse(text);
    expect(value).toBeUndefined();
    const limit = String(Math.max(100_000, 100 * text.length));
    expect(told).toEqual([
      expect.stringMatching(
        new RegExp(
          `^yaml-alias [1-9]\\d* The aliases \\(\\*name\\) expand to more than ${limit} characters, from a file of ${String(text.length)}\\.$`,
        ),
      ),
    ]);
  });
});

describe("what people share by aliases is read:", () => {
  const answers = `{${list(10, (index) => `"40${String(index)}": {description: ${"why ".repeat(25)}}`).join(", ")}}`;
  const operations = list(1000, (index) => `  /pets/${String(index)}: {get: {operationId: getPets${String(index)}, responses: *answers}}`);
  test.each<[string, string]>([
    ["responses of a thousand operations", `x-answers: &answers ${answers}\npaths:\n${operations.join("\n")}`],
    ["nine levels", doubled("[a, b]", 9, (before) => `[${before}, ${before}]`)],
    ["a chain", doubled("{a: 1}", 90, (before) => `[${before}]`)],
    [
      "merged members of a thousand objects",
      `m: &m {${list(40, (index) => `k${String(index)}: 1`).join(", ")}}\nall:\n${"- {<<: *m}\n".repeat(1000)}`,
    ],
  ])("%s", async (_, text) => {
    expect((await parse(text)).told).toEqual([]);
  });
});

describe("merge keys add no more members than is in proportion to the text:", () => {
  const chain = (links: number, merge: (before: string) => string): string =>
    ["l0: &l0 {a: 1}", ...list(links, (index) => `l${String(index + 1)}: &l${String(index + 1)} ${merge(`*l${String(index)}`)}`)].join(
      "\n",
    );
  let key = 0;
  const own = (): string => `k${String((key += 1))}: 1`;

  test.each<[string, (before: string) => string]>([
    ["a chain of single ones", (before) => `{<<: ${before}, ${own()}}`],
    ["a chain of lists", (before) => `{<<: [${before}, *l0], ${own()}}`],
    ["members of one list twice", (before) => `{<<: [${before}, ${before}], ${own()}}`],
  ])("%s", async (_, merge) => {
    const text = chain(3000, merge);
    const limit = Math.max(500_000, 10 * text.length);
    const { value, told } = await parse(text);
    expect(value).toBeUndefined();
    expect(told).toEqual([
      expect.stringMatching(new RegExp(`^yaml-alias \\d{3,4} The merge keys \\(<<\\) add more than ${String(limit)} members\\.$`)),
    ]);
    expect((await parse(chain(300, merge))).told).toEqual([]);
  });
});
