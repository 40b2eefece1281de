import { ts, type ts as Ts } from "ts-morph";

/** A part of a text that is replaced. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A member of an object, as it is written. */
export interface WrittenMember {
  readonly node: Ts.PropertyAssignment | Ts.ShorthandPropertyAssignment;
  readonly object: Ts.ObjectLiteralExpression;
}

/** The object that a configuration exports; undefined where it is made by more than a literal. `path`: decides whether it is JSON. */
export function configObject(
  path: string,
  text: string,
): { readonly source: Ts.SourceFile; readonly object: Ts.ObjectLiteralExpression } | undefined {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const { parseDiagnostics = [] } = source as unknown as { readonly parseDiagnostics?: readonly unknown[] }; // in every file that the parser makes
  const written = parseDiagnostics.length > 0 ? undefined : exportedValue(source);
  const object = written && literalOf(written, source);
  return object && { source, object };
}

function exportedValue(source: Ts.SourceFile): Ts.Expression | undefined {
  for (const statement of source.statements) {
    if (ts.isExportAssignment(statement)) return statement.expression;
    if (!ts.isExpressionStatement(statement)) continue;
    const { expression } = statement;
    if (source.fileName.endsWith(".json")) return expression;
    if (ts.isBinaryExpression(expression) && expression.left.getText(source) === "module.exports") return expression.right;
  }
  return undefined;
}

/** The literal behind what changes no value: types, parentheses, `defineConfig`, and a constant of the file. */
function literalOf(written: Ts.Expression, source: Ts.SourceFile): Ts.ObjectLiteralExpression | undefined {
  let expression = written;
  for (let steps = 0; steps < 20; steps += 1) {
    if (ts.isObjectLiteralExpression(expression)) return expression;
    const inner: Ts.Expression | undefined =
      ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression)
        ? expression.expression
        : ts.isCallExpression(expression) && expression.expression.getText(source) === "defineConfig"
          ? expression.arguments[0]
          : ts.isIdentifier(expression)
            ? constantOf(expression.text, source)
            : undefined;
    if (inner === undefined) return undefined;
    expression = inner;
  }
  return undefined;
}

function constantOf(name: string, source: Ts.SourceFile): Ts.Expression | undefined {
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement) || (statement.declarationList.flags & ts.NodeFlags.Const) === 0) continue;
    const found = statement.declarationList.declarations.find((each) => ts.isIdentifier(each.name) && each.name.text === name);
    if (found !== undefined) return found.initializer;
  }
  return undefined;
}

/** The member at a path; "hidden" where an object on the way is no literal, or a spread may have it. */
export function memberAt(
  root: Ts.ObjectLiteralExpression,
  path: readonly string[],
  source: Ts.SourceFile,
): WrittenMember | "hidden" | undefined {
  let object = root;
  for (const [index, key] of path.entries()) {
    const node = memberOf(object, key);
    if (node === undefined || node === "hidden") return node;
    if (index === path.length - 1) return { node, object };
    const inner = literalOf(ts.isShorthandPropertyAssignment(node) ? node.name : node.initializer, source);
    if (inner === undefined) return "hidden";
    object = inner;
  }
  return undefined;
}

function memberOf(object: Ts.ObjectLiteralExpression, key: string): WrittenMember["node"] | "hidden" | undefined {
  let found: WrittenMember["node"] | undefined;
  for (const each of object.properties) {
    if (ts.isSpreadAssignment(each) || ts.isComputedPropertyName(each.name)) return "hidden";
    if (each.name.text !== key) continue;
    if (found !== undefined || !(ts.isPropertyAssignment(each) || ts.isShorthandPropertyAssignment(each))) return "hidden";
    found = each;
  }
  return found;
}

/** The literal that is the value of a member. */
export function objectOf({ node }: WrittenMember, source: Ts.SourceFile): Ts.ObjectLiteralExpression | undefined {
  return literalOf(ts.isShorthandPropertyAssignment(node) ? node.name : node.initializer, source);
}

/** The offset behind the comma that follows an offset; undefined where none does. */
export function commaAfter(text: string, offset: number): number | undefined {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, text, undefined, offset);
  return scanner.scan() === ts.SyntaxKind.CommaToken ? scanner.getTokenEnd() : undefined;
}

/** The offset behind the comments that stand on the same line. */
export function afterComments(text: string, offset: number): number {
  return ts.getTrailingCommentRanges(text, offset)?.at(-1)?.end ?? offset;
}

/** Comments that stand on lines of their own before a node. `start`: behind what is on the line of the one before it. */
export function commentsFrom(text: string, start: number): readonly string[] {
  return (ts.getLeadingCommentRanges(text, start) ?? []).map(({ pos, end }) => text.slice(pos, end));
}

/** A name as a key, with quotes where it needs them. */
export function keyText(name: string, isJson: boolean): string {
  return !isJson && /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** A text with edits, none of which overlap. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((now, { start, end, text: put }) => now.slice(0, start) + put + now.slice(end), text);
}
