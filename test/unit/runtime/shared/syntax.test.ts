import ts from "typescript";
import { expect, test } from "vitest";
import { runtimeFiles } from "../../../../scripts/runtime-sources.mjs";

const sources = Array.from(runtimeFiles(), ([name, { modules }]) => {
  const texts = modules.flatMap(({ declarations }) => declarations.map(({ text }) => text));
  return [name, texts.join("\n")] as const;
});

/** Names of class members that are only declared, which Babel refuses unless it is told otherwise. */
function declaredMembers([name, text]: readonly [string, string]): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyDeclaration(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) === true)
      found.push(`${name}: ${node.name.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
  return found;
}

test("no class of the runtime has members that Babel refuses", () => {
  expect(sources.length).toBeGreaterThan(5);
  expect(sources.flatMap(declaredMembers)).toEqual([]);
});
