import { isAbsolute, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { redact } from "../diagnostic/redact.js";

/** The URI of standard input. */
export const STDIN = "stdin:";

/** The absolute URI of what a user names: a path, a `file:` or http(s) URL, or `-`. With its secrets: it is for reading only. */
export function uriOf(input: string, cwd: string): string {
  if (input === "-" || input === STDIN) return STDIN;
  if (/^(?:https?|file):\/\//i.test(input)) return (URL.canParse(input) ? new URL(input).href : input).replace(/#.*/s, "");
  return pathToFileURL(resolve(cwd, input)).href;
}

/** How a person would name a file: relative to the current folder when it is below it or near it, with forward slashes. */
export function nameOf(uri: string, cwd: string): string {
  if (uri === STDIN) return "standard input";
  const path = pathOf(uri);
  return path === undefined ? redact(uri) : nameOfPath(path, cwd);
}

/** The same for an absolute path. */
export function nameOfPath(path: string, cwd: string): string {
  const near = relative(cwd, path).split(sep).join("/");
  const far = path.split(sep).join("/");
  return near === "" || isAbsolute(near) || near.length > far.length ? far : near;
}

/** The path of a `file:` URI; `undefined` for other URIs, and for those that name another machine. */
export function pathOf(uri: string): string | undefined {
  if (!uri.startsWith("file:")) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined; // An encoded slash, or a host: no path of this machine.
  }
}

/** Whether a path is a folder or below it. Both absolute. */
export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way.split(sep)[0] !== ".." && !/^([/\\]|[A-Za-z]:)/.test(way);
}
