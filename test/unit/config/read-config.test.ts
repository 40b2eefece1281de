import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createJiti } from "jiti";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { findConfig, readConfig } from "../../../src/config/read-config.js";
import { presets } from "../../../src/presets/index.js";
import { nodeIo } from "../../../src/io-node.js";
import { memoryIo } from "../../support/memory-io.js";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sundial-config-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(name: string, text: string) {
  const path = join(folder, name);
  await writeFile(path, text);
  return readConfig(memoryIo({ [path]: text }), path);
}

describe("a configuration file", () => {
  test("in TypeScript may import defineConfig where the package is not installed", async () => {
    const { value, diagnostics } = await read(
      "typed.ts",
      `import { defineConfig } from "openapi-sundial";\nconst input: string = "a.yaml";\nexport default defineConfig({ input, output: "out" });\n`,
    );
    expect(diagnostics).toEqual([]);
    expect(value?.value).toEqual({ input: "a.yaml", output: "out" });
  });

  test.each(["limits.ts", "limits.mts", "limits.cts"])("may spread a preset in %s", async (name) => {
    const text = `import { defineConfig, presets } from "openapi-sundial";\nexport default defineConfig({ input: "a.yaml", limits: { ...presets.github } });\n`;
    const { value, diagnostics } = await read(name, text);
    expect(diagnostics).toEqual([]);
    expect(value?.value).toEqual({ input: "a.yaml", limits: presets.github });
  });

  describe("is run as it is written", () => {
    afterEach(() => {
      vi.unstubAllEnvs();
    });
    const written = `const input: string = "a.yaml";\nexport default { input };\n`;

    test("whatever compiled copy of it somebody left in a shared temporary folder", async () => {
      const shared = join(folder, "shared");
      await mkdir(shared);
      for (const name of ["TMPDIR", "TMP", "TEMP"]) vi.stubEnv(name, shared);
      const path = join(folder, "planted.ts");
      await writeFile(path, written);
      // What an attacker does: compiles a copy of the file, which is public, and puts another program under its name.
      await createJiti(join(shared, "index.js"), { interopDefault: false, moduleCache: false }).import(path);
      const cached = await readdir(join(shared, "jiti"));
      expect(cached).toHaveLength(1);
      for (const name of cached) {
        const copy = join(shared, "jiti", name);
        await writeFile(copy, (await readFile(copy, "utf8")).replace("a.yaml", "planted.yaml"));
      }
      expect((await read("planted.ts", written)).value?.value).toEqual({ input: "a.yaml" });
    });

    test.each(["JITI_FS_CACHE", "JITI_CACHE"])("and leaves no compiled copy, not even with %s", async (variable) => {
      const shared = join(folder, variable);
      await mkdir(shared);
      for (const name of ["TMPDIR", "TMP", "TEMP"]) vi.stubEnv(name, shared);
      vi.stubEnv(variable, "true");
      expect((await read(`${variable}.ts`, written)).value?.value).toEqual({ input: "a.yaml" });
      expect(await readdir(shared)).toEqual([]);
    });
  });

  test("may be JavaScript or JSON", async () => {
    expect((await read("plain.mjs", `export default { input: "a.yaml", output: "out" };`)).value?.value).toEqual({
      input: "a.yaml",
      output: "out",
    });
    expect((await read("plain.json", `{"input":"a.yaml"}`)).value?.value).toEqual({ input: "a.yaml" });
  });

  test.each([
    ["no-default.mjs", "export const config = {};", "no default export"],
    ["no-default.ts", "export const config = {};", "no default export"],
    ["throws.mjs", `throw new Error("the reason");`, "the reason"],
    ["broken.ts", "export default {", "cannot be loaded"],
    ["broken.json", "{", "broken.json cannot be loaded: "],
    ["half.ts", "export default { input: ", "half.ts cannot be loaded: Unexpected token."],
  ])("that cannot be used says why: %s", async (name, text, why) => {
    const { value, diagnostics } = await read(name, text);
    expect(value).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(["config-unreadable"]);
    expect(diagnostics[0]?.message).toContain(why);
  });

  test.each([
    ["thrown.ts", `const text: string = "the reason";\n\nthrow new Error(text);\n`, "thrown.ts", 3],
    ["thrown.mjs", `\nthrow new Error("the reason");\n`, "thrown.mjs", 2],
    ["importing.mjs", `import "./thrown.mjs";\nexport default {};\n`, "thrown.mjs", 2],
    ["comma.json", `{\n  "input": "a.yaml",\n}\n`, "comma.json", 2],
    ["twice.json", `{\n  "input": "a.yaml",\n  "input": "b.yaml"\n}\n`, "twice.json", 3],
  ])("that has a mistake says on which line: %s", async (name, text, file, line) => {
    const { diagnostics } = await read(name, text);
    expect(diagnostics).toMatchObject([{ code: "config-unreadable", at: { file: pathToFileURL(join(folder, file)).href, line } }]);
  });

  test.each([
    ["thrown-line.ts", 'throw new Error("boom")', 1, 1],
    ["thrown-later.ts", "const a: number = 1;\n    throw new Error(`boom${a}`);\n", 2, 1],
    ["gone-import.ts", 'import "./nope.js";\nexport default {};', 1, 1],
    ["thrown-line.mjs", '  throw new Error("boom");', 1, 9],
  ])("has a column where it is not that of a compiled text: %s", async (name, text, line, column) => {
    const { diagnostics } = await read(name, text);
    expect(diagnostics).toMatchObject([{ at: { line, column } }]);
  });

  test("broken TypeScript has a column from 1, and no second place in its message", async () => {
    const { diagnostics } = await read("cut.ts", "export default {\n  input: ");
    expect(diagnostics[0]?.message).not.toMatch(/ParseError|:\d+:\d+/);
    expect(diagnostics[0]?.at).toMatchObject({ line: 2 });
    const [{ at } = {}] = diagnostics;
    expect(at !== undefined && "column" in at ? at.column : 0).toBeGreaterThanOrEqual(1);
  });

  test("as JSON may name the schema that editors use", async () => {
    const { value, diagnostics } = await read("schema.json", `{ "$schema": "./sundial.schema.json", "input": "a.yaml", "output": "out" }`);
    expect(diagnostics).toEqual([]);
    expect(value?.value).toEqual({ input: "a.yaml", output: "out" });
  });

  test.each(["nowhere.ts", "nowhere.mts", "nowhere.mjs", "nowhere.json", "no/where.ts", "nowhere"])(
    "that does not exist is reported: %s",
    async (name) => {
      const { diagnostics } = await readConfig(nodeIo(), name);
      expect(diagnostics).toMatchObject([{ code: "config-unreadable", hint: "Check the path given with --config." }]);
      expect(diagnostics[0]?.message).toBe(`${resolve(name)} cannot be loaded: it does not exist.`);
    },
  );

  test("that is a folder is reported, with the file that is in it", async () => {
    const { diagnostics } = await readConfig(memoryIo({ "/project/a/sundial.config.mts": "", "/project/b/c": "" }), "a");
    expect(diagnostics).toMatchObject([
      {
        code: "config-unreadable",
        message: "/project/a cannot be loaded: it is a folder.",
        hint: "Name the file in it: /project/a/sundial.config.mts.",
      },
    ]);
    const other = await readConfig(memoryIo({ "/project/b/c": "" }), "b");
    expect(other.diagnostics[0]?.hint).toContain("Name a file: sundial.config.ts, ");
  });

  test("is found in the current folder", async () => {
    expect(await findConfig(memoryIo({ "/project/sundial.config.json": "{}", "/project/sundial.config.mts": "" }), "/project")).toBe(
      "/project/sundial.config.mts",
    );
    expect(await findConfig(memoryIo(), "/project")).toBeUndefined();
  });
});
