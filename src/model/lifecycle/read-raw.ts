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
import { isObject, partsOf, type JsonObject, type RawPart } from "./raw-parts.js";

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

/** Reads callbacks: whatever is deprecated in one, at any depth, is told under its name. */
export function readCallbacks(holder: object, build: BuildContext): void {
  const { callbacks } = holder as JsonObject; // An object of the description, of which one member is asked for.
  if (!isObject(callbacks)) return;
  const at = inside(originOf(holder, build.resolved), "callbacks");
  for (const [name, value] of Object.entries(callbacks))
    for (const each of withTargets({ name, value, at: inside(at, name) }, build))
      readDeep({ ...each, key: "callbacks" }, { what: "callback", name: each.name }, build);
}

/** Reads whatever an object says of lives, at any depth; all of it is told as being of `element`. `key`: the member that it is in. */
export function readDeep(start: Omit<RawPart, "isMap" | "isSchema">, element: Element, build: BuildContext): void {
  const waiting: RawPart[] = [{ ...start, isMap: false, isSchema: false }];
  // It grows while it is walked.
  for (const part of waiting) {
    const { value, at, key, isMap, isSchema } = part;
    if (isObject(value) && !isMap) {
      const kind = isSchema ? "schema" : kindOf(key, value);
      if (kind === undefined) readDatedLifecycle(value, at, build, element);
      else readLifecycle(value, at, kind, build, element);
      if (isSchema && isJsonArray(value["enum"] ?? null)) datedValues(value, at, build);
    }
    for (const item of partsOf(part)) waiting.push(item);
  }
}

/** What OpenAPI calls an object, where it has `deprecated` for it. */
function kindOf(key: string, value: JsonObject): FlaggedKind | undefined {
  if (key === "parameters") return "parameter";
  return key === "headers" ? "header" : Object.hasOwn(value, "responses") ? "operation" : undefined;
}

/** Reads what is shared under `components` without being in the model. `tags`: those that are needed. */
export function readRawPlaces(document: OpenApiObject, tags: readonly TagObject[], build: BuildContext): void {
  const { components } = document;
  for (const tag of tags) {
    readDatedLifecycle(tag, originOf(tag, build.resolved), build, { what: "tag", name: tag.name });
  }
  if (components === undefined) return;
  readRawMembers(components, "links", "link", build);
  readRawMembers(components, "examples", "example", build);
  readCallbacks(components, build);
}

/** Reads what is said of the flows of a security scheme, each by its name. */
export function readFlows(scheme: object, build: BuildContext): void {
  readRawMembers(scheme, "flows", "OAuth flow", build);
}

/** Reads encodings that the model has none of: those by position (3.2), and those inside another. */
export function readRawEncodings(holder: object, keys: readonly string[], build: BuildContext): void {
  const members = holder as JsonObject; // An object of the description, of which some members are asked for.
  const at = originOf(holder, build.resolved);
  for (const key of keys)
    for (const part of partsOf({ value: { [key]: members[key] ?? null }, at, key: "", isMap: false, isSchema: false }))
      readEach(part, build);
}

function readEach(part: RawPart, build: BuildContext): void {
  const members = part.isMap || isJsonArray(part.value) ? partsOf(part) : [part];
  for (const member of members) {
    const name = part.isMap ? parse(member.at.pointer)?.at(-1) : undefined;
    readDeep({ ...member, key: "encoding" }, { what: "encoding", ...(name === undefined ? {} : { name }) }, build);
  }
}

/** What a reference in a file leads to, where that is in a file of the description. */
export function targetOf(reference: Json | undefined, file: string, { resolved }: BuildContext): Raw | undefined {
  const target = typeof reference === "string" ? parseReference(reference, file) : undefined;
  const tokens = target === undefined ? undefined : parse(target.fragment);
  const source = resolved.files.find(({ uri }) => uri === target?.uri);
  if (source === undefined || tokens === undefined) return undefined;
  const value = valueAt(source.value, tokens);
  return value === undefined ? undefined : { name: tokens.at(-1) ?? "", value, at: { file: source.uri, pointer: format(tokens) } };
}
