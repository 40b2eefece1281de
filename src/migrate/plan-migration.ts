import { basename, dirname, join, relative, resolve } from "node:path";
import { dependsOn } from "../project/project-setup.js";
import { planSetup } from "../setup/plan-setup.js";
import { posixPath } from "../setup/read-settings.js";
import type { Repository } from "../setup/repository.js";
import type { CatalogRange } from "./catalogs.js";
import { changeManifest } from "./edit-manifest.js";
import { createOrigins } from "./exported-names.js";
import type { ProjectFile, ProjectFiles } from "./list-sources.js";
import { findMentions, type Mentions } from "./mentions.js";
import { isGenerated, stemOf, type OldSetup, type ScriptCall } from "./old-setup.js";
import type { NamedApi } from "./planned-api.js";
import { generateMade, madeInputs, madeRemarks } from "./made-inputs.js";
import { generateAll, nextSteps } from "./next-steps.js";
import { printApis } from "./print-apis.js";
import { readModules, type Library } from "./read-modules.js";
import { fetchRemarks } from "./fetch-remarks.js";
import { swr, type Remark } from "./remarks.js";
import { createResolver, type Alias } from "./resolve-module.js";
import { rewriteModule } from "./rewrite-module.js";
import { findStillNamed } from "./still-named.js";
import { lineAt, withEdits, type TextEdit } from "./text-edits.js";

/** A file of the project that a migration changes. */
export interface FileChange {
  /** Absolute. */
  readonly path: string;
  /** Undefined where it is not there. */
  readonly before: string | undefined;
  /** Undefined where it is removed. */
  readonly after: string | undefined;
}

/** What is done of a migration, and what is left to a person. */
export interface Migration {
  /** In the order in which they are written: the configuration comes first, the scripts last. So a second run finds the rest of one that was ended. */
  readonly changes: readonly FileChange[];
  readonly left: readonly Remark[];
  /** APIs of which the project makes clients, when it is done. */
  readonly clients: ReadonlySet<NamedApi>;
  /** Commands to run next, in this order. */
  readonly next: readonly string[];
}

/** What a migration is planned of. */
export interface MigrationSetting {
  readonly repository: Repository;
  readonly files: ProjectFiles;
  readonly old: OldSetup;
  readonly apis: readonly NamedApi[];
  /** APIs that the configuration has which is there. */
  readonly configured: ReadonlySet<NamedApi>;
  /** Files of types that are not to be removed, by their absolute paths, with the reason as a clause. */
  readonly edited: ReadonlyMap<string, string>;
  /** What other packages of the repository name. */
  readonly outside: Mentions;
  /** APIs of the configuration, by the modules of their outputs that export `paths`. */
  readonly generated: ReadonlyMap<string, NamedApi>;
  /** What a catalog says of openapi-fetch; undefined where package.json says it. */
  readonly catalogFetch: CatalogRange | undefined;
  readonly aliases: readonly Alias[];
  readonly extension: "js" | "ts" | "none";
  readonly configFormat: "ts" | "json";
  /** The value of `$schema`. */
  readonly schema: string;
  /** Why no client becomes a generated one: it was asked for, or swr-openapi takes none. */
  readonly clientsStay: "asked" | "swr" | undefined;
  readonly morph: Library;
}

/** Decides what is written. A pure function: it looks at nothing but what was read before. */
export function planMigration(setting: MigrationSetting): Migration {
  const { repository, files, old, apis } = setting;
  const left: Remark[] = [...old.remarks];
  const modules = changeModules(setting, left);
  const needing = [...left, ...mentions(setting, []).remarks, ...setting.outside.remarks].filter(({ needsOld }) => needsOld === true);
  const ofSettings: Remark[] = [];
  const settings = changeSettings(setting, needing, modules.changes, ofSettings);
  const named = mentions(setting, [...settings.config, ...modules.changes, ...settings.others]);
  for (const each of setting.outside.remarks) left.push(each);
  const needed = new Set([...modules.keeps, ...named.keeps, ...setting.outside.keeps]);
  const still = stillNamed(setting, modules.changes, needed);
  for (const each of still.remarks) left.push(each);
  const removed = removeOld(setting, new Set([...needed, ...still.keeps]), left);
  for (const each of ofSettings) left.push(each);
  if (files.isCut)
    left.push({
      file: undefined,
      line: undefined,
      message: "There are more files than are read",
      fix: "run it in the folder of one package",
    });
  const all = [...settings.config, ...modules.changes, ...removed, ...settings.others];
  const changes = all.filter(({ before, after }) => before !== after);
  for (const each of named.remarks) left.push(each);
  if (apis.length > 0) tellPackages(repository, modules.isSwrTold, left);
  return { changes, left, clients: modules.clients, next: changes.length === 0 ? [] : settings.next };
}

/** Modules that name what would be removed. `needed`: what stays anyway. */
function stillNamed(setting: MigrationSetting, changes: readonly FileChange[], needed: ReadonlySet<string>): Mentions {
  const { repository, files, apis, generated, aliases } = setting;
  const after = new Map(changes.map((each) => [each.path, each.after]));
  const goes = apis.filter(({ old }) => files.modules.has(old) && !needed.has(old));
  const outputs = [...apis, ...generated.values()].map(({ output }) => output);
  const textOf = (path: string): string => after.get(path) ?? files.modules.get(path)?.text ?? "";
  return findStillNamed(files, textOf, goes, { repository, aliases, outputs });
}

/** What other files say. Of the files that are read here, it is known, and told where it stays. */
function mentions({ repository, files, old, apis }: MigrationSetting, changes: readonly FileChange[]): Mentions {
  const own = typeof repository.manifest === "object" ? repository.manifest.file : undefined;
  const others = files.others
    .filter(({ path }) => path !== old.redocly?.path)
    .map((each) => ({ ...each, text: changes.find(({ path }) => path === each.path)?.after ?? each.text }));
  return findMentions(
    others,
    apis.map((api) => api.old),
    repository.folder,
    own,
  );
}

interface ChangedModules {
  readonly changes: readonly FileChange[];
  /** Files of types that are still named. */
  readonly keeps: ReadonlySet<string>;
  readonly clients: ReadonlySet<NamedApi>;
  /** Whether clients that stay for swr-openapi are told, each with its line. */
  readonly isSwrTold: boolean;
}

function changeModules(setting: MigrationSetting, left: Remark[]): ChangedModules {
  const { files, apis, generated, aliases, extension, clientsStay, morph } = setting;
  const { folder } = setting.repository;
  const old = new Map(apis.map((api) => [api.old, api]));
  const wanted = [...files.modules.values()].filter(({ path, text }) => !old.has(path) && isConcerned(text, apis));
  const { blocks, unreadable } = readModules(wanted, morph);
  const resolve = createResolver({ has: (path) => old.has(path) || files.modules.has(path) || generated.has(path) }, aliases);
  const origins = createOrigins(blocks, new Map([...generated, ...old]), resolve, morph);
  const edits = new Map<string, TextEdit[]>();
  const keeps = new Set<string>();
  const clients = new Set<NamedApi>();
  for (const block of blocks) {
    const rewritten = rewriteModule(block, {
      apis: old,
      packageOf: packagesOf(files, folder),
      folder,
      resolve,
      origins,
      morph,
      extension,
      clientsStay,
    });
    for (const api of rewritten.clients) clients.add(api);
    edits.set(block.file, [...(edits.get(block.file) ?? []), ...rewritten.edits]);
    for (const path of rewritten.keeps) keeps.add(path);
    for (const each of rewritten.remarks) left.push(each);
  }
  for (const { path, text } of unreadable) {
    if (!apis.some((api) => text.includes(stemOf(api.old))) && !text.includes("openapi-fetch")) continue;
    for (const api of apis) keeps.add(api.old);
    left.push({
      file: path,
      line: undefined,
      message: "The file has a mistake of syntax, and is left as it is",
      fix: "correct it, and run `sundial migrate` again",
    });
  }
  const changes = [...edits].map(([path, list]) => {
    const before = files.modules.get(path)?.text ?? "";
    return { path, before, after: withEdits(before, list) };
  });
  return { changes, keeps, clients, isSwrTold: left.some(({ fix }) => fix === swr.fix) };
}

/** Finds the package of a file by the package.json that is nearest to it. */
function packagesOf({ others }: ProjectFiles, folder: string): (path: string) => string {
  const folders = new Set(others.filter(({ path }) => basename(path) === "package.json").map(({ path }) => dirname(path)));
  return (path) => {
    let at = dirname(path);
    while (!folders.has(at) && at !== folder && at !== dirname(at)) at = dirname(at);
    return at;
  };
}

/** Whether a module may name a file of types, a client, or a module that does. */
function isConcerned(text: string, apis: readonly NamedApi[]): boolean {
  return (
    /openapi-(?:fetch|typescript)|\.(?:GET|PUT|POST|DELETE|PATCH)\(/.test(text) ||
    (text.includes("export") && text.includes("from")) ||
    apis.some(({ old }) => text.includes(stemOf(old)) || (stemOf(old) === "index" && text.includes(stemOf(dirname(old)))))
  );
}

/** The old files go where nothing names them any more and nobody wrote in them. */
function removeOld(
  { files, apis, repository, edited }: MigrationSetting,
  keeps: ReadonlySet<string>,
  left: Remark[],
): readonly FileChange[] {
  return apis.flatMap(({ old }): readonly FileChange[] => {
    const text = files.modules.get(old)?.text;
    if (text === undefined) return [];
    const writtenIn = isGenerated(text) ? edited.get(old) : "nothing in it says that it is generated";
    const why = keeps.has(old) ? "something still names it" : writtenIn;
    if (why === undefined) return [{ path: old, before: text, after: undefined }];
    const fix = edited.has(old) && !keeps.has(old) ? "keep what you wrote elsewhere, and remove it" : "remove it when nothing needs it";
    if (!keeps.has(old) || repository.generators.length > 0)
      left.push({ file: old, line: undefined, message: `The old file of types stays: ${why}`, fix });
    return [];
  });
}

interface ChangedSettings {
  readonly config: readonly FileChange[];
  /** The package.json comes last. */
  readonly others: readonly FileChange[];
  readonly next: readonly string[];
}

function changeSettings(
  setting: MigrationSetting,
  needing: readonly Remark[],
  modules: readonly FileChange[],
  left: Remark[],
): ChangedSettings {
  const rewritten = modules.flatMap(({ path, before, after }) => (before === after ? [] : [path]));
  const { repository, old, apis } = setting;
  if (apis.length === 0) return { config: [], others: [], next: nextSteps(repository, [], [], rewritten) };
  const manifest = changedManifest(setting, needing, left);
  const plan = planSetup(manifest.repository, {
    api: undefined,
    configFormat: setting.configFormat,
    schema: setting.schema,
    outputs: apis.map(({ output }) => output),
    parts: new Set(apis.flatMap(({ emit }) => emit)),
    ci: undefined,
  });
  for (const { text, lines } of plan.byHand)
    left.push({ file: undefined, line: undefined, message: text.replace(/[.:]$/, ""), fix: lines.join("; ") });
  const others: FileChange[] = plan.edits.filter(({ path }) => path !== manifest.file);
  if (old.redocly !== undefined && old.redocly.apis.length > 0)
    for (const each of redoclyChange(old.redocly, apis, left)) others.push(each);
  const after = plan.edits.find(({ path }) => path === manifest.file)?.after ?? manifest.text;
  if (manifest.file !== undefined) others.push({ path: manifest.file, before: manifest.before, after });
  // Adding a package installs all others, too.
  const isAdding = plan.next.length > 1 || manifest.text === manifest.before;
  const install = isAdding ? [] : [`${repository.packageManager} install`];
  const generate = generateAll(manifest.repository, plan.next.at(-1) ?? "");
  const made = madeInputs(old, apis, repository);
  for (const each of madeRemarks(made, manifest.repository)) left.push(each);
  const generating = generateMade(made, apis, repository, generate);
  const next = nextSteps(repository, install, [...plan.next.slice(0, -1), ...generating], rewritten);
  return { config: configChange(setting, left), others, next };
}

/** A configuration, where there is none; one that is there stays as it is. */
function configChange({ repository, apis, configured, configFormat, schema }: MigrationSetting, left: Remark[]): readonly FileChange[] {
  const fresh = apis.filter((api) => !configured.has(api));
  if (fresh.length === 0) return [];
  const text = printApis(fresh, repository.folder, configFormat, schema);
  if (repository.config === undefined)
    return [{ path: join(repository.folder, `sundial.config.${configFormat}`), before: undefined, after: text }];
  const labels = fresh.map(({ label }) => label).join(", ");
  const fix = text.split("\n").slice(2).join(" ").replace(/ +/g, " ").trim();
  left.push({
    file: repository.config,
    line: undefined,
    message: `The configuration is there, and lacks ${labels}`,
    fix: `take over what it would be: ${fix}`,
  });
  return [];
}

/** The package.json with other scripts and dependencies, in a repository that has it. */
function changedManifest(
  setting: MigrationSetting,
  needing: readonly Remark[],
  left: Remark[],
): {
  readonly file: string | undefined;
  readonly before: string | undefined;
  readonly text: string | undefined;
  readonly repository: Repository;
} {
  const { repository, old, apis } = setting;
  const { manifest } = repository;
  if (typeof manifest !== "object") return { file: undefined, before: undefined, text: undefined, repository };
  const commandOf = ({ call, writes }: ScriptCall): string => {
    const own = apis.filter((api) => writes.includes(api.old));
    const labels = own.length === apis.length ? [] : own.map(({ label }) => label);
    return ["sundial", call.isCheck ? "check" : "generate", ...labels].join(" ");
  };
  const calls = old.calls.filter(({ writes }) => writes.some((path) => apis.some((api) => api.old === path)));
  const isLeft = needing.length > 0 || calls.length < old.calls.length;
  if (isLeft && dependsOn(manifest, "openapi-typescript")) left.push(stays(manifest, needing, repository));
  const needsFetch = apis.some(({ emit }) => emit.includes("paths"));
  const changed = changeManifest(manifest.text, { calls, commandOf, isReplaced: !isLeft && apis.length > 0, needsFetch });
  if (changed === undefined) {
    left.push({
      file: manifest.file,
      line: undefined,
      message: "package.json could not be changed safely",
      fix: "change scripts and dependencies by hand",
    });
    return { file: manifest.file, before: manifest.text, text: manifest.text, repository };
  }
  const isRaised = changed.raisedFrom !== undefined;
  if (isRaised)
    left.push({
      file: manifest.file,
      line: undefined,
      message: `openapi-fetch was ${changed.raisedFrom}, and calls by path need 0.16 or newer`,
      fix: "look what its changelog says of middleware and of types that you use",
    });
  if (needsFetch) for (const each of fetchRemarks(manifest, setting.catalogFetch, isRaised)) left.push(each);
  const content = JSON.parse(changed.text.replace(/^\ufeff/, "")) as Readonly<Record<string, unknown>>; // of an object, as `changeManifest` has seen
  const next = { ...repository, manifest: { ...manifest, text: changed.text, content } };
  return { file: manifest.file, before: manifest.text, text: changed.text, repository: next };
}

function stays(manifest: { readonly file: string; readonly text: string }, needing: readonly Remark[], { folder }: Repository): Remark {
  const files = new Set(needing.flatMap(({ file }) => (file === undefined ? [] : [posixPath(relative(folder, file))])));
  const shown = files.size === 0 ? "a script" : [...files].slice(0, 3).join(", ");
  const at = manifest.text.lastIndexOf('"openapi-typescript"');
  return {
    file: manifest.file,
    line: at === -1 ? undefined : lineAt(manifest.text, at),
    message: `openapi-typescript stays among the dependencies, for ${shown}${files.size > 3 ? " and others" : ""}`,
    fix: "take it out when nothing runs it any more",
  };
}

function redoclyChange(redocly: NonNullable<OldSetup["redocly"]>, apis: readonly NamedApi[], left: Remark[]): readonly FileChange[] {
  const isWhole = redocly.apis.every(({ output }) =>
    apis.some(({ old }) => output !== undefined && old === resolve(dirname(redocly.path), output)),
  );
  if (redocly.edits !== undefined && isWhole)
    return [{ path: redocly.path, before: redocly.text, after: withEdits(redocly.text, redocly.edits) }];
  left.push({
    file: redocly.path,
    line: undefined,
    message: "`x-openapi-ts` stands here, and nothing reads it any more",
    fix: "take it out",
  });
  return [];
}

/** Packages that read `paths` by themselves. */
function tellPackages({ manifest }: Repository, isSwrTold: boolean, left: Remark[]): void {
  if (typeof manifest !== "object") return;
  const told: readonly (readonly [name: string, message: string, fix: string])[] = [
    ...(isSwrTold ? [] : [["swr-openapi", `${swr.message}, and \`paths\` names only those that there are`, swr.fix] as const]),
    ["openapi-msw", "openapi-msw reads `paths` by itself", "compile, and look at what it says"],
    [
      "openapi-fetch-gen",
      "openapi-fetch-gen reads the old file of types",
      "call functions of the generated client in place of what it writes",
    ],
  ];
  for (const [name, message, fix] of told) if (dependsOn(manifest, name)) left.push({ file: manifest.file, line: undefined, message, fix });
}

/** Files of types that are there. */
export function generatedAmong(files: ReadonlyMap<string, ProjectFile>): readonly string[] {
  return [...files.values()].filter(({ text }) => isGenerated(text)).map(({ path }) => path);
}
