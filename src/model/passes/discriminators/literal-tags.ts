import { plain } from "../../build/build-schema.js";
import { assertedTypes } from "../../ir/asserted-types.js";
import { isConjunction, type AssertionOf } from "../../ir/kinds.js";
import type { Api } from "../../ir/api.js";
import type { Assertion, NamedSchema, ObjectAssertion, Property, Schema, TagValue } from "../../ir/schema.js";
import { isOfTypes } from "../../ir/type-of-value.js";
import { allowedByAll, allowedValues } from "../allowed-values.js";
import { certain, describedProperty, type DescribedProperty } from "../described-property.js";
import { discriminatorValuesOf, type DiscriminatorFamily } from "./discriminator-values.js";

/**
 * A child of a parent with a `discriminator`, with the tags that the mapping gives it, or that it states itself: its values say what they are. One that has
 * children itself takes the tags of these, too. A tag that is only the name of a schema is not written into it: many services send another.
 */
export function withLiteralTags(named: NamedSchema, family: DiscriminatorFamily): Schema {
  let { schema } = named;
  const asked = new Set<string>();
  for (const [parent, { property, mapped }] of family.written) {
    if (
      !(mapped.has(named.id) || family.statedTag(named.id) !== undefined) ||
      asked.has(property) ||
      !family.known.descendants(parent).includes(named.id)
    )
      continue;
    asked.add(property);
    const meant = [named.id, ...family.known.descendants(named.id)].flatMap((id) => discriminatorValuesOf(id, parent, property, family));
    const said = describedProperty(named.schema, property, family.schemas);
    const tags = possible([...new Set(meant)], said, family.schemas);
    if (tags.length > 0) schema = withProperty(schema, property, tags, said.required);
  }
  return schema;
}

/** The tags that the property may have by what is said of it; none where these are all that it may have anyway, or where one parent allows none of their type. */
function possible(tags: readonly TagValue[], said: DescribedProperty, all: Api["schemas"]): readonly TagValue[] {
  const types = said.schemas.map((schema) => assertedTypes(certain(schema, all)));
  if (!tags.every((tag) => types.every((each) => isOfTypes(tag, each)))) return [];
  const allowed = allowedByAll(said.schemas.map((schema) => allowedValues(schema, all)));
  if (allowed === undefined) return tags;
  const left = tags.filter((tag) => allowed.includes(tag));
  return left.length === allowed.length ? [] : left;
}

function withProperty(schema: Schema, name: string, tags: readonly TagValue[], required: boolean): Schema {
  const literal: Assertion = { kind: "enum", values: tags };
  const narrowed = inFirst(schema, (object) => {
    const own = object.properties.find((property) => property.name === name);
    if (own === undefined) return undefined;
    const changed: Property = { ...own, schema: { ...own.schema, assertions: [...own.schema.assertions, literal] } };
    return { ...object, properties: object.properties.map((property) => (property === own ? changed : property)) };
  });
  const tag: Property = { name, required, schema: plain(schema.origin, [literal]) };
  // An object that says something of all other properties says it of this one.
  const isOpen = ({ additionalProperties, patternProperties }: ObjectAssertion): boolean =>
    additionalProperties === undefined && patternProperties.length === 0;
  const placed =
    narrowed ?? inFirst(schema, (object) => (isOpen(object) ? { ...object, properties: [tag, ...object.properties] } : undefined));
  if (placed !== undefined) return placed;
  const alone: Assertion = { ...none, properties: [tag] };
  return { ...schema, assertions: [...schema.assertions, alone] };
}

const none: ObjectAssertion = {
  ...{ kind: "object", properties: [], required: [], patternProperties: [] },
  ...{ dependentRequired: [], dependentSchemas: [] },
};

type Change = (object: ObjectAssertion) => ObjectAssertion | undefined;

/** A schema with the first of its own objects changed that `change` gives another one for. */
function inFirst(schema: Schema, change: Change): Schema | undefined {
  const assertions = firstChanged(schema.assertions, (assertion) => inAssertion(assertion, change));
  return assertions && { ...schema, assertions };
}

function inAssertion(assertion: Assertion, change: Change): Assertion | undefined {
  if (assertion.kind === "object") return change(assertion);
  return isConjunction(assertion) ? inMembers(assertion, change) : undefined;
}

function inMembers(assertion: AssertionOf<"allOf" | "ref">, change: Change): Assertion | undefined {
  if (assertion.kind === "ref") return undefined;
  const members = firstChanged(assertion.members, (member) => inFirst(member, change));
  return members && { ...assertion, members };
}

function firstChanged<T>(list: readonly T[], change: (item: T) => T | undefined): readonly T[] | undefined {
  for (const [index, item] of list.entries()) {
    const found = change(item);
    if (found !== undefined) return list.with(index, found);
  }
  return undefined;
}
