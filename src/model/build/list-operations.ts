import type { NamedOperation, Resolved } from "../../openapi/resolve/resolved.js";
import type { OperationObject, PathItemObject } from "../../openapi/rules/types.js";
import { InternalError } from "../../diagnostic/diagnostic.js";
import { followReference } from "./follow-reference.js";

/** An operation as described, with its method, its path and its path item. */
export interface OperationEntry {
  readonly method: string;
  /** Of a webhook: its name. */
  readonly path: string;
  /** The path item, and before it those it refers to: later ones win. */
  readonly items: readonly PathItemObject[];
  readonly operation: OperationObject;
}

/** The operations of `paths` or `webhooks`, in the order written. */
export function listOperations(
  paths: { readonly [path: string]: PathItemObject } | undefined,
  resolved: Resolved,
): readonly OperationEntry[] {
  return Object.entries(paths ?? {}).flatMap(([path, item]) => {
    const items = chain(item, resolved);
    const operations = new Map(items.flatMap((each) => Object.entries(each.operations)));
    return [...operations].map(([method, written]) => ({
      method,
      path,
      items,
      operation: followReference("operation", written, resolved).value,
    }));
  });
}

/**
 * The operations among all that the description has, in the order written: those that a selection leaves out stand there with what names are
 * made of. One of those that has the operationId of another that is in counts for nothing: which of the two is meant is settled.
 */
export function amongAll(entries: readonly OperationEntry[], whole: readonly NamedOperation[] | undefined): readonly OperationEntry[] {
  if (whole === undefined) return entries;
  const key = ({ method, path }: Pick<OperationEntry, "method" | "path">): string => `${method} ${path}`;
  const known = new Map(entries.map((entry) => [key(entry), entry]));
  const ids = new Set(entries.map(({ operation }) => operation.operationId));
  const all = whole.flatMap(({ method, path, operationId, tags }): readonly OperationEntry[] => {
    const entry = known.get(`${method} ${path}`);
    if (entry !== undefined) return [entry];
    if (operationId !== undefined && ids.has(operationId)) return [];
    return [{ method, path, items: [], operation: { tags, ...(operationId === undefined ? {} : { operationId }) } }];
  });
  const listed = new Set(all);
  return [...all, ...entries.filter((entry) => !listed.has(entry))];
}

/** A path item by reference, from the far end to the near one, whose members win. */
function chain(start: PathItemObject, resolved: Resolved): readonly PathItemObject[] {
  const items: PathItemObject[] = [start];
  for (let item = start; item.$ref !== undefined;) {
    if (items.length > 1000) throw new InternalError(`An unresolved path item was not replaced: ${item.$ref}`);
    item = resolved.target("pathItem", item.$ref) as PathItemObject; // a path item's `$ref` is a member of it
    items.unshift(item);
  }
  return items;
}
