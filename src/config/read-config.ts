import { createRequire } from "node:module";
import type { Jiti, JitiOptions } from "jiti";
import { dirname, extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic, Outcome, Position } from "../diagnostic/diagnostic.js";
import { errorCode, type Io } from "../io.js";
import { firstEndless, MAX_SETTINGS_BYTES, packagesAbove, whyRefused } from "../source/endless-files.js";
import { locatorOf } from "../source/locate.js";
import { repositoryOf } from "../source/project-folder.js";
import { parseJson } from "../source/parse-json.js";
import { presets } from "../presets/index.js";
import { defineConfig } from "./config.js";
import type { ShownFile } from "../source/source-file.js";
import { nameOf } from "../source/uri.js";
import { errorPlace } from "./error-place.js";

/** Names of a configuration file, in the order in which they are looked for. */
export const configNames = [
  "sundial.config.ts",
  "sundial.config.mts",
  "sundial.config.cts",
  "sundial.config.js",
  "sundial.config.mjs",
  "sundial.config.cjs",
  "sundial.config.json",
] as const;

/** A configuration as someone wrote it: not checked. */
export interface WrittenConfig {
  /** Absolute. */
  readonly path: string;
  readonly value: unknown;
  /** Of JSON: where its values stand. Its lines are not shown, as a header may hold a secret. */
  readonly source?: ShownFile;
}

/** The configuration file of a folder, if it has one. */
export async function findConfig(io: Io, folder: string): Promise<string | undefined> {
  const [found] = await configsIn(io, folder);
  return found === undefined ? undefined : join(folder, found);
}

/** The configuration of the nearest folder above one that has any, in its repository. */
export async function configAbove(io: Io, folder: string): Promise<string | undefined> {
  const root = await repositoryOf(folder, io);
  if (root === undefined) return undefined;
  for (let at = folder; at !== root && dirname(at) !== at;) {
    at = dirname(at);
    const found = await findConfig(io, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function configsIn(io: Io, folder: string): Promise<readonly string[]> {
  const names = new Set((await io.list(folder)).map(({ name }) => name));
  return configNames.filter((name) => names.has(name));
}

/** That a folder has configurations which are not read, because another one is. */
export async function unreadConfigs(io: Io, folder: string): Promise<readonly Diagnostic[]> {
  const [read, ...others] = await configsIn(io, folder);
  if (read === undefined || others.length === 0) return [];
  return [
    diagnostic("config-several", `${read} is read, and ${others.join(" and ")} beside it ${others.length === 1 ? "is" : "are"} not.`, {
      at: { file: pathToFileURL(join(folder, read)).href, pointer: "" },
      hint: "Remove what is not used, or name one with --config.",
    }),
  ];
}

/**
 * Loads a configuration file and takes its default export. A configuration is a program of the user's, and runs. `loaded`: given where it may
 * have changed since it was loaded; told of each of its modules, by its absolute path.
 */
export async function readConfig(io: Io, file: string, loaded?: (path: string) => void): Promise<Outcome<WrittenConfig>> {
  const path = resolve(io.cwd, file);
  loaded?.(path);
  try {
    if (extname(path) === ".json") return await readJson(io, path);
    const real = (await io.realPath(path)) ?? path;
    const endless = await firstEndless(io, [path, ...packagesAbove(dirname(path)), ...packagesAbove(dirname(real))]);
    if (endless !== undefined) return refused(path, endless);
    const value = await io.runProgram(() => importDefault(path, loaded));
    if (value === undefined) return unreadable(path, "it has no default export", "End it with `export default defineConfig({ … })`.");
    return { value: { path, value }, diagnostics: [] };
  } catch (error) {
    const why = whyRefused(errorCode(error));
    if (why !== undefined && extname(path) === ".json") return refused(path, { file: path, why });
    if ((await io.realPath(path)) === undefined) return unreadable(path, "it does not exist", "Check the path given with --config.");
    const found = await findConfig(io, path).catch(() => null); // null: it is no folder
    if (found === null) {
      // JSON runs nothing: an error in reading it comes from no program of the user's.
      const at = extname(path) === ".json" ? undefined : errorPlace(error, import.meta.url, !isImported(path));
      return unreadable(path, reasonOf(error, path), moduleAdvice(error), at);
    }
    const hint = found === undefined ? `Name a file: ${configNames.join(", ")}.` : `Name the file in it: ${found}.`;
    return unreadable(path, "it is a folder", hint);
  }
}

/** A file that Node would read without an end, or for too long, before it runs a configuration. */
function refused(path: string, { file, why }: { readonly file: string; readonly why: string }): Outcome<WrittenConfig> {
  if (file === path) return unreadable(path, why, "Put a file of text there.");
  return unreadable(path, `Node would read ${file} first, and ${why}`, "Put a file of text there, or delete it.");
}

function unreadable(path: string, reason: string, hint: string | undefined, at?: Position): Outcome<WrittenConfig> {
  return { value: undefined, diagnostics: [diagnostic("config-unreadable", `${path} cannot be loaded: ${reason}.`, { hint, at })] };
}

/** What a program of the user's throws may be anything. What reads TypeScript for us says its name first, and the place last. */
function reasonOf(error: unknown, path: string): string {
  const message = error instanceof Error ? error.message : String(error);
  if (isCommonInModule(error)) return message.replace(/\n[^]*$/, "");
  const [, syntax] = /^ParseError: ([^]*?)\s+(\S[^\n]*):\d+:\d+$/.exec(message.trimEnd()) ?? [];
  return (syntax !== undefined && message.includes(path) ? syntax : message).trim().replace(/\.$/, "");
}

/** Whether it is CommonJS in what Node takes for an ES module. */
function isCommonInModule(error: unknown): boolean {
  return error instanceof ReferenceError && error.message.includes("is not defined in ES module scope");
}

function moduleAdvice(error: unknown): string | undefined {
  return isCommonInModule(error)
    ? "Write `export default` in place of `module.exports =`, or call the file sundial.config.cjs."
    : undefined;
}

/** What editors read of a `$schema` is nothing that we take. */
async function readJson(io: Io, path: string): Promise<Outcome<WrittenConfig>> {
  const text = new TextDecoder().decode(await io.read(path, { most: MAX_SETTINGS_BYTES }));
  const uri = pathToFileURL(path).href;
  const { value, diagnostics } = parseJson(text, uri, true);
  if (value === undefined || diagnostics.length > 0) {
    const mistakes = diagnostics.map(({ message, at, hint }) =>
      diagnostic("config-unreadable", `${path} cannot be loaded: ${message}`, { at, hint }),
    );
    return { value: undefined, diagnostics: mistakes };
  }
  const source = { uri, name: nameOf(uri, io.cwd), locate: locatorOf(text, uri).locate, line: () => undefined };
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { value: { path, value, source }, diagnostics: [] };
  const { $schema: _, ...written } = value as Readonly<Record<string, unknown>>; // no list, as was just asked
  return { value: { path, value: written, source }, diagnostics: [] };
}

const isImported = (path: string): boolean => /\.m?js$/.test(path);

/** JavaScript is imported as it is, but where it may have changed: Node loads a module once. For TypeScript there is jiti, loaded only then; it finds this package even where it is not installed. */
async function importDefault(path: string, loaded: ((path: string) => void) | undefined): Promise<unknown> {
  if (isImported(path) && loaded === undefined) {
    const module = (await import(pathToFileURL(path).href)) as { readonly default?: unknown };
    return module.default;
  }
  // Required, not imported: as an ES module, Node would first search its text for exports, which takes longer than to load it.
  const { createJiti } = createRequire(import.meta.url)("jiti") as typeof import("jiti"); // what the package declares
  // Never a compiled copy from the disk: it may lie in a shared temporary folder, and whoever writes there would choose what runs.
  const settings = { interopDefault: false, fsCache: false, virtualModules: { "openapi-sundial": { defineConfig, presets } } };
  const jiti = createJiti(
    import.meta.url,
    loaded === undefined ? settings : { ...settings, ...anew(createJiti(import.meta.url, settings), loaded) },
  );
  const module = await jiti.import<{ readonly default?: unknown }>(path);
  return module.default;
}

/** Settings by which modules are loaded from the disk, and told of, whatever was loaded before. */
function anew({ transform }: Jiti, loaded: (path: string) => void): JitiOptions {
  return {
    moduleCache: false,
    tryNative: false,
    transform: (options) => {
      if (options.filename !== undefined) loaded(options.filename);
      return { code: transform(options) };
    },
  };
}
