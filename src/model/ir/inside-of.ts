import type { Assertion, Schema } from "./types.js";

/** The schemas inside an assertion by which a valid value is completed. Those that are only asked about (`not`, `if`, `contains`) are not among them. */
export function insideOf(assertion: Assertion): readonly Schema[] {
  switch (assertion.kind) {
    case "allOf":
    case "anyOf":
    case "oneOf":
      return assertion.members;
    case "if":
      return [assertion.then, assertion.else].filter((schema) => schema !== undefined);
    case "array":
      return [...assertion.prefixItems, ...(assertion.items === undefined ? [] : [assertion.items])];
    case "object": {
      const { properties } = assertion;
      const others = othersOf(assertion);
      return [...properties.map(({ schema }) => schema), ...(others === undefined ? [] : [others])];
    }
    default:
      return [];
  }
}

/** What holds of all properties without an entry of their own; names that only a pattern tells apart are left as they are. */
export function othersOf({ additionalProperties, patternProperties }: Assertion & { readonly kind: "object" }): Schema | undefined {
  return patternProperties.length > 0 ? undefined : additionalProperties;
}
