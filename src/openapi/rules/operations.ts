import type { Kinds, Resolved } from "../resolve/resolved.js";
import type { OperationObject, ParameterObject, PathItemObject } from "./types.js";

/** An operation, and the path items that carry it: the one of the path, then those it refers to. */
export interface Placed {
  readonly path: string;
  readonly method: string;
  readonly items: readonly PathItemObject[];
  readonly operation: OperationObject;
}

/** The operations of `paths` or `webhooks`, all references followed. */
export function operationsOf(paths: { readonly [path: string]: PathItemObject } | undefined, resolved: Resolved): readonly Placed[] {
  return Object.entries(paths ?? {}).flatMap(([path, item]) => {
    const items = itemsOf(item, resolved);
    return items.flatMap((each) =>
      Object.entries(each.operations).map(([method, operation]) => ({
        path,
        method,
        items,
        operation: followed("operation", operation, resolved),
      })),
    );
  });
}

/** A path item, then those it refers to. */
export function itemsOf(start: PathItemObject, resolved: Resolved): readonly PathItemObject[] {
  const items = [start];
  for (let item = start; item.$ref !== undefined; items.push(item)) item = resolved.target("pathItem", item.$ref) as PathItemObject; // A path item's `$ref` is a member of it.
  return items;
}

/** The object that a value means, after all its references; chains end, because cycles were cut. */
export function followed<K extends "operation" | "parameter" | "response">(
  kind: K,
  value: Kinds[K] | { readonly $ref: string },
  resolved: Resolved,
): Kinds[K] {
  let found = value;
  while ("$ref" in found && typeof found.$ref === "string") found = resolved.target(kind, found.$ref);
  return found as Kinds[K]; // Not a reference, so it is the object itself.
}

/** What tells parameters of one operation apart: names of headers are the same in any case, and the whole query string is there once. */
export function parameterKey({ in: location, name }: Pick<ParameterObject, "in" | "name">): string {
  if (location === "querystring") return location;
  return `${location} ${location === "header" ? name.toLowerCase() : name}`;
}

/** The parameters of a list, all references followed. */
export function parametersOf(list: PathItemObject["parameters"], resolved: Resolved): readonly ParameterObject[] {
  return (list ?? []).map((each) => followed("parameter", each, resolved));
}
