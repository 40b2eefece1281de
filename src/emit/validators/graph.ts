/** What has to be known of all named schemas before one of them is compiled. */
import { stronglyConnected } from "../../model/ir/strongly-connected-components.js";
import { loneReference } from "../../model/ir/lone-reference.js";
import { isUnevaluated } from "../../model/ir/kinds.js";
import { eachChild } from "../../model/ir/visit.js";
import { leadingSchemas, surveyOf } from "../../model/ir/survey.js";
import type { Api } from "../../model/ir/api.js";
import type { NamedSchema, Schema, SchemaId } from "../../model/ir/schema.js";
import { evaluatedMembers } from "../../model/ir/evaluated-members.js";
import { references } from "./walk.js";

export interface Graph {
  readonly schemas: Api["schemas"];
  /** Schemas that lead back to themselves, and for those that lead to each other the same number: their checks count how deep they are. */
  readonly recursive: ReadonlyMap<SchemaId, number>;
  /** Schemas that lead back to themselves without a step into the value. No value ends that. */
  readonly circular: ReadonlyMap<SchemaId, number>;
  /** Schemas that a schema with `unevaluatedProperties` or `unevaluatedItems` is made of: their checks tell what they looked at. */
  readonly tracked: ReadonlySet<SchemaId>;
  /** Whether a value can turn out to be nested too deep while it is held against a schema. */
  deep(schema: Schema): boolean;
  /** Roughly, the lines that a schema takes where it stands. */
  weight(schema: Schema): number;
  /** The schema behind a name that only stands for another one. */
  resolve(id: SchemaId): NamedSchema | undefined;
}

/** @param others Schemas that stand outside `components`: of parameters, bodies and responses. */
export function graphOf(schemas: Api["schemas"], others: readonly Schema[]): Graph {
  const resolved = new Map<SchemaId, NamedSchema | undefined>();
  const resolve = (id: SchemaId): NamedSchema | undefined => {
    if (!resolved.has(id)) resolved.set(id, behind(id, schemas));
    return resolved.get(id);
  };
  const recursive = recursiveIds(schemas, false);
  const circular = recursiveIds(schemas, true);
  return {
    schemas,
    recursive,
    circular,
    deep: deepOnes(schemas, recursive),
    tracked: trackedIds(schemas, others, resolve),
    weight: weigher(),
    resolve,
  };
}

function behind(id: SchemaId, schemas: Api["schemas"]): NamedSchema | undefined {
  let named = schemas.get(id);
  for (const visited = new Set<SchemaId>(); named !== undefined && !visited.has(named.id);) {
    visited.add(named.id);
    const next = loneReference(named.schema);
    if (next === undefined) break;
    named = schemas.get(next);
  }
  return named;
}

/** What leads to a schema that leads back to itself, or that compares values, which may be of any depth. */
function deepOnes(schemas: Api["schemas"], recursive: Graph["recursive"]): Graph["deep"] {
  const leading = leadingSchemas(schemas, (schema, id) => {
    const { compares, references } = surveyOf(schema);
    return { isIn: compares || recursive.has(id), references };
  });
  return (schema) => {
    const { compares, references } = surveyOf(schema);
    return compares || [...references].some((id) => leading.has(id));
  };
}

/** Weighs each schema once: the weight of a part is asked for at each level above it. */
function weigher(): Graph["weight"] {
  const known = new Map<Schema, number>();
  const weigh = (schema: Schema): number => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    let sum = schema.assertions.length;
    const add = (child: Schema): void => {
      sum += 1 + weigh(child);
    };
    for (const assertion of schema.assertions) eachChild(assertion, add);
    if (sum > schema.assertions.length) known.set(schema, sum);
    return sum;
  };
  return weigh;
}

/** Members of the cycles of the reference graph; with `inPlace`, of references about the same value only. */
function recursiveIds(schemas: Api["schemas"], inPlace: boolean): ReadonlyMap<SchemaId, number> {
  const edges = new Map(
    [...schemas.values()].map(({ id, schema }) => [
      id,
      [...(inPlace ? references(schema, true) : surveyOf(schema).references)].filter((target) => schemas.has(target)),
    ]),
  );
  const components = stronglyConnected<SchemaId>((id) => edges.get(id) ?? []);
  const onCycles = [...schemas.keys()].filter((id) => components.isOnCycle(id));
  return new Map(onCycles.map((id) => [id, components.of.get(id) ?? 0]));
}

function trackedIds(schemas: Api["schemas"], others: readonly Schema[], resolve: Graph["resolve"]): ReadonlySet<SchemaId> {
  const found = new Set<SchemaId>();
  const visit = (schema: Schema): void => {
    const asks = schema.assertions.some(isUnevaluated);
    if (asks && evaluatedMembers(schema, resolve) === undefined) references(schema, true, found);
    for (const assertion of schema.assertions) eachChild(assertion, visit);
  };
  for (const schema of [...Array.from(schemas.values(), (named) => named.schema), ...others])
    if (surveyOf(schema).unevaluated) visit(schema);
  // A set yields what is added while it is walked: what a part is made of is part of it too.
  for (const id of found) {
    const named = schemas.get(id);
    if (named !== undefined) references(named.schema, true, found);
  }
  return found;
}
