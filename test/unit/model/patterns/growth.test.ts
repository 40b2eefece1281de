/** How slow a pattern is, told without the checker, and shown by a text on which it is. */
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { analysePatterns, type Checker } from "../../../../src/model/patterns/analyse-patterns.js";
import { pick, seeded } from "../../../support/sample-text.js";

const { checkSync } = createRequire(import.meta.url)("recheck/lib/browser.js") as { readonly checkSync: Checker }; // the package's own build without workers

/** A checker that must not be asked. */
const nobody = (): Promise<Checker> => Promise.reject(new Error("The checker was asked"));

const exponential = [
  "^(a+)+$",
  "^(a|a)*$",
  "^(a|b|ab)*c$",
  "^(x+x+)+y$",
  "^(\\w+\\s?)+$",
  "(x+x+)+y",
  "^(.|\\s)*x",
  "^(a|aa)+$",
  "^([a-z]+\\.?)+$",
  "^(a*ba*)*$",
];
test.each(exponential)("%j takes exponential time", async (pattern) => {
  expect((await analysePatterns([pattern], nobody)).get(pattern)).toMatchObject({ complexity: "exponential time" });
});

const polynomial: readonly (readonly [pattern: string, degree: number])[] = [
  ["^a*a*$", 2],
  ["^a*?a*?$", 2],
  ["^a*a*a*$", 3],
  ["^\\d+\\d+\\d+\\d+$", 4],
  ["x+y", 2], // without an anchor, all that is skipped is a loop before it
  ["[a-z]+_token_[0-9]+", 2],
  ["\\s+$", 2],
  ["\\d+\\d+$", 3],
  ["f.*o", 2],
  ["^\\S+@\\S+\\.\\S+$", 3],
  ["^[a-z]+[a-z0-9_-]*[a-z0-9]+$", 3],
  ["^a*b?a*$", 2],
  ["^\\p{L}+\\p{L}+$", 2],
  ["^a*\\_a*a*$", 2], // no pattern with the flag `u`
  ["^a{0,3}a*a*$", 2],
];
test.each(polynomial)("%j takes polynomial time of degree %i", async (pattern, degree) => {
  const analysis = (await analysePatterns([pattern], nobody)).get(pattern);
  expect(analysis).toMatchObject({ complexity: `polynomial time of degree ${String(degree)}` });
});

const linear = ["^x+y$", "^(a{2})+$", "^a*b*$", "^[^:]+:[^:]+$", "^(-?\\d+)(,-?\\d+)*$", "a+", "^(a|b)*$"];
test.each(linear)("%j takes linear time", async (pattern) => {
  expect([...(await analysePatterns([pattern], nobody))]).toEqual([]);
});

const asked = ["^(a)\\1+a*a*$", "^(?=.*a)(\\w+\\s?)*$", "(?<!b)foo+\\s+\\s+x", "^(?!b)(a{2,})+$"];
test.each(asked)("%j is left to the checker", async (pattern) => {
  let count = 0;
  await analysePatterns([pattern], () =>
    Promise.resolve(() => {
      count += 1;
      return { status: "unknown" };
    }),
  );
  expect(count).toBe(1);
});

const saidOtherwise = ["\\bfoo+\\s+\\s+\\b", "^(a*)*", "^(a{2,})+$"];
test.each(saidOtherwise)("%j is not asked about: it can be said in another way", async (pattern) => {
  expect((await analysePatterns([pattern], nobody)).get(pattern)).toMatchObject({
    complexity: undefined,
    linear: { pattern: { kind: "regExp" } },
  });
});

test("a pattern that an automaton takes is not asked about", async () => {
  const pattern = "^(a?){20}a{20}$";
  expect((await analysePatterns([pattern], nobody)).get(pattern)).toMatchObject({
    linear: { pattern: { kind: "automaton" }, limit: Infinity },
  });
});

describe("the text that is shown", () => {
  test.each([...exponential, ...polynomial.map(([pattern]) => pattern)])("of %j matches nowhere, however long it is", async (pattern) => {
    const attack = (await analysePatterns([pattern], nobody)).get(pattern)?.attack ?? "";
    expect(attack).toMatch(/^('(?:[^'\\]|\\.)*'(?:\.repeat\(\d+\))?(?: \+ |$))+$/);
    for (const count of [1, 2, 4]) {
      const expression = attack.replace(/repeat\(\d+\)/g, `repeat(${String(count)})`);
      // eslint-disable-next-line @typescript-eslint/no-implied-eval -- an expression of ours, as just matched
      const text = (new Function(`return ${expression}`) as () => unknown)(); // it takes nothing
      expect(new RegExp(pattern).test(String(text))).toBe(false);
    }
  });
});

test("of random patterns, those that are found slow are as slow for recheck", { timeout: 300_000 }, async () => {
  const random = seeded(5);
  const patterns = Array.from({ length: 150 }, () => {
    const pieces = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
      const body = pick(random, ["a", "b", "[ab]", "[^a]", "\\w", ".", "(?:ab?)", "(?:a|b)", "(?:a+b)", "(a|ab)"]) ?? "";
      return body + (pick(random, ["", "*", "+", "?", "*?", "{1,3}"]) ?? "");
    });
    return `${random() < 0.7 ? "^" : ""}${pieces.join("")}${random() < 0.7 ? "$" : ""}`;
  });
  let left = 0;
  const analyses = await analysePatterns(patterns, () =>
    Promise.resolve(() => {
      left += 1;
      return { status: "unknown" };
    }),
  );
  const found = [...analyses].filter(([, { complexity }]) => complexity !== undefined);
  const wrong = found.filter(([pattern, { complexity }]) => {
    const other = checkSync(pattern, "u", { checker: "automaton", maxNFASize: 300, timeout: 5000 });
    if (other.status !== "vulnerable") return other.status === "safe";
    return (
      complexity !==
      (other.complexity.type === "exponential" ? "exponential time" : `polynomial time of degree ${String(other.complexity.degree)}`)
    );
  });
  expect(wrong).toEqual([]);
  expect(found.length).toBeGreaterThan(30);
  expect(left).toBeLessThan(found.length / 2);
});
