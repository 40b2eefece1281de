import { expect, test } from "vitest";
import { generateScript, type Generated } from "../../../src/project/generate-script.js";
import { memoryIo } from "../../support/memory-io.js";

const configured: Generated = { config: "/project/sundial.config.ts" };

function scriptIn(files: Readonly<Record<string, string | object>>, wanted: Generated = configured): Promise<string | undefined> {
  const texts = Object.entries(files).map(([path, content]) => [
    `/project/${path}`,
    typeof content === "string" ? content : JSON.stringify(content),
  ]);
  return generateScript(memoryIo({ "/project/.git/HEAD": "", ...(Object.fromEntries(texts) as Record<string, string>) }), wanted);
}

const scripts = (all: Readonly<Record<string, unknown>>, more: object = {}) => ({ "package.json": { ...more, scripts: all } });

test.each([
  ["by itself", "sundial generate"],
  ["through npx", "npx openapi-sundial generate"],
  ["through pnpm", "pnpm exec sundial generate"],
  ["with flags", "sundial generate --verbose --force"],
  ["with its configuration named", "sundial generate --config sundial.config.ts"],
  ["among other commands", "npm run build && sundial generate && prettier --write src"],
])("a script that runs the tool %s is the command", async (_, script) => {
  expect(await scriptIn(scripts({ test: "vitest", codegen: script }))).toBe("npm run codegen");
});

test.each([
  ["checks only", "sundial check"],
  ["generates one API of several", "sundial generate billing"],
  ["generates by flags", "sundial generate --input a.yaml --output a"],
  ["has another configuration", "sundial generate --config other/sundial.config.ts"],
  ["talks about it", "echo sundial generate"],
  ["runs another tool", "sundials generate"],
  ["is no text", 7],
])("a script that %s is not", async (_, script) => {
  expect(await scriptIn(scripts({ codegen: script }))).toBeUndefined();
});

test.each([
  ["no package", {}],
  ["a package without scripts", { "package.json": {} }],
  ["a package that is no JSON", { "package.json": "{" }],
  ["scripts of another kind", { "package.json": { scripts: ["sundial generate"] } }],
  ["a script's name that could end a comment", scripts({ "a`*/b": "sundial generate" })],
])("there is none with %s", async (_, files) => {
  expect(await scriptIn(files)).toBeUndefined();
});

test.each([
  ["package-lock.json", "npm run"],
  ["npm-shrinkwrap.json", "npm run"],
  ["pnpm-lock.yaml", "pnpm run"],
  ["yarn.lock", "yarn run"],
  ["bun.lock", "bun run"],
  ["bun.lockb", "bun run"],
])("%s says which package manager runs it", async (lock, command) => {
  expect(await scriptIn({ ...scripts({ generate: "sundial generate" }), [lock]: "" })).toBe(`${command} generate`);
});

test("the packageManager of a package.json goes before a lock file, and those of a workspace are at its root", async () => {
  expect(
    await scriptIn({ ...scripts({ generate: "sundial generate" }, { packageManager: "yarn@4.9.1+sha" }), "package-lock.json": "" }),
  ).toBe("yarn run generate");
  const workspace = {
    "packages/api/package.json": { scripts: { generate: "sundial generate" } },
    "package.json": {},
    "pnpm-lock.yaml": "",
  };
  expect(await scriptIn(workspace, { config: "/project/packages/api/sundial.config.ts" })).toBe("pnpm run generate");
});

test("an output by flags has the script that names its folder", async () => {
  const files = scripts({
    other: "sundial generate --input b.yaml --output src/b",
    api: "sundial generate --input a.yaml --output src/api",
  });
  expect(await scriptIn(files, { output: "/project/src/api" })).toBe("npm run api");
  expect(await scriptIn(files, { output: "/project/src/c" })).toBeUndefined();
});
