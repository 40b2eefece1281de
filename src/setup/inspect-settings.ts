import { dirname, join, relative } from "node:path";
import { installCommand } from "../project/generate-script.js";
import type { Io } from "../io.js";
import { dependsOn, readPackage, readProjectSetup } from "../project/project-setup.js";
import { readTsconfig, type Tsconfig } from "../project/tsconfig.js";
import type { Finding } from "./findings.js";
import { leavesOut, listedLine } from "./ignore-lists.js";
import { bareCommand, checksInCi, isMarked, ownScripts, runnerOf } from "./plan-setup.js";
import { posixPath, quoted } from "./read-settings.js";
import type { Repository } from "./repository.js";

/** What is generated into a folder, as far as the project around it has to fit. */
export interface InspectedOutput {
  /** Absolute. */
  readonly output: string;
  readonly parts: ReadonlySet<string>;
  /** Whether the configuration has a formatter go over it. */
  readonly isFormatted: boolean;
}

/** Whether the compiler's settings around outputs are those that generated code is made for. Each tsconfig.json is judged once. */
export async function inspectTsconfigs(io: Io, repository: Repository, outputs: readonly InspectedOutput[]): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  const seen = new Set<string>();
  for (const { output, parts } of outputs) {
    const { tsconfig: file } = await readProjectSetup(io, output);
    if (file === undefined || seen.has(file)) continue;
    seen.add(file);
    const name = posixPath(relative(io.cwd, file));
    const about = { topic: "project", check: "tsconfig" } as const;
    const tsconfig = await readTsconfig(io, file, output);
    const [mistake] = tsconfig.diagnostics;
    if (mistake !== undefined) {
      found.push({ ...about, state: "warning", message: withoutStop(mistake.message), fix: mistake.hint });
      continue;
    }
    const remarks = [
      ...strictness(tsconfig, name, await typescriptMajor(io, dirname(file))),
      ...(await libraries(io, repository, tsconfig, name, parts)),
      ...(await nodeTypes(io, tsconfig, { name, output, parts })),
    ];
    for (const each of remarks) found.push(each);
    if (remarks.length === 0) found.push({ ...about, state: "ok", message: `${name} has the settings that generated code is made for` });
  }
  return found;
}

export function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, "");
}

async function typescriptMajor(io: Io, folder: string): Promise<number> {
  for (let at = folder; ; at = dirname(at)) {
    const installed = await readPackage(io, join(at, "node_modules/typescript/package.json"));
    if (installed !== undefined) return Number(String(installed.content["version"]).split(".")[0]);
    if (dirname(at) === at) return 0;
  }
}

/** From version 6 on, `strict` is on unless it is turned off. */
function strictness({ options }: Tsconfig, name: string, major: number): readonly Finding[] {
  const written = options.get("strict")?.value;
  if (written === true || (written === undefined && major >= 6) || options.get("strictNullChecks")?.value === true) return [];
  return [
    {
      topic: "project",
      check: "strict",
      state: "warning",
      message: `${name} is without \`strict\`: the compiler finds no use of a value that may be missing`,
      fix: `add "strict": true to \`compilerOptions\` of ${name}`,
    },
  ];
}

/** Generated code needs what ES2020 has; clients and servers need `fetch` and its kin, of the DOM or of Node. */
async function libraries(
  io: Io,
  { packageManager }: Repository,
  { options }: Tsconfig,
  name: string,
  parts: ReadonlySet<string>,
): Promise<readonly Finding[]> {
  const about = { topic: "project", check: "lib", state: "warning" } as const;
  const lib = options.get("lib")?.value;
  const names = Array.isArray(lib) ? lib.map((each) => String(each).toLowerCase()) : undefined;
  const target = options.get("target")?.value;
  const found: Finding[] = [];
  const isOld =
    names === undefined
      ? isOldYear(String(target))
      : !names.some((each) => each.startsWith("es") && !isOldYear(each.split(".", 1)[0] ?? ""));
  if (isOld)
    found.push({
      ...about,
      message: `${name} has no library of ES2020, which generated code needs`,
      fix: `write "lib": ["es2022", "dom"] into \`compilerOptions\` of ${name}`,
    });
  const isSending = parts.has("client") || parts.has("server");
  const hasDom = names === undefined || names.some((each) => /^(?:dom|webworker)$/.test(each));
  if (isSending && !hasDom && !(await hasNodeTypes(io, io.cwd)))
    found.push({
      ...about,
      message: `${name} has neither the library dom nor @types/node, of which one says what a Request is`,
      fix: installCommand(packageManager, ["@types/node"], "development"),
    });
  return found;
}

function isOldYear(word: string): boolean {
  const year = /^es(\d+)$/i.exec(word)?.[1];
  if (year === undefined) return /^es3$/i.test(word);
  return Number(year) < 100 ? Number(year) < 11 : Number(year) < 2020;
}

/** What a server is made of names types of `node:http`. Where they are installed, `types` of a tsconfig may leave them out. */
async function nodeTypes(
  io: Io,
  { options }: Tsconfig,
  { name, output, parts }: { readonly name: string; readonly output: string; readonly parts: ReadonlySet<string> },
): Promise<readonly Finding[]> {
  if (!parts.has("server") && !parts.has("mock")) return [];
  const written = options.get("types")?.value;
  // Where nothing is written, TypeScript 6 takes none, and those before it take all.
  if (written === undefined ? (await typescriptMajor(io, output)) < 6 : !Array.isArray(written)) return [];
  const entries = Array.isArray(written) ? written.map(String) : [];
  for (const entry of entries) if (await mayBringNode(io, output, entry)) return [];
  if (!(await hasNodeTypes(io, output))) return []; // which is told of the output
  const types = `"types": [${[...entries, "node"].map(quoted).join(", ")}]`;
  return [
    {
      topic: "project",
      check: "lib",
      state: "warning",
      message: `${name} takes in no types of Node, ${written === undefined ? "as it has no `types`" : "which its `types` leave out"}: those of the server name types of node:http`,
      fix: `write ${types} into \`compilerOptions\` of ${name}`,
    },
  ];
}

/** Whether an entry of `types` is that of Node, or may bring it: what other packages refer to is not read. */
async function mayBringNode(io: Io, folder: string, entry: string): Promise<boolean> {
  if (entry === "node" || entry === "@types/node") return true;
  for (let at = folder; ; at = dirname(at)) {
    const declared = await readPackage(io, join(at, "node_modules/@types", entry.replace(/^@types\//, ""), "package.json"));
    if (declared !== undefined) return dependsOn(declared, "@types/node");
    if (dirname(at) === at) return true;
  }
}

/** Whether some folder from one upwards has types of Node, or of a run time that brings its own. */
export async function hasNodeTypes(io: Io, folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    for (const name of ["@types/node", "bun-types", "@types/bun", "@cloudflare/workers-types"])
      if ((await io.realPath(join(at, "node_modules", name, "package.json"))) !== undefined) return true;
    if (dirname(at) === at) return false;
  }
}

/** What in a repository goes with outputs: tools that would touch them, scripts, CI, and marks for reviews. */
export function inspectSurroundings(repository: Repository, outputs: readonly InspectedOutput[]): readonly Finding[] {
  const folders = outputs.map(({ output }) => output);
  // What a formatter has laid out, it has nothing to change in.
  const unformatted = outputs.flatMap(({ output, isFormatted }) => (isFormatted ? [] : [output]));
  return [
    ...repository.tools.flatMap((tool) => toolFindings(repository, tool, tool.tool === "eslint" ? folders : unformatted)),
    scriptFinding(repository),
    ciFinding(repository),
    ...attributeFindings(repository, folders),
  ];
}

function toolFindings({ folder, tsconfig }: Repository, tool: Repository["tools"][number], outputs: readonly string[]): readonly Finding[] {
  if (tool.tool === "eslint" && tsconfig === undefined) return []; // it looks at no TypeScript
  const about = { topic: "project", check: "tools" } as const;
  const open = outputs.filter((output) => !leavesOut(tool, output));
  if (open.length === 0)
    return outputs.length === 0 ? [] : [{ ...about, state: "ok", message: `${tool.tool} leaves the generated files alone` }];
  return open.map((output): Finding => {
    const base = tool.list === undefined ? dirname(tool.foundIn) : dirname(tool.list.file);
    const path = posixPath(relative(base, output));
    const shown = (file: string): string => posixPath(relative(folder, file));
    const fix = {
      prettier: `add ${listedLine(path) ?? path} to ${shown(join(base, ".prettierignore"))}, or \`format: "prettier"\` to the configuration`,
      biome: `add ${quoted(`!${path}`)} to \`files.includes\` (behind "**", where it is not there yet) of ${shown(tool.foundIn)}, or \`format: "biome"\` to the configuration`,
      eslint: `add { ignores: [${quoted(`${path}/**`)}] } to ${shown(tool.foundIn)}`,
    }[tool.tool];
    const verb = tool.tool === "eslint" ? "looks at" : "would change";
    return { ...about, state: "warning", message: `${tool.tool} ${verb} the generated files in ${shown(output)}`, fix };
  });
}

function scriptFinding({ manifest, packageManager }: Repository): Finding {
  const about = { topic: "project", check: "scripts" } as const;
  if (manifest === "broken")
    return {
      ...about,
      state: "problem",
      message: "package.json cannot be read as JSON of an object: its scripts and dependencies are not known",
      fix: "correct package.json, such as the marks of a merge",
    };
  const { generate, check } = ownScripts(manifest);
  if (generate !== undefined && check !== undefined)
    return { ...about, state: "ok", message: `package.json has the scripts ${generate} and ${check}` };
  const message =
    manifest === undefined
      ? "there is no package.json here that could have scripts"
      : `package.json has no script that runs ${[...(generate === undefined ? ["`sundial generate`"] : []), ...(check === undefined ? ["`sundial check`"] : [])].join(" and ")}`;
  return { ...about, state: "warning", message, fix: manifest === undefined ? undefined : bareCommand(packageManager, "init") };
}

function ciFinding(repository: Repository): Finding {
  const { manifest, hasGit } = repository;
  const about = { topic: "project", check: "ci" } as const;
  if (checksInCi(repository, ownScripts(manifest).check ?? ""))
    return { ...about, state: "ok", message: "CI checks that the generated code is current" };
  const message = "no job of CI that was found here checks that the generated code is current";
  return { ...about, state: "warning", message, fix: hasGit ? bareCommand(runnerOf(repository), "init --ci github") : undefined };
}

function attributeFindings(repository: Repository, outputs: readonly string[]): readonly Finding[] {
  const { attributes, hasGit, folder } = repository;
  const about = { topic: "project", check: "attributes" } as const;
  if (!hasGit || outputs.length === 0) return [];
  const open = outputs.filter((output) => !isMarked(attributes, output)).map((output) => posixPath(relative(folder, output)));
  if (open.length === 0) return [{ ...about, state: "ok", message: ".gitattributes marks the generated files for reviews" }];
  return [
    {
      ...about,
      state: "warning",
      message: `.gitattributes does not mark ${open.join(", ")} as generated, so reviews show all of it`,
      fix: bareCommand(runnerOf(repository), "init"),
    },
  ];
}
