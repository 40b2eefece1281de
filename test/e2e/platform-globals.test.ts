/** Platforms, and libraries of theirs, declare globals with types of their own: React Native's `process` has nothing but `env`. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot, temporaryFolder, typeCheck, writeFiles } from "../support/compile.js";
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
  const { files } = await generateFrom(`${projectRoot}spec/petstore.yaml`, ["types", "client", "validators"]);
  await writeFiles(
    folder.path,
    files.map((file) => ({ ...file, path: `api/${file.path}` })),
  );
});

afterAll(() => folder.remove());

test.each(Object.entries(platforms))("a client compiles where the globals are %s", async (_, text) => {
  await writeFiles(folder.path, [{ path: "globals.d.ts", text }]);
  expect(await typeCheck(folder.path, ["globals.d.ts", "api"], "7", "browser")).toEqual([]);
});
