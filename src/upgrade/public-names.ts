import { posix } from "node:path";
import { ts } from "ts-morph";

/** Files by path, with forward slashes: an output, and the runtime that it shares. */
export type Texts = ReadonlyMap<string, string>;

/** The names of each file that an index hands on, itself or by way of others; "all" where it hands on whatever there is. */
export type PublicNames = ReadonlyMap<string, ReadonlySet<string> | "all">;

/** What a program can import from an index: the contract is about these names, and no others. `index`: a path among the texts. */
export function publicNames(index: string, texts: Texts): PublicNames {
  const found = new Map<string, Set<string> | "all">();
  const visit = (path: string, wanted: ReadonlySet<string> | "all"): void => {
    const known = found.get(path);
    const isNew = wanted === "all" ? known !== "all" : known !== "all" && [...wanted].some((name) => known?.has(name) !== true);
    if (!isNew) return;
    found.set(path, wanted === "all" || known === "all" ? "all" : new Set([...(known ?? []), ...wanted]));
    for (const { file, name, original } of exportsFrom(path, texts)) {
      if (name === undefined) visit(file, wanted);
      else if (wanted === "all" || wanted.has(name)) visit(file, new Set([original]));
    }
  };
  visit(index, "all");
  return found;
}

/** What a file hands on of another. */
interface HandedOn {
  readonly file: string;
  /** How it is called from here on; undefined of all that there is. */
  readonly name: string | undefined;
  /** How it is called there. */
  readonly original: string;
}

function exportsFrom(path: string, texts: Texts): readonly HandedOn[] {
  const text = texts.get(path);
  if (text === undefined) return [];
  const found: HandedOn[] = [];
  const imported = new Map<string, HandedOn>();
  for (const statement of ts.createSourceFile(path, text, ts.ScriptTarget.Latest).statements) {
    if (!ts.isExportDeclaration(statement) && !ts.isImportDeclaration(statement)) continue;
    const file = fileOf(path, statement.moduleSpecifier, texts);
    if (ts.isImportDeclaration(statement)) {
      const bindings = statement.importClause?.namedBindings;
      if (file === undefined || bindings === undefined || !ts.isNamedImports(bindings)) continue;
      for (const { name, propertyName } of bindings.elements)
        imported.set(name.text, { file, name: name.text, original: (propertyName ?? name).text });
    } else if (statement.exportClause === undefined) {
      if (file !== undefined) found.push({ file, name: undefined, original: "*" });
    } else if (ts.isNamedExports(statement.exportClause)) {
      for (const { name, propertyName } of statement.exportClause.elements) {
        const original = (propertyName ?? name).text;
        const source = file === undefined ? imported.get(original) : { file, original };
        if (source !== undefined) found.push({ ...source, name: name.text });
      }
    }
  }
  return found;
}

/** The file that a specifier means, however imports end in this output. */
export function fileOf(from: string, specifier: import("ts-morph").ts.Expression | undefined, texts: Texts): string | undefined {
  if (specifier === undefined || !ts.isStringLiteral(specifier) || !specifier.text.startsWith(".")) return undefined;
  const path = posix.join(posix.dirname(from), specifier.text);
  return [path, path.replace(/\.js$/, ".ts"), `${path}.ts`].find((each) => texts.has(each));
}
