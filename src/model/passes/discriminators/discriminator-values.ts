import type { Api } from "../../ir/api.js";
import type { Schema, SchemaId, TagValue } from "../../ir/schema.js";
import { allowedByAll, allowedValues } from "../allowed-values.js";
import { certain } from "../described-property.js";
import type { Inheritance } from "../inheritance.js";
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
  family: DiscriminatorFamily,
): readonly TagValue[] {
  const { schemas, written, statedTag } = family;
  // The mapping may also stand in another parent: one between the two, or one above both.
  const mapped = [parent, ...(discriminatedAbove(family).get(child) ?? [])]
    .filter((id) => written.get(id)?.property === property)
    .map((id) => written.get(id)?.mapped.get(child))
    .find((tags) => tags !== undefined);
  const named = schemas.get(child);
  const texts = mapped ?? (named === undefined ? [] : [statedTag(child) ?? named.wireName]);
  const given = named === undefined ? texts : asTags(texts, named.schema, property, schemas);
  const own = named === undefined ? undefined : ownValues(named.schema, property, family);
  if (own === undefined) return given;
  const valid = given.filter((tag) => own.includes(tag));
  // What a parent allows is for its children: none of it is its own by that.
  return valid.length > 0 || child === parent ? valid : own;
}

const above = new WeakMap<DiscriminatorFamily["written"], ReadonlyMap<SchemaId, readonly SchemaId[]>>();

/** By schema, those with discriminators that it extends, and itself where it has one: found once, as each parent asks about each of its children. */
function discriminatedAbove({ written, known }: DiscriminatorFamily): ReadonlyMap<SchemaId, readonly SchemaId[]> {
  const found = above.get(written);
  if (found !== undefined) return found;
  const byChild = new Map<SchemaId, SchemaId[]>();
  for (const id of written.keys())
    for (const child of new Set([id, ...known.descendants(id)])) {
      const parents = byChild.get(child);
      if (parents === undefined) byChild.set(child, [id]);
      else parents.push(id);
    }
  above.set(written, byChild);
  return byChild;
}

type OwnValues = readonly TagValue[] | undefined;

const valuesFound = new WeakMap<DiscriminatorFamily["written"], Map<string, Map<Schema, OwnValues>>>();

/**
 * The values that a schema itself allows for a property, by its parts too; `undefined` where it says nothing of them. A parent with a
 * discriminator that it extends speaks for itself: what that allows is for all children.
 */
function ownValues(schema: Schema, property: string, family: DiscriminatorFamily): OwnValues {
  const byProperty = valuesFound.get(family.written) ?? new Map<string, Map<Schema, OwnValues>>();
  valuesFound.set(family.written, byProperty);
  const bySchema = byProperty.get(property) ?? new Map<Schema, OwnValues>();
  byProperty.set(property, bySchema);
  if (!bySchema.has(schema)) bySchema.set(schema, readOwnValues(schema, property, family));
  return bySchema.get(schema);
}

function readOwnValues(schema: Schema, property: string, { schemas, written }: DiscriminatorFamily): OwnValues {
  const own = certain(schema, schemas, new Set(written.keys())).flatMap((assertion) =>
    assertion.kind === "object" ? assertion.properties.filter(({ name }) => name === property) : [],
  );
  const values = allowedByAll(own.map((each) => allowedValues(each.schema, schemas)));
  return values?.filter((value): value is TagValue => typeof value !== "object");
}
