import type * as Morph from "ts-morph";
import { clientCalls, type ClientCall } from "./client-calls.js";
import type { ModuleDraft, ModuleSetting } from "./module-draft.js";
import type { NamedApi } from "./planned-api.js";
import type { Library, ModuleBlock } from "./read-modules.js";
import { guide, swr, type Remark } from "./remarks.js";
import { specifierOf } from "./resolve-module.js";
import { rewriteClient, type KnownCall } from "./rewrite-client.js";
import {
  isEmptied,
  localName,
  replacedStatement,
  styleOf,
  usesOf,
  withoutNames,
  type ImportChange,
  type ImportStyle,
} from "./rewrite-imports.js";
import { leavesPackage, rewriteSpecifiers } from "./rewrite-specifiers.js";
import { lineAt, type TextEdit } from "./text-edits.js";

/** What is done to a module. Offsets are those of the file. */
export interface RewrittenModule {
  readonly edits: readonly TextEdit[];
  readonly remarks: readonly Remark[];
  readonly keeps: ReadonlySet<string>;
  /** APIs of which it makes generated clients now. */
  readonly clients: ReadonlySet<NamedApi>;
}

/** Rewrites imports of types and calls that make clients; what is not sure to mean the same is left, and told. */
export function rewriteModule(block: ModuleBlock, setting: ModuleSetting): RewrittenModule {
  const draft = newDraft(block);
  const calls = clientCalls(block, setting.origins, setting.morph);
  const known: KnownCall[] = [];
  for (const each of calls) {
    const problem = each.problem === undefined ? problemOf(each.api, draft, setting) : undefined;
    const found = problem === undefined ? each : { call: each.call, ...problem };
    if (found.problem === undefined) known.push(found);
    else if (setting.clientsStay !== "asked") tellCall(found, draft, setting);
  }
  const wanted = rewriteCalls(known, draft, setting);
  rewriteSpecifiers(draft, setting, new Set(wanted.keys()));
  placeImports(wanted, draft, setting);
  const edits = draft.edits.map(({ start, end, text }) => ({ start: start + block.offset, end: end + block.offset, text }));
  return { edits, remarks: draft.remarks, keeps: draft.keeps, clients: new Set(known.map(({ api }) => api)) };
}

function newDraft(block: ModuleBlock): ModuleDraft {
  const remarks: Remark[] = [];
  return {
    block,
    edits: [],
    remarks,
    keeps: new Set(),
    changes: new Map(),
    tell(at, message, fix, more = {}) {
      const offset = typeof at === "number" ? at : at.getStart();
      remarks.push({ file: block.file, line: lineAt(block.whole, block.offset + offset), message, fix, ...more });
    },
  };
}

const across = "it is in another package than the generated code";

/** Why a client that is understood stays. */
function problemOf(
  api: NamedApi,
  draft: ModuleDraft,
  setting: ModuleSetting,
): { readonly problem: string; readonly fix?: string } | undefined {
  if (setting.clientsStay === "swr") return { problem: `${swr.message}, and a generated client has those that there are`, fix: swr.fix };
  if (isAcross(api, draft, setting)) return { problem: across };
  if (api.emit.includes("paths")) return undefined;
  return {
    problem: "the configuration generates no client of its API",
    fix: 'take "client" and "paths" into `emit`, and run `sundial migrate` again',
  };
}

/** Whether the types have a name in a module that leads to nothing else in their package. */
function isAcross(api: NamedApi, draft: ModuleDraft, setting: ModuleSetting): boolean {
  const types = typesImport(api, draft.block.source.getImportDeclarations(), draft, setting);
  if (types === undefined) return false;
  return leavesPackage(types.getModuleSpecifierValue(), indexSpecifier(api, types, draft, setting), api, draft, setting);
}

function tellCall(
  { call, problem, fix: advice, typesOf }: Extract<ClientCall, { readonly problem: string }>,
  draft: ModuleDraft,
  { apis }: ModuleSetting,
): void {
  const made = typesOf === undefined ? "" : "; the types are those of sundial now";
  const [only, ...others] = apis.values();
  const api = typesOf ?? (others.length === 0 ? only : undefined);
  const [value, type] = api === undefined ? ["NAME", "NAME"] : [api.names.value, api.names.type];
  const isLacking = (api === undefined ? [...apis.values()] : [api]).some(({ emit }) => !emit.includes("paths"));
  const parts = isLacking ? ', with "client" and "paths" in `emit` of the configuration' : "";
  const fix = advice ?? `write \`${value}Paths(create${type}Client(options), serializers)\`${parts}, as ${guide} has it, or leave it`;
  draft.tell(call, `The client is still one of openapi-fetch: ${problem}${made}`, fix);
}

/** Names that a module imports of the generated code. */
interface WantedImport {
  /** As they are written in the import. */
  readonly names: readonly string[];
}

function rewriteCalls(known: readonly KnownCall[], draft: ModuleDraft, { morph }: ModuleSetting): ReadonlyMap<NamedApi, WantedImport> {
  const { block } = draft;
  const wanted = new Map<NamedApi, WantedImport>();
  const rewritten = new Map<Morph.Node, number>();
  for (const each of known) {
    const { api, call, imported } = each;
    const create = freeName(`create${api.names.type}Client`, block, morph);
    const paths = freeName(`${api.names.value}Paths`, block, morph);
    const declaration = imported.getFirstAncestorOrThrow(morph.Node.isImportDeclaration);
    const { quote, lineEnd } = styleOf(declaration, block.whole);
    const wrap = each.kind === "by-path" ? wrapName(imported, morph) : undefined;
    const { edits, isWithoutBase } = rewriteClient(each, { create: create.local, paths: paths.local, wrap }, quote, lineEnd, morph);
    for (const edit of edits) draft.edits.push(edit);
    if (isWithoutBase)
      draft.tell(
        call,
        "The client has no base URL: `baseUrl` is empty, which is the origin of the page, as before",
        "name the service, or leave `baseUrl` out for the first server of the description",
      );
    wanted.set(api, { names: [create.written, paths.written] });
    const [type] = call.getTypeArguments();
    const argument = morph.Node.isTypeReference(type) ? importedOf(type.getTypeName(), morph) : undefined;
    for (const name of [imported, ...(argument === undefined ? [] : [argument])]) rewritten.set(name, (rewritten.get(name) ?? 0) + 1);
  }
  for (const [imported, count] of rewritten) {
    const isUsed = usesOf(localName(imported, morph), block, morph).length > count;
    const declaration = imported.getFirstAncestorOrThrow(morph.Node.isImportDeclaration);
    const isByPath = morph.Node.isImportSpecifier(imported) && imported.getName() === "createPathBasedClient";
    if (isByPath) renameMaker(imported, isUsed, draft);
    else if (!isUsed) draft.changes.set(declaration, (draft.changes.get(declaration) ?? new Set()).add(imported));
  }
  return wanted;
}

/** The import of an identifier, where it is one by name. */
function importedOf(name: Morph.EntityName, { Node }: Library): Morph.ImportSpecifier | undefined {
  const declared = name.getSymbol()?.getDeclarations()[0];
  return Node.isImportSpecifier(declared) ? declared : undefined;
}

/** A name that the block has no other use for. */
function freeName(name: string, block: ModuleBlock, morph: Library): { readonly local: string; readonly written: string } {
  const taken = new Set(block.source.getDescendantsOfKind(morph.SyntaxKind.Identifier).map((each) => each.getText()));
  if (!taken.has(name)) return { local: name, written: name };
  let local = `${name}Generated`;
  for (let number = 2; taken.has(local); number += 1) local = `${name}Generated${String(number)}`;
  return { local, written: `${name} as ${local}` };
}

/** What wraps a client of the generated code: it comes in place of what made one by path alone. */
function wrapName(imported: Morph.Node, morph: Library): string {
  const alias = morph.Node.isImportSpecifier(imported) ? imported.getAliasNode()?.getText() : undefined;
  return alias ?? "wrapAsPathBasedClient";
}

function renameMaker(imported: Morph.ImportSpecifier, isUsed: boolean, { edits, changes }: ModuleDraft): void {
  const declaration = imported.getImportDeclaration();
  const has = declaration.getNamedImports().some((each) => each.getName() === "wrapAsPathBasedClient");
  const name = imported.getNameNode();
  if (has && !isUsed) changes.set(declaration, (changes.get(declaration) ?? new Set()).add(imported));
  else if (!has && isUsed) edits.push({ start: imported.getStart(), end: imported.getStart(), text: "wrapAsPathBasedClient, " });
  else if (!has) edits.push({ start: name.getStart(), end: name.getEnd(), text: "wrapAsPathBasedClient" });
}

/** Takes out what nothing uses any more, and puts the new imports in its place, or behind what stays. */
function placeImports(wanted: ReadonlyMap<NamedApi, WantedImport>, draft: ModuleDraft, setting: ModuleSetting): void {
  const { block, changes, edits } = draft;
  const emptied = new Set(
    [...changes]
      .map(([declaration, unused]) => ({ declaration, unused }))
      .filter(isEmptied)
      .map((each) => each.declaration),
  );
  const placed = new Map<Morph.ImportDeclaration, string>();
  const added = new Map<Morph.ImportDeclaration, string>();
  for (const [api, { names }] of wanted) {
    const all = block.source.getImportDeclarations();
    const ofTypes = all.find((each) => changes.has(each) && each.getModuleSpecifierValue() !== "openapi-fetch");
    const ofFetch = all.find((each) => each.getModuleSpecifierValue() === "openapi-fetch");
    const types = typesImport(api, all, draft, setting) ?? ofTypes;
    const anchor = [types, ofFetch].find((each) => each !== undefined && emptied.has(each) && !placed.has(each)) ?? types ?? ofFetch;
    if (anchor === undefined) continue;
    const style = styleOf(anchor, block.whole);
    const text = importText(names, indexSpecifier(api, types, draft, setting), style);
    if (emptied.has(anchor) && !placed.has(anchor)) placed.set(anchor, text);
    else added.set(anchor, `${added.get(anchor) ?? ""}${style.lineEnd}${text}`);
  }
  for (const [declaration, unused] of changes) {
    if (emptied.has(declaration)) edits.push(replacedStatement(declaration, joined(placed.get(declaration), added.get(declaration))));
    else for (const edit of withoutNames({ declaration, unused } satisfies ImportChange)) edits.push(edit);
  }
  for (const [declaration, text] of added)
    if (!emptied.has(declaration)) edits.push({ start: declaration.getEnd(), end: declaration.getEnd(), text });
}

function joined(first: string | undefined, second: string | undefined): string | undefined {
  return first === undefined ? undefined : `${first}${second ?? ""}`;
}

function importText(names: readonly string[], specifier: string, { quote, semicolon }: ImportStyle): string {
  return `import { ${names.join(", ")} } from ${quote}${specifier}${quote}${semicolon}`;
}

/** The import that a module has of an API's types, by whatever module. */
function typesImport(
  api: NamedApi,
  all: readonly Morph.ImportDeclaration[],
  { block }: ModuleDraft,
  { resolve, origins }: ModuleSetting,
): Morph.ImportDeclaration | undefined {
  return all.find((each) => {
    const found = resolve(block.file, each.getModuleSpecifierValue());
    return found !== undefined && each.getNamedImports().some((name) => origins.exported(found.path, name.getName())?.api === api);
  });
}

/** How the module names the index of the generated code: as it names the types. */
function indexSpecifier(
  api: NamedApi,
  types: Morph.ImportDeclaration | undefined,
  { block }: ModuleDraft,
  { resolve, extension }: ModuleSetting,
): string {
  const written = types?.getModuleSpecifierValue() ?? `./x${extension === "none" ? "" : `.${extension}`}`;
  const alias = types === undefined ? undefined : resolve(block.file, written)?.alias;
  return specifierOf(`${api.output}/index`, block.file, { specifier: written, alias }, extension);
}
