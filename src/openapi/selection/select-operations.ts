import type { Json } from "../../source/source-file.js";
import { methodOfKey } from "../rules/path-item.js";
import { isObject, type JsonObject, type Walk } from "../rules/rule.js";
import type { DocumentLocation } from "../resolve/document-location.js";
import { compileFilter, type CompiledFilter } from "./filter.js";
import { pathsIn, type OperationFacts, type PathFacts } from "./operation-facts.js";
import type { Selection } from "./selection.js";

/** The operations of a description that a selection leaves in. */
export interface SelectedOperations extends CompiledSelection {
  /** Every path and webhook of the description, in the order written. */
  readonly paths: readonly PathFacts[];
  readonly kept: ReadonlySet<OperationFacts>;
}

/** The filters of a selection as tests. */
export interface CompiledSelection {
  readonly include: readonly CompiledFilter[] | undefined;
  readonly exclude: readonly CompiledFilter[];
}

export function compileSelection({ include, exclude }: Selection): CompiledSelection {
  return { include: include?.map(compileFilter), exclude: (exclude ?? []).map(compileFilter) };
}

/** Asks each operation of a description whether it is in. The files that its path items are in have been loaded. */
export function selectOperations(root: Json, at: DocumentLocation, compiled: CompiledSelection, walk: Walk): SelectedOperations {
  const { include, exclude } = compiled;
  const isIn = (operation: OperationFacts): boolean =>
    include?.some(({ fits }) => fits(operation)) !== false && !exclude.some(({ fits }) => fits(operation));
  const paths = pathsIn(root, at, walk);
  return { ...compiled, paths, kept: new Set(paths.flatMap(({ operations }) => operations.filter(isIn))) };
}

/** Whether operations of a path may be in, as far as the path itself says. */
export function mayBeIn({ include, exclude }: CompiledSelection, { path }: PathFacts): boolean {
  return include?.every(({ fitsPath }) => fitsPath(path) === "no") !== true && !exclude.some(({ fitsPath }) => fitsPath(path) === "yes");
}

/** What stands at the methods of operations that are left out, and of none that is in. */
export function leftOutObjects({ paths, kept }: SelectedOperations): ReadonlySet<object> {
  const all = paths.flatMap(({ operations }) => operations);
  const objects = (operations: readonly OperationFacts[]): readonly object[] =>
    operations.flatMap(({ written }) => (typeof written === "object" && written !== null ? [written] : []));
  const isIn = new Set(objects(all.filter((operation) => kept.has(operation))));
  return new Set(objects(all.filter((operation) => !kept.has(operation))).filter((each) => !isIn.has(each)));
}

/**
 * The root of a description with the paths and webhooks that have an operation which is in, and no others. What of a path item cannot be
 * read stays: that is reported where it is read.
 */
export function withSelectedPaths(root: Json, at: DocumentLocation, selected: SelectedOperations, walk: Walk): Json {
  const { paths, kept } = selected;
  if (!isObject(root)) return root;
  const silent: Walk = { ...walk, report: () => undefined };
  const out: Record<string, Json> = { ...root };
  for (const [section, kind] of [
    ["paths", "path"],
    ["webhooks", "webhook"],
  ] as const) {
    const written = root[section];
    if (!isObject(written)) continue;
    const items = paths
      .filter((each) => each.kind === kind)
      .flatMap((facts): readonly (readonly [string, Json])[] => {
        const { key, item, operations, unread } = facts;
        const methods = new Set(operations.filter((operation) => kept.has(operation)).map(({ method }) => method));
        const isKept = isObject(item) && (methods.size > 0 || (unread !== undefined && mayBeIn(selected, facts)));
        return isKept ? [[key, withMethods(item, methods, at, silent)]] : [];
      });
    out[section] = Object.fromEntries(items);
  }
  return out;
}

/** A path item with operations of some methods alone; the same where it has no others. */
function withMethods(item: JsonObject, methods: ReadonlySet<string>, at: DocumentLocation, walk: Walk): JsonObject {
  const isIn = (key: string): boolean => {
    const method = methodOfKey(key, item, at, walk);
    return method === undefined || methods.has(method);
  };
  const keys = Object.keys(item);
  const more = item["additionalOperations"];
  const moreKept = isObject(more) ? Object.keys(more).filter((name) => methods.has(name.toUpperCase())) : [];
  if (keys.every(isIn) && (!isObject(more) || moreKept.length === Object.keys(more).length)) return item;
  const members = keys.filter(isIn).map((key): readonly [string, Json] => {
    const value = item[key] ?? null;
    return [key, key === "additionalOperations" && isObject(value) ? pick(value, moreKept) : value];
  });
  return Object.fromEntries(members);
}

function pick(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.map((key) => [key, object[key] ?? null]));
}

/** References of path items to files that are not loaded yet: what operations they have is not known before. */
export function pathItemReferences(
  root: Json,
  at: DocumentLocation,
  compiled: CompiledSelection,
  walk: Walk,
): readonly { readonly text: string; readonly at: DocumentLocation }[] {
  return pathsIn(root, at, walk).flatMap((facts) => (facts.unread !== undefined && mayBeIn(compiled, facts) ? [facts.unread] : []));
}
