import { readFile } from "node:fs/promises";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EmitOptions } from "../../../../src/emit/options.js";
import { emitTypes } from "../../../../src/emit/files/types-file.js";
import { apiOf } from "../../../support/api.js";
import { projectRoot, temporaryFolder, typeCheck, writeFiles } from "../../../support/compile.js";

const options: EmitOptions = { parts: new Set(["types"]), source: "api.yaml", command: "npm run generate" };
const petstore = `${projectRoot}/spec/petstore.yaml`;

/** A description in which everything but `paths` and `components` goes without saying. */
async function typesOf(rest: Readonly<Record<string, unknown>>): Promise<string> {
  const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, ...rest };
  return emitTypes(await apiOf(`${JSON.stringify(description)}\n`), options).text;
}

const ok = { "200": { description: "Fine." } };

describe("types.ts", () => {
  it("declares schemas at the top, and exports their names first", async () => {
    const file = emitTypes(await apiOf(petstore), options);
    expect(file.path).toBe("types.ts");
    expect(file.exports.map(({ name }) => name)).toEqual([
      "PetStatus",
      "NewPet",
      "Pet",
      "Pets",
      "Error",
      "paths",
      "operations",
      "components",
    ]);
    expect(file.text).toContain(`/** An animal of the store. */
export type Pet = NewPet & {
  /** Unique identifier, assigned by the service on creation. Integer (int64). */
  id: number;
};
`);
  });

  it("prints operations without padding, and what is shared once", async () => {
    const { text } = emitTypes(await apiOf(petstore), options);
    expect(text).not.toContain("?: never;\n        ");
    expect(text).toContain(`  createPet: {
    parameters: { query?: never };
    /** The animal to add. */
    requestBody: { content: { "application/json": NewPet } };
`);
    expect(text).toContain('      401: components["responses"]["Unauthorized"];\n');
    expect(text.match(/\bUnauthorized: \{/g)).toHaveLength(1);
    expect(text.match(/The API key is missing or invalid\./g)).toHaveLength(1);
  });

  it("strikes a deprecated schema through in components, too", async () => {
    const text = await typesOf({
      components: {
        schemas: {
          Old: { type: "object", deprecated: true, "x-sunset": "2031-01-01", description: "The old one." },
          New: { type: "object", description: "The new one." },
        },
      },
    });
    const [, declared = ""] = text.split("export interface components");
    expect(declared).toContain("@deprecated To be removed on 2031-01-01.\n     */\n    Old: Old;\n    New: New;\n");
    expect(declared).not.toContain("one.");
  });

  it("says of a shared parameter its first sentence and its facts where it is used, and all of it where it stands", async () => {
    const text = await typesOf({
      paths: { "/a": { get: { parameters: [{ $ref: "#/components/parameters/Page" }], responses: ok } } },
      components: {
        parameters: {
          Page: {
            name: "page",
            in: "query",
            description: "The page to return. Pages start at 1.\n\nSee the guide.",
            deprecated: true,
            schema: { type: "integer", minimum: 1, default: 1, examples: [3] },
          },
        },
      },
    });
    const [used = "", declared = ""] = text.split("export interface components");
    expect(used).toContain("The page to return. Integer, at least 1.\n");
    expect(used).toContain("@default 1\n");
    expect(used).toContain("@deprecated");
    expect(used).not.toContain("Pages start at 1.");
    expect(declared).toContain("The page to return. Pages start at 1.");
    expect(declared).toContain("@example 3");
  });

  it("says of a deprecated operation when it goes and what to use", async () => {
    const { text } = emitTypes(await apiOf(petstore), options);
    expect(text).toContain(`     * @deprecated To be removed on 2030-12-05. Use \`listPets\` (\`GET /pets\`) with the \`status\` filter.
     */
    get: operations["getPet"];
`);
    expect(text.match(/@deprecated/g)).toHaveLength(2);
  });

  it("says of deprecated properties and parameters when they go", async () => {
    const text = await typesOf({
      paths: {
        "/a": {
          get: {
            operationId: "getA",
            parameters: [{ name: "old", in: "query", deprecated: true, "x-sunset": "2031-01-01", schema: { type: "string" } }],
            responses: ok,
          },
        },
      },
      components: {
        schemas: {
          S: {
            type: "object",
            properties: { old: { type: "string", deprecated: true, "x-sunset": "2030-06-01", "x-deprecation": { message: "Use new" } } },
          },
        },
      },
    });
    expect(text).toContain(`  /**
   * @deprecated To be removed on 2030-06-01. Use new.
   */
  old?: string;`);
    expect(text).toContain(`        /**
         * @deprecated To be removed on 2031-01-01.
         */
        old?: string;`);
  });

  it("says what a type cannot: limits, formats, defaults and examples", async () => {
    const text = await typesOf({
      components: {
        schemas: {
          S: {
            type: "object",
            properties: {
              a: {
                type: "string",
                description: "A name.",
                minLength: 1,
                maxLength: 10,
                pattern: "^[a-z]+$",
                default: "x",
                examples: ["y"],
              },
              b: { type: "integer", format: "int32", exclusiveMinimum: 0, multipleOf: 5 },
              c: { type: "string", format: "date-time" },
              d: { type: "array", items: {}, minItems: 1, maxItems: 1, uniqueItems: true },
              petName: { title: "Pet Name", type: "string" },
            },
          },
        },
      },
    });
    expect(text).toContain(`  /**
   * A name. 1 to 10 characters, matching \`^[a-z]+$\`.
   *
   * @default "x"
   * @example "y"
   */
  a?: string;
  /** Integer (int32), more than 0, a multiple of 5. */
  b?: number;
  /** Format: date-time. */
  c?: string;
  /** Exactly 1 item, all different. */
  d?: unknown[];
  petName?: string;
`);
  });

  it("has a Blob where a media type carries bytes, and a string in JSON", async () => {
    const bytes = { type: "string", contentMediaType: "application/octet-stream" };
    const object = { type: "object", properties: { file: bytes } };
    const text = await typesOf({
      paths: {
        "/a": {
          post: {
            operationId: "postA",
            requestBody: {
              content: { "multipart/form-data": { schema: object }, "application/json": { schema: object }, "image/png": {} },
            },
            responses: { "200": { description: "", content: { "application/octet-stream": { schema: { type: "string" } } } } },
          },
        },
      },
    });
    expect(text).toContain('"multipart/form-data": { file?: Blob | string };');
    expect(text).toContain('"application/json": { file?: string };');
    expect(text).toContain('"image/png": Blob;');
    expect(text).toContain('200: { content: { "application/octet-stream": Blob } };');
  });

  it("sets a long union one member per line", async () => {
    const values = Array.from({ length: 12 }, (_, index) => `a-rather-long-value-${index}`);
    const text = await typesOf({
      components: { schemas: { S: { type: "object", properties: { v: { type: ["array", "null"], items: { enum: values } } } } } },
    });
    expect(text).toContain(`  v?:
    | (
        | "a-rather-long-value-0"
        | "a-rather-long-value-1"
`);
    expect(text).toContain(`        | "a-rather-long-value-11"
      )[]
    | null;
`);
  });

  it("types webhooks beside paths", async () => {
    const text = await typesOf({
      webhooks: {
        newPet: {
          post: { operationId: "newPet", requestBody: { content: { "application/json": { schema: { type: "string" } } } }, responses: ok },
        },
      },
    });
    expect(text).toMatch(/export interface webhooks \{\n {2}newPet: \{[^]*?post: operations\["newPet\w*"\];/);
    expect(text).toContain("export type paths = { [key: string]: never };");
  });
});

describe("types.ts under openapi-fetch", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(() => folder.remove());

  it("gives and takes what is described, and nothing else, without the padding", async () => {
    const use = await readFile(new URL("openapi-fetch.txt", import.meta.url), "utf8");
    await writeFiles(folder.path, [emitTypes(await apiOf(petstore), options), { path: "use.ts", text: use }]);
    for (const compiler of ["5.9", "7"] as const) expect(await typeCheck(folder.path, ["*.ts"], compiler, "browser")).toEqual([]);
  }, 120_000);
});

const hostile = [
  ...[
    "__proto__",
    "constructor",
    "toString",
    "10",
    "2",
    "a b",
    "",
    " ",
    '"',
    "'",
    "`${x}`",
    "\\",
    "*/",
    "/*",
    "//",
    "</script>",
    "\n",
    "\r",
    "\u2028",
    "\u2029",
  ],
  ...[
    "\u202e",
    "\u200b",
    "\ud800",
    "\0",
    "a\u0308",
    "日本",
    "🐶",
    "|",
    '" | "',
    "{",
    "(",
    "]",
    ";",
    ": never;",
    "@deprecated",
    "export",
    "[key: string]",
  ],
  ...["SUNDIAL_INDEX", "SUNDIAL_TEXT_0_", "SUNDIAL_DOC_0", '"SUNDIAL_TEXT_1_"', 'components["schemas"]["S"]', "SUNDIAL_QUERYSTRING"],
];

describe("hostile words", () => {
  it("are names and values, each itself, and nothing else", async () => {
    const properties = Object.fromEntries(
      hostile.map((name) => [`p${name}`, { enum: hostile, description: name, default: name, example: { [name]: name } }]),
    );
    // Own properties also where JavaScript would set a prototype.
    for (const name of hostile)
      Object.defineProperty(properties, name, { value: { type: "string", title: name }, enumerable: true, configurable: true });
    const text = await typesOf({
      paths: {
        "/a": {
          get: {
            operationId: "getA",
            parameters: hostile
              .filter((name) => name !== "")
              .map((name) => ({ name, in: "query", schema: { type: "string" }, description: name })),
            responses: ok,
          },
        },
      },
      components: { schemas: { S: { type: "object", properties } } },
    });
    const file = ts.createSourceFile("types.ts", text, ts.ScriptTarget.ESNext, true);
    expect(
      ts.transpileModule(text, {
        reportDiagnostics: true,
        compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext, removeComments: true },
      }),
    ).toMatchObject({
      outputText: "export {};\n",
      diagnostics: [],
    });
    expect(namesOf(file, "S")).toEqual([...hostile.map((name) => `p${name}`), ...hostile].sort());
    expect(valuesOf(file)).toEqual(new Set(hostile));
    const query = hostile.filter((name) => name !== "");
    expect(query.filter((name) => !namesOf(file, "operations").includes(name))).toEqual([]);
    expect(text).not.toMatch(/[\u202e\u200b\u2028\u2029\0]/);
    expect(tagsOf(file)).toEqual(new Set(["default", "example"]));
  });
});

/** Names of all properties inside a declaration, sorted. */
function namesOf(file: ts.SourceFile, declaration: string): readonly string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertySignature(node) && !ts.isComputedPropertyName(node.name)) names.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  for (const statement of file.statements) {
    if ((ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement)) && statement.name.text === declaration)
      visit(statement);
  }
  return names.sort();
}

/** The values of string literals of unions. */
function valuesOf(file: ts.SourceFile): ReadonlySet<string> {
  const values = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal) && ts.isUnionTypeNode(node.parent)) values.add(node.literal.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return values;
}

function tagsOf(file: ts.SourceFile): ReadonlySet<string> {
  const tags = new Set<string>();
  const visit = (node: ts.Node): void => {
    for (const tag of ts.getJSDocTags(node)) tags.add(tag.tagName.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return tags;
}
