import { childFields, heldIn, type ChildField, type Relation } from "./assertion-fields.js";
import { mapOperation } from "./map-operation.js";
import type { Api } from "./api.js";
import type { Assertion, Schema } from "./schema.js";

export type MapSchema = (schema: Schema, relation: Relation) => Schema;

/** An assertion with the schemas in it exchanged; the very same one where none is another. A reference has none: it names its target. */
export function mapAssertion<A extends Assertion>(assertion: A, map: MapSchema): A {
  let exchanged: Record<string, unknown> | undefined;
  for (const field of childFields[assertion.kind]) {
    const held = heldIn(assertion, field);
    if (held === undefined) continue;
    const made = mappedField(assertion, field, map);
    if (made !== held) (exchanged ??= {})[field.name] = made;
  }
  return exchanged === undefined ? assertion : { ...assertion, ...exchanged };
}

function mappedField(assertion: Assertion, field: ChildField, map: MapSchema): unknown {
  switch (field.holds) {
    case "schema": {
      const schema = heldIn(assertion, field);
      return schema && map(schema, field.as);
    }
    case "schemas":
      return each(heldIn(assertion, field) ?? [], (schema) => map(schema, field.as));
    case "entry": {
      const entry = heldIn(assertion, field);
      return entry && withSchema(entry, map(entry.schema, field.as));
    }
    case "entries":
      return each(heldIn(assertion, field) ?? [], (entry) => withSchema(entry, map(entry.schema, field.as)));
  }
}

/** What says something with a schema, with another one; the same object where it is its own. */
export function withSchema<T extends { readonly schema: Schema | undefined }>(holder: T, schema: Schema): T {
  return schema === holder.schema ? holder : { ...holder, schema };
}

/** A list of what `map` makes of each; the same list where that is nothing new. */
export function each<T>(items: readonly T[], map: (item: T) => T): readonly T[] {
  let result: T[] | undefined;
  let index = 0;
  for (const item of items) {
    const made = map(item);
    if (made !== item) result ??= items.slice(0, index);
    result?.push(made);
    index += 1;
  }
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
  const assertions = each(schema.assertions, map);
  return assertions === schema.assertions ? schema : { ...schema, assertions };
}

/** An API with its schemas exchanged; the same API where none is another. */
export function mapApi(api: Api, map: (schema: Schema) => Schema): Api {
  return changed(api, { ...mapParts(api, map), parsed: mapNamed(api.parsed, map) });
}

/** The parts of an API with their schemas exchanged. */
export function mapParts({ schemas, operations, webhooks }: Parts, map: (schema: Schema) => Schema): Parts {
  return {
    schemas: mapNamed(schemas, map),
    operations: each(operations, (operation) => mapOperation(operation, "request", map)),
    webhooks: each(webhooks, (operation) => mapOperation(operation, "request", map)),
  };
}

type Parts = Pick<Api, "schemas" | "operations" | "webhooks">;

function mapNamed(schemas: Api["schemas"], map: (schema: Schema) => Schema): Api["schemas"] {
  return eachValue(schemas, (named) => withSchema(named, map(named.schema)));
}
