import { dirname, join } from "node:path";
import type { Io } from "../io.js";
import { dependsOn, isRecord, readPackage, type PackageJson } from "../project/project-setup.js";
import type { FormatChoice, Formatter } from "./formatter.js";

/** Names of configurations. */
export const biomeConfig = /^\.?biome\.jsonc?$/;
export const prettierConfig = /^(?:\.prettierrc(?:\.(?:json5?|ya?ml|toml|[cm]?[jt]s))?|prettier\.config\.[cm]?[jt]s)$/;

/** What a folder says of formatters. */
interface Traces {
  readonly biome: boolean;
  readonly prettier: boolean;
}

/**
 * The formatter that was chosen for the files of a folder, which need not exist; undefined where the repository has none. `base`: the folder of
 * the configuration, absolute.
 */
export async function findFormatter(
  setting: Exclude<FormatChoice, false>,
  folder: string,
  base: string,
  io: Io,
): Promise<Formatter | undefined> {
  if (typeof setting === "object") return { kind: "command", words: setting.words, root: base };
  if (setting === "prettier") return { kind: "prettier", from: folder };
  for (let at = folder; ; at = dirname(at)) {
    const entries = await io.list(at).catch(() => []); // what cannot be read says nothing
    const names = entries.flatMap(({ name, kind }) => (kind === "file" || kind === "symlink" ? [name] : []));
    const traces = tracesOf(names, names.includes("package.json") ? await readPackage(io, join(at, "package.json")) : undefined);
    if (traces.biome) return { kind: "biome", root: at };
    if (traces.prettier && setting === "auto") return { kind: "prettier", from: folder };
    if (entries.some(({ name }) => name === ".git") || dirname(at) === at)
      return setting === "biome" ? { kind: "biome", root: base } : undefined;
  }
}

function tracesOf(names: readonly string[], packageJson: PackageJson | undefined): Traces {
  const own = packageJson?.content["prettier"];
  return {
    biome: names.some((name) => biomeConfig.test(name)),
    prettier:
      names.some((name) => prettierConfig.test(name)) || isRecord(own) || typeof own === "string" || dependsOn(packageJson, "prettier"),
  };
}
