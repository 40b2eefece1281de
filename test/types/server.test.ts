import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compilers, copyInto, projectRoot, temporaryFolder, typeCheck, writeFiles, type Compiler } from "../support/compile.js";
import { generateTexts } from "../support/pipeline.js";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  await copyInto(folder.path, "test/types/server");
  for (const [name, description] of [
    ["shop", "test/types/server/openapi.yaml"],
    ["petstore", "spec/petstore.yaml"],
  ] as const) {
    const text = await readFile(`${projectRoot}${description}`, "utf8");
    const { files, diagnostics } = await generateTexts({ [`${name}.yaml`]: text }, ["types", "validators", "server"]);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    await writeFiles(
      folder.path,
      files.map((file) => ({ ...file, path: `${name}/${file.path}` })),
    );
  }
});

afterAll(() => folder.remove());

/** Names of type parameters of what is generated, as those of schemas. */
const parameters = ["Principal", "Name", "Operations", "Key", "Handler", "ServerRequest", "Reply", "Defaults", "Operation", "Context", "D"];

const named = (name: string): string => `openapi: 3.1.0
info: { title: Named, version: "1" }
security: [{ k: [] }]
paths:
  /a:
    get:
      operationId: getA
      responses: { "200": &fine { description: Fine, content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } } }, default: *fine }
components:
  securitySchemes: { k: { type: apiKey, in: header, name: x } }
  schemas: { ${name}: { type: object, required: [detail], properties: { detail: { type: string } } } }
`;

const useOf = (name: string): string => `import { createNamedServer, type ${name} } from "./index.js";
export const body: ${name} = { detail: "x" };
export const server = createNamedServer<{ id: number }>({
  handlers: { getA: (_, { principal }) => ({ status: 200, body: { detail: String(principal.id) } }) },
  authenticate: { k: () => ({ id: 1 }) },
  errors: ({ detail = "" }) => ({ detail }),
});
`;

it("a schema with the name of a type parameter is what it says, also as the error of all operations", async () => {
  const own = await temporaryFolder();
  try {
    for (const name of parameters) {
      const { files } = await generateTexts({ "named.yaml": named(name) }, ["types", "validators", "server"]);
      const all = [...files, { path: "use.ts", text: useOf(name) }];
      await writeFiles(
        own.path,
        all.map(({ path, text }) => ({ path: `${name}/${path}`, text })),
      );
    }
    expect(await typeCheck(own.path, parameters, "7", "node")).toEqual([]);
  } finally {
    await own.remove();
  }
});

describe("the types of a server hold what they promise", () => {
  for (const compiler of Object.keys(compilers) as Compiler[]) {
    it(`under TypeScript ${compiler}, with the types of Node alone`, async () => {
      expect(await typeCheck(folder.path, ["*.ts", "shop", "petstore"], compiler, "node")).toEqual([]);
    });
  }
});
