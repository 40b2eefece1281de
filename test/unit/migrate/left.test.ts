import { describe, expect, test } from "vitest";
import { migratedModule, oldTypes, packageJson, pets, project, migrate } from "../../support/migrated.js";

const head = 'import createClient from "openapi-fetch";\nimport type { paths } from "./api/schema";\n';
const typesHead = head.replace("./api/schema", "./api/petstore/types");

describe("a client whose meaning is not sure stays with openapi-fetch, with the new types, and is told", () => {
  test.each<readonly [string, string, string]>([
    [
      "options of a variable",
      "createClient<paths>(options);\n",
      "its options are not written out in the call, and may have serializers; the types are those of sundial now",
    ],
    ["options that are spread", "createClient<paths>({ ...options });\n", "its option `...options` may be another one here"],
    ["an option with a name that is computed", "createClient<paths>({ [key]: 1 });\n", "its option `[key]: 1` may be another one here"],
    ["an option that is not known", "createClient<paths>({ plan: 1 });\n", "its option `plan: 1` may be another one here"],
    [
      "a media type",
      'createClient<paths, "application/json">({});\n',
      "it names a media type, which a generated client has of each operation",
    ],
    [
      "paths that are picked",
      'createClient<Pick<paths, "/pets">>({});\n',
      '`Pick<paths, "/pets">` is not known to be the paths of one API',
    ],
    [
      "a type parameter",
      "function make<Q extends {}>(p: paths) { return createClient<Q>({}); }\n",
      "`Q` is not known to be the paths of one API",
    ],
    ["no type", "createClient({}); type P = paths;\n", "it does not name the paths of an API"],
    [
      "a base URL with a query",
      "createClient<paths>({ baseUrl: `${origin}/v1?x=1` });\n",
      "its base URL has a query or a fragment, which one of a generated client must not have",
    ],
    ["a base URL with a fragment", 'createClient<paths>({ baseUrl: origin + "/#a" });\n', "its base URL has a query or a fragment"],
    [
      "a base URL with a query, of a constant",
      'createClient<paths>({ baseUrl });\nconst baseUrl = "https://a.example/?a=b";\n',
      "its base URL has a query or a fragment",
    ],
    ["what makes it, kept with its type", "const make = createClient<paths>;\n", "what makes it is kept, and called elsewhere"],
    ["what makes it, kept", "const make = createClient; type P = paths;\n", "what makes it is kept, and called elsewhere"],
    [
      "a comment that would move",
      "createClient<paths>({\n  // why\n  querySerializer,\n});\n",
      "a comment stands beside an option that moves",
    ],
  ])("%s", async (_, call, problem) => {
    const { text, left, io } = await migratedModule(head + call);
    expect(text).toBe(typesHead + call);
    expect(left).toEqual([expect.stringMatching(/^src\/main\.ts:3 The client is still one of openapi-fetch: /)]);
    expect(left[0]).toContain(problem);
    expect(io.text("sundial.config.ts")).toContain('emit: ["types"],');
    expect(io.files.has("/project/src/api/schema.d.ts")).toBe(false);
  });

  test.each<readonly [string, string, string]>([
    [
      "of a known API",
      "createClient<paths>(options);\n",
      'petstorePaths(createPetstoreClient(options), serializers)`, with "client" and "paths" in `emit`',
    ],
    [
      "of no API that is known, where there is one",
      "createClient({}); type P = paths;\n",
      "petstorePaths(createPetstoreClient(options), serializers)`, with",
    ],
    [
      "beside one that is rewritten",
      'createClient<paths>(options);\ncreateClient<paths>({ baseUrl: "a" });\n',
      "petstorePaths(createPetstoreClient(options), serializers)`, as docs",
    ],
  ])("%s: what to write is said with its names, and what it needs", async (_, call, fix) => {
    const io = project({ "src/main.ts": head + call });
    expect(await migrate(io, "--write", "--format", "json")).toBe(0);
    const { left } = JSON.parse(io.printed.stdout) as { left: readonly { message: string; fix: string }[] };
    expect(left.map((each) => each.fix)).toEqual([expect.stringContaining(fix)]);
  });

  test("that is made by a name of the whole package", async () => {
    const text = 'import * as of from "openapi-fetch";\nimport type { paths } from "./api/schema";\nof.default<paths>({});\n';
    const { text: after, left } = await migratedModule(text);
    expect(after).toBe(text.replace("./api/schema", "./api/petstore/types"));
    expect(left).toEqual([
      expect.stringContaining("src/main.ts:3 The client is still one of openapi-fetch: it is made by a name of the whole package"),
    ]);
  });

  test.each<readonly [string, string, string]>([
    ["by its name", 'export { default as createClient } from "openapi-fetch";\n', "{ createClient }"],
    ["by way of another module", 'export * from "./makers";\n', "{ createClient }"],
    ["after an import", 'import make from "openapi-fetch";\nexport { make as createClient };\n', "{ createClient }"],
    ["as a whole", 'import make from "openapi-fetch";\nexport default make;\n', "createClient"],
  ])("that is made by what a module of the project passes on: %s", async (_, http, imported) => {
    const text = `import ${imported} from "./http";\nimport type { paths } from "./api/schema";\ncreateClient<paths>({ baseUrl: "a" });\n`;
    const files = { "src/http.ts": http, "src/makers.ts": 'export { default as createClient } from "openapi-fetch";\n' };
    const { text: after, left } = await migratedModule(text, { files });
    expect(after).toBe(text.replace("./api/schema", "./api/petstore/types"));
    expect(left).toContainEqual(
      expect.stringContaining("src/main.ts:3 The client is still one of openapi-fetch: a module of yours passes on what makes it"),
    );
  });

  test("a function of the same name is none of openapi-fetch", async () => {
    const text =
      'import { createClient } from "other";\nimport type { paths } from "./api/schema";\ncreateClient<paths>({});\nfunction f(createClient: <T>(a: T) => T) { createClient({}); }\n';
    const migrated = await migratedModule(text);
    expect(migrated.text).toBe(text.replace("./api/schema", "./api/petstore/types"));
    expect(migrated.left).toEqual([]);
  });

  test("a name that hides the import is not it", async () => {
    const text = `${head}function f(createClient: <T>(a: object) => T) { return createClient<paths>({}); }\nconst c = createClient<paths>({ baseUrl: "a" });\n`;
    const migrated = await migratedModule(text);
    expect(migrated.text).toContain("return createClient<paths>({}); }");
    expect(migrated.text).toContain('const c = petstorePaths(createPetstoreClient({ baseUrl: "a" }));');
  });
});

describe("what the new types do not have is imported from the old file as before, and told", () => {
  test("in an import", async () => {
    const { text, left, io } = await migratedModule('import { type paths, PetStatus } from "./api/schema";\nPetStatus;\n');
    expect(text).toBe('import { type paths } from "./api/petstore/types";\nimport { PetStatus } from "./api/schema";\nPetStatus;\n');
    expect(left).toEqual([
      "src/main.ts:1 The generated types may have no `PetStatus`: it is still imported from the old file",
      "src/api/schema.d.ts The old file of types stays: something still names it",
    ]);
    expect(io.files.has("/project/src/api/schema.d.ts")).toBe(true);
  });

  test.each<readonly [string, string]>([
    ["an export", 'export { PetStatus, type paths } from "./api/schema";\n'],
    ["a type", 'type S = import("./api/schema").webhooks;\n'],
    ["a comment of JavaScript", '/** @import { webhooks } from "./api/schema" */\nexport {};\n'],
    ["a default import", 'import schema from "./api/schema";\n'],
  ])("in %s", async (_, before) => {
    const { text, left } = await migratedModule(before);
    expect(text).toBe(before);
    expect(left[0]).toContain("src/main.ts:1 The generated types may have no");
  });

  test.each<readonly [string, string, string]>([
    ["a mock", 'vi.mock("./api/schema");\n', "The file of types is named in another way than by an import"],
    ["a call of require", 'const s = require("./api/schema");\n', "The file of types is named in another way than by an import"],
    [
      "an augmentation",
      'declare module "./api/schema" { interface paths { a: 1 } }\n',
      "The file of types is named in another way than by an import",
    ],
    ["a reference", '/// <reference path="./api/schema.d.ts" />\n', "A comment refers to ./api/schema.d.ts"],
  ])("by %s", async (_, before, message) => {
    const { text, left, io } = await migratedModule(before);
    expect(text).toBe(before);
    expect(left[0]).toBe(`src/main.ts:1 ${message}`);
    expect(io.files.has("/project/src/api/schema.d.ts")).toBe(true);
  });
});

describe("what the old file has as a value stays with it where it is one, and is told", () => {
  const enums = `${oldTypes}export enum PetStatus { sold = "sold" }\nexport const petNameValues: ReadonlyArray<string> = [];\n`;
  const files = {
    "src/api/schema.d.ts": false,
    "src/api/schema.ts": enums,
    "package.json": packageJson({ types: "openapi-typescript openapi.yaml -o src/api/schema.ts" }),
    "openapi.yaml": pets.replace(
      "{ name: { type: string } } } }",
      "{ status: { $ref: '#/components/schemas/PetStatus' } } }, PetStatus: { type: string, enum: [sold] } }",
    ),
  } as const;
  const types = "./api/petstore/types";

  test.each<readonly [string, string, string, string]>([
    [
      "an import",
      'import { PetStatus, type paths } from "./api/schema";\nPetStatus.sold;\n',
      `import { type paths } from "${types}";\nimport { PetStatus } from "./api/schema";\nPetStatus.sold;\n`,
      "`PetStatus` stays",
    ],
    [
      "an import that is passed on",
      'import { PetStatus as S } from "./api/schema";\nexport { S };\n',
      'import { PetStatus as S } from "./api/schema";\nexport { S };\n',
      "`PetStatus` stays",
    ],
    [
      "the type of a value",
      'import { petNameValues } from "./api/schema";\ntype T = typeof petNameValues;\n',
      'import { petNameValues } from "./api/schema";\ntype T = typeof petNameValues;\n',
      "`petNameValues` stays",
    ],
    [
      "an import of all",
      'import * as A from "./api/schema";\nA.petNameValues;\ntype P = A.paths;\n',
      'import * as A from "./api/schema";\nA.petNameValues;\ntype P = A.paths;\n',
      "`PetStatus`, `petNameValues` stay",
    ],
    [
      "an export",
      'export { PetStatus, type paths as P } from "./api/schema";',
      `export type { paths as P } from "${types}";\nexport { PetStatus } from "./api/schema";`,
      "`PetStatus` stays",
    ],
    [
      "an export of all",
      'export * from "./api/schema";',
      `export type { paths, components, operations } from "${types}";\nexport { PetStatus, petNameValues } from "./api/schema";`,
      "`PetStatus`, `petNameValues` stay",
    ],
    [
      "an export of all under a name",
      'export * as A from "./api/schema";',
      'export * as A from "./api/schema";',
      "`PetStatus`, `petNameValues` stay",
    ],
    [
      "an import at run time",
      'const a = await import("./api/schema");',
      'const a = await import("./api/schema");',
      "`PetStatus`, `petNameValues` stay",
    ],
    [
      "what an import has",
      'type A = typeof import("./api/schema").PetStatus;',
      'type A = typeof import("./api/schema").PetStatus;',
      "`PetStatus` stays",
    ],
  ])("%s", async (_, before, after, told) => {
    const { text, left, io } = await migratedModule(before, { files });
    expect(text).toBe(after);
    expect(left[0]).toBe(`src/main.ts:1 The generated types have no values: ${told} with the old file`);
    expect(io.files.has("/project/src/api/schema.ts")).toBe(true);
  });

  test.each<readonly [string, string]>([
    ["an import", 'import { PetStatus } from "./api/schema";\nconst s: PetStatus = "sold";\nx.PetStatus;\n'],
    ["an import of types", 'import type { PetStatus } from "./api/schema";\nexport type { PetStatus };\n'],
    ["an import of all", 'import * as A from "./api/schema";\nlet p: A.paths | A.PetStatus;\n'],
    ["an import of all, of types", 'import type * as A from "./api/schema";\n'],
    ["an export of types", 'export type { PetStatus } from "./api/schema";\n'],
    ["an export", 'export { type PetStatus } from "./api/schema";\n'],
    ["a type", 'type S = import("./api/schema").PetStatus;\n'],
  ])("what only asks for its type moves: %s", async (_, before) => {
    const { text, left, io } = await migratedModule(before, { files });
    expect(text).toBe(before.replace("./api/schema", types));
    expect(left).toEqual([]);
    expect(io.files.has("/project/src/api/schema.ts")).toBe(false);
  });
});

describe("what is beside it is told", () => {
  test.each<readonly [string, string, string]>([
    [
      "a program of openapi-typescript",
      'import openapiTS from "openapi-typescript";\nawait openapiTS("a");\n',
      "1 A program calls openapi-typescript",
    ],
    ["one that is loaded", 'const ts = await import("openapi-typescript");\n', "1 A program calls openapi-typescript"],
    ["a mock of openapi-fetch", 'vi.mock("openapi-fetch");\n', "1 openapi-fetch is loaded or mocked by its name"],
    [
      "a path that is computed",
      `${head}const c = createClient<paths>({ baseUrl: "a" });\nexport const get = (path: "/pets") => c.GET(path);\n`,
      "4 A call has a path that a function is given: it may not compile where operations are deprecated",
    ],
    [
      "a client without a base URL",
      `${head}createClient<paths>({});\n`,
      "3 The client has no base URL: `baseUrl` is empty, which is the origin of the page, as before",
    ],
  ])("%s", async (_, text, message) => {
    expect((await migratedModule(text)).left).toContain(`src/main.ts:${message}`);
  });

  test("a file with a mistake of syntax, and the old types stay for it", async () => {
    const { text, left, io } = await migratedModule(`${head}const c = createClient<paths>({;\n`);
    expect(text).toContain("createClient<paths>({;");
    expect(left).toContain("src/main.ts The file has a mistake of syntax, and is left as it is");
    expect(io.files.has("/project/src/api/schema.d.ts")).toBe(true);
  });

  test("workflows, scripts and settings that name what is gone", async () => {
    const files = {
      ".github/workflows/ci.yml": "jobs:\n  a:\n    - run: npx openapi-typescript openapi.yaml -o src/api/schema.d.ts\n",
      Makefile: "types:\n\tnpx openapi-typescript-codegen\n",
      ".prettierignore": "dist\nsrc/api/schema.d.ts\n",
    };
    const { left } = await migratedModule('import type { paths } from "./api/schema";\n', { files });
    expect(left).toEqual([
      "package.json:11 openapi-typescript stays among the dependencies, for .github/workflows/ci.yml",
      ".prettierignore:2 The file of types is named here: api/schema.d.ts",
      ".github/workflows/ci.yml:3 openapi-typescript is named here",
      ".github/workflows/ci.yml:3 The file of types is named here: api/schema.d.ts",
    ]);
  });

  test("packages that read types by themselves, and clients stay for swr-openapi", async () => {
    const text = `${head}createClient<paths>({ baseUrl: "a" });\n`;
    const { text: after, left } = await migratedModule(text, {
      files: { "package.json": packageJson(undefined, { dependencies: { "openapi-fetch": "^0.17.0", "swr-openapi": "5" } }) },
    });
    expect(after).toBe(text.replace("./api/schema", "./api/petstore/types"));
    expect(left).toEqual([
      expect.stringMatching(/^src\/main\.ts:3 The client is still one of openapi-fetch: swr-openapi asks for every method at every path/),
    ]);
  });

  test("with --types-only, clients stay, and nothing of them is told", async () => {
    const text = `${head}createClient<paths>({ baseUrl: "a" });\n`;
    const { text: after, left, io } = await migratedModule(text, { flags: ["--types-only"] });
    expect(after).toBe(text.replace("./api/schema", "./api/petstore/types"));
    expect(left).toEqual([]);
    expect(io.text("sundial.config.ts")).toContain('emit: ["types"],\n  name: "petstore",\n});');
  });

  test("a TypeScript that is too old for generated code", async () => {
    const io = project({ "node_modules/typescript/package.json": '{ "version": "5.4.2" }' });
    await migrate(io);
    expect(io.printed.stdout).toContain("TypeScript 5.4.2 is older than 5.9");
  });
});
