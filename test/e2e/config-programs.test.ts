/** A configuration is a program, and runs in the process of the tool: whatever it does, a run that has not done its work is never green. */
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildCli, petstore, temporaryFolder, type Ran } from "../support/cli.js";

let cli: Awaited<ReturnType<typeof buildCli>>;
let folder = "";
beforeAll(async () => {
  cli = await buildCli();
});
afterAll(() => cli.dispose());
beforeEach(async () => {
  folder = await temporaryFolder();
  return () => rm(folder, { recursive: true });
});

const valid = `export default { input: ${JSON.stringify(petstore)}, output: "out", emit: ["types"] };\n`;
async function runWith(name: string, text: string, args: readonly string[]): Promise<Ran> {
  await writeFile(join(folder, name), text);
  return cli.run(args, { cwd: folder });
}

describe.each(["sundial.config.ts", "sundial.config.mjs"])("%s", (name) => {
  test.each([
    ["process.exit(0);\n" + valid, "it ends the process, with process.exit()", ":1:"],
    [`import { exit } from "node:process";\nexit(0);\n${valid}`, "it ends the process, with process.exit()", ":2:"],
    [`void (async () => { await 0; process.exit(0); })();\n${valid}`, "it ends the process, with process.exit()", ":1:"],
    [`await new Promise(() => {});\n${valid}`, "it waits for a promise that never settles", ""],
    ["export default new Promise(() => {});\n", "it waits for a promise that never settles", ""],
    [`\nvoid Promise.reject(new Error("the reason"));\n${valid}`, "nothing catches a rejected promise of it: the reason", ":2:"],
    [`\n\nthrow new Error("the reason");\n${valid}`, "cannot be loaded: the reason", ":3:"],
    [`void Promise.reject("no error");\n${valid}`, "nothing catches a rejected promise of it: no error", ""],
  ])("that is %j ends with exit code 2 and says why", async (text, message, place) => {
    const { code, stdout, stderr } = await runWith(name, text, ["check"]);
    expect(stderr).toContain(message);
    if (place !== "") expect(stderr).toContain(`\n  ${name}${place}`);
    expect(stderr).toMatch(/^error [^\n]*\[config-unreadable\]\n/);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    const json = await runWith(name, text, ["check", "--format", "json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ apis: [], diagnostics: [{ code: "config-unreadable" }] });
    expect(json.code).toBe(2);
  });

  test("that ends the process later is no success either", async () => {
    // Its members are read when it has been loaded, however long that took.
    const text = `export default { get input() { setTimeout(() => process.exit(0)); return ${JSON.stringify(petstore)}; }, output: "out" };\n`;
    const { code, stderr } = await runWith(name, text, ["generate"]);
    expect({ code, isSaid: stderr.includes("The process was ended before the run was over.") }).toEqual({
      code: 2,
      isSaid: true,
    });
  });

  test("prints beside the data, and not among it", async () => {
    const text = `console.log("from", "the configuration");\nprocess.stdout.write("written\\n");\n${valid}`;
    const { code, stdout, stderr } = await runWith(name, text, ["generate", "--format", "json"]);
    expect(JSON.parse(stdout)).toMatchObject({ diagnostics: [] });
    expect(stderr).toBe("from the configuration\nwritten\n");
    expect(code).toBe(0);
  });
});

test("CommonJS in a module says what to write, in one sentence, and works where that is", async () => {
  const common = `module.exports = { input: ${JSON.stringify(petstore)}, output: "out", emit: ["types"] };\n`;
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const { code, stderr } = await runWith("sundial.config.js", common, ["lint"]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/cannot be loaded: module is not defined in ES module scope\. \[config-unreadable\]/);
  expect(stderr).toContain("or call the file sundial.config.cjs.");
  await rm(join(folder, "sundial.config.js"));
  expect((await runWith("sundial.config.cjs", common, ["lint"])).code).toBe(0);
});

test("of two configurations, it is told which is read", async () => {
  await writeFile(join(folder, "sundial.config.json"), '{ "input": "gone.yaml", "output": "gone" }');
  for (const args of [["lint"], ["generate"], ["check"]]) {
    const { code, stderr } = await runWith("sundial.config.ts", valid, args);
    expect(code).toBe(0);
    expect(stderr).toContain("warning sundial.config.ts is read, and sundial.config.json beside it is not. [config-several]");
  }
  expect((await cli.run(["lint", "--config", "sundial.config.ts"], { cwd: folder })).stderr).not.toContain("config-several");
});

test("a configuration that is a function says so", async () => {
  const { stderr } = await runWith("sundial.config.ts", 'export default () => ({ input: "a.yaml", output: "o" });\n', ["lint"]);
  expect(stderr).toContain("help: Call it: `export default defineConfig({ … })` exports the object itself.");
});

test("leaves nothing in folders that others write to, and runs nothing from there", async () => {
  const shared = await temporaryFolder();
  try {
    const env = { TMPDIR: shared, TEMP: shared, TMP: shared, XDG_CACHE_HOME: shared };
    await writeFile(
      join(folder, "sundial.config.ts"),
      `const parts: string[] = ["types"];\n${valid.replace('["types"]', "parts as never")}`,
    );
    for (const command of ["generate", "check"]) expect((await cli.run([command], { cwd: folder, env })).code).toBe(0);
    expect(await readdir(shared, { recursive: true })).toEqual([]);
    expect((await readdir(folder)).sort()).toEqual(["out", "sundial.config.ts"]);
  } finally {
    await rm(shared, { recursive: true });
  }
});
