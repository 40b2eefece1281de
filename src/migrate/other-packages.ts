import { dirname, relative, resolve } from "node:path";
import { posixPath } from "../setup/read-settings.js";
import { isBelow } from "../source/uri.js";
import type { ProjectFiles } from "./list-sources.js";
import { placesOf, type Mentions } from "./mentions.js";
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
    }
  }
  return { remarks, keeps };
}

function lastNameOf(path: string): string {
  return withoutEnding(posixPath(path)).split("/").at(-1) ?? path;
}

function withoutEnding(path: string): string {
  return path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "");
}
