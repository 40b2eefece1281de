import { describe, expect, test } from "vitest";
import { asWritten, type LargeIntegers } from "../../../src/source/large-integers.js";
import { parseBytes } from "../../../src/source/parse.js";
import type { Json } from "../../../src/source/source-file.js";
import fc from "../../support/property.js";

async function read(text: string): Promise<{ readonly value: Json; readonly large?: LargeIntegers }> {
  const { value: file, diagnostics } = await parseBytes(new TextEncoder().encode(text), "file:///project/a.yaml", "a.yaml");
  if (file === undefined) throw new Error(JSON.stringify(diagnostics));
  return file;
}

/** A file's value with its large integers put back. */
async function exact(text: string): Promise<Json> {
  const { value, large } = await read(text);
  return large === undefined ? value : asWritten(value, () => undefined, "", large);
}

const max = 9223372036854775807n;

describe("integers that a number does not hold are known as they are written", () => {
  test.each<[string, Json]>([
    ['{"a": 9223372036854775807}', { a: max }],
    ['{"a": [1, -9223372036854775808, "9223372036854775807", 18446744073709551615]}', { a: [1, -max - 1n, String(max), max * 2n + 1n] }],
    [
      '{"a,\\"b": {"2": 9007199254740993, "1": {}, "c\\u0064": [[], [9007199254740992]]}}',
      { 'a,"b': { 1: {}, 2: 9007199254740993n, cd: [[], [9007199254740992n]] } },
    ],
    ['{"a": 9.223372036854775807e18, "b": 922337203685477580.70e1, "c": 9007199254740993.00}', { a: max, b: max, c: 9007199254740993n }],
    ['{"__proto__": {"a": 9223372036854775807}}', JSON.parse('{"__proto__": {"a": 1}}') as Json],
    ['{"a\tb": {"c": 9223372036854775807,}}', { "a\tb": { c: max } }],
    ["a: 9223372036854775807", { a: max }],
    ["a: 0x7fffffffffffffff\nb: +9223372036854775807\nc: 0o777777777777777777777", { a: max, b: max, c: max }],
    ["a: 0009223372036854775807\nb: -09007199254740993", { a: max, b: -9007199254740993n }],
    ["a: 9.223372036854775807e18\nb: !!int 9007199254740993", { a: max, b: 9007199254740993n }],
    [
      "a: &x {b: 9007199254740993}\nc: *x\nd: {<<: *x}",
      { a: { b: 9007199254740993n }, c: { b: 9007199254740993n }, d: { b: 9007199254740993n } },
    ],
  ])("%j", async (text, value) => {
    if (text.includes("__proto__")) Reflect.set(Object.entries(value as object)[0]?.[1] as object, "a", max);
    expect(await exact(text)).toEqual(value);
  });

  test("and their file's value has the numbers that are nearest", async () => {
    for (const text of ['{"a": [9223372036854775807]}', "a: [9223372036854775807]"])
      expect((await read(text)).value).toEqual({ a: [2 ** 63] });
  });
  test("a name that is such an integer is no number", async () => {
    expect((await read("9223372036854775807: 1")).value).toEqual({ "9223372036854775807": 1 });
    expect(await read('{"9223372036854775807": 1}')).not.toHaveProperty("large");
  });
  test.each([
    '{"a": 9007199254740991, "b": "9223372036854775807", "c": 1e300, "d": 0.1}',
    "a: 9007199254740991\nb: '9223372036854775807'\nc: 1e300",
    '{"a": 1e20}',
  ])("%j has none", async (text) => {
    expect(await read(text)).not.toHaveProperty("large");
  });
});

test("whatever stands around them, in JSON as in YAML's flow style", async () => {
  const integer = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }).filter((each) => !Number.isSafeInteger(Number(each)));
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.constant(null), integer);
  const { tree } = fc.letrec<{ readonly tree: unknown }>((tie) => ({
    tree: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie("tree"), { maxLength: 4 }), fc.dictionary(fc.string(), tie("tree"), { maxKeys: 4 })),
  }));
  const written = (value: unknown): string => {
    if (typeof value === "bigint") return String(value);
    if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    return `{${Object.entries(value)
      .map(([key, member]) => `${JSON.stringify(key)} : ${written(member)}`)
      .join(",")}}`;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(tree), async (value) => {
      const text = written(value);
      expect(await exact(text)).toEqual(value);
      // A comment makes it YAML.
      expect(await exact(`# flow\n${text}`)).toEqual(value);
    }),
    { numRuns: 200 },
  );
});
