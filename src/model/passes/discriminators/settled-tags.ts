import { isAlternatives, type AssertionOf } from "../../ir/kinds.js";
import { changed, mapAssertion, mapParts, mapSchema } from "../../ir/map-schema.js";
import type { Api } from "../../ir/api.js";
import type { Assertion, Discriminator, Schema, TagValue } from "../../ir/schema.js";
import type { Json } from "../../../source/source-file.js";
import { eachSchema } from "../../ir/visit.js";
import { allowedByAll, allowedByAny, allowedValues, type Allowed } from "../allowed-values.js";
import { certain, foundThrough, joinedBy, type Found } from "../described-property.js";
import type { Parts } from "../request-variants.js";
import { asTags } from "./typed-tags.js";

type Told = AssertionOf<"anyOf" | "oneOf"> & { readonly discriminator: Discriminator };
type Tags = Discriminator["tags"];

/** A tag that a member has which does not allow it. */
export interface ForbiddenTag {
  /** The one that the discriminator stands in. */
  readonly schema: Schema;
  readonly property: string;
  readonly member: Schema;
  readonly tag: TagValue;
  readonly allowed: readonly Json[];
}

type OnForbidden = (forbidden: ForbiddenTag) => void;

/**
 * The same with the tags of discriminators as the values of their members have them. A tag is what the mapping says, or the name of the
 * member, where the member allows that; else what the member allows. Types, validators, clients and servers read these, and no others.
 */
export function withSettledTags(parts: Parts, onForbidden: OnForbidden): Parts {
  const asked: (readonly [Schema, Told])[] = [];
  eachSchema(parts, (schema) => {
    for (const assertion of schema.assertions) if (isTold(assertion)) asked.push([schema, assertion]);
  });
  if (asked.length === 0) return parts;
  for (const [schema, assertion] of asked) forbiddenTags(schema, assertion, parts.schemas, onForbidden);
  return mapParts(parts, settling(parts));
}

/** Whether an assertion has tags that are not settled yet: those of a parent are, see `discriminatorValuesOf`. */
function isTold(assertion: Assertion): assertion is Told {
  return isAlternatives(assertion) && assertion.discriminator !== undefined && assertion.discriminator.parent === undefined;
}

function settling({ schemas }: Parts): (schema: Schema) => Schema {
  const known = new Map<Schema, Schema>();
  const settle = (schema: Schema): Schema => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    const result = mapSchema(schema, (assertion) => withTags(mapAssertion(assertion, settle), settledTags(assertion, schemas)));
    known.set(schema, result);
    return result;
  };
  return settle;
}

function withTags(assertion: Assertion, tags: Tags | undefined): Assertion {
  if (tags === undefined || !isTold(assertion)) return assertion;
  return changed(assertion, { discriminator: changed(assertion.discriminator, { tags }) });
}

const settled = new WeakMap<Assertion, Tags>();

/** The tags of each member; `undefined` where there is no discriminator. */
function settledTags(assertion: Assertion, all: Api["schemas"]): Tags | undefined {
  if (!isAlternatives(assertion) || assertion.discriminator === undefined) return undefined;
  if (!isTold(assertion)) return assertion.discriminator.tags;
  const before = settled.get(assertion);
  if (before !== undefined) return before;
  settled.set(assertion, assertion.discriminator.tags); // for one that is a member of itself
  const found = settle(assertion.members, assertion.discriminator, all);
  settled.set(assertion, found);
  return found;
}

function settle(members: readonly Schema[], { property, tags }: Discriminator, all: Api["schemas"]): Tags {
  const asked = members.map((member, index) => {
    const given = asTags(tags[index] ?? [], member, property, all);
    const allowed = allowedTags(member, property, all);
    const valid = allowed === undefined ? given : given.filter((tag) => allowed.includes(tag));
    const isOwn = allowed !== undefined && valid.length === 0;
    return { tags: isOwn ? allowed : valid, isOwn, inside: tagsInside(member, property, all) };
  });
  const owners = countOwners(asked.map((each) => each.tags));
  // Members that take each other's tags (a list of all of them, in a common parent) are not told apart by it.
  if (asked.some(({ isOwn }) => isOwn) && [...owners.values()].some((count) => count > 1)) return asked.map(() => []);
  const inner = countOwners(asked.map((each) => each.inside));
  return asked.map((each) => [
    ...each.tags.filter((tag) => owners.get(tag) === 1),
    // What a member tells apart by the same property itself is meant for it, too.
    ...each.inside.filter((tag) => !owners.has(tag) && inner.get(tag) === 1),
  ]);
}

function countOwners(tags: Tags): ReadonlyMap<TagValue, number> {
  const counts = new Map<TagValue, number>();
  for (const own of tags) for (const tag of new Set(own)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return counts;
}

/** The tags of the alternatives that a schema has itself, where these are told apart by the same property. */
function tagsInside(schema: Schema, property: string, all: Api["schemas"]): readonly TagValue[] {
  return certain(schema, all).flatMap((assertion) =>
    isAlternatives(assertion) && assertion.discriminator?.property === property ? (settledTags(assertion, all) ?? []).flat() : [],
  );
}

/** The tags that a schema allows: null and what is no scalar is none. */
function allowedTags(schema: Schema, property: string, all: Api["schemas"]): readonly TagValue[] | undefined {
  return propertyValues(schema, property, all)?.filter((value): value is TagValue => typeof value !== "object");
}

const found: Found<Allowed> = new WeakMap();

/** The only values that a schema allows for a property: by itself, by what it extends, and by its alternatives. */
export function propertyValues(schema: Schema, property: string, all: Api["schemas"]): Allowed {
  return allowedByAll(
    joinedBy(schema).map((part) =>
      foundThrough(found, part, property, all, undefined, (meant) =>
        allowedByAll(certain(meant, all).map((assertion) => valuesBy(assertion, property, all))),
      ),
    ),
  );
}

function valuesBy(assertion: Assertion, property: string, all: Api["schemas"]): Allowed {
  if (assertion.kind === "object") {
    const own = assertion.properties.find(({ name }) => name === property);
    return own && allowedValues(own.schema, all);
  }
  if (!isAlternatives(assertion)) return undefined;
  const { discriminator, members } = assertion;
  const byTag = discriminator?.property === property && discriminator.defaultMember === undefined ? settledTags(assertion, all) : undefined;
  return allowedByAny(members.map((member, index) => saidTags(byTag?.[index]) ?? propertyValues(member, property, all)));
}

/** A member without a tag is told by none. */
const saidTags = (tags: Tags[number] | undefined): Allowed => (tags === undefined || tags.length === 0 ? undefined : tags);

function forbiddenTags(
  schema: Schema,
  { members, discriminator: { property, tags } }: Told,
  all: Api["schemas"],
  onForbidden: OnForbidden,
): void {
  for (const [index, member] of members.entries()) {
    const allowed = propertyValues(member, property, all);
    if (allowed === undefined) continue;
    for (const tag of asTags(tags[index] ?? [], member, property, all))
      if (!allowed.includes(tag)) onForbidden({ schema, property, member, tag, allowed });
  }
}
