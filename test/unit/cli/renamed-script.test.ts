/** Generated files name the script that makes them; whoever renames it is told the one that is there. */
import { expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo, type MemoryIo } from "../../support/memory-io.js";

const description = `openapi: 3.1.0
info: { title: Pets, version: "1" }
paths: {}
components: { schemas: { Pet: { type: string } } }
`;

async function generated(): Promise<MemoryIo> {
  const io = memoryIo({
    "/project/.git/HEAD": "",
    "/project/package.json": JSON.stringify({ scripts: { generate: "sundial generate" } }),
    "/project/sundial.config.json": JSON.stringify({ input: "api.yaml", output: "out", emit: ["types"] }),
    "/project/api.yaml": description,
  });
  expect(await run(["generate"], io)).toBe(0);
  expect(io.text("/project/out/types.ts")).toContain("run `npm run generate`");
  return io;
}

const write = (io: MemoryIo, path: string, text: string): void => void io.files.set(`/project/${path}`, new TextEncoder().encode(text));

test.each([
  ["another script generates", { scripts: { api: "sundial generate" } }, "npm run api"],
  ["no script does", { scripts: { test: "vitest" } }, "npx openapi-sundial generate out"],
  ["there are no scripts", {}, "npx openapi-sundial generate out"],
])("check advises what is there, and is green, where %s", async (_, packageJson, advice) => {
  const io = await generated();
  write(io, "package.json", JSON.stringify(packageJson));
  const before = io.printed.stdout.length;
  expect(await run(["check"], io)).toBe(0);
  expect(io.printed.stdout.slice(before)).toContain("files say that they are made by `npm run generate`");
  expect(io.printed.stdout.slice(before)).toContain(`nothing has to be done; to have it so: ${advice}\n`);
  write(io, "api.yaml", description.replace("Pet:", "Animal:"));
  expect(await run(["check"], io)).toBe(1);
  expect(io.printed.stdout).toContain(`fix: ${advice}\n`);
  expect(await run(["generate"], io)).toBe(0);
  expect(await run(["check", "--frozen"], io)).toBe(0);
});

test.each([
  ["the script is there", JSON.stringify({ scripts: { generate: "make api" } })],
  ["there is no package.json", undefined],
])("check takes the command that the files name where %s", async (_, packageJson) => {
  const io = await generated();
  if (packageJson === undefined) io.files.delete("/project/package.json");
  else write(io, "package.json", packageJson);
  expect(await run(["check", "--frozen"], io)).toBe(0);
});

const merged = '<<<<<<< HEAD\n{ "scripts": { "generate": "sundial generate" } }\n=======\n{}\n>>>>>>> other\n';

test.each([
  ["the marks of a merge", merged],
  ["nothing", ""],
  ["a list", "[]"],
  ["a text that ends early", '{ "scripts": {'],
])("a package.json with %s is none that has no scripts: what is generated stays as it is, and it is told", async (_, text) => {
  const io = await generated();
  // One above it says other things, and is not asked.
  io.files.set("/package.json", new TextEncoder().encode(JSON.stringify({ scripts: { above: "sundial generate" } })));
  const before = io.text("/project/out/types.ts");
  write(io, "package.json", text);
  expect(await run(["generate"], io)).toBe(0);
  expect(io.text("/project/out/types.ts")).toBe(before);
  expect(io.printed.stderr).toContain("warning /project/package.json cannot be read as JSON of an object. [setup-package-unreadable]");
  expect(await run(["check"], io)).toBe(0);
  write(io, "api.yaml", description.replace("Pet:", "Animal:"));
  expect(await run(["generate"], io)).toBe(0);
  expect(io.text("/project/out/types.ts")).toContain("run `npm run generate`");
});

test("imports go on to end as they do while package.json cannot be read", async () => {
  const io = memoryIo({
    ".git/HEAD": "",
    "package.json": JSON.stringify({ type: "module" }),
    "tsconfig.json": JSON.stringify({ compilerOptions: { module: "esnext", moduleResolution: "node10" } }),
    "sundial.config.json": JSON.stringify({ input: "api.yaml", output: "out", emit: ["types"] }),
    "api.yaml": description,
  });
  expect(await run(["generate"], io)).toBe(0);
  const before = io.text("/project/out/index.ts");
  write(io, "package.json", merged);
  expect(await run(["generate"], io)).toBe(0);
  expect(io.text("/project/out/index.ts")).toBe(before);
});
