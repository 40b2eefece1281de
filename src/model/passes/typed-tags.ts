import { assertedTypes, typesInCommon } from "../ir/asserted-types.js";
import { isAlternatives } from "../ir/kinds.js";
import { changed, mapAssertion, mapParts, mapSchema } from "../ir/map-schema.js";
import type { Api } from "../ir/api.js";
import type { Assertion, JsonType, Schema, TagValue } from "../ir/schema.js";
import { eachSchema } from "../ir/visit.js";
import { typeOfValue } from "../ir/type-of-value.js";
import { certain, describedProperty, foundOnce, joinedBy, type Found } from "./described-property.js";
import type { Parts } from "./request-variants.js";

/**
 * The same with the tags of discriminators as their properties have them. Keys of a mapping are texts always; of a property that is an
 * integer, `1` means the number.
 */
export function withTypedTags(parts: Parts): Parts {
  const asked = new Set<Assertion>();
  eachSchema(parts, ({ assertions }) => {
    for (const each of assertions) if (isTagged(each)) asked.add(each);
  });
  return asked.size === 0 ? parts : mapParts(parts, typedIn(parts));
}

/** Whether an assertion has tags that are not typed yet: those of a parent are, see `discriminatorValuesOf`. */
function isTagged(assertion: Assertion): boolean {
  return isAlternatives(assertion) && assertion.discriminator !== undefined && assertion.discriminator.parent === undefined;
}

function typedIn({ schemas }: Parts): (schema: Schema) => Schema {
  const known = new Map<Schema, Schema>();
  const typed = (schema: Schema): Schema => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    const result = mapSchema(schema, (assertion) => withTags(mapAssertion(assertion, typed), schemas));
    known.set(schema, result);
    return result;
  };
  return typed;
}

function withTags(assertion: Assertion, all: Api["schemas"]): Assertion {
  if (!isAlternatives(assertion) || assertion.discriminator === undefined || !isTagged(assertion)) return assertion;
  const { discriminator, members } = assertion;
  const typed = discriminator.tags.map((own, index) => {
    const member = members[index];
    return member === undefined ? own : asTags(own, member, discriminator.property, all);
  });
  if (typed.every((own, index) => own === discriminator.tags[index])) return assertion;
  return changed(assertion, { discriminator: { ...discriminator, tags: typed } });
}

/** Tags as a schema's property has them: the very same where it takes texts, or nothing is known of it. Those that it cannot have are left out. */
export function asTags(tags: readonly TagValue[], schema: Schema, property: string, all: Api["schemas"]): readonly TagValue[] {
  const types = typesOfTag(schema, property, all);
  if (types === undefined || types.includes("string")) return tags;
  return [...new Set(tags.flatMap((tag) => readAs(tag, types)))];
}

/** The types that a property may have; `undefined` where nothing says them. */
export function typesOfTag(schema: Schema, property: string, all: Api["schemas"]): readonly JsonType[] | undefined {
  return inCommon(joinedBy(schema).map((each) => foundOnce(tagTypes, each, property, all, (meant) => typesIn(meant, property, all))));
}

const tagTypes: Found<readonly JsonType[] | undefined> = new WeakMap();

function typesIn(schema: Schema, property: string, all: Api["schemas"]): readonly JsonType[] | undefined {
  return inCommon(describedProperty(schema, property, all).schemas.map((each) => typesSaid(certain(each, all))));
}

/** Where nothing is said, all types are possible. */
function inCommon(said: readonly (readonly JsonType[] | undefined)[]): readonly JsonType[] | undefined {
  return said.reduce(
    (types, more) => (types === undefined || more === undefined ? (types ?? more) : typesInCommon(types, more)),
    undefined,
  );
}

function typesSaid(assertions: readonly Assertion[]): readonly JsonType[] | undefined {
  const types = assertedTypes(assertions);
  if (types !== undefined) return types;
  const lists = assertions.flatMap((assertion) => (assertion.kind === "enum" ? [assertion.values] : []));
  return lists[0] === undefined ? undefined : [...new Set(lists[0].map(typeOfValue))];
}

const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** What a tag reads as: of a text, a number or a boolean; `True` is what Python writes. Nothing where it is none of them. */
function readAs(tag: TagValue, types: readonly JsonType[]): readonly TagValue[] {
  if (typeof tag !== "string") return [tag];
  if (types.includes("boolean") && /^(?:true|false)$/i.test(tag)) return [tag.toLowerCase() === "true"];
  const number = decimal.test(tag) ? Number(tag) : NaN;
  const isPossible = types.includes("number") ? Number.isFinite(number) : types.includes("integer") && Number.isSafeInteger(number);
  return isPossible ? [number] : [];
}
