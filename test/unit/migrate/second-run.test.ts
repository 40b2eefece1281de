/** What a run finds that another one began: scripts say nothing any more, and the configuration does. */
import { describe, expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { migrate, oldTypes, packageJson, pets, project, script } from "../../support/migrated.js";

const head = 'import createClient from "openapi-fetch";\nimport type { paths } from "./api/schema";\n';
const client = `${head}export const c = createClient<paths>({ baseUrl: "a" });\n`;
const write = ["--write", "--config-format", "json"];
const mock = 'vi.mock("../src/api/schema");\n';
const old = "/project/src/api/schema.d.ts";
const pathsOf = (...names: readonly string[]): string =>
  oldTypes.replace("paths {}", `paths {\n${names.map((name) => `    "${name}": {\n    };\n`).join("")}}`);

describe("a file of types that stayed has the description of the configuration", () => {
  test("and what is left is done when it can be", async () => {
    const io = project({ "src/main.ts": client.replace("({", "({;"), "src/other.ts": client, "test/a.ts": mock });
    expect(await migrate(io, ...write)).toBe(0);
    expect(io.files.has(old)).toBe(true);
    expect(await migrate(io, ...write)).toBe(0);
    expect(io.printed.stdout).toContain("Nothing here can be rewritten safely: nothing was written.\n\nLeft to you\n");
    io.files.set("/project/src/main.ts", new TextEncoder().encode(client));
    io.files.set("/project/test/a.ts", new Uint8Array());
    expect(await migrate(io, ...write)).toBe(0);
    expect(io.text("src/main.ts")).toContain("petstorePaths(createPetstoreClient(");
    expect(io.files.has(old)).toBe(false);
  });

  test.each<readonly [string, string, string, number]>([
    ["by its paths, wherever it is", pathsOf("/pets"), "src/elsewhere", 0],
    ["not where its paths are others", pathsOf("/shops", "/pets-too"), "src/api/petstore", 2],
    ["by its place, where it has none", oldTypes, "src/api/petstore", 0],
    ["not where it has none, and is elsewhere", oldTypes, "src/elsewhere", 2],
  ])("%s", async (_, text, output, code) => {
    const io = project({
      "package.json": packageJson({}),
      "sundial.config.json": JSON.stringify({ input: "openapi.yaml", output, name: "petstore", emit: ["types", "client", "paths"] }),
      "src/api/schema.d.ts": text,
      "src/main.ts": client,
      "openapi.yaml": pets,
    });
    expect(await run(["generate"], io)).toBe(0);
    expect(await migrate(io, ...write)).toBe(code);
    expect(io.text("src/main.ts").includes("petstorePaths(")).toBe(code === 0);
  });
});

describe("a script that writes the same file from another description stays, in every run", () => {
  const scripts = { "generate:api": script, "generate:api-file": "openapi-typescript other.yaml -o src/api/schema.d.ts" };
  const files = { "package.json": packageJson(scripts), "other.yaml": pets.replace("Petstore", "Other"), "src/main.ts": client };
  const told = "The script `generate:api-file` writes the same file from another description, and is left as it is.";

  test.each<readonly [string, boolean, boolean]>([
    ["where the old file is there", true, false],
    ["where it is there, and the new ones are generated", true, true],
    ["where it is gone", false, false],
    ["where it is gone, and the new ones are generated", false, true],
  ])("%s", async (_, isThere, isGenerated) => {
    const io = project({ ...files, "src/api/schema.d.ts": pathsOf("/pets") });
    expect(await migrate(io, ...write)).toBe(0);
    expect(io.printed.stdout).toContain(told);
    if (!isThere) io.files.delete(old);
    if (isGenerated) expect(await run(["generate"], io)).toBe(0);
    const before = io.changes.length;
    const printed = io.printed.stdout.length;
    expect(await migrate(io, ...write)).toBe(0);
    expect(io.changes.slice(before)).toEqual([]);
    expect(io.printed.stdout.slice(printed)).toMatch(/^Nothing here can be rewritten safely: nothing was written\.\n/);
    expect(io.printed.stdout.slice(printed)).toContain(told);
    expect(io.text("package.json")).toContain('"openapi-typescript": "^7.13.0"');
    expect(io.text("package.json")).toContain(scripts["generate:api-file"]);
  });

  test("but for a file that has types of another API", async () => {
    const io = project({
      "sundial.config.json": JSON.stringify({ input: "openapi.yaml", output: "src/api/petstore", name: "petstore", emit: ["types"] }),
      "package.json": packageJson({ other: "openapi-typescript other.yaml -o src/api/other.ts" }),
      "other.yaml": pets.replace("Petstore", "Other").replace("/pets", "/shops"),
      "src/api/other.ts": pathsOf("/shops"),
      "src/api/schema.d.ts": false,
      "src/main.ts": client.replace("schema", "other"),
    });
    expect(await run(["generate"], io)).toBe(0);
    expect(await migrate(io, ...write)).toBe(0);
    expect(io.text("package.json")).toContain('"other": "sundial generate"');
    expect(io.printed.stdout).toContain("The configuration is there, and lacks other");
  });
});

describe("clients of types that are generated already", () => {
  test("are told, with what the configuration lacks for them", async () => {
    const io = project({ "src/main.ts": client });
    await migrate(io, ...write, "--types-only");
    expect(await migrate(io)).toBe(0);
    expect(io.printed.stdout).toContain(
      "src/main.ts:3\n    The client is still one of openapi-fetch: the configuration generates no client of its API.\n",
    );
    expect(io.printed.stdout).toContain('take "client" and "paths" into `emit`, and run `sundial migrate` again');
  });

  test("become generated ones when it has them", async () => {
    const io = project({ "src/main.ts": client });
    await migrate(io, ...write, "--types-only");
    const json = { input: "openapi.yaml", output: "src/api/petstore", name: "petstore", emit: ["types", "client", "paths"] };
    io.files.set("/project/sundial.config.json", new TextEncoder().encode(JSON.stringify(json)));
    expect(await migrate(io, ...write)).toBe(0);
    expect(io.text("src/main.ts")).toBe(
      'import { createPetstoreClient, petstorePaths } from "./api/petstore/index";\nexport const c = petstorePaths(createPetstoreClient({ baseUrl: "a" }));\n',
    );
  });
});
