/** A string in generated code: readable, with everything escaped that hides, turns text around or ends something, under each version of Unicode. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { literal, propertyKey } from "../../../../src/emit/print/code.js";

test.each([
  ["an emoji of 2021", "\u{1fae0}"],
  ["an emoji of 2025", "\u{1faea}"],
  ["a letter of 2024", "\u{16d40}"],
  ["a letter of 2025", "\u{16ea0}"],
  ["what is no character yet", "\u{1fbfb}\u0378"],
])("%s is printed as it is, whatever this Node knows of it", (_, text) => {
  expect(literal(text)).toBe(`"${text}"`);
  expect(propertyKey(text)).toBe(`"${text}"`);
});

describe("is escaped:", () => {
  test.each([
    ["a control character", "\u0007\u0085"],
    ["an end of a line", "\u2028\u2029"],
    ["what turns text around", "\u202e\u2066\u061c\u200f"],
    ["what shows as nothing", "\u00ad\u200b\u2060\ufeff\u{e0041}\u{1bca0}"],
    ["a character of private meaning", "\ue000\u{f0000}\u{10fffd}"],
    ["what never is a character", "\ufdd0\ufffe\u{1ffff}\u{8ffff}"],
    ["half a character", "\ud800"],
    ["a blank that is none", "\u00a0\u3000"],
  ])("%s", (_, text) => {
    const printed = literal(text);
    expect(printed).toMatch(/^"(?:\\u[\da-f]{4})+"$/);
    expect(JSON.parse(printed)).toBe(text);
  });
});

test("no printer of code or comments asks this Node what a character is", () => {
  for (const file of ["code.ts", "doc-text.ts"])
    expect(readFileSync(new URL(`../../../../src/emit/print/${file}`, import.meta.url), "utf8").replace(/^ *\/\/.*$/gm, "")).not.toMatch(
      /\\p\{/,
    );
});
