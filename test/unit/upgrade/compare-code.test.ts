import { describe, expect, test } from "vitest";
import { compareCode } from "../../../src/upgrade/compare-code.js";

const none = { added: [], removed: [], changed: [] };

describe("what another text of a file means", () => {
  test.each<readonly [string, string, string, ReturnType<typeof compareCode>]>([
    [
      "a name more, a name less, and another type",
      "export type A = 1;\nexport type B = 2;\n",
      "export type B = 3;\nexport function c(): void {}\n",
      { kind: "exports", exports: { added: ["c"], removed: ["A"], changed: ["B"] } },
    ],
    [
      "another body",
      "export function a(): number {\n  return 1;\n}\n",
      "export function a(): number {\n  return 2;\n}\n",
      { kind: "code", exports: none },
    ],
    [
      "another value of a typed constant",
      "export const a: number = 1;\n",
      "export const a: number = 2;\n",
      { kind: "code", exports: none },
    ],
    [
      "another parameter",
      "export function a(b: string): void {}\n",
      "export function a(b: string, c?: number): void {}\n",
      { kind: "exports", exports: { ...none, changed: ["a"] } },
    ],
    [
      "another overload",
      "export function a(b: 1): 1;\nexport function a(b: number): number {\n  return b;\n}\n",
      "export function a(b: 1): 1;\nexport function a(b: 2): 2;\nexport function a(b: number): number {\n  return b;\n}\n",
      { kind: "exports", exports: { ...none, changed: ["a"] } },
    ],
    [
      "a type of the file's own that an export is made of, by way of another",
      "interface Inner { a: 1 }\ntype Outer = Inner[];\nexport interface A { b: Outer }\nexport interface C { d: 1 }\n",
      "interface Inner { a: 2 }\ntype Outer = Inner[];\nexport interface A { b: Outer }\nexport interface C { d: 1 }\n",
      { kind: "exports", exports: { ...none, changed: ["A"] } },
    ],
    [
      "an exported type that another is made of, which is told alone",
      "export interface Inner { a: 1 }\nexport interface A { b: Inner }\n",
      "export interface Inner { a: 2 }\nexport interface A { b: Inner }\n",
      { kind: "exports", exports: { ...none, changed: ["Inner"] } },
    ],
    [
      "what is handed on",
      'export { a, type B as C } from "./x.js";\nexport * from "./y.js";\n',
      'export { a, type B as C } from "./z.js";\n',
      { kind: "exports", exports: { added: [], removed: ['* from "./y.js"'], changed: ["C", "a"] } },
    ],
    [
      "another import and code that nobody sees",
      'import { a } from "./a.js";\na();\nexport {};\n',
      'import { b } from "./b.js";\nb();\nexport {};\n',
      { kind: "code", exports: none },
    ],
    ["a comment", "/** One. */\nexport type A = 1;\n", "/** Two. */\nexport type A = 1;\n", { kind: "comments", exports: none }],
    ["the mark of a deprecation", "export type A = 1;\n", "/** @deprecated */\nexport type A = 1;\n", { kind: "comments", exports: none }],
    ["layout", "export type A = { b: 1 };\n", "export type A = {\n  b: 1;\n};\n", { kind: "layout", exports: none }],
    [
      "a file that was not there",
      "",
      "export type A = 1;\nexport const b = 1 as const;\n",
      { kind: "exports", exports: { ...none, added: ["A", "b"] } },
    ],
  ])("%s", (_, before, after, expected) => {
    expect(compareCode("a.ts", before, after)).toEqual(expected);
  });

  test("what is no TypeScript is text", () => {
    expect(compareCode(".gitattributes", "a", "b")).toEqual({ kind: "text", exports: none });
  });

  test("what does not parse is compared as far as it goes", () => {
    expect(compareCode("a.ts", "export type A = ;\n<<<<<<< x", "export type A = 1;\n").kind).toBe("exports");
  });
});

test("many exports that are made of what nobody else sees take no time that grows as their square", () => {
  const text = (value: number): string =>
    Array.from(
      { length: 3_000 },
      (_, at) => `interface I${String(at)} { a: ${String(value)} }\nexport type A${String(at)} = I${String(at)};`,
    ).join("\n");
  expect(compareCode("a.ts", text(1), text(2)).exports.changed).toHaveLength(3_000);
}, 60_000);
