import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../../../templates/runtime/", import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith(".ts"));

/** Names of class members that are only declared, which Babel refuses unless it is told otherwise. */
function declaredMembers(name: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyDeclaration(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) === true)
      found.push(`${name}: ${node.name.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, readFileSync(folder + name, "utf8"), ts.ScriptTarget.Latest, true));
  return found;
}

test("no class of the runtime has members that Babel refuses", () => {
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap(declaredMembers)).toEqual([]);
});
