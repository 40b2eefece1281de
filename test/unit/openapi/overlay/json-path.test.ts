/** JSONPath: what RFC 9535 says in its examples and tables, and the bounds of the work. */
import { describe, expect, test } from "vitest";
import { selectNodes } from "../../../../src/openapi/overlay/evaluate-json-path.js";
import { keysOf } from "../../../../src/openapi/overlay/json-path.js";
import { isMistake, parseJsonPath } from "../../../../src/openapi/overlay/parse-json-path.js";
import { matches, parseRegularExpression } from "../../../../src/openapi/overlay/regular-expression.js";
import type { Json } from "../../../../src/source/source-file.js";

/** Pointers of what a query selects; the mistake, where it is none; undefined where it is too much work. */
function select(query: string, value: Json, left = 1_000_000): readonly string[] | { readonly column: number } | undefined {
  const path = parseJsonPath(query);
  if (isMistake(path)) return { column: path.column };
  return selectNodes(path, value, { left })?.map((node) => keysOf(node).join("/"));
}

const value: Json = {
  o: { "j j": 1, "k.k": 3, "": 2 },
  "'": { "@": 5 },
  a: [3, 5, 1, 2, 4, 6, { b: "j" }, { b: "k" }, { b: {} }, { b: "kilo" }],
  deep: { e: "f", list: [[{ j: 4 }, { k: 6 }]] },
  nothing: null,
  text: "smile 😀",
};

describe("selects what RFC 9535 says", () => {
  test.each([
    ["$", [""]],
    ["$.o['j j']", ["o/j j"]],
    ["$.o[\"k.k\"]['x']", []],
    ["$.o['']", ["o/"]],
    ["$[\"'\"]['@']", ["'/@"]],
    ["$['\\'']['\\u0040']", ["'/@"]],
    ["$.o[*]", ["o/j j", "o/k.k", "o/"]],
    ["$.a[1]", ["a/1"]],
    ["$.a[-2].b", ["a/8/b"]],
    ["$.a[99]", []],
    ["$.a[1:3]", ["a/1", "a/2"]],
    ["$.a[5:1:-2]", ["a/5", "a/3"]],
    ["$.a[::-4]", ["a/9", "a/5", "a/1"]],
    ["$.a[::0]", []],
    ["$.a[-2:]", ["a/8", "a/9"]],
    ["$.deep..j", ["deep/list/0/0/j"]],
    ["$.deep..[0]", ["deep/list/0", "deep/list/0/0"]],
    ["$.deep..*", ["deep/e", "deep/list", "deep/list/0", "deep/list/0/0", "deep/list/0/1", "deep/list/0/0/j", "deep/list/0/1/k"]],
    ["$.a[0, 0, 1]", ["a/0", "a/1"]],
    ["$.a[?@ > 3]", ["a/1", "a/4", "a/5"]],
    ["$.a[?@.b == 'k']", ["a/7"]],
    ["$.a[?@.b]", ["a/6", "a/7", "a/8", "a/9"]],
    ["$.a[?!@.b && @ < 3]", ["a/2", "a/3"]],
    ['$.a[?(@ < 2 || @.b == "k")]', ["a/2", "a/7"]],
    ["$.a[?@.b == {}]", { column: 13 }],
    ["$.a[?@.b == $.a[8].b]", ["a/8"]],
    ["$.a[?@ == $.nothere]", []],
    ["$.a[?@.x == $.nothere]", ["a/0", "a/1", "a/2", "a/3", "a/4", "a/5", "a/6", "a/7", "a/8", "a/9"]],
    ["$.a[?match(@.b, 'k.*')]", ["a/7", "a/9"]],
    ["$.a[?search(@.b, '[jl]')]", ["a/6", "a/9"]],
    ["$.a[?match(@.b, '[')]", []],
    ["$.a[?length(@.b) > 1]", ["a/9"]],
    ["$[?length(@) == 7]", ["text"]],
    ["$.a[?count(@.*) == 1]", ["a/6", "a/7", "a/8", "a/9"]],
    ["$.deep.list[?value(@..j) == 4]", ["deep/list/0"]],
    ["$[?@ == null]", ["nothing"]],
    ["$.a.length", []],
    ["$.__proto__", []],
    ["$.constructor", []],
  ])("%s", (query, expected) => {
    expect(select(query, value)).toEqual(expected);
  });

  test("names like those of JavaScript's own members are members where they are own", () => {
    const own = JSON.parse('{"__proto__": {"toString": 1}, "constructor": 2}') as Json;
    expect(select("$.__proto__.toString", own)).toEqual(["__proto__/toString"]);
    expect(select("$..*", own)).toEqual(["__proto__", "constructor", "__proto__/toString"]);
  });
});

test.each([
  ["", 1],
  ["info.title", 1],
  ["$.", 3],
  ["$.paths[", 9],
  ["$.paths['a]", 12],
  ["$.paths./pets", 9],
  ["$[?@.a]]", 8],
  ["$[?@.a = 1]", 8],
  ["$[?unknown(@)]", 4],
  ["$[?length(@.a, 1) == 2]", 4],
  ["$[01]", 3],
  ["$.a ", 5],
])("%s is no JSONPath, from column %i on", (query, column) => {
  expect(select(query, value)).toEqual({ column });
});

describe("work is bounded", () => {
  const wide: Json = Array.from({ length: 300 }, (_, index) => ({ a: { b: index } }));

  test.each(["$..*", "$..*..*..*", "$..[?@..b]", "$[?count($..*) == count(@..*)]", "$[?$..b == @..b]"])("of %s", (query) => {
    const path = parseJsonPath(query);
    if (isMistake(path)) return;
    const work = { left: 1000 };
    expect(selectNodes(path, wide, work)).toBeUndefined();
    expect(work.left).toBeGreaterThan(-1000);
  });

  test("a query from the root in a filter is asked once", () => {
    const path = parseJsonPath("$[?count($..*) == 900]");
    const work = { left: 1_000_000 };
    expect(isMistake(path) || selectNodes(path, wide, work)).toHaveLength(300);
    expect(1_000_000 - work.left).toBeLessThan(4000);
  });

  test.each([`$${"[?@".repeat(200)}`, `$[?${"(".repeat(5000)}`, `$[?${"!".repeat(5000)}@]`, `$${".a".repeat(6000)}`])(
    "a query that is hostile to its reader is refused",
    (query) => {
      expect(select(query, value)).toHaveProperty("column");
    },
  );

  test("long queries are read all the same", () => {
    expect(select(`$[?${Array.from({ length: 400 }, (_, index) => `@.a != ${index}`).join(" && ")}]`, [{ a: 1 }, { a: 900 }])).toEqual([
      "1",
    ]);
    expect(select(`$${"['deep', 'list', 0, 'o']".repeat(300)}`, value)).toEqual([]);
  });

  test("many items of one list are selected without filling the stack", () => {
    expect(
      select(
        "$[*]",
        Array.from({ length: 200_000 }, () => 1),
        1e9,
      ),
    ).toHaveLength(200_000);
  });
});

describe("regular expressions of RFC 9485", () => {
  test.each([
    ["a", "a", true],
    ["a", "ab", false],
    ["a|bc", "bc", true],
    ["(a|b)*c", "ababc", true],
    ["a{2,3}", "aaaa", false],
    ["a{2}", "aa", true],
    ["a{2,}", "aaaaa", true],
    ["a?b+", "bb", true],
    [".", "😀", true],
    [".", "\n", false],
    ["\\.\\\\\\n", ".\\\n", true],
    ["[a-c\\-x]+", "a-cx", true],
    ["[^a-c]", "d", true],
    ["[^a-c]", "b", false],
    ["\\p{Lu}\\P{Lu}", "Ab", true],
    ["[\\p{Nd}-]+", "12-3", true],
    ["", "", true],
    ["()", "", true],
    ["^a$", "a", true],
  ])("%s on %j: %s", (pattern, text, expected) => {
    const expression = parseRegularExpression(pattern);
    expect(expression && matches(expression, text, "whole", { left: 10_000 })).toBe(expected);
  });

  test.each(["(", "a)", "[", "[]", "[b-a]", "a**", "\\d", "\\p{Nonsense}", "a{2,1}", "{", "*", "a{1000}{1000}", "(".repeat(5000)])(
    "%s is none",
    (pattern) => {
      expect(parseRegularExpression(pattern)).toBeUndefined();
    },
  );

  test.each(["(a+)+$", "(a|a)*b", "(a*)*b", "(.*)(.*)(.*)(.*)x"])("%s needs no more than time that grows with the text", (pattern) => {
    const spent = (length: number): number => {
      const work = { left: 1_000_000 };
      const expression = parseRegularExpression(pattern);
      if (expression !== undefined) matches(expression, `${"a".repeat(length)}!`, "part", work);
      return 1_000_000 - work.left;
    };
    expect(spent(1000)).toBeLessThan(11 * spent(100));
  });
});
