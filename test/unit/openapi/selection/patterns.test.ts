import { describe, expect, test } from "vitest";
import { namePattern, pathPattern } from "../../../../src/openapi/selection/patterns.js";
import { dice } from "../../../support/dice.js";

describe("a pattern of a path", () => {
  test.each([
    ["/pets", ["/pets"], ["/pets/", "/pets/{id}", "/Pets", "/petss"]],
    ["/pets/{id}", ["/pets/{id}"], ["/pets/{petId}", "/pets/1"]],
    ["/pets/*", ["/pets/{id}", "/pets/mine", "/pets/"], ["/pets", "/pets/{id}/toys"]],
    ["/pets/**", ["/pets", "/pets/{id}", "/pets/{id}/toys"], ["/petshop", "/v1/pets"]],
    ["/**/toys", ["/toys", "/pets/{id}/toys"], ["/pets/toys/{id}", "/pettoys"]],
    ["/v1/**/toys/**", ["/v1/toys", "/v1/a/b/toys/c"], ["/v1/a", "/v2/toys"]],
    ["**", ["/", "/pets", "petSold"], []],
    ["/**", ["/", "/pets/{id}"], ["petSold"]],
    ["/pets-*", ["/pets-old", "/pets-"], ["/pets-old/x", "/pets"]],
    ["*/admin", ["v1/admin"], ["/v1/admin"]],
    ["/a.b(c)+[d]?^$|\\/*", ["/a.b(c)+[d]?^$|\\/x"], ["/aXb(c)+[d]?^$|\\/x"]],
    ["/v1/**/**/x", ["/v1/x", "/v1/a/x"], ["/v1/ax"]],
    ["/line\nbreak/*", ["/line\nbreak/x"], ["/line"]],
    ["/files/*", ["/files/*"], []],
  ])("%j", (pattern, fitting, others) => {
    const fits = pathPattern(pattern);
    expect(fitting.filter((path) => !fits(path))).toEqual([]);
    expect(others.filter(fits)).toEqual([]);
  });
});

describe("a pattern of a name", () => {
  test.each([
    ["pets", ["pets"], ["Pets", "pets2", "mypets"]],
    ["list*", ["list", "listPets", "list/pets"], ["List", "enlist"]],
    ["*Pet*", ["Pet", "getPetById"], ["getpet"]],
    ["a.b", ["a.b"], ["aXb"]],
    ["*", ["", "anything at\nall"], []],
    ["**", ["x"], []],
    ["a*b", ["a*b", "ab"], ["a"]],
  ])("%j", (pattern, fitting, others) => {
    const fits = namePattern(pattern);
    expect(fitting.filter((name) => !fits(name))).toEqual([]);
    expect(others.filter(fits)).toEqual([]);
  });
});

/** What the patterns mean, as regular expressions, which are right and may take time without end. */
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
const nameExpression = (pattern: string): RegExp => new RegExp(`^${pattern.split(/\*+/).map(escaped).join(".*")}$`, "s");
function pathExpression(pattern: string): RegExp {
  const whole = pattern.replace(/\*{3,}/g, "**").replace(/(?:\/\*\*)+(?=\/|$)/g, "/**");
  const expression = whole
    .split(/(\/\*\*(?=\/|$)|\*\*|\*)/)
    .map((part) => (part === "/**" ? "(?:/.*)?" : part === "**" ? ".*" : part === "*" ? "[^/]*" : escaped(part)))
    .join("");
  return new RegExp(`^${expression}$`, "s");
}

test("random patterns mean what their regular expressions do", () => {
  const { below, of } = dice(7);
  const text = (length: number, letter: () => string): string => Array.from({ length: below(length + 1) }, letter).join("");
  const wrong: (readonly [string, string])[] = [];
  let fitting = 0;
  for (let round = 0; round < 5_000; round += 1) {
    const pattern = text(7, () => of("a", "b", "/", "/", "*", "*", "**", "/**", "/**/", "***", ".", "{a}", "\n", "\u{1f600}"));
    const [isName, isPath, name, path] = [namePattern(pattern), pathPattern(pattern), nameExpression(pattern), pathExpression(pattern)];
    for (let sample = 0; sample < 12; sample += 1) {
      const given =
        sample % 2 === 0
          ? text(9, () => of("a", "b", "/", "/", ".", "*", "{a}", "\n", "\u{1f600}", "\ude00"))
          : pattern.replace(/\*+/g, () => text(3, () => of("a", "/", "b")));
      const means = (expression: RegExp): boolean => given === pattern || (pattern.includes("*") && expression.test(given));
      if (isName(given) !== means(name) || isPath(given) !== means(path)) wrong.push([pattern, given]);
      if (isPath(given)) fitting += 1;
    }
  }
  expect(wrong).toEqual([]);
  expect(fitting).toBeGreaterThan(10_000);
});

test.each([
  [pathPattern("/**/a/**/a/**/a/**/a/**/a/**/c"), `/${"a/".repeat(2_000)}`],
  [pathPattern("**a**a**a**a**a**c"), "a".repeat(4_000)],
  [pathPattern("*a*a*a*a*a*c"), "a".repeat(4_000)],
  [namePattern("*a*a*a*a*a*c"), "a".repeat(4_000)],
])("a pattern of many asterisks is held against a long text, and ends: %#", (fits, text) => {
  expect(fits(text)).toBe(false);
  expect(fits(`${text}c`)).toBe(true);
});
