/** The work that patterns may make: it is counted, for each of them and for all of a description. */
import { describe, expect, test } from "vitest";
import { countSteps } from "../../../support/count-steps.js";

const { analysePatterns } = await import("../../../../src/model/patterns/analyse-patterns.js");

function nested(wrap: (pattern: string) => string, depth: number, innermost: string): string {
  let pattern = innermost;
  for (let level = 0; level < depth; level += 1) pattern = wrap(pattern);
  return pattern;
}

/** Patterns whose automata grow with every level, by their innermost part and the number of levels. */
const hard: Readonly<Record<string, readonly [wrap: (pattern: string) => string, depth: number]>> = {
  "counted repetitions": [(p) => `(?:${p}){0,9}`, 8],
  "counted repetitions of alternatives with the same beginning": [(p) => `(?:${p}|${p}b){0,9}`, 3],
  "few repetitions of alternatives with the same beginning": [(p) => `(?:${p}|${p}b){0,3}`, 5],
  "many alternatives with the same beginning": [(p) => `(?:${p}|${p}b){0,9}`, 8],
  "loops of alternatives with the same beginning": [(p) => `(?:${p}|${p}b)*`, 8],
  loops: [(p) => `(?:${p})*`, 40],
  "counted conditions": [(p) => `(?:x(?=${p})){0,9}`, 7],
  "loops of alternatives, behind a condition": [(p) => `(?:(?=${p})b|${p}c)*`, 5],
  "rounds of nothing": [(p) => `(?:(?=${p}){0,999999999}|c)*`, 5],
};

/** Blocks of code that run in about half a second. */
const mostOfOne = 60_000_000;
/** And in some seconds. */
const mostOfAll = 500_000_000;

describe("the work of patterns is bounded:", () => {
  test.each(Object.entries(hard))("%s", { timeout: 120_000 }, async (_, [wrap, depth]) => {
    const patterns = (count: number): readonly string[] =>
      Array.from({ length: count }, (_each, index) => nested(wrap, depth, String.fromCharCode(0x4e00 + index)));
    const work = (count: number): Promise<number> => countSteps(() => analysePatterns(patterns(count)));
    const [one, many, more] = [await work(1), await work(64), await work(128)];
    expect(one).toBeLessThan(mostOfOne);
    expect(many).toBeLessThan(mostOfAll);
    expect(more / many).toBeLessThan(2.5);
  });
});

test("what becomes of hard patterns depends on nothing but the patterns", async () => {
  const patterns = Object.values(hard).map(([wrap, depth]) => nested(wrap, depth, "a"));
  const [once, again] = [await analysePatterns(patterns), await analysePatterns(patterns)];
  expect([...again]).toEqual([...once]);
});

test("ordinary patterns are known to be fast, however many hard ones stand before them", { timeout: 60_000 }, async () => {
  const before = Object.values(hard).flatMap(([wrap, depth]) => Array.from("abcdefgh", (letter) => nested(wrap, depth, letter)));
  const ordinary = ["^[a-z0-9]([a-z0-9-]*[a-z0-9])?$", "^(?!.*--)[a-z-]+$", "^\\d{3}-\\d{4}$", "^(?:get|put|post|patch|delete)$"];
  const analyses = await analysePatterns([...before, ...ordinary]);
  expect(ordinary.filter((pattern) => analyses.has(pattern))).toEqual([]);
});

test("the checker ends after so many looks at the clock, whatever the time is, and leaves the clock as it was", async () => {
  const now = (): unknown => Object.getOwnPropertyDescriptor(performance, "now");
  const before = now();
  const looks: number[] = [];
  const patterns = Array.from({ length: 10 }, (_, index) => `^(a)\\1+a*a*b{${String(index)}}$`);
  await analysePatterns(patterns, () =>
    Promise.resolve((_source, _flags, { timeout }) => {
      const first = performance.now();
      let last = first;
      for (looks.push(0); last - first < timeout; last = performance.now()) looks.push((looks.pop() ?? 0) + 1);
      return { status: "unknown" };
    }),
  );
  expect(looks.length).toBe(3);
  for (const each of looks) expect(each).toBeLessThanOrEqual(400_000);
  expect(now()).toEqual(before);
});
