import type { PathPart } from "./types.js";

/** The text and the parameters of a path, in order. What follows a `?` or `#` is no part of the path that is routed. */
export function splitPath(path: string): readonly PathPart[] {
  const parts: PathPart[] = [];
  const [routed = ""] = path.split(/[?#](?![^{]*\})/, 1);
  for (const [index, piece] of routed.split(/\{([^{}]*)\}/).entries()) {
    if (index % 2 === 1) parts.push({ kind: "parameter", name: piece });
    else if (piece !== "") parts.push({ kind: "text", text: piece });
  }
  return parts;
}
