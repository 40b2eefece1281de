import type { Schema } from "../../model/ir/schema.js";
import type { Alternatives } from "./int64-alternatives.js";

/** Whether a schema takes integers that are not of 64 bits; one about which nobody can be sure does. */
export function takesNumbers(schema: Schema, known: Alternatives, seen = new Set<Schema>()): boolean {
  if (seen.has(schema)) return true;
  seen.add(schema);
  if (known.formOf(schema) !== undefined) return false;
  const inside = (inner: Schema): boolean => takesNumbers(inner, known, seen);
  return schema.assertions.every((assertion) => {
    switch (assertion.kind) {
      case "never":
        return false;
      case "type":
        return assertion.types.includes("number") || assertion.types.includes("integer");
      case "enum":
        return assertion.values.some((value) => typeof value === "number");
      case "ref": {
        const target = known.api.schemas.get(assertion.target)?.schema;
        return target === undefined || inside(target);
      }
      case "allOf":
        return assertion.members.every(inside);
      case "anyOf":
      case "oneOf":
        return assertion.members.some(inside);
      case "number":
      case "string":
      case "array":
      case "object":
      case "not":
      case "if":
      case "unevaluatedProperties":
      case "unevaluatedItems":
        return true;
    }
  });
}
