import type { Relation } from "./assertion-fields.js";
import type { Assertion, Schema } from "./schema.js";
import { childrenOf } from "./visit.js";

/** By which schemas a valid value is completed: all that hold of it or of a part of it, or may. */
const completing = {
  member: true,
  alternative: true,
  branch: true,
  dependent: true,
  item: true,
  property: true,
  patternProperty: true,
  additionalProperty: true,
  unevaluatedProperty: true,
  unevaluatedItem: true,
  // Only asked about.
  negated: false,
  condition: false,
  contained: false,
  propertyName: false,
} as const satisfies Record<Relation, boolean>;

/** The schemas inside an assertion by which a valid value is completed. */
export const completedSchemas = (assertion: Assertion): readonly Schema[] => childrenOf(assertion, completing);
