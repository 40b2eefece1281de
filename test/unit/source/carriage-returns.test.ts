/** A carriage return alone ends a line for YAML, and no line of a file as editors and we count them: places are those of the lines that are shown. */
import { expect, test } from "vitest";
import { linesOf } from "../../../src/diagnostic/lines.js";
import { parseYaml } from "../../../src/source/parse-yaml.js";

const deep = Array.from({ length: 150 }, (_, level) => `${" ".repeat(level)}a:`).join("\n");

const mistakes: readonly (readonly [what: string, text: string])[] = [
  ["too deep", deep],
  ["a mistake in syntax", "a: 1\nb: 2\nc: [\nd: }"],
  ["a duplicate key", "a: 1\nb: 2\nc: 3\na: 4\n"],
  ["a key that is a list", "a: 1\nb: 2\n? [c]\n: 3\n"],
  ["a merge of nothing", "a: 1\nb: 2\nc:\n  <<: 5\n"],
  ["an unknown tag", "a: 1\nb: 2\nc: !own 3\n"],
  ["an alias of nothing", "a: 1\nb: 2\nc: *none\n"],
  ["a circular alias", "a: 1\nb: &b\n  c: [*b]\n"],
  ["several documents", "a: 1\nb: 2\n---\nc: 3\n"],
];

const ends: readonly (readonly [what: string, change: (text: string) => string])[] = [
  ["alone", (text) => text.replaceAll("\n", "\r")],
  ["at every second line", (text) => text.split("\n").reduce((whole, line, index) => `${whole}${index % 2 === 0 ? "\n" : "\r"}${line}`)],
  ["behind comments before it", (text) => `${"# a\r".repeat(500)}\n${text}`],
  ["before line feeds", (text) => text.replaceAll("\n", "\r\n")],
];

test.each(ends.flatMap(([name, change]) => mistakes.map(([what, text]) => [what, name, change(text)] as const)))(
  "%s, with carriage returns %s",
  (_what, _name, text) => {
    for (const { at } of parseYaml(text, "file:///a.yaml", true).diagnostics) {
      if (at === undefined || !("line" in at)) throw new Error("There is a mistake without a line");
      const line = linesOf(text).text(at.line);
      expect(line).toBeDefined();
      expect(at.column).toBeLessThanOrEqual((line ?? "").length + 1);
    }
  },
);

test.each(mistakes.filter(([what]) => what !== "several documents"))("%s is told without them, too", (_what, text) => {
  expect(parseYaml(text, "file:///a.yaml", true).diagnostics).not.toEqual([]);
});
