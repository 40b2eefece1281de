import type { Json } from "../../source/source-file.js";
import { METHODS } from "../rules/path-item.js";
import { childLocation, type DocumentLocation } from "../resolve/document-location.js";
import { isObject, type JsonObject, type Walk } from "../rules/rule.js";

/** Members of a description that hold others by name, or list them. */
const sections = ["paths", "webhooks", "components", "definitions", "parameters", "responses", "securityDefinitions", "tags", "servers"];

/** The same of an operation. */
const sectionsOfOperation = ["parameters", "responses"];

/**
 * References that must be followed before a description can be read: in place of a whole section, and in 2.0 those to parameters and responses:
 * whether a parameter is a body is known only where it is written. Returns those that lead into files not loaded yet, with their locations.
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
  const lookAt = (raw: JsonObject, keys: readonly string[], at: DocumentLocation): void => {
    for (const key of keys) look(raw[key], childLocation(at, key));
  };
  const document = isObject(value) ? value : {};
  lookAt(document, sections, root);
  const { components, paths: writtenPaths } = document;
  if (isObject(components)) lookAt(components, Object.keys(components), childLocation(root, "components"));
  const isEarlier = root.file.version === "2.0";
  const { raw: paths, at: placeOfPaths } = followed(writtenPaths, childLocation(root, "paths"), walk);
  for (const [path, written] of isObject(paths) ? Object.entries(paths) : []) {
    const location = childLocation(placeOfPaths, path);
    if (isEarlier) look(written, location);
    const { raw: item, at } = followed(written, location, walk);
    if (!isObject(item)) continue;
    look(item["parameters"], childLocation(at, "parameters"));
    if (isEarlier) lookAll(item["parameters"], childLocation(at, "parameters"));
    for (const [method, operation] of Object.entries(item)) {
      if (!METHODS.has(method) || !isObject(operation)) continue;
      const here = childLocation(at, method);
      lookAt(operation, sectionsOfOperation, here);
      if (!isEarlier) continue;
      lookAll(operation["parameters"], childLocation(here, "parameters"));
      lookAll(operation["responses"], childLocation(here, "responses"));
    }
  }
  return found;
}

/** A value, or what it refers to. */
function followed(
  raw: Json | undefined,
  at: DocumentLocation,
  walk: Walk,
): { readonly raw: Json | undefined; readonly at: DocumentLocation } {
  return (isObject(raw) && typeof raw["$ref"] === "string" ? walk.peek(raw["$ref"], at) : undefined) ?? { raw, at };
}
