import { basename, relative, resolve } from "node:path";
import type { ParsedArgs } from "citty";
import type { ApiTarget } from "../config/config.js";
import { ConfigReader } from "../config/config-reader.js";
import { splitParts } from "../config/emit-parts.js";
import { configAbove, findConfig, readConfig, unreadConfigs, type WrittenConfig } from "../config/read-config.js";
import { namedOverlay, type OverlayFile } from "../config/overlays.js";
import { inputOfFlag } from "../config/named-input.js";
import { handlersProblem, resolveConfig } from "../config/resolve-config.js";
import { checkRuntimeFolder } from "../config/runtime.js";
import { reportSharedFolders } from "../config/shared-folders.js";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic, Outcome } from "../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../diagnostic/spelling-suggestion.js";
import { allParts, completeParts, usualParts } from "../emit/emitters.js";
import { importExtensions } from "../emit/print/import-specifiers.js";
import type { Io } from "../io.js";
import { remoteAccess } from "../source/remote-access.js";
import type { ShownFile } from "../source/source-file.js";
import { usage } from "./arguments.js";
import { chosenApis } from "./chosen-apis.js";
import { filtersOfFlag } from "./selection-flags.js";
import type { targetFlags } from "./flags.js";
import { realPlace } from "../source/real-place.js";

/** The flags of a command that has all of them, or some. */
export type TargetArgs = Pick<ParsedArgs, "_"> & {
  readonly [Flag in keyof typeof targetFlags]?: ParsedArgs<typeof targetFlags>[Flag] | undefined;
};

/** APIs, and the configuration that names them. */
export interface Targets extends Outcome<readonly ApiTarget[]> {
  /** The configuration, absolute; undefined without one. */
  readonly config?: string;
  /** The configuration as far as messages point into it. */
  readonly sources: readonly ShownFile[];
}

/** What APIs are read for. */
export interface TargetUse {
  /** Whether each needs a folder. */
  readonly isWritten: boolean;
  /** Told of each module of the configuration, by its absolute path; given where the configuration may have changed since it was loaded. */
  readonly loaded?: ((path: string) => void) | undefined;
  /** The configuration as it is to be, where that is not as it is written. */
  readonly rewrite?: (written: WrittenConfig) => WrittenConfig;
}

/** The APIs that a command line is about: those of the configuration, all or by name, or the one that its flags describe. */
export async function readTargets(args: TargetArgs, io: Io, use: TargetUse = { isWritten: true }): Promise<Targets> {
  return args.input !== undefined || args.output !== undefined
    ? { ...(await targetOfFlags(args, io)), sources: [] }
    : targetsOfConfig(args, io, use);
}

/** What no flag says, and only a configuration does. */
const ofConfigurations = {
  config: undefined,
  remote: undefined,
  command: undefined,
  limits: undefined,
  gateStore: undefined,
  deprecations: undefined,
  int64: undefined,
  untyped: undefined,
  formats: undefined,
  validators: undefined,
  templatesFolder: undefined,
  header: undefined,
  eslintDisable: undefined,
  severity: undefined,
  format: undefined,
  runtime: undefined,
} satisfies Partial<ApiTarget>;

async function targetOfFlags(args: TargetArgs, io: Io): Promise<Outcome<readonly ApiTarget[]>> {
  const diagnostics: Diagnostic[] = [];
  if (args.input === undefined) diagnostics.push(usage("--output needs an --input.", "--input FILE|URL|-"));
  if (args.output === undefined) diagnostics.push(usage("--input needs an --output.", "--output DIR"));
  if (args.config !== undefined)
    diagnostics.push(usage("--config and --input exclude each other.", "Without --input, the configuration says what to generate."));
  const [operand] = args._;
  if (operand !== undefined)
    diagnostics.push(usage(`${JSON.stringify(operand)} names an API of a configuration, and --input is used instead of one.`));
  if (args.filter !== undefined) diagnostics.push(usage("--filter chooses APIs of a configuration, and --input is used instead of one."));
  const { parts, unknown } = args.emit === undefined ? { parts: usualParts, unknown: [] } : splitParts(args.emit);
  for (const word of unknown) {
    const meant = spellingSuggestion(word, allParts);
    diagnostics.push(
      usage(
        `--emit does not take ${JSON.stringify(word)}.`,
        meant === undefined ? `It takes ${allParts.join(", ")}.` : `Did you mean ${meant}?`,
      ),
    );
  }
  if (args.name !== undefined && !/\p{L}/u.test(args.name))
    diagnostics.push(usage("--name must hold a letter, because generated names are made of it."));
  const importExtension = importExtensionOf(args["import-extension"], diagnostics);
  const selection = selectionOfFlags(args, diagnostics);
  const output = resolve(io.cwd, args.output ?? "");
  const handlers = args.handlers === undefined ? undefined : resolve(io.cwd, args.handlers);
  const problem = handlersProblem(parts, output, handlers);
  if (problem !== undefined) diagnostics.push(usage(`--handlers ${problem}.`));
  if (diagnostics.length > 0 || args.input === undefined || args.output === undefined) return { value: undefined, diagnostics };
  const target: ApiTarget = {
    ...ofConfigurations,
    label: args.name ?? basename(output),
    ...(await inputOfFlag(args.input, io.cwd, io)),
    overlays: args.overlay === undefined ? undefined : splitOverlays(args.overlay, io.cwd, output),
    output,
    emit: completeParts(parts),
    name: args.name,
    handlers,
    importExtension,
    references: args.references === undefined ? undefined : splitPaths(args.references, io.cwd),
    strict: args.strict,
    ...selection,
    silence: [],
    outputs: [output],
    copies: 0,
  };
  return { value: [target], diagnostics: [] };
}

function selectionOfFlags(
  { include, exclude }: TargetArgs,
  diagnostics: Diagnostic[],
): Pick<ApiTarget, "include" | "exclude" | "components" | "names"> {
  return {
    include: filtersOfFlag("--include", include, diagnostics),
    exclude: filtersOfFlag("--exclude", exclude, diagnostics),
    components: undefined,
    names: undefined,
  };
}

function splitPaths(text: string, cwd: string): readonly string[] {
  return splitWords(text).map((path) => resolve(cwd, path));
}

function splitOverlays(text: string, cwd: string, output: string): readonly OverlayFile[] | undefined {
  const overlays = splitWords(text).map((word) => namedOverlay(word, cwd, output));
  return overlays.length === 0 ? undefined : overlays;
}

function splitWords(text: string): readonly string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

const extensionWords = ["auto", ...importExtensions] as const;

function importExtensionOf(text: string | undefined, diagnostics: Diagnostic[]): ApiTarget["importExtension"] {
  const word = extensionWords.find((each) => each === text);
  if (word !== undefined || text === undefined) return word ?? "auto";
  const meant = spellingSuggestion(text, extensionWords);
  diagnostics.push(
    usage(
      `--import-extension does not take ${JSON.stringify(text)}.`,
      meant === undefined ? `It takes ${extensionWords.join(", ")}.` : `Did you mean ${meant}?`,
    ),
  );
  return "auto";
}

async function targetsOfConfig(args: TargetArgs, io: Io, { isWritten, loaded, rewrite }: TargetUse): Promise<Targets> {
  const stray = (["emit", "name", "handlers", "import-extension", "references", "overlay", "strict", "include", "exclude"] as const).filter(
    (flag) => args[flag] !== undefined,
  );
  if (stray.length > 0) {
    return {
      value: undefined,
      sources: [],
      diagnostics: stray.map((flag) => needsInput(flag, args, isWritten)),
    };
  }
  const file = args.config ?? (await findConfig(io, io.cwd));
  if (file === undefined) return { value: undefined, sources: [], diagnostics: [await missingConfig(io)] };
  const written = await readConfig(io, file, loaded);
  const config = resolve(io.cwd, file);
  const { source } = written.value ?? {};
  const about = { config, sources: source === undefined ? [] : [source] };
  const resolved =
    written.value === undefined
      ? { value: undefined, diagnostics: written.diagnostics }
      : resolveConfig(rewrite?.(written.value) ?? written.value);
  if (resolved.value === undefined) {
    const { newerThanThis } = await import("./upgrade/newer-than-this.js");
    const newer = await newerThanThis(io, config, written.value?.value);
    return { value: undefined, diagnostics: [...resolved.diagnostics, ...newer], ...about };
  }
  const linked = isWritten ? await sharedByLinks(resolved.value, file, io) : [];
  if (linked.length > 0) return { value: undefined, diagnostics: linked, ...about };
  const unread = args.config === undefined ? await unreadConfigs(io, io.cwd) : [];
  const named = chosenApis(resolved.value, args._, args.filter);
  const targets = { ...named, diagnostics: [...unread, ...named.diagnostics] };
  const unwritten = isWritten ? (targets.value ?? []).flatMap(({ noOutput }) => noOutput ?? []) : [];
  return { ...(unwritten.length > 0 ? { value: undefined, diagnostics: unwritten } : targets), ...about };
}

async function missingConfig(io: Io): Promise<Diagnostic> {
  const above = await configAbove(io, io.cwd);
  const path = above === undefined ? undefined : relative(io.cwd, above);
  return diagnostic("config-not-found", `There is no sundial.config.ts (or .mts, .cts, .js, .mjs, .cjs, .json) in ${io.cwd}.`, {
    hint:
      path === undefined
        ? "Write one, name one with --config, or give --input and --output."
        : `There is ${path}: run the command in that folder, or name it: --config ${path}.`,
  });
}

/** That a flag is about what no configuration names. */
function needsInput(flag: keyof typeof targetFlags, args: TargetArgs, isWritten: boolean): Diagnostic {
  const written = args[flag] === false ? `no-${flag}` : flag;
  return usage(`--${written} needs --input${isWritten ? " and --output" : ""}.`, "In a configuration, it is a key of the API.");
}

/** The same, for a command that fetches what has no snapshot: all variables that are not set are known before anything is fetched. */
export async function readTargetsToFetch(args: TargetArgs, io: Io, use?: TargetUse): Promise<Targets> {
  const targets = await readTargets(args, io, use);
  const missing = (targets.value ?? []).flatMap(({ remote }) =>
    remote === undefined || remote.snapshot !== undefined ? [] : remoteAccess(remote, io.env).diagnostics,
  );
  return missing.length === 0 ? targets : { ...targets, value: undefined, diagnostics: missing };
}

/** What is wrong with the folders of APIs where links lead to them: two names may be those of one folder. */
async function sharedByLinks(all: readonly ApiTarget[], file: string, io: Io): Promise<readonly Diagnostic[]> {
  if (all.length < 2) return [];
  const targets = all.filter(({ noOutput }) => noOutput === undefined);
  const reader = new ConfigReader(resolve(io.cwd, file));
  const real = async (target: ApiTarget): Promise<ApiTarget> => ({
    ...target,
    output: await realPlace(io, target.output),
    handlers: target.handlers === undefined ? undefined : await realPlace(io, target.handlers),
  });
  const runtime = targets.find((target) => target.runtime !== undefined)?.runtime;
  const linked = await Promise.all(targets.map(real));
  reportSharedFolders(reader, linked, runtime !== undefined);
  if (runtime !== undefined) checkRuntimeFolder(reader, await realPlace(io, runtime.folder), linked);
  return reader.diagnostics;
}
