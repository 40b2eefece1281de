import type * as Morph from "ts-morph";
import type { NamedApi } from "./planned-api.js";
import type { Library, ModuleBlock } from "./read-modules.js";
import { removed } from "./rewrite-client.js";
import type { TextEdit } from "./text-edits.js";

/** Names that every file of types has had, and has. */
const standard: ReadonlySet<string> = new Set(["paths", "components", "operations"]);

/** Whether the new file of types has a name; of what is not known, only what each one has. */
export function isKept({ names }: NamedApi, name: string): boolean {
  return names.types === undefined ? standard.has(name) : names.types.has(name);
}

/** What the new file calls a type that the old one called otherwise: "Pet" for "SchemaPet". */
export function renamed({ names }: NamedApi, name: string): string | undefined {
  const short = /^(?:Schema|Response|Parameter|RequestBody|Header|PathItem)(?=[A-Z])(.+)$/.exec(name)?.[1];
  return short !== undefined && names.types?.has(short) === true ? short : undefined;
}

/** An import that loses names. */
export interface ImportChange {
  readonly declaration: Morph.ImportDeclaration;
  /** Names, or the default, that nothing uses any more. */
  readonly unused: ReadonlySet<Morph.Node>;
}

/** How a file writes its imports. */
export interface ImportStyle {
  readonly quote: string;
  readonly semicolon: string;
  readonly lineEnd: string;
}

export function styleOf(declaration: Morph.ImportDeclaration | Morph.ExportDeclaration, whole: string): ImportStyle {
  return {
    quote: declaration.getModuleSpecifier()?.getText().charAt(0) ?? '"',
    semicolon: declaration.getText().endsWith(";") ? ";" : "",
    lineEnd: whole.includes("\r\n") ? "\r\n" : "\n",
  };
}

/** Whether an import has nothing left without some of its names. */
export function isEmptied({ declaration, unused }: ImportChange): boolean {
  const clause = declaration.getImportClause();
  const names = declaration.getNamedImports();
  const hasDefault = clause?.getDefaultImport() !== undefined && !unused.has(clause);
  return unused.size > 0 && !hasDefault && clause?.getNamespaceImport() === undefined && names.every((each) => unused.has(each));
}

/** The edits that take names out of an import that keeps others. */
export function withoutNames({ declaration, unused }: ImportChange): readonly TextEdit[] {
  const clause = declaration.getImportClause();
  const names = declaration.getNamedImports();
  const gone = names.filter((each) => unused.has(each));
  const first = clause?.getDefaultImport();
  const bindings = clause?.getNamedBindings();
  const isFirstGone = clause !== undefined && unused.has(clause);
  const areAllGone = names.length > 0 && gone.length === names.length;
  if (areAllGone && first !== undefined && bindings !== undefined) return [{ start: first.getEnd(), end: bindings.getEnd(), text: "" }];
  return [
    ...(isFirstGone && first !== undefined && bindings !== undefined
      ? [{ start: first.getStart(), end: bindings.getStart(), text: "" }]
      : []),
    ...removed(names, gone),
  ];
}

/** A statement with its line, or with what takes its place. */
export function replacedStatement(statement: Morph.Node, text: string | undefined): TextEdit {
  const start = statement.getStart();
  if (text !== undefined) return { start, end: statement.getEnd(), text };
  const source = statement.getSourceFile().getFullText();
  const lines = source.slice(0, start).split("\n");
  const follows = source.slice(statement.getEnd(), statement.getEnd() + 200);
  // Of blank lines on both sides, those behind it go, too; so do those at the beginning.
  const isAfterBlank = lines.slice(-2, -1).every((line) => line.trim() === "");
  const blank = isAfterBlank ? /^(?:[ \t]*\r?\n)+/.exec(follows)?.[0] : undefined;
  const rest = blank ?? /^[ \t]*(?:\r?\n)?/.exec(follows)?.[0] ?? "";
  return { start, end: statement.getEnd() + rest.length, text: "" };
}

/** Every identifier of a block with a name, but for those of imports. */
export function usesOf(name: string, { source }: ModuleBlock, { Node, SyntaxKind }: Library): readonly Morph.Node[] {
  return source
    .getDescendantsOfKind(SyntaxKind.Identifier)
    .filter((each) => each.getText() === name && each.getFirstAncestor(Node.isImportDeclaration) === undefined);
}

/** The name of an import in its file. */
export function localName(imported: Morph.Node, { Node }: Library): string {
  if (Node.isImportClause(imported)) return imported.getDefaultImport()?.getText() ?? "";
  if (Node.isImportSpecifier(imported)) return imported.getAliasNode()?.getText() ?? imported.getName();
  return "";
}
