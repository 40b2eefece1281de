/** What is systematic about the differences: each rule brings one side into the form of the other, and is counted. */
import ts from "typescript";
import { rewrite } from "./rewrite.js";

export type Counts = Map<string, number>;

/** Values that are received, and values that are sent: some properties are in one of them only. */
export type Direction = "received" | "sent";

const { factory } = ts;

/** Types of theirs, with the properties that a direction has: `$Read<T>` and `$Write<T>` say so. */
export function rewriteTheirs(file: ts.SourceFile, direction: Direction, applied: Counts): ts.SourceFile {
  const hidden = direction === "received" ? "$Write" : "$Read";
  return rewrite(file, (node) => {
    if (!ts.isTypeLiteralNode(node)) return undefined;
    const members = node.members.flatMap((member): readonly ts.TypeElement[] => {
      if (!ts.isPropertySignature(member) || member.type === undefined || !ts.isTypeReferenceNode(member.type)) return [member];
      const [type] = member.type.typeArguments ?? [];
      const mark = ts.isIdentifier(member.type.typeName) ? member.type.typeName.text : "";
      if (type === undefined || (mark !== "$Read" && mark !== "$Write")) return [member];
      if (mark === hidden) {
        count(applied, "request forms");
        return [];
      }
      const modifiers = mark === "$Read" ? [factory.createModifier(ts.SyntaxKind.ReadonlyKeyword)] : undefined;
      return [factory.updatePropertySignature(member, modifiers, member.name, member.questionToken, type)];
    });
    return factory.updateTypeLiteralNode(node, factory.createNodeArray(members));
  });
}

/** Types of ours. */
export function rewriteOurs(file: ts.SourceFile, applied: Counts): ts.SourceFile {
  return rewrite(file, (node) => {
    if (!ts.isTypeReferenceNode(node) || !ts.isIdentifier(node.typeName) || node.typeName.text !== "Blob") return undefined;
    count(applied, "binary");
    return factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
  });
}

function count(applied: Counts, rule: string): void {
  applied.set(rule, (applied.get(rule) ?? 0) + 1);
}
