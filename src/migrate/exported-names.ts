import type * as Morph from "ts-morph";
import type { NamedApi } from "./planned-api.js";
import type { Library, ModuleBlock } from "./read-modules.js";
import type { Resolve } from "./resolve-module.js";

/** A name of a file of types, by whatever way it is imported. */
export interface TypesName {
  readonly api: NamedApi;
  readonly name: string;
}

/** Finds out what names of modules stand for. */
export interface NameOrigins {
  /** What a module exports under a name, if that is a name of a file of types. `module`: absolute. */
  exported(module: string, name: string): TypesName | undefined;
  /** What a type names. */
  named(type: Morph.Node, block: ModuleBlock): TypesName | undefined;
  /** Whether a module of the project passes on what makes clients of openapi-fetch under a name. */
  passesOn(specifier: string, name: string, block: ModuleBlock): boolean;
  /** The import that an identifier is of: its whole clause for a default import. */
  importOf(identifier: Morph.Node): Morph.Node | undefined;
}

/** Exports of a module that are those of others. `from`: absolute. */
type Reexport =
  | { readonly kind: "all"; readonly from: string }
  | { readonly kind: "one"; readonly exported: string; readonly name: string; readonly from: string };

/** Names of types that stand for other names. */
const depthLimit = 20;

/** `apis`: by the absolute path of their files of types. */
export function createOrigins(
  blocks: readonly ModuleBlock[],
  apis: ReadonlyMap<string, NamedApi>,
  resolve: Resolve,
  morph: Library,
): NameOrigins {
  const { Node } = morph;
  const reexports = new Map<string, readonly Reexport[]>();
  for (const block of blocks) reexports.set(block.file, [...(reexports.get(block.file) ?? []), ...reexportsOf(block, resolve)]);
  // Each name of a module is looked for once: modules may pass on what each other exports.
  const exported = (module: string, name: string, seen = new Set<string>()): TypesName | undefined => {
    const api = apis.get(module);
    if (api !== undefined) return { api, name };
    if (isSeen(seen, module, name)) return undefined;
    const all = reexports.get(module) ?? [];
    for (const each of all) {
      const found = each.kind === "one" && each.exported === name ? exported(each.from, each.name, seen) : undefined;
      if (found !== undefined) return found;
    }
    for (const each of all) {
      const found = each.kind === "all" ? exported(each.from, name, seen) : undefined;
      // What a file of types does not have is another's.
      if (found !== undefined && found.api.oldNames?.has(found.name) !== false) return found;
    }
    return undefined;
  };
  const importOf = (identifier: Morph.Node): Morph.Node | undefined => identifier.getSymbol()?.getDeclarations()[0];
  const named = (type: Morph.Node, block: ModuleBlock, depth = 0): TypesName | undefined => {
    if (depth > depthLimit) return undefined;
    if (Node.isImportTypeNode(type)) {
      const argument = type.getArgument();
      const literal = Node.isLiteralTypeNode(argument) ? argument.getLiteral() : undefined;
      const module = Node.isStringLiteral(literal) ? resolve(block.file, literal.getLiteralValue()) : undefined;
      const qualifier = type.getQualifier();
      return module === undefined || qualifier === undefined ? undefined : exported(module.path, qualifier.getText());
    }
    if (!Node.isTypeReference(type) || type.getTypeArguments().length > 0) return undefined;
    const name = type.getTypeName();
    const declared = importOf(Node.isQualifiedName(name) ? name.getLeft() : name);
    const module = declared?.getFirstAncestor(Node.isImportDeclaration)?.getModuleSpecifierValue();
    const found = module === undefined ? undefined : resolve(block.file, module);
    if (Node.isNamespaceImport(declared) && Node.isQualifiedName(name))
      return found === undefined ? undefined : exported(found.path, name.getRight().getText());
    if (Node.isImportSpecifier(declared)) return found === undefined ? undefined : exported(found.path, declared.getName());
    const alias = Node.isTypeAliasDeclaration(declared) && declared.getTypeParameters().length === 0 ? declared.getTypeNode() : undefined;
    return alias === undefined ? undefined : named(alias, block, depth + 1);
  };
  return { exported, named, importOf, passesOn: findMakers(blocks, reexports, resolve) };
}

/** Whether a name of a module was looked at; it is from now on. */
function isSeen(seen: Set<string>, module: string, name: string): boolean {
  const key = `${module}\0${name}`;
  if (seen.has(key)) return true;
  seen.add(key);
  return false;
}

/** Finds modules that pass on what makes clients of openapi-fetch. */
function findMakers(
  blocks: readonly ModuleBlock[],
  reexports: ReadonlyMap<string, readonly Reexport[]>,
  resolve: Resolve,
): NameOrigins["passesOn"] {
  const direct = new Set(blocks.flatMap((block) => makersPassedOn(block).map((name) => `${block.file}\0${name}`)));
  const has = (module: string, name: string, seen: Set<string>): boolean =>
    direct.has(`${module}\0${name}`) ||
    (!isSeen(seen, module, name) &&
      (reexports.get(module) ?? []).some((each) =>
        each.kind === "one" ? each.exported === name && has(each.from, each.name, seen) : name !== "default" && has(each.from, name, seen),
      ));
  return (specifier, name, block) => {
    const found = resolve(block.file, specifier);
    return found !== undefined && has(found.path, name, new Set());
  };
}

function reexportsOf({ file, source }: ModuleBlock, resolve: Resolve): readonly Reexport[] {
  const found: Reexport[] = [];
  const imported = new Map<string, { readonly name: string; readonly from: string }>();
  for (const each of source.getImportDeclarations()) {
    const module = resolve(file, each.getModuleSpecifierValue());
    if (module === undefined) continue;
    for (const name of each.getNamedImports())
      imported.set(name.getAliasNode()?.getText() ?? name.getName(), { name: name.getName(), from: module.path });
  }
  for (const each of source.getExportDeclarations()) {
    const specifier = each.getModuleSpecifierValue();
    const module = specifier === undefined ? undefined : resolve(file, specifier);
    if (specifier !== undefined && module === undefined) continue;
    if (module !== undefined && each.isNamespaceExport() && each.getNamespaceExport() === undefined)
      found.push({ kind: "all", from: module.path });
    for (const name of each.getNamedExports()) {
      const target = module === undefined ? imported.get(name.getName()) : { name: name.getName(), from: module.path };
      if (target !== undefined) found.push({ kind: "one", exported: name.getAliasNode()?.getText() ?? name.getName(), ...target });
    }
  }
  for (const alias of source.getTypeAliases()) {
    // `export type Paths = paths`
    const target = alias.isExported() ? imported.get(alias.getTypeNode()?.getText() ?? "") : undefined;
    if (target !== undefined) found.push({ kind: "one", exported: alias.getName(), ...target });
  }
  return found;
}

/** Names under which a module exports what makes clients of openapi-fetch. */
function makersPassedOn({ source }: ModuleBlock): readonly string[] {
  const imported = new Set<string>();
  for (const each of source.getImportDeclarations()) {
    if (each.getModuleSpecifierValue() !== "openapi-fetch") continue;
    for (const name of [
      each.getDefaultImport()?.getText(),
      ...each.getNamedImports().map((one) => one.getAliasNode()?.getText() ?? one.getName()),
    ])
      if (name !== undefined) imported.add(name);
  }
  const found: string[] = [];
  for (const each of source.getExportDeclarations()) {
    const specifier = each.getModuleSpecifierValue();
    if (specifier !== undefined && specifier !== "openapi-fetch") continue;
    for (const name of each.getNamedExports())
      if (specifier !== undefined || imported.has(name.getName())) found.push(name.getAliasNode()?.getText() ?? name.getName());
  }
  for (const each of source.getExportAssignments()) if (imported.has(each.getExpression().getText())) found.push("default");
  return found;
}
