import type { Api } from "../../ir/api.js";
import type { Assertion, ObjectAssertion, Schema } from "../../ir/schema.js";
import { inPlaceIn, type Role } from "./said-in-place.js";

/** Tells whether it matters to a schema that a member is there at all, whatever its value. */
export function countedNames(schema: Schema, schemas: Api["schemas"]): (name: string) => boolean {
  let counted: Counted | undefined;
  return (name) => {
    counted ??= count(schema, schemas);
    return counted.all || counted.names.has(name);
  };
}

interface Counted {
  /** Whether members are counted, or their names restricted. */
  all: boolean;
  readonly names: Set<string>;
}

function count(schema: Schema, schemas: Api["schemas"]): Counted {
  const counted: Counted = { all: false, names: new Set() };
  for (const { schema: each, role } of inPlaceIn([{ schema, role: "certain" }], schemas)) {
    if (role === "condition" && each.assertions.some(isAboutTheRest)) counted.all = true;
    for (const assertion of each.assertions) if (assertion.kind === "object") countIn(assertion, role, counted);
  }
  return counted;
}

const isAboutTheRest = ({ kind }: Assertion): boolean => kind === "unevaluatedProperties";

function countIn({ properties, required, dependentRequired, ...others }: ObjectAssertion, role: Role, counted: Counted): void {
  if (others.maxProperties !== undefined || others.propertyNames !== undefined) counted.all = true;
  for (const { property } of [...dependentRequired, ...others.dependentSchemas]) counted.names.add(property);
  if (role === "certain") return;
  // Where it is not to hold, or not as well as another, members must not be enough of them.
  if (others.minProperties !== undefined) counted.all = true;
  for (const name of required) counted.names.add(name);
  if (role === "condition" && (others.additionalProperties ?? others.patternProperties[0]) !== undefined) counted.all = true;
  for (const property of properties) if (property.required || role === "condition") counted.names.add(property.name);
}
