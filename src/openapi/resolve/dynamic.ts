import { parse } from "../../source/json-pointer.js";
import { childPlace, pointerOf, type Place } from "./place.js";
import { formatReference } from "./reference.js";
import type { Dynamic } from "./resolved.js";
import type { Walked } from "./walk.js";

/** What a `$dynamicAnchor` leads to, once it was followed. */
export type DynamicTargets = Map<string, Map<string, { $ref?: unknown }>>;

/** Has every `$dynamicAnchor` followed that a `$dynamicRef` met so far may come to mean; false when all were. */
export function queueDynamicTargets(walked: Walked): boolean {
  const wanted = new Set(walked.dynamicRefs.values());
  let queued = false;
  for (const [base, anchors] of wanted.size === 0 ? [] : walked.names.dynamic) {
    const known = walked.dynamicTargets.get(base) ?? new Map<string, { $ref?: unknown }>();
    walked.dynamicTargets.set(base, known);
    for (const [name, place] of anchors) {
      if (known.has(name) || !wanted.has(name)) continue;
      known.set(name, queue(base, name, place, walked));
      queued = true;
    }
  }
  return queued;
}

function queue(base: string, name: string, place: Place, walked: Walked): { $ref?: unknown } {
  const holder: { $ref?: unknown } = {};
  walked.queue.push({
    kind: "schema",
    holder,
    key: "$ref",
    at: childPlace(place, "$dynamicAnchor"),
    target: { uri: base, fragment: name },
  });
  return holder;
}

/** What a resolved description says of dynamic scopes; `undefined` when none of its references depends on one. */
export function dynamicOf(walked: Walked): Dynamic | undefined {
  const names = new Map([...walked.dynamicRefs].filter(([holder, name]) => leadsToAnchor(holder, name, walked)));
  if (names.size === 0) return undefined;
  return {
    names,
    resource: (schema) => walked.places.get(schema)?.base,
    anchors: new Map([...walked.dynamicTargets].map(([base, targets]) => [base, refsOf(targets)])),
    root: (resource) => rootOf(resource, walked),
    schema: (ref) => walked.targets.get("schema")?.get(ref),
    targets: () => [...walked.targets.values()].flatMap((each) => [...each.values()]),
  };
}

function rootOf(resource: string, { names, units }: Walked): string | undefined {
  const place = names.anchors.get(resource);
  if (place !== undefined) return formatReference(place.unit.source.uri, parse(pointerOf(place)) ?? []);
  return units.has(resource) ? formatReference(resource, []) : undefined;
}

function refsOf(targets: ReadonlyMap<string, { $ref?: unknown }>): ReadonlyMap<string, string> {
  return new Map([...targets].flatMap(([name, { $ref }]) => (typeof $ref === "string" ? [[name, $ref] as const] : [])));
}

/** A `$dynamicRef` that does not lead to a `$dynamicAnchor` by its name is a reference like others (core 8.2.3.2). */
function leadsToAnchor(holder: object, name: string, walked: Walked): boolean {
  const ref = "$dynamicRef" in holder ? holder.$dynamicRef : undefined;
  const target = typeof ref === "string" ? walked.targets.get("schema")?.get(ref) : undefined;
  return typeof target === "object" && target !== null && "$dynamicAnchor" in target && target.$dynamicAnchor === name;
}
