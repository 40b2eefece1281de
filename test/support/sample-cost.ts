import type { Assertion, Schema } from "../../src/model/ir/schema.js";
import type { Schemas } from "./valid.js";

/**
 * How deep the smallest instance of a schema is: 0 for a scalar, Infinity when every instance is endless. A sampler that
 * takes the cheapest branch once it is deep enough therefore ends.
 */
export function costsOf(schemas: Schemas): (schema: Schema) => number {
  const costs = new Map<string, number>();
  const ofSchema = (schema: Schema): number => Math.max(0, ...schema.assertions.map(ofAssertion));
  const ofAssertion = (assertion: Assertion): number => {
    switch (assertion.kind) {
      case "never":
        return Infinity;
      case "ref":
        return costs.get(assertion.target) ?? (schemas.has(assertion.target) ? Infinity : 0);
      case "allOf":
        return Math.max(0, ...assertion.members.map(ofSchema));
      case "anyOf":
      case "oneOf":
        return Math.min(Infinity, ...assertion.members.map(ofSchema));
      case "array":
        return (assertion.minItems ?? 0) === 0 || assertion.items === undefined ? 0 : 1 + ofSchema(assertion.items);
      case "object":
        return Math.max(
          0,
          ...assertion.properties.filter((property) => property.required).map((property) => 1 + ofSchema(property.schema)),
        );
      default:
        return 0;
    }
  };
  for (let changed = true; changed;) {
    changed = false;
    for (const [id, named] of schemas) {
      const cost = ofSchema(named.schema);
      if (cost < (costs.get(id) ?? Infinity)) {
        costs.set(id, cost);
        changed = true;
      }
    }
  }
  return ofSchema;
}
