import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { Io } from "../io.js";
import { isRecord, readProjectSetup, type PackageManager } from "./project-setup.js";

/** What a script has to generate: everything of a configuration, or one folder by flags. Absolute paths. */
export type Generated = { readonly config: string } | { readonly output: string };

/**
 * The command that generated files name, unless the configuration or a script says otherwise. It has the package's whole name, because
 * `npx` runs packages, and the package `sundial` is another one.
 */
export const defaultCommand = "npx openapi-sundial generate";

/** What runs a script, by package manager. */
export const runs: Readonly<Record<PackageManager, string>> = { npm: "npm run", pnpm: "pnpm run", yarn: "yarn run", bun: "bun run" };

const installs: Readonly<Record<PackageManager, { readonly program: string; readonly development: string }>> = {
  npm: { program: "npm install", development: "--save-dev" },
  pnpm: { program: "pnpm add", development: "--save-dev" },
  yarn: { program: "yarn add", development: "--dev" },
  bun: { program: "bun add", development: "--dev" },
};

/** The command that adds packages of ours to a project. `flag`: what the root of a workspace asks for. */
export function installCommand(
  manager: PackageManager,
  packages: readonly string[],
  use: "development" | "runtime",
  flag?: string,
): string {
  const { program, development } = installs[manager];
  return [program, ...(use === "development" ? [development] : []), ...(flag === undefined ? [] : [flag]), ...packages].join(" ");
}

/** What runs a package that is not installed, by package manager. Yarn 1 has nothing for it, and npx comes with Node. */
const remotes: Readonly<Record<PackageManager, string>> = { npm: "npx", pnpm: "pnpm dlx", yarn: "npx", bun: "bunx" };

/** The command line that runs ours as it is in another version, or as a tag of the registry names it: "npx openapi-sundial@0.2.0 upgrade". */
export function commandOfVersion(manager: PackageManager, wanted: string, words: readonly string[]): string {
  return [remotes[manager], `openapi-sundial@${wanted}`, ...words].join(" ");
}

/**
 * Our own command by what runs that of a repository: `npx` finds nothing where Yarn has no node_modules. What would load a package that is not
 * installed is given its whole name.
 */
const ownCommands: ReadonlyMap<string, string> = new Map([
  ["yarn", "yarn sundial generate"],
  ["pnpm", "pnpm exec sundial generate"],
  ["bun", "bunx openapi-sundial generate"],
  ["bunx", "bunx openapi-sundial generate"],
  ["deno", "deno run -A npm:openapi-sundial generate"],
]);

/**
 * Whether a text is a command as we write it: ours, or one that runs a script of a package by its name. What a manifest records is somebody's text, and
 * is not offered to be run where it is anything else.
 */
export function isKnownCommand(command: string): boolean {
  if (command === defaultCommand || [...ownCommands.values()].includes(command)) return true;
  const run = Object.values(runs).find((each) => command.startsWith(`${each} `));
  return run !== undefined && /^[\w@][\w@:./-]{0,100}$/.test(command.slice(run.length + 1));
}

/** The command that takes flags, where `command` is what a repository has for its users ("yarn run generate"); undefined where npm runs that. */
export function ownCommand(command: string): string | undefined {
  const [program = ""] = command.split(" ", 1);
  return ownCommands.get(program);
}

/**
 * The command that runs the script of the nearest package.json that generates just this ("npm run generate"); undefined without one. It
 * depends on what is committed alone: the package.json, and for the package manager its `packageManager` or the lock file.
 */
export async function generateScript(io: Io, wanted: Generated): Promise<string | undefined> {
  const { packageJson, packageManager } = await readProjectSetup(io, folderOf(wanted));
  const scripts = packageJson?.content["scripts"];
  if (packageJson === undefined || !isRecord(scripts)) return undefined;
  const folder = dirname(packageJson.file);
  const name = Object.keys(scripts).find((key) => {
    const script = scripts[key];
    return (
      /^[\w:.-]+$/.test(key) && typeof script === "string" && script.split(/[;&|]+/).some((part) => generates(part.trim(), folder, wanted))
    );
  });
  return name === undefined ? undefined : `${runs[packageManager ?? "npm"]} ${name}`;
}

/** Whether a command runs a script that the nearest package.json does not have: it was called otherwise once. Without a package.json, nothing is known. */
export async function lacksScript(io: Io, wanted: Generated, command: string): Promise<boolean> {
  const run = Object.values(runs).find((each) => command.startsWith(`${each} `));
  if (run === undefined) return false;
  const { packageJson } = await readProjectSetup(io, folderOf(wanted));
  if (packageJson === undefined) return false;
  const scripts = packageJson.content["scripts"];
  return !isRecord(scripts) || !Object.hasOwn(scripts, command.slice(run.length + 1));
}

/** That the package.json cannot be read whose scripts would say what generates: which one it is, is not known then. */
export async function unreadableScripts(io: Io, wanted: Generated): Promise<Diagnostic | undefined> {
  const { brokenPackage } = await readProjectSetup(io, folderOf(wanted));
  if (brokenPackage === undefined) return undefined;
  return diagnostic("setup-package-unreadable", `${brokenPackage} cannot be read as JSON of an object.`, {
    severity: "warning",
    hint: "Correct it, such as the marks of a merge. Generated files go on to name the command that they name, and to import as they do.",
  });
}

function folderOf(wanted: Generated): string {
  return "config" in wanted ? dirname(wanted.config) : wanted.output;
}

const invocation = /^(?:(?:npx|bunx|bun|yarn|pnpm(?: exec)?|npm exec)(?: --)? )?(?:openapi-)?sundial generate(?: (.*))?$/;

/** Whether a command line of a script generates what is wanted, and nothing less. `folder`: where scripts run. */
function generates(line: string, folder: string, wanted: Generated): boolean {
  const found = invocation.exec(line);
  if (found === null) return false;
  const { values, positionals } = parseArgs({
    args: (found[1] ?? "").split(/\s+/).filter((word) => word !== ""),
    options: { config: { type: "string" }, input: { type: "string" }, output: { type: "string" } },
    allowPositionals: true,
    strict: false,
  });
  if (positionals.length > 0) return false;
  if ("output" in wanted) return typeof values.output === "string" && resolve(folder, values.output) === wanted.output;
  if (values.input !== undefined) return false;
  return typeof values.config === "string" ? resolve(folder, values.config) === wanted.config : folder === dirname(wanted.config);
}
