/** Which property, if any, tells alternatives apart: the one a discriminator names, or one that is a constant in each. */
import { isInteger } from "../../../model/ir/is-integer.js";
import { isConjunction, type AssertionOf } from "../../../model/ir/kinds.js";
import type { Assertion, Int64, Property, Schema, SchemaId } from "../../../model/ir/schema.js";
import type { Json } from "../../../source/source-file.js";
import type { Graph } from "../graph.js";

export interface Tags {
  readonly property: string;
  readonly branches: readonly { readonly tags: readonly Json[]; readonly member: number }[];
  /** The member that any other tag means. */
  readonly otherwise: number | undefined;
  /** The member that a value without the tag is held against. */
  readonly absent?: number;
}

/** References are followed this far. */
const maxReferences = 8;

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
  return (exact ? undefined : described(members, assertion, graph)) ?? (objects ? implied(members, assertion, graph) : undefined);
}

function described(members: readonly number[], { discriminator, members: schemas }: Alternatives, graph: Graph): Tags | undefined {
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
  const branches = members.map((member): Tags["branches"][number] & { readonly overruled: boolean } => {
    const given: readonly Json[] = tags[member] ?? [];
    // Where a member says itself which tags it takes, no other can be valid: many descriptions leave out the mapping, and mean that.
    const schema = schemas[member];
    const own = schema === undefined ? undefined : constants(schema, graph, maxReferences, false).get(property);
    const valid = own === undefined ? given : given.filter((tag) => own.includes(tag));
    return own === undefined || valid.length > 0 ? { tags: valid, member, overruled: false } : { tags: own, member, overruled: true };
  });
  if (branches.some((branch) => branch.tags.length === 0)) return undefined;
  const unique = distinct(branches);
  // Members that take each other's tags (an enumeration of all of them, in a common parent) are not told apart by it.
  const clear = unique.flatMap((branch) => branch.tags).length === branches.flatMap((branch) => branch.tags).length;
  return !clear && branches.some(({ overruled }) => overruled) ? undefined : { property, branches: unique, otherwise: defaultMember };
}

/** A tag that two members claim belongs to the first: a `switch` has each label once. */
function distinct(branches: Tags["branches"]): Tags["branches"] {
  const seen = new Set<Json>();
  return branches.flatMap(({ tags, member }) => {
    const unseen = [...new Set(tags)].filter((tag) => !seen.has(tag));
    for (const tag of unseen) seen.add(tag);
    return unseen.length === 0 ? [] : [{ tags: unseen, member }];
  });
}

/** A property that every member requires and allows values of its own for: at most one member can fit. */
function implied(members: readonly number[], assertion: Alternatives, graph: Graph): Tags | undefined {
  const facts = members.map((member) => {
    const schema = assertion.members[member];
    return schema === undefined ? new Map<string, readonly Json[]>() : constants(schema, graph, maxReferences, true);
  });
  const [first] = facts;
  for (const property of first?.keys() ?? []) {
    const branches = members.map((member, index) => ({ tags: facts[index]?.get(property) ?? [], member }));
    const all = branches.flatMap(({ tags }) => tags);
    if (branches.every(({ tags }) => tags.length > 0) && new Set(all).size === all.length)
      return { property, branches, otherwise: undefined };
  }
  return undefined;
}

/** The properties of a schema, or only those required, that allow certain values only, and these. */
function constants(schema: Schema, graph: Graph, steps: number, onlyRequired: boolean): Map<string, readonly Json[]> {
  const found = new Map<string, readonly Json[]>();
  if (steps === 0) return found;
  const addAll = (part: Schema | undefined): void => {
    if (part !== undefined) for (const [name, values] of constants(part, graph, steps - 1, onlyRequired)) found.set(name, values);
  };
  for (const assertion of schema.assertions) {
    if (isConjunction(assertion)) {
      if (assertion.kind === "ref") addAll(graph.resolve(assertion.target)?.schema);
      else assertion.members.forEach(addAll);
      continue;
    }
    for (const property of propertiesOf(assertion)) {
      const values = property.required || !onlyRequired ? scalars(property.schema, graph, steps) : undefined;
      if (values !== undefined) found.set(property.name, values);
    }
  }
  return found;
}

const propertiesOf = (assertion: Assertion): readonly Property[] => (assertion.kind === "object" ? assertion.properties : []);

/** The values of an enumeration of scalars: what a `switch` can tell apart. */
function scalars(schema: Schema, graph: Graph, steps: number): readonly Json[] | undefined {
  for (const assertion of schema.assertions) {
    if (assertion.kind === "enum") return heldScalars(assertion);
    if (steps === 0) continue;
    const target = targetOf(assertion);
    if (target === undefined) continue;
    const named = graph.resolve(target);
    return named === undefined ? undefined : scalars(named.schema, graph, steps - 1);
  }
  return undefined;
}

const targetOf = (assertion: Assertion): SchemaId | undefined => (assertion.kind === "ref" ? assertion.target : undefined);

/** The values of an enumeration as a program holds them; `undefined` where one is no scalar, or there is none. */
export function heldScalars({ values, int64 }: AssertionOf<"enum">): readonly Json[] | undefined {
  const plain = values.every((value) => typeof value !== "object");
  if (!plain || values.length === 0) return undefined;
  return int64 === undefined ? values : values.map((value) => held(value, int64));
}

/** A value as a program holds it: a bigint is one, whatever its size. */
function held(value: Json, { as }: Int64): Json {
  if (!isInteger(value)) return value;
  return as === "bigint" ? BigInt(value) : String(value);
}
