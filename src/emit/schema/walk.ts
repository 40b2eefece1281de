/** The schemas inside a schema, and what they say about. */
import type { Graph } from "./graph.js";
import type { Assertion, Schema, SchemaId } from "../../model/types.js";

export interface Child {
  readonly schema: Schema;
  /** Whether it is about the same value, so that what it evaluates counts for its parent. */
  readonly inPlace: boolean;
}

/** Direct subschemas of an assertion. A reference has none: it names its target. */
export function children(assertion: Assertion): readonly Child[] {
  const here = (schemas: readonly (Schema | undefined)[]): Child[] => list(schemas, true);
  const parts = (schemas: readonly (Schema | undefined)[]): Child[] => list(schemas, false);
  switch (assertion.kind) {
    case "allOf":
    case "anyOf":
    case "oneOf":
      return here(assertion.members);
    case "not":
      return here([assertion.schema]);
    case "if":
      return here([assertion.if, assertion.then, assertion.else]);
    case "array":
      return parts([...assertion.prefixItems, assertion.items, assertion.contains?.schema]);
    case "object":
      return [
        ...parts(assertion.properties.map(({ schema }) => schema)),
        ...parts(assertion.patternProperties.map(({ schema }) => schema)),
        ...parts([assertion.additionalProperties, assertion.propertyNames]),
        ...here(assertion.dependentSchemas.map(({ schema }) => schema)),
      ];
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return parts([assertion.schema]);
    default:
      return [];
  }
}

function list(schemas: readonly (Schema | undefined)[], inPlace: boolean): Child[] {
  return schemas.flatMap((schema) => (schema === undefined ? [] : [{ schema, inPlace }]));
}

/** Every reference in a schema, at any depth; with `inPlace`, only those about the same value. */
export function references(schema: Schema, inPlace: boolean, found = new Set<SchemaId>()): Set<SchemaId> {
  for (const assertion of schema.assertions) {
    if (assertion.kind === "ref") found.add(assertion.target);
    else for (const child of children(assertion)) if (child.inPlace || !inPlace) references(child.schema, inPlace, found);
  }
  return found;
}

/** The target of a schema that is a reference and nothing else. */
export function loneReference(schema: Schema): SchemaId | undefined {
  const [only] = schema.assertions;
  return schema.assertions.length === 1 && only?.kind === "ref" ? only.target : undefined;
}

export function isAnything(schema: Schema): boolean {
  return schema.assertions.length === 0;
}

/** The same, and a reference to such a schema. */
export function acceptsAll(schema: Schema, graph: Pick<Graph, "resolve">): boolean {
  const target = loneReference(schema);
  return isAnything(target === undefined ? schema : (graph.resolve(target)?.schema ?? schema));
}

export function isNever(schema: Schema): boolean {
  return schema.assertions.some(({ kind }) => kind === "never");
}
