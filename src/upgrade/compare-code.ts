import { ts, type ts as Ts } from "ts-morph";
import { declarationsIn, isExported } from "./declarations.js";

/**
 * What another text of a file means for a program.
 *
 * - `exports`: what it exports is another: names came, went, or have another type
 * - `code`: what it exports has the same types, and does something else
 * - `comments`: it does the same, and says something else
 * - `layout`: it says the same, laid out otherwise
 * - `text`: it is no TypeScript
 */
export type ChangeKind = "exports" | "code" | "comments" | "layout" | "text";

/** Names that a file exports, sorted. */
export interface ExportChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Those whose types are others. A type of another file that one is made of is told there alone. */
  readonly changed: readonly string[];
}

export interface CodeChange {
  readonly kind: ChangeKind;
  readonly exports: ExportChanges;
}

const nothing: ExportChanges = { added: [], removed: [], changed: [] };

/** How two texts of a file differ. `path`: decides whether they are TypeScript; a file that is not there is the empty text. */
export function compareCode(path: string, before: string, after: string): CodeChange {
  if (!path.endsWith(".ts")) return { kind: "text", exports: nothing };
  const [old, fresh] = [declarationsOf(path, before), declarationsOf(path, after)];
  const exports: ExportChanges = {
    added: [...fresh.keys()].filter((name) => !old.has(name)).sort(),
    removed: [...old.keys()].filter((name) => !fresh.has(name)).sort(),
    changed: [...fresh].flatMap(([name, text]) => (old.has(name) && old.get(name) !== text ? [name] : [])).sort(),
  };
  if (exports.added.length + exports.removed.length + exports.changed.length > 0) return { kind: "exports", exports };
  if (printed(path, before, true) !== printed(path, after, true)) return { kind: "code", exports };
  return { kind: printed(path, before, false) === printed(path, after, false) ? "layout" : "comments", exports };
}

/** What a file exports, as a program sees it: each name with its declarations and those it is made of, without comments. */
export function declarationsOf(path: string, text: string): ReadonlyMap<string, string> {
  const { outputText } = ts.transpileDeclaration(text, {
    fileName: path,
    compilerOptions: { removeComments: true, target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
  });
  const source = parse("declarations.d.ts", outputText);
  const texts = new Map<string, string>();
  const exported = new Map<string, string>();
  for (const statement of source.statements) {
    const names = declarationsIn(statement).map(([name]) => name);
    for (const name of names) texts.set(name, `${texts.get(name) ?? ""}${statement.getText(source)}\n`);
    if (isExported(statement)) for (const name of names) exported.set(name, name);
    if (ts.isExportDeclaration(statement)) for (const [name, local] of handedOn(statement, source)) exported.set(name, local);
  }
  return new Map(Array.from(exported, ([name, local]) => [name, withParts(local, texts, exported)]));
}

/** A declaration and, behind it, those of the file that it names and that nobody else can see. */
function withParts(name: string, texts: ReadonlyMap<string, string>, exported: ReadonlyMap<string, string>): string {
  const seen = new Set([name]);
  // What is added while it runs is visited, too.
  for (const each of seen)
    for (const [word] of (texts.get(each) ?? "").matchAll(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu))
      if (texts.has(word) && exported.get(word) !== word) seen.add(word);
  return Array.from(seen, (each) => texts.get(each) ?? each).join("\n");
}

/** The names that `export { a as b } from "./c.js"` gives, with what stands for their types: the declaration, or where it is. */
function handedOn(statement: Ts.ExportDeclaration, source: Ts.SourceFile): readonly (readonly [string, string])[] {
  const { exportClause, moduleSpecifier, isTypeOnly } = statement;
  const from = moduleSpecifier?.getText(source) ?? "";
  const word = isTypeOnly ? "type " : "";
  if (exportClause === undefined) return [[`* from ${from}`, `${word}* from ${from}`]];
  if (ts.isNamespaceExport(exportClause)) return [[exportClause.name.text, `${word}* from ${from}`]];
  return exportClause.elements.map(({ name, propertyName, isTypeOnly: isType }) => {
    const local = (propertyName ?? name).text;
    return [name.text, moduleSpecifier === undefined ? local : `${isType ? "type " : word}${local} from ${from}`];
  });
}

/** A file as the compiler would print it, whatever its layout is. */
function printed(path: string, text: string, removeComments: boolean): string {
  return ts.createPrinter({ removeComments }).printFile(parse(path, text));
}

function parse(path: string, text: string): Ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}
