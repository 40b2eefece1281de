import { eachChild, eachSchema } from "../../ir/visit.js";
import type { Api } from "../../ir/api.js";
import type { Schema } from "../../ir/schema.js";

/** Schemas that no value need be valid against: it is only asked whether it is. References are not followed. */
export interface AskedSchemas {
  /** All that stands in a `not`, an `if` or a `contains`, at any depth. */
  readonly all: ReadonlySet<Schema>;
  /** What stands in a `not`: no value is read by it. */
  readonly negated: ReadonlySet<Schema>;
}

/** Finds the schemas of an API that are only asked. */
export function askedSchemas(api: Pick<Api, "schemas" | "operations" | "webhooks">): AskedSchemas {
  const all = new Set<Schema>();
  const negated = new Set<Schema>();
  const add = (schema: Schema, found: Set<Schema>): void => {
    if (found.has(schema)) return;
    found.add(schema);
    for (const assertion of schema.assertions)
      eachChild(assertion, (inner) => {
        add(inner, found);
      });
  };
  eachSchema(api, ({ assertions }) => {
    for (const assertion of assertions)
      eachChild(assertion, (inner, relation) => {
        if (relation === "negated") add(inner, negated);
        // Some item is one of what is contained; another one need not be.
        else if (relation === "condition" || relation === "contained") add(inner, all);
      });
  });
  for (const schema of negated) all.add(schema);
  return { all, negated };
}
