import { isJsonArray, type Json } from "../../../source/source-file.js";
import { stronglyConnected } from "../../ir/strongly-connected-components.js";
import { completedSchemas } from "../../ir/completed-schemas.js";
import type { Api } from "../../ir/api.js";
import type { ArrayAssertion, ObjectAssertion, Property, Schema } from "../../ir/schema.js";

type DefaultOf = (property: Property) => Json | undefined;

/** Tells whether a property's default, with what it leaves out filled in, would hold itself again: such a value has no end. */
export function circularDefaults(schemas: Api["schemas"], defaultOf: DefaultOf): (property: Property) => boolean {
  const known = new Map<Property, ReadonlySet<Property>>();
  const filledIn = (property: Property): ReadonlySet<Property> => {
    const before = known.get(property);
    if (before !== undefined) return before;
    const found = new Set<Property>();
    collect(property.schema, defaultOf(property), { schemas, defaultOf, found, met: new Map() });
    known.set(property, found);
    return found;
  };
  const components = stronglyConnected(filledIn);
  return (property) => components.isOnCycle(property);
}

interface Collecting {
  readonly schemas: Api["schemas"];
  readonly defaultOf: DefaultOf;
  /** Properties that a value leaves out, and that have a default. */
  readonly found: Set<Property>;
  /** Schemas that each value was held against: several ways may lead from one to another, at each of its levels. */
  readonly met: Map<Json, Set<Schema>>;
}

function collect(schema: Schema, value: Json | undefined, collecting: Collecting): void {
  if (typeof value !== "object" || value === null) return;
  const met = collecting.met.get(value) ?? new Set();
  if (met.has(schema)) return;
  collecting.met.set(value, met.add(schema));
  for (const assertion of schema.assertions) {
    switch (assertion.kind) {
      case "object":
        collectMembers(assertion, value, collecting);
        for (const { property, schema: inner } of assertion.dependentSchemas)
          if (Object.hasOwn(value, property)) collect(inner, value, collecting);
        break;
      case "array":
        collectItems(assertion, value, collecting);
        break;
      case "ref": {
        const target = collecting.schemas.get(assertion.target)?.schema;
        if (target !== undefined) collect(target, value, collecting);
        break;
      }
      case "allOf":
      case "anyOf":
      case "oneOf":
      case "if":
        for (const inner of completedSchemas(assertion)) collect(inner, value, collecting);
        break;
      case "not": // complete nothing
      case "never":
      case "type":
      case "enum":
      case "number":
      case "string":
        break;
      // Any member may be one that nothing else looks at.
      case "unevaluatedProperties":
        if (!isJsonArray(value)) for (const member of Object.values(value)) collectPart(assertion.schema, member, collecting);
        break;
      case "unevaluatedItems":
        if (isJsonArray(value)) for (const item of value) collectPart(assertion.schema, item, collecting);
        break;
      default:
        assertion satisfies never;
    }
  }
}

function collectItems({ prefixItems, items }: ArrayAssertion, value: Json, collecting: Collecting): void {
  for (const [index, item] of (isJsonArray(value) ? value : []).entries()) collectPart(prefixItems[index] ?? items, item, collecting);
}

function collectMembers(assertion: ObjectAssertion, value: object, collecting: Collecting): void {
  if (Array.isArray(value)) return;
  const members = new Map<string, Json>(Object.entries(value));
  // To hold names against patterns may take its time: each name may match each of them.
  for (const { schema } of assertion.patternProperties) for (const member of members.values()) collectPart(schema, member, collecting);
  for (const property of assertion.properties) {
    if (members.has(property.name)) collectPart(property.schema, members.get(property.name), collecting);
    else if (collecting.defaultOf(property) !== undefined) collecting.found.add(property);
    members.delete(property.name);
  }
  for (const member of members.values()) collectPart(assertion.additionalProperties, member, collecting);
}

function collectPart(schema: Schema | undefined, value: Json | undefined, collecting: Collecting): void {
  if (schema !== undefined) collect(schema, value, collecting);
}
