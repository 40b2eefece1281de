/** What a program can import, and is made of declarations that changed and that it cannot import. */
import { describe, expect, test } from "vitest";
import { publicNames } from "../../../src/upgrade/public-names.js";
import { reachedNames } from "../../../src/upgrade/reached-names.js";

/** Names reached from one changed declaration, as "name < through". */
function reached(
  files: Readonly<Record<string, string>>,
  ...changed: readonly (readonly [file: string, name: string])[]
): readonly string[] {
  const texts = new Map(Object.entries(files));
  const names = changed.map(([file, name]) => ({ file, name }));
  return reachedNames(names, texts, [publicNames("index.ts", texts)]).map(({ name, through }) => `${name} < ${through.name}`);
}

const index = 'export * from "./client.js";\n';
const limits = "export interface Retry { readonly maxWait?: number }\n";
const imports = 'import { type Retry } from "./runtime/limits.js";\n';

describe("one step", () => {
  test.each([
    ["a part of an intersection", "export type Options = { a: 1 } & Retry;", ["Options"]],
    ["what an interface extends", "export interface Options extends Retry { a: 1 }", ["Options"]],
    ["a member", "export interface Options { retry: Retry }", ["Options"]],
    ["a parameter", "export function make(options: Retry): void { use(options); }", ["make"]],
    ["an answer", "export const make: () => Promise<Retry> = other;", ["make"]],
    ["a value without a type", "export const make = (options: Retry): number => 1;", ["make"]],
    ["a public member of a class", "export class Client { readonly retry?: Retry }", ["Client"]],
    ["a constraint", "export type Pick1<T extends Retry> = T;", ["Pick1"]],
    ["by way of a type of the file", "type Inner = Retry[]; export type Options = { a: Inner };", ["Options"]],
    ["exported afterwards, by another name", "interface Own extends Retry {} export type { Own as Options };", ["Options"]],
    ["a body", "export function make(): void { const retry: Retry = {}; use(retry); }", []],
    ["a value beside its type", "export const make: unknown = (options: Retry): number => 1;", []],
    ["a private member", "export class Client { private readonly retry?: Retry; #other?: Retry }", []],
    ["the body of a constructor", "export class Client { constructor() { const retry: Retry = {}; } }", []],
    ["the name of a member", "export interface Options { Retry: 1 } export const a = { Retry: 1 }.Retry;", []],
    ["nothing of it", "export type Other = 1;", []],
  ])("%s", (_, code, names) => {
    const found = reached({ "index.ts": index, "client.ts": `${imports}${code}\n`, "runtime/limits.ts": limits }, [
      "runtime/limits.ts",
      "Retry",
    ]);
    expect(found).toEqual(names.map((name) => `${name} < Retry`));
  });
});

describe("several files", () => {
  test.each([
    ['import type { Retry as Own } from "./runtime/limits.js";\nexport type Options = Own;\n', {}],
    ['import type * as limits from "./runtime/limits";\nexport type Options = limits.Retry;\n', {}],
    [
      'import type { Retry } from "./barrel.ts";\nexport type Options = Retry;\n',
      { "barrel.ts": 'export * from "./runtime/limits.js";\n' },
    ],
    [
      'import type { Wait } from "./barrel.js";\nexport type Options = Wait;\n',
      { "barrel.ts": 'export type { Retry as Wait } from "./runtime/limits.js";\n' },
    ],
    [
      'import type { Middle } from "./middle.js";\nexport type Options = Middle;\n',
      { "middle.ts": 'import type { Retry } from "./runtime/limits.js";\nexport type Middle = Retry | 1;\n' },
    ],
  ])("%s", (client, more) => {
    const files = { "index.ts": index, "client.ts": client, "runtime/limits.ts": limits, ...more };
    expect(reached(files, ["runtime/limits.ts", "Retry"])).toEqual(["Options < Retry"]);
  });

  test("what the index exports itself is told by its own change, and so is what is made of that", () => {
    const files = {
      "index.ts": `${index}export type { Retry } from "./runtime/limits.js";\n`,
      "client.ts": `${imports}export type Options = Retry;\n`,
    };
    expect(reached({ ...files, "runtime/limits.ts": limits }, ["runtime/limits.ts", "Retry"])).toEqual([]);
  });

  test("the nearest are listed, and not what is made of them", () => {
    const client = `${imports}export type Options = Retry;\nexport type Far = Options;\nexport function make(options: Options): Far;\n`;
    expect(reached({ "index.ts": index, "client.ts": client, "runtime/limits.ts": limits }, ["runtime/limits.ts", "Retry"])).toEqual([
      "Options < Retry",
    ]);
  });

  test("a name that two changes reach is listed once, by the nearer", () => {
    const client = `${imports}import type { Deep } from "./middle.js";\nexport type Options = [Retry, Deep];\n`;
    const files = {
      ...{ "index.ts": index, "client.ts": client, "runtime/limits.ts": limits },
      ...{ "middle.ts": 'import type { Base } from "./base.js";\nexport type Deep = Base;\n', "base.ts": "export type Base = 1;\n" },
    };
    expect(reached(files, ["base.ts", "Base"], ["runtime/limits.ts", "Retry"])).toEqual(["Options < Retry"]);
  });

  test("types and files that are made of one another end", () => {
    const files = {
      "index.ts": index,
      "client.ts": 'import type { A } from "./a.js";\nexport type Options = A;\n',
      "a.ts": 'import type { B } from "./b.js";\nexport type A = B | 1;\n',
      "b.ts": 'import type { A } from "./a.js";\nexport type B = A | 2;\n',
    };
    expect(reached(files, ["b.ts", "B"])).toEqual(["Options < B"]);
  });
});

test("ten times as many names take ten times as long, not a hundred times: each text is read once", () => {
  const reads = (count: number): number => {
    let parsed = 0;
    const types = Array.from({ length: count }, (_, at) => `export type T${String(at)} = T${String(at + 1)} & Retry;\n`).join("");
    const texts = new Map([
      ["index.ts", 'export type { T0 } from "./client.js";\n'],
      ["client.ts", `${imports}${types}`],
      ["runtime/limits.ts", limits],
    ]);
    const counted: ReadonlyMap<string, string> = Object.assign(new Map(texts), {
      get: (path: string) => {
        parsed += 1;
        return texts.get(path);
      },
    });
    expect(reachedNames([{ file: "runtime/limits.ts", name: "Retry" }], counted, [publicNames("index.ts", texts)])).toHaveLength(1);
    return parsed;
  };
  expect(reads(1000)).toBe(reads(10));
});
