import { dirname, join, relative } from "node:path";
import { findConfig } from "../config/read-config.js";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { Io } from "../io.js";
import { decideImportExtension } from "../project/import-extension.js";
import { openapiFetchProblems } from "../project/openapi-fetch.js";
import { dependsOn, readProjectSetup, type PackageJson, type PackageManager } from "../project/project-setup.js";
import { readTsconfig } from "../project/tsconfig.js";
import { entriesOf, projectFolder, repositoryOf } from "../source/project-folder.js";
import { findGenerators, type OtherGenerator } from "./other-generators.js";
import { findSourceTools, type SourceTool } from "./ignore-lists.js";
import { parseRecord, posixPath, readSettings } from "./read-settings.js";

/** What a project is, as far as a set-up needs to know. Paths are absolute. */
export interface Repository {
  /** The current folder: where the configuration is, or will be. */
  readonly folder: string;
  /** The repository around it, else its workspace, else itself: nothing is written outside of it. */
  readonly root: string;
  readonly hasGit: boolean;
  /** The package.json of the folder; "broken" where it cannot be read. */
  readonly manifest: { readonly file: string; readonly text: string; readonly content: PackageJson["content"] } | "broken" | undefined;
  readonly packageManager: PackageManager;
  /** Whether it is version 1 of Yarn. */
  readonly isClassicYarn: boolean;
  /** What a package manager asks for before it adds a package to the root of a workspace, where the folder is one. */
  readonly workspaceFlag: string | undefined;
  /** Whether it is a project of Deno, without a package.json. */
  readonly isDeno: boolean;
  /** Whether the repository has others in it, of which its files may be. */
  readonly hasSubmodules: boolean;
  /** The file of the root that says which Node it is for. */
  readonly nodeVersionFile: string | undefined;
  /** Whether the package.json of the root names a version of it, which CI then takes. */
  readonly namesVersion: boolean;
  readonly tsconfig: string | undefined;
  /** Why a configuration in TypeScript would be in the way, or be of no use, as a clause; undefined where it fits. */
  readonly noTypeScript: string | undefined;
  /** Whether there is a package.json, and nothing around it says what would compile TypeScript, or run it. */
  readonly isUncompiled: boolean;
  /** Whether the openapi-fetch that is installed is too old for calls by path. */
  readonly isOldFetch: boolean;
  readonly tools: readonly SourceTool[];
  readonly frameworks: { readonly server: string | undefined; readonly client: string | undefined };
  readonly generators: readonly OtherGenerator[];
  /** A configuration of ours that is there. */
  readonly config: string | undefined;
  /** Texts of the files that say what CI does, by name relative to the root. */
  readonly ci: ReadonlyMap<string, string>;
  /** The .gitattributes of the folder and of those above it, from within. */
  readonly attributes: readonly { readonly file: string; readonly text: string }[];
  /** Whether what is written by hand is in `src`: it is there, or the tsconfig takes files from nowhere else. */
  readonly hasSources: boolean;
  /** Names in the folder. */
  readonly names: ReadonlySet<string>;
}

const servers = ["express", "fastify", "@nestjs/core", "koa", "hono", "@hapi/hapi", "elysia", "h3", "restify"] as const;
const clients = [
  ...["react", "vue", "svelte", "solid-js", "@angular/core", "next", "nuxt", "astro", "@sveltejs/kit"],
  ...["@remix-run/react", "expo", "react-native"],
] as const;

/** Looks at the current folder and the repository around it. Runs nothing, and changes nothing. */
export async function readRepository(io: Io): Promise<Repository> {
  const folder = io.cwd;
  const repository = await repositoryOf(folder, io);
  const root = repository ?? (await projectFolder(folder, io)) ?? folder;
  const setup = await readProjectSetup(io, folder);
  const folders = foldersUpTo(folder, root);
  const entries = (await entriesOf(folder, io)).filter(({ kind }) => kind !== "other");
  const names = new Set(entries.map(({ name }) => name));
  const manifest = await readManifest(io, folder, names);
  const own = typeof manifest === "object" ? manifest : undefined;
  const packages = await packagesOf(io, folders);
  const classicYarn = setup.packageManager === "yarn" && (await isClassicYarn(io, folders, packages));
  const frameworkOf = (wanted: readonly string[]): string | undefined => wanted.find((name) => dependsOn(own, name));
  return {
    folder,
    root,
    hasGit: repository !== undefined,
    manifest,
    packageManager: setup.packageManager ?? "npm",
    isClassicYarn: classicYarn,
    workspaceFlag:
      setup.packageManager === "pnpm" && names.has("pnpm-workspace.yaml")
        ? "--workspace-root"
        : classicYarn && own?.content["workspaces"] !== undefined
          ? "--ignore-workspace-root-check"
          : undefined,
    isDeno: manifest === undefined && setup.deno !== undefined,
    nodeVersionFile: await nodeVersionFile(io, root),
    hasSubmodules: repository !== undefined && (await io.realPath(join(repository, ".gitmodules"))) !== undefined,
    isUncompiled: own !== undefined && setup.packageManager !== "bun" && (await isUncompiled(io, folder, packages)),
    isOldFetch: dependsOn(own, "openapi-fetch") && (await openapiFetchProblems(io, folder)).length > 0,
    namesVersion: packages.some(({ file, content }) => dirname(file) === root && content["packageManager"] !== undefined),
    tsconfig: setup.tsconfig,
    noTypeScript: await whyNoTypeScript(io, folder, setup.tsconfig, packages),
    tools: await findSourceTools(io, folders, packages),
    frameworks: { server: frameworkOf(servers), client: frameworkOf(clients) },
    generators: await findGenerators(io, folder, [...names], own),
    config: await findConfig(io, folder),
    ci: await readCi(io, root),
    attributes: await readAll(io, folders, ".gitattributes"),
    hasSources: names.has("src") || (await takesOnlySources(io, folder, setup.tsconfig)),
    names,
  };
}

async function nodeVersionFile(io: Io, root: string): Promise<string | undefined> {
  const names = (await entriesOf(root, io)).map(({ name }) => name);
  return [".nvmrc", ".node-version", ".tool-versions"].find((name) => names.includes(name));
}

/** Later versions leave a file of their own beside the lock file, or are named by package.json. */
async function isClassicYarn(io: Io, folders: readonly string[], packages: readonly PackageJson[]): Promise<boolean> {
  const named = packages.map(({ content }) => content["packageManager"]).find((each) => typeof each === "string");
  if (named !== undefined) return /^yarn@[01]\./.test(named);
  const names = (await Promise.all(folders.map((each) => entriesOf(each, io)))).flat().map(({ name }) => name);
  return !names.some((name) => name === ".yarnrc.yml" || name === ".pnp.cjs" || name === ".yarn");
}

/** A folder and those above it, as far as another one that it is in. */
function foldersUpTo(folder: string, root: string): readonly string[] {
  const found: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    found.push(at);
    if (at === root || dirname(at) === at) return found;
  }
}

async function readManifest(io: Io, folder: string, names: ReadonlySet<string>): Promise<Repository["manifest"]> {
  if (!names.has("package.json")) return undefined;
  const file = join(folder, "package.json");
  const text = await readSettings(io, file);
  const content = text === undefined ? undefined : parseRecord(text);
  return text === undefined || content === undefined ? "broken" : { file, text, content };
}

async function packagesOf(io: Io, folders: readonly string[]): Promise<readonly PackageJson[]> {
  return (await readAll(io, folders, "package.json")).flatMap(({ file, text }) => {
    const content = parseRecord(text);
    return content === undefined ? [] : [{ file, content }];
  });
}

async function readAll(
  io: Io,
  folders: readonly string[],
  name: string,
): Promise<readonly { readonly file: string; readonly text: string }[]> {
  const found: { readonly file: string; readonly text: string }[] = [];
  for (const folder of folders) {
    const text = await readSettings(io, join(folder, name));
    if (text !== undefined) found.push({ file: join(folder, name), text });
  }
  return found;
}

/** A file beside `src` is in no program whose `rootDir` is `src`, and TypeScript refuses it there. */
async function whyNoTypeScript(
  io: Io,
  folder: string,
  tsconfig: string | undefined,
  packages: readonly PackageJson[],
): Promise<string | undefined> {
  if (tsconfig === undefined)
    return packages.some((each) => dependsOn(each, "typescript")) ? undefined : "the project has no tsconfig.json, and no typescript";
  const text = (await readSettings(io, tsconfig)) ?? "";
  if (/"(?:include|files)"\s*:/.test(text)) return undefined;
  const { options } = await readTsconfig(io, tsconfig, folder);
  const { value: rootDir, file = tsconfig } = options.get("rootDir") ?? {};
  const all = "its tsconfig.json takes all files in, and";
  if (typeof rootDir !== "string") {
    const isMoved = options.get("outDir")?.value !== undefined && options.get("noEmit")?.value !== true;
    return isMoved ? `${all} one more beside them would move what it compiles to in \`outDir\`` : undefined;
  }
  const isInside = !posixPath(relative(join(dirname(file), rootDir), folder)).startsWith("..");
  return isInside ? undefined : `${all} \`rootDir\` is another folder`;
}

/** What compiles TypeScript, or runs it, in a project that says nothing else of it. */
const compilers = ["typescript", "@typescript/native-preview", "tsx", "ts-node", "@swc/core", "esbuild", "tsup", "jiti"] as const;

async function isUncompiled(io: Io, folder: string, packages: readonly PackageJson[]): Promise<boolean> {
  if (packages.some((each) => compilers.some((name) => dependsOn(each, name)))) return false;
  return (await decideImportExtension(io, folder, undefined)).isGuess;
}

/** Whether a tsconfig of the folder includes what is below `src`, which need not be there yet, and no more. */
async function takesOnlySources(io: Io, folder: string, tsconfig: string | undefined): Promise<boolean> {
  if (tsconfig === undefined || dirname(tsconfig) !== folder) return false;
  const [, after = ""] = ((await readSettings(io, tsconfig)) ?? "").split(/"include"\s*:\s*\[/, 2);
  const included = after.slice(0, after.indexOf("]"));
  const patterns = Array.from(included.matchAll(/"([^"\n]*)"/g), ([, pattern = ""]) => pattern.replace(/^\.\//, ""));
  return patterns.length > 0 && patterns.every((pattern) => pattern === "src" || pattern.startsWith("src/"));
}

async function readCi(io: Io, root: string): Promise<Repository["ci"]> {
  const found = new Map<string, string>();
  const workflows = join(root, ".github/workflows");
  const names = (await entriesOf(workflows, io)).filter(({ name }) => /\.ya?ml$/.test(name)).map(({ name }) => `.github/workflows/${name}`);
  for (const name of [...names.slice(0, 100), ".gitlab-ci.yml", "azure-pipelines.yml", ".circleci/config.yml", "bitbucket-pipelines.yml"]) {
    const text = await readSettings(io, join(root, name), 1024 * 1024);
    if (text !== undefined) found.set(name, text);
  }
  return found;
}

/** That the package.json of a project is none. `command`: what could not be done. */
export function brokenPackage({ folder }: Pick<Repository, "folder">, command: string): Diagnostic {
  return diagnostic("setup-package-unreadable", `${join(folder, "package.json")} cannot be read as JSON of an object.`, {
    hint: `Correct it, and run \`sundial ${command}\` again. Nothing was written.`,
  });
}
