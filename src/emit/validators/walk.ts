/** Questions about single schemas, and the references in them. */
import { loneReference } from "../../model/ir/lone-reference.js";
import type { Graph } from "./graph.js";
import type { Schema, SchemaId } from "../../model/ir/schema.js";
import { eachChild, isInPlace } from "../../model/ir/visit.js";

/** Every reference in a schema, at any depth; with `inPlace`, only those about the same value. */
export function references(schema: Schema, inPlace: boolean, found = new Set<SchemaId>()): Set<SchemaId> {
  for (const assertion of schema.assertions) {
    if (assertion.kind === "ref") found.add(assertion.target);
    else {
      eachChild(assertion, (child, relation) => {
        if (!inPlace || isInPlace(relation)) references(child, inPlace, found);
      });
    }
  }
  return found;
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
