import { isConjunction } from "../ir/kinds.js";
import type { Api } from "../ir/api.js";
import type { Assertion, Schema, SchemaId } from "../ir/schema.js";

/** What is said of a property. */
export interface DescribedProperty {
  readonly schemas: readonly Schema[];
  readonly required: boolean;
}

/** What was found of schemas, by the named schemas they refer to, and by the property that it is about. */
export type Found<T> = WeakMap<Api["schemas"], Map<string, Map<Schema, T>>>;

/** What is found of a schema, or of the one that it only refers to, once: each of many parents asks about each of its children. */
export function foundOnce<T>(found: Found<T>, schema: Schema, property: string, all: Api["schemas"], find: (schema: Schema) => T): T {
  const [first, second] = schema.assertions;
  const meant = first?.kind === "ref" && second === undefined ? (all.get(first.target)?.schema ?? schema) : schema;
  const byProperty = found.get(all) ?? new Map<string, Map<Schema, T>>();
  found.set(all, byProperty);
  const bySchema = byProperty.get(property) ?? new Map<Schema, T>();
  byProperty.set(property, bySchema);
  if (!bySchema.has(meant)) bySchema.set(meant, find(meant));
  return bySchema.get(meant) as T; // set just before
}

/** The same of what may lead back to the schema: on the way to itself, `meanwhile` is found. */
export function foundThrough<T>(
  found: Found<T>,
  schema: Schema,
  property: string,
  all: Api["schemas"],
  meanwhile: T,
  find: (schema: Schema) => T,
): T {
  return foundOnce(found, schema, property, all, (meant) => {
    found.get(all)?.get(property)?.set(meant, meanwhile);
    return find(meant);
  });
}

/** The schemas that one only joins by reference: what is known of each need not be looked for again in each pair of them. */
export function joinedBy(schema: Schema): readonly Schema[] {
  const { assertions } = schema;
  if (assertions.length < 2 || assertions.some(({ kind }) => kind !== "ref")) return [schema];
  return assertions.map((assertion) => ({ ...schema, assertions: [assertion] }));
}

const described: Found<DescribedProperty> = new WeakMap();

/** Whether a schema, or one that it extends, says something of a property. */
export function isDescribed(schema: Schema, name: string, all: Api["schemas"]): boolean {
  return joinedBy(schema).some((each) => describedProperty(each, name, all).schemas.length > 0);
}

/** What a schema and those that it extends say of a property. */
export function describedProperty(schema: Schema, name: string, all: Api["schemas"]): DescribedProperty {
  return foundOnce(described, schema, name, all, (meant) => describedIn(meant, name, all));
}

function describedIn(schema: Schema, name: string, all: Api["schemas"]): DescribedProperty {
  const objects = certain(schema, all).filter((assertion) => assertion.kind === "object");
  const own = objects.flatMap(({ properties }) => properties.filter((property) => property.name === name));
  const required = own.some((property) => property.required) || objects.some((assertion) => assertion.required.includes(name));
  // A schema that leads back to itself is looked at twice.
  return { schemas: [...new Set(own.map((property) => property.schema))], required };
}

/** What holds of every value of a schema, references opened. */
export function certain(schema: Schema, all: Api["schemas"], seen = new Set<SchemaId>()): readonly Assertion[] {
  // One list: those of a long chain would be copied at each of its links.
  const found: Assertion[] = [];
  const open = ({ assertions }: Schema): void => {
    for (const assertion of assertions) {
      if (!isConjunction(assertion)) found.push(assertion);
      else if (assertion.kind === "allOf") assertion.members.forEach(open);
      else if (!seen.has(assertion.target)) {
        const target = all.get(assertion.target);
        seen.add(assertion.target);
        if (target !== undefined) open(target.schema);
      }
    }
  };
  open(schema);
  return found;
}
