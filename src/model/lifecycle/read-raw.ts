/**
 * Reads lives in what the model has no objects for, which is kept as it was written: callbacks, links, examples, server variables.
 */
import type { Origin } from "../../diagnostic/diagnostic.js";
import type { OpenApiObject, TagObject } from "../../openapi/rules/types.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import type { BuildContext } from "../build/context.js";
import { inside, originOf } from "../build/origin.js";
import type { ElementKind } from "../ir/lifecycle.js";
import { parseReference } from "../../openapi/resolve/parse-reference.js";
import { at as valueAt, format, parse } from "../../source/json-pointer.js";
import { readDatedLifecycle, readLifecycle, type FlaggedKind } from "./build-lifecycle.js";
import { datedValues } from "./dated-values.js";
import type { Element } from "./elements.js";
import { reportUnsupported } from "./read-facts.js";

type JsonObject = { readonly [key: string]: Json };

const isObject = (value: Json | undefined): value is JsonObject => typeof value === "object" && value !== null && !isJsonArray(value);

/**
 * Reads the members of a map of objects by name: links, examples, server variables. `holder`: the object that has the map at `key`. What a
 * member refers to is read where it stands, under its own name.
 */
export function readRawMembers(holder: object, key: string, what: ElementKind, build: BuildContext): void {
  const map = (holder as JsonObject)[key]; // An object of the description, of which one member is asked for.
  if (!isObject(map)) return;
  const at = originOf(holder, build.resolved);
  for (const [name, value] of Object.entries(map))
    for (const each of withTargets({ name, value, at: inside(at, key, name) }, build))
      readDatedLifecycle(each.value, each.at, build, { what, name: each.name });
}

interface Raw {
  readonly name: string;
  readonly value: Json;
  readonly at: Origin;
}

interface RawObject extends Raw {
  readonly value: JsonObject;
}

/** References in a row that are followed. */
const longestChain = 16;

/** An object as it is written, and those that it refers to, one after the other. Those in files that nothing else refers to are not looked for. */
function withTargets(start: Raw, build: BuildContext): readonly RawObject[] {
  const found: RawObject[] = [];
  let raw: Raw | undefined = start;
  while (raw !== undefined && found.length < longestChain) {
    const { name, value, at }: Raw = raw;
    if (!isObject(value)) break;
    found.push({ name, value, at });
    raw = targetOf(value["$ref"], at.file, build);
  }
  return found;
}

function targetOf(reference: Json | undefined, file: string, { resolved }: BuildContext): Raw | undefined {
  const target = typeof reference === "string" ? parseReference(reference, file) : undefined;
  const tokens = target === undefined ? undefined : parse(target.fragment);
  const source = resolved.files.find(({ uri }) => uri === target?.uri);
  if (source === undefined || tokens === undefined) return undefined;
  const value = valueAt(source.value, tokens);
  return value === undefined ? undefined : { name: tokens.at(-1) ?? "", value, at: { file: source.uri, pointer: format(tokens) } };
}

/** Members whose values are maps: what looks like a key in them is a name. */
const maps: ReadonlySet<string> = new Set(
  "properties patternProperties dependentSchemas $defs definitions schemas headers content encoding responses links variables".split(" "),
);
/** Members whose values are values, and say nothing. */
const values: ReadonlySet<string> = new Set(["example", "examples", "default", "enum", "const"]);
/** Members that are schemas; all that is in one is one, too. */
const schemas: ReadonlySet<string> = new Set(["schema", "itemSchema", "schemas", "definitions"]);

/** Reads callbacks: whatever is deprecated in one, at any depth, is told under its name. */
export function readCallbacks(holder: object, build: BuildContext): void {
  const { callbacks } = holder as JsonObject; // An object of the description, of which one member is asked for.
  if (!isObject(callbacks)) return;
  const at = inside(originOf(holder, build.resolved), "callbacks");
  for (const [name, value] of Object.entries(callbacks))
    for (const each of withTargets({ name, value, at: inside(at, name) }, build))
      readDeep({ ...each, key: "callbacks" }, { what: "callback", name: each.name }, build);
}

interface Waiting {
  readonly value: Json;
  readonly at: Origin;
  /** The member of its holder that it is in, or is. */
  readonly key: string;
  readonly isMap: boolean;
  readonly isSchema: boolean;
}

/** Reads whatever an object says of lives, at any depth; all of it is told as being of `element`. `key`: the member that it is in. */
export function readDeep(start: Omit<Waiting, "isMap" | "isSchema">, element: Element, build: BuildContext): void {
  const waiting: Waiting[] = [{ ...start, isMap: false, isSchema: false }];
  // It grows while it is walked.
  for (const { value, at, key: holder, isMap, isSchema } of waiting) {
    if (isJsonArray(value))
      value.forEach((item, index) => waiting.push({ value: item, at: inside(at, index), key: holder, isMap: false, isSchema }));
    if (!isObject(value)) continue;
    if (!isMap) {
      const kind = isSchema ? "schema" : kindOf(holder, value);
      if (kind === undefined) readDatedLifecycle(value, at, build, element);
      else readLifecycle(value, at, kind, build, element);
      if (isSchema && isJsonArray(value["enum"] ?? null)) datedValues(value, at, build);
    }
    for (const [key, member] of Object.entries(value)) {
      if (typeof member !== "object" || (!isMap && (key.startsWith("x-") || values.has(key)))) continue;
      const isInner = isSchema || (!isMap && schemas.has(key));
      waiting.push({ value: member, at: inside(at, key), key: isMap ? holder : key, isMap: !isMap && maps.has(key), isSchema: isInner });
    }
  }
}

/** What OpenAPI calls an object, where it has `deprecated` for it. */
function kindOf(key: string, value: JsonObject): FlaggedKind | undefined {
  if (key === "parameters") return "parameter";
  return key === "headers" ? "header" : Object.hasOwn(value, "responses") ? "operation" : undefined;
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
