/** Makes a repository: its files, the tools of a cell, what is generated, and a first commit. */
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Tools } from "../tools.js";
import { versionOf } from "../versions.js";
import { layouts, script, type Cell } from "./consumer.js";
import { gitEnvironment, repositoryIn, type Environment, type Repository } from "./repository.js";

const here = fileURLToPath(new URL(".", import.meta.url));

export interface Surroundings {
  readonly root: string;
  readonly tarball: string;
  readonly environment: Environment;
  readonly tools: Tools;
  /** Versions that are not in `versions.json` are looked up, and written there. */
  readonly pin: boolean;
}

export interface PackageJson {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly workspaces?: readonly string[];
}

/** The repository of a cell, installed; nothing is generated yet. */
export async function setUp(cell: Cell, surroundings: Surroundings): Promise<Repository> {
  const { root, tools, environment: outer } = surroundings;
  const folder = join(root, Object.values(cell).join("-"));
  const path = cell.manager === "pnpm" ? `${await tools.folder("pnpm")}:${outer["PATH"] ?? ""}` : (outer["PATH"] ?? "");
  const repository = repositoryIn(folder, { ...outer, ...gitEnvironment, PATH: path });
  await mkdir(folder, { recursive: true });
  await cp(join(here, cell.consumer), folder, { recursive: true });
  await writeTools(cell, repository, surroundings);
  await repository.git("init", "--quiet", "--initial-branch=main");
  await repository.run(cell.manager, "install", ...(cell.manager === "pnpm" ? ["--no-frozen-lockfile"] : []));
  await repository.run(...script(cell.manager, "format"));
  return repository;
}

/** The files of the formatter, and the versions and scripts of `package.json`. */
async function writeTools(cell: Cell, repository: Repository, { tarball, pin }: Surroundings): Promise<void> {
  const { formatter, compiler, manager, consumer } = cell;
  const { generated, home } = layouts[consumer];
  if (formatter === "prettier") {
    await repository.write(".prettierrc.json", JSON.stringify({ printWidth: 100, singleQuote: true }));
    const ignored = ["dist/", "package-lock.json", "pnpm-lock.yaml", ...generated.map((each) => `${each}/`)];
    await repository.write(".prettierignore", `${ignored.join("\n")}\n`);
  } else {
    const includes = ["**", "!**/dist", ...generated.map((each) => `!${each}`)];
    await repository.write("biome.json", JSON.stringify({ files: { includes }, formatter: { indentStyle: "space", lineWidth: 100 } }));
  }
  if (manager === "pnpm" && consumer === "workspace") await makePnpmWorkspace(repository);
  // The newest compiler has no interface for ESLint, which reads by the one before it.
  const compiles = lintsBesides(cell) ? "node node_modules/typescript7/bin/tsc" : "tsc";
  const lint =
    compiler === 7 && formatter === "biome" ? "biome ci ." : `eslint . && ${formatter === "biome" ? "biome ci" : "prettier --check"} .`;
  const format = formatter === "biome" ? "biome check --write ." : "prettier --write .";
  const devDependencies = await versions(cell, pin);
  await editPackage(repository, ".", (given) => ({
    ...given,
    scripts: mapped({ ...given.scripts, format, lint }, (text) => text.replace(/^tsc\b/, compiles)),
    devDependencies: { ...given.devDependencies, ...devDependencies },
  }));
  await editPackage(repository, home, (given) => ({
    ...given,
    devDependencies: { ...given.devDependencies, "openapi-sundial": `file:${tarball}` },
  }));
}

/** What a user of pnpm writes otherwise. */
async function makePnpmWorkspace(repository: Repository): Promise<void> {
  await repository.write("pnpm-workspace.yaml", 'packages:\n  - "packages/*"\n');
  await editPackage(repository, ".", ({ workspaces: _, ...given }) => ({
    ...given,
    scripts: mapped(given.scripts ?? {}, (text) => text.replace(/^npm run (\S+) --workspace (\S+)/, "pnpm --dir $2 run $1")),
  }));
  for (const name of ["reading-list", "accounts"])
    await editPackage(repository, `packages/${name}`, (given) => ({
      ...given,
      dependencies: mapped(given.dependencies ?? {}, () => "workspace:*"),
    }));
}

function lintsBesides({ compiler, formatter }: Cell): boolean {
  return compiler === 7 && formatter === "prettier";
}

async function versions(cell: Cell, pin: boolean): Promise<Record<string, string>> {
  const { formatter, compiler } = cell;
  const wanted = ["@types/node@^20", "husky@^9.0.0", formatter === "prettier" ? "prettier@^3.8.1" : "@biomejs/biome@^2.0.0"];
  if (compiler !== 7 || lintsBesides(cell)) wanted.push("eslint@^10.0.0", "typescript-eslint@^8.0.0");
  wanted.push(
    { 5: "typescript@^5.9.0", 6: "typescript@^6.0.3", 7: lintsBesides(cell) ? "typescript@^6.0.3" : "typescript@^7.0.2" }[compiler],
  );
  const exact = await Promise.all(wanted.map(async (each) => [each.replace(/(?<=.)@.*/, ""), await versionOf(each, pin)] as const));
  const besides = lintsBesides(cell) ? { typescript7: `npm:typescript@${await versionOf("typescript@^7.0.2", pin)}` } : {};
  return { ...Object.fromEntries(exact), ...besides };
}

function mapped(texts: Readonly<Record<string, string>>, change: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(text)]));
}

/** Changes a `package.json`, in a folder of the repository. */
export async function editPackage(repository: Repository, folder: string, change: (given: PackageJson) => PackageJson): Promise<void> {
  await repository.edit(
    join(folder, "package.json"),
    (text) => `${JSON.stringify(change(JSON.parse(text) as PackageJson), undefined, 2)}\n`,
  );
}
