import { allRead } from "./assertion-fields.js";
import type { Json } from "../../source/source-file.js";
import type { NumberAssertion, StringAssertion } from "./schema.js";

/** Whether the bounds of an assertion about numbers or strings let a value through. Divisors, formats and patterns are not looked at. */
export function isWithinBounds(assertion: NumberAssertion | StringAssertion, value: Json): boolean {
  return boundsBroken(assertion, value) === undefined;
}

/** Which of the bounds a value breaks, in words: "is below the minimum 1". */
export function boundsBroken(assertion: NumberAssertion | StringAssertion, value: Json): string | undefined {
  return assertion.kind === "number" ? numberBroken(assertion, value) : lengthBroken(assertion, value);
}

function numberBroken(assertion: NumberAssertion, number: Json): string | undefined {
  if (typeof number !== "number" && typeof number !== "bigint") return undefined;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...rest } = assertion;
  allRead(rest, "int64", "multipleOf", "format", "formatAsserted");
  // Beside a bound that is held as a number, and may have lost its last digits, the value is read as one, too.
  const isExact = [minimum, maximum, exclusiveMinimum, exclusiveMaximum].every((each) => typeof each !== "number" || isSmall(each));
  const value = isExact ? number : Number(number);
  if (minimum !== undefined && value < minimum) return `is below the minimum ${String(minimum)}`;
  if (maximum !== undefined && value > maximum) return `is above the maximum ${String(maximum)}`;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return `is not above ${String(exclusiveMinimum)}`;
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return `is not below ${String(exclusiveMaximum)}`;
  return undefined;
}

const isSmall = (bound: number): boolean => Math.abs(bound) <= Number.MAX_SAFE_INTEGER;

function lengthBroken(assertion: StringAssertion, value: Json): string | undefined {
  if (typeof value !== "string") return undefined;
  const { minLength = 0, maxLength = Infinity, ...rest } = assertion;
  allRead(rest, "pattern", "linearPattern", "patternLimit", "format", "formatAsserted", "contentEncoding", "contentMediaType", "binary");
  // In code points.
  const length = Array.from(value).length;
  if (length < minLength) return `is shorter than ${String(minLength)} characters`;
  return length > maxLength ? `is longer than ${String(maxLength)} characters` : undefined;
}
