import { describe, expect, test } from "vitest";
import type { Outcome } from "../../../src/diagnostic/diagnostic.js";
import type { GeneratedFile } from "../../../src/emit/print/file.js";
import { planStubs } from "../../../src/stubs/plan-stubs.js";
import { apiOf } from "../../support/api.js";

const description = (paths: string, security = true): string => `openapi: 3.1.0
info: { title: Shop, version: "1" }
tags: [{ name: Pets }, { name: "3D models" }]
${security ? "security: [{ key: [] }]" : ""}
components: { securitySchemes: { key: { type: http, scheme: bearer } } }
paths:
${paths}`;
const operation = (path: string, id: string, tag?: string, method = "get"): string =>
  `  ${path}: { ${method}: { operationId: ${id}, ${tag === undefined ? "" : `tags: ["${tag}"], `}responses: { "204": { description: Done } } } }\n`;

const options = { module: "../generated/shop/index.ts", importExtension: "js" } as const;
const two = description(
  operation("/pets", "listPets", "Pets") + operation("/models", "listModels", "3D models") + operation("/health", "health"),
);

/** The folder after a plan was carried out. */
async function run(
  text: string,
  existing: ReadonlyMap<string, string> = new Map(),
): Promise<Outcome<readonly GeneratedFile[]> & { readonly folder: Map<string, string> }> {
  const outcome = await planStubs(await apiOf(text, { name: "shop" }), existing, options);
  return { ...outcome, folder: new Map([...existing, ...(outcome.value ?? []).map((file): [string, string] => [file.path, file.text])]) };
}

describe("the first run", () => {
  test("writes a file per tag, one that puts them together, and the caller's type", async () => {
    const { folder, diagnostics } = await run(two);
    expect(diagnostics).toEqual([]);
    expect([...folder.keys()].sort()).toEqual(["3-d-models.ts", "default.ts", "index.ts", "pets.ts", "principal.ts"]);
    expect(folder.get("pets.ts")).toBe(`import { notImplemented, type ShopHandlers } from "../generated/shop/index.js";
import type { Principal } from "./principal.js";

// These handlers are yours. Generating again adds those of new operations, and changes nothing else.
export const petsHandlers = {
  /** \`GET /pets\` */
  listPets() {
    throw notImplemented("listPets");
  },
} satisfies Partial<ShopHandlers<Principal>>;
`);
    expect(folder.get("index.ts")).toBe(`import type { ShopHandlers } from "../generated/shop/index.js";
import { petsHandlers } from "./pets.js";
import { _3DModelsHandlers } from "./3-d-models.js";
import { defaultHandlers } from "./default.js";
import type { Principal } from "./principal.js";

/** The handlers of all operations. */
export const handlers = {
  ...petsHandlers,
  ..._3DModelsHandlers,
  ...defaultHandlers,
} satisfies ShopHandlers<Principal>;
`);
  });
  test("knows no caller where nobody is asked who they are", async () => {
    const { folder } = await run(description(operation("/pets", "listPets", "Pets"), false));
    expect([...folder.keys()].sort()).toEqual(["index.ts", "pets.ts"]);
    expect(folder.get("pets.ts")).toContain("satisfies Partial<ShopHandlers>;");
  });
  test("has nothing to write for a description without operations", async () => {
    expect((await run(description("  {}").replace("paths:\n  {}", "paths: {}"))).value).toEqual([]);
  });
});

describe("a further run", () => {
  const more = description(
    operation("/pets", "listPets", "Pets") +
      operation("/pets/{id}", "removePet", "Pets", "delete").replace(
        "responses",
        "parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses",
      ),
  );
  test("changes nothing when nothing is new", async () => {
    const { folder } = await run(two);
    expect((await run(two, folder)).value).toEqual([]);
  });
  test("adds what is new after what is there, and keeps the rest byte for byte", async () => {
    const mine = `// mine\r\nimport { x } from "./x.js";\r\n\r\nexport const petsHandlers = {\r\n    listPets: () => x(  ), // odd spacing\r\n    // the last word\r\n}\r\nconst after = 1\r\n`;
    const { value, diagnostics } = await run(
      more,
      new Map([
        ["pets.ts", mine],
        ["index.ts", "export const handlers = { ...petsHandlers };"],
      ]),
    );
    expect(diagnostics).toEqual([]);
    expect(value).toEqual([
      {
        path: "pets.ts",
        text: `// mine\r\nimport { x } from "./x.js";\r\nimport { notImplemented } from "../generated/shop/index.js";\r\n\r\nexport const petsHandlers = {\r\n    listPets: () => x(  ), // odd spacing\r\n    // the last word\r\n\r\n    /** \`DELETE /pets/{id}\` */\r\n    removePet() {\r\n      throw notImplemented("removePet");\r\n    },\r\n}\r\nconst after = 1\r\n`,
      },
    ]);
  });
  test("puts a comma where one is missing, and fills an empty object", async () => {
    const index = ["index.ts", "export const handlers = {};"] as const;
    expect(
      (await run(more, new Map([["pets.ts", "export const petsHandlers = {\n  listPets() {}\n};\n"], index]))).folder.get("pets.ts"),
    ).toBe(
      `import { notImplemented } from "../generated/shop/index.js";\nexport const petsHandlers = {\n  listPets() {},\n\n  /** \`DELETE /pets/{id}\` */\n  removePet() {\n    throw notImplemented("removePet");\n  },\n};\n`,
    );
    expect(
      (
        await run(
          description(operation("/pets", "listPets", "Pets")),
          new Map([["pets.ts", 'import { notImplemented as todo } from "y";\nexport const petsHandlers = {};\n'], index]),
        )
      ).folder.get("pets.ts"),
    ).toBe(
      `import { notImplemented as todo } from "y";\nexport const petsHandlers = {\n  /** \`GET /pets\` */\n  listPets() {\n    throw todo("listPets");\n  },\n};\n`,
    );
  });
  test("takes a handler as it is found, wherever and however it is written", async () => {
    const { value } = await run(
      two,
      new Map([
        ["animals.ts", `export const animalHandlers = { listPets, "listModels": 1 }`],
        ["index.ts", `export const handlers: ShopHandlers<P> = { ...a, async health() {} } as const;`],
      ]),
    );
    expect(value).toEqual([]);
  });
  test("adds a new tag's file to the index", async () => {
    const { folder } = await run(description(operation("/pets", "listPets", "Pets")));
    const { folder: later, value } = await run(two, folder);
    expect(value?.map(({ path }) => path)).toEqual(["index.ts", "3-d-models.ts", "default.ts"]);
    expect(later.get("index.ts")).toBe(`import type { ShopHandlers } from "../generated/shop/index.js";
import { petsHandlers } from "./pets.js";
import type { Principal } from "./principal.js";
import { _3DModelsHandlers } from "./3-d-models.js";
import { defaultHandlers } from "./default.js";

/** The handlers of all operations. */
export const handlers = {
  ...petsHandlers,
  ..._3DModelsHandlers,
  ...defaultHandlers,
} satisfies ShopHandlers<Principal>;
`);
  });
  test("completes what one that ended after any of its files has left", async () => {
    const one = (await run(description(operation("/pets", "listPets", "Pets")))).folder;
    for (const before of [new Map<string, string>(), one]) {
      const { folder: whole, value = [] } = await run(two, before);
      for (let written = 0; written <= value.length; written += 1) {
        const left = new Map([...before, ...value.slice(0, written).map(({ path, text }): [string, string] => [path, text])]);
        expect(new Map([...(await run(two, left)).folder].sort())).toEqual(new Map([...whole].sort()));
      }
    }
  });
  test("tells of handlers whose operation is gone, and leaves them", async () => {
    const { folder } = await run(two);
    const { value, diagnostics } = await run(description(operation("/models", "listModels", "3D models")), folder);
    expect(value).toEqual([]);
    expect(diagnostics).toMatchObject([
      { code: "handler-orphaned", message: "The handler listPets has no operation", at: { file: "pets.ts", line: 7, column: 3 } },
      { code: "handler-orphaned", message: "The handler health has no operation" },
    ]);
  });
  test("leaves a file alone that does not parse", async () => {
    const { value, diagnostics } = await run(
      more,
      new Map([
        ["pets.ts", "export const petsHandlers = {\n  listPets( {"],
        ["index.ts", "export const handlers = {};"],
      ]),
    );
    expect(value).toEqual([]);
    expect(diagnostics).toMatchObject([{ code: "handlers-unreadable", at: { file: "pets.ts", line: 2 } }]);
  });
  test("leaves a file alone that has no place for handlers, or takes them from elsewhere", async () => {
    for (const text of ["export function createHandlers() { return {}; }", "export const petsHandlers = { ...others };"]) {
      const { value, diagnostics } = await run(
        more,
        new Map([
          ["pets.ts", text],
          ["index.ts", "export const handlers = {};"],
        ]),
      );
      expect(value).toEqual([]);
      expect(diagnostics).toMatchObject([
        { code: "handlers-unrecognised", message: "pets.ts has no place for new handlers: listPets, removePet" },
      ]);
    }
  });
});

describe("files from before security", () => {
  const open = description(operation("/pets", "listPets", "Pets") + operation("/health", "health"), false);
  const secured = description(operation("/pets", "listPets", "Pets") + operation("/health", "health"));
  const codes = ({ diagnostics }: Awaited<ReturnType<typeof run>>): readonly string[] =>
    diagnostics.map(({ code, at }) => `${code} ${at?.file ?? ""}`);

  test("are told of when operations begin to ask who is calling, and the type of the caller is written", async () => {
    const { folder } = await run(open);
    const later = await run(secured, folder);
    expect(later.value?.map(({ path }) => path)).toEqual(["principal.ts"]);
    expect(codes(later)).toEqual([
      "handlers-without-principal index.ts",
      "handlers-without-principal pets.ts",
      "handlers-without-principal default.ts",
    ]);
    expect(later.diagnostics[1]).toMatchObject({
      severity: "info",
      message: "pets.ts names ShopHandlers without a principal, and operations ask who is calling",
      at: { file: "pets.ts", line: 9, column: 21 },
      hint: "Write `ShopHandlers<Principal>`, with the `Principal` of ./principal.ts or one of your own.",
    });
  });
  test("whose operations ask nobody are not told of", async () => {
    const { folder } = await run(open);
    const text = secured.replace("operationId: health,", "operationId: health, security: [],");
    expect(codes(await run(text, folder))).toEqual(["handlers-without-principal index.ts", "handlers-without-principal pets.ts"]);
  });
  test("are told of when no operation asks any more, and all stays", async () => {
    const { folder } = await run(secured);
    const later = await run(open, folder);
    expect(later.value).toEqual([]);
    expect(codes(later)).toEqual([
      "handlers-principal-unused index.ts",
      "handlers-principal-unused pets.ts",
      "handlers-principal-unused default.ts",
    ]);
    expect(later.diagnostics[0]).toMatchObject({
      message: "index.ts gives ShopHandlers a principal, and no operation asks who is calling",
      hint: "Write `ShopHandlers`: what handlers get for a principal is undefined.",
    });
  });
  test("leave the caller's type to who has one of their own", async () => {
    const own = new Map([
      [
        "pets.ts",
        'import type { ShopHandlers as Of } from "x";\nexport class Pets implements Of<Me> {}\nexport const petsHandlers = { listPets, health };',
      ],
      ["index.ts", 'import type { ShopHandlers } from "x";\nexport const handlers: ShopHandlers = { ...petsHandlers };'],
    ]);
    const later = await run(secured, own);
    expect(later.value).toEqual([]);
    expect(codes(later)).toEqual(["handlers-without-principal index.ts"]);
    expect(codes(await run(open, own))).toEqual(["handlers-principal-unused pets.ts"]);
  });
});

describe("imports of stubs", () => {
  const specifiers = (text = ""): readonly string[] => Array.from(text.matchAll(/ from "([^"]+)";/g), ([, specifier = ""]) => specifier);

  test.each([
    ["js", "../generated/shop/index.js", "./pets.js", "./principal.js"],
    ["ts", "../generated/shop/index.ts", "./pets.ts", "./principal.ts"],
    ["none", "../generated/shop/index", "./pets", "./principal"],
  ] as const)("end as those of generated files: %s", async (importExtension, index, pets, principal) => {
    const { value } = await planStubs(await apiOf(description(operation("/pets", "listPets", "Pets")), { name: "shop" }), new Map(), {
      ...options,
      importExtension,
    });
    expect(specifiers(value?.find(({ path }) => path === "pets.ts")?.text)).toEqual([index, principal]);
    expect(specifiers(value?.find(({ path }) => path === "index.ts")?.text)).toEqual([index, pets, principal]);
  });

  test.each([
    ["js", '"../generated/shop/index.js"'],
    ["ts", '"../generated/shop/index.ts"'],
    ["none", '"../generated/shop/index"'],
  ] as const)("that are added to a file end as its own do: %s", async (written, expected) => {
    const ending = written === "none" ? "" : `.${written}`;
    const existing = new Map([
      ["pets.ts", `import type { Store } from "./pet.store${ending}";\nimport data from "./pets.json";\nexport const petsHandlers = {};\n`],
      ["index.ts", `import { x } from "./x${ending}";\nexport const handlers = {};\n`],
    ]);
    for (const importExtension of ["js", "ts", "none"] as const) {
      const { value } = await planStubs(await apiOf(two, { name: "shop" }), existing, { ...options, importExtension });
      expect(value?.find(({ path }) => path === "pets.ts")?.text).toContain(`import { notImplemented } from ${expected};`);
      expect(value?.find(({ path }) => path === "index.ts")?.text).toContain(`from "./3-d-models${ending}";`);
    }
  });
});
