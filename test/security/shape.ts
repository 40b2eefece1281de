/**
 * What a file of the output does, apart from the texts in it. The output of a hostile description must do nothing that the
 * output of its harmless twin does not do: the same kinds of statements, calls to the same functions, the same identifiers.
 */
import ts from "typescript";

/** A file, parsed once for all questions. */
export type Parsed = ts.SourceFile;

export function parse(path: string, text: string): Parsed {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2022);
}

export function syntaxErrors(source: Parsed): readonly string[] {
  // What the parser found is not in the public type; a program that has no other use here would give the same.
  const { parseDiagnostics } = source as unknown as { readonly parseDiagnostics: readonly ts.Diagnostic[] };
  return parseDiagnostics.map((diagnostic) => ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n"));
}

/** What is left of a file when its types are gone. */
export function erased(path: string, text: string): string {
  return ts
    .transpileModule(text, {
      fileName: path,
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, removeComments: true, verbatimModuleSyntax: true },
    })
    .outputText.trim();
}

/** What one statement at the top of a file is found to hold: names in deeds stand between marks, since it is the file that says whose they are. */
interface Found {
  readonly deeds: ReadonlySet<string>;
  readonly declared: ReadonlySet<string>;
  readonly literals: ReadonlySet<string>;
}

/** By text: outputs of one description and another differ in a few statements. Begun anew when it is long: the fuzzer brings thousands of outputs. */
const looked = new Map<string, Found>();
const mostCharacters = 20_000_000;
let characters = 0;

function lookAt(statement: ts.Statement, source: Parsed): Found {
  const text = source.text.slice(statement.pos, statement.end);
  const known = looked.get(text);
  if (known !== undefined) return known;
  const found = { deeds: deedsIn(statement, source), declared: declaredIn(statement), literals: literalsIn(statement) };
  characters += text.length;
  if (characters > mostCharacters) {
    looked.clear();
    characters = text.length;
  }
  looked.set(text, found);
  return found;
}

/** Deeds of a file as short lines; names that the file itself declares or imports are all one. */
export function deeds(source: Parsed): ReadonlySet<string> {
  const found = source.statements.map((statement) => lookAt(statement, source));
  const declared = new Set(found.flatMap((each) => [...each.declared]));
  const whose = (deed: string): string => deed.replace(/\0([^\0]*)\0/g, (_, name: string) => (declared.has(name) ? "<own>" : name));
  return new Set(found.flatMap((each) => Array.from(each.deeds, whose)));
}

function deedsIn(statement: ts.Statement, source: Parsed): ReadonlySet<string> {
  const found = new Set<string>();
  const called = (name: string): string => `\0${name}\0`;
  const callee = (node: ts.Expression): string => {
    if (ts.isIdentifier(node)) return called(node.text);
    if (ts.isPropertyAccessExpression(node)) return `${callee(node.expression)}.${node.name.text}`;
    if (ts.isElementAccessExpression(node)) return `${callee(node.expression)}[]`;
    return ts.SyntaxKind[node.kind];
  };
  const visit = (node: ts.Node, parent: ts.Node): void => {
    if (ts.isStatement(node)) found.add(`${parent === source ? "top " : ""}statement ${ts.SyntaxKind[node.kind]}`);
    if (ts.isCallExpression(node)) found.add(`call ${callee(node.expression)}`);
    else if (ts.isNewExpression(node)) found.add(`new ${callee(node.expression)}`);
    else if (ts.isBinaryExpression(node)) found.add(`operator ${ts.SyntaxKind[node.operatorToken.kind]}`);
    else if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
      found.add(`module ${node.moduleSpecifier?.getText(source) ?? ""}`);
    else if (isActive(node)) found.add(`node ${ts.SyntaxKind[node.kind]}`);
    if (ts.isIdentifier(node) && !isKey(node, parent)) found.add(`identifier ${called(node.text)}`);
    ts.forEachChild(node, (child) => {
      visit(child, node);
    });
  };
  visit(statement, source);
  return found;
}

/** Every name that a declaration or an import brings in; in an export list, the names of the other file. */
function declaredIn(statement: ts.Statement): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if ((ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) && ts.isIdentifier(node.name))
      names.add(node.name.text);
    else if (
      (ts.isFunctionDeclaration(node) ||
        ts.isInterfaceDeclaration(node) ||
        ts.isTypeAliasDeclaration(node) ||
        ts.isTypeParameterDeclaration(node) ||
        ts.isImportSpecifier(node) ||
        ts.isExportSpecifier(node)) &&
      node.name !== undefined
    )
      names.add(node.name.text);
    if (ts.isImportSpecifier(node) && node.propertyName !== undefined) names.add(node.propertyName.text);
    ts.forEachChild(node, visit);
  };
  visit(statement);
  return names;
}

/** Nodes that can run or hide something and that texts cannot bring in. */
function isActive(node: ts.Node): boolean {
  return (
    ts.isTemplateExpression(node) ||
    ts.isTaggedTemplateExpression(node) ||
    ts.isRegularExpressionLiteral(node) ||
    ts.isAwaitExpression(node) ||
    ts.isYieldExpression(node) ||
    ts.isDeleteExpression(node) ||
    ts.isSpreadElement(node) ||
    ts.isSpreadAssignment(node) ||
    (ts.isPrefixUnaryExpression(node) && !isNegativeNumber(node)) ||
    ts.isPostfixUnaryExpression(node) ||
    ts.isGetAccessorDeclaration(node) ||
    ts.isSetAccessorDeclaration(node) ||
    ts.isDecorator(node) ||
    ts.isAsExpression(node) ||
    ts.isNonNullExpression(node)
  );
}

/** A number below zero is as plain as one above it. */
function isNegativeNumber({ operator, operand }: ts.PrefixUnaryExpression): boolean {
  return operator === ts.SyntaxKind.MinusToken && (ts.isNumericLiteral(operand) || ts.isBigIntLiteral(operand));
}

/** A name that only labels a value: of a property, of a parameter of a type. */
function isKey(node: ts.Identifier, parent: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isBindingElement(parent)) return parent.propertyName === node;
  return (
    (ts.isPropertyAssignment(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isPropertyDeclaration(parent) ||
      ts.isMethodSignature(parent) ||
      ts.isMethodDeclaration(parent)) &&
    parent.name === node
  );
}

/** Texts of literals and keys, decoded. */
export function literals(source: Parsed): ReadonlySet<string> {
  return new Set(source.statements.flatMap((statement) => [...lookAt(statement, source).literals]));
}

function literalsIn(statement: ts.Statement): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node, parent: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) found.add(node.text);
    else if (ts.isIdentifier(node) && isKey(node, parent)) found.add(node.text);
    ts.forEachChild(node, (child) => {
      visit(child, node);
    });
  };
  visit(statement, statement);
  return found;
}

const directives = [
  /(^|[^\w;])@(ts-(ignore|nocheck|expect-error|check)|internal|jsx\w*|license|preserve|cc_on)\b/i,
  /[@#]__\w+__/,
  /[@#]\s*source(Mapping)?URL\s*=/i,
  /^\/\/(?! Generated by sundial)/,
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]/,
];

/** Comments that a tool could take for an instruction, or that hold what cannot be seen. */
export function suspiciousComments({ text }: Parsed): readonly string[] {
  const found: string[] = [];
  const scanner = ts.createScanner(ts.ScriptTarget.ES2022, false, ts.LanguageVariant.Standard, text);
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    if (token !== ts.SyntaxKind.SingleLineCommentTrivia && token !== ts.SyntaxKind.MultiLineCommentTrivia) continue;
    const comment = scanner.getTokenText();
    const visible = comment.replace(/[\ud800-\udbff][\udc00-\udfff]/g, ""); // pairs are characters
    if (comment !== "/* @__PURE__ */" && directives.some((directive) => directive.test(visible))) found.push(comment);
  }
  return found;
}

/** Whether a path of an output stays in its folder on every system. */
export const isContained = (path: string): boolean => path.split("/").every((step) => /^[\w-]+(\.[\w-]+)*$/.test(step));

/** Whether a text has characters that cannot be seen, or that turn it around. */
export const hasInvisible = (text: string): boolean =>
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/.test(text);
