/** What is said of values whose integers a program may hold in one form or another. */
import { isInteger } from "../../ir/is-integer.js";
import { isScalar } from "../../ir/kinds.js";
import type { Assertion, Int64, JsonType, Schema } from "../../ir/schema.js";

/** What is said of a value that is a number for some readers, and of 64 bits for others: it holds of it in either form. */
export function inBothForms(assertion: Assertion, schema: Schema, as: Int64["as"]): readonly Assertion[] {
  if (!isScalar(assertion)) return [inEitherForm(assertion, schema, as)];
  return assertion.kind === "string" ? [assertion] : [assertion, { ...assertion, int64: formOf(schema, as) }];
}

/** The same where it is only asked whether it holds. */
export function askedInBothForms(assertion: Assertion, schema: Schema, as: Int64["as"]): readonly Assertion[] {
  if (assertion.kind !== "type" || !assertion.types.some(isOfNumbers))
    return askedBeyondText(assertion, schema, as).flatMap((one) => inBothForms(one, schema, as));
  return [anyOf([assertion, integersOf(schema, as)], schema)];
}

const isOfNumbers = (type: JsonType): boolean => type === "integer" || type === "number";

/** What is asked of texts, where a text of digits is an integer: no such text is of the type. */
export function askedBeyondText(assertion: Assertion, schema: Schema, as: Int64["as"]): readonly Assertion[] {
  const isText = as === "string" && isOfTexts(assertion);
  return isText ? [assertion, { kind: "not", schema: alone(integersOf(schema, as), schema) }] : [assertion];
}

const integersOf = (schema: Schema, as: Int64["as"]): Assertion => ({ kind: "type", types: ["integer"], int64: formOf(schema, as) });

/** Whether an assertion says that a value is a text, and no number. */
const isOfTexts = (assertion: Assertion): boolean =>
  assertion.kind === "type" && assertion.types.includes("string") && !assertion.types.some(isOfNumbers);

/** Whether a schema says that a value is a text. */
export const saysOfTexts = ({ assertions }: Pick<Schema, "assertions">): boolean => assertions.some(isOfTexts);

function inEitherForm(assertion: Assertion, schema: Schema, as: Int64["as"]): Assertion {
  if (assertion.kind !== "enum") return assertion;
  const integers = assertion.values.filter(isInteger);
  return integers.length === 0 ? assertion : anyOf([assertion, { ...assertion, int64: formOf(schema, as), values: integers }], schema);
}

function formOf({ assertions }: Schema, as: Int64["as"]): Int64 {
  const unsigned = assertions.some((one) => one.kind === "number" && one.format === "uint64");
  return { as, unsigned, either: true };
}

const anyOf = (assertions: readonly Assertion[], schema: Schema): Assertion => ({
  kind: "anyOf",
  members: assertions.map((one) => alone(one, schema)),
  discriminator: undefined,
});

/** A schema that says one thing. */
const alone = (assertion: Assertion, schema: Schema): Schema => ({
  ...schema,
  doc: {},
  default: undefined,
  examples: [],
  assertions: [assertion],
});
