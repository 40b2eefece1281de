import type { Json } from "../../source/source-file.js";
import { METHODS } from "../rules/objects.js";
import { childLocation, type DocumentLocation } from "../resolve/document-location.js";
import { isObject, type Walk } from "../rules/rule.js";

/**
 * References of the root of a 2.0 description that must be followed before its operations can be read: whether a parameter is a body is known only
 * where it is written. Returns those that lead into files not loaded yet, with their locations.
 */
export function earlyReferences(
  value: Json,
  root: DocumentLocation,
  walk: Walk,
): readonly { readonly text: string; readonly at: DocumentLocation }[] {
  const found: { text: string; at: DocumentLocation }[] = [];
  const look = (raw: Json | undefined, at: DocumentLocation, steps = 0): void => {
    if (!isObject(raw) || typeof raw["$ref"] !== "string" || steps > 64) return;
    const next = walk.peek(raw["$ref"], at);
    if (next === undefined) found.push({ text: raw["$ref"], at: childLocation(at, "$ref") });
    else look(next.raw, next.at, steps + 1);
  };
  const lookAll = (raw: Json | undefined, at: DocumentLocation): void => {
    for (const [key, value] of Object.entries(typeof raw === "object" && raw !== null ? (raw as Readonly<Record<string, Json>>) : {}))
      look(value, childLocation(at, key));
  };
  const paths = isObject(value) ? value["paths"] : undefined;
  for (const [path, written] of isObject(paths) ? Object.entries(paths) : []) {
    const location = childLocation(childLocation(root, "paths"), path);
    look(written, location);
    const followed = isObject(written) && typeof written["$ref"] === "string" ? walk.peek(written["$ref"], location) : undefined;
    const { raw: item, at } = followed ?? { raw: written, at: location };
    if (!isObject(item)) continue;
    lookAll(item["parameters"], childLocation(at, "parameters"));
    for (const [method, operation] of Object.entries(item)) {
      if (!METHODS.has(method) || !isObject(operation)) continue;
      const here = childLocation(at, method);
      lookAll(operation["parameters"], childLocation(here, "parameters"));
      lookAll(operation["responses"], childLocation(here, "responses"));
    }
  }
  return found;
}
