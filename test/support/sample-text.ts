import randexp from "randexp";
import { textFormatOf } from "../../src/model/formats/find-format.js";
import type { StringAssertion } from "../../src/model/ir/schema.js";
import { matches } from "./valid.js";

// Its types promise a member `default` that its CommonJS module does not have.
const RandExp = randexp as unknown as typeof randexp.default;

export type Random = () => number;

/** A repeatable stream of numbers in [0, 1): mulberry32. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(random: Random, values: readonly T[]): T | undefined {
  return values[Math.floor(random() * values.length)];
}

const plainWords = ["amber", "basalt", "cobalt", "dolomite", "emerald", "flint", "garnet", "halite"];
/** Everything that a serialiser has to think about; none of them reads as a number, a boolean or null. */
const hardWords = [
  "a b&c=d",
  "100% flint",
  "x/y?z#w",
  "grün",
  "p+q",
  "[r]",
  "日本",
  'it\'s; "so"',
  "back\\slash",
  "tab,comma|pipe",
  "{brace}",
  "<tag>",
  "😀 smile",
];

const hex = (random: Random, length: number): string => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join("");

/** Formats that are not checked, and that services ask for. */
const unchecked: { readonly [format: string]: readonly string[] } = {
  url: ["https://example.com/flint", "https://example.com/garnet"],
  snowflake: ["7012", "8134", "9001"],
};

const samplesOf = (format = ""): readonly string[] | undefined => textFormatOf(format)?.accepts ?? unchecked[format];

/** A string that satisfies all the assertions, or undefined when none was found. */
export function sampleString(random: Random, assertions: readonly StringAssertion[], words: "plain" | "hard"): string | undefined {
  const least = Math.max(0, ...assertions.map((assertion) => assertion.minLength ?? 0));
  const most = Math.min(
    Infinity,
    ...assertions.flatMap(({ maxLength, patternLimit }) => [maxLength ?? Infinity, patternLimit ?? Infinity]),
  );
  const patterns = assertions.flatMap((assertion) => assertion.pattern ?? []);
  const fits = (text: string): boolean => {
    const length = Array.from(text).length;
    return length >= least && length <= most && patterns.every((pattern) => matches(pattern, text));
  };
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const text = candidate(random, assertions, patterns, words, attempt);
    const sized = fits(text) ? text : resize(text, least, most);
    if (sized !== "" && fits(sized)) return sized;
  }
  return fits("") && most === 0 ? "" : undefined;
}

function candidate(
  random: Random,
  assertions: readonly StringAssertion[],
  patterns: readonly string[],
  words: "plain" | "hard",
  attempt: number,
): string {
  const pattern = patterns[attempt % Math.max(1, patterns.length)];
  const samples = assertions.map(({ format }) => samplesOf(format)).find((found) => found !== undefined);
  if (samples !== undefined && (pattern === undefined || attempt % 3 === 0)) return pick(random, samples) ?? "";
  if (pattern !== undefined) return fromPattern(random, pattern, 2 + attempt) ?? pick(random, plainWords) ?? "";
  if (assertions.some((assertion) => assertion.contentEncoding !== undefined)) return Buffer.from(hex(random, 6)).toString("base64");
  return pick(random, words === "hard" ? [...plainWords, ...hardWords] : plainWords) ?? "";
}

/** Text that a pattern may match; repetitions without an end stop after `most`. */
function fromPattern(random: Random, pattern: string, most: number): string | undefined {
  try {
    const generator = new RandExp(
      pattern
        .replace(/\(\?<\w+>/g, "(")
        .replace(/\\([-_/.:@])/g, (escape, character: string) => (character === "-" ? escape : `\\${character}`)),
    );
    generator.max = most;
    // A repetition may have an end that is as good as none.
    generator.randInt = (from, to) => from + Math.floor(random() * ((to > 100_000 ? Math.min(to, from + most) : to) - from + 1));
    return generator.gen();
  } catch {
    return undefined; // Not a pattern that randexp reads: lookbehind, \p{…}.
  }
}

function resize(text: string, least: number, most: number): string {
  const characters = Array.from(text);
  while (characters.length < least) characters.push("x");
  return characters.slice(0, Math.min(characters.length, most)).join("");
}
