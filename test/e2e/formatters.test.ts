/** Formatters of repositories, the real ones: what is written when they are asked for, and what a check says of what they do by themselves. */
import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildCli, petstore, projectFolder, runProcess, temporaryFolder, type Ran } from "../support/cli.js";

let cli: Awaited<ReturnType<typeof buildCli>>;
let folder = "";
beforeAll(async () => {
  cli = await buildCli();
});
afterAll(() => cli.dispose());
beforeEach(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  await cp(petstore, join(folder, "openapi.yaml"));
  return () => rm(folder, { recursive: true });
});

const config = (more: object): Promise<void> =>
  put(
    "sundial.config.json",
    JSON.stringify({ input: "openapi.yaml", output: "src/gen", emit: ["types", "validators", "client"], ...more }),
  );
const put = (path: string, text: string): Promise<void> => writeFile(join(folder, path), text);
const text = (path: string): Promise<string> => readFile(join(folder, "src/gen", path), "utf8");
const run = (...args: readonly string[]): Promise<Ran> => cli.run(args, { cwd: folder });
const tool = (path: string, ...args: readonly string[]): Promise<Ran> =>
  runProcess(process.execPath, [join(folder, "node_modules", path), ...args], { cwd: folder });
const prettier = (...args: readonly string[]): Promise<Ran> => tool("prettier/bin/prettier.cjs", ...args);
const biome = (...args: readonly string[]): Promise<Ran> => tool("@biomejs/biome/bin/biome", ...args);
async function install(name: "prettier" | "@biomejs"): Promise<void> {
  await symlink(join(projectFolder, "node_modules", name), join(folder, "node_modules", name));
}

const added = `  /pets/count:
    get:
      operationId: countPets
      tags: [pets]
      responses: { "204": { description: Counted } }
  /pets:
`;

describe("Prettier", () => {
  beforeEach(async () => {
    await install("prettier");
    await put(".prettierrc", '{ "semi": false, "singleQuote": true, "tabWidth": 4, "arrowParens": "avoid" }\n');
  });

  test("lays out what is written, where the configuration says so, and has nothing to do afterwards", async () => {
    await config({ format: "auto" });
    expect(await run("generate")).toMatchObject({ code: 0, stderr: "" });
    expect(await text("types.ts")).toContain("    name: string\n");
    expect(await prettier("--check", "src")).toMatchObject({ code: 0 });
    for (const flag of ["--frozen", "--full"]) {
      expect(await run("check", flag)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^gen: .* is current\n$/) as string });
    }
    expect((await run("generate")).stdout).toContain("0 files written");
  });

  test("may go over an output by itself: nothing has to be done, and the next run overwrites no edit", async () => {
    await config({});
    await run("generate");
    await prettier("--write", "src");
    const checked = await run("check");
    expect(checked).toMatchObject({ code: 0, stderr: "" });
    expect(checked.stdout).toContain("is current, and not as `generate` leaves it:\n");
    expect(checked.stdout).toContain("formatted  client.ts");
    expect((await run("check", "--frozen")).code).toBe(1);
    await put("openapi.yaml", (await readFile(join(folder, "openapi.yaml"), "utf8")).replaceAll("NewPet", "AddedPet"));
    expect((await run("check")).stdout).toContain("changed    types.ts");
    expect(await run("generate")).toMatchObject({ code: 0, stderr: "" });
    expect(await text("types.ts")).toContain("export type AddedPet");
    // An edit is one, formatted or not.
    await put("src/gen/types.ts", `${await text("types.ts")}export type Mine = 1;\n`);
    await prettier("--write", "src");
    expect((await run("check")).stdout).toContain("edited     types.ts");
    expect((await run("generate")).stderr).toContain("[edited-by-hand]");
  });

  test("lays out new handlers, and what is added to files of the user stays as it is", async () => {
    await config({ format: "auto", emit: ["types", "validators", "server"], handlers: "src/handlers" });
    expect(await run("generate")).toMatchObject({ code: 0, stderr: "" });
    expect(await prettier("--check", "src")).toMatchObject({ code: 0 });
    const path = "src/handlers/pets.ts";
    const written = await readFile(join(folder, path), "utf8");
    expect(written).not.toContain(";\n");
    await put(path, `// mine\nconst   mine = 1;\n${written}`);
    const more = (await readFile(join(folder, "openapi.yaml"), "utf8")).replace("  /pets:\n", () => added);
    await put("openapi.yaml", more);
    expect(await run("generate")).toMatchObject({ code: 0 });
    const after = await readFile(join(folder, path), "utf8");
    expect(after).toContain("const   mine = 1;\n");
    expect(after).toContain("countPets");
    expect((await run("check")).code).toBe(0);
  });

  test("leaves what its ignore file names, and what it fails with is told and written as it is", async () => {
    await config({ format: "prettier" });
    await put(".prettierignore", "src/gen/client.ts\n");
    await run("generate");
    expect(await text("client.ts")).toContain(";\n");
    expect(await text("types.ts")).not.toContain("string;\n");
    await put(".prettierrc", '{ "plugins": ["./none.js"] }\n');
    await put("openapi.yaml", (await readFile(join(folder, "openapi.yaml"), "utf8")).replaceAll("NewPet", "AddedPet"));
    const { code, stderr } = await run("generate");
    expect(code).toBe(0);
    expect(stderr).toContain("warning Prettier could not format src/gen/types.ts: ");
    expect(stderr).toContain("[formatter-failed]");
    expect(await text("types.ts")).toContain("string;\n");
    expect((await run("check")).code).toBe(0);
  });

  test("goes over a runtime that several APIs share, and its manifest keeps who they are", async () => {
    const api = { input: "openapi.yaml", output: "src/gen", emit: ["validators"] };
    await put("sundial.config.json", JSON.stringify({ format: "prettier", runtime: "src/rt", apis: { one: api } }));
    expect(await run("generate")).toMatchObject({ code: 0, stderr: "" });
    await prettier("--write", "src/rt/sundial.json");
    expect(await prettier("--check", "src")).toMatchObject({ code: 0 });
    expect((await run("check", "--frozen")).code).toBe(0);
    expect((await run("check", "--full")).code).toBe(0);
    expect((await run("generate")).stdout).toContain("runtime: 0 files written");
  });

  test("that is not installed is told", async () => {
    await rm(join(folder, "node_modules/prettier"));
    await config({ format: "prettier" });
    const { code, stderr } = await run("generate");
    expect([code, stderr]).toEqual([0, expect.stringContaining("[formatter-missing]")]);
    expect(await text("types.ts")).toContain("string;\n");
    expect((await run("check")).code).toBe(0);
  });
});

describe("Biome", () => {
  beforeEach(() => install("@biomejs"));

  test("lays out what is written, and has nothing to do afterwards", async () => {
    await put("biome.json", '{ "formatter": { "indentStyle": "space", "indentWidth": 3 }, "linter": { "enabled": false } }\n');
    await config({ format: "auto" });
    expect(await run("generate")).toMatchObject({ code: 0, stderr: "" });
    expect(await text("types.ts")).toContain("   name: string;\n");
    expect(await biome("check", "src")).toMatchObject({ code: 0 });
    expect((await run("check", "--frozen")).code).toBe(0);
  });

  test("may format an output by itself", async () => {
    await config({});
    await run("generate");
    await biome("format", "--write", "src");
    expect(await text("types.ts")).toContain("\tname: string;\n");
    expect(await run("check")).toMatchObject({ code: 0, stderr: "" });
  });
});

test("a command gets each text, and prints it; one that fails, or says nothing, is told with the file", async () => {
  await put("fmt.mjs", "process.stdin.setEncoding('utf8').on('data', (t) => process.stdout.write(t.replaceAll(';\\n', ' ;\\n')));\n");
  await config({ format: { command: "node fmt.mjs {file}" }, emit: ["types"] });
  expect(await run("generate")).toMatchObject({ code: 0, stderr: "" });
  expect(await text("types.ts")).toContain("name: string ;\n");
  expect((await run("check", "--full", "--frozen")).code).toBe(0);
  await put("fmt.mjs", "console.error('SyntaxError: \\u001b[31mno\\u001b[0m ' + process.argv[2].slice(-8)); process.exit(2);\n");
  await put("openapi.yaml", (await readFile(join(folder, "openapi.yaml"), "utf8")).replaceAll("NewPet", "AddedPet"));
  const { code, stderr } = await run("generate");
  expect(code).toBe(0);
  expect(stderr).toContain("node could not format src/gen/types.ts: SyntaxError: ");
  expect(stderr).not.toContain("\u001b[31mno");
});

test("what `format` takes is told", async () => {
  await config({ format: "pretier" });
  const { code, stderr } = await run("check");
  expect(code).toBe(2);
  expect(stderr).toContain("Did you mean prettier?");
});
