import { basename, dirname, relative, resolve } from "node:path";
import { posixPath } from "../setup/read-settings.js";
import { isBelow } from "../source/uri.js";
import type { ProjectFile, ProjectFiles } from "./list-sources.js";
import { placesOf, runsOfTool, type Mentions } from "./mentions.js";
import type { Remark } from "./remarks.js";
import { lineAt } from "./text-edits.js";

/**
 * Where files of a repository that are not below a folder name files of types in it: what a text in quotes leads to, from the file or from the root,
 * stays. `old`: absolute paths.
 */
export function findOtherPackages(
  { modules, others }: ProjectFiles,
  old: readonly string[],
  { folder, root }: { readonly folder: string; readonly root: string },
): Mentions {
  const remarks: Remark[] = [];
  const keeps = new Set<string>();
  const byPath = new Map(old.map((path) => [withoutEnding(path), path]));
  const tell = (file: string, line: number, path: string): void => {
    keeps.add(path);
    remarks.push({
      file,
      line,
      message: `The file of types is named outside of this folder: ${posixPath(relative(folder, path))}`,
      fix: "export the generated code from this package, and import that",
    });
  };
  const belongsHere = ofNoOtherPackage(others, folder);
  for (const { path: file, text } of [...modules.values(), ...others]) {
    if (isBelow(folder, file) || !old.some((path) => text.includes(lastNameOf(path)))) continue;
    const told = new Set<string>();
    for (const { 1: quoted = "", index } of text.matchAll(/["'`](\.{0,2}\/?[^"'`\n\\]{1,300})["'`]/g)) {
      const found = byPath.get(withoutEnding(resolve(dirname(file), quoted)));
      if (found !== undefined && !told.has(found)) tell(file, lineAt(text, index), found);
      if (found !== undefined) told.add(found);
    }
    for (const path of old) {
      const [at] = told.has(path) ? [] : placesOf(text, posixPath(relative(root, path)));
      if (at !== undefined) tell(file, lineAt(text, at), path);
      if (at !== undefined) told.add(path);
    }
    if (modules.has(file) || !belongsHere(file)) continue;
    const untold = old.filter((path) => !told.has(path));
    for (const each of ofFolder(file, text, untold, told.size > 0, folder)) remarks.push(each);
  }
  return { remarks, keeps };
}

/** Whether a file is of the folders above a package, or of what they have beside packages, such as workflows. */
function ofNoOtherPackage(others: readonly ProjectFile[], folder: string): (file: string) => boolean {
  const packages = others.filter(({ path }) => basename(path) === "package.json").map(({ path }) => dirname(path));
  return (file) => packages.every((each) => isBelow(each, folder) || !isBelow(each, file));
}

/**
 * What a file above a package says as if it stood in its folder: `cd packages/api && …`, and workflows with a folder to work in. Another package may have
 * a file of this name, so that it is told alone. `isNaming`: whether it names a file of types in another way.
 */
function ofFolder(file: string, text: string, old: readonly string[], isNaming: boolean, folder: string): readonly Remark[] {
  const named = old.flatMap((path) => {
    const shown = posixPath(relative(folder, path));
    const [at] = shown.includes("/") ? placesOf(text, shown) : [];
    return at === undefined ? [] : [{ at, shown }];
  });
  const runs = isNaming || named.length > 0 ? runsOfTool(file, text) : [];
  return [
    ...named.map(({ at, shown }) => ({
      file,
      line: lineAt(text, at),
      message: `The file of types is named outside of this folder: ${shown}`,
      fix: "name the folder of the generated code, or take it out",
    })),
    ...runs.map((at) => ({
      file,
      line: lineAt(text, at),
      message: "openapi-typescript is named here",
      fix: "let `sundial generate` or `sundial check` take its place",
      needsOld: true as const,
    })),
  ];
}

function lastNameOf(path: string): string {
  return withoutEnding(posixPath(path)).split("/").at(-1) ?? path;
}

function withoutEnding(path: string): string {
  return path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "");
}
