import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { Io } from "../io.js";
import type { ShownFile } from "../source/source-file.js";
import { isBelow, pathOf } from "../source/uri.js";

/** Where a diagnostic points, as far as it is known. */
export interface Place {
  /** How a person would name the file. */
  readonly name: string;
  /** 1-based; undefined when the file was not read by us as a description. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly pointer: string | undefined;
  /** The lines of the file, where it was read. */
  readonly textOf: ShownFile["line"] | undefined;
}

type At = NonNullable<Diagnostic["at"]>;

/** Finds the line and column of a place, which is done only for what is printed. */
export function placeOf(at: At, sources: ReadonlyMap<string, ShownFile>, cwd: string): Place {
  const source = sources.get(at.file);
  const name = source?.name ?? nameOf(at.file, cwd);
  if ("line" in at) return { name, line: at.line, column: at.column, pointer: undefined, textOf: source?.line };
  const position = source?.locate(at.pointer, at.on);
  return { name, line: position?.line, column: position?.column, pointer: at.pointer, textOf: source?.line };
}

/** A place as a CI service takes it. */
export function annotatedPlace(at: At, sources: ReadonlyMap<string, ShownFile>, { cwd, checkout }: Pick<Io, "cwd" | "checkout">): Place {
  const place = placeOf(at, sources, cwd);
  const path = pathOf(at.file);
  return { ...place, name: (path === undefined ? undefined : nameInCheckout(path, checkout)) ?? place.name };
}

/** How GitHub or GitLab knows a file of an absolute path, wherever in the checkout a command runs; undefined outside of it, and on other machines. */
export function nameInCheckout(path: string, checkout: Io["checkout"] = []): string | undefined {
  const folder = checkout.find((each) => isBelow(each, path));
  return folder === undefined ? undefined : relative(folder, path).split(sep).join("/");
}

/** How a CI service knows the configuration of a run, which is told what has no place in a file; undefined without one. */
export function nameOfConfig(config: string | undefined, { cwd, checkout }: Pick<Io, "cwd" | "checkout">): string | undefined {
  return config === undefined ? undefined : (nameInCheckout(config, checkout) ?? relative(cwd, config).split(sep).join("/"));
}

function nameOf(file: string, cwd: string): string {
  if (!file.startsWith("file:")) return file;
  return relative(cwd, fileURLToPath(file)).split(sep).join("/");
}

/** "spec/petstore.yaml:12:3", or what is known of it. */
export function printPlace({ name, line, column }: Place): string {
  return line === undefined ? name : `${name}:${String(line)}:${String(column ?? 1)}`;
}
