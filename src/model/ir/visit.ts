import { childFields, heldIn, type Relation } from "./assertion-fields.js";
import { eachOperationSchema } from "./map-operation.js";
import type { Api } from "./api.js";
import type { Assertion, Schema } from "./schema.js";

/**
 * What a schema inside an assertion is to the value of the assertion. `member`: it holds of the same value; `branch`: it may;
 * `question`: it is only asked whether it does; `part`: it is about something inside the value, or about a name.
 */
export type Role = "member" | "branch" | "question" | "part";

export const roleOf = {
  member: "member",
  alternative: "branch",
  negated: "question",
  condition: "question",
  branch: "branch",
  dependent: "branch",
  item: "part",
  contained: "part",
  property: "part",
  patternProperty: "part",
  additionalProperty: "part",
  propertyName: "part",
  unevaluatedProperty: "part",
  unevaluatedItem: "part",
} as const satisfies Record<Relation, Role>;

/** Whether a schema is about the very value that the assertion around it is about. */
export const isInPlace = (relation: Relation): boolean => roleOf[relation] !== "part";

/** Visits the schemas directly inside an assertion, in the order of `fields`. A reference has none: it names its target. */
export function eachChild(assertion: Assertion, visit: (schema: Schema, relation: Relation) => void): void {
  for (const field of childFields[assertion.kind]) {
    switch (field.holds) {
      case "schema": {
        const schema = heldIn(assertion, field);
        if (schema !== undefined) visit(schema, field.as);
        break;
      }
      case "entry": {
        const entry = heldIn(assertion, field);
        if (entry !== undefined) visit(entry.schema, field.as);
        break;
      }
      case "schemas":
        for (const schema of heldIn(assertion, field) ?? []) visit(schema, field.as);
        break;
      case "entries":
        for (const { schema } of heldIn(assertion, field) ?? []) visit(schema, field.as);
    }
  }
}

/** The schemas directly inside an assertion that stand in one of these relations to it. */
export function childrenOf(assertion: Assertion, relations: Readonly<Record<Relation, boolean>>): readonly Schema[] {
  if (childFields[assertion.kind].length === 0) return [];
  const found: Schema[] = [];
  eachChild(assertion, (schema, relation) => {
    if (relations[relation]) found.push(schema);
  });
  return found;
}

/** Whether an assertion has a schema inside it. */
export function hasChildren(assertion: Assertion): boolean {
  let found = false;
  eachChild(assertion, () => {
    found = true;
  });
  return found;
}

/** An API, or its parts before forms of it with defaults filled in are made. */
type Parts = Pick<Api, "schemas" | "operations" | "webhooks"> & Partial<Pick<Api, "parsed">>;

/** Visits the schemas of an API that stand in no other: the named ones, and those of operations. */
export function eachRootSchema({ schemas, parsed = new Map(), operations, webhooks }: Parts, visit: (schema: Schema) => void): void {
  for (const named of [schemas, parsed]) for (const { schema } of named.values()) visit(schema);
  for (const operation of [...operations, ...webhooks]) eachOperationSchema(operation, "request", visit);
}

/** Visits every schema of an API once, also those inside others. */
export function eachSchema(parts: Parts, visit: (schema: Schema) => void): void {
  const seen = new Set<Schema>();
  const look = (schema: Schema): void => {
    if (seen.has(schema)) return;
    seen.add(schema);
    visit(schema);
    for (const assertion of schema.assertions) eachChild(assertion, look);
  };
  eachRootSchema(parts, look);
}
