import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import { runtimeFileNames, runtimeModule, runtimeNames } from "../files/runtime-files.js";
import { codeOutline } from "../print/code-outline.js";
import { moduleStatements } from "../print/module-statements.js";
import { linesOf } from "../../diagnostic/lines.js";

/** The text of a template as code of the same length: a hole is a name, and what prints nothing is blanks. */
function withoutHoles(text: string): string {
  return text.replace(/\{\{(?:!--[^]*?--|[^]*?)\}\}\}?/g, (hole) =>
    /^\{\{~?[!#/^]|^\{\{~?else\b/.test(hole) ? hole.replace(/\S/g, " ") : "_".repeat(hole.length),
  );
}

/** The names that a template imports, or declares anywhere in its text. Names with holes are ours. */
export function localNamesIn(text: string): readonly string[] {
  const code = withoutHoles(text);
  const imported = moduleStatements(code).flatMap(({ kind, names }) => (kind === "import" ? names.map(({ local }) => local) : []));
  const declared = codeOutline(code).matchAll(
    /(?<![\p{ID_Continue}$.])(?:const|let|var|function|class|interface|type|enum|namespace)\s+([\p{ID_Continue}$]+)/gu,
  );
  return [...imported, ...[...declared].map(([, name]) => name)].filter((name) => name !== undefined);
}

/** What a template imports of the runtime, or passes on, and no module of it has. Names with holes are ours. */
export function importProblems(text: string, file: string): readonly Diagnostic[] {
  return moduleStatements(withoutHoles(text)).flatMap(({ module, at: start, names }) => {
    const [, name] = runtimeModule.exec(module) ?? [];
    if (name === undefined) return [];
    const report = (offset: number, message: string, wrong: string, known: Iterable<string>): Diagnostic => {
      const meant = spellingSuggestion(wrong, known);
      const hint = meant === undefined ? "CHANGELOG.md says what has been renamed." : `Did you mean \`${meant}\`?`;
      return diagnostic("template-import-unknown", message, { at: { file, ...linesOf(text).at(offset) }, hint });
    };
    const known = runtimeNames(name);
    if (known.size === 0) return [report(start, `There is no runtime/${name}.ts.`, name, runtimeFileNames)];
    return names
      .filter((each) => each.name !== "*" && !known.has(each.name) && !text.slice(each.at, each.at + each.name.length).includes("{{"))
      .map((each) => report(each.at, `runtime/${name}.ts has no \`${each.name}\`.`, each.name, known));
  });
}
