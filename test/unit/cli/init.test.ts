import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo, type MemoryIo, type MemoryOptions } from "../../support/memory-io.js";

const yaml = "openapi: 3.1.0\ninfo: { title: Petstore, version: '1' }\npaths: {}\n";
const packageJson = '{\n  "name": "shop"\n}\n';
const git = { "/project/.git/HEAD": "" };
const project = (files: Readonly<Record<string, string>> = {}, options: MemoryOptions = {}): MemoryIo =>
  memoryIo({ "openapi.yaml": yaml, "package.json": packageJson, ...git, ...files }, options);
const init = (io: MemoryIo, ...flags: readonly string[]): Promise<number> => run(["init", ...flags], io);
/** Files that are there now and were not before, or say something else. */
const filesOf = (io: MemoryIo): Readonly<Record<string, string>> =>
  Object.fromEntries([...io.files.keys()].sort().map((path) => [path, io.text(path)]));

describe("init writes what is evident", () => {
  test("a configuration, scripts and marks, and says what comes next", async () => {
    const io = project({ "tsconfig.json": "{}", ".prettierignore": "dist", ".prettierrc": "{}" });
    expect(await init(io)).toBe(0);
    expect(io.text("sundial.config.ts")).toContain(
      '  input: "openapi.yaml",\n  output: "generated/petstore",\n  emit: ["types", "validators", "client"],\n',
    );
    expect(JSON.parse(io.text("package.json"))).toEqual({
      name: "shop",
      scripts: { generate: "sundial generate", "generate:check": "sundial check" },
    });
    expect(io.text(".prettierignore")).toBe("dist\ngenerated/petstore/\n");
    expect(io.text(".gitattributes")).toBe("generated/petstore/** linguist-generated=true\n");
    expect(io.printed.stderr).toMatch(/Next:\n {2}npm install --save-dev openapi-sundial\n {2}npm run generate\n$/);
    expect(io.files.has("/project/.github/workflows/generated-code.yml")).toBe(false);
  });

  test("and nothing when it is called again", async () => {
    const io = project({ ".prettierignore": "dist\r\n", ".prettierrc": "{}" });
    await init(io, "--ci", "github");
    const before = filesOf(io);
    const changes = io.changes.length;
    expect(await init(io, "--ci", "github")).toBe(0);
    expect(io.printed.stdout).toContain("nothing was written.\n");
    expect(filesOf(io)).toEqual(before);
    expect(io.changes.length).toBe(changes);
  });

  test("and with --dry-run nothing, though it shows all of it", async () => {
    const io = project();
    expect(await init(io, "--dry-run", "--ci", "github")).toBe(0);
    expect(io.changes).toEqual([]);
    for (const shown of [
      "sundial.config.json",
      '+ "generate": "sundial generate"',
      "linguist-generated=true",
      "run: npm run generate:check",
    ])
      expect(io.printed.stdout).toContain(shown);
  });

  test("as JSON where there is no TypeScript, with the place of its schema", async () => {
    const io = project({ "node_modules/openapi-sundial/schema/config.schema.json": "{}" });
    expect(await init(io)).toBe(0);
    expect(JSON.parse(io.text("sundial.config.json"))).toEqual({
      $schema: "./node_modules/openapi-sundial/schema/config.schema.json",
      input: "openapi.yaml",
      output: "generated/petstore",
      emit: ["types", "validators", "client"],
    });
    const rootDir = project({ "tsconfig.json": '{ "compilerOptions": { "rootDir": "src" } }' });
    await init(rootDir);
    expect(rootDir.files.has("/project/sundial.config.json")).toBe(true);
    for (const [options, format] of [
      ['"outDir": "dist"', "json"],
      ['"outDir": "dist", "noEmit": true', "ts"],
      ['"outDir": "dist", "rootDir": "."', "ts"],
    ] as const) {
      const outDir = project({ "tsconfig.json": `{ "compilerOptions": { ${options} } }` });
      await init(outDir);
      expect([options, outDir.files.has(`/project/sundial.config.${format}`)]).toEqual([options, true]);
    }
    const asked = project();
    await init(asked, "--config-format", "ts");
    expect(asked.files.has("/project/sundial.config.ts")).toBe(true);
  });

  test("of a service, with a place for handlers that is free", async () => {
    const io = project({ "package.json": '{ "dependencies": { "express": "5" } }', "src/handlers/mine.ts": "" });
    expect(await init(io)).toBe(0);
    expect(JSON.parse(io.text("sundial.config.json"))).toMatchObject({
      output: "src/petstore",
      emit: ["types", "validators", "server"],
      handlers: "src/petstore-handlers",
    });
    expect(io.printed.stderr).toContain("npm install --save-dev openapi-sundial @types/node\n");
  });

  test.each([
    [{ scripts: { types: "openapi-typescript ./spec/a.yaml -o ./src/lib/api.d.ts" } }, {}, ["types"], "src/lib/petstore"],
    [
      { dependencies: { "openapi-fetch": "0.17.0" } },
      { "redocly.yaml": "apis:\n  a@v1:\n    root: ./spec/a.yaml\n    x-openapi-ts:\n      output: ./app/schema.ts\n" },
      ["types", "validators", "client", "paths"],
      "app/petstore",
    ],
    [
      {},
      { "openapi-ts.config.ts": 'export default { input: { path: "spec/a.yaml" }, output: "web/client" }' },
      ["types", "validators", "client"],
      "web/petstore",
    ],
    [
      {},
      { "orval.config.js": "module.exports = { a: { input: './spec/a.yaml', output: { target: 'web/gen/a.ts' } } }" },
      ["types", "validators", "client"],
      "web/gen/petstore",
    ],
  ])("from the set-up of another generator: %j %j", async (content, files, emit, output) => {
    const io = project({ "package.json": JSON.stringify(content), "spec/a.yaml": yaml, ...files });
    expect(await init(io)).toBe(0);
    expect(JSON.parse(io.text("sundial.config.json"))).toMatchObject({ input: "spec/a.yaml", emit, output });
  });

  test.each([
    [
      "orval.config.ts",
      "export default defineConfig({ a: { input: './spec/a.yaml', output: { target: 'web/a/a.ts' } }, b: { input: { target: './spec/b.yaml' }, output: { mode: 'split', target: 'web/b/b.ts' } } });",
    ],
    [
      "openapi-ts.config.ts",
      'export default [{ input: "spec/a.yaml", output: "web/a/client" }, { output: { path: "web/b/client" }, input: { path: "spec/b.yaml" } }];',
    ],
  ])("says that there are several where another generator has several APIs: %s", async (name, text) => {
    const files = { "spec/a.yaml": yaml, "spec/b.yaml": yaml, [name]: text };
    const io = project(files);
    expect(await init(io)).toBe(2);
    expect(io.printed.stderr).toMatch(/There are 2 descriptions: (?:\.\/)?spec\/a\.yaml, (?:\.\/)?spec\/b\.yaml\./);
    const second = project(files);
    expect(await init(second, "--input", "spec/b.yaml")).toBe(0);
    expect(JSON.parse(second.text("sundial.config.json"))).toMatchObject({ input: "spec/b.yaml", output: "web/b/petstore" });
  });

  test.each([
    ['["src"]', "src/petstore"],
    ['["./src/**/*.ts", "src/*.json"]', "src/petstore"],
    ['["src", "test"]', "generated/petstore"],
    ["[]", "generated/petstore"],
  ])("below src, which is not there yet, where the tsconfig takes nothing else: %s", async (include, output) => {
    const io = project({ "tsconfig.json": `{ "compilerOptions": { "strict": true }, "include": ${include} }` });
    expect(await init(io, "--config-format", "json")).toBe(0);
    expect(JSON.parse(io.text("sundial.config.json"))).toMatchObject({ output });
  });

  test.each([
    [{ "generate:check": "graphql-codegen --check" }, { "generate:api": "sundial generate", "generate:api:check": "sundial check" }],
    [{ generate: "graphql-codegen" }, { "generate:api": "sundial generate", "generate:api:check": "sundial check" }],
    [{ generate: "sundial generate" }, { "generate:check": "sundial check" }],
    [{ generate: "sundial generate", "generate:check": "tsc" }, { "generate:api:check": "sundial check" }],
    [{ "generate:check": "sundial check" }, { generate: "sundial generate" }],
  ])("with scripts that go together, beside %j", async (scripts: Readonly<Record<string, string>>, added) => {
    const io = project({ "package.json": JSON.stringify({ scripts }) });
    expect(await init(io)).toBe(0);
    expect(JSON.parse(io.text("package.json"))).toEqual({ scripts: { ...scripts, ...added } });
  });

  test.each([
    [
      "openapi.json",
      JSON.stringify({
        components: { schemas: { A: { description: "x".repeat(100_000) } } },
        info: { title: "Pets", version: "1" },
        openapi: "3.1.0",
        paths: {},
      }),
    ],
    [
      "openapi.yaml",
      `components: { schemas: {} }\n# ${"x\n# ".repeat(50_000)}\ninfo: { title: Pets, version: "1" }\nopenapi: 3.1.0\npaths: {}\n`,
    ],
  ])("finds a description that says what it is at its end: %s", async (name, text) => {
    const io = memoryIo({ "/project/package.json": packageJson, [`/project/${name}`]: text }, { cwd: "/project" });
    expect(await init(io)).toBe(0);
    expect(JSON.parse(io.text("sundial.config.json"))).toMatchObject({ input: name, output: "generated/pets" });
  });

  test.each([
    [{}, {}, true],
    [{ devDependencies: { typescript: "6" } }, {}, false],
    [{ dependencies: { vite: "7" } }, {}, false],
    [{ scripts: { start: "node src/main.ts" } }, {}, false],
    [{}, { "tsconfig.json": "{}" }, false],
    [{}, { "deno.json": "{}" }, false],
    [{}, { "bun.lock": "" }, false],
  ])("says where nothing compiles what is generated: %j %j", async (content, files, isTold) => {
    const io = project({ "package.json": JSON.stringify(content), ...files });
    expect(await init(io)).toBe(0);
    expect(io.printed.stderr.includes("nothing here compiles it")).toBe(isTold);
    if (isTold) expect(io.printed.stderr).toContain("    npm install --save-dev typescript\n");
  });

  test("with the package manager of the project, from the repository that the package is in", async () => {
    const io = memoryIo(
      {
        "/repo/.git/HEAD": "",
        "/repo/pnpm-lock.yaml": "",
        "/repo/package.json": '{ "devDependencies": { "prettier": "3" } }',
        "/repo/.prettierignore": "dist\n",
        "/repo/spec/openapi.yaml": yaml,
        "/repo/packages/web/package.json": packageJson,
      },
      { cwd: "/repo/packages/web" },
    );
    expect(await init(io, "--ci", "github")).toBe(0);
    expect(JSON.parse(io.text("sundial.config.json"))).toMatchObject({ input: "../../spec/openapi.yaml" });
    expect(io.text("/repo/.prettierignore")).toBe("dist\n");
    expect(io.printed.stderr).toContain("Add to ../../.prettierignore:\n    packages/web/generated/petstore/\n");
    expect(io.text("/repo/.github/workflows/generated-code.yml")).toContain(
      '        working-directory: "packages/web"\n    steps:\n      - uses: actions/checkout@v4\n      - uses: pnpm/action-setup@v4\n',
    );
    expect(io.text("/repo/.github/workflows/generated-code.yml")).toContain("          version: 10\n");
    expect(io.printed.stderr).toContain("  pnpm add --save-dev openapi-sundial\n  pnpm run generate\n");
  });

  test.each([
    [{ "pnpm-lock.yaml": "", "pnpm-workspace.yaml": "packages: [a]\n" }, {}, "pnpm add --save-dev --workspace-root openapi-sundial"],
    [{ "yarn.lock": "" }, { workspaces: ["a"] }, "yarn add --dev --ignore-workspace-root-check openapi-sundial"],
    [{ "yarn.lock": "", ".yarnrc.yml": "" }, { workspaces: ["a"] }, "yarn add --dev openapi-sundial"],
    [{ "package-lock.json": "" }, { workspaces: ["a"] }, "npm install --save-dev openapi-sundial"],
  ])("at the root of a workspace, by a command that its package manager takes: %j %j", async (files, content, install) => {
    const io = project({ ...files, "package.json": JSON.stringify(content) });
    expect(await init(io)).toBe(0);
    expect(io.printed.stderr).toContain(`  ${install}\n`);
  });

  test("for Deno, with its own commands", async () => {
    const io = memoryIo({ "/project/.git/HEAD": "", "/project/deno.json": "{}", "/project/openapi.yaml": yaml }, { cwd: "/project" });
    expect(await init(io, "--ci", "github")).toBe(0);
    const workflow = io.text("/project/.github/workflows/generated-code.yml");
    expect(workflow).toContain("      - uses: denoland/setup-deno@v2\n      - run: deno run -A npm:openapi-sundial check\n");
    expect(workflow).not.toContain("npm ci");
    expect(io.printed.stderr).toContain('"fmt": { "exclude": ["generated/petstore/"] },');
    expect(io.printed.stderr).toContain("  deno run -A npm:openapi-sundial generate\n");
  });

  test("with the Node that the repository is for", async () => {
    const io = project({ ".git/HEAD": "", ".nvmrc": "24\n" });
    expect(await init(io, "--ci", "github")).toBe(0);
    const workflow = io.text("/project/.github/workflows/generated-code.yml");
    expect(workflow).toContain("        with:\n          node-version-file: .nvmrc\n");
    expect(workflow).not.toContain("node-version: ");
  });

  test("with submodules in the workflow, where there are any", async () => {
    const io = project({ ".git/HEAD": "", ".gitmodules": "" });
    expect(await init(io, "--ci", "github")).toBe(0);
    expect(io.text("/project/.github/workflows/generated-code.yml")).toContain(
      "      - uses: actions/checkout@v4\n        with:\n          submodules: true\n",
    );
  });

  test("with the version of pnpm that the root names, and no other: two are refused by its action", async () => {
    const root = '{ "packageManager": "pnpm@10.1.0" }';
    const files = {
      "/repo/.git/HEAD": "",
      "/repo/package.json": root,
      "/repo/web/package.json": packageJson,
      "/repo/web/openapi.yaml": yaml,
    };
    const io = memoryIo(files, { cwd: "/repo/web" });
    expect(await init(io, "--ci", "github")).toBe(0);
    expect(io.text("/repo/.github/workflows/generated-code.yml")).toContain(
      "- uses: pnpm/action-setup@v4\n      - uses: actions/setup-node@v4\n",
    );
  });

  test("without Git no marks for it, and without a package.json commands in place of scripts", async () => {
    const io = memoryIo({ "openapi.yaml": yaml });
    expect(await init(io)).toBe(0);
    expect([...io.files.keys()].sort()).toEqual(["/project/openapi.yaml", "/project/sundial.config.json"]);
    expect(io.printed.stderr).toMatch(/Next:\n {2}npx openapi-sundial generate\n$/);
  });
});

test("the README begins with the commands that init says", async () => {
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  const [first = "", ...next] = /^## Start\n[^]*?```sh\n([^]*?)```/m.exec(readme)?.[1]?.trimEnd().split("\n") ?? [];
  const io = project();
  expect(await run(first.split(" ").slice(2), io)).toBe(0);
  expect(io.printed.stderr).toContain(`Next:\n${next.map((line) => `  ${line}\n`).join("")}`);
  expect(await run(["--help"], io)).toBe(0);
  for (const command of ["init", "doctor"]) expect(io.printed.stdout).toMatch(new RegExp(`^  ${command} +\\S`, "m"));
});

describe("init leaves what is there", () => {
  test("a script of another meaning keeps its name", async () => {
    const io = project({ "package.json": '{ "scripts": { "generate": "prisma generate" } }' });
    await init(io);
    expect(JSON.parse(io.text("package.json"))).toEqual({
      scripts: { generate: "prisma generate", "generate:api": "sundial generate", "generate:api:check": "sundial check" },
    });
    expect(io.printed.stderr).toMatch(/ {2}npm run generate:api\n$/);
  });

  test("where all names are taken, it says what to add", async () => {
    const taken = { generate: "a", "generate:api": "b", "generate:check": "c", "generate:api:check": "d" };
    const io = project({ "package.json": JSON.stringify({ scripts: taken }) });
    await init(io);
    expect(JSON.parse(io.text("package.json"))).toEqual({ scripts: taken });
    expect(io.printed.stderr).toContain("    sundial generate\n    sundial check\n");
  });

  test("a configuration stays, and is shown what another description would need", async () => {
    const config = JSON.stringify({ input: "openapi.yaml", output: "src/own" });
    const io = project({ "sundial.config.json": config, "other.yaml": yaml });
    expect(await init(io, "--input", "other.yaml")).toBe(0);
    expect(io.text("sundial.config.json")).toBe(config);
    expect(io.text(".gitattributes")).toBe("src/own/** linguist-generated=true\n");
    expect(io.printed.stderr).toContain('"input": "other.yaml"');
  });

  test("a workflow of another package of the repository is none for this one", async () => {
    const job = '    defaults:\n      run:\n        working-directory: "apps/api"\n    steps:\n      - run: npm run generate:check\n';
    const other = job.replace("apps/api", "apps/web-admin");
    const workflows = { "/repo/.github/workflows/generated-code.yml": job, "/repo/.github/workflows/admin.yml": other };
    const files = { "/repo/.git/HEAD": "", ...workflows, "/repo/apps/web/api.yaml": yaml };
    const io = memoryIo({ ...files, "/repo/apps/web/package.json": packageJson }, { cwd: "/repo/apps/web" });
    expect(await init(io, "--ci", "github")).toBe(0);
    expect(io.printed.stderr).toContain("Let a job run, in apps/web:\n    npm run generate:check\n");
    await run(["doctor"], io);
    expect(io.printed.stdout).toContain("no job of CI that was found here checks");
  });

  test.each([
    ["1, which knows no other flag", { "yarn.lock": "" }, "yarn install --frozen-lockfile"],
    ["1 by its name", { "package.json": '{ "packageManager": "yarn@1.22.22" }', "yarn.lock": "" }, "yarn install --frozen-lockfile"],
    ["4 by its name", { "package.json": '{ "packageManager": "yarn@4.5.0" }', "yarn.lock": "" }, "yarn install --immutable"],
    ["4 by its settings", { "yarn.lock": "", ".yarnrc.yml": "nodeLinker: node-modules\n" }, "yarn install --immutable"],
  ])("a workflow installs as Yarn %s", async (_, files: Readonly<Record<string, string>>, command) => {
    const io = project(files);
    await init(io, "--ci", "github");
    expect(io.text(".github/workflows/generated-code.yml")).toContain(`      - run: ${command}\n`);
  });

  test("an openapi-fetch that is too old is named with the command", async () => {
    const old = { "node_modules/openapi-fetch/package.json": '{ "version": "0.13.5" }' };
    const io = project({ ...old, "package.json": '{ "dependencies": { "openapi-fetch": "^0.13.0" } }' });
    await init(io, "--emit", "client,paths");
    expect(io.printed.stderr).toContain("npm install openapi-fetch@latest\n");
  });

  test("another description that is not there is a mistake, also where all is set up", async () => {
    const io = project({ "sundial.config.json": JSON.stringify({ input: "openapi.yaml", output: "src/own" }) });
    expect(await init(io, "--input", "none.yaml")).toBe(2);
    expect(io.printed.stderr).toContain("none.yaml");
  });

  test("a workflow that is there stays, and one that checks already is enough", async () => {
    const io = project({ ".github/workflows/generated-code.yml": "name: mine\n" });
    await init(io, "--ci", "github");
    expect(io.text(".github/workflows/generated-code.yml")).toBe("name: mine\n");
    expect(io.printed.stderr).toContain("says something else. Let a job run:\n    npm run generate:check\n");
    const checked = project({ ".github/workflows/ci.yml": "      - run: npm run generate:check\n" });
    await init(checked, "--ci", "github");
    expect(checked.files.has("/project/.github/workflows/generated-code.yml")).toBe(false);
  });

  test("biome and eslint are configured by people: it says the lines", async () => {
    const io = project({ "biome.json": "{}", "eslint.config.js": "", "tsconfig.json": "{}" });
    await init(io);
    // Without the first pattern, Biome would look at nothing at all.
    expect(io.printed.stderr).toContain('    "files": { "includes": ["**", "!generated/petstore"] }\n');
    expect(io.printed.stderr).toContain('    { ignores: ["generated/petstore/**"] }\n');
  });

  test.each([
    ['{ "files": { "includes": ["**", "!generated"] } }', false],
    ['{ "files": { "includes": ["**", "!!**/generated/**"] } }', false],
    ['{ "files": { "ignore": ["./generated/petstore"] } }', false],
    ['{ "files": { "includes": ["generated/**", "!**/dist"] } }', true],
    ['{ "files": { "includes": ["**/generated/**"] } }', true],
    ['{ "files": { "includes": ["**", "!**/dist"] }, "overrides": [{ "includes": ["generated/**"] }] }', true],
  ])("of %s it is known whether Biome looks at generated files", async (settings, isLooking) => {
    const io = project({ "biome.json": settings });
    await init(io);
    expect(io.printed.stderr.includes("biome would")).toBe(isLooking);
  });
});

describe("init asks on a terminal", () => {
  test("at most four questions, each with an answer to take", async () => {
    const io = project({ "other.yaml": yaml }, { answers: ["7", "2", "", "src/x", "y"] });
    expect(await init(io)).toBe(0);
    expect(io.printed.stderr.match(/^> /gm)?.length).toBe(5); // one of them again
    expect(JSON.parse(io.text("sundial.config.json"))).toMatchObject({ input: "other.yaml", output: "src/x" });
    expect(io.files.has("/project/.github/workflows/generated-code.yml")).toBe(true);
  });

  test("until the input ends, or Ctrl-C: then nothing is written", async () => {
    for (const answers of [[], ["1"], ["1", "1"], ["1", "1", "src/x"]]) {
      const io = project({ "other.yaml": yaml }, { answers });
      expect(await init(io)).toBe(2);
      expect(io.changes).toEqual([]);
      expect(io.printed.stderr).toMatch(/\nNothing was written.\n$/);
    }
  });

  test.each([
    ["--yes", {}],
    ["--input=openapi.yaml", { env: { CI: "true" } }],
  ])("and nothing with %s %j", async (flag, options) => {
    const io = project({}, { answers: [], ...options });
    expect(await init(io, flag)).toBe(0);
    expect(io.printed.stderr).not.toContain("> ");
  });
});

describe("init refuses, with a code, and writes nothing", () => {
  const refused = async (io: MemoryIo, ...flags: readonly string[]): Promise<string> => {
    expect(await init(io, ...flags)).toBe(2);
    expect(io.changes).toEqual([]);
    return io.printed.stderr;
  };

  test("setup-description-missing", async () => {
    expect(await refused(memoryIo({ "package.json": packageJson }))).toContain("[setup-description-missing]");
  });
  test("setup-description-unclear", async () => {
    const said = await refused(project({ "api/b.yaml": yaml }));
    expect(said).toContain("There are 2 descriptions: openapi.yaml, api/b.yaml.");
    expect(said).toContain('sundial init --input "openapi.yaml"');
  });
  test("setup-package-unreadable", async () => {
    expect(await refused(project({ "package.json": "{ name: }" }))).toContain("[setup-package-unreadable]");
  });
  test.each([
    ["--output", ".."],
    ["--output", "."],
    ["--output", "src/a\nb"],
    ["--emit", "clients"],
    ["--ci", "gitlab"],
    ["--config-format", "yaml"],
    ["--input", "https://user:secret@api.example.com/openapi.json"],
    ["--input", "https://"],
  ])("%s %j", async (flag, value) => {
    const said = await refused(project(), flag, value);
    expect(said).toContain("[usage]");
    expect(said).not.toContain("secret");
  });
  test("a file that does not exist", async () => {
    expect(await refused(project(), "--input", "nothing.yaml")).toContain("[file-not-found]");
  });
  test("a configuration that is wrong", async () => {
    expect(await refused(project({ "sundial.config.json": '{ "inptu": "a" }' }))).toContain("[config-unknown-key]");
  });
  test("a link in place of a file, or of a folder that leads out of the project", async () => {
    const io = project({ "/elsewhere/package.json": packageJson });
    io.files.delete("/project/package.json");
    io.symlinks.set("/project/package.json", "/elsewhere/package.json");
    expect(await refused(io)).toContain("[output-symlink]");
    const folder = project({ "/elsewhere/a": "" }, { symlinks: { "/project/.github": "/elsewhere" } });
    expect(await refused(folder, "--ci", "github")).toContain("[output-symlink]");
  });
});

test("a disk that is full leaves nothing half-written", async () => {
  for (const failing of [1, 2, 3]) {
    let count = 0;
    const io = project({}, { failChange: (change) => (change.startsWith("write ") && (count += 1) === failing ? "ENOSPC" : undefined) });
    const before = filesOf(io);
    expect(await init(io)).toBe(2);
    expect(io.printed.stderr).toContain("[output-failed]");
    expect(filesOf(io)).toEqual(before);
  }
});

describe("words of others", () => {
  const hostile = ["it's", 'a"b', "a`${process.exit(1)}`", "a\u202eb", "größe", "a\u001b[31mb", "::error::x", "*/ x", "##[group]", "-rf"];
  test.each(hostile)("in the name of a file, %j, are quoted in the configuration and harmless on the terminal", async (name) => {
    for (const format of ["ts", "json"] as const) {
      const io = memoryIo({ [`/project/spec/${name}.yaml`]: yaml, "/project/package.json": packageJson });
      expect(await init(io, "--config-format", format)).toBe(0);
      const text = io.text(`sundial.config.${format}`);
      const [, input = ""] = /"?input"?: ("(?:[^"\\]|\\.)*"),\n/.exec(text) ?? [];
      expect(JSON.parse(input)).toBe(`spec/${name}.yaml`);
      for (const shown of [text, io.printed.stdout, io.printed.stderr]) expect(shown).not.toMatch(/[\u001b\u202e]/);
      for (const shown of [io.printed.stdout, io.printed.stderr]) expect(shown).not.toMatch(/^\s*::|##\[/m);
    }
  });

  test("in a title make a plain name", async () => {
    for (const title of ["../../etc", "${a}", "`x`", "Größe der Welt", "\u202e", "<b>", "constructor"]) {
      const io = memoryIo({ "openapi.json": JSON.stringify({ openapi: "3.1.0", info: { title } }), "package.json": packageJson });
      expect(await init(io)).toBe(0);
      const { output } = JSON.parse(io.text("sundial.config.json")) as { readonly output: string };
      expect(output).toMatch(/^generated\/[a-z][a-z0-9-]*$/);
      expect(io.printed.stderr).not.toContain("\u202e");
    }
  });
});
