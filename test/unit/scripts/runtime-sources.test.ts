/** The runtime's sources are modules in folders; an output has a file for each concern, in which their declarations stand. */
import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { joinModules, runtimeFiles, runtimePaths } from "../../../scripts/runtime-sources.mjs";

const join = (files: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Array.from(joinModules(new Map(Object.entries(files))), ([file, { modules }]) => [file, modules]));

describe("joining", () => {
  it("puts the modules of a concern into one file, those that another imports before it", () => {
    const joined = joinModules(
      new Map([
        ["client/auth/a.ts", 'import { two } from "../call/b.js";\n\nexport const one = two + 1;\n'],
        ["client/call/b.ts", "/** What is counted. */\n\nexport const two = 2;\n"],
        ["shared/c.ts", "export const three = 3;\n"],
      ]),
    );
    expect([...joined.keys()]).toEqual(["client", "shared"]);
    expect(joined.get("client")?.modules.map(({ heading }) => heading)).toEqual([
      "// -------- b --------\n// What is counted.",
      "// -------- a --------",
    ]);
  });

  it("says of each declaration what it refers to: of its file, of others, and of packages", () => {
    const files = {
      "client/call/a.ts": `/**
 * What calls are made of,
 * in order.
 */
import type { IncomingMessage } from "node:http";
import send, { type Middleware as Other } from "openapi-fetch";
import { hasOwn, type Key } from "../../shared/own.js";
import { near } from "./b.js";

/** First. */
export const first = (key: Key): boolean => hasOwn({}, key) && near(); // so it is
const second = 2;

export function third(message: IncomingMessage, next: Other): unknown {
  const { near } = { near: first };
  return [second, send, message, next, near, { second }, message.first];
}
`,
      "client/call/b.ts": "export const near = (): boolean => true;\n",
      "shared/own.ts": "export type Key = string;\nexport const hasOwn = (object: object, key: Key): boolean => key in object;\n",
    };
    expect(join(files)["client"]).toEqual([
      {
        heading: "// -------- b --------",
        declarations: [{ names: ["near"], text: "export const near = (): boolean => true;", own: [], imports: [] }],
      },
      {
        heading: "// -------- a --------\n// What calls are made of,\n// in order.",
        declarations: [
          {
            names: ["first"],
            text: "/** First. */\nexport const first = (key: Key): boolean => hasOwn({}, key) && near(); // so it is",
            own: ["near"],
            imports: [
              { module: "./shared.js", name: "Key", type: true },
              { module: "./shared.js", name: "hasOwn" },
            ],
          },
          { names: ["second"], text: "const second = 2;", close: true, own: [], imports: [] },
          {
            names: ["third"],
            text: files["client/call/a.ts"].slice(files["client/call/a.ts"].indexOf("export function third")).trimEnd(),
            own: ["first", "second"],
            imports: [
              { module: "node:http", name: "IncomingMessage", type: true },
              { module: "openapi-fetch", name: "Middleware", local: "Other", type: true },
              { module: "openapi-fetch", name: "default", local: "send" },
            ],
          },
        ],
      },
    ]);
  });

  it("keeps the overloads of a function together, and what a module passes on of a package", () => {
    const joined = join({
      "client/paths/a.ts": `import type { Middleware } from "openapi-fetch";\n\nexport type { Middleware };\n`,
      "client/paths/b.ts": `import type { Middleware } from "./a.js";\n\nexport function f(a: 1): 1;\nexport function f(a: Middleware): 2;\nexport function f(a: unknown) {\n  return a;\n}\n`,
    });
    expect(joined["paths"]).toMatchObject([
      { declarations: [{ names: ["Middleware"], imports: [{ module: "openapi-fetch", name: "Middleware", type: true }] }] },
      { declarations: [{ names: ["f"], imports: [{ module: "openapi-fetch", name: "Middleware", type: true }] }] },
    ]);
  });

  it("refuses what a joined file cannot say", () => {
    const refused =
      (text: string, more: Readonly<Record<string, string>> = {}): (() => unknown) =>
      () =>
        join({ "client/call/a.ts": text, "client/call/b.ts": "export const b = 1;\n", ...more });
    expect(refused('import { c } from "./c.js";\n')).toThrow("client/call/a.ts imports ./c.js, which is no runtime file");
    expect(refused('import "./b.js";\n')).toThrow("imports ./b.js for what it does");
    expect(refused('import * as all from "./b.js";\n')).toThrow("imports ./b.js as a whole");
    expect(refused('import { b as c } from "./b.js";\n')).toThrow("gives b of ./b.js another name");
    expect(refused('export { b } from "./b.js";\n')).toThrow("has a statement that is no declaration");
    expect(refused("globalThis.name = 1;\n")).toThrow("has a statement that is no declaration");
    expect(refused("const b = 2;\n")).toThrow("In client.ts two things would have one name: b of client/call/a.ts and of client/call/b.ts");
    expect(refused('import { b } from "../../shared/b.js";\nexport const c = b;\n', { "shared/b.ts": "export const b = 2;\n" })).toThrow(
      "two things would have one name: b",
    );
    expect(refused("export const c = (): unknown => URL;\n", { "client/auth/d.ts": "export type URL = string;\n" })).toThrow(
      "two things would have one name: URL of client/auth/d.ts and of client/call/a.ts",
    );
    expect(refused("", { "elsewhere/d.ts": "export const d = 1;\n" })).toThrow("No file of the output is for the folder of elsewhere/d.ts");
  });
});

describe("the runtime", () => {
  const folder = fileURLToPath(new URL("../../../templates/runtime/", import.meta.url));
  const sources = runtimePaths().map((path) => readFileSync(folder + path, "utf8"));
  const files = runtimeFiles();

  it("keeps every line of its sources but for imports", () => {
    // What stands before the imports is a heading, in another kind of comment.
    const linesOf = (text: string): readonly string[] =>
      text
        .split("\n")
        .map((line) => line.replace(/^ *(?:\/\*\*|\/\/|\*\/| \*(?!\/))|\*\/$/g, "").trim())
        .filter((line) => line !== "");
    const whole = [...files.values()]
      .flatMap(({ modules }) => modules)
      .flatMap(({ heading, declarations }) => [heading, ...declarations.map(({ text }) => text)]);
    const lines = new Set(whole.flatMap(linesOf));
    const lost = sources.flatMap((source) => linesOf(source.replace(/^import [^;]*;$/gm, "")).filter((line) => !lines.has(line)));
    expect(lost).toEqual([]);
  });

  it("names no module in its comments: an output has no file of that name", () => {
    const names = runtimePaths().map((path) => basename(path));
    const texts = [...files.values()]
      .flatMap(({ modules }) => modules)
      .flatMap(({ heading, declarations }) => [heading, ...declarations.map(({ text }) => text)]);
    // `types.ts`, `operations.ts` and `lifecycle.ts` are files of every output, and no modules.
    const named = texts.flatMap((text) => text.match(/[\w-]+\.ts\b/g) ?? []).filter((name) => names.includes(name));
    expect(named).toEqual([]);
  });

  it("has comments that stand at what they are about: those of a module are its heading", () => {
    const texts = [...files.values()].flatMap(({ modules }) => modules).flatMap(({ declarations }) => declarations.map(({ text }) => text));
    expect(texts.filter((text) => /^\/\*\*(?:(?!\*\/)[^])*\*\/\n\n/.test(text))).toEqual([]);
  });

  it("has no folder of more than forty files, and none of fewer than three", () => {
    const counts = new Map<string, number>();
    for (const path of runtimePaths()) {
      const folder = dirname(path);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    for (const [folder, count] of counts) {
      expect(count, folder).toBeGreaterThan(2);
      expect(count, folder).toBeLessThan(41);
    }
  });

  it("has files that import one another in one direction only", () => {
    const imports = new Map(
      Array.from(files, ([file, { modules }]) => [
        `./${file}.js`,
        new Set(modules.flatMap(({ declarations }) => declarations.flatMap((each) => each.imports.filter(({ type }) => type !== true)))),
      ]),
    );
    const follow = (file: string, path: readonly string[]): void => {
      expect(path).not.toContain(file);
      for (const module of new Set(Array.from(imports.get(file) ?? [], (each) => each.module))) follow(module, [...path, file]);
    };
    for (const file of imports.keys()) follow(file, []);
  });
});
