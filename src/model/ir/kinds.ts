import type { Assertion, JsonType } from "./schema.js";

export type AssertionKind = Assertion["kind"];

/** The assertions of one kind, or of several. */
export type AssertionOf<K extends AssertionKind> = Extract<Assertion, { readonly kind: K }>;

type Marked<T extends Readonly<Record<AssertionKind, boolean>>> = { [K in AssertionKind]: T[K] extends true ? K : never }[AssertionKind];

/** A test for the kinds that are marked in a table. It names every kind, so a new one must be put on one side or the other. */
export function kindTest<const T extends Readonly<Record<AssertionKind, boolean>>>(
  table: T,
): (assertion: Assertion) => assertion is AssertionOf<Marked<T>> {
  return (assertion): assertion is AssertionOf<Marked<T>> => table[assertion.kind];
}

/** Whether an assertion is other schemas that hold of the same value, whatever the value is. */
export const isConjunction = kindTest({
  ref: true,
  allOf: true,
  // One of them holds, or none.
  anyOf: false,
  oneOf: false,
  not: false,
  if: false,
  // No schema about the value itself.
  never: false,
  type: false,
  enum: false,
  number: false,
  string: false,
  array: false,
  object: false,
  unevaluatedProperties: false,
  unevaluatedItems: false,
});

/** Whether an assertion is a list of schemas one of which is meant. */
export const isAlternatives = kindTest({
  anyOf: true,
  oneOf: true,
  // Holds two branches, and no list.
  if: false,
  ref: false,
  allOf: false,
  not: false,
  never: false,
  type: false,
  enum: false,
  number: false,
  string: false,
  array: false,
  object: false,
  unevaluatedProperties: false,
  unevaluatedItems: false,
});

/** Whether an assertion is about properties or items that nothing else has looked at. */
export const isUnevaluated = kindTest({
  unevaluatedProperties: true,
  unevaluatedItems: true,
  // Look at members by themselves.
  array: false,
  object: false,
  ref: false,
  allOf: false,
  anyOf: false,
  oneOf: false,
  not: false,
  if: false,
  never: false,
  type: false,
  enum: false,
  number: false,
  string: false,
});

/** Whether an assertion speaks of members or items of the value. */
export const isOfParts = kindTest({
  array: true,
  object: true,
  unevaluatedProperties: true,
  unevaluatedItems: true,
  // Lead to schemas about the value itself, which may speak of its parts.
  ref: false,
  allOf: false,
  anyOf: false,
  oneOf: false,
  not: false,
  if: false,
  never: false,
  type: false,
  enum: false,
  number: false,
  string: false,
});

/** Whether an assertion is a list of schemas about the value itself. */
export const isCombination = kindTest({
  allOf: true,
  anyOf: true,
  oneOf: true,
  // Hold one schema or a branch, and no list.
  ref: false,
  not: false,
  if: false,
  never: false,
  type: false,
  enum: false,
  number: false,
  string: false,
  array: false,
  object: false,
  unevaluatedProperties: false,
  unevaluatedItems: false,
});

/** Whether an assertion is about a number or a text, and nothing inside it. */
export const isScalar = kindTest({
  number: true,
  string: true,
  type: false,
  enum: false,
  never: false,
  array: false,
  object: false,
  unevaluatedProperties: false,
  unevaluatedItems: false,
  ref: false,
  allOf: false,
  anyOf: false,
  oneOf: false,
  not: false,
  if: false,
});

/** Whether an assertion lists what it lets through: types or values. */
export const isTypeOrEnum = kindTest({
  type: true,
  enum: true,
  never: false,
  number: false,
  string: false,
  array: false,
  object: false,
  unevaluatedProperties: false,
  unevaluatedItems: false,
  ref: false,
  allOf: false,
  anyOf: false,
  oneOf: false,
  not: false,
  if: false,
});

/** The type of values that an assertion is about by itself: it says nothing of a value of another type. `undefined`: any. */
export const typeConcerned = {
  number: "number",
  string: "string",
  array: "array",
  object: "object",
  unevaluatedProperties: "object",
  unevaluatedItems: "array",
  // Lists the types itself.
  type: undefined,
  enum: undefined,
  never: undefined,
  // As the schemas say that it is made of.
  ref: undefined,
  allOf: undefined,
  anyOf: undefined,
  oneOf: undefined,
  not: undefined,
  if: undefined,
} as const satisfies Record<AssertionKind, JsonType | undefined>;
