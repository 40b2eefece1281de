import { plain } from "../build/build-schema.js";
import { changed, each, mapAssertion, mapSchema } from "../ir/map-schema.js";
import { eachChild, roleOf, type Role } from "../ir/visit.js";
import type { Api } from "../ir/api.js";
import type { Assertion, Property, Schema } from "../ir/schema.js";
import { joined, type HiddenNames, type NamesOf } from "./hidden-properties.js";

/**
 * What happens to a property that does not belong to a direction. `drop`: it is taken out before a handler sees it, as it "SHOULD NOT be
 * sent"; `reject`: it is an issue.
 */
export type ReadOnlyPolicy = "drop" | "reject";

/** The form of a schema for one direction, its references as they were; the schema itself where nothing in it is hidden. */
export type VariantOf = (schema: Schema) => Schema;

/** How a form leaves a property out. */
export interface Hiding {
  /** The mark that keeps a property out of the direction. */
  readonly mark: NonNullable<Property["hidden"]>;
  readonly policy: ReadOnlyPolicy;
}

/** Makes each form once. `namesOf` is of the same direction. */
export function createVariantOf(schemas: Api["schemas"], namesOf: NamesOf, hiding: Hiding): VariantOf {
  const known = new Map<Schema, Schema>();
  const within = new Map<Schema, Schema>();
  const open = new Set<Schema>();
  const rewriter: Rewriter = {
    schemas,
    namesOf,
    hiding,
    variantOf(schema) {
      // What stands in for a reference has this very schema in it: there references stay, or it would have no end.
      const isWithin = open.has(schema);
      const variants = isWithin ? within : known;
      const before = variants.get(schema);
      if (before !== undefined) return before;
      open.add(schema);
      const variant = rewritten(schema, namesOf(schema), isWithin ? { ...rewriter, keepsReferences: true } : rewriter, []);
      if (!isWithin) open.delete(schema);
      variants.set(schema, variant);
      return variant;
    },
  };
  return rewriter.variantOf;
}

interface Rewriter {
  readonly schemas: Api["schemas"];
  readonly namesOf: NamesOf;
  readonly hiding: Hiding;
  readonly variantOf: VariantOf;
  readonly keepsReferences?: true;
}

/** @param open Schemas that this one stands in for the references to them, so that circles end. */
function rewritten(schema: Schema, names: HiddenNames, rewriter: Rewriter, open: readonly Schema[]): Schema {
  return mapSchema(schema, (assertion) => {
    if (assertion.kind === "ref") return referenceVariant(assertion, names, rewriter, open);
    return mapAssertion(withoutHidden(assertion, names, rewriter.hiding), (inner, relation) => {
      switch (roleOf[relation]) {
        case "part":
          return rewriter.variantOf(inner);
        case "question":
          return inner;
        case "branch":
          // What other alternatives hide is nothing to this one.
          return rewritten(inner, joined({ always: names.always, perhaps: names.always }, rewriter.namesOf(inner)), rewriter, open);
        case "member":
          return rewritten(inner, joined(names, rewriter.namesOf(inner)), rewriter, open);
      }
    });
  });
}

/**
 * A reference stays one, unless the schema it leads to speaks of a property that only the schema around the reference hides:
 * `allOf: [{ $ref: Base }, { properties: { id: { readOnly: true } } }]` where `Base` requires `id`. Then what it leads to stands in its place.
 */
function referenceVariant(
  assertion: Assertion & { readonly kind: "ref" },
  names: HiddenNames,
  rewriter: Rewriter,
  open: readonly Schema[],
): Assertion {
  const target = rewriter.schemas.get(assertion.target)?.schema;
  if (target === undefined || names.perhaps.size === 0 || rewriter.keepsReferences === true || open.includes(target)) return assertion;
  const own = rewriter.namesOf(target);
  const extra: HiddenNames = { always: without(names.always, own.always), perhaps: without(names.perhaps, own.perhaps) };
  if ((extra.always.size === 0 && extra.perhaps.size === 0) || !speaksOf(target, extra, rewriter.schemas)) return assertion;
  return { kind: "allOf", members: [rewritten(target, joined(own, names), rewriter, [...open, target])] };
}

function without(names: ReadonlySet<string>, known: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...names].filter((name) => !known.has(name)));
}

/** Whether a schema declares or requires one of some names of its own value. Each of those it refers to is asked once. */
function speaksOf(schema: Schema, names: HiddenNames, schemas: Api["schemas"], seen = new Set<Schema>()): boolean {
  return schema.assertions.some((assertion) => {
    if (assertion.kind === "ref") {
      const target = schemas.get(assertion.target)?.schema;
      return target !== undefined && !seen.has(target) && speaksOf(target, names, schemas, seen.add(target));
    }
    let found = declares(assertion, names);
    eachChild(assertion, (inner, relation) => {
      found ||= holdsOfValue[roleOf[relation]] && speaksOf(inner, names, schemas, seen);
    });
    return found;
  });
}

/** Whether what a schema inside says of names is said of the value around it. */
const holdsOfValue = { member: true, branch: true, question: false, part: false } as const satisfies Record<Role, boolean>;

function declares(assertion: Assertion, names: HiddenNames): boolean {
  if (assertion.kind !== "object") return false;
  const { required: wanted, properties } = assertion;
  if (wanted.some((name) => names.perhaps.has(name))) return true;
  return properties.some(({ name, required }) => names.always.has(name) || (required && names.perhaps.has(name)));
}

function withoutHidden(assertion: Assertion, names: HiddenNames, hiding: Hiding): Assertion {
  if (assertion.kind !== "object" || names.perhaps.size === 0) return assertion;
  const isSaid = (name: string): boolean => !names.perhaps.has(name);
  const saidOf = (list: readonly string[]): readonly string[] => (list.every(isSaid) ? list : list.filter(isSaid));
  const { properties, required, dependentRequired, dependentSchemas } = assertion;
  const rules = dependentRequired.flatMap((rule) => {
    const left = saidOf(rule.required);
    return names.always.has(rule.property) || left.length === 0 ? [] : [changed(rule, { required: left })];
  });
  const isUntouched = rules.length === dependentRequired.length && rules.every((rule, index) => rule === dependentRequired[index]);
  const triggered = dependentSchemas.filter(({ property }) => !names.always.has(property));
  return changed(assertion, {
    properties: each(properties, (property) => propertyVariant(property, names, hiding)),
    required: saidOf(required),
    dependentRequired: isUntouched ? dependentRequired : rules,
    dependentSchemas: triggered.length === dependentSchemas.length ? dependentSchemas : triggered,
  });
}

function propertyVariant(property: Property, names: HiddenNames, { mark, policy }: Hiding): Property {
  const { name, required, schema } = property;
  const { origin, readOnly, writeOnly } = schema;
  if (names.always.has(name)) {
    // Keeps `readOnly` and `writeOnly` for the issue that names the reason.
    const hidden = policy === "reject" ? { ...plain(origin, [{ kind: "never" }]), readOnly, writeOnly } : plain(origin, []);
    return { name, required: false, schema: hidden, hidden: mark };
  }
  return required && names.perhaps.has(name) ? { ...property, required: false } : property;
}
