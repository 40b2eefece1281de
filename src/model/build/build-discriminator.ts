import type { SchemaKeywords } from "../../openapi/rules/types.js";
import type { BuildContext } from "./context.js";
import { isConjunction } from "../ir/kinds.js";
import { readDatedLifecycle } from "../lifecycle/build-lifecycle.js";
import { originOf } from "./origin.js";
import type { Discriminator, Schema, SchemaId } from "../ir/schema.js";

/** The discriminator of a list of members, with the tag values of each; `undefined` when the schema has none. */
export function buildDiscriminator(value: SchemaKeywords, members: readonly Schema[], build: BuildContext): Discriminator | undefined {
  const written = value.discriminator;
  if (written === undefined) return undefined;
  readDatedLifecycle(written, originOf(written, build.resolved), build, { what: "discriminator", name: written.propertyName });
  const targets = members.map(loneTarget);
  const mapped = new Map<SchemaId, string[]>();
  for (const [tag, ref] of Object.entries(written.mapping ?? {})) {
    const id = build.schemas.known(ref);
    const known = id === undefined ? undefined : mapped.get(id);
    if (known !== undefined) known.push(tag);
    else if (id !== undefined) mapped.set(id, [tag]);
  }
  const tags = targets.map((target, index) =>
    target === undefined ? [] : (mappedTags(target, mapped, build) ?? nameAsTag(members[index], target, build)),
  );
  const fallback = written.defaultMapping === undefined ? undefined : build.schemas.known(written.defaultMapping);
  const position = fallback === undefined ? -1 : targets.indexOf(fallback);
  return { property: written.propertyName, tags: withoutShared(tags), defaultMember: position < 0 ? undefined : position };
}

/** The name of a schema is its tag where nothing else is; not of one that only the `allOf` of a member without a name refers to. */
function nameAsTag(member: Schema | undefined, target: SchemaId, { schemas }: BuildContext): readonly string[] {
  const stated = schemas.statedTag(target);
  if (stated !== undefined) return [stated];
  return member?.assertions.some(({ kind }) => kind === "ref") === true ? [schemas.wireName(target)] : [];
}

/** The tags that a mapping has for a schema; of one that is a choice by itself, for what it chooses from. */
function mappedTags(
  target: SchemaId,
  mapped: ReadonlyMap<SchemaId, readonly string[]>,
  build: BuildContext,
): readonly string[] | undefined {
  const chosen = new Set([target]);
  // A set yields what is added while it is walked.
  for (const id of mapped.has(target) ? [] : chosen) for (const next of build.schemas.alternativesOf(id)) chosen.add(next);
  const tags = [...chosen].flatMap((id) => mapped.get(id) ?? []);
  return tags.length === 0 ? undefined : tags;
}

/** The schema that a member is, by reference alone; 3.0 has them in an `allOf` of one, to say something beside it. */
function loneTarget({ assertions }: Schema): SchemaId | undefined {
  const [only] = assertions;
  if (only === undefined || assertions.length > 1 || !isConjunction(only)) return undefined;
  if (only.kind === "ref") return only.target;
  const [member, second] = only.members;
  return member !== undefined && second === undefined ? loneTarget(member) : undefined;
}

/** A tag that two members share says nothing about which is meant. */
function withoutShared(tags: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const counts = new Map<string, number>();
  for (const tag of tags.flat()) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return tags.map((own) => own.filter((tag) => counts.get(tag) === 1));
}
