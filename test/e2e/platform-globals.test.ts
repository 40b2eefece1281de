/** Platforms, and libraries of theirs, declare globals with types of their own: React Native's `process` has nothing but `env`. */
import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compile, projectRoot, temporaryFolder, typeCheck, writeFiles } from "../support/compile.js";
import { generateFrom } from "../support/pipeline.js";

const platforms = {
  "React Native's": "interface Process { env: { NODE_ENV?: string } }\ndeclare var process: Process;",
  "a bundler's": "declare var process: { browser: true };\ndeclare var global: typeof globalThis;",
  "something else under the same names": [
    "declare var process: string;",
    "declare var Deno: number;",
    "declare function WebSocketPair(): void;",
    "declare var EdgeRuntime: { version: string };",
    "declare var Bun: undefined;",
  ].join("\n"),
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  const petstore = `${projectRoot}spec/petstore.yaml`;
  const { files } = await generateFrom(petstore, ["types", "client", "validators"]);
  const { files: served } = await generateFrom(petstore, ["types", "client", "server", "validators"]);
  await writeFiles(folder.path, [
    ...files.map((file) => ({ ...file, path: `api/${file.path}` })),
    ...served.map((file) => ({ ...file, path: `served/${file.path}` })),
  ]);
});

afterAll(() => folder.remove());

test.each(Object.entries(platforms))("a client compiles where the globals are %s", async (_, text) => {
  await writeFiles(folder.path, [{ path: "globals.d.ts", text }]);
  expect(await typeCheck(folder.path, ["globals.d.ts", "api"], "7", "browser")).toEqual([]);
});

/** What the makers of a platform declare of it, and what else they have a program compile with. A server needs Node's types. */
const packages = {
  "Bun's": { of: "served", types: ["bun-types"], lib: ["esnext"] },
  "Bun's, beside the DOM's": { of: "served", types: ["bun-types"], lib: ["esnext", "dom", "dom.iterable"] },
  "those of Workers": { of: "api", types: ["@cloudflare/workers-types"], lib: ["es2024"] },
  "those of Workers, beside Node's": { of: "served", types: ["@cloudflare/workers-types", "node"], lib: ["es2024"] },
};

test.each(Object.entries(packages))("what is generated compiles where the types are %s", async (_, { of, types, lib }) => {
  const options = { target: "esnext", module: "preserve", strict: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true };
  expect(await compile(folder.path, [of], "7", { ...options, types, lib, skipLibCheck: true, noEmit: true })).toEqual([]);
});

test.each([
  ["alone", []],
  ["beside the DOM's", ["dom", "dom.iterable"]],
] as const)("what is generated compiles where the types are those of the newest Node, %s", async (_, more) => {
  // Folders of its own: those of two versions cannot be in one program.
  const newest = await mkdtemp(join(tmpdir(), "sundial-test-"));
  try {
    await cp(join(folder.path, "served"), join(newest, "served"), { recursive: true });
    await writeFiles(newest, [{ path: "package.json", text: '{ "type": "module" }' }]);
    await mkdir(join(newest, "node_modules/@types"), { recursive: true });
    await symlink(join(projectRoot, "node_modules/node-types"), join(newest, "node_modules/@types/node"));
    await symlink(join(projectRoot, "node_modules/openapi-fetch"), join(newest, "node_modules/openapi-fetch"));
    const options = { target: "es2022", module: "nodenext", strict: true, exactOptionalPropertyTypes: true, types: ["node"], noEmit: true };
    expect(await compile(newest, ["served"], "7", { ...options, lib: ["es2022", ...more], skipLibCheck: true })).toEqual([]);
  } finally {
    await rm(newest, { recursive: true, force: true });
  }
});
