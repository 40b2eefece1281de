/** What an editor shows of a file: TypeScript's language service. */
import { dirname } from "node:path";
import ts from "typescript";

export interface View {
  /** Where `|` stands in the text. */
  readonly completions: readonly string[] | undefined;
  readonly info: ts.QuickInfo | undefined;
  /** The first sentence of each error. */
  readonly errors: readonly string[];
  /** What is struck through: the code of the suggestion, and the text. */
  readonly struck: readonly (readonly [code: number, text: string])[];
}

export type Editor = (text: string) => View;

/** An editor of one file, which need not be on the disk; the others are. */
export function editorOf(file: string): Editor {
  let text = "";
  let version = 0;
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    noEmit: true,
    types: [],
  };
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: (name) => (name === file ? String(version) : "1"),
    getScriptSnapshot: (name) => {
      const read = name === file ? text : ts.sys.readFile(name);
      return read === undefined ? undefined : ts.ScriptSnapshot.fromString(read);
    },
    getCurrentDirectory: () => dirname(file),
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: (name) => ts.sys.readFile(name),
    directoryExists: (name) => ts.sys.directoryExists(name),
    getDirectories: (name) => ts.sys.getDirectories(name),
  });
  return (marked) => {
    const at = marked.indexOf("|");
    const isMarked = at >= 0 && !marked.includes(" | ");
    text = isMarked ? marked.slice(0, at) + marked.slice(at + 1) : marked;
    version += 1;
    return {
      completions: isMarked ? service.getCompletionsAtPosition(file, at, {})?.entries.map(({ name }) => name) : undefined,
      info: isMarked ? service.getQuickInfoAtPosition(file, at) : undefined,
      errors: service.getSemanticDiagnostics(file).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
      struck: service
        .getSuggestionDiagnostics(file)
        .filter(({ reportsDeprecated }) => reportsDeprecated !== undefined)
        .map(({ code, start, length }) => [code, text.slice(start, start + length)] as const),
    };
  };
}
