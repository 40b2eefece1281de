/** What templates that somebody has taken over import, and what other texts of theirs look like it. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo, type MemoryIo } from "../../support/memory-io.js";

const petstore = readFileSync(new URL("../../../spec/petstore.yaml", import.meta.url), "utf8");
const ours = (name: string): string => readFileSync(new URL(`../../../templates/${name}.hbs`, import.meta.url), "utf8");
const api = { input: "petstore.yaml", output: "src/petstore", handlers: "src/handlers", importExtension: "js", templates: "own" };

/** A project with templates as ours are, and more at their end. `runs`: what is generated before. */
function project(more: object, templates: Readonly<Record<string, string>>): MemoryIo {
  const own = Object.entries(templates).map(([name, text]) => [`/project/own/${name}.hbs`, text] as const);
  return memoryIo({
    "/project/petstore.yaml": petstore,
    "/project/package.json": "{}",
    "/project/sundial.config.json": JSON.stringify({ ...api, ...more }),
    ...Object.fromEntries(own),
  });
}

async function generated(more: object, templates: Readonly<Record<string, string>>): Promise<MemoryIo> {
  const io = project(more, templates);
  expect([await run(["generate"], io), io.printed.stderr.match(/error .*/g)]).toEqual([0, null]);
  expect(await run(["check", "--full"], io)).toBe(0);
  return io;
}

const linesOf = (io: MemoryIo, path: string, word: string): readonly string[] =>
  io
    .text(`/project/src/${path}`)
    .split("\n")
    .filter((line) => line.includes(word));

describe("specifiers", () => {
  const texts = [
    'export const mineWorker = "./mine.js"; export const mineTable = { "./mine.js": `\nimport { mine } from "./mine.js";\n` };',
    'export const mineCalled = String("./mine.js"); // import "./mine.js"',
  ];
  const imports = [
    `import { mine } from "../mine.js"; import mine2 from '../mine.js';`,
    'export type Mine = import("../mine.js").Mine;  export * as mine3 from "../mine.js";',
  ];
  test.each([
    ["ts", ".ts"],
    ["none", ""],
  ])("are spelled as the project needs it, and nothing that looks like one: %s", async (importExtension, ending) => {
    const added = `\n${[...texts, ...imports].join("\n")}\n`;
    const io = await generated(
      { importExtension },
      Object.fromEntries(["client", "paths", "server", "index", "handlers"].map((name) => [name, ours(name) + added])),
    );
    const spelled = imports.map((line) => line.replaceAll("mine.js", `mine${ending}`));
    for (const path of ["petstore/client.ts", "petstore/paths.ts", "petstore/server.ts", "petstore/index.ts", "handlers/pets.ts"])
      expect(linesOf(io, path, "ine")).toEqual(
        expect.arrayContaining([...texts.join("\n").split("\n"), ...spelled].filter((line) => line.includes("ine"))),
      );
  });

  test("of a shared runtime lead to its folder, and long imports are broken as ours are", async () => {
    const added =
      '\nimport * as rt from "./runtime/client.js"; export const { decodeBody } = rt;\n' +
      'export type Shown = import("./runtime/shared.js").Deprecation | typeof import("./runtime/client-limits.js");\n' +
      'export const text = `\nexport * from "./runtime/client.js";\n`;\n';
    const shared = { runtime: "src/sundial" };
    const plain = await generated({ ...shared, templates: undefined }, {});
    const same = await generated(shared, Object.fromEntries(["client", "paths", "server", "index"].map((name) => [name, ours(name)])));
    for (const path of ["client", "paths", "server", "index"].map((name) => `/project/src/petstore/${name}.ts`))
      expect(same.text(path)).toBe(plain.text(path));
    const io = await generated(shared, { client: ours("client") + added, index: ours("index") + added });
    for (const path of ["petstore/client.ts", "petstore/index.ts"]) {
      expect(linesOf(io, path, "rt from")).toEqual(['import * as rt from "../sundial/client.js"; export const { decodeBody } = rt;']);
      expect(linesOf(io, path, "Shown")).toEqual([
        'export type Shown = import("../sundial/shared.js").Deprecation | typeof import("../sundial/client-limits.js");',
      ]);
      expect(linesOf(io, path, 'export * from "./runtime')).toEqual(['export * from "./runtime/client.js";']);
    }
  });
});

describe("a runtime of an output's own has", () => {
  test.each([
    ['import * as rt from "./runtime/client.js";', "function decodeBody("],
    ['export * from "./runtime/client.js";', "function decodeBody("],
    ['type A = typeof import("./runtime/client.js");', "function decodeBody("],
    ['type A = typeof import("./runtime/client.js").decodeBody;', "function decodeBody("],
    ["const a = 1; import { decodeBody } from './runtime/client.js';", "function decodeBody("],
    ['import {\n  // what reads\n  decodeBody, /* ! */\n} from "./runtime/client.js";', "function decodeBody("],
  ])("what templates have of it: %s", async (statement, declaration) => {
    for (const name of ["client", "index"]) {
      const io = await generated({ emit: ["client"], handlers: undefined }, { [name]: `${ours(name)}\n${statement}\n` });
      expect(io.text("/project/src/petstore/runtime/client.ts")).toContain(declaration);
    }
  });

  test.each<[statement: string, column: number, message: string]>([
    ['import { a, /* b, */ decodBody } from "./runtime/client.js";', 22, "runtime/client.ts has no `decodBody`."],
    ['import x, { decodeBody } from "./runtime/client.js";', 8, "runtime/client.ts has no `default`."],
    ['const b = 1; import { a } from "./runtime/client.js";', 23, "runtime/client.ts has no `a`."],
    ['type A = import("./runtime/client.js").Clint;', 40, "runtime/client.ts has no `Clint`."],
    ['import * as a from "./runtime/clint.js";', 21, "There is no runtime/clint.ts."],
    ['import { createClient } from "./runtime/clint.js";', 31, "There is no runtime/clint.ts."],
  ])("nothing else, and that is said with its place: %s", async (statement, column, message) => {
    const io = project({}, { client: `{{!-- it's import { b } from "./runtime/client.js" --}}\n${statement}\n${ours("client")}` });
    expect(await run(["generate"], io)).toBe(1);
    expect(io.printed.stderr).toContain(`error ${message} [template-import-unknown]\n  own/client.hbs:2:${String(column)}\n`);
  });
});

describe("a name that a template imports or declares itself", () => {
  test.each([
    'import { createClient } from "./runtime/client.js";',
    'import type { createClient } from "./runtime/client.js";',
    'import { make as createClient } from "../mine.js";',
    'import createClient from "../mine.js";',
    'import * as createClient from "../mine.js";',
    '{{#if secured}}\nimport { createClient } from "./runtime/client.js";\n{{/if}}',
    "export function createClient() {}",
  ])("stays its own, and ours has another beside it: %s", async (statement) => {
    const io = await generated({}, { client: `${statement}\n${ours("client")}` });
    expect(linesOf(io, "petstore/client.ts", "createClient as")).toHaveLength(1);
    expect(linesOf(io, "petstore/client.ts", "return ")).toEqual(["  return createClient_1<PetstoreClient>("]);
  });

  test("does so in every file", async () => {
    const added = 'import type { paths, PathClient, Credential } from "../mine.js";\n';
    const io = await generated({}, { paths: added + ours("paths"), server: added.replace("PathClient", "Server") + ours("server") });
    expect(linesOf(io, "petstore/paths.ts", "export type PetstorePaths")[0]).toContain("PathClient_1<paths_1>");
    expect(linesOf(io, "petstore/server.ts", "export function")[0]).toMatch(/: Server_1\b/);
  });

  test("is not imported by us where its text alone has it", async () => {
    const io = await generated(
      {},
      { client: 'import type { ClientOptions } from "../mine.js";\n' + ours("client").replace("{{optionsType}}", "ClientOptions") },
    );
    expect(linesOf(io, "petstore/client.ts", "ClientOptions")).toEqual([
      'import type { ClientOptions } from "../mine.js";',
      "export type PetstoreOptions = ClientOptions;",
    ]);
  });
});

describe("index.ts", () => {
  const added = "export const Pet = 1; export interface Server {} export const servers = 1;\n";
  test("says which one it exports where a template exports a name of another file", async () => {
    const plain = await generated({ templates: undefined }, {});
    expect(linesOf(plain, "petstore/index.ts", "export {")).toEqual([]);
    const io = await generated({}, { paths: ours("paths") + added, server: added });
    expect(io.text("/project/src/petstore/index.ts").split("\n").slice(2)).toEqual([
      ...plain
        .text("/project/src/petstore/index.ts")
        .split("\n")
        .slice(2, -1)
        .filter((line) => line.startsWith("export *") || line.startsWith("export type *")),
      'export type { Pet } from "./types.js";',
      'export { servers } from "./client.js";',
      'export type { Server } from "./paths.js";',
      "",
    ]);
  });

  test("passes on what a template passes on as a whole, and no file that exports nothing", async () => {
    const io = await generated({}, { paths: 'export * from "../mine.js";\n', server: "const none = 1;\n" });
    expect(linesOf(io, "petstore/index.ts", "paths")).toEqual(['export * from "./paths.js";']);
    expect(linesOf(io, "petstore/index.ts", "server")).toEqual([]);
  });
});
