import { expect, test } from "vitest";
import { isListed, leavesOut, listedLine, withLine } from "../../../src/setup/ignore-lists.js";

test.each([
  ["src/petstore/", true],
  ["/src/petstore", true],
  ["src/petstore/**", true],
  ["**/petstore", true],
  ["petstore", true],
  ["src/", true],
  ["src/petstore/\n!src/petstore/", false],
  ["# src/petstore/", false],
  ["src/pets", false],
  ["dist\r\nsrc/petstore/\r\n", true],
  ["/petstore", false],
  ["src/petstore/*.json", false],
])("a list of %j leaves src/petstore out: %s", (text, isOut) => {
  expect(isListed(text, "src/petstore")).toBe(isOut);
});

test("a line is added as the others are, and what is there stays", () => {
  expect(withLine("", "a/")).toBe("a/\n");
  expect(withLine("b", "a/")).toBe("b\na/\n");
  expect(withLine("b\r\n", "a/")).toBe("b\r\na/\r\n");
});

test("a name that means something else in a list is no line of one", () => {
  expect(listedLine("src/größe/v1.2")).toBe("src/größe/v1.2/");
  for (const name of ["src/a*", "!a", "#a", "a b", "a\nb", "a\\b", "a[b]", "a'b", "${a}"]) expect(listedLine(name)).toBeUndefined();
});

test("a configuration that names the folder, or one that it is in, has been thought of", () => {
  const eslint = (settings: string) => ({ tool: "eslint" as const, foundIn: "/p/eslint.config.js", list: undefined, settings });
  expect(leavesOut(eslint('ignores: ["src/petstore/**"]'), "/p/src/petstore")).toBe(true);
  expect(leavesOut(eslint('ignores: ["generated"]'), "/p/generated/petstore")).toBe(true);
  expect(leavesOut(eslint('files: ["src/**"]'), "/p/src/petstore")).toBe(false);
});
