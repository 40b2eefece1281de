/** The schemas inside a schema, and what they say about. */
import type { Graph } from "./graph.js";
import type { Assertion, Schema, SchemaId } from "../../model/ir/types.js";

export interface Child {
  readonly schema: Schema;
  /** Whether it is about the same value, so that what it evaluates counts for its parent. */
  readonly inPlace: boolean;
}

/** Direct subschemas of an assertion. A reference has none: it names its target. */
export function children(assertion: Assertion): readonly Child[] {
  const found: Child[] = [];
  eachChild(assertion, (schema, inPlace) => found.push({ schema, inPlace }));
  return found;
}

/** The same, without a list: every schema of a description is walked several times. */
export function eachChild(assertion: Assertion, tell: (schema: Schema, inPlace: boolean) => void): void {
  const add = (schema: Schema | undefined, inPlace: boolean): void => {
    if (schema !== undefined) tell(schema, inPlace);
  };
  switch (assertion.kind) {
    case "allOf":
    case "anyOf":
    case "oneOf":
      for (const member of assertion.members) add(member, true);
      break;
    case "not":
      add(assertion.schema, true);
      break;
    case "if":
      for (const schema of [assertion.if, assertion.then, assertion.else]) add(schema, true);
      break;
    case "array":
      for (const schema of assertion.prefixItems) add(schema, false);
      add(assertion.items, false);
      add(assertion.contains?.schema, false);
      break;
    case "object":
      assertion.properties.forEach(({ schema }) => {
        tell(schema, false);
      });
      for (const { schema } of assertion.patternProperties) add(schema, false);
      add(assertion.additionalProperties, false);
      add(assertion.propertyNames, false);
      for (const { schema } of assertion.dependentSchemas) add(schema, true);
      break;
    case "unevaluatedProperties":
    case "unevaluatedItems":
      add(assertion.schema, false);
      break;
    default:
  }
}

/** Every reference in a schema, at any depth; with `inPlace`, only those about the same value. */
export function references(schema: Schema, inPlace: boolean, found = new Set<SchemaId>()): Set<SchemaId> {
  for (const assertion of schema.assertions) {
    if (assertion.kind === "ref") found.add(assertion.target);
    else {
      eachChild(assertion, (child, isInPlace) => {
        if (isInPlace || !inPlace) references(child, inPlace, found);
      });
    }
  }
  return found;
}

// Asked of every schema at every turn, as are some of the others here: `const [only] = list` would make an iterator each time.
/** The target of a schema that is a reference and nothing else. */
export function loneReference(schema: Schema): SchemaId | undefined {
  const only = schema.assertions[0];
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
