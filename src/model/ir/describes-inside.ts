import type { AssertionOf } from "./kinds.js";
import type { Assertion, ObjectAssertion } from "./schema.js";

/** What may describe the inside of a value. */
export type Describing = AssertionOf<"array" | "object" | "string" | "unevaluatedProperties" | "unevaluatedItems">;

/**
 * Whether an assertion describes what is inside a value, so that a value of another type is not meant: members of an object, items of a list,
 * bytes. A bound alone (`minProperties`) may be said beside anything.
 */
export function describesInside(assertion: Assertion): assertion is Describing {
  switch (assertion.kind) {
    case "object":
      return describesMembers(assertion);
    case "array":
      return assertion.items !== undefined || assertion.prefixItems.length > 0;
    case "string":
      return assertion.binary === true;
    case "number": // has nothing inside
    case "never":
    case "type": // say what the whole value is
    case "enum":
    case "ref": // hold schemas that are asked themselves
    case "allOf":
    case "anyOf":
    case "oneOf":
    case "not":
    case "if":
      return false;
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return true;
  }
}

function describesMembers({ properties, required, patternProperties, additionalProperties }: ObjectAssertion): boolean {
  return properties.length + required.length + patternProperties.length > 0 || additionalProperties !== undefined;
}
