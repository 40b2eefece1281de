/** Which patterns take linear time, and what becomes of those that do not. */
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { analysePatterns, type Checker } from "../../../../src/model/patterns/analyse-patterns.js";
import { pick, seeded, type Random } from "../../../support/sample-text.js";

const { checkSync } = createRequire(import.meta.url)("recheck/lib/browser.js") as { readonly checkSync: Checker }; // the package's own build without workers

/** A checker that must not be asked. */
const nobody = (): Promise<Checker> => Promise.reject(new Error("The checker was asked"));

const linear = [
  "",
  "^a+$",
  "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",
  "^([a-zA-Z0-9]([a-zA-Z0-9-]{0,63}[a-zA-Z0-9-])?\\.)+[a-zA-Z0-9-]{2,63}$",
  "^(https?://)?(([-a-zA-Z0-9*]*\\.)+[-a-zA-Z0-9]{2,20})(:(8080|8443|443|80))?(/[\\S]+)?$",
  "^#(([0-9a-fA-F]{2}){3}|([0-9a-fA-F]){3})$",
  "^0x[a-fA-F0-9]{262144}$",
  "^0x[a-fA-F0-9]{0,2147483648}$",
  "^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d@$!%*?&]{8,}$",
  "^(?!.*--)[a-z-]+$",
  "\\S+",
  "^\\p{L}+(?: \\p{Lu}+)?$",
  "^((25[0-5]|2[0-4]\\d|[01]?\\d\\d?)\\.){3}(25[0-5]|2[0-4]\\d|[01]?\\d\\d?)$",
  "a|b|^c+$",
  "^[a-z]{1,50}-[a-z]{1,50}$",
  "^\\_a+$",
  "^\\d{3}-\\d{4}$",
];

test.each(linear)("%j is settled without asking, and fast", async (pattern) => {
  expect([...(await analysePatterns([pattern], nobody))]).toEqual([]);
});

const slow: readonly (readonly [pattern: string, complexity: string, limit: number])[] = [
  ["^(a+)+$", "exponential time", 20],
  ["^((a|a)+)+$", "exponential time", 10],
  ["^(a|b|ab)*c$", "exponential time", 27],
  ["^(x+x+)+y$", "exponential time", 20],
  ["\\s+$", "polynomial time of degree 2", 2000],
  ["^\\S+@\\S+\\.\\S+$", "polynomial time of degree 3", 229],
  ["^([a-z]+[a-z0-9_-]*[a-z0-9]+)$", "polynomial time of degree 3", 228],
  ["^(?=.*a)(\\w+\\s?)*$", "exponential time", 20],
];

test.each(slow)("%j is found out: %s", async (pattern, complexity, limit) => {
  const analysis = (await analysePatterns([pattern])).get(pattern);
  expect(analysis).toMatchObject({ complexity, limit });
  expect(analysis?.attack).toMatch(/^[ -~]+$/);
});

/** Patterns that refer back or look around, each tried at a bounded number of places and in a bounded number of ways. */
const linearBesides = [
  "^(?!.*?(.)\\1{3})[-_a-z]*$",
  "^(?!.*(.)\\1{2,})\\w+$",
  "^(?!.*(?<x>.)\\k<x>).+$",
  "^(['\"]).*\\1$",
  "^(\\w+) \\1$",
  "^(a*)b\\1$",
  "^(a)?\\1b$",
  "^(a\\1)+$",
  "^\\1(a)$",
  "^(?<=\\1(a))b",
  "(\\w)\\1+",
  "^(?!(\\d)\\1*$)\\d+$",
  "^(.)(?!.*\\1)",
  "^(?=.{8,64}$)(?=.*[A-Z])(?=.*\\d).+$",
  "^(?:(?=.*\\d)(?=.*[a-z])|(?=.*[A-Z])(?=.*[a-z])).{8,}$",
  "(?=^.{8,64}$)(?=.*\\d).*",
  "^(?:(?!ab).)*c",
  "^.*(?<!-)$",
];

test.each(linearBesides)("%j is proved to be fast", async (pattern) => {
  expect([...(await analysePatterns([pattern], nobody))]).toEqual([]);
});

/** Patterns with attacks of many different characters, or none that is known, however many texts are tried. */
const unproven = [
  "^(?!.*(.).*\\1)[a-z]+$",
  "^(?=.*(.).*\\1)",
  "^(?!.*(?<x>.).*\\k<x>).+$",
  "^(?!(?=.*(.).*\\1).*b).+$",
  "^(?:(.)(?!.*\\1))+$",
  "^(?<=(.).*\\1)b",
  "^(?!.*(.)(?=.*\\1)).+$",
  "^(?:\\2b|(a))*(a*)$",
  "^(a*)\\1$",
  "(?:(?=.*a)b)*",
  "(?:(?!ab).)*c",
  "^((?=.*a)|(?=.*b)|c)+$",
  "(?<=(.)x*\\1*)b",
  "(?!^a)(?=.*\\d).{8,}",
];

test.each(unproven)("%j is bounded, though no attack may be found", async (pattern) => {
  const safe: Checker = () => ({ status: "safe", checker: "fuzz" });
  expect((await analysePatterns([pattern], () => Promise.resolve(safe))).get(pattern)).toMatchObject({ linear: undefined });
  const limit = (await analysePatterns([pattern])).get(pattern)?.limit;
  expect(limit).toBeGreaterThanOrEqual(12);
  expect(limit).toBeLessThanOrEqual(2000);
});

test("what the checker gives up on is not taken for fast", async () => {
  const analyses = await analysePatterns(["^([a-z0-9]+\\1?)+$", "^(?=b)(b+)+$"], () =>
    Promise.resolve(() => {
      throw new RangeError("Maximum call stack size exceeded");
    }),
  );
  expect([...analyses.values()]).toEqual([
    { complexity: undefined, attack: undefined, limit: 20, linear: undefined },
    { complexity: undefined, attack: undefined, limit: 20, linear: undefined },
  ]);
});

test("no more than fifty patterns in doubt are looked into; the others count as slow", async () => {
  let asked = 0;
  const patterns = Array.from({ length: 60 }, (_, count) => `^(?=a{${String(count)}})(a{2,})+$`);
  const checker: Checker = () => {
    asked += 1;
    return { status: "safe", checker: "automaton" };
  };
  const analyses = await analysePatterns(patterns, () => Promise.resolve(checker));
  expect(asked).toBe(50);
  expect(analyses.size).toBe(10);
});

test("of random patterns, none that is settled without asking is slow for recheck", { timeout: 300_000 }, async () => {
  const random = seeded(1);
  const patterns = Array.from({ length: 400 }, () => randomPattern(random));
  // The checker says nothing here: what is judged is what is in doubt.
  const doubted = await analysePatterns(patterns, () => Promise.resolve(() => ({ status: "unknown" })));
  const all = new Set(patterns.filter((pattern) => !doubted.has(pattern)));
  const wrong = [...all].filter(
    (pattern) => checkSync(pattern, "u", { checker: "automaton", maxNFASize: 300, timeout: 2000 }).status === "vulnerable",
  );
  expect(wrong).toEqual([]);
  expect(all.size).toBeGreaterThan(50);
});

test("of random patterns that refer back and look around, none that is settled is slow for recheck", { timeout: 300_000 }, async () => {
  const random = seeded(2);
  const wrap = (): string =>
    pick(random, ["(?=$)", "(?!$)", "(?<=$)", "(?:(?!$).)*", "(?:(?=$)a)*", "(a*)$\\1", "(.)$\\1", "(?:(\\w)$\\1)+"]) ?? "";
  const patterns = Array.from({ length: 400 }, () => {
    const anchor = random() < 0.7 ? "^" : "";
    return `${anchor}${wrap().replace("$", () => randomPart(random, 0))}${randomPart(random, 0)}${random() < 0.7 ? "$" : ""}`;
  });
  const doubted = await analysePatterns(patterns, () => Promise.resolve(() => ({ status: "unknown" })));
  const settled = [...new Set(patterns)].filter((pattern) => !doubted.has(pattern));
  const wrong = settled.filter((pattern) => checkSync(pattern, "u", { attackLimit: 100_000, timeout: 2000 }).status === "vulnerable");
  expect(wrong).toEqual([]);
  expect(settled.length).toBeGreaterThan(50);
});

function randomPattern(random: Random): string {
  const anchor = random() < 0.7 ? "^" : "";
  return `${anchor}${randomPart(random, 1)}${random() < 0.7 ? "$" : ""}`;
}

function randomPart(random: Random, depth: number): string {
  const count = 1 + Math.floor(random() * 3);
  const piece = (): string => {
    const single = depth === 0 || random() < 0.6;
    const body = single
      ? pick(random, ["a", "b", "c", "[ab]", "[^a]", "\\w", ".", "\\d"])
      : `(?:${randomPart(random, depth - 1)}${random() < 0.3 ? `|${randomPart(random, depth - 1)}` : ""})`;
    return `${body ?? ""}${pick(random, ["", "", "", "*", "+", "?"]) ?? ""}`;
  };
  return Array.from({ length: count }, piece).join("");
}
