/** What is not removed: there may be no way back to it, or something needs it. */
import { isDeepStrictEqual } from "node:util";
import { posix } from "node:path";
import { describe, expect, test } from "vitest";
import type { MemoryIo } from "../../support/memory-io.js";
import { migrate, migratedModule, oldTypes, packageJson, project } from "../../support/migrated.js";

const module = 'import type { paths } from "./api/schema";\nexport type P = paths;\n';
const old = "src/api/schema.d.ts";

describe("an old file of types with something that nobody has committed stays, and is told", () => {
  const gitOf =
    (status: string, code = 0) =>
    ([, ...words]: readonly string[]) =>
      Promise.resolve({ code, stdout: words.includes("status") ? status : "\n", stderr: "" });

  test.each<readonly [string, string, number, string]>([
    ["changed", ` M ${old}\0`, 0, "it has changes that nobody has committed"],
    ["changed and staged", `MM ${old}\0`, 0, "it has changes that nobody has committed"],
    ["new", `?? ${old}\0`, 0, "it has changes that nobody has committed"],
    ["of an owner whom Git does not trust", "", 128, "Git does not say whether all of it is committed"],
  ])("%s", async (_, status, code, why) => {
    const io = project({ "src/main.ts": module }, { runs: gitOf(status, code) });
    expect(await migrate(io, "--write")).toBe(0);
    expect(io.files.has(`/project/${old}`)).toBe(true);
    expect(io.printed.stdout).toContain(
      `  ${old}\n    The old file of types stays: ${why}.\n    fix: keep what you wrote elsewhere, and remove it\n`,
    );
    expect(io.printed.stderr).not.toContain(old);
    expect(io.text("src/main.ts")).toContain("./api/petstore/types");
  });

  test("one that is committed goes, as does one where there is no Git to ask", async () => {
    for (const options of [{ runs: gitOf(" M src/main.ts\0") }, {}]) {
      const io = project({ "src/main.ts": module }, options);
      expect(await migrate(io, "--write")).toBe(0);
      expect(io.files.has(`/project/${old}`)).toBe(false);
    }
  });
});

describe("openapi-typescript stays among the dependencies while something runs it, and each place is told", () => {
  const command = "npx openapi-typescript openapi.yaml -o src/api/schema.d.ts";
  test.each<readonly [string, string, number, string]>([
    [".husky/pre-commit", `${command}\n`, 1, "openapi-typescript is named here"],
    ["lefthook.yml", `pre-commit:\n  run: ${command}\n`, 2, "openapi-typescript is named here"],
    [".lintstagedrc", `{ "*.yaml": "${command}" }`, 1, "openapi-typescript is named here"],
    [".vscode/tasks.json", '{ "command": "npx",\n"args": ["openapi-typescript", "openapi.yaml"] }', 2, "openapi-typescript is named here"],
    [".devcontainer/devcontainer.json", `{ "postCreateCommand": "${command}" }`, 1, "openapi-typescript is named here"],
    ["bin/gen", `#!/bin/sh\n${command}\n`, 2, "openapi-typescript is named here"],
    ["Dockerfile.dev", `RUN ${command}\n`, 1, "openapi-typescript is named here"],
    ["justfile", `gen:\n  ${command}\n`, 2, "openapi-typescript is named here"],
    [".gitlab-ci.yml", `a: { script: ['${command}'] }\n`, 1, "openapi-typescript is named here"],
    ["tool.mk", "gen:\n\tnode_modules/.bin/openapi-typescript $(IN)\n", 2, "openapi-typescript is named here"],
    [
      "scripts/gen.mjs",
      `import { execSync } from "node:child_process";\nexecSync("${command}");\n`,
      2,
      "A program runs openapi-typescript",
    ],
    ["scripts/spawn.ts", 'run("npx", ["openapi-typescript", input]);\n', 1, "A program runs openapi-typescript"],
    ["scripts/template.js", "exec(`npx openapi-typescript ${input} -o ${output}`);\n", 1, "A program runs openapi-typescript"],
    ["gulpfile.js", 'exec("npx openapi-typescript a.yaml");\n', 1, "A program runs openapi-typescript"],
    ["vite.config.ts", `export default { plugins: [run("${command}")] };\n`, 1, "A program runs openapi-typescript"],
  ])("%s", async (path, text, line, message) => {
    const { left, io } = await migratedModule(module, { files: { [path]: text } });
    expect(left).toContain(`${path}:${String(line)} ${message}`);
    expect(left).toContain(`package.json:11 openapi-typescript stays among the dependencies, for ${path}`);
    expect(io.text("package.json")).toContain('"openapi-typescript": "^7.13.0"');
    expect(io.text("package.json")).toContain('"types": "sundial generate"');
  });

  test("package.json itself, elsewhere than in its scripts", async () => {
    const files = { "package.json": packageJson(undefined, { "lint-staged": { "*.yaml": command } }) };
    const { left, io } = await migratedModule(module, { files });
    expect(left).toContain("package.json:16 openapi-typescript is named here");
    expect(left).toContain("package.json:16 The file of types is named here: api/schema.d.ts");
    expect(io.text("package.json")).toContain('"openapi-typescript": "^7.13.0"');
    expect(io.files.has(`/project/${old}`)).toBe(true);
  });

  test.each<readonly [string, string]>([
    ["README.md", "Run `npx openapi-typescript openapi.yaml`.\n"],
    ["renovate.json", '{ "matchPackageNames": ["openapi-typescript", "x"] }'],
    [".github/dependabot.yml", "- dependency-name: openapi-typescript\n"],
    ["packages/other/package.json", packageJson()],
    ["scripts/note.sh", "# openapi-typescript wrote it\n"],
  ])("one that only names it needs none: %s", async (path, text) => {
    const { left, io } = await migratedModule(module, { files: { [path]: text } });
    expect(left.filter((each) => each.startsWith(path))).not.toEqual([]);
    expect(io.text("package.json")).not.toContain('"openapi-typescript"');
  });

  test("files that may hold secrets are not read", async () => {
    const files = { ".env": "A=openapi-typescript x\n", ".npmrc": "openapi-typescript x\n", ".env.local": "openapi-typescript x\n" };
    expect((await migratedModule(module, { files })).left).toEqual([]);
  });
});

describe("who names the old file of types is told", () => {
  test.each<readonly [string, string]>([
    [".gitignore", "src/api/schema.d.ts\n"],
    ["eslint.config.js", "export default [{ ignores: ['src/api/schema.d.ts'] }];\n"],
    [".github/CODEOWNERS", "/src/api/schema.d.ts @team\n"],
    ["sonar-project.properties", "sonar.exclusions=src/api/schema.d.ts\n"],
    ["docs/a.mdx", "It is in `src/api/schema.d.ts`.\n"],
  ])("%s; it goes", async (path, text) => {
    const { left, io } = await migratedModule(module, { files: { [path]: text } });
    expect(left).toEqual([`${path}:1 The file of types is named here: api/schema.d.ts`]);
    expect(io.files.has(`/project/${old}`)).toBe(false);
  });

  test.each<readonly [string, Readonly<Record<string, string>>]>([
    [
      "a script",
      { "package.json": packageJson({ types: "openapi-typescript openapi.yaml -o src/api/schema.d.ts && wc -l src/api/schema.d.ts" }) },
    ],
    ["imports of package.json", { "package.json": packageJson(undefined, { imports: { "#schema": "./src/api/schema.d.ts" } }) }],
    ["exports of package.json", { "package.json": packageJson(undefined, { exports: { "./schema": "./src/api/schema.d.ts" } }) }],
    ["another package", { "packages/b/package.json": '{ "types": "../../src/api/schema.d.ts" }' }],
    ["a tsconfig.json that lists files", { "tsconfig.build.json": '{ "files": ["src/api/schema.d.ts"] }' }],
    ["a page that imports", { "docs/b.mdx": 'import type { paths } from "../src/api/schema";\n\n# Pets\n' }],
    ["a program", { "scripts/read.mjs": 'readFileSync("src/api/schema.d.ts");\n' }],
  ])("%s: it stays", async (_, files) => {
    const { left, io } = await migratedModule(module, { files });
    expect(left).toContain("src/api/schema.d.ts The old file of types stays: something still names it");
    expect(left.some((each) => each.endsWith("The file of types is named here: api/schema.d.ts"))).toBe(true);
    expect(io.text(old)).toBe(oldTypes);
  });
});

describe("another package of the repository that names the old file of types is told, and it stays", () => {
  test.each<readonly [string, string]>([
    ["packages/web/src/main.ts", 'import type { paths } from "../../api/src/api/schema.js";\n'],
    ["packages/web/package.json", '{ "types": "../api/src/api/schema.d.ts" }'],
    ["tsconfig.json", '{ "compilerOptions": { "paths": { "@shop/api": ["./packages/api/src/api/schema.d.ts"] } } }'],
    [".github/workflows/ci.yml", "run: git diff --exit-code packages/api/src/api/schema.d.ts\n"],
  ])("%s", async (path, text) => {
    const io = project({}, { cwd: "/project/packages/api" });
    io.files.set(`/project/${path}`, new TextEncoder().encode(text));
    io.files.set("/project/packages/web/src/api/schema.d.ts", new TextEncoder().encode(oldTypes));
    io.files.set("/project/packages/web/src/own.ts", new TextEncoder().encode('import type { paths } from "./api/schema";\n'));
    expect(await migrate(io, "--write")).toBe(0);
    expect(io.printed.stdout).toContain(
      `  ${posix.relative("/project/packages/api", `/project/${path}`)}:1\n    The file of types is named outside of this folder: src/api/schema.d.ts.\n`,
    );
    expect(io.printed.stdout).not.toContain("own.ts");
    expect(io.files.has("/project/packages/api/src/api/schema.d.ts")).toBe(true);
  });
});

describe("what the folders above a package say of it is told", () => {
  const line = "cd packages/api && npx openapi-typescript openapi.yaml -o src/api/schema.d.ts";
  const fileNamed = "The file of types is named outside of this folder: src/api/schema.d.ts";
  const toolNamed = "openapi-typescript is named here";

  test.each<readonly [string, string, readonly string[]]>([
    ["Makefile", `types:\n\t${line}\n`, [`:2 ${fileNamed}`, `:2 ${toolNamed}`]],
    ["justfile", `types:\n  ${line}\n`, [`:2 ${fileNamed}`, `:2 ${toolNamed}`]],
    ["scripts/types.sh", `${line}\n`, [`:1 ${fileNamed}`, `:1 ${toolNamed}`]],
    [".github/workflows/ci.yml", `- run: ${line}\n  working-directory: packages/api\n`, [`:1 ${fileNamed}`, `:1 ${toolNamed}`]],
    ["package.json", `{ "scripts": { "types": "${line}" } }`, [`:1 ${fileNamed}`, `:1 ${toolNamed}`]],
    [".github/CODEOWNERS", "src/api/schema.d.ts @a\n", [`:1 ${fileNamed}`]],
    ["tox.ini", "[a]\ncommands = npx openapi-typescript a -o packages/api/src/api/schema.d.ts\n", [`:2 ${fileNamed}`, `:2 ${toolNamed}`]],
    ["packages/web/Makefile", `types:\n\t${line}\n`, []],
    ["packages/web/package.json", `{ "scripts": { "types": "${line}" } }`, []],
    ["Dockerfile", "RUN npx openapi-typescript a -o b.ts\n", []],
  ])("%s", async (path, text, messages) => {
    for (const isThere of [true, false]) {
      const io = project({}, { cwd: "/project/packages/api" });
      if (!isThere) io.files.delete("/project/packages/api/src/api/schema.d.ts");
      io.files.set("/project/packages/web/package.json", new TextEncoder().encode("{}"));
      io.files.set(`/project/${path}`, new TextEncoder().encode(text));
      expect(await migrate(io, "--write", "--format", "json")).toBe(0);
      const { left } = JSON.parse(io.printed.stdout) as { left: readonly { file?: string; line?: number; message: string }[] };
      const shown = posix.relative("/project/packages/api", `/project/${path}`);
      const told = left.filter(({ file }) => file === shown).map((each) => `:${String(each.line)} ${each.message}`);
      expect(told).toEqual(messages);
      const stays = messages.some((each) => each.endsWith(toolNamed));
      expect(io.text("package.json").includes('"openapi-typescript"')).toBe(stays);
    }
  });
});

describe("an old file of types that a module names in a way of its own", () => {
  const files = {
    "src/api/schema.d.ts": false,
    "src/api/v1.ts": oldTypes,
    "package.json": packageJson({ types: "openapi-typescript openapi.yaml -o src/api/v1.ts" }),
  } as const;

  test.each(["./api/v1.d.ts", "./api/v1.d.mts", "./api/v1.ts", "./api/v1", "./api/v1.js"])("%s is rewritten", async (specifier) => {
    const { text, left, io } = await migratedModule(`import type { paths } from "${specifier}";\nexport type P = paths;\n`, { files });
    expect(text).toMatch(/^import type \{ paths \} from "\.\/api\/petstore\/types(?:\.[jt]s)?";\n/);
    expect(left).toEqual([]);
    expect(io.files.has("/project/src/api/v1.ts")).toBe(false);
  });

  test.each<readonly [string, string]>([
    ["by a name that nothing leads to it", 'import type { paths } from "#own/api/v1";\n'],
    ["from a folder that is laid over another", 'export type { paths } from "./elsewhere/v1.js";\n'],
    ["in a text that is no import yet", "const text = `import type { paths } from '@generated/v1'`;\n"],
  ])("%s stays, and is told", async (_, before) => {
    const { text, left, io } = await migratedModule(before, { files });
    expect(text).toBe(before);
    expect(left).toEqual([
      expect.stringMatching(/^src\/main\.ts:1 A module may name the old file of types: .*v1/),
      "src/api/v1.ts The old file of types stays: something still names it",
    ]);
    expect(io.files.has("/project/src/api/v1.ts")).toBe(true);
  });

  test.each<readonly [string, string]>([
    ["a package", 'import { z } from "openapi-fetch/v1";\n'],
    ["a module of another folder", 'import { z } from "./other/v1";\n'],
    ["a note", '// import type { paths } from "./api/v1";\n'],
    ["generated code", 'import type { paths } from "./api/petstore/v1";\n'],
  ])("goes where the name is that of %s", async (_, before) => {
    const { left, io } = await migratedModule(before, { files: { ...files, "src/other/v1.ts": "export const z = 1;\n" } });
    expect(left).toEqual([]);
    expect(io.files.has("/project/src/api/v1.ts")).toBe(false);
  });
});

describe("all files are written, or none", () => {
  const files = { "src/main.ts": module, "src/other.ts": module };
  const contents = (io: MemoryIo): unknown => [...io.files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]).sort();

  test.each<readonly [string, string]>([
    ["the first", "rename /project/sundial.config.ts.sundial-100"],
    ["one of several", "rename /project/src/other.ts.sundial-100"],
    ["one that is removed", `remove /project/${old}`],
    ["the last", "rename /project/package.json.sundial-100"],
    ["a draft", "write /project/src/other.ts.sundial-100"],
  ])("where %s cannot be", async (_, refused) => {
    const before = contents(project(files));
    const io = project(files, { failChange: (change) => (change.startsWith(refused) ? "EPERM" : undefined) });
    expect(await migrate(io, "--write")).toBe(2);
    expect(contents(io)).toEqual(before);
    expect(io.printed.stderr).toContain("Nothing is changed.");
    const [, path = ""] = /\/project\/(.*?)(?:\.sundial-100)?$/.exec(refused) ?? [];
    expect(io.printed.stderr).toContain(`${path} cannot be written: `);
  });

  test("those that cannot be put back are told", async () => {
    let count = 0;
    const failChange = (change: string): string | undefined => {
      if (change.startsWith("rename /project/package.json")) return "EPERM";
      if (change.startsWith("rename /project/src/main.ts")) count += 1;
      return count > 1 ? "EROFS" : undefined;
    };
    const before = project(files);
    const io = project(files, { failChange });
    expect(await migrate(io, "--write")).toBe(2);
    // Nothing can be removed any more, and a draft neither.
    const paths = [...new Set([...before.files.keys(), ...io.files.keys()])].filter((path) => !path.includes(".sundial-")).sort();
    const others = paths.filter((path) => !isDeepStrictEqual(before.files.get(path), io.files.get(path)));
    const [, told = ""] = /What was written could not be taken back: (.*)\. \[/.exec(io.printed.stderr) ?? [];
    expect(others).not.toEqual([]);
    expect(told.split(", ").map((path) => `/project/${path}`)).toEqual(others);
  });

  test("and what a run that was ended has left beside them goes", async () => {
    const io = project(
      { ...files, "src/main.ts.sundial-7": "half", "src/main.ts.sundial-8": "of another run", "a.sundial-7": "" },
      { running: [8] },
    );
    expect(await migrate(io, "--write")).toBe(0);
    expect([...io.files.keys()].filter((path) => path.includes(".sundial-"))).toEqual([
      "/project/src/main.ts.sundial-8",
      "/project/a.sundial-7",
    ]);
  });
});
