import { dirname, join, relative, resolve } from "node:path";
import type { Tsconfig } from "../project/tsconfig.js";
import { isRecord } from "../project/project-setup.js";
import { posixPath } from "../setup/read-settings.js";

/** A way to name modules that is not relative: what stands before the part that a path takes over, and the folder of that part. */
export interface Alias {
  /** "@/" of `@/*`. */
  readonly prefix: string;
  /** What follows the part; mostly nothing. */
  readonly suffix: string;
  /** Absolute; ends in a slash unless the part begins in the middle of a name. */
  readonly base: string;
  /** What follows the part in the file's path. */
  readonly ending: string;
  /** Whether it names one module: there is no part then. */
  readonly isExact: boolean;
}

/** A module that a specifier leads to. */
export interface FoundModule {
  /** Absolute. */
  readonly path: string;
  /** The alias that led there; undefined for a relative specifier. */
  readonly alias: Alias | undefined;
}

export type Resolve = (from: string, specifier: string) => FoundModule | undefined;

/** Aliases of `paths` and `baseUrl`. */
export function aliasesOf(tsconfig: Tsconfig | undefined): readonly Alias[] {
  if (tsconfig === undefined) return [];
  const baseUrl = tsconfig.options.get("baseUrl");
  const base = typeof baseUrl?.value === "string" ? resolve(dirname(baseUrl.file), baseUrl.value) : undefined;
  const paths = tsconfig.options.get("paths");
  const found: Alias[] = [];
  for (const [pattern, targets] of Object.entries(isRecord(paths?.value) ? paths.value : {})) {
    for (const target of Array.isArray(targets) ? (targets as readonly unknown[]) : []) {
      if (typeof target !== "string") continue;
      const from = base ?? dirname(paths?.file ?? tsconfig.file);
      found.push(aliasOf(pattern, posixPath(from), target));
    }
  }
  if (base !== undefined) found.push({ prefix: "", suffix: "", base: `${posixPath(base)}/`, ending: "", isExact: false });
  return found;
}

function aliasOf(pattern: string, from: string, target: string): Alias {
  const [prefix = "", suffix] = pattern.split("*", 2);
  const [head = "", tail] = target.split("*", 2);
  const joined = posixPath(join(from, head));
  // `join` keeps a slash at the end, and leaves "./" out.
  const base = head.endsWith("/") || head === "" ? `${joined.replace(/\/$/, "")}/` : joined;
  const isExact = suffix === undefined;
  return { prefix, suffix: suffix ?? "", base: isExact ? posixPath(join(from, target)) : base, ending: tail ?? "", isExact };
}

/** What frameworks set up by themselves: it counts where it leads to a file. */
export function usualAliases(folder: string): readonly Alias[] {
  const from = posixPath(folder);
  const pairs = [
    ["$lib/", "src/lib/"],
    ["~/", "src/"],
    ["@/", "src/"],
    ["~/", "app/"],
    ["@/", "app/"],
    ["~/", ""],
    ["@/", ""],
  ] as const;
  return pairs.map(([prefix, base]) => ({ prefix, suffix: "", base: `${from}/${base}`, ending: "", isExact: false }));
}

const endings = ["", ".ts", ".tsx", ".d.ts", ".mts", ".cts", ".d.mts", ".js", ".jsx", ".mjs", ".cjs"] as const;

/** Finds modules among the files of a project, by their absolute paths. Packages are none of them. */
export function createResolver(files: { has(path: string): boolean }, aliases: readonly Alias[]): Resolve {
  const fileOf = (path: string): string | undefined => {
    const bare = path.replace(/\.([cm]?)jsx?$/, ".$1ts");
    // TypeScript takes `.d.ts` off a name as it does other endings.
    const declared = /\.d\.[cm]?ts$/.test(path) ? path.replace(/\.d\.[cm]?ts$/, "") : undefined;
    const candidates = [
      ...endings.map((ending) => path + ending),
      ...(bare === path ? [] : [bare, bare.replace(/ts$/, "tsx"), path.replace(/\.([cm]?)jsx?$/, ".d.$1ts")]),
      ...(declared === undefined ? [] : [".ts", ".tsx", ".mts", ".cts"].map((ending) => declared + ending)),
      ...endings.slice(1).map((ending) => join(path, `index${ending}`)),
    ];
    return candidates.find((each) => files.has(each));
  };
  return (from, specifier) => {
    if (isRelative(specifier)) {
      const path = fileOf(resolve(dirname(from), specifier));
      return path === undefined ? undefined : { path, alias: undefined };
    }
    for (const alias of aliases) {
      const { isExact } = alias;
      const matches = isExact ? specifier === alias.prefix : specifier.startsWith(alias.prefix) && specifier.endsWith(alias.suffix);
      if (!matches) continue;
      const part = isExact ? "" : specifier.slice(alias.prefix.length, specifier.length - alias.suffix.length);
      const path = fileOf(resolve(`${alias.base}${part}${alias.ending}`));
      if (path !== undefined) return { path, alias: isExact ? undefined : alias };
    }
    return undefined;
  };
}

/** Whether a specifier names a module by its place, and not by a name of it. */
export function isRelative(specifier: string): boolean {
  return /^\.\.?(?:\/|$)/.test(specifier);
}

/**
 * A specifier of a module in the way that another is written. `module`: absolute, without an ending; `like`: the specifier, and the alias that it
 * uses; `extension`: for a specifier that ends in `.d.ts`, which a module cannot be named by.
 */
export function specifierOf(
  module: string,
  from: string,
  like: { readonly specifier: string; readonly alias: Alias | undefined },
  extension: "js" | "ts" | "none",
): string {
  const written = /(?<!\.d)\.([cm]?)([jt])sx?$/.exec(like.specifier);
  const declared = /\.d\.[cm]?ts$/.test(like.specifier);
  const byProject = extension === "none" ? "" : `.${extension}`;
  const shown = written === null ? "" : written[2] === "j" ? ".js" : ".ts";
  const { alias } = like;
  const place = posixPath(module);
  if (alias !== undefined && place.startsWith(alias.base) && alias.ending === "")
    return `${alias.prefix}${place.slice(alias.base.length)}${declared ? byProject : shown}${alias.suffix}`;
  // An alias of one module says nothing of how relative ones are written.
  const ending = declared || (written === null && !isRelative(like.specifier)) ? byProject : shown;
  const path = posixPath(relative(dirname(from), module));
  return `${path.startsWith(".") ? "" : "./"}${path}${ending}`;
}
