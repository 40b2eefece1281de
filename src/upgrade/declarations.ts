import { ts, type ts as Ts } from "ts-morph";

/** The names that a statement declares, each with its declaration: of variables, their own, and of all else the statement. */
export function declarationsIn(statement: Ts.Statement): readonly (readonly [name: string, node: Ts.Node])[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap((each) => (ts.isIdentifier(each.name) ? [[each.name.text, each] as const] : []));
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isModuleDeclaration(statement);
  return isNamed && statement.name !== undefined ? [[statement.name.text, statement]] : [];
}

export function isExported(statement: Ts.Statement): boolean {
  return modifiersOf(statement).includes(ts.SyntaxKind.ExportKeyword);
}

export function modifiersOf(node: Ts.Node): readonly Ts.SyntaxKind[] {
  return ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []).map(({ kind }) => kind) : [];
}
