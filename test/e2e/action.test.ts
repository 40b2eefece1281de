/** action.yml: its script, run by bash as the service runs it, on the built command. */
import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { buildCli, petstore, projectFolder, runProcess, temporaryFolder, type Ran } from "../support/cli.js";

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly [{ readonly run: string; readonly env: Readonly<Record<string, string>> }] };
}

let cli: Awaited<ReturnType<typeof buildCli>>;
let action: Action;
let folder = "";
beforeAll(async () => {
  cli = await buildCli();
  action = parse(await readFile(join(projectFolder, "action.yml"), "utf8")) as Action;
});
afterAll(() => cli.dispose());
beforeEach(async () => {
  folder = await temporaryFolder();
  const packages = join(folder, "node_modules");
  await mkdir(join(packages, ".bin"), { recursive: true });
  await symlink(cli.bin, join(packages, ".bin/openapi-sundial"));
  await mkdir(join(folder, ".git"));
  await mkdir(join(folder, "packages/api"), { recursive: true });
  await cp(petstore, at("openapi.yaml"));
  await writeFile(join(folder, "package.json"), "{}");
  await writeFile(at("sundial.config.json"), '{ "apis": { "pets": { "input": "openapi.yaml", "output": "src/gen", "emit": ["types"] } } }');
  expect(await cli.run(["generate"], { cwd: at(".") })).toMatchObject({ code: 0 });
  return () => rm(folder, { recursive: true });
});

const at = (path: string): string => join(folder, "packages/api", path);

/** What the step does with these inputs; all others are what they are without one. */
function step(inputs: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const [{ run, env }] = action.runs.steps;
  const filled = Object.entries(env).map(([name, text]) => [
    name,
    text.replace(/^\$\{\{ inputs\.([\w-]+) \}\}$/, (_, key: string) => inputs[key] ?? action.inputs[key]?.default ?? ""),
  ]);
  const environment = Object.fromEntries(filled) as Record<string, string>;
  return runProcess("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", run], {
    cwd: at("."),
    env: { ...environment, GITHUB_WORKSPACE: folder },
  });
}

describe("the action", () => {
  test("is green where the output is current, and annotates the file of the checkout where it is not", async () => {
    expect(await step()).toMatchObject({ code: 0 });
    await rm(at("src/gen/types.ts"));
    const { code, stdout } = await step();
    expect(code).toBe(1);
    expect(stdout).toContain("::error file=packages/api/src/gen/types.ts,");
  });

  test("passes on what is asked for, and nothing else", async () => {
    await writeFile(at("openapi.yaml"), `# a comment\n${await readFile(at("openapi.yaml"), "utf8")}`);
    expect(await step()).toMatchObject({ code: 0 });
    expect(await step({ frozen: "true" })).toMatchObject({ code: 1 });
    expect(await step({ apis: "pets" })).toMatchObject({ code: 0 });
    expect((await step({ apis: "other" })).code).toBe(2);
    expect((await step({ config: "none.json" })).code).toBe(2);
    const { code, stdout, stderr } = await step({ apis: "$(touch pwned) ; touch pwned2 *", config: "--diff" });
    expect(code).toBe(2);
    expect(`${stdout}${stderr}`).not.toContain("pwned: ");
    await expect(readFile(at("pwned"))).rejects.toThrow();
    await expect(readFile(at("pwned2"))).rejects.toThrow();
  });

  test("has no input in its script", () => {
    for (const { run } of action.runs.steps) expect(run).not.toContain("${{");
  });
});
