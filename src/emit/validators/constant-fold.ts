/** What assertions say of the values of an enumeration: they are all known, so it is told here and not in the output. */
import { numberFormatOf, textFormatOf } from "../../model/formats/formats.js";
import { isWithinBounds } from "../../model/ir/bounds.js";
import type { Assertion, NumberAssertion, StringAssertion } from "../../model/ir/types.js";
import { isInteger } from "../../model/ir/is-integer.js";
import type { Json } from "../../source/source-file.js";
import type { FunctionScope } from "./function-scope.js";
import { typeOfJson } from "./types-of.js";

/**
 * What assertions leave to check of these values, which are those that `leafAccepts` lets through: of a text its pattern and format, of
 * a number its format and a fraction that it is a multiple of. TypeScript would find fault with a comparison that is decided already.
 */
export function unsettled(assertions: readonly Assertion[], values: readonly Json[], scope: FunctionScope): readonly Assertion[] {
  return assertions.flatMap((assertion): readonly Assertion[] => {
    const { kind } = assertion;
    if (kind !== "number" && kind !== "string" && kind !== "array" && kind !== "object") return [assertion];
    if (!values.some((value) => typeOfJson(value) === kind) || isSettled(assertion, values, scope)) return [];
    return [kind === "string" || kind === "number" ? withoutBounds(assertion) : assertion];
  });
}

function withoutBounds(assertion: NumberAssertion | StringAssertion): Assertion {
  if (assertion.kind === "string") {
    const { minLength, maxLength, ...others } = assertion;
    return others;
  }
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...others } = assertion;
  return others;
}

function isSettled(assertion: Assertion, values: readonly Json[], { file }: FunctionScope): boolean {
  const { kind } = assertion;
  if (kind !== "number" && kind !== "string") return false;
  const format = file.choices.formats === "annotate" ? undefined : assertion.format;
  if (kind === "number")
    return isWhole(assertion.multipleOf) && (format === undefined || values.every((value) => isInRange(value, format)));
  // A pattern that takes its time would take it here.
  return assertion.pattern === undefined && (format === undefined || textFormatOf(format) === undefined);
}

function isInRange(value: Json, format: string): boolean {
  const range = numberFormatOf(format);
  if (range === undefined || range === "any" || typeof value !== "number") return true;
  return Number.isInteger(value) && value >= range.min && value <= range.max;
}

/** Whether the bounds of an assertion let a value through, and a divisor that is whole. Formats and patterns are not looked at. */
export function leafAccepts(assertion: Assertion, value: Json): boolean {
  if (!isWithinBounds(assertion, value)) return false;
  if (assertion.kind !== "number" || (typeof value !== "number" && typeof value !== "bigint")) return true;
  const { multipleOf } = assertion;
  if (multipleOf === undefined || !isWhole(multipleOf)) return true;
  if (typeof value === "number" && typeof multipleOf === "number") return value % multipleOf === 0;
  return isInteger(value) && BigInt(value) % BigInt(multipleOf) === 0n;
}

// Of decimal fractions only `runtime/multiple-of.ts` knows the multiples.
const isWhole = (divisor: number | bigint | undefined): boolean =>
  divisor === undefined || typeof divisor === "bigint" || Number.isSafeInteger(divisor);
