/** Projects in which a program calls openapi-typescript: what it writes need not say so. */
import { describe, expect, test } from "vitest";
import { migrate, oldTypes, packageJson, pets, project } from "../../support/migrated.js";

const bare = oldTypes.slice(oldTypes.indexOf("export"));
const program = 'import openapiTS from "openapi-typescript";\nawait openapiTS(new URL("./openapi.yaml", import.meta.url));\n';
const client =
  'import createClient from "openapi-fetch";\nimport type { paths } from "./api/schema";\nexport const c = createClient<paths>({ baseUrl: "a" });\n';
const files = {
  "package.json": packageJson({ types: "node make.mjs" }),
  "make.mjs": program,
  "src/api/schema.d.ts": bare,
  "src/main.ts": client,
} as const;
interface Data {
  readonly left: readonly { readonly file?: string; readonly message: string; readonly fix: string }[];
}
const leftOf = (text: string): readonly string[] =>
  (JSON.parse(text) as Data).left.map(({ file, message }) => (file === undefined ? message : `${file} ${message}`));

const unknown = "src/api/schema.d.ts These types are used by a client, and nothing says which description they are made from";
const unused = "`--input` had no use: there is no file of types whose description is not known";

describe("types that do not say that they are generated", () => {
  test.each<readonly [string, Readonly<Record<string, string>>]>([
    ["by their path", {}],
    ["by an alias", { "src/main.ts": client.replace("./api/schema", "@/api/schema") }],
    [
      "by way of another module",
      { "src/main.ts": client.replace("./api/schema", "./index"), "src/index.ts": 'export type { paths } from "./api/schema";\n' },
    ],
    ["by way of a client that stays", { "src/main.ts": client.replace('{ baseUrl: "a" }', "options") }],
  ])("are old types where --input names their description, and a client has them: %s", async (_, more) => {
    const io = project({ ...files, ...more });
    expect(await migrate(io, "--write", "--input", "openapi.yaml", "--format", "json")).toBe(0);
    expect(io.text("sundial.config.ts")).toContain('input: "openapi.yaml",\n  output: "src/api/petstore",\n');
    expect(io.text("src/main.ts") + (io.files.has("/project/src/index.ts") ? io.text("src/index.ts") : "")).toContain("api/petstore/");
    expect(io.text("src/api/schema.d.ts")).toBe(bare);
    const left = leftOf(io.printed.stdout);
    expect(left).toContain("make.mjs A program calls openapi-typescript");
    expect(left).toContain("src/api/schema.d.ts The old file of types stays: nothing in it says that it is generated");
    expect(left).not.toContain(unused);
  });

  test("are told without --input, and nothing is claimed of them", async () => {
    const io = project(files);
    expect(await migrate(io, "--write")).toBe(0);
    expect(io.changes).toEqual([]);
    expect(io.printed.stdout).toMatch(/^Nothing here can be rewritten safely: nothing was written\.\n\nLeft to you\n/);
    expect(io.printed.stdout).toContain(unknown.replace(" ", "\n    "));
    expect(io.printed.stdout).not.toContain("those of sundial");
  });

  test.each<readonly [string, Readonly<Record<string, string | false>>]>([
    ["no client has them", { "src/main.ts": 'import type { paths } from "./api/schema";\nexport type P = paths;\n' }],
    ["they have no components", { "src/api/schema.d.ts": "export interface paths {}\n" }],
    ["there are none", { "src/api/schema.d.ts": false, "src/main.ts": "export {};\n" }],
  ])("stay where %s, and --input had no use", async (_, more) => {
    const io = project({ ...files, ...more });
    expect(await migrate(io, "--write", "--input", "openapi.yaml", "--format", "json")).toBe(0);
    expect(io.changes).toEqual([]);
    expect(leftOf(io.printed.stdout)).toContain(unused);
  });

  test("--input had no use where scripts say all", async () => {
    const io = project({ "src/main.ts": client, "other.yaml": pets });
    expect(await migrate(io, "--format", "json", "--input", "other.yaml")).toBe(0);
    expect(leftOf(io.printed.stdout)).toEqual([unused]);
    const same = project({ "src/main.ts": client });
    expect(await migrate(same, "--format", "json", "--input", "openapi.yaml")).toBe(0);
    expect(leftOf(same.printed.stdout)).toEqual([]);
  });

  test("several of them are not given one description", async () => {
    const more = { "src/b/schema.d.ts": bare, "src/b.ts": client.replace("./api", "./b") };
    const io = project({ ...files, ...more });
    expect(await migrate(io, "--write", "--input", "openapi.yaml")).toBe(2);
    expect(io.changes).toEqual([]);
    expect(io.printed.stderr).toContain("Nothing says which description src/api/schema.d.ts, src/b/schema.d.ts is made from.");
  });
});
