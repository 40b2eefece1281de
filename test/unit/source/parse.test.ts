import { describe, expect, test } from "vitest";
import { parseBytes } from "../../../src/source/parse.js";

async function parse(text: string, name = "a.yaml"): Promise<{ readonly value: unknown; readonly told: readonly string[] }> {
  const { value, diagnostics } = await parseBytes(new TextEncoder().encode(text), `file:///project/${name}`, name);
  const told = diagnostics.map(
    ({ code, at, message }) => `${code} ${at !== undefined && "line" in at ? `${String(at.line)}:${String(at.column)}` : "?"} ${message}`,
  );
  return { value: value?.value, told };
}

describe("a number of JSON beyond all that are held is a text, and is told with its place:", () => {
  test.each<[string, unknown, readonly string[]]>([
    ['{"a": [1e400, "1e400"],\n "b": -1E+999, "c": 1e308}', { a: ["1e400", "1e400"], b: "-1E+999", c: 1e308 }, ["1:8", "2:7"]],
    ['{"a": 1e400, // a comment\n "b": "\t"}', { a: "1e400", b: "\t" }, ["1:7"]],
  ])("%j", async (text, value, places) => {
    const parsed = await parse(text, "a.json");
    expect(parsed.value).toEqual(value);
    const told = parsed.told.filter((each) => each.startsWith("number-too-large"));
    expect(told.map((each) => each.split(" ")[1])).toEqual(places);
  });
});

describe("the marks of a merge conflict", () => {
  const marks = "<<<<<<< HEAD\n  a: 1\n=======\n  a: 2\n>>>>>>> theirs\n";
  test.each([
    ["a.yaml", `openapi: 3.1.0\nx:\n${marks}y:\n${marks}`, ["3:1", "9:1"]],
    ["a.yaml", `openapi: 3.1.0\nx:\n${marks}`.replaceAll("\n", "\r\n"), ["3:1"]],
    ["a.json", `{\n"x": [\n${marks}]\n}`, ["3:1"]],
  ])("are told, and nothing that comes of them: %s %j", async (name, text, places) => {
    const { value, told } = await parse(text, name);
    expect(value).toBeUndefined();
    expect(told).toEqual(places.map((place) => `syntax ${place} ${name} has the marks of a merge conflict here.`));
  });

  test("in a text are text", async () => {
    expect((await parse("a: |\n  <<<<<<< HEAD\n  b\n")).told).toEqual([]);
  });
});

describe("a value", () => {
  test.each<[string, unknown]>([
    ["a: 2030-12-05", { a: "2030-12-05" }],
    ["a: !!timestamp 2030-12-05", { a: "2030-12-05" }],
    ['a: !!timestamp "2030-12-05T00:00:00Z"', { a: "2030-12-05T00:00:00Z" }],
    ["a: yes", { a: "yes" }],
    ["a: ~", { a: null }],
    ["a: 0x1F", { a: 31 }],
    ["a: 1e3", { a: 1000 }],
    ["a: .inf", { a: ".inf" }],
    [`a: ${"9".repeat(400)}`, { a: "9".repeat(400) }],
    [`a: 0x${"f".repeat(300)}`, { a: `0x${"f".repeat(300)}` }],
    ["200: a", { "200": "a" }],
    ["b: &x {c: 1}\na: *x", { b: { c: 1 }, a: { c: 1 } }],
    ["b: &x {c: 1}\na: {<<: *x, d: 2}", { b: { c: 1 }, a: { c: 1, d: 2 } }],
    ["\ufeffa: 1\r\nb: 2\r\n", { a: 1, b: 2 }],
    ['\ufeff{"a": 1}', { a: 1 }],
    ['  \n {"a": [1, null, "x\\n"]}\n', { a: [1, null, "x\n"] }],
    ["{a: 1, b: [c]}", { a: 1, b: ["c"] }],
    ["[1, 2]", [1, 2]],
    ["a: 1\n---\n", { a: 1 }],
    ["%YAML 1.1\n---\na: 1\n...\n", { a: 1 }],
    ["? a\n: 1", { a: 1 }],
    ["a:\t1", { a: 1 }],
    ["a: 1\rb: 2\r", { a: 1, b: 2 }],
    ["a: [010, 0o10, 1_000, 12:30, 2001-12-14T21:59:43Z]", { a: [10, 8, "1_000", "12:30", "2001-12-14T21:59:43Z"] }],
    ["{yes: 1, no: 2, on: 3, true: 4, ~: 5, 1.5: 6, 2030-12-05: 7}", { yes: 1, no: 2, on: 3, true: 4, null: 5, "1.5": 6, "2030-12-05": 7 }],
    [`a: ${"x".repeat(1_000_000)}`, { a: "x".repeat(1_000_000) }],
  ])("%j", async (text, value) => {
    expect(await parse(text)).toEqual({ value, told: [] });
  });

  test.each([
    ["utf16le with a mark", "\ufeff", false],
    ["utf16be with a mark", "\ufeff", true],
    ["utf16le", "", false],
    ["utf16be", "", true],
  ])("in %s is the same", async (_, mark, isBig) => {
    const bytes = Buffer.from(`${mark}a: é\n`, "utf16le");
    const { value, diagnostics } = await parseBytes(isBig ? bytes.swap16() : bytes, "file:///project/a.yaml", "a.yaml");
    expect(diagnostics).toEqual([]);
    expect(value?.value).toEqual({ a: "é" });
  });

  test("has own members only, whatever they are called", async () => {
    for (const text of ["__proto__: {a: 1}", '{"__proto__": {"a": 1}}']) {
      const { value } = await parse(text);
      expect(Object.keys(value as object)).toEqual(["__proto__"]);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    }
  });
});

describe("a key that appears twice", () => {
  test.each([
    ["a.yaml", "a: 1\na: 2\nb:\n  c: 1\n  c: 9007199254740993", ["duplicate-key 2:1", "duplicate-key 5:3"]],
    ["a.yaml", "a: 1\n'a': 2\nb: {\n  c: 1,\n  c: 9007199254740993\n}", ["duplicate-key 2:1", "duplicate-key 5:3"]],
    ["a.json", '{"a": {"x": 1}, "a": 2,\n"b": {"c": 1,\n"c": 9007199254740993}}', ["duplicate-key 1:17", "duplicate-key 3:1"]],
  ])("is told, and the last one counts: %s %j", async (name, text, places) => {
    const { value, told } = await parse(text, name);
    expect(value).toEqual({ a: 2, b: { c: 9007199254740992 } });
    expect(told.map((line) => line.split(" ", 2).join(" "))).toEqual(places);
  });

  test("leaves merged members and anchors as they are", async () => {
    const { value } = await parse("x: &x { p: 1, q: 1 }\na: { <<: *x, q: 2, q: 3 }\nb: *x");
    expect(value).toEqual({ x: { p: 1, q: 1 }, a: { p: 1, q: 3 }, b: { p: 1, q: 1 } });
  });
});

describe("YAML with mistakes", () => {
  test.each([
    ["a: b: c\nd: @e", ["syntax 1:4", "syntax 2:4"]],
    ["a:\n\tb: 1", ["syntax 2:1"]],
    ["a: [1, 2", ["syntax 1:9"]],
    ["a: 'x", ["syntax 1:6"]],
    ["a: *x", ["syntax 1:5"]],
    ["a: &a [*a]", ["yaml-alias 1:8"]],
    ["", ["syntax 1:1"]],
    ["  \n", ["syntax 1:1"]],
    ["# nothing", ["syntax 1:1"]],
    ["a: 1\n---\nb: 2", ["syntax 2:1"]],
    ["---\na: 1\n---\nb: 2\n---\nc: 3", ["syntax 3:1"]],
  ])("%j is told with line and column", async (text, places) => {
    const { value, told } = await parse(text);
    expect(value).toBeUndefined();
    expect(told.map((line) => line.split(" ", 2).join(" "))).toEqual(places);
  });
});

test.each([
  ["a: 1\n---\nb: 1", "syntax 2:1 The file has 2 YAML documents, and a description is one."],
  ["a: &a 1\n---\nb: *a", "syntax 2:1 The file has more than one YAML document, and a description is one."],
  ["? [a]\n: 1", "syntax 1:3 A key is a list or an object, and must be a text."],
  ["a: 1\nb:\n  - ? {c: 1}\n    : 2", "syntax 3:7 A key is a list or an object, and must be a text."],
  ["a:\n  <<: b", 'syntax 2:3 "<<" has no object that could be merged.'],
  ["a: !b c", "yaml-tag 1:4 The tag !b says nothing to a reader of descriptions."],
  ["x: {a: 1, b: c: d}", 'syntax 1:14 A text with ": " in it has no quotes.'],
  ["{null: 1, ~: 2}", 'duplicate-key 1:11 The key "~" appears twice in its object.'],
])("%j is told in plain words", async (text, message) => {
  expect((await parse(text)).told).toEqual([message]);
});

test("unknown tags of YAML leave the value that is written, and are told where they stand in no extension", async () => {
  const text = "a: !Sub '${x}'\nb: !!timestamp 2027-01-01\nc: !Ref {d: !!int '5'}\ne: !Sub [1]\nx-f: {g: !Sub h, i: [!If j]}\nk: !!str 1\n";
  const { value, told } = await parse(text);
  expect(value).toEqual({ a: "${x}", b: "2027-01-01", c: { d: 5 }, e: [1], "x-f": { g: "h", i: ["j"] }, k: "1" });
  expect(told).toEqual([
    "yaml-tag 1:4 The tag !Sub says nothing to a reader of descriptions, here and in 1 other place.",
    "yaml-tag 3:4 The tag !Ref says nothing to a reader of descriptions.",
  ]);
  // What only the exact parser reads has its tags elsewhere.
  expect(await parse("a: {\n  b: !Sub c\n}")).toMatchObject({
    value: { a: { b: "c" } },
    told: [expect.stringContaining("yaml-tag 2:")],
  });
});

describe("JSON with mistakes", () => {
  test.each([
    ['{"a": 1, b: 2,}', ["syntax 1:10 A key needs double quotes.", 'syntax 1:14 There is a comma too many before the "}".']],
    ['{"a": 1 "b": 2}', ['syntax 1:8 A "," is missing here.']],
    ['{"a" 1}', ['syntax 1:5 A ":" is missing after the key.']],
    ["{a: 1, \"b\": 'x'}", ["syntax 1:2 A key needs double quotes.", "syntax 1:13 A string needs double quotes."]],
    ['{"a": tru, "b": 01}', ['syntax 1:7 "tru" is not a JSON value.', 'syntax 1:17 "01" is not a JSON value.']],
    ['{"a": }', ["syntax 1:7 A value is missing here."]],
    ['{"a": "x\n}', ["syntax 1:7 This string is not closed on its line."]],
    ['{"a": "\\x"}', ["syntax 1:8 This escape does not exist."]],
    ['{"a": 1', ["syntax 1:1 This object is not closed."]],
    ['{"a": [1, 2}', ['syntax 1:12 A "," is missing here.', "syntax 1:7 This list is not closed."]],
    ["{} {}", ["syntax 1:4 There is more text after the end of the value."]],
    ['{"a": tru /* b */}', ['syntax 1:7 "tru" is not a JSON value.', "syntax 1:11 JSON has no comments."]],
    [
      '{"a": 1, "a": {"b": 1, "b": 2}}',
      ['duplicate-key 1:10 The key "a" appears twice in its object.', 'duplicate-key 1:24 The key "b" appears twice in its object.'],
    ],
    ['{"a": "{\\"b\\":1}", "c": 1}', []],
  ])("%j is told with line and column", async (text, expected) => {
    const { told } = await parse(text, "a.json");
    expect(told.slice(0, Math.max(expected.length, 0))).toEqual(expected);
    expect(told.length > 0).toBe(expected.length > 0);
  });

  test("comes to an end whatever the text is", async () => {
    const pieces = ['{"a": ', "[", "]", "}", ",", ":", '"', "'", "\\", "1", "x", "/*", "//", "\n", " "];
    let seed = 7;
    for (let round = 0; round < 2000; round++) {
      let text = "{";
      for (let length = 0; length < 12; length++) {
        seed = (seed * 1103515245 + 12345) % 2147483648;
        text += pieces[seed % pieces.length] ?? "";
      }
      const { value, told } = await parse(text, "a.json");
      expect(value === undefined).toBe(told.some((line) => !line.startsWith("json-extras")));
    }
  });

  test.each([
    ['{"a": [1, 2,],}', { a: [1, 2] }, ["json-extras 1:12 JSON has no comma behind the last member."]],
    ['// b\n{"a": "/* c, ] */" /* d\n,] */,\n}', { a: "/* c, ] */" }, ["json-extras 1:1", "json-extras 3:6"]],
    ['{"a": "//b", "c": ",]" // d\n, // e\n}', { a: "//b", c: ",]" }, ["json-extras 1:24", "json-extras 2:1"]],
    [
      '{"a\t": "b\tc\u0001", "n": 12345678901234567890} // d',
      { "a\t": "b\tc\u0001", n: 12345678901234567000 },
      ["json-extras 1:43", "json-extras 1:4"],
    ],
  ])("%j is read without its comments, and without commas behind last members", async (text, expected, told) => {
    const read = await parse(text, "a.json");
    expect(read.value).toEqual(expected);
    expect(read.told.map((line, index) => line.slice(0, told[index]?.length))).toEqual(told);
  });

  test.each([
    `{${"/*".repeat(200_000)}`,
    `{${",".repeat(400_000)}`,
    `{"a": 1 ${"/* */".repeat(100_000)},${" ".repeat(400_000)}`,
    '"'.repeat(400_000),
  ])("a long text that is none is read in one go (%#)", async (text) => {
    expect((await parse(text, "a.json")).value === undefined).toBe(true);
  });
});

describe("text that is too deep is refused before anything recurses", () => {
  test.each([
    ["brackets", "[".repeat(50_000)],
    ["closed brackets", `${"[".repeat(5000)}${"]".repeat(5000)}`],
    ["JSON objects", `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`],
    ["dashes", `${"- ".repeat(5000)}a`],
    ["indents", Array.from({ length: 300 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
    ["brackets with a mistake before them", `a: 'x\nb: ${"[".repeat(5000)}`],
    ["indents with a mistake before them", `a: b: c\n${Array.from({ length: 300 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")}`],
  ])("%s", async (_, text) => {
    expect((await parse(text)).value).toBeUndefined();
    expect((await parse(text)).told.length).toBeGreaterThan(0);
  });

  test("a hundred levels are read", async () => {
    expect((await parse(`${"[".repeat(100)}${"]".repeat(100)}`)).told).toEqual([]);
    expect((await parse(Array.from({ length: 99 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n"))).told).toEqual([]);
  });
});

test("aliases that unfold without end are refused", async () => {
  const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
  for (let level = 1; level < 9; level++)
    lines.push(`a${String(level)}: &a${String(level)} [${Array.from({ length: 10 }, () => `*a${String(level - 1)}`).join(", ")}]`);
  expect((await parse(lines.join("\n"))).told).toEqual(["yaml-alias 7:25 The aliases (*name) expand to more than 5000000 values."]);
});

describe("merge keys have a limit", () => {
  const merging = (keys: number, times: number): string =>
    `base: &m {${Array.from({ length: keys }, (_, index) => `k${String(index)}: 0`).join(", ")}}\nall:\n${"- { <<: *m }\n".repeat(times)}`;

  test("more than ten thousand members are merged", async () => {
    expect((await parse(merging(101, 200))).told).toEqual([]);
  });

  test("what is beyond is refused where it stands", async () => {
    const [told] = (await parse(merging(2000, 2600))).told;
    expect(told).toMatch(/^yaml-alias 2\d\d:5 The merge keys \(<<\) add more than 5\d{5} members\.$/);
  });
});

describe("mistakes in YAML that have consequences", () => {
  test("a bracket in a text without quotes is told of as what it is, once", async () => {
    const { told } = await parse("a:\n  - { name: page[size], in: query, schema: { type: integer } }\n");
    expect(told).toEqual(["syntax 2:17 A bracket stands in a text without quotes."]);
  });

  test("of hundreds the first are told of, and how many are left", async () => {
    const text = (times: number): string => Array.from({ length: times }, (_, index) => `k${String(index)}: { a: ""b" }`).join("\n");
    const few = await parse(text(3));
    expect(few.told.length).toBeLessThanOrEqual(10);
    const { told } = await parse(`${text(300)}\nsame: 1\nsame: 2\n`);
    expect(told.filter((each) => each.startsWith("syntax"))).toHaveLength(10);
    const { diagnostics } = await parseBytes(new TextEncoder().encode(text(300)), "file:///a.yaml", "a.yaml");
    expect(diagnostics.at(-1)?.hint).toMatch(/[0-9]+ more lines are not well-formed from here on, perhaps because of these\.$/);
  });

  test("all keys that appear twice are told of", async () => {
    const { told } = await parse(Array.from({ length: 30 }, (_, index) => `k${String(index)}: 1\nk${String(index)}: 2`).join("\n"));
    expect(told.filter((each) => each.startsWith("duplicate-key"))).toHaveLength(30);
  });
});
