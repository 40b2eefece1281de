/** What programs may give to the functions of the library, and to which outputs `check` holds it. */
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../src/cli/run.js";
import { nodeIo } from "../../src/io-node.js";
import { check, generate } from "../../src/library-functions.js";
import { projectRoot } from "../support/compile.js";

const input = join(projectRoot, "spec/petstore.yaml");

/** Diagnostics of both functions, however wrong their types are. */
async function saidOf(options: unknown): Promise<readonly string[]> {
  const given = options as Parameters<typeof check>[0]; // what a program without a compiler may do
  const [generated, checked] = [await generate(given), await check(given)];
  expect([generated.files, checked.current]).toEqual([[], false]);
  for (const { severity, at } of [...generated.diagnostics, ...checked.diagnostics])
    expect([severity, at?.file]).toEqual(["error", "options:"]);
  expect(checked.diagnostics).toEqual(expect.arrayContaining([...generated.diagnostics]));
  return checked.diagnostics.map(({ code, message, hint }) => `${code} ${message} ${hint ?? ""}`.trim());
}

describe("options that are wrong are diagnostics", () => {
  test.each<[options: unknown, ...said: string[]]>([
    [undefined, "config-invalid-value The argument must be an object, and is missing."],
    [null, "config-invalid-value The argument must be an object, and is null."],
    [[], "config-invalid-value The argument must be an object, and is a list."],
    ["a.yaml", "config-invalid-value The argument must be an object, and is a string."],
    [{ output: "o" }, "config-invalid-value `input` is required, and must be a string."],
    [
      { input: 5, output: "o", templates: 5 },
      "config-invalid-value `input` must be a string, and is a number.",
      "config-invalid-value `templates` must be a string, and is a number.",
    ],
    [{ input, output: "o", templates: "" }, "config-invalid-value `templates` must be a string, and is empty."],
    [{ input, output: "o", overlays: "a.yaml" }, '`overlays` must be a list of paths and URLs. Write overlays: ["a.yaml"].'],
    [{ input, output: "o", overlays: [""] }, "`overlays.0` must be the path or the URL of an overlay."],
    [{ input, output: "o", emit: ["foo"] }, '`emit` does not take "foo".'],
    [{ input, output: "o", emit: ["clint"] }, "Did you mean `client`?"],
    [{ input, output: "o", emit: "client" }, "`emit` must be a list, and is a string."],
    [{ input, output: "o", emit: [] }, "`emit` must name a part."],
    [{ input, output: "o", templetes: "x" }, "config-unknown-key `templetes` is not a known key. Did you mean `templates`?"],
    [{ input, output: "o", name: "5" }, "`name` must hold a letter"],
    [{ input, output: "o", name: 5 }, "`name` must be a string"],
    [{ input, output: "o", command: 5 }, "`command` must be a string"],
    [{ input, output: "o", limits: "on" }, '`limits` must be "auto", false, the name of a preset or an object'],
    [{ input, output: "o", gateStore: 1 }, "`gateStore` must be true or false"],
    [{ input, output: "o", deprecations: "x" }, "`deprecations` does not take"],
    [{ input, output: "o", int64: 5 }, "`int64` does not take"],
    [{ input, output: "o", importExtension: ".ts" }, "`importExtension` does not take"],
    [{ input, output: "o", validators: 5 }, "`validators` must be an object"],
    [{ input, output: "o", validators: { mode: "slow" } }, "`validators.mode` does not take"],
    [{ input, output: "o", references: "a" }, "`references` must be a list"],
    [{ input, output: "o", formats: 5 }, "`formats` must be an object"],
    [{ input, output: "o", header: 5 }, "`header` must be a text"],
    [{ input, output: "o", eslintDisable: 5 }, "`eslintDisable` must be true or false"],
  ])("%j", async (options, ...said) => {
    const found = await saidOf(options);
    expect(found).toHaveLength(said.length);
    for (const [index, each] of said.entries()) expect(found[index]).toContain(each);
  });

  test("the output of a check, too", async () => {
    for (const output of [undefined, "", 5]) {
      const { current, diagnostics } = await check({ input, output } as unknown as Parameters<typeof check>[0]); // wrong on purpose
      expect(current).toBe(false);
      expect(diagnostics).toMatchObject([{ code: "config-invalid-value", message: expect.stringContaining("`output` ") as string }]);
    }
  });

  test("and what is right is none", async () => {
    const { files, diagnostics } = await generate({ input, emit: ["client"], limits: "auto", validators: {}, references: [] });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(files.map(({ path }) => path)).toContain("client.ts");
  });
});

test("overlays are applied, and a mistake in one is told with its place", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sundial-overlays-"));
  try {
    const overlay = join(folder, "fix.yaml");
    const written = (target: string): string =>
      `overlay: 1.1.0\ninfo: { title: a, version: "1" }\nactions: [{ target: "${target}", update: listAnimals }]\n`;
    await writeFile(overlay, written("$.paths['/pets'].get.operationId"));
    const { files, diagnostics } = await generate({ input, overlays: [overlay], emit: ["types"] });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(files.find(({ path }) => path === "types.ts")?.text).toContain("listAnimals: {");
    await writeFile(overlay, written("$.paths["));
    const wrong = await generate({ input, overlays: [overlay], emit: ["types"] });
    expect(wrong.files).toEqual([]);
    expect(wrong.diagnostics).toMatchObject([
      { code: "overlay-target-invalid", at: { file: pathToFileURL(overlay).href, pointer: "/actions/0/target" } },
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

describe("an output that a configuration has made", () => {
  let base: string;
  const cli = async (...args: readonly string[]): Promise<readonly [code: number, printed: string]> => {
    let printed = "";
    const sink = { write: (text: string) => void (printed += text), isTTY: false, columns: 80 };
    return [await run(args, { ...nodeIo(), cwd: base, stdout: sink, stderr: sink }), printed];
  };
  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), "sundial-library-"));
    await mkdir(join(base, "spec"));
    await copyFile(input, join(base, "spec/p.yaml"));
    await writeFile(join(base, "package.json"), "{}");
    await writeFile(join(base, "sundial.config.json"), '{ "input": "spec/p.yaml", "output": "src/p", "emit": ["types"] }');
    expect((await cli("generate"))[0]).toBe(0);
  });
  afterAll(() => rm(base, { recursive: true, force: true }));

  test("is current for a program and for a command that name its description by themselves, and stays as it is", async () => {
    const options = { input: join(base, "spec/p.yaml"), output: join(base, "src/p"), emit: ["types"] } as const;
    expect(await check(options)).toMatchObject({ current: true, drift: [], reasons: [] });
    const flags = ["--input", join(base, "spec/p.yaml"), "--output", join(base, "src/p"), "--emit", "types"];
    expect(await cli("check", ...flags)).toEqual([0, expect.stringContaining("is current")]);
    expect(await cli("check", "--full", ...flags)).toEqual([0, expect.stringContaining("is current")]);
    expect((await cli("generate", ...flags))[0]).toBe(0);
    expect((await cli("check", "--full"))[0]).toBe(0);
  });

  test("is not that of another description, whatever it is called", async () => {
    await mkdir(join(base, "other/spec"), { recursive: true });
    await copyFile(input, join(base, "other/spec/p.yaml"));
    const { current, reasons } = await check({ input: join(base, "other/spec/p.yaml"), output: join(base, "src/p"), emit: ["types"] });
    expect([current, reasons]).toEqual([
      false,
      expect.arrayContaining(['the option source changed from "spec/p.yaml" to "other/spec/p.yaml"']),
    ]);
  });
});
