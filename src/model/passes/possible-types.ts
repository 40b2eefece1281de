import type { Api } from "../ir/api.js";
import { assertedTypes } from "../ir/asserted-types.js";
import type { Assertion, JsonType, Schema } from "../ir/schema.js";
import { typeOfValue } from "../ir/type-of-value.js";

/** `undefined`: a value of any type. */
export type Types = readonly JsonType[] | undefined;

/** The types that values of schemas may be of. Each schema is looked at once; one that is asked for again on the way to itself may be of any. */
export interface PossibleTypes {
  readonly of: (schema: Schema) => Types;
  readonly by: (assertion: Assertion) => Types;
}

/** @param values Whether the values of an enumeration say types, too. */
export function possibleTypes(schemas: Api["schemas"], values: boolean): PossibleTypes {
  const known = new Map<Schema, Types>();
  const of = (schema: Schema): Types => {
    if (known.has(schema)) return known.get(schema);
    known.set(schema, undefined);
    const types = inCommon(schema.assertions.map(by));
    known.set(schema, types);
    return types;
  };
  const by = (assertion: Assertion): Types => {
    switch (assertion.kind) {
      case "type":
        return assertion.types;
      case "enum":
        return values && assertion.values.length > 0 ? [...new Set(assertion.values.map(typeOfValue))] : undefined;
      case "ref": {
        const target = schemas.get(assertion.target);
        return target && of(target.schema);
      }
      case "allOf":
        return inCommon(assertion.members.map(of));
      case "anyOf":
      case "oneOf": {
        const members = assertion.members.map(of);
        return members.includes(undefined) ? undefined : [...new Set(members.flatMap((each) => each ?? []))];
      }
      // Speak of values of one type, and of no other.
      case "never":
      case "number":
      case "string":
      case "array":
      case "object":
      case "not":
      case "if":
      case "unevaluatedProperties":
      case "unevaluatedItems":
        return undefined;
    }
  };
  return { of, by };
}

/** What several lists of types have in common; those that say nothing do not count. */
export function inCommon(lists: readonly Types[]): Types {
  return assertedTypes(lists.flatMap((types) => (types === undefined ? [] : [{ kind: "type", types } as const])));
}
