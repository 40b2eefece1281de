/** What stands where a generated file belongs, and is no file: a check says what it is, and prints a command that mends it. */
import { describe, expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo, type MemoryIo, type MemoryOptions } from "../../support/memory-io.js";

const description = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\n';
const flags = ["--input", "a.yaml", "--output", "out", "--emit", "client"];

/** A project that was generated, without the files that a name stands for, and with something else in their place. */
async function projectWithout(name: string, options: MemoryOptions, files: Readonly<Record<string, string>> = {}): Promise<MemoryIo> {
  const whole = memoryIo({ "/project/a.yaml": description });
  expect(await run(["generate", ...flags], whole)).toBe(0);
  const left = [...whole.files].filter(([path]) => path !== `/project/out/${name}` && !path.startsWith(`/project/out/${name}/`));
  expect(left.length).toBeLessThan(whole.files.size);
  return memoryIo({ ...Object.fromEntries(left), ...files }, options);
}

describe("a check", () => {
  const elsewhere = { folders: ["/project/elsewhere"] };
  test.each([
    ["types.ts", { symlinks: { "/project/out/types.ts": "/project/a.yaml" } }, {}, "a symbolic link"],
    ["types.ts", { symlinks: { "/project/out/types.ts": "/nowhere" } }, {}, "a symbolic link"],
    ["runtime", { symlinks: { "/project/out/runtime": "/project/elsewhere" }, ...elsewhere }, {}, "a symbolic link"],
    ["types.ts", { folders: ["/project/out/types.ts"] }, {}, "a folder"],
    ["runtime", {}, { "/project/out/runtime": "mine" }, "a file"],
  ])("says what stands at %s: %j %j", async (name, options, files, what) => {
    const io = await projectWithout(name, options, files);
    expect(await run(["check", ...flags, "--diff"], io)).toBe(1);
    const { stdout } = io.printed;
    expect(stdout.split("\n").filter((line) => line.startsWith("  in the way"))).toEqual([
      `  in the way  ${name}  (${what}, where a generated file or its folder belongs)`,
    ]);
    expect(stdout).not.toMatch(/^ {2}missing {5}(?:types|runtime)/m);
    expect(stdout).toContain(`fix: mv out/${name} out/${name}.moved && npx openapi-sundial generate `);
    const github = await projectWithout(name, options, files);
    expect(await run(["check", ...flags, "--format", "github"], github)).toBe(1);
    expect(github.printed.stdout).toContain(`::error file=out/${name},title=output-stale::${name} is in the way, ${what}.`);
  });
});
