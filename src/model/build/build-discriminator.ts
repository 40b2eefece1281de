import type { SchemaKeywords } from "../../openapi/rules/types.js";
import type { BuildContext } from "./context.js";
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
    if (id !== undefined) mapped.set(id, [...(mapped.get(id) ?? []), tag]);
  }
  const tags = targets.map((target) => (target === undefined ? [] : (mapped.get(target) ?? [tagOf(target, build)])));
  const fallback = written.defaultMapping === undefined ? undefined : build.schemas.known(written.defaultMapping);
  const position = fallback === undefined ? -1 : targets.indexOf(fallback);
  return { property: written.propertyName, tags: withoutShared(tags), defaultMember: position < 0 ? undefined : position };
}

function tagOf(target: SchemaId, { schemas }: BuildContext): string {
  return schemas.statedTag(target) ?? schemas.wireName(target);
}

function loneTarget(member: Schema): SchemaId | undefined {
  const only = member.assertions.length === 1 ? member.assertions[0] : undefined;
  return only?.kind === "ref" ? only.target : undefined;
}

/** A tag that two members share says nothing about which is meant. */
function withoutShared(tags: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const counts = new Map<string, number>();
  for (const tag of tags.flat()) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return tags.map((own) => own.filter((tag) => counts.get(tag) === 1));
}
