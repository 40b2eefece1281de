import { describe, expect, test } from "vitest";
import { migratedModule, oldTypes } from "../../support/migrated.js";

const made = 'petstorePaths(createPetstoreClient({ baseUrl: "https://a.example" }))';
const clientImport = 'import { createPetstoreClient, petstorePaths } from "./api/petstore/index";\n';

describe("imports of types lead to the new file, as they are written", () => {
  test.each<readonly [string, string, string]>([
    ["of types", 'import type { paths } from "./api/schema";\n', 'import type { paths } from "./api/petstore/types";\n'],
    ["with an ending", "import type { paths } from './api/schema.js'\n", "import type { paths } from './api/petstore/types.js'\n"],
    ["with the ending of a declaration", 'import { paths } from "./api/schema.d.ts";', 'import { paths } from "./api/petstore/types";'],
    ["with half of that", 'import { paths } from "./api/schema.d";', 'import { paths } from "./api/petstore/types";'],
    [
      "renamed",
      'import { type components as C, paths } from "./api/schema";',
      'import { type components as C, paths } from "./api/petstore/types";',
    ],
    ["as a whole", 'import type * as S from "./api/schema"; // all', 'import type * as S from "./api/petstore/types"; // all'],
    [
      "in a type",
      'type P = import("./api/schema").components["schemas"]["Pet"];',
      'type P = import("./api/petstore/types").components["schemas"]["Pet"];',
    ],
    ["at run time", 'const s = await import("./api/schema");', 'const s = await import("./api/petstore/types");'],
    ["of TypeScript alone", 'import S = require("./api/schema");', 'import S = require("./api/petstore/types");'],
    [
      "passed on",
      'export type { paths as P, operations } from "./api/schema";',
      'export type { paths as P, operations } from "./api/petstore/types";',
    ],
    ["passed on under a name", 'export type * as api from "./api/schema";', 'export type * as api from "./api/petstore/types";'],
    [
      "passed on as a whole",
      'export * from "./api/schema";\r\n',
      'export type { paths, components, operations } from "./api/petstore/types";\r\n',
    ],
    [
      "with all around it",
      '// a\nimport   type {\n  paths, // p\n} from "./api/schema"\n',
      '// a\nimport   type {\n  paths, // p\n} from "./api/petstore/types"\n',
    ],
    [
      "by the name of a root type",
      'import type { SchemaPet, SchemaPet as P, Pet } from "./api/schema";',
      'import type { Pet as SchemaPet, Pet as P, Pet } from "./api/petstore/types";',
    ],
  ])("%s", async (_, before, after) => {
    const { text, left, io } = await migratedModule(before);
    expect(text).toBe(after);
    expect(left).toEqual([]);
    expect(io.files.has("/project/src/api/schema.d.ts")).toBe(false);
  });

  test("from folders beside and above", async () => {
    const { text } = await migratedModule('import type { paths } from "../../src/api/schema";', { path: "test/deep/a.test.ts" });
    expect(text).toBe('import type { paths } from "../../src/api/petstore/types";');
    const inside = await migratedModule('import type { paths } from "./schema";', { path: "src/api/main.mts" });
    expect(inside.text).toBe('import type { paths } from "./petstore/types";');
  });

  test.each<readonly [string, string, object, string]>([
    ["paths", "@/api/schema", { paths: { "@/*": ["./src/*"] } }, "@/api/petstore/types"],
    ["paths and a base", "~/schema", { baseUrl: "src", paths: { "~/*": ["api/*"] } }, "~/petstore/types"],
    ["a base alone", "api/schema", { baseUrl: "./src" }, "api/petstore/types"],
    ["one name", "schema", { paths: { schema: ["./src/api/schema.d.ts"] } }, "./api/petstore/types"],
    ["what a framework sets up", "@/api/schema", {}, "@/api/petstore/types"],
  ])("by %s of tsconfig.json", async (_, specifier, compilerOptions, expected) => {
    const { text } = await migratedModule(`import type { paths } from "${specifier}";`, {
      files: { "tsconfig.json": JSON.stringify({ compilerOptions: { moduleResolution: "bundler", ...compilerOptions } }) },
    });
    expect(text).toBe(`import type { paths } from "${expected}";`);
  });

  test.each<readonly [string, string]>([
    ["one name", '{ "schema": ["./src/api/schema.d.ts"] }'],
    ["a name with an ending of its own", '{ "schema*": ["./src/api/schema*.d.ts"] }'],
  ])("with the ending that Node.js needs, where %s of tsconfig.json has none", async (_, paths) => {
    const files = { "tsconfig.json": `{ "compilerOptions": { "module": "nodenext", "paths": ${paths} } }` };
    const { text } = await migratedModule('import type { paths } from "schema";\n', { files });
    expect(text).toBe('import type { paths } from "./api/petstore/types.js";\n');
  });

  test("but not by a path into another package, where a name led there", async () => {
    const files = {
      "tsconfig.json":
        '{ "compilerOptions": { "moduleResolution": "bundler", "module": "esnext", "paths": { "@shop/api": ["./src/api/schema.d.ts"] } } }',
      "packages/web/package.json": "{}",
    };
    const before =
      'import createClient from "openapi-fetch";\nimport type { paths } from "@shop/api";\ncreateClient<paths>({ baseUrl: "a" });\n';
    const { text, left, io } = await migratedModule(before, { path: "packages/web/main.ts", files });
    expect(text).toBe(before);
    expect(left[0]).toContain(
      "packages/web/main.ts:3 The client is still one of openapi-fetch: it is in another package than the generated code",
    );
    expect(left[1]).toContain("packages/web/main.ts:2 `@shop/api` names the types of another package");
    expect(io.files.has("/project/src/api/schema.d.ts")).toBe(true);
    const relative = await migratedModule(before.replace("@shop/api", "../../src/api/schema"), { path: "packages/web/main.ts", files });
    expect(relative.text).toContain('from "../../src/api/petstore/index"');
  });

  test.each<readonly [string, string]>([
    ["names", '/** @import { paths, components as C } from "./api/schema" */\n'],
    ["all of it", '/** @import * as S from "./api/schema" */\n'],
    ["a name on a line of its own", "/**\n * @import {\n *   paths\n * } from './api/schema'\n */\n"],
  ])("in the comments of JavaScript, by @import of %s", async (_, before) => {
    for (const path of ["src/main.js", "src/main.ts"]) {
      const { text, left, io } = await migratedModule(`${before}export {};\n`, { path });
      expect(text).toBe(`${before.replace("./api/schema", "./api/petstore/types")}export {};\n`);
      expect(left).toEqual([]);
      expect(io.files.has("/project/src/api/schema.d.ts")).toBe(false);
    }
  });

  test("where modules pass on all of each other, in the time that they take", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `m${String(index)}`);
    const all = names.map((name) => `export * from "./${name}";\n`).join("");
    const files = Object.fromEntries(names.map((name) => [`src/${name}.ts`, all]));
    const text =
      'import createClient from "openapi-fetch";\nimport { paths, make } from "./m0";\nimport type { operations } from "./api/schema";\ncreateClient<paths>({});\nmake<paths>();\n';
    expect((await migratedModule(text, { files })).text).toBe(text.replace("./api/schema", "./api/petstore/types"));
  });

  test("in components, whose other parts stay", async () => {
    const vue = (specifier: string): string =>
      `<script setup lang="ts">\nimport type { paths } from "${specifier}";\nconst a = 1;\n</script>\n\n<template>import "./api/schema" {{ a }}</template>\n`;
    expect((await migratedModule(vue("./api/schema"), { path: "src/App.vue" })).text).toBe(vue("./api/petstore/types"));
    const svelte = (specifier: string): string =>
      `<script context="module">\n  export const b = 2;\n</script>\n<script lang="ts">\n  import type { paths } from '${specifier}';\n</script>\n<p>{a}</p>\n`;
    expect((await migratedModule(svelte("./api/schema"), { path: "src/App.svelte" })).text).toBe(svelte("./api/petstore/types"));
    const astro = (specifier: string): string => `---\nimport type { paths } from "${specifier}";\n---\n<p>a</p>\n`;
    expect((await migratedModule(astro("./api/schema"), { path: "src/a.astro" })).text).toBe(astro("./api/petstore/types"));
  });

  test("in comments of JavaScript", async () => {
    const { text } = await migratedModule('/** @type {import("./api/schema").paths} */\nexport const a = {};\n', { path: "src/a.js" });
    expect(text).toBe('/** @type {import("./api/petstore/types").paths} */\nexport const a = {};\n');
  });

  test("with a byte order mark", async () => {
    const { text } = await migratedModule('\ufeffimport type { paths } from "./api/schema";\r\n');
    expect(text).toBe('\ufeffimport type { paths } from "./api/petstore/types";\r\n');
  });
});

describe("clients become those of the generated code", () => {
  const head = 'import createClient from "openapi-fetch";\nimport type { paths } from "./api/schema";\n';
  test.each<readonly [string, string, string]>([
    [
      "made of a URL",
      `${head}\nexport const client = createClient<paths>({ baseUrl: "https://a.example" });\n`,
      `${clientImport}\nexport const client = ${made};\n`,
    ],
    [
      "with types beside them",
      'import createClient, { type Middleware } from "openapi-fetch"\nimport type { components, paths } from "./api/schema"\nconst c = createClient<paths>({ baseUrl: "https://a.example" })\n',
      `import { type Middleware } from "openapi-fetch"\nimport type { components } from "./api/petstore/types"\n${clientImport.replace(";\n", "\n")}const c = ${made}\n`,
    ],
    [
      "under another name",
      "import make, { Client } from 'openapi-fetch';\nimport { paths as P } from './api/schema';\nconst c: Client<P> = make<P>({ headers: {}, baseUrl: 'https://a.example' });\n",
      "import { Client } from 'openapi-fetch';\nimport { paths as P } from './api/petstore/types';\nimport { createPetstoreClient, petstorePaths } from './api/petstore/index';\nconst c: Client<P> = petstorePaths(createPetstoreClient({ headers: {}, baseUrl: 'https://a.example' }));\n",
    ],
    [
      "by its name",
      'import { default as create } from "openapi-fetch";\nimport type * as Api from "./api/schema";\nconst c = create<Api.paths>({ baseUrl: "https://a.example" });\n',
      `${clientImport}import type * as Api from "./api/petstore/types";\nconst c = ${made};\n`,
    ],
    [
      "of an import in place",
      'import createClient from "openapi-fetch";\nconst c = createClient<import("./api/schema").paths>({ baseUrl: "https://a.example" });\n',
      `${clientImport}const c = ${made};\n`,
    ],
    [
      "by a type of one's own",
      `${head}type Mine = paths;\nconst c = createClient<Mine>({ baseUrl: "https://a.example" });\n`,
      `${clientImport}import type { paths } from "./api/petstore/types";\ntype Mine = paths;\nconst c = ${made};\n`,
    ],
    [
      "with serializers",
      `${head}const c = createClient<paths>({\n  baseUrl: "https://a.example",\n  querySerializer: { array: { style: "form", explode: false } },\n  credentials: "include",\n  bodySerializer(body) { return String(body); },\n});\n`,
      `${clientImport}const c = petstorePaths(createPetstoreClient({\n  baseUrl: "https://a.example",\n  credentials: "include",\n}), { querySerializer: { array: { style: "form", explode: false } }, bodySerializer(body) { return String(body); } });\n`,
    ],
    [
      "with serializers alone",
      `${head}const c = createClient<paths>({ pathSerializer });\n`,
      `${clientImport}const c = petstorePaths(createPetstoreClient({ baseUrl: "" }), { pathSerializer });\n`,
    ],
    [
      "without options",
      `${head}const c = createClient<paths>();\n`,
      `${clientImport}const c = petstorePaths(createPetstoreClient({ baseUrl: "" }));\n`,
    ],
    [
      "without a base URL",
      `${head}const c = createClient<paths>({\n    headers: { a: "b" },\n});\n`,
      `${clientImport}const c = petstorePaths(createPetstoreClient({\n    baseUrl: "",\n    headers: { a: "b" },\n}));\n`,
    ],
    [
      "with a variable of the environment",
      `${head}const base = process.env.API;\nconst c = createClient<paths>({ baseUrl: base });\nconst d = createClient<paths>({ baseUrl: import.meta.env.VITE_API });\n`,
      `${clientImport}const base = process.env.API;\nconst c = petstorePaths(createPetstoreClient({ baseUrl: base ?? "" }));\nconst d = petstorePaths(createPetstoreClient({ baseUrl: import.meta.env.VITE_API ?? "" }));\n`,
    ],
    [
      "with a variable of that name",
      `${head}const baseUrl = process.env.API;\nconst c = createClient<paths>({ baseUrl, fetch });\n`,
      `${clientImport}const baseUrl = process.env.API;\nconst c = petstorePaths(createPetstoreClient({ baseUrl: baseUrl ?? "", fetch }));\n`,
    ],
    [
      "by path alone",
      'import { createPathBasedClient } from "openapi-fetch";\nimport type { paths } from "./api/schema";\nconst c = createPathBasedClient<paths>({ baseUrl: "https://a.example" });\n',
      `import { wrapAsPathBasedClient } from "openapi-fetch";\n${clientImport}const c = wrapAsPathBasedClient(${made});\n`,
    ],
    [
      "where a name is taken",
      `${head}export const createPetstoreClient = () => createClient<paths>({ baseUrl: "https://a.example" });\n`,
      `import { createPetstoreClient as createPetstoreClientGenerated, petstorePaths } from "./api/petstore/index";\nexport const createPetstoreClient = () => ${made.replace("createPetstoreClient", "createPetstoreClientGenerated")};\n`,
    ],
    [
      "while the type of the maker stays",
      `${head}type C = ReturnType<typeof createClient<paths>>;\nconst c: C = createClient<paths>({ baseUrl: "https://a.example" });\n`,
      `import createClient from "openapi-fetch";\nimport type { paths } from "./api/petstore/types";\n${clientImport}type C = ReturnType<typeof createClient<paths>>;\nconst c: C = ${made};\n`,
    ],
    [
      "with CRLF",
      `${head}const c = createClient<paths>({\n  headers,\n});\nexport default c;\n`.replaceAll("\n", "\r\n"),
      `${clientImport}const c = petstorePaths(createPetstoreClient({\n  baseUrl: "",\n  headers,\n}));\nexport default c;\n`.replaceAll(
        "\n",
        "\r\n",
      ),
    ],
  ])("%s", async (_, before, after) => {
    const { text, io } = await migratedModule(before);
    expect(text).toBe(after);
    expect(io.files.has("/project/src/api/schema.d.ts")).toBe(false);
  });

  test("through modules that pass the types on", async () => {
    const { text } = await migratedModule(
      'import createClient from "openapi-fetch";\nimport type { Api } from "./all.js";\nconst c = createClient<Api>({ baseUrl: "https://a.example" });\n',
      {
        files: {
          "src/all.ts": 'export * from "./types/index.js";\n',
          "src/types/index.ts": 'import type { paths } from "../api/schema.js";\nexport type Api = paths;\n',
        },
      },
    );
    expect(text).toBe(`import { createPetstoreClient, petstorePaths } from "./api/petstore/index.js";\nconst c = ${made};\n`);
  });

  test("of two APIs in one file", async () => {
    const { text } = await migratedModule(
      'import createClient from "openapi-fetch";\nimport type { paths } from "./api/schema";\nimport type { paths as shop } from "./api/shop";\nconst c = createClient<paths>({ baseUrl: "a" });\nconst d = createClient<shop>({ baseUrl: "b" });\n',
      {
        files: {
          "package.json": JSON.stringify({
            scripts: { types: "openapi-typescript openapi.yaml -o src/api/schema.d.ts && openapi-typescript shop.yaml -o src/api/shop.ts" },
            dependencies: { "openapi-fetch": "^0.17.0" },
          }),
          "shop.yaml": "openapi: 3.1.0\ninfo: { title: Shop, version: '1' }\npaths: {}\n",
          "src/api/shop.ts": oldTypes,
        },
      },
    );
    expect(text).toBe(
      `${clientImport}import { createShopClient, shopPaths } from "./api/shop/index";\nconst c = petstorePaths(createPetstoreClient({ baseUrl: "a" }));\nconst d = shopPaths(createShopClient({ baseUrl: "b" }));\n`,
    );
  });
});

describe("an import that goes leaves no blank line of its own", () => {
  const rest =
    'import { x } from "./x";\n\nimport type { paths } from "./api/schema";\nexport const c = createClient<paths>({ baseUrl: "a" });\n';
  const after = rest
    .replace("import type { paths }", "import { createPetstoreClient, petstorePaths }")
    .replace("./api/schema", "./api/petstore/index")
    .replace('createClient<paths>({ baseUrl: "a" })', 'petstorePaths(createPetstoreClient({ baseUrl: "a" }))');
  const gone = 'import createClient from "openapi-fetch";';

  test.each<readonly [string, string, string]>([
    ["at the beginning", `${gone}\n\n${rest}`, after],
    ["at the beginning, with others below", `${gone}\n${rest}`, after],
    ["behind a comment", `/* a */\n\n${gone}\n\n\n${rest}`, `/* a */\n\n${after}`],
    ["directly behind a comment", `// a\n${gone}\n\n${rest}`, `// a\n\n${after}`],
    ["with other ends of lines", `${gone}\r\n\r\n${rest}`, after],
    ["with a comment behind it", `${gone} // b\n\n${rest}`, `// b\n\n${after}`],
  ])("%s", async (_, before, expected) => {
    expect((await migratedModule(before)).text).toBe(expected);
  });
});
