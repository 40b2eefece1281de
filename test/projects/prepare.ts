/** Makes a project's folder: the makers' starter, the project's own files, and what a user of sundial adds. */
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./commands.js";
import type { Command, Place, Project, Starter } from "./project.js";
import { versionOf } from "./versions.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const description = fileURLToPath(new URL("../../spec/petstore.yaml", import.meta.url));

interface PackageJson {
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  workspaces?: readonly string[];
}

export async function prepare(project: Project, place: Place, pin: boolean): Promise<void> {
  await mkdir(dirname(place.folder), { recursive: true });
  if (project.starter !== undefined) await runStarter(project.starter, place, pin);
  const own = join(here, "files", project.files ?? project.name);
  if (existsSync(own)) await cp(own, place.folder, { recursive: true });
  const home = join(place.folder, project.workspace ?? ".");
  const sources = project.sources ?? "src";
  await addFile(join(home, "petstore.yaml"), await readFile(description, "utf8"));
  await addFile(join(home, "sundial.config.ts"), configuration(`${sources}/petstore`, project.serves === true));
  await addFile(join(home, sources, "pets.ts"), await userFile("pets.ts", project.imports));
  if (project.serves === true) await addFile(join(home, sources, "service.ts"), await userFile("service.ts", project.imports));
  await addToPackage(project, place, home, pin);
}

async function runStarter({ package: name, command: [program, ...args] }: Starter, place: Place, pin: boolean): Promise<void> {
  const options = { folder: dirname(place.folder), environment: place.environment };
  const command: Command = [program, ...args.map((arg) => arg.replace("{folder}", basename(place.folder)))];
  if (name === undefined) {
    await run(command, options);
    return;
  }
  const bare = name.replace(/(?<=.)@.*/, "");
  await run(["npm", "exec", "--yes", `--package=${bare}@${await versionOf(name, pin)}`, "--", ...command], options);
}

async function addFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** A file of `files/user/`, its imports written as this project writes them. */
async function userFile(name: string, imports: Project["imports"]): Promise<string> {
  const text = await readFile(join(here, "files/user", name), "utf8");
  const folder = imports === "" ? "./petstore" : `./petstore/index${imports}`;
  return text.replaceAll('"./petstore/index.js"', JSON.stringify(folder));
}

function configuration(output: string, serves: boolean): string {
  const emit = ["types", "validators", "client", "paths", ...(serves ? ["server"] : [])];
  return `import { defineConfig } from "openapi-sundial";

export default defineConfig({
  input: "petstore.yaml",
  output: ${JSON.stringify(output)},
  emit: ${JSON.stringify(emit)},
});
`;
}

/** Dependencies and scripts of `sundial`, and the versions that everything is tried with. */
async function addToPackage({ adds = {} }: Project, place: Place, home: string, pin: boolean): Promise<void> {
  const file = join(home, "package.json");
  const given = JSON.parse(await readFile(file, "utf8")) as PackageJson;
  const scripts = { ...given.scripts, generate: "sundial generate", "generate:check": "sundial check", ...adds.scripts };
  const dependencies = { ...given.dependencies, ...ranges(["openapi-fetch@0.17", ...(adds.dependencies ?? [])]) };
  const devDependencies = { ...given.devDependencies, ...ranges(adds.devDependencies ?? []) };
  const pinned = {
    ...given,
    scripts,
    dependencies: await exact(dependencies, pin),
    devDependencies: { ...(await exact(devDependencies, pin)), "openapi-sundial": `file:${place.tarball}` },
  };
  await writeFile(file, `${JSON.stringify(pinned, undefined, 2)}\n`);
}

function ranges(wanted: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    wanted.map((each) => {
      const [name, range] = each.split(/(?<=.)@/);
      return [name ?? each, range ?? "latest"];
    }),
  );
}

async function exact(dependencies: Readonly<Record<string, string>>, pin: boolean): Promise<Record<string, string>> {
  const pinned: Record<string, string> = {};
  for (const [name, range] of Object.entries(dependencies)) {
    // Packages of the same repository, and what is exact already.
    const settled = /^(workspace:|file:|\d+\.\d+\.\d+)/.test(range);
    pinned[name] = settled ? range : await versionOf(`${name}@${range}`, pin);
  }
  return pinned;
}
