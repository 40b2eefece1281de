/** Templates that people have taken over: parsed, checked and compiled. With it comes the compiler of Handlebars, so it is loaded where there are some. */
import Handlebars from "handlebars";
import { diagnostic } from "../../diagnostic/catalogue.js";
import { hasErrors, type Diagnostic, type Outcome } from "../../diagnostic/diagnostic.js";
import type { OwnTemplate, OwnTemplates } from "../print/template.js";
import { views, type Shape, type TemplateName } from "../print/views.js";
import { checkTemplate, maxDepth } from "./check-template.js";
import { madeFor } from "./first-comment.js";
import { linesOf } from "../../diagnostic/lines.js";
import { importProblems, localNamesIn } from "./template-imports.js";

/** A template as it stands in a file. */
export interface TemplateText {
  readonly name: TemplateName;
  /** URI. */
  readonly uri: string;
  readonly text: string;
}

/** Templates by name, or every mistake in any of them. */
export function compileTemplates(texts: readonly TemplateText[]): Outcome<OwnTemplates> {
  const compiled = texts.map((text) => ({ name: text.name, ...compileTemplate(text, views[text.name]) }));
  const diagnostics = compiled.flatMap((each) => each.diagnostics);
  const filled = compiled.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]));
  return { value: hasErrors(diagnostics) ? undefined : new Map(filled), diagnostics };
}

/** One template. `shape`: what its view is. */
export function compileTemplate(template: TemplateText, shape: Shape): Outcome<OwnTemplate> {
  const { uri, text } = template;
  const environment = Handlebars.create();
  let program: hbs.AST.Program;
  try {
    program = environment.parse(text);
  } catch (error) {
    return { value: undefined, diagnostics: [syntaxProblem(error, uri)] };
  }
  const problems = [...checkTemplate(program, { file: uri, members: shape.members }), ...importProblems(text, uri)];
  const changed = versionProblem(template, shape);
  const diagnostics = [...(changed === undefined ? [] : [changed]), ...problems];
  if (problems.length > 0) return { value: undefined, diagnostics };
  const fill = environment.compile<object>(program, { noEscape: true, strict: true, knownHelpersOnly: true });
  return { value: { fill: (view) => fill(view), locals: localNamesIn(text) }, diagnostics };
}

/** What the parser throws has a place of its own where blocks do not fit, and else it is where the parser stopped. */
function syntaxProblem(error: unknown, file: string): Diagnostic {
  const thrown = error as { readonly message?: string; readonly lineNumber?: number; readonly column?: number };
  // The declarations of the package leave its parser out.
  const { Parser } = Handlebars as unknown as { readonly Parser: { readonly lexer?: { readonly yylloc?: Stopped } } };
  const stopped = Parser.lexer?.yylloc;
  if (error instanceof RangeError)
    return diagnostic("template-construct-refused", `Templates have no blocks in more than ${String(maxDepth)} levels.`, {
      at: { file, line: 1, column: 1 },
      hint: "Take out levels that say the same.",
    });
  const line = thrown.lineNumber ?? stopped?.first_line ?? 1;
  const column = (thrown.column ?? stopped?.first_column ?? 0) + 1;
  return diagnostic("template-syntax", syntaxMessage(thrown.message ?? ""), {
    at: { file, line, column },
    hint: "Blocks are `{{#if member}}…{{/if}}`, `{{#unless member}}…{{/unless}}` and `{{#each member}}…{{/each}}`.",
  });
}

/** Where the parser stopped: the line from 1, the column from 0. */
interface Stopped {
  readonly first_line: number;
  readonly first_column: number;
}

/** In our words: the parser's are names of its tokens. */
function syntaxMessage(message: string): string {
  const [, opened, closed] = /^(\S+) doesn't match (\S+) - /.exec(message) ?? [];
  if (opened !== undefined && closed !== undefined) return `\`{{#${opened}}}\` is closed by \`{{/${closed}}}\`.`;
  const [, token] = /got '(\w+)'$/.exec(message) ?? [];
  if (token === "EOF") return "A block is not closed.";
  if (token === "OPEN_ENDBLOCK") return "A block is closed here that is not open.";
  return "The braces that begin here, or end here, are not valid.";
}

/** That a template was made for another version of its view, and what has changed since. */
function versionProblem({ name, uri, text }: TemplateText, { version, changes }: Shape): Diagnostic | undefined {
  const made = madeFor(text);
  if (made === undefined || made.version === version) return undefined;
  const later = Object.entries(changes).filter(([since]) => Number(since) > made.version);
  const what = later.map(([since, change]) => `View ${since}: ${change}`).join(" ");
  const compare = `Compare it with \`sundial eject ${name} --print\`, and write \`view ${String(version)}\` into its first comment.`;
  return diagnostic(
    "template-view-changed",
    `The template ${name} was made for version ${String(made.version)} of its view, and the view has version ${String(version)}.`,
    { at: { file: uri, ...linesOf(text).at(made.offset) }, hint: what === "" ? compare : `${what} ${compare}` },
  );
}
