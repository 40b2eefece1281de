/** Projects of every way in which modules find one another: what is chosen for each compiles there, stays as it is in CI, and runs. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCli, petstore, runProcess, temporaryFolder as emptyFolder } from "../support/cli.js";
import { temporaryFolder, tsc, type Compiler } from "../support/compile.js";
import { parseManifest, printManifest } from "../../src/output/manifest.js";

let cli: Awaited<ReturnType<typeof buildCli>>;

beforeAll(async () => {
  cli = await buildCli();
});
afterAll(() => cli.dispose());

const always = {
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
  types: ["node"],
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
};
// Every setup with the compiler that is quick; the slow ones share them.
const withOld: readonly Compiler[] = ["5.9", "7"];
const withMiddle: readonly Compiler[] = ["6", "7"];

interface Setup {
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Those that take these options at all. */
  readonly compilers: readonly Compiler[];
  readonly extension: "js" | "ts" | "none";
  readonly commonJs?: boolean;
}

const setups: readonly Setup[] = [
  { name: "NodeNext", options: { module: "nodenext", outDir: "out" }, compilers: withOld, extension: "js" },
  {
    name: "NodeNext in a CommonJS package",
    options: { module: "nodenext", outDir: "out" },
    compilers: withMiddle,
    extension: "js",
    commonJs: true,
  },
  { name: "node20", options: { module: "node20", outDir: "out" }, compilers: withOld, extension: "js" },
  {
    name: "Node that runs TypeScript",
    options: {
      module: "nodenext",
      noEmit: true,
      rewriteRelativeImportExtensions: true,
      erasableSyntaxOnly: true,
      verbatimModuleSyntax: true,
    },
    compilers: withMiddle,
    extension: "ts",
  },
  {
    name: "NodeNext that may import .ts",
    options: { module: "nodenext", noEmit: true, allowImportingTsExtensions: true },
    compilers: withOld,
    extension: "ts",
  },
  { name: "a bundler", options: { module: "esnext", moduleResolution: "bundler", noEmit: true }, compilers: withMiddle, extension: "none" },
  { name: "preserve", options: { module: "preserve", noEmit: true }, compilers: withOld, extension: "none" },
  { name: "CommonJS", options: { module: "commonjs", outDir: "out" }, compilers: withMiddle, extension: "none", commonJs: true },
  {
    name: "CommonJS with node10",
    options: { module: "commonjs", moduleResolution: "node10", outDir: "out" },
    compilers: ["5.9"],
    extension: "none",
    commonJs: true,
  },
  { name: "nothing said", options: { noEmit: true }, compilers: withMiddle, extension: "none" },
  { name: "nothing said of modules that tsc emits", options: { outDir: "out" }, compilers: withMiddle, extension: "js" },
  {
    name: "ES modules that tsc emits",
    options: { module: "es2022", moduleResolution: "node10", outDir: "out" },
    compilers: ["5.9"],
    extension: "js",
  },
];

describe.each(setups)("in a project with $name", ({ options, compilers: those, extension, commonJs }) => {
  test(`imports are as ${those.join(", ")} takes them: ${extension}`, async () => {
    const folder = await temporaryFolder();
    try {
      await writeFile(join(folder.path, "package.json"), JSON.stringify(commonJs === true ? {} : { type: "module" }));
      await writeFile(
        join(folder.path, "tsconfig.json"),
        JSON.stringify({ compilerOptions: { ...always, rootDir: ".", ...options }, include: ["src"] }),
      );
      const args = ["generate", "--input", petstore, "--output", "src/api", "--handlers", "src/handlers", "--verbose"];
      const generated = await cli.run(args, { cwd: folder.path });
      expect(generated).toMatchObject({
        code: 0,
        stderr: expect.stringContaining(extension === "none" ? "have no extension" : `end in .${extension}`) as string,
      });
      for (const compiler of those) {
        const { status, output } = await tsc(join(folder.path, "tsconfig.json"), compiler);
        expect({ compiler, status, output }).toEqual({ compiler, status: 0, output: "" });
      }
      if (options["outDir"] !== undefined)
        expect(
          await node(folder.path, `import("./out/src/api/index.js").then((all) => console.log(typeof all.createPetstoreClient))`),
        ).toBe("function\n");
    } finally {
      await folder.remove();
    }
  });
});

async function node(cwd: string, text: string): Promise<string> {
  const { stdout, stderr } = await runProcess(process.execPath, ["-e", text], { cwd });
  return stdout + stderr;
}

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const runsTypeScript = major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);

test.skipIf(!runsTypeScript)("Node runs client, server and validators that import .ts as they are", async () => {
  const folder = await temporaryFolder();
  try {
    const args = ["generate", "--input", petstore, "--output", "api", "--handlers", "handlers", "--import-extension", "ts"];
    expect((await cli.run(args, { cwd: folder.path })).code).toBe(0);
    await writeFile(
      join(folder.path, "main.ts"),
      `import { createPetstoreServer, createPetstoreClient, listPets, PetSchema } from "./api/index.ts";
import { handlers } from "./handlers/index.ts";
const server = createPetstoreServer({
  handlers: { ...handlers, listPets: () => ({ status: 200, body: [] }) },
  authenticate: { bearerAuth: () => ({ name: "one" }) },
  plan: () => "free",
  errors: ({ code, detail, status }) => ({ code, message: detail, status }),
});
const client = createPetstoreClient({ server: "production", auth: { bearerAuth: "key" }, fetch: (request: Request) => server.fetch(request) });
const pets = await listPets(client);
console.log(pets.ok, PetSchema.is({}));
`,
    );
    const { stdout, stderr } = await runProcess(process.execPath, ["main.ts"], { cwd: folder.path });
    expect(`${stdout}${stderr}`).toBe("true false\n");
  } finally {
    await folder.remove();
  }
});

describe("an output whose tsconfig is not whole", () => {
  test("is checked by what it was made with, and generated again as it was, with a remark", async () => {
    const cwd = await emptyFolder();
    try {
      await writeFile(join(cwd, "tsconfig.json"), JSON.stringify({ extends: "./.nuxt/tsconfig.json" }));
      await mkdir(join(cwd, ".nuxt"));
      await writeFile(join(cwd, ".nuxt/tsconfig.json"), JSON.stringify({ compilerOptions: { module: "preserve" } }));
      await writeFile(join(cwd, "sundial.config.json"), JSON.stringify({ input: petstore, output: "api", emit: ["types", "client"] }));
      expect((await cli.run(["generate", "--verbose"], { cwd })).stderr).toContain(".nuxt/tsconfig.json sets module to preserve");
      await rm(join(cwd, ".nuxt"), { recursive: true });
      for (const flags of [[], ["--full"], ["--format", "json"]]) {
        expect(await cli.run(["check", ...flags], { cwd })).toMatchObject({ code: 0, stderr: "" });
      }
      const again = await cli.run(["generate"], { cwd });
      expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("0 files written") as string });
      expect(again.stderr).toMatch(/^info .*\.nuxt\/tsconfig\.json.*\[tsconfig-base-not-found\]\n {2}tsconfig\.json:1:12\n/);
    } finally {
      await rm(cwd, { recursive: true });
    }
  });

  test("is generated with a warning where it is new, in every format", async () => {
    const cwd = await emptyFolder();
    try {
      await writeFile(join(cwd, "tsconfig.json"), "{ nonsense");
      const args = ["generate", "--input", petstore, "--output", "api", "--emit", "types"];
      const pretty = await cli.run(args, { cwd });
      expect(pretty.code).toBe(0);
      expect(pretty.stderr).toMatch(/^warning .*\[tsconfig-unreadable\]\n {2}tsconfig\.json:1:3\n {2}help: /);
      expect((await cli.run([...args, "--format", "github"], { cwd })).stderr).toContain(
        "file=tsconfig.json,line=1,col=3,title=tsconfig-unreadable",
      );
      expect((await cli.run([...args, "--format", "json"], { cwd })).stdout).toContain('"code": "tsconfig-unreadable"');
    } finally {
      await rm(cwd, { recursive: true });
    }
  });
});

describe("a manifest without the choice, as older versions wrote it,", () => {
  test("is current as long as imports end in .js, and takes the choice with the next generate", async () => {
    const cwd = await emptyFolder();
    try {
      const args = ["--input", petstore, "--output", "api", "--emit", "types"];
      expect((await cli.run(["generate", ...args], { cwd })).code).toBe(0);
      const manifest = join(cwd, "api/sundial.json");
      const written = parseManifest(await readFile(manifest, "utf8"));
      if (typeof written === "string") throw new Error(written);
      const { importExtension, ...options } = written.options;
      expect(importExtension).toBe("js");
      await writeFile(manifest, printManifest({ ...written, options }));
      await writeFile(join(cwd, "tsconfig.json"), JSON.stringify({ compilerOptions: { module: "preserve" } }));
      expect(await cli.run(["check", ...args], { cwd })).toMatchObject({ code: 0 });
      expect(await cli.run(["check", "--full", ...args], { cwd })).toMatchObject({ code: 0 });
      expect((await cli.run(["generate", ...args], { cwd })).code).toBe(0);
      expect(await readFile(manifest, "utf8")).toContain('"importExtension": "none"');
      expect(await cli.run(["check", "--full", ...args], { cwd })).toMatchObject({ code: 0 });
    } finally {
      await rm(cwd, { recursive: true });
    }
  });
});

test("words that the option does not take are told with their place and the known ones", async () => {
  const cwd = await emptyFolder();
  try {
    const config = { input: petstore, output: "api", importExtension: ".ts" };
    await writeFile(join(cwd, "sundial.config.json"), JSON.stringify(config));
    const { code, stderr } = await cli.run(["generate"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/`importExtension` does not take "\.ts"\. \[config-invalid-value\]\n {2}sundial\.config\.json.*\n {2}help: /);
    const flag = await cli.run(["generate", "--input", petstore, "--output", "api", "--import-extension", "mjs"], { cwd });
    expect(flag).toMatchObject({ code: 2, stderr: expect.stringContaining("--import-extension does not take") as string });
  } finally {
    await rm(cwd, { recursive: true });
  }
});
