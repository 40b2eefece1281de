import { childFields, heldIn, type Relation } from "./assertion-fields.js";
import { mapOperation } from "./map-operation.js";
import type { Api, Assertion, Schema } from "./types.js";

export type MapSchema = (schema: Schema, relation: Relation) => Schema;

/** An assertion with the schemas in it exchanged; the very same one where none is another. A reference has none: it names its target. */
export function mapAssertion<A extends Assertion>(assertion: A, map: MapSchema): A {
  let exchanged: Record<string, unknown> | undefined;
  for (const field of childFields[assertion.kind]) {
    const held = (assertion as unknown as Readonly<Record<string, unknown>>)[field.name]; // compared only: `mappedField` reads it by its type
    const made = mappedField(assertion, field, map);
    if (made !== held) (exchanged ??= {})[field.name] = made;
  }
  return exchanged === undefined ? assertion : { ...assertion, ...exchanged };
}

function mappedField(assertion: Assertion, field: (typeof childFields)[Assertion["kind"]][number], map: MapSchema): unknown {
  switch (field.holds) {
    case "schema": {
      const schema = heldIn(assertion, field);
      return schema && map(schema, field.as);
    }
    case "schemas": {
      const schemas = heldIn(assertion, field);
      return schemas && each(schemas, (schema) => map(schema, field.as));
    }
    case "entry": {
      const entry = heldIn(assertion, field);
      return entry && changed(entry, { schema: map(entry.schema, field.as) });
    }
    case "entries": {
      const entries = heldIn(assertion, field);
      return entries && each(entries, (entry) => changed(entry, { schema: map(entry.schema, field.as) }));
    }
  }
}

/** A list of what `map` makes of each; the same list where that is nothing new. */
export function each<T>(items: readonly T[], map: (item: T) => T): readonly T[] {
  let result: T[] | undefined;
  items.forEach((item, index) => {
    const made = map(item);
    if (made !== item) result ??= items.slice(0, index);
    result?.push(made);
  });
  return result ?? items;
}

/** An object with some members exchanged; the same object where they are what they were. */
export function changed<T extends object>(value: T, members: Partial<T>): T {
  for (const key in members) if (members[key] !== value[key]) return { ...value, ...members };
  return value;
}

/** A map with what `map` makes of each value; the same map where that is nothing new. */
export function eachValue<K, V>(entries: ReadonlyMap<K, V>, map: (value: V) => V): ReadonlyMap<K, V> {
  let result: Map<K, V> | undefined;
  for (const [key, value] of entries) {
    const made = map(value);
    if (made !== value) (result ??= new Map(entries)).set(key, made);
  }
  return result ?? entries;
}

/** A schema with its assertions exchanged one by one; the same schema where none is another. */
export function mapSchema(schema: Schema, map: (assertion: Assertion) => Assertion): Schema {
  return changed(schema, { assertions: each(schema.assertions, map) });
}

/** An API with its schemas exchanged; the same API where none is another. */
export function mapApi(api: Api, map: (schema: Schema) => Schema): Api {
  const named = (schemas: Api["schemas"]): Api["schemas"] => eachValue(schemas, (one) => changed(one, { schema: map(one.schema) }));
  return changed(api, {
    schemas: named(api.schemas),
    parsed: named(api.parsed),
    operations: each(api.operations, (operation) => mapOperation(operation, "request", map)),
    webhooks: each(api.webhooks, (operation) => mapOperation(operation, "request", map)),
  });
}
