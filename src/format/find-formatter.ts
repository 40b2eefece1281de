import { dirname, join } from "node:path";
import type { Io } from "../io.js";
import { dependsOn, isRecord, readPackage, type PackageJson } from "../project/project-setup.js";
import { wordsOf, type Formatter, type FormatSetting } from "./formatter.js";

const biomeConfig = /^\.?biome\.jsonc?$/;
const prettierConfig = /^(?:\.prettierrc(?:\.(?:json5?|ya?ml|toml|[cm]?[jt]s))?|prettier\.config\.[cm]?[jt]s)$/;

/** What a folder says of formatters. */
interface Traces {
  readonly biome: boolean;
  readonly prettier: boolean;
}

/**
 * The formatter of a setting for the files of a folder, which need not exist; undefined where there is to be none. `base`: the folder of the
 * configuration, absolute.
 */
export async function findFormatter(
  setting: FormatSetting | undefined,
  folder: string,
  base: string,
  io: Io,
): Promise<Formatter | undefined> {
  if (setting === undefined || setting === false) return undefined;
  if (typeof setting === "object") {
    const [program, ...args] = typeof setting.command === "string" ? wordsOf(setting.command) : setting.command;
    return program === undefined ? undefined : { kind: "command", words: [program, ...args], root: base };
  }
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
