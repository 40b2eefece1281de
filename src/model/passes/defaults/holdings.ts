import type { Api } from "../../ir/api.js";
import { certainlyEvaluated, evaluatedMembers, othersThan } from "../../ir/evaluated-members.js";
import type { AssertionOf } from "../../ir/kinds.js";
import type { Assertion, ObjectAssertion, Property, Schema, SchemaId } from "../../ir/schema.js";

/** What says something of the members of a value. */
export interface Holding {
  readonly assertion: ObjectAssertion;
  readonly byName: ReadonlyMap<string, Property>;
  readonly required: ReadonlySet<string>;
  /** Whether it holds only of some values: it is one of several alternatives, or depends on something. */
  readonly isChosen: boolean;
  /** What it is one alternative of, where it is: of one that stands in another, the outer one. */
  readonly choice: object | undefined;
  /** Whether it stands in the schema itself, and is not one that a reference leads to. */
  readonly isOwn: boolean;
}

type Around = Pick<Holding, "isChosen" | "isOwn" | "choice">;

/** All that is said of the members of a value, what holds of every value first. */
export function holdingsOf(schema: Schema, schemas: Api["schemas"]): readonly Holding[] {
  const found: Holding[] = [];
  const seen = new Set<SchemaId>();
  const waiting: (Around & { readonly schema: Schema })[] = [{ schema, isChosen: false, isOwn: true, choice: undefined }];
  const lookAll = (inner: Schema, around: Around): void => {
    for (const assertion of inner.assertions) look(assertion, inner, around);
  };
  const look = (assertion: Assertion, of: Schema, around: Around): void => {
    const choose = (inner: Schema | undefined, choice: object): void => {
      if (inner !== undefined) waiting.push({ schema: inner, isChosen: true, isOwn: around.isOwn, choice: around.choice ?? choice });
    };
    switch (assertion.kind) {
      case "object":
        found.push(holdingOf(assertion, around));
        for (const { schema: inner } of assertion.dependentSchemas) choose(inner, inner);
        return;
      case "allOf":
        for (const member of assertion.members) lookAll(member, around);
        return;
      case "ref": {
        const target = seen.has(assertion.target) ? undefined : schemas.get(assertion.target);
        seen.add(assertion.target);
        if (target !== undefined) lookAll(target.schema, { ...around, isOwn: false });
        return;
      }
      case "anyOf":
      case "oneOf":
        for (const member of assertion.members) choose(member, assertion);
        return;
      case "if":
        choose(assertion.then, assertion);
        choose(assertion.else, assertion);
        return;
      case "unevaluatedProperties":
        found.push(unevaluatedHolding(assertion, of, around, schemas));
        return;
      case "not": // says what a value is not
      case "never":
      case "type":
      case "enum":
      case "number":
      case "string":
      case "array":
      case "unevaluatedItems":
        return;
      default:
        assertion satisfies never;
    }
  };
  // A list yields what is added while it is walked.
  for (const { schema: next, ...around } of waiting) lookAll(next, around);
  return found;
}

/** What nothing else in a schema looks at is what has other names; where the value decides what is looked at, there may be fewer. */
function unevaluatedHolding(
  assertion: AssertionOf<"unevaluatedProperties">,
  schema: Schema,
  around: Around,
  schemas: Api["schemas"],
): Holding {
  const resolve = (id: SchemaId) => schemas.get(id);
  const members = evaluatedMembers(schema, resolve);
  const known = members ?? certainlyEvaluated(schema, resolve);
  const { additionalProperties, ...named } = othersThan(known, assertion.schema);
  const others = known.allNames || additionalProperties === undefined ? named : { ...named, additionalProperties };
  return holdingOf(others, { ...around, isChosen: around.isChosen || members === undefined });
}

function holdingOf(assertion: ObjectAssertion, around: Around): Holding {
  const { properties } = assertion;
  const required = new Set(assertion.required);
  for (const property of properties) if (property.required) required.add(property.name);
  return { assertion, byName: new Map(properties.map((property) => [property.name, property])), required, ...around };
}
