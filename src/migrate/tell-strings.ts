import { basename } from "node:path";
import type * as Morph from "ts-morph";
import { endingOf, isRunBetween, placesOf } from "./mentions.js";
import type { ModuleDraft, ModuleSetting } from "./module-draft.js";
import { guide } from "./remarks.js";

const program = "openapi-typescript";

/** Modules that set a tool up: what they name is left out of something, or treated in some way. */
const settings = /\.config\.[cm]?[jt]s$|^\.?[\w-]+rc\.[cm]?js$/;

/** Tells of texts in a module that run openapi-typescript as a command, or name a file of types by its path. */
export function tellStrings(draft: ModuleDraft, setting: ModuleSetting): void {
  const { Node, SyntaxKind } = setting.morph;
  const { source } = draft.block;
  for (const literal of [
    ...source.getDescendantsOfKind(SyntaxKind.StringLiteral),
    ...source.getDescendantsOfKind(SyntaxKind.NoSubstitutionTemplateLiteral),
    ...source.getDescendantsOfKind(SyntaxKind.TemplateHead),
    ...source.getDescendantsOfKind(SyntaxKind.TemplateMiddle),
    ...source.getDescendantsOfKind(SyntaxKind.TemplateTail),
  ]) {
    const parent = literal.getParent();
    const text = literal.getLiteralText();
    if (Node.isImportDeclaration(parent) || Node.isExportDeclaration(parent) || parent.getKind() === SyntaxKind.ExternalModuleReference)
      continue;
    const isResolved = setting.resolve(draft.block.file, text) !== undefined;
    const named = isResolved ? [] : [...setting.apis.keys()].filter((old) => namesFile(text, endingOf(old, setting.folder)));
    if (isCommand(literal, text, setting)) {
      draft.tell(literal, "A program runs openapi-typescript", "let it run `sundial generate`", { needsOld: true });
      for (const old of named) draft.keeps.add(old);
    } else if (named.length > 0) {
      if (!settings.test(basename(draft.block.file))) for (const old of named) draft.keeps.add(old);
      const shown = endingOf(named[0] ?? "", setting.folder);
      draft.tell(literal, `The file of types is named here: ${shown}`, "name the folder of the generated code, or take it out");
    }
  }
}

/** By its whole path, or the end of it: other folders may have a file of the same name. */
function namesFile(text: string, ending: string): boolean {
  if (!ending.includes("/")) return text.replace(/^\.\//, "") === ending;
  return placesOf(text, ending).length > 0;
}

function isCommand(literal: Morph.Node, text: string, { morph: { Node } }: ModuleSetting): boolean {
  if (text !== program)
    return placesOf(text, program).some((at) => {
      const end = text.indexOf("\n", at);
      return isRunBetween(text.slice(text.lastIndexOf("\n", at) + 1, at), text.slice(at + program.length, end === -1 ? undefined : end));
    });
  // A list of the words of a command.
  const list = literal.getParent();
  if (!Node.isArrayLiteralExpression(list)) return false;
  return Node.isCallExpression(list.getParent()) || list.getElements().some((each) => /^["'`]-/.test(each.getText()));
}

/** That a module calls openapi-typescript, or loads it. */
export function tellProgram(literal: Morph.Node, draft: ModuleDraft): void {
  const fix = `call \`generate\` of openapi-sundial, as ${guide} has it`;
  draft.tell(literal, "A program calls openapi-typescript", fix, { needsOld: true });
}

/** That a module loads a package by its name, or mocks it. */
export function tellPackage(literal: Morph.Node, name: string, draft: ModuleDraft, { morph }: ModuleSetting): void {
  if (literal.getFirstAncestorByKind(morph.SyntaxKind.ImportType) !== undefined) return;
  if (!morph.Node.isCallExpression(literal.getParent()) && !morph.Node.isExternalModuleReference(literal.getParent())) return;
  if (name === program) tellProgram(literal, draft);
  else
    draft.tell(
      literal,
      "openapi-fetch is loaded or mocked by its name",
      "make clients with the generated code; in tests, give them a `fetch` in place of a mock of the package",
    );
}
