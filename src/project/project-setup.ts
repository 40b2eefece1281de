import { dirname, join } from "node:path";
import type { Io } from "../io.js";
import { MAX_SETTINGS_BYTES } from "../source/endless-files.js";
import { entriesOf } from "../source/project-folder.js";

/** The files around a folder that say how its modules find one another. Paths are absolute. */
export interface ProjectSetup {
  /** The nearest tsconfig.json, in the folder or above it. */
  readonly tsconfig: string | undefined;
  /** A deno.json or deno.jsonc that is not above the tsconfig. */
  readonly deno: string | undefined;
  /** What says that a bundler is used: the nearest configuration of one, or a package.json that depends on one. */
  readonly bundler: string | undefined;
  /** What says that Jest runs the files, likewise. */
  readonly jest: string | undefined;
  readonly packageJson: PackageJson | undefined;
  /** The nearest package.json, where it is no JSON of an object, as with the marks of a merge: what it says is not known, and one above it says other things. */
  readonly brokenPackage: string | undefined;
  /** The nearest that a package.json names, or a lock file belongs to. */
  readonly packageManager: PackageManager | undefined;
}

export type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

/** The nearest package.json, as far as it can be read. */
export interface PackageJson {
  readonly file: string;
  readonly content: Readonly<Record<string, unknown>>;
}

const bundlerConfig =
  /^(?:(?:astro|farm|metro|next|nuxt|quasar|react-router|remix|rolldown|rollup|rsbuild|rspack|svelte|vite|vue|webpack)\.config\.(?:[cm]?[jt]s|json)|angular\.json|gatsby-config\.[cm]?[jt]s|\.parcelrc)$/;

/** Packages that bundle what depends on them, with a configuration or without. */
const bundlers = ["@angular/core", "expo", "gatsby", "next", "nuxt", "parcel", "react-native", "react-scripts", "vite", "webpack"] as const;

const jestConfig = /^jest\.config\.(?:[cm]?[jt]s|json)$/;

/** Packages of which each means that Jest runs the tests of what depends on it. */
const jestPackages = ["babel-jest", "jest", "jest-cli", "ts-jest"] as const;

const lockFiles: ReadonlyMap<string, PackageManager> = new Map([
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
]);

/** Looks at a folder, which need not exist, and at those above it: up to the root of its repository, or of the disk. */
export async function readProjectSetup(io: Io, folder: string): Promise<ProjectSetup> {
  let [tsconfig, deno, bundler, jest, brokenPackage]: (string | undefined)[] = [];
  let packageJson: PackageJson | undefined;
  let packageManager: PackageManager | undefined;
  for (let at = folder; ; at = dirname(at)) {
    const entries = await entriesOf(at, io);
    const names = entries.filter(({ kind }) => kind === "file" || kind === "symlink").map(({ name }) => name);
    const find = (isWanted: (name: string) => boolean): string | undefined => {
      const name = names.find(isWanted);
      return name === undefined ? undefined : join(at, name);
    };
    if (tsconfig === undefined) deno ??= find((name) => name === "deno.json" || name === "deno.jsonc");
    tsconfig ??= find((name) => name === "tsconfig.json");
    bundler ??= find((name) => bundlerConfig.test(name));
    const file = join(at, "package.json");
    const own = names.includes("package.json") ? await readPackage(io, file) : undefined;
    if (packageJson === undefined && own === undefined && names.includes("package.json")) brokenPackage ??= file;
    if (packageJson === undefined && bundlers.some((name) => dependsOn(own, name))) bundler ??= own?.file;
    jest ??= find((name) => jestConfig.test(name));
    if (isRecord(own?.content["jest"]) || (packageJson === undefined && jestPackages.some((name) => dependsOn(own, name))))
      jest ??= own?.file;
    if (brokenPackage === undefined) packageJson ??= own;
    packageManager ??= packageManagerOf(own) ?? names.map((name) => lockFiles.get(name)).find((each) => each !== undefined);
    if (entries.some(({ name }) => name === ".git") || dirname(at) === at) break;
  }
  return { tsconfig, deno, bundler, jest, packageJson, brokenPackage, packageManager };
}

export async function readPackage(io: Io, file: string): Promise<PackageJson | undefined> {
  try {
    const content: unknown = JSON.parse(new TextDecoder().decode(await io.read(file, { most: MAX_SETTINGS_BYTES })));
    return isRecord(content) ? { file, content } : undefined;
  } catch {
    // What is wrong with it, its own tools say.
    return undefined;
  }
}

/** "pnpm@10.4.0" is pnpm. */
function packageManagerOf(packageJson: PackageJson | undefined): PackageManager | undefined {
  const written = packageJson?.content["packageManager"];
  const name = typeof written === "string" ? written.replace(/@.*$/, "") : undefined;
  return [...lockFiles.values()].find((each) => each === name);
}

/** Where a package.json lists packages that are installed with it, or have to be there. */
export const dependencyLists = ["devDependencies", "dependencies", "peerDependencies", "optionalDependencies"] as const;

/** Whether a package names another among its dependencies of any kind. */
export function dependsOn(packageJson: PackageJson | undefined, name: string): boolean {
  return dependencyLists.some((key) => {
    const listed = packageJson?.content[key];
    return isRecord(listed) && Object.hasOwn(listed, name);
  });
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
