/** Which property, if any, tells alternatives apart: the one a discriminator names, or one that is a constant in each. */
import type { AssertionOf } from "../../../model/ir/kinds.js";
import type { Schema } from "../../../model/ir/schema.js";
import { allowedValues } from "../../../model/passes/allowed-values.js";
import { impliedTags, scalars } from "../../../model/passes/discriminators/implied-tags.js";
import type { Json } from "../../../source/source-file.js";
import type { Graph } from "../graph.js";

export interface Tags {
  readonly property: string;
  readonly branches: readonly { readonly tags: readonly Json[]; readonly member: number }[];
  /** The member that any other tag means. */
  readonly otherwise: number | undefined;
  /** The member that a value without the tag is held against. */
  readonly absent?: number;
  /** Whether no discriminator names the property: its constants do. */
  readonly isImplied?: true;
}

type Alternatives = AssertionOf<"anyOf" | "oneOf">;

/**
 * @param members Positions of the alternatives in question.
 * @param objects Whether all of them take objects only: then a constant in each tells them apart as exactly as trying them.
 * @param exact Whether a discriminator decides nothing by itself.
 */
export function tagsOf(
  members: readonly number[],
  assertion: Alternatives,
  { objects, exact }: { readonly objects: boolean; readonly exact: boolean },
  graph: Graph,
): Tags | undefined {
  return (exact ? undefined : described(members, assertion)) ?? (objects ? implied(members, assertion, graph) : undefined);
}

function described(members: readonly number[], { discriminator }: Alternatives): Tags | undefined {
  if (discriminator === undefined) return undefined;
  const { property, tags, defaultMember, parent } = discriminator;
  // Of the children of a parent, the model has settled which tag means which.
  if (parent !== undefined) {
    const branches = members.flatMap((member) => {
      const own = tags[member] ?? [];
      return own.length === 0 ? [] : [{ tags: own, member }];
    });
    if (branches.length === 0) return undefined;
    return { property, branches, otherwise: defaultMember, absent: parent };
  }
  const branches = members.map((member) => ({ tags: tags[member] ?? [], member }));
  return branches.some((branch) => branch.tags.length === 0) ? undefined : { property, branches, otherwise: defaultMember };
}

/** A constant in each tells them apart. */
function implied(members: readonly number[], assertion: Alternatives, { schemas }: Graph): Tags | undefined {
  const found = impliedTags(
    members.flatMap((member) => assertion.members[member] ?? []),
    schemas,
  );
  if (found === undefined) return undefined;
  const branches = members.map((member, index) => ({ tags: found.values[index] ?? [], member }));
  return { property: found.property, branches, otherwise: undefined, isImplied: true };
}

/** The only values that a schema allows, where a `switch` can tell these apart. */
export function scalarsOf(schema: Schema, { schemas }: Graph): readonly Json[] | undefined {
  return scalars(allowedValues(schema, schemas));
}
