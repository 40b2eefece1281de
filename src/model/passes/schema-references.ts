import { mapAssertion, mapSchema } from "../ir/map-schema.js";
import { eachChild } from "../ir/visit.js";
import type { Schema, SchemaId } from "../ir/types.js";

/** Tells every schema that a value of the schema may be held against by name. */
export function eachReference(schema: Schema, visit: (target: SchemaId) => void): void {
  for (const assertion of schema.assertions) {
    if (assertion.kind === "ref") visit(assertion.target);
    else {
      eachChild(assertion, (inner) => {
        eachReference(inner, visit);
      });
    }
  }
}

/** A schema with its references led elsewhere; the schema itself where all lead where they did. */
export function withReferences(schema: Schema, rename: (target: SchemaId) => SchemaId): Schema {
  return mapSchema(schema, (assertion) => {
    if (assertion.kind !== "ref") return mapAssertion(assertion, (inner) => withReferences(inner, rename));
    const target = rename(assertion.target);
    return target === assertion.target ? assertion : { kind: "ref", target };
  });
}
