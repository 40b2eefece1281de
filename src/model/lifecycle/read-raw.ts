/**
 * Reads lives in what the model has no objects for, which is kept as it was written: callbacks, links, examples, server variables.
 */
import type { Origin } from "../../diagnostic/diagnostic.js";
import type { OpenApiObject, TagObject } from "../../openapi/rules/types.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import type { BuildContext } from "../build/context.js";
import { inside, originOf } from "../build/origin.js";
import type { ElementKind } from "../ir/lifecycle.js";
import { readDatedLifecycle, reportUnsupported } from "./build-lifecycle.js";

type JsonObject = { readonly [key: string]: Json };

const isObject = (value: Json | undefined): value is JsonObject => typeof value === "object" && value !== null && !isJsonArray(value);

/** Reads the members of a map of objects by name: links, examples, server variables. `holder`: the object that has the map at `key`. */
export function readRawMembers(holder: object, key: string, what: ElementKind, build: BuildContext): void {
  const map = (holder as JsonObject)[key]; // An object of the description, of which one member is asked for.
  if (!isObject(map)) return;
  const at = originOf(holder, build.resolved);
  for (const [name, value] of Object.entries(map))
    if (isObject(value)) readDatedLifecycle(value, inside(at, key, name), build, { what, name });
}

/** Members whose values are maps: what looks like a key in them is a name. */
const maps: ReadonlySet<string> = new Set(
  "properties patternProperties dependentSchemas $defs definitions schemas headers content encoding responses links variables".split(" "),
);
/** Members whose values are values, and say nothing. */
const values: ReadonlySet<string> = new Set(["example", "examples", "default", "enum", "const"]);

/** Reads callbacks: whatever is deprecated in one, at any depth, is told under its name. */
export function readCallbacks(holder: object, build: BuildContext): void {
  const { callbacks } = holder as JsonObject; // An object of the description, of which one member is asked for.
  if (!isObject(callbacks)) return;
  const at = inside(originOf(holder, build.resolved), "callbacks");
  for (const [name, value] of Object.entries(callbacks)) readDeep(value, inside(at, name), name, build);
}

function readDeep(start: Json, at: Origin, name: string, build: BuildContext): void {
  const waiting: { readonly value: Json; readonly at: Origin; readonly isMap: boolean }[] = [{ value: start, at, isMap: false }];
  // It grows while it is walked.
  for (const { value, at: place, isMap } of waiting) {
    if (isJsonArray(value)) value.forEach((item, index) => waiting.push({ value: item, at: inside(place, index), isMap: false }));
    if (!isObject(value)) continue;
    if (!isMap) readDatedLifecycle(value, place, build, { what: "callback", name });
    for (const [key, member] of Object.entries(value)) {
      if (!isMap && (key.startsWith("x-") || values.has(key))) continue;
      if (typeof member === "object") waiting.push({ value: member, at: inside(place, key), isMap: !isMap && maps.has(key) });
    }
  }
}

/** Reads what is shared under `components` without being in the model; and reports keys on objects that have no life. `tags`: those that are needed. */
export function readRawPlaces(document: OpenApiObject, tags: readonly TagObject[], build: BuildContext): void {
  const { components, info } = document;
  for (const tag of tags) {
    readDatedLifecycle(tag, originOf(tag, build.resolved), build, { what: "tag", name: tag.name });
  }
  if (components !== undefined) {
    readRawMembers(components, "links", "link", build);
    readRawMembers(components, "examples", "example", build);
    readCallbacks(components, build);
    reportUnsupported(components, "the components", originOf(components, build.resolved), build);
  }
  // A key of the map of paths that begins with `x-` is no path: only the file has it.
  const { root } = build.resolved;
  const paths = isObject(root.value) ? root.value["paths"] : undefined;
  if (isObject(paths)) reportUnsupported(paths, "the map of paths", inside(originOf(document, build.resolved), "paths"), build);
  for (const key of ["contact", "license"] as const) {
    const value = info[key];
    if (isObject(value)) reportUnsupported(value, `the ${key}`, inside(originOf(info, build.resolved), key), build);
  }
}
