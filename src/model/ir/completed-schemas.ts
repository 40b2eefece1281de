import type { Relation } from "./assertion-fields.js";
import type { Assertion, Schema } from "./schema.js";
import { childrenOf } from "./visit.js";

/** By which schemas a valid value is completed: those that hold of it or of a part of it, or may. */
const completing = {
  member: true,
  alternative: true,
  branch: true,
  item: true,
  property: true,
  additionalProperty: true,
  // Only asked about.
  negated: false,
  condition: false,
  contained: false,
  propertyName: false,
  // What they hold of depends on the value in ways that completion does not follow.
  dependent: false,
  patternProperty: false,
  unevaluatedProperty: false,
  unevaluatedItem: false,
} as const satisfies Record<Relation, boolean>;

const withoutOthers = { ...completing, additionalProperty: false } as const satisfies Record<Relation, boolean>;

/** The schemas inside an assertion by which a valid value is completed. */
export function completedSchemas(assertion: Assertion): readonly Schema[] {
  return childrenOf(assertion, assertion.kind === "object" && othersOf(assertion) === undefined ? withoutOthers : completing);
}

/** What holds of all properties without an entry of their own; names that only a pattern tells apart are left as they are. */
export function othersOf({ additionalProperties, patternProperties }: Assertion & { readonly kind: "object" }): Schema | undefined {
  return patternProperties.length > 0 ? undefined : additionalProperties;
}
