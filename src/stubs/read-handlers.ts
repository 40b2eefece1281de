import type * as Morph from "ts-morph";
import type { Position } from "../diagnostic/diagnostic.js";

/** A file of the handlers' folder. */
export type HandlersFile =
  | { readonly kind: "unreadable"; readonly path: string; readonly at: Position }
  | {
      readonly kind: "read";
      readonly path: string;
      readonly text: string;
      readonly objects: readonly HandlersObject[];
      readonly imports: FileImports;
      /** Where the file names the type of handlers. */
      readonly named: readonly NamedType[];
    };

/** A place where a file names the type of handlers. */
export interface NamedType {
  readonly at: Position;
  readonly hasPrincipal: boolean;
}

export interface FileImports {
  /** Where further ones go. */
  readonly end: number;
  /** The local names of what is imported. */
  readonly locals: ReadonlyMap<string, string>;
  /** Every name that the file imports or declares. */
  readonly names: ReadonlySet<string>;
  /** Specifiers, as written. */
  readonly modules: readonly string[];
}

/** A constant that holds handlers. Offsets are UTF-16 code units. */
export interface HandlersObject {
  readonly variable: string;
  readonly names: readonly { readonly name: string; readonly at: Position }[];
  /** What it spreads, as written. */
  readonly spreads: readonly string[];
  /** The offset of its closing brace. */
  readonly brace: number;
  /** Where its last member begins and ends, and whether a comma follows. */
  readonly last: { readonly end: number; readonly comma: boolean; readonly start: number } | undefined;
}

/**
 * What the files hold, in their order. Handlers are the members of top-level objects whose name ends in "Handlers", is
 * "handlers", or whose type is said to be `typeName`.
 */
export async function readHandlers(files: ReadonlyMap<string, string>, typeName: string): Promise<readonly HandlersFile[]> {
  if (files.size === 0) return [];
  // It takes a quarter of a second to load, and a first run has no use for it.
  const morph = await import("ts-morph");
  const project = new morph.Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true, compilerOptions: { allowJs: false } });
  const sources = [...files].map(([path, text]) => project.createSourceFile(`/${path}`, text));
  const program = project.getProgram();
  return [...files].map(([path, text], index): HandlersFile => {
    const source = sources[index];
    const wrong = source === undefined ? [] : program.getSyntacticDiagnostics(source);
    if (source === undefined || wrong.length > 0) {
      const at = source?.getLineAndColumnAtPos(wrong[0]?.getStart() ?? 0) ?? { line: 1, column: 1 };
      return { kind: "unreadable", path, at: { file: path, ...at } };
    }
    const objects = source.getVariableDeclarations().flatMap((declaration) => {
      const literal = objectOf(declaration, morph);
      return literal !== undefined && isHandlers(declaration, typeName) ? [read(path, declaration, literal, morph)] : [];
    });
    const imports = importsOf(source);
    return { kind: "read", path, text, objects, imports, named: namedTypes(source, imports.locals.get(typeName), path, morph) };
  });
}

type Library = typeof Morph;

/** The object a variable is set to, without `satisfies`, `as` and parentheses around it. */
function objectOf(declaration: Morph.VariableDeclaration, { SyntaxKind: kinds }: Library): Morph.ObjectLiteralExpression | undefined {
  let expression: Morph.Node | undefined = declaration.getInitializer();
  while (
    expression?.isKind(kinds.SatisfiesExpression) === true ||
    expression?.isKind(kinds.AsExpression) === true ||
    expression?.isKind(kinds.ParenthesizedExpression) === true
  ) {
    expression = expression.getExpression();
  }
  return expression?.isKind(kinds.ObjectLiteralExpression) === true ? expression : undefined;
}

function isHandlers(declaration: Morph.VariableDeclaration, typeName: string): boolean {
  const name = declaration.getName();
  return name === "handlers" || name.endsWith("Handlers") || declaration.getText().includes(typeName);
}

function read(
  path: string,
  declaration: Morph.VariableDeclaration,
  literal: Morph.ObjectLiteralExpression,
  { SyntaxKind: kinds }: Library,
): HandlersObject {
  const members = literal.getProperties();
  const last = members.at(-1);
  const source = literal.getSourceFile();
  return {
    variable: declaration.getName(),
    names: members.flatMap((member) => {
      if (member.isKind(kinds.SpreadAssignment)) return [];
      const node = member.getNameNode();
      const name = node.isKind(kinds.StringLiteral) ? node.getLiteralValue() : member.getName();
      return [{ name, at: { file: path, ...source.getLineAndColumnAtPos(member.getStart()) } }];
    }),
    spreads: members.flatMap((member) => (member.isKind(kinds.SpreadAssignment) ? [member.getExpression().getText()] : [])),
    brace: literal.getEnd() - 1,
    last:
      last === undefined
        ? undefined
        : {
            end: last.getEnd(),
            comma: literal.compilerNode.properties.hasTrailingComma,
            start: last.getStart(),
          },
  };
}

/** `local`: what the file calls the type of handlers; undefined when it does not import it. */
function namedTypes(
  source: Morph.SourceFile,
  local: string | undefined,
  path: string,
  { SyntaxKind: kinds }: Library,
): readonly NamedType[] {
  if (local === undefined) return [];
  const references = [
    ...source.getDescendantsOfKind(kinds.TypeReference).map((node) => ({ node, name: node.getTypeName() })),
    ...source.getDescendantsOfKind(kinds.ExpressionWithTypeArguments).map((node) => ({ node, name: node.getExpression() })),
  ];
  return references
    .filter(({ name }) => name.getText() === local)
    .map(({ node }) => ({
      at: { file: path, ...source.getLineAndColumnAtPos(node.getStart()) },
      hasPrincipal: node.getTypeArguments().length > 0,
    }));
}

function importsOf(source: Morph.SourceFile): FileImports {
  const declarations = source.getImportDeclarations();
  const named = declarations.flatMap((declaration) => declaration.getNamedImports());
  return {
    end: declarations.at(-1)?.getEnd() ?? 0,
    locals: new Map(named.map((specifier) => [specifier.getName(), specifier.getAliasNode()?.getText() ?? specifier.getName()])),
    names: new Set(source.getLocals().map((symbol) => symbol.getName())),
    modules: declarations.map((declaration) => declaration.getModuleSpecifierValue()),
  };
}
