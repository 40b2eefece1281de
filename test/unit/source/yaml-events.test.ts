import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { constructFromEvents, CORE_SCHEMA, mergeTag, parseEvents } from "js-yaml";
import { describe, expect, test } from "vitest";
import { parseBytes } from "../../../src/source/parse.js";
import { exactYamlEvents, yamlErrors } from "../../../src/source/yaml-events.js";
import { corpusFolder, readCorpus } from "../../corpus/descriptions.js";

const schema = CORE_SCHEMA.withTags(mergeTag);

function fast(text: string): unknown {
  return constructFromEvents(parseEvents(text, {}), { source: text, schema });
}

function exact(text: string): unknown {
  const found = exactYamlEvents(text);
  return found === undefined ? "refused" : constructFromEvents([...found.events], { source: found.source, schema });
}

describe("both parsers read the same value", () => {
  test.each([
    "a: [yes, no, on, off, y, n, true, True, TRUE, false, tRue, null, Null, ~, NULL, nUll]",
    "a: [010, 0o10, 0x1F, 0b1, 1_000, 1:30, +1, -0, 007, 1., .5, 1e3, 1E-3, .inf, -.Inf, .nan, 12e03, 0.0, 1e400]",
    "a: [9007199254740993, -9223372036854775808, 18446744073709551615, 123456789012345678901234567890]",
    "a: [2001-12-14, 2001-12-14t21:59:43.10-05:00, 12:30:45, 1.2.3, '1', \"2\"]",
    "a: &x {b: 1, c: [2]}\nd: *x\ne: {<<: *x, b: 3}\nf:\n  <<: [*x, {g: 1}]\n  h: 2",
    "a: !!str 1\nb: !!int '2'\nc: !!float 3\nd: !!bool 'true'\ne: !!null ''\nf: !!seq [1]\ng: !!map {a: 1}\nh: ! 4",
    "1: a\n2.5: b\ntrue: c\nnull: d\n2001-12-14: f\n'': g\n\"\\u00e9\": h",
    "a: |\n  x\n   y\n\n  z\nb: >\n  x\n  y\n\n   z\nc: |-\n  x\n\nd: |+\n  x\n\ne: >2\n    x\nf: ''",
    "a: 'it''s'\nb: \"x\\ty\\u00e9\\x41\\\n  z\"\nc: plain text\n  on two lines\nd: 'two\n  lines\n\n  here'",
    "a:\nb: \nc: []\nd: {}\ne: ''",
    "- a\n-\n- - b\n  - c\n- {d: e, f}\n- [g: h]\n- ? k\n  : v",
    "a: b # comment\n# another\nc: 'd' # e\nf: g#h",
    "%YAML 1.2\n---\na: b\n...\n",
    "\"a\": 1\n'b': 2\n? c\n: 3",
    "__proto__: {a: 1}\nconstructor: 2\ntoString: 3",
    'a: \u732b\nb: "\\ud83d\\ude00"\nc: \u00a0x',
    "a: b\r\nc: |\r\n  d\r\n  e\r\nf:\r\n  - g\r\n",
    "a: {b: c, 'd':e, \"f\":g}\nh: [i, j: k, 'l']",
    "url: http://example.com:80/a?b#c\ntime: a:b\nx: -y\nz: '- w'",
    "just text",
    "- &a a\n- *a\n- &b [c]\n- *b",
  ])("%j", (text) => {
    expect(exact(text)).toEqual(fast(text));
  });

  const files = (readCorpus() === undefined ? [] : readdirSync(corpusFolder, { recursive: true, encoding: "utf8" }))
    .filter((name) => /\.ya?ml$/.test(name))
    .filter((name) => statSync(join(corpusFolder, name)).isFile());
  test.runIf(files.length > 0)("of every file of the corpus", () => {
    for (const name of files) {
      const text = readFileSync(join(corpusFolder, name), "utf8");
      expect(exact(text), name).toEqual(fast(text));
    }
  });
});

describe("text that only the exact parser reads", () => {
  const read = (text: string): ReturnType<typeof parseBytes> => parseBytes(new TextEncoder().encode(text), "file:///a.yaml", "a.yaml");

  test.each<readonly [string, unknown]>([
    ["a:\n  b: {\n    c: 1\n  }\nd: 2", { a: { b: { c: 1 } }, d: 2 }],
    ["a:\n  b: [\n    1, 2\n  ]", { a: { b: [1, 2] } }],
    ["a: {\n  b: 010\n}\nc: [\n]\n", { a: { b: 10 }, c: [] }],
    ["a: {\r\n  b: yes,\r\n  c: 2001-12-14\r\n}\r\n", { a: { b: "yes", c: "2001-12-14" } }],
    ["x: &x {\n  a: 1\n}\ny: {\n  <<: *x, b: !!str 2\n}\nz: *x", { x: { a: 1 }, y: { a: 1, b: "2" }, z: { a: 1 } }],
    ["a: {\n  b: 'q'\n}", { a: { b: "q" } }],
    ["a: {\n  __proto__: 1\n}", JSON.parse('{"a":{"__proto__":1}}')],
    ["a: {\n  1: x, null: y, 'c': , d\n}", { a: { "1": "x", null: "y", c: null, d: null } }],
    ["a: {\n  b: .inf, c: -0.5, d: ~\n}", { a: { b: ".inf", c: -0.5, d: null } }],
  ])("%j", async (text, value) => {
    const found = await read(text);
    expect(found.diagnostics).toEqual([]);
    expect(found.value?.value).toEqual(value);
  });

  test("has the places of its values and keys", async () => {
    const { value } = await read("a: {\n  b: 'x',\n  c: [1,\n    y\n  ]\n}\nd: &e {\n  f: z\n}\n");
    const at = (pointer: string, on?: "key" | "value"): string => {
      const place = value?.locate(pointer, on);
      return `${String(place?.line)}:${String(place?.column)}`;
    };
    expect([at("/a"), at("/a/b"), at("/a/b", "key"), at("/a/c/1"), at("/d/f")]).toEqual(["1:1", "2:6", "2:3", "4:5", "8:6"]);
  });

  test("keeps its large integers", async () => {
    const { value } = await read("a: {\n  b: 9007199254740993\n}\n");
    expect([...(value?.large?.values() ?? [])].map((each) => each.get("b"))).toEqual([9007199254740993n]);
  });

  test.each<readonly [string, RegExp]>([
    ["a: {\n  b: *nowhere\n}", /nowhere/],
    ["a: {\n  b: 1\nc: 2", /"\{"|missing|sufficiently/i],
    ["a: {\n  b: 1\n}\n---\nc: 2", /document/i],
    ["a: &x {\n  b: *x\n}", /inside its own anchor/],
    ["a: {\n\tb: 1\n", /./],
  ])("with a mistake besides is told of it: %j", async (text, message) => {
    const { value, diagnostics } = await read(text);
    expect(value).toBeUndefined();
    expect(diagnostics[0]?.message).toMatch(message);
    expect(JSON.stringify(diagnostics)).not.toMatch(/eficient indentation/);
  });
});

test("a comment right behind a quote ends nothing", () => {
  expect(exactYamlEvents("a: { b: 'c'# d\n  }\n")).toBeDefined();
  expect(yamlErrors("a: 'b'# c\n")).toEqual([]);
  expect(exactYamlEvents("a: { b: 'c'# d\n  ]\n")).toBeUndefined();
});

test("a lone carriage return ends a comment for both parsers", () => {
  const text = "a: 1 # c\rb: [2]\rc: 'd' # e\rf: g\r";
  expect(exact(text)).toEqual(fast(text));
  expect(exactYamlEvents("# c\r{")).toBeUndefined();
  expect(yamlErrors("# c\r{")).not.toEqual([]);
});
