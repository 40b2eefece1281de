import { expect, test } from "vitest";
import { findDescriptions, recognise } from "../../../src/setup/find-descriptions.js";
import { memoryIo } from "../../support/memory-io.js";

const yaml = 'openapi: 3.1.0\ninfo:\n  version: "1"\n\n  title: "Pet Store"\npaths: {}\n';

test.each([
  [yaml, { version: "3.1.0", title: "Pet Store" }],
  [yaml.replaceAll("\n", "\r\n"), { version: "3.1.0", title: "Pet Store" }],
  ["\ufeff# licence\nswagger: '2.0'\n", { version: "2.0", title: undefined }],
  ['{ "info": { "title": "A" }, "openapi": "3.0.3" }', { version: "3.0.3", title: "A" }],
  ["info:\n  title: Late\nopenapi: 3.2.0 # new\n", { version: "3.2.0", title: "Late" }],
  ['{ "dependencies": { "openapi": "3.0.1" } }', undefined],
  ["on: push\njobs:\n  openapi: 3.1.0\n", undefined],
  ["openapi: 3.0.0\ninfo: { version: 1, title: 'A b' }\n", { version: "3.0.0", title: "A b" }],
  ["openapi: ^3\n", undefined],
  ["asyncapi: 3.0.0\n", undefined],
  ["", undefined],
])("%j is read as %j", (text, found) => {
  expect(recognise(text)).toEqual(found);
});

test("files are found by what they say, and those of packages, of builds and of hidden folders are not", async () => {
  const io = memoryIo({
    "openapi.yaml": yaml,
    "docs/v2/petstore.yml": yaml,
    "api/service.json": '{"openapi":"3.0.0"}',
    "node_modules/a/openapi.yaml": yaml,
    "dist/openapi.json": '{"openapi":"3.0.0"}',
    ".cache/openapi.yaml": yaml,
    "test/fixtures/openapi.yaml": yaml,
    "package.json": '{"openapi":"3.0.0"}',
    "compose.yaml": "services: {}\n",
  });
  expect((await findDescriptions(io, "/project")).map(({ path }) => path)).toEqual([
    "openapi.yaml",
    "api/service.json",
    "docs/v2/petstore.yml",
  ]);
});

test("those of tests are found where there are no others", async () => {
  const io = memoryIo({ "test/openapi.yaml": yaml });
  expect((await findDescriptions(io, "/project")).map(({ path }) => path)).toEqual(["test/openapi.yaml"]);
});

test("links are not followed, and work is bounded however many files there are", async () => {
  const files = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`data/${String(index)}.json`, "{}"]));
  const io = memoryIo({ ...files, "/elsewhere/openapi.yaml": yaml }, { symlinks: { "/project/spec": "/elsewhere" } });
  let reads = 0;
  const counting = { ...io, read: (path: string) => ((reads += 1), io.read(path)) };
  expect(await findDescriptions(counting, "/project")).toEqual([]);
  expect(reads).toBeLessThanOrEqual(300);
});

test("a text that is long and nothing takes work by its length", () => {
  for (const text of [
    "info:\n" + " \n".repeat(200_000),
    "{".repeat(200_000),
    '{"openapi":'.repeat(20_000),
    "openapi:" + " ".repeat(200_000),
  ])
    expect(recognise(text)).toBeUndefined();
});
