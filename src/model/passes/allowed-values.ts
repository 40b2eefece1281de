import { assertedTypes } from "../ir/asserted-types.js";
import { heldValue } from "../ir/held-value.js";
import { isAlternatives, type AssertionOf } from "../ir/kinds.js";
import { sameJsonKey } from "../ir/same-json.js";
import type { Api } from "../ir/api.js";
import type { Assertion, JsonType, Schema } from "../ir/schema.js";
import { isOfTypes } from "../ir/type-of-value.js";
import type { Json } from "../../source/source-file.js";
import { certain, foundThrough, type Found } from "./described-property.js";

/** A list of the only values that are possible; `undefined` where none is given. */
export type Allowed = readonly Json[] | undefined;

const found: Found<Allowed> = new WeakMap();

/** The only values that a schema may accept, as a program holds them: by its lists, by references, by all parts, and by all alternatives. */
export function allowedValues(schema: Schema, all: Api["schemas"]): Allowed {
  return foundThrough(found, schema, "", all, undefined, (meant) => {
    const assertions = certain(meant, all);
    const types = assertedTypes(assertions);
    return allowedByAll(assertions.map((assertion) => allowedBy(assertion, types, all))) ?? (isOnlyNull(types) ? [null] : undefined);
  });
}

function allowedBy(assertion: Assertion, types: readonly JsonType[] | undefined, all: Api["schemas"]): Allowed {
  if (assertion.kind === "enum") return heldValues(assertion, types);
  return isAlternatives(assertion) ? allowedByAny(assertion.members.map((member) => allowedValues(member, all))) : undefined;
}

function heldValues({ values, int64 }: AssertionOf<"enum">, types: readonly JsonType[] | undefined): readonly Json[] {
  const possible = types === undefined ? values : values.filter((value) => isOfTypes(value, types));
  return int64 === undefined ? possible : possible.map((value) => heldValue(value, int64));
}

const isOnlyNull = (types: readonly JsonType[] | undefined): boolean => types?.length === 1 && types[0] === "null";

/** What is in all of the lists that are given. */
export function allowedByAll(lists: readonly Allowed[]): Allowed {
  return lists.reduce((one, other) => {
    if (one === undefined || other === undefined) return one ?? other;
    const keys = new Set(other.map(sameJsonKey));
    return one.filter((value) => keys.has(sameJsonKey(value)));
  }, undefined);
}

/** What is in one of the lists, each value once; `undefined` where one of them is not given. */
export function allowedByAny(lists: readonly Allowed[]): Allowed {
  const values = new Map<unknown, Json>();
  for (const list of lists) {
    if (list === undefined) return undefined;
    for (const value of list) values.set(sameJsonKey(value), value);
  }
  return [...values.values()];
}
