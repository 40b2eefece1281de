import type { Assertion, ObjectAssertion, Schema } from "./types.js";

/**
 * What a schema inside an assertion is to the value of the assertion. `member`: it holds of the same value; `branch`: it may;
 * `question`: it is only asked whether it does; `part`: it is about something inside the value.
 */
export type Role = "member" | "branch" | "question" | "part";

export type MapSchema = (schema: Schema, role: Role) => Schema;

/** An assertion with the schemas in it exchanged; the very same one where none is another. A reference has none: it names its target. */
export function mapAssertion(assertion: Assertion, map: MapSchema): Assertion {
  switch (assertion.kind) {
    case "allOf":
      return changed(assertion, { members: each(assertion.members, (member) => map(member, "member")) });
    case "anyOf":
    case "oneOf":
      return changed(assertion, { members: each(assertion.members, (member) => map(member, "branch")) });
    case "not":
      return changed(assertion, { schema: map(assertion.schema, "question") });
    case "if":
      return changed(assertion, {
        if: map(assertion.if, "question"),
        then: assertion.then && map(assertion.then, "branch"),
        else: assertion.else && map(assertion.else, "branch"),
      });
    case "array": {
      const { prefixItems, items, contains } = assertion;
      return changed(assertion, {
        prefixItems: each(prefixItems, (item) => map(item, "part")),
        ...(items === undefined ? {} : { items: map(items, "part") }),
        ...(contains === undefined ? {} : { contains: changed(contains, { schema: map(contains.schema, "part") }) }),
      });
    }
    case "object":
      return mapObject(assertion, map);
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return changed(assertion, { schema: map(assertion.schema, "part") });
    default:
      return assertion;
  }
}

function mapObject(assertion: ObjectAssertion, map: MapSchema): ObjectAssertion {
  const { properties, patternProperties, additionalProperties, propertyNames, dependentSchemas } = assertion;
  return changed(assertion, {
    properties: each(properties, (property) => changed(property, { schema: map(property.schema, "part") })),
    patternProperties: each(patternProperties, (entry) => changed(entry, { schema: map(entry.schema, "part") })),
    ...(additionalProperties === undefined ? {} : { additionalProperties: map(additionalProperties, "part") }),
    ...(propertyNames === undefined ? {} : { propertyNames: map(propertyNames, "part") }),
    dependentSchemas: each(dependentSchemas, (entry) => changed(entry, { schema: map(entry.schema, "branch") })),
  });
}

/** A list of what `map` makes of each; the same list where that is nothing new. */
export function each<T>(items: readonly T[], map: (item: T) => T): readonly T[] {
  let result: T[] | undefined;
  for (const [index, item] of items.entries()) {
    const made = map(item);
    if (made !== item) result ??= items.slice(0, index);
    result?.push(made);
  }
  return result ?? items;
}

/** An object with some members exchanged; the same object where they are what they were. */
export function changed<T extends object>(value: T, members: Partial<T>): T {
  // `keyof T` is what `Partial<T>` has for keys.
  const isNew = (Object.keys(members) as (keyof T)[]).some((key) => members[key] !== value[key]);
  return isNew ? { ...value, ...members } : value;
}

/** A schema with its assertions exchanged one by one; the same schema where none is another. */
export function mapSchema(schema: Schema, map: (assertion: Assertion) => Assertion): Schema {
  return changed(schema, { assertions: each(schema.assertions, map) });
}
