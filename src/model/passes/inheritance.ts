import { isConjunction } from "../ir/kinds.js";
import { loneReference } from "../ir/lone-reference.js";
import type { Api } from "../ir/api.js";
import type { Schema, SchemaId } from "../ir/schema.js";

/** Which schemas extend which: by `allOf`, directly or through others. */
export interface Inheritance {
  /** In the order of the description, without the schema itself. */
  descendants(id: SchemaId): readonly SchemaId[];
  /** Whether a schema is another name for one. */
  isAlias(schema: Schema): boolean;
}

export function inheritanceOf(schemas: Api["schemas"]): Inheritance {
  const children = new Map<SchemaId, SchemaId[]>();
  for (const [id, { schema }] of schemas) {
    if (isAlias(schema)) continue;
    for (const parent of new Set(extended(schema))) if (children.get(parent)?.push(id) === undefined) children.set(parent, [id]);
  }
  const known = new Map<SchemaId, readonly SchemaId[]>();
  const order = [...schemas.keys()];
  return {
    descendants(id) {
      const found = known.get(id) ?? reachedFrom(id, children, order);
      known.set(id, found);
      return found;
    },
    isAlias,
  };
}

const isAlias = (schema: Schema): boolean => loneReference(schema) !== undefined;

/** The schemas that hold of every value of a schema by name. */
function extended({ assertions }: Schema): readonly SchemaId[] {
  return assertions.flatMap((assertion) => {
    if (!isConjunction(assertion)) return [];
    return assertion.kind === "ref" ? [assertion.target] : assertion.members.flatMap(extended);
  });
}

function reachedFrom(id: SchemaId, children: ReadonlyMap<SchemaId, readonly SchemaId[]>, order: readonly SchemaId[]): readonly SchemaId[] {
  const reached = new Set(children.get(id));
  // A set yields what is added while it is walked.
  for (const child of reached) for (const next of children.get(child) ?? []) reached.add(next);
  reached.delete(id);
  return order.filter((each) => reached.has(each));
}
