import { describe, expect, test } from "vitest";
import { findFormatter } from "../../../src/format/find-formatter.js";
import { wordsOf } from "../../../src/format/formatter.js";
import { memoryIo } from "../../support/memory-io.js";

const output = "/repo/packages/api/src/gen";
const find = (files: Readonly<Record<string, string>>, setting: Parameters<typeof findFormatter>[0] = "auto") =>
  findFormatter(setting, output, "/repo/packages/api", memoryIo({ "/repo/.git/HEAD": "x", ...files }));

describe("the formatter of a repository", () => {
  test.each([
    [{ "/repo/.prettierrc": "{}" }, { kind: "prettier", from: output }],
    [{ "/repo/packages/api/prettier.config.mjs": "" }, { kind: "prettier", from: output }],
    [{ "/repo/package.json": '{"devDependencies":{"prettier":"3"}}' }, { kind: "prettier", from: output }],
    [{ "/repo/package.json": '{"prettier":"@us/prettier"}' }, { kind: "prettier", from: output }],
    [{ "/repo/biome.jsonc": "{}" }, { kind: "biome", root: "/repo" }],
    [
      { "/repo/.prettierrc": "{}", "/repo/packages/api/biome.json": "{}" },
      { kind: "biome", root: "/repo/packages/api" },
    ],
    [
      { "/repo/biome.json": "{}", "/repo/packages/api/.prettierrc.yaml": "" },
      { kind: "prettier", from: output },
    ],
    [
      { "/repo/biome.json": "{}", "/repo/.prettierrc": "{}" },
      { kind: "biome", root: "/repo" },
    ],
    [{ "/.prettierrc": "{}", "/biome.json": "{}" }, undefined],
    [{ "/repo/package.json": "{ no" }, undefined],
    [{}, undefined],
  ])("is found by what is nearest to the output: %j", async (files, found) => {
    expect(await find(files)).toEqual(found);
  });

  test("is the one that is asked for", async () => {
    const both = { "/repo/biome.json": "{}", "/repo/.prettierrc": "{}" };
    expect(await find(both, "prettier")).toEqual({ kind: "prettier", from: output });
    expect(await find({ "/repo/.prettierrc": "{}" }, "biome")).toEqual({ kind: "biome", root: "/repo/packages/api" });
    expect(await find(both, { words: ["dprint", "fmt", "--stdin", "{file}"] })).toEqual({
      kind: "command",
      words: ["dprint", "fmt", "--stdin", "{file}"],
      root: "/repo/packages/api",
    });
  });
});

test("words of a command are parted at spaces, without a shell", () => {
  expect(wordsOf(`a "b c"  'd "e"' $(f) ;g`)).toEqual(["a", "b c", 'd "e"', "$(f)", ";g"]);
});
