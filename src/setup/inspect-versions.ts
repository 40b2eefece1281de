import { dirname, join, relative } from "node:path";
import type { Io } from "../io.js";
import { installCommand } from "../project/generate-script.js";
import { dependsOn, readPackage } from "../project/project-setup.js";
import { entriesOf } from "../source/project-folder.js";
import { version } from "../version.js";
import type { Finding } from "./findings.js";
import { posixPath } from "./read-settings.js";
import type { Repository } from "./repository.js";

/** A package that is installed. */
export interface Installed {
  readonly file: string;
  readonly version: string;
}

/** Versions of the tool and of what it works with. `node`: without its "v". */
export async function inspectVersions(io: Io, repository: Repository, node: string): Promise<readonly Finding[]> {
  const topic = "versions";
  const { packageManager } = repository;
  return [
    { topic, check: "versions", state: "ok", message: `openapi-sundial ${version} on Node ${node}, with ${packageManager}` },
    await ownVersions(io, repository),
    await typescriptVersions(io, repository),
  ];
}

/** Copies of a package that modules in a folder would find, from within, and those of the packages beside it in a workspace. */
async function installedCopies(io: Io, { folder, root }: Repository, name: string): Promise<readonly Installed[]> {
  const places: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    places.push(at);
    if (at === root || dirname(at) === at) break;
  }
  const beside = folder === root ? [] : await entriesOf(dirname(folder), io);
  for (const { name: each, kind } of beside.slice(0, 200))
    if (kind === "directory" && !places.includes(join(dirname(folder), each))) places.push(join(dirname(folder), each));
  const found: Installed[] = [];
  for (const place of places) {
    const read = await readPackage(io, join(place, "node_modules", name, "package.json"));
    const written = read?.content["version"];
    if (read !== undefined && typeof written === "string") found.push({ file: read.file, version: written });
  }
  return found;
}

async function ownVersions(io: Io, repository: Repository): Promise<Finding> {
  const { manifest, packageManager, workspaceFlag } = repository;
  const about = { topic: "versions", check: "installed" } as const;
  const copies = await installedCopies(io, repository, "openapi-sundial");
  const install = installCommand(packageManager, [`openapi-sundial@${version}`], "development", workspaceFlag);
  const versions = [...new Set(copies.map((each) => each.version))];
  if (versions.length > 1) {
    const places = copies.map(({ file, version: each }) => `${each} in ${posixPath(relative(repository.folder, dirname(file)))}`);
    return { ...about, state: "problem", message: `several versions of openapi-sundial are installed: ${places.join(", ")}`, fix: install };
  }
  const [only] = versions;
  if (only !== undefined && only !== version)
    return { ...about, state: "warning", message: `this is openapi-sundial ${version}, and the project has ${only}`, fix: install };
  if (manifest === "broken")
    return { ...about, state: "ok", message: "package.json cannot be read, which would list the package: see scripts" };
  if (manifest === undefined) return { ...about, state: "ok", message: "there is no package.json here, which would list the package" };
  if (dependsOn(manifest, "openapi-sundial"))
    return {
      ...about,
      state: "ok",
      message: only === undefined ? "package.json lists openapi-sundial" : "one version of openapi-sundial is installed",
    };
  const add = installCommand(packageManager, ["openapi-sundial"], "development", workspaceFlag);
  return {
    ...about,
    state: "warning",
    message: "package.json does not list openapi-sundial, so its scripts may not find `sundial`",
    fix: add,
  };
}

/** The oldest version that generated code is compiled with before a release. */
const oldest = [5, 9] as const;

async function typescriptVersions(io: Io, repository: Repository): Promise<Finding> {
  const about = { topic: "versions", check: "typescript" } as const;
  const copies = await installedCopies(io, repository, "typescript");
  const [nearest] = copies;
  if (nearest === undefined && (await io.realPath(join(repository.root, ".pnp.cjs"))) !== undefined)
    return { ...about, state: "ok", message: "packages are Plug'n'Play: which TypeScript is installed was not looked at" };
  if (nearest === undefined && repository.isUncompiled)
    return {
      ...about,
      state: "warning",
      message: "nothing here compiles TypeScript, which the generated code is; Node runs it from 22.18 on",
      fix: installCommand(repository.packageManager, ["typescript"], "development", repository.workspaceFlag),
    };
  if (nearest === undefined) return { ...about, state: "ok", message: "no TypeScript is installed here" };
  const [major = 0, minor = 0] = nearest.version.split(".").map(Number);
  const all = [...new Set(copies.map((each) => each.version))].join(", ");
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return { ...about, state: "ok", message: `TypeScript ${all}` };
  return {
    ...about,
    state: "warning",
    message: `TypeScript ${nearest.version} is older than ${oldest.join(".")}, the oldest that generated code is tried with`,
    fix: installCommand(repository.packageManager, ["typescript@latest"], "development", repository.workspaceFlag),
  };
}
