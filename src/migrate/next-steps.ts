import { relative } from "node:path";
import { dependsOn, isRecord, type PackageManager } from "../project/project-setup.js";
import { runs } from "../project/generate-script.js";
import { bareCommand, ownScripts, wholeGenerate } from "../setup/plan-setup.js";
import { posixPath } from "../setup/read-settings.js";
import type { Repository } from "../setup/repository.js";

/** What runs a program that is installed, by package manager. */
const executors: Readonly<Record<PackageManager, string>> = { npm: "npx", pnpm: "pnpm exec", yarn: "yarn", bun: "bunx" };

/**
 * Commands to run when a migration is written: `install` and `generate` as a set-up has them; then what formats what was rewritten, and what shows
 * whether the rest compiles. `rewritten`: absolute paths.
 */
export function nextSteps(
  repository: Repository,
  install: readonly string[],
  generate: readonly string[],
  rewritten: readonly string[],
): readonly string[] {
  const doctor = bareCommand(repository.packageManager, "doctor");
  return [...install, ...generate, ...formatStep(repository, rewritten), ...compileStep(repository), doctor];
}

/** Files that a command names one by one. */
const mostNamed = 20;

/** The project's formatter, for files that were rewritten: lines are longer now, and imports stand elsewhere. */
function formatStep({ folder, tools, packageManager }: Repository, rewritten: readonly string[]): readonly string[] {
  const formatter = tools.find(({ tool }) => tool !== "eslint")?.tool;
  if (formatter === undefined || formatter === "eslint" || rewritten.length === 0) return [];
  const all = rewritten.map((path) => posixPath(relative(folder, path)));
  const named = all.length > mostNamed ? [...new Set(all.map((path) => path.split("/")[0] ?? "."))] : all;
  // What a shell would read as another thing is left out.
  const words = named.flatMap((path) =>
    /^(?!-)[\w./@+-]+$/.test(path) ? [path] : /^(?!-)[^"$`\\!%\p{Cc}]+$/u.test(path) ? [`"${path}"`] : [],
  );
  const command = { prettier: "prettier --write", biome: "biome format --write" }[formatter];
  return words.length === 0 ? [] : [`${executors[packageManager]} ${command} ${words.join(" ")}`];
}

/** The command that generates: all APIs, where the script that is there is one for some of them. `command`: the one of that script. */
export function generateAll({ manifest, packageManager }: Repository, command: string): string {
  const name = ownScripts(manifest).generate;
  const scripts = scriptsOf(manifest);
  return name === undefined || wholeGenerate.test(String(scripts[name])) ? command : bareCommand(packageManager, "generate");
}

function compileStep({ manifest, packageManager, tsconfig }: Repository): readonly string[] {
  const scripts = scriptsOf(manifest);
  const own = ["typecheck", "type-check", "check-types", "types:check", "tsc"].find((name) => /\btsc\b/.test(String(scripts[name])));
  if (own !== undefined) return [`${runs[packageManager]} ${own}`];
  if (typeof manifest !== "object" || tsconfig === undefined) return [];
  const program = ["vue-tsc", "typescript"].find((each) => dependsOn(manifest, each));
  return program === undefined ? [] : [`${executors[packageManager]} ${program === "typescript" ? "tsc" : program} --noEmit`];
}

function scriptsOf(manifest: Repository["manifest"]): Readonly<Record<string, unknown>> {
  return typeof manifest === "object" && isRecord(manifest.content["scripts"]) ? manifest.content["scripts"] : {};
}
