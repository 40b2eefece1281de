import { dirname, join, relative } from "node:path";
import type { ApiTarget } from "../../config/config.js";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import { generateFiles } from "../../generate.js";
import type { Io } from "../../io.js";
import type { ProjectFiles } from "../../migrate/list-sources.js";
import { otherDescription, type OldSetup, type TypesFile } from "../../migrate/old-setup.js";
import { exportedNames, folderBeside, type NamedApi, type PlannedApi } from "../../migrate/planned-api.js";
import { namesOfApi } from "../../model/names/name-api.js";
import { isUrl } from "../../setup/propose.js";
import { posixPath, readSettings } from "../../setup/read-settings.js";
import type { Repository } from "../../setup/repository.js";
import type { ShownFile } from "../../source/source-file.js";
import { resolveForGenerate } from "../resolve-target.js";
import { readTargets } from "../targets.js";

export interface NamingOutcome {
  readonly api: NamedApi | undefined;
  /** Whether the configuration has it. */
  readonly isConfigured: boolean;
  /** Errors of the description. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly ShownFile[];
}

/** The names in generated code: as they will be, where the description is there; else those that its label gives. */
export async function nameApi(api: PlannedApi, targets: readonly ApiTarget[], io: Io): Promise<NamingOutcome> {
  const configured = targets.find(({ source, noOutput }) => source === api.input && noOutput === undefined);
  const own = configured === undefined ? api : { ...api, output: configured.output, emit: configured.emit, label: configured.label };
  const isConfigured = configured !== undefined;
  const { type, value } = namesOfApi(configured?.name ?? own.label);
  const guessed: NamingOutcome = {
    api: { ...own, names: { type, value, types: undefined } },
    isConfigured,
    diagnostics: [],
    sources: [],
  };
  if (isUrl(api.input) || (await io.realPath(join(io.cwd, api.input))) === undefined) return guessed;
  const flags = { _: [], input: api.input, output: posixPath(relative(io.cwd, own.output)), emit: own.emit.join(","), name: own.label };
  const target = configured ?? (await readTargets(flags, io)).value?.[0];
  if (target === undefined) return guessed;
  const { request } = await resolveForGenerate(target, io);
  const generated = await generateFiles(request, io);
  if (generated.value === undefined)
    return {
      api: undefined,
      isConfigured,
      diagnostics: generated.diagnostics.filter(({ severity }) => severity === "error"),
      sources: generated.sources,
    };
  const { names } = generated.value.api;
  const types = exportedNames(generated.value.files.find(({ path }) => path === "types.ts")?.text ?? "");
  return { api: { ...own, names: { type: names.type, value: names.value, types } }, isConfigured, diagnostics: [], sources: [] };
}

/** Bytes of a file of types. */
const most = 64 * 1024 * 1024;

/**
 * Files of types with the description that a configuration says, where nothing else says one: after a first run, no script does. It is that of an API
 * whose types have the same paths; where that cannot be compared, of the only one whose output is where a migration puts it.
 */
export async function withConfigured(
  files: readonly TypesFile[],
  targets: readonly ApiTarget[],
  repository: Repository,
  { modules }: ProjectFiles,
  io: Io,
): Promise<readonly TypesFile[]> {
  if (targets.length === 0 || files.every(({ input }) => input !== undefined)) return files;
  const written = new Map<ApiTarget, ReadonlySet<string>>();
  for (const each of targets) written.set(each, pathsIn((await readSettings(io, join(each.output, "types.ts"), most)) ?? ""));
  return files.map((file) => {
    if (file.input !== undefined) return file;
    const own = pathsIn(modules.get(file.path)?.text ?? "");
    const shared = (target: ApiTarget): number => [...own].filter((path) => written.get(target)?.has(path) === true).length;
    const [best] = targets.toSorted((a, b) => shared(b) - shared(a));
    if (best !== undefined && own.size > 0 && shared(best) * 2 >= own.size) return { ...file, input: best.source };
    const beside = targets.filter(({ output }) => dirname(output) === folderBeside(repository, file.path));
    const [only] = beside;
    const isComparable = only !== undefined && own.size > 0 && (written.get(only)?.size ?? 0) > 0;
    return only === undefined || beside.length > 1 || isComparable ? file : { ...file, input: only.source };
  });
}

/**
 * What is left of a setup where the configuration has what a script wrote from another description: a run before has left that script, and told it.
 * The file is gone then, with an output of ours beside it, or is there with the paths of one.
 */
export async function withoutOthers(
  old: OldSetup,
  targets: readonly ApiTarget[],
  repository: Repository,
  files: ProjectFiles,
  io: Io,
): Promise<OldSetup> {
  const others = old.files.filter(
    ({ input, label }) => input !== undefined && label === undefined && targets.every(({ source }) => source !== input),
  );
  if (targets.length === 0 || others.length === 0) return old;
  const bare = others.map((each) => ({ ...each, input: undefined }));
  const known = await withConfigured(bare, targets, repository, files, io);
  const isBeside = (path: string): boolean => targets.some(({ output }) => dirname(output) === folderBeside(repository, path));
  const isOurs = ({ path, input }: TypesFile): boolean => (files.modules.has(path) ? input !== undefined : isBeside(path));
  const ours = new Map(known.filter(isOurs).map((file) => [file.path, file]));
  const left = old.calls.filter(({ writes }) => writes.length > 0 && writes.every((path) => ours.has(path)));
  return {
    ...old,
    files: old.files.flatMap((file) => {
      const own = ours.get(file.path);
      return own === undefined ? [file] : files.modules.has(file.path) ? [own] : [];
    }),
    calls: old.calls.filter((each) => !left.includes(each)),
    remarks: [...old.remarks, ...left.map((each) => otherDescription(each, repository))],
  };
}

/** Paths of operations that a file of types has as keys. */
function pathsIn(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(/^\s{0,8}"(\/[^"\n]{0,500})": \{/gm), ([, path = ""]) => path));
}

/** APIs of a configuration, by the modules of their outputs that export `paths`: a project may name them already. `known`: those that are named. */
export async function generatedModules(
  targets: readonly ApiTarget[],
  known: readonly NamedApi[],
  io: Io,
): Promise<ReadonlyMap<string, NamedApi>> {
  const found = new Map<string, NamedApi>();
  for (const { label, source, output, emit, noOutput } of targets) {
    if (noOutput !== undefined) continue;
    const planned = { label, input: source, output, old: join(output, "types.ts"), oldNames: undefined, oldValues: undefined, emit };
    const api = known.find((each) => each.output === output) ?? (await nameApi(planned, targets, io)).api;
    if (api !== undefined) for (const name of ["types.ts", "index.ts"]) found.set(join(output, name), api);
  }
  return found;
}
