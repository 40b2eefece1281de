/** On the disk, because tsconfck reads it. */
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nodeIo } from "../../../src/io-node.js";
import { decideImportExtension, importExtensionProblems } from "../../../src/project/import-extension.js";

type Files = Readonly<Record<string, string | object>>;

let root: string;
let count = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "sundial-project-"));
});
afterAll(() => rm(root, { recursive: true }));

/** A repository of its own with these files; objects are written as JSON. */
async function repository(files: Files): Promise<string> {
  const folder = join(root, String((count += 1)));
  for (const [path, content] of Object.entries({ ".git/HEAD": "", ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  return folder;
}

async function decide(files: Files, output = "src/api", recorded?: "js" | "ts" | "none") {
  const cwd = await repository(files);
  return decideImportExtension({ ...nodeIo(), cwd }, join(cwd, output), recorded);
}

const tsconfig = (compilerOptions: object, more: object = {}): Files => ({ "tsconfig.json": { compilerOptions, ...more } });
const esm = { "package.json": { type: "module" } };

describe.each<[name: string, files: Files, extension: string, reason: string]>([
  ["nodenext", tsconfig({ module: "nodenext" }), "js", "tsconfig.json sets module to nodenext"],
  ["NodeNext in other letters", tsconfig({ module: "ESNext", moduleResolution: "NodeNext" }), "js", "moduleResolution to NodeNext"],
  ["node16", tsconfig({ module: "node16" }), "js", "module to node16"],
  ["node18", tsconfig({ module: "node18" }), "js", "module to node18"],
  ["node20", tsconfig({ module: "Node20" }), "js", "module to Node20"],
  [
    "nodenext that may import .ts",
    tsconfig({ module: "nodenext", allowImportingTsExtensions: true, noEmit: true }),
    "ts",
    "allowImportingTsExtensions",
  ],
  [
    "node20 that may import .ts",
    tsconfig({ module: "node20", allowImportingTsExtensions: true, noEmit: true }),
    "ts",
    "allowImportingTsExtensions",
  ],
  ["erasable syntax alone", tsconfig({ module: "nodenext", erasableSyntaxOnly: true, noEmit: true }), "js", "module to nodenext"],
  [
    "extensions rewritten",
    tsconfig({ module: "nodenext", rewriteRelativeImportExtensions: true }),
    "ts",
    "rewriteRelativeImportExtensions to true",
  ],
  [
    "extensions rewritten for a bundler",
    tsconfig({ moduleResolution: "bundler", rewriteRelativeImportExtensions: true }),
    "ts",
    "rewriteRelativeImportExtensions",
  ],
  ["extensions not rewritten", tsconfig({ module: "nodenext", rewriteRelativeImportExtensions: false }), "js", "module to nodenext"],
  ["bundler", tsconfig({ module: "esnext", moduleResolution: "bundler" }), "none", "moduleResolution to bundler"],
  [
    "bundler in an ES module package",
    { ...tsconfig({ module: "esnext", moduleResolution: "bundler" }), ...esm },
    "none",
    "moduleResolution to bundler",
  ],
  [
    "bundler with .ts allowed, as Vite ships it",
    tsconfig({ module: "ESNext", moduleResolution: "bundler", allowImportingTsExtensions: true }),
    "none",
    "moduleResolution to bundler",
  ],
  ["preserve", tsconfig({ module: "preserve" }), "none", "module to preserve"],
  [
    "Bun's own",
    { ...tsconfig({ module: "Preserve", moduleResolution: "bundler", allowImportingTsExtensions: true, noEmit: true }), ...esm },
    "none",
    "bundler",
  ],
  ["commonjs", tsconfig({ module: "commonjs" }), "none", "module to commonjs"],
  ["node10", tsconfig({ module: "commonjs", moduleResolution: "node10" }), "none", "moduleResolution to node10"],
  ["node, which is node10", tsconfig({ moduleResolution: "node" }), "none", "moduleResolution to node"],
  ["classic", tsconfig({ moduleResolution: "classic" }), "none", "moduleResolution to classic"],
  ["amd", tsconfig({ module: "amd" }), "none", "module to amd"],
  ["nothing but a target", tsconfig({ target: "es2022" }), "none", "sets neither"],
  ["nothing but a target, in a package of modules", { ...tsconfig({ target: "es2022" }), ...esm }, "js", "ES modules for Node"],
  [
    "nothing but a target, in a package of modules that tsc does not emit",
    { ...tsconfig({ target: "es2022", noEmit: true }), ...esm },
    "none",
    "sets neither",
  ],
  ["an empty tsconfig", { "tsconfig.json": {} }, "none", "sets neither"],
  ["an empty file", { "tsconfig.json": "" }, "none", "sets neither"],
  [
    "ES modules that tsc emits for Node",
    { ...tsconfig({ module: "es2022", moduleResolution: "node" }), ...esm },
    "js",
    "ES modules for Node",
  ],
  [
    "ES modules that Vite bundles",
    { ...tsconfig({ module: "es2022", moduleResolution: "node" }), ...esm, "vite.config.ts": "" },
    "none",
    "moduleResolution to node",
  ],
  [
    "ES modules that tsc does not emit",
    { ...tsconfig({ module: "es2022", moduleResolution: "node", noEmit: true }), ...esm },
    "none",
    "moduleResolution to node",
  ],
  [
    "words of the wrong kind",
    tsconfig({ module: 7, moduleResolution: ["x"], rewriteRelativeImportExtensions: "true" }),
    "none",
    "sets moduleResolution",
  ],
  [
    "comments, trailing commas and a BOM",
    { "tsconfig.json": '\uFEFF// ours\n{ "compilerOptions": { "module": "nodenext", /* strict */ }, }\n' },
    "js",
    "module to nodenext",
  ],
  ["deno.json", { "deno.json": {} }, "ts", "deno.json says"],
  ["deno.jsonc", { "deno.jsonc": "{}" }, "ts", "deno.jsonc says"],
  ["deno.json beside a tsconfig", { "deno.json": {}, ...tsconfig({ module: "nodenext" }) }, "ts", "deno.json says"],
  ["deno.json nearer than a tsconfig", { "src/deno.json": {}, ...tsconfig({ module: "nodenext" }) }, "ts", "src/deno.json says"],
  [
    "deno.json further than a tsconfig",
    { "deno.json": {}, "src/tsconfig.json": { compilerOptions: { module: "nodenext" } } },
    "js",
    "src/tsconfig.json sets module",
  ],
  [
    "a tsconfig in the output itself",
    { "src/api/tsconfig.json": { compilerOptions: { module: "nodenext" } }, ...tsconfig({ module: "preserve" }) },
    "js",
    "src/api/tsconfig.json",
  ],
  ["no tsconfig, Vite", { "vite.config.ts": "", ...esm }, "none", "vite.config.ts says"],
  ["no tsconfig, Next", { "next.config.mjs": "" }, "none", "next.config.mjs"],
  ["no tsconfig, Angular", { "angular.json": {} }, "none", "angular.json"],
  ["no tsconfig, Metro", { "metro.config.js": "" }, "none", "metro.config.js"],
  ["no tsconfig, Nuxt", { "nuxt.config.ts": "" }, "none", "nuxt.config.ts"],
  ["no tsconfig, SvelteKit", { "svelte.config.js": "" }, "none", "svelte.config.js"],
  ["no tsconfig, webpack", { "webpack.config.cjs": "" }, "none", "webpack.config.cjs"],
  ["no tsconfig, Next without a configuration", { "package.json": { dependencies: { next: "16" } } }, "none", "package.json says"],
  ["no tsconfig, Expo without a configuration", { "package.json": { dependencies: { expo: "54" } } }, "none", "package.json says"],
  [
    "no tsconfig, Jest with Babel",
    { "babel.config.js": "", "package.json": { devDependencies: { jest: "30", "babel-jest": "30" } } },
    "none",
    "package.json says that Jest",
  ],
  ["no tsconfig, Jest in a package of modules", { "package.json": { type: "module", dependencies: { jest: "30" } } }, "none", "Jest"],
  ["no tsconfig, a configuration of Jest", { "jest.config.mjs": "", ...esm }, "none", "jest.config.mjs says that Jest"],
  ["no tsconfig, a configuration of Jest in TypeScript", { "jest.config.ts": "" }, "none", "jest.config.ts"],
  ["no tsconfig, a configuration of Jest in package.json", { "package.json": { jest: {} } }, "none", "package.json says that Jest"],
  [
    "no tsconfig, a configuration of Jest above the package",
    { "jest.config.js": "", "src/package.json": { name: "part" } },
    "none",
    "jest.config.js says",
  ],
  [
    "no tsconfig, a configuration of Jest in a package.json above the package",
    { "package.json": { jest: { projects: ["<rootDir>/src"] } }, "src/package.json": { name: "part" } },
    "none",
    "package.json says",
  ],
  [
    "a dependency on Jest above the package",
    { "package.json": { devDependencies: { jest: "30" } }, "src/package.json": { name: "part" } },
    "js",
    "nothing says",
  ],
  ["Deno before Jest", { "deno.json": {}, "package.json": { devDependencies: { jest: "30" } } }, "ts", "deno.json says"],
  ["a bundler before Jest", { "vite.config.ts": "", "jest.config.js": "" }, "none", "vite.config.ts says"],
  [
    "Node that runs TypeScript before Jest",
    { "package.json": { scripts: { start: "node src/main.ts" }, devDependencies: { jest: "30" } } },
    "ts",
    "its script start",
  ],
  [
    "a tsconfig before Jest",
    { "jest.config.js": "", ...tsconfig({ module: "nodenext" }), "package.json": { devDependencies: { jest: "30" } } },
    "js",
    "module to nodenext",
  ],
  [
    "ES modules that tsc emits for Node, beside Jest",
    { ...tsconfig({ module: "es2022" }), "package.json": { type: "module", devDependencies: { jest: "30", "ts-jest": "29" } } },
    "js",
    "ES modules for Node",
  ],
  [
    "what is only called after Jest",
    { "package.json": { jest: "x", devDependencies: { "eslint-plugin-jest": "29" } } },
    "js",
    "nothing says",
  ],
  ["a tsconfig before a bundler", { "vite.config.ts": "", ...tsconfig({ module: "nodenext" }) }, "js", "module to nodenext"],
  ["nothing", {}, "js", "nothing says"],
  ["a package and no more", esm, "js", "nothing says"],
  ["a package that is no JSON", { "package.json": "{" }, "js", "nothing says"],
  [
    "a script that runs TypeScript by Node",
    { "package.json": { scripts: { start: "node --watch src/main.ts" } } },
    "ts",
    "its script start",
  ],
  ["a script that runs it through tsx", { "package.json": { scripts: { start: "node --import tsx src/main.ts" } } }, "js", "nothing says"],
  ["a script that runs a declaration's namesake", { "package.json": { scripts: { start: "node src/main.ts.js" } } }, "js", "nothing says"],
  ["engines that run TypeScript", { "package.json": { type: "module", engines: { node: ">=22.18" } } }, "ts", "its engines"],
  ["engines that do not yet", { "package.json": { type: "module", engines: { node: ">=22" } } }, "js", "nothing says"],
  [
    "engines that do, beside a compiler",
    { "package.json": { engines: { node: ">=24" }, devDependencies: { typescript: "6" } } },
    "js",
    "nothing says",
  ],
])("%s", (_name, files, extension, reason) => {
  test(`asks for ${extension}`, async () => {
    const decision = await decide(files);
    expect(decision).toMatchObject({ extension, diagnostics: [] });
    expect(decision.reason).toContain(reason);
  });
});

describe("extends", () => {
  test("is followed, and the nearer file goes first", async () => {
    const files = {
      ...tsconfig({ module: "nodenext" }, { extends: "./configs/base.json" }),
      "configs/base.json": { extends: "./root", compilerOptions: { module: "preserve" } },
      "configs/root.json": { compilerOptions: { rewriteRelativeImportExtensions: true } },
    };
    expect(await decide(files)).toMatchObject({
      extension: "ts",
      reason: "configs/root.json sets rewriteRelativeImportExtensions to true",
    });
  });

  test("may be a list, of which the last goes first", async () => {
    const files = {
      ...tsconfig({}, { extends: ["./a.json", "./b.json"] }),
      "a.json": { compilerOptions: { module: "nodenext" } },
      "b.json": { compilerOptions: { module: "preserve" } },
    };
    expect(await decide(files)).toMatchObject({ extension: "none", reason: "b.json sets module to preserve" });
  });

  describe.each<[option: string, value: string | boolean, rest: object, unset: string, set: string]>([
    ["moduleResolution", "bundler", { module: "nodenext" }, "js", "none"],
    ["module", "preserve", {}, "js", "none"],
    ["rewriteRelativeImportExtensions", true, { module: "nodenext" }, "js", "ts"],
    ["allowImportingTsExtensions", true, { module: "nodenext", noEmit: true }, "js", "ts"],
    ["noEmit", true, { module: "es2022" }, "js", "none"],
  ])("with %s null", (option, value, rest, unset, set) => {
    const base = { [option]: value, ...rest };
    test.each<[where: string, files: Files, extension: string]>([
      [
        "in the extending file unsets it",
        { ...tsconfig({ [option]: null }, { extends: "./a.json" }), "a.json": { compilerOptions: base } },
        unset,
      ],
      [
        "in the base leaves what the extending file sets",
        { ...tsconfig(base, { extends: "./a.json" }), "a.json": { compilerOptions: { [option]: null } } },
        set,
      ],
      [
        "in between unsets it, and the extending file may set it again",
        {
          ...tsconfig({ [option]: value }, { extends: "./a.json" }),
          "a.json": { extends: "./b.json", compilerOptions: { [option]: null } },
          "b.json": { compilerOptions: base },
        },
        set,
      ],
      [
        "in the base of a base unsets nothing nearer",
        {
          ...tsconfig({}, { extends: "./a.json" }),
          "a.json": { extends: "./b.json", compilerOptions: base },
          "b.json": { compilerOptions: { [option]: null } },
        },
        set,
      ],
      [
        "in the last of a list unsets what the first sets",
        {
          ...tsconfig(rest, { extends: ["./a.json", "./b.json"] }),
          "a.json": { compilerOptions: base },
          "b.json": { compilerOptions: { [option]: null } },
        },
        unset,
      ],
      ["in the only file is as if it were not there", tsconfig({ ...rest, [option]: null }), unset],
      [
        "beside a base that is not there is no word of it",
        { ...tsconfig({ ...rest, [option]: null }, { extends: "./absent.json" }) },
        unset,
      ],
    ])("%s", async (_where, files, extension) => {
      const decision = await decide({ ...files, ...esm });
      expect(decision.extension).toBe(extension);
      expect(decision.reason).not.toContain("null");
    });
  });

  test.each(["@tsconfig/node22/tsconfig.json", "@tsconfig/node22", "@tsconfig/node22/tsconfig"])("may name a package: %s", async (name) => {
    const files = {
      ...tsconfig({}, { extends: name }),
      "node_modules/@tsconfig/node22/package.json": { name: "@tsconfig/node22", version: "22.0.0" },
      "node_modules/@tsconfig/node22/tsconfig.json": { compilerOptions: { module: "node16", moduleResolution: "node16" } },
    };
    expect(await decide(files)).toMatchObject({ extension: "js", diagnostics: [] });
  });

  const bundled = { compilerOptions: { moduleResolution: "bundler" } };
  const other = { compilerOptions: { module: "nodenext" } };
  test.each<[name: string, what: string, files: Files]>([
    ["acmets", "a file", { "package.json": { tsconfig: "n.json" }, "n.json": bundled }],
    ["@acme/ts", "a file of a scoped package", { "package.json": { tsconfig: "./n.json" }, "n.json": bundled }],
    ["acmets", "a file without its extension", { "package.json": { tsconfig: "n" }, "n.json": bundled }],
    ["acmets", "a folder", { "package.json": { tsconfig: "files" }, "files/tsconfig.json": bundled }],
    ["acmets", "a file beside a tsconfig.json", { "package.json": { tsconfig: "n.json" }, "n.json": bundled, "tsconfig.json": other }],
    [
      "acmets",
      "a file beside main",
      { "package.json": { main: "index.js", tsconfig: "n.json" }, "index.js": "module.exports = 1;", "n.json": bundled },
    ],
    [
      "acmets",
      "nothing beside main",
      { "package.json": { main: "index.js" }, "index.js": "module.exports = 1;", "tsconfig.json": bundled },
    ],
    ["acmets", "a file that is not there", { "package.json": { tsconfig: "absent.json" }, "tsconfig.json": bundled }],
    ["acmets", "no name", { "package.json": { tsconfig: 7 }, "tsconfig.json": bundled }],
    ["acmets", "an empty name", { "package.json": { tsconfig: "" }, "tsconfig.json": bundled }],
    ["acmets", "a file, and exports is null", { "package.json": { tsconfig: "n.json", exports: null }, "n.json": bundled }],
    [
      "acmets",
      "what it exports otherwise",
      { "package.json": { tsconfig: "n.json", exports: "./e.json" }, "n.json": other, "e.json": bundled },
    ],
    [
      "acmets/tsconfig.json",
      "a file, and another is named",
      { "package.json": { tsconfig: "n.json" }, "n.json": other, "tsconfig.json": bundled },
    ],
    ["acmets/deep", "a file, in a folder", { "package.json": {}, "deep/package.json": { tsconfig: "n.json" }, "deep/n.json": bundled }],
  ])("may name a package: %s, whose package.json has as tsconfig %s", async (name, _what, files) => {
    const folder = `node_modules/${name.replace(/\/(deep|tsconfig\.json)$/, "")}`;
    const installed = Object.fromEntries(Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]));
    const projects: readonly Files[] = [
      tsconfig({}, { extends: name }),
      tsconfig({}, { extends: [name] }),
      { ...tsconfig({}, { extends: "./base" }), "base.json": { extends: name } },
      { "tsconfig.json": { files: [], references: [{ path: "./tsconfig.app.json" }] }, "tsconfig.app.json": { extends: name } },
    ];
    for (const project of projects) {
      const cwd = await repository({ ...project, ...installed, "src/main.ts": "" });
      const decision = await decideImportExtension({ ...nodeIo(), cwd }, join(cwd, "src/api"), undefined);
      expect(decision).toMatchObject({ extension: "none", diagnostics: [] });
      const config = "tsconfig.app.json" in project ? "tsconfig.app.json" : "tsconfig.json";
      const json: unknown = ts.readConfigFile(join(cwd, config), (path) => ts.sys.readFile(path)).config;
      const { options, errors } = ts.parseJsonConfigFileContent(json, ts.sys, cwd, undefined, join(cwd, config));
      expect(errors).toEqual([]);
      expect(options.moduleResolution).toBe(ts.ModuleResolutionKind.Bundler);
    }
  });

  test("of lists that projects share is followed alike from each", async () => {
    const files = {
      "tsconfig.json": { files: [], references: [{ path: "./tsconfig.a.json" }, { path: "./tsconfig.b.json" }] },
      "tsconfig.a.json": { extends: "./shared.json", include: ["a"] },
      "tsconfig.b.json": { extends: "./shared.json", include: ["src"] },
      "shared.json": { extends: ["./first.json", "./last.json"] },
      "first.json": { compilerOptions: { module: "nodenext" } },
      "last.json": { compilerOptions: { module: "preserve" } },
    };
    for (const folder of ["a/api", "src/api"]) expect(await decide(files, folder)).toMatchObject({ extension: "none", diagnostics: [] });
  });

  test("may name a subpath that a package exports", async () => {
    const files = {
      ...tsconfig({}, { extends: "@acme/config/app" }),
      "node_modules/@acme/config/package.json": { name: "@acme/config", exports: { "./app": "./files/app.json" } },
      "node_modules/@acme/config/files/app.json": { compilerOptions: { module: "preserve" } },
    };
    expect(await decide(files)).toMatchObject({ extension: "none", diagnostics: [] });
  });

  test.each([
    ["a file", "./base.json", '"./base.json"'],
    ["a package", "@tsconfig/absent/tsconfig.json", '"@tsconfig/absent/tsconfig.json"'],
    ["one of a list", ["./there.json", "./absent.json"], '"./absent.json"'],
  ])("of %s that is not there is told with its place, and own options decide", async (_what, written, named) => {
    const text = `{\n  "compilerOptions": { "module": "nodenext" },\n  "extends": ${JSON.stringify(written)}\n}\n`;
    const { extension, diagnostics } = await decide({ "tsconfig.json": text, "there.json": {} });
    expect(extension).toBe("js");
    expect(diagnostics).toMatchObject([{ code: "tsconfig-base-not-found", severity: "warning", at: { line: 3 } }]);
    expect(diagnostics[0]?.message).toContain(named);
    expect(diagnostics[0]?.hint).toBeDefined();
  });

  test.each([
    [
      "SvelteKit's",
      { ...tsconfig({ rewriteRelativeImportExtensions: true }, { extends: "./.svelte-kit/tsconfig.json" }), "svelte.config.js": "" },
      "ts",
    ],
    ["Nuxt's, extended", { ...tsconfig({ strict: true }, { extends: "./.nuxt/tsconfig.json" }), "nuxt.config.ts": "" }, "none"],
    [
      "Nuxt's, referenced",
      { "tsconfig.json": { files: [], references: [{ path: "./.nuxt/tsconfig.app.json" }] }, "nuxt.config.ts": "" },
      "none",
    ],
  ])("of a file that a framework writes changes nothing where an output was made before: %s", async (_name, files, first) => {
    const fresh = await decide(files);
    expect(fresh).toMatchObject({ extension: first, diagnostics: [{ code: "tsconfig-base-not-found", severity: "warning" }] });
    for (const recorded of ["js", "ts", "none"] as const) {
      const { extension, diagnostics } = await decide(files, "src/api", recorded);
      expect(extension).toBe(recorded);
      expect(diagnostics).toMatchObject([{ code: "tsconfig-base-not-found", severity: "info" }]);
    }
  });

  test("in a circle is told, and ends", async () => {
    const { extension, diagnostics } = await decide({
      "tsconfig.json": { extends: "./other.json", compilerOptions: { module: "preserve" } },
      "other.json": { extends: "./tsconfig.json" },
    });
    expect(extension).toBe("none");
    expect(diagnostics).toMatchObject([{ code: "tsconfig-unreadable" }]);
    expect(diagnostics[0]?.message).toContain("extends itself");
  });

  test.each([[7], [null], [[3]], [{}], [[""]], [""]])("that is no name (%j) is survived", async (written) => {
    const { extension } = await decide({ ...tsconfig({ module: "nodenext" }, { extends: written }) });
    expect(extension).toBe("js");
  });
});

describe("references", () => {
  const solution = {
    "tsconfig.json": { files: [], references: [{ path: "./tsconfig.node.json" }, { path: "./tsconfig.app.json" }] },
    "tsconfig.node.json": { compilerOptions: { module: "nodenext" }, include: ["scripts"] },
    "tsconfig.app.json": { compilerOptions: { moduleResolution: "bundler" }, include: ["src"], exclude: ["src/legacy"] },
  };

  test.each([
    ["src/api", "none", "tsconfig.app.json"],
    ["scripts/deep/api", "js", "tsconfig.node.json"],
  ])("lead to the project that includes %s", async (output, extension, file) => {
    const decision = await decide(solution, output);
    expect(decision).toMatchObject({ extension, diagnostics: [] });
    expect(decision.reason).toContain(file);
  });

  test("of which none includes the output leave the solution's own options", async () => {
    expect(await decide(solution, "elsewhere")).toMatchObject({ extension: "none", diagnostics: [] });
  });

  test("may be folders, and what they lead to may extend the solution", async () => {
    const files = {
      "tsconfig.json": { files: [], references: [{ path: "./packages/api" }], compilerOptions: { module: "preserve" } },
      "packages/api/tsconfig.json": { extends: "../../tsconfig.json", include: ["../../src"], files: null },
    };
    expect(await decide(files)).toMatchObject({ extension: "none" });
  });

  test("to what is not there are told with their place", async () => {
    const { diagnostics } = await decide({ "tsconfig.json": '{ "files": [],\n  "references": [\n    { "path": "./absent" }\n  ] }' });
    expect(diagnostics).toMatchObject([{ code: "tsconfig-base-not-found", at: { line: 3 } }]);
  });
});

describe("a tsconfig.json", () => {
  test.each([
    ["is no JSON", '{\n  "compilerOptions": {\n    "module" "nodenext"\n', { line: 3 }],
    ["is a list", "[]", { line: 1 }],
    ["is a word", "nothing", { line: 1 }],
    ["is binary", "\0\u0001\u0002", { line: 1 }],
    ["is huge", " ".repeat(2 * 1024 * 1024), { line: 1 }],
  ])("that %s is told with its place, and the rest of the project decides", async (_what, text, at) => {
    const { extension, diagnostics } = await decide({ "tsconfig.json": text, "vite.config.ts": "" });
    expect(extension).toBe("none");
    expect(diagnostics).toMatchObject([{ code: "tsconfig-unreadable", severity: "warning", at }]);
    expect((await decide({ "tsconfig.json": text })).extension).toBe("js");
    expect((await decide({ "tsconfig.json": text }, "src/api", "ts")).extension).toBe("ts");
  });

  test.each([
    ["options", { "tsconfig.json": { compilerOptions: null } }],
    ["options of a base", { "tsconfig.json": { extends: "./base.json" }, "base.json": { compilerOptions: null } }],
    ["references", { "tsconfig.json": { references: 7 } }],
    ["a reference", { "tsconfig.json": { references: [null, {}, { path: 7 }] } }],
    ["files", { "tsconfig.json": { files: 7, include: {}, references: [] } }],
  ])("whose %s are of another kind is survived", async (_what, files) => {
    expect((await decide(files)).extension).toMatch(/^(js|none)$/);
  });

  test("that is a folder is none", async () => {
    expect(await decide({ "src/tsconfig.json/x": "", ...tsconfig({ module: "preserve" }) })).toMatchObject({
      extension: "none",
      diagnostics: [],
    });
  });

  test("that is a dangling link is told", async () => {
    const cwd = await repository({});
    await symlink(join(cwd, "absent"), join(cwd, "tsconfig.json"));
    const { extension, diagnostics } = await decideImportExtension({ ...nodeIo(), cwd }, join(cwd, "api"), undefined);
    expect(extension).toBe("js");
    expect(diagnostics).toMatchObject([{ code: "tsconfig-unreadable" }]);
  });

  test.skipIf(process.platform === "win32")("that is a pipe does not block", async () => {
    const cwd = await repository({});
    execFileSync("mkfifo", [join(cwd, "tsconfig.json")]);
    expect(await decideImportExtension({ ...nodeIo(), cwd }, join(cwd, "api"), undefined)).toMatchObject({ extension: "js" });
  });

  test("above the repository is somebody else's", async () => {
    const outer = await repository(tsconfig({ module: "preserve" }));
    await mkdir(join(outer, "inner/.git"), { recursive: true });
    const io = { ...nodeIo(), cwd: outer };
    expect(await decideImportExtension(io, join(outer, "inner/src/api"), undefined)).toMatchObject({ extension: "js" });
    expect(await decideImportExtension(io, join(outer, "other/src/api"), undefined)).toMatchObject({ extension: "none" });
  });
});

describe("an extension that is demanded", () => {
  const problems = async (files: Files, extension: "js" | "ts" | "none") => {
    const cwd = await repository(files);
    return importExtensionProblems({ ...nodeIo(), cwd }, join(cwd, "src/api"), extension);
  };

  test.each<[extension: "js" | "ts" | "none", why: string, files: Files]>([
    ["ts", "nodenext", tsconfig({ module: "nodenext" })],
    ["ts", "bundler", tsconfig({ moduleResolution: "bundler" })],
    ["none", "nodenext in an ES module package", { ...tsconfig({ module: "nodenext" }), ...esm }],
    ["none", "node16 in an ES module package", { ...tsconfig({ moduleResolution: "node16" }), ...esm }],
  ])("%s is warned of under %s", async (extension, _why, files) => {
    const found = await problems(files, extension);
    expect(found).toMatchObject([{ code: "import-extension-impossible", severity: "warning" }]);
    expect(found[0]?.hint).toContain('"auto"');
  });

  test.each<[extension: "js" | "ts" | "none", why: string, files: Files]>([
    ["ts", "rewriting", tsconfig({ module: "nodenext", rewriteRelativeImportExtensions: true })],
    ["ts", "allowing", tsconfig({ moduleResolution: "bundler", allowImportingTsExtensions: true, noEmit: true })],
    ["ts", "Deno", { ...tsconfig({}), "deno.json": {} }],
    ["ts", "nothing", {}],
    ["none", "nodenext in a CommonJS package", tsconfig({ module: "nodenext" })],
    ["none", "bundler", { ...tsconfig({ moduleResolution: "bundler" }), ...esm }],
    ["js", "anything", tsconfig({ moduleResolution: "bundler" })],
    ["ts", "a tsconfig that is not whole", tsconfig({}, { extends: "./absent.json" })],
  ])("%s is fine under %s", async (extension, _why, files) => {
    expect(await problems(files, extension)).toEqual([]);
  });
});
