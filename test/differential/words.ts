/** What random schemas and instances are made of: few enough to meet each other, odd enough to find what is special about them. */
import { pick, type Random } from "../support/sample-text.js";

/** Names of properties. The second half are names that every object inherits, or that a program may stumble over. */
export const names: readonly string[] = [
  "a",
  "b",
  "foo",
  "bar",
  "baz",
  "x-y",
  "",
  "é",
  "😀",
  "1",
  "a/b",
  "~",
  'q"q',
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "length",
  "default",
];

export const strings: readonly string[] = [
  ...names,
  "ab",
  "abc",
  "foo bar",
  "fooo",
  "12",
  "2024-01-01",
  "\n",
  "e\u0301",
  "aaaaaaaaaaaaaaaaaaaa",
  "😀😀",
  "\ud800",
  "a\udc00",
  "null",
  "true",
];

/** Patterns that are ECMAScript with the flag `u`, each with texts that match. None backtracks. */
export const patterns: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    "^a": ["a", "ab", "a/b", "abc"],
    b$: ["b", "ab"],
    "^[a-z]+$": ["a", "foo", "bar", "abc"],
    "^x-": ["x-y", "x-"],
    "^.$": ["a", "é", "😀", "1"],
    "^.{2,3}$": ["ab", "foo", "😀😀"],
    "^\\p{L}+$": ["foo", "é", "abc"],
    "^\\d+$": ["1", "12"],
    "^(foo|bar)$": ["foo", "bar"],
    "^(?!_)": ["a", "é", ""],
    "^$": [""],
    "^\\S*$": ["foo", "", "x-y"],
    "[\\u{1F600}-\\u{1F64F}]": ["😀", "😀😀"],
    "\\/": ["a/b"],
    ["__proto__"]: ["__proto__"],
    "": ["", "foo"],
  }),
);

export const integers: readonly number[] = [0, 1, 2, 3, 4, 5, 10, -1, -3];

export const numbers: readonly number[] = [
  ...integers,
  0.5,
  1.5,
  -2.5,
  0.1,
  0.3,
  19.99,
  4.35,
  0.07,
  123456789.01,
  1e-7,
  1e-10,
  1e21,
  1e300,
  1e308,
  -1e308,
  5e-324,
  9007199254740991,
  9007199254740992,
  -9007199254740993,
  2147483648,
  -0,
];

export const divisors: readonly number[] = [1, 2, 3, 5, 0.5, 0.1, 0.01, 0.3, 1e-7, 1e-10, 1.5, 1e21, 123456789.01];

export const sizes: readonly number[] = [0, 1, 1, 2, 2, 3, 4];

/** One of a list that is never empty. */
export function one<T>(random: Random, values: readonly T[]): T {
  const found = pick(random, values);
  if (found === undefined && !values.includes(found as T)) throw new Error("a choice of nothing"); // `undefined` may be one of the values
  return found as T;
}

/** Some of a list, each at most once, `most` at most. */
export function some<T>(random: Random, values: readonly T[], most: number): readonly T[] {
  const count = Math.floor(random() * (most + 1));
  return [...new Set(Array.from({ length: count }, () => one(random, values)))];
}

/** An object of entries: `fromEntries` makes own properties, whatever their names. */
export function record<T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> {
  return Object.fromEntries(entries);
}
