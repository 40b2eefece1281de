import { dirname, resolve } from "node:path";
import { dependsOn } from "../project/project-setup.js";
import type { Repository } from "../setup/repository.js";
import { isBelow } from "../source/uri.js";
import type { ProjectFiles } from "./list-sources.js";
import type { Mentions } from "./mentions.js";
import { stemOf } from "./old-setup.js";
import type { NamedApi } from "./planned-api.js";
import type { Remark } from "./remarks.js";
import { createResolver, isRelative, type Alias } from "./resolve-module.js";
import { lineAt } from "./text-edits.js";

/** What names modules, as far as a text shows it. */
const named = /\b(?:from|import|require)[ \t]?\(?[ \t]?(["'])([^"'\n]{1,300})\1/g;

/**
 * Modules that name a file of types when they are rewritten: by what leads to it, or by its name, where that leads to nothing that is known. A compiler
 * may know more ways than are known here, so such a file is not removed. `textOf`: a module as it is to be; `goes`: files that would be removed.
 */
export function findStillNamed(
  { modules }: ProjectFiles,
  textOf: (path: string) => string,
  goes: readonly NamedApi[],
  known: {
    readonly repository: Repository;
    readonly aliases: readonly Alias[];
    /** Folders with generated code. */
    readonly outputs: readonly string[];
  },
): Mentions {
  const { repository, aliases, outputs } = known;
  const remarks: Remark[] = [];
  const keeps = new Set<string>();
  const has = (path: string): boolean => modules.has(path) || outputs.some((folder) => isBelow(folder, path));
  const resolveModule = createResolver({ has }, aliases);
  const stems = goes.map(({ old }) => ({ old, name: nameOf(old) }));
  for (const path of goes.length === 0 ? [] : modules.keys()) {
    if (goes.some(({ old }) => old === path)) continue;
    const text = textOf(path);
    if (stems.every(({ name }) => !text.includes(name))) continue;
    for (const { 2: specifier = "", index } of text.matchAll(named)) {
      if (isNote(text, index)) continue;
      const found = resolveModule(path, specifier)?.path;
      const own = stems.filter(({ old, name }) =>
        found === undefined ? mayName(specifier, name, path, repository, outputs) : found === old,
      );
      for (const { old } of own) keeps.add(old);
      if (own.length > 0)
        remarks.push({
          file: path,
          line: lineAt(text, index),
          message: `A module may name the old file of types: ${specifier}`,
          fix: "name the new file, or take it out",
        });
    }
  }
  return { remarks, keeps };
}

/** The name by which modules know a file: that of its folder, where it is the index of one. */
function nameOf(old: string): string {
  const stem = stemOf(old);
  return stem === "index" ? stemOf(dirname(old)) : stem;
}

/** Whether a specifier that leads to no file may be one of a file of types: no package is one. */
function mayName(specifier: string, name: string, from: string, { manifest }: Repository, outputs: readonly string[]): boolean {
  const ending = specifier.slice(specifier.lastIndexOf("/") + 1).replace(/(?:\.d)?(?:\.[cm]?[jt]sx?)?$/, "");
  if (ending !== name || !specifier.includes("/")) return false;
  if (isRelative(specifier)) return !outputs.some((folder) => isBelow(folder, resolve(dirname(from), specifier)));
  const [scope = "", second = ""] = specifier.split("/", 2);
  const isListed = typeof manifest === "object" && dependsOn(manifest, scope.startsWith("@") ? `${scope}/${second}` : scope);
  return !isListed && !specifier.includes(":");
}

/** Whether it stands in a comment of one line. */
function isNote(text: string, at: number): boolean {
  return text
    .slice(text.lastIndexOf("\n", at) + 1, at)
    .trimStart()
    .startsWith("//");
}
