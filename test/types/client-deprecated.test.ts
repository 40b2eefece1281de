import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, expect, it } from "vitest";
import { projectRoot, temporaryFolder, writeFiles } from "../support/compile.js";
import { generateFrom } from "../support/pipeline.js";

const program = `import { createPetstoreClient, getPet, listPets } from "./petstore/index.js";

const petstore = createPetstoreClient();
await petstore.GET("/pets/{petId}", { params: { path: { petId: 1 } } });
await getPet(petstore, { path: { petId: 1 } });
await petstore.GET("/pets", {});
await listPets(petstore);
await petstore.POST("/pets", { body: { name: "Rex", categoryId: 1 } });
`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  const { files } = await generateFrom(`${projectRoot}spec/petstore.yaml`, ["types", "client"]);
  await writeFiles(folder.path, [...files.map((file) => ({ ...file, path: `petstore/${file.path}` })), { path: "use.ts", text: program }]);
});

afterAll(() => folder.remove());

function languageService(file: string): ts.LanguageService {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    noEmit: true,
    types: [],
  };
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const text = ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => folder.path,
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
    fileExists: (name) => ts.sys.fileExists(name),
    readFile: (name) => ts.sys.readFile(name),
    directoryExists: (name) => ts.sys.directoryExists(name),
    getDirectories: (name) => ts.sys.getDirectories(name),
  });
}

it("an editor strikes through each call of a deprecated operation, by name and by path, and no other", () => {
  const file = join(folder.path, "use.ts");
  const service = languageService(file);
  expect(service.getSemanticDiagnostics(file).map(({ messageText }) => messageText)).toEqual([]);
  const struck = service.getSuggestionDiagnostics(file).filter(({ reportsDeprecated }) => reportsDeprecated !== undefined);
  const calls = struck.map(({ code, start, length }) => [code, program.slice(start, start + length)]);
  expect(calls).toEqual([
    [6385, "getPet"],
    [6387, "GET"],
    [6387, "getPet"],
  ]);
});

it("an editor tells what to use instead", () => {
  const file = join(folder.path, "use.ts");
  const info = languageService(file).getQuickInfoAtPosition(file, program.indexOf("GET("));
  const tag = info?.tags?.find(({ name }) => name === "deprecated");
  expect(ts.displayPartsToString(tag?.text)).toBe("To be removed on 2030-12-05. Use `listPets` (`GET /pets`) with the `status` filter.");
});
