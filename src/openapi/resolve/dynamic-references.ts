import { parse } from "../../source/json-pointer.js";
import { childLocation, pointerOf, type DocumentLocation } from "./document-location.js";
import { formatReference } from "./parse-reference.js";
import type { DynamicReferences } from "./resolved.js";
import type { WalkState } from "./walk.js";

/** What a `$dynamicAnchor` leads to, once it was followed. */
export type DynamicTargets = Map<string, Map<string, { $ref?: unknown }>>;

/** Has every `$dynamicAnchor` followed that a `$dynamicRef` met so far may come to mean; false when all were. */
export function queueDynamicTargets(state: WalkState): boolean {
  const wanted = new Set(state.dynamicRefs.values());
  let queued = false;
  for (const [base, anchors] of wanted.size === 0 ? [] : state.identifiers.dynamic) {
    const known = state.dynamicTargets.get(base) ?? new Map<string, { $ref?: unknown }>();
    state.dynamicTargets.set(base, known);
    for (const [name, location] of anchors) {
      if (known.has(name) || !wanted.has(name)) continue;
      known.set(name, queue(base, name, location, state));
      queued = true;
    }
  }
  return queued;
}

function queue(base: string, name: string, location: DocumentLocation, state: WalkState): { $ref?: unknown } {
  const holder: { $ref?: unknown } = {};
  state.queue.push({
    kind: "schema",
    holder,
    key: "$ref",
    at: childLocation(location, "$dynamicAnchor"),
    target: { uri: base, fragment: name },
  });
  return holder;
}

/** What a resolved description says of dynamic scopes; `undefined` when none of its references depends on one. */
export function dynamicOf(state: WalkState): DynamicReferences | undefined {
  const names = new Map([...state.dynamicRefs].filter(([holder, name]) => leadsToAnchor(holder, name, state)));
  if (names.size === 0) return undefined;
  return {
    names,
    resource: (schema) => state.locations.get(schema)?.base,
    anchors: new Map([...state.dynamicTargets].map(([base, targets]) => [base, refsOf(targets)])),
    root: (resource) => rootOf(resource, state),
    schema: (ref) => state.targets.get("schema")?.get(ref),
    targets: () => [...state.targets.values()].flatMap((each) => [...each.values()]),
  };
}

function rootOf(resource: string, { identifiers, files }: WalkState): string | undefined {
  const location = identifiers.anchors.get(resource);
  if (location !== undefined) return formatReference(location.file.source.uri, parse(pointerOf(location)) ?? []);
  return files.has(resource) ? formatReference(resource, []) : undefined;
}

function refsOf(targets: ReadonlyMap<string, { $ref?: unknown }>): ReadonlyMap<string, string> {
  return new Map([...targets].flatMap(([name, { $ref }]) => (typeof $ref === "string" ? [[name, $ref] as const] : [])));
}

/** A `$dynamicRef` that does not lead to a `$dynamicAnchor` by its name is a reference like others (core 8.2.3.2). */
function leadsToAnchor(holder: object, name: string, state: WalkState): boolean {
  const ref = "$dynamicRef" in holder ? holder.$dynamicRef : undefined;
  const target = typeof ref === "string" ? state.targets.get("schema")?.get(ref) : undefined;
  return typeof target === "object" && target !== null && "$dynamicAnchor" in target && target.$dynamicAnchor === name;
}
