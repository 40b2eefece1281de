import { relative, sep } from "node:path";

/** Whether a path is a folder or below it. Both absolute. */
export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way.split(sep)[0] !== ".." && !/^([/\\]|[A-Za-z]:)/.test(way);
}
