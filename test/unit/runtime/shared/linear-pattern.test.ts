/** The matcher of slow patterns: right, as the engine's own is, and linear. */
import { expect, test } from "vitest";
import {
  limitedPattern,
  linearPattern,
  patternAutomaton,
  runPattern,
  type PatternPart,
} from "../../../../templates/runtime/shared/linear-pattern.js";
import { patternPart } from "../../../../src/model/patterns/pattern-part.js";
import { randomPattern, randomText } from "../../../support/random-pattern.js";
import { seeded } from "../../../support/sample-text.js";

const cases: readonly (readonly [part: PatternPart, matching: readonly string[], others: readonly string[]])[] = [
  [[], ["", "a"], []],
  [{ text: "ab" }, ["ab", "xaby"], ["a", "ba"]],
  [
    ["^", { many: "[a-z]", min: 1 }, "$"],
    ["a", "abc"],
    ["", "A", "a b"],
  ],
  [
    ["^", { any: [{ text: "a" }, "\\d"] }, "$"],
    ["a", "7"],
    ["b", "a7"],
  ],
  [
    ["^", { many: { text: "a" }, min: 2, max: 3 }, "$"],
    ["aa", "aaa"],
    ["a", "aaaa"],
  ],
  [
    ["^", { many: { text: "a" }, min: 2 }, "$"],
    ["aa", "aaaaa"],
    ["", "a"],
  ],
  [["^", { many: { text: "a" }, max: 0 }, "$"], [""], ["a"]],
  [
    ["\\b", { text: "cat" }, "\\b"],
    ["cat", "a cat!"],
    ["cats", "_cat"],
  ],
  [["\\B", { text: "a" }], ["ba"], ["a", " a"]],
  [{ any: [["^", { text: "a" }], { text: "b" }] }, ["a", "ab", "xb"], ["xa"]],
  [["^", { many: { many: { text: "a" } } }, "$"], ["", "aaa"], ["b"]],
  [
    ["^", ".", "$"],
    ["a", "😀", "\uD83D"],
    ["", "\n", "\u2028", "ab"],
  ],
];

test.each(cases)("%j takes what it is to take", (part, matching, others) => {
  const pattern = linearPattern("u", part);
  for (const text of matching) expect(pattern.test(text), text).toBe(true);
  for (const text of others) expect(pattern.test(text), text).toBe(false);
});

test("without the flag `u`, a character is a unit of UTF-16", () => {
  const part: PatternPart = ["^", ".", "$"];
  expect([linearPattern("u", part).test("😀"), linearPattern("", part).test("😀")]).toEqual([true, false]);
  expect(linearPattern("", ["^", "\\uD83D"]).test("😀")).toBe(true);
  expect(linearPattern("u", ["^", "\\uD83D"]).test("😀")).toBe(false);
});

test("a pattern with a limit takes no longer text", () => {
  const pattern = limitedPattern(3, /^a+$/);
  expect([pattern.test("aaa"), pattern.test("aaaa"), pattern.test("b")]).toEqual([true, false, false]);
});

test.each(["u", ""] as const)("of random patterns with the flags %j, it says what the engine says", (flags) => {
  const random = seeded(flags === "u" ? 11 : 12);
  const wrong: string[] = [];
  let [compared, matching] = [0, 0];
  for (let count = 0; count < 3000; count += 1) {
    const pattern = randomPattern(random, flags);
    const native = new RegExp(pattern, flags);
    const part = patternPart(pattern, flags);
    if (part === undefined) throw new Error(`${pattern} has no automaton`);
    const linear = linearPattern(flags, part);
    for (let each = 0; each < 12; each += 1) {
      const text = randomText(random);
      const expected = native.test(text);
      compared += 1;
      matching += Number(expected);
      if (linear.test(text) !== expected) wrong.push(`${pattern} ${JSON.stringify(text)} ${String(expected)}`);
    }
  }
  expect(wrong).toEqual([]);
  // Neither answer is rare.
  expect(matching).toBeGreaterThan(compared / 5);
  expect(matching).toBeLessThan((compared * 4) / 5);
});

const hard: readonly (readonly [pattern: string, pump: string, end: string])[] = [
  ["^(a+)+$", "a", "!"],
  ["^(a|a)*$", "a", "!"],
  ["^(\\w+\\s?)+$", "a", "!"],
  ["\\s+$", " ", "x"],
  ["^arn:.*:.*:.*:[0-9]+:.*$", "arn:::", "\n"],
  ["^\\S+@\\S+\\.\\S+$", "a@a.", " "],
  ["(x+x+)+y", "x", "z"],
  ["^(a?){30}a{30}$", "a", "!"],
  ["\\b\\w+\\b.*\\b\\w+\\b;", "a ", "!"],
  ["^([.\\-_a-z0-9]+/?){3,100}$", "a/", "!"],
];

test.each(hard)("%j takes steps in proportion to the text", (pattern, pump, end) => {
  const automaton = patternAutomaton("u", patternPart(pattern, "u") ?? []);
  const stepsOf = (count: number): number => {
    const { matches, steps } = runPattern(automaton, pump.repeat(count) + end);
    expect(matches).toBe(false);
    return steps;
  };
  const [one, two, four] = [stepsOf(500), stepsOf(1000), stepsOf(2000)];
  // What comes before the automaton is full is the same for all.
  expect(two).toBeLessThanOrEqual(2.02 * one);
  expect(four).toBeLessThanOrEqual(2.02 * two);
  // Each state is reached by each of its ways at most once for a character.
  const ways = automaton.states.reduce((sum, state) => sum + (state.kind === "fork" ? state.next.length : 1), 1);
  expect(one).toBeLessThanOrEqual(ways * (500 * pump.length + end.length + 1));
});

test("where a match has to begin at the start, a text that does not is not read to its end", () => {
  const automaton = patternAutomaton("u", patternPart("^a+b", "u") ?? []);
  expect(runPattern(automaton, `x${"a".repeat(100_000)}`).steps).toBeLessThan(10);
});
