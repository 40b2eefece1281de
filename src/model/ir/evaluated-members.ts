/**
 * What a schema looks at in every valid value, where that does not depend on the value: then `unevaluatedProperties` and
 * `unevaluatedItems` need no record of it. A base that others extend by `allOf` is the common case.
 */
import type { Assertion, NamedSchema, ObjectAssertion, Schema, SchemaId } from "./schema.js";
import { isUnevaluated } from "./kinds.js";
import { eachChild } from "./visit.js";
import { emptySchema } from "./empty-schema.js";

export interface Members {
  readonly names: ReadonlySet<string>;
  readonly patterns: ObjectAssertion["patternProperties"];
  readonly allNames: boolean;
  /** All items before this one. */
  readonly items: number;
}

interface Found {
  /** Whether what depends on the value is passed over. */
  readonly certainOnly: boolean;
  readonly names: Set<string>;
  readonly patterns: ObjectAssertion["patternProperties"][number][];
  allNames: boolean;
  items: number;
}

type Resolve = (id: SchemaId) => NamedSchema | undefined;

const nothing = (certainOnly: boolean): Found => ({ certainOnly, names: new Set(), patterns: [], allNames: false, items: 0 });

/** `undefined` where it depends on the value. What the schema itself says of unevaluated members is left out. */
export function evaluatedMembers(schema: Schema, resolve: Resolve): Members | undefined {
  const found = nothing(false);
  return collect(withoutUnevaluated(schema), found, resolve, new Set()) ? found : undefined;
}

/** What is looked at in every valid value; a value may have more that is. */
export function certainlyEvaluated(schema: Schema, resolve: Resolve): Members {
  const found = nothing(true);
  collect(withoutUnevaluated(schema), found, resolve, new Set());
  return found;
}

const withoutUnevaluated = (schema: Schema): Schema => ({
  ...schema,
  assertions: schema.assertions.filter((assertion) => !isUnevaluated(assertion)),
});

function collect(schema: Schema, found: Found, resolve: Resolve, visited: Set<SchemaId>): boolean {
  return schema.assertions.every((assertion) => collectFrom(assertion, found, resolve, visited));
}

function collectFrom(assertion: Assertion, found: Found, resolve: Resolve, visited: Set<SchemaId>): boolean {
  switch (assertion.kind) {
    case "object":
      for (const { name } of assertion.properties) found.names.add(name);
      for (const item of assertion.patternProperties) found.patterns.push(item);
      found.allNames ||= assertion.additionalProperties !== undefined;
      return found.certainOnly || assertion.dependentSchemas.every(({ schema }) => marksNothing(schema, resolve, visited));
    case "array":
      found.items = Math.max(found.items, assertion.items === undefined ? assertion.prefixItems.length : Infinity);
      return found.certainOnly || assertion.contains === undefined;
    case "unevaluatedProperties":
      found.allNames = true;
      return true;
    case "unevaluatedItems":
      found.items = Infinity;
      return true;
    case "ref": {
      const named = resolve(assertion.target);
      if (named === undefined || visited.has(named.id)) return true;
      return collect(named.schema, found, resolve, visited.add(named.id));
    }
    case "allOf":
      return assertion.members.every((member) => collect(member, found, resolve, visited));
    case "anyOf":
    case "oneOf":
    case "if": {
      if (found.certainOnly) return true;
      let fixed = true;
      eachChild(assertion, (child) => {
        fixed &&= marksNothing(child, resolve, visited);
      });
      return fixed;
    }
    // Looks at members of no valid value.
    case "not":
    // Look at no member.
    case "never":
    case "type":
    case "enum":
    case "number":
    case "string":
      return true;
  }
}

/**
 * Whether a schema about the same value looks at none of its members. Schemas that it comes by look at none either, or the whole answer is
 * no: so they are visited, and looked at once, whichever of several ways leads to them.
 */
function marksNothing(schema: Schema, resolve: Resolve, visited: Set<SchemaId>): boolean {
  const found = nothing(false);
  if (!collect(schema, found, resolve, visited)) return false;
  return found.names.size === 0 && found.patterns.length === 0 && !found.allNames && found.items === 0;
}

/** What says something of all names but those that are looked at in any case. */
export function othersThan({ names, patterns }: Members, additionalProperties: Schema): ObjectAssertion {
  return {
    kind: "object",
    properties: Array.from(names, (name) => ({ name, required: false, schema: emptySchema })),
    patternProperties: patterns.map((pattern) => ({ ...pattern, schema: emptySchema })),
    additionalProperties,
    required: [],
    dependentRequired: [],
    dependentSchemas: [],
  };
}
