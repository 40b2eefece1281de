import { surveyOf } from "../ir/survey.js";
import type { Api } from "../ir/api.js";
import type { Assertion, Schema, SchemaId } from "../ir/schema.js";

/** Levels of objects and lists in one another that are made. */
export const maxDepth = 30;

/** Looks at parts of schemas. Schemas that refer to one another are looked at again and again, until nothing changes. */
const maxLooks = 3_000_000;

/**
 * How deep the smallest instance of a schema is: 0 for a scalar, Infinity where every one is endless, or deeper than any that is made. Who takes
 * the cheapest alternative once it is deep enough comes to an end.
 */
export function costsOf(schemas: Api["schemas"]): (schema: Schema) => number {
  const costs = new Map<SchemaId, number>();
  const named: CostOfNamed = (id) => costs.get(id) ?? (schemas.has(id) ? Infinity : 0);
  const counter = { looks: 0 };
  const users = usersOf(schemas);
  // Each is looked at again when one that it refers to turns out to be cheaper.
  const waiting = new Set(schemas.keys());
  for (const id of waiting) {
    // What is not known by then counts as endless.
    if (counter.looks > maxLooks) break;
    waiting.delete(id);
    const schema = schemas.get(id)?.schema;
    const cost = schema === undefined ? Infinity : costOfSchema(schema, named, counter);
    if (cost >= (costs.get(id) ?? Infinity)) continue;
    costs.set(id, cost);
    for (const user of users.get(id) ?? []) if (costs.get(user) !== 0) waiting.add(user);
  }
  const known = new WeakMap<Schema, number>();
  return (schema) => {
    const cost = known.get(schema) ?? costOfSchema(schema, named, counter);
    known.set(schema, cost);
    return cost;
  };
}

/** By schema, those that refer to it. */
function usersOf(schemas: Api["schemas"]): ReadonlyMap<SchemaId, readonly SchemaId[]> {
  const users = new Map<SchemaId, SchemaId[]>();
  for (const [id, { schema }] of schemas) {
    for (const target of surveyOf(schema).references) {
      const known = users.get(target);
      if (known === undefined) users.set(target, [id]);
      else known.push(id);
    }
  }
  return users;
}

type CostOfNamed = (id: SchemaId) => number;

interface Counter {
  looks: number;
}

function costOfSchema({ assertions }: Schema, named: CostOfNamed, counter: Counter): number {
  counter.looks += 1 + assertions.length;
  const cost = greatest(assertions, (assertion) => costOfAssertion(assertion, named, counter));
  return cost > maxDepth ? Infinity : cost;
}

function costOfAssertion(assertion: Assertion, named: CostOfNamed, counter: Counter): number {
  switch (assertion.kind) {
    case "never":
      return Infinity;
    case "ref":
      return named(assertion.target);
    case "allOf":
      return greatest(assertion.members, (member) => costOfSchema(member, named, counter));
    case "anyOf":
    case "oneOf":
      return assertion.members.reduce((least, member) => Math.min(least, costOfSchema(member, named, counter)), Infinity);
    case "array":
      return (assertion.minItems ?? 0) === 0 || assertion.items === undefined ? 0 : 1 + costOfSchema(assertion.items, named, counter);
    case "object":
      return greatest(assertion.properties, ({ required, schema }) => (required ? 1 + costOfSchema(schema, named, counter) : 0));
    case "type":
    case "enum":
    case "number":
    case "string":
    case "not":
    case "if":
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return 0;
  }
}

const greatest = <T>(list: readonly T[], cost: (item: T) => number): number => list.reduce((most, item) => Math.max(most, cost(item)), 0);
