import { allRead } from "./assertion-fields.js";
import type { Json } from "../../source/source-file.js";
import type { NumberAssertion, StringAssertion } from "./schema.js";

/** Whether the bounds of an assertion about numbers or strings let a value through. Divisors, formats and patterns are not looked at. */
export function isWithinBounds(assertion: NumberAssertion | StringAssertion, value: Json): boolean {
  if (assertion.kind === "number") {
    if (typeof value !== "number" && typeof value !== "bigint") return true;
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...rest } = assertion;
    allRead(rest, "int64", "multipleOf", "format", "formatAsserted");
    const inside = value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity);
    return (
      inside && (exclusiveMinimum === undefined || value > exclusiveMinimum) && (exclusiveMaximum === undefined || value < exclusiveMaximum)
    );
  }
  if (typeof value !== "string") return true;
  const { minLength = 0, maxLength = Infinity, ...rest } = assertion;
  allRead(rest, "pattern", "patternLimit", "format", "formatAsserted", "contentEncoding", "contentMediaType", "binary");
  // In code points.
  const length = Array.from(value).length;
  return length >= minLength && length <= maxLength;
}
