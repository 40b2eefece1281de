import { basename, dirname, relative, resolve } from "node:path";
import { dependencyLists, dependsOn } from "../project/project-setup.js";
import { parseRecord, posixPath } from "../setup/read-settings.js";
import { endOfValue, membersOf, skipBlank } from "../source/json-text.js";
import type { ProjectFile } from "./list-sources.js";
import type { Remark } from "./remarks.js";
import { lineAt } from "./text-edits.js";

/** What files other than modules say of openapi-typescript, and of files of types. */
export interface Mentions {
  readonly remarks: readonly Remark[];
  /** Files of types that something needs: a package.json that names them, and a tsconfig.json that lists them. Absolute. */
  readonly keeps: ReadonlySet<string>;
}

/** Lines of a file that are told at most. */
const most = 5;

/** Files that say what was, or what is left out: what they name runs nothing. */
const tellsOnly = /\.(?:mdx?|txt|properties)$|(?:^|\/)(?:\.[\w-]+ignore|\.gitattributes|CODEOWNERS|LICENSE|NOTICE)$/;
/** Files in which the bare name of a package is one of a list. */
const listsPackages =
  /(?:^|\/)(?:package|renovate|knip|deno|jsr)\.json[c5]?$|renovaterc|(?:^|\/)(?:dependabot|pnpm-workspace)\.ya?ml$|\.toml$/;

/**
 * Where workflows, scripts and settings name openapi-typescript, or a file of types by the end of its path. `old`: absolute paths; `folder`: the
 * project; `manifest`: its package.json, whose scripts and dependencies are looked at elsewhere.
 */
export function findMentions(
  files: readonly ProjectFile[],
  old: readonly string[],
  folder: string,
  manifest: string | undefined,
): Mentions {
  const keeps = new Set<string>();
  const remarks = files.flatMap(({ path, text }): readonly Remark[] => [
    ...toolPlaces(path, text, manifest).map((offset): Remark => ({
      file: path,
      line: lineAt(text, offset),
      message: "openapi-typescript is named here",
      fix: "let `sundial generate` or `sundial check` take its place",
      ...(isRun(path, text, offset, manifest) && { needsOld: true }),
    })),
    ...filePlaces(path, text, old, folder).map(({ offset, ending, all }) => {
      // A page of MDX imports, as a module does.
      const isImport = path.endsWith(".mdx") && text.startsWith("import ", text.lastIndexOf("\n", offset) + 1);
      if (isImport || /(?:^|[\\/])package\.json$/.test(path) || (isTsconfig(path) && text.includes('"files"')))
        for (const each of all) keeps.add(each);
      return {
        file: path,
        line: lineAt(text, offset),
        message: `The file of types is named here: ${ending}`,
        fix: "name the folder of the generated code, or take it out",
      };
    }),
  ]);
  return { remarks, keeps };
}

function isTsconfig(path: string): boolean {
  return basename(path).startsWith("tsconfig") && path.endsWith(".json");
}

function toolPlaces(path: string, text: string, manifest: string | undefined): readonly number[] {
  const places = placesOf(text, "openapi-typescript");
  if (path !== manifest || places.length === 0) return places;
  const elsewhere = new Set<string>(["scripts", ...dependencyLists]);
  const own = [...membersOf(text, skipBlank(text, text.startsWith("\ufeff") ? 1 : 0))].filter(({ name }) => elsewhere.has(name));
  return places.filter((at) => !own.some(({ value }) => value <= at && at < endOfValue(text, value)));
}

/** Where a file of no package in particular runs openapi-typescript. */
export function runsOfTool(path: string, text: string): readonly number[] {
  return placesOf(text, "openapi-typescript").filter((at) => isRun(path, text, at, undefined));
}

/** Whether what is named at a place is run there, as far as its line says. */
function isRun(path: string, text: string, at: number, manifest: string | undefined): boolean {
  if (tellsOnly.test(posixPath(path))) return false;
  // Another package has its own.
  const isOther = path !== manifest && /(?:^|[\\/])package\.json$/.test(path);
  if (isOther && dependsOn({ file: path, content: parseRecord(text) ?? {} }, "openapi-typescript")) return false;
  const before = text.slice(text.lastIndexOf("\n", at) + 1, at);
  const end = text.indexOf("\n", at);
  const after = text.slice(at + "openapi-typescript".length, end === -1 ? undefined : end);
  if (/^\s*(?:#|\/\/)(?!!)/.test(before)) return false;
  if (/["']$/.test(before) && /^["']/.test(after)) return /^["']\s*[,\]}]/.test(after) && !listsPackages.test(posixPath(path));
  return isRunBetween(before, after);
}

/** Whether the program is run that stands between two parts of a line. */
export function isRunBetween(before: string, after: string): boolean {
  return (
    /^(?:@[\w.^~-]+)?\s+\S/.test(after) ||
    after.startsWith("/bin/") ||
    /(?:^|[\s"'])(?:npx|bunx|pnpx|exec|dlx|run|yarn|pnpm|bun)\s[^\n]{0,80}$|\.bin\/$/.test(before)
  );
}

/** `all`: the files of types that a text of this kind may mean. */
interface FilePlace {
  readonly offset: number;
  readonly ending: string;
  readonly all: readonly string[];
}

function filePlaces(path: string, text: string, old: readonly string[], folder: string): readonly FilePlace[] {
  const endings = new Map<string, string[]>();
  for (const each of old) endings.set(endingOf(each, folder), [...(endings.get(endingOf(each, folder)) ?? []), each]);
  return [...endings].flatMap(([ending, all]) =>
    placesOf(text, path.endsWith(".mdx") ? ending.replace(/(?:\.d)?\.[cm]?ts$/, "") : ending)
      // A bare name is one in the folder of who names it, as far as that is known.
      .filter((offset) => ending.includes("/") || all.includes(resolve(dirname(path), ending)) || /[\w.]\/$/.test(text.slice(0, offset)))
      .map((offset) => ({ offset, ending, all })),
  );
}

/** By what a file of types is known where it is named: its name and that of its folder in the project. */
export function endingOf(old: string, folder: string): string {
  const path = posixPath(relative(folder, old));
  return path.includes("/") && !path.startsWith("..") ? path.split("/").slice(-2).join("/") : basename(path);
}

/** Where a word stands by itself, one place a line. */
export function placesOf(text: string, word: string): readonly number[] {
  const found: number[] = [];
  for (let at = text.indexOf(word); at !== -1 && found.length < most;) {
    if (!/[\w-]/.test(text.charAt(at + word.length)) && !/[\w-]/.test(text.charAt(at - 1))) found.push(at);
    const end = text.indexOf("\n", at);
    at = end === -1 ? -1 : text.indexOf(word, end);
  }
  return found;
}
