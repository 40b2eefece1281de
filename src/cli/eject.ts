import { dirname, join, relative, resolve, sep } from "node:path";
import type { ApiTarget } from "../config/config.js";
import { findConfig, readConfig } from "../config/read-config.js";
import { resolveConfig } from "../config/resolve-config.js";
import { diagnostic } from "../diagnostic/catalogue.js";
import { hasErrors, type Diagnostic, type Outcome } from "../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../diagnostic/spelling-suggestion.js";
import { templateNames, views, type TemplateName } from "../emit/print/views.js";
import { withFirstComment } from "../emit/templates/first-comment.js";
import type { Io } from "../io.js";
import { writeTemplates } from "../output/write-templates.js";
import { outsideOfProject, type TemplatesFolder } from "../project/own-templates.js";
import { printFindings } from "../report/findings.js";
import { print, visible } from "../report/print.js";
import { isBelow } from "../source/uri.js";
import { version } from "../version.js";
import { usage } from "./arguments.js";
import { command } from "./command.js";
import { exit, exitCodeOf } from "./exit-codes.js";

/** Beside the configuration, where it names no other. */
const defaultFolder = "sundial-templates";

export const ejectCommand = command(
  {
    name: "eject",
    description: "Copy templates into your project, where you can change them; without a name, list them",
    flags: {
      all: { type: "boolean", description: "Copy all templates" },
      to: {
        type: "string",
        valueHint: "DIR",
        description: `Folder of your templates (default: \`templates\` of the configuration, else ${defaultFolder} beside it)`,
      },
      print: { type: "boolean", description: "Print the templates, and write nothing" },
      config: {
        type: "string",
        valueHint: "FILE",
        description: "Configuration (default: sundial.config.ts, .js, .mjs, .cjs, .mts, .cts or .json here)",
      },
    },
    operands: { hint: "name…", description: "Names of templates", max: Infinity },
  },
  async (args, io) => {
    const { value: names, diagnostics } = namesOf(args._, args.all === true);
    if (names === undefined) return failed(diagnostics, io);
    if (names.length === 0) return listed(io);
    const { templateTexts } = await import("../emit/template-texts.gen.js");
    const files = names.map((name) => ({ name: `${name}.hbs`, text: withFirstComment(name, templateTexts[name] ?? "", version) }));
    if (args.print === true) {
      for (const { text } of files) print(io, "stdout", text);
      return exit.fine;
    }
    const folder = await folderOf(args.to, args.config, io);
    if (folder.value === undefined) return failed(folder.diagnostics, io);
    return written(folder.value, await writeTemplates(io, folder.value.path, files), io);
  },
);

function failed(diagnostics: readonly Diagnostic[], io: Io): number {
  printFindings(diagnostics, { sources: [], format: "pretty", io });
  return exitCodeOf(diagnostics);
}

/** The templates asked for; none where they are to be listed. */
function namesOf(words: readonly string[], all: boolean): Outcome<readonly TemplateName[]> {
  const isName = (word: string): word is TemplateName => Object.hasOwn(views, word);
  const plain = words.map((word) => word.replace(/\.hbs$/, ""));
  const diagnostics = plain
    .filter((word) => !isName(word))
    .map((word) => {
      const meant = spellingSuggestion(word, templateNames);
      const hint = meant === undefined ? `There are ${templateNames.join(", ")}.` : `Did you mean ${meant}?`;
      return usage(`There is no template ${JSON.stringify(word)}.`, hint);
    });
  if (diagnostics.length > 0) return { value: undefined, diagnostics };
  return { value: all ? templateNames : [...new Set(plain.filter(isName))], diagnostics: [] };
}

/** All of them would be a lot to look after: whoever wants one sees here what it is called. */
function listed(io: Io): number {
  const width = Math.max(...templateNames.map((name) => name.length));
  for (const name of templateNames) print(io, "stdout", `${name.padEnd(width)}  ${views[name].makes}\n`);
  print(io, "stderr", "\n`sundial eject NAME…` copies templates into your project, `sundial eject --all` copies all of them.\n");
  return exit.fine;
}

interface Chosen extends TemplatesFolder {
  /** Whether the configuration names it. */
  readonly configured: boolean;
}

/** Where templates go. Without `--to`, the configuration says it; where it has several APIs with templates of their own, `--to` has to. */
async function folderOf(to: string | undefined, config: string | undefined, io: Io): Promise<Outcome<Chosen>> {
  const file = config ?? (await findConfig(io, io.cwd));
  if (file === undefined && to === undefined)
    return refused(
      diagnostic("config-not-found", `There is no sundial.config.ts (or .mts, .cts, .js, .mjs, .cjs, .json) in ${io.cwd}.`, {
        hint: "Name one with --config, or the folder of your templates with --to.",
      }),
    );
  const written = file === undefined ? undefined : await readConfig(io, file);
  const targets = written?.value === undefined ? undefined : resolveConfig(written.value);
  if (written !== undefined && targets?.value === undefined)
    return { value: undefined, diagnostics: [...written.diagnostics, ...(targets?.diagnostics ?? [])] };
  const base = file === undefined ? io.cwd : dirname(resolve(io.cwd, file));
  const chosen = chooseFolder(to, base, targets?.value ?? [], io);
  if (chosen.value === undefined) return chosen;
  const { path } = chosen.value;
  const output = targets?.value?.find((each) => isBelow(each.output, path))?.output;
  if (output !== undefined) return refused(usage(`${path} is inside of ${output}, where generated files are.`, "Choose another folder."));
  const outside = await outsideOfProject(io, chosen.value);
  return outside === undefined ? chosen : refused(outside);
}

function chooseFolder(to: string | undefined, base: string, targets: readonly ApiTarget[], io: Io): Outcome<Chosen> {
  const configured = new Map(
    targets.flatMap(({ templatesFolder: folder }) => (folder === undefined ? [] : [[folder.path, folder] as const])),
  );
  if (to !== undefined) {
    const path = resolve(io.cwd, to);
    return { value: { path, written: to, base, configured: configured.has(path) }, diagnostics: [] };
  }
  const [first, second] = [...configured.values()];
  if (first !== undefined && second !== undefined)
    return refused(usage("The APIs of the configuration have templates in several folders.", "Say which one with --to."));
  return {
    value:
      first === undefined
        ? { path: join(base, defaultFolder), written: defaultFolder, base, configured: false }
        : { ...first, configured: true },
    diagnostics: [],
  };
}

const refused = (mistake: Diagnostic): Outcome<never> => ({ value: undefined, diagnostics: [mistake] });

/** Says what was written, and what is to be done now. */
function written(folder: Chosen, { written: names, diagnostics }: Awaited<ReturnType<typeof writeTemplates>>, io: Io): number {
  printFindings(diagnostics, { sources: [], format: "pretty", io });
  const shown = (path: string): string => visible(relative(io.cwd, path).split(sep).join("/") || ".");
  for (const name of names) print(io, "stdout", `wrote ${shown(join(folder.path, name))}\n`);
  if (hasErrors(diagnostics) || names.length === 0) return exitCodeOf(diagnostics);
  if (!folder.configured) {
    const path = relative(folder.base, folder.path).split(sep).join("/");
    print(io, "stderr", `\nAdd it to the API in the configuration:\n  templates: ${visible(JSON.stringify(path))},\n`);
  }
  print(io, "stderr", "\nChange the templates, and generate again. docs/templates.md says what each of them is given.\n");
  return exit.fine;
}
