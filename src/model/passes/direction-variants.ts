import { plain } from "../build/build-schema.js";
import { changed, each, mapAssertion, mapSchema, withSchema } from "../ir/map-schema.js";
import { eachChild, roleOf, type Role } from "../ir/visit.js";
import type { Api } from "../ir/api.js";
import type { Assertion, HiddenMark, ObjectAssertion, Property, Schema } from "../ir/schema.js";
import { isAmong, isEmpty, joined, withoutNames, type HiddenNames, type NamesOf, type NameSet } from "./hidden-properties.js";

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
  readonly mark: HiddenMark;
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
  if (target === undefined || isEmpty(names.perhaps) || rewriter.keepsReferences === true || open.includes(target)) return assertion;
  const own = rewriter.namesOf(target);
  const extra: HiddenNames = { always: withoutNames(names.always, own.always), perhaps: withoutNames(names.perhaps, own.perhaps) };
  if ((isEmpty(extra.always) && isEmpty(extra.perhaps)) || !speaksOf(target, extra, rewriter.schemas)) return assertion;
  return { kind: "allOf", members: [rewritten(target, joined(own, names), rewriter, [...open, target])] };
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
  if (wanted.some((name) => isAmong(names.perhaps, name))) return true;
  return properties.some(({ name, required }) => isAmong(names.always, name) || (required && isAmong(names.perhaps, name)));
}

function withoutHidden(assertion: Assertion, names: HiddenNames, hiding: Hiding): Assertion {
  if (assertion.kind !== "object" || isEmpty(names.perhaps)) return assertion;
  const isSaid = (name: string): boolean => !isAmong(names.perhaps, name);
  const saidOf = (list: readonly string[]): readonly string[] => (list.every(isSaid) ? list : list.filter(isSaid));
  const { required, dependentRequired, dependentSchemas } = assertion;
  const others = othersVariant(assertion, names.always, hiding);
  const rules = dependentRequired.flatMap((rule) => {
    const left = saidOf(rule.required);
    return isAmong(names.always, rule.property) || left.length === 0 ? [] : [changed(rule, { required: left })];
  });
  const isUntouched = rules.length === dependentRequired.length && rules.every((rule, index) => rule === dependentRequired[index]);
  const triggered = dependentSchemas.filter(({ property }) => !isAmong(names.always, property));
  return changed(assertion, {
    ...others,
    properties: each(others.properties, (property) => propertyVariant(property, names, hiding)),
    required: saidOf(required),
    dependentRequired: isUntouched ? dependentRequired : rules,
    dependentSchemas: triggered.length === dependentSchemas.length ? dependentSchemas : triggered,
  });
}

/** What is left of members that have no names, without those that some rule hides. */
function othersVariant(
  { properties, patternProperties, additionalProperties }: ObjectAssertion,
  { rules }: NameSet,
  hiding: Hiding,
): Pick<ObjectAssertion, "properties" | "patternProperties"> & Partial<ObjectAssertion> {
  if (rules.size === 0) return { properties, patternProperties };
  const bySchema = new Map([...rules].map((rule) => [rule.schema, rule]));
  const patterns = each(patternProperties, (entry) =>
    bySchema.has(entry.schema) ? withSchema(entry, hiddenForm(entry.schema, hiding)) : entry,
  );
  const others = additionalProperties && bySchema.get(additionalProperties);
  if (others === undefined) return { properties, patternProperties: patterns };
  // A tag stays: with an entry of its own, it is none of the others.
  const tags = others.tags.map((name): Property => ({ name, required: false, schema: others.schema }));
  return {
    properties: tags.length === 0 ? properties : [...properties, ...tags],
    patternProperties: patterns,
    additionalProperties: hiddenForm(others.schema, hiding),
  };
}

/** What stands for members that do not belong to the direction. */
function hiddenForm({ origin }: Schema, { mark, policy }: Hiding): Schema {
  // The mark is for the issue that names the reason.
  return policy === "reject"
    ? { ...plain(origin, [{ kind: "never" }]), [mark]: true, hidden: mark }
    : { ...plain(origin, []), hidden: mark };
}

function propertyVariant(property: Property, names: HiddenNames, hiding: Hiding): Property {
  const { name, required, schema } = property;
  if (isAmong(names.always, name)) return { name, required: false, schema: hiddenForm(schema, hiding) };
  return required && isAmong(names.perhaps, name) ? { ...property, required: false } : property;
}
