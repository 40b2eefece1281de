import { posix } from "node:path";
import { ts, type ts as Ts } from "ts-morph";
import { declarationsIn, isExported, modifiersOf } from "./declarations.js";
import { fileOf, type PublicNames, type Texts } from "./public-names.js";

/** A name that a file exports. */
export interface ExportedName {
  /** A path among the texts. */
  readonly file: string;
  readonly name: string;
}

/** A name that a program can import, whose own declaration is as before, and a changed one that its type is made of. */
export interface ReachedName extends ExportedName {
  readonly through: ExportedName;
}

/**
 * Names that indexes export and whose types are made of changed declarations that they do not export, the nearest first: what is made of one of
 * these in turn is not listed. `publics`: what each index exports.
 */
export function reachedNames(changed: readonly ExportedName[], texts: Texts, publics: readonly PublicNames[]): readonly ReachedName[] {
  const isPublic = ({ file, name }: ExportedName): boolean =>
    publics.some((names) => {
      const ofFile = names.get(file);
      return ofFile === "all" || ofFile?.has(name) === true;
    });
  const uses = usesIn(texts);
  const found: ReachedName[] = [];
  const seen = new Set<string>();
  /** Those that are looked at grow while they are. */
  const queue: (ExportedName & { readonly through: ExportedName; readonly isExported: boolean })[] = [];
  const visit = (next: ExportedName, through: ExportedName, isExported: boolean): void => {
    const key = JSON.stringify([next.file, next.name, isExported]);
    if (seen.has(key)) return;
    seen.add(key);
    if (isExported && isPublic(next)) found.push({ file: next.file, name: next.name, through });
    else queue.push({ ...next, through, isExported });
  };
  for (const each of changed.filter((one) => !isPublic(one))) visit(each, each, true);
  for (const { file, name, through, isExported } of queue) {
    if (isExported) {
      for (const local of uses.declares({ file, name })) visit({ file, name: local }, through, false);
      for (const other of uses.importers({ file, name })) visit(other, through, other.isExported);
    } else {
      const handed = uses.exportsOf({ file, name });
      // What is made of a name that programs know is theirs to find by that name.
      const isKnown = handed.some((each) => isPublic({ file, name: each }));
      for (const each of handed) visit({ file, name: each }, through, true);
      if (!isKnown) for (const user of uses.users({ file, name })) visit({ file, name: user }, through, false);
    }
  }
  return found;
}

/** What a file says of names, as far as types go. */
interface FileNames {
  /** The declarations whose types are made of a name, by that name. */
  readonly users: ReadonlyMap<string, ReadonlySet<string>>;
  /** The names that a local one is exported as, and the other way round. */
  readonly exported: ReadonlyMap<string, readonly string[]>;
  readonly locals: ReadonlyMap<string, readonly string[]>;
  /** What comes from another file, by that and its name there ("*": all that there is): bound to a local name, or handed on. */
  readonly incoming: ReadonlyMap<string, readonly { readonly name: string; readonly isExported: boolean }[]>;
}

interface Uses {
  declares(exported: ExportedName): readonly string[];
  exportsOf(local: ExportedName): readonly string[];
  users(local: ExportedName): Iterable<string>;
  importers(exported: ExportedName): readonly (ExportedName & { readonly isExported: boolean })[];
}

/** Reads a file when it is asked for, and once. */
function usesIn(texts: Texts): Uses {
  const read = new Map<string, FileNames>();
  const namesOf = (file: string): FileNames => {
    const names = read.get(file) ?? readNames(file, texts);
    read.set(file, names);
    return names;
  };
  const candidates = new Map<string, readonly string[]>();
  /** Files that may import one, told by a part of its path: most need not be parsed. */
  const candidatesOf = (file: string): readonly string[] => {
    const stem = `/${posix.basename(file, ".ts")}`;
    const known = candidates.get(file) ?? [...texts].flatMap(([path, text]) => (path !== file && text.includes(stem) ? [path] : []));
    candidates.set(file, known);
    return known;
  };
  return {
    declares: ({ file, name }) => namesOf(file).locals.get(name) ?? [],
    exportsOf: ({ file, name }) => namesOf(file).exported.get(name) ?? [],
    users: ({ file, name }) => namesOf(file).users.get(name) ?? [],
    importers: ({ file, name: wanted }) =>
      candidatesOf(file).flatMap((path) =>
        [wanted, "*"]
          .flatMap((original) => namesOf(path).incoming.get(placeOf(file, original)) ?? [])
          .map(({ name, isExported }) => ({ file: path, name: name === "*" ? wanted : name, isExported })),
      ),
  };
}

const placeOf = (file: string, name: string): string => `${file}\n${name}`;

function add<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key) ?? [];
  list.push(item);
  lists.set(key, list);
}

function readNames(path: string, texts: Texts): FileNames {
  const users = new Map<string, Set<string>>();
  const [exported, locals] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const incoming = new Map<string, { readonly name: string; readonly isExported: boolean }[]>();
  const addExport = (local: string, name: string): void => {
    add(exported, local, name);
    add(locals, name, local);
  };
  for (const statement of ts.createSourceFile(path, texts.get(path) ?? "", ts.ScriptTarget.Latest).statements) {
    if (ts.isImportDeclaration(statement)) {
      const file = fileOf(path, statement.moduleSpecifier, texts);
      if (file === undefined) continue;
      for (const { original, name } of boundBy(statement)) add(incoming, placeOf(file, original), { name, isExported: false });
    } else if (ts.isExportDeclaration(statement)) {
      const file = fileOf(path, statement.moduleSpecifier, texts);
      for (const { original, name } of handedOnBy(statement)) {
        if (statement.moduleSpecifier === undefined) addExport(original, name);
        else if (file !== undefined) add(incoming, placeOf(file, original), { name, isExported: true });
      }
    } else {
      for (const [name, node] of declarationsIn(statement)) {
        if (isExported(statement)) addExport(name, name);
        const words = new Set<string>();
        addWords(node, words);
        words.delete(name);
        for (const word of words) users.set(word, (users.get(word) ?? new Set()).add(name));
      }
    }
  }
  return { users, exported, locals, incoming };
}

function boundBy({ importClause }: Ts.ImportDeclaration): readonly { readonly original: string; readonly name: string }[] {
  const bindings = importClause?.namedBindings;
  if (bindings === undefined) return [];
  if (ts.isNamespaceImport(bindings)) return [{ original: "*", name: bindings.name.text }];
  return bindings.elements.map(({ name, propertyName }) => ({ original: (propertyName ?? name).text, name: name.text }));
}

function handedOnBy({ exportClause }: Ts.ExportDeclaration): readonly { readonly original: string; readonly name: string }[] {
  if (exportClause === undefined) return [{ original: "*", name: "*" }];
  if (ts.isNamespaceExport(exportClause)) return [{ original: "*", name: exportClause.name.text }];
  return exportClause.elements.map(({ name, propertyName }) => ({ original: (propertyName ?? name).text, name: name.text }));
}

/** Adds the names that a type is made of: what a body or a value does is no part of it where a type is written beside it. */
function addWords(node: Ts.Node, words: Set<string>): void {
  if (ts.isIdentifier(node)) {
    words.add(node.text);
    return;
  }
  if (ts.isClassElement(node) && isHidden(node)) return;
  const skipped = skippedOf(node);
  ts.forEachChild(node, (child) => {
    if (!skipped.includes(child)) addWords(child, words);
  });
}

function isHidden(node: Ts.ClassElement): boolean {
  return modifiersOf(node).includes(ts.SyntaxKind.PrivateKeyword) || (node.name !== undefined && ts.isPrivateIdentifier(node.name));
}

/** Children of a node of which its type is not made: names of members, and what is typed already. */
function skippedOf(node: Ts.Node): readonly (Ts.Node | undefined)[] {
  if (ts.isPropertyAccessExpression(node)) return [node.name];
  if (ts.isQualifiedName(node)) return [node.right];
  if (ts.isConstructorDeclaration(node) || ts.isSetAccessorDeclaration(node)) return [node.name, node.body];
  if (ts.isFunctionLike(node)) {
    const body = "body" in node ? node.body : undefined;
    return [plain(node.name), node.type === undefined ? undefined : body];
  }
  if (ts.isParameter(node) || ts.isPropertyDeclaration(node) || ts.isVariableDeclaration(node))
    return [plain(node.name), node.type === undefined ? undefined : node.initializer];
  if (ts.isPropertySignature(node) || ts.isPropertyAssignment(node) || ts.isEnumMember(node)) return [plain(node.name)];
  return [];
}

/** A name that says nothing of a type, as one in brackets may. */
function plain(name: Ts.Node | undefined): Ts.Node | undefined {
  return name !== undefined && ts.isComputedPropertyName(name) ? undefined : name;
}
