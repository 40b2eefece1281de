import { describe, expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import type { Finding } from "../../../src/setup/findings.js";
import { version } from "../../../src/version.js";
import { memoryIo, type MemoryIo, type MemoryOptions } from "../../support/memory-io.js";

const yaml = "openapi: 3.1.0\ninfo: { title: Petstore, version: '1' }\npaths: {}\n";
const config = { input: "openapi.yaml", output: "src/petstore", emit: ["types", "client"] };
const asJson = (value: unknown): string => JSON.stringify(value);
/** A project in which nothing is left to do. */
const sound: Readonly<Record<string, string>> = {
  ".git/HEAD": "",
  "openapi.yaml": yaml,
  "sundial.config.json": asJson(config),
  "package.json": asJson({
    scripts: { generate: "sundial generate", "generate:check": "sundial check" },
    devDependencies: { "openapi-sundial": version, prettier: "3" },
  }),
  "package-lock.json": "{}",
  "tsconfig.json": asJson({ compilerOptions: { strict: true, module: "nodenext", target: "es2022" } }),
  "node_modules/openapi-sundial/package.json": asJson({ version }),
  "node_modules/typescript/package.json": asJson({ version: "5.9.3" }),
  ".prettierignore": "src/petstore/\n",
  ".gitattributes": "src/petstore/** linguist-generated=true\n",
  ".github/workflows/ci.yml": "      - run: npm run generate:check\n",
};

async function project(files: Readonly<Record<string, string>> = {}, options: MemoryOptions = {}): Promise<MemoryIo> {
  const io = memoryIo({ ...sound, ...files }, options);
  await run(["generate"], io);
  return io;
}

interface Examined {
  readonly code: number;
  /** What is not as it should be: "warning strict". */
  readonly wrong: readonly string[];
  readonly checks: readonly Finding[];
}

async function examine(io: MemoryIo, ...flags: readonly string[]): Promise<Examined> {
  const before = io.printed.stdout.length;
  const changes = io.changes.length;
  const code = await run(["doctor", "--format", "json", ...flags], io);
  expect(io.changes.length).toBe(changes);
  const { checks, fine } = JSON.parse(io.printed.stdout.slice(before)) as { readonly checks: readonly Finding[]; readonly fine: boolean };
  expect(fine).toBe(code === 0);
  return { code, checks, wrong: checks.filter(({ state }) => state !== "ok").map(({ state, check }) => `${state} ${check}`) };
}
const fixOf = ({ checks }: Examined, check: string): string | undefined =>
  checks.find((each) => each.check === check && each.state !== "ok")?.fix;

test("a project in which nothing is left to do is fine, line by line", async () => {
  const found = await examine(await project());
  expect(found).toMatchObject({ code: 0, wrong: [] });
  expect(new Set(found.checks.map(({ check }) => check))).toEqual(
    new Set([
      "versions",
      "installed",
      "typescript",
      "configuration",
      "description",
      "output",
      "imports",
      "tsconfig",
      "tools",
      "scripts",
      "ci",
      "attributes",
    ]),
  );
});

test("the page has each topic once, and counts what it found", async () => {
  const io = await project({ ".gitattributes": "" });
  io.files.delete("/project/src/petstore/types.ts");
  const before = io.printed.stdout.length;
  expect(await run(["doctor"], io)).toBe(1);
  const page = io.printed.stdout.slice(before);
  expect(page).toContain(
    "  problem  src/petstore is not current: 1 file missing, changed or left over\n           fix: npm run generate\n",
  );
  expect(page).toMatch(/\n1 problem, 1 warning\n$/);
  expect(page.match(/^\S.*$/gm)).toEqual(["versions", "configuration", "petstore", "project", "1 problem, 1 warning"]);
});

describe("it says what is wrong, and the command that works", () => {
  test.each<readonly [string, Readonly<Record<string, string>>, string, string]>([
    ["no strict", { "tsconfig.json": '{ "compilerOptions": { "module": "nodenext" } }' }, "warning strict", 'add "strict": true to'],
    [
      "an old library",
      { "tsconfig.json": '{ "compilerOptions": { "module": "nodenext", "strict": true, "lib": ["es2018", "dom"] } }' },
      "warning lib",
      "es2022",
    ],
    [
      "an old target",
      { "tsconfig.json": '{ "compilerOptions": { "module": "nodenext", "strict": true, "target": "es5" } }' },
      "warning lib",
      "es2022",
    ],
    [
      "neither DOM nor Node",
      { "tsconfig.json": '{ "compilerOptions": { "module": "nodenext", "strict": true, "lib": ["es2022"] } }' },
      "warning lib",
      "npm install --save-dev @types/node",
    ],
    ["a tsconfig that is broken", { "tsconfig.json": "{" }, "warning tsconfig", "importExtension"],
    [
      "an old TypeScript",
      { "node_modules/typescript/package.json": '{ "version": "5.4.2" }' },
      "warning typescript",
      "npm install --save-dev typescript@latest",
    ],
    [
      "another version of the tool",
      { "node_modules/openapi-sundial/package.json": '{ "version": "0.0.1" }' },
      "warning installed",
      `npm install --save-dev openapi-sundial@${version}`,
    ],
    ["a formatter that is not told", { ".prettierignore": "dist\n" }, "warning tools", "add src/petstore/ to .prettierignore"],
    ["biome", { "biome.json": "{}" }, "warning tools", 'add "!src/petstore" to'],
    ["eslint", { "eslint.config.js": "" }, "warning tools", '{ ignores: ["src/petstore/**"] }'],
    ["no job of CI", { ".github/workflows/ci.yml": "" }, "warning ci", "npx openapi-sundial init --ci github"],
    ["no marks", { ".gitattributes": "*.ts text\n" }, "warning attributes", "npx openapi-sundial init"],
  ])("%s", async (_, files, wrong, fix) => {
    const found = await examine(await project(files));
    expect(found).toMatchObject({ code: 0, wrong: [wrong] });
    expect(fixOf(found, wrong.replace("warning ", ""))).toContain(fix);
  });

  test("a package.json that is no JSON is a problem, and none that is not there", async () => {
    const io = await project();
    io.files.set("/project/package.json", new TextEncoder().encode("<<<<<<< HEAD\n{}\n"));
    const found = await examine(io);
    expect([found.code, found.wrong]).toEqual([1, ["problem scripts", "warning ci"]]);
    expect(fixOf(found, "scripts")).toBe("correct package.json, such as the marks of a merge");
    expect(JSON.stringify(found.checks)).not.toContain("there is no package.json");
  });

  test("scripts that are missing, with the package manager of the project", async () => {
    const { "package-lock.json": _, ...files } = sound;
    const io = memoryIo({
      ...files,
      "pnpm-lock.yaml": "",
      "package.json": asJson({ devDependencies: { "openapi-sundial": version, prettier: "3" } }),
    });
    await run(["generate"], io);
    expect(fixOf(await examine(io), "scripts")).toBe("pnpm exec sundial init");
  });

  test("an output that is not current, or was edited", async () => {
    const io = await project();
    io.files.set("/project/openapi.yaml", new TextEncoder().encode(`${yaml}components: { schemas: { A: { type: string } } }\n`));
    const found = await examine(io);
    expect(found).toMatchObject({ code: 1, wrong: ["problem output"] });
    expect(fixOf(found, "output")).toBe("npm run generate");
  });

  test("a description that cannot be read, or is not there", async () => {
    for (const text of ["openapi: [\n", undefined]) {
      const io = await project();
      if (text === undefined) io.files.delete("/project/openapi.yaml");
      else io.files.set("/project/openapi.yaml", new TextEncoder().encode(text));
      expect(await examine(io)).toMatchObject({ code: 1, wrong: ["problem description"] });
    }
  });

  test("imports that the tsconfig no longer allows", async () => {
    const io = await project();
    io.files.set(
      "/project/tsconfig.json",
      new TextEncoder().encode(asJson({ compilerOptions: { strict: true, module: "preserve", moduleResolution: "bundler" } })),
    );
    const found = await examine(io);
    expect(found).toMatchObject({ code: 1, wrong: ["problem imports"] });
    expect(found.checks.find(({ check }) => check === "imports")?.message).toBe(
      "imports end in .js, and now should have no extension, because tsconfig.json sets moduleResolution to bundler",
    );
    expect(fixOf(found, "imports")).toBe("npm run generate");
  });

  test("openapi-fetch that is not there, and types of Node for a server", async () => {
    const io = await project({ "sundial.config.json": asJson({ ...config, emit: ["paths", "server"] }) });
    const found = await examine(io);
    expect(found).toMatchObject({ code: 1, wrong: ["problem peers", "warning peers"] });
    expect(fixOf(found, "peers")).toBe("npm install openapi-fetch@latest");
    const { wrong } = await examine(
      await project({
        "sundial.config.json": asJson({ ...config, emit: ["paths", "server"] }),
        "node_modules/openapi-fetch/package.json": asJson({ version: "0.17.0" }),
        "node_modules/@types/node/package.json": "{}",
      }),
    );
    expect(wrong).toEqual([]);
  });

  test.each<readonly [emit: string, compilerOptions: object, typescript: string, fix: string | undefined]>([
    ["mock", { types: ["jest"] }, "5.9.3", '"types": ["jest", "node"]'],
    ["server", { types: ["jest"] }, "5.9.3", '"types": ["jest", "node"]'],
    ["server", { types: [] }, "5.9.3", '"types": ["node"]'],
    ["server", {}, "6.0.0", '"types": ["node"]'],
    ["server", {}, "5.9.3", undefined],
    ["server", { types: ["jest", "node"] }, "5.9.3", undefined],
    ["server", { types: ["brings"] }, "5.9.3", undefined],
    ["server", { types: ["vitest/globals"] }, "5.9.3", undefined],
    ["client", { types: ["jest"] }, "5.9.3", undefined],
  ])("%s with %j under TypeScript %s: types of Node that are installed and left out", async (emit, compilerOptions, typescript, fix) => {
    const io = await project({
      "sundial.config.json": asJson({ ...config, emit: [emit] }),
      "tsconfig.json": asJson({ compilerOptions: { strict: true, module: "nodenext", target: "es2022", ...compilerOptions } }),
      "node_modules/typescript/package.json": asJson({ version: typescript }),
      "node_modules/@types/node/package.json": asJson({ version: "20.0.0" }),
      "node_modules/@types/jest/package.json": asJson({ dependencies: { expect: "1" } }),
      "node_modules/@types/brings/package.json": asJson({ dependencies: { "@types/node": "*" } }),
    });
    const found = await examine(io);
    expect(found.wrong).toEqual(fix === undefined ? [] : ["warning lib"]);
    expect(fixOf(found, "lib")).toBe(fix && `write ${fix} into \`compilerOptions\` of tsconfig.json`);
  });

  test("several APIs with copies of a runtime, and none where they share one", async () => {
    const apis = { petstore: config, store: { ...config, output: "src/petstore/store" } };
    expect(await examine(await project({ "sundial.config.json": asJson({ apis }) }))).toMatchObject({
      code: 0,
      wrong: ["warning runtime"],
    });
    const shared = await project({
      "sundial.config.json": asJson({ runtime: "src/rt", apis }),
      ".prettierignore": "src\n",
      ".gitattributes": "src/** linguist-generated\n",
    });
    expect(await examine(shared)).toMatchObject({ code: 0, wrong: [] });
    shared.files.delete([...shared.files.keys()].find((path) => path.startsWith("/project/src/rt/") && path.endsWith(".ts")) ?? "");
    expect(await examine(shared)).toMatchObject({ code: 1, wrong: ["problem runtime"] });
  });

  test("several versions of the tool in a workspace", async () => {
    const files = Object.fromEntries(
      Object.entries(sound).map(([path, text]) => [path.startsWith(".git/") ? `/repo/${path}` : `/repo/packages/web/${path}`, text]),
    );
    const io = memoryIo(
      { ...files, "/repo/packages/api/node_modules/openapi-sundial/package.json": asJson({ version: "0.0.1" }) },
      { cwd: "/repo/packages/web" },
    );
    await run(["generate"], io);
    const found = await examine(io);
    expect(found.wrong).toContain("problem installed");
    expect(found.checks.find(({ check }) => check === "installed")?.message).toContain("0.0.1 in ../api/node_modules/openapi-sundial");
  });
});

describe("a configuration", () => {
  test("that is not there, or is wrong, is a problem, and the rest is looked at", async () => {
    const { "sundial.config.json": _, ...files } = sound;
    const none = await examine(memoryIo(files));
    expect(none).toMatchObject({ code: 1, wrong: ["problem configuration"] });
    expect(fixOf(none, "configuration")).toBe("npx openapi-sundial init");
    const wrong = await examine(memoryIo({ ...sound, "sundial.config.json": '{ "inptu": "a", "emit": ["x"] }' }));
    expect(wrong.wrong.filter((each) => each === "problem configuration").length).toBe(3);
  });

  test("may be named, and an API without an output is for lint", async () => {
    const io = await project({ "other.json": asJson({ input: "openapi.yaml" }) });
    const { checks, code } = await examine(io, "--config", "other.json");
    expect(code).toBe(0);
    expect(checks.find(({ check }) => check === "output")?.message).toBe("it has no output, and is there for `lint` alone");
  });
});

test("nothing is asked of the network", async () => {
  const url = "https://api.example.com/openapi.yaml?token=secret";
  const io = await project({ "sundial.config.json": asJson({ ...config, input: url }) }, { web: { [url]: yaml } });
  let asked = 0;
  const found = await examine({ ...io, fetch: () => ((asked += 1), Promise.reject(new Error("asked"))) });
  expect(found).toMatchObject({ code: 0, wrong: [] });
  expect(asked).toBe(0);
  expect(JSON.stringify(found.checks)).not.toContain("secret");
});

test("a format that does not exist is wrong usage", async () => {
  const io = memoryIo(sound);
  expect(await run(["doctor", "--format", "xml"], io)).toBe(2);
  expect(io.printed.stderr).toContain("[usage]");
});
