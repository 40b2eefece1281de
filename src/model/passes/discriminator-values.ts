import type { Api } from "../ir/api.js";
import type { Assertion, Discriminator, Schema, SchemaId, TagValue } from "../ir/schema.js";
import { describedProperty } from "./described-property.js";
import type { Inheritance } from "./inheritance.js";
import { asTags } from "./typed-tags.js";

/** What a discriminator says of schemas that extend the one it stands in. */
export interface DiscriminatorMapping {
  readonly property: string;
  /** By the schema that the tags mean. */
  readonly mapped: ReadonlyMap<SchemaId, readonly string[]>;
  /** 3.2: what any other tag means. */
  readonly fallback: SchemaId | undefined;
}

/** The schemas of an API, with what they extend and what their discriminators say. */
export interface DiscriminatorFamily {
  readonly schemas: Api["schemas"];
  readonly written: ReadonlyMap<SchemaId, DiscriminatorMapping>;
  /** The value by which a schema says itself that it is meant. */
  readonly statedTag: (id: SchemaId) => string | undefined;
  readonly known: Inheritance;
}

/**
 * The tags by which a value of `parent` says that it is a `child`: those of the mapping, else the one that it states, else its name; its own where
 * it allows none of these.
 */
export function discriminatorValuesOf(
  child: SchemaId,
  parent: SchemaId,
  property: string,
  { schemas, written, statedTag, known }: DiscriminatorFamily,
): readonly TagValue[] {
  // The mapping may also stand in another parent: one between the two, or one above both.
  const others = [...written.keys()].filter((id) => id === child || known.descendants(id).includes(child));
  const mapped = [parent, ...others]
    .filter((id) => written.get(id)?.property === property)
    .map((id) => written.get(id)?.mapped.get(child))
    .find((tags) => tags !== undefined);
  const named = schemas.get(child);
  const texts = mapped ?? (named === undefined ? [] : [statedTag(child) ?? named.wireName]);
  const given = named === undefined ? texts : asTags(texts, named.schema, property, schemas);
  const own = named === undefined ? undefined : ownValues(named.schema, property, schemas);
  if (own === undefined) return given;
  const valid = given.filter((tag) => own.includes(tag));
  // What a parent allows is for its children: none of it is its own by that.
  return valid.length > 0 || child === parent ? valid : own;
}

/**
 * The tags of alternatives as these take them: where one allows none of those that the mapping, or its name, gives it, its own. None at all where
 * these are not told apart by it.
 */
export function tagsThatHold(
  members: readonly Schema[],
  { property, tags, parent }: Discriminator,
  schemas: Api["schemas"],
): readonly (readonly TagValue[])[] {
  if (parent !== undefined) return tags;
  const held = members.map((member, index) => {
    const given = tags[index] ?? [];
    const own = describedProperty(member, property, schemas)
      .schemas.map((schema) => scalarsOf(schema, schemas))
      .find((values) => values !== undefined);
    const valid = own === undefined ? given : given.filter((tag) => own.includes(tag));
    return own !== undefined && valid.length === 0 ? { tags: own, isOwn: true } : { tags: valid, isOwn: false };
  });
  const all = held.flatMap((each) => each.tags);
  const isClear = new Set(all).size === all.length || !held.some(({ isOwn }) => isOwn);
  return held.map((each) => (isClear ? each.tags : []));
}

/** The values that a schema itself, and not one that it extends, allows for a property; `undefined` where it says nothing of them. */
function ownValues({ assertions }: Schema, property: string, schemas: Api["schemas"]): readonly TagValue[] | undefined {
  for (const assertion of assertions) {
    const values = valuesIn(assertion, property, schemas);
    if (values !== undefined) return values;
  }
  return undefined;
}

function valuesIn(assertion: Assertion, property: string, schemas: Api["schemas"]): readonly TagValue[] | undefined {
  switch (assertion.kind) {
    case "allOf":
      return assertion.members.map((member) => ownValues(member, property, schemas)).find((values) => values !== undefined);
    case "object": {
      const own = assertion.properties.find(({ name }) => name === property);
      return own && scalarsOf(own.schema, schemas);
    }
    case "ref": // what it extends speaks for itself
    case "anyOf": // may hold, or not
    case "oneOf":
    case "not":
    case "if":
    case "never": // name no property
    case "type":
    case "enum":
    case "number":
    case "string":
    case "array":
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return undefined;
  }
}

/** The texts, numbers and booleans that an enumeration allows, here or behind one name. */
function scalarsOf({ assertions }: Schema, schemas: Api["schemas"], far = false): readonly TagValue[] | undefined {
  for (const assertion of assertions) {
    if (assertion.kind === "enum") return assertion.values.filter((value) => value !== null && typeof value !== "object");
    const target = far ? undefined : named(assertion, schemas);
    if (target !== undefined) return scalarsOf(target, schemas, true);
  }
  return undefined;
}

const named = (assertion: Assertion, schemas: Api["schemas"]): Schema | undefined =>
  assertion.kind === "ref" ? schemas.get(assertion.target)?.schema : undefined;
