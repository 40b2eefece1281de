import { describe, expect, test } from "vitest";
import { applyMoves, type MovedKey } from "../../../src/config/moved-keys.js";
import { rewriteConfig } from "../../../src/upgrade/rewrite-config.js";

const since = "0.2.0";
const moves = {
  renamed: { since, of: "api", from: ["untyped"], to: ["typeless"] },
  inner: { since, of: "api", from: ["patterns"], to: ["validators", "patterns"] },
  outer: { since, of: "api", from: ["validators", "mode"], to: ["mode"] },
  shared: { since, of: "configuration", from: ["command"], to: ["header", "command"] },
} as const satisfies Readonly<Record<string, MovedKey>>;

/** The text as moved, by what its value has of old keys. */
function moved(path: string, text: string, value: unknown, ...table: readonly MovedKey[]): string | undefined {
  const { text: after, byHand } = rewriteConfig(path, text, applyMoves(value, table).found);
  return byHand.length === 0 ? after : undefined;
}

describe("TypeScript", () => {
  test.each<readonly [string, string, string]>([
    [
      "a key with another name keeps its place, its comments and its value",
      'import { defineConfig } from "openapi-sundial";\n\nexport default defineConfig({\n  // why\n  untyped: "any", // so\n  input: "a.yaml",\n});\n',
      'import { defineConfig } from "openapi-sundial";\n\nexport default defineConfig({\n  // why\n  typeless: "any", // so\n  input: "a.yaml",\n});\n',
    ],
    ["quotes", "export default { 'untyped': 'any' };", "export default { typeless: 'any' };"],
    ["a shorthand", 'const untyped = "any";\nexport default { untyped };', 'const untyped = "any";\nexport default { typeless: untyped };'],
    [
      "a constant, types and CommonJS",
      'const config = ({ untyped: "any" } as const) satisfies object;\nmodule.exports = config;\n',
      'const config = ({ typeless: "any" } as const) satisfies object;\nmodule.exports = config;\n',
    ],
  ])("%s", (_, before, after) => {
    expect(moved("/p/sundial.config.ts", before, { untyped: "any" }, moves.renamed)).toBe(after);
  });

  test("a key of each API that has it", () => {
    const before =
      'export default defineConfig({\n  apis: {\n    a: { input: "a", untyped: "any" },\n    "b-c": { untyped: "any" },\n    d: { input: "d" },\n  },\n});\n';
    const value = { apis: { a: { input: "a", untyped: "any" }, "b-c": { untyped: "any" }, d: { input: "d" } } };
    expect(moved("/p/a.ts", before, value, moves.renamed)).toBe(before.replaceAll("untyped", "typeless"));
  });

  test("a key that moves into an object, with its comments", () => {
    const before =
      'export default {\n  a: 1, // one\n  // why\n  patterns: "accept", // so\n  validators: {\n    mode: "full", // all\n  },\n};\n';
    expect(moved("/p/a.ts", before, { a: 1, patterns: "accept", validators: { mode: "full" } }, moves.inner)).toBe(
      'export default {\n  a: 1, // one\n  validators: {\n    mode: "full", // all\n    // why\n    patterns: "accept",\n  },\n};\n',
    );
  });

  test("a key that moves into an object that is not there yet stays where it is", () => {
    const before = 'export default {\n  // why\n  patterns: "accept",\n  a: 1,\n};\n';
    expect(moved("/p/a.ts", before, { patterns: "accept", a: 1 }, moves.inner)).toBe(
      'export default {\n  // why\n  validators: { patterns: "accept" },\n  a: 1,\n};\n',
    );
  });

  test("a key that moves out takes its object along where that is left empty", () => {
    expect(moved("/p/a.ts", "export default { a: 1, validators: { mode: 2 } }", { a: 1, validators: { mode: 2 } }, moves.outer)).toBe(
      "export default { a: 1, mode: 2 }",
    );
    expect(
      moved("/p/a.ts", "export default { validators: { b: 3, mode: 2 }, a: 1 }", { a: 1, validators: { b: 3, mode: 2 } }, moves.outer),
    ).toBe("export default { validators: { b: 3 }, a: 1, mode: 2 }");
  });

  test.each([
    ["a spread", 'const base = { untyped: "any" };\nexport default { ...base };\n'],
    ["a function", 'export default make({ untyped: "any" });\n'],
    ["a computed key", 'export default { ["untyped"]: "any" };\n'],
    ["a key that stands twice", 'export default { untyped: "any", untyped: "any" };\n'],
    ["a mistake of syntax", 'export default { untyped: "any"\n'],
  ])("%s is left to a person, as it is", (_, text) => {
    const found = applyMoves({ untyped: "any" }, [moves.renamed]).found;
    expect(rewriteConfig("/p/a.ts", text, found)).toEqual({ text, byHand: found });
  });
});

describe("JSON", () => {
  test.each<readonly [string, MovedKey, string, string]>([
    ["another name", moves.renamed, '{\n\t"untyped": "any",\n\t"input": "a"\n}\n', '{\n\t"typeless": "any",\n\t"input": "a"\n}\n'],
    [
      "into an object",
      moves.inner,
      '{ "validators": { "mode": 1 }, "patterns": "accept" }',
      '{ "validators": { "mode": 1, "patterns": "accept" } }',
    ],
    ["into a new object", moves.inner, '{\r\n  "patterns": "accept"\r\n}\r\n', '{\r\n  "validators": { "patterns": "accept" }\r\n}\r\n'],
    ["out of an object", moves.outer, '{\n  "validators": {\n    "mode": 1\n  },\n  "a": [1, 2]\n}', '{\n  "a": [1, 2],\n  "mode": 1\n}'],
    ["into an empty object", moves.inner, '{ "patterns": 1, "validators": {} }', '{ "validators": { "patterns": 1 } }'],
    [
      "of the whole configuration",
      moves.shared,
      '{ "apis": { "a": { "command": 2 } }, "command": 1 }',
      '{ "apis": { "a": { "command": 2 } }, "header": { "command": 1 } }',
    ],
  ])("%s", (_, move, before, after) => {
    const value: unknown = JSON.parse(before);
    const text = moved("/p/sundial.config.json", before, value, move);
    expect(text).toBe(after);
    expect(JSON.parse(text ?? "")).toEqual(applyMoves(value, [move]).value);
  });
});

test("of every order, layout and place of two keys, what JSON says afterwards is what was to be said", () => {
  const others = ['"a": 1', '"validators": { "mode": [1, { "b": "," }] }', '"apis2": { "patterns": 3 }'];
  const orders = (items: readonly string[]): readonly (readonly string[])[] =>
    items.length < 2 ? [items] : items.flatMap((item, at) => orders(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
  for (const order of orders(['"patterns": {"x": "}"}', '"untyped": "any"', ...others]))
    for (const [open, between, close] of [
      ["{", ",", "}"],
      ["{\n  ", ",\n  ", "\n}\n"],
      ["{ ", " , ", " }"],
    ] as const) {
      const text = open + order.join(between) + close;
      const table = [moves.renamed, moves.inner, moves.outer];
      const { value, found } = applyMoves(JSON.parse(text), table);
      const after = rewriteConfig("/p/a.json", text, found);
      expect(after.byHand).toEqual([]);
      expect(JSON.parse(after.text)).toEqual(value);
    }
});
