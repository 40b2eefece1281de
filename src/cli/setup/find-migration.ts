import { relative } from "node:path";
import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import type { Part } from "../../emit/emitters.js";
import type { Io } from "../../io.js";
import { catalogRange } from "../../migrate/catalogs.js";
import { invocationsOf } from "../../migrate/invocations.js";
import { readProjectFiles, type ProjectFile, type ProjectFiles } from "../../migrate/list-sources.js";
import { findOldSetup, redoclyAmong, type OldSetup } from "../../migrate/old-setup.js";
import { generatedAmong, planMigration, type Migration } from "../../migrate/plan-migration.js";
import type { Mentions } from "../../migrate/mentions.js";
import { findOtherPackages } from "../../migrate/other-packages.js";
import { planApis, type NamedApi } from "../../migrate/planned-api.js";
import { loadLibrary } from "../../migrate/read-modules.js";
import { aliasesOf, usualAliases, type Alias } from "../../migrate/resolve-module.js";
import type { Remark } from "../../migrate/remarks.js";
import { unmarkedTypes } from "../../migrate/unmarked-types.js";
import { decideImportExtension } from "../../project/inspect-project.js";
import { dependsOn, isRecord } from "../../project/project-setup.js";
import { readTsconfig } from "../../project/tsconfig.js";
import { inspectVersions } from "../../setup/inspect-versions.js";
import { schemaPlace } from "../../setup/propose.js";
import { posixPath, readSettings } from "../../setup/read-settings.js";
import { brokenPackage, readRepository, type Repository } from "../../setup/repository.js";
import type { ShownFile } from "../../source/source-file.js";
import { readTargets } from "../targets.js";
import { generatedModules, nameApi, withConfigured, withoutOthers, type NamingOutcome } from "./name-migrated-apis.js";
import { uncommittedAmong } from "./uncommitted.js";

/** What a command line says of a migration. */
export interface MigrationChoices {
  readonly input: string | undefined;
  readonly configFormat: "ts" | "json" | undefined;
  /** Whether clients stay those of openapi-fetch. */
  readonly typesOnly: boolean;
}

/** A migration, or why there is none. */
export type FoundMigration =
  | { readonly kind: "found"; readonly repository: Repository; readonly migration: Migration; readonly apis: readonly NamedApi[] }
  | { readonly kind: "refused"; readonly diagnostics: readonly Diagnostic[]; readonly sources: readonly ShownFile[] };

/** Looks at a project that uses openapi-typescript, and decides what becomes of it. Writes nothing, and asks nothing of the network. */
export async function findMigration(choices: MigrationChoices, io: Io): Promise<FoundMigration> {
  const repository = await readRepository(io);
  if (repository.manifest === "broken") return refused([brokenPackage(repository, "migrate")]);
  const files = await readProjectFiles(io, repository.folder);
  const found = await oldSetupOf(repository, files, choices, io);
  const targets = repository.config === undefined ? undefined : await readTargets({ _: [] }, io, { isWritten: false });
  if (targets !== undefined && targets.value === undefined && found.files.length > 0) return refused(targets.diagnostics, targets.sources);
  const configuration = targets?.value ?? [];
  const own = await withoutOthers(found, configuration, repository, files, io);
  const old = { ...own, files: await withConfigured(own.files, configuration, repository, files, io) };
  const unknown = old.files.filter(({ input }) => input === undefined);
  if (unknown.length > 0 && unknown.length === old.files.length) return refused([inputUnknown(unknown, old.remarks, io)]);
  const emit = partsOf(repository, files, choices);
  const planned = await planApis(io, repository, old.files, (path) => files.modules.get(path)?.text);
  const named: NamingOutcome[] = [];
  for (const api of planned) named.push(await nameApi({ ...api, emit }, configuration, io));
  const problems = named.flatMap((each) => each.diagnostics);
  if (problems.length > 0)
    return refused(
      problems,
      named.flatMap((each) => each.sources),
    );
  const apis = named.flatMap(({ api }) => api ?? []);
  const configured = new Set(named.flatMap(({ api, isConfigured }) => (isConfigured && api !== undefined ? [api] : [])));
  const edited = await editedAmong(repository, files, apis, io);
  const parts: DecidedParts = {
    repository,
    files,
    old,
    edited,
    outside: await outsideOf(repository, apis, io),
    choices,
    generated: hasClients(files) ? await generatedModules(configuration, apis, io) : new Map(),
  };
  const migration = await decide(parts, apis, configured, io);
  // Of an API whose clients all stay, nothing but the types is needed.
  const isNeeded = (api: NamedApi): boolean => configured.has(api) || !api.emit.includes("paths") || migration.clients.has(api);
  if (apis.every(isNeeded)) return { kind: "found", repository, apis, migration };
  const fewer = apis.map((api): NamedApi => (isNeeded(api) ? api : { ...api, emit: ["types"] }));
  const kept = new Set(fewer.filter((api) => configured.has(api)));
  return { kind: "found", repository, apis: fewer, migration: await decide(parts, fewer, kept, io) };
}

/** How the project runs openapi-typescript, also where a program does so, and its types do not say it. */
async function oldSetupOf(repository: Repository, files: ProjectFiles, { input }: MigrationChoices, io: Io): Promise<OldSetup> {
  const redocly = await redoclyOf(repository, io);
  const generated = generatedAmong(files.modules);
  const found = findOldSetup(repository, redocly, generated, input);
  if (found.files.some((each) => each.input === undefined || each.input === input)) return found;
  if (input === undefined && (found.files.length > 0 || !callsProgram(files))) return found;
  const unmarked = unmarkedTypes(files, await aliasesFor(repository, repository.folder, io), await loadLibrary());
  if (input !== undefined && unmarked.length > 0) return findOldSetup(repository, redocly, [...generated, ...unmarked], input);
  const unused: Remark = {
    file: undefined,
    line: undefined,
    message: "`--input` had no use: there is no file of types whose description is not known",
    fix: "run it where the old types are, and nothing else says what they are made from",
  };
  const told = unmarked.map((file): Remark => ({
    file,
    line: undefined,
    message: "These types are used by a client, and nothing says which description they are made from",
    fix: "run `sundial migrate --input FILE`, or with its URL",
  }));
  return { ...found, remarks: [...found.remarks, ...(input === undefined ? told : [unused])] };
}

function callsProgram({ modules }: ProjectFiles): boolean {
  return [...modules.values()].some(({ text }) => text.includes("openapi-typescript") && /["']openapi-typescript["']/.test(text));
}

/** Ways to name modules that the project has, and those of frameworks. `at`: a file or a folder that the settings are for. */
async function aliasesFor({ folder, tsconfig }: Repository, at: string, io: Io): Promise<readonly Alias[]> {
  return [...aliasesOf(tsconfig === undefined ? undefined : await readTsconfig(io, tsconfig, at)), ...usualAliases(folder)];
}

/** What the rest of the repository names of the files of types, also of those that nobody commits. It is read only where there are any. */
async function outsideOf(repository: Repository, apis: readonly NamedApi[], io: Io): Promise<Mentions> {
  if (apis.length === 0 || repository.root === repository.folder) return { remarks: [], keeps: new Set() };
  const old = apis.map((api) => api.old);
  return findOtherPackages(await readProjectFiles(io, repository.root), old, repository);
}

/** Why a file of types is not to be removed, as there may be no way back to what somebody wrote in it; by absolute paths. */
async function editedAmong(
  { hasGit }: Repository,
  { modules }: ProjectFiles,
  apis: readonly NamedApi[],
  io: Io,
): Promise<ReadonlyMap<string, string>> {
  const there = apis.map(({ old }) => old).filter((path) => modules.has(path));
  const uncommitted = hasGit ? await uncommittedAmong(there, io) : new Set<string>();
  if (uncommitted === undefined) return new Map(there.map((path) => [path, "Git does not say whether all of it is committed"]));
  return new Map([...uncommitted].map((path) => [path, "it has changes that nobody has committed"]));
}

function refused(diagnostics: readonly Diagnostic[], sources: readonly ShownFile[] = []): FoundMigration {
  return { kind: "refused", diagnostics, sources };
}

/** `remarks`: what keeps the project from saying it, such as a script that is not understood. */
function inputUnknown(unknown: OldSetup["files"], remarks: readonly Remark[], io: Io): Diagnostic {
  const shown = unknown.map(({ path }) => posixPath(relative(io.cwd, path)));
  const told = remarks.slice(0, 3).map(({ file, line, message }) => {
    const place = file === undefined ? "" : `${posixPath(relative(io.cwd, file))}${line === undefined ? "" : `:${String(line)}`}: `;
    return `${place}${message}. `;
  });
  const way =
    unknown.length === 1
      ? "Name it: `sundial migrate --input FILE`, or its URL."
      : "Write the commands that make them into scripts of package.json first.";
  return diagnostic("migrate-input-unknown", `Nothing says which description ${shown.slice(0, 3).join(", ")} is made from.`, {
    hint: `${told.join("")}${way}`,
  });
}

async function redoclyOf({ folder, names, manifest }: Repository, io: Io): Promise<ProjectFile | undefined> {
  const scripts = typeof manifest === "object" && isRecord(manifest.content["scripts"]) ? manifest.content["scripts"] : {};
  const named = Object.values(scripts).flatMap((script) =>
    typeof script === "string" ? invocationsOf(script).flatMap(({ redocly }) => redocly ?? []) : [],
  );
  const path = redoclyAmong(folder, names, named);
  const text = path === undefined ? undefined : await readSettings(io, path);
  return path === undefined || text === undefined ? undefined : { path, text };
}

/** Why no client becomes a generated one; undefined where they do. */
function whyClientsStay({ manifest }: Repository, { typesOnly }: MigrationChoices): "asked" | "swr" | undefined {
  if (typesOnly) return "asked";
  return typeof manifest === "object" && dependsOn(manifest, "swr-openapi") ? "swr" : undefined;
}

function hasClients({ modules }: ProjectFiles): boolean {
  const makes = /\bfrom\s*["']openapi-fetch["']/;
  return [...modules.values()].some(({ text }) => text.includes("openapi-fetch") && makes.test(text));
}

/** Clients are generated where there are some of openapi-fetch that can be replaced. */
function partsOf(repository: Repository, files: ProjectFiles, choices: MigrationChoices): readonly Part[] {
  return whyClientsStay(repository, choices) !== undefined || !hasClients(files) ? ["types"] : ["types", "client", "paths"];
}

/** What is known of a project before its APIs are settled. */
interface DecidedParts {
  readonly repository: Repository;
  readonly files: ProjectFiles;
  readonly old: OldSetup;
  readonly edited: ReadonlyMap<string, string>;
  readonly generated: ReadonlyMap<string, NamedApi>;
  readonly outside: Mentions;
  readonly choices: MigrationChoices;
}

async function decide(
  { repository, files, old, edited, generated, outside, choices }: DecidedParts,
  apis: readonly NamedApi[],
  configured: ReadonlySet<NamedApi>,
  io: Io,
): Promise<Migration> {
  const { folder, noTypeScript } = repository;
  const [first] = apis;
  const typescript = (await inspectVersions(io, repository, process.versions.node)).find(({ check }) => check === "typescript");
  const tooOld: Remark | undefined =
    typescript === undefined || typescript.state === "ok"
      ? undefined
      : { file: undefined, line: undefined, message: typescript.message, fix: typescript.fix ?? "" };
  const output = first?.output ?? folder;
  const aliases = await aliasesFor(repository, output, io);
  return planMigration({
    repository,
    files,
    old: tooOld === undefined ? old : { ...old, remarks: [...old.remarks, tooOld] },
    apis,
    configured,
    edited,
    generated,
    outside,
    catalogFetch:
      typeof repository.manifest === "object" ? await catalogRange(repository.manifest, "openapi-fetch", repository.root, io) : undefined,
    aliases,
    extension: (await decideImportExtension(io, output, undefined)).extension,
    configFormat: choices.configFormat ?? (noTypeScript === undefined ? "ts" : "json"),
    schema: await schemaPlace(io, repository),
    clientsStay: whyClientsStay(repository, choices),
    morph: await loadLibrary(),
  });
}
