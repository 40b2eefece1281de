import { expect, test } from "vitest";
import { trusted } from "../../../../src/emit/print/code.js";
import { file } from "../../../../src/emit/print/file.js";

const header = trusted("// header");
const textOf = (...parts: readonly string[]): string => file("a.ts", header, undefined, parts.map(trusted)).text;

test.each([
  ["nothing", [], "// header\n"],
  ["parts that are tidy", ["a", "b\n\nc"], "// header\n\na\n\nb\n\nc\n"],
  ["parts without text", ["", "a", " \n", "b", ""], "// header\n\na\n\nb\n"],
  ["newlines behind a part, and behind the last", ["a\n", "b\n\n"], "// header\n\na\n\nb\n"],
  ["blanks behind lines, and behind the last", ["a \nb\t", "c \t"], "// header\n\na\nb\n\nc\n"],
  ["blanks in a template literal", ["`a \n${b \n} \n` \n// ` \n"], "// header\n\n`a \n${b\n} \n`\n// `\n"],
  ["empty lines of a part's own", ["a\n\n\nb", "c"], "// header\n\na\n\n\nb\n\nc\n"],
])("puts a file together of %s", (_what, parts, text) => {
  expect(textOf(...parts)).toBe(text);
});
