import type { DynamicReferences, Resolved } from "../../openapi/resolve/resolved.js";
import type { SchemaKeywords, SchemaObject } from "../../openapi/rules/types.js";

/**
 * What the dynamic anchors that matter to a schema mean where it is reached: the anchor's name to an absolute reference. A validator has no
 * scope at run time: each schema is built once for every scope in which it means something else.
 */
export interface DynamicBindings {
  readonly bindings: ReadonlyMap<string, string>;
  /** The same text for the same bindings. */
  readonly key: string;
}

/** The dynamic scope while schemas are built. */
export interface DynamicScope {
  /** The scope of a schema reached from the current one. */
  of(value: SchemaObject): DynamicBindings;
  /** The scope of a schema from which evaluation begins. */
  alone(value: SchemaObject): DynamicBindings;
  /** What is made while a scope is the current one. */
  within<T>(scope: DynamicBindings, make: () => T): T;
  /** The reference that the `$dynamicRef` of a schema means in the current scope; `undefined`: what it means without one. */
  target(value: SchemaKeywords): string | undefined;
}

const nothing: DynamicBindings = { bindings: new Map(), key: "" };

/** The dynamic scopes of a description; `undefined` when no schema depends on one. */
export function createDynamicScope(resolved: Resolved): DynamicScope | undefined {
  const { dynamic } = resolved;
  if (dynamic === undefined) return undefined;
  const needs = findNeeds(dynamic, resolved);
  let current = nothing;
  const enter = (value: SchemaObject, from: DynamicBindings): DynamicBindings => {
    const needed = typeof value === "object" ? needs.get(value) : undefined;
    if (needed === undefined || typeof value !== "object") return nothing;
    const own = dynamic.anchors.get(dynamic.resource(value) ?? "");
    // The outermost resource that has an anchor wins: what is bound stays.
    const bound = [...needed].map((name) => [name, from.bindings.get(name) ?? own?.get(name)] as const);
    const bindings = bound.filter((each): each is readonly [string, string] => each[1] !== undefined);
    return { bindings: new Map(bindings), key: JSON.stringify(bindings) };
  };
  return {
    of: (value) => enter(value, current),
    alone: (value) => enter(value, nothing),
    within(scope, make) {
      const before = current;
      current = scope;
      try {
        return make();
      } finally {
        current = before;
      }
    },
    target: (value) => current.bindings.get(dynamic.names.get(value) ?? ""),
  };
}

/** The names of the anchors on which each schema depends, directly or through what it refers to; in one order, so that scopes compare. */
function findNeeds(dynamic: DynamicReferences, resolved: Resolved): ReadonlyMap<object, readonly string[]> {
  const referrers = findReferrers(dynamic, resolved);
  const needs = new Map<object, string[]>();
  for (const wanted of [...new Set(dynamic.names.values())].sort()) {
    const open = [...dynamic.names].filter(([, name]) => name === wanted).map(([holder]) => holder);
    const seen = new Set(open);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      needs.set(next, [...(needs.get(next) ?? []), wanted]);
      for (const referrer of referrers.get(next) ?? []) {
        if (seen.has(referrer)) continue;
        seen.add(referrer);
        open.push(referrer);
      }
    }
  }
  return needs;
}

/** What each object stands in or is referred to from. A `$dynamicRef` may lead to any anchor of its name. */
function findReferrers(dynamic: DynamicReferences, resolved: Resolved): ReadonlyMap<object, readonly object[]> {
  const referrers = new Map<object, object[]>();
  const open: unknown[] = [resolved.document, ...dynamic.targets()];
  const seen = new Set<unknown>();
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    seen.add(next);
    for (const member of [...Object.values<unknown>({ ...next }), ...referredFrom(next, dynamic)]) {
      if (typeof member !== "object" || member === null) continue;
      const known = referrers.get(member);
      if (known === undefined) referrers.set(member, [next]);
      else known.push(next);
      open.push(member);
    }
  }
  return referrers;
}

function referredFrom(value: object, dynamic: DynamicReferences): readonly unknown[] {
  const name = dynamic.names.get(value);
  const refs = [
    "$ref" in value ? value.$ref : undefined,
    "$dynamicRef" in value ? value.$dynamicRef : undefined,
    ...(name === undefined ? [] : [...dynamic.anchors.values()].map((own) => own.get(name))),
  ];
  return refs.map((ref) => (typeof ref === "string" ? dynamic.schema(ref) : undefined));
}
