import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { ShownFile } from "../source/source-file.js";

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
  const position = source?.locate(at.pointer);
  return { name, line: position?.line, column: position?.column, pointer: at.pointer, textOf: source?.line };
}

function nameOf(file: string, cwd: string): string {
  if (!file.startsWith("file:")) return file;
  return relative(cwd, fileURLToPath(file)).split(sep).join("/");
}

/** "spec/petstore.yaml:12:3", or what is known of it. */
export function printPlace({ name, line, column }: Place): string {
  return line === undefined ? name : `${name}:${String(line)}:${String(column ?? 1)}`;
}
