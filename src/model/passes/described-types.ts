import type { Api } from "../ir/api.js";
import { describesInside } from "../ir/describes-inside.js";
import type { Assertion, JsonType, Schema } from "../ir/schema.js";
import { inCommon, type Types } from "./possible-types.js";
import { typeOfValue } from "../ir/type-of-value.js";

/** The types that the author of a schema means, one without `type` included: what describes properties means an object. */
export interface DescribedTypes {
  readonly of: (schema: Pick<Schema, "assertions">) => Types;
}

/** What a schema says of its type: by the letter, and by what it describes the inside of. */
interface Said {
  readonly stated: Types;
  readonly described: readonly JsonType[];
}

const nothingSaid: Said = { stated: undefined, described: [] };

/** Each schema is looked at once; one that is asked for again on the way to itself says nothing. */
export function describedTypes(schemas: Api["schemas"]): DescribedTypes {
  const known = new Map<Pick<Schema, "assertions">, Said>();
  const look = (schema: Pick<Schema, "assertions">): Said => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    known.set(schema, nothingSaid);
    const all = schema.assertions.map(by);
    const said = { stated: inCommon(all.map(({ stated }) => stated)), described: all.flatMap(({ described }) => described) };
    known.set(schema, said);
    return said;
  };
  const of = (schema: Pick<Schema, "assertions">): Types => {
    const { stated, described } = look(schema);
    return stated ?? (described.length === 0 ? undefined : inOrder(described));
  };
  const by = (assertion: Assertion): Said => {
    switch (assertion.kind) {
      case "type":
        return { stated: assertion.types, described: [] };
      case "enum":
        return assertion.values.length === 0 ? nothingSaid : { stated: inOrder(assertion.values.map(typeOfValue)), described: [] };
      case "ref": {
        const target = schemas.get(assertion.target);
        return target === undefined ? nothingSaid : { stated: of(target.schema), described: [] };
      }
      case "allOf": {
        const members = assertion.members.map(look);
        return { stated: inCommon(members.map(({ stated }) => stated)), described: members.flatMap(({ described }) => described) };
      }
      case "anyOf":
      case "oneOf": {
        const members = assertion.members.map(of);
        return members.includes(undefined) ? nothingSaid : { stated: inOrder(members.flatMap((types) => types ?? [])), described: [] };
      }
      case "string":
      case "array":
      case "object":
        return describesInside(assertion) ? { stated: undefined, described: [assertion.kind] } : nothingSaid;
      // Speak of some values, and mean no type.
      case "never":
      case "number":
      case "not":
      case "if":
      case "unevaluatedProperties":
      case "unevaluatedItems":
        return nothingSaid;
    }
  };
  return { of };
}

const order: readonly JsonType[] = ["null", "boolean", "integer", "number", "string", "array", "object"];

/** Types in the order of the model, each once; integers are numbers. */
export function inOrder(types: readonly JsonType[]): readonly JsonType[] {
  const found = new Set(types);
  if (found.has("number")) found.delete("integer");
  return order.filter((type) => found.has(type));
}
