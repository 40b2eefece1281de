import { resolve } from "node:path";
import type { ApiTarget } from "../config/config.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { errorCode, type Io } from "../io.js";
import { nameOf, uriOf } from "../source/uri.js";
import { usage } from "./arguments.js";
import { readTargetsToFetch, type TargetArgs, type Targets } from "./targets.js";

/** What a command line of `lint` has besides what all commands have. */
type LintTargetArgs = TargetArgs & { readonly severity?: string | undefined; readonly silence?: string | undefined };

/**
 * What `lint` or `limits` is to read: descriptions that are named themselves, or the APIs of the configuration. An operand is a description where it is a URL, or
 * ends as descriptions do; a name of an API does not.
 */
export async function readLintTargets(args: LintTargetArgs, io: Io, command: "lint" | "limits" = "lint"): Promise<Targets> {
  const operands = args._.filter(isDescription);
  const names = args._.filter((word) => !isDescription(word));
  const inputs = [...(args.input === undefined ? [] : [args.input]), ...operands];
  if (inputs.length === 0) {
    const stray = (["severity", "silence"] as const).filter((flag) => args[flag] !== undefined).map(needsDescription);
    if (stray.length > 0) return { value: undefined, diagnostics: stray, sources: [] };
    const targets = await readTargetsToFetch(args, io, { isWritten: false });
    const meant = targets.value === undefined ? await pathsAmong(names, command, io) : [];
    return meant.length === 0 ? targets : { ...targets, diagnostics: meant };
  }
  if (names.length > 0 && args.input === undefined) {
    const meant = await pathsAmong(names, command, io);
    const diagnostics = meant.length > 0 ? meant : names.map((name) => noDescription(name, inputs[0] ?? ""));
    return { value: undefined, diagnostics, sources: [] };
  }
  const targets: ApiTarget[] = [];
  const seen = new Set<string>();
  for (const input of inputs) {
    const uri = uriOf(input, io.cwd);
    if (seen.has(uri)) continue;
    seen.add(uri);
    // Nothing is written: the name of a folder is as good as any.
    const read = await readTargetsToFetch({ ...args, _: names, input, output: "generated" }, io);
    if (read.value === undefined) return read; // the flags are the same for all of them
    const label = nameOf(uri, io.cwd);
    for (const item of read.value.map((target) => ({ ...target, label }))) targets.push(item);
  }
  return { value: targets, diagnostics: [], sources: [] };
}

/** What is wrong with words that are names of files and folders, and not read as such. */
async function pathsAmong(names: readonly string[], command: string, io: Io): Promise<readonly Diagnostic[]> {
  const found = await Promise.all(names.map((name) => pathProblem(name, command, io)));
  return found.filter((each) => each !== undefined);
}

async function pathProblem(name: string, command: string, io: Io): Promise<Diagnostic | undefined> {
  if ((await io.realPath(resolve(io.cwd, name))) === undefined) return undefined;
  const quoted = JSON.stringify(name);
  if (await isFolder(name, io)) {
    const files = `${name.replace(/[/\\]+$/, "")}/*.yaml`;
    return usage(`${quoted} is a folder, and \`${command}\` reads files.`, `Name them: \`sundial ${command} ${files}\`.`);
  }
  const hint = `Name it by --input: \`sundial ${command} --input ${name}\`.`;
  return usage(`${quoted} is a file, and its name does not end in .yaml, .yml or .json, as that of a description does.`, hint);
}

async function isFolder(name: string, io: Io): Promise<boolean> {
  try {
    await io.list(resolve(io.cwd, name));
    return true;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return errorCode(error) !== "ENOTDIR"; // One that may not be read is one.
  }
}

function noDescription(name: string, input: string): Diagnostic {
  return usage(`${JSON.stringify(name)} names an API of a configuration, and ${input} is read instead of one.`);
}

function needsDescription(flag: string): Diagnostic {
  return usage(`--${flag} needs --input, or a description.`, "In a configuration, it is a key of the API.");
}

function isDescription(word: string): boolean {
  return /^https?:\/\//i.test(word) || /\.(?:ya?ml|json)$/i.test(word);
}
