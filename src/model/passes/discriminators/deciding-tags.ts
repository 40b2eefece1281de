import { isAlternatives, isConjunction } from "../../ir/kinds.js";
import { leadsTo } from "../../ir/survey.js";
import { eachChild, eachSchema, roleOf } from "../../ir/visit.js";
import type { Api } from "../../ir/api.js";
import type { Schema } from "../../ir/schema.js";

/** The properties of values of a schema, described by itself or by nobody, whose values decide which alternative is meant. */
export type TagsOf = (schema: Schema) => ReadonlySet<string>;

/**
 * Finds the tags of discriminators, wherever what is made of alternatives, or they themselves, describe them. No direction can do without
 * a tag, whatever it is marked as: nobody could tell what a value is.
 */
export function decidingTags(parts: Pick<Api, "schemas" | "operations" | "webhooks">): TagsOf {
  let found: Deciding | undefined;
  return (schema) => (found ??= findDeciding(parts)).get(schema) ?? none;
}

const none: ReadonlySet<string> = new Set();

type Deciding = ReadonlyMap<Schema, ReadonlySet<string>>;

function findDeciding(parts: Pick<Api, "schemas" | "operations" | "webhooks">): Deciding {
  const targetOf = (id: string): Schema | undefined => parts.schemas.get(id)?.schema;
  const tagsOf = findTags(targetOf);
  const deciding = new Map<Schema, Set<string>>();
  const mark = (schema: Schema, tag: string): void => {
    const known = deciding.get(schema) ?? new Set();
    if (known.has(tag)) return;
    deciding.set(schema, known.add(tag));
    for (const assertion of schema.assertions) {
      const target = assertion.kind === "ref" ? targetOf(assertion.target) : undefined;
      if (target !== undefined) mark(target, tag);
      eachChild(assertion, (inner, relation) => {
        if (roleOf[relation] === "member" || roleOf[relation] === "branch") mark(inner, tag);
      });
    }
  };
  const leads = leadsTo(parts.schemas, ({ discriminated }) => discriminated);
  eachSchema(parts, (schema) => {
    if (leads(schema)) for (const tag of tagsOf(schema)) mark(schema, tag);
  });
  return deciding;
}

/** Gives the properties by which alternatives are told apart that hold of a value in any case. Looks at each schema once. */
function findTags(targetOf: (id: string) => Schema | undefined): (schema: Schema) => ReadonlySet<string> {
  const known = new Map<Schema, ReadonlySet<string>>();
  const tagsOf = (schema: Schema): ReadonlySet<string> => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    known.set(schema, none); // for a schema that is a member of itself
    const found = new Set<string>();
    for (const assertion of schema.assertions) {
      if (isAlternatives(assertion)) {
        const { discriminator } = assertion;
        // Without a value for any member, it decides nothing.
        if (discriminator?.tags.some((tags) => tags.length > 0) === true) found.add(discriminator.property);
      } else if (isConjunction(assertion)) {
        const members = assertion.kind === "allOf" ? assertion.members : [targetOf(assertion.target)];
        for (const member of members) if (member !== undefined) for (const tag of tagsOf(member)) found.add(tag);
      }
    }
    known.set(schema, found);
    return found;
  };
  return tagsOf;
}
