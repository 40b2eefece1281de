/** Two APIs on one runtime: compiled under every strict flag, bundled and run. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emitRuntimeOf } from "../../src/emit/emit.js";
import { allParts, type Part } from "../../src/emit/emitters.js";
import type { ImportExtension } from "../../src/emit/print/import-specifiers.js";
import { generateFiles } from "../../src/generate.js";
import { nodeIo } from "../../src/io-node.js";
import { compilers, projectRoot, temporaryFolder, typeCheck, writeFiles, type Compiler } from "../support/compile.js";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  await writeApis("src", "js");
  await writeFiles(folder.path, [{ path: "src/main.ts", text: program }]);
});

afterAll(() => folder.remove());

/** One description has limits, dates and 64-bit integers, the other nothing of it. */
const notes = `openapi: 3.1.0
info: { title: Notes, version: "1" }
paths:
  /notes:
    post:
      operationId: addNote
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } }
      responses: { "201": { description: fine, content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } } }
components: { schemas: { Note: { type: object, required: [text], properties: { text: { type: string, minLength: 1, format: email } } } } }
`;

async function writeApis(at: string, extension: ImportExtension, parts: readonly Part[] = allParts): Promise<void> {
  await writeFiles(folder.path, [{ path: "notes.yaml", text: notes }]);
  const apis = { petstore: join(projectRoot, "spec/petstore.yaml"), notes: join(folder.path, "notes.yaml") };
  for (const [name, input] of Object.entries(apis)) {
    const request = { input, source: `${name}.yaml`, command: "npm run generate", emit: parts, name };
    const { value } = await generateFiles({ ...request, runtime: "../sundial", importExtension: extension }, nodeIo());
    await writeFiles(join(folder.path, at, name), value?.files ?? []);
  }
  await writeFiles(join(folder.path, at, "sundial"), emitRuntimeOf(parts, extension));
}

const program = `
import * as petstore from "./petstore/index.js";
import * as notes from "./notes/index.js";

const broken = (): Promise<Response> => Promise.resolve(new Response("{", { status: 200, headers: { "content-type": "application/json" } }));
const limited = (): Promise<Response> => Promise.resolve(new Response(null, { status: 429, headers: { "retry-after": "3600" } }));

async function thrown(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return undefined;
}

/** What calls and validators of both throw, and whether the class that the other exports knows it. */
export async function known(): Promise<Record<string, boolean>> {
  const ofNotes = notes.createNotesClient({ baseUrl: "http://localhost:1", fetch: limited });
  const tooMany = await thrown(() => notes.addNote(ofNotes, { body: { text: "a@b.example" } }));
  const ofPetstore = petstore.createPetstoreClient({ baseUrl: "http://localhost:2", auth: { bearerAuth: "key" }, fetch: broken });
  const unreadable = await thrown(() => petstore.listPets(ofPetstore));
  const invalid = await thrown(() => notes.NoteSchema.parse({ text: 1 }));
  const refused = await thrown(() => petstore.PetSchema.parse({}));
  return {
    limited: tooMany instanceof petstore.RateLimitError,
    answer: unreadable instanceof notes.ResponseError,
    validation: invalid instanceof Error && refused instanceof Error && invalid.constructor === refused.constructor,
  };
}
`;

const names = (file: string, text: string) => ({ path: `stars/${file}.ts`, text });

describe("two APIs on one runtime", () => {
  test.each(Object.keys(compilers) as Compiler[])("compile under every strict flag, with TypeScript %s", async (compiler) => {
    expect(await typeCheck(folder.path, ["src"], compiler, "both")).toEqual([]);
  });

  test("compile where imports end in .ts, and have none of an extension", async () => {
    await writeApis("ts", "ts");
    await writeApis("none", "none", ["client", "validators"]);
    const texts = await build({
      entryPoints: [join(folder.path, "ts/notes/index.ts"), join(folder.path, "none/notes/index.ts")],
      bundle: true,
      write: false,
      outdir: "out",
      format: "esm",
      platform: "node",
    });
    expect(texts.errors).toEqual([]);
  });

  test("have one class of each error", async () => {
    const outfile = join(folder.path, "main.mjs");
    await build({
      entryPoints: [join(folder.path, "src/main.ts")],
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      logLevel: "error",
    });
    const { known } = (await import(pathToFileURL(outfile).href)) as { readonly known: () => Promise<Record<string, boolean>> };
    expect(await known()).toEqual({ limited: true, answer: true, validation: true });
  });

  test("collide in one module by what is of each API alone, and by nothing of the runtime", async () => {
    await writeFiles(folder.path, [names("all", 'export * from "../src/petstore/index.js";\nexport * from "../src/notes/index.js";\n')]);
    const errors = await typeCheck(folder.path, ["stars"], "7", "both");
    const collisions = errors.map(({ text }) => /already exported a member named '([^']+)'/.exec(text)?.[1]).sort();
    // The options of a call are those of a client with limits here, and of one without there.
    expect(collisions).toEqual(["CallOptions", "components", "operations", "paths", "servers"]);
  });
});
