import type { Api } from "../../ir/api.js";
import type { Assertion, ObjectAssertion, Schema, SchemaId } from "../../ir/schema.js";
import { matchesPattern } from "../../patterns/text-pattern.js";

/** Where a schema stands: it must hold, may hold, or decides what else has to. */
export type Role = "certain" | "chosen" | "condition";

/** A schema that says something of a value. */
export interface Said {
  readonly schema: Schema;
  readonly role: Role;
  /** What it is an alternative of, where it is; of one inside another, the outer one. */
  readonly choice?: object | undefined;
}

/**
 * Schemas that say something of a value, and all that these say of the same value: their parts, references, alternatives and conditions.
 * @param isOpened Whether what an assertion leads to is part of it. By default it is.
 */
export function inPlaceIn(
  said: readonly Said[],
  schemas: Api["schemas"],
  isOpened: (assertion: Assertion, role: Role) => boolean = () => true,
): readonly Said[] {
  const seen: Record<Role, Set<SchemaId>> = { certain: new Set(), chosen: new Set(), condition: new Set() };
  const waiting = [...said];
  // A list yields what is added while it is walked.
  for (const { schema, role, choice } of waiting) {
    for (const assertion of schema.assertions) {
      if (!isOpened(assertion, role)) continue;
      for (const [target, as, of] of placesIn(assertion, role)) {
        const named = typeof target === "string" ? (seen[as].has(target) ? undefined : schemas.get(target)?.schema) : target;
        if (typeof target === "string") seen[as].add(target);
        if (named !== undefined) waiting.push({ schema: named, role: as, choice: choice ?? of });
      }
    }
  }
  return waiting;
}

/** The schemas of the same value in an assertion, and their roles. */
function placesIn(assertion: Assertion, role: Role): readonly (readonly [Schema | SchemaId, Role, choice?: object])[] {
  const chosen = role === "certain" ? "chosen" : role;
  switch (assertion.kind) {
    case "ref":
      return [[assertion.target, role]];
    case "allOf":
      return assertion.members.map((member) => [member, role]);
    case "anyOf":
    case "oneOf":
      return assertion.members.map((member) => [member, chosen, assertion]);
    case "not":
      return [[assertion.schema, "condition"]];
    case "if": {
      const branches = [assertion.then, assertion.else].flatMap((each) => each ?? []);
      return [[assertion.if, "condition"], ...branches.map((each) => [each, chosen, assertion] as const)];
    }
    case "object":
      return assertion.dependentSchemas.map(({ schema }) => [schema, chosen, schema]);
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

/** One text for the same schemas in the same roles. */
export function saidKeys(): (said: readonly Said[]) => string {
  const numbers = new Map<object, number>();
  const numberOf = (schema: object): string => {
    const number = numbers.get(schema) ?? numbers.size;
    numbers.set(schema, number);
    return String(number);
  };
  return (said) => {
    const names = said.map(({ schema, role, choice }) => `${numberOf(schema)}${role}${choice === undefined ? "" : numberOf(choice)}`);
    return names.sort().join(" ");
  };
}

/** Gives what several objects say of their members of a name, each schema once, and the same list whenever it is asked. */
export function saidOfMembers(objects: readonly ObjectAssertion[]): (name: string) => readonly Schema[] {
  // Most are asked for none.
  let properties: readonly ReturnType<typeof schemasByName>[] | undefined;
  const known = new Map<string, readonly Schema[]>();
  const find = (name: string): readonly Schema[] => {
    const byName = (properties ??= objects.map(schemasByName));
    const all = objects.flatMap(({ patternProperties, additionalProperties }, index) => {
      const matching = patternProperties.filter((each) => matchesPattern(each, name) === true);
      const said = [...(byName[index]?.get(name) ?? []), ...matching.map(({ schema }) => schema)];
      return said.length > 0 || additionalProperties === undefined ? said : [additionalProperties];
    });
    return [...new Set(all)];
  };
  return (name) => {
    const found = known.get(name) ?? find(name);
    known.set(name, found);
    return found;
  };
}

function schemasByName({ properties }: ObjectAssertion): ReadonlyMap<string, readonly Schema[]> {
  const found = new Map<string, Schema[]>();
  for (const { name, schema } of properties) {
    const before = found.get(name);
    if (before === undefined) found.set(name, [schema]);
    else before.push(schema);
  }
  return found;
}
