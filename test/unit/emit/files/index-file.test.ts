import ts from "typescript";
import { expect, test } from "vitest";
import { emitIndex } from "../../../../src/emit/files/index-file.js";
import type { Emitted } from "../../../../src/emit/print/file.js";
import { generateTexts } from "../../../support/pipeline.js";
import { options } from "../../../support/validators.js";

const emitted = (path: string, types: readonly string[], values: readonly string[] = []): Emitted => ({
  path,
  text: "",
  exports: [...types.map((name) => ({ name, type: true })), ...values.map((name) => ({ name, type: false }))],
});

const linesOf = (files: readonly Emitted[]): readonly string[] => emitIndex(files, options).text.trimEnd().split("\n").slice(2);

test("index.ts exports whole files, those with types alone as types", () => {
  expect(linesOf([emitted("types.ts", ["Pet"]), emitted("operations.ts", ["PetArgs"], ["getPet"])])).toEqual([
    'export * from "./operations.js";',
    'export type * from "./types.js";',
  ]);
});

test("index.ts leaves out files that are not for programs", () => {
  expect(linesOf([emitted("types.ts", ["Pet"]), emitted("int64.ts", [])])).toEqual(['export type * from "./types.js";']);
});

test("a name that several files export is that of the first of them", () => {
  const files = [
    emitted("types.ts", ["Problem"]),
    emitted("validators.ts", ["Issue"], ["Shared"]),
    emitted("server.ts", ["Problem", "Shared"]),
  ];
  expect(linesOf(files)).toEqual([
    'export type * from "./server.js";',
    'export type * from "./types.js";',
    'export * from "./validators.js";',
    'export type { Problem } from "./types.js";',
    'export { Shared } from "./validators.js";',
  ]);
});

test("a long list of such names has one per line", () => {
  const names = Array.from({ length: 20 }, (_, index) => `Name${String(index)}`);
  expect(linesOf([emitted("types.ts", names), emitted("server.ts", names)]).slice(2, 5)).toEqual(["export type {", "  Name0,", "  Name1,"]);
});

const zoo = (paths: string): string => `
openapi: 3.1.0
info: { title: Zoo, version: "1" }
paths:
  /animals:
    get:
      operationId: listAnimals
      responses:
        "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Problem" } } } }
${paths}
components:
  schemas:
    Problem: { type: object, properties: { title: { type: string } } }
    Issue: { type: object, properties: { id: { type: integer, format: int64 } } }
`;

const another = `
  /animals/{id}:
    get:
      operationId: getAnimal
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: ok } }
`;

test("an operation that is added changes nothing in index.ts", async () => {
  const [before, after] = await Promise.all(["", another].map((paths) => generateTexts({ "openapi.yaml": zoo(paths) })));
  const indexOf = (files: readonly { path: string; text: string }[] = []): string | undefined =>
    files.find(({ path }) => path === "index.ts")?.text;
  expect(indexOf(after?.files)).toBe(indexOf(before?.files));
});

test("every name that two files export is exported by name", async () => {
  const { files } = await generateTexts({ "openapi.yaml": zoo(another) });
  const index = files.find(({ path }) => path === "index.ts")?.text ?? "";
  const times = new Map<string, number>();
  for (const { path, text } of files) {
    if (!index.includes(`* from "./${path.replace(/\.ts$/, ".js")}"`)) continue;
    for (const name of exportedNames(text)) times.set(name, (times.get(name) ?? 0) + 1);
  }
  const shared = [...times].flatMap(([name, count]) => (count > 1 ? [name] : []));
  expect(shared).toContain("Problem");
  expect(exportedNames(index).sort()).toEqual(shared.sort());
});

/** The names that a module exports by name: what stands after `export`. */
function exportedNames(text: string): string[] {
  const names: string[] = [];
  for (const statement of ts.createSourceFile("file.ts", text, ts.ScriptTarget.ES2022).statements) {
    if (ts.isExportDeclaration(statement) && statement.exportClause !== undefined && ts.isNamedExports(statement.exportClause))
      names.push(...statement.exportClause.elements.map(({ name }) => name.text));
    else if (
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
    )
      names.push(...declaredNames(statement));
  }
  return names;
}

function declaredNames(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  return ts.isDeclarationStatement(statement) && statement.name !== undefined ? [statement.name.text] : [];
}
