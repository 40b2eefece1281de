import { mapAssertion, mapSchema } from "../ir/map.js";
import { eachChild } from "../ir/visit.js";
import type { Schema, SchemaId } from "../ir/types.js";

/** Tells every schema that a value of the schema may be held against by name. */
export function eachReference(schema: Schema, tell: (target: SchemaId) => void): void {
  for (const assertion of schema.assertions) {
    if (assertion.kind === "ref") tell(assertion.target);
    else {
      eachChild(assertion, (inner) => {
        eachReference(inner, tell);
      });
    }
  }
}

/** A schema with its references led elsewhere; the schema itself where all lead where they did. */
export function withReferences(schema: Schema, lead: (target: SchemaId) => SchemaId): Schema {
  return mapSchema(schema, (assertion) => {
    if (assertion.kind !== "ref") return mapAssertion(assertion, (inner) => withReferences(inner, lead));
    const target = lead(assertion.target);
    return target === assertion.target ? assertion : { kind: "ref", target };
  });
}
