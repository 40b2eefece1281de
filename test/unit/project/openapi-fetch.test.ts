import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openapiFetchProblems } from "../../../src/project/openapi-fetch.js";
import { memoryIo } from "../../support/memory-io.js";

const manifest = (version: unknown): string => JSON.stringify({ name: "openapi-fetch", version });
const at = (folder: string): string => `${folder}/node_modules/openapi-fetch/package.json`;

async function problems(files: Readonly<Record<string, string>>) {
  return openapiFetchProblems(memoryIo(files), "/repo/app/src/api");
}

test.each([
  ["0.15.2", "/repo/app"],
  ["0.8.0", "/repo"],
  ["0.0.1", ""],
  ["0.13.8", "/repo/app/src/api"],
  ["0.15.2-next.1", "/repo/app/src"],
])("version %s in %s is told with its place and what helps", async (version, folder) => {
  const found = await problems({ [at(folder)]: manifest(version) });
  expect(found).toMatchObject([
    { code: "openapi-fetch-outdated", severity: "warning", at: { file: expect.stringContaining("openapi-fetch/package.json") as string } },
  ]);
  expect(found[0]?.message).toContain(`is version ${version}, and calls by path need 0.16.0 or newer`);
  expect(found[0]?.hint).toContain("npm install");
});

test.each(["0.16.0", "0.17.0", "0.100.0", "1.0.0", "1.2.3", "", "workspace", 7, null])("version %j is no word", async (version) => {
  expect(await problems({ [at("/repo/app")]: manifest(version) })).toEqual([]);
});

test.each([
  ["the project lists it", { "/repo/app/package.json": JSON.stringify({ dependencies: { "openapi-fetch": "0.13" } }) }],
  ["there is no project", {}],
  ["the package.json cannot be read", { "/repo/app/package.json": "{" }],
])("where none is installed there is no word if %s", async (_, files) => {
  expect(await problems(files)).toEqual([]);
});

test.each<[object]>([[{}], [{ dependencies: { react: "19" }, devDependencies: null }], [{ dependencies: { hasOwnProperty: "1" } }]])(
  "where none is installed, a project that does not list it is told what to do: %j",
  async (project) => {
    const found = await problems({
      "/repo/app/package.json": JSON.stringify(project),
      "/repo/package.json": JSON.stringify({ dependencies: { "openapi-fetch": "0.17" } }),
    });
    expect(found).toMatchObject([
      { code: "openapi-fetch-missing", severity: "info", at: { file: expect.stringContaining("app/package.json") as string } },
    ]);
    expect(found[0]?.hint).toMatch(/npm install openapi-fetch.*`emit`/);
  },
);

test("the command is that of the package manager of the project", async () => {
  const found = await problems({ "/repo/app/package.json": '{ "packageManager": "pnpm@10.4.0" }' });
  expect(found[0]?.hint).toContain("`pnpm add openapi-fetch`");
});

test("the nearest one counts, and one that is beside the path does not", async () => {
  expect(await problems({ [at("/repo")]: manifest("0.15.0"), [at("/repo/app")]: manifest("0.17.0") })).toEqual([]);
  expect(await problems({ [at("/repo")]: manifest("0.17.0"), [at("/repo/app")]: manifest("0.15.0") })).toHaveLength(1);
  expect(await problems({ [at("/repo/other")]: manifest("0.15.0") })).toEqual([]);
});

test("the page about clients asks for that version", () => {
  const page = readFileSync(fileURLToPath(new URL("../../../docs/client.md", import.meta.url)), "utf8");
  expect(page).toMatch(/^npm install openapi-fetch\S* +# at least 0\.16$/m);
});
