import { hasConflict, type Manifest } from "./manifest.js";
import { isContained } from "./path-containment.js";

/** What can be read all the same of a text that is no manifest any more. */
export interface MergedManifest {
  /** Of each path every hash, in the order of the text: two are those of two branches. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  /** Undefined where they were merged, too. */
  readonly options: Manifest["options"] | undefined;
}

/**
 * Reads a manifest that was merged: by a person, by git as `merge=union` has it, or not yet, with git's marks in it. Its lines are one file each.
 * Undefined where nothing can be read.
 */
export function readMergedManifest(text: string): MergedManifest | undefined {
  const start = /^ {2}"files": *\{/m.exec(text);
  if (start === null) return undefined;
  const files = new Map<string, string[]>();
  for (const [, path = "", hash = ""] of text.slice(start.index).matchAll(fileLine)) {
    if (!isContained(path)) continue;
    const known = files.get(path) ?? [];
    if (!known.includes(hash)) files.set(path, [...known, hash]);
  }
  return files.size === 0 ? undefined : { files, options: optionsOf(text) };
}

function optionsOf(text: string): Manifest["options"] | undefined {
  const [, block] = /^ {2}"options": (\{[^]*?^ {2}\}),$/m.exec(text.replaceAll("\r\n", "\n")) ?? [];
  if (block === undefined || hasConflict(block)) return undefined;
  try {
    return JSON.parse(block) as Manifest["options"]; // an object of JSON
  } catch {
    return undefined;
  }
}

/** Paths that we write need no escapes. */
const fileLine = /^\s*"([^"\\]+)": *"([0-9a-f]{64})[^"]*",?\s*$/gm;

/** Whether a text of JSON has a member twice, as lines of two branches one below the other: of those, JSON takes the last. */
export function isUnion(text: string): boolean {
  return hasConflict(text) || (text.match(/^ {2}"checksum": /gm) ?? []).length > 1;
}
