import type { Json } from "../../source/source-file.js";
import { METHODS } from "../rules/objects.js";
import { childPlace, rootPlace, type Place, type Unit } from "../resolve/place.js";
import { isObject, type Walk } from "../rules/rule.js";

/**
 * References of a 2.0 file that must be followed before its operations can be read: whether a parameter is a body is known only
 * where it is written. Returns those that lead into files not loaded yet, with their places.
 */
export function neededFirst(unit: Unit, walk: Walk): readonly { readonly text: string; readonly at: Place }[] {
  const found: { text: string; at: Place }[] = [];
  const look = (raw: Json | undefined, at: Place, steps = 0): void => {
    if (!isObject(raw) || typeof raw["$ref"] !== "string" || steps > 64) return;
    const next = walk.peek(raw["$ref"], at);
    if (next === undefined) found.push({ text: raw["$ref"], at: childPlace(at, "$ref") });
    else look(next.raw, next.at, steps + 1);
  };
  const lookAll = (raw: Json | undefined, at: Place): void => {
    for (const [key, value] of Object.entries(typeof raw === "object" && raw !== null ? (raw as Readonly<Record<string, Json>>) : {}))
      look(value, childPlace(at, key));
  };
  const root = rootPlace(unit);
  const paths = isObject(unit.source.value) ? unit.source.value["paths"] : undefined;
  for (const [path, written] of isObject(paths) ? Object.entries(paths) : []) {
    const place = childPlace(childPlace(root, "paths"), path);
    look(written, place);
    const followed = isObject(written) && typeof written["$ref"] === "string" ? walk.peek(written["$ref"], place) : undefined;
    const { raw: item, at } = followed ?? { raw: written, at: place };
    if (!isObject(item)) continue;
    lookAll(item["parameters"], childPlace(at, "parameters"));
    for (const [method, operation] of Object.entries(item)) {
      if (!METHODS.has(method) || !isObject(operation)) continue;
      const here = childPlace(at, method);
      lookAll(operation["parameters"], childPlace(here, "parameters"));
      lookAll(operation["responses"], childPlace(here, "responses"));
    }
  }
  return found;
}
