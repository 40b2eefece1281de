import type { Json } from "../../../source/source-file.js";
import type { Api } from "../../ir/api.js";
import type { AssertionOf } from "../../ir/kinds.js";
import type { Schema } from "../../ir/schema.js";
import { allowedByAll, allowedValues, type Allowed } from "../allowed-values.js";
import { certain, describedProperty } from "../described-property.js";

/** A property that tells alternatives apart though no discriminator names it, and the values that it has in each. */
export interface ImpliedTags {
  readonly property: string;
  readonly values: readonly (readonly Json[])[];
}

/** A property that every alternative requires and allows values of its own for: at most one alternative can fit an object. */
export function impliedTags(members: readonly Schema[], schemas: Api["schemas"]): ImpliedTags | undefined {
  return constantsInAll(members, schemas).find(({ values }) => {
    const all = values.flat();
    return new Set(all).size === all.length;
  });
}

/** The properties that every alternative requires and allows certain scalars only for. */
function constantsInAll(members: readonly Schema[], schemas: Api["schemas"]): readonly ImpliedTags[] {
  const facts = members.map((schema) => constants(schema, schemas));
  return [...(facts[0]?.keys() ?? [])].flatMap((property) => {
    const values = facts.map((each) => each.get(property) ?? []);
    return values.every((each) => each.length > 0) ? [{ property, values }] : [];
  });
}

type Alternatives = AssertionOf<"anyOf" | "oneOf">;

const apart = new WeakMap<Api["schemas"], Map<Alternatives, readonly (readonly Schema[])[]>>();

/** Alternatives in groups: no object fits two of different groups, as a discriminator says, or a constant in each. Found once. */
export function groupsApart(assertion: Alternatives, schemas: Api["schemas"]): readonly (readonly Schema[])[] {
  const known = apart.get(schemas) ?? new Map<Alternatives, readonly (readonly Schema[])[]>();
  apart.set(schemas, known);
  const found = known.get(assertion) ?? findGroups(assertion, schemas);
  known.set(assertion, found);
  return found;
}

function findGroups({ members, discriminator }: Alternatives, schemas: Api["schemas"]): readonly (readonly Schema[])[] {
  if (discriminator === undefined) {
    const grouped = constantsInAll(members, schemas).map(({ values }) => groupedBy(values, members));
    return grouped.reduce((best, each) => (each.length > best.length ? each : best), [members]);
  }
  const { tags, defaultMember, parent } = discriminator;
  const isSaid = (index: number): boolean => index === defaultMember || index === parent || tags[index]?.length !== 0;
  return members.every((_, index) => isSaid(index)) ? groupedBy(tags, members) : [members];
}

/** Schemas that share a tag, or each one with a third, are together; one without any is alone. */
function groupedBy(tags: readonly (readonly Json[])[], members: readonly Schema[]): readonly (readonly Schema[])[] {
  const leaders = members.map((_, index) => index);
  const leaderOf = (index: number): number => {
    let found = index;
    for (let next = leaders[found]; next !== undefined && next !== found; next = leaders[found]) {
      leaders[index] = next;
      found = next;
    }
    return found;
  };
  const first = new Map<Json, number>();
  for (const [index, own] of tags.entries())
    for (const tag of own) {
      const other = first.get(tag);
      if (other === undefined) first.set(tag, index);
      else leaders[leaderOf(index)] = leaderOf(other);
    }
  const groups = new Map<number, Schema[]>();
  for (const [index, member] of members.entries()) {
    const group = groups.get(leaderOf(index));
    if (group === undefined) groups.set(leaderOf(index), [member]);
    else group.push(member);
  }
  return [...groups.values()];
}

/** The properties that a schema requires and allows certain scalars only for, and these. */
function constants(schema: Schema, schemas: Api["schemas"]): ReadonlyMap<string, readonly Json[]> {
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

/** Values that a `switch` can tell apart. */
export const scalars = (values: Allowed): Allowed =>
  values === undefined || values.length === 0 || values.some((value) => typeof value === "object") ? undefined : values;
