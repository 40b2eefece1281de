import type * as Morph from "ts-morph";
import type { NameOrigins } from "./exported-names.js";
import type { NamedApi } from "./planned-api.js";
import type { Library, ModuleBlock } from "./read-modules.js";

/** How a program makes a client: by path and method, or by path alone. */
export type ClientKind = "client" | "by-path";

/** A call that makes a client of openapi-fetch. */
export type ClientCall =
  | {
      readonly kind: ClientKind;
      readonly call: Morph.CallExpression;
      /** The import of what is called, and its name there. */
      readonly imported: Morph.Node;
      readonly api: NamedApi;
      /** The options; undefined where none are given. */
      readonly options: Morph.ObjectLiteralExpression | undefined;
      readonly problem: undefined;
    }
  | {
      readonly call: Morph.Node;
      /** Why it stays, as a clause. */
      readonly problem: string;
      /** What to do, where that is another thing than to write the new client. */
      readonly fix?: string;
      /** Whose types it has, as far as that is known: these are the new ones then. */
      readonly typesOf?: NamedApi | undefined;
    };

/** Options of a client of openapi-fetch that calls by path have, and a client has not. */
export const serializers: ReadonlySet<string> = new Set(["querySerializer", "pathSerializer", "bodySerializer"]);

/** Options that both have: those of `fetch` and its request, and a few of their own. */
const shared: ReadonlySet<string> = new Set([
  ...["baseUrl", "fetch", "Request", "headers", "requestInitExt"],
  ...["cache", "credentials", "integrity", "keepalive", "mode", "priority", "redirect", "referrer", "referrerPolicy", "signal"],
  ...["dispatcher", "duplex", "next", "cf"],
]);

const makers: ReadonlyMap<string, ClientKind> = new Map([
  ["default", "client"],
  ["createPathBasedClient", "by-path"],
]);

/** The calls in a module that make clients, each with what it is for or why it stays. */
export function clientCalls(block: ModuleBlock, origins: NameOrigins, morph: Library): readonly ClientCall[] {
  const { Node } = morph;
  const found: ClientCall[] = [];
  for (const call of block.source.getDescendantsOfKind(morph.SyntaxKind.CallExpression)) {
    const callee = call.getExpression();
    const imported = Node.isIdentifier(callee) ? origins.importOf(callee) : undefined;
    const kind = imported === undefined ? undefined : makerOf(imported, morph);
    if (imported !== undefined && kind !== undefined) found.push(readCall(call, kind, imported, block, origins, morph));
  }
  for (const each of otherUses(block, origins, morph)) found.push(each);
  return found.sort((a, b) => a.call.getStart() - b.call.getStart());
}

/** Clients that are made in other ways than by a call of the import: they are not rewritten, but nobody should have to look for them. */
function otherUses(block: ModuleBlock, origins: NameOrigins, morph: Library): readonly ClientCall[] {
  const { Node, SyntaxKind } = morph;
  const found: ClientCall[] = [];
  const isMaker = (node: Morph.Node): boolean => {
    const imported = Node.isIdentifier(node) ? origins.importOf(node) : undefined;
    return imported !== undefined && makerOf(imported, morph) !== undefined;
  };
  for (const access of block.source.getDescendantsOfKind(SyntaxKind.PropertyAccessExpression)) {
    const imported = origins.importOf(access.getExpression());
    const module = Node.isNamespaceImport(imported) ? imported.getFirstAncestor(Node.isImportDeclaration)?.getModuleSpecifierValue() : "";
    if (module === "openapi-fetch" && makers.has(access.getName()))
      found.push({ call: access, problem: "it is made by a name of the whole package" });
  }
  for (const call of block.source.getDescendantsOfKind(SyntaxKind.CallExpression)) {
    const [type] = call.getTypeArguments();
    const callee = call.getExpression();
    if (type === undefined || isMaker(callee) || !Node.isIdentifier(callee)) continue;
    const imported = origins.importOf(callee);
    const declaration = imported?.getFirstAncestor(Node.isImportDeclaration);
    const name = Node.isImportSpecifier(imported) ? imported.getName() : "default";
    if (declaration !== undefined && origins.passesOn(declaration.getModuleSpecifierValue(), name, block))
      found.push({ call, problem: "a module of yours passes on what makes it" });
  }
  for (const each of block.source.getDescendantsOfKind(SyntaxKind.ExpressionWithTypeArguments))
    if (isMaker(each.getExpression())) found.push({ call: each, problem: "what makes it is kept, and called elsewhere" });
  for (const each of block.source.getDescendantsOfKind(SyntaxKind.VariableDeclaration)) {
    const value = each.getInitializer();
    if (value !== undefined && isMaker(value)) found.push({ call: value, problem: "what makes it is kept, and called elsewhere" });
  }
  return found;
}

/** What an import of openapi-fetch makes; undefined where it is another import. */
function makerOf(imported: Morph.Node, { Node }: Library): ClientKind | undefined {
  const declaration = imported.getFirstAncestor(Node.isImportDeclaration);
  if (declaration?.getModuleSpecifierValue() !== "openapi-fetch") return undefined;
  if (Node.isImportSpecifier(imported)) return makers.get(imported.getName());
  return Node.isImportClause(imported) ? "client" : undefined;
}

function readCall(
  call: Morph.CallExpression,
  kind: ClientKind,
  imported: Morph.Node,
  block: ModuleBlock,
  origins: NameOrigins,
  { Node }: Library,
): ClientCall {
  const [type, media] = call.getTypeArguments();
  if (type === undefined) return { call, problem: "it does not name the paths of an API" };
  const target = origins.named(type, block);
  if (target?.name !== "paths") {
    const shown = type.getText().slice(0, 100);
    if (media === undefined) return { call, problem: `\`${shown}\` is not known to be the paths of one API` };
  }
  const [options, more] = call.getArguments();
  const stays = (problem: string): ClientCall => ({ call, problem, typesOf: target?.api });
  if (media !== undefined || target === undefined) return stays("it names a media type, which a generated client has of each operation");
  if (more !== undefined) return stays("it has more than one argument");
  if (options !== undefined && !Node.isObjectLiteralExpression(options))
    return stays("its options are not written out in the call, and may have serializers");
  const unclear = options?.getProperties().find((each) => !isPlain(nameOf(each, Node)));
  if (unclear !== undefined) return stays(`its option \`${unclear.getText().slice(0, 60)}\` may be another one here`);
  if (hasQuery(baseUrlOf(options, Node), Node))
    return stays("its base URL has a query or a fragment, which one of a generated client must not have");
  const isCommented = options?.getProperties().some((each) => serializers.has(nameOf(each, Node) ?? "") && hasComments(each));
  if (isCommented === true) return stays("a comment stands beside an option that moves");
  return { kind, call, imported, api: target.api, options, problem: undefined };
}

/** What the base URL is written as, also where a constant has it. */
function baseUrlOf(options: Morph.ObjectLiteralExpression | undefined, Node: Library["Node"]): Morph.Node | undefined {
  const member = options?.getProperties().find((each) => nameOf(each, Node) === "baseUrl");
  const value = Node.isPropertyAssignment(member) ? member.getInitializer() : undefined;
  const symbol = Node.isShorthandPropertyAssignment(member)
    ? member.getValueSymbol()
    : Node.isIdentifier(value)
      ? value.getSymbol()
      : undefined;
  const declared = symbol?.getDeclarations()[0];
  return Node.isVariableDeclaration(declared) ? declared.getInitializer() : value;
}

function hasQuery(value: Morph.Node | undefined, Node: Library["Node"]): boolean {
  if (value === undefined) return false;
  return [value, ...value.getDescendants()].some(
    (each) =>
      (Node.isStringLiteral(each) ||
        Node.isNoSubstitutionTemplateLiteral(each) ||
        Node.isTemplateHead(each) ||
        Node.isTemplateMiddle(each) ||
        Node.isTemplateTail(each)) &&
      /[?#]/.test(each.getLiteralText()),
  );
}

function isPlain(name: string | undefined): boolean {
  return name !== undefined && (shared.has(name) || serializers.has(name));
}

/** The name of a member that is written out; undefined for one that is spread or computed. */
export function nameOf(member: Morph.Node, Node: Library["Node"]): string | undefined {
  if (Node.isShorthandPropertyAssignment(member)) return member.getName();
  if (!Node.isPropertyAssignment(member) && !Node.isMethodDeclaration(member)) return undefined;
  const name = member.getNameNode();
  if (Node.isStringLiteral(name)) return name.getLiteralValue();
  return Node.isIdentifier(name) ? name.getText() : undefined;
}

function hasComments(node: Morph.Node): boolean {
  return node.getLeadingCommentRanges().length > 0 || node.getTrailingCommentRanges().length > 0;
}
