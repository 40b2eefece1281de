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
      return withSchema(assertion, map, "question");
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
        ...(items === undefined ? undefined : { items: map(items, "part") }),
        ...(contains === undefined ? undefined : { contains: withSchema(contains, map, "part") }),
      });
    }
    case "object":
      return mapObject(assertion, map);
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return withSchema(assertion, map, "part");
    default:
      return assertion;
  }
}

function mapObject(assertion: ObjectAssertion, map: MapSchema): ObjectAssertion {
  const { properties, patternProperties, additionalProperties, propertyNames, dependentSchemas } = assertion;
  return changed(assertion, {
    properties: each(properties, (property) => withSchema(property, map, "part")),
    patternProperties: each(patternProperties, (entry) => withSchema(entry, map, "part")),
    ...(additionalProperties === undefined ? undefined : { additionalProperties: map(additionalProperties, "part") }),
    ...(propertyNames === undefined ? undefined : { propertyNames: map(propertyNames, "part") }),
    dependentSchemas: each(dependentSchemas, (entry) => withSchema(entry, map, "branch")),
  });
}

function withSchema<T extends { readonly schema: Schema }>(value: T, map: MapSchema, role: Role): T {
  const schema = map(value.schema, role);
  return schema === value.schema ? value : { ...value, schema };
}

/** Tells the schemas in an assertion, where nothing is to be exchanged: in the order in which `mapAssertion` maps them. */
export function eachSchema(assertion: Assertion, tell: (schema: Schema, role: Role) => void): void {
  const maybe = (schema: Schema | undefined, role: Role): void => {
    if (schema !== undefined) tell(schema, role);
  };
  switch (assertion.kind) {
    case "allOf":
      for (const member of assertion.members) tell(member, "member");
      break;
    case "anyOf":
    case "oneOf":
      for (const member of assertion.members) tell(member, "branch");
      break;
    case "not":
      tell(assertion.schema, "question");
      break;
    case "if":
      tell(assertion.if, "question");
      maybe(assertion.then, "branch");
      maybe(assertion.else, "branch");
      break;
    case "array":
      for (const item of assertion.prefixItems) tell(item, "part");
      maybe(assertion.items, "part");
      maybe(assertion.contains?.schema, "part");
      break;
    case "object":
      for (const { schema } of assertion.properties) tell(schema, "part");
      for (const { schema } of assertion.patternProperties) tell(schema, "part");
      maybe(assertion.additionalProperties, "part");
      maybe(assertion.propertyNames, "part");
      for (const { schema } of assertion.dependentSchemas) tell(schema, "branch");
      break;
    case "unevaluatedProperties":
    case "unevaluatedItems":
      tell(assertion.schema, "part");
      break;
    default:
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

/** A schema with its assertions exchanged one by one; the same schema where none is another. */
export function mapSchema(schema: Schema, map: (assertion: Assertion) => Assertion): Schema {
  return changed(schema, { assertions: each(schema.assertions, map) });
}
