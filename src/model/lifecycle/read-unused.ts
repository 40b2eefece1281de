/** Reads lives in components that nothing in the model uses: they are carried as those of all schemas are. */
import { at as valueAt, format, parse } from "../../source/json-pointer.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import type { BuildContext } from "../build/context.js";
import { originOf } from "../build/origin.js";
import type { ElementKind } from "../ir/lifecycle.js";
import { readDeep } from "./read-raw.js";

const sections = {
  parameters: "parameter",
  headers: "response header",
  requestBodies: "request body",
  responses: "response",
  mediaTypes: "media type",
  pathItems: "path item",
} as const satisfies Readonly<Record<string, ElementKind>>;

/**
 * Reads the components that were not met while operations were built, as they are written. Of a part of a description, those that no
 * operation needs are not there. `used`: the objects that were met.
 */
export function readUnused(used: ReadonlySet<object>, build: BuildContext): void {
  const { resolved } = build;
  const { components = {} } = resolved.document;
  const places = placesOf(used, resolved);
  for (const [section, what] of Object.entries(sections) as [keyof typeof sections, ElementKind][]) {
    const members: unknown = (components as Readonly<Record<string, unknown>>)[section];
    if (typeof members !== "object" || members === null) continue;
    for (const [name, member] of Object.entries(members) as [string, unknown][]) {
      if (typeof member !== "object" || member === null) continue;
      const at = originOf(member, resolved);
      const value = rawAt(at.file, at.pointer, build);
      if (value !== undefined && !places.has(placeOf(at))) readDeep({ value, at, key: section }, { what, name, isUnused: true }, build);
    }
  }
  readUnusedBodies(places, build);
}

/** The places of objects; not of those in paths, which are many, and long where a path is: no component stands there. */
function placesOf(used: ReadonlySet<object>, resolved: BuildContext["resolved"]): ReadonlySet<string> {
  const places = new Set<string>();
  for (const each of used) if (resolved.section(each) !== "paths") places.add(placeOf(resolved.origin(each)));
  return places;
}

/** The shared bodies of 2.0, which stand among its parameters, and become bodies only where they are used. */
function readUnusedBodies(places: ReadonlySet<string>, build: BuildContext): void {
  const { version, whole, root } = build.resolved;
  const members = version === "2.0" && whole === undefined ? valueAt(root.value, ["parameters"]) : undefined;
  if (!isObject(members)) return;
  for (const [name, value] of Object.entries(members)) {
    const at = { file: root.uri, pointer: format(["parameters", name]) };
    if (isObject(value) && value["in"] === "body" && !places.has(placeOf(at)))
      readDeep({ value, at, key: "parameters" }, { what: "request body", name, isUnused: true }, build);
  }
}

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === "object" && value !== null && !isJsonArray(value);

const placeOf = ({ file, pointer }: { readonly file: string; readonly pointer: string }): string => `${file}#${pointer}`;

function rawAt(file: string, pointer: string, { resolved }: BuildContext): Json | undefined {
  const source = resolved.files.find(({ uri }) => uri === file);
  const tokens = parse(pointer);
  const value = source === undefined || tokens === undefined ? undefined : valueAt(source.value, tokens);
  return isObject(value) ? value : undefined;
}
