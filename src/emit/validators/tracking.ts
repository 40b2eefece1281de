/** Which schemas look at members of a value, and so have something to mark for `unevaluatedProperties` and `unevaluatedItems`. */
import type { Assertion, NamedSchema, Schema, SchemaId } from "../../model/ir/schema.js";
import type { Relation } from "../../model/ir/assertion-fields.js";
import { childrenOf } from "../../model/ir/visit.js";
import type { Graph } from "./graph.js";

/** What a schema in such a place looks at is looked at for the value around it. */
const marking = {
  member: true,
  alternative: true,
  condition: true,
  branch: true,
  dependent: true,
  // What a value must not be, has looked at nothing.
  negated: false,
  item: false,
  contained: false,
  property: false,
  patternProperty: false,
  additionalProperty: false,
  propertyName: false,
  unevaluatedProperty: false,
  unevaluatedItem: false,
} as const satisfies Record<Relation, boolean>;

/** Whether the check of a named schema takes a record of what was looked at. */
export function takesRecord({ id, schema }: NamedSchema, graph: Graph): boolean {
  return graph.tracked.has(id) && canMark(schema, graph);
}

/**
 * Whether the check of a named schema counts how deep it is: where it leads back to itself. One that takes a record does too, for what
 * comes after the value in a call from outside, such as an index, must not be taken for a record.
 */
export function countsDepth(named: NamedSchema, graph: Graph): boolean {
  return graph.recursive.has(named.id) || takesRecord(named, graph);
}

export function canMark(schema: Schema, graph: Graph, visited = new Set<SchemaId>()): boolean {
  return schema.assertions.some((assertion) => marks(assertion, graph, visited));
}

function marks(assertion: Assertion, graph: Graph, visited: Set<SchemaId>): boolean {
  switch (assertion.kind) {
    case "object":
      return (
        assertion.properties.length > 0 ||
        assertion.patternProperties.length > 0 ||
        assertion.additionalProperties !== undefined ||
        childrenOf(assertion, marking).some((schema) => canMark(schema, graph, visited))
      );
    case "array":
      return assertion.prefixItems.length > 0 || assertion.items !== undefined || assertion.contains !== undefined;
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return true;
    case "ref": {
      const named = graph.resolve(assertion.target);
      if (named === undefined || visited.has(named.id)) return false;
      visited.add(named.id);
      return canMark(named.schema, graph, visited);
    }
    case "allOf":
    case "anyOf":
    case "oneOf":
    case "if":
      return childrenOf(assertion, marking).some((schema) => canMark(schema, graph, visited));
    case "not": // holds of no valid value
    case "never": // look at no member
    case "type":
    case "enum":
    case "number":
    case "string":
      return false;
  }
}
