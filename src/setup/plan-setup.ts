import { basename, dirname, join, relative, resolve } from "node:path";
import { dependsOn, isRecord, type PackageManager } from "../project/project-setup.js";
import { defaultCommand, installCommand, ownCommand, runs } from "../project/generate-script.js";
import { isBelow } from "../source/uri.js";
import { withScripts } from "./edit-package.js";
import { leavesOut, isListed, listedLine, withLine, type SourceTool } from "./ignore-lists.js";
import { printConfig, type ApiSetup } from "./print-config.js";
import { posixPath, quoted } from "./read-settings.js";
import type { Repository } from "./repository.js";
import { printWorkflow, workflowFile } from "./workflow.js";

/** A file that a set-up writes, or adds to. */
export interface Edit {
  /** Absolute. */
  readonly path: string;
  /** What it is now; undefined where it is not there. */
  readonly before: string | undefined;
  readonly after: string;
  /** The lines that it gets. */
  readonly added: readonly string[];
}

/** What is done of a set-up, and what is left to a person. */
export interface SetupPlan {
  readonly edits: readonly Edit[];
  /** What to do by hand, a sentence for each, with lines to add below it. */
  readonly byHand: readonly { readonly text: string; readonly lines: readonly string[] }[];
  /** Commands to run next, in this order. */
  readonly next: readonly string[];
}

/** What a project is to be set up for. */
export interface WantedSetup {
  /** The API to write a configuration for; undefined where there is a configuration that stays. */
  readonly api: ApiSetup | undefined;
  readonly configFormat: "ts" | "json";
  /** The value of `$schema`. */
  readonly schema: string;
  /** Folders of generated files, of the configuration that is there or is written; absolute. */
  readonly outputs: readonly string[];
  readonly parts: ReadonlySet<string>;
  readonly ci: "github" | undefined;
}

/** Decides what is written. A pure function: it looks at nothing but what was read before. */
export function planSetup(repository: Repository, wanted: WantedSetup): SetupPlan {
  const edits: Edit[] = [];
  const byHand: { text: string; lines: readonly string[] }[] = [];
  planConfig(repository, wanted, edits, byHand);
  const scripts = planScripts(repository, edits, byHand);
  for (const tool of repository.tools) planTool(tool, repository, wanted.outputs, edits, byHand);
  if (repository.hasGit) planAttributes(repository, wanted.outputs, edits, byHand);
  planCi(repository, wanted, scripts.check, edits, byHand);
  if (repository.isDeno) planDeno(repository, wanted.outputs, byHand);
  if (repository.isUncompiled)
    byHand.push({
      text: "The generated code is TypeScript, and nothing here compiles it. Install a compiler, or run it with Node 22.18 or later, which leaves the types out:",
      lines: [installCommand(repository.packageManager, ["typescript"], "development", repository.workspaceFlag)],
    });
  return { edits, byHand, next: [...installCommands(repository, wanted.parts), scripts.generate] };
}

type ByHand = { text: string; lines: readonly string[] }[];

function planConfig({ folder, config }: Repository, { api, configFormat, schema }: WantedSetup, edits: Edit[], byHand: ByHand): void {
  if (api === undefined) return;
  const text = printConfig(api, configFormat, schema);
  const lines = text.trimEnd().split("\n");
  if (config === undefined)
    edits.push({ path: join(folder, `sundial.config.${configFormat}`), before: undefined, after: text, added: lines });
  else
    byHand.push({
      text: `${posixPath(relative(folder, config))} is there and stays as it is. For the description named, it would be what follows; several APIs go side by side into \`apis: { name: { … } }\`:`,
      lines,
    });
}

/** Scripts of the project that generate and check, or that will. The commands that run them. */
function planScripts(repository: Repository, edits: Edit[], byHand: ByHand): { readonly generate: string; readonly check: string } {
  const { manifest, packageManager } = repository;
  const runner = runnerOf(repository);
  const bare = { generate: bareCommand(runner, "generate"), check: bareCommand(runner, "check") };
  if (typeof manifest !== "object") return bare;
  const written = isRecord(manifest.content["scripts"]) ? manifest.content["scripts"] : {};
  const own = ownScripts(manifest);
  const isFree = (name: string): boolean => written[name] === undefined;
  const names = ["generate", "generate:api"];
  // The two go together, where they can.
  const generate =
    own.generate ?? names.find((name) => isFree(name) && (isFree(`${name}:check`) || own.check === `${name}:check`)) ?? names.find(isFree);
  const check = own.check ?? [...(generate === undefined ? [] : [`${generate}:check`]), "generate:api:check"].find(isFree);
  const missing = Object.fromEntries([
    ...(generate === undefined || written[generate] !== undefined ? [] : [[generate, "sundial generate"]]),
    ...(check === undefined || written[check] !== undefined ? [] : [[check, "sundial check"]]),
  ]) as Readonly<Record<string, string>>; // of pairs of texts
  const lines = Object.entries(missing).map(([name, script]) => `${quoted(name)}: ${quoted(script)}`);
  const after = lines.length === 0 ? manifest.text : withScripts(manifest.text, missing);
  if (after === undefined) byHand.push({ text: "package.json could not be changed safely. Add to its scripts:", lines });
  else if (after !== manifest.text) edits.push({ path: manifest.file, before: manifest.text, after, added: lines });
  if (generate === undefined || check === undefined)
    byHand.push({
      text: "The names of scripts that are ours by default are taken in package.json. Under other names, add:",
      lines: [...(generate === undefined ? ["sundial generate"] : []), ...(check === undefined ? ["sundial check"] : [])],
    });
  const runOf = (name: string | undefined, otherwise: string): string =>
    name === undefined ? otherwise : `${runs[packageManager]} ${name}`;
  return { generate: runOf(generate, bare.generate), check: runOf(check, bare.check) };
}

/** What runs a command of ours in a repository. */
export function runnerOf({ isDeno, packageManager }: Pick<Repository, "isDeno" | "packageManager">): PackageManager | "deno" {
  return isDeno ? "deno" : packageManager;
}

/** A command of ours as the user of a package manager runs it where no script does. */
export function bareCommand(manager: PackageManager | "deno", words: string): string {
  return (ownCommand(`${manager} `) ?? defaultCommand).replace(/ generate$/, ` ${words}`);
}

/** A script that generates all APIs of a configuration, or what its flags say. */
export const wholeGenerate = /(?:^|\s)(?:openapi-)?sundial generate(?:\s*$|\s*[-&|;])/;

/** The scripts of a package.json that generate and check, whatever else they do. */
export function ownScripts(manifest: Repository["manifest"]): {
  readonly generate: string | undefined;
  readonly check: string | undefined;
} {
  const written = typeof manifest === "object" && isRecord(manifest.content["scripts"]) ? manifest.content["scripts"] : {};
  const named = (command: RegExp, whole: RegExp): string | undefined => {
    const names = Object.keys(written).filter((name) => /^[\w:.-]+$/.test(name) && command.test(String(written[name])));
    // One for a single API of several is less than what is asked for.
    return names.find((name) => whole.test(String(written[name]))) ?? names[0];
  };
  return {
    generate: named(/(?:^|\s)(?:openapi-)?sundial generate(?:\s|$)/, wholeGenerate),
    check: named(/(?:^|\s)(?:openapi-)?sundial check(?:\s|$)/, /(?:^|\s)(?:openapi-)?sundial check(?:\s*$|\s*[-&|;])/),
  };
}

/** A formatter that goes over generated files and a run that writes them would undo each other's work. */
function planTool(
  tool: SourceTool,
  { folder, root, tsconfig }: Repository,
  outputs: readonly string[],
  edits: Edit[],
  byHand: ByHand,
): void {
  const open = outputs.filter((output) => !leavesOut(tool, output));
  // Without a tsconfig, eslint looks at no TypeScript.
  if (open.length === 0 || (tool.tool === "eslint" && tsconfig === undefined)) return;
  const { list } = tool;
  const shown = (path: string): string => posixPath(relative(folder, path));
  // A list above the folder is of other packages, too.
  if (list !== undefined && dirname(list.file) === folder) {
    const lines = open.map((output) => listedLine(shown(output)));
    if (lines.every((line) => line !== undefined)) {
      edits.push({ path: list.file, before: list.text, after: lines.reduce(withLine, list.text), added: lines });
      return;
    }
  }
  const base = list === undefined ? dirname(tool.foundIn) : dirname(list.file);
  const paths = open.map((output) => posixPath(relative(isBelow(root, base) ? base : folder, output)));
  const advice: Readonly<Record<SourceTool["tool"], { readonly text: string; readonly lines: readonly string[] }>> = {
    prettier: {
      text: `prettier would change the generated files. Add to ${list === undefined ? shown(join(base, ".prettierignore")) : shown(list.file)}:`,
      lines: paths.map((path) => `${path}/`),
    },
    biome: {
      text: `biome would change the generated files. Add to ${shown(tool.foundIn)}; where \`files.includes\` is there already, only what has a mark before it (\`files.ignore\` in version 1, without the mark):`,
      lines: [`"files": { "includes": [${["**", ...paths.map((path) => `!${path}`)].map(quoted).join(", ")}] }`],
    },
    eslint: {
      text: `eslint would look at the generated files. Leave them out in ${basename(tool.foundIn) === "package.json" ? "its configuration" : shown(tool.foundIn)}:`,
      lines: paths.map((path) => `{ ignores: [${quoted(`${path}/**`)}] }`),
    },
  };
  byHand.push(advice[tool.tool]);
}

function planAttributes({ folder, root, attributes }: Repository, outputs: readonly string[], edits: Edit[], byHand: ByHand): void {
  const open = outputs.filter((output) => isBelow(folder, output) && !isMarked(attributes, output));
  if (open.length === 0) return;
  const paths = open.map((output) => posixPath(relative(folder, output)));
  const lines = paths.map((path) => `${path}/** linguist-generated=true`);
  const isPlain = paths.every((path) => listedLine(path) !== undefined);
  if (!isPlain || !isBelow(root, folder)) {
    byHand.push({
      text: "GitHub folds generated files in reviews. Name their folder in .gitattributes, in quotes where it has blanks:",
      lines,
    });
    return;
  }
  const own = attributes.find(({ file }) => dirname(file) === folder);
  const before = own?.text;
  edits.push({ path: join(folder, ".gitattributes"), before, after: lines.reduce(withLine, before ?? ""), added: lines });
}

/** Whether files of a folder are marked as generated. */
export function isMarked(attributes: Repository["attributes"], output: string): boolean {
  return attributes.some(({ file, text }) => {
    const patterns = text
      .split(/\r?\n/)
      .flatMap((line) => /^"?([^"\s]+)"?\s(?:.*\s)?linguist-generated(?:=true)?(?:\s|$)/.exec(line)?.[1] ?? []);
    return isListed(patterns.join("\n"), posixPath(relative(dirname(file), output)));
  });
}

/** Whether some job checks what is generated in the folder: of one that names the folder where it works, whether that is it. */
export function checksInCi({ ci, root, folder }: Pick<Repository, "ci" | "root" | "folder">, check: string): boolean {
  const name = check.replace(/^.* /, "");
  const path = posixPath(relative(root, folder));
  const isNamed = (word: string): boolean => word.replace(/^\.\//, "").replace(/\/$/, "") === path;
  const isElsewhere = (text: string): boolean =>
    path !== "" && text.includes("working-directory:") && !text.split(/[\s"'=,]+/).some(isNamed);
  return [...ci.values()].some(
    (text) => !isElsewhere(text) && (/\bsundial check\b/.test(text) || (name.includes(":") && text.includes(name))),
  );
}

/** Deno's own tools have their lists in its configuration, which may have comments: it is left to a person. */
function planDeno({ folder }: Repository, outputs: readonly string[], byHand: ByHand): void {
  const list = outputs.map((output) => quoted(`${posixPath(relative(folder, output))}/`)).join(", ");
  byHand.push({
    text: "`deno fmt` and `deno lint` would go over the generated files. Add to deno.json, with tasks where you want them:",
    lines: [
      `"fmt": { "exclude": [${list}] },`,
      `"lint": { "exclude": [${list}] },`,
      `"tasks": { "generate": ${quoted(bareCommand("deno", "generate"))}, "generate:check": ${quoted(bareCommand("deno", "check"))} }`,
    ],
  });
}

function planCi(repository: Repository, wanted: WantedSetup, check: string, edits: Edit[], byHand: ByHand): void {
  if (wanted.ci === undefined || checksInCi(repository, check)) return;
  const { ci, root } = repository;
  const path = join(root, workflowFile);
  const folder = posixPath(relative(root, repository.folder));
  const text = printWorkflow(repository, check, folder);
  const before = ci.get(workflowFile);
  if (text !== undefined && before === undefined) edits.push({ path, before: undefined, after: text, added: text.trimEnd().split("\n") });
  else
    byHand.push({
      text: `${workflowFile} was not written${before === undefined ? "" : ", as it is there and says something else"}. Let a job run${folder === "" ? "" : `, in ${folder}`}:`,
      lines: [check],
    });
}

/** Nothing is installed by us: what a package runs when it is installed is for its user to allow. */
function installCommands(
  { manifest, packageManager, isOldFetch, workspaceFlag }: Repository,
  parts: ReadonlySet<string>,
): readonly string[] {
  if (typeof manifest !== "object") return [];
  const lacks = (name: string): boolean => !dependsOn(manifest, name);
  const development = ["openapi-sundial", ...(parts.has("server") ? ["@types/node"] : [])].filter(lacks);
  const fetch = lacks("openapi-fetch") ? ["openapi-fetch"] : isOldFetch ? ["openapi-fetch@latest"] : [];
  const runtime = parts.has("paths") ? fetch : [];
  return [
    ...(development.length === 0 ? [] : [installCommand(packageManager, development, "development", workspaceFlag)]),
    ...(runtime.length === 0 ? [] : [installCommand(packageManager, runtime, "runtime", workspaceFlag)]),
  ];
}

/** Where a path of a command line leads, if it is a folder inside the current one. */
export function folderInside(folder: string, path: string): string | undefined {
  const found = resolve(folder, path);
  return found !== folder && isBelow(folder, found) ? found : undefined;
}
