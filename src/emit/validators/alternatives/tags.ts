/** Which property, if any, tells alternatives apart: the one a discriminator names, or one that is a constant in each. */
import type { AssertionOf } from "../../../model/ir/kinds.js";
import type { Schema } from "../../../model/ir/schema.js";
import { allowedByAll, allowedValues, type Allowed } from "../../../model/passes/allowed-values.js";
import { certain, describedProperty } from "../../../model/passes/described-property.js";
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

/** A property that every member requires and allows values of its own for: at most one member can fit. */
function implied(members: readonly number[], assertion: Alternatives, graph: Graph): Tags | undefined {
  const facts = members.map((member) => {
    const schema = assertion.members[member];
    return schema === undefined ? new Map<string, readonly Json[]>() : constants(schema, graph);
  });
  const [first] = facts;
  for (const property of first?.keys() ?? []) {
    const branches = members.map((member, index) => ({ tags: facts[index]?.get(property) ?? [], member }));
    const all = branches.flatMap(({ tags }) => tags);
    if (branches.every(({ tags }) => tags.length > 0) && new Set(all).size === all.length)
      return { property, branches, otherwise: undefined, isImplied: true };
  }
  return undefined;
}

/** The properties that a schema requires and allows certain scalars only for, and these. */
function constants(schema: Schema, graph: Graph): ReadonlyMap<string, readonly Json[]> {
  const { schemas } = graph;
  const names = certain(schema, schemas).flatMap((assertion) =>
    assertion.kind === "object" ? assertion.properties.map(({ name }) => name) : [],
  );
  const found = new Map<string, readonly Json[]>();
  for (const name of new Set(names)) {
    const { schemas: said, required } = describedProperty(schema, name, schemas);
    const values = required ? scalars(allowedByAll(said.map((each) => allowedValues(each, schemas)))) : undefined;
    if (values !== undefined) found.set(name, values);
  }
  return found;
}

/** The only values that a schema allows, where a `switch` can tell these apart. */
export function scalarsOf(schema: Schema, { schemas }: Graph): readonly Json[] | undefined {
  return scalars(allowedValues(schema, schemas));
}

const scalars = (values: Allowed): Allowed =>
  values === undefined || values.length === 0 || values.some((value) => typeof value === "object") ? undefined : values;
