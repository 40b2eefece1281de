import type { ts as Ts } from "ts-morph";
import { inkHash } from "./ink-hash.js";

/**
 * Whether two texts of TypeScript are the same program with the same comments, however they are laid out: the same words in the same tree, but
 * for white space, quotes, commas, semicolons, parentheses and an order of imports that change nothing. What does not parse is the same as nothing.
 */
export async function isSameCode(one: string, other: string): Promise<boolean> {
  if (inkHash(one) !== inkHash(other)) return false;
  const { ts } = await import("ts-morph");
  const parsed = (text: string): Ts.SourceFile => ts.createSourceFile("generated.ts", text, ts.ScriptTarget.Latest, false);
  const [first, second] = [parsed(one), parsed(other)];
  return !hasMistakes(first) && !hasMistakes(second) && isSameTree(ts, first, second);
}

/** What the parser found is in every file that it makes, and not in its declarations. */
function hasMistakes(file: Ts.SourceFile): boolean {
  const { parseDiagnostics = [] } = file as unknown as { readonly parseDiagnostics?: readonly unknown[] };
  return parseDiagnostics.length > 0;
}

/** Whether the nodes are of the same kinds, and stand in one another alike. Without recursion: unions of thousands of members may be as deep. */
function isSameTree(ts: typeof Ts, first: Ts.Node, second: Ts.Node): boolean {
  const pairs: (readonly [Ts.Node, Ts.Node])[] = [[first, second]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [one, other] = pair;
    if (one.kind !== other.kind || isTypeOnly(one) !== isTypeOnly(other)) return false;
    const [children, others] = [childrenOf(ts, one), childrenOf(ts, other)];
    if (children.length !== others.length) return false;
    for (const [index, child] of children.entries()) {
      const counterpart = others[index];
      // A name of a member may have quotes, or none.
      if (counterpart === undefined || (isMemberName(ts, one, child) && isMemberName(ts, other, counterpart))) continue;
      pairs.push([child, counterpart]);
    }
  }
  return true;
}

/** Nodes below a node, without what changes nothing: parentheses, and semicolons on their own. */
function childrenOf(ts: typeof Ts, node: Ts.Node): readonly Ts.Node[] {
  const children: Ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    if (!ts.isEmptyStatement(child) && !ts.isSemicolonClassElement(child)) children.push(bare(ts, child));
  });
  if (ts.isNamedImports(node)) return sorted(children, (each) => (ts.isImportSpecifier(each) ? each.name.text : ""));
  if (!ts.isSourceFile(node)) return children;
  const first = children.findIndex((child) => !ts.isImportDeclaration(child));
  const imports = first < 0 ? children : children.slice(0, first);
  return [...sorted(imports, importName(ts)), ...children.slice(imports.length)];
}

/** Nodes by their names, those of one name in their order. */
function sorted(nodes: readonly Ts.Node[], nameOf: (node: Ts.Node) => string): readonly Ts.Node[] {
  const named = nodes.map((node) => ({ node, name: nameOf(node) }));
  return named.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)).map(({ node }) => node);
}

/** From where an import is, whether of types alone, and its first name: an output may have two from one file. */
const importName =
  (ts: typeof Ts) =>
  (node: Ts.Node): string => {
    if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return "";
    const names = node.importClause?.namedBindings;
    const first = names !== undefined && ts.isNamedImports(names) ? names.elements.map(({ name }) => name.text).sort()[0] : undefined;
    return `${node.moduleSpecifier.text}\n${String(node.importClause !== undefined && isTypeOnly(node.importClause))}\n${first ?? ""}`;
  };

function bare(ts: typeof Ts, node: Ts.Node): Ts.Node {
  let inner = node;
  for (;;) {
    if (ts.isParenthesizedExpression(inner)) inner = inner.expression;
    else if (ts.isParenthesizedTypeNode(inner)) inner = inner.type;
    else return inner;
  }
}

function isMemberName(ts: typeof Ts, parent: Ts.Node, node: Ts.Node): boolean {
  if (!ts.isIdentifier(node) && !ts.isStringLiteral(node) && !ts.isNumericLiteral(node)) return false;
  if (ts.isBindingElement(parent)) return parent.propertyName === node;
  return (ts.isTypeElement(parent) || ts.isClassElement(parent) || ts.isObjectLiteralElement(parent)) && parent.name === node;
}

function isTypeOnly(node: Ts.Node): boolean {
  return "isTypeOnly" in node && node.isTypeOnly === true;
}
