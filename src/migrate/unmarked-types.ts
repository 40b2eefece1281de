import { dirname } from "node:path";
import { clientCalls } from "./client-calls.js";
import { createOrigins } from "./exported-names.js";
import type { ProjectFiles } from "./list-sources.js";
import { isGenerated } from "./old-setup.js";
import { exportedNames, type NamedApi } from "./planned-api.js";
import { readModules, type Library } from "./read-modules.js";
import { createResolver, type Alias } from "./resolve-module.js";

/**
 * Modules that are what openapi-typescript makes, though their first comment does not say so: a program that calls it writes what it likes. They export
 * `paths` and `components`, and a client of openapi-fetch is made of their paths. Absolute paths.
 */
export function unmarkedTypes({ modules }: ProjectFiles, aliases: readonly Alias[], morph: Library): readonly string[] {
  const candidates = new Map<string, NamedApi>();
  for (const { path, text } of modules.values()) {
    const names = isGenerated(text) || !text.includes("paths") ? undefined : exportedNames(text);
    if (names?.has("paths") === true && names.has("components")) candidates.set(path, unnamed(path, names));
  }
  if (candidates.size === 0) return [];
  const wanted = [...modules.values()].filter(
    ({ path, text }) => !candidates.has(path) && (text.includes("openapi-fetch") || (text.includes("export") && text.includes("from"))),
  );
  const { blocks } = readModules(wanted, morph);
  const resolve = createResolver(modules, aliases);
  const origins = createOrigins(blocks, candidates, resolve, morph);
  const used = new Set(
    blocks
      .flatMap((block) => clientCalls(block, origins, morph))
      .map((each) => (each.problem === undefined ? each.api.old : each.typesOf?.old)),
  );
  return [...candidates.keys()].filter((path) => used.has(path));
}

/** An API of which nothing is known but its old types. */
function unnamed(old: string, oldNames: ReadonlySet<string>): NamedApi {
  const names = { type: "", value: "", types: undefined };
  return { label: "", input: "", output: dirname(old), old, oldNames, oldValues: undefined, emit: [], names };
}
