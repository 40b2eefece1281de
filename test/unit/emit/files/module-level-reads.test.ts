import ts from "typescript";
import { expect, it } from "vitest";
import { memoryIo } from "../../../support/memory-io.js";
import { generateFiles } from "../../../../src/generate.js";

const description = `openapi: 3.1.0
info: { title: Bank, version: "1" }
paths:
  /accounts/{id}:
    get:
      operationId: getAccount
      parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }]
      responses:
        200: { description: it, content: { application/json: { schema: { $ref: "#/components/schemas/Account" } } } }
        404: { description: none, content: { application/json: { schema: { type: object, properties: { code: { type: integer, format: int64 } } } } } }
components:
  schemas:
    Account: { type: object, properties: { id: { type: integer, format: int64 }, parent: { $ref: "#/components/schemas/Account" } } }
`;

/** Names of values that are read where a module is loaded: of what it imports, and of its constants. */
function readWhenLoaded(text: string): readonly string[] {
  const file = ts.createSourceFile("x.ts", text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    const isName = ts.isIdentifier(node) && !("name" in node.parent && node.parent.name === node);
    if (isName) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  file.statements.filter((statement) => !ts.isExportDeclaration(statement)).forEach(visit);
  return found;
}

// The compiler follows each such read back over all statements before it, so that 2,000 operations cost it 2,000² steps.
it.each(["number", "bigint", "string"] as const)("64-bit integers as %s are read in functions alone", async (int64) => {
  const io = memoryIo({ "/project/api.yaml": description }, { cwd: "/project" });
  const request = { input: "api.yaml", source: "api.yaml", command: "npm run generate", emit: ["client" as const], name: undefined, int64 };
  const { value } = await generateFiles(request, io);
  const texts = (value?.files ?? []).filter(({ path }) => path === "operations.ts" || path === "int64.ts").map(({ text }) => text);
  expect(texts).toHaveLength(2);
  expect(texts.join()).toContain("int64sOfAccount");
  expect(texts.flatMap(readWhenLoaded)).toEqual([]);
});
