import { isConjunction, type AssertionOf } from "../../ir/kinds.js";
import { mapApi, mapAssertion, mapSchema } from "../../ir/map-schema.js";
import { wordOf } from "./int64-places.js";
import type { Api } from "../../ir/api.js";
import type { Assertion, Schema } from "../../ir/schema.js";

export type Reference = AssertionOf<"ref">;

/** Values are looked at, and what references lead to is copied, this far inside. */
export const deepest = 4;

/** Schemas that are copied for one description; when they are used up, references stay. Real descriptions have some hundreds. */
const mostCopies = 100_000;

/** The API with what some references lead to in their place: a schema of its own that says the same. */
export function withOpenReferences(api: Api, found: ReadonlySet<Reference>): Api {
  if (found.size === 0) return api;
  const copying: Copying = { api, left: mostCopies };
  const known = new Map<Schema, Schema>();
  const open = (schema: Schema): Schema => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    const made = mapSchema(schema, (assertion) => {
      const target = assertion.kind === "ref" && found.has(assertion) ? api.schemas.get(assertion.target)?.schema : undefined;
      if (target === undefined || copying.left <= 0) return mapAssertion(assertion, open);
      return { kind: "allOf", members: [copyOf(target, copying, deepest)] };
    });
    known.set(schema, made);
    return made;
  };
  return mapApi(api, open);
}

interface Copying {
  readonly api: Api;
  left: number;
}

/** What a schema refers to and what is but a number is copied, too. */
function copyOf(schema: Schema, copying: Copying, steps: number): Schema {
  copying.left -= 1;
  const assertions = schema.assertions.map((assertion): Assertion => {
    const target = assertion.kind === "ref" ? copying.api.schemas.get(assertion.target)?.schema : undefined;
    if (target === undefined) return mapAssertion(assertion, (inner) => copyOf(inner, copying, steps));
    const isOpen = steps > 0 && (wordOf(target) === "number" || target.assertions.every(isConjunction));
    return isOpen ? { kind: "allOf", members: [copyOf(target, copying, steps - 1)] } : assertion;
  });
  return { ...schema, assertions };
}
