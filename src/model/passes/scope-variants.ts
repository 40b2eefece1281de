import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import type { Resolved } from "../../openapi/resolve/resolved.js";
import type { SchemaObject } from "../../openapi/rules/types.js";
import type { DynamicScope, DynamicBindings } from "./dynamic-scope.js";
import { originOf } from "../build/origin.js";
import type { SchemaId } from "../ir/schema.js";

/** Resources that bind each other's anchors in every combination would make more variants than anybody could read. */
const maxVariants = 1000;

/** A schema in a dynamic scope in which it means something else than alone. */
export interface Variant {
  readonly scope: DynamicBindings;
  /** Absolute reference to the root of the resource that makes the difference. */
  readonly binder: string | undefined;
}

/** The variants of schemas, each named once. Both answer `undefined` where a schema means what it means alone. */
export interface Variants {
  /** The name of what `ref` leads to in the scope of the moment, given when first asked for. */
  idOf(ref: string): SchemaId | undefined;
  /** The same, when it has a name already. */
  known(ref: string): SchemaId | undefined;
}

/** No variants as yet; `register` names one. */
export function createVariants(
  dynamic: DynamicScope | undefined,
  resolved: Resolved,
  report: Report,
  register: (ref: string, variant: Variant, value: SchemaObject) => SchemaId,
): Variants {
  if (dynamic === undefined) return { idOf: () => undefined, known: () => undefined };
  const ids = new Map<object, Map<string, SchemaId>>();
  let count = 0;
  const find = (ref: string, make: boolean): SchemaId | undefined => {
    const value = resolved.target("schema", ref);
    const [scope, alone] = [dynamic.of(value), dynamic.alone(value)];
    if (typeof value !== "object" || scope.key === alone.key) return undefined;
    const named = ids.get(value) ?? new Map<string, SchemaId>();
    ids.set(value, named);
    const known = named.get(scope.key);
    if (known !== undefined || !make) return known;
    count += 1;
    if (count === maxVariants + 1) report(tooMany(value, resolved));
    if (count > maxVariants) return undefined;
    const id = register(ref, { scope, binder: binderOf(scope, alone, resolved) }, value);
    named.set(scope.key, id);
    return id;
  };
  return { idOf: (ref) => find(ref, true), known: (ref) => find(ref, false) };
}

function binderOf(scope: DynamicBindings, alone: DynamicBindings, { dynamic }: Resolved): string | undefined {
  for (const [name, ref] of scope.bindings) {
    if (alone.bindings.get(name) === ref || dynamic === undefined) continue;
    for (const [resource, anchors] of dynamic.anchors) if (anchors.get(name) === ref) return dynamic.root(resource);
  }
  return undefined;
}

function tooMany(value: object, resolved: Resolved) {
  return diagnostic("too-many-scopes", `Schemas with "$dynamicRef" are reached in more than ${maxVariants} different scopes.`, {
    at: originOf(value, resolved),
    hint: 'Give fewer schemas a "$dynamicAnchor" of the same name.',
  });
}
