/** Deep YAML, well-formed or not, by every way to nest and with every line end: what is said of it, and that the process goes on. */
import { describe, expect, test } from "vitest";
import { parseBytes } from "../../../src/source/parse.js";

const list = (count: number, make: (index: number) => string): string => Array.from({ length: count }, (_, index) => make(index)).join("");
const indented = (index: number): string => " ".repeat(index);

/** Each is text of so many levels, with a line end. */
const ways: Readonly<Record<string, (levels: number, end: string) => string>> = {
  "objects by lines": (levels, end) => list(levels, (index) => `${indented(index)}a:${end}`),
  "lists by lines": (levels, end) => list(levels, (index) => `${indented(index)}-${end}`),
  "lists below keys": (levels, end) => list(levels / 2, (index) => `${indented(index)}a:${end}${indented(index)}-${end}`),
  "lists in a line": (levels, end) => `x:${end} ${"- ".repeat(levels)}1`,
  "keys that are marked": (levels, end) => `x:${end} ${"? ".repeat(levels)}1`,
  "lists as keys": (levels, end) => `x:${end} ${"? - ".repeat(levels / 2)}1`,
  "keys in a line": (levels, end) => `x:${end} ${"a: ".repeat(levels)}1`,
  "marked keys in a line": (levels, end) => `x:${end} b ${"? a: ".repeat(levels / 2)}1`,
  "lists in brackets": (levels) => `x: ${"[".repeat(levels)}`,
  "objects in brackets": (levels) => `x: ${"{a: ".repeat(levels)}`,
  "keys in brackets": (levels) => `x: [${"a: ".repeat(levels)}]`,
  "quoted keys in brackets": (levels) => `x: {${'"a":'.repeat(levels)}}`,
  "names of anchors before keys": (levels, end) => `x:${end} ${"*a : 'k': ".repeat(levels / 2)}`,
};
const ends = { "line feeds": "\n", "carriage returns": "\r", both: "\r\n" };

async function codes(text: string): Promise<readonly string[]> {
  const { diagnostics } = await parseBytes(new TextEncoder().encode(text), "file:///project/a.yaml", "a.yaml");
  for (const { message } of diagnostics) expect(message).not.toMatch(/call stack|maxDepth/i);
  return [...new Set(diagnostics.map(({ code }) => code))];
}

describe.each(Object.entries(ends))("%s:", (_, end) => {
  test.each(Object.entries(ways))("%s", async (_, way) => {
    for (const levels of [104, 400, 3000]) {
      // Alone, and with a mistake before and behind it, so that every parser is asked.
      for (const text of [way(levels, end), `${way(levels, end)}${end}%bad: [`, `"a" b: [${end}${way(levels, end)}`]) {
        const found = await codes(text);
        expect(found.length).toBeGreaterThan(0);
        expect(["too-deep", "syntax", "yaml-alias", "duplicate-key"]).toEqual(expect.arrayContaining([...found]));
      }
    }
  });

  test("lists and objects that are well-formed are said to be too deep", async () => {
    for (const way of ["objects by lines", "lists by lines", "lists below keys", "lists in a line"] as const)
      expect(await codes(ways[way]?.(110, end) ?? "")).toEqual(["too-deep"]);
  });

  test("what is not deep is read", async () => {
    for (const way of ["objects by lines", "lists by lines", "lists below keys", "lists in a line"] as const)
      expect(await codes(ways[way]?.(40, end) ?? "")).toEqual([]);
  });
});
