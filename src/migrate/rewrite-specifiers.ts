import type * as Morph from "ts-morph";
import type { ModuleDraft, ModuleSetting } from "./module-draft.js";
import type { NamedApi } from "./planned-api.js";
import { guide } from "./remarks.js";
import { isRelative, specifierOf, type Alias } from "./resolve-module.js";
import { isEmptied, isKept, renamed, replacedStatement, styleOf } from "./rewrite-imports.js";
import { tellPackage, tellProgram, tellStrings } from "./tell-strings.js";
import { isNamespaceUsedAsValue, isUsedAsValue } from "./value-uses.js";

/** A specifier of a file of types. */
interface TypesSpecifier {
  readonly api: NamedApi;
  /** As it is to be. */
  readonly specifier: string;
}

/** Members of a file of types that say nothing where a description has none. */
const seldom: ReadonlySet<string> = new Set(["webhooks", "$defs"]);

/** Rewrites what names a file of types: imports, exports, `import("…")`. `clients`: APIs of which the module makes clients. */
export function rewriteSpecifiers(draft: ModuleDraft, setting: ModuleSetting, clients: ReadonlySet<NamedApi>): void {
  const { source } = draft.block;
  for (const each of source.getImportDeclarations()) rewriteImport(each, draft, setting);
  for (const each of source.getExportDeclarations()) rewriteExport(each, draft, setting);
  rewriteExpressions(draft, setting);
  rewriteComments(draft, setting);
  tellReferences(draft, setting);
  if (clients.size > 0 || [...setting.apis.values()].some(({ emit }) => emit.includes("paths"))) tellComputedPaths(draft, setting);
}

/** What a specifier becomes; undefined where it is none of a file of types, or is left. `at`: where it is told that it is left. */
function specifierIn(written: string, at: Morph.Node | number, draft: ModuleDraft, setting: ModuleSetting): TypesSpecifier | undefined {
  const { block } = draft;
  const found = setting.resolve(block.file, written);
  const api = found === undefined ? undefined : setting.apis.get(found.path);
  if (found === undefined || api === undefined) return undefined;
  const like: { readonly specifier: string; readonly alias: Alias | undefined } = { specifier: written, alias: found.alias };
  const specifier = specifierOf(`${api.output}/types`, block.file, like, setting.extension);
  if (!leavesPackage(written, specifier, api, draft, setting)) return { api, specifier };
  draft.keeps.add(api.old);
  const fix = "export the generated code from its package under a name, and import that";
  draft.tell(at, `\`${written}\` names the types of another package, and no such name leads to the new ones: it is left as it is`, fix);
  return undefined;
}

/** Whether a name of a module of another package would become a path into that package. */
export function leavesPackage(
  written: string,
  specifier: string,
  api: NamedApi,
  { block }: ModuleDraft,
  { packageOf }: ModuleSetting,
): boolean {
  return !isRelative(written) && isRelative(specifier) && packageOf(block.file) !== packageOf(`${api.output}/types.ts`);
}

/** A text in quotes as they are, with another one in it. */
function requoted(literal: Morph.Node, specifier: string, { edits }: ModuleDraft): void {
  edits.push({ start: literal.getStart() + 1, end: literal.getEnd() - 1, text: specifier });
}

function tellUnknown(node: Morph.Node, names: readonly string[], { api }: TypesSpecifier, draft: ModuleDraft): void {
  draft.keeps.add(api.old);
  const shown = names.map((name) => `\`${name}\``).join(", ");
  const fix = `take its place from ${guide}, "What became of each flag", and import the rest from the new file`;
  draft.tell(node, `The generated types may have no ${shown}: it is still imported from the old file`, fix);
}

function tellValues(node: Morph.Node, names: readonly string[], { api }: TypesSpecifier, draft: ModuleDraft): void {
  draft.keeps.add(api.old);
  const shown = names.map((name) => `\`${name}\``).join(", ");
  const fix = `declare a constant that is checked against the type, as ${guide} has it below "What became of each flag"`;
  draft.tell(node, `The generated types have no values: ${shown} ${names.length === 1 ? "stays" : "stay"} with the old file`, fix);
}

function rewriteImport(declaration: Morph.ImportDeclaration, draft: ModuleDraft, setting: ModuleSetting): void {
  const found = specifierIn(declaration.getModuleSpecifierValue(), declaration, draft, setting);
  if (found === undefined) return;
  const first = declaration.getDefaultImport();
  if (first !== undefined) {
    tellUnknown(declaration, ["default"], found, draft);
    return;
  }
  if (isNamespaceUsedAsValue(declaration, found.api, draft, setting)) {
    tellValues(declaration, [...(found.api.oldValues ?? [])].slice(0, 3), found, draft);
    return;
  }
  const unused = draft.changes.get(declaration) ?? new Set<Morph.Node>();
  if (isEmptied({ declaration, unused })) return;
  const names = declaration.getNamedImports();
  const values = names.filter((each) => isUsedAsValue(each, found.api, draft, setting));
  const unknown = names.filter(
    (each) => !values.includes(each) && !isKept(found.api, each.getName()) && renamed(found.api, each.getName()) === undefined,
  );
  if (unknown.length === 0 && values.length === 0) {
    for (const each of names) renameImported(each, found, draft);
    requoted(declaration.getModuleSpecifier(), found.specifier, draft);
    return;
  }
  const namesOf = (specifiers: readonly Morph.ImportSpecifier[]): readonly string[] => specifiers.map((each) => each.getName());
  if (unknown.length > 0) tellUnknown(declaration, namesOf(unknown), found, draft);
  if (values.length > 0) tellValues(declaration, namesOf(values), found, draft);
  moveKnown(
    declaration,
    names.filter((each) => !unknown.includes(each) && !values.includes(each)),
    unused,
    found,
    draft,
  );
}

/** Some names of an import move to the new file, and the others stay. */
function moveKnown(
  declaration: Morph.ImportDeclaration,
  known: readonly Morph.ImportSpecifier[],
  unused: ReadonlySet<Morph.Node>,
  found: TypesSpecifier,
  draft: ModuleDraft,
): void {
  const moved = known.filter((each) => !unused.has(each)).map((each) => movedText(each, found));
  draft.changes.set(declaration, new Set([...unused, ...known]));
  if (moved.length === 0) return;
  const { quote, semicolon, lineEnd } = styleOf(declaration, draft.block.whole);
  const type = declaration.isTypeOnly() ? "type " : "";
  const text = `import ${type}{ ${moved.join(", ")} } from ${quote}${found.specifier}${quote}${semicolon}${lineEnd}`;
  draft.edits.push({ start: declaration.getStart(), end: declaration.getStart(), text });
}

function movedText(name: Morph.ImportSpecifier | Morph.ExportSpecifier, { api }: TypesSpecifier): string {
  const other = renamed(api, name.getName());
  if (isKept(api, name.getName()) || other === undefined) return name.getText();
  return `${name.isTypeOnly() ? "type " : ""}${other} as ${name.getAliasNode()?.getText() ?? name.getName()}`;
}

function renameImported(
  name: Morph.ImportSpecifier | Morph.ExportSpecifier,
  { api }: TypesSpecifier,
  { edits, changes }: ModuleDraft,
): void {
  const other = isKept(api, name.getName()) ? undefined : renamed(api, name.getName());
  if (other === undefined || [...changes.values()].some((unused) => unused.has(name))) return;
  const node = name.getNameNode();
  const text = name.getAliasNode() === undefined ? `${other} as ${name.getName()}` : other;
  edits.push({ start: node.getStart(), end: node.getEnd(), text });
}

function rewriteExport(declaration: Morph.ExportDeclaration, draft: ModuleDraft, setting: ModuleSetting): void {
  const literal = declaration.getModuleSpecifier();
  const found = literal === undefined ? undefined : specifierIn(literal.getLiteralValue(), literal, draft, setting);
  if (literal === undefined || found === undefined) return;
  const { api } = found;
  const isAll = declaration.isNamespaceExport();
  const names = isAll
    ? [...(api.oldNames ?? ["paths", "components", "operations"])]
    : declaration.getNamedExports().map((each) => each.getName());
  const values = valuesOf(declaration, names, api);
  const isNamed = !isAll || declaration.getNamespaceExport() !== undefined;
  const unknown = names.filter(
    (each) => !values.includes(each) && !isKept(api, each) && renamed(api, each) === undefined && !(isAll && seldom.has(each)),
  );
  if (values.length > 0) tellValues(declaration, values.slice(0, 3), found, draft);
  if (unknown.length > 0) tellUnknown(declaration, unknown, found, draft);
  if (unknown.length > 0 || (isNamed && values.length === names.length)) return;
  if (isNamed && values.length === 0) {
    for (const each of declaration.getNamedExports()) renameImported(each, found, draft);
    requoted(literal, found.specifier, draft);
    return;
  }
  if (isAll && isNamed) return;
  // The new file exports each schema by its name, which may be that of another module here.
  const { quote, semicolon, lineEnd } = styleOf(declaration, draft.block.whole);
  const written = isAll
    ? { types: exportList(names, values, api), values }
    : {
        types: declaration.getNamedExports().flatMap((each) => (values.includes(each.getName()) ? [] : [movedText(each, found)])),
        values: declaration.getNamedExports().flatMap((each) => (values.includes(each.getName()) ? [each.getText()] : [])),
      };
  const statement = (word: string, list: readonly string[], specifier: string): string =>
    `export ${word}{ ${list.join(", ")} } from ${quote}${specifier}${quote}${semicolon}`;
  const moved = written.types.length === 0 ? [] : [statement("type ", written.types.map(withoutType), found.specifier)];
  const staying = written.values.length === 0 ? [] : [statement("", written.values, literal.getLiteralValue())];
  draft.edits.push(replacedStatement(declaration, [...moved, ...staying].join(lineEnd)));
}

/** Names that an export passes on as values. */
function valuesOf(declaration: Morph.ExportDeclaration, names: readonly string[], { oldValues }: NamedApi): readonly string[] {
  if (declaration.isTypeOnly() || oldValues === undefined) return [];
  const types = new Set(declaration.getNamedExports().flatMap((each) => (each.isTypeOnly() ? [each.getName()] : [])));
  return names.filter((each) => oldValues.has(each) && !types.has(each));
}

function withoutType(name: string): string {
  return name.replace(/^type (?=[\w$])(?!as\b)/, "");
}

function exportList(names: readonly string[], values: readonly string[], api: NamedApi): readonly string[] {
  return names.flatMap((name) => {
    if (values.includes(name)) return [];
    if (isKept(api, name)) return [name];
    const other = renamed(api, name);
    return other === undefined ? [] : [`${other} as ${name}`];
  });
}

/** `import("…")` of types and of values, `import x = require("…")`, and all other texts that name a module. */
function rewriteExpressions(draft: ModuleDraft, setting: ModuleSetting): void {
  const { Node, SyntaxKind } = setting.morph;
  const { source } = draft.block;
  tellStrings(draft, setting);
  for (const literal of [
    ...source.getDescendantsOfKind(SyntaxKind.StringLiteral),
    ...source.getDescendantsOfKind(SyntaxKind.NoSubstitutionTemplateLiteral),
  ]) {
    const parent = literal.getParent();
    const value = literal.getLiteralText();
    if (Node.isImportDeclaration(parent) || Node.isExportDeclaration(parent)) {
      if (/^openapi-typescript(?:\/|$)/.test(value)) tellProgram(literal, draft);
      continue;
    }
    if (value === "openapi-fetch" || value === "openapi-typescript") {
      tellPackage(literal, value, draft, setting);
      continue;
    }
    const found = specifierIn(value, literal, draft, setting);
    // What stands in a call that is rewritten goes with it.
    if (found === undefined || draft.edits.some(({ start, end }) => start <= literal.getStart() && literal.getEnd() <= end)) continue;
    if (Node.isJSDocImportTag(parent)) {
      rewriteImportTag(parent, literal, found, draft, setting);
      continue;
    }
    const importType = literal.getFirstAncestorByKind(SyntaxKind.ImportType);
    if (importType !== undefined) {
      const name = importType.getQualifier()?.getText().split(".")[0];
      const values = importType.compilerNode.isTypeOf
        ? [...(found.api.oldValues ?? [])].filter((each) => name === undefined || each === name)
        : [];
      if (values.length > 0) tellValues(literal, values.slice(0, 3), found, draft);
      else if (name === undefined || isKept(found.api, name)) requoted(literal, found.specifier, draft);
      else tellUnknown(literal, [name], found, draft);
    } else if (isImport(parent, setting)) {
      if (found.api.oldValues === undefined || found.api.oldValues.size === 0) requoted(literal, found.specifier, draft);
      else tellValues(literal, [...found.api.oldValues].slice(0, 3), found, draft);
    } else {
      draft.keeps.add(found.api.old);
      draft.tell(literal, "The file of types is named in another way than by an import", "name the new file, or take it out");
    }
  }
}

/** `@import { paths } from "…"` in a comment: it is of types alone. */
function rewriteImportTag(
  tag: Morph.JSDocImportTag,
  literal: Morph.Node,
  found: TypesSpecifier,
  draft: ModuleDraft,
  { morph: { SyntaxKind } }: ModuleSetting,
): void {
  const names = tag.getDescendantsOfKind(SyntaxKind.ImportSpecifier);
  const unknown = names.filter((each) => !isKept(found.api, each.getName()) && renamed(found.api, each.getName()) === undefined);
  if (unknown.length > 0) {
    tellUnknown(
      literal,
      unknown.map((each) => each.getName()),
      found,
      draft,
    );
    return;
  }
  for (const each of names) renameImported(each, found, draft);
  requoted(literal, found.specifier, draft);
}

function isImport(parent: Morph.Node | undefined, { morph }: ModuleSetting): boolean {
  if (morph.Node.isExternalModuleReference(parent)) return true;
  return morph.Node.isCallExpression(parent) && parent.getExpression().getKind() === morph.SyntaxKind.ImportKeyword;
}

/** `import("…")` in comments, by which JavaScript has types. */
function rewriteComments(draft: ModuleDraft, setting: ModuleSetting): void {
  const text = draft.block.source.getFullText();
  const { ts } = setting.morph;
  for (const found of text.matchAll(/\bimport\((["'])([^"'\n]{1,300})\1\)/g)) {
    const start = found.index + "import(".length;
    const isCode = draft.block.source.getDescendantAtPos(start)?.compilerNode.kind === ts.SyntaxKind.StringLiteral;
    const target = isCode ? undefined : specifierIn(found[2] ?? "", start, draft, setting);
    if (target !== undefined) draft.edits.push({ start: start + 1, end: start + 1 + (found[2] ?? "").length, text: target.specifier });
  }
}

function tellReferences(draft: ModuleDraft, setting: ModuleSetting): void {
  for (const { fileName, pos } of draft.block.source.compilerNode.referencedFiles) {
    const found = specifierIn(fileName.startsWith(".") ? fileName : `./${fileName}`, pos, draft, setting);
    if (found === undefined) continue;
    draft.keeps.add(found.api.old);
    draft.tell(pos, `A comment refers to ${fileName}`, "import the new file where its types are used");
  }
}

const methods: ReadonlySet<string> = new Set(["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"]);

/** A path that is not known where it is written needs openapi-fetch's own type. */
function tellComputedPaths(draft: ModuleDraft, { morph: { Node, SyntaxKind } }: ModuleSetting): void {
  for (const call of draft.block.source.getDescendantsOfKind(SyntaxKind.CallExpression)) {
    const callee = call.getExpression();
    if (!Node.isPropertyAccessExpression(callee) || !methods.has(callee.getName())) continue;
    const [path] = call.getArguments();
    // What a function is given may be of a type that only its callers know; a constant is a text with a name.
    if (!Node.isIdentifier(path) || !Node.isParameterDeclaration(path.getSymbol()?.getDeclarations()[0])) continue;
    draft.tell(
      call,
      "A call has a path that a function is given: it may not compile where operations are deprecated",
      `give its client the type \`Client<paths>\` of openapi-fetch, as ${guide} has it`,
    );
  }
}
