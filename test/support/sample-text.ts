import randexp from "randexp";
import type { StringAssertion } from "../../src/model/ir/types.js";
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

const day = (random: Random): string => `20${two(10 + random() * 20)}-${two(1 + random() * 12)}-${two(1 + random() * 28)}`;
const time = (random: Random): string => `${two(random() * 24)}:${two(random() * 60)}:${two(random() * 60)}Z`;
const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
const hex = (random: Random, length: number): string => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join("");

const formats: { readonly [format: string]: (random: Random) => string } = {
  date: day,
  "date-time": (random) => `${day(random)}T${time(random)}`,
  time,
  duration: (random) => `P${String(1 + Math.floor(random() * 9))}DT2H`,
  email: (random) => `${pick(random, plainWords) ?? ""}@example.com`,
  "idn-email": (random) => `${pick(random, plainWords) ?? ""}@example.com`,
  hostname: (random) => `${pick(random, plainWords) ?? ""}.example.com`,
  "idn-hostname": (random) => `${pick(random, plainWords) ?? ""}.example.com`,
  ipv4: (random) => `192.0.2.${String(Math.floor(random() * 256))}`,
  ipv6: (random) => `2001:db8::${hex(random, 4)}`,
  uri: (random) => `https://example.com/${pick(random, plainWords) ?? ""}`,
  "uri-reference": (random) => `/${pick(random, plainWords) ?? ""}`,
  "uri-template": (random) => `/${pick(random, plainWords) ?? ""}/{id}`,
  url: (random) => `https://example.com/${pick(random, plainWords) ?? ""}`,
  iri: (random) => `https://example.com/${pick(random, plainWords) ?? ""}`,
  "iri-reference": (random) => `/${pick(random, plainWords) ?? ""}`,
  uuid: (random) => `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 12)}`,
  "json-pointer": (random) => `/${pick(random, plainWords) ?? ""}`,
  "relative-json-pointer": () => "0/name",
  regex: () => "^[a-z]+$",
  byte: (random) => Buffer.from(hex(random, 6)).toString("base64"),
  base64url: (random) => Buffer.from(hex(random, 6)).toString("base64url"),
  decimal: (random) => `${String(1 + Math.floor(random() * 90))}.5`,
  int64: (random) => String(1 + Math.floor(random() * 9000)),
  uint64: (random) => String(1 + Math.floor(random() * 9000)),
  snowflake: (random) => String(1 + Math.floor(random() * 9000)),
};

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
  const format = assertions.map((assertion) => formats[assertion.format ?? ""]).find((make) => make !== undefined);
  if (format !== undefined && (pattern === undefined || attempt % 3 === 0)) return format(random);
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
    generator.randInt = (from, to) => from + Math.floor(random() * (to - from + 1));
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
