/** The runtime's sources are in folders, and its files in the output are in one. */
import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { flattened, runtimePaths, runtimeSources } from "../../../scripts/runtime-sources.mjs";

const flat = (files: Readonly<Record<string, string>>): object => Object.fromEntries(flattened(new Map(Object.entries(files))));

it("gives each file the name that it has without its folder, in order", () => {
  expect(flat({ "server/z.ts": "1;\n", "shared/a.ts": "2;\n" })).toEqual({ "a.ts": "2;\n", "z.ts": "1;\n" });
  expect([...flattened(new Map([["server/z.ts", ""]])).keys()]).toEqual(["z.ts"]);
});

it("writes each form of an import of another file as one of the same folder", () => {
  const text = (to: (name: string) => string): string =>
    [
      `import { a, type A } from "${to("a")}";`,
      `import type { B } from '${to("b")}';`,
      `import {\n  c,\n} from "${to("c")}";`,
      `import "${to("a")}";`,
      `export * from "${to("b")}";`,
      `export type { D } from "${to("c")}";`,
      `const lazy = import("${to("a")}");`,
      `type E = import("${to("b")}").E;`,
      `// import { a } from "../../shared/elsewhere.js";`,
      `const text = 'from "../../shared/elsewhere.js"';`,
      `import type { IncomingMessage } from "node:http";\n`,
    ].join("\n");
  const sources = { "shared/a.ts": "", "shared/b.ts": "", "shared/c.ts": "" };
  expect(flat({ ...sources, "client/call/x.ts": text((name) => `../../shared/${name}.js`) })).toMatchObject({
    "x.ts": text((name) => `./${name}.js`),
  });
});

it("refuses two files of one name, and an import that leads to no file", () => {
  expect(() => flat({ "client/a.ts": "", "server/a.ts": "" })).toThrow("Two runtime files are called a.ts");
  expect(() => flat({ "client/a.ts": `import "./b.js";` })).toThrow("client/a.ts imports ./b.js, which is no runtime file");
  expect(() => flat({ "client/a.ts": `import "../b.js";`, "client/b.ts": "" })).toThrow("client/a.ts imports ../b.js");
});

it("changes nothing but imports", () => {
  const folder = fileURLToPath(new URL("../../../templates/runtime/", import.meta.url));
  const withoutImports = (text = ""): string => text.replace(/ from "\.[^"\n]*\/([^/"\n]+)";$/gm, ' from "$1";');
  const sources = runtimeSources();
  expect(sources.size).toBe(runtimePaths().length);
  for (const path of runtimePaths())
    expect(withoutImports(sources.get(basename(path))), path).toBe(withoutImports(readFileSync(folder + path, "utf8")));
});

it("leaves no import of a folder in the output", () => {
  for (const [name, text] of runtimeSources()) expect(text, name).not.toMatch(/ from "\.(?:\.|\/[^"]*\/)/);
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
