import type { SchemaKeywords } from "../../../openapi/rules/types.js";
import { plain } from "../../build/build-schema.js";
import type { BuildContext } from "../../build/context.js";
import { isConjunction } from "../../ir/kinds.js";
import { changed, mapAssertion, mapSchema } from "../../ir/map-schema.js";
import type { Scope } from "../../names/identifiers.js";
import type { Api } from "../../ir/api.js";
import type { Assertion, NamedSchema, Schema, SchemaId, TagValue } from "../../ir/schema.js";
import { inheritanceOf, type Inheritance } from "../inheritance.js";
import { discriminatorValuesOf, type DiscriminatorFamily, type DiscriminatorMapping } from "./discriminator-values.js";
import { withLiteralTags } from "./literal-tags.js";
import { typesOfTag } from "./typed-tags.js";

/**
 * Schemas in which a parent means all schemas that extend it. A parent with a `discriminator` whose children refer to it in `allOf`
 * becomes an `anyOf` of its children and of its own assertions, selected by the tag. That gets a name of its own, and a child's reference
 * to its parent leads there, or it would come back to the child. @see https://spec.openapis.org/oas/v3.1.1#discriminator-object
 */
export function withDiscriminatedParents(schemas: Api["schemas"], build: BuildContext, scope: Scope): Api["schemas"] {
  const written = writtenTags(schemas, build);
  if (written.size === 0) return schemas;
  const statedTag = (id: SchemaId): string | undefined => build.schemas.statedTag(id);
  const known = inheritanceOf(schemas);
  const parents = [...written.keys()].filter((id) => branchesOf(id, written, known).length > 0);
  const bases = new Map(parents.map((id) => [id, scope.take([`${id}Base`, `${id}Itself`])] as const));
  if (bases.size === 0) return schemas;
  return new Map(
    [...schemas].flatMap(([id, named]): readonly (readonly [SchemaId, NamedSchema])[] => {
      // A name for another schema is no child of it.
      const schema = known.isAlias(named.schema)
        ? named.schema
        : extending(withLiteralTags(named, { schemas, written, statedTag, known }), bases);
      const base = bases.get(id);
      if (base === undefined) return [[id, schema === named.schema ? named : { ...named, schema }]];
      return [
        [id, { ...named, schema: { ...named.schema, assertions: [choice(named, base, { schemas, written, statedTag, known, bases })] } }],
        [base, baseOf(named, base, schema, scope)],
      ];
    }),
  );
}

/** What discriminators say that stand beside neither `oneOf` nor `anyOf`. */
function writtenTags(schemas: Api["schemas"], build: BuildContext): ReadonlyMap<SchemaId, DiscriminatorMapping> {
  const found = new Map<SchemaId, DiscriminatorMapping>();
  for (const { id, value } of build.schemas.all) {
    const tags = typeof value === "object" && schemas.has(id) ? tagsWritten(value, build) : undefined;
    if (tags !== undefined) found.set(id, tags);
  }
  return found;
}

function tagsWritten({ discriminator, oneOf, anyOf }: SchemaKeywords, build: BuildContext): DiscriminatorMapping | undefined {
  if (discriminator === undefined || oneOf !== undefined || anyOf !== undefined) return undefined;
  const mapped = new Map<SchemaId, string[]>();
  for (const [tag, ref] of Object.entries(discriminator.mapping ?? {})) {
    const id = build.schemas.known(ref);
    const known = id === undefined ? undefined : mapped.get(id);
    if (known !== undefined) known.push(tag);
    else if (id !== undefined) mapped.set(id, [tag]);
  }
  const { propertyName: property, defaultMapping } = discriminator;
  return { property, mapped, fallback: defaultMapping === undefined ? undefined : build.schemas.known(defaultMapping) };
}

/** What a value of a parent may be besides the parent itself. */
function branchesOf(parent: SchemaId, written: ReadonlyMap<SchemaId, DiscriminatorMapping>, known: Inheritance): readonly SchemaId[] {
  const mapped = written.get(parent)?.mapped.keys() ?? [];
  return [...new Set([...known.descendants(parent), ...mapped])].filter((id) => id !== parent);
}

interface Family extends DiscriminatorFamily {
  readonly bases: ReadonlyMap<SchemaId, SchemaId>;
}

function choice({ id, schema: { origin } }: NamedSchema, base: SchemaId, family: Family): Assertion {
  const { written, known, bases } = family;
  const mapping = written.get(id);
  const property = mapping?.property ?? "";
  const ids = branchesOf(id, written, known);
  const children = new Set(known.descendants(id));
  const to = (target: SchemaId): Assertion => ({ kind: "ref", target });
  const members = ids.map((target): Schema => {
    // Its tag is known: another choice by the same one would come to the same.
    const settled = written.get(target)?.property === property ? (bases.get(target) ?? target) : target;
    return plain(origin, children.has(target) ? [to(settled)] : [to(base), to(settled)]);
  });
  const own = [...ids, id].map((target) => discriminatorValuesOf(target, id, property, family));
  // A child that the property has no value for is told from none of the others by it.
  const isClear = own.every((values, index) => values.length > 0 || index === ids.length || takesText(ids[index] ?? id, property, family));
  const tags = isClear ? withoutShared(own, [...ids, id], known) : own.map(() => []);
  const fallback = mapping?.fallback === undefined ? -1 : ids.indexOf(mapping.fallback);
  return {
    kind: "anyOf",
    members: [...members, plain(origin, [to(base)])],
    discriminator: { property, tags, defaultMember: fallback < 0 ? undefined : fallback, parent: members.length },
  };
}

function takesText(id: SchemaId, property: string, { schemas }: Family): boolean {
  const schema = schemas.get(id)?.schema;
  const types = schema && typesOfTag(schema, property, schemas);
  return types?.includes("string") !== false;
}

/**
 * A tag that several claim does not say which is meant: it is held against what they share. That is one of them where all others extend it, else
 * the parent, the last.
 */
function withoutShared(
  tags: readonly (readonly TagValue[])[],
  ids: readonly SchemaId[],
  known: Inheritance,
): readonly (readonly TagValue[])[] {
  const claims = new Map<TagValue, number[]>();
  for (const [index, own] of tags.entries())
    for (const tag of own) if (claims.get(tag)?.push(index) === undefined) claims.set(tag, [index]);
  const settled = tags.map((): TagValue[] => []);
  for (const [tag, claiming] of claims) settled[sharedBy(claiming, ids, known) ?? tags.length - 1]?.push(tag);
  return settled;
}

/** Which of some schemas all others of them extend: there can be one only, and more extend it than any other. */
function sharedBy(indexes: readonly number[], ids: readonly SchemaId[], known: Inheritance): number | undefined {
  const extending = (index: number): readonly SchemaId[] => known.descendants(ids[index] ?? "");
  const first = indexes.reduce((most, index) => (extending(index).length > extending(most).length ? index : most));
  const all = new Set([ids[first], ...extending(first)]);
  return indexes.every((index) => all.has(ids[index] ?? "")) ? first : undefined;
}

/** A schema whose references to parents lead to what they say themselves, wherever these hold of the same value. */
function extending(schema: Schema, bases: ReadonlyMap<SchemaId, SchemaId>): Schema {
  return mapSchema(schema, (assertion) => {
    if (!isConjunction(assertion)) return assertion;
    if (assertion.kind === "allOf") return mapAssertion(assertion, (member) => extending(member, bases));
    return changed(assertion, { target: bases.get(assertion.target) ?? assertion.target });
  });
}

function baseOf(named: NamedSchema, id: SchemaId, { origin, assertions }: Schema, scope: Scope): NamedSchema {
  const validator = scope.take([`${id}Schema`, `${id}Validator`]);
  return { id, names: { type: id, validator, stem: id }, wireName: named.wireName, schema: plain(origin, assertions), hidden: true };
}
