import { childLocation, rootLocation } from "../resolve/document-location.js";
import type { Resolved } from "../resolve/resolved.js";
import type { PathItemObject } from "../rules/types.js";
import type { WalkState } from "../resolve/walk.js";
import type { SelectedOperations } from "./select-operations.js";

/**
 * Several paths may refer to one path item, and a selection may leave in other operations of each. Such a path gets a path item of its own,
 * with all that the one it refers to says, and the operations that are in.
 */
export function withOwnOperations(resolved: Resolved, { paths, kept }: SelectedOperations, { walk, root }: WalkState): Resolved {
  const { document } = resolved;
  const kindOf = { paths: "path", webhooks: "webhook" } as const;
  const own = (section: keyof typeof kindOf): Readonly<Record<string, PathItemObject>> | undefined => {
    const items = document[section];
    if (items === undefined) return undefined;
    const wanted = new Map(
      paths
        .filter(({ kind, unread }) => kind === kindOf[section] && unread === undefined)
        .map(({ path, operations }) => [path, new Set(operations.filter((each) => kept.has(each)).map(({ method }) => method))] as const),
    );
    const out = Object.create(null) as Record<string, PathItemObject>; // The type of a fresh object without prototype.
    for (const [path, item] of Object.entries(items)) {
      const chain = chainOf(item, resolved);
      const methods = wanted.get(path);
      const isWhole =
        methods === undefined || chain.every(({ operations }) => Object.keys(operations).every((method) => methods.has(method)));
      out[path] = isWhole ? item : joined(chain, methods);
      if (!isWhole) walk.location(out[path], childLocation(childLocation(rootLocation(root), section), path));
    }
    return out;
  };
  const [ownPaths, ownWebhooks] = [own("paths"), own("webhooks")];
  const result = {
    ...document,
    ...(ownPaths === undefined ? {} : { paths: ownPaths }),
    ...(ownWebhooks === undefined ? {} : { webhooks: ownWebhooks }),
  };
  walk.location(result, rootLocation(root));
  return { ...resolved, document: result };
}

/** A path item, then those that it refers to. Circles of references have been cut. */
function chainOf(start: PathItemObject, resolved: Resolved): readonly PathItemObject[] {
  const chain = [start];
  for (let item = start; item.$ref !== undefined; chain.push(item)) item = resolved.target("pathItem", item.$ref) as PathItemObject; // A path item's `$ref` is a member of it.
  return chain;
}

/** Of each member, that of the nearest. */
function joined(chain: readonly PathItemObject[], methods: ReadonlySet<string>): PathItemObject {
  const far = chain.toReversed();
  const operations = new Map(far.flatMap((item) => Object.entries(item.operations)).filter(([method]) => methods.has(method)));
  const { $ref: _, ...members } = far.reduce((joined, item) => ({ ...joined, ...item }));
  return { ...members, operations: Object.fromEntries(operations) };
}
