import type { Api } from "../../model/ir/api.js";
import { mapAssertion, mapSchema } from "../../model/ir/map-schema.js";
import type { Schema } from "../../model/ir/schema.js";

/** Larger schemas would be written again wherever they stand. */
const maxSchemas = 100;

/** A schema with what its references lead to in their place; `undefined` where that is too much, or leads to itself. */
export function withoutReferences(schema: Schema, schemas: Api["schemas"]): Schema | undefined {
  const open = new Set<string>();
  let left = maxSchemas;
  const inline = (part: Schema): Schema => {
    left -= 1;
    if (left < 0) return part;
    return mapSchema(part, (assertion) => {
      if (assertion.kind !== "ref") return mapAssertion(assertion, inline);
      const target = schemas.get(assertion.target);
      if (target === undefined || open.has(assertion.target)) {
        left = -1;
        return assertion;
      }
      open.add(assertion.target);
      const members = [inline(target.schema)];
      open.delete(assertion.target);
      return { kind: "allOf", members };
    });
  };
  const inlined = inline(schema);
  return left < 0 ? undefined : inlined;
}
