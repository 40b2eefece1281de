import { isConjunction } from "../ir/kinds.js";
import type { Api } from "../ir/api.js";
import type { Assertion, Schema, SchemaId } from "../ir/schema.js";

/** What is said of a property. */
export interface DescribedProperty {
  readonly schemas: readonly Schema[];
  readonly required: boolean;
}

/** What a schema and those that it extends say of a property. */
export function describedProperty(schema: Schema, name: string, all: Api["schemas"]): DescribedProperty {
  const objects = certain(schema, all).filter((assertion) => assertion.kind === "object");
  const own = objects.flatMap(({ properties }) => properties.filter((property) => property.name === name));
  const required = own.some((property) => property.required) || objects.some((assertion) => assertion.required.includes(name));
  return { schemas: own.map((property) => property.schema), required };
}

/** What holds of every value of a schema, references opened. */
export function certain({ assertions }: Schema, all: Api["schemas"], seen = new Set<SchemaId>()): readonly Assertion[] {
  return assertions.flatMap((assertion): readonly Assertion[] => {
    if (!isConjunction(assertion)) return [assertion];
    if (assertion.kind === "allOf") return assertion.members.flatMap((member) => certain(member, all, seen));
    const target = seen.has(assertion.target) ? undefined : all.get(assertion.target);
    return target === undefined ? [] : certain(target.schema, all, seen.add(assertion.target));
  });
}
