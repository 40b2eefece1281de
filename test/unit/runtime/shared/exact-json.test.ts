import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { bigintJson, digitsJson } from "../../../../templates/runtime/shared/exact-json.js";
import type { Int64Locations } from "../../../../templates/runtime/shared/int64-locations.js";
import { stringifyBigints } from "../../../../templates/runtime/shared/stringify-bigints.js";

const max = "9223372036854775807";
const min = "-9223372036854775808";

describe("reading", () => {
  test.each([
    [max, 9223372036854775807n],
    [min, -9223372036854775808n],
    ["18446744073709551615", 18446744073709551615n],
    ["9007199254740991", 9007199254740991n],
    ["9007199254740993", 9007199254740993n],
    ["0", 0n],
    ["-0", 0n],
    ["5", 5n],
    [" 5 ", 5n],
    ["1e3", 1000n],
    ["1.50e1", 15n],
    ["9.223372036854775807e18", 9223372036854775807n],
    ["9.007199254740993e15", 9007199254740993n],
    ["92233720368547758070E-1", 9223372036854775807n],
    ["9223372036854775807.0", 9223372036854775807n],
    ["9223372036854775807.5", 9223372036854776000],
    ["1.5", 1.5],
    ["null", null],
    ['"9007199254740993"', "9007199254740993"],
    [`1${"0".repeat(500)}`, Infinity],
    [`1${"0".repeat(60)}`, 1e60],
    ["1e999999999", Infinity],
  ])("%s at an int64 place", (text, value) => {
    expect(bigintJson("int64").parse(text)).toEqual(value);
    expect(digitsJson("int64").parse(text)).toEqual(typeof value === "bigint" ? value.toString() : value);
  });
  const tree: Int64Locations = { properties: { id: "int64", children: { items: () => tree } } };
  const places: Int64Locations = {
    properties: {
      id: "int64",
      ids: { items: "int64" },
      pair: { prefix: [null, "int64"], items: () => tree },
      map: { properties: { plain: null }, patterns: [[/^x-/u, { items: "int64" }]], additional: "int64" },
      tree: () => tree,
      either: ["int64 or text", { properties: { inner: "int64" } }],
      tagged: { tag: "kind", cases: { cat: { properties: { id: "int64" } }, dog: null } },
      toString: "int64" as const,
    },
  };
  test("at every kind of place, and nowhere else", () => {
    const text = `{"id":${max},"other":${max},"ids":[${max},1,null,"${max}"],"pair":[${max},${max},{"id":${min},"x":${min}}],
      "map":{"plain":${max},"x-a":[${max}],"b":${max}},"tree":{"id":1,"children":[{"id":${max},"children":[{"id":${min}}]}]},
      "either":{"inner":${max}},"tagged":{"id":${max},"kind":"cat"},"toString":${max},"constructor":5,"${max}":1,"s":"n5","n":"s","":"\\"\\\\"}`;
    const big = 9223372036854775807n;
    const small = -9223372036854775808n;
    const rounded = 9223372036854775807;
    expect(bigintJson(places).parse(text)).toEqual({
      id: big,
      other: rounded,
      ids: [big, 1n, null, max],
      pair: [rounded, big, { id: small, x: -9223372036854775808 }],
      map: { plain: rounded, "x-a": [big], b: big },
      tree: { id: 1n, children: [{ id: big, children: [{ id: small }] }] },
      either: { inner: big },
      tagged: { id: big, kind: "cat" },
      toString: big,
      constructor: 5,
      [max]: 1,
      s: "n5",
      n: "s",
      "": '"\\',
    });
    expect(bigintJson(places).parse(`{"tagged":{"kind":"dog","id":${max}}}`)).toEqual({ tagged: { kind: "dog", id: rounded } });
    expect(bigintJson(places).parse(`{"tagged":{"kind":"dog","id":5}}`)).toEqual({ tagged: { kind: "dog", id: 5 } });
  });
  test("no text can pass for a number", () => {
    const text = JSON.stringify({ id: 0, other: [`n${max}`, `"n${max}"`, `s${max}`, `\\"n1`, "\u0000"], either: `n${max}` });
    const given = text.replace('"id":0', `"id":${max}`);
    expect(bigintJson(places).parse(given)).toEqual({ ...(JSON.parse(text) as object), id: 9223372036854775807n });
  });
  test("members called __proto__ stay members of their own", () => {
    const value = digitsJson({ additional: "int64" }).parse(`{"__proto__":${max},"a":1}`) as object;
    expect([Object.getPrototypeOf(value) === Object.prototype, Object.entries(value)]).toEqual([
      true,
      [
        ["__proto__", max],
        ["a", "1"],
      ],
    ]);
  });
  test("of several members of one name the last counts", () => {
    expect(bigintJson({ additional: "int64" }).parse(`{"a":${max},"a":"x","b":1,"b":${max}}`)).toEqual({ a: "x", b: 9223372036854775807n });
  });
  test("values may nest deeper than calls can", () => {
    const deep = 100_000;
    const text = `${'{"children":['.repeat(deep)}{"id":${max}}${"]}".repeat(deep)}`;
    let value = bigintJson(() => tree).parse(text) as { children?: readonly unknown[]; id?: unknown };
    while (value.children !== undefined) value = value.children[0] as typeof value;
    expect(value).toEqual({ id: 9223372036854775807n });
  });
  test("places that refer to each other in a circle come to an end", () => {
    const left: Int64Locations = [() => right, { properties: { next: () => left } }];
    const right: Int64Locations = [() => left, { properties: { next: () => right, id: "int64" } }];
    const depth = 200;
    const text = `${'{"id":1,"next":'.repeat(depth)}{"id":${max}}${"}".repeat(depth)}`;
    let value = bigintJson(left).parse(text) as { next?: unknown; id: unknown };
    while (value.next !== undefined) value = value.next as typeof value;
    expect(value).toEqual({ id: 9223372036854775807n });
  });
});

test("where integers are held as text, text does not pass for one with those who are strict", () => {
  const places: Int64Locations = {
    properties: { id: "int64", ids: { items: "int64" }, either: { either: "int64" }, or: "int64 or text", free: null },
    additional: "int64",
  };
  for (const large of ["1", max]) {
    const text = `{"large":${large},"id":"5","ids":[1,"2"],"either":"3","or":"4","free":"6"}`;
    const read = { large, id: NaN, ids: ["1", NaN], either: "3", or: "4", free: "6" };
    expect(digitsJson(places).parse(text, true)).toEqual(read);
    expect(digitsJson(places).parse(text)).toEqual({ ...read, id: "5", ids: ["1", "2"] });
    expect(bigintJson(places).parse(text, true)).toEqual({ ...read, large: BigInt(large), id: "5", ids: [1n, "2"] });
  }
});

describe("writing", () => {
  test.each([
    [5n, "5"],
    [9223372036854775807n, max],
    [
      { a: -9223372036854775808n, b: ["~5", '"~5"', '\\"~5', 5, null, undefined], c: undefined },
      `{"a":${min},"b":["~5","\\"~5\\"","\\\\\\"~5",5,null,null]}`,
    ],
    [{ "~5": "~5", "~~5": "~~5", x: 5n }, '{"~5":"~5","~~5":"~~5","x":5}'],
    [[new Date(0), 1n], '["1970-01-01T00:00:00.000Z",1]'],
    [{ toJSON: () => ({ id: 7n }) }, '{"id":7}'],
  ])("%o", (value, text) => {
    expect(stringifyBigints(value)).toBe(text);
  });
  test("is not led astray by bigints that were taught to be strings", () => {
    Object.defineProperty(BigInt.prototype, "toJSON", { value: () => "x", configurable: true });
    try {
      expect(stringifyBigints({ id: 7n })).toBe('{"id":7}');
    } finally {
      Reflect.deleteProperty(BigInt.prototype, "toJSON");
    }
  });
  const places: Int64Locations = {
    properties: { id: "int64", ids: { items: "int64" }, either: "int64 or text", free: null },
    additional: { items: "int64" },
  };
  test("digits at their places become numbers, other strings stay", () => {
    const value = { id: max, ids: ["1", null, "-0"], either: "x", free: "5", more: ["7"] };
    expect(digitsJson(places).stringify(value)).toBe(`{"id":${max},"ids":[1,null,0],"either":"x","free":"5","more":[7]}`);
    expect(value.ids).toEqual(["1", null, "-0"]);
    expect(digitsJson(places).stringify({ either: "12" })).toBe('{"either":12}');
    // No integer of 64 bits: it can only be text.
    for (const either of ["18446744073709551616", "-9223372036854775809", "123456789012345678901234567890"])
      expect(digitsJson(places).stringify({ either })).toBe(`{"either":"${either}"}`);
  });
  test.each(["", "x", "1.5", "1e3", "+1", "01", " 1", "0x10", "1n", "٣"])("%j is no integer", (text) => {
    expect(() => digitsJson(places).stringify({ ids: [text] })).toThrow(new TypeError('"ids.0" must be an integer as a string of digits'));
  });
  test("a circle is refused", () => {
    const node: { next?: unknown } = {};
    node.next = node;
    const tree: Int64Locations = { properties: { next: () => tree, id: "int64" } };
    expect(() => digitsJson(tree).stringify(node)).toThrow(TypeError);
    expect(() => bigintJson(tree).stringify(node)).toThrow(TypeError);
  });
  test.each([undefined, () => 1, Symbol("x")])("what JSON has no form for is refused: %s", (value) => {
    expect(() => stringifyBigints(value)).toThrow(TypeError);
  });
});

/** A small generator of the same numbers for the same seed. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pick = <T>(items: readonly T[], below: (n: number) => number): T => items[below(items.length)] as T;

function numberText(below: (n: number) => number, big: boolean | "integers"): string {
  const run = (length: number): string => Array.from({ length }, (_, index) => String(index === 0 ? 1 + below(9) : below(10))).join("");
  const whole = below(6) === 0 ? "0" : run(1 + below(big ? 22 : 15));
  return `${below(3) === 0 ? "-" : ""}${whole}${big !== "integers" && below(5) === 0 ? `.${run(1 + below(6))}` : ""}${big !== "integers" && below(8) === 0 ? `e${pick(["", "+", "-"], below)}${below(20)}` : ""}`;
}

function jsonText(below: (n: number) => number, big: boolean | "integers", depth = 0): string {
  const space = (): string => pick(["", "", " ", "\n\t", "\r "], below);
  const kind = below(depth > 4 ? 5 : 8);
  if (kind < 2) return numberText(below, big);
  if (kind === 2) return pick(["true", "false", "null"], below);
  if (kind < 5)
    return JSON.stringify(pick(["", "n1", "s", '"', "\\", "\\\\", '\\"', "a:b", "12345678901234567890", "\u2028", "🙂"], below));
  const list = Array.from({ length: below(4) }, () => jsonText(below, big, depth + 1));
  if (kind === 5) return `[${list.map((item) => space() + item + space()).join(",")}]`;
  const names = ["a", "b", "n1", "s", "\\u0061", "__proto__", "12", '\\"'];
  return `{${list.map((item) => `${space()}"${pick(names, below)}"${space()}:${space()}${item}${space()}`).join(",")}}`;
}

/** One or two characters of a text changed, so that most are no JSON any more. */
function broken(text: string, below: (n: number) => number): string {
  const at = below(text.length + 1);
  return (
    text.slice(0, at) +
    pick(["", "0", "-", ".", "e", "+", '"', "\\", ",", ":", "[", "]", "{", "}", "n", "\u00a0", "\ufeff", "\u0001"], below) +
    text.slice(at + below(3))
  );
}

function outcome(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error instanceof SyntaxError ? "no JSON" : error;
  }
}

/** As `expect`, which takes a tenth of a millisecond for each question. */
function same(found: unknown, expected: unknown, text: string): void {
  if (!isDeepStrictEqual(found, expected)) expect(found, text).toEqual(expected);
}

/** All integers of a value as bigints: what `everywhere` makes of a text without big ones. */
const everywhere: Int64Locations = ["int64", { additional: () => everywhere }, { items: () => everywhere }];

/** A reference that shares nothing with the code under test: numbers are read off the text, one by one. */
function reference(text: string): unknown {
  let at = 0;
  /** What stands after the blanks. */
  const next = (): string | undefined => {
    while (" \n\t\r".includes(text[at] ?? "x")) at += 1;
    return text[at];
  };
  const string = (): string => {
    const start = at;
    for (at += 1; text[at] !== '"'; at += 1) if (text[at] === "\\") at += 1;
    at += 1;
    return JSON.parse(text.slice(start, at)) as string;
  };
  const read = (): unknown => {
    const first = next();
    if (first === '"') return string();
    if (first === "{" || first === "[") {
      const entries: [string, unknown][] = [];
      const items: unknown[] = [];
      at += 1;
      while (next() !== "}" && next() !== "]") {
        if (next() === ",") at += 1;
        next();
        if (first === "{") {
          const name = string();
          next();
          at += 1;
          entries.push([name, read()]);
        } else items.push(read());
      }
      at += 1;
      return first === "{" ? Object.fromEntries(entries) : items;
    }
    const word = /^(?:true|false|null|-?[0-9.eE+-]+)/.exec(text.slice(at, at + 60))?.[0] ?? "";
    at += word.length;
    if (/^[tfn]/.test(word)) return JSON.parse(word) as unknown;
    const [, sign = "", whole = "", fraction = "", exponent = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE](.*))?$/.exec(word) ?? [];
    // What a number takes for an integer is one, as everywhere with JSON.
    if (Number.isSafeInteger(Number(word))) return BigInt(Number(word));
    // A fraction of zero: value = digits * 10^shift, exactly.
    const shift = Number(exponent) - fraction.length;
    const digits = BigInt(whole + fraction);
    const scale = 10n ** BigInt(Math.abs(shift));
    if (shift < 0 && digits % scale !== 0n) return Number(word);
    const magnitude = shift < 0 ? digits / scale : digits * scale;
    return magnitude.toString().length > 40 ? Number(word) : sign === "-" ? -magnitude : magnitude;
  };
  return read();
}

describe("as JSON.parse", () => {
  test("20,000 texts, whole and broken, without a place: the same value or the same refusal", () => {
    const below = random(20261120);
    for (let index = 0; index < 20_000; index += 1) {
      const text = index % 2 === 0 ? jsonText(below, true) : broken(jsonText(below, true), below);
      // Every text goes the slow way too: an integer beyond 2^53 stands beside it.
      const [fast, slow] = [
        outcome(() => bigintJson(null as never).parse(text)),
        outcome(() => bigintJson({ items: "int64" }).parse(`[[${text}],${max}]`)),
      ];
      const expected = outcome(() => JSON.parse(text) as unknown);
      same(fast, expected, text);
      const wrapped = outcome(() => JSON.parse(`[[${text}]]`) as unknown);
      same(slow, wrapped === "no JSON" ? wrapped : [(wrapped as unknown[])[0], 9223372036854775807n], text);
    }
  });
  test("20,000 texts with large integers, every number a place: the digits as written", () => {
    const below = random(7);
    for (let index = 0; index < 20_000; index += 1) {
      const text = jsonText(below, index % 3 > 0);
      same(bigintJson(everywhere).parse(text), reference(text), text);
    }
  });
  test("what was read is written the same", () => {
    const below = random(11);
    for (let index = 0; index < 5_000; index += 1) {
      const value = bigintJson(everywhere).parse(jsonText(below, "integers"));
      same(bigintJson(everywhere).parse(bigintJson(everywhere).stringify(value)), value, "");
      const texts = digitsJson(everywhere).parse(bigintJson(everywhere).stringify(value));
      expect(JSON.stringify(texts, (_, member: unknown) => member)).toBe(
        JSON.stringify(value, (_, member: unknown) => (typeof member === "bigint" ? member.toString() : member)),
      );
    }
  });
});
