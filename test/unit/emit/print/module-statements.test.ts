import { expect, test } from "vitest";
import { codeOutline, replaceInCode } from "../../../../src/emit/print/code-outline.js";
import { exportedNames, moduleStatements } from "../../../../src/emit/print/module-statements.js";

/** Statements as lines: what each has of which module. */
const found = (text: string): readonly string[] =>
  moduleStatements(text).map(({ kind, module, at, names }) => {
    expect(text.slice(at, at + module.length)).toBe(module);
    for (const { name, at: start } of names) if (name !== "*" && name !== "default") expect(text.slice(start)).toContain(name);
    const listed = names.map(
      ({ name, local, type }) => `${type ? "type " : ""}${name}${local === name ? "" : ` as ${local ?? "nothing"}`}`,
    );
    return `${kind} ${listed.join(", ")} of ${module}`;
  });

test.each<[text: string, ...expected: string[]]>([
  ['import { a, type B, c as d } from "./x.js";', "import a, type B, c as d of ./x.js"],
  ["import type { A, B as C } from './x.js'", "import type A, type B as C of ./x.js"],
  ['import x, { a } from "./x.js"; import y from "y";', "import default as x, a of ./x.js", "import default as y of y"],
  ['import x, * as all from "./x.js";', "import default as x, * as all of ./x.js"],
  ['import type X from "./x.js";', "import type default as X of ./x.js"],
  ['import type from "./x.js";', "import default as type of ./x.js"],
  ['import from from "./x.js";', "import default as from of ./x.js"],
  ['import * as all from "./x.js"', "import * as all of ./x.js"],
  ['import { größe, a$ as ñ } from "./x.js"', "import größe, a$ as ñ of ./x.js"],
  ['import{a}from"./x.js";import"./y.js"', "import a of ./x.js", "import  of ./y.js"],
  ['import {\n  a, // { b } from "./no.js"\n  /* c, */ d,\n} from "./x.js";', "import a, d of ./x.js"],
  ['export { a }\nimport { b } from "./x.js"', "import b of ./x.js"],
  [
    'export * from "./x.js"; export * as y from "./y.js"; export type * from "./z.js"',
    "export * as nothing of ./x.js",
    "export * as y of ./y.js",
    "export type * as nothing of ./z.js",
  ],
  ['export { default as a, type B } from "./x.js";', "export default as a, type B of ./x.js"],
  ['type A = import("./x.js").B | typeof import("./y.js");', "call type B as nothing of ./x.js", "call type * as nothing of ./y.js"],
  ['const a = `${await import("./x.js")} from "./no.js" ${`import("./no.js")`}`;', "call type * as nothing of ./x.js"],
  ['const a = { "./no.js": 1 }; spawn("./no.js"); a.import("./no.js"); import.meta.resolve("./no.js");'],
  ['// import "./no.js"\n/* import "./no.js" */ const a = "import \'./no.js\'";'],
  ['export const a = "./no.js";\nexport const from = ["./no.js"];'],
  ['const a = `\nimport { b } from "./no.js";\n`;'],
])("what a text has of other modules is found where it is code: %j", (text, ...expected) => {
  expect(found(text)).toEqual(expected);
});

test("an outline has the same length and ends of lines, and nothing inside of texts", () => {
  const code = 'a("b"); // c `\n`d\n${ { e: `f ${ "}" } g` } } h` + \'i\'; /* j\n " */ k';
  const outline = codeOutline(code);
  expect(outline).toHaveLength(code.length);
  const shown = 'a("…"); … …\n`…${ { e: `…${ "…" }…` } }…` + \'…\'; … …\n … … k';
  expect(outline.replace(/[\u00a0\u2022]+/g, "…").replace("… … …", "… …")).toBe(shown);
});

test("code is changed outside of template literals", () => {
  expect(replaceInCode("a \n`b \n${c \n} d \n` \n", / +$/gm, "")).toBe("a\n`b \n${c\n} d \n`\n");
});

test.each<[text: string, ...names: string[]]>([
  [
    "export const a = 1; export let b; export function c() {} export async function d() {} export function* e() {}",
    "a",
    "b",
    "c",
    "d",
    "e",
  ],
  ["export class A {} export abstract class B {} export enum C {} export const enum D {}", "A", "B", "C", "D"],
  ["export interface A {} export type B = 1; export declare const c: 1; export namespace D {}", "type A", "type B", "c", "D"],
  ["export { a, type B, c as d, e as default }; export type { F } from './f.js';", "a", "type B", "d", "type F"],
  ['export * as a from "./a.js"; export * from "./b.js"; export type * from "./c.js"', "a", "*", "type *"],
  ["export default 1; const a = 1; // export const b = 1\n`export const c = 1`; x.export({ d }); export {};"],
])("what a text exports: %s", (text, ...names) => {
  expect(exportedNames(text).map(({ name, type }) => `${type ? "type " : ""}${name}`)).toEqual(names);
});
