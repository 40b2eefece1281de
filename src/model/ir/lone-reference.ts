import type { Api } from "./api.js";
import type { Schema, SchemaId } from "./schema.js";

// Asked of every schema at every turn: `const [only] = list` would make an iterator each time.
/** The target of a schema that is a reference and nothing else. */
export function loneReference({ assertions }: Pick<Schema, "assertions">): SchemaId | undefined {
  const only = assertions[0];
  return assertions.length === 1 && only?.kind === "ref" ? only.target : undefined;
}

/** The schema that one means which only refers to another, however often; a circle is left where it closes. */
export function meantBy(schema: Schema, schemas: Api["schemas"]): Schema {
  const seen = new Set<Schema>();
  let meant = schema;
  for (;;) {
    const id = loneReference(meant);
    const target = id === undefined ? undefined : schemas.get(id)?.schema;
    if (target === undefined || seen.has(target)) return meant;
    seen.add(target);
    meant = target;
  }
}
