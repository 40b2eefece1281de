import { each, mapAssertion, mapSchema } from "../../ir/map-schema.js";
import { mapOperation } from "../../ir/map-operation.js";
import type { Api } from "../../ir/api.js";
import type { Operation } from "../../ir/operation.js";
import type { Assertion, NamedSchema, Schema, SchemaId } from "../../ir/schema.js";

/** The name of what a parent says itself, where a schema is the choice that a parent stands for. */
export function ownMember({ assertions }: Schema): SchemaId | undefined {
  const only = assertions[0];
  if (only?.kind !== "anyOf" || only.discriminator?.parent === undefined) return undefined;
  const [own] = only.members[only.discriminator.parent]?.assertions ?? [];
  return own && targetOf(own);
}

/** Adds the parents of which what they say themselves is reached: their types are called after them. Their other children are not reached by that. */
export function addParents(reached: Set<SchemaId>, schemas: Api["schemas"]): void {
  for (const { id, schema } of schemas.values()) {
    const own = ownMember(schema);
    if (own !== undefined && reached.has(own)) reached.add(id);
  }
}

const targetOf = (assertion: Assertion): SchemaId | undefined => (assertion.kind === "ref" ? assertion.target : undefined);

type Described = Pick<Api, "operations" | "webhooks" | "schemas" | "parsed">;

/** The same with discriminated parents that mean themselves alone, as in types: their own assertions take the place of the choice. */
export function withoutDiscriminatedParents<T extends Described>(api: T): T {
  const parents = new Map<SchemaId, SchemaId>();
  for (const named of [api.schemas, api.parsed]) {
    for (const { id, schema } of named.values()) {
      const base = ownMember(schema);
      if (base !== undefined) parents.set(base, id);
    }
  }
  if (parents.size === 0) return api;
  const all = new Map([...api.schemas, ...api.parsed]);
  const ofSchemas = (named: ReadonlyMap<SchemaId, NamedSchema>): Map<SchemaId, NamedSchema> =>
    new Map(
      [...named].flatMap(([id, each]) => {
        if (parents.has(id)) return [];
        const base = ownMember(each.schema);
        const assertions = (base === undefined ? undefined : all.get(base)?.schema.assertions) ?? each.schema.assertions;
        return [[id, { ...each, schema: toParents({ ...each.schema, assertions }, parents) }] as const];
      }),
    );
  const ofOperations = (operations: readonly Operation[]): readonly Operation[] =>
    each(operations, (operation) => mapOperation(operation, "request", (schema) => toParents(schema, parents)));
  return {
    ...api,
    operations: ofOperations(api.operations),
    webhooks: ofOperations(api.webhooks),
    schemas: ofSchemas(api.schemas),
    parsed: ofSchemas(api.parsed),
  };
}

/** What a parent says itself, in the choice that it stands for. */
const parentIn = (assertion: Assertion): Schema | undefined =>
  assertion.kind === "anyOf" ? assertion.members[assertion.discriminator?.parent ?? -1] : undefined;

/** Where a form for one direction has taken the place of a reference, the choice may stand in an operation itself. */
function toParents(schema: Schema, parents: ReadonlyMap<SchemaId, SchemaId>): Schema {
  return mapSchema(schema, (assertion) => {
    if (assertion.kind === "ref") {
      const target = parents.get(assertion.target);
      return target === undefined ? assertion : { ...assertion, target };
    }
    const own = parentIn(assertion);
    if (own !== undefined) return { kind: "allOf", members: [toParents(own, parents)] };
    return mapAssertion(assertion, (inner) => toParents(inner, parents));
  });
}
