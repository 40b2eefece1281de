import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findConfig, readConfig } from "../../../src/config/read.js";
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
    ["broken.json", "{", "JSON"],
  ])("that cannot be used says why: %s", async (name, text, why) => {
    const { value, diagnostics } = await read(name, text);
    expect(value).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(["config-unreadable"]);
    expect(diagnostics[0]?.message).toContain(why);
  });

  test("that does not exist is reported", async () => {
    expect((await readConfig(memoryIo(), "nowhere.json")).diagnostics[0]?.message).toBe(
      "/project/nowhere.json cannot be loaded: it does not exist.",
    );
  });

  test("is found in the current folder", async () => {
    expect(await findConfig(memoryIo({ "/project/sundial.config.json": "{}", "/project/sundial.config.mts": "" }), "/project")).toBe(
      "/project/sundial.config.mts",
    );
    expect(await findConfig(memoryIo(), "/project")).toBeUndefined();
  });
});
