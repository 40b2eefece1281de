import type { Api } from "../ir/api.js";
import { assertedTypes } from "../ir/asserted-types.js";
import { typeConcerned } from "../ir/kinds.js";
import { describesInside } from "../ir/describes-inside.js";
import type { Assertion, JsonType, Schema } from "../ir/schema.js";
import { typeOfValue } from "../ir/type-of-value.js";

/** `undefined`: a value of any type. */
export type Types = readonly JsonType[] | undefined;

/** The types that values of schemas may be of. Each schema is looked at once; one that is asked for again on the way to itself may be of any. */
export interface PossibleTypes {
  readonly of: (schema: Pick<Schema, "assertions">) => Types;
  readonly by: (assertion: Assertion) => Types;
}

const known = new WeakMap<Api["schemas"], PossibleTypes>();

/** What schemas and their values state, found once for each model. */
export function possibleTypesOf(schemas: Api["schemas"]): PossibleTypes {
  const before = known.get(schemas) ?? possibleTypes(schemas, { values: true });
  known.set(schemas, before);
  return before;
}

/** What says types besides `type`. */
interface Saying {
  /** The values of an enumeration. */
  readonly values: boolean;
  /** What describes members or items, where nothing else says a type: their author means an object, or a list. */
  readonly described?: boolean;
}

/** What a schema says of its type: by the letter, and by what it describes the inside of. */
interface Said {
  readonly stated: Types;
  readonly described: readonly JsonType[];
}

const nothingSaid: Said = { stated: undefined, described: [] };

export function possibleTypes(schemas: Api["schemas"], { values, described = false }: Saying): PossibleTypes {
  const known = new Map<Pick<Schema, "assertions">, Said>();
  const together = (all: readonly Said[]): Said => ({
    stated: inCommon(all.map((each) => each.stated)),
    described: all.flatMap((each) => each.described),
  });
  const look = (schema: Pick<Schema, "assertions">): Said => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    known.set(schema, nothingSaid);
    const said = together(schema.assertions.map(saidBy));
    known.set(schema, said);
    return said;
  };
  const of = (schema: Pick<Schema, "assertions">): Types => {
    const said = look(schema);
    return said.stated ?? (said.described.length === 0 ? undefined : inOrder(said.described));
  };
  const saidBy = (assertion: Assertion): Said => {
    switch (assertion.kind) {
      case "type":
        return stating(assertion.types);
      case "enum":
        return values && assertion.values.length > 0 ? stating([...new Set(assertion.values.map(typeOfValue))]) : nothingSaid;
      case "ref": {
        const target = schemas.get(assertion.target);
        return target === undefined ? nothingSaid : stating(of(target.schema));
      }
      case "allOf":
        return together(assertion.members.map(look));
      case "anyOf":
      case "oneOf": {
        const members = assertion.members.map(of);
        return members.includes(undefined) ? nothingSaid : stating([...new Set(members.flatMap((each) => each ?? []))]);
      }
      case "string":
      case "array":
      case "object":
      case "unevaluatedProperties":
      case "unevaluatedItems":
        return described && describesInside(assertion) ? { stated: undefined, described: [typeConcerned[assertion.kind]] } : nothingSaid;
      // Speak of values of one type, and of no other.
      case "never":
      case "number":
      case "not":
      case "if":
        return nothingSaid;
    }
  };
  return { of, by: (assertion) => saidBy(assertion).stated };
}

const stating = (stated: Types): Said => ({ stated, described: [] });

/** What several lists of types have in common; those that say nothing do not count. */
export function inCommon(lists: readonly Types[]): Types {
  return assertedTypes(lists.flatMap((types) => (types === undefined ? [] : [{ kind: "type", types } as const])));
}

const order: readonly JsonType[] = ["null", "boolean", "integer", "number", "string", "array", "object"];

/** Types in the order of the model, each once; integers are numbers. */
export function inOrder(types: readonly JsonType[]): readonly JsonType[] {
  const found = new Set(types);
  if (found.has("number")) found.delete("integer");
  return order.filter((type) => found.has(type));
}
