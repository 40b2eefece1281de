import type { Json } from "../../source/source-file.js";
import { childLocation, type DocumentLocation } from "../resolve/document-location.js";
import { methodOfKey } from "../rules/path-item.js";
import { isObject, type JsonObject, type Walk } from "../rules/rule.js";

/** An operation as far as it can be selected by it, read off the description as written: what is left out is read no further. */
export interface OperationFacts {
  readonly kind: "path" | "webhook";
  /** As its operation is known by: with the slash that a path begins with. Of a webhook: its name. */
  readonly path: string;
  /** In upper case. */
  readonly method: string;
  readonly operationId: string | undefined;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** What the operation, else its path item, has at an extension. */
  readonly extension: (name: string) => Json | undefined;
  /** What stands at the method: the operation, or a reference to it. */
  readonly written: Json;
  /** Its own requirements; undefined where those of the document hold. */
  readonly security: Json | undefined;
}

/** A path or a webhook, with its operations. */
export interface PathFacts {
  readonly kind: OperationFacts["kind"];
  /** As written. */
  readonly key: string;
  /** As in its operations. */
  readonly path: string;
  readonly item: Json;
  readonly operations: readonly OperationFacts[];
  /** The reference of a path item whose operations are not known, because it leads to nothing that was read. */
  readonly unread: { readonly text: string; readonly at: DocumentLocation } | undefined;
}

/** References in a row that are followed. */
const longestChain = 64;

/** Every path and every webhook of a description, in the order written. */
export function pathsIn(root: Json, at: DocumentLocation, walk: Walk): readonly PathFacts[] {
  if (!isObject(root)) return [];
  const silent: Walk = { ...walk, report: () => undefined };
  return (["paths", "webhooks"] as const).flatMap((section) => {
    const written = root[section];
    if (!isObject(written)) return [];
    const kind = section === "paths" ? "path" : "webhook";
    const keys = Object.keys(written).filter((key) => kind === "webhook" || !key.startsWith("x-"));
    return keys.map((key) => pathFacts(kind, key, written[key] ?? null, childLocation(childLocation(at, section), key), silent));
  });
}

function pathFacts(kind: PathFacts["kind"], key: string, item: Json, at: DocumentLocation, walk: Walk): PathFacts {
  const path = kind === "webhook" || key.startsWith("/") ? key : `/${key}`;
  const { items, unread } = chainOf(item, at, walk);
  const operations = new Map<string, OperationFacts>();
  for (const { raw, at: place } of items)
    for (const { method, written } of operationsIn(raw, place, walk))
      // The near path item wins over the one that it refers to.
      if (!operations.has(method)) operations.set(method, operationFacts({ kind, path, method, written }, items, place, walk));
  return { kind, key, path, item, operations: [...operations.values()], unread };
}

interface Found {
  readonly raw: JsonObject;
  readonly at: DocumentLocation;
}

/** A path item, then those that it refers to. */
function chainOf(
  start: Json,
  at: DocumentLocation,
  walk: Walk,
): { readonly items: readonly Found[]; readonly unread: PathFacts["unread"] } {
  const items: Found[] = [];
  let [raw, place] = [start, at];
  while (isObject(raw) && items.length < longestChain) {
    items.push({ raw, at: place });
    const text: Json | undefined = raw["$ref"];
    if (typeof text !== "string") break;
    const next = walk.peek(text, place);
    if (next === undefined) return { items, unread: { text, at: childLocation(place, "$ref") } };
    [raw, place] = [next.raw, next.at];
  }
  return { items, unread: undefined };
}

function operationsIn(item: JsonObject, at: DocumentLocation, walk: Walk): readonly { readonly method: string; readonly written: Json }[] {
  return Object.keys(item).flatMap((key) => {
    const written = item[key] ?? null;
    if (key === "additionalOperations" && isObject(written))
      return Object.keys(written).map((name) => ({ method: name.toUpperCase(), written: written[name] ?? null }));
    const method = methodOfKey(key, item, at, walk);
    return method === undefined ? [] : [{ method, written }];
  });
}

function operationFacts(
  known: Pick<OperationFacts, "kind" | "path" | "method" | "written">,
  items: readonly Found[],
  at: DocumentLocation,
  walk: Walk,
): OperationFacts {
  const operation = behind(known.written, at, walk);
  const { operationId, tags, deprecated, security } = operation;
  const holders = [operation, ...items.map(({ raw }) => raw)];
  return {
    ...known,
    operationId: typeof operationId === "string" && operationId !== "" ? operationId : undefined,
    tags: namesIn(tags),
    deprecated: deprecated === true || (typeof deprecated === "string" && deprecated.toLowerCase() === "true"),
    extension: (name) => holders.find((holder) => Object.hasOwn(holder, name))?.[name],
    security,
  };
}

/** The operation behind references. */
function behind(written: Json, at: DocumentLocation, walk: Walk): JsonObject {
  let found: { readonly raw: Json; readonly at: DocumentLocation } | undefined = { raw: written, at };
  for (let steps = 0; found !== undefined && steps < longestChain; steps += 1) {
    if (!isObject(found.raw)) return {};
    const text: Json | undefined = found.raw["$ref"];
    if (typeof text !== "string") return found.raw;
    found = walk.peek(text, found.at);
  }
  return {};
}

/** Names of tags, also where one stands in place of a list, or an object in place of a name: the rules read them so. */
function namesIn(tags: Json | undefined): readonly string[] {
  const list: readonly (Json | undefined)[] = Array.isArray(tags) ? (tags as readonly Json[]) : [tags];
  return list.flatMap((tag) => {
    const name = isObject(tag) ? tag["name"] : tag;
    return typeof name === "string" ? [name] : typeof name === "number" || typeof name === "boolean" ? [String(name)] : [];
  });
}
