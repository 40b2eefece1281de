import { pathToFileURL } from "node:url";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { ImportExtension } from "../emit/print/import-specifiers.js";
import type { Io } from "../io.js";
import { isRecord, readProjectSetup, type PackageJson, dependsOn, type ProjectSetup } from "./project-setup.js";
import { readTsconfig, shortName, type Tsconfig } from "./tsconfig.js";

/** How generated files import one another, and what decided it. */
export interface ImportDecision {
  readonly extension: ImportExtension;
  /** The file and its setting, as a clause: "tsconfig.json sets moduleResolution to bundler". */
  readonly reason: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Nothing in the project says it. */
  readonly isGuess: boolean;
}

/** A folder's project. */
interface Project extends Omit<ProjectSetup, "tsconfig"> {
  readonly tsconfig: Tsconfig | undefined;
}

/**
 * Decides from the project around a folder. `recorded`: what the folder's files were made with; it stays as long as the tsconfig refers
 * to files that are not there, because frameworks write those, and nobody commits them; and as long as package.json cannot be read.
 */
export async function decideImportExtension(io: Io, folder: string, recorded: ImportExtension | undefined): Promise<ImportDecision> {
  const project = await readProject(io, folder);
  const diagnostics = project.tsconfig?.diagnostics ?? [];
  if (project.tsconfig?.complete === false && recorded !== undefined) {
    const kept = diagnostics.map((each): Diagnostic => (each.code === "tsconfig-base-not-found" ? { ...each, severity: "info" } : each));
    return {
      extension: recorded,
      reason: "the existing output uses it, and the tsconfig cannot be read in full",
      diagnostics: kept,
      isGuess: false,
    };
  }
  if (project.brokenPackage !== undefined && recorded !== undefined)
    return { extension: recorded, reason: "the existing output uses it, and package.json cannot be read", diagnostics, isGuess: false };
  const [extension, reason] = decide(io, project);
  return { extension, reason, diagnostics, isGuess: reason === unsaid };
}

/** What is wrong with an extension that the configuration demands, in the project around a folder. It is taken at its word all the same. */
export async function importExtensionProblems(io: Io, folder: string, extension: ImportExtension): Promise<readonly Diagnostic[]> {
  if (extension === "js") return [];
  const { tsconfig, deno, packageJson } = await readProject(io, folder);
  if (tsconfig === undefined || deno !== undefined || !tsconfig.complete) return [];
  const warn = (message: string, hint: string): readonly Diagnostic[] => [
    diagnostic("import-extension-impossible", message, { hint, at: { file: pathToFileURL(tsconfig.file).href, pointer: "" } }),
  ];
  const name = shortName(io, tsconfig.file);
  if (extension === "ts" && !isOn(tsconfig, "allowImportingTsExtensions") && !isOn(tsconfig, "rewriteRelativeImportExtensions"))
    return warn(
      `\`importExtension\` is "ts", and ${name} does not allow imports that end in \`.ts\`.`,
      'Set `rewriteRelativeImportExtensions` there, or `allowImportingTsExtensions` with `noEmit`; or `importExtension: "auto"`.',
    );
  if (extension === "none" && nodeSetting(tsconfig) !== undefined && packageJson?.content["type"] === "module")
    return warn(
      `\`importExtension\` is "none", and under ${name} Node's ES modules have to name the extension.`,
      'Take `importExtension: "auto"`, or let `moduleResolution` be "bundler" if a bundler reads the files.',
    );
  return [];
}

async function readProject(io: Io, folder: string): Promise<Project> {
  const found = await readProjectSetup(io, folder);
  return { ...found, tsconfig: found.tsconfig === undefined ? undefined : await readTsconfig(io, found.tsconfig, folder) };
}

const unsaid = "nothing says how modules are resolved";

type Decided = readonly [extension: ImportExtension, reason: string];

function decide(io: Io, { tsconfig, deno, bundler, jest, packageJson }: Project): Decided {
  if (deno !== undefined) return ["ts", `${shortName(io, deno)} says that this is a Deno project`];
  if (tsconfig !== undefined && (tsconfig.complete || tsconfig.options.size > 0)) {
    const decided = decideByTsconfig(io, tsconfig, bundler, packageJson);
    if (decided !== undefined) return decided;
  }
  if (bundler !== undefined) return ["none", `${shortName(io, bundler)} says that a bundler reads the files`];
  const node = runsTypeScript(packageJson);
  if (packageJson !== undefined && node !== undefined)
    return ["ts", `${shortName(io, packageJson.file)} says that Node runs TypeScript itself: ${node}`];
  // Of `./client.js` Jest finds no `client.ts`.
  if (jest !== undefined) return ["none", `${shortName(io, jest)} says that Jest runs the files`];
  return ["js", unsaid];
}

/** Undefined: it does not say, and is not all there is to know. */
function decideByTsconfig(
  io: Io,
  tsconfig: Tsconfig,
  bundler: string | undefined,
  packageJson: PackageJson | undefined,
): Decided | undefined {
  const setting = (name: string): string => {
    const found = tsconfig.options.get(name);
    return `${shortName(io, found?.file ?? tsconfig.file)} sets ${name} to ${String(found?.value)}`;
  };
  if (isOn(tsconfig, "rewriteRelativeImportExtensions")) return ["ts", setting("rewriteRelativeImportExtensions")];
  const node = nodeSetting(tsconfig);
  if (node !== undefined)
    return isOn(tsconfig, "allowImportingTsExtensions")
      ? ["ts", `${setting("allowImportingTsExtensions")}, and ${node} to ${String(tsconfig.options.get(node)?.value)}`]
      : ["js", setting(node)];
  const decisive = ["moduleResolution", "module"].find((name) => tsconfig.options.has(name));
  if (decisive === undefined && !tsconfig.complete) return undefined;
  // Compiled by tsc to ES modules and run by Node, which wants the extension; every resolution of TypeScript takes it.
  if (wordOf(tsconfig, "moduleResolution") !== "bundler" && bundler === undefined && emitsModules(tsconfig, packageJson))
    return [
      "js",
      `${decisive === undefined ? shortName(io, tsconfig.file) : setting(decisive)}, and what it compiles to are ES modules for Node`,
    ];
  if (decisive !== undefined) return ["none", setting(decisive)];
  return ["none", `${shortName(io, tsconfig.file)} sets neither moduleResolution nor module, and TypeScript then asks for no extension`];
}

/** The option that says that modules are resolved as Node does, if one does. An own `moduleResolution` goes before what `module` implies. */
function nodeSetting(tsconfig: Tsconfig): "moduleResolution" | "module" | undefined {
  const name = tsconfig.options.has("moduleResolution") ? "moduleResolution" : "module";
  return /^node(?:next|1[6-9]|[2-9]\d)$/.test(wordOf(tsconfig, name)) ? name : undefined;
}

/**
 * `module` says what is emitted, ES modules where it says nothing, and the package what Node takes it for. What `tsc` does not emit,
 * something else compiles.
 */
function emitsModules(tsconfig: Tsconfig, packageJson: PackageJson | undefined): boolean {
  return /^(?:es(?:\d+|next))?$/.test(wordOf(tsconfig, "module")) && !isOn(tsconfig, "noEmit") && packageJson?.content["type"] === "module";
}

function isOn(tsconfig: Tsconfig, name: string): boolean {
  return tsconfig.options.get(name)?.value === true;
}

/** TypeScript takes these words in any case. */
function wordOf(tsconfig: Tsconfig, name: string): string {
  const value = tsconfig.options.get(name)?.value;
  return typeof value === "string" ? value.toLowerCase() : "";
}

/** What in a package.json tells that Node runs its TypeScript as it is, without a compiler: such a project has no tsconfig to say so. */
function runsTypeScript(packageJson: PackageJson | undefined): string | undefined {
  if (packageJson === undefined) return undefined;
  const { scripts, engines } = packageJson.content;
  for (const [name, script] of Object.entries(isRecord(scripts) ? scripts : {}))
    if (
      typeof script === "string" &&
      /(?:^|[\s;&|])node\s(?:[^;&|]*\s)?[^\s;&|]+\.m?ts(?![\w.])/.test(script) &&
      !/--(?:import|loader|require)\b|\s-r\s/.test(script)
    )
      return `its script ${name}`;
  const lowest =
    isRecord(engines) && typeof engines["node"] === "string" ? /^\s*(?:>=|\^|~)?\s*(\d+)(?:\.(\d+))?/.exec(engines["node"]) : null;
  const [major, minor] = [Number(lowest?.[1] ?? 0), Number(lowest?.[2] ?? 0)];
  const strips = major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
  return strips && !dependsOn(packageJson, "typescript") ? "its engines, without a compiler among its dependencies" : undefined;
}
