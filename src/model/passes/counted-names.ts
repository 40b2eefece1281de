import type { Api } from "../ir/api.js";
import type { Assertion, ObjectAssertion, Schema, SchemaId } from "../ir/schema.js";

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

/** Where a schema stands: it must hold, may hold, or decides what else has to. */
type Role = "certain" | "chosen" | "condition";

function count(schema: Schema, schemas: Api["schemas"]): Counted {
  const counted: Counted = { all: false, names: new Set() };
  const seen: Record<Role, Set<SchemaId>> = { certain: new Set(), chosen: new Set(), condition: new Set() };
  const waiting: (readonly [Schema, Role])[] = [[schema, "certain"]];
  // A list yields what is added while it is walked.
  for (const [{ assertions }, role] of waiting) {
    for (const assertion of assertions) {
      if (assertion.kind === "object") countIn(assertion, role, counted);
      for (const [target, as] of placesIn(assertion, role)) {
        const named = typeof target === "string" ? (seen[as].has(target) ? undefined : schemas.get(target)?.schema) : target;
        if (typeof target === "string") seen[as].add(target);
        if (named !== undefined) waiting.push([named, as]);
      }
    }
  }
  return counted;
}

function countIn({ properties, required, dependentRequired, ...others }: ObjectAssertion, role: Role, counted: Counted): void {
  if (others.maxProperties !== undefined || others.propertyNames !== undefined) counted.all = true;
  for (const { property } of [...dependentRequired, ...others.dependentSchemas]) counted.names.add(property);
  if (role === "certain") return;
  for (const name of required) counted.names.add(name);
  for (const property of properties) if (property.required || role === "condition") counted.names.add(property.name);
}

/** The schemas of the same value in an assertion, and their roles. */
function placesIn(assertion: Assertion, role: Role): readonly (readonly [Schema | SchemaId, Role])[] {
  const chosen = role === "certain" ? "chosen" : role;
  switch (assertion.kind) {
    case "ref":
      return [[assertion.target, role]];
    case "allOf":
      return assertion.members.map((member) => [member, role]);
    case "anyOf":
    case "oneOf":
      return assertion.members.map((member) => [member, chosen]);
    case "not":
      return [[assertion.schema, "condition"]];
    case "if": {
      const branches = [assertion.then, assertion.else].flatMap((each) => each ?? []);
      return [[assertion.if, "condition"], ...branches.map((each) => [each, chosen] as const)];
    }
    case "object":
      return assertion.dependentSchemas.map(({ schema }) => [schema, chosen]);
    case "unevaluatedProperties":
    case "unevaluatedItems":
    case "never":
    case "type":
    case "enum":
    case "number":
    case "string":
    case "array":
      return [];
  }
}
