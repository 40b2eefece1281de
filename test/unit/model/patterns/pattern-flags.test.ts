/** In which grammar a pattern is read, if in any. */
import { expect, test } from "vitest";
import { patternFlags } from "../../../../src/model/patterns/flags.js";

test.each(["^[a-z]+$", "\\p{L}", "\\u{1F600}", "\\cA\\x41\\u0041\\k<a>(?<a>b)"])("%j is read as the standard has it", (pattern) => {
  expect(patternFlags(pattern)).toBe("u");
});

test.each(["\\_", "a\\-b", "^{$", "[\\w-a]", "\\x", "\\k", "\\\\A\\_", "\\bA\\ \\Bz", "[:digit:]\\_"])(
  "%j is read as before",
  (pattern) => {
    expect(patternFlags(pattern)).toBe("");
  },
);

test.each([
  "\\A[0-9]+\\z",
  "^a\\Z",
  "\\\\\\A",
  "\\p{Alnum}",
  "\\p{IsLatin}+",
  "\\Qa.b\\E",
  "\\h+",
  "^[[:alpha:]]+$",
  "^[[:^digit:]]+$",
  "\\_\\p{L}",
  "\\_\\u{1F600}",
  "(?i)a",
  "a++",
  "(",
])("%j is none", (pattern) => {
  expect(patternFlags(pattern)).toBeUndefined();
});

test("a pattern is read with a hundred groups inside each other, and not with more", () => {
  const nested = (count: number): string => `${"(".repeat(count)}[(]\\(${")".repeat(count)}`;
  expect([100, 101, 3000, 100_000].map((count) => patternFlags(nested(count)))).toEqual(["u", undefined, undefined, undefined]);
});

test("a pattern is read with ten thousand characters, and not with more: engines throw when they match a text", () => {
  expect([9_998, 9_999, 60_000, 1_000_000].map((blanks) => patternFlags(`x${" ".repeat(blanks)}x`))).toEqual([
    "u",
    undefined,
    undefined,
    undefined,
  ]);
});
