/** docs/selection.md: its tables are what patterns do, and its configurations are read and do what it says. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { catalogue } from "../../src/diagnostic/catalogue.js";
import { run } from "../../src/cli/run.js";
import { memoryIo } from "../support/memory-io.js";
import { pathPattern } from "../../src/openapi/selection/patterns.js";
import { generateTexts } from "../support/pipeline.js";
import type { OperationFilter } from "../../src/openapi/selection/selection.js";

const page = readFileSync(new URL("../../docs/selection.md", import.meta.url), "utf8");
const petstore = readFileSync(new URL("../../spec/petstore.yaml", import.meta.url), "utf8");
const lines = page.split("\n");
const texts = (cell = ""): readonly string[] => Array.from(cell.matchAll(/`([^`]+)`/g), ([, text = ""]) => text);

/** The rows of the table whose head begins with a cell. */
function rowsOf(head: string): readonly (readonly string[])[] {
  const start = lines.findIndex((line, index) => line.startsWith(`| ${head} |`) && (lines[index + 1] ?? "").startsWith("|---")) + 2;
  const end = lines.findIndex((line, index) => index >= start && !line.startsWith("|"));
  return lines.slice(start, end).map((line) => line.split("|").slice(1, -1));
}

test.each(rowsOf("path"))("the path %s matches %s and not %s", (pattern, fitting, others) => {
  const fits = pathPattern(texts(pattern)[0] ?? "");
  expect(texts(fitting).length).toBeGreaterThan(0);
  expect(texts(fitting).filter((path) => !fits(path))).toEqual([]);
  expect(texts(others).filter(fits)).toEqual([]);
});

test.each(rowsOf("`extensions`"))("the extensions %s of %s: %s", async (wanted, given, answer) => {
  const operation = { responses: {}, ...((parse(texts(given)[0] ?? "{}") ?? {}) as object) };
  const text = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: { "/a": { get: operation }, "/b": { get: {} } },
  });
  const extensions = parse(texts(wanted)[0] ?? "") as NonNullable<OperationFilter["extensions"]>;
  const include = [{ value: { extensions, paths: ["/a"] }, name: "include" }];
  const { api } = await generateTexts({ "api.json": text }, ["types"], { include, strict: false });
  expect(api?.operations.length ?? 0).toBe(answer.trim() === "yes" ? 1 : 0);
});

test("its tables are there", () => {
  expect(rowsOf("path").length).toBeGreaterThan(7);
  expect(rowsOf("`extensions`").length).toBeGreaterThan(7);
  for (const [cell] of rowsOf("code")) expect(Object.keys(catalogue)).toContain(texts(cell)[0]);
  for (const [, code = ""] of page.matchAll(/`((?:select|rename)-[a-z-]+)`/g)) expect(Object.keys(catalogue)).toContain(code);
});

describe("its configurations", () => {
  const files = [...page.matchAll(/<!-- file: (\S+) -->\n```ts\n([\s\S]*?)```/g)].map(([, path = "", text = ""]) => ({ path, text }));
  /** The object in a configuration of the page, which is data. */
  const valueIn = (path: string): object => {
    const text = files.find((file) => file.path === path)?.text ?? "";
    return parse(/defineConfig\(([\s\S]*)\);/.exec(text)?.[1] ?? "") as object;
  };

  test("are read, and generate what is said", async () => {
    const io = memoryIo({
      "/project/spec/petstore.yaml": petstore,
      "/project/sundial.config.json": JSON.stringify(valueIn("selected/sundial.config.ts")),
    });
    expect(await run(["generate"], io)).toBe(0);
    expect(io.printed.stderr).not.toMatch(/warning|error/);
    const operations = io.text("/project/petstore/operations.ts");
    expect(operations).toContain("export function findPets(");
    expect(operations).toContain("AddPetArgs");
    expect(operations).not.toContain("getPet");
    const types = io.text("/project/petstore/types.ts");
    expect(types).toContain("NewPet: PetToAdd;");
    expect(types).toContain('operations["listPets"]');
  });

  test("select by tag and path, and leave out what is deprecated or internal", async () => {
    const operation = (members: object): object => ({ tags: ["store"], responses: { 200: { description: "ok" } }, ...members });
    const paths = {
      "/v2/a": {
        get: operation({}),
        put: operation({ deprecated: true }),
        post: operation({ "x-internal": true }),
        head: operation({ tags: ["x", "pets"] }),
      },
      "/v1/a": { get: operation({}) },
      "/v2/b": { get: operation({ tags: ["x"] }) },
    };
    const io = memoryIo({
      "/project/spec/vendor.yaml": JSON.stringify({ openapi: "3.1.0", info: { title: "Vendor", version: "1" }, paths }),
      "/project/sundial.config.json": JSON.stringify({ ...valueIn("part/sundial.config.ts"), emit: ["types"] }),
    });
    expect(await run(["generate"], io)).toBe(0);
    expect(
      io
        .text("/project/src/vendor/types.ts")
        .match(/^ {4}(\w+): operations/gm)
        ?.map((line) => line.trim()),
    ).toEqual(["get: operations", "head: operations"]);
  });

  test("and the command without one", async () => {
    const command =
      /^npx openapi-sundial (.*)$/m
        .exec(page)?.[1]
        ?.split(" ")
        .map((word) => word.replaceAll("'", "")) ?? [];
    const io = memoryIo({ "/project/spec.yaml": petstore.replaceAll("/pets", "/v2/pets") });
    expect(await run(command, io)).toBe(0);
    expect(io.text("/project/src/api/operations.ts")).not.toContain("getPet");
  });
});
