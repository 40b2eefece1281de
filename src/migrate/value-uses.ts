import type * as Morph from "ts-morph";
import type { ModuleDraft, ModuleSetting } from "./module-draft.js";
import type { NamedApi } from "./planned-api.js";
import type { Library } from "./read-modules.js";
import { localName, usesOf } from "./rewrite-imports.js";

/** Whether an import brings values of an old file of types into a module that uses them: the new file has none. */
export function isUsedAsValue(
  name: Morph.ImportSpecifier,
  { oldValues }: NamedApi,
  { block }: ModuleDraft,
  { morph }: ModuleSetting,
): boolean {
  if (name.isTypeOnly() || name.getImportDeclaration().isTypeOnly() || oldValues?.has(name.getName()) !== true) return false;
  return usesOf(localName(name, morph), block, morph).some((each) => isValueUse(each, morph));
}

/** Whether a module uses an old file, which has values, as a whole otherwise than for its types. */
export function isNamespaceUsedAsValue(
  declaration: Morph.ImportDeclaration,
  { oldValues }: NamedApi,
  { block }: ModuleDraft,
  { morph }: ModuleSetting,
): boolean {
  const name = declaration.getNamespaceImport()?.getText();
  if (name === undefined || declaration.isTypeOnly() || oldValues === undefined || oldValues.size === 0) return false;
  return usesOf(name, block, morph).some((each) => isValueUse(each, morph));
}

/** Whether an identifier stands where a value does, or may do so. */
function isValueUse(identifier: Morph.Node, { Node }: Library): boolean {
  const parent = identifier.getParent();
  // Members that are called the same.
  if (Node.isPropertyAccessExpression(parent) && parent.getNameNode() === identifier) return false;
  if (Node.isQualifiedName(parent) && parent.getRight() === identifier) return false;
  if (Node.isPropertyNamed(parent) && !Node.isShorthandPropertyAssignment(parent) && parent.getNameNode() === identifier) return false;
  if (Node.isExportSpecifier(parent)) return !parent.isTypeOnly() && !parent.getExportDeclaration().isTypeOnly();
  let at: Morph.Node | undefined = parent;
  while (Node.isQualifiedName(at)) at = at.getParent();
  // `typeof name` is of a value, and so is what a class extends.
  return !Node.isTypeReference(at) && !Node.isJSDoc(at?.getFirstAncestor(Node.isJSDoc));
}
