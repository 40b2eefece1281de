import { dirname, join, parse, sep } from "node:path";
import type { Io } from "../io.js";

/**
 * An absolute path with symlinks resolved, of what may not exist yet: then where it would be. Looked for from the root, so that a path of thousands of
 * folders that do not exist takes one look.
 */
export async function realPlace(io: Pick<Io, "realPath">, path: string): Promise<string> {
  const whole = await io.realPath(path);
  if (whole !== undefined) return whole;
  const { root } = parse(path);
  const names = path
    .slice(root.length)
    .split(sep)
    .filter((name) => name !== "");
  let found = root;
  for (let count = 1; count <= names.length; count += 1) {
    const next = await io.realPath(join(root, ...names.slice(0, count)));
    if (next === undefined) return join(found, ...names.slice(count - 1));
    found = next;
  }
  return found;
}

/** A folder itself, or the nearest above it that exists. */
export async function nearestFolder(io: Pick<Io, "realPath">, folder: string): Promise<string> {
  let at = folder;
  while ((await io.realPath(at)) === undefined && dirname(at) !== at) at = dirname(at);
  return at;
}
