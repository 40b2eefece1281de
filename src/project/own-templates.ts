import { basename, dirname, join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic, Origin } from "../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../diagnostic/spelling-suggestion.js";
import { templateNames, type TemplateName } from "../emit/print/views.js";
import { errorCode, type Io } from "../io.js";
import { linesOf } from "../diagnostic/lines.js";
import { projectFolder } from "../source/project-folder.js";
import type { ReadFile } from "../source/source-file.js";
import { isBelow } from "../source/uri.js";

/** Where a configuration has the templates that somebody has taken over. */
export interface TemplatesFolder {
  /** Absolute. */
  readonly path: string;
  /** As the configuration has it. */
  readonly written: string;
  /** Where the configuration names it; undefined where it does not. */
  readonly at?: Origin | undefined;
  /** The folder in which the project is looked for, absolute: that of the configuration. */
  readonly base: string;
}

/** A template that somebody has taken over. */
export interface TemplateFile {
  readonly name: TemplateName;
  readonly uri: string;
  /** How a person would name it. */
  readonly path: string;
  readonly text: string;
}

/** The templates of a folder in the order in which they are listed, and what is wrong with the folder. */
export interface FoundTemplates {
  readonly files: readonly TemplateFile[];
  readonly problems: readonly Diagnostic[];
}

/** A template as messages show it. */
export function shownTemplate({ uri, path, text }: TemplateFile): ReadFile {
  return { uri, name: path, text, locate: () => ({ file: uri, line: 1, column: 1 }), line: linesOf(text).text };
}

/** Bytes that a template may have. */
const maxSize = 200_000;

/** The templates in a folder. */
export async function readTemplates(io: Io, folder: TemplatesFolder): Promise<FoundTemplates> {
  const real = await io.realPath(folder.path);
  if (real === undefined) return { files: [], problems: [refused(folder, "does not exist", "`sundial eject client` makes it.")] };
  const outside = await outsideOfProject(io, folder);
  if (outside !== undefined) return { files: [], problems: [outside] };
  try {
    const files: TemplateFile[] = [];
    const problems: Diagnostic[] = [];
    for (const { name, kind } of await io.list(real)) {
      const template = templateNames.find((each) => `${each}.hbs` === name);
      const path = join(folder.path, name);
      if (template === undefined || kind === "directory") {
        for (const item of nameProblem(path, name, kind === "directory")) problems.push(item);
        continue;
      }
      const problem = await linkProblem(io, folder, path);
      const text = problem ?? (await textOf(io, path));
      if (typeof text !== "string") problems.push(text);
      else files.push({ name: template, uri: pathToFileURL(path).href, path: relative(io.cwd, path).split(sep).join("/"), text });
    }
    return { files, problems };
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return { files: [], problems: [refused(folder, `cannot be read (${String(errorCode(error))})`, "Check what is at this path.")] };
  }
}

/** What is wrong with where a template is: a link may lead anywhere, and a pipe would be waited for. */
async function linkProblem(io: Io, folder: TemplatesFolder, path: string): Promise<Diagnostic | undefined> {
  const target = await io.realPath(path);
  if (target === undefined) return unreadable(path, "is a link that leads to nothing, or may not be followed");
  if (!isBelow(await projectOf(io, folder), target)) return unknownName(path, "leads out of the project", "Put the template itself there.");
  const kind = (await io.list(dirname(target))).find(({ name }) => name === basename(target))?.kind;
  return kind === "file" ? undefined : unreadable(path, `is a ${kind === "directory" ? "link to a folder" : "pipe or a device"}`);
}

/** A checkout may have changed the ends of lines: what is made of a template is the same everywhere. */
async function textOf(io: Io, path: string): Promise<string | Diagnostic> {
  try {
    const text = new TextDecoder().decode(await io.read(path, { most: maxSize })).replace(/\r\n?/g, "\n");
    return text.includes("\0") ? unreadable(path, "holds NUL bytes, and is no text in UTF-8") : text;
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return unreadable(path, code === "EFBIG" ? `has more than ${String(maxSize)} bytes` : `cannot be read (${code})`);
  }
}

function unreadable(path: string, what: string): Diagnostic {
  const at = { file: pathToFileURL(path).href, line: 1, column: 1 };
  return diagnostic("template-unreadable", `${basename(path)} ${what}.`, {
    at,
    hint: "Put a file of text there, or delete it to have our template again.",
  });
}

/** That a folder is outside of the project, where it is. */
export async function outsideOfProject(io: Io, folder: TemplatesFolder): Promise<Diagnostic | undefined> {
  const project = await projectOf(io, folder);
  if (isBelow(project, await realPathOf(io, folder.path))) return undefined;
  return refused(folder, "is outside of the project", `Templates are a part of the project in ${project}.`);
}

async function projectOf(io: Io, { base }: TemplatesFolder): Promise<string> {
  return realPathOf(io, (await projectFolder(base, io)) ?? base);
}

/** With symlinks resolved, also where it does not exist yet. */
async function realPathOf(io: Io, path: string): Promise<string> {
  const real = await io.realPath(path);
  if (real !== undefined || dirname(path) === path) return real ?? path;
  return join(await realPathOf(io, dirname(path)), relative(dirname(path), path));
}

function refused({ written, at }: TemplatesFolder, what: string, hint: string): Diagnostic {
  return diagnostic("templates-folder-refused", `The folder of templates ${JSON.stringify(written)} ${what}.`, { at, hint });
}

/** A file that nobody takes for a template, such as README.md or .gitignore, may be there. */
function nameProblem(path: string, name: string, isFolder: boolean): readonly Diagnostic[] {
  if (name.startsWith(".")) return [];
  if (isFolder) return [unknownName(path, "is a folder, and templates have no partials", "Move it elsewhere.")];
  const stem = name.replace(/\..*$/, "");
  const looksLikeOne = /\.(?:hbs|handlebars|mustache)$/i.test(name) || templateNames.some((each) => each === stem);
  if (!looksLikeOne) return [];
  const meant = templateNames.find((each) => each === stem.toLowerCase()) ?? spellingSuggestion(stem, templateNames);
  const hint = meant === undefined ? `Templates are called ${templateNames.join(", ")}.` : `Did you mean ${meant}.hbs?`;
  return [unknownName(path, "is not the name of a template", hint)];
}

function unknownName(path: string, what: string, hint: string): Diagnostic {
  return diagnostic("template-name-unknown", `${basename(path)} ${what}.`, {
    at: { file: pathToFileURL(path).href, line: 1, column: 1 },
    hint,
  });
}
