import { createRequire } from "node:module";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { Io } from "../io.js";
import { firstEndless, packagesAbove } from "../source/endless-files.js";
import { isRecord, readPackage } from "./project-setup.js";

/**
 * A tsconfig and all that it extends or refers to, by absolute path, with the paths of the files in `extends` where names of packages
 * were. What is not there keeps the name that is written. `read`: the JSON of a file; undefined where it has none. `refuse` is told of each
 * package.json that Node would read without an end to find a name.
 * @see https://www.typescriptlang.org/tsconfig/#extends
 */
export async function readExtendedTsconfigs(
  io: Io,
  root: string,
  { read, refuse }: { readonly read: (file: string) => Promise<unknown>; readonly refuse: (endless: Endless) => void },
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const found = new Map<string, Readonly<Record<string, unknown>>>();
  const seen = new Set([resolve(root)]);
  const whys = new Map<string, Promise<Endless | undefined>>();
  const locate = async (file: string, name: string): Promise<string | undefined> => {
    for (const each of new Set(packagesReadFor(file, name))) {
      const asked = whys.get(each) ?? firstEndless(io, [each]);
      whys.set(each, asked);
      const endless = await asked;
      if (endless === undefined) continue;
      refuse(endless);
      return undefined;
    }
    return baseOf(io, file, name);
  };
  for (const file of seen) {
    const json = await read(file);
    if (!isRecord(json)) continue;
    const { extends: written, references } = json;
    const names: readonly unknown[] = Array.isArray(written) ? written : [written];
    const bases = await Promise.all(names.map(async (name) => (typeof name === "string" ? ((await locate(file, name)) ?? name) : name)));
    found.set(file, written === undefined ? json : { ...json, extends: Array.isArray(written) ? bases : bases[0] });
    for (const [index, base] of bases.entries()) if (typeof base === "string" && base !== names[index]) seen.add(resolve(base));
    for (const reference of Array.isArray(references) ? (references as readonly unknown[]) : [])
      if (isRecord(reference) && typeof reference["path"] === "string") seen.add(referencedFile(file, reference["path"]));
  }
  return found;
}

type Endless = NonNullable<Awaited<ReturnType<typeof firstEndless>>>;

/** What Node may read to find what a name in `extends` means. */
function packagesReadFor(file: string, name: string): readonly string[] {
  const above = packagesAbove(dirname(file));
  if (isAbsolute(name) || /^\.\.?(?:$|[\\/])/.test(name)) return [...above, join(resolve(dirname(file), name), "package.json")];
  const packageName = /^(?:@[^/]+\/)?[^/]*/.exec(name)?.[0] ?? name;
  const installed = above.flatMap((each) => [packageName, name].map((part) => join(dirname(each), "node_modules", part, "package.json")));
  return [...above, ...installed];
}

function referencedFile(from: string, path: string): string {
  return resolve(dirname(from), path.endsWith(".json") ? path : join(path, "tsconfig.json"));
}

/** The file of another name, as TypeScript finds it; undefined where there is none, or the name is not that of a package. */
async function baseOf(io: Io, from: string, name: string): Promise<string | undefined> {
  const locate = locateFrom(from);
  if (/^\.\.?$/.test(name)) return locate(`${name}/tsconfig.json`);
  const [, packageName, subpath] = /^((?:@[^/]+\/)?[^@./][^/]*)(?:\/(.+))?$/.exec(name) ?? [];
  if (packageName === undefined || isAbsolute(name)) return locate(name);
  const manifest = locate(`${packageName}/package.json`);
  const declared = manifest === undefined ? undefined : await readPackage(io, manifest);
  // What a package exports, Node resolves as TypeScript does.
  if (manifest !== undefined && (declared?.content["exports"] ?? null) === null) {
    const path = join(dirname(manifest), subpath ?? "");
    const file = (subpath === undefined ? undefined : locateJson(locate, path)) ?? (await baseInFolder(io, locate, path));
    if (file !== undefined) return file;
  }
  return locate(name) ?? locate(`${name}/tsconfig.json`);
}

/** TypeScript reads `tsconfig` of a package.json for this, and never `main`. */
async function baseInFolder(io: Io, locate: Locate, folder: string): Promise<string | undefined> {
  const field = (await readPackage(io, join(folder, "package.json")))?.content["tsconfig"];
  const path = typeof field === "string" && field !== "" ? join(folder, field) : undefined;
  const named = path === undefined ? undefined : (locateJson(locate, path) ?? locate(join(path, "tsconfig.json")));
  return named ?? locate(join(folder, "tsconfig.json"));
}

type Locate = (name: string) => string | undefined;

function locateJson(locate: Locate, path: string): string | undefined {
  return (path.endsWith(".json") ? locate(path) : undefined) ?? locate(`${path}.json`);
}

/** Node's own resolution, because it alone knows where a package is. */
function locateFrom(file: string): Locate {
  const require = createRequire(file);
  return (name) => {
    try {
      return require.resolve(name);
    } catch {
      // Whatever it says, there is no such file.
      return undefined;
    }
  };
}
