/** `sundial init` in projects as people have them, and `sundial generate` right after it. */
import { copyFile, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { format } from "prettier";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildCli, petstore, readTree, temporaryFolder } from "../support/cli.js";
import { projectRoot } from "../support/compile.js";

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

interface Project {
  /** Files by path; `true` is the Petstore's description. */
  readonly files: Readonly<Record<string, string | true>>;
  /** The folder of the package. */
  readonly at?: string;
  readonly flags?: readonly string[];
}

async function setUp({ files, at = "." }: Project): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await (text === true ? copyFile(petstore, join(folder, path)) : writeFile(join(folder, path), text));
  }
  return join(folder, at);
}

const module = JSON.stringify({ name: "shop", type: "module" }, undefined, 2);
const git = { ".git/HEAD": "ref: refs/heads/main\n" };
const tsconfig = '{ "compilerOptions": { "module": "nodenext", "strict": true } }\n';

test.each<readonly [string, Project, readonly string[]]>([
  [
    "a client in a package of npm with ES modules",
    {
      files: {
        ...git,
        "package.json": module,
        "package-lock.json": "{}",
        "tsconfig.json": tsconfig,
        "src/main.ts": "",
        "openapi.yaml": true,
      },
    },
    ["sundial.config.ts", "src/petstore/client.ts", ".gitattributes"],
  ],
  [
    "a package of a workspace of pnpm with prettier",
    {
      files: {
        ...git,
        "pnpm-lock.yaml": "",
        "package.json": '{ "devDependencies": { "prettier": "3", "typescript": "5" } }',
        ".prettierignore": "dist\n",
        "spec/petstore.yaml": true,
        "packages/web/package.json": module,
        "packages/web/tsconfig.json": tsconfig,
      },
      at: "packages/web",
      flags: ["--ci", "github"],
    },
    ["sundial.config.ts", "generated/petstore/client.ts"],
  ],
  [
    "a package with a script of openapi-typescript",
    {
      files: {
        "package.json":
          '{ "scripts": { "types": "openapi-typescript api/pets.yaml -o src/api/schema.d.ts" }, "devDependencies": { "typescript": "5" } }',
        "api/pets.yaml": true,
        "other.yaml": true,
        "src/api/schema.d.ts": "",
      },
    },
    ["sundial.config.ts", "src/api/petstore/types.ts"],
  ],
  [
    "JavaScript without a tsconfig",
    { files: { ...git, "package.json": module, "docs/openapi.yml": true } },
    ["sundial.config.json", "generated/petstore/client.ts"],
  ],
  [
    "a service, whose package.json has tabs and CRLF",
    {
      files: {
        "package.json": '{\r\n\t"scripts": {\r\n\t\t"start": "node ."\r\n\t},\r\n\t"dependencies": { "fastify": "5" }\r\n}\r\n',
        "tsconfig.json": tsconfig,
        "openapi.yaml": true,
      },
    },
    ["sundial.config.ts", "generated/petstore/server.ts", "handlers/pets.ts"],
  ],
  ["no package.json and no Git", { files: { "petstore.yaml": true } }, ["sundial.config.json", "generated/petstore/client.ts"]],
  [
    "two descriptions, one of which is named, with a name that has to be quoted",
    {
      files: { "package.json": module, "a.yaml": true, "it's `${b}`.yaml": true },
      flags: ["--input", "it's `${b}`.yaml", "--config-format", "ts"],
    },
    ["sundial.config.ts", "generated/petstore/client.ts"],
  ],
])("%s: what init writes, generate takes, and a second init leaves", async (_, project, expected) => {
  const cwd = await setUp(project);
  const first = await cli.run(["init", ...(project.flags ?? [])], { cwd });
  expect(first).toMatchObject({ code: 0 });
  const generated = await cli.run(["generate"], { cwd });
  expect(generated).toMatchObject({ code: 0 });
  const before = await readTree(folder);
  expect(Object.keys(await readTree(cwd))).toEqual(expect.arrayContaining([...expected]));
  const again = await cli.run(["init", ...(project.flags ?? [])], { cwd });
  expect(again).toMatchObject({ code: 0 });
  expect(again.stdout).toContain("nothing was written");
  expect(await readTree(folder)).toEqual(before);
  expect(await cli.run(["check"], { cwd })).toMatchObject({ code: 0 });
});

test.each<readonly [string, Project, string]>([
  ["no description", { files: { "package.json": module } }, "setup-description-missing"],
  ["two descriptions", { files: { "package.json": module, "a.yaml": true, "b.yaml": true } }, "setup-description-unclear"],
  ["a package.json that is broken", { files: { "package.json": "{", "a.yaml": true } }, "setup-package-unreadable"],
])("%s: nobody is asked where nobody can answer, and nothing is written", async (_, project, code) => {
  const cwd = await setUp(project);
  const before = await readTree(folder);
  const ran = await cli.run(["init"], { cwd, stdin: "1\n1\n\ny\n" });
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain(`[${code}]`);
  expect(await readTree(folder)).toEqual(before);
});

test("new files are as the formatter of the project has them", async () => {
  const style = { singleQuote: true, semi: false, tabWidth: 4 };
  const files = {
    ...git,
    "package.json": module,
    "tsconfig.json": tsconfig,
    ".prettierrc": JSON.stringify(style),
    "openapi.yaml": true,
  } as const;
  const at = await setUp({ files });
  await symlink(join(projectRoot, "node_modules"), join(at, "node_modules"));
  expect((await cli.run(["init", "--yes", "--ci", "github"], { cwd: at })).code).toBe(0);
  const written = ["sundial.config.ts", ".github/workflows/generated-code.yml"];
  for (const file of written) {
    const text = await readFile(join(at, file), "utf8");
    expect(await format(text, { ...style, filepath: file })).toBe(text);
  }
});
