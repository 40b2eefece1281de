import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "../../src/config/read-config.js";
import { nodeIo } from "../../src/io-node.js";
import { readSnapshot } from "../../src/output/snapshot.js";
import { readProjectSetup } from "../../src/project/project-setup.js";
import { readTsconfig } from "../../src/project/tsconfig.js";
import { projectFolder } from "../../src/source/project-folder.js";
import { load } from "../../src/source/load-file.js";

/** What may stand where a file of text belongs: none of it may be waited for, or read whole. */
const kinds = {
  "a pipe": (path: string) => Promise.resolve(void execFileSync("mkfifo", [path])),
  "a link to a device": (path: string) => symlink("/dev/zero", path),
  "a file of a gigabyte": async (path: string) => {
    await writeFile(path, "");
    await truncate(path, 1024 ** 3);
  },
} as const;

const io = nodeIo();
let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sundial-endless-"));
  return () => rm(folder, { recursive: true });
});

describe.each(Object.entries(kinds))("%s", (_, make) => {
  const put = async (path: string, text?: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await (text === undefined ? make(join(folder, path)) : writeFile(join(folder, path), text));
  };

  test("in place of a package.json says nothing of the project", async () => {
    await put("package.json");
    expect((await readProjectSetup(io, folder)).packageJson).toBeUndefined();
    expect(await projectFolder(folder, io)).toBe(folder);
  });

  test.each(["js", "mjs", "ts", "cts", "cjs", "json"])("in place of a configuration in .%s is told", async (ending) => {
    await put(`sundial.config.${ending}`);
    const { value, diagnostics } = await readConfig(io, join(folder, `sundial.config.${ending}`));
    expect([value, diagnostics.map(({ code }) => code)]).toEqual([undefined, ["config-unreadable"]]);
  });

  test.each(["js", "ts"])("in place of the package.json above a configuration in .%s is told", async (ending) => {
    await put("package.json");
    await put(`inner/sundial.config.${ending}`, "export default {};");
    const { value, diagnostics } = await readConfig(io, join(folder, `inner/sundial.config.${ending}`));
    expect([value, diagnostics.map(({ code }) => code)]).toEqual([undefined, ["config-unreadable"]]);
    expect(diagnostics[0]?.message).toContain(join(folder, "package.json"));
  });

  test.each([
    ["itself", "tsconfig.json", undefined],
    ["in `extends`", "base.json", { extends: "./base.json" }],
    ["in a list in `extends`", "base.json", { extends: ["./base.json"] }],
    ["in `references`", "base.json", { files: [], references: [{ path: "./base.json" }] }],
    ["of a package in `extends`", "node_modules/base/tsconfig.json", { extends: "base/tsconfig.json" }],
    ["beside it, in a package", "node_modules/base/package.json", { extends: "base" }],
    ["beside it, in a scoped package", "node_modules/@a/base/package.json", { extends: "@a/base/x.json" }],
    ["beside it, in a folder", "base/package.json", { extends: "./base" }],
    ["beside it", "package.json", { extends: "base" }],
  ] as const)("in place of a tsconfig %s is told", async (_name, path, written) => {
    if (written !== undefined) await put("tsconfig.json", JSON.stringify(written));
    await put(path);
    const { complete, diagnostics } = await readTsconfig(io, join(folder, "tsconfig.json"), folder);
    expect([complete, diagnostics.map(({ code }) => code)]).toEqual([false, ["tsconfig-unreadable"]]);
  });

  test("in place of a file that a description refers to is told at once", async () => {
    await put("part.yaml");
    const { value, diagnostics } = await load(join(folder, "part.yaml"), io);
    expect([value, diagnostics.length]).toEqual([undefined, 1]);
  });

  test("in place of a generated file is not one of ours", async () => {
    await put("sundial.json", JSON.stringify({ sundial: "0.1.0", options: {}, inputs: {}, files: { "types.ts": "0" } }));
    await put("types.ts");
    const { files, obstacles } = await readSnapshot(io, folder, ["types.ts"]);
    expect(files.get("types.ts")?.hash ?? obstacles.get("types.ts")?.kind).toMatch(/^(?:|other|symlink)$/);
  });
});
