import { describe, expect, test } from "vitest";
import type { MemoryIo } from "../../support/memory-io.js";
import { migrate, oldTypes, packageJson, pets, project, script } from "../../support/migrated.js";

const client =
  'import createClient from "openapi-fetch";\nimport type { paths } from "./api/schema";\nexport const c = createClient<paths>({ baseUrl: "a" });\n';
const contents = (io: MemoryIo): Readonly<Record<string, string>> =>
  Object.fromEntries([...io.files.keys()].sort().map((path) => [path, io.text(path)]));
const scriptsOf = (io: MemoryIo): unknown => (JSON.parse(io.text("package.json")) as { scripts: unknown }).scripts;
interface Data {
  readonly written: boolean;
  readonly files: readonly { readonly path: string; readonly change: string }[];
  readonly left: readonly { readonly file?: string; readonly line?: number; readonly message: string; readonly fix: string }[];
  readonly uncommitted: readonly string[];
  readonly next: readonly string[];
}
async function dataOf(io: MemoryIo, ...flags: readonly string[]): Promise<Data> {
  const before = io.printed.stdout.length;
  expect(await migrate(io, "--format", "json", ...flags)).toBe(0);
  return JSON.parse(io.printed.stdout.slice(before)) as Data;
}

describe("sundial migrate", () => {
  test("shows what it would change, and writes nothing", async () => {
    const io = project({ "src/main.ts": client });
    expect(await migrate(io)).toBe(0);
    expect(io.changes).toEqual([]);
    for (const shown of [
      '-import createClient from "openapi-fetch";\n',
      '+import { createPetstoreClient, petstorePaths } from "./api/petstore/index";\n',
      "removed  src/api/schema.d.ts\n",
      '-    "types": "openapi-typescript openapi.yaml -o src/api/schema.d.ts"\n',
      '+    "types": "sundial generate",\n',
      "+++ b/sundial.config.ts\n",
      "Nothing was written. `sundial migrate --write` writes 5 files.\n",
    ])
      expect(io.printed.stdout).toContain(shown);
    expect(io.printed.stderr).toContain("Then:\n  npm install\n  npm run types\n  npx tsc --noEmit\n  npx openapi-sundial doctor\n");
  });

  test("writes it with --write, and then says that nothing is left", async () => {
    const io = project({ "src/main.ts": client });
    expect(await migrate(io, "--write")).toBe(0);
    expect(io.text("sundial.config.ts")).toBe(
      'import { defineConfig } from "openapi-sundial";\n\nexport default defineConfig({\n  input: "openapi.yaml",\n  output: "src/api/petstore",\n  emit: ["types", "client", "paths"],\n  name: "petstore",\n  limits: false, // calls are sent at once, and once, as openapi-fetch does; without this line they keep to the limits of the service\n});\n',
    );
    expect(io.text("package.json")).toBe(
      packageJson({ types: "sundial generate", "types:check": "sundial check" }).replace(
        '"openapi-typescript": "^7.13.0"',
        '"openapi-sundial": "^0.1.0"',
      ),
    );
    expect(io.text(".gitattributes")).toBe("src/api/petstore/** linguist-generated=true\n");
    expect(io.printed.stdout).toContain("wrote 5 files\n");
    const before = contents(io);
    expect(await migrate(io, "--write")).toBe(0);
    expect(io.printed.stdout).toMatch(/Nothing of openapi-typescript is left to rewrite: nothing was written\.\n$/);
    expect(contents(io)).toEqual(before);
  });

  test("is data with --format json", async () => {
    const io = project({ "src/main.ts": client, Makefile: "a:\n\topenapi-typescript a -o b\n" });
    expect(await dataOf(io)).toEqual({
      written: false,
      apis: [
        {
          name: "petstore",
          input: "openapi.yaml",
          output: "src/api/petstore",
          emit: ["types", "client", "paths"],
          from: "src/api/schema.d.ts",
        },
      ],
      files: [
        { path: "sundial.config.ts", change: "new" },
        { path: "src/main.ts", change: "changed" },
        { path: "src/api/schema.d.ts", change: "removed" },
        { path: ".gitattributes", change: "new" },
        { path: "package.json", change: "changed" },
      ],
      left: [
        {
          file: "package.json",
          line: 11,
          message: "openapi-typescript stays among the dependencies, for Makefile",
          fix: "take it out when nothing runs it any more",
        },
        {
          file: "Makefile",
          line: 2,
          message: "openapi-typescript is named here",
          fix: "let `sundial generate` or `sundial check` take its place",
        },
      ],
      uncommitted: [],
      next: ["npm install --save-dev openapi-sundial", "npm run types", "npx tsc --noEmit", "npx openapi-sundial doctor"],
    });
    expect((await dataOf(io, "--write")).written).toBe(true);
    expect(await dataOf(io, "--write")).toMatchObject({ written: false, files: [], next: [] });
  });

  test("is told of what it does not take", async () => {
    const io = project();
    expect(await migrate(io, "--format", "xml", "--config-format", "yaml", "--input", "https://a:b@c.example/x")).toBe(2);
    expect(io.printed.stderr).toContain('--format does not take "xml".');
    expect(io.printed.stderr).toContain('--config-format does not take "yaml".');
    expect(io.printed.stderr).toContain("--input has credentials in it");
  });

  test("does nothing where there is nothing of openapi-typescript", async () => {
    const io = project({ "package.json": '{ "name": "a" }', "src/api/schema.d.ts": false });
    expect(await migrate(io, "--write")).toBe(0);
    expect(io.printed.stdout).toBe("Nothing of openapi-typescript was found: nothing was written.\n");
    expect(io.printed.stderr).toBe("`npx openapi-sundial init` sets a project up, also one that uses another generator.\n");
    expect(io.changes).toEqual([]);
  });

  test("changes nothing where the description has errors, and tells them", async () => {
    const io = project({ "src/main.ts": client, "openapi.yaml": "openapi: 3.1.0\ninfo: {\n" });
    expect(await migrate(io, "--write")).toBe(1);
    expect(io.changes).toEqual([]);
    expect(io.printed.stderr).toContain("openapi.yaml:");
  });

  test("changes nothing where package.json cannot be read", async () => {
    const io = project({ "package.json": "{" });
    expect(await migrate(io, "--write")).toBe(2);
    expect(io.changes).toEqual([]);
  });

  test("writes the configuration first and the scripts last, so that a second run finishes one that was ended", async () => {
    const whole = project({ "src/main.ts": client, "src/other.ts": 'import type { paths } from "./api/schema";\n' });
    const flags = ["--write", "--config-format", "json"];
    await migrate(whole, ...flags);
    for (let dieAtChange = 1; dieAtChange <= whole.changes.length; dieAtChange += 1) {
      const io = project({ "src/main.ts": client, "src/other.ts": 'import type { paths } from "./api/schema";\n' }, { dieAtChange });
      await migrate(io, ...flags);
      const files = Object.fromEntries(
        [...io.files.keys()].filter((path) => !/\.sundial-\d+$/.test(path)).map((path) => [path, io.text(path)]),
      );
      const next = project({ "src/api/schema.d.ts": false, ...files });
      await migrate(next, ...flags);
      expect(next.text("src/main.ts")).toBe(whole.text("src/main.ts"));
      expect(next.text("src/other.ts")).toBe(whole.text("src/other.ts"));
      expect(next.text("sundial.config.json")).toBe(whole.text("sundial.config.json"));
      expect(next.text("package.json")).toBe(whole.text("package.json"));
    }
  });

  test("tells of files with changes that are not committed, and of a folder without git", async () => {
    const runs = ([, ...words]: readonly string[]) =>
      Promise.resolve({ code: 0, stdout: words.includes("status") ? " M package.json\0 M src/else.ts\0" : "\n", stderr: "" });
    const io = project({ "src/main.ts": client }, { runs });
    expect(await migrate(io)).toBe(0);
    expect(io.printed.stderr).toContain("\nNot committed, and to be changed: package.json. What you wrote there stays.\n");
    const bare = project({ "src/main.ts": client, "/project/.git/HEAD": false });
    expect(await migrate(bare)).toBe(0);
    expect(bare.printed.stderr).toContain("There is no repository of Git here");
  });
});

describe("scripts", () => {
  test.each<readonly [string, string, string]>([
    ["with npx", "npx openapi-typescript@7 ./openapi.yaml --output ./src/api/schema.d.ts", "sundial generate"],
    ["with pnpm", "pnpm exec openapi-typescript openapi.yaml -o=src/api/schema.d.ts", "sundial generate"],
    ["by its file", "node ./node_modules/openapi-typescript/bin/cli.js openapi.yaml -o src/api/schema.d.ts", "sundial generate"],
    [
      "between others",
      'curl -o "a b" x; openapi-typescript "openapi.yaml" -o \'src/api/schema.d.ts\' && prettier -w src',
      'curl -o "a b" x; sundial generate && prettier -w src',
    ],
    [
      "with a variable before it",
      "NODE_ENV=x cross-env A=b npx openapi-typescript openapi.yaml -o src/api/schema.d.ts",
      "NODE_ENV=x cross-env A=b sundial generate",
    ],
    ["of npm", "npm exec openapi-typescript -- openapi.yaml -o src/api/schema.d.ts", "sundial generate"],
    [
      "of npm, by its package",
      "npm exec --yes --package=openapi-typescript -- openapi-typescript openapi.yaml -o src/api/schema.d.ts",
      "sundial generate",
    ],
    ["with a comment", "openapi-typescript openapi.yaml -o src/api/schema.d.ts # of v2", "sundial generate # of v2"],
    ["into a file", "openapi-typescript openapi.yaml > src/api/schema.d.ts", "sundial generate"],
    ["that check", "openapi-typescript openapi.yaml -o src/api/schema.d.ts --check", "sundial check"],
    [
      "with flags",
      "openapi-typescript openapi.yaml --root-types --root-types-no-schema-prefix -o src/api/schema.d.ts --empty-objects-unknown",
      "sundial generate",
    ],
  ])("%s", async (_, before, after) => {
    const io = project({ "package.json": packageJson({ types: before }) });
    const { left } = await dataOf(io, "--write");
    expect(scriptsOf(io)).toMatchObject({ types: after });
    expect(left).toEqual([]);
  });

  test.each<readonly [string, readonly string[]]>([
    ["-x api_key", ["`--header`: what is sent to fetch the description is not taken over"]],
    ["-H x", ["`-H`: `-H` is not known here"]],
    ["-Habc x", ["`-Habc`: `-Habc` is not known here"]],
    ["--prettier-config .prettierrc", ["`--prettier-config`: `--prettier-config` is not known here"]],
    ["--aa b --bb d", ["`--aa`: `--aa` is not known here", "`--bb`: `--bb` is not known here"]],
    ["--new-flag --newer 7", ["`--new-flag`: `--new-flag` is not known here", "`--newer`: `--newer` is not known here"]],
    ["--defaultNonNullable false --emptyObjectsUnknown", []],
    ["--no-enum", []],
    ["--httpMethod GET", ["`--http-method`: what is sent to fetch the description is not taken over"]],
    ["--enum true", ["`--enum`: enums are unions of literals"]],
  ])("a flag takes the word that it has in openapi-typescript: %s", async (flags, messages) => {
    for (const line of [`openapi-typescript ${flags} openapi.yaml -o src/api/schema.d.ts`, `${script} ${flags}`]) {
      const io = project({ "package.json": packageJson({ types: line }) });
      const { left } = await dataOf(io, "--write");
      expect(left.map(({ message }) => message)).toEqual(messages);
      expect(scriptsOf(io)).toMatchObject({ types: "sundial generate" });
      expect(io.text("sundial.config.ts")).toContain('input: "openapi.yaml"');
    }
  });

  test("a flag that is not known gives back the only word that can be the input", async () => {
    const io = project({ "package.json": packageJson({ types: "openapi-typescript --newest openapi.yaml -o src/api/schema.d.ts" }) });
    const { left } = await dataOf(io, "--write");
    expect(left.map(({ message }) => message)).toEqual(["`--newest`: `--newest` is not known here"]);
    expect(io.text("sundial.config.ts")).toContain('input: "openapi.yaml"');
  });

  test.each<readonly [string, string, string]>([
    ["a pipe", "cat openapi.yaml | openapi-typescript -o src/api/schema.d.ts", "it reads from a pipe, or writes to one"],
    ["a group", "(cd spec && openapi-typescript a.yaml -o ../src/api/schema.d.ts)", "another program runs it"],
    ["a folder of a variable", "cd $SPEC && openapi-typescript a.yaml -o ../src/api/schema.d.ts", "it changes the folder before"],
    ["another program around it", `concurrently "${script}"`, "another program runs it"],
    ["a variable", "openapi-typescript $API/openapi.json -o src/api/schema.d.ts", "it has a variable or a pattern in it"],
    [
      "a backslash",
      "openapi-typescript openapi.yaml -o src\\api\\schema.d.ts",
      "it has a backslash in a path, which shells read in different ways",
    ],
    ["two inputs", "openapi-typescript a.yaml b.yaml -o src/api/schema.d.ts", "it has several inputs"],
  ])("%s is left, and told; the description is named by a flag", async (_, before, problem) => {
    const io = project({ "package.json": packageJson({ types: before }), "src/main.ts": client });
    expect(await migrate(io, "--write")).toBe(2);
    expect(io.printed.stderr).toContain("Nothing says which description src/api/schema.d.ts is made from.");
    expect(io.printed.stderr).toContain("migrate-input-unknown");
    expect(io.printed.stderr.replaceAll(/\s+/g, " ")).toContain(
      `package.json:5: The script \`types\` runs openapi-typescript, and is left as it is: ${problem}.`,
    );
    const { left } = await dataOf(io, "--write", "--input", "openapi.yaml");
    expect(left[0]).toEqual({
      file: "package.json",
      line: 5,
      message: `The script \`types\` runs openapi-typescript, and is left as it is: ${problem}`,
      fix: "let it run `sundial generate`",
    });
    expect(scriptsOf(io)).toEqual({ types: before, generate: "sundial generate", "generate:check": "sundial check" });
    expect(io.text("package.json")).toContain('"openapi-typescript": "^7.13.0"');
    expect(io.text("src/main.ts")).toContain("petstorePaths(createPetstoreClient(");
  });

  test.each<readonly [string, string, string]>([
    [
      "a pipe",
      "openapi-typescript openapi.yaml | prettier --parser typescript > src/api/schema.d.ts",
      "it reads from a pipe, or writes to one",
    ],
    ["a pipe of what it prints", `${script} | cat`, "it reads from a pipe, or writes to one"],
    ["another folder", "cd ./src/api && openapi-typescript ../../openapi.yaml -o schema.d.ts && cd -", "it changes the folder before"],
    ["folders one after another", "cd src; cd api && openapi-typescript ../../openapi.yaml -o schema.d.ts", "it changes the folder before"],
  ])("with %s are left, and told; they say what the description is", async (_, before, problem) => {
    const io = project({ "package.json": packageJson({ types: before }), "src/main.ts": client });
    const { left } = await dataOf(io, "--write");
    expect(left[0]?.message).toBe(`The script \`types\` runs openapi-typescript, and is left as it is: ${problem}`);
    expect(scriptsOf(io)).toMatchObject({ types: before });
    expect(io.text("package.json")).toContain('"openapi-typescript": "^7.13.0"');
    expect(io.text("sundial.config.ts")).toContain('input: "openapi.yaml",\n  output: "src/api/petstore",\n');
  });

  test("that write outside of the folder are left, and told", async () => {
    const outside = "openapi-typescript openapi.yaml -o ../other/schema.d.ts";
    const io = project({ "package.json": packageJson({ types: script, other: outside }) });
    const { left } = await dataOf(io, "--write");
    expect(left[0]?.message).toBe("The script `other` writes outside of this folder, and is left as it is");
    expect(scriptsOf(io)).toMatchObject({ types: "sundial generate", other: outside });
  });

  test("of a program that calls openapi-typescript, by --input", async () => {
    const io = project({
      "package.json": packageJson({ types: "node make.mjs" }),
      "make.mjs": 'import openapiTS from "openapi-typescript";\nawait openapiTS(new URL("./openapi.yaml", import.meta.url));\n',
      "src/main.ts": client,
    });
    const { left } = await dataOf(io, "--write", "--input", "openapi.yaml");
    expect(left).toEqual([
      expect.objectContaining({ file: "make.mjs", line: 1, message: "A program calls openapi-typescript" }),
      expect.objectContaining({ file: "package.json", line: 11, message: "openapi-typescript stays among the dependencies, for make.mjs" }),
    ]);
    expect(io.text("package.json")).toContain('"openapi-typescript": "^7.13.0"');
    expect(io.text("sundial.config.ts")).toContain('input: "openapi.yaml"');
  });

  test("of two APIs generate one each", async () => {
    const io = project({
      "package.json": packageJson({
        a: script,
        b: "openapi-typescript https://shop.example.com/openapi.json -o src/api/shop.ts",
        all: "npm run a && npm run b",
      }),
      "src/api/shop.ts": oldTypes,
      "src/main.ts": client.replaceAll("schema", "shop"),
    });
    const { next } = await dataOf(io, "--write");
    expect(next).toEqual(["npm install", "npx openapi-sundial generate", "npx tsc --noEmit", "npx openapi-sundial doctor"]);
    expect(scriptsOf(io)).toMatchObject({
      a: "sundial generate petstore",
      b: "sundial generate shop-example",
      all: "npm run a && npm run b",
    });
    expect(io.text("sundial.config.ts")).toContain('  apis: {\n    petstore: {\n      input: "openapi.yaml",\n');
    expect(io.text("sundial.config.ts")).toContain(
      '    "shop-example": {\n      input: "https://shop.example.com/openapi.json",\n      output: "src/api/shop-example",\n',
    );
    expect(io.text("src/main.ts")).toBe(
      'import { createShopExampleClient, shopExamplePaths } from "./api/shop-example/index";\nexport const c = shopExamplePaths(createShopExampleClient({ baseUrl: "a" }));\n',
    );
  });

  test.each<readonly [string, readonly [string, string], readonly [string, string]]>([
    ["files", ["src/api/zoo.ts", "src/api/shop.d.ts"], ["zoo", "shop"]],
    ["folders", ["src/zoo/schema.ts", "src/shop/schema.ts"], ["zoo", "shop"]],
    ["numbers, where they have no other", ["src/zoo/schema.ts", "src/zoo/schema.d.ts"], ["petstore", "petstore-2"]],
  ])("of two APIs with one title have the names of their %s", async (_, [a, b], labels) => {
    const scripts = { a: `openapi-typescript openapi.yaml -o ${a}`, b: `openapi-typescript other.yaml -o ${b}` };
    const io = project({
      "package.json": packageJson(scripts),
      "other.yaml": pets,
      "src/api/schema.d.ts": false,
      [a]: oldTypes,
      [b]: oldTypes,
    });
    await dataOf(io, "--write");
    expect(scriptsOf(io)).toMatchObject({ a: `sundial generate ${labels[0]}`, b: `sundial generate ${labels[1]}` });
  });

  test("that make the description first are run to generate, and the one that checks is told", async () => {
    const bundle = "redocly bundle spec/a.yaml -o openapi.yaml";
    const io = project({ "package.json": packageJson({ "generate:api": `${bundle} && ${script}` }), "src/main.ts": client });
    const { left, next } = await dataOf(io, "--write");
    expect(scriptsOf(io)).toEqual({ "generate:api": `${bundle} && sundial generate`, "generate:api:check": "sundial check" });
    expect(next[1]).toBe("npm run generate:api");
    expect(left).toEqual([
      {
        file: "package.json",
        message: "The script `generate:api` makes openapi.yaml before it generates, and the one that checks reads it as it is",
        fix: `where openapi.yaml is not committed, put \`${bundle}\` before \`sundial check\`, too`,
      },
    ]);
    const checked = project({ "package.json": packageJson({ a: `${bundle} && ${script}`, b: `${bundle} && ${script} --check` }) });
    expect((await dataOf(checked, "--write")).left).toEqual([]);
    expect(scriptsOf(checked)).toEqual({ a: `${bundle} && sundial generate`, b: `${bundle} && sundial check` });
  });

  test.each<readonly [string, string, readonly string[]]>([
    ["all", "redocly bundle x -o other.yaml && ", ["npm run a", "npm run b"]],
    ["one", "", ["npm run a", "npx openapi-sundial generate"]],
  ])("of several, those that make the description first are run: %s", async (_, lead, commands) => {
    const scripts = {
      a: `redocly bundle y -o openapi.yaml && ${script}`,
      b: `${lead}openapi-typescript other.yaml -o src/api/other.ts`,
    };
    const io = project({ "package.json": packageJson(scripts), "other.yaml": pets.replace("Petstore", "Other") });
    const { next } = await dataOf(io);
    expect(next.slice(1, 3)).toEqual(commands);
  });

  test("that write the same file from another description are told", async () => {
    const io = project({
      "package.json": packageJson({ a: script, b: "openapi-typescript http://localhost:1/a.json -o src/api/schema.d.ts" }),
    });
    const { left } = await dataOf(io, "--write");
    expect(scriptsOf(io)).toMatchObject({
      a: "sundial generate",
      b: "openapi-typescript http://localhost:1/a.json -o src/api/schema.d.ts",
    });
    expect(left[0]?.message).toBe("The script `b` writes the same file from another description, and is left as it is");
  });

  test.each<readonly [string, string]>([
    ["--enum", "`--enum`: enums are unions of literals"],
    ["--immutable", "`--immutable`: types can be written to"],
    ["--default-non-nullable", "`--default-non-nullable`: a property with a default is optional, as it is on the wire"],
    ["--path-params-as-types", "`--path-params-as-types`: keys of `paths` are templates"],
    ["-t", "`--export-type`: `paths`, `operations` and `components` are interfaces"],
    ["--auth 'Bearer x'", "`--auth`: what is sent to fetch the description is not taken over"],
    ["--header 'X: y'", "`--header`: what is sent to fetch the description is not taken over"],
    ["--new-flag", "`--new-flag`: `--new-flag` is not known here"],
  ])("with %s: what it gave is told", async (flag, message) => {
    const { left } = await dataOf(project({ "package.json": packageJson({ types: `${script} ${flag}` }) }));
    expect(left.map((each) => each.message)).toEqual([message]);
    expect(left[0]).toMatchObject({ file: "package.json", line: 5 });
    const off = await dataOf(project({ "package.json": packageJson({ types: `${script} --enum=false --default-non-nullable false` }) }));
    expect(off.left).toEqual([]);
  });
});

describe("redocly.yaml", () => {
  const redocly =
    "# ours\napis:\n  core@v2:\n    root: ./openapi.yaml\n    x-openapi-ts:\n      output: ./src/api/schema.d.ts\n      enum: true\n    rules: {}\n  other:\n    root: x.yaml\n";

  test("its APIs go into the configuration, and nothing of them stays there", async () => {
    const io = project({ "package.json": packageJson({ types: "openapi-typescript" }), "redocly.yaml": redocly, "src/main.ts": client });
    const { left } = await dataOf(io, "--write");
    expect(io.text("redocly.yaml")).toBe(
      "# ours\napis:\n  core@v2:\n    root: ./openapi.yaml\n    rules: {}\n  other:\n    root: x.yaml\n",
    );
    expect(io.text("sundial.config.ts")).toContain('input: "openapi.yaml",\n  output: "src/api/core",\n');
    expect(scriptsOf(io)).toMatchObject({ types: "sundial generate" });
    expect(left).toEqual([expect.objectContaining({ file: "redocly.yaml", line: 5, message: "`--enum`: enums are unions of literals" })]);
    expect(await dataOf(io, "--write")).toMatchObject({ files: [] });
  });

  test("a script may name one of its APIs", async () => {
    const scripts = { types: "openapi-typescript core@v2", check: "openapi-typescript core@v2 --check" };
    const io = project({ "package.json": packageJson(scripts), "redocly.yaml": redocly });
    await dataOf(io, "--write");
    expect(scriptsOf(io)).toEqual({ types: "sundial generate", check: "sundial check" });
    expect(io.text("package.json")).not.toContain("openapi-typescript");
  });

  test("that cannot be changed without harm is told", async () => {
    const text = "apis: { core: { root: ./openapi.yaml, x-openapi-ts: { output: ./src/api/schema.d.ts } } }\n";
    const io = project({ "package.json": packageJson({ types: "openapi-typescript -c redocly.yaml" }), "redocly.yaml": text });
    const { left } = await dataOf(io, "--write");
    expect(io.text("redocly.yaml")).toBe(text);
    expect(left).toEqual([
      expect.objectContaining({ file: "redocly.yaml", message: "`x-openapi-ts` stands here, and nothing reads it any more" }),
    ]);
  });
});

describe("the project around it", () => {
  test("is compiled by its own script, where it has one, and not at all where nothing compiles", async () => {
    const own = project({ "package.json": packageJson({ types: script, typecheck: "tsc -b" }) });
    expect((await dataOf(own)).next).toEqual(["npm install", "npm run types", "npm run typecheck", "npx openapi-sundial doctor"]);
    const all = project({ "package.json": packageJson({ part: `${script} && x`, whole: "sundial generate" }) });
    expect((await dataOf(all)).next[1]).toBe("npm run part");
    const none = project({
      "package.json": packageJson(undefined, { devDependencies: { "openapi-typescript": "7" } }),
      "tsconfig.json": false,
    });
    expect((await dataOf(none)).next.join()).not.toContain("tsc");
  });

  test.each<readonly [string, Readonly<Record<string, string>>, string | undefined]>([
    ["prettier", { ".prettierrc": "{}" }, "npx prettier --write src/main.ts"],
    ["biome", { "biome.json": "{}" }, "npx biome format --write src/main.ts"],
    [
      "prettier, of files with signs of a shell",
      { ".prettierrc": "{}", "src/[a]/m.ts": client.replace("./", "../"), "src/$(b).ts": client },
      'npx prettier --write src/main.ts "src/[a]/m.ts"',
    ],
    ["none", {}, undefined],
  ])("what was rewritten is formatted by what the project has: %s", async (_, files, command) => {
    const { next } = await dataOf(project({ "src/main.ts": client, ...files }));
    expect(next.find((each) => /prettier|biome/.test(each))).toBe(command);
  });

  test("of many files, the formatter is given their folders", async () => {
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`src/m${String(index)}.ts`, client]));
    const { next } = await dataOf(project({ ".prettierrc": "{}", ...many }));
    expect(next).toContain("npx prettier --write src");
  });

  test("openapi-fetch is raised where calls by path need it", async () => {
    const io = project({ "package.json": packageJson(undefined, { dependencies: { "openapi-fetch": "~0.13.5" } }), "src/main.ts": client });
    const { left } = await dataOf(io, "--write");
    expect(io.text("package.json")).toContain('"openapi-fetch": "^0.17.0"');
    expect(left[0]?.message).toBe("openapi-fetch was ~0.13.5, and calls by path need 0.16 or newer");
    const types = project({ "package.json": packageJson(undefined, { dependencies: { "openapi-fetch": "~0.13.5" } }) });
    await migrate(types, "--write", "--types-only");
    expect(types.text("package.json")).toContain('"openapi-fetch": "~0.13.5"');
  });

  test.each<readonly [string, string, string, readonly string[]]>([
    [
      "an old one",
      "catalog:",
      "catalog:\n  a: 1\n  openapi-fetch: ^0.13.0\n",
      ["pnpm-workspace.yaml:3 openapi-fetch is ^0.13.0 in a catalog"],
    ],
    [
      "the default one",
      "catalog:default",
      "catalogs: { default: { openapi-fetch: 0.9.1 } }\n",
      ["pnpm-workspace.yaml:1 openapi-fetch is 0.9.1"],
    ],
    ["another one", "catalog:api", "catalogs:\n  api:\n    openapi-fetch: ~0.15.0\n", ["pnpm-workspace.yaml:3 openapi-fetch is ~0.15.0"]],
    ["a new one", "catalog:", "catalog: { openapi-fetch: ^0.17.0 }\n", []],
    ["none", "catalog:", "packages: []\n", ["package.json openapi-fetch is listed in a catalog that is not read here"]],
    ["one that is broken", "catalog:", "catalog: {\n", ["package.json openapi-fetch is listed in a catalog that is not read here"]],
  ])("openapi-fetch of a catalog is told where it has to be raised: %s", async (_, range, workspace, messages) => {
    const files = {
      "package.json": packageJson(undefined, { dependencies: { "openapi-fetch": range } }),
      "pnpm-workspace.yaml": workspace,
    };
    const { left } = await dataOf(project({ ...files, "src/main.ts": client }));
    const shown = left.map(({ file, line, message }) => `${file ?? ""}${line === undefined ? "" : `:${String(line)}`} ${message}`);
    expect(shown).toEqual(messages.map((each): unknown => expect.stringContaining(each)));
    expect((await dataOf(project({ ...files, "src/main.ts": client }), "--types-only")).left).toEqual([]);
  });

  test.each<readonly [string, string, boolean]>([
    ["it is raised", "^0.13.0", true],
    ["it is to be raised in a catalog", "catalog:", true],
    ["it is new enough", "^0.17.0", false],
  ])("openapi-react-query is to be raised with openapi-fetch, where %s", async (_, range, isTold) => {
    const dependencies = { "openapi-fetch": range, "openapi-react-query": "^0.3.0" };
    const files = {
      "package.json": packageJson(undefined, { dependencies }),
      "pnpm-workspace.yaml": "catalog: { openapi-fetch: 0.13.0 }\n",
    };
    const { left } = await dataOf(project({ ...files, "src/main.ts": client }));
    expect(left.some(({ message }) => message.startsWith("openapi-react-query names the openapi-fetch that it works with"))).toBe(isTold);
  });

  test("of a package that has openapi-sundial already, openapi-typescript is taken out", async () => {
    const io = project({
      "package.json": packageJson(undefined, { devDependencies: { "openapi-sundial": "^0.1.0", "openapi-typescript": "7" } }),
    });
    await migrate(io, "--write");
    expect(JSON.parse(io.text("package.json"))).toMatchObject({ devDependencies: { "openapi-sundial": "^0.1.0" } });
    expect(io.text("package.json")).not.toContain("openapi-typescript");
  });

  test("a configuration that has the API is kept, with its folder and its name", async () => {
    const config = '{ "apis": { "animals": { "input": "openapi.yaml", "output": "src/gen", "emit": ["types", "client", "paths"] } } }';
    const io = project({ "sundial.config.json": config, "src/main.ts": client });
    await migrate(io, "--write");
    expect(io.text("sundial.config.json")).toBe(config);
    expect(io.text("src/main.ts")).toBe(
      'import { createAnimalsClient, animalsPaths } from "./gen/index";\nexport const c = animalsPaths(createAnimalsClient({ baseUrl: "a" }));\n',
    );
  });

  test("a package of a workspace: what is beside it stays", async () => {
    const files = Object.fromEntries(
      ["web", "other"].flatMap((name) => [
        [`packages/${name}/package.json`, packageJson()],
        [`packages/${name}/openapi.yaml`, pets],
        [`packages/${name}/src/api/schema.d.ts`, oldTypes],
        [`packages/${name}/src/main.ts`, client],
      ]),
    );
    const io = project({ ...files, "pnpm-lock.yaml": "", "package.json": "{}" }, { cwd: "/project/packages/web" });
    for (const [path, text] of Object.entries(files)) io.files.set(`/project/${path}`, new TextEncoder().encode(text));
    io.files.set("/project/pnpm-lock.yaml", new Uint8Array());
    await migrate(io, "--write");
    expect(io.text("/project/packages/web/src/main.ts")).toContain("petstorePaths");
    expect(io.text("/project/packages/other/src/main.ts")).toBe(client);
    expect(io.printed.stderr).toContain("pnpm install\n  pnpm run types\n");
  });

  test("types that are not there yet, as nobody commits them", async () => {
    const io = project({ "src/api/schema.d.ts": false, "src/main.ts": client });
    await migrate(io, "--write");
    expect(io.text("src/main.ts")).toContain("petstorePaths(createPetstoreClient(");
  });

  test("types that somebody wrote by hand stay", async () => {
    const io = project({ "src/api/schema.d.ts": "export interface paths {}\n", "src/main.ts": client });
    const { left } = await dataOf(io, "--write");
    expect(io.text("src/api/schema.d.ts")).toBe("export interface paths {}\n");
    expect(left.map((each) => each.message)).toContain("The old file of types stays: nothing in it says that it is generated");
  });
});
