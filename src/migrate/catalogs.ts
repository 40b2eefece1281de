import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Io } from "../io.js";
import { dependencyLists, isRecord, type PackageJson } from "../project/project-setup.js";
import { readSettings } from "../setup/read-settings.js";
import { lineAt } from "./text-edits.js";

/** What a catalog of a workspace says of a package, in place of the package.json that names the catalog. */
export interface CatalogRange {
  /** Absolute; undefined where no file was found that has it. */
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly range: string | undefined;
}

/** The range of a package that a package.json lists as `catalog:`, as a pnpm-workspace.yaml above it has it; undefined where it lists it otherwise. */
export async function catalogRange(manifest: PackageJson, name: string, root: string, io: Io): Promise<CatalogRange | undefined> {
  const listed = dependencyLists.flatMap((kind) => {
    const list = manifest.content[kind];
    const range = isRecord(list) && Object.hasOwn(list, name) ? list[name] : undefined;
    return kind !== "peerDependencies" && typeof range === "string" ? [range] : [];
  });
  const named = listed.find((range) => range.startsWith("catalog:"));
  if (named === undefined) return undefined;
  for (let folder = dirname(manifest.file); ; folder = dirname(folder)) {
    const file = join(folder, "pnpm-workspace.yaml");
    const text = await readSettings(io, file);
    if (text !== undefined) return rangeIn(file, text, named.slice("catalog:".length).trim(), name);
    if (folder === root || folder === dirname(folder)) return { file: undefined, line: undefined, range: undefined };
  }
}

function rangeIn(file: string, text: string, catalog: string, name: string): CatalogRange {
  const { isScalar, parseDocument } = createRequire(import.meta.url)("yaml") as typeof import("yaml"); // what the package declares
  const document = parseDocument(text);
  const places = catalog === "" || catalog === "default" ? [["catalog"], ["catalogs", "default"]] : [["catalogs", catalog]];
  const found = document.errors.length > 0 ? [] : places.map((place) => document.getIn([...place, name], true));
  const scalar = found.find((each) => isScalar(each));
  if (!isScalar(scalar)) return { file, line: undefined, range: undefined };
  const { value, range: at } = scalar;
  return {
    file,
    line: at === undefined || at === null ? undefined : lineAt(text, at[0]),
    range: typeof value === "string" ? value : undefined,
  };
}
